//! The worlds that the tests speak of.

use surefleet_fleet::RobotId;
use surefleet_ltl::{Automaton, Binary, Budget, Formula, Verdict, Vocabulary};
use surefleet_mission::Domain;
use surefleet_safety::Lexicon;

/// The household with two robots.
pub fn household() -> Lexicon {
    let team = ["robot_1", "robot_2"].map(|name| RobotId::new(name).expect("a name"));
    Lexicon::of(&Domain::household(), &team)
}

/// Whether the same finite traces satisfy both.
pub fn are_equivalent(one: &Formula, other: &Formula) -> bool {
    let differ = Formula::binary(Binary::Xor, one, other);
    let automaton = Automaton::compile(&differ, &mut Vocabulary::default(), &Budget::default()).expect("small");
    automaton.verdict(automaton.initial()) == Verdict::ViolatedForGood
}
