//! A verb said once for several, a list summed up, and what goes on with "which" or "who".

use crate::sites::{refused, same_at};

#[test]
fn a_robot_after_or_is_not_taken_for_a_place() {
    refused(&[
        ("household", "Robot 1 should put the red apple on the table or robot 2."),
        ("hospital", "Assistant 1 puts the insulin on bedside table 1 or the porter."),
    ]);
    same_at(&[(
        "hospital",
        "Assistant 1 or assistant 2 should put the insulin on the porter.",
        "Assistant 1 or assistant 2 must put the insulin on porter 1.",
    )]);
}

#[test]
fn a_verb_said_once_is_everyones_and_so_is_a_place() {
    same_at(&[
        (
            "household",
            "Robot 2 takes the rye bread to the counter and robot 1 the white one.",
            "Robot 2 takes the rye bread to the counter and robot 1 takes the white bread to the counter.",
        ),
        (
            "household",
            "Robot 1 takes the red apple and robot 2 the green one.",
            "Robot 1 takes the red apple and robot 2 takes the green apple.",
        ),
        (
            "household",
            "Robot 1 should take the red apple, then robot 2 the green one.",
            "Robot 1 should take the red apple, then robot 2 should take the green apple.",
        ),
        (
            "hospital",
            "Assistant 1 takes the heart pills to bedside table 3, assistant 2 the sleeping pills to bedside table 1.",
            "Assistant 1 takes the heart pills to bedside table 3, assistant 2 takes the sleeping pills to bedside table 1.",
        ),
        ("laboratory", "Arm 2 wipes bench 1, arm 1 bench 2.", "Arm 2 wipes bench 1, arm 1 wipes bench 2."),
    ]);
}

#[test]
fn a_verb_that_may_be_anothers_or_is_forbidden_is_not_carried_on() {
    refused(&[
        ("household", "Robot 1 must not take the red apple and robot 2 the green one."),
        ("household", "Robot 1 takes the red apple and robot 2 and the green one."),
        ("household", "Robot 1 takes the red apple from the table and robot 2 the green one."),
        ("household", "Robot 1 takes the red apple or robot 2 the green one."),
        ("household", "If robot 1 takes the red apple, robot 2 the green one."),
        ("household", "Robot 1 takes the red apple and robot 1 the green one."),
        ("hospital", "Assistant 1 hands the heart pills to assistant 2 and porter 1 the towels."),
        ("laboratory", "Arm 2 wipes bench 1 and arm 1 bench 2 until it is clean."),
        ("warehouse", "Picker 1 takes the eggs and picker 2 the vases to table 2."),
    ]);
}

#[test]
fn all_or_both_after_a_list_only_sums_it_up() {
    same_at(&[
        ("household", "Red apple and ripe tomato both on the table.", "Red apple and ripe tomato on the table."),
        (
            "warehouse",
            "I want the lamps, the pens and the shoes all on pallet 5.",
            "I want the lamps, the pens and the shoes on pallet 5.",
        ),
        (
            "warehouse",
            "The lamps, the pens and the shoes all three go on pallet 1.",
            "The lamps, the pens and the shoes go on pallet 1.",
        ),
        ("warehouse", "The lamps and the toys both need labelling.", "The lamps and the toys need labelling."),
        (
            "flat",
            "Socks, sweater and bath towel all go in the washer.",
            "Socks, sweater and bath towel go in the washer.",
        ),
    ]);
}

#[test]
fn all_or_both_that_says_more_stays() {
    refused(&[
        ("household", "Put the red apple and the ripe tomato both on the table and on the shelf."),
        ("household", "Put the red apple, the green apple and the ripe tomato both on the table."),
        ("warehouse", "Put the lamps and the pens all three on table 1."),
        ("warehouse", "The lamps or the pens both go on table 1."),
        // Always, or in the end?
        ("household", "Red apple, ripe tomato and sweet potato all need to be off the counter."),
    ]);
    same_at(&[(
        "household",
        "The red apple and the ripe tomato must not both be on the table.",
        "ltl: G !(located(apple_1, table) & located(tomato_1, table))",
    )]);
}

#[test]
fn what_goes_on_with_which_or_who_comes_then() {
    same_at(&[
        (
            "hospital",
            "Assistant 1 hands the heart pills to assistant 2, who then puts them on bedside table 4.",
            "Assistant 1 hands the heart pills to assistant 2, then assistant 2 puts them on bedside table 4.",
        ),
        (
            "hospital",
            "Assistant 1 hands the heart pills to assistant 2, who puts them on bedside table 4.",
            "Assistant 1 hands the heart pills to assistant 2, then assistant 2 puts them on bedside table 4.",
        ),
        (
            "hospital",
            "Put the heart pills in the medicine cabinet, which is to be closed afterwards.",
            "Put the heart pills in the medicine cabinet, then close the medicine cabinet.",
        ),
        (
            "laboratory",
            "Put the tweezers on bench 1, which then has to be wiped.",
            "Put the tweezers on bench 1, then wipe bench 1.",
        ),
        (
            "flat",
            "The pullover should be put into the wardrobe, which is to be closed afterwards.",
            "The pullover should be put into the wardrobe, then close the wardrobe.",
        ),
    ]);
}

#[test]
fn which_or_who_that_tells_no_next_deed_is_not_read() {
    refused(&[
        ("hospital", "Put the heart pills in the medicine cabinet, which is closed."),
        ("hospital", "Put the heart pills in the medicine cabinet, which must be closed."),
        ("hospital", "Put the heart pills in the medicine cabinet, which must not be open afterwards."),
        (
            "hospital",
            "If the medicine cabinet is open, put the heart pills in the medicine cabinet, which then has to be closed.",
        ),
        ("hospital", "Open the medicine cabinet and the outer door, which then has to be closed."),
        ("hospital", "Assistant 1, who is in the laundry, should go to room 1."),
        ("hospital", "Assistant 1 hands the heart pills to assistant 2, who is in the laundry."),
        ("hospital", "Assistant 1 hands the heart pills to assistant 2, who holds the towels."),
        ("laboratory", "Put the enzyme, which has to be capped first, into the freezer."),
        // By whom?
        ("hospital", "Assistant 1 puts the heart pills in the medicine cabinet, which is to be closed afterwards."),
    ]);
}

#[test]
fn everything_that_is_there_is_what_was_to_be_brought() {
    refused(&[("flat", "Socks, sweater and bath towel all go in the washer. Once everything is in there, start it.")]);
    same_at(&[(
        "warehouse",
        "Put the lamps and the toys on pallet 1, and once everything is on there, wrap pallet 1.",
        "Put the lamps and the toys on pallet 1, and once they are on there, wrap pallet 1.",
    )]);
}

#[test]
fn unless_something_is_so_already_asks_for_it_now() {
    same_at(&[
        (
            "household",
            "Unless the red apple is already on the shelf, put the green one there.",
            "If the red apple is not on the shelf, put the green apple there.",
        ),
        ("hospital", "Unless the inner door is already open, open it.", "If the inner door is not open, open it."),
    ]);
    refused(&[("household", "Unless an apple is already on the shelf, put the green apple there.")]);
}
