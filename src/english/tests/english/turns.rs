//! Turns of phrase that people use for plain orders.

use crate::sites::{formula, refused, same, same_at};

#[test]
fn each_clause_that_is_to_be_seen_to_means_what_it_means_alone() {
    same_at(&[
        (
            "household",
            "Make sure that no apple is in the fridge and drawer 1 is shut.",
            "Make sure that no apple is in the fridge. Make sure that drawer 1 is shut.",
        ),
        (
            "household",
            "See that drawer 1 is shut and nothing is in the sink.",
            "See that drawer 1 is shut. See that nothing is in the sink.",
        ),
        (
            "hospital",
            "See that assistant 1 is charged and door 1 isn't open.",
            "See that assistant 1 is charged. See that door 1 isn't open.",
        ),
    ]);
}

#[test]
fn what_is_seen_to_may_be_several_states() {
    same(
        "household",
        &[
            (
                "See that the fridge is shut and drawer 1 is open.",
                "See that the fridge is shut. See that drawer 1 is open.",
            ),
            (
                "Make sure the fridge is shut and that both apples are on the table.",
                "Make sure the fridge is shut. Make sure both apples are on the table.",
            ),
            (
                "See that the fridge, drawer 1 and drawer 2 are shut.",
                "In the end the fridge, drawer 1 and drawer 2 must be shut.",
            ),
        ],
    );
}

#[test]
fn a_thing_goes_to_one_place_and_then_to_another() {
    let expected = "First bring the red apple to the table, then bring the red apple to the sink.";
    for said in [
        "Bring the red apple to the table first and after that to the sink.",
        "Bring the red apple first to the table and then to the sink.",
        "Bring the red apple to the table, then to the sink.",
        "Put the red apple on the table for a moment, then in the sink.",
    ] {
        assert_eq!(formula("household", said), formula("household", expected), "{said}");
    }
}

#[test]
fn one_of_two_but_not_both_is_just_one_in_the_end() {
    let expected = formula("household", "In the end exactly one of apple 1 and apple 2 must be on the table.");
    for said in [
        "Put apple 1 or apple 2 on the table, but not both.",
        "Either apple 1 or apple 2 on the table, but not both of them.",
        "Put either the red apple or the green apple on the table, not both.",
    ] {
        assert_eq!(formula("household", said), expected, "{said}");
    }
    refused(&[
        ("household", "If the fridge is open, put apple 1 or apple 2 on the table, but not both."),
        ("household", "Never put apple 1 or apple 2 on the table, but not both."),
    ]);
}

#[test]
fn what_is_somewhere_is_everything_there() {
    same(
        "household",
        &[
            ("What's in the fridge goes on the table.", "Everything in the fridge goes on the table."),
            ("Put what is in the fridge now on the table.", "Put everything that is in the fridge on the table."),
        ],
    );
    refused(&[("household", "What is in the fridge?")]);
}

#[test]
fn the_one_that_is_somewhere_tells_which_is_meant() {
    same(
        "household",
        &[(
            "I need a knife on the counter, the one that is in the top drawer.",
            "Put the knife that is in the top drawer on the counter.",
        )],
    );
    // Of the knife, or of the apple?
    refused(&[("household", "Put a knife and an apple on the counter, the one that is in the top drawer.")]);
}

#[test]
fn how_something_is_done_asks_for_nothing_but_in_a_ban() {
    same(
        "household",
        &[
            ("Put the red apple carefully on the table.", "Put the red apple on the table."),
            ("Clear the table completely.", "Clear the table."),
            ("Put any apple on the table, your pick.", "Put any apple on the table."),
        ],
    );
    refused(&[("household", "Never open the fridge completely.")]);
}

#[test]
fn what_is_called_or_set_going_is_told_plainly() {
    same_at(&[
        ("hospital", "Someone open door 1.", "Open door 1."),
        ("laboratory", "Get the centrifuge going.", "Get the centrifuge running."),
        ("laboratory", "If the incubator is off, set it going.", "If the incubator is off, get it running."),
        ("household", "Robot 1, get hold of the red apple.", "Robot 1, take the red apple."),
        (
            "household",
            "Before anything else, open the fridge; then put the red apple on the table.",
            "First open the fridge; then put the red apple on the table.",
        ),
    ]);
    // The same somebody.
    refused(&[("household", "Somebody open the fridge, then take apple 1.")]);
}

#[test]
fn what_is_said_of_both_or_under_a_condition_is_not_torn_apart() {
    for said in [
        "Make sure apple 1 is on the table as long as the fridge is shut and drawer 1 is open.",
        "Make sure apple 1 is on the table after the fridge is shut and drawer 1 is open.",
    ] {
        let told = formula("household", said);
        assert!(told.contains("(!open(fridge) & open(drawer_1)) ->"), "{said}: {told}");
    }
    refused(&[
        ("household", "Make sure the fridge isn't open and drawer 1 is open at the same time."),
        ("household", "Make sure the fridge is shut and drawer 1 is open at some point."),
        ("household", "Make sure the fridge is always shut and drawer 1 is open."),
    ]);
}

#[test]
fn only_one_thing_by_its_name_goes_to_one_place_and_then_to_another() {
    refused(&[
        // The fridge would be opened twice; it may be another apple, or another robot, the second time.
        ("household", "Open the fridge and bring apple 1 to the table, then to the sink."),
        ("household", "Bring an apple to the table and then to the sink."),
        ("household", "Bring apple 1 or apple 2 to the table and then to the sink."),
        ("household", "Go to the fridge, then to drawer 1."),
        // How long, nobody here can tell.
        ("household", "Put the red apple on the table for a minute, then in the sink."),
        ("household", "Put the red apple on the table for a moment, then open the fridge."),
    ]);
}

#[test]
fn choices_descriptions_and_exceptions_are_not_taken_for_what_they_are_not() {
    refused(&[
        ("household", "Put the apples on the table and a knife in the sink, the one in drawer 1."),
        ("household", "But robot 1, nobody may open the fridge."),
        ("household", "Robot 1 must take apple 1 before the fridge is open, not after."),
        ("household", "If robot 1 opens the fridge before anything else, put apple 1 on the table."),
        ("household", "Never open drawer 1 or drawer 2, you choose which."),
        ("household", "Never put an apple on the table, your choice."),
        ("household", "Open every drawer, your pick."),
        ("household", "When everything is done, put what is in the fridge on the table."),
        ("household", "Put the apples on the table, all but robot 1 must open the fridge."),
        ("household", "Robots must drive safely."),
    ]);
}
