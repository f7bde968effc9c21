use std::sync::Arc;

use surefleet_fleet::{Brief, MissionId, Outcome, Stamp, StepIndex};

use crate::{Fault, MissionReport};

/// A mission as the monitor reports it to those who follow it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownMission {
    /// Its identity.
    pub mission: MissionId,
    /// The client's request; `None`: the monitor only heard the mission's name.
    pub brief: Option<Arc<Brief>>,
    /// The time when it was asked for; `None`: nobody knows.
    pub since: Option<Stamp>,
    /// How it stands.
    pub stage: MissionStage,
    /// The approved joint steps in words, one line for each step.
    pub plan: Vec<String>,
    /// Decisions that people answered, as far as they were reported to the monitor.
    pub helped: u32,
    /// Decisions made, counted likewise.
    pub decisions: u32,
}

/// How a mission stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MissionStage {
    /// It waits until its robots are ready.
    Waiting,
    /// Its team works on it.
    Running {
        /// The step that comes next.
        step: StepIndex,
    },
    /// It is over.
    Ended {
        /// The outcome.
        outcome: Outcome,
        /// The time of its end; `None`: nobody knows.
        at: Option<Stamp>,
        /// The part of it that was at fault, if this life of the monitor did not admit it.
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

    /// How it ended; `None`: it has not ended.
    pub fn outcome(&self) -> Option<&Outcome> {
        match &self.stage {
            MissionStage::Ended { outcome, .. } => Some(outcome),
            MissionStage::Waiting | MissionStage::Running { .. } => None,
        }
    }
}
