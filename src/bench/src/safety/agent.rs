//! A robot agent that pretends to read its prompt.

mod search;
mod watch;

use std::collections::{BTreeSet, VecDeque};

use rand::RngExt;
use rand_chacha::ChaCha12Rng;
use surefleet_ltl::StateId;

pub use search::Search;
pub use watch::Watch;

use crate::safety::home::{Act, Home, HomeState};

/// How a simulated agent heeds what it reads. These are assumptions, not measurements of any language model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AgentHabits {
    /// With n constraints in the prompt it heeds each with this probability to the power of n.
    pub heeds_one: f64,
    /// Probability that it heeds a constraint that is given as the reason of a refusal.
    pub heeds_reason: f64,
    /// The number of states that it searches before it gives up.
    pub expansions: usize,
}

impl AgentHabits {
    /// 0.95 to the power of n: 0.95 for one constraint, 0.60 for ten. A reason is heeded with 0.9.
    pub const DEFAULT: Self = Self { heeds_one: 0.95, heeds_reason: 0.9, expansions: 4000 };

    /// Probability to heed each of `constraints` in a prompt.
    pub fn heeds(&self, constraints: usize) -> f64 {
        self.heeds_one.powi(i32::try_from(constraints).unwrap_or(i32::MAX))
    }
}

/// An agent's proposal for the next act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AgentProposal {
    /// This.
    Act(Act),
    /// No further act: the task is done.
    Done,
    /// It finds no way.
    GiveUp,
}

/// An agent without a language model: an exact planner that overlooks constraints at a stated rate.
///
/// It knows the world and the constraints that it heeds. It does not know the others. Reports must say `simulated`.
#[derive(Debug, Clone)]
pub struct SimulatedAgent {
    habits: AgentHabits,
    /// Numbers of formulas: the task, and the constraints that it heeds.
    heeded: BTreeSet<usize>,
    /// Acts that were refused in this state.
    barred: Vec<Act>,
    plan: Option<VecDeque<Act>>,
}

impl SimulatedAgent {
    /// With a task, and the constraints that it heeds from the start.
    pub fn new(habits: AgentHabits, heeded: impl IntoIterator<Item = usize>) -> Self {
        Self { habits, heeded: heeded.into_iter().collect(), barred: Vec::new(), plan: None }
    }

    /// The agent's proposal in this state; `standing`: the automaton states of all formulas of the watch.
    pub fn propose(&mut self, home: &Home, watch: &Watch, state: &HomeState, standing: &[StateId]) -> AgentProposal {
        if self.plan.is_none() {
            let (heeded, barred, expansions) = (&self.heeded, self.barred.as_slice(), self.habits.expansions);
            let search = Search { home, watch, heeded, barred, expansions };
            self.plan = search.way(state, standing).map(VecDeque::from);
        }
        match self.plan.as_ref().map(VecDeque::front) {
            Some(Some(act)) => AgentProposal::Act(*act),
            Some(None) => AgentProposal::Done,
            None => AgentProposal::GiveUp,
        }
    }

    /// Tells the agent that its proposed act was done.
    pub fn advance(&mut self) {
        self.barred.clear();
        if let Some(plan) = &mut self.plan {
            plan.pop_front();
        }
    }

    /// Tells the agent that its proposal was refused because of these formulas. It heeds each perhaps, and plans again.
    pub fn hear(&mut self, refused: AgentProposal, reasons: &[usize], rng: &mut ChaCha12Rng) {
        if let AgentProposal::Act(act) = refused {
            self.barred.push(act);
        }
        for &reason in reasons {
            if rng.random_bool(self.habits.heeds_reason) {
                self.heeded.insert(reason);
            }
        }
        self.plan = None;
    }
}
