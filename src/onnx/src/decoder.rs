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

/// A decoder-only language model: tokens in, logits of what comes next out.
pub struct Decoder {
    embed: Option<Embedding>,
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

impl Decoder {
    /// Loads the graphs of a model.
    ///
    /// # Errors
    /// A file that is no graph, or the graph of something else.
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
        let seen = cache.seen().map(|features| features.after(cache.tokens()));
        let pass = self.run(&Reading { rows: &[tokens], past, keep: Keep::All, seen }, None, cache)?;
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
        cache.see(None);
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
        self.piece(cache, text, None)
    }

    /// As [`read_piece`](Self::read_piece), of a text in which the first tokens of a picture stand for its features, in their order.
    ///
    /// # Errors
    /// As [`read_piece`](Self::read_piece); [`OnnxError::Features`] where the text has fewer tokens for them than there are rows, or the
    /// model has no graph for embeddings.
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

    /// Reads each of several continuations of what is in the cache, in one pass; the cache stays as it is.
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
}
