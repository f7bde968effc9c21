use std::sync::Arc;

use surefleet_fleet::{Decision, DecisionKey, Outcome, RobotId, Turn};
use surefleet_language::Question;

use crate::{DecisionRecord, HelpKey, HelpRequest, Ticket};

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
