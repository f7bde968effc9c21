//! Idioms for what a site can do, words of time within the mission, and what only looks like them.

use crate::sites::{refused, same_at};

#[test]
fn throwing_away_puts_things_in_the_one_bin_there_is() {
    same_at(&[
        ("laboratory", "Throw the used gloves away.", "Put the used gloves in the waste bin."),
        ("laboratory", "Throw away the used gloves.", "Put the used gloves in the waste bin."),
        (
            "laboratory",
            "Please throw the used gloves and the used tip away.",
            "Put the used gloves and the used tip in the waste bin.",
        ),
        (
            "laboratory",
            "Throw the used gloves away and wipe bench 1.",
            "Put the used gloves in the waste bin and wipe bench 1.",
        ),
        ("laboratory", "Bin the used gloves.", "Put the used gloves in the waste bin."),
        ("laboratory", "Dispose of the used gloves.", "Put the used gloves in the waste bin."),
        ("flat", "Throw the newspaper away.", "Put the newspaper in the trash can."),
    ]);
    refused(&[
        // It has no bin.
        ("household", "Throw the red apple away."),
        ("laboratory", "Never throw the used gloves away."),
        ("laboratory", "Do not throw away the used gloves."),
        ("laboratory", "Throw the used gloves away or wipe bench 1."),
        ("laboratory", "Throw nothing away."),
    ]);
}

#[test]
fn verbs_of_putting_have_many_names() {
    same_at(&[
        ("household", "Shift the red apple to the counter.", "Move the red apple to the counter."),
        ("household", "Chuck the red apple in the sink.", "Put the red apple in the sink."),
        ("flat", "Tidy the toys away into the toy box.", "Put the toys in the toy box."),
        ("flat", "Put the novel away on the bookshelf.", "Put the novel on the bookshelf."),
        ("household", "The red apple should find its way to the sink.", "The red apple should go to the sink."),
        ("warehouse", "The box of paint should find its way onto table 1.", "The box of paint should go onto table 1."),
    ]);
    refused(&[
        ("household", "Robot 1, hang on to the red apple."),
        ("household", "Chuck the red apple."),
        ("household", "Robot 1 should find its way."),
        ("flat", "Tidy the toys away."),
    ]);
}

#[test]
fn particles_after_such_verbs_add_nothing() {
    same_at(&[
        ("laboratory", "Wipe down bench 1.", "Wipe bench 1."),
        ("laboratory", "Wipe bench 1 down and open the freezer.", "Wipe bench 1 and open the freezer."),
        ("household", "Open up the fridge.", "Open the fridge."),
        ("household", "Nobody may open up the fridge.", "Nobody may open the fridge."),
        ("warehouse", "Wrap pallet 4 up.", "Wrap pallet 4."),
    ]);
    refused(&[
        ("warehouse", "Shut up."),
        ("household", "Open the fridge down."),
        ("laboratory", "Wipe the spatula off bench 1."),
    ]);
}

#[test]
fn robots_that_meet_are_there_at_the_same_time() {
    same_at(&[
        (
            "household",
            "Robot 1 and robot 2 meet at the fridge.",
            "Robot 1 and robot 2 must at some point be at the fridge at the same time.",
        ),
        (
            "warehouse",
            "All robots should meet in the receiving zone.",
            "All robots must at some point be in the receiving zone at the same time.",
        ),
    ]);
    refused(&[
        ("household", "Robot 1 and robot 2 must never meet at the fridge."),
        ("household", "Robot 1 or robot 2 meet at the fridge."),
        ("household", "Robot 1 meets at the fridge."),
        ("household", "If robot 1 and robot 2 meet at the fridge, open it."),
    ]);
}

#[test]
fn what_is_due_is_to_be_done() {
    same_at(&[
        ("laboratory", "Bench 1 could do with wiping.", "Bench 1 needs to be wiped."),
        ("laboratory", "Bench 1 is due for a wipe.", "Bench 1 needs a wipe."),
        ("laboratory", "Sample 3 is in need of measuring.", "Sample 3 needs to be measured."),
        ("laboratory", "Get me sample 3 measured, please.", "Get sample 3 measured."),
        ("warehouse", "Pallet 4 is overdue for wrapping.", "Pallet 4 needs to be wrapped."),
    ]);
    refused(&[
        ("laboratory", "If bench 1 could do with wiping, open the freezer."),
        ("laboratory", "Bench 1 is not due for wiping."),
        ("laboratory", "Get me sample 3 and get sample 2 measured."),
        ("laboratory", "Bench 1 is due for a change."),
        ("warehouse", "Picker 1 could do with a pallet."),
    ]);
}

#[test]
fn an_order_for_tonight_is_an_order() {
    same_at(&[
        ("household", "Open the fridge tonight.", "Open the fridge."),
        ("household", "Put the red apple on the table this evening.", "Put the red apple on the table."),
        ("hospital", "Assistant 1, open door 1 this time.", "Assistant 1, open door 1."),
        (
            "hospital",
            "All towels must be on the linen trolley by this evening.",
            "All towels must be on the linen trolley by the end.",
        ),
    ]);
    refused(&[
        ("household", "Nobody may open the fridge tonight."),
        ("household", "Only tonight may robot 1 open the fridge."),
        ("household", "Open the fridge, but not tonight."),
        ("household", "Open the fridge tonight or tomorrow."),
        ("household", "Do not open the fridge until tonight."),
        ("household", "Nobody may open the fridge by tonight."),
        ("hospital", "Porter 1 must stay in the corridor until this evening."),
        ("hospital", "Keep door 1 closed tonight."),
    ]);
}

#[test]
fn nothing_that_is_needed_asks_for_nothing() {
    refused(&[
        ("hospital", "Room 2 needs no medicine."),
        ("hospital", "No towels are needed in room 2."),
        ("hospital", "Nothing is needed on the desk."),
        ("hospital", "None of the beds is due for a clean sheet."),
        ("hospital", "Nobody needs a towel in room 2."),
        ("warehouse", "We need no pickers in the packing zone."),
        ("warehouse", "No boxes are needed on pallet 1."),
    ]);
    same_at(&[
        ("warehouse", "We want no boxes on pallet 1.", "No box must ever be on pallet 1."),
        ("hospital", "Room 2 needs the insulin.", "Bring the insulin to room 2."),
    ]);
}
