//! What a text says is so.

use crate::sites;
use surefleet_english::{EnglishError, told};

#[test]
fn text_tells_what_is_so() {
    let household = sites::vocabulary("household");
    let facts = |text: &str| -> Vec<String> {
        let facts = told(text, &household).unwrap_or_else(|error| panic!("{text}: {error}"));
        facts.into_iter().map(|(name, holds)| format!("{}{name}", if holds { "" } else { "!" })).collect()
    };
    let text = "As initial conditions I have that, the red apple is on the table, the fridge is closed and robot 1 holds knife 1.";
    assert_eq!(facts(text), ["located(apple_1, table)", "!open(fridge)", "holding(robot_1, knife_1)"]);
    assert_eq!(facts("Initially the fridge is open."), ["open(fridge)"]);
    let held = facts("At the start, robot 1 holds nothing.");
    assert!(held.len() > 5 && held.iter().all(|fact| fact.starts_with("!holding(robot_1, ")), "{held:?}");
}

#[test]
fn text_that_asks_for_something_does_not_tell() {
    let household = sites::vocabulary("household");
    for text in [
        "The fridge is open.",
        "Initially, bring apple 1 to the table.",
        "Initially, apple 1 or apple 2 is on the table.",
        "Initially, the fridge must never be open.",
    ] {
        let error = told(text, &household).expect_err(text);
        assert!(matches!(error, EnglishError::Unclear { .. }), "{text}: {error}");
    }
    let error = told("Initially, the fridge is agape.", &household).expect_err("no such word");
    assert_eq!(error.at(), Some(25), "{error}");
}
