use serde::{Deserialize, Serialize};
use surefleet_conformal::{Bound, Certainty, Fraction, HexFloat, PredictionSet, Sha256, Threshold, Understood};
use surefleet_fleet::Decision;

use crate::{PersonAnswer, PlannerError, Round, Standing};

/// All grounds of a decision: [`conclude`](crate::conclude) reads them, live and in replay.
///
/// It is well formed. There is one verdict per option of S, and as many scores if there are any; no score is NaN or
/// +inf. Idle is an option of S, and so is a part. A permit fits a mission that was understood this well.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Written")]
pub struct Evidence {
    idle: Decision,
    permit: Permit,
    scores: Scored,
    understood: Option<Understood>,
    refused: Vec<Option<String>>,
    audited: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<Decision>,
    #[serde(skip_serializing_if = "Standing::is_silent")]
    standing: Standing,
    answers: Vec<PersonAnswer>,
}

/// Whether the calibration covers this decision.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Permit {
    /// A single allowed member of the prediction set may be taken.
    On {
        /// Digest of the calibration file.
        calibration: Sha256,
        /// The event that the threshold bounds; coverage if the record names none, as older ones do.
        #[serde(default, skip_serializing_if = "Bound::is_coverage")]
        bound: Bound,
        /// The mission's error level; the threshold stands at `alpha / (W + 1)`.
        alpha: Fraction,
        /// The scorer must be this sure of the mission for the threshold to hold: its calibration class.
        certainty: Certainty,
        /// The largest share of a mission of this class that may stay not understood; none if the scorer does not say.
        #[serde(deserialize_with = "Option::deserialize")]
        most_unexplained: Option<HexFloat>,
        /// Least score that enters the prediction set.
        threshold: Threshold,
        /// New orders that the calibration still pays for in this step, and that the team can form.
        reorders_left: u32,
    },
    /// Every decision asks a person.
    Off {
        /// The reason.
        reason: String,
    },
}

/// The scorer's result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scored {
    /// One log-probability per option, in canonical order; -inf is a score.
    Given(#[serde(with = "exact")] Vec<f64>),
    /// The scorer gave nothing usable, for this reason.
    Failed(String),
}

impl Evidence {
    /// Puts together the replies for a turn. `verdicts[i]` is the monitor's verdict on option i of S; an error is a
    /// refusal. `understood` is the scorer's report on the mission, if it gives one.
    ///
    /// Too few or too many scores, a NaN or a +inf count as a failed scorer: no decision may rest on them.
    ///
    /// # Errors
    /// [`PlannerError::Verdicts`] if `idle` has no verdict; [`PlannerError::Permit`] if the permit is for missions that
    /// are understood otherwise.
    pub fn new(
        idle: Decision,
        permit: Permit,
        scores: Result<Vec<f64>, String>,
        understood: Option<Understood>,
        verdicts: Vec<Result<(), String>>,
    ) -> Result<Self, PlannerError> {
        let scores = scores.and_then(|scores| check_scores(&scores, verdicts.len()).map(|()| scores));
        let scores = scores.map_or_else(Scored::Failed, Scored::Given);
        let refused = verdicts.into_iter().map(Result::err).collect();
        Self {
            idle,
            permit,
            scores,
            understood,
            refused,
            audited: false,
            part: None,
            standing: Standing::default(),
            answers: Vec::new(),
        }
        .check()
    }

    /// Sets whether the mission was drawn for an audit: then a lone member is put to a person too.
    #[must_use]
    pub fn with_audit(self, audited: bool) -> Self {
        Self { audited, ..self }
    }

    /// Adds the robot's part of the team step. A part that is not of S is left out.
    #[must_use]
    pub fn with_part(self, part: Option<Decision>) -> Self {
        let part = part.filter(|part| part.index() < self.options());
        Self { part, ..self }
    }

    /// Adds people's answers for the whole mission.
    #[must_use]
    pub fn under(self, standing: Standing) -> Self {
        Self { standing, ..self }
    }

    /// Adds a person's answer; answers stand in the order in which they came.
    pub fn push(&mut self, answer: PersonAnswer) {
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

    /// The scorer's result.
    pub fn scores(&self) -> &Scored {
        &self.scores
    }

    /// How well the scorer understood the mission; `None` where it does not say.
    pub fn understood(&self) -> Option<Understood> {
        self.understood
    }

    /// Whether the mission was drawn for an audit.
    pub fn is_audited(&self) -> bool {
        self.audited
    }

    /// The robot's part of the team step.
    pub fn part(&self) -> Option<Decision> {
        self.part
    }

    /// People's earlier answers for the whole mission.
    pub fn standing(&self) -> &Standing {
        &self.standing
    }

    /// The answers so far.
    pub fn answers(&self) -> &[PersonAnswer] {
        &self.answers
    }

    /// Size of S.
    pub fn options(&self) -> usize {
        self.refused.len()
    }

    /// Score of an option; `None` if the scorer failed or S has no such option.
    pub fn score(&self, option: usize) -> Option<f64> {
        match &self.scores {
            Scored::Given(scores) => scores.get(option).copied(),
            Scored::Failed(_) => None,
        }
    }

    /// Why the monitor refuses an option; `None`: allowed.
    ///
    /// # Panics
    /// If S has no such option.
    pub fn refusal(&self, option: usize) -> Option<&str> {
        self.refused[option].as_deref()
    }

    /// Whether the monitor allows the decision; a decision outside S is not allowed.
    pub fn allows(&self, decision: Decision) -> bool {
        self.refused.get(decision.index()).is_some_and(Option::is_none)
    }

    /// The prediction set; `None` without scores or calibration: then nothing is excluded.
    pub fn set(&self) -> Option<PredictionSet> {
        let (Scored::Given(scores), Permit::On { threshold, .. }) = (&self.scores, &self.permit) else { return None };
        Some(PredictionSet::new(scores, *threshold).expect("scores were checked when the evidence was made"))
    }

    /// Least score that enters the prediction set, -inf if all do; `None` if there is no set.
    pub fn threshold(&self) -> Option<f64> {
        match (&self.scores, &self.permit) {
            (Scored::Given(_), Permit::On { threshold, .. }) => Some(match threshold {
                Threshold::Finite(threshold) => *threshold,
                Threshold::Infinite => f64::NEG_INFINITY,
            }),
            _ => None,
        }
    }

    /// The options that a person sees in a round, best first; refused options are shown but cannot be chosen.
    pub fn shown(&self, round: Round) -> Vec<Decision> {
        let decision = |option: usize| Decision::new(u16::try_from(option).expect("S is checked to fit 16 bits"));
        if let (Round::Set, Some(set)) = (round, self.set()) {
            return set.indices().map(decision).collect();
        }
        let mut options: Vec<usize> = (0..self.options()).collect();
        if let Scored::Given(scores) = &self.scores {
            // The sort is stable: equal scores keep the canonical order.
            options.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
        }
        options.into_iter().map(decision).collect()
    }

    fn check(self) -> Result<Self, PlannerError> {
        if self.idle.index() >= self.refused.len() || self.refused.len() >= usize::from(u16::MAX) {
            return Err(PlannerError::Verdicts { verdicts: self.refused.len(), idle: self.idle.get() });
        }
        if let Some(part) = self.part.filter(|part| part.index() >= self.refused.len()) {
            return Err(PlannerError::Part { part: part.get(), options: self.refused.len() });
        }
        if let Permit::On { certainty, most_unexplained, .. } = &self.permit {
            let of_mission = Certainty::of(self.understood);
            if of_mission != *certainty {
                return Err(PlannerError::Permit(format!(
                    "the threshold is for missions with certainty {certainty}, but this one has {of_mission}"
                )));
            }
            let unexplained = self.understood.map_or(0.0, Understood::unexplained);
            if let Some(most) = most_unexplained.map(HexFloat::get).filter(|most| unexplained > *most) {
                return Err(PlannerError::Permit(format!(
                    "{unexplained} of the mission was not understood, and at most {most} may not be"
                )));
            }
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

/// Evidence as a file holds it, unchecked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    idle: Decision,
    permit: Permit,
    scores: Scored,
    #[serde(deserialize_with = "Option::deserialize")]
    understood: Option<Understood>,
    refused: Vec<Option<String>>,
    audited: bool,
    #[serde(default)]
    part: Option<Decision>,
    #[serde(default)]
    standing: Standing,
    answers: Vec<PersonAnswer>,
}

impl TryFrom<Written> for Evidence {
    type Error = PlannerError;

    fn try_from(written: Written) -> Result<Self, PlannerError> {
        let Written { idle, permit, scores, understood, refused, audited, part, standing, answers } = written;
        if let Scored::Given(scores) = &scores {
            check_scores(scores, refused.len()).map_err(PlannerError::Scores)?;
        }
        Self { idle, permit, scores, understood, refused, audited, part, standing, answers }.check()
    }
}

/// Scores in JSON: hexadecimal floats, because JSON has no -inf and decimal digits invite rounding.
mod exact {
    use serde::{Deserialize, Deserializer, Serializer, de::Error as _, ser::Error as _};
    use surefleet_conformal::HexFloat;

    pub fn serialize<S: Serializer>(scores: &[f64], serializer: S) -> Result<S::Ok, S::Error> {
        let scores: Result<Vec<HexFloat>, _> = scores.iter().copied().map(HexFloat::new).collect();
        serializer.collect_seq(scores.map_err(S::Error::custom)?)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<f64>, D::Error> {
        let scores = Vec::<String>::deserialize(deserializer)?;
        let exact = scores.iter().map(|text| text.parse::<HexFloat>().map(HexFloat::get));
        exact.collect::<Result<_, _>>().map_err(D::Error::custom)
    }
}
