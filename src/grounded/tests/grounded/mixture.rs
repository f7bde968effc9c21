//! A language model whose distribution over answers is known exactly: what is decoded from it must reproduce it.

use surefleet_fleet::Digest;
use surefleet_language::{ModelFingerprint, Prompt, ScoreError, TokenModel};

/// Answers with their weights; its tokens are bytes, so every symbol is cut everywhere, and phrases, which it writes wherever it
/// can.
pub struct Mixture {
    phrases: Vec<&'static str>,
    answers: Vec<(String, f64)>,
    /// Length of the prompt, in tokens.
    prompt: usize,
    pub passes: usize,
    /// Whether it reads what is guessed as well.
    reads_along: bool,
}

impl Mixture {
    pub fn new(answers: &[(&str, f64)]) -> Self {
        let answers = answers.iter().map(|(answer, weight)| ((*answer).to_owned(), *weight)).collect();
        Self { phrases: Vec::new(), answers, prompt: 3, passes: 0, reads_along: false }
    }

    pub fn with_phrases(self, phrases: &[&'static str]) -> Self {
        Self { phrases: phrases.to_vec(), ..self }
    }

    pub fn reading_along(self) -> Self {
        Self { reads_along: true, ..self }
    }

    fn logits_after(&self, tokens: &[u32]) -> Vec<f32> {
        let mut read = Vec::new();
        for &token in &tokens[self.prompt..] {
            match token {
                0..256 => read.push(token as u8),
                _ => read.extend(self.phrases[token as usize - 256].bytes()),
            }
        }
        let mut mass = vec![0.0; 256 + self.phrases.len()];
        for (answer, weight) in &self.answers {
            if let Some(rest) = answer.as_bytes().strip_prefix(&read[..]).filter(|rest| !rest.is_empty()) {
                let phrase = self.phrases.iter().position(|phrase| rest.starts_with(phrase.as_bytes()));
                mass[phrase.map_or(usize::from(rest[0]), |phrase| 256 + phrase)] += weight;
            }
        }
        // A token that continues no answer is as good as impossible; if none continues, all are equally likely.
        mass.iter().map(|mass| (mass + 1e-30_f64).ln() as f32).collect()
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

    fn phrases(&self) -> Vec<(String, u32)> {
        self.phrases.iter().zip(256..).map(|(phrase, token)| ((*phrase).to_owned(), token)).collect()
    }

    fn next(&mut self, tokens: &[u32]) -> Result<(Vec<f32>, usize), ScoreError> {
        self.passes += 1;
        Ok((self.logits_after(tokens), 1))
    }

    fn next_along(&mut self, tokens: &[u32], guessed: &[u32]) -> Result<(Vec<Vec<f32>>, usize), ScoreError> {
        self.passes += 1;
        let guessed = if self.reads_along { guessed } else { &[] };
        let whole = [tokens, guessed].concat();
        let rows = (tokens.len()..=whole.len()).map(|end| self.logits_after(&whole[..end])).collect();
        Ok((rows, 1 + guessed.len()))
    }
}
