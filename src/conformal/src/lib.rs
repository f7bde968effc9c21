//! Scores to rank to threshold to prediction set; calibration file; coverage statistics.
//!
//! A robot scores every decision of S with its language model. This crate finds the decisions that a calibration cannot
//! exclude at error level alpha (split conformal prediction on whole decision sequences, S-ATLAS Section III-D). It
//! also checks whether that calibration applies to the running system.
//!
//! Invariant: a threshold comes from raw scores by integer rank and comparison of unchanged f64 values. So every robot,
//! a replay and an auditor get the same set bit for bit. If anything does not match, autonomy is off.
//!
//! It does not run models, read files, know the clock or choose the question. It does not defend against a shift of the
//! missions away from the calibrated ones; [`BettingMonitor`] only notices a shift.
//!
//! ```
//! use surefleet_conformal::{Fraction, Mode, PredictionSet, SequenceScore, Threshold};
//!
//! // Each calibration mission is a sequence of steps: scores of S, and the options that were acceptable.
//! let mut calibration = Vec::new();
//! for mission in 0..30 {
//!     let mut sequence = SequenceScore::new();
//!     sequence.push(&[-0.1, -2.0 - f64::from(mission), -3.0], &[0])?;
//!     sequence.push(&[-4.0, -0.2 - 0.01 * f64::from(mission), -1.0], &[1, 2])?;
//!     calibration.push(sequence.score()?);
//! }
//!
//! let alpha: Fraction = "1/10".parse()?;
//! let (rank, threshold) = Threshold::calibrate(&calibration, alpha, Mode::Marginal)?;
//! assert_eq!((rank.k(), rank.m()), (28, 30));
//!
//! // One option reaches the threshold: the robot may act. Two: it asks.
//! let certain = PredictionSet::new(&[-0.3, -1.5, -2.5], threshold)?;
//! assert_eq!(certain.singleton(), Some(0));
//! let unsure = PredictionSet::new(&[-0.3, -0.4, -2.5], threshold)?;
//! assert_eq!(unsure.singleton(), None);
//! # Ok::<(), surefleet_conformal::CalibrationError>(())
//! ```

mod autonomy;
mod binomial;
mod bound;
mod calibration;
mod class;
mod coverage;
mod error;
mod field;
mod file;
mod fraction;
mod golden;
mod guarantee;
mod hash;
mod hex_float;
mod interval;
mod monitor;
mod rank;
mod recomputed;
mod redraw;
mod sequence;
mod set;
mod team;
mod tested;
mod threshold;
mod understood;
mod verify;

pub use autonomy::Autonomy;
pub use binomial::probability_of_at_least;
pub use bound::Bound;
pub use calibration::Calibration;
pub use class::{ClassKey, MissionFeatures, SizeRange};
pub use coverage::{BetaBinomial, CoverageLaw};
pub use error::{CalibrationError, ValueError};
pub use field::Field;
pub use file::{
    CalibrationFile, ClassStatistics, MissionForms, ModelIdentity, Provenance, SCHEMA, Scope, SequenceRecord,
    Statistics, TaskIdentity, TieRule,
};
pub use fraction::Fraction;
pub use golden::{FEWEST_GOLDEN_PROMPTS, GREATEST_TOLERANCE, Golden, GoldenPrompt, GoldenReplay};
pub use guarantee::Guarantee;
pub use hash::Sha256;
pub use hex_float::HexFloat;
pub use interval::{Interval, MissionTotal, clustered_bootstrap, exact_interval, ks_distance, ks_limit};
pub use monitor::BettingMonitor;
pub use rank::{Mode, Rank};
pub use recomputed::Recomputed;
pub use redraw::{Redraw, Redraws};
pub use sequence::SequenceScore;
pub use set::{PredictionSet, ScoredOption};
pub use team::{Kinds, Team};
pub use tested::{QuestionCounts, Tested};
pub use threshold::Threshold;
pub use understood::{Certainty, MOST_UNEXPLAINED, SURE_FROM, Understood};
pub use verify::Running;
