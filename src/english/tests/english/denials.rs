//! "Not" before two verbs with "and": neither of both, not both together, or not the first but the second?

use crate::sites;
use crate::sites::{formula, refused, same_at};

#[test]
fn not_before_two_orders_with_and_is_asked_about() {
    refused(&[
        ("household", "Could you not open the fridge and grab the red apple?"),
        ("household", "Don't open the fridge and put the red apple on the table."),
        ("household", "Never open the fridge and then take the red apple."),
        ("household", "Please do not touch the red apple and move the green apple to the table."),
        ("household", "Put the red apple on the table and don't open the fridge and grab the green apple."),
        ("household", "Never open the fridge and put the red apple and the green apple on the table together."),
        ("household", "Don't open the fridge and the top drawer at once and grab the red apple."),
        ("warehouse", "Don't wrap pallet 1 and label the shoes."),
        ("warehouse", "You should not open gate 1 and bring pallet 2 to the buffer."),
        ("hospital", "Never open door 1 and take the insulin to room 2."),
        ("flat", "Make sure not to open the fridge and take the milk out."),
        ("laboratory", "Do not open the freezer while arm 1 is at bench 1 and wipe bench 2."),
    ]);
}

#[test]
fn nor_denies_nothing_by_itself() {
    refused(&[
        ("laboratory", "Put the dye in the red rack nor the buffer."),
        ("household", "Put the red apple in the sink nor the green apple."),
        ("household", "Robot 1 must open the fridge nor the top drawer."),
    ]);
    let denied = formula("household", "Neither the fridge nor the top drawer may be opened.");
    let never =
        ["open(robot_1, fridge)", "open(robot_2, fridge)", "open(robot_1, drawer_1)", "open(robot_2, drawer_1)"];
    assert_eq!(denied, never.map(|deed| format!("G !{deed}")).join(" & "));
}

#[test]
fn who_may_not_touch_a_thing_may_not_be_handed_it_either() {
    let rule = "G !holding(assistant_2, insulin)";
    for text in [
        "Only assistant 1 may touch the insulin.",
        "Only assistant 1 may handle the insulin.",
        "The insulin may be touched by assistant 1 only.",
        "Assistant 2 must never touch the insulin.",
    ] {
        assert_eq!(formula("hospital", text), rule, "{text}");
    }
    // What is told of a moment stays the deed.
    let before = formula("laboratory", "Before anyone touches sample 4, bench 3 must be clean.");
    assert!(!before.contains("holding"), "{before}");
}

#[test]
fn a_thing_that_may_be_several_is_asked_about_where_a_condition_is_about_it() {
    use surefleet_english::readings;
    let vocabulary = sites::vocabulary("household");
    for text in ["Put the apple on the table if it is not there yet.", "Open the drawer if it is closed."] {
        let shown = readings(text, &vocabulary).map_or(0, |found| found.len());
        assert_ne!(shown, 1, "{text}");
    }
    refused(&[("household", "Open a drawer if it is closed.")]);
}

#[test]
fn one_sense_stays_read() {
    same_at(&[
        (
            "household",
            "Don't open the fridge, and put the red apple on the table.",
            "Do not open the fridge. Put the red apple on the table.",
        ),
        ("household", "Don't open the fridge but grab the red apple.", "Do not open the fridge. Grab the red apple."),
        (
            "household",
            "Don't open the fridge and grab the red apple at once.",
            "Never open the fridge and grab the red apple at the same time.",
        ),
        ("warehouse", "Leave the shoes alone and wrap pallet 1.", "Do not touch the shoes. Wrap pallet 1."),
    ]);
}
