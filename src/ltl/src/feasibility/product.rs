//! The product of automata, by its factors, and how they bear on one another.

use std::{collections::HashMap, sync::Arc};

use super::{
    demands::{Demands, DemandsByState},
    world::World,
};
use crate::{Automaton, PropositionId, StateId, Valuation, Verdict, automaton::Edge};

/// The product of the automata under the axioms, stored by its factors: it is too large to build.
#[derive(Debug, Clone)]
pub(crate) struct Product {
    /// By constraint; successive specifications share them.
    pub automata: Vec<Arc<Automaton>>,
    /// By constraint: the propositions that its automaton reads, as a set.
    pub reads: Vec<Valuation>,
    /// By constraint: small automata have them from the beginning, others get them on demand.
    pub demands: Vec<Arc<DemandsByState>>,
    pub world: World,
    /// All groups, those with moves first.
    pub groups: Vec<usize>,
    /// The size of the vocabulary.
    pub propositions: usize,
    /// All constraints, in sets that share no proposition.
    pub components: Vec<Scope>,
    /// The constraints that can distinguish a state from the same state repeated.
    pub counting: Vec<usize>,
    /// By constraint: its component.
    pub homes: Vec<usize>,
    /// By proposition: the constraints that read it.
    pub readers: Vec<Vec<usize>>,
    /// By proposition: the component that it bears on.
    pub bears_on: Vec<Option<usize>>,
}

/// The most forks: searching larger diagrams takes longer than it saves.
pub(crate) const MOST_FORKS: usize = 16;

/// The most states: computing the demands of larger automata takes long, and most are never needed.
const MOST_EAGER: usize = 8;

impl Product {
    /// Builds the product. Each automaton comes with its demands, if another product knows them.
    pub fn new(
        automata: Vec<(Arc<Automaton>, Option<Arc<DemandsByState>>)>,
        world: World,
        propositions: usize,
    ) -> Self {
        let (automata, known): (Vec<_>, Vec<Option<Arc<DemandsByState>>>) = automata.into_iter().unzip();
        let demands = |(automaton, known): (&Arc<Automaton>, Option<Arc<DemandsByState>>)| {
            known
                .filter(|known| known.fits(automaton, &world))
                .unwrap_or_else(|| DemandsByState::new(automaton, &world).into())
        };
        let demands = automata.iter().zip(known).map(demands).collect();
        let mut groups: Vec<usize> = (0..world.exclusions.len()).collect();
        groups.sort_by_key(|&group| world.exclusions[group].next.is_none());
        let mut readers = vec![Vec::new(); propositions];
        let mut reads = vec![Valuation::default(); automata.len()];
        for (constraint, automaton) in automata.iter().enumerate() {
            for &id in automaton.reads() {
                readers[id.index()].push(constraint);
                reads[constraint].set(id, true);
            }
        }
        let homes = vec![0; automata.len()];
        let bears_on = vec![None; propositions];
        let all: Vec<usize> = (0..automata.len()).collect();
        let counting = all.iter().copied().filter(|&constraint| automata[constraint].counts_steps()).collect();
        let mut product = Self {
            automata,
            reads,
            demands,
            world,
            groups,
            propositions,
            components: Vec::new(),
            counting,
            homes,
            readers,
            bears_on,
        };
        for (constraint, automaton) in product.automata.iter().enumerate() {
            if automaton.size() <= MOST_EAGER {
                (0..automaton.size()).filter_map(|number| automaton.state(number)).for_each(|state| {
                    product.demands(constraint, state);
                });
            }
        }
        product.components = product.components(&all);
        for (number, component) in product.components.iter().enumerate() {
            component.constraints.iter().for_each(|&constraint| product.homes[constraint] = number);
            product.bearing(component).into_iter().for_each(|id| product.bears_on[id.index()] = Some(number));
        }
        product
    }

    pub fn step(&self, constraint: usize, state: StateId, valuation: &Valuation) -> StateId {
        self.automata[constraint].step(state, valuation)
    }

    /// Common properties of all plans that satisfy a constraint from a state; `None` if the automaton is too large.
    pub fn demands(&self, constraint: usize, state: StateId) -> Option<&Demands> {
        self.demands[constraint].of(&self.automata[constraint], state, &self.world)
    }

    /// Whether the constraint is satisfied if the trace ends in this state.
    pub fn is_satisfied(&self, constraint: usize, state: StateId) -> bool {
        self.automata[constraint].verdict(state).is_satisfied()
    }

    /// Whether a constraint would move if a valuation were repeated, or is violated for good (reported each time).
    pub fn is_restless(&self, constraint: usize, state: StateId, valuation: &Valuation) -> bool {
        let automaton = &self.automata[constraint];
        automaton.verdict(state) == Verdict::ViolatedForGood || automaton.step(state, valuation) != state
    }

    /// Calls `visit` with the constraints that a state may move, each once: those that read a changed proposition, and
    /// the restless ones.
    pub fn for_moving(&self, restless: &[usize], changed: &[PropositionId], mut visit: impl FnMut(usize)) {
        let reads_any =
            |constraint: usize, ids: &[PropositionId]| ids.iter().any(|&id| self.reads[constraint].holds(id));
        for (at, id) in changed.iter().enumerate() {
            for &constraint in self.readers.get(id.index()).into_iter().flatten() {
                if !reads_any(constraint, &changed[..at]) {
                    visit(constraint);
                }
            }
        }
        for &constraint in restless {
            if !reads_any(constraint, changed) {
                visit(constraint);
            }
        }
    }

    /// The approximate number of steps to satisfy the constraint, which must be satisfiable.
    pub fn effort(&self, constraint: usize, state: StateId, valuation: &Valuation) -> usize {
        let distance = self.automata[constraint].distance(state).unwrap_or_default();
        let automaton = &self.automata[constraint];
        if distance == 0 || automaton.forks() > MOST_FORKS {
            return distance;
        }
        self.effort_along(constraint, automaton.edge(state), 1, distance, valuation).unwrap_or(distance)
    }

    /// The least effort to come nearer than `distance` along an edge that already costs `steps`.
    fn effort_along(
        &self,
        constraint: usize,
        edge: Edge,
        steps: usize,
        distance: usize,
        valuation: &Valuation,
    ) -> Option<usize> {
        let along = |edge, steps| self.effort_along(constraint, edge, steps, distance, valuation);
        match self.automata[constraint].read(edge) {
            Ok(next) => {
                let left = self.automata[constraint].distance(next).filter(|&left| left < distance);
                left.map(|left| left + steps)
            }
            Err((id, [low, high])) => {
                let is_high = self.world.steps_to(id, valuation).and_then(|more| along(high, steps.max(more)));
                is_high.into_iter().chain(along(low, steps)).min()
            }
        }
    }

    /// Splits constraints into sets that share no proposition, not even through groups.
    pub fn components(&self, constraints: &[usize]) -> Vec<Scope> {
        let mut clusters = Clusters::new(self.propositions);
        self.world.exclusions.iter().for_each(|exclusion| clusters.join(&exclusion.members));
        constraints.iter().for_each(|&constraint| clusters.join(self.automata[constraint].reads()));
        let mut components: Vec<Vec<usize>> = Vec::new();
        // By cluster: its component.
        let mut known: HashMap<usize, usize> = HashMap::new();
        for &constraint in constraints {
            let cluster = self.automata[constraint].reads().first().map(|id| clusters.of(id.index()));
            // A constraint that reads nothing has a component of its own.
            let place = cluster.and_then(|cluster| known.get(&cluster)).copied().unwrap_or(components.len());
            if place == components.len() {
                components.push(Vec::new());
                known.extend(cluster.map(|cluster| (cluster, place)));
            }
            components[place].push(constraint);
        }
        components.into_iter().map(|constraints| Scope::new(self, constraints)).collect()
    }

    /// The component that a proposition bears on; `None` also for propositions outside the vocabulary.
    pub fn bearing_on(&self, id: PropositionId) -> Option<usize> {
        self.bears_on.get(id.index()).copied().flatten()
    }

    /// Whether a valuation may follow another, as far as that bears on the scope. Neither may contradict anything.
    pub fn may_change(&self, scope: &Scope, changed: &[PropositionId], before: &Valuation, after: &Valuation) -> bool {
        let fallen_in = |group| {
            let fallen = changed.iter().filter(|&&id| before.holds(id));
            fallen.filter_map(move |&id| self.world.place_in(id, group)).next()
        };
        let may_rise_in = |id: PropositionId, group: usize| {
            let Some(next) = &self.world.exclusions[group].next else { return true };
            fallen_in(group).is_none_or(|from| next[from].contains(&id)) || !scope.groups.contains(&group)
        };
        let may_rise = |id| self.world.groups_of(id).iter().all(|&group| may_rise_in(id, group));
        changed.iter().all(|&id| !scope.kept.contains(&id) && (!after.holds(id) || may_rise(id)))
    }

    /// The propositions that a scope reads, and those that exclude them, ascending.
    pub fn bearing(&self, scope: &Scope) -> Vec<PropositionId> {
        let read = scope.constraints.iter().flat_map(|&constraint| self.automata[constraint].reads()).copied();
        let members = scope.groups.iter().flat_map(|&group| self.world.exclusions[group].members.iter().copied());
        let mut all: Vec<PropositionId> = read.chain(members).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// Propositions in sets that grow together.
struct Clusters(Vec<usize>);

impl Clusters {
    fn new(propositions: usize) -> Self {
        Self((0..propositions).collect())
    }

    /// The set of a proposition, represented by one of its members.
    fn of(&mut self, mut at: usize) -> usize {
        while self.0[at] != at {
            self.0[at] = self.0[self.0[at]];
            at = self.0[at];
        }
        at
    }

    fn join(&mut self, ids: &[PropositionId]) {
        for pair in ids.windows(2) {
            let one = self.of(pair[0].index());
            let other = self.of(pair[1].index());
            self.0[one] = other;
        }
    }
}

/// Constraints to be satisfied together, and everything that bears on them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Scope {
    /// By number, ascending.
    pub constraints: Vec<usize>,
    /// The groups that they read, and those that share members with these; groups with moves come first.
    pub groups: Vec<usize>,
    /// Fixed and uncontrollable propositions that they read, or that exclude those that they read.
    pub kept: Vec<PropositionId>,
    /// Whether the moves of groups count; without them, more is possible than in reality.
    pub has_moves: bool,
}

impl Scope {
    pub fn new(product: &Product, mut constraints: Vec<usize>) -> Self {
        constraints.sort_unstable();
        let world = &product.world;
        let mut is_in = vec![false; world.exclusions.len()];
        let mut open: Vec<PropositionId> =
            constraints.iter().flat_map(|&constraint| product.automata[constraint].reads()).copied().collect();
        while let Some(id) = open.pop() {
            for &group in world.groups_of(id) {
                if !std::mem::replace(&mut is_in[group], true) {
                    open.extend(&world.exclusions[group].members);
                }
            }
        }
        let groups = product.groups.iter().copied().filter(|&group| is_in[group]).collect();
        let has_moves = world.exclusions.iter().any(|exclusion| exclusion.next.is_some());
        let mut scope = Self { constraints, groups, kept: Vec::new(), has_moves };
        let bearing = product.bearing(&scope);
        let kept = world.fixed.iter().chain(&world.uncontrollable).copied();
        scope.kept = kept.filter(|id| bearing.binary_search(id).is_ok()).collect();
        scope
    }
}
