//! Checks of records afterwards: against their own evidence, and against the calibration file.

use surefleet_conformal::{CalibrationError, HexFloat, MissionFeatures, Recomputed, Sha256};
use surefleet_fleet::{Decision, Digest};
use thiserror::Error;

use crate::{Conclusion, Coverage, DecisionRecord, Permit, Source, conclude, coverage};

/// A point at which a record does not follow from its own evidence.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ReplayMismatch {
    /// The prediction set differs.
    #[error("set is recorded as {recorded:?}, but scores and threshold give {replayed:?}")]
    Set {
        /// As recorded.
        recorded: Option<Vec<Decision>>,
        /// From the evidence.
        replayed: Option<Vec<Decision>>,
    },
    /// The evidence leads to no decision.
    #[error("decision {recorded} is recorded, but the evidence leads to {replayed:?}")]
    Undecided {
        /// The decision's index.
        recorded: u16,
        /// The conclusion from the evidence.
        replayed: Conclusion,
    },
    /// The evidence leads to another decision.
    #[error("decision {recorded} is recorded, but the evidence leads to {replayed}")]
    Decision {
        /// As recorded.
        recorded: u16,
        /// From the evidence.
        replayed: u16,
    },
    /// The decision is right, but its source is not.
    #[error("source is recorded as {recorded:?}, but the evidence gives {replayed:?}")]
    Source {
        /// As recorded.
        recorded: Source,
        /// From the evidence.
        replayed: Source,
    },
    /// The decision is right, but its report on coverage is not.
    #[error("coverage is recorded as {recorded:?}, but the evidence gives {replayed:?}")]
    Coverage {
        /// As recorded.
        recorded: Coverage,
        /// From the evidence.
        replayed: Coverage,
    },
    /// What is recorded as the robot's part is not its part of the recorded team step.
    #[error("the robot's part is recorded as {recorded}, but by the recorded team step it is {replayed}")]
    TeamStep {
        /// As recorded, in words.
        recorded: String,
        /// From the team step, in words.
        replayed: String,
    },
    /// The decision's words are not those of its index.
    #[error("text is recorded as {recorded:?}, but option {decision} of S is {replayed:?}")]
    Text {
        /// The decision's index.
        decision: u16,
        /// As recorded.
        recorded: String,
        /// From S.
        replayed: String,
    },
}

impl ReplayMismatch {
    /// The record's field that does not follow.
    pub fn field(&self) -> &'static str {
        match self {
            Self::Set { .. } => "set",
            Self::Undecided { .. } | Self::Decision { .. } => "decision",
            Self::Source { .. } => "source",
            Self::Coverage { .. } => "coverage",
            Self::TeamStep { .. } => "evidence.part",
            Self::Text { .. } => "text",
        }
    }
}

/// Makes the decision of a record again from its evidence, and compares.
///
/// # Errors
/// The first [`ReplayMismatch`].
pub fn replay(record: &DecisionRecord) -> Result<(), ReplayMismatch> {
    let set = set_of(record);
    if record.set != set {
        return Err(ReplayMismatch::Set { recorded: record.set.clone(), replayed: set });
    }
    let recorded = record.evidence.part();
    let replayed = record.team_step.as_ref().and_then(|team_step| team_step.parts.get(&record.key.robot).copied());
    if recorded != replayed {
        let in_words = |part: Option<Decision>| {
            let words = part.map(|part| record.options.get(part.index()).map_or("no option", |text| text));
            words.map_or_else(|| "nothing".to_owned(), |words| format!("{words:?}"))
        };
        return Err(ReplayMismatch::TeamStep { recorded: in_words(recorded), replayed: in_words(replayed) });
    }
    let (decision, source) = match conclude(&record.evidence) {
        Conclusion::Decide { decision, source } => (decision, source),
        replayed => return Err(ReplayMismatch::Undecided { recorded: record.decision.get(), replayed }),
    };
    if record.decision != decision {
        return Err(ReplayMismatch::Decision { recorded: record.decision.get(), replayed: decision.get() });
    }
    if record.source != source {
        return Err(ReplayMismatch::Source { recorded: record.source, replayed: source });
    }
    let replayed = coverage(&record.evidence);
    if record.coverage != replayed {
        return Err(ReplayMismatch::Coverage { recorded: record.coverage, replayed });
    }
    let text = record.options.get(decision.index()).map_or("", |text| text);
    if *record.text != *text {
        let decision = decision.get();
        let recorded = record.text.to_string();
        return Err(ReplayMismatch::Text { decision, recorded, replayed: text.to_owned() });
    }
    Ok(())
}

fn set_of(record: &DecisionRecord) -> Option<Vec<Decision>> {
    record.evidence.set().map(|set| set.indices().map(|option| Decision::new(option as u16)).collect())
}

/// A point at which a record differs from the calibration file that it was decided by.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{field} is recorded as {recorded}, but by the calibration file it is {calibrated}")]
pub struct CalibrationMismatch {
    /// The record's field.
    pub field: &'static str,
    /// As recorded.
    pub recorded: String,
    /// From the file.
    pub calibrated: String,
}

/// Compares a record with a calibration file, bit for bit: its hash, bound, level and threshold, the share that may stay not
/// understood, prompt template and model.
///
/// A decision that no calibration covers came from a person and has nothing to compare.
///
/// # Errors
/// The first [`CalibrationMismatch`].
pub fn compare(record: &DecisionRecord, by: &Recomputed<'_>) -> Result<(), CalibrationMismatch> {
    let Permit::On { calibration, bound, alpha, threshold, most_unexplained, .. } = record.evidence.permit() else {
        return Ok(());
    };
    let file = by.file();
    same("evidence.permit.on.calibration", calibration.to_string(), file.digest().to_string())?;
    same("evidence.permit.on.bound", bound.to_string(), file.statistics.bound.to_string())?;
    let template = sha256(record.template_sha256);
    same("template_sha256", template.to_string(), file.task.prompt_template_sha256.to_string())?;
    let weights = sha256(record.scorer.weights);
    let model = file.models.iter().find(|model| model.id == record.scorer.id);
    let known = || file.models.iter().map(|model| model.id.as_str()).collect::<Vec<_>>().join(", ");
    let Some(model) = model else { return same("scorer.id", record.scorer.id.clone(), known()) };
    same("scorer.weights", weights.to_string(), model.weights_sha256.to_string())?;
    let features = MissionFeatures {
        team: record.team(),
        options: record.options.len(),
        understood: record.evidence.understood(),
    };
    let (expected, most) = by.at_alpha(*alpha, &features, weights).map_err(|error| CalibrationMismatch {
        field: match error {
            CalibrationError::LaxerAlpha { .. } => "evidence.permit.on.alpha",
            CalibrationError::UnknownClass { .. } => "team_size",
            CalibrationError::Unexplained { .. } => "evidence.understood",
            _ => "evidence.permit.on",
        },
        recorded: format!("alpha {alpha}, a team of {}", record.team()),
        calibrated: format!("not covered: {error}"),
    })?;
    if !threshold.same_bits(expected) {
        // The threshold belongs to the file's own level: a different level was written over it.
        let at_own = by.at_alpha(file.statistics.alpha, &features, weights);
        if at_own.is_ok_and(|(own, _)| threshold.same_bits(own)) {
            return same("evidence.permit.on.alpha", alpha.to_string(), file.statistics.alpha.to_string());
        }
        return same("evidence.permit.on.threshold", threshold.to_string(), expected.to_string());
    }
    let written = |most: Option<HexFloat>| most.map_or_else(|| "none".to_owned(), |most| most.to_string());
    same("evidence.permit.on.most_unexplained", written(*most_unexplained), written(most))
}

fn same(field: &'static str, recorded: String, calibrated: String) -> Result<(), CalibrationMismatch> {
    if recorded == calibrated { Ok(()) } else { Err(CalibrationMismatch { field, recorded, calibrated }) }
}

fn sha256(digest: Digest) -> Sha256 {
    Sha256::from_bytes(*digest.as_bytes())
}
