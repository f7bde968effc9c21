use surefleet_language::{Sampling, Usage};

use crate::{OnnxError, OnnxModel, Sampler};

/// How a text is written, and where it ends if the model does not end it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextLimits<'a> {
    /// Greatest number of tokens to write. It is lower if the model has no positions for them.
    pub max_tokens: usize,
    /// Stop texts, which end the text and are not part of it.
    pub stop: &'a [String],
    /// The way to choose each token.
    pub sampling: Sampling,
}

/// A text written by a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Generated {
    /// The text, without special tokens, and without an incomplete character at its end.
    pub text: String,
    /// All chosen tokens, including the one that ends the text.
    pub tokens: Vec<u32>,
    /// The reason why it ends.
    pub ending: TextEnding,
    /// The cost of writing it.
    pub usage: Usage,
}

/// The reason why a text ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextEnding {
    /// The model ended it.
    Model,
    /// It contains a stop text.
    Stop,
    /// It reached the token limit, or the number of the model's positions.
    Limit,
    /// The caller cancelled it.
    Cancelled,
}

impl OnnxModel {
    /// Continues a prompt. The part that the model has already read is not read again. `go_on` is called before each
    /// run of the graph. If it returns false, the text ends there; the model remembers the tokens that it has read.
    ///
    /// # Errors
    /// Like [`Decoder::read`](crate::Decoder::read); [`OnnxError::NoNumbers`], [`OnnxError::Tokens`].
    pub fn generate(
        &mut self,
        prompt: &[u32],
        limits: &TextLimits<'_>,
        mut go_on: impl FnMut() -> bool,
    ) -> Result<Generated, OnnxError> {
        let mut sampler = Sampler::new(limits.sampling);
        let before = self.decoder.usage();
        let cached = self.cache.shared(prompt);
        // The last token of a text need not be read.
        let room = self.decoder.positions().map_or(usize::MAX, |most| (most + 1).saturating_sub(prompt.len()));
        let mut tokens = prompt.to_vec();
        let (text, ending) = loop {
            if !go_on() {
                break (self.words.decode_begun(&tokens[prompt.len()..])?, TextEnding::Cancelled);
            }
            let Some(logits) = self.decoder.read_piece(&mut self.cache, &tokens)? else { continue };
            let token = sampler.choose(&logits)?;
            tokens.push(token);
            let written = &tokens[prompt.len()..];
            if self.words.is_end(token) {
                break (self.words.decode_begun(&written[..written.len() - 1])?, TextEnding::Model);
            }
            if !limits.stop.is_empty() {
                let mut text = self.words.decode_begun(written)?;
                if let Some(end) = limits.stop.iter().filter_map(|stop| text.find(stop)).min() {
                    text.truncate(end);
                    break (text, TextEnding::Stop);
                }
            }
            if written.len() >= limits.max_tokens.min(room) {
                break (self.words.decode_begun(written)?, TextEnding::Limit);
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

    /// Reads the tokens that are not yet read, and chooses the next one.
    ///
    /// # Errors
    /// Like [`generate`](Self::generate).
    pub fn choose(&mut self, tokens: &[u32], sampler: &mut Sampler) -> Result<u32, OnnxError> {
        let (logits, _) = self.decoder.read_last(&mut self.cache, tokens)?;
        sampler.choose(&logits)
    }
}
