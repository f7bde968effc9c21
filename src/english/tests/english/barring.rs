//! Who is to do something, and who is not.

use crate::sites::{refused, same_at};

#[test]
fn who_is_not_to_do_it_must_never() {
    same_at(&[
        (
            "household",
            "The bottom drawer must be opened by robot 1, not robot 2.",
            "Robot 1 should open the bottom drawer, and robot 2 must never open it.",
        ),
        (
            "household",
            "Have the fridge opened, but not by robot 2.",
            "Open the fridge, and robot 2 must never open it.",
        ),
        (
            "laboratory",
            "Let arm 1 wipe bench 2, not arm 2.",
            "Arm 1 should wipe bench 2, and arm 2 must never wipe bench 2.",
        ),
        (
            "laboratory",
            "Sample 1 should be capped by arm 2, not by arm 1.",
            "Arm 2 should cap sample 1, and arm 1 must never cap sample 1.",
        ),
        (
            "laboratory",
            "The dye and the buffer should be capped by arm 2, not by arm 1.",
            "The dye and the buffer should be capped by arm 2, and arm 1 must never cap the dye or the buffer.",
        ),
        (
            "household",
            "Robot 1 opens both drawers, not robot 2.",
            "Robot 1 opens both drawers, and robot 2 must never open any drawers.",
        ),
        (
            "laboratory",
            "Use arm 2 to mix the buffer into sample 4, not arm 1.",
            "Arm 2 should mix the buffer into sample 4, and arm 1 must never mix the buffer into sample 4.",
        ),
    ]);
}

#[test]
fn whoever_of_them_it_is() {
    same_at(&[
        ("household", "One of you should open the fridge.", "Some robot should open the fridge."),
        ("hospital", "Whoever is free should make bed 2.", "Some assistant should make bed 2."),
        (
            "household",
            "One of you should be waiting at the fridge at the end.",
            "Somebody should be at the fridge in the end.",
        ),
    ]);
}

#[test]
fn what_is_not_said_of_another_robot_is_not_barred() {
    refused(&[
        ("household", "The fridge must be opened by robot 1, not by robot 1."),
        ("household", "The fridge must be opened by robot 1, not the top drawer."),
        ("household", "Robot 1 opens the fridge, not the drawer."),
        ("household", "The fridge must not be opened by robot 1, not by robot 2."),
        ("household", "Robot 1 should take the red apple to the table, not robot 2."),
        ("household", "Robot 1 should go to the fridge, not robot 2."),
        ("household", "If the fridge is closed, it must be opened by robot 1, not by robot 2."),
        ("household", "One of you must not open the fridge."),
        ("household", "Whoever opens the fridge must close it."),
    ]);
}
