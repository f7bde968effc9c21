//! What is compiled of a specification, and which of its parts bear on one another.

use crate::{Automaton, PropositionId, StateId, Valuation, world::World};

/// Automata and axioms over one vocabulary.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    pub automata: Vec<Automaton>,
    /// By constraint: the propositions that its automaton reads, as a set.
    pub reads: Vec<Valuation>,
    /// By constraint, by state: the fewest steps to satisfaction if the constraint were alone.
    pub distances: Vec<Vec<Option<usize>>>,
    pub world: World,
    /// All groups, those with moves first.
    pub groups: Vec<usize>,
    /// The size of the vocabulary.
    pub propositions: usize,
}

impl Plan {
    pub fn new(automata: Vec<Automaton>, world: World, propositions: usize) -> Self {
        let reads = |automaton: &Automaton| {
            let mut read = Valuation::default();
            automaton.reads().into_iter().for_each(|id| read.set(id, true));
            read
        };
        let reads = automata.iter().map(reads).collect();
        let distances = automata.iter().map(Automaton::distances).collect();
        let mut groups: Vec<usize> = (0..world.exclusions.len()).collect();
        groups.sort_by_key(|&group| world.exclusions[group].next.is_none());
        Self { automata, reads, distances, world, groups, propositions }
    }

    pub fn step(&self, constraint: usize, state: StateId, valuation: &Valuation) -> StateId {
        self.automata[constraint].step(state, valuation)
    }

    /// Whether the constraint is satisfied if the trace ends in this state.
    pub fn is_satisfied(&self, constraint: usize, state: StateId) -> bool {
        self.automata[constraint].verdict(state).is_satisfied()
    }

    /// Splits constraints into sets that share no proposition, not even through groups.
    pub fn components(&self, constraints: &[usize]) -> Vec<Scope> {
        let mut components: Vec<(Vec<usize>, Vec<PropositionId>)> = Vec::new();
        for &constraint in constraints {
            let mut joined = (vec![constraint], self.bearing(&Scope::new(self, vec![constraint])));
            components.retain_mut(|(constraints, propositions)| {
                let is_apart = propositions.iter().all(|id| joined.1.binary_search(id).is_err());
                if !is_apart {
                    joined.0.append(constraints);
                    joined.1.append(propositions);
                    joined.1.sort_unstable();
                    joined.1.dedup();
                }
                is_apart
            });
            components.push(joined);
        }
        let scope = |(mut constraints, _): (Vec<usize>, _)| {
            constraints.sort_unstable();
            Scope::new(self, constraints)
        };
        components.into_iter().map(scope).collect()
    }

    /// The propositions that a scope reads or that exclude what it reads, ascending.
    pub fn bearing(&self, scope: &Scope) -> Vec<PropositionId> {
        let read = scope.constraints.iter().flat_map(|&constraint| self.automata[constraint].reads());
        let members = scope.groups.iter().flat_map(|&group| self.world.exclusions[group].members.iter().copied());
        let mut all: Vec<PropositionId> = read.chain(members).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// Constraints whose joint future is asked for, and what bears on it.
#[derive(Debug, Clone)]
pub(crate) struct Scope {
    /// By number.
    pub constraints: Vec<usize>,
    /// The groups that they read, and those that share members with these; groups with moves come first.
    pub groups: Vec<usize>,
    /// Fixed and uncontrollable propositions that they read or that exclude what they read.
    pub kept: Vec<PropositionId>,
}

impl Scope {
    pub fn new(plan: &Plan, constraints: Vec<usize>) -> Self {
        let world = &plan.world;
        let mut is_in = vec![false; world.exclusions.len()];
        let mut open: Vec<PropositionId> =
            constraints.iter().flat_map(|&constraint| plan.automata[constraint].reads()).collect();
        while let Some(id) = open.pop() {
            for &group in world.groups_of(id) {
                if !std::mem::replace(&mut is_in[group], true) {
                    open.extend(&world.exclusions[group].members);
                }
            }
        }
        let groups = plan.groups.iter().copied().filter(|&group| is_in[group]).collect();
        let mut scope = Self { constraints, groups, kept: Vec::new() };
        let bearing = plan.bearing(&scope);
        let kept = world.fixed.iter().chain(&world.uncontrollable).copied();
        scope.kept = kept.filter(|id| bearing.binary_search(id).is_ok()).collect();
        scope
    }
}
