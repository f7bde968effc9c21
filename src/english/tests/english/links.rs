//! How soon one thing comes before or after another.

use crate::sites;
use surefleet_english::{EnglishError, read};

fn formula(text: &str) -> String {
    let household = sites::vocabulary("household");
    let reading = read(text, &household).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    let again = read(&reading.words(), &household).unwrap_or_else(|refusal| panic!("{}: {refusal}", reading.words()));
    assert_eq!(again.formula(), reading.formula(), "{}", reading.words());
    reading.formula().to_string()
}

fn mend(text: &str) -> String {
    match read(text, &sites::vocabulary("household")) {
        Err(EnglishError::Unclear { mend, .. }) => mend,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn immediately_after_is_a_rule_for_each_time() {
    let soon = "G(grab(robot_1, apple_1) -> X(!step U ((!step & open(robot_1, fridge)) | (step & (open(robot_1, fridge) \
                | X(!step U (!step & open(robot_1, fridge))))))))";
    for after in ["immediately after", "right after", "directly after", "straight after"] {
        assert_eq!(formula(&format!("Robot 1 must open the fridge {after} grabbing apple 1.")), soon, "{after}");
        assert_eq!(formula(&format!("{after} robot 1 has grabbed apple 1, it must open the fridge.")), soon, "{after}");
    }
    let never_soon = formula("Robot 1 must not open the fridge immediately after grabbing apple 1.");
    assert!(never_soon.starts_with("G(grab(robot_1, apple_1) -> WX !"), "{never_soon}");
}

#[test]
fn an_order_for_one_time_is_never_immediately_after_or_before_another() {
    for link in ["immediately after", "right after", "directly after"] {
        assert!(mend(&format!("Open the fridge {link} grabbing apple 1.")).contains("first ..., then"), "{link}");
        assert!(mend(&format!("{link} grabbing apple 1, open the fridge.")).contains("first ..., then"), "{link}");
    }
    for link in ["immediately before", "right before", "just before"] {
        assert!(mend(&format!("Grab apple 1 {link} opening the fridge.")).contains("\"before\""), "{link}");
        assert!(
            mend(&format!("Robot 1 must grab apple 1 {link} opening the fridge.")).contains("\"before\""),
            "{link}"
        );
    }
    mend("Robot 1 may open the fridge only immediately after grabbing apple 1.");
}

#[test]
fn so_many_steps_after_a_deed_are_counted_from_each_such_deed() {
    let within_two = formula("Whenever robot 1 grabs apple 1, it must open the fridge within two steps.");
    for text in [
        "Robot 1 must open the fridge within two steps after grabbing apple 1.",
        "Robot 1 must open the fridge no more than two steps after grabbing apple 1.",
        "Robot 1 must open the fridge at most two steps after it has grabbed apple 1.",
        "Robot 1 must open the fridge within two steps of grabbing apple 1.",
        "Within two steps of grabbing apple 1 robot 1 must open the fridge.",
    ] {
        assert_eq!(formula(text), within_two, "{text}");
    }
    let anybody = formula("Open the fridge within no more than two steps after robot 1 grabs apple 1.");
    assert!(anybody.starts_with("G(grab(robot_1, apple_1) -> X(!step U"), "{anybody}");
}

#[test]
fn before_may_stand_with_a_verb_that_lacks_its_ending() {
    let plain = formula("Open the fridge before anybody grabs apple 1.");
    assert_eq!(formula("Open the fridge before anybody grab apple 1."), plain);
    assert_eq!(formula("After open the fridge, grab apple 1."), formula("After opening the fridge, grab apple 1."));
}
