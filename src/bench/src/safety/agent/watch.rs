use surefleet_ltl::{
    Automaton, Budget, Cube, Formula, LtlError, PropositionId, StateId, Valuation, Verdict, Vocabulary,
};

use crate::safety::home::{Fact, Home, HomeState};

/// The events that must still happen, soonest first; `None` if nothing helps.
type Completion = Option<Vec<(Fact, bool)>>;

/// Formulas about a home, each as an automaton that follows what happens there.
#[derive(Debug, Clone)]
pub struct Watch {
    vocabulary: Vocabulary,
    facts: Vec<(PropositionId, Fact)>,
    automata: Vec<Automaton>,
    /// By formula, then by state.
    completions: Vec<Vec<Completion>>,
}

impl Watch {
    /// Compiles the formulas; propositions that the home does not have stay false.
    ///
    /// # Errors
    /// [`LtlError::TooLarge`].
    pub fn new<'a>(home: &Home, formulas: impl IntoIterator<Item = &'a Formula>) -> Result<Self, LtlError> {
        let mut vocabulary = Vocabulary::default();
        let automata = formulas
            .into_iter()
            .map(|formula| Automaton::compile(formula, &mut vocabulary, &Budget::default()))
            .collect::<Result<Vec<_>, _>>()?;
        let facts: Vec<(PropositionId, Fact)> =
            vocabulary.ids().filter_map(|id| Some((id, home.fact(vocabulary.name(id).as_str())?))).collect();
        let completions = automata.iter().map(|automaton| completions(automaton, &facts)).collect();
        Ok(Self { vocabulary, facts, automata, completions })
    }

    /// How many formulas there are.
    pub fn len(&self) -> usize {
        self.automata.len()
    }

    /// The automata's states after these home states, from their states before them or from the start.
    pub fn after<'a>(
        &self,
        home: &Home,
        before: Option<&[StateId]>,
        path: impl IntoIterator<Item = &'a HomeState>,
    ) -> Vec<StateId> {
        let initial = || self.automata.iter().map(Automaton::initial).collect();
        let mut states: Vec<StateId> = before.map_or_else(initial, <[StateId]>::to_vec);
        for state in path {
            let valuation = self.valuation(home, state);
            for (automaton, at) in self.automata.iter().zip(&mut states) {
                *at = automaton.step(*at, &valuation);
            }
        }
        states
    }

    /// The facts that a formula reads.
    pub(crate) fn reads(&self, formula: usize) -> impl Iterator<Item = Fact> {
        self.automata[formula].reads().iter().filter_map(|id| find(&self.facts, *id))
    }

    pub(crate) fn step(&self, formula: usize, at: StateId, valuation: &Valuation) -> StateId {
        self.automata[formula].step(at, valuation)
    }

    pub(crate) fn verdict(&self, formula: usize, at: StateId) -> Verdict {
        self.automata[formula].verdict(at)
    }

    /// The events that must still happen; `None` if nothing helps.
    pub(crate) fn completion(&self, formula: usize, at: StateId) -> Option<&[(Fact, bool)]> {
        self.completions[formula][at.index()].as_deref()
    }

    pub(crate) fn valuation(&self, home: &Home, state: &HomeState) -> Valuation {
        let mut valuation = self.vocabulary.valuation([]);
        for &(id, fact) in &self.facts {
            valuation.set(id, home.holds(state, fact));
        }
        valuation
    }
}

fn find(facts: &[(PropositionId, Fact)], id: PropositionId) -> Option<Fact> {
    facts.iter().find(|(known, _)| *known == id).map(|(_, fact)| *fact)
}

/// By state; of those that the initial one leads to, which are all.
fn completions(automaton: &Automaton, facts: &[(PropositionId, Fact)]) -> Vec<Completion> {
    let named = |cubes: Vec<Cube>| -> Vec<(Fact, bool)> {
        cubes.into_iter().flatten().filter_map(|(id, value)| Some((find(facts, id)?, value))).collect()
    };
    let mut found: Vec<Completion> = vec![None; automaton.size()];
    let mut seen = vec![false; automaton.size()];
    let mut open = vec![automaton.initial()];
    while let Some(state) = open.pop() {
        if !std::mem::replace(&mut seen[state.index()], true) {
            found[state.index()] = automaton.shortest_completion(state).map(named);
            open.extend(automaton.successors(state).into_iter().map(|(next, _)| next));
        }
    }
    found
}
