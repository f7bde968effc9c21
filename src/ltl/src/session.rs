use std::sync::Arc;

use crate::{
    Automaton, Conflict, LtlError, PropositionId, Spec, StateId, Valuation, Verdict,
    search::{DeadEnd, Fate, Now},
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
    version: u64,
    after: Standing,
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
}

/// Longer witnesses are not extended but found anew, which makes them shorter.
const LONGEST_EXTENDED: usize = 64;

/// Where a trace stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Standing {
    pub states: Vec<StateId>,
    pub valuation: Option<Valuation>,
    /// Valuations after which everything is satisfied, as far as known.
    witness: Vec<Valuation>,
}

/// How many states of a continuation are steps to those constraints that count them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pace {
    /// Each.
    Steps,
    /// The last alone; the others are moments on the way.
    Moments,
    /// None: all are moments on the way.
    Within,
}

/// One trace under a specification, state by state.
///
/// A check changes nothing, and its answer depends on the commits before it only.
///
/// Where the world is watched while it changes, [`see`](Self::see) takes every moment of it and
/// [`begin_step`](Self::begin_step) says which of them are steps: what `X` and `WX` speak of.
#[derive(Debug, Clone)]
pub struct Session {
    spec: Arc<Spec>,
    pub(crate) standing: Standing,
    version: u64,
}

impl Session {
    /// No state has been seen yet: the initial one is checked and committed like all others.
    pub fn new(spec: Arc<Spec>) -> Self {
        let states = spec.plan.automata.iter().map(Automaton::initial).collect();
        Self { spec, standing: Standing { states, valuation: None, witness: Vec::new() }, version: 0 }
    }

    /// A trace that goes on under another specification.
    ///
    /// `states` has the states of constraints that were watched before, see [`state`](Self::state); `None`: its trace
    /// begins with the present moment.
    ///
    /// # Panics
    /// Where there is not one entry a constraint.
    ///
    /// # Errors
    /// [`LtlError::NoState`] for a state that the constraint's automaton does not have.
    pub fn resume(spec: Arc<Spec>, states: &[Option<usize>], present: Option<Valuation>) -> Result<Self, LtlError> {
        assert_eq!(states.len(), spec.constraints().len(), "there is one entry a constraint");
        let mut session = Self::new(spec);
        for (constraint, state) in states.iter().enumerate() {
            let automaton = &session.spec.plan.automata[constraint];
            session.standing.states[constraint] = match (state, &present) {
                (Some(number), _) => automaton.state(*number).ok_or_else(|| LtlError::NoState {
                    formula: session.spec.constraints()[constraint].formula.to_string(),
                    state: *number,
                    states: automaton.size(),
                })?,
                (None, Some(present)) if !automaton.counts_steps() => automaton.step(automaton.initial(), present),
                (None, _) => automaton.initial(),
            };
        }
        session.standing.valuation = present;
        Ok(session)
    }

    /// The state of a constraint's automaton after the states so far: with the formula all that must be kept of a trace.
    ///
    /// # Panics
    /// Where there is no such constraint.
    pub fn state(&self, constraint: usize) -> StateId {
        self.standing.states[constraint]
    }

    /// Takes note of a moment, allowed or not; constraints that count steps wait for [`begin_step`](Self::begin_step).
    pub fn see(&mut self, moment: Valuation) {
        let automata = &self.spec.plan.automata;
        for (state, automaton) in self.standing.states.iter_mut().zip(automata) {
            if !automaton.counts_steps() {
                *state = automaton.step(*state, &moment);
            }
        }
        self.standing.valuation = Some(moment);
        self.version += 1;
    }

    /// Counts the present moment as a step: the next one begins.
    pub fn begin_step(&mut self) {
        let Some(present) = &self.standing.valuation else { return };
        for (state, automaton) in self.standing.states.iter_mut().zip(&self.spec.plan.automata) {
            if automaton.counts_steps() {
                *state = automaton.step(*state, present);
            }
        }
        self.version += 1;
    }

    /// The specification.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// How many commits and observations there were.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The verdict on a constraint after the states so far.
    ///
    /// # Panics
    /// Where there is no such constraint.
    pub fn verdict(&self, constraint: usize) -> Verdict {
        self.spec.automaton(constraint).verdict(self.standing.states[constraint])
    }

    /// The last state of the trace, `None` before the first.
    pub fn valuation(&self) -> Option<&Valuation> {
        self.standing.valuation.as_ref()
    }

    /// Whether the trace goes on as allowed if it goes on with `path`: the states during and after a step, in order.
    ///
    /// What holds is checked in every state; whether all can still be satisfied together, after the last.
    pub fn check(&self, path: &[Valuation]) -> Check {
        self.check_knowing(path, Pace::Steps, &mut Vec::new())
    }

    /// Checks several continuations, of which one can be committed: all candidates of a turn.
    ///
    /// What makes one of them a dead end is tried on the others first, so that dead ends of one kind are proven once.
    pub fn check_all<'a>(&self, paths: impl IntoIterator<Item = &'a [Valuation]>) -> Vec<Check> {
        let mut known = Vec::new();
        paths.into_iter().map(|path| self.check_knowing(path, Pace::Steps, &mut known)).collect()
    }

    /// The states of the automata before a continuation.
    pub(crate) fn start(&self, pace: Pace) -> Vec<StateId> {
        let mut states = self.standing.states.clone();
        if let (Pace::Moments | Pace::Within, Some(present)) = (pace, &self.standing.valuation) {
            for (state, automaton) in states.iter_mut().zip(&self.spec.plan.automata) {
                if automaton.counts_steps() {
                    *state = automaton.step(*state, present);
                }
            }
        }
        states
    }

    pub(crate) fn check_knowing(&self, path: &[Valuation], pace: Pace, known: &mut Vec<DeadEnd>) -> Check {
        let plan = &self.spec.plan;
        let mut states = self.start(pace);
        let mut violations: Vec<Violation> = Vec::new();
        let mut impossible = None;
        let mut before = self.standing.valuation.as_ref();
        for (at, valuation) in path.iter().enumerate() {
            let may_follow = before.is_none_or(|before| plan.world.may_follow(before, valuation));
            if impossible.is_none() && (!may_follow || plan.world.contradiction(valuation).is_some()) {
                impossible = Some(at);
            }
            for (constraint, state) in states.iter_mut().enumerate() {
                let automaton = &plan.automata[constraint];
                let is_step = match pace {
                    Pace::Steps => true,
                    Pace::Moments => at + 1 == path.len(),
                    Pace::Within => false,
                };
                if automaton.counts_steps() && !is_step {
                    continue;
                }
                let next = automaton.step(*state, valuation);
                let is_violated = automaton.verdict(next) == Verdict::ViolatedForGood;
                if is_violated && violations.iter().all(|known| known.constraint != constraint) {
                    violations.push(Violation { constraint, at, reasons: automaton.reasons(*state, valuation) });
                }
                *state = next;
            }
            before = Some(valuation);
        }
        let after = Standing { states, valuation: before.cloned(), witness: Vec::new() };
        match impossible {
            Some(at) => self.conclude(after, Some(Outcome::Impossible { at }), known),
            None if !violations.is_empty() => self.conclude(after, Some(Outcome::Violated(violations)), known),
            None => self.conclude(after, None, known),
        }
    }

    /// The answer to a continuation that leads there; its outcome is the outlook from there unless it is known already.
    pub(crate) fn conclude(&self, mut after: Standing, outcome: Option<Outcome>, known: &mut Vec<DeadEnd>) -> Check {
        let (plan, states) = (&self.spec.plan, &after.states);
        let pending: Vec<usize> = (0..states.len()).filter(|&c| !plan.is_satisfied(c, states[c])).collect();
        let outcome = outcome.unwrap_or_else(|| {
            if pending.is_empty() && after.valuation.is_some() {
                return Outcome::Allowed { relies_on: Vec::new() };
            }
            self.outlook(&mut after, known)
        });
        Check { outcome, pending, version: self.version, after }
    }

    /// Where the continuation is a dead end, the fewest constraints that make it one.
    pub fn conflict(&self, check: &Check) -> Option<Conflict> {
        let Outcome::DeadEnd(constraints) = &check.outcome else { return None };
        let Standing { states, valuation, .. } = &check.after;
        let now = Now { plan: &self.spec.plan, states, valuation: valuation.as_ref(), is_frozen: false };
        Some(now.minimal(constraints.clone(), self.spec.work))
    }

    /// Whether all can be satisfied together from there, where not all are already; keeps a witness.
    fn outlook(&self, after: &mut Standing, known: &mut Vec<DeadEnd>) -> Outcome {
        let ways = &self.standing.witness;
        for witness in [ways.get(1..).unwrap_or_default(), ways.as_slice()] {
            if let Some(witness) = self.completed(after, witness) {
                after.witness = witness;
                return Outcome::Allowed { relies_on: Vec::new() };
            }
        }
        let all: Vec<usize> = (0..after.states.len()).collect();
        let plan = &self.spec.plan;
        let now = |is_frozen| Now { plan, states: &after.states, valuation: after.valuation.as_ref(), is_frozen };
        if let Some(end) = known.iter().find(|end| end.bars(&now(false))) {
            return Outcome::DeadEnd(end.constraints().to_vec());
        }
        let mut fate = now(true).fate(&all, self.spec.work);
        if !matches!(fate, Fate::Live(_)) && !plan.world.uncontrollable.is_empty() {
            fate = now(false).fate(&all, self.spec.work);
        }
        match fate {
            Fate::Live(witness) => {
                after.witness = witness;
                let changes = |&id: &PropositionId| after.changes(id);
                Outcome::Allowed { relies_on: plan.world.uncontrollable.iter().copied().filter(changes).collect() }
            }
            Fate::Dead(constraints) => {
                known.extend(DeadEnd::new(&now(false), constraints.clone()));
                Outcome::DeadEnd(constraints)
            }
            Fate::Undetermined => Outcome::Undetermined,
        }
    }

    /// The witness, where it is possible from there and needs nobody else, with what else it takes to satisfy
    /// everything.
    fn completed(&self, from: &Standing, witness: &[Valuation]) -> Option<Vec<Valuation>> {
        let plan = &self.spec.plan;
        let (before, first) = (from.valuation.as_ref()?, witness.first()?);
        let is_kept = |&id: &PropositionId| witness.iter().all(|state| state.holds(id) == before.holds(id));
        if !plan.world.may_follow(before, first) || !plan.world.uncontrollable.iter().all(is_kept) {
            return None;
        }
        let mut states = from.states.clone();
        let mut is_complete = true;
        for (constraint, state) in states.iter_mut().enumerate() {
            *state = witness.iter().fold(*state, |state, valuation| plan.step(constraint, state, valuation));
            match plan.automata[constraint].verdict(*state) {
                Verdict::ViolatedForGood => return None,
                verdict => is_complete &= verdict.is_satisfied(),
            }
        }
        if is_complete {
            return Some(witness.to_vec());
        }
        if witness.len() > LONGEST_EXTENDED {
            return None;
        }
        let all: Vec<usize> = (0..states.len()).collect();
        let now = Now { plan, states: &states, valuation: witness.last(), is_frozen: true };
        match now.fate(&all, self.spec.work / 16) {
            Fate::Live(more) => Some(witness.iter().cloned().chain(more).collect()),
            _ => None,
        }
    }

    /// What the trace allows as it stands, the present moment being counted as a step: whether stopping is allowed, and
    /// whether all can still be satisfied. Violations come without reasons; they are of the past.
    pub fn present(&self) -> Check {
        let (plan, states) = (&self.spec.plan, self.start(Pace::Moments));
        let is_lost = |&(c, state): &(usize, &StateId)| plan.automata[c].verdict(*state) == Verdict::ViolatedForGood;
        let lost = states.iter().enumerate().filter(is_lost);
        let violations: Vec<Violation> =
            lost.map(|(constraint, _)| Violation { constraint, at: 0, reasons: Vec::new() }).collect();
        let outcome = (!violations.is_empty()).then_some(Outcome::Violated(violations));
        let after = Standing { states, valuation: self.standing.valuation.clone(), witness: Vec::new() };
        self.conclude(after, outcome, &mut Vec::new())
    }

    /// Makes an allowed continuation part of the trace.
    ///
    /// # Errors
    /// [`LtlError::Stale`] after another commit, [`LtlError::NotAllowed`].
    pub fn commit(&mut self, check: Check) -> Result<(), LtlError> {
        if check.version != self.version {
            return Err(LtlError::Stale { checked: check.version, now: self.version });
        }
        if !matches!(check.outcome, Outcome::Allowed { .. }) {
            return Err(LtlError::NotAllowed);
        }
        self.standing = check.after;
        self.version += 1;
        Ok(())
    }

    /// Makes what happened part of the trace, allowed or not, and says which it was.
    pub fn observe(&mut self, path: &[Valuation]) -> Check {
        let check = self.check(path);
        self.standing = check.after.clone();
        self.version += 1;
        check
    }
}

impl Standing {
    /// Whether the proposition changes on the way to the end of the witness.
    fn changes(&self, id: PropositionId) -> bool {
        let values = || self.valuation.iter().chain(&self.witness).map(|valuation| valuation.holds(id));
        values().zip(values().skip(1)).any(|(before, after)| before != after)
    }
}
