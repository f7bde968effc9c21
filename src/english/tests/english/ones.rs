//! "One" and "other" for a thing of a sort that was just named.

use crate::sites;
use crate::sites::{refused, same_at};
use surefleet_english::{partial, read};

#[test]
fn one_after_what_tells_it_apart_is_of_the_sort_that_was_named() {
    same_at(&[
        (
            "household",
            "Put the red apple on the table and the green one on the shelf.",
            "Put the red apple on the table and the green apple on the shelf.",
        ),
        ("household", "Open the top drawer, then the bottom one.", "Open the top drawer, then the bottom drawer."),
        (
            "household",
            "The whistling kettle goes to the stove. The electric one goes to the shelf.",
            "The whistling kettle goes to the stove. The electric kettle goes to the shelf.",
        ),
        (
            "hospital",
            "If the inner door is open, the outer one must be closed.",
            "If the inner door is open, the outer door must be closed.",
        ),
        (
            "laboratory",
            "All the tubes in the red rack should go into the blue one.",
            "All the tubes in the red rack should go into the blue rack.",
        ),
        ("warehouse", "Open the north gate, then the south one.", "Open the north gate, then the south gate."),
        (
            "household",
            "Bring the white bread to the table. Put the rye one on the shelf.",
            "Bring bread 1 to the table. Put bread 2 on the shelf.",
        ),
        ("household", "Put all the tomatoes but the ripe one on the shelf.", "Put tomato 2 on the shelf."),
        (
            "warehouse",
            "Put the heavy boxes on pallet 1 and the fragile ones on pallet 2.",
            "Put the heavy boxes on pallet 1 and the fragile boxes on pallet 2.",
        ),
        (
            "warehouse",
            "All boxes except the heavy ones and the fragile ones go to table 2.",
            "All boxes except the heavy boxes and the fragile boxes go to table 2.",
        ),
        (
            "warehouse",
            "The lamps go on the first packing table and the toys on the second one.",
            "The lamps go on table 1 and the toys on table 2.",
        ),
        ("warehouse", "All boxes but the heavy ones to table 1.", "All boxes but the heavy boxes to table 1."),
        (
            "warehouse",
            "Every box on pallet 2 gets a label, apart from the fragile ones.",
            "Every box on pallet 2 gets a label, apart from the fragile boxes.",
        ),
    ]);
}

#[test]
fn the_other_one_of_two_is_the_one_that_was_not_named() {
    same_at(&[
        (
            "household",
            "The electric kettle goes on the stove and the other one on the shelf.",
            "The electric kettle goes on the stove and the whistling kettle on the shelf.",
        ),
        (
            "household",
            "Ripe tomato on the shelf; the other one on the table.",
            "Ripe tomato on the shelf; cherry tomato on the table.",
        ),
        ("warehouse", "Eggs on table 1, vases on the other one.", "Eggs on table 1, vases on table 2."),
        (
            "warehouse",
            "Take the box of lamps to table 1 and the vases to the other one.",
            "Take the box of lamps to table 1 and the vases to table 2.",
        ),
        (
            "laboratory",
            "Put pipette 1 on bench 1 and the other one on bench 2.",
            "Put pipette 1 on bench 1 and pipette 2 on bench 2.",
        ),
    ]);
}

#[test]
fn one_here_and_the_other_there_leaves_open_which() {
    same_at(&[
        (
            "household",
            "Put one of the potatoes on the stove and the other one in the sink.",
            "Put a potato on the stove and a potato in the sink.",
        ),
        (
            "household",
            "One kettle goes on the stove and the other on the shelf.",
            "Put a kettle on the stove and a kettle on the shelf.",
        ),
        ("household", "One knife on the table, one in the sink.", "Put a knife on the table and a knife in the sink."),
        (
            "hospital",
            "Put one of the towels on bed 2 and another one on bed 3.",
            "Put a towel on bed 2 and a towel on bed 3.",
        ),
        (
            "warehouse",
            "Take one of the fragile boxes to table 1 and another one to table 2.",
            "Take a fragile box to table 1 and a fragile box to table 2.",
        ),
    ]);
}

#[test]
fn the_one_somewhere_is_what_always_is_there() {
    same_at(&[
        ("hospital", "Make every bed except the one in the isolation room.", "Make every bed except bed 4."),
        ("hospital", "Make the bed in room 1 and the one in room 2.", "Make bed 1 and bed 2."),
        (
            "flat",
            "The drone is not allowed to land on any floor except the one in the living room.",
            "The drone is not allowed to land on any floor except the living room floor.",
        ),
    ]);
}

#[test]
fn the_one_somewhere_is_of_the_only_sort_that_was_named() {
    same_at(&[
        (
            "household",
            "The apple in the fridge goes on the table and the one on the counter goes in the sink.",
            "The apple in the fridge goes on the table and the apple on the counter goes in the sink.",
        ),
        (
            "household",
            "Put the kettle on the stove in the sink and the one that is on the counter on the shelf.",
            "Put the kettle on the stove in the sink and the kettle that is on the counter on the shelf.",
        ),
    ]);
    refused(&[
        ("household", "Put the red apple in the top drawer and the one in the fridge on the table."),
        ("household", "Put the knives in the sink, and the ones in the fridge on the table."),
    ]);
}

#[test]
fn one_that_fits_nothing_that_was_said_or_several_things_is_not_read() {
    refused(&[
        ("household", "Open the bottom one."),
        ("household", "Get the other one."),
        ("household", "Put the red apple in the fridge and the white one on the table."),
        ("household", "Put the apple on the table and the other one on the shelf."),
        ("household", "The apple which is on the table should go on the shelf and the other one in the sink."),
        ("hospital", "Put towel 1 on bed 1 and the other one on bed 2."),
        ("hospital", "Assistant 1 should be the one in the isolation room."),
        ("hospital", "Wash all the towels except the one on bed 3."),
        ("warehouse", "Put the lamps and the toys on table 1. Put the second one on pallet 1."),
        ("warehouse", "Put the lamps and the toys on table 1 and the other one on table 2."),
        // Of those on the pallet, or of all?
        ("warehouse", "All boxes on pallet 1 to table 1, and wrap the heavy ones."),
        ("warehouse", "Take the heavy boxes on pallet 1 to table 1 and the fragile ones to table 2."),
        ("laboratory", "Take the tubes out of the red rack and put the dirty ones in the blue one."),
        // The pipette, or the rack?
        ("laboratory", "Put pipette 1 in the red rack and the other one in the blue one."),
    ]);
    let household = sites::vocabulary("household");
    for text in [
        "Open the fridge and then the top one.",
        "Put the red apple next to the white one.",
        "Move the red apple to the other one.",
        "Put the red apple on the table, not the green one.",
        // Which one is no remark.
        "Put the tomato on the shelf, the ripe one.",
    ] {
        assert!(read(text, &household).is_err() && partial(text, &household).is_err(), "{text}");
    }
}

#[test]
fn one_and_the_other_are_not_read_where_it_is_open_which_there_are() {
    refused(&[
        ("household", "Take one of the knives in the drawer and the other one on the table."),
        ("household", "Never put one apple on the table and the other one on the shelf."),
        ("household", "Put two apples on the table and one in the sink."),
        ("household", "One of the robots goes to the fridge and the other one to the table."),
        // There are more than two.
        ("warehouse", "Take one of the fragile boxes to table 1 and the other one to table 2."),
    ]);
}
