//! What happens to a planner, and what it wants done.

use std::sync::Arc;

use surefleet_conformal::CalibrationError;
use surefleet_fleet::{Attempt, Decision, DecisionKey, MissionId, Outcome, RobotId, StepIndex, Turn};
use surefleet_language::{Question, Scores};

use crate::{Answer, DecisionRecord, HelpKey, HelpRequest, Lasting};

/// The name of one request of the planner; a reply bears it, so that late ones are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ticket(pub u64);

/// The safety monitor's word on a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdicts {
    /// One verdict a candidate, an error being a refusal with its reason.
    pub candidates: Vec<Result<(), String>>,
    /// Whether the mission was drawn for an audit.
    pub audited: bool,
}

/// What happens to a planner.
#[derive(Debug, Clone)]
pub enum Input {
    /// This robot holds the turn; the same turn again, or an older one of the mission, changes nothing.
    Hold(Arc<Turn>),
    /// This robot no longer holds that turn: it is superseded, or the mission is over.
    Withdraw {
        /// The mission.
        mission: MissionId,
        /// The step.
        step: StepIndex,
        /// The attempt.
        attempt: Attempt,
    },
    /// What the scorer said.
    Scores {
        /// The request that it answers.
        ticket: Ticket,
        /// The scores, or why there are none.
        result: Result<Scores, String>,
    },
    /// What the safety monitor said.
    Verdicts {
        /// The request that it answers.
        ticket: Ticket,
        /// The verdicts, or why the monitor cannot judge.
        result: Result<Verdicts, String>,
    },
    /// What the help desk said about a request.
    Help {
        /// The request.
        key: HelpKey,
        /// Accepted, or why not (not reachable, full).
        accepted: Result<(), String>,
    },
    /// What a person said.
    Answer {
        /// The decision that waits for it.
        decision: DecisionKey,
        /// The answer, with the round it is for.
        answer: Answer,
    },
    /// What a person said for the whole mission, to this robot or to another one.
    Lasting(Lasting),
    /// Autonomy is lost while running, for good.
    AutonomyOff(Box<CalibrationError>),
    /// Time has passed: a deadline may be due.
    Tick,
}

/// What a planner wants done.
#[derive(Debug, Clone, PartialEq)]
pub enum Output {
    /// Score every option of S.
    Score {
        /// Put it on the reply.
        ticket: Ticket,
        /// The question.
        question: Box<Question>,
    },
    /// Ask the safety monitor for a verdict on every option of S as this robot's part of the joint step so far.
    Check {
        /// Put it on the reply.
        ticket: Ticket,
        /// The turn: facts, decisions so far.
        turn: Arc<Turn>,
        /// The whole of S in canonical order.
        candidates: Arc<[Decision]>,
    },
    /// Ask a person; sent again until the desk accepts it, and from time to time until it is answered.
    AskHelp(Box<HelpRequest>),
    /// The question is void.
    WithdrawHelp {
        /// Its key.
        key: HelpKey,
    },
    /// The decision, to be journalled and then appended to the turn.
    Decided {
        /// Its name.
        key: DecisionKey,
        /// What.
        decision: Decision,
        /// Why: for the audit trail.
        record: Box<DecisionRecord>,
    },
    /// Team mates are to decide the step again, in a new order.
    Reorder {
        /// The turn that is given up.
        turn: DecisionKey,
        /// The new order of the next attempt.
        order: Arc<[RobotId]>,
    },
    /// The mission should end; the monitor decides whether it does.
    Stop {
        /// The turn at which.
        turn: DecisionKey,
        /// How.
        outcome: Outcome,
    },
}
