use crate::{Prompt, ScoreError, Usage};

/// What a language model is asked to continue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextRequest {
    /// The prompt: its prefix is the system's message, its suffix the user's, where a model tells them apart.
    pub prompt: Prompt,
    /// Tokens that are written at most, 1 or more.
    pub max_tokens: u32,
    /// Texts that end the answer and are not part of it; none: it ends where the model ends it.
    pub stop: Vec<String>,
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
    /// [`ScoreError::Setting`] for a limit of no token, or an empty text to stop at.
    pub fn check(&self) -> Result<(), ScoreError> {
        let refused = |name, value: &str, mend| Err(ScoreError::Setting { name, value: value.into(), mend });
        if self.max_tokens == 0 {
            return refused("max_tokens", "0", "allow at least one token");
        }
        if self.stop.iter().any(String::is_empty) {
            return refused("stop", "empty", "name the text that ends an answer, or none");
        }
        Ok(())
    }
}
