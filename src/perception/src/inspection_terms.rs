//! What goes into an inspection and comes out of it.

use std::time::Duration;

use surefleet_fleet::{Attempt, MissionId, Stamp, StepIndex};

use crate::{Check, Reading, Verdict};

/// One execution of a skill by this robot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Execution {
    /// The mission.
    pub mission: MissionId,
    /// The step.
    pub step: StepIndex,
    /// The attempt at the step.
    pub attempt: Attempt,
}

/// The name of one inspection; replies bear it, so that late ones are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InspectionTicket(pub u64);

/// How long is waited for whom, and what follows a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InspectionPolicy {
    /// From the end of a skill until the scene is at rest: no earlier picture counts.
    pub settle: Duration,
    /// From then on, for a verdict; then a person is asked.
    pub verdict: Duration,
    /// Between repetitions of a question to a person, in case it got lost.
    pub repeat_help: Duration,
    /// For a person; then the action counts as failed. `None`: for ever.
    pub help: Option<Duration>,
    /// Failures of a mission that another try may follow.
    pub max_retries: u32,
}

/// What happens to an inspection.
#[derive(Debug, Clone, PartialEq)]
pub enum InspectionInput {
    /// A skill has ended; the same execution again changes nothing.
    SkillEnded {
        /// Which.
        execution: Execution,
        /// What is to be found out.
        check: Box<Check>,
        /// What the skill says of itself; a failure is one, whatever it looks like.
        reported: Result<(), String>,
        /// When it ended.
        at: Stamp,
    },
    /// The detector's verdict.
    Judged {
        /// Of which inspection.
        ticket: InspectionTicket,
        /// What it says.
        verdict: Verdict,
    },
    /// There will be no verdict: no picture, no model; why, in words.
    LookFailed {
        /// Of which inspection.
        ticket: InspectionTicket,
        /// Why.
        reason: String,
    },
    /// What a person said.
    PersonSaid {
        /// Of which inspection.
        ticket: InspectionTicket,
        /// What.
        said: Said,
    },
    /// The mission is over.
    Forget(MissionId),
    /// Time has passed: a deadline may be due.
    Tick,
}

/// What a person said about an action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// It did what it should.
    Worked,
    /// It did not; why, in words, or nothing.
    Failed(String),
    /// Nothing: the question expired, was withdrawn, or the mission halted.
    Nothing,
}

/// What an inspection wants done.
#[derive(Debug, Clone, PartialEq)]
pub enum InspectionOutput {
    /// Take a picture, and judge by it.
    Look {
        /// Put it on the reply.
        ticket: InspectionTicket,
        /// Of which execution.
        execution: Execution,
        /// What is to be found out.
        check: Box<Check>,
        /// An earlier picture does not count.
        not_before: Stamp,
    },
    /// Ask a person; repeated from time to time until there is an answer.
    AskPerson {
        /// Put it on the reply.
        ticket: InspectionTicket,
        /// Of which execution.
        execution: Execution,
        /// What is to be found out.
        check: Box<Check>,
        /// Why a person is asked.
        why: String,
        /// What the model said all the same.
        readings: Vec<Reading>,
    },
    /// The question is void, and so is the look.
    Withdraw {
        /// Of which inspection.
        ticket: InspectionTicket,
    },
    /// Whether the action did what it should; once for each execution.
    Outcome {
        /// Which.
        execution: Execution,
        /// The reason of a failure is for the next prompt.
        result: Result<(), String>,
    },
    /// The mission has failed more often than it may.
    GiveUp {
        /// Which.
        mission: MissionId,
        /// Why: its last failure.
        reason: String,
    },
}
