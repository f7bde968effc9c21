//! What becomes of a continuation: the states it leads to, what it violates, and the answer.

use std::sync::Arc;

use smallvec::SmallVec;

use super::{
    Standing,
    outlook::{Known, Lore, Ways},
};
use crate::{
    Conflict, PropositionId, Session, StateId, Valuation, Verdict,
    feasibility::{Fate, Lead, Now},
};

/// What a specification says to a continuation of the trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing is violated for good, and all constraints can still be satisfied together.
    Allowed {
        /// Uncontrollable propositions that must change for that.
        relies_on: Vec<PropositionId>,
    },
    /// These constraints would be violated for good.
    Violated(Vec<Violation>),
    /// No constraint is violated, but these cannot be satisfied together any more; [`Session::conflict`] tells the
    /// fewest.
    DeadEnd(Vec<usize>),
    /// The axioms say that there is no such state or no such step: what was observed or predicted is not to be trusted.
    Impossible {
        /// By place in the continuation.
        at: usize,
    },
    /// It took too much work to tell whether the constraints can still be satisfied together. This denies.
    Undetermined,
}

/// A constraint that a state violates for good.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// Its number.
    pub constraint: usize,
    /// The place in the continuation of the state that violates it first.
    pub at: usize,
    /// The truth values in that state that decide it.
    pub reasons: Vec<(PropositionId, bool)>,
}

/// The answer to a continuation, which can be committed if it is allowed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// Whether the continuation is allowed, or why it is not.
    pub outcome: Outcome,
    /// The constraints that are not satisfied if the trace ends after it: stopping is allowed if there are none.
    pub pending: Vec<usize>,
    pub(crate) version: u64,
    pub(crate) after: Standing,
    /// The components that it touched, each with a way to satisfy it from there; none where that is not known.
    pub(crate) ways: Ways,
    pub(crate) lore: Arc<Lore>,
}

impl Check {
    /// The state of a constraint's automaton after the continuation.
    pub(crate) fn state(&self, constraint: usize) -> StateId {
        self.after.states[constraint]
    }

    /// Where the trace stands after the continuation.
    pub(crate) fn standing(&self) -> &Standing {
        &self.after
    }

    /// The components that the continuation touched.
    pub(crate) fn touched(&self) -> Vec<usize> {
        self.ways.iter().map(|&(component, _)| component).collect()
    }
}

/// How a continuation begins, and where that leads: candidates of a turn often begin alike.
#[derive(Debug, Clone)]
pub(crate) struct Walk {
    /// The walk that is one state shorter, by number; `None` where that has no state.
    before: Option<usize>,
    length: usize,
    after: Standing,
    touched: Vec<usize>,
    violations: Vec<Violation>,
    impossible: Option<usize>,
}

impl Session {
    /// Where the continuation is a dead end, the fewest constraints that make it one.
    pub fn conflict(&self, check: &Check) -> Option<Conflict> {
        let Outcome::DeadEnd(constraints) = &check.outcome else { return None };
        Some(self.dead_end(check)?.minimal(constraints.clone(), self.spec.work))
    }

    /// Keeps the fewest constraints that make a continuation a dead end: what is one for the same reason is explained, and
    /// found out, at once.
    pub fn learn_conflict(&mut self, check: &Check) {
        let core = self.dead_end(check).filter(|now| self.lore.core(now).is_none()).and_then(|now| {
            match now.fate(&self.conflict(check)?.constraints, self.spec.work) {
                Fate::Dead(core) => Some(core),
                Fate::Live | Fate::Undetermined => None,
            }
        });
        core.into_iter().for_each(|core| Arc::make_mut(&mut self.lore).learn_core(core));
    }

    /// Where a dead end stands.
    pub(crate) fn dead_end<'a>(&'a self, check: &'a Check) -> Option<Now<'a>> {
        let Standing { states, valuation, .. } = &check.after;
        let now = Now { plan: &self.spec.plan, states, valuation: valuation.as_ref(), is_frozen: false };
        matches!(check.outcome, Outcome::DeadEnd(_)).then_some(now)
    }

    pub(crate) fn check_knowing(&self, path: &[Valuation], known: &mut Known) -> Check {
        let (mut number, mut walk) = (None, None);
        for (at, valuation) in path.iter().enumerate() {
            let is_same = |walk: &Walk| walk.before == number && walk.after.valuation.as_ref() == Some(valuation);
            let walked = known.walks.iter().position(is_same);
            if at + 1 == path.len() {
                let go_on = || self.go_on(number, valuation, &known.walks);
                walk = Some(walked.map_or_else(go_on, |walked| known.walks[walked].clone()));
            } else {
                number = walked.or_else(|| {
                    let walk = self.go_on(number, valuation, &known.walks);
                    known.walks.push(walk);
                    Some(known.walks.len() - 1)
                });
            }
        }
        let walk = walk.unwrap_or_else(|| self.begin());
        let outcome = match walk.impossible {
            Some(at) => Some(Outcome::Impossible { at }),
            None => (!walk.violations.is_empty()).then_some(Outcome::Violated(walk.violations)),
        };
        self.conclude(walk.after, outcome, walk.touched, path, known)
    }

    /// Before the first state of a continuation.
    fn begin(&self) -> Walk {
        let (after, touched) = (self.standing.clone(), self.unsettled());
        Walk { before: None, length: 0, after, touched, violations: Vec::new(), impossible: None }
    }

    /// A walk that is one state longer.
    fn go_on(&self, before: Option<usize>, valuation: &Valuation, walks: &[Walk]) -> Walk {
        let mut walk = before.map_or_else(|| self.begin(), |number| walks[number].clone());
        let (at, violations) = (walk.length, &mut walk.violations);
        let is_possible = self.advance(&mut walk.after, valuation, &mut walk.touched, &mut |constraint, state| {
            if violations.iter().all(|known| known.constraint != constraint) {
                let reasons = self.spec.plan.automata[constraint].reasons(state, valuation);
                violations.push(Violation { constraint, at, reasons });
            }
        });
        violations.sort_by_key(|violation| (violation.at, violation.constraint));
        walk.impossible = walk.impossible.or((!is_possible).then_some(at));
        (walk.before, walk.length) = (before, at + 1);
        walk
    }

    /// The components of which it is not known that they can be satisfied from where the trace stands, whatever moves.
    pub(crate) fn unsettled(&self) -> Vec<usize> {
        (0..self.prospects.len()).filter(|&own| !self.prospects[own].is_current).collect()
    }

    /// Goes on by one state; adds the components that it touches, and tells the
    /// constraints that it violates for good and from which state. Says whether the axioms allow it.
    pub(crate) fn advance(
        &self,
        after: &mut Standing,
        valuation: &Valuation,
        touched: &mut Vec<usize>,
        on_violation: &mut dyn FnMut(usize, StateId),
    ) -> bool {
        let plan = &self.spec.plan;
        let before = after.valuation.as_ref();
        let changed: Option<SmallVec<[PropositionId; 16]>> =
            before.map(|before| before.differences(valuation).collect());
        let mut may_follow = true;
        after.is_sound = match (before, &changed) {
            (Some(before), Some(changed)) => {
                let groups = plan.world.groups_of_any(changed);
                may_follow = plan.world.fixed.iter().all(|id| !changed.contains(id))
                    && plan.world.may_follow_in(&groups, before, valuation);
                let is_sound_elsewhere = after.is_sound || plan.world.contradiction(valuation).is_none();
                is_sound_elsewhere && plan.world.is_sound_in(&groups, valuation)
            }
            _ => plan.world.contradiction(valuation).is_none(),
        };
        for component in changed.iter().flatten().filter_map(|&id| plan.bearing_on(id)) {
            touch(touched, component);
        }
        let mut moving: Vec<usize> = match &changed {
            Some(changed) => {
                let mut moving = Vec::new();
                plan.for_moving(&after.restless, changed, |constraint| moving.push(constraint));
                moving
            }
            None => (0..plan.automata.len()).collect(),
        };
        moving.retain(|&constraint| {
            let automaton = &plan.automata[constraint];
            let state = after.states[constraint];
            let next = automaton.step(state, valuation);
            if automaton.verdict(next) == Verdict::ViolatedForGood {
                on_violation(constraint, state);
            }
            if next != state {
                touch(touched, plan.homes[constraint]);
            }
            after.states[constraint] = next;
            plan.is_restless(constraint, next, valuation)
        });
        after.restless = moving;
        after.valuation = Some(valuation.clone());
        may_follow && after.is_sound
    }

    /// The answer to a continuation that leads there; its outcome is the outlook from there unless it is known already.
    pub(crate) fn conclude(
        &self,
        after: Standing,
        outcome: Option<Outcome>,
        touched: Vec<usize>,
        path: &[Valuation],
        known: &mut Known,
    ) -> Check {
        let (plan, states) = (&self.spec.plan, &after.states);
        let mut pending: Vec<usize> = Vec::with_capacity(states.len());
        pending.extend((0..states.len()).filter(|&c| !plan.is_satisfied(c, states[c])));
        let (outcome, ways) = match outcome {
            Some(outcome) => (outcome, Vec::new()),
            None if pending.is_empty() && after.valuation.is_some() => {
                let stays = after.restless.is_empty().then(|| Lead::along(Vec::new()));
                let ways = touched.iter().map(|&component| (component, stays.clone())).collect();
                (Outcome::Allowed { relies_on: Vec::new() }, ways)
            }
            None => self.outlook(&after, &touched, path, known),
        };
        // What was not looked for is not known.
        let ways =
            if ways.is_empty() { touched.into_iter().map(|component| (component, None)).collect() } else { ways };
        Check { outcome, pending, version: self.version, after, ways, lore: self.lore.clone() }
    }
}

fn touch(touched: &mut Vec<usize>, component: usize) {
    if !touched.contains(&component) {
        touched.push(component);
    }
}
