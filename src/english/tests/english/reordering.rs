//! Which order comes first where it is said last, and orders that answer a question.

use crate::sites::{refused, same_at};

#[test]
fn what_is_done_first_may_be_said_last() {
    same_at(&[
        (
            "warehouse",
            "Move pallet 3 to loading bay 1 but wrap it first.",
            "First wrap pallet 3, then bring pallet 3 to loading bay 1.",
        ),
        (
            "warehouse",
            "Pallet 3 into loading bay 1. Wrap it first.",
            "First wrap pallet 3, then bring pallet 3 to loading bay 1.",
        ),
        (
            "warehouse",
            "Put the pens on table 2, but first label the pens.",
            "First label the pens, then put the pens on table 2.",
        ),
        (
            "flat",
            "Put the milk in the fridge, but open it first.",
            "First open the fridge, then put the milk in the fridge.",
        ),
        (
            "flat",
            "Wipe the dining table but put the newspaper on the sofa first.",
            "First put the newspaper on the sofa, then wipe the dining table.",
        ),
        (
            "hospital",
            "Eye drops and heart pills on bedside table 1, the eye drops first.",
            "First put the eye drops on bedside table 1, then put the heart pills on bedside table 1.",
        ),
        ("warehouse", "Wrap pallet 1 and pallet 2, pallet 2 first.", "First wrap pallet 2, then wrap pallet 1."),
        (
            "warehouse",
            "Wrap pallet 2 first and only after that wrap pallet 1.",
            "First wrap pallet 2, then wrap pallet 1.",
        ),
        (
            "household",
            "White bread onto the counter, and only then open the bottom drawer.",
            "First bring the white bread onto the counter, then open the bottom drawer.",
        ),
        (
            "warehouse",
            "Wrap pallet 3 first, then bring it to loading bay 1.",
            "First wrap pallet 3, then bring pallet 3 to loading bay 1.",
        ),
    ]);
    refused(&[
        ("warehouse", "Never put pallet 3 in loading bay 1, but wrap it first."),
        ("warehouse", "Label the pens and put the books on pallet 2, but wrap it first."),
        ("warehouse", "Put the pens and the books on table 2, the lamps first."),
        ("warehouse", "Never wrap pallet 2 and only then put it in loading bay 1."),
        ("warehouse", "If gate 1 is open, close it, and only then wrap pallet 2."),
        // Of the pallets, nobody knows which; the gate is not meant.
        ("warehouse", "Bring the pallet to gate 1, but open it first."),
        // Before what was said earlier, or before what comes later?
        ("warehouse", "Move pallet 3 to loading bay 1 but wrap it first, then open gate 1."),
        ("warehouse", "Put the shoes on table 1, label them first, then open gate 1."),
        ("warehouse", "Put the shoes on table 1. Label them first, then open gate 1."),
        ("hospital", "Bring the insulin to room 2 but open door 2 first, then close it."),
        ("hospital", "Bring the insulin to room 2, but first open door 2, then close it."),
        // After each of them, or after all?
        ("warehouse", "Wrap every pallet and only then open gate 1."),
        ("warehouse", "Wrap pallets 1 and 2 and only after that open gate 1."),
        ("hospital", "Open all the doors and only then bring the insulin to room 2."),
        // The lid of the one, or the door of the other?
        ("laboratory", "Put sample 3 in the centrifuge, but open it first."),
    ]);
}

#[test]
fn a_question_and_its_answer_are_a_condition() {
    same_at(&[
        ("warehouse", "Is gate 1 open? If so, close it.", "If gate 1 is open, close it."),
        ("warehouse", "Gate 1 shut? If not, shut it.", "If gate 1 is not shut, shut it."),
        (
            "flat",
            "Is the washing machine still running? Then stop it first.",
            "If the washing machine is running, stop it.",
        ),
        (
            "household",
            "Is the red apple in the fridge? If it is, put it on the table.",
            "If the red apple is in the fridge, put it on the table.",
        ),
        (
            "warehouse",
            "Is pallet 2 in loading bay 1? If not, put it there.",
            "If pallet 2 is not in loading bay 1, put it there.",
        ),
    ]);
    refused(&[
        ("warehouse", "Is gate 1 open? Close it."),
        ("warehouse", "Is gate 1 or gate 2 open? Then close it."),
        ("warehouse", "Is gate 1 not open? Then close it."),
        ("warehouse", "Is gate 1 open? Then picker 1 must never be at table 1."),
        ("household", "Is the fridge open? If so, do not touch the red apple and close it."),
    ]);
}
