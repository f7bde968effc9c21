//! Automata against the textbook: every operator by the quantifiers of its definition, on all traces up to a length.

mod term;
mod textbook;

use std::collections::BTreeSet;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use surefleet_ltl::{Automaton, Budget, Formula, Proposition, StateId, Valuation, Verdict, Vocabulary};
use term::Term;
use textbook::Textbook;

const FORMULAS: u64 = 5_000;
const LONGEST: usize = 6;

struct Case {
    term: Term,
    formula: Formula,
    automaton: Automaton,
    letters: Vec<Valuation>,
}

impl Case {
    fn draw(seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let propositions = if seed.is_multiple_of(50) { 3 } else { 2 };
        let size = rng.random_range(1..=14);
        let term = Term::draw(&mut rng, propositions, size);
        let formula = term.formula();
        let mut vocabulary = Vocabulary::default();
        let automaton = Automaton::compile(&formula, &mut vocabulary, &Budget::default())
            .unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let letters = (0..1_usize << propositions)
            .map(|letter| vocabulary.valuation((0..propositions).filter(|p| letter >> p & 1 == 1).map(Term::name)))
            .collect();
        Self { term, formula, automaton, letters }
    }

    /// Calls `visit` with every trace up to `longest`, as letters, and the state after it.
    fn walk(&self, longest: usize, visit: &mut impl FnMut(&[usize], StateId)) {
        let mut trace = Vec::new();
        self.descend(self.automaton.initial(), longest, &mut trace, visit);
    }

    fn descend(
        &self,
        state: StateId,
        longest: usize,
        trace: &mut Vec<usize>,
        visit: &mut impl FnMut(&[usize], StateId),
    ) {
        if trace.len() == longest {
            return;
        }
        for (letter, valuation) in self.letters.iter().enumerate() {
            let next = self.automaton.step(state, valuation);
            trace.push(letter);
            visit(trace, next);
            self.descend(next, longest, trace, visit);
            trace.pop();
        }
    }
}

#[test]
fn automata_accept_the_traces_that_satisfy_the_formula_and_no_others() {
    let textbook = Textbook::new(LONGEST);
    let mut accepted = 0_u64;
    let mut refused = 0_u64;
    let mut final_verdicts = 0_u64;
    for seed in 0..FORMULAS {
        let case = Case::draw(seed);
        case.walk(LONGEST, &mut |trace, state| {
            let verdict = case.automaton.verdict(state);
            let holds = textbook.holds(&case.term, trace);
            assert_eq!(verdict.is_satisfied(), holds, "seed {seed}, {} on {trace:?}", case.formula);
            *(if holds { &mut accepted } else { &mut refused }) += 1;
            final_verdicts += u64::from(verdict.is_final());
        });
    }
    // The random draw is meaningful: both answers and verdicts for good are common.
    assert!(accepted.min(refused) > 10_000_000 && final_verdicts > 10_000_000, "{accepted} {refused} {final_verdicts}");
}

/// Two definitions, written apart: by quantifiers and by expansion.
#[test]
fn the_definition_says_of_a_trace_what_the_textbook_says() {
    const SHORT: usize = 4;
    let textbook = Textbook::new(SHORT);
    let mut answers = [0_u64; 2];
    for seed in 0..FORMULAS / 2 {
        let case = Case::draw(seed);
        let states: Vec<BTreeSet<Proposition>> = (0..case.letters.len())
            .map(|letter| (0..3).filter(move |p| letter >> p & 1 == 1).map(Term::name))
            .map(|names| names.map(|name| Proposition::new(name).expect("a name")).collect())
            .collect();
        let mut trace: Vec<BTreeSet<Proposition>> = Vec::new();
        case.walk(SHORT, &mut |letters, _| {
            trace.truncate(letters.len() - 1);
            trace.push(states[letters[letters.len() - 1]].clone());
            let holds = textbook.holds(&case.term, letters);
            assert_eq!(case.formula.is_satisfied_by(&trace), holds, "seed {seed}, {} on {letters:?}", case.formula);
            answers[usize::from(holds)] += 1;
        });
    }
    assert!(answers.iter().all(|count| *count > 100_000), "{answers:?}");
}

#[test]
fn verdicts_for_good_stay_and_others_can_change() {
    let textbook = Textbook::new(LONGEST);
    let mut changes = 0;
    for seed in (0..FORMULAS).filter(|seed| seed % 5 == 1) {
        let case = Case::draw(seed);
        case.walk(2, &mut |prefix, state| {
            let mut answers = [0, 0];
            count(&textbook, &case, &mut prefix.to_vec(), &mut answers);
            let [violated, satisfied] = answers;
            match case.automaton.verdict(state) {
                Verdict::SatisfiedForGood => assert_eq!(violated, 0, "seed {seed}: {} on {prefix:?}", case.formula),
                Verdict::ViolatedForGood => assert_eq!(satisfied, 0, "seed {seed}: {} on {prefix:?}", case.formula),
                // Any state of the other kind is fewer steps away than there are states.
                _ if case.automaton.size() <= LONGEST - 2 => {
                    assert!(satisfied > 0 && violated > 0, "seed {seed}: {} on {prefix:?}", case.formula);
                    changes += 1;
                }
                _ => {}
            }
        });
    }
    assert!(changes > 1_000, "{changes}");
}

/// Counts the continuations, up to the longest trace, that violate and that satisfy the formula.
fn count(textbook: &Textbook, case: &Case, trace: &mut Vec<usize>, answers: &mut [u64; 2]) {
    answers[usize::from(textbook.holds(&case.term, trace))] += 1;
    if trace.len() < LONGEST {
        for letter in 0..case.letters.len() {
            trace.push(letter);
            count(textbook, case, trace, answers);
            trace.pop();
        }
    }
}

#[test]
fn completions_are_shortest_and_reasons_suffice() {
    let mut completed = 0;
    for seed in 0..500 {
        let case = Case::draw(seed);
        // Breadth-first: the number of steps from a state to satisfaction, at least one.
        let states = all_states(&case);
        for &start in &states {
            let mut layer = vec![start];
            let mut shortest = None;
            for steps in 1..=states.len() {
                layer = layer
                    .iter()
                    .flat_map(|&state| case.letters.iter().map(move |letter| (state, letter)))
                    .map(|(state, letter)| case.automaton.step(state, letter))
                    .collect();
                layer.sort_unstable();
                layer.dedup();
                if layer.iter().any(|&state| case.automaton.verdict(state).is_satisfied()) {
                    shortest = Some(steps);
                    break;
                }
            }
            let completion = case.automaton.shortest_completion(start);
            assert_eq!(completion.as_ref().map(Vec::len), shortest, "{}", case.formula);
            let mut ends = vec![start];
            for cube in completion.into_iter().flatten() {
                let fits = |letter: &&Valuation| cube.iter().all(|&(id, value)| letter.holds(id) == value);
                ends = ends
                    .iter()
                    .flat_map(|&state| case.letters.iter().filter(fits).map(move |letter| (state, letter)))
                    .map(|(state, letter)| case.automaton.step(state, letter))
                    .collect();
                ends.dedup();
                assert_eq!(ends.len(), 1, "{}: the cube says all that matters", case.formula);
                completed += 1;
            }
            assert!(shortest.is_none() || case.automaton.verdict(ends[0]).is_satisfied());
            for letter in &case.letters {
                let reasons = case.automaton.reasons(start, letter);
                let agree = |other: &&Valuation| reasons.iter().all(|&(id, value)| other.holds(id) == value);
                let next = case.automaton.step(start, letter);
                assert!(case.letters.iter().filter(agree).all(|other| case.automaton.step(start, other) == next));
            }
        }
    }
    assert!(completed > 1_000, "{completed}");
}

#[test]
fn any_two_states_are_told_apart_by_what_follows() {
    for seed in 0..1_000 {
        let case = Case::draw(seed);
        let states = all_states(&case);
        assert_eq!(states.len(), case.automaton.size(), "{}: every state is reached", case.formula);
        let accepts = |state| case.automaton.verdict(state).is_satisfied();
        for (i, &one) in states.iter().enumerate() {
            for &other in &states[..i] {
                let mut seen = vec![(one, other)];
                let mut next = 0;
                let mut is_told = accepts(one) != accepts(other);
                while !is_told && next < seen.len() {
                    let (left, right) = seen[next];
                    next += 1;
                    for letter in &case.letters {
                        let pair = (case.automaton.step(left, letter), case.automaton.step(right, letter));
                        is_told |= accepts(pair.0) != accepts(pair.1);
                        if !seen.contains(&pair) {
                            seen.push(pair);
                        }
                    }
                }
                assert!(is_told, "seed {seed}, {}: {one:?} and {other:?} are one", case.formula);
            }
        }
    }
}

fn all_states(case: &Case) -> Vec<StateId> {
    let mut states = vec![case.automaton.initial()];
    let mut next = 0;
    while next < states.len() {
        for letter in &case.letters {
            let state = case.automaton.step(states[next], letter);
            if !states.contains(&state) {
                states.push(state);
            }
        }
        next += 1;
    }
    states
}
