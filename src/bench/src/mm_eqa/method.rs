//! The methods that are compared: ours, the paper's ablations, and its baselines.

use surefleet_conformal::{Mode, Sha256};
use surefleet_exploration::{
    CalibrationScene, ConfidenceCheck, ExplorationError, ExplorerRules, LabelledPair, Relevance, RelevanceCriterion,
    RelevanceLevels, RelevanceRule, RelevanceScores, SoughtPair,
};

/// A method, by the name of the paper where it has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Method {
    /// Calibrated messages and answers.
    Ours,
    /// The model's favourite letters, without calibration (Ours-No-CP).
    NoCp,
    /// About as many objects as ours, drawn from all that are observed (Ours-Com-Control).
    Control,
    /// As many findings as ours, drawn from those of no-CP; another reading of the paper's control.
    SampledNoCp,
    /// Ours without answers to others (Ours-No-Answer-Sharing).
    NoAnswerSharing,
    /// Values of places, and no messages (MMEuC).
    Independent,
    /// The nearest frontier, and no messages (MMFBE).
    PlainFrontiers,
    /// Ours with the quantile that the paper prints.
    PaperRule,
    /// Ours with a threshold for answers that somebody chose.
    FixedThreshold,
}

impl Method {
    /// All methods. Ours and no-CP come before the controls, which follow from them.
    pub const ALL: [Self; 9] = [
        Self::Ours,
        Self::NoCp,
        Self::Control,
        Self::SampledNoCp,
        Self::NoAnswerSharing,
        Self::Independent,
        Self::PlainFrontiers,
        Self::PaperRule,
        Self::FixedThreshold,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Ours => "ours",
            Self::NoCp => "no-cp",
            Self::Control => "control",
            Self::SampledNoCp => "sampled-no-cp",
            Self::NoAnswerSharing => "no-answer-sharing",
            Self::Independent => "independent",
            Self::PlainFrontiers => "plain-frontiers",
            Self::PaperRule => "paper-rule",
            Self::FixedThreshold => "fixed-threshold",
        }
    }

    /// Its name in the paper.
    pub fn paper_name(self) -> Option<&'static str> {
        match self {
            Self::Ours => Some("Ours"),
            Self::NoCp => Some("Ours-No-CP"),
            Self::Control => Some("Ours-Com-Control"),
            Self::NoAnswerSharing => Some("Ours-No-Answer-Sharing"),
            Self::Independent => Some("MMEuC"),
            Self::PlainFrontiers => Some("MMFBE"),
            Self::SampledNoCp | Self::PaperRule | Self::FixedThreshold => None,
        }
    }

    /// Whether robots say anything.
    pub fn speaks(self) -> bool {
        !matches!(self, Self::Independent | Self::PlainFrontiers)
    }

    /// Whether robots answer questions of others.
    pub fn shares_answers(self) -> bool {
        self.speaks() && self != Self::NoAnswerSharing
    }

    /// Whether robots value places by what they see.
    pub fn values_places(self) -> bool {
        self != Self::PlainFrontiers
    }
}

/// What decides about messages and answers.
#[derive(Clone)]
pub struct Rules {
    pub ours: RelevanceCriterion,
    pub paper: RelevanceCriterion,
    /// Keeps a letter that has the probability 1.
    pub letters: RelevanceCriterion,
    pub check: ConfidenceCheck,
    pub fixed: ConfidenceCheck,
}

impl Rules {
    /// The rules of a method.
    pub fn of(&self, method: Method) -> ExplorerRules {
        let relevance = match method {
            Method::Ours | Method::NoAnswerSharing | Method::FixedThreshold => Some(&self.ours),
            Method::PaperRule => Some(&self.paper),
            Method::NoCp | Method::Control | Method::SampledNoCp => Some(&self.letters),
            Method::Independent | Method::PlainFrontiers => None,
        };
        let answers = if method == Method::FixedThreshold { self.fixed } else { self.check };
        ExplorerRules { relevance: relevance.cloned(), answers }
    }
}

/// The favourite letter of a pair.
pub fn favourite(scores: &RelevanceScores) -> Relevance {
    let better = |one: &Relevance, other: &Relevance| scores.of(*one).total_cmp(&scores.of(*other));
    Relevance::ALL.into_iter().max_by(better).expect("there are four")
}

/// A letter as scores: 1, and 0 for the others.
pub fn certain(letter: Relevance) -> RelevanceScores {
    let four = Relevance::ALL.map(|relation| f64::from(u8::from(relation == letter)));
    RelevanceScores::new(&four).expect("one of four is certain")
}

/// The criterion that keeps what has the score 1: with [`certain`], the model's letters as they are.
///
/// # Errors
/// None: its scenes are enough for its level.
pub fn letters() -> Result<RelevanceCriterion, ExplorationError> {
    let pair =
        |truth: Relevance| LabelledPair { pair: SoughtPair::new("seen", "sought"), truth, scores: certain(truth) };
    let pairs = vec![pair(Relevance::Same), pair(Relevance::Near)];
    let scene = |seed: u64| CalibrationScene { scene_sha256: Sha256::of(seed.to_string()), seed, pairs: pairs.clone() };
    let epsilon = "1/2".parse().expect("a fraction");
    let rule = RelevanceRule::Coverage { mode: Mode::Marginal };
    let levels = RelevanceLevels { rule, epsilon_same: epsilon, epsilon_near: epsilon, false_messages: None };
    RelevanceCriterion::calibrate(&levels, &[scene(0), scene(1)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_calibration_the_likeliest_letter_is_said_however_unsure_it_is() {
        let criterion = letters().unwrap();
        let said = |four: [f64; 4]| criterion.sets(&[certain(favourite(&RelevanceScores::new(&four).unwrap()))])[0];
        assert!(said([0.1, 0.31, 0.3, 0.29]).near && !said([0.1, 0.31, 0.3, 0.29]).same);
        assert!(said([0.1, 0.4, 0.45, 0.05]).is_empty() && said([0.6, 0.4, 0.0, 0.0]).same);
    }
}
