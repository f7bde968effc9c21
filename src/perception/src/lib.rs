//! Failure detection (KnowLoop): whether an action worked, how sure that is, and when to ask a person.
//!
//! After an action a vision-language model looks at a picture. It is asked in one or more ways ([`questions`],
//! [`read`]) whether the expected state is true. Each [`ActionReading`] contains its answer and its uncertainty. A [`DecisionRule`]
//! decides whether a [`Judge`] accepts the answer or leaves the action to a person. An [`Inspection`] (sans-io) gives
//! every ended skill exactly one outcome. [`DetectorCalibration`] is the file with the thresholds of a rule.
//!
//! Invariant: success needs a verdict of success or a person's confirmation. Anything missing, late, broken, expired,
//! contradictory or different from the calibration is [`ActionVerdict::Uncertain`]. A detector is never certain if its
//! calibration does not fit the running setup.
//!
//! It does not run models, take pictures, know the meaning of actions, queue questions or replan. It does not notice
//! when the world changes from the one it was calibrated on. Levels hold for checks that are exchangeable with the
//! calibration checks.
//!
//! ```
//! use surefleet_conformal::Mode;
//! use surefleet_perception::{Check, ActionEvidence, Levels, ActionOutcome, Strategy, QuestionWording, questions};
//!
//! let check = Check::new("Bring apple 1 to the sink.", "grab apple 1", "apple 1 is in the gripper")?;
//! let asked = questions(&check, Strategy::StateComparison, QuestionWording::Short)?;
//! assert_eq!(asked.question, "The robot tried to grab apple 1. Is it true that apple 1 is in the gripper?");
//! assert_eq!(asked.answers[asked.success], "yes");
//!
//! // The model's answers with known truth: P(yes) is .81 to .99 after successes and .02 to .20 after failures.
//! let said = |p: f64| {
//!     let says = if p > 0.5 { ActionOutcome::Success } else { ActionOutcome::Failure };
//!     ActionEvidence::new(says, p, 1.0 - p, p.min(1.0 - p)).expect("from 0 to 1")
//! };
//! let successes = (81..100).map(|percent| (ActionOutcome::Success, said(f64::from(percent) / 100.0)));
//! let failures = (2..=20).map(|percent| (ActionOutcome::Failure, said(f64::from(percent) / 100.0)));
//! let known: Vec<(ActionOutcome, ActionEvidence)> = successes.chain(failures).collect();
//!
//! // At most 5 % of the failures are missed, and at most 10 % of the successes are called failures, without asking.
//! let (alpha_failure, alpha_success) = ("0.05".parse()?, "0.1".parse()?);
//! let levels = Levels::Conformal { alpha_failure, alpha_success, mode: Mode::Marginal };
//! let rule = levels.calibrate(&known)?.rule();
//! assert_eq!(rule.decide(&said(0.95)), Ok(ActionOutcome::Success));
//! assert_eq!(rule.decide(&said(0.05)), Ok(ActionOutcome::Failure));
//! assert_eq!(rule.decide(&said(0.5)).unwrap_err(), "neither success nor failure is plausible");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod calibration;
mod check;
mod confidence;
mod error;
mod evidence;
mod golden;
mod inspection;
mod inspection_terms;
mod judge;
mod kept_limit;
mod levels;
mod look;
mod metrics;
mod names;
mod prompt;
mod reading;
mod rule;
mod tally;
mod verdict;

pub use calibration::{CalibrationCheck, DETECTOR_SCHEMA, Detector, DetectorCalibration, DetectorStatistics, Origin};
pub use check::Check;
pub use confidence::stated_confidence;
pub use error::PerceptionError;
pub use evidence::{ActionEvidence, score_definition};
pub use golden::golden_prompts;
pub use inspection::Inspection;
pub use inspection_terms::{Execution, InspectionInput, InspectionOutput, InspectionPolicy, InspectionTicket, Said};
pub use judge::{Criterion, DEFAULT_LEAST_MASS, Judge};
pub use kept_limit::KeptLimit;
pub use levels::{ClassLimit, Levels, Limits};
pub use look::{ActionId, Look, Word};
pub use metrics::{
    EmptyAccuracy, Judged, accuracy, balanced_accuracy, calibration_area, calibration_roc_auc, generation_rate,
    selective_auc, selective_curve, uncertainty_accuracy_curve,
};
pub use names::{QuestionWording, Strategy, Uncertainty};
pub use prompt::{Questions, questions, template_digest};
pub use reading::{ActionOutcome, ActionReading, read};
pub use rule::DecisionRule;
pub use tally::{ClassTally, Tally};
pub use verdict::ActionVerdict;
