use std::{ops::AddAssign, sync::Arc};

use serde::{Deserialize, Serialize};
use surefleet_fleet::TeamStep;

use crate::ScoreError;

/// One log-probability per option, and the cost of computing them.
#[derive(Debug, Clone, PartialEq)]
pub struct Scores {
    /// g of each option in the order of the question: finite, at most 0; their exponentials sum to 1.
    pub log_probabilities: Vec<f64>,
    /// The cost of scoring.
    pub usage: Usage,
    /// How well the scorer understood the mission; `None` if it does not say.
    pub understanding: Option<Understanding>,
    /// The mission's meanings in words, likeliest first, with probabilities; empty if the scorer does not say.
    pub meanings: Arc<[(String, f64)]>,
    /// The joint step that a planner for the team wrote before; `None`: the turn awaits none, or there is none.
    pub team_step: Option<Arc<TeamStep>>,
}

/// How well a scorer understood a mission's words, before anything was done.
///
/// It depends on the brief alone, so it is the same for every decision of a mission. Missions can therefore be sorted
/// by it before their first decision, and each kind can be calibrated separately.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Understanding {
    /// Probability of the likeliest meaning, 0 to 1.
    pub top: f64,
    /// Probability of all possible meanings that the scorer did not understand, 0 to 1.
    pub unexplained: f64,
}

/// The cost of calls to a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Usage {
    /// Calls to a model, failed ones included.
    pub model_calls: u64,
    /// Tokens read, cached ones included.
    pub prompt_tokens: u64,
    /// Tokens written.
    pub completion_tokens: u64,
    /// Tokens read that the server had cached.
    pub cached_tokens: u64,
}

impl AddAssign for Usage {
    fn add_assign(&mut self, more: Self) {
        self.model_calls += more.model_calls;
        self.prompt_tokens += more.prompt_tokens;
        self.completion_tokens += more.completion_tokens;
        self.cached_tokens += more.cached_tokens;
    }
}

impl Scores {
    /// Normalises logits over the options: log-softmax in f64.
    ///
    /// # Errors
    /// [`ScoreError::NoOptions`] for no logit, [`ScoreError::Logit`] for one that is not finite.
    pub fn from_logits(logits: &[f64], usage: Usage) -> Result<Self, ScoreError> {
        if let Some(place) = logits.iter().position(|logit| !logit.is_finite()) {
            return Err(ScoreError::Logit { place, value: logits[place].to_string() });
        }
        let greatest = logits.iter().copied().reduce(f64::max).ok_or(ScoreError::NoOptions)?;
        let log_total = logits.iter().map(|logit| (logit - greatest).exp()).sum::<f64>().ln();
        let log_probabilities = logits.iter().map(|logit| (logit - greatest) - log_total).collect();
        Ok(Self { log_probabilities, usage, understanding: None, meanings: Arc::default(), team_step: None })
    }

    /// Adds to the scores how well the scorer understood the mission.
    #[must_use]
    pub fn understood(self, understanding: Understanding) -> Self {
        Self { understanding: Some(understanding), ..self }
    }

    /// Adds to the scores the meanings that the scorer understood.
    #[must_use]
    pub fn meaning(self, meanings: Arc<[(String, f64)]>) -> Self {
        Self { meanings, ..self }
    }

    /// The index of the highest score; the first one of equal scores.
    pub fn best(&self) -> usize {
        let mut best = 0;
        for (place, score) in self.log_probabilities.iter().enumerate() {
            if *score > self.log_probabilities[best] {
                best = place;
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn probabilities_sum_to_one_and_keep_the_logits_differences(
            logits in prop::collection::vec(-1e3..1e3_f64, 1..60)
        ) {
            let scores = Scores::from_logits(&logits, Usage::default()).expect("finite logits");
            let total: f64 = scores.log_probabilities.iter().map(|score| score.exp()).sum();
            prop_assert!((total - 1.0).abs() < 1e-9);
            for (score, logit) in scores.log_probabilities.iter().zip(&logits) {
                prop_assert!(*score <= 0.0);
                let kept = (score - scores.log_probabilities[0]) - (logit - logits[0]);
                prop_assert!(kept.abs() < 1e-9);
            }
        }
    }

    #[test]
    fn huge_logits_do_not_overflow() {
        let scores = Scores::from_logits(&[1e308, -1e307], Usage::default()).expect("finite logits");
        assert_eq!(scores.log_probabilities[0], 0.0);
    }

    #[test]
    fn of_equal_scores_the_first_is_best() {
        let scores = Scores::from_logits(&[0.0, 1.0, 1.0], Usage::default()).expect("finite logits");
        assert_eq!(scores.best(), 1);
    }

    #[test]
    fn what_is_not_finite_is_refused_by_place() {
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let refused = Scores::from_logits(&[0.0, value], Usage::default());
            assert_eq!(refused, Err(ScoreError::Logit { place: 1, value: value.to_string() }));
        }
        assert_eq!(Scores::from_logits(&[], Usage::default()), Err(ScoreError::NoOptions));
    }
}
