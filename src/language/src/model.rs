use crate::{Prompt, ScoreError, Usage};

/// A request to a language model to continue a prompt.
#[derive(Debug, Clone, PartialEq)]
pub struct TextRequest {
    /// The prompt. For a chat model the prefix is the system message and the suffix the user message.
    pub prompt: Prompt,
    /// Greatest number of tokens to write, at least 1.
    pub max_tokens: u32,
    /// Texts that end the answer and are not part of it. If there are none, the model ends the answer.
    pub stop: Vec<String>,
    /// How each token is chosen.
    pub sampling: Sampling,
}

/// How each token of a text is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Sampling {
    /// The likeliest token.
    #[default]
    Greedy,
    /// A random token, with the probabilities that the model gives.
    Drawn {
        /// Divisor of the logits, above 0. Below 1, likely tokens become likelier.
        temperature: f64,
        /// Only the likeliest tokens are drawn, as few as have this total probability: above 0; 1 for all.
        top_p: f64,
        /// Seed of the random numbers: the same seed gives the same text.
        seed: u64,
    },
}

/// A text written by a language model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// The answer, unchanged.
    pub text: String,
    /// Whether the model ended the text. If not, it was cut off at the token limit.
    pub is_whole: bool,
    /// The cost of the call.
    pub usage: Usage,
}

impl TextRequest {
    /// Checks that the request is valid.
    ///
    /// # Errors
    /// [`ScoreError::Setting`] for a limit of zero tokens, an empty stop text, or invalid sampling parameters.
    pub fn check(&self) -> Result<(), ScoreError> {
        let refused = |name, value: String, mend| Err(ScoreError::Setting { name, value, mend });
        if self.max_tokens == 0 {
            return refused("max_tokens", "0".into(), "allow at least one token");
        }
        if self.stop.iter().any(String::is_empty) {
            return refused("stop", "empty".into(), "name the text that ends an answer, or none");
        }
        if let Sampling::Drawn { temperature, top_p, .. } = self.sampling {
            if !(temperature.is_finite() && temperature > 0.0) {
                return refused(
                    "temperature",
                    temperature.to_string(),
                    "it must be above 0; greedy sampling is its limit",
                );
            }
            if !(top_p > 0.0 && top_p <= 1.0) {
                return refused("top_p", top_p.to_string(), "it must be above 0, and at most 1");
            }
        }
        Ok(())
    }
}
