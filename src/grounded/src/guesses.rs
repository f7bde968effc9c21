use std::collections::HashMap;

/// The most tokens that are guessed at once: of a beginning that turns out unlikely, all are read in vain.
const GUESSED: usize = 4;

/// What was read beyond the beginnings that were asked for, in the hope that they go on like whole answers.
#[derive(Default)]
pub(crate) struct Guesses {
    /// Whole answers.
    whole: Vec<Vec<u32>>,
    /// Logits after beginnings that were not asked for yet.
    rows: HashMap<Vec<u32>, Vec<f32>>,
}

impl Guesses {
    /// Takes in a whole answer.
    pub fn learn(&mut self, whole: Vec<u32>) {
        self.whole.push(whole);
    }

    /// The tokens that may follow a beginning: those of the answer that began most like it.
    pub fn after(&self, tokens: &[u32]) -> Vec<u32> {
        let shared = |whole: &&Vec<u32>| tokens.iter().zip(*whole).take_while(|(one, other)| one == other).count();
        // The last token ends the answer: nothing is asked after it.
        let rest = |whole: &Vec<u32>| {
            let end = (tokens.len() + GUESSED).min(whole.len() - 1);
            whole.get(tokens.len()..end).map(<[u32]>::to_vec)
        };
        self.whole.iter().max_by_key(shared).and_then(rest).unwrap_or_default()
    }

    /// Keeps the logits after a beginning and after each guessed token; returns the first.
    pub fn keep(&mut self, tokens: &[u32], guessed: &[u32], rows: Vec<Vec<f32>>) -> Vec<f32> {
        let mut rows = rows.into_iter();
        let first = rows.next().unwrap_or_default();
        let mut tokens = tokens.to_vec();
        for (token, row) in guessed.iter().zip(rows) {
            tokens.push(*token);
            self.rows.insert(tokens.clone(), row);
        }
        first
    }

    /// The logits after a beginning, if they were read.
    pub fn take(&mut self, tokens: &[u32]) -> Option<Vec<f32>> {
        self.rows.remove(tokens)
    }
}
