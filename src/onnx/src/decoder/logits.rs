/// Logits for each token read: `[tokens, vocabulary]`.
#[derive(Debug, Clone, PartialEq)]
pub struct Logits {
    pub(super) vocabulary: usize,
    pub(super) values: Vec<f32>,
}

impl Logits {
    /// Logits of what follows the token at index `place`.
    ///
    /// # Panics
    /// If there is no such token.
    pub fn after(&self, place: usize) -> &[f32] {
        &self.values[place * self.vocabulary..(place + 1) * self.vocabulary]
    }

    /// Logits of what follows the last token.
    pub fn last(&self) -> &[f32] {
        self.after(self.len() - 1)
    }

    /// Number of tokens read.
    pub fn len(&self) -> usize {
        self.values.len() / self.vocabulary
    }

    /// Whether no token was read.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}
