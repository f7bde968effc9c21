use serde::{Deserialize, Serialize};
use surefleet_conformal::{Fraction, Mode, Rank};

use crate::{CalibrationScene, ExplorationError, Relevance};

/// The way to bound messages about items that do not have the letter that they are said to have.
///
/// The conformal p-value of an item is the share of calibration scenes whose negative item scores at least as high, the item itself
/// counted among them. Only items with small p-values are said. Both bounds hold on average over calibration sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "snake_case", deny_unknown_fields)]
pub enum FalseMessageBound {
    /// Items with a p-value of at most the level, where a scene's negative is its highest false score.
    ///
    /// In a new scene not one false item of the letter is said, with probability at least `1 - level`, however its items depend on one
    /// another.
    AnyInScene {
        /// The probability of a false item.
        level: Fraction,
    },
    /// The items that Benjamini and Hochberg's procedure (1995) rejects over one view, where a scene's negative is one drawn false item.
    ///
    /// Among the items said, the expected share of false ones is at most the level. That holds where the items of a view depend on one
    /// another positively, as p-values with a common calibration set do (S. Bates et al., "Testing for outliers with conformal p-values",
    /// 2023); it is no promise for items that exclude one another. Of m items the smallest p-value must reach `level / m`, so m items
    /// need about `m / level` scenes.
    BenjaminiHochberg {
        /// The expected share of false items among those said.
        level: Fraction,
    },
}

/// The scores of negatives, by letter, and the bound that they serve.
#[derive(Debug, Clone, PartialEq)]
pub struct Negatives {
    bound: FalseMessageBound,
    /// For A and B, ascending.
    scores: [Vec<f64>; 2],
}

/// A p-value as a ratio of whole numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PValue {
    /// One more than the negatives that score at least as high.
    pub over: usize,
    /// One more than all negatives.
    pub under: usize,
}

impl FalseMessageBound {
    /// The level.
    pub fn level(self) -> Fraction {
        let (Self::AnyInScene { level } | Self::BenjaminiHochberg { level }) = self;
        level
    }

    /// Collects the negatives of scenes.
    ///
    /// # Errors
    /// [`ExplorationError::TooFewScenes`] if even the least p-value would be above the level.
    pub fn negatives(self, scenes: &[CalibrationScene]) -> Result<Negatives, ExplorationError> {
        let of = |letter: Relevance| {
            let score = |scene: &CalibrationScene| match self {
                Self::AnyInScene { .. } => scene.false_score(letter),
                Self::BenjaminiHochberg { .. } => scene.drawn_false_score(letter),
            };
            let mut scores: Vec<f64> = scenes.iter().filter_map(score).collect();
            scores.sort_by(f64::total_cmp);
            if self.level().floor_of(scores.len() + 1) == 0 {
                let needed = Rank::fewest_sequences(self.level(), Mode::Marginal);
                return Err(ExplorationError::TooFewScenes { letter: letter.letter(), scenes: scores.len(), needed });
            }
            Ok(scores)
        };
        Ok(Negatives { bound: self, scores: [of(Relevance::Same)?, of(Relevance::Near)?] })
    }
}

impl Negatives {
    /// The p-value of a score of letter A or B.
    pub fn p_value(&self, letter: Relevance, score: f64) -> PValue {
        let scores = &self.scores[letter.place().min(1)];
        let below = scores.partition_point(|negative| *negative < score);
        PValue { over: scores.len() - below + 1, under: scores.len() + 1 }
    }

    /// Which of these p-values the bound lets through; they are all those of a letter in one view.
    pub fn let_through(&self, values: &[PValue]) -> Vec<bool> {
        let level = self.bound.level();
        // p <= level rank / count, in integers.
        let is_within = |value: &PValue, rank: usize, count: usize| {
            let left = value.over as u128 * u128::from(level.denominator()) * count as u128;
            left <= u128::from(level.numerator()) * rank as u128 * value.under as u128
        };
        match self.bound {
            FalseMessageBound::AnyInScene { .. } => values.iter().map(|value| is_within(value, 1, 1)).collect(),
            FalseMessageBound::BenjaminiHochberg { .. } => {
                let mut sorted = values.to_vec();
                sorted.sort_by_key(|value| value.over);
                let count = sorted.len();
                let last = (1..=count).rev().find(|&rank| is_within(&sorted[rank - 1], rank, count));
                let most = last.map_or(0, |rank| sorted[rank - 1].over);
                values.iter().map(|value| value.over <= most).collect()
            }
        }
    }
}
