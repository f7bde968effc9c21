//! Any text as a sentence of the household: refused, or read; the plain words for it are read as an equivalent formula.

#![no_main]

use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use surefleet_english::{Vocabulary, read};
use surefleet_fleet::RobotId;
use surefleet_ltl::{Automaton, Binary, Budget, Formula, LtlError, Verdict};
use surefleet_world::{Domain, Robot, World};

static HOUSEHOLD: LazyLock<Vocabulary> = LazyLock::new(|| {
    let robots = ["robot_1", "robot_2"].map(|name| Robot { id: RobotId::new(name).expect("a name"), kind: None });
    let domain = Domain::parse(include_str!("../../config/domains/household.yaml"), "household.yaml").expect("a domain");
    Vocabulary::of(&World::new(Arc::new(domain), &robots).expect("a fleet"))
});

fuzz_target!(|text: &str| {
    match read(text, &HOUSEHOLD) {
        Ok(reading) => {
            for asked in &reading.statements {
                for grounding in &asked.groundings {
                    assert_eq!(text[grounding.span.clone()], grounding.words, "{grounding:?}");
                }
                let again = read(&asked.words, &HOUSEHOLD).unwrap_or_else(|refusal| panic!("{:?}: {refusal}", asked.words));
                let is_same = are_equivalent(&again.formula(), &asked.formula);
                assert_ne!(is_same, Some(false), "{} as {:?} is {}", asked.formula, asked.words, again.formula());
            }
        }
        Err(refusal) => assert!(refusal.at().is_none_or(|at| text.is_char_boundary(at)), "{refusal}"),
    }
});

/// Whether the same finite traces satisfy both; `None` where that takes too much work to tell.
fn are_equivalent(one: &Formula, other: &Formula) -> Option<bool> {
    let differ = Formula::binary(Binary::Xor, one, other);
    let budget = Budget { states: 512, operations: 50_000, work: 0 };
    match Automaton::compile(&differ, &mut surefleet_ltl::Vocabulary::default(), &budget) {
        Ok(automaton) => Some(automaton.verdict(automaton.initial()) == Verdict::ViolatedForGood),
        Err(LtlError::TooLarge { .. }) => None,
        Err(other) => panic!("{other}"),
    }
}
