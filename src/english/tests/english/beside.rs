//! Something beside several things: beside one of them, or beside each?

use std::sync::Arc;

use surefleet_english::{EnglishError, Vocabulary, read};
use surefleet_fleet::RobotId;
use surefleet_world::{Domain, Robot, World};

/// A counter with these things of one sort.
fn counter(bowls: &[&str]) -> Vocabulary {
    let bowls: String = bowls.iter().map(|name| format!("  - {{name: {name}, type: bowl}}\n")).collect();
    let domain = format!(
        "domain: counter
types:
  - {{name: thing}}
  - {{name: bowl, is: thing, words: [bowl], plurals: [bowls]}}
objects:
  - {{name: spoon, type: thing}}
{bowls}predicates:
  - {{is: \"beside(thing) = thing\", says: [\"{{1}} is beside {{2}}\", \"{{1}} is near {{2}}\"]}}
skills:
  - is: \"put_beside(target: thing, other: thing)\"
    text: [\"put {{target}} beside {{other}}\", \"put {{target}} next to {{other}}\", \"put {{target}} near {{other}}\"]
    effects: [\"beside(target) = other\"]
  - {{is: idle, text: [remain idle]}}
"
    );
    let domain = Domain::parse(&domain, "counter.yaml").unwrap_or_else(|error| panic!("{error}"));
    let robot = Robot { id: RobotId::new("robot_1").expect("a plain name"), kind: None };
    Vocabulary::of(&World::new(Arc::new(domain), &[robot]).expect("the team fits"))
}

#[test]
fn what_is_asked_beside_several_things_is_asked_about() {
    let counter = counter(&["blue_bowl", "white_bowl"]);
    for text in [
        "Put the spoon beside the bowls.",
        "Put the spoon next to the bowls.",
        "Robot 1 must put the spoon near the bowls.",
        "The spoon must be beside the bowls in the end.",
    ] {
        match read(text, &counter) {
            Err(EnglishError::Unclear { mend, .. }) => assert!(mend.contains("beside each"), "{text}: {mend}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn what_says_beside_which_is_read() {
    let two = counter(&["blue_bowl", "white_bowl"]);
    let formula = |text: &str, vocabulary: &Vocabulary| {
        read(text, vocabulary).unwrap_or_else(|refusal| panic!("{text}: {refusal}")).formula().to_string()
    };
    let (blue, white) = ("put_beside(robot_1, spoon, blue_bowl)", "put_beside(robot_1, spoon, white_bowl)");
    assert_eq!(formula("Put the spoon beside the blue bowl.", &two), format!("F {blue}"));
    assert_eq!(formula("Put the spoon beside each of the bowls.", &two), format!("F {blue} & F {white}"));
    assert_eq!(formula("Put the spoon beside one of the bowls.", &two), format!("F {blue} | F {white}"));
    assert_eq!(formula("Never put the spoon near the bowls.", &two), format!("G !{blue} & G !{white}"));
    assert_eq!(formula("Put the spoon beside the bowl.", &counter(&["blue_bowl"])), format!("F {blue}"));
}
