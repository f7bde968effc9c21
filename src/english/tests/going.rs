//! Where state decides at what place a robot arrives, to go there is to be there; the deed itself is said in other words.

mod sites;

use surefleet_english::{paraphrase, read};
use surefleet_ltl::Formula;

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
