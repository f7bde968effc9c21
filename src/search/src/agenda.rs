//! The automata of a mission and its constraints, one for each conjunct, and what they read.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use surefleet_fleet::Decision;
use surefleet_ltl::{Automaton, Budget, Cube, Formula, PropositionId, StateId, Valuation, Verdict, Vocabulary};
use surefleet_world::World;

use crate::{
    error::TaskError,
    letters::{Letter, Meaning, pessimistic},
};

/// The most ways through a state's diagram that are told apart.
const MOST_WAYS: usize = 4096;

/// The automata of all conjuncts.
#[derive(Debug)]
pub(crate) struct Agenda {
    /// The pessimistic formulas.
    pub formulas: Vec<Formula>,
    pub automata: Vec<Automaton>,
    /// By number of the proposition.
    pub meanings: Vec<Meaning>,
    pub ids: Vec<PropositionId>,
    vocabulary: Vocabulary,
    pub deeds: HashMap<(usize, Decision), PropositionId>,
    pub step: Option<PropositionId>,
    /// Deeds that some formula asks for, and those that some formula may forbid.
    pub wanted: HashSet<PropositionId>,
    pub unwanted: HashSet<PropositionId>,
}

/// How far a mission has come: the letters so far, and the states of the automata after them. Cheap to clone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progress {
    pub(crate) states: Vec<StateId>,
    letters: Arc<Vec<Valuation>>,
}

/// A way from one state of an automaton to another: the propositions that must be true, and those that must be false.
#[derive(Debug, Clone)]
pub(crate) struct Way {
    pub from: StateId,
    pub to: StateId,
    pub cube: Cube,
}

impl Agenda {
    /// Compiles the conjuncts of formulas.
    pub fn new(world: &World, formulas: impl IntoIterator<Item = Formula>) -> Result<Self, TaskError> {
        let mut vocabulary = Vocabulary::default();
        let mut conjuncts: Vec<Formula> = Vec::new();
        for formula in formulas {
            for conjunct in pessimistic(world, &formula)?.conjuncts() {
                if !conjuncts.contains(&conjunct) {
                    conjuncts.push(conjunct);
                }
            }
        }
        let budget = Budget::default();
        let automata = conjuncts.iter().map(|conjunct| Automaton::compile(conjunct, &mut vocabulary, &budget));
        let automata: Vec<Automaton> = automata.collect::<Result<_, _>>()?;
        let meanings = vocabulary.ids().map(|id| Meaning::of(world, vocabulary.name(id)));
        let meanings: Vec<Meaning> = meanings.collect::<Result<_, _>>()?;
        let mut deeds = HashMap::new();
        let mut step = None;
        for (id, meaning) in vocabulary.ids().zip(&meanings) {
            match meaning {
                Meaning::Deed(robot, decision) => {
                    deeds.insert((*robot, *decision), id);
                }
                Meaning::Step => step = Some(id),
                _ => {}
            }
        }
        let ids = vocabulary.ids().collect();
        let (mut wanted, mut unwanted) = (HashSet::new(), HashSet::new());
        for conjunct in &conjuncts {
            let affirmed = conjunct.with_negations(|name| {
                unwanted.extend(vocabulary.find(name.as_str()));
                Formula::constant(false)
            });
            wanted.extend(affirmed.propositions().filter_map(|name| vocabulary.find(name.as_str())));
        }
        Ok(Self { formulas: conjuncts, automata, meanings, ids, vocabulary, deeds, step, wanted, unwanted })
    }

    /// The propositions that are true in a letter.
    fn valuation(&self, world: &World, letter: &Letter<'_>) -> Valuation {
        let mut valuation = Valuation::default();
        for (id, meaning) in self.ids.iter().zip(&self.meanings) {
            if letter.holds(world, meaning) {
                valuation.set(*id, true);
            }
        }
        valuation
    }

    /// The states before the first letter.
    pub fn initial(&self) -> Progress {
        Progress { states: self.automata.iter().map(Automaton::initial).collect(), letters: Arc::default() }
    }

    /// Reads one letter.
    pub fn read(&self, world: &World, progress: &Progress, letter: &Letter<'_>) -> Progress {
        let valuation = self.valuation(world, letter);
        let states = self.automata.iter().zip(&progress.states);
        let states = states.map(|(automaton, &state)| automaton.step(state, &valuation)).collect();
        let mut letters = Arc::clone(&progress.letters);
        Arc::make_mut(&mut letters).push(valuation);
        Progress { states, letters }
    }

    /// Whether the letters so far satisfy every formula by its definition alone, without the automata.
    pub fn is_satisfied_by_definition(&self, progress: &Progress) -> bool {
        let letters = &progress.letters;
        self.formulas.iter().all(|formula| {
            formula.is_satisfied_where(letters.len(), |name| {
                let id = self.vocabulary.find(name.as_str());
                letters.iter().map(|letter| id.is_some_and(|id| letter.holds(id))).collect()
            })
        })
    }

    /// Whether every formula is satisfied if the trace ends here.
    pub fn is_satisfied(&self, progress: &Progress) -> bool {
        let mut states = self.automata.iter().zip(&progress.states);
        states.all(|(automaton, &state)| automaton.verdict(state).is_satisfied())
    }

    /// Whether some formula is violated, whatever follows.
    pub fn is_lost(&self, progress: &Progress) -> bool {
        let mut states = self.automata.iter().zip(&progress.states);
        states.any(|(automaton, &state)| automaton.verdict(state) == Verdict::ViolatedForGood)
    }

    /// All ways of an automaton between states that are not lost. Where there are too many, a way without conditions
    /// stands for all to the same state.
    pub fn ways(&self, automaton: usize) -> Vec<Way> {
        let automaton = &self.automata[automaton];
        let is_live = |&state: &StateId| automaton.verdict(state) != Verdict::ViolatedForGood;
        let states = (0..automaton.size()).filter_map(|number| automaton.state(number)).filter(is_live);
        let mut all = Vec::new();
        for from in states {
            let ways = automaton
                .ways(from, MOST_WAYS)
                .unwrap_or_else(|| automaton.successors(from).into_iter().map(|(to, _)| (to, Cube::new())).collect());
            all.extend(ways.into_iter().filter(|(to, _)| is_live(to)).map(|(to, cube)| Way { from, to, cube }));
        }
        all
    }

    /// Whether some formula is violated for good whenever a proposition has this truth, after the start.
    pub fn is_forbidden(&self, proposition: PropositionId, truth: bool) -> bool {
        (0..self.automata.len()).any(|number| {
            let automaton = &self.automata[number];
            if automaton.reads().binary_search(&proposition).is_err() {
                return false;
            }
            let is_live = |&state: &StateId| automaton.verdict(state) != Verdict::ViolatedForGood;
            let states: Vec<StateId> = (0..automaton.size()).filter_map(|number| automaton.state(number)).collect();
            // No deed is done in the letter that leaves the initial state, if nothing leads back to it.
            let mut later: Vec<StateId> =
                states.iter().flat_map(|&state| automaton.successors(state)).map(|(to, _)| to).collect();
            later.sort_unstable();
            later.dedup();
            later.into_iter().filter(is_live).all(|state| {
                automaton.ways(state, MOST_WAYS).is_some_and(|ways| {
                    ways.iter().filter(|(_, cube)| !cube.contains(&(proposition, !truth))).all(|(to, _)| !is_live(to))
                })
            })
        })
    }
}
