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

#[test]
fn who_gets_somewhere_by_pulling_a_cart_there_must_not_be_there_either() {
    let domain = |pulls: &str| {
        format!(
            "domain: depot
types:
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
    text: [\"pull {{target}} to {{to}}\"]
    effects: [{pulls}]
  - {{is: idle, text: [remain idle]}}
"
        )
    };
    let read = |pulls: &str| {
        let domain = Domain::parse(&domain(pulls), "depot.yaml").unwrap_or_else(|error| panic!("{error}"));
        let robot = Robot { id: RobotId::new("robot_1").expect("a plain name"), kind: None };
        let world = World::new(Arc::new(domain), &[robot]).expect("the team fits");
        let text = "Robot 1 must never enter the archive.";
        read(text, &Vocabulary::of(&world)).unwrap_or_else(|refusal| panic!("{refusal}")).formula().to_string()
    };
    assert_eq!(read("stands(target) = to, at(robot) = to"), "G !at(robot_1, archive)");
    assert_eq!(read("stands(target) = to, at(robot) = archive"), "G !at(robot_1, archive)");
    assert_eq!(read("stands(target) = to"), "G !go_to(robot_1, archive)");
}
