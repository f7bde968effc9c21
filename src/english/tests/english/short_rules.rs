//! Rules in few words: who alone may do something, what is never where, what must not leave a place.

use crate::sites;
use crate::sites::{refused, same_at};

#[test]
fn who_alone_may_do_something_may_be_said_in_many_ways() {
    same_at(&[
        ("household", "Robot 1 alone may open the fridge.", "Only robot 1 may open the fridge."),
        ("laboratory", "Arm 2 alone is allowed to open the centrifuge.", "Only arm 2 may open the centrifuge."),
        ("household", "The rye bread may be picked up by robot 2 alone.", "Only robot 2 may pick up the rye bread."),
        ("hospital", "Door 1 may be opened by the porter and by nobody else.", "Only the porter may open door 1."),
        ("household", "Opening the fridge is robot 1's job and nobody else's.", "Only robot 1 may open the fridge."),
        ("warehouse", "Picker 1 is the only one who may label boxes.", "Only picker 1 may label boxes."),
        ("laboratory", "Apart from the rover, nobody picks up the enzyme.", "Only the rover may pick up the enzyme."),
        ("hospital", "Only assistant 1 handles the insulin.", "Only assistant 1 may handle the insulin."),
        (
            "hospital",
            "From now on, only assistant 2 opens the drug cabinet.",
            "Only assistant 2 may open the drug cabinet.",
        ),
    ]);
}

#[test]
fn what_may_be_an_order_to_the_one_who_may_is_no_mere_rule() {
    refused(&[
        ("household", "The fridge is to be opened by robot 1 only."),
        ("household", "The fridge must be opened by robot 1 alone."),
        ("household", "Only the white bread goes on the table."),
        ("household", "Opening the fridge is not robot 1's job."),
        ("hospital", "Door 1 must be opened by the porter and nobody else."),
        ("household", "Robot 1 alone may open the fridge until drawer 1 is open, and nobody else."),
    ]);
}

#[test]
fn verbs_share_an_object() {
    same_at(&[
        (
            "laboratory",
            "Only arm 1 may open or close the centrifuge.",
            "Only arm 1 may open the centrifuge or close the centrifuge.",
        ),
        ("warehouse", "Picker 1 must never open or close gate 1.", "Picker 1 must never open gate 1 or close gate 1."),
        (
            "warehouse",
            "Only picker 1 may switch the belt on or off.",
            "Only picker 1 may switch the belt on or switch the belt off.",
        ),
        ("hospital", "Open and close door 1.", "Open door 1 and close door 1."),
    ]);
    refused(&[("warehouse", "Picker 1 must never open or the gate.")]);
    let told = sites::formula("flat", "The dog should go and open the fridge.");
    assert!(!told.contains("close"), "{told}");
}

#[test]
fn rules_need_no_verb() {
    same_at(&[
        ("household", "Knives never on the stove!", "Knives must never be on the stove."),
        ("hospital", "Dirty linen never on the meal trolley.", "Dirty linen must never be on the meal trolley."),
        ("household", "At most one container open at a time.", "At most one container may be open at a time."),
        (
            "laboratory",
            "At most one instrument running at any time.",
            "At most one instrument may be running at any time.",
        ),
        (
            "warehouse",
            "Toys and tools must not share a pallet.",
            "The toys and the tools must never be on the same pallet.",
        ),
    ]);
    refused(&[
        ("hospital", "Never more than one medicine on a bedside table."),
        ("hospital", "At most one medicine may be on a bedside table at a time."),
        ("household", "Robots 1 and 2 must never share a drawer."),
        ("household", "At most one on the table at a time."),
    ]);
}

#[test]
fn only_a_sort_of_things_goes_somewhere() {
    same_at(&[
        ("household", "Nothing goes on the stove except a kettle.", "Only kettles may be on the stove."),
        ("flat", "Only food goes in the fridge.", "Only food may be in the fridge."),
        ("laboratory", "Nothing but samples may ever go in the centrifuge.", "Only samples may be in the centrifuge."),
    ]);
    refused(&[
        ("household", "Only kettle 1 goes on the stove."),
        ("household", "Nothing goes on the stove until the fridge is open except a kettle."),
    ]);
}

#[test]
fn what_must_not_leave_a_place_stays_there() {
    same_at(&[
        (
            "laboratory",
            "The enzyme must not leave the freezer until sample 1 has been warmed.",
            "The enzyme must stay in the freezer until sample 1 has been warmed.",
        ),
        (
            "household",
            "Under no circumstances should the sweet potato leave the counter.",
            "The sweet potato must always be on the counter.",
        ),
        // What a robot holds in a room is in that room.
        (
            "hospital",
            "The sleeping pills must not leave the pharmacy.",
            "The sleeping pills must always be in the pharmacy.",
        ),
    ]);
    // Where a zone does not have what is held there, it may be taken up within it. What a robot does is its own.
    refused(&[("warehouse", "The box of shoes must not leave packing.")]);
    let robot = sites::formula("household", "Robot 1 must not leave the table.");
    assert!(robot.contains("at(robot_1, table) ->"), "{robot}");
}

#[test]
fn whoever_does_something_does_another_thing_then() {
    same_at(&[
        (
            "hospital",
            "Whoever opens the pharmacy door closes it again.",
            "Every robot that opens the pharmacy door must close the pharmacy door again.",
        ),
        (
            "hospital",
            "Whoever opens a door must close it again.",
            "Every robot that opens a door must close that door again.",
        ),
    ]);
    refused(&[
        ("hospital", "Whoever opens the door closes it again."),
        ("hospital", "Whoever opens a door closes it before leaving the corridor."),
    ]);
}

#[test]
fn things_that_must_never_be_taken_somewhere_must_never_be_there() {
    same_at(&[
        ("hospital", "Medicine must not be taken into the laundry.", "Medicine must never be in the laundry."),
        ("household", "Knife 1 must never be put into a drawer.", "Knife 1 must never be in a drawer."),
    ]);
    refused(&[("hospital", "The insulin may be taken into room 1.")]);
}

#[test]
fn what_is_left_somewhere_is_there() {
    same_at(&[
        (
            "household",
            "In the end there must not be any food left on the stove.",
            "In the end there must not be any food on the stove.",
        ),
        ("household", "Knives are never to be left lying on the table.", "Knives are never to be lying on the table."),
    ]);
    refused(&[
        ("household", "There is no bread left on the table."),
        // It may be carried through.
        ("hospital", "No medicine may ever be left lying in the corridor."),
    ]);
}

#[test]
fn what_belongs_to_a_robot_is_told_of_it() {
    same_at(&[
        (
            "hospital",
            "As long as the porter's battery is low, it must not load anything.",
            "As long as the battery of the porter is low, it must not load anything.",
        ),
        (
            "warehouse",
            "Whenever carrier 1's battery is low, it must not lift pallet 1.",
            "Whenever the battery of carrier 1 is low, it must not lift pallet 1.",
        ),
    ]);
    refused(&[("hospital", "The porter's door must be open.")]);
}
