mod embedding;
mod logits;
mod pass;

pub use self::logits::Logits;
use self::{
    embedding::Embedding,
    pass::{Keep, Reading},
};
use crate::{
    Features, Graphs, KvCache, ModelDir, OnnxError,
    cache::{KvShape, is_half},
    graph::{Graph, Runtime},
};

/// A decoder-only language model: takes tokens and returns the logits of the next one.
pub struct Decoder {
    embed: Option<Embedding>,
    graph: Graph,
    slots: Vec<Slot>,
    kv: KvShape,
    vocabulary: usize,
    positions: Option<usize>,
    usage: Passes,
}

/// Keys or values of one layer: the names of the graph's input and output.
struct Slot {
    past: String,
    present: String,
}

/// Number of tokens read at once if only the logits of the last one are needed.
const PIECE: usize = 64;

/// Counts of the work done so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Passes {
    /// Number of runs of the graph.
    pub passes: u64,
    /// Number of tokens read, without padding.
    pub tokens: u64,
}

impl Decoder {
    /// Loads the graphs of a model.
    ///
    /// # Errors
    /// A file that is not a graph, or not the graph of such a model.
    pub fn load(model: &ModelDir, runtime: &Runtime) -> Result<Self, OnnxError> {
        let (embed, graph) = match model.graphs() {
            Graphs::Whole(path) => (None, Graph::load(path, runtime)?),
            Graphs::Split { embed, decoder } => {
                (Some(Embedding::load(embed, runtime)?), Graph::load(decoder, runtime)?)
            }
        };
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

    /// Number of tokens in its vocabulary.
    pub fn vocabulary(&self) -> usize {
        self.vocabulary
    }

    /// Number of tokens that it can see; `None` if its configuration does not say.
    pub fn positions(&self) -> Option<usize> {
        self.positions
    }

    /// The type of its keys and values: `f32` or `f16`.
    pub fn dtype(&self) -> &'static str {
        if self.kv.is_half { "f16" } else { "f32" }
    }

    /// The work done so far.
    pub fn usage(&self) -> Passes {
        self.usage
    }

    /// Reads tokens after those in the cache, and adds them to the cache.
    ///
    /// # Errors
    /// [`OnnxError::NoTokens`], [`OnnxError::NoSuchToken`], [`OnnxError::TooLong`], [`OnnxError::Run`]. The cache is
    /// then unchanged.
    pub fn read(&mut self, cache: &mut KvCache, tokens: &[u32]) -> Result<Logits, OnnxError> {
        let past = cache.tokens().len();
        let seen = cache.seen().map(|features| features.after(cache.tokens()));
        let pass = self.run(&Reading { rows: &[tokens], past, keep: Keep::All, seen }, None, cache)?;
        let values = self.numbers(&pass, 0)?;
        cache.extend(tokens, pass.values);
        Ok(Logits { vocabulary: self.vocabulary, values })
    }

    /// Reads the part of a text that is not in the cache, and adds it. Returns the logits of that part.
    ///
    /// # Errors
    /// Like [`read`](Self::read).
    pub fn read_from(&mut self, cache: &mut KvCache, text: &[u32]) -> Result<Logits, OnnxError> {
        self.admit(&[text], 0)?;
        let shared = cache.shared(text);
        cache.truncate(shared, self.kv).map_err(|error| self.failed(&error))?;
        cache.see(None);
        self.read(cache, &text[shared..])
    }

    /// Reads a text, and guessed tokens behind it, in one pass. Returns the logits after the text and after each guessed token, and
    /// the number of tokens read. What the model cannot see any more is not read; nor is any guess if much of the text is new.
    ///
    /// # Errors
    /// Like [`read`](Self::read).
    pub fn read_along(
        &mut self,
        cache: &mut KvCache,
        text: &[u32],
        guessed: &[u32],
    ) -> Result<(Logits, usize), OnnxError> {
        let shared = cache.shared(text);
        let room = self.positions.map_or(guessed.len(), |most| most.saturating_sub(text.len()).min(guessed.len()));
        if room == 0 || text.is_empty() || text.len() - shared > PIECE {
            let (values, read) = self.read_last(cache, text)?;
            return Ok((Logits { vocabulary: self.vocabulary, values }, read));
        }
        // Also where the cache goes on like the guess: the logits after the text are needed.
        cache.truncate(shared, self.kv).map_err(|error| self.failed(&error))?;
        let mut logits = self.read_from(cache, &[text, &guessed[..room]].concat())?;
        let read = logits.len();
        logits.values.drain(..(text.len() - 1 - shared) * self.vocabulary);
        Ok((logits, read))
    }

    /// Reads the part of a text that is not in the cache, and adds it. Returns only the logits of the last token, and
    /// the number of tokens read. Long texts are read in pieces, because the logits of a whole prompt can take
    /// gigabytes.
    ///
    /// # Errors
    /// Like [`read`](Self::read). The cache then holds the pieces that were read.
    pub fn read_last(&mut self, cache: &mut KvCache, text: &[u32]) -> Result<(Vec<f32>, usize), OnnxError> {
        let lacked = text.len() - cache.shared(text);
        loop {
            if let Some(last) = self.read_piece(cache, text)? {
                return Ok((last, lacked));
            }
        }
    }

    /// Reads the next piece of a text that is not in the cache, and adds it. Returns the logits of the text's last
    /// token once the whole text has been read.
    ///
    /// # Errors
    /// Like [`read`](Self::read).
    pub fn read_piece(&mut self, cache: &mut KvCache, text: &[u32]) -> Result<Option<Vec<f32>>, OnnxError> {
        self.piece(cache, text, None)
    }

    /// Like [`read_piece`](Self::read_piece), for a text whose first picture tokens get the features, in order.
    ///
    /// # Errors
    /// Like [`read_piece`](Self::read_piece); [`OnnxError::Features`] if the text has fewer tokens for the features
    /// than there are rows, or the model has no graph for embeddings.
    pub fn read_piece_seeing(
        &mut self,
        cache: &mut KvCache,
        text: &[u32],
        features: &Features,
    ) -> Result<Option<Vec<f32>>, OnnxError> {
        let tokens = if self.embed.is_some() { features.tokens_in(text) } else { 0 };
        if tokens < features.rows() {
            return Err(OnnxError::Features { features: features.rows(), tokens });
        }
        self.piece(cache, text, Some(features))
    }

    fn piece(
        &mut self,
        cache: &mut KvCache,
        text: &[u32],
        features: Option<&Features>,
    ) -> Result<Option<Vec<f32>>, OnnxError> {
        self.admit(&[text], 0)?;
        let shared = cache.shared_seeing(text, features);
        cache.truncate(shared, self.kv).map_err(|error| self.failed(&error))?;
        let piece = &text[shared..text.len().min(shared + PIECE)];
        let seen = features.map(|features| features.after(&text[..shared]));
        let pass = self.run(&Reading { rows: &[piece], past: shared, keep: Keep::Last, seen }, None, cache)?;
        let is_all = shared + piece.len() == text.len();
        let last = is_all.then(|| self.numbers(&pass, pass.kept - 1)).transpose()?;
        cache.extend(piece, pass.values);
        cache.see(features);
        Ok(last)
    }

    /// Reads each of several continuations of the cached tokens in one pass. The cache does not change.
    ///
    /// # Errors
    /// Like [`read`](Self::read).
    pub fn read_each(&mut self, cache: &KvCache, continuations: &[&[u32]]) -> Result<Vec<Logits>, OnnxError> {
        if continuations.is_empty() {
            return Ok(Vec::new());
        }
        let repeated = cache.repeated(continuations.len(), self.kv).map_err(|error| self.failed(&error))?;
        let reading = Reading { rows: continuations, past: cache.tokens().len(), keep: Keep::All, seen: None };
        let pass = self.run(&reading, Some(repeated), cache)?;
        let (values, width) = (self.numbers(&pass, 0)?, pass.kept * self.vocabulary);
        let of_row = |(row, one): (&&[u32], &[f32])| Logits {
            vocabulary: self.vocabulary,
            values: one[..row.len() * self.vocabulary].to_vec(),
        };
        Ok(continuations.iter().zip(values.chunks_exact(width)).map(of_row).collect())
    }

    /// Checks that the decoder can read these rows after `past` tokens.
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
}
