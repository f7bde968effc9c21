//! The inputs and outputs of a robot.

use std::{sync::Arc, time::Duration};

use surefleet_fleet::{
    Attempt, Decision, Facts, JointStep, MissionId, Outcome, RobotId, SkillOutcome, Stamp, StepIndex, Turn,
};
use surefleet_language::{Question, Scores};
use surefleet_perception::{ActionVerdict, Check, Execution, InspectionTicket, Said};
use surefleet_planner::{DecisionRecord, HelpKey, HelpRequest, Lasting, PersonAnswer, PlannerError, Ticket, Verdicts};
use surefleet_ring::{Entry, Heartbeat};

/// An input of a robot.
#[derive(Debug, Clone)]
pub enum Input {
    /// The world was observed.
    Facts {
        /// The time of the observation.
        observed: Stamp,
        /// The facts that are true.
        facts: Facts,
    },
    /// The safety monitor says whether anything may move.
    Gate {
        /// Whether anything may move.
        is_open: bool,
        /// How long this message is valid.
        lasts: Duration,
    },
    /// A turn came from the ring.
    Turn(Arc<Turn>),
    /// A robot's part of an approved step ended.
    Outcome {
        /// The mission.
        mission: MissionId,
        /// The step.
        step: StepIndex,
        /// The robot whose part ended.
        robot: RobotId,
        /// The outcome of the part.
        outcome: SkillOutcome,
    },
    /// The monitor ended a mission.
    End {
        /// The mission.
        mission: MissionId,
        /// The outcome of the mission.
        outcome: Outcome,
    },
    /// A robot is alive.
    Heartbeat(Heartbeat),
    /// The monitor judged a joint step.
    Verdict {
        /// The joint step.
        joint: JointStep,
        /// Approved, or the reasons against it.
        verdict: Result<(), Vec<String>>,
    },
    /// The monitor refused to end a mission.
    StopRefused {
        /// The mission.
        mission: MissionId,
        /// The step of the proposal.
        step: StepIndex,
        /// The attempt of the proposal.
        attempt: Attempt,
        /// The reasons.
        reasons: Vec<String>,
    },
    /// The requested scores, or why there are none.
    Scored {
        /// The ticket of [`Output::Score`].
        ticket: Ticket,
        /// The scores.
        result: Result<Scores, String>,
    },
    /// The safety monitor's verdicts on the options of a turn, or why there are none.
    Checked {
        /// The ticket of [`Output::Check`].
        ticket: Ticket,
        /// The verdicts.
        result: Result<Checked, String>,
    },
    /// Whether the help desk accepted a question.
    Asked {
        /// The question of [`Output::Ask`].
        question: QuestionKey,
        /// Accepted, or why not.
        result: Result<(), NotTaken>,
    },
    /// Whether the help desk heard that a question is void.
    Withdrawn {
        /// The question of [`Output::Withdraw`].
        question: QuestionKey,
        /// Heard, or why not.
        result: Result<(), String>,
    },
    /// A person answered one of the questions asked in this life of the process.
    Answered {
        /// The question.
        question: QuestionKey,
        /// The answer.
        reply: HelpReply,
    },
    /// A person answered for the whole mission; any robot may have asked.
    Lasting(Lasting),
    /// A person halted the mission when asked about an action's outcome, in this or an earlier life of the process.
    Halted {
        /// The action.
        execution: Execution,
        /// The person and the reason, in words.
        reason: String,
    },
    /// Perception's finding about an action, or why it saw nothing.
    Looked {
        /// The ticket of [`Output::Look`].
        ticket: InspectionTicket,
        /// The finding.
        result: Result<Sight, String>,
    },
    /// A skill server is there, or why none can be found.
    ServerFound {
        /// The ticket of [`Output::FindServer`].
        ticket: GoalTicket,
        /// Found, or why not.
        found: Result<(), String>,
    },
    /// Whether the skill server accepted the goal.
    GoalAnswered {
        /// The ticket of [`Output::SendGoal`].
        ticket: GoalTicket,
        /// Accepted, or why not.
        taken: Result<(), String>,
    },
    /// The goal ended.
    GoalEnded {
        /// The ticket of [`Output::SendGoal`].
        ticket: GoalTicket,
        /// The outcome that this robot's own skill server proved; `None`: it has no proof.
        outcome: Option<SkillOutcome>,
    },
    /// Time has passed: a deadline may be due.
    Tick,
}

/// The safety monitor's verdicts on the options of a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// One verdict per candidate, and whether the mission was drawn for an audit.
    pub verdicts: Verdicts,
    /// Why robots may no longer decide alone; empty: they may.
    pub alarm: String,
    /// The digest of the calibration file whose decisions the monitor audits, in hexadecimal digits.
    pub calibration: String,
}

/// Perception's finding about an action.
#[derive(Debug, Clone, PartialEq)]
pub struct Sight {
    /// Perception's verdict.
    pub verdict: ActionVerdict,
    /// When its picture was taken; `None`: it has no picture.
    pub pictured: Option<Stamp>,
}

/// The name of one sending of a goal; later names are greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GoalTicket(pub u64);

/// A robot's part of an approved step, for its skill server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SkillGoal {
    /// The mission.
    pub mission: MissionId,
    /// The step.
    pub step: StepIndex,
    /// The attempt that was approved.
    pub attempt: Attempt,
    /// The decision: the robot's action.
    pub decision: Decision,
}

impl SkillGoal {
    pub(crate) fn is_of(&self, mission: MissionId, step: StepIndex) -> bool {
        (self.mission, self.step) == (mission, step)
    }
}

/// The name of a question: equal names are the same question, in later lives of the process too.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum QuestionKey {
    /// A question which decision to take.
    Decision {
        /// The decision that waits, and the offered options.
        key: HelpKey,
        /// How often it had been withdrawn before it was asked again.
        anew: u32,
    },
    /// A question whether an action worked.
    Outcome {
        /// The action.
        execution: Execution,
        /// As for a decision.
        anew: u32,
    },
}

/// A question to people; `anew`: how often it had been withdrawn before it was asked again.
#[derive(Debug, Clone, PartialEq)]
pub enum HelpQuestion {
    /// A question which decision to take.
    Decision {
        /// The question.
        request: Box<HelpRequest>,
        /// See [`HelpQuestion`].
        anew: u32,
    },
    /// A question whether an action worked.
    Outcome {
        /// The question.
        doubt: Box<Doubt>,
        /// See [`HelpQuestion`].
        anew: u32,
    },
}

impl HelpQuestion {
    /// Its name.
    pub fn key(&self) -> QuestionKey {
        match self {
            Self::Decision { request, anew } => QuestionKey::Decision { key: request.key.clone(), anew: *anew },
            Self::Outcome { doubt, anew } => QuestionKey::Outcome { execution: doubt.execution, anew: *anew },
        }
    }
}

/// A question whether an action worked.
#[derive(Debug, Clone, PartialEq)]
pub struct Doubt {
    /// The ticket of the inspection; perception's finding is shown with the question.
    pub ticket: InspectionTicket,
    /// The action.
    pub execution: Execution,
    /// The check to make.
    pub check: Check,
    /// The reason for the question.
    pub why: String,
    /// The mission's words.
    pub mission_text: String,
}

/// A person's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HelpReply {
    /// An answer to a question which decision to take.
    Decision(PersonAnswer),
    /// An answer to a question whether an action worked.
    Outcome(Said),
}

/// The help desk's refusal of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotTaken {
    /// The reason in words.
    pub reason: String,
    /// Whether it was withdrawn before. A withdrawn question stays withdrawn, so the robot must ask another question.
    pub is_withdrawn: bool,
}

/// A request of a robot to the program that drives it; follow them in order.
#[derive(Debug, Clone, PartialEq)]
pub enum Output {
    /// Keep this before you send any later output; if you cannot keep it, send no later output.
    Journal(Entry),
    /// Seal this record and keep it in the same way; then publish it.
    Record(Box<DecisionRecord>),
    /// Publish this turn on the ring.
    Publish(Arc<Turn>),
    /// Publish on the ring how this robot's part of the step ended.
    PublishOutcome {
        /// The mission.
        mission: MissionId,
        /// The step.
        step: StepIndex,
        /// The outcome.
        outcome: SkillOutcome,
    },
    /// Publish that this robot is alive.
    Heartbeat(Heartbeat),
    /// Propose a joint step to the monitor.
    Propose {
        /// The joint step.
        joint: JointStep,
        /// The facts that it was planned from.
        facts: Facts,
    },
    /// Propose to the monitor that the mission ends.
    ProposeStop {
        /// The mission.
        mission: MissionId,
        /// The step.
        step: StepIndex,
        /// The attempt.
        attempt: Attempt,
        /// How it ends.
        outcome: Outcome,
    },
    /// Score every option of S.
    Score {
        /// The name that the reply must carry.
        ticket: Ticket,
        /// The question.
        question: Box<Question>,
    },
    /// Ask the safety monitor for a verdict on every option of S as this robot's part of the joint step so far.
    Check {
        /// The name that the reply must carry.
        ticket: Ticket,
        /// The turn: facts, decisions so far.
        turn: Arc<Turn>,
        /// The whole of S in canonical order.
        candidates: Arc<[Decision]>,
    },
    /// Ask people; repeated until the desk accepts it, then from time to time until a person answers.
    Ask(HelpQuestion),
    /// The question is void; repeated until the desk has heard it. Only questions asked in this life need this.
    Withdraw(QuestionKey),
    /// Have perception look at an action's effect; repeated until it answers.
    Look {
        /// The name that the reply must carry.
        ticket: InspectionTicket,
        /// The action.
        execution: Execution,
        /// The check to make.
        check: Box<Check>,
        /// Pictures from before this time do not count.
        not_before: Stamp,
    },
    /// Look for the skill server: the goal is sent only once the server is there.
    FindServer {
        /// The name that the reply must carry.
        ticket: GoalTicket,
    },
    /// Send the goal to the skill server.
    SendGoal {
        /// The name that the replies must carry.
        ticket: GoalTicket,
        /// The goal.
        goal: SkillGoal,
    },
    /// Cancel all goals at the robot's skill server.
    CancelGoals,
    /// A mission is over.
    Ended {
        /// The mission.
        mission: MissionId,
        /// How it ended.
        outcome: Outcome,
    },
    /// Log this for people who read the log.
    Notice(Notice),
}

/// A line in a robot's log.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Notice {
    /// The robot cancels its skill: see [`Output::CancelGoals`].
    #[error("the gate is closed or the safety monitor is silent: the skill is cancelled")]
    CancelsSkill,
    /// The skill server did not accept a goal; the robot asks again.
    #[error("the skill server did not take a goal: {0}")]
    GoalNotTaken(String),
    /// The safety monitor could not judge; the robot asks again.
    #[error("the safety monitor did not judge, and is asked again: {0}")]
    NotJudged(String),
    /// The help desk did not accept a question; the robot asks again.
    #[error("the help desk did not take a question, and is asked again: {0}")]
    NotAsked(String),
    /// The help desk did not hear a withdrawal; the robot repeats it.
    #[error("the help desk did not hear a withdrawal, and is told again: {0}")]
    NotWithdrawn(String),
    /// A reply does not match its question and has no effect.
    #[error("an answer of the help desk does not fit its question and was ignored")]
    OtherReply,
    /// The planner refused an input, which has no effect.
    #[error("the planner refused an input: {0}")]
    Refused(PlannerError),
    /// From now on every decision asks a person.
    #[error("autonomy is off, and every decision asks a person: {0}")]
    AutonomyOff(String),
}
