use half::f16;
use ort::{
    session::SessionInputValue,
    value::{DynValue, Shape, Tensor},
};

use crate::{
    Graphs, KvCache, ModelDir, OnnxError,
    cache::{KvShape, empty, is_half},
    graph::{Graph, Runtime},
};

/// A decoder-only language model: tokens in, logits of what comes next out.
pub struct Decoder {
    /// From ids to embeddings, where the decoder does not do it itself.
    embed: Option<Graph>,
    graph: Graph,
    slots: Vec<Slot>,
    kv: KvShape,
    vocabulary: usize,
    positions: Option<usize>,
    usage: Passes,
}

/// Keys or values of one layer, by the names of the graph's input and output.
struct Slot {
    past: String,
    present: String,
}

/// Which logits are asked for.
#[derive(Debug, Clone, Copy)]
enum Keep {
    All,
    /// Of the last token alone; of one row.
    Last,
}

/// The input by which some graphs are told how many logits to give; 0: all.
const KEPT_LOGITS: &str = "num_logits_to_keep";
/// Tokens that are read at once where only the last one's logits are asked for.
const PIECE: usize = 64;

/// What was computed so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Passes {
    /// Runs of the graph.
    pub passes: u64,
    /// Tokens that were read, padding excluded.
    pub tokens: u64,
}

/// What a run of the graph gave.
struct Pass {
    /// `[rows, kept, vocabulary]`
    logits: DynValue,
    /// How many logits there are of each row.
    kept: usize,
    /// Keys and values with what was read.
    values: Vec<DynValue>,
}

/// Logits by token read: `[tokens, vocabulary]`.
#[derive(Debug, Clone, PartialEq)]
pub struct Logits {
    vocabulary: usize,
    values: Vec<f32>,
}

impl Logits {
    /// Of what follows the token at `place`.
    ///
    /// # Panics
    /// Where there is no such token.
    pub fn after(&self, place: usize) -> &[f32] {
        &self.values[place * self.vocabulary..(place + 1) * self.vocabulary]
    }

    /// Of what follows the last token.
    pub fn last(&self) -> &[f32] {
        self.after(self.len() - 1)
    }

    /// How many tokens were read.
    pub fn len(&self) -> usize {
        self.values.len() / self.vocabulary
    }

    /// Whether no token was read.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}

impl Decoder {
    /// Loads the graphs of a model.
    ///
    /// # Errors
    /// A file that is no graph, or the graph of something else.
    pub fn load(model: &ModelDir, runtime: &Runtime) -> Result<Self, OnnxError> {
        let (embed, graph) = match model.graphs() {
            Graphs::Whole(path) => (None, Graph::load(path, runtime)?),
            Graphs::Split { embed, decoder } => (Some(Graph::load(embed, runtime)?), Graph::load(decoder, runtime)?),
        };
        if let Some(embed) = &embed {
            embed.input("input_ids")?;
            embed.output("inputs_embeds")?;
        }
        graph.input(if embed.is_some() { "inputs_embeds" } else { "input_ids" })?;
        graph.input("attention_mask")?;
        let slots: Vec<Slot> = graph
            .input_names()
            .filter_map(|past| {
                let layer = past.strip_prefix("past_key_values.")?;
                Some(Slot { past: past.to_owned(), present: format!("present.{layer}") })
            })
            .collect();
        let Some(first) = slots.first() else {
            return Err(graph.fault("takes no past_key_values: export it with its cache".to_owned()));
        };
        for slot in &slots {
            graph.output(&slot.present)?;
        }
        let (kind, shape) = graph.input(&first.past)?;
        let kv = match (is_half(kind), shape.as_slice()) {
            (Some(is_half), &[_, heads, _, head_size]) if heads > 0 && head_size > 0 => {
                KvShape { heads: heads as usize, head_size: head_size as usize, is_half }
            }
            _ => {
                let problem = format!(
                    "has {:?} of type {kind:?} and shape {shape:?}; it should be float [batch, heads, past, head size], with heads and head size fixed",
                    first.past
                );
                return Err(graph.fault(problem));
            }
        };
        let (_, shape) = graph.output("logits")?;
        let vocabulary = match shape.as_slice() {
            &[_, _, vocabulary] if vocabulary > 0 => vocabulary as usize,
            _ => return Err(graph.fault(format!("has logits of shape {shape:?}, not [batch, tokens, vocabulary]"))),
        };
        let positions = model.config.positions();
        Ok(Self { embed, graph, slots, kv, vocabulary, positions, usage: Passes::default() })
    }

    /// Tokens that it knows.
    pub fn vocabulary(&self) -> usize {
        self.vocabulary
    }

    /// Tokens that it can see; `None`: its configuration does not say.
    pub fn positions(&self) -> Option<usize> {
        self.positions
    }

    /// What its keys and values are in: `f32` or `f16`.
    pub fn dtype(&self) -> &'static str {
        if self.kv.is_half { "f16" } else { "f32" }
    }

    /// What was computed so far.
    pub fn usage(&self) -> Passes {
        self.usage
    }

    /// Reads tokens after those in the cache, and keeps them there.
    ///
    /// # Errors
    /// [`OnnxError::NoTokens`], [`OnnxError::NoSuchToken`], [`OnnxError::TooLong`], [`OnnxError::Run`]; then the cache is as
    /// it was.
    pub fn read(&mut self, cache: &mut KvCache, tokens: &[u32]) -> Result<Logits, OnnxError> {
        let past = cache.tokens().len();
        let pass = self.run(&[tokens], past, None, cache, Keep::All)?;
        let values = self.numbers(&pass, 0)?;
        cache.extend(tokens, pass.values);
        Ok(Logits { vocabulary: self.vocabulary, values })
    }

    /// Reads a whole text, of which the cache may hold the beginning, and keeps it there: logits of what the cache lacked.
    ///
    /// # Errors
    /// Like [`read`](Self::read).
    pub fn read_from(&mut self, cache: &mut KvCache, text: &[u32]) -> Result<Logits, OnnxError> {
        self.admit(&[text], 0)?;
        let shared = cache.shared(text);
        cache.truncate(shared, self.kv).map_err(|error| self.failed(&error))?;
        self.read(cache, &text[shared..])
    }

    /// Reads a whole text, of which the cache may hold the beginning, and keeps it there: logits of its last token alone, and how
    /// many tokens the cache lacked. Long texts are read in pieces: the logits of a whole prompt can take gigabytes.
    ///
    /// # Errors
    /// Like [`read`](Self::read); then the cache holds the pieces that were read.
    pub fn read_last(&mut self, cache: &mut KvCache, text: &[u32]) -> Result<(Vec<f32>, usize), OnnxError> {
        let lacked = text.len() - cache.shared(text);
        loop {
            if let Some(last) = self.read_piece(cache, text)? {
                return Ok((last, lacked));
            }
        }
    }

    /// Reads the next piece of a text, of which the cache may hold the beginning, and keeps it there: logits of the text's last
    /// token once all of it was read.
    ///
    /// # Errors
    /// Like [`read`](Self::read).
    pub fn read_piece(&mut self, cache: &mut KvCache, text: &[u32]) -> Result<Option<Vec<f32>>, OnnxError> {
        self.admit(&[text], 0)?;
        let shared = cache.shared(text);
        cache.truncate(shared, self.kv).map_err(|error| self.failed(&error))?;
        let piece = &text[shared..text.len().min(shared + PIECE)];
        let pass = self.run(&[piece], shared, None, cache, Keep::Last)?;
        let is_all = shared + piece.len() == text.len();
        let last = is_all.then(|| self.numbers(&pass, pass.kept - 1)).transpose()?;
        cache.extend(piece, pass.values);
        Ok(last)
    }

    /// Reads each of several continuations of what is in the cache, in one pass; the cache stays as it is.
    ///
    /// # Errors
    /// Like [`read`](Self::read).
    pub fn read_each(&mut self, cache: &KvCache, continuations: &[&[u32]]) -> Result<Vec<Logits>, OnnxError> {
        if continuations.is_empty() {
            return Ok(Vec::new());
        }
        let repeated = cache.repeated(continuations.len(), self.kv).map_err(|error| self.failed(&error))?;
        let pass = self.run(continuations, cache.tokens().len(), Some(repeated), cache, Keep::All)?;
        let (values, width) = (self.numbers(&pass, 0)?, pass.kept * self.vocabulary);
        let of_row = |(row, one): (&&[u32], &[f32])| Logits {
            vocabulary: self.vocabulary,
            values: one[..row.len() * self.vocabulary].to_vec(),
        };
        Ok(continuations.iter().zip(values.chunks_exact(width)).map(of_row).collect())
    }

    /// Whether it can read these after so many tokens.
    fn admit(&self, rows: &[&[u32]], past: usize) -> Result<(), OnnxError> {
        if rows.iter().any(|row| row.is_empty()) {
            return Err(OnnxError::NoTokens);
        }
        let vocabulary = self.vocabulary;
        if let Some(&token) = rows.iter().copied().flatten().find(|token| **token as usize >= vocabulary) {
            return Err(OnnxError::NoSuchToken { token, vocabulary });
        }
        let tokens = past + rows.iter().map(|row| row.len()).max().unwrap_or(0);
        match self.positions {
            Some(most) if tokens > most => Err(OnnxError::TooLong { tokens, most }),
            _ => Ok(()),
        }
    }

    /// The logits of a pass from a place of its first row on; the only copy that is made of them.
    fn numbers(&self, pass: &Pass, from: usize) -> Result<Vec<f32>, OnnxError> {
        let from = from * self.vocabulary;
        if let Ok((_, values)) = pass.logits.try_extract_tensor::<f32>() {
            return Ok(values[from..].to_vec());
        }
        let (_, values) = pass.logits.try_extract_tensor::<f16>().map_err(|error| self.failed(&error))?;
        Ok(values[from..].iter().map(|value| value.to_f32()).collect())
    }

    fn run(
        &mut self,
        rows: &[&[u32]],
        past: usize,
        repeated: Option<Vec<DynValue>>,
        cache: &KvCache,
        keep: Keep,
    ) -> Result<Pass, OnnxError> {
        let (batch, width) = (rows.len(), rows.iter().map(|row| row.len()).max().unwrap_or(0));
        self.admit(rows, past)?;
        self.usage.passes += 1;
        self.usage.tokens += rows.iter().map(|row| row.len() as u64).sum::<u64>();
        let prepared = self.prepare(rows, past, width, keep);
        let mut inputs = prepared.map_err(|error| self.failed(&error))?;
        if let Some(embed) = &mut self.embed {
            let ids = inputs.remove(0).1;
            let path = embed.path().to_owned();
            let mut outputs = embed.run(vec![("input_ids", ids)])?;
            let embedded = outputs.remove("inputs_embeds");
            let problem = "gave no inputs_embeds".to_owned();
            inputs.push(("inputs_embeds", embedded.ok_or(OnnxError::Run { path, problem })?.into()));
        }
        let is_first = past == 0;
        let known = repeated.as_deref().unwrap_or(cache.values());
        for (place, slot) in self.slots.iter().enumerate() {
            let value: SessionInputValue<'_> = match known.get(place).filter(|_| !is_first) {
                Some(value) => value.into(),
                None => empty(self.kv, batch).map_err(|error| failed(&self.graph, &error))?.into(),
            };
            inputs.push((&slot.past, value));
        }
        let path = self.graph.path().to_owned();
        // A graph that can be asked to leaves the others out.
        let is_short = matches!(keep, Keep::Last) && self.graph.has_input(KEPT_LOGITS);
        let kept = if is_short { 1 } else { width };
        let mut outputs = self.graph.run(inputs)?;
        let fault = |problem: String| OnnxError::Run { path: path.clone(), problem };
        let logits = outputs.remove("logits").ok_or_else(|| fault("it gave no logits".to_owned()))?;
        let count = logits.dtype().tensor_shape().map_or(0, Shape::num_elements);
        if count != batch * kept * self.vocabulary {
            return Err(fault(format!("it gave {count} logits for {batch} rows of {width} tokens")));
        }
        let present =
            |slot: &Slot| outputs.remove(&slot.present).ok_or_else(|| fault(format!("it gave no {}", slot.present)));
        let values = self.slots.iter().map(present).collect::<Result<_, _>>()?;
        Ok(Pass { logits, kept, values })
    }

    /// Ids first, then what else the graph takes besides keys and values; shorter rows are padded at their end.
    fn prepare(
        &self,
        rows: &[&[u32]],
        past: usize,
        width: usize,
        keep: Keep,
    ) -> ort::Result<Vec<(&'static str, SessionInputValue<'static>)>> {
        let batch = rows.len();
        let ids: Vec<i64> =
            rows.iter().flat_map(|row| row.iter().map(|&id| i64::from(id)).chain(vec![0; width - row.len()])).collect();
        let mask: Vec<i64> =
            rows.iter().flat_map(|row| (0..past + width).map(|place| i64::from(place < past + row.len()))).collect();
        let mut inputs: Vec<(&'static str, SessionInputValue<'static>)> = vec![
            ("input_ids", Tensor::from_array(([batch, width], ids))?.into()),
            ("attention_mask", Tensor::from_array(([batch, past + width], mask))?.into()),
        ];
        if self.graph.has_input("position_ids") {
            let positions: Vec<i64> = (0..batch).flat_map(|_| (past..past + width).map(|place| place as i64)).collect();
            inputs.push(("position_ids", Tensor::from_array(([batch, width], positions))?.into()));
        }
        if self.graph.has_input("use_cache_branch") {
            inputs.push(("use_cache_branch", Tensor::from_array(([1], vec![past > 0]))?.into()));
        }
        if self.graph.has_input(KEPT_LOGITS) {
            let count = match keep {
                Keep::All => 0_i64,
                Keep::Last => 1,
            };
            inputs.push((KEPT_LOGITS, Tensor::from_array((Vec::<i64>::new(), vec![count]))?.into()));
        }
        Ok(inputs)
    }

    fn failed(&self, error: &ort::Error) -> OnnxError {
        failed(&self.graph, error)
    }
}

fn failed(graph: &Graph, error: &ort::Error) -> OnnxError {
    OnnxError::Run { path: graph.path().to_owned(), problem: error.to_string() }
}
