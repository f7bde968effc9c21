use surefleet_language::{Sampling, Usage};

use crate::{OnnxError, OnnxModel, Sampler};

/// How a text is written, and where it ends if the model does not end it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limits<'a> {
    /// Tokens that are written at most; fewer where the model has no positions for them.
    pub max_tokens: usize,
    /// Texts that end it and are not part of it.
    pub stop: &'a [String],
    /// How each token is chosen.
    pub sampling: Sampling,
}

/// What a model wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Generated {
    /// The text, without special tokens, and without bytes at its end that are no whole character.
    pub text: String,
    /// All tokens that were chosen, that of the end included.
    pub tokens: Vec<u32>,
    /// Why it ends.
    pub ending: Ending,
    /// What it cost.
    pub usage: Usage,
}

/// Why a text ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The model ended it.
    Model,
    /// It came to a text to stop at.
    Stop,
    /// It has as many tokens as were allowed, or as the model has positions for.
    Limit,
    /// It was given up.
    Cancelled,
}

impl OnnxModel {
    /// Goes on with a prompt, of which it may have read the beginning before. `go_on` is asked before each run of the graph: if it
    /// says no, the text ends there, and what was read is remembered.
    ///
    /// # Errors
    /// As [`Decoder::read`](crate::Decoder::read); [`OnnxError::NoNumbers`], [`OnnxError::Tokens`].
    pub fn generate(
        &mut self,
        prompt: &[u32],
        limits: &Limits<'_>,
        mut go_on: impl FnMut() -> bool,
    ) -> Result<Generated, OnnxError> {
        let mut sampler = Sampler::new(limits.sampling);
        let before = self.decoder.usage();
        let cached = self.cache.shared(prompt);
        // The last token of a text is not read.
        let room = self.decoder.positions().map_or(usize::MAX, |most| (most + 1).saturating_sub(prompt.len()));
        let mut tokens = prompt.to_vec();
        let (text, ending) = loop {
            if !go_on() {
                break (self.words.decode_begun(&tokens[prompt.len()..])?, Ending::Cancelled);
            }
            let Some(logits) = self.decoder.read_piece(&mut self.cache, &tokens)? else { continue };
            let token = sampler.choose(&logits)?;
            tokens.push(token);
            let written = &tokens[prompt.len()..];
            if self.words.is_end(token) {
                break (self.words.decode_begun(&written[..written.len() - 1])?, Ending::Model);
            }
            if !limits.stop.is_empty() {
                let mut text = self.words.decode_begun(written)?;
                if let Some(end) = limits.stop.iter().filter_map(|stop| text.find(stop)).min() {
                    text.truncate(end);
                    break (text, Ending::Stop);
                }
            }
            if written.len() >= limits.max_tokens.min(room) {
                break (self.words.decode_begun(written)?, Ending::Limit);
            }
        };
        let tokens = tokens.split_off(prompt.len());
        let usage = Usage {
            model_calls: self.decoder.usage().passes - before.passes,
            prompt_tokens: prompt.len() as u64,
            completion_tokens: tokens.len() as u64,
            cached_tokens: cached as u64,
        };
        Ok(Generated { text, tokens, ending, usage })
    }

    /// Reads what is new of these tokens, and chooses the one that follows.
    ///
    /// # Errors
    /// As [`generate`](Self::generate).
    pub fn choose(&mut self, tokens: &[u32], sampler: &mut Sampler) -> Result<u32, OnnxError> {
        let (logits, _) = self.decoder.read_last(&mut self.cache, tokens)?;
        sampler.choose(&logits)
    }
}
