use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use surefleet_conformal::{Fraction, Mode, Sha256};
use surefleet_exploration::{
    CalibrationScene, FalseMessageBound, LabelledPair, Relevance, RelevanceLevels, RelevanceRule, RelevanceScores,
    SoughtPair,
};

pub fn fraction(text: &str) -> Fraction {
    text.parse().unwrap()
}

pub fn random(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

pub fn coverage(epsilon: &str, mode: Mode) -> RelevanceLevels {
    levels(RelevanceRule::Coverage { mode }, epsilon, None)
}

pub fn levels(rule: RelevanceRule, epsilon: &str, false_messages: Option<FalseMessageBound>) -> RelevanceLevels {
    RelevanceLevels { rule, epsilon_same: fraction(epsilon), epsilon_near: fraction(epsilon), false_messages }
}

/// Scores with this probability of a letter; C has the rest.
pub fn scores(letter: Relevance, probability: f64) -> RelevanceScores {
    let mut four = [0.0, 0.0, 1.0 - probability, 0.0];
    four[letter.place()] += probability;
    RelevanceScores::new(&four).unwrap()
}

pub fn pair(truth: Relevance, scores: RelevanceScores) -> LabelledPair {
    LabelledPair { pair: SoughtPair::new("seen", "sought"), truth, scores }
}

pub fn scene(seed: u64, pairs: Vec<LabelledPair>) -> CalibrationScene {
    CalibrationScene { scene_sha256: Sha256::of(seed.to_string()), seed, pairs }
}

/// A scene with one true item of A and one of B, whose scores are uniform.
pub fn uniform(seed: u64, random: &mut ChaCha8Rng) -> CalibrationScene {
    let mut true_item = |letter| pair(letter, scores(letter, random.random()));
    scene(seed, vec![true_item(Relevance::Same), true_item(Relevance::Near)])
}
