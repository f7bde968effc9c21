//! Any text as a constraint of the household: refused, or read; plain words for it are read as an equivalent formula.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use surefleet_fleet::RobotId;
use surefleet_ltl::{Automaton, Binary, Budget, Formula, LtlError, Verdict, Vocabulary};
use surefleet_mission::Transport;
use surefleet_safety::{Lexicon, translate};

static HOUSEHOLD: LazyLock<Lexicon> = LazyLock::new(|| {
    let team = ["robot_1", "robot_2"].map(|name| RobotId::new(name).expect("a name"));
    Lexicon::of(&Transport::household(), &team)
});

fuzz_target!(|text: &str| {
    match translate(text, &HOUSEHOLD) {
        Ok(read) => {
            for grounding in &read.groundings {
                assert!(text[grounding.at..].starts_with(&grounding.words), "{grounding:?}");
            }
            if read.paraphrase.is_plain {
                let words = read.paraphrase.to_string();
                let again = translate(&words, &HOUSEHOLD).unwrap_or_else(|refusal| panic!("{words:?}: {refusal}"));
                let is_same = are_equivalent(&again.formula, &read.formula);
                assert_ne!(is_same, Some(false), "{} as {words:?} is {}", read.formula, again.formula);
            }
        }
        Err(refusal) => assert!(refusal.at().is_none_or(|at| text.is_char_boundary(at)), "{refusal}"),
    }
});

/// Whether the changes of the same finite traces satisfy both; `None` where that takes too much work to tell.
fn are_equivalent(one: &Formula, other: &Formula) -> Option<bool> {
    let of_changes = [one, other].map(Formula::of_changes);
    let [Ok(one), Ok(other)] = of_changes else { return None };
    let differ = Formula::binary(Binary::Xor, &one, &other);
    let budget = Budget { states: 512, operations: 50_000, work: 0 };
    match Automaton::compile(&differ, &mut Vocabulary::default(), &budget) {
        Ok(automaton) => Some(automaton.verdict(automaton.initial()) == Verdict::ViolatedForGood),
        Err(LtlError::TooLarge { .. }) => None,
        Err(other) => panic!("{other}"),
    }
}
