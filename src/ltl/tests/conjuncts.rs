//! Conjuncts that are followed one by one, against the one automaton of the whole.

mod term;

use std::sync::Arc;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use surefleet_ltl::{
    Automaton, Axioms, Binary, Budget, CheckOutcome, Constraint, Formula, Group, Proposition, Session, Spec, Verdict,
};
use term::Term;

const PROPOSITIONS: usize = 3;

fn constraints(formulas: &[Formula]) -> Vec<Constraint> {
    formulas.iter().map(|formula| Constraint { words: formula.to_string(), formula: formula.clone() }).collect()
}

fn conjunction(rng: &mut ChaCha8Rng) -> Formula {
    let count = rng.random_range(1..=3);
    let draw = |_| {
        let size = rng.random_range(1..=5);
        Term::draw(rng, PROPOSITIONS, size).formula()
    };
    let parts: Vec<Formula> = (0..count).map(draw).collect();
    parts.into_iter().reduce(|one, other| Formula::binary(Binary::And, &one, &other)).expect("one at least")
}

#[test]
fn conjuncts_together_say_after_each_state_what_the_whole_says() {
    let [mut violated, mut dead_ends, mut split] = [0; 3];
    for seed in 0..3_000 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let whole = conjunction(&mut rng);
        let axioms = Axioms { is_watched: seed % 2 == 0, ..Axioms::default() };
        let conjuncts = whole.conjuncts();
        split += usize::from(conjuncts.len() > 1);
        let Ok(spec) = Spec::compile(constraints(&conjuncts), &axioms, &Budget::default()) else { continue };
        let spec = Arc::new(spec);
        let mut vocabulary = spec.vocabulary().clone();
        let compile = if axioms.is_watched { Automaton::compile_of_changes } else { Automaton::compile };
        let product = compile(&whole, &mut vocabulary, &Budget::default()).expect("small");
        let mut session = Session::new(spec.clone());
        let mut state = product.initial();
        for _ in 0..5 {
            let names = (0..PROPOSITIONS).filter(|_| rng.random_range(0..2) == 0).map(Term::name);
            let moment = vocabulary.valuation(names.collect::<Vec<_>>());
            state = product.step(state, &moment);
            session.see(moment);
            let of_parts = (0..conjuncts.len()).map(|part| session.verdict(part)).reduce(Verdict::and).expect("a part");
            let of_whole = product.verdict(state);
            assert_eq!(of_parts.is_satisfied(), of_whole.is_satisfied(), "seed {seed}: {whole}");
            let is_lost = of_whole == Verdict::ViolatedForGood;
            assert!(is_lost || of_parts != Verdict::ViolatedForGood, "seed {seed}: {whole}");
            assert_eq!(of_parts == Verdict::SatisfiedForGood, of_whole == Verdict::SatisfiedForGood, "seed {seed}");
            match session.present().outcome {
                CheckOutcome::Allowed { .. } => assert!(!is_lost, "seed {seed}: {whole}"),
                CheckOutcome::Violated(_) | CheckOutcome::DeadEnd(_) => assert!(is_lost, "seed {seed}: {whole}"),
                other => panic!("seed {seed}: {whole}: {other:?}"),
            }
            violated += usize::from(is_lost);
            dead_ends += usize::from(is_lost && of_parts != Verdict::ViolatedForGood);
        }
    }
    assert!(split > 700 && violated > 500 && dead_ends > 20, "{split} {violated} {dead_ends}");
}

#[test]
fn a_sentence_about_each_of_fifteen_robots_has_an_automaton_for_each() {
    let at = |robot: usize| format!("at(robot_{robot}, stove)");
    let at_most_twice = |robot| {
        let again = format!("& {0} U {0} & ! {0} U ! {0} F", at(robot));
        Formula::parse(&format!("! F {again} {again} {}", at(robot))).expect("a formula")
    };
    let each = (1..=15).map(at_most_twice);
    let whole = each.reduce(|one, other| Formula::binary(Binary::And, &one, &other)).expect("fifteen");
    let refused = Automaton::compile(&whole, &mut surefleet_ltl::Vocabulary::default(), &Budget::default());
    refused.expect_err("as one automaton it is too large");
    let conjuncts = whole.conjuncts();
    assert_eq!(conjuncts, (1..=15).map(at_most_twice).collect::<Vec<_>>());
    let spec = Spec::compile(constraints(&conjuncts), &Axioms::default(), &Budget::default()).expect("small ones");
    assert_eq!((0..15).map(|number| spec.automaton(number).size()).max(), Some(6));
}

#[test]
fn what_is_recompiled_says_what_is_compiled_anew() {
    for seed in 0..300 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut formulas: Vec<Formula> = (0..4).flat_map(|_| conjunction(&mut rng).conjuncts()).collect();
        let name = |number| Proposition::new(Term::name(number)).expect("a name");
        let group = |numbers: [usize; 2]| Group::at_most_one(numbers.map(name));
        let axioms = |groups| Axioms { groups, ..Axioms::default() };
        let first = constraints(&formulas[..2]);
        let mut spec = Spec::compile(first, &axioms(vec![group([0, 1])]), &Budget::default()).expect("small");
        for round in 0..2 {
            let under = axioms(if round == 0 { vec![group([1, 2])] } else { vec![] });
            formulas.rotate_left(1);
            let wanted = constraints(&formulas[..3]);
            spec = spec.recompile(wanted.clone(), &under, &Budget::default()).expect("small");
            let anew = Arc::new(Spec::compile(wanted, &under, &Budget::default()).expect("small"));
            let kept = Arc::new(spec.clone());
            let mut one = Session::new(kept.clone());
            let mut other = Session::new(anew.clone());
            for _ in 0..4 {
                let facts: Vec<&str> =
                    (0..PROPOSITIONS).filter(|_| rng.random_range(0..3) == 0).map(Term::name).collect();
                one.see(kept.vocabulary().valuation(facts.iter().copied()));
                other.see(anew.vocabulary().valuation(facts.iter().copied()));
                let states = |session: &Session| (0..3).map(|number| session.state(number)).collect::<Vec<_>>();
                assert_eq!(states(&one), states(&other), "seed {seed}");
                let is_allowed = |session: &Session| matches!(session.present().outcome, CheckOutcome::Allowed { .. });
                assert_eq!(is_allowed(&one), is_allowed(&other), "seed {seed}");
            }
        }
    }
}
