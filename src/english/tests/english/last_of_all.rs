//! What is so after all else, what is left out of all, and who "they" are after several that go somewhere.

use crate::sites::{formula, refused, same_at};

#[test]
fn what_is_seen_to_may_be_so_already() {
    let told = formula("hospital", "Make bed 1, then see that door 1 is shut again.");
    assert!(
        told.contains("F G !open(door_1)") && !told.contains("close(") && !told.contains("& open(door_1)"),
        "{told}"
    );
    same_at(&[
        (
            "hospital",
            "Make bed 1, then see that door 1 is shut again.",
            "Make bed 1, then make sure that door 1 is shut.",
        ),
        (
            "laboratory",
            "Put the dye in the freezer, then see that the freezer is closed again.",
            "Put the dye in the freezer, then see that the freezer is closed.",
        ),
        (
            "laboratory",
            "Put the dye in the freezer, freezer shut afterwards.",
            "Put the dye in the freezer, and in the end the freezer is shut.",
        ),
        (
            "hospital",
            "Oxygen to room 4. Outer door shut at the end.",
            "Oxygen to room 4. In the end the outer door is shut.",
        ),
    ]);
    refused(&[("hospital", "If door 1 is open, make bed 1, door 2 shut afterwards.")]);
    // To close it again is a deed.
    let told = formula("hospital", "Open door 1, then close it again.");
    assert!(told.contains("close("), "{told}");
}

#[test]
fn the_contrary_for_one_of_a_sort_leaves_it_out() {
    same_at(&[
        ("hospital", "Close all doors, but open door 2.", "Close all doors except door 2, and open door 2."),
        ("warehouse", "Open both gates but close gate 1.", "Open gate 2 and close gate 1."),
    ]);
    refused(&[
        ("household", "Open all drawers, but never open drawer 1."),
        ("household", "Open both drawers but close the fridge."),
    ]);
}

#[test]
fn they_are_named_where_several_and_another_one_go_somewhere() {
    refused(&[
        (
            "hospital",
            "The towels go on the linen trolley and the insulin in the drug cabinet. They must never be in room 4.",
        ),
        ("warehouse", "The boxes go on table 1 and pallet 1 in low slot 1. They must never be in shipping."),
    ]);
    let told = formula("hospital", "The towels go on the linen trolley. They must never be in room 4.");
    assert!(told.contains("!within(towel_1, room_4)"), "{told}");
}

#[test]
fn one_thing_goes_to_one_place() {
    refused(&[
        ("hospital", "Put the insulin in the cabinet and on the desk."),
        ("warehouse", "Put the shoes on pallet 1 and on table 1."),
        ("household", "Put the red apple on the table and in the sink."),
    ]);
    let told = formula("household", "Put the red apple on the table and kettle 1 in the sink.");
    assert!(told.contains("located(kettle_1, sink)"), "{told}");
}

#[test]
fn a_step_may_be_done_more_than_once() {
    same_at(&[
        (
            "warehouse",
            "Start the belt, then advance it twice, then switch it off.",
            "Start the belt, then advance it, then advance it, then switch it off.",
        ),
        (
            "warehouse",
            "Label the shoes twice, then wrap pallet 1.",
            "Label the shoes, then label the shoes, then wrap pallet 1.",
        ),
        (
            "laboratory",
            "Wipe bench 1 three times, then open the freezer.",
            "Wipe bench 1, then wipe bench 1, then wipe bench 1, then open the freezer.",
        ),
    ]);
    refused(&[("warehouse", "Start the belt, then advance it at most twice, then switch it off.")]);
}

#[test]
fn one_of_several_comes_last() {
    same_at(&[
        (
            "laboratory",
            "Put the reagents in the red rack, the enzyme last.",
            "First put all reagents except the enzyme in the red rack, then put the enzyme in the red rack.",
        ),
        (
            "flat",
            "Put both toys in the toy box, the teddy bear last.",
            "First put the toy car in the toy box, then put the teddy bear in the toy box.",
        ),
        (
            "warehouse",
            "Put the eggs and the vases on pallet 1, the eggs last.",
            "First put the vases on pallet 1, then put the eggs on pallet 1.",
        ),
        (
            "hospital",
            "Painkillers and eye drops on bedside table 1. Eye drops first.",
            "Painkillers and eye drops on bedside table 1, the eye drops first.",
        ),
    ]);
    refused(&[
        ("laboratory", "Put the reagents in the red rack, sample 1 last."),
        ("household", "Never put the apples on the table, the red apple last."),
    ]);
}

#[test]
fn a_direction_before_a_place_says_nothing_more() {
    same_at(&[
        ("household", "Bring the red apple over onto the table.", "Bring the red apple onto the table."),
        ("warehouse", "Pallet 3 has to come down to floor slot 2.", "Pallet 3 must go to floor slot 2."),
        (
            "household",
            "Everything in the fridge should come out and go on the counter.",
            "Everything in the fridge should go on the counter.",
        ),
        ("household", "Robot 2 should go and wait by the fridge.", "Robot 2 should go to the fridge and wait there."),
        (
            "household",
            "The sweet potato and the cherry tomato, on the counter.",
            "The sweet potato and the cherry tomato on the counter.",
        ),
    ]);
    // "Take it in there" is to take what is there.
    refused(&[
        ("household", "Take the red apple back in the fridge."),
        ("household", "The red apple, not on the table."),
    ]);
}

#[test]
fn what_a_robot_keeps_hold_of_it_holds_in_the_end() {
    same_at(&[
        (
            "household",
            "Robot 1, grab the butter knife and hold on to it.",
            "In the end robot 1 must hold the butter knife.",
        ),
        ("hospital", "Let assistant 2 pick up towel 3 and hang on to it.", "In the end assistant 2 must hold towel 3."),
    ]);
    refused(&[
        ("household", "Robot 1, do not grab the butter knife and keep hold of it."),
        ("household", "Grab the butter knife and keep hold of it."),
        ("household", "If anybody picks up kettle 1, it has to end up on the stove afterwards."),
    ]);
}
