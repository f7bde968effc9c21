use serde::{Deserialize, Serialize};
use surefleet_conformal::Sha256;
use surefleet_fleet::Digest;

use crate::{Relevance, RelevanceScores, SoughtPair};

/// A pair of a scene with its true relation and the model's scores.
///
/// The truth comes from whoever calibrates: from the scene's own labels or a person. CommCP takes the model's favourite for it, which
/// cannot show that the model is wrong.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabelledPair {
    /// The seen and the sought object.
    pub pair: SoughtPair,
    /// Their true relation.
    pub truth: Relevance,
    /// The model's scores.
    pub scores: RelevanceScores,
}

/// All labelled pairs of one scene.
///
/// Pairs of one scene depend on one another, so the scene is what is exchangeable: it gives one score a letter, whatever its size.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CalibrationScene {
    /// Hash of the scene.
    pub scene_sha256: Sha256,
    /// Seed the scene was drawn with.
    pub seed: u64,
    /// Its pairs.
    pub pairs: Vec<LabelledPair>,
}

impl CalibrationScene {
    /// The lowest score of a letter over the pairs that truly have it; `None` if no pair has.
    ///
    /// A threshold at or below it keeps every true pair of the scene.
    pub fn true_score(&self, letter: Relevance) -> Option<f64> {
        self.scores(letter, true).min_by(f64::total_cmp)
    }

    /// The highest score of a letter over the pairs that truly do not have it; `None` if all have.
    ///
    /// A threshold above it keeps no false pair of the scene.
    pub fn false_score(&self, letter: Relevance) -> Option<f64> {
        self.scores(letter, false).max_by(f64::total_cmp)
    }

    /// The score of a letter of one pair that truly does not have it, drawn by the scene's hash; `None` if all have it.
    pub fn drawn_false_score(&self, letter: Relevance) -> Option<f64> {
        let scores: Vec<f64> = self.scores(letter, false).collect();
        let digest = Digest::of([self.scene_sha256.to_string().as_bytes(), letter.to_string().as_bytes()]);
        let place = digest.seed().checked_rem(scores.len() as u64)?;
        scores.get(usize::try_from(place).ok()?).copied()
    }

    fn scores(&self, letter: Relevance, is_true: bool) -> impl Iterator<Item = f64> {
        let such = self.pairs.iter().filter(move |pair| (pair.truth == letter) == is_true);
        such.map(move |pair| pair.scores.of(letter))
    }
}
