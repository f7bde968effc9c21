//! The next valuations that matter: found along the diagrams of some constraints, never by enumerating all valuations.

use super::{
    product::{Product, Scope},
    world::Exclusion,
};
use crate::{PropositionId, StateId, Valuation, Verdict, automaton::Edge};

/// The reason why an enumeration ended early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The allowed work is used up.
    OutOfWork,
    /// The caller has seen enough.
    Enough,
}

/// Subtracts some of the remaining work.
///
/// # Errors
/// [`Stop::OutOfWork`] if less is left.
pub(crate) fn pay(work: &mut usize, amount: usize) -> Result<(), Stop> {
    *work = work.checked_sub(amount).ok_or(Stop::OutOfWork)?;
    Ok(())
}

/// Called with the successors of a scope's constraints and a valuation that leads there; returns the work that it took.
pub(crate) type Visit<'v> = dyn FnMut(&[StateId], Valuation) -> Result<usize, Stop> + 'v;

/// The start of the next valuations, and further conditions on them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Origin<'a> {
    pub product: &'a Product,
    /// The valuation before, `None` before the first.
    pub before: Option<&'a Valuation>,
    /// Whether uncontrollable propositions keep their values.
    pub is_frozen: bool,
    /// Whether constraints may be violated for good.
    pub may_violate: bool,
}

/// Calls `visit` with successors of the scope's constraints, and a valuation that leads there, until it refuses.
/// It visits at least once every combination that the axioms allow of successors and of values that bear on later
/// steps. These values are the positions in groups with moves and, in the first state, the fixed propositions. A
/// proposition that does not matter keeps its value. `work` counts down with the followed edges, and by the result of
/// `visit`.
pub(crate) fn each<'a>(
    from: Origin<'a>,
    scope: &'a Scope,
    states: &'a [StateId],
    work: &'a mut usize,
    visit: &'a mut Visit<'a>,
) -> Result<(), Stop> {
    // Nothing is known before the first state, so that every group must be given a valuation.
    let groups = if from.before.is_some() { &scope.groups } else { &from.product.groups };
    let mut letters = Letters {
        from,
        scope,
        groups,
        values: vec![None; from.product.propositions],
        chosen: vec![None; from.product.world.exclusions.len()],
        trail: Vec::new(),
        states,
        next: Vec::with_capacity(states.len()),
        work,
        visit,
    };
    if !letters.keep() {
        return Ok(());
    }
    letters.walk().map(|_| ())
}

/// Truth values of some propositions, closed under their consequences by the axioms.
struct Letters<'a> {
    from: Origin<'a>,
    scope: &'a Scope,
    groups: &'a [usize],
    values: Vec<Option<bool>>,
    /// By group: the true member; it makes the others false.
    chosen: Vec<Option<PropositionId>>,
    trail: Vec<PropositionId>,
    states: &'a [StateId],
    next: Vec<StateId>,
    work: &'a mut usize,
    visit: &'a mut Visit<'a>,
}

impl Letters<'_> {
    /// Sets the values that cannot change in this step.
    fn keep(&mut self) -> bool {
        let Some(before) = self.from.before else { return true };
        let world = &self.from.product.world;
        let frozen = if self.from.is_frozen { world.uncontrollable.as_slice() } else { &[] };
        let mut is_possible = true;
        for &id in world.fixed.iter().chain(frozen) {
            is_possible &= self.set(id, before.holds(id));
        }
        for &group in self.groups {
            let exclusion = &world.exclusions[group];
            if let Some(next) = exclusion.next_after(before).filter(|_| self.scope.has_moves) {
                for member in exclusion.members.iter().filter(|member| !next.contains(member)) {
                    is_possible &= self.set(*member, false);
                }
            }
        }
        is_possible
    }

    /// Follows the next constraint; returns whether any valuation was visited.
    fn walk(&mut self) -> Result<bool, Stop> {
        let index = self.next.len();
        match self.scope.constraints.get(index) {
            Some(&constraint) => {
                self.follow(constraint, self.from.product.automata[constraint].edge(self.states[index]))
            }
            None => self.start(0),
        }
    }

    fn follow(&mut self, constraint: usize, edge: Edge) -> Result<bool, Stop> {
        pay(self.work, 1)?;
        let automaton = &self.from.product.automata[constraint];
        let (id, [low, high]) = match automaton.read(edge) {
            Err(fork) => fork,
            Ok(state) if automaton.verdict(state) == Verdict::ViolatedForGood && !self.from.may_violate => {
                return Ok(false);
            }
            Ok(state) => {
                self.next.push(state);
                let is_visited = self.walk();
                self.next.pop();
                return is_visited;
            }
        };
        match self.value(id) {
            Some(value) => self.follow(constraint, if value { high } else { low }),
            None => {
                let is_high = self.suppose(id, true, |letters| letters.follow(constraint, high))?;
                let is_low = self.suppose(id, false, |letters| letters.follow(constraint, low))?;
                Ok(is_high || is_low)
            }
        }
    }

    /// In the first state, chooses both values of the propositions that will not change any more, from `rank` on.
    fn start(&mut self, rank: usize) -> Result<bool, Stop> {
        match self.scope.kept.get(rank) {
            Some(&id) if self.from.before.is_none() => {
                if self.value(id).is_some() {
                    return self.start(rank + 1);
                }
                let is_true = self.suppose(id, true, |letters| letters.start(rank + 1))?;
                let is_false = self.suppose(id, false, |letters| letters.start(rank + 1))?;
                Ok(is_true || is_false)
            }
            _ => self.choose(0),
        }
    }

    /// Chooses the true members of the groups from `rank` on: all choices if moves make them matter later, else one.
    fn choose(&mut self, rank: usize) -> Result<bool, Stop> {
        let Some(&group) = self.groups.get(rank) else {
            let valuation = self.valuation();
            let taken = (self.visit)(&self.next, valuation)?;
            pay(self.work, taken)?;
            return Ok(true);
        };
        if self.chosen[group].is_some() {
            return self.choose(rank + 1);
        }
        let exclusion = &self.from.product.world.exclusions[group];
        let Exclusion { members, is_exact, next, .. } = exclusion;
        let is_one_enough = next.is_none() || !self.scope.has_moves || !self.scope.groups.contains(&group);
        let before = self.from.before;
        // The others are false already.
        let next = before.filter(|_| self.scope.has_moves).and_then(|before| exclusion.next_after(before));
        let possible = next.unwrap_or(members);
        let stays = |id: PropositionId| before.is_some_and(|before| before.holds(id));
        let mut is_visited = false;
        // Staying is tried first, so that the valuations found change little.
        for &id in possible.iter().filter(|&&id| stays(id)) {
            is_visited |= self.suppose(id, true, |letters| letters.choose(rank + 1))?;
        }
        if !(*is_exact || is_visited && is_one_enough) {
            let mark = self.trail.len();
            let is_possible = members.iter().all(|&id| self.set(id, false));
            let none = if is_possible { self.choose(rank + 1) } else { Ok(false) };
            self.undo(mark);
            is_visited |= none?;
        }
        for &id in possible.iter().filter(|&&id| !stays(id)) {
            if is_visited && is_one_enough {
                break;
            }
            is_visited |= self.suppose(id, true, |letters| letters.choose(rank + 1))?;
        }
        Ok(is_visited)
    }

    fn suppose(
        &mut self,
        id: PropositionId,
        value: bool,
        then: impl FnOnce(&mut Self) -> Result<bool, Stop>,
    ) -> Result<bool, Stop> {
        let mark = self.trail.len();
        let answer = if self.set(id, value) { then(self) } else { Ok(false) };
        self.undo(mark);
        answer
    }

    /// The known value of a proposition; another member of a group may make it false.
    fn value(&self, id: PropositionId) -> Option<bool> {
        let is_other = |&group: &usize| self.chosen[group].is_some_and(|chosen| chosen != id);
        self.values[id.index()].or_else(|| self.from.product.world.groups_of(id).iter().any(is_other).then_some(false))
    }

    /// Sets a proposition; returns false if that contradicts the known values.
    fn set(&mut self, id: PropositionId, value: bool) -> bool {
        if let Some(known) = self.value(id) {
            return known == value;
        }
        self.values[id.index()] = Some(value);
        self.trail.push(id);
        if value {
            self.from.product.world.groups_of(id).iter().for_each(|&group| self.chosen[group] = Some(id));
        }
        true
    }

    fn undo(&mut self, mark: usize) {
        for id in self.trail.drain(mark..) {
            if self.values[id.index()].take() == Some(true) {
                self.from.product.world.groups_of(id).iter().for_each(|&group| self.chosen[group] = None);
            }
        }
    }

    /// The values set so far; other propositions are as before, or false.
    fn valuation(&self) -> Valuation {
        let mut valuation = self.from.before.cloned().unwrap_or_default();
        for &group in self.groups {
            self.from.product.world.exclusions[group].lower(&mut valuation);
        }
        for &id in &self.trail {
            valuation.set(id, self.values[id.index()] == Some(true));
        }
        valuation
    }
}
