use std::{rc::Rc, sync::Arc};

use surefleet_fleet::{Attempt, Facts, JointStep, MissionId, Outcome, RobotId, SkillOutcome, Stamp, StepIndex, Turn};
use surefleet_help::{Enclosure, Request, RequestId};
use surefleet_perception::InspectionTicket;
use surefleet_planner::Ticket;
use surefleet_ring::Heartbeat;
use surefleet_robot::{GoalTicket, Input, QuestionKey, SkillGoal};
use surefleet_safety::{CheckRequest, SignedApproval, StopProposal};

/// A message between nodes; every listener receives it.
#[derive(Debug, Clone)]
pub(crate) enum Message {
    Turn(Arc<Turn>),
    Outcome { mission: MissionId, step: StepIndex, robot: RobotId, outcome: SkillOutcome },
    End { mission: MissionId, outcome: Outcome },
    Heartbeat(Heartbeat),
    Facts { observed: Stamp, facts: Facts },
    Gate { is_open: bool, lasts: std::time::Duration },
    Propose { joint: JointStep, facts: Facts },
    ProposeStop { mission: MissionId, step: StepIndex, attempt: Attempt, outcome: Outcome },
    Approved(Rc<SignedApproval>),
    Refused { joint: Rc<JointStep>, reasons: Vec<String> },
    StopRefused { mission: MissionId, step: StepIndex, attempt: Attempt, reason: String },
    Answer(Rc<surefleet_help::Answer>),
}

impl Message {
    /// The input that it is for a robot; `None`: no input, or an answer, which must first be matched with its question.
    pub fn to_robot(&self) -> Option<Input> {
        Some(match self.clone() {
            Self::Turn(turn) => Input::Turn(turn),
            Self::Outcome { mission, step, robot, outcome } => Input::Outcome { mission, step, robot, outcome },
            Self::End { mission, outcome } => Input::End { mission, outcome },
            Self::Heartbeat(heartbeat) => Input::Heartbeat(heartbeat),
            Self::Facts { observed, facts } => Input::Facts { observed, facts },
            Self::Gate { is_open, lasts } => Input::Gate { is_open, lasts },
            Self::Approved(signed) => Input::Verdict { joint: signed.approval.joint.clone(), verdict: Ok(()) },
            Self::Refused { joint, reasons } => Input::Verdict { joint: (*joint).clone(), verdict: Err(reasons) },
            Self::StopRefused { mission, step, attempt, reason } => {
                Input::StopRefused { mission, step, attempt, reasons: vec![reason] }
            }
            Self::Propose { .. } | Self::ProposeStop { .. } | Self::Answer(_) => return None,
        })
    }

    /// The input that it is for the monitor; `None` if only others hear it.
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

/// A call of one process to another that answers it.
#[derive(Debug, Clone)]
pub(crate) enum Call {
    /// To the safety monitor.
    Check { ticket: Ticket, request: CheckRequest },
    /// To the help desk.
    Ask { question: QuestionKey, request: Box<Request>, enclosure: Box<Enclosure> },
    /// To the help desk.
    Withdraw { question: QuestionKey, key: String },
    /// To the robot's perception.
    Look { ticket: InspectionTicket, not_before: Stamp },
    /// To the robot's skill server.
    FindServer { ticket: GoalTicket },
    /// To the robot's skill server.
    Goal { ticket: GoalTicket, goal: SkillGoal },
    /// To the robot's skill server.
    CancelGoals,
}

/// An event in a simulated fleet.
#[derive(Debug, Clone)]
pub(crate) enum Event {
    /// A message arrives that was sent to this life of the process.
    Deliver {
        to: usize,
        life: u32,
        message: Rc<Message>,
    },
    /// A robot's call arrives.
    Called {
        robot: usize,
        life: u32,
        call: Box<Call>,
    },
    /// A reply reaches this life of a robot.
    Told {
        robot: usize,
        life: u32,
        input: Box<Input>,
    },
    /// A robot's deadline.
    Wake {
        robot: usize,
        life: u32,
    },
    /// The skill servers' deadline.
    WorldWake,
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
    DeskDies {
        down: std::time::Duration,
    },
    DeskStarts,
    /// The desk does everything that is due, and operators look at its queue.
    DeskTick,
    /// An operator answers, whatever the state of the request.
    OperatorAnswers {
        operator: usize,
        id: RequestId,
    },
    /// The skill servers forget their approvals, except for what they keep.
    GuardRestarts,
    /// A stranger publishes an approval.
    Forged {
        signed: Rc<SignedApproval>,
    },
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
