//! The inputs and outputs of a planner.

use std::sync::Arc;

use surefleet_conformal::CalibrationError;
use surefleet_fleet::{Attempt, Decision, DecisionKey, MissionId, Outcome, RobotId, StepIndex, TeamStep, Turn};
use surefleet_language::{Question, Scores};

use crate::{DecisionRecord, HelpKey, HelpRequest, Lasting, PersonAnswer};

/// The name of one request of the planner. A reply carries the same name, so the planner recognises late replies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ticket(pub u64);

/// The safety monitor's verdicts on a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdicts {
    /// One verdict per candidate; an error is a refusal with its reason.
    pub candidates: Vec<Result<(), String>>,
    /// Whether the mission was drawn for an audit.
    pub audited: bool,
}

/// An input of a planner.
#[derive(Debug, Clone)]
pub enum Input {
    /// This robot holds the turn; the same turn again, or an older one of the mission, changes nothing.
    Hold(Arc<Turn>),
    /// This robot no longer holds that turn: a newer one replaced it, or the mission is over.
    Withdraw {
        /// The mission.
        mission: MissionId,
        /// The step.
        step: StepIndex,
        /// The attempt.
        attempt: Attempt,
    },
    /// The scorer's reply.
    Scores {
        /// The request that it answers.
        ticket: Ticket,
        /// The scores, or why there are none.
        result: Result<Scores, String>,
    },
    /// The safety monitor's reply.
    Verdicts {
        /// The request that it answers.
        ticket: Ticket,
        /// The verdicts, or why the monitor cannot judge.
        result: Result<Verdicts, String>,
    },
    /// The help desk's reply to a request.
    Help {
        /// The request.
        key: HelpKey,
        /// Accepted, or why not (not reachable, full).
        accepted: Result<(), String>,
    },
    /// A person's answer.
    Answer {
        /// The decision that waits for it.
        decision: DecisionKey,
        /// The answer, with the round it is for.
        answer: PersonAnswer,
    },
    /// A person's answer for the whole mission, to this robot or to another one.
    Lasting(Lasting),
    /// Autonomy is lost while running, for good.
    AutonomyOff(Box<CalibrationError>),
    /// Time has passed: a deadline may be due.
    Tick,
}

/// A request of a planner to the program that drives it.
#[derive(Debug, Clone, PartialEq)]
pub enum Output {
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
    /// Ask a person; sent again until the desk accepts it, then from time to time until a person answers.
    AskHelp(Box<HelpRequest>),
    /// The question is no longer needed.
    WithdrawHelp {
        /// Its key.
        key: HelpKey,
    },
    /// The decision: first journal it, then append it to the turn.
    Decided {
        /// Its name.
        key: DecisionKey,
        /// The decision itself.
        decision: Decision,
        /// The team step: the turn's, or a new one of this robot.
        team_step: Option<Arc<TeamStep>>,
        /// The reasons, for the audit trail.
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
        /// The turn in which it should end.
        turn: DecisionKey,
        /// The outcome.
        outcome: Outcome,
    },
}
