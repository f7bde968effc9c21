//! Where state decides at what place a robot arrives, to go there is to be there; the deed itself is said in other words.

use crate::sites;
use std::sync::Arc;

use surefleet_english::{Vocabulary, paraphrase, read};
use surefleet_fleet::RobotId;
use surefleet_ltl::Formula;
use surefleet_world::{Domain, Robot, World};

#[test]
fn a_deed_of_going_is_not_said_as_a_place() {
    let vocabulary = sites::vocabulary("household");
    for text in ["G !go_to(robot_1, fridge)", "G !go_to(robot_1, apple_1) & G !go_to(robot_2, apple_1)"] {
        let formula = Formula::parse(text).expect("a formula");
        let words = paraphrase(&formula, &vocabulary).expect("known").to_string();
        let again = read(&words, &vocabulary).unwrap_or_else(|refusal| panic!("{words}: {refusal}")).formula();
        assert_eq!(again.to_string(), text, "{words}");
    }
}

#[test]
fn whoever_must_not_go_somewhere_must_not_be_there() {
    let vocabulary = sites::vocabulary("household");
    let read = read("Robot 1 must never go to the fridge.", &vocabulary).expect("plain words").formula();
    assert_eq!(read.to_string(), "G !at(robot_1, fridge)");
}

/// A depot where tugs pull carts, with a walker and a tug; `pulls`: what pulling brings about.
fn depot(pulls: &str) -> Vocabulary {
    let domain = format!(
        "domain: depot
types:
  - {{name: walker, is: robot}}
  - {{name: tug, is: robot}}
  - {{name: room, words: [room], at: in}}
  - {{name: cart, words: [cart]}}
objects:
  - {{name: hall, type: room}}
  - {{name: archive, type: room}}
  - {{name: cart_1, type: cart}}
predicates:
  - {{is: \"at(robot) = room\", says: [\"{{1}} is {{on 2}}\"]}}
  - {{is: \"stands(cart) = room\", says: [\"{{1}} stands {{on 2}}\"]}}
skills:
  - is: \"go_to(target: room)\"
    text: [\"go to {{target}}\", \"enter {{target}}\"]
    effects: [at(robot) = target]
  - is: \"pull(target: cart, to: room)\"
    by: tug
    text: [\"pull {{target}} to {{to}}\"]
    effects: [{pulls}]
  - {{is: idle, text: [remain idle]}}
"
    );
    let domain = Domain::parse(&domain, "depot.yaml").unwrap_or_else(|error| panic!("{error}"));
    let robots = ["walker", "tug"].map(|kind| Robot {
        id: RobotId::new(&format!("{kind}_1")).expect("a plain name"),
        kind: Some(kind.to_owned()),
    });
    Vocabulary::of(&World::new(Arc::new(domain), &robots).expect("the team fits"))
}

fn formula_at(vocabulary: &Vocabulary, text: &str) -> String {
    read(text, vocabulary).unwrap_or_else(|refusal| panic!("{text}: {refusal}")).formula().to_string()
}

#[test]
fn who_gets_somewhere_by_pulling_a_cart_there_must_not_be_there_either() {
    let formula = |pulls: &str| formula_at(&depot(pulls), "Tug 1 must never enter the archive.");
    assert_eq!(formula("stands(target) = to, at(robot) = to"), "G !at(tug_1, archive)");
    assert_eq!(formula("stands(target) = to, at(robot) = archive"), "G !at(tug_1, archive)");
    assert_eq!(formula("stands(target) = to"), "G !go_to(tug_1, archive)");
}

#[test]
fn a_ban_on_all_leaves_out_none_who_gets_there_otherwise() {
    let vocabulary = depot("stands(target) = to, at(robot) = to");
    for text in [
        "Nobody may enter the archive.",
        "Never go to the archive.",
        "Neither walker 1 nor tug 1 may enter the archive.",
    ] {
        assert_eq!(formula_at(&vocabulary, text), "G !at(walker_1, archive) & G !at(tug_1, archive)", "{text}");
    }
    assert_eq!(formula_at(&vocabulary, "Only walker 1 may enter the archive."), "G !at(tug_1, archive)");
    assert_eq!(formula_at(&vocabulary, "Walker 1 must never enter the archive."), "G !at(walker_1, archive)");
    // Where nobody is pulled along, to enter is a deed of each.
    let deeds = "G !go_to(walker_1, archive) & G !go_to(tug_1, archive)";
    assert_eq!(formula_at(&depot("stands(target) = to"), "Nobody may enter the archive."), deeds);
}
