//! Words that bind what follows them, and parts that would be passed over.

use crate::sites::{refused, same_at};

#[test]
fn never_after_a_condition_forbids_what_follows() {
    same_at(&[
        (
            "household",
            "If the fridge is open, never put the red apple on the table.",
            "While the fridge is open, never put the red apple on the table.",
        ),
        (
            "warehouse",
            "Whenever gate 1 is open never put the shoes on pallet 1.",
            "While gate 1 is open, never put the shoes on pallet 1.",
        ),
    ]);
    refused(&[
        ("household", "If the fridge is never open, put the red apple on the table."),
        ("household", "If the fridge is open, only put the red apple on the table."),
        ("warehouse", "Once gate 1 is open, only label the shoes."),
        ("warehouse", "If gate 1 is open in the end, gate 2 must be closed."),
        ("household", "Is the fridge open? If so, robot 1 should close it."),
    ]);
}

#[test]
fn nothing_of_a_list_is_passed_over() {
    refused(&[
        ("household", "Never put knives in the sink or kettles."),
        ("household", "Put the red apple on the table, or the green apple."),
        ("household", "If the red apple is on the table or the green apple, open the fridge."),
        ("household", "Leave the apples on the table and the breads where they are."),
        ("warehouse", "Never put the shoes on pallet 1 or the eggs."),
        ("laboratory", "Never put sample 1 in rack 1 or sample 2."),
    ]);
}

#[test]
fn a_ban_on_what_is_somewhere_else_then_forbids_nothing_and_is_refused() {
    refused(&[
        ("household", "The knives in the sink must not go on the table."),
        ("household", "Nothing in the top drawer goes on the shelf."),
        ("warehouse", "Don't put any box that is on table 1 on pallet 1."),
        ("warehouse", "Any pallet that is in receiving must not go to shipping."),
    ]);
}
