//! Formulas of changes against the definition: on all traces, after removing the moments that change nothing.

mod term;
mod textbook;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use surefleet_ltl::{Automaton, Binary, Budget, Formula, LtlError, Unary, Vocabulary};
use term::Term;
use textbook::Textbook;

const LONGEST: usize = 5;

fn is_momentary(term: &Term) -> bool {
    match term {
        Term::Constant(_) | Term::Proposition(_) => true,
        Term::Unary(operator, operand) => *operator == Unary::Not && is_momentary(operand),
        Term::Binary(operator, left, right) => {
            let is_boolean = ["&", "|", "xor", "->", "<->"].contains(&operator.symbol());
            is_boolean && is_momentary(left) && is_momentary(right)
        }
    }
}

/// The largest parts about one moment.
fn things<'t>(term: &'t Term, found: &mut Vec<&'t Term>) {
    match term {
        _ if is_momentary(term) => found.push(term),
        Term::Unary(_, operand) => things(operand, found),
        Term::Binary(_, left, right) => [left, right].into_iter().for_each(|part| things(part, found)),
        Term::Constant(_) | Term::Proposition(_) => {}
    }
}

/// Whether the changes of a trace satisfy a formula: each conjunct by its own changes.
fn holds_of_changes(textbook: &Textbook, term: &Term, trace: &[usize]) -> bool {
    if let Term::Binary(Binary::And, left, right) = term {
        return holds_of_changes(textbook, left, trace) && holds_of_changes(textbook, right, trace);
    }
    let mut about = Vec::new();
    things(term, &mut about);
    let values = |letter: usize| about.iter().map(|thing| textbook.holds(thing, &[letter])).collect::<Vec<_>>();
    let mut changes: Vec<usize> = Vec::new();
    for &letter in trace {
        if changes.last().is_none_or(|&last| values(last) != values(letter)) {
            changes.push(letter);
        }
    }
    textbook.holds(term, &changes)
}

#[test]
fn a_formula_of_changes_says_of_all_moments_what_the_formula_says_of_those_that_change_something() {
    let textbook = Textbook::new(LONGEST);
    let [mut held, mut failed, mut differ, mut with_next] = [0_u64; 4];
    for seed in 0..3_000 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let size = rng.random_range(1..=9);
        let term = Term::draw(&mut rng, 2, size);
        let changes = term.formula().of_changes().expect("it is about few things");
        assert_eq!(changes == term.formula(), !term.formula().counts_steps(), "seed {seed}");
        with_next += u64::from(term.formula().counts_steps());
        let mut vocabulary = Vocabulary::default();
        let automaton = Automaton::compile(&changes, &mut vocabulary, &Budget::default()).expect("small");
        let letters: Vec<_> = (0..4_usize)
            .map(|letter| vocabulary.valuation((0..2).filter(|p| letter >> p & 1 == 1).map(Term::name)))
            .collect();
        for length in 1..=LONGEST {
            for number in 0..4_usize.pow(length as u32) {
                let trace: Vec<usize> = (0..length).map(|at| number >> (2 * at) & 3).collect();
                let state = trace.iter().fold(automaton.initial(), |state, &at| automaton.step(state, &letters[at]));
                let holds = holds_of_changes(&textbook, &term, &trace);
                assert_eq!(automaton.verdict(state).is_satisfied(), holds, "seed {seed}, {changes} on {trace:?}");
                *(if holds { &mut held } else { &mut failed }) += 1;
                differ += u64::from(holds != textbook.holds(&term, &trace));
            }
        }
    }
    assert!(held.min(failed) > 500_000 && differ > 50_000 && with_next > 1_000, "{held} {failed} {differ} {with_next}");
}

#[test]
fn each_conjunct_speaks_of_its_own_changes_and_of_few_things() {
    let parse = |text: &str| Formula::parse(text).expect("a formula");
    let [one, other] = [parse("G(a -> X b)"), parse("G(c -> WX d)")];
    let both = Formula::binary(Binary::And, &one, &other).of_changes().expect("few things");
    let apart = [one, other].map(|formula| formula.of_changes().expect("few things"));
    assert_eq!(both, Formula::binary(Binary::And, &apart[0], &apart[1]));
    assert!(!both.counts_steps());
    // A statement about one moment is one thing, however large.
    let broad = parse("G((a | b | c | d | e | f | g | h | i) -> X j)").of_changes().expect("two things");
    let size = Automaton::compile(&broad, &mut Vocabulary::default(), &Budget::default()).expect("small").size();
    assert_eq!(size, 4, "nothing owed, owed while j holds, owed while it does not, violated");
    let things = |count: usize| (0..count).map(|number| format!("F p{number}")).collect::<Vec<_>>().join(" | ");
    let refused = parse(&format!("X({})", things(10))).of_changes().expect_err("too many things");
    assert!(matches!(refused, LtlError::TooLarge { limit: 512, .. }), "{refused}");
    // The error shows a formula as it was written, however large its formula of changes is.
    let nested = format!("G(p0 -> X(p1 & X({})))", things(8));
    let budget = Budget { operations: 1_000, ..Budget::default() };
    let refused = Automaton::compile_of_changes(&parse(&nested), &mut Vocabulary::default(), &budget);
    assert!(refused.expect_err("too large").to_string().len() < 2 * nested.len() + 200);
    assert!(parse(&format!("({}) & X({})", things(20), things(5))).of_changes().is_ok(), "they are apart");
}
