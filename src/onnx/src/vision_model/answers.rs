//! Questions about the picture: the probability of each answer, or an answer in the model's own words.

use std::collections::BTreeSet;

use surefleet_language::{
    Exchange, ModelFingerprint, MultipleChoice, Picture, Sampling, ScoreError, Scores, Usage, VisionLanguageModel,
    log_sum_exp,
};

use super::OnnxVisionModel;
use crate::{KvCache, Sampler, language_model::refused};

impl VisionLanguageModel for OnnxVisionModel {
    fn fingerprint(&self) -> ModelFingerprint {
        self.fingerprint.clone()
    }

    fn look(&mut self, picture: &Picture) -> Result<Usage, ScoreError> {
        if self.seen.as_ref().is_some_and(|seen| seen.picture == *picture) {
            return Ok(Usage::default());
        }
        self.seen = None;
        self.cache = KvCache::default();
        self.look_at(picture).map_err(refused)
    }

    fn choose(&mut self, said: &[Exchange], question: &str, answers: &[&str]) -> Result<MultipleChoice, ScoreError> {
        if answers.len() < 2 {
            let value = answers.len().to_string();
            return Err(ScoreError::Setting { name: "answers", value, mend: "give at least two to choose from" });
        }
        let features = self.features()?;
        let asked = self.prompt.with_answers(&self.words, &features, said, question, answers);
        let (mut tokens, options) = asked.map_err(refused)?;
        if let Some(twins) = twins(&options) {
            return Err(ScoreError::Labels(twins.map(|place| answers[place].to_owned())));
        }
        let mut usage = Usage::default();
        let (asked, mut sums) = (tokens.len(), vec![0.0; options.len()]);
        // In this order, common beginnings of answers are read once.
        let begun: BTreeSet<&[u32]> = options.iter().flat_map(|one| (0..one.len()).map(|end| &one[..end])).collect();
        for beginning in begun {
            tokens.truncate(asked);
            tokens.extend(beginning);
            usage.prompt_tokens += tokens.len() as u64;
            usage.cached_tokens += self.cache.shared_seeing(&tokens, Some(&features)) as u64;
            let (logits, passes) = self.next(&tokens, &features)?;
            usage.model_calls += passes;
            let log_total = log_sum_exp(&logits)?;
            for (option, sum) in options.iter().zip(&mut sums) {
                if let Some(token) = option.strip_prefix(beginning).and_then(<[u32]>::first) {
                    *sum += f64::from(logits.get(*token as usize).copied().unwrap_or(f32::NEG_INFINITY)) - log_total;
                }
            }
        }
        let scores = Scores::from_logits(&sums, usage)?;
        Ok(MultipleChoice {
            probabilities: scores.log_probabilities.iter().map(|score| score.exp()).collect(),
            // No answer begins with another one, so they exclude each other. A sum above 1 is rounding.
            mass: sums.iter().map(|sum| sum.exp()).sum::<f64>().min(1.0),
            usage,
        })
    }

    fn describe(&mut self, said: &[Exchange], question: &str, max_tokens: u32) -> Result<(String, Usage), ScoreError> {
        if max_tokens == 0 {
            return Err(ScoreError::Setting {
                name: "max_tokens",
                value: "0".into(),
                mend: "allow at least one token",
            });
        }
        let features = self.features()?;
        let mut tokens = self.tokens(&features, said, question).map_err(refused)?;
        let asked = tokens.len();
        let cached_tokens = self.cache.shared_seeing(&tokens, Some(&features)) as u64;
        let mut usage = Usage { prompt_tokens: asked as u64, cached_tokens, ..Usage::default() };
        // The last token of an answer is not read. A prompt that leaves no room is refused when it is read.
        let room = self.decoder.positions().map_or(usize::MAX, |most| (most + 1).saturating_sub(asked)).max(1);
        let mut sampler = Sampler::new(Sampling::Greedy);
        for _ in 0..room.min(max_tokens as usize) {
            let (logits, passes) = self.next(&tokens, &features)?;
            usage.model_calls += passes;
            let token = sampler.choose(&logits).map_err(refused)?;
            usage.completion_tokens += 1;
            if self.words.is_end(token) {
                break;
            }
            tokens.push(token);
        }
        let text = self.words.decode_begun(&tokens[asked..]).map_err(refused)?;
        Ok((text.trim().to_owned(), usage))
    }
}

/// The places of two answers that cannot be told apart: one begins with the other, or has no tokens.
fn twins(options: &[Vec<u32>]) -> Option<[usize; 2]> {
    let mut places: Vec<usize> = (0..options.len()).collect();
    places.sort_by_key(|place| &options[*place]);
    places.windows(2).map(|pair| [pair[0], pair[1]]).find(|[one, next]| options[*next].starts_with(&options[*one]))
}
