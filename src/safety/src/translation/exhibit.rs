//! The remarks and traces that a person sees for a constraint: from one automaton if it is small, else per conjunct.

use surefleet_ltl::{
    Automaton, Budget, Formula, LtlError, PropositionId, Remark, StateId, Valuation, Verdict, Vocabulary,
};
use surefleet_world::World;

use super::{
    Trace,
    examples::{Backdrop, Showcase},
};
use crate::watch::exclusions;

/// Limits for one automaton of the whole constraint; beyond them each conjunct is shown by itself.
///
/// The automaton of a sentence about each robot grows exponentially with the team.
const SMALL: Budget = Budget { states: 64, operations: 20_000, work: 1 << 15 };

/// The remarks and traces to show for a constraint.
pub(super) struct Exhibit {
    pub remarks: Vec<Remark>,
    pub allowed: Option<Trace>,
    pub refused: Option<Trace>,
}

impl Exhibit {
    /// # Errors
    /// [`LtlError::TooLarge`] for a conjunct that cannot be followed.
    pub fn of(formula: &Formula, world: &World, words: &surefleet_english::Vocabulary) -> Result<Self, LtlError> {
        let backdrop = Backdrop { groups: exclusions(world, formula), words };
        let mut vocabulary = Vocabulary::default();
        let (formulas, automata) = match Automaton::compile_of_changes(formula, &mut vocabulary, &SMALL) {
            Ok(automaton) => (vec![formula.clone()], vec![automaton]),
            Err(_) => {
                let conjuncts = formula.conjuncts();
                let compile =
                    |conjunct: &Formula| Automaton::compile_of_changes(conjunct, &mut vocabulary, &Budget::default());
                let automata = conjuncts.iter().map(compile).collect::<Result<Vec<_>, _>>()?;
                (conjuncts, automata)
            }
        };
        let remarks = formulas.iter().zip(&automata).flat_map(|(one, own)| Remark::on(one, own, &vocabulary)).collect();
        let showcases: Vec<Showcase> = automata.iter().map(|own| Showcase::new(own, &vocabulary, &backdrop)).collect();
        let cast = Cast { automata: &automata, vocabulary: &vocabulary };
        let allowed = showcases.iter().filter_map(Showcase::allowed).find(|trace| cast.allows(trace));
        let allowed = allowed.or_else(|| Some(showcases.first()?.trace_of(&cast.payment(&showcases)?)));
        Ok(Self { remarks, allowed, refused: showcases.iter().find_map(Showcase::refused) })
    }
}

/// The automata that must all allow a trace.
struct Cast<'a> {
    automata: &'a [Automaton],
    vocabulary: &'a Vocabulary,
}

impl Cast<'_> {
    fn start(&self) -> Vec<StateId> {
        self.automata.iter().map(Automaton::initial).collect()
    }

    fn step(&self, states: &mut [StateId], moment: &Valuation) {
        states.iter_mut().zip(self.automata).for_each(|(state, own)| *state = own.step(*state, moment));
    }

    fn allows(&self, trace: &Trace) -> bool {
        let mut states = self.start();
        for moment in &trace.moments {
            self.step(&mut states, &self.vocabulary.valuation(moment.iter().map(String::as_str)));
        }
        states.iter().zip(self.automata).all(|(&state, own)| own.verdict(state).is_satisfied())
    }

    /// A trace that fulfils the open duties of each automaton in turn; `None` if that violates another one.
    fn payment(&self, showcases: &[Showcase]) -> Option<Vec<Vec<PropositionId>>> {
        let mut states = self.start();
        let mut moments: Vec<Vec<PropositionId>> = Vec::new();
        for _ in self.automata {
            let owes =
                |place: &usize| moments.is_empty() || !self.automata[*place].verdict(states[*place]).is_satisfied();
            let Some(place) = (0..self.automata.len()).find(owes) else { break };
            for cube in self.automata[place].shortest_completion(states[place])? {
                let facts: Vec<PropositionId> =
                    cube.into_iter().filter(|(_, holds)| *holds).map(|(id, _)| id).collect();
                let mut moment = Valuation::default();
                facts.iter().for_each(|&id| moment.set(id, true));
                self.step(&mut states, &moment);
                let is_lost = |(&state, own): (&StateId, &Automaton)| own.verdict(state) == Verdict::ViolatedForGood;
                if !showcases[place].can_be(&facts) || states.iter().zip(self.automata).any(is_lost) {
                    return None;
                }
                moments.push(facts);
            }
        }
        let is_satisfied = |(&state, own): (&StateId, &Automaton)| own.verdict(state).is_satisfied();
        states.iter().zip(self.automata).all(is_satisfied).then_some(moments)
    }
}
