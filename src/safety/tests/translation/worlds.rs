//! The worlds used by the tests.

use surefleet_fleet::RobotId;
use surefleet_ltl::{Automaton, Binary, Budget, Formula, Verdict, Vocabulary};
use surefleet_mission::{Kind, Preposition, Transport};
use surefleet_safety::{Lexicon, Predicate, Sense, Thing};

/// The household with two robots.
pub fn household() -> Lexicon {
    let team = ["robot_1", "robot_2"].map(|name| RobotId::new(name).expect("a name"));
    Lexicon::of(&Transport::household(), &team)
}

/// The paper's world: one robot that no proposition names, and seven predicates. The placeholders A, B and C are a
/// crate, a cabinet and a basin; `items` lists those that can be carried.
pub fn paper(items: &str) -> Lexicon {
    let thing = |name: &str, kind| Thing {
        name: name.to_owned(),
        phrase: format!("the {}", name.replace('_', " ")),
        words: vec![],
        kind,
        preposition: Preposition::On,
    };
    let places = [
        "bedside_table",
        "book_shelf",
        "coffee_machine",
        "television",
        "hallway",
        "statue",
        "lamp",
        "office_table",
        "mail_box",
        "bathroom",
        "kitchen",
        "living_room",
        "bedroom",
        "fridge",
    ];
    let carried = ["book", "phone", "mail", "apple"];
    let things = places.map(|name| thing(name, Kind::Container)).into_iter();
    let carried = carried.map(|name| thing(name, Kind::Item)).into_iter();
    let letter = |(letter, name)| thing(name, if items.contains(letter) { Kind::Item } else { Kind::Container });
    let things = things.chain(carried).chain(PLACEHOLDERS.map(letter)).collect();
    let predicate = |name: &str, sense, only| Predicate { name: name.to_owned(), sense, names_robot: false, only };
    let predicates = vec![
        predicate("agent_at", Sense::Position, None),
        predicate("is_switchedon", Sense::Power, None),
        predicate("is_open", Sense::Opening, None),
        predicate("is_grabbed", Sense::Possession, None),
        predicate("is_touched", Sense::Contact, None),
        predicate("is_on", Sense::Location, Some(Preposition::On)),
        predicate("is_in", Sense::Location, Some(Preposition::In)),
    ];
    Lexicon::new(vec![], things, predicates)
}

/// The paper's placeholders, and their names here.
const PLACEHOLDERS: [(&str, &str); 3] = [("A", "crate"), ("B", "cabinet"), ("C", "basin")];

/// A text with its placeholders filled.
pub fn filled(text: &str) -> String {
    let mut filled = String::new();
    let joins = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    for (at, c) in text.char_indices() {
        let stands_alone = !joins(text[..at].chars().next_back()) && !joins(text[at + c.len_utf8()..].chars().next());
        match PLACEHOLDERS.iter().find(|(letter, _)| letter.starts_with(c)) {
            Some((_, name)) if stands_alone => filled.push_str(name),
            _ => filled.push(c),
        }
    }
    filled
}

/// Whether the same finite traces satisfy both formulas, read state by state and change by change.
pub fn are_equivalent(one: &Formula, other: &Formula) -> bool {
    let of_changes = |formula: &Formula| formula.of_changes().expect("about few things");
    is_never(&Formula::binary(Binary::Xor, one, other))
        && is_never(&Formula::binary(Binary::Xor, &of_changes(one), &of_changes(other)))
}

fn is_never(differ: &Formula) -> bool {
    let automaton = Automaton::compile(differ, &mut Vocabulary::default(), &Budget::default()).expect("small");
    automaton.verdict(automaton.initial()) == Verdict::ViolatedForGood
}
