use std::{rc::Rc, sync::Arc};

use surefleet_fleet::{
    Attempt, Decision, Facts, JointStep, MissionId, Outcome, RobotId, SkillOutcome, Stamp, StepIndex, Turn,
};
use surefleet_ring::{Heartbeat, Input};
use surefleet_safety::StopProposal;

/// What goes over the network.
#[derive(Debug, Clone)]
pub(crate) enum Message {
    Turn(Arc<Turn>),
    Outcome { mission: MissionId, step: StepIndex, robot: RobotId, outcome: SkillOutcome },
    End { mission: MissionId, outcome: Outcome },
    Heartbeat(Heartbeat),
    Facts { observed: Stamp, facts: Facts },
    Propose { joint: JointStep, facts: Facts },
    ProposeStop { mission: MissionId, step: StepIndex, attempt: Attempt, outcome: Outcome },
    Verdict { joint: Rc<JointStep>, verdict: Result<(), Vec<String>> },
    StopRefused { mission: MissionId, step: StepIndex, attempt: Attempt, reason: String },
}

impl Message {
    /// What it is to a robot's ring; `None` for what only the monitor hears.
    pub fn to_robot(&self) -> Option<Input> {
        Some(match self.clone() {
            Self::Turn(turn) => Input::Turn(turn),
            Self::Outcome { mission, step, robot, outcome } => Input::Outcome { mission, step, robot, outcome },
            Self::End { mission, outcome } => Input::End { mission, outcome },
            Self::Heartbeat(heartbeat) => Input::Heartbeat(heartbeat),
            Self::Facts { observed, facts } => Input::Facts { observed, facts },
            Self::Verdict { joint, verdict } => Input::Verdict { joint: (*joint).clone(), verdict },
            Self::StopRefused { mission, step, attempt, reason } => {
                Input::StopRefused { mission, step, attempt, reasons: vec![reason] }
            }
            Self::Propose { .. } | Self::ProposeStop { .. } => return None,
        })
    }

    /// What it is to the monitor; `None` for what only robots hear.
    pub fn to_monitor(&self) -> Option<surefleet_safety::Input> {
        use surefleet_safety::Input;
        Some(match self.clone() {
            Self::Heartbeat(Heartbeat { robot, mission, seen, finished, .. }) => {
                Input::Heartbeat { robot, at: mission.zip(seen.map(|seen| seen.step)), finished }
            }
            Self::Outcome { mission, step, robot, .. } => Input::Outcome { mission, step, robot },
            Self::Propose { joint, facts } => Input::Propose { joint, facts },
            Self::ProposeStop { mission, step, attempt, outcome } => {
                Input::ProposeStop(StopProposal { mission, step, attempt, outcome })
            }
            _ => return None,
        })
    }
}

/// What happens in a simulated fleet.
#[derive(Debug, Clone)]
pub(crate) enum Event {
    /// A message comes in, sent to this life of the process.
    Deliver {
        to: usize,
        life: u32,
        message: Rc<Message>,
    },
    /// A robot's deadline.
    Wake {
        robot: usize,
        life: u32,
    },
    /// A planner has made up its mind.
    Conclude {
        robot: usize,
        life: u32,
        turn: Arc<Turn>,
        conclusion: Conclusion,
    },
    /// The skill servers' deadline.
    WorldWake,
    /// A skill server answers a planner.
    SkillAnswers {
        robot: usize,
        life: u32,
        mission: MissionId,
        step: StepIndex,
        outcome: SkillOutcome,
    },
    /// A planner process starts.
    Start {
        robot: usize,
    },
    /// A kill of the schedule, by its number.
    Kill {
        number: usize,
    },
    MonitorDies {
        down: std::time::Duration,
    },
    MonitorStarts,
    MonitorTick,
    /// The world is published.
    WorldTick,
    /// A client asks for a mission.
    Ask {
        number: usize,
    },
    Cancel {
        number: usize,
    },
}

/// What a simulated planner concludes.
#[derive(Debug, Clone)]
pub(crate) enum Conclusion {
    Decide(Decision),
    Reorder,
    Stop(Outcome),
}
