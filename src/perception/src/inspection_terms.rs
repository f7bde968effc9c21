//! Inputs and outputs of an inspection.

use std::time::Duration;

use surefleet_fleet::{Attempt, MissionId, Stamp, StepIndex};

use crate::{ActionReading, ActionVerdict, Check};

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

/// The identifier of one inspection. Replies carry it, so that late ones are recognised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InspectionTicket(pub u64);

/// Waiting times of an inspection, and the number of retries after failures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InspectionPolicy {
    /// From the end of a skill until the scene is at rest. Earlier pictures do not count.
    pub settle: Duration,
    /// From then on, the longest wait for a verdict. Then a person is asked.
    pub verdict: Duration,
    /// Time between repetitions of a question to a person, in case it got lost.
    pub repeat_help: Duration,
    /// Longest wait for a person; then the action counts as failed. `None`: no limit.
    pub help: Option<Duration>,
    /// Number of failures of a mission that may each be followed by another try.
    pub max_retries: u32,
}

/// An input of an inspection.
#[derive(Debug, Clone, PartialEq)]
pub enum InspectionInput {
    /// A skill has ended. A repeated report of the same execution changes nothing.
    SkillEnded {
        /// The execution that ended.
        execution: Execution,
        /// The check to make.
        check: Box<Check>,
        /// The skill's own report. A reported failure counts, whatever the picture shows.
        reported: Result<(), String>,
        /// When it ended.
        at: Stamp,
    },
    /// The detector's verdict.
    Judged {
        /// The inspection that it belongs to.
        ticket: InspectionTicket,
        /// The verdict.
        verdict: ActionVerdict,
    },
    /// There will be no verdict, for example because there is no picture or no model.
    LookFailed {
        /// The inspection that it belongs to.
        ticket: InspectionTicket,
        /// The reason, in words.
        reason: String,
    },
    /// A person's answer.
    PersonSaid {
        /// The inspection that it belongs to.
        ticket: InspectionTicket,
        /// The answer.
        said: Said,
    },
    /// The mission is over.
    Forget(MissionId),
    /// Time has passed: a deadline may be due.
    Tick,
}

/// A person's answer about an action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// It did what it should.
    Worked,
    /// It did not; with the reason in words, or an empty text.
    Failed(String),
    /// No answer: the question expired, was withdrawn, or the mission halted.
    Nothing,
}

/// A request of an inspection to its caller.
#[derive(Debug, Clone, PartialEq)]
pub enum InspectionOutput {
    /// Take a picture and judge by it.
    Look {
        /// The ticket to put on the reply.
        ticket: InspectionTicket,
        /// The execution to judge.
        execution: Execution,
        /// The check to make.
        check: Box<Check>,
        /// Pictures before this time do not count.
        not_before: Stamp,
    },
    /// Ask a person. The request is repeated until there is an answer.
    AskPerson {
        /// The ticket to put on the reply.
        ticket: InspectionTicket,
        /// The execution to judge.
        execution: Execution,
        /// The check to make.
        check: Box<Check>,
        /// The reason for asking a person.
        why: String,
        /// The model's answers, which were not enough for a verdict.
        readings: Vec<ActionReading>,
    },
    /// The look or the question is no longer needed.
    Withdraw {
        /// The inspection that it belongs to.
        ticket: InspectionTicket,
    },
    /// Whether the action did what it should; once for each execution.
    Outcome {
        /// The execution.
        execution: Execution,
        /// Success, or the reason of the failure for the next prompt.
        result: Result<(), String>,
    },
    /// The mission has failed more often than allowed.
    GiveUp {
        /// The mission.
        mission: MissionId,
        /// The reason: its last failure.
        reason: String,
    },
}
