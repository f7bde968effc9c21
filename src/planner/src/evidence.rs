use serde::{Deserialize, Serialize};
use surefleet_conformal::{Fraction, PredictionSet, Sha256, Threshold};
use surefleet_fleet::Decision;

use crate::{Answer, PlannerError, Round, exact};

/// All that a decision rests on: what [`conclude`](crate::conclude) reads, live and in replay.
///
/// Well formed: one verdict an option of S, as many scores where there are any, none of them NaN or +inf, and
/// idle is of S.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Written")]
pub struct Evidence {
    idle: Decision,
    permit: Permit,
    scores: Scored,
    refused: Vec<Option<String>>,
    answers: Vec<Answer>,
}

/// Whether the calibration covers this decision.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Permit {
    /// A single allowed member of the prediction set may be taken.
    On {
        /// Digest of the calibration file.
        calibration: Sha256,
        /// The mission's error level; the threshold stands at `alpha / (W + 1)`.
        alpha: Fraction,
        /// Least score that enters the prediction set.
        threshold: Threshold,
        /// New orders that the calibration still pays for in this step, and that the team can form.
        reorders_left: u32,
    },
    /// Every decision asks a person.
    Off {
        /// Why.
        reason: String,
    },
}

/// What the scorer gave.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scored {
    /// One log-probability an option, in canonical order; -inf is a score.
    Given(#[serde(with = "exact")] Vec<f64>),
    /// Nothing usable, and why.
    Failed(String),
}

impl Evidence {
    /// From what came back for a turn: `verdicts[i]` is the monitor's word on option i of S, an error a refusal.
    ///
    /// Scores that are too few, too many, NaN or +inf count as a failed scorer: nothing may be decided from them.
    ///
    /// # Errors
    /// [`PlannerError::Verdicts`] where `idle` has no verdict.
    pub fn new(
        idle: Decision,
        permit: Permit,
        scores: Result<Vec<f64>, String>,
        verdicts: Vec<Result<(), String>>,
    ) -> Result<Self, PlannerError> {
        let scores = scores.and_then(|scores| check_scores(&scores, verdicts.len()).map(|()| scores));
        let scores = scores.map_or_else(Scored::Failed, Scored::Given);
        let refused = verdicts.into_iter().map(Result::err).collect();
        Self { idle, permit, scores, refused, answers: Vec::new() }.check()
    }

    /// Adds what a person said; answers stand in the order in which they came.
    pub fn push(&mut self, answer: Answer) {
        self.answers.push(answer);
    }

    /// The decision to stay.
    pub fn idle(&self) -> Decision {
        self.idle
    }

    /// Whether the calibration covers this decision.
    pub fn permit(&self) -> &Permit {
        &self.permit
    }

    /// What the scorer gave.
    pub fn scores(&self) -> &Scored {
        &self.scores
    }

    /// The answers so far.
    pub fn answers(&self) -> &[Answer] {
        &self.answers
    }

    /// Size of S.
    pub fn options(&self) -> usize {
        self.refused.len()
    }

    /// Score of an option; `None` where the scorer failed or S has no such option.
    pub fn score(&self, option: usize) -> Option<f64> {
        match &self.scores {
            Scored::Given(scores) => scores.get(option).copied(),
            Scored::Failed(_) => None,
        }
    }

    /// Why the monitor refuses an option; `None`: allowed.
    ///
    /// # Panics
    /// Where S has no such option.
    pub fn refusal(&self, option: usize) -> Option<&str> {
        self.refused[option].as_deref()
    }

    /// Whether the monitor allows the decision; what is not of S is not allowed.
    pub fn allows(&self, decision: Decision) -> bool {
        self.refused.get(decision.index()).is_some_and(Option::is_none)
    }

    /// The prediction set; `None` without scores or calibration: then nothing is excluded.
    pub fn set(&self) -> Option<PredictionSet> {
        let (Scored::Given(scores), Permit::On { threshold, .. }) = (&self.scores, &self.permit) else { return None };
        Some(PredictionSet::new(scores, *threshold).expect("scores were checked when the evidence was made"))
    }

    /// Least score that enters the prediction set, -inf where all do; `None` where there is no set.
    pub fn threshold(&self) -> Option<f64> {
        match (&self.scores, &self.permit) {
            (Scored::Given(_), Permit::On { threshold, .. }) => Some(match threshold {
                Threshold::Finite(threshold) => *threshold,
                Threshold::Infinite => f64::NEG_INFINITY,
            }),
            _ => None,
        }
    }

    /// The options that a person sees in a round, best first; refused ones are shown but are no answer.
    pub fn shown(&self, round: Round) -> Vec<Decision> {
        let decision = |option: usize| Decision::new(u16::try_from(option).expect("S is checked to fit 16 bits"));
        if let (Round::Set, Some(set)) = (round, self.set()) {
            return set.indices().map(decision).collect();
        }
        let mut options: Vec<usize> = (0..self.options()).collect();
        if let Scored::Given(scores) = &self.scores {
            // Stable: equal scores keep the canonical order.
            options.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
        }
        options.into_iter().map(decision).collect()
    }

    fn check(self) -> Result<Self, PlannerError> {
        if self.idle.index() >= self.refused.len() || self.refused.len() >= usize::from(u16::MAX) {
            return Err(PlannerError::Verdicts { verdicts: self.refused.len(), idle: self.idle.get() });
        }
        Ok(self)
    }
}

fn check_scores(scores: &[f64], options: usize) -> Result<(), String> {
    if scores.len() != options {
        return Err(format!("{} scores for {options} options: the scorer must give one each", scores.len()));
    }
    match scores.iter().position(|score| score.is_nan() || *score == f64::INFINITY) {
        Some(option) => Err(format!(
            "score of option {option} is {}: a log-probability is a number or -inf, so check the scorer",
            scores[option]
        )),
        None => Ok(()),
    }
}

/// Evidence as it stands in a file, unchecked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    idle: Decision,
    permit: Permit,
    scores: Scored,
    refused: Vec<Option<String>>,
    answers: Vec<Answer>,
}

impl TryFrom<Written> for Evidence {
    type Error = PlannerError;

    fn try_from(written: Written) -> Result<Self, PlannerError> {
        let Written { idle, permit, scores, refused, answers } = written;
        if let Scored::Given(scores) = &scores {
            check_scores(scores, refused.len()).map_err(PlannerError::Scores)?;
        }
        Self { idle, permit, scores, refused, answers }.check()
    }
}
