use surefleet_fleet::Decision;
use thiserror::Error;

use crate::{Conclusion, Coverage, DecisionRecord, Source, conclude, coverage};

/// Where a record does not follow from its own evidence.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ReplayMismatch {
    /// The prediction set is another one.
    #[error("set is recorded as {recorded:?}, but scores and threshold give {replayed:?}")]
    Set {
        /// As recorded.
        recorded: Option<Vec<Decision>>,
        /// As the evidence has it.
        replayed: Option<Vec<Decision>>,
    },
    /// The evidence leads to no decision.
    #[error("decision {recorded} is recorded, but the evidence leads to {replayed:?}")]
    Undecided {
        /// The decision's index.
        recorded: u16,
        /// What the evidence leads to.
        replayed: Conclusion,
    },
    /// The evidence leads to another decision.
    #[error("decision {recorded} is recorded, but the evidence leads to {replayed}")]
    Decision {
        /// As recorded.
        recorded: u16,
        /// As the evidence has it.
        replayed: u16,
    },
    /// The decision is right, but on another's word.
    #[error("source is recorded as {recorded:?}, but the evidence gives {replayed:?}")]
    Source {
        /// As recorded.
        recorded: Source,
        /// As the evidence has it.
        replayed: Source,
    },
    /// The decision is right, but what it tells about coverage is not.
    #[error("coverage is recorded as {recorded:?}, but the evidence gives {replayed:?}")]
    Coverage {
        /// As recorded.
        recorded: Coverage,
        /// As the evidence has it.
        replayed: Coverage,
    },
    /// The decision's words are not those of its index.
    #[error("text is recorded as {recorded:?}, but option {decision} of S is {replayed:?}")]
    Text {
        /// The decision's index.
        decision: u16,
        /// As recorded.
        recorded: String,
        /// As S has it.
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
        let (decision, recorded) = (decision.get(), record.text.to_string());
        return Err(ReplayMismatch::Text { decision, recorded, replayed: text.to_owned() });
    }
    Ok(())
}

fn set_of(record: &DecisionRecord) -> Option<Vec<Decision>> {
    record.evidence.set().map(|set| set.indices().map(|option| Decision::new(option as u16)).collect())
}
