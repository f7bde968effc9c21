//! What happens to a robot, and what it wants done.

use std::{sync::Arc, time::Duration};

use surefleet_fleet::{
    Attempt, Decision, Facts, JointStep, MissionId, Outcome, RobotId, SkillOutcome, Stamp, StepIndex, Turn,
};
use surefleet_language::{Question, Scores};
use surefleet_perception::{Check, Execution, InspectionTicket, Said, Verdict};
use surefleet_planner::{Answer, DecisionRecord, HelpKey, HelpRequest, Lasting, PlannerError, Ticket, Verdicts};
use surefleet_ring::{Entry, Heartbeat};

/// What happens to a robot.
#[derive(Debug, Clone)]
pub enum Input {
    /// The world was observed.
    Facts {
        /// When.
        observed: Stamp,
        /// What is true.
        facts: Facts,
    },
    /// The safety monitor says whether anything may move.
    Gate {
        /// Whether.
        is_open: bool,
        /// So long that counts.
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
        /// Whose part.
        robot: RobotId,
        /// How.
        outcome: SkillOutcome,
    },
    /// The monitor ended a mission.
    End {
        /// The mission.
        mission: MissionId,
        /// How.
        outcome: Outcome,
    },
    /// A robot is alive.
    Heartbeat(Heartbeat),
    /// The monitor judged a joint step.
    Verdict {
        /// The joint step.
        joint: JointStep,
        /// Approved, or why not.
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
        /// Why.
        reasons: Vec<String>,
    },
    /// Scores that were asked for, or why there are none.
    Scored {
        /// Of [`Output::Score`].
        ticket: Ticket,
        /// The scores.
        result: Result<Scores, String>,
    },
    /// The safety monitor's word on the options of a turn, or why there is none.
    Checked {
        /// Of [`Output::Check`].
        ticket: Ticket,
        /// The word.
        result: Result<Checked, String>,
    },
    /// Whether the help desk took a question.
    Asked {
        /// Of [`Output::Ask`].
        question: QuestionKey,
        /// Taken, or why not.
        result: Result<(), NotTaken>,
    },
    /// Whether the help desk heard that a question is void.
    Withdrawn {
        /// Of [`Output::Withdraw`].
        question: QuestionKey,
        /// Heard, or why not.
        result: Result<(), String>,
    },
    /// A person answered one of the questions that were asked in this life of the process.
    Answered {
        /// Which.
        question: QuestionKey,
        /// What was said.
        reply: Reply,
    },
    /// A person answered for the whole mission, whichever robot asked.
    Lasting(Lasting),
    /// A person halted the mission when asked about an action's outcome, in this life of the process or in an earlier one.
    Halted {
        /// The action.
        execution: Execution,
        /// Who, and what for, in words.
        reason: String,
    },
    /// What perception saw of an action, or why it saw nothing.
    Looked {
        /// Of [`Output::Look`].
        ticket: InspectionTicket,
        /// What it saw.
        result: Result<Sight, String>,
    },
    /// A skill server is there, or why none can be found.
    ServerFound {
        /// Of [`Output::FindServer`].
        ticket: GoalTicket,
        /// Whether.
        found: Result<(), String>,
    },
    /// Whether the skill server took the goal.
    GoalAnswered {
        /// Of [`Output::SendGoal`].
        ticket: GoalTicket,
        /// Taken, or why not.
        taken: Result<(), String>,
    },
    /// The goal ended.
    GoalEnded {
        /// Of [`Output::SendGoal`].
        ticket: GoalTicket,
        /// How, as this robot's own skill server proved; `None`: nobody proved it.
        outcome: Option<SkillOutcome>,
    },
    /// Time has passed: a deadline may be due.
    Tick,
}

/// What the safety monitor says of the options of a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// One verdict a candidate, and whether the mission was drawn for an audit.
    pub verdicts: Verdicts,
    /// Why robots may decide nothing alone any more; empty: they may.
    pub alarm: String,
    /// The digest of the calibration file whose decisions the monitor audits, in hexadecimal digits.
    pub calibration: String,
}

/// What perception saw of an action.
#[derive(Debug, Clone, PartialEq)]
pub struct Sight {
    /// What it makes of that.
    pub verdict: Verdict,
    /// When the picture that it shows was taken; `None`: it shows none.
    pub pictured: Option<Stamp>,
}

/// The name of one time that a goal was sent; later ones are greater.
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
    /// What the robot is to do.
    pub decision: Decision,
}

impl SkillGoal {
    pub(crate) fn is_of(&self, mission: MissionId, step: StepIndex) -> bool {
        (self.mission, self.step) == (mission, step)
    }
}

/// The name of a question: the same one is the same question, in later lives of the process too.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum QuestionKey {
    /// What to decide.
    Decision {
        /// The decision that waits, and what is offered.
        key: HelpKey,
        /// How often it had been withdrawn before it was asked again.
        anew: u32,
    },
    /// Whether an action worked.
    Outcome {
        /// The action.
        execution: Execution,
        /// As in the other kind.
        anew: u32,
    },
}

/// What people are asked; `anew`: how often a question had been withdrawn before it was asked again.
#[derive(Debug, Clone, PartialEq)]
pub enum HelpQuestion {
    /// What to decide.
    Decision {
        /// The question.
        request: Box<HelpRequest>,
        /// See there.
        anew: u32,
    },
    /// Whether an action worked.
    Outcome {
        /// The question.
        doubt: Box<Doubt>,
        /// See there.
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
    /// The inspection; what perception saw in it is shown with the question.
    pub ticket: InspectionTicket,
    /// The action.
    pub execution: Execution,
    /// What is to be found out.
    pub check: Check,
    /// Why a person is asked.
    pub why: String,
    /// The mission's words.
    pub mission_text: String,
}

/// A person's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// To a question what to decide.
    Decision(Answer),
    /// To a question whether an action worked.
    Outcome(Said),
}

/// Why the help desk did not take a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotTaken {
    /// In words.
    pub reason: String,
    /// Whether it was withdrawn before: it stays so, and is to be asked as another question.
    pub is_withdrawn: bool,
}

/// What a robot wants done, in this order.
#[derive(Debug, Clone, PartialEq)]
pub enum Output {
    /// Keep this before anything that comes after it is sent; where it cannot be kept, send nothing after it.
    Journal(Entry),
    /// Seal this record and keep it likewise; then tell the audience.
    Record(Box<DecisionRecord>),
    /// Publish this turn on the ring.
    Publish(Arc<Turn>),
    /// Publish on the ring how this robot's part of the step ended.
    PublishOutcome {
        /// The mission.
        mission: MissionId,
        /// The step.
        step: StepIndex,
        /// How.
        outcome: SkillOutcome,
    },
    /// Publish that this robot is alive.
    Heartbeat(Heartbeat),
    /// Propose a joint step to the monitor.
    Propose {
        /// The joint step.
        joint: JointStep,
        /// What it was planned from.
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
        /// For the reply.
        ticket: Ticket,
        /// The question.
        question: Box<Question>,
    },
    /// Ask the safety monitor for a verdict on every option of S as this robot's part of the joint step so far.
    Check {
        /// For the reply.
        ticket: Ticket,
        /// The turn: facts, decisions so far.
        turn: Arc<Turn>,
        /// The whole of S in canonical order.
        candidates: Arc<[Decision]>,
    },
    /// Ask people; said again until the desk accepts it, and from time to time until it is answered.
    Ask(HelpQuestion),
    /// The question is void; said again until the desk has heard it. One that was not asked in this life needs nothing.
    Withdraw(QuestionKey),
    /// Have perception look at what an action brought about; said again until it answers.
    Look {
        /// For the reply.
        ticket: InspectionTicket,
        /// The action.
        execution: Execution,
        /// What is to be found out.
        check: Box<Check>,
        /// An earlier picture does not count.
        not_before: Stamp,
    },
    /// Look for the skill server: the goal is sent only once it is there.
    FindServer {
        /// For the reply.
        ticket: GoalTicket,
    },
    /// Send the goal to it.
    SendGoal {
        /// For the replies.
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
    /// Somebody who looks into the log wants to know this.
    Notice(Notice),
}

/// What is said in a robot's log.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Notice {
    /// See [`Output::CancelGoals`].
    #[error("the gate is closed or the safety monitor is silent: the skill is cancelled")]
    CancelsSkill,
    /// It is asked again.
    #[error("the skill server did not take a goal: {0}")]
    GoalNotTaken(String),
    /// It is asked again.
    #[error("the safety monitor did not judge, and is asked again: {0}")]
    NotJudged(String),
    /// It is asked again.
    #[error("the help desk did not take a question, and is asked again: {0}")]
    NotAsked(String),
    /// It is told again.
    #[error("the help desk did not hear a withdrawal, and is told again: {0}")]
    NotWithdrawn(String),
    /// It has no effect.
    #[error("an answer of the help desk does not fit its question and was ignored")]
    OtherReply,
    /// It has no effect.
    #[error("the planner refused an input: {0}")]
    Refused(PlannerError),
    /// From now on every decision asks a person.
    #[error("autonomy is off, and every decision asks a person: {0}")]
    AutonomyOff(String),
}
