//! What is to be done where a condition does not hold.

mod sites;

use surefleet_english::{partial, read};

#[test]
fn otherwise_is_where_the_condition_did_not_hold_at_the_start() {
    for (site, text, plain) in [
        (
            "household",
            "If apple 2 is in the fridge, put it in the sink, otherwise put apple 1 in the sink.",
            [
                "If apple 2 is in the fridge, put it in the sink.",
                "If apple 2 is not in the fridge, put apple 1 in the sink.",
            ],
        ),
        (
            "household",
            "If robot 1 is at the table, open the fridge, else open drawer 1.",
            ["If robot 1 is at the table, open the fridge.", "If robot 1 is not at the table, open drawer 1."],
        ),
        (
            "hospital",
            "If door 1 is open, send assistant 2 to room 1, otherwise send it to the corridor.",
            [
                "If door 1 is open, send assistant 2 to room 1.",
                "If door 1 is not open, send assistant 2 to the corridor.",
            ],
        ),
    ] {
        let vocabulary = sites::vocabulary(site);
        let parts = |text: &str| -> Vec<String> {
            let said = read(text, &vocabulary).unwrap_or_else(|error| panic!("{text}: {error}"));
            said.statements.iter().map(|asked| asked.formula.to_string()).collect()
        };
        let apart: Vec<String> = plain.into_iter().flat_map(&parts).collect();
        assert_eq!(parts(text), apart, "{text}");
    }
}

#[test]
fn what_is_otherwise_left_where_it_is_is_not_touched() {
    let household = sites::vocabulary("household");
    for leaving in ["just leave it where it is", "leave it alone", "don't touch it"] {
        let text = format!("If apple 2 is in the fridge put it in the sink; otherwise {leaving}.");
        let said = read(&text, &household).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(
            said.formula().to_string(),
            "(located(apple_2, fridge) -> F G located(apple_2, sink)) & \
             (!located(apple_2, fridge) -> (G !grab(robot_1, apple_2) & G !grab(robot_2, apple_2)))",
            "{text}"
        );
    }
}

#[test]
fn what_is_otherwise_is_not_guessed() {
    let household = sites::vocabulary("household");
    for text in [
        "Open the fridge, otherwise stay.",
        "If the apples are on the table, put them in the sink, otherwise open the fridge.",
        "Otherwise put apple 1 in the sink.",
    ] {
        assert!(partial(text, &household).is_err(), "{text}");
    }
}
