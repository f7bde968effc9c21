use std::{collections::BTreeMap, path::Path};

use surefleet_language::{ModelFingerprint, Prompt, ScoreError, TokenModel};

use crate::{Decoder, KvCache, Message, ModelDir, OnnxError, Runtime, TextCodec, fingerprint::fingerprint};

/// A language model from a folder. It remembers the text that it read last, and other texts beside it.
pub struct OnnxModel {
    fingerprint: ModelFingerprint,
    pub(crate) decoder: Decoder,
    pub(crate) words: TextCodec,
    /// Cache of the current text.
    pub(crate) cache: KvCache,
    text: usize,
    /// Caches of the other texts.
    beside: BTreeMap<usize, KvCache>,
}

impl OnnxModel {
    /// Loads the model in a folder. `variant`: the suffix of its graphs, such as `q4`; empty: none.
    ///
    /// # Errors
    /// The errors of [`ModelDir::open`], [`Decoder::load`] and [`TextCodec::load`], each with the file's name.
    pub fn load(folder: &Path, variant: &str, runtime: &Runtime) -> Result<Self, OnnxError> {
        let model = ModelDir::named(folder, variant)?;
        let (decoder, words) = (Decoder::load(&model, runtime)?, TextCodec::load(&model)?);
        let fingerprint = fingerprint(&model, runtime, decoder.dtype())?;
        Ok(Self { fingerprint, decoder, words, cache: KvCache::default(), text: 0, beside: BTreeMap::new() })
    }

    /// Forgets everything that it has read. The next text is read completely.
    pub fn forget(&mut self) {
        self.cache = KvCache::default();
        self.beside.clear();
    }
}

impl TokenModel for OnnxModel {
    fn fingerprint(&self) -> ModelFingerprint {
        self.fingerprint.clone()
    }

    fn prompt(&self, prompt: &Prompt) -> Result<Vec<u32>, ScoreError> {
        let message = |role: &str, content: &str| Message { role: role.into(), content: content.into() };
        let messages = [message("system", &prompt.prefix), message("user", &prompt.suffix)];
        self.words.prompt(&messages).map_err(refused)
    }

    fn separator(&self) -> &'static str {
        if self.words.has_template() { "" } else { " " }
    }

    fn encode(&self, answer: &str) -> Result<Vec<u32>, ScoreError> {
        self.words.encode(answer).map_err(refused)
    }

    fn phrases(&self) -> Vec<(String, u32)> {
        self.words.phrases()
    }

    fn turn_to(&mut self, text: usize) {
        if text != self.text {
            let known = self.beside.remove(&text).unwrap_or_default();
            self.beside.insert(std::mem::replace(&mut self.text, text), std::mem::replace(&mut self.cache, known));
        }
    }

    fn next(&mut self, tokens: &[u32]) -> Result<(Vec<f32>, usize), ScoreError> {
        self.decoder.read_last(&mut self.cache, tokens).map_err(refused)
    }

    fn next_along(&mut self, tokens: &[u32], guessed: &[u32]) -> Result<(Vec<Vec<f32>>, usize), ScoreError> {
        let (logits, read) = self.decoder.read_along(&mut self.cache, tokens, guessed).map_err(refused)?;
        Ok(((0..logits.len()).map(|place| logits.after(place).to_vec()).collect(), read))
    }
}

pub(crate) fn refused(error: OnnxError) -> ScoreError {
    ScoreError::Model(error.to_string())
}
