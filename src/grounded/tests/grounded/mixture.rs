//! A language model whose distribution over answers is known exactly: the parser and the scorer must reproduce it.

use surefleet_fleet::Digest;
use surefleet_language::{ModelFingerprint, Prompt, ScoreError, TokenModel};

/// Answers with their weights; its tokens are bytes, so every symbol is cut everywhere.
pub struct Mixture {
    answers: Vec<(String, f64)>,
    /// Length of the prompt, in tokens.
    prompt: usize,
    pub passes: usize,
}

impl Mixture {
    pub fn new(answers: &[(&str, f64)]) -> Self {
        let answers = answers.iter().map(|(answer, weight)| ((*answer).to_owned(), *weight)).collect();
        Self { answers, prompt: 3, passes: 0 }
    }
}

impl TokenModel for Mixture {
    fn fingerprint(&self) -> ModelFingerprint {
        ModelFingerprint {
            name: "mixture".into(),
            weights: Digest::of([]),
            tokenizer: Digest::of([]),
            quantisation: "none".into(),
            backend: "test".into(),
            backend_version: "1".into(),
            dtype: "f64".into(),
        }
    }

    fn prompt(&self, _: &Prompt) -> Result<Vec<u32>, ScoreError> {
        Ok(vec![0; self.prompt])
    }

    fn separator(&self) -> &'static str {
        ""
    }

    fn encode(&self, answer: &str) -> Result<Vec<u32>, ScoreError> {
        Ok(answer.bytes().map(u32::from).collect())
    }

    fn next(&mut self, tokens: &[u32]) -> Result<(Vec<f32>, usize), ScoreError> {
        self.passes += 1;
        let read = &tokens[self.prompt..];
        let mut mass = [0.0; 256];
        for (answer, weight) in &self.answers {
            let bytes = answer.as_bytes();
            let begins =
                bytes.len() > read.len() && read.iter().zip(bytes).all(|(token, byte)| *token == u32::from(*byte));
            if begins {
                mass[usize::from(bytes[read.len()])] += weight;
            }
        }
        // A byte that continues no answer is as good as impossible; if none continues, all are equally likely.
        Ok((mass.iter().map(|mass| (mass + 1e-30_f64).ln() as f32).collect(), 1))
    }
}
