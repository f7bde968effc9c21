use crate::{Prompt, ScoreError, Usage};

/// What a language model is asked to continue.
#[derive(Debug, Clone, PartialEq)]
pub struct TextRequest {
    /// The prompt: its prefix is the system's message, its suffix the user's, where a model tells them apart.
    pub prompt: Prompt,
    /// Tokens that are written at most, 1 or more.
    pub max_tokens: u32,
    /// Texts that end the answer and are not part of it; none: it ends where the model ends it.
    pub stop: Vec<String>,
    /// How each token is chosen.
    pub sampling: Sampling,
}

/// How each token of a text is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Sampling {
    /// The likeliest one.
    #[default]
    Greedy,
    /// One by chance, as likely as the model says.
    Drawn {
        /// What logits are divided by, above 0: below 1 likely tokens become likelier.
        temperature: f64,
        /// Only of the likeliest tokens, as few as have this probability together; above 0, and 1 for all.
        top_p: f64,
        /// Of chance: the same seed gives the same text.
        seed: u64,
    },
}

/// What a language model wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// The answer, as it came.
    pub text: String,
    /// Whether the model ended it; if not, it was cut off after so many tokens as were allowed.
    pub is_whole: bool,
    /// What it cost.
    pub usage: Usage,
}

impl TextRequest {
    /// Checks that there is something to write.
    ///
    /// # Errors
    /// [`ScoreError::Setting`] for a limit of no token, an empty text to stop at, or a chance that is none.
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
