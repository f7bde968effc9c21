use std::sync::Arc;

use surefleet_fleet::{Brief, MissionId, Outcome, Stamp, StepIndex};

use crate::{Fault, MissionReport};

/// A mission as whoever follows it is told of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownMission {
    /// Its identity.
    pub mission: MissionId,
    /// What was asked for; `None`: the monitor only heard the mission's name.
    pub brief: Option<Arc<Brief>>,
    /// When it was asked for; `None`: nobody knows.
    pub since: Option<Stamp>,
    /// How it stands.
    pub stage: MissionStage,
    /// The approved joint steps in words, a line a step.
    pub plan: Vec<String>,
    /// Decisions that people answered, as far as the monitor was told of them.
    pub helped: u32,
    /// Decisions made, likewise.
    pub decisions: u32,
}

/// How a mission stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MissionStage {
    /// It waits for its fleet to be up.
    Waiting,
    /// Its team is on it.
    Running {
        /// The step that comes next.
        step: StepIndex,
    },
    /// It is over.
    Ended {
        /// How.
        outcome: Outcome,
        /// When; `None`: nobody knows.
        at: Option<Stamp>,
        /// What part of it was at fault, where it was not admitted in this life of the monitor.
        fault: Option<Fault>,
    },
}

impl KnownMission {
    /// A mission that is over.
    pub(crate) fn ended(
        report: MissionReport,
        brief: Option<Arc<Brief>>,
        since: Option<Stamp>,
        at: Option<Stamp>,
    ) -> Self {
        let MissionReport { mission, outcome, plan, helped, decisions } = report;
        Self { mission, brief, since, stage: MissionStage::Ended { outcome, at, fault: None }, plan, helped, decisions }
    }

    /// A mission that was not admitted.
    pub(crate) fn refused(
        report: MissionReport,
        brief: Arc<Brief>,
        since: Stamp,
        at: Stamp,
        fault: Option<Fault>,
    ) -> Self {
        let outcome = report.outcome.clone();
        let stage = MissionStage::Ended { outcome, at: Some(at), fault };
        Self { stage, ..Self::ended(report, Some(brief), Some(since), Some(at)) }
    }

    /// How it ended; `None`: it has not.
    pub fn outcome(&self) -> Option<&Outcome> {
        match &self.stage {
            MissionStage::Ended { outcome, .. } => Some(outcome),
            MissionStage::Waiting | MissionStage::Running { .. } => None,
        }
    }
}
