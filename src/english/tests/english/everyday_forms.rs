//! Everyday forms that say what plain ones say: "hasn't been spun yet", "gets opened", "into the freezer with it".

use crate::sites::{refused, same_at};

#[test]
fn what_has_not_been_done_yet_is_not_done() {
    same_at(&[
        ("laboratory", "Spin every sample that hasn't been spun yet.", "Spin every sample that is not spun."),
        ("laboratory", "Warm the samples which have not yet been warmed.", "Warm the samples that are not warmed."),
        ("laboratory", "No sample may be warmed that hasn't been spun.", "No sample that is not spun may be warmed."),
        (
            "laboratory",
            "Don't add the dye to a sample that hasn't been spun yet.",
            "Do not add the dye to a sample that is not spun.",
        ),
    ]);
    // The bench, or the sample?
    refused(&[("laboratory", "No sample may be put on a bench that is not clean, and that is not spun.")]);
}

#[test]
fn who_is_to_be_the_one_that_does_it_does_it() {
    same_at(&[
        ("laboratory", "I'd like arm 2 to be the one that opens the freezer.", "I'd like arm 2 to open the freezer."),
        ("warehouse", "Picker 2 should be the one who wraps pallet 4.", "Picker 2 should wrap pallet 4."),
        ("household", "Somebody should be the one who opens the fridge.", "Open the fridge."),
    ]);
}

#[test]
fn what_gets_done_is_done() {
    same_at(&[
        (
            "laboratory",
            "Each time the freezer gets opened it has to be closed again.",
            "Each time the freezer is opened it has to be closed again.",
        ),
        (
            "laboratory",
            "The freezer doesn't get opened while the centrifuge is running.",
            "The freezer is not opened while the centrifuge is running.",
        ),
        (
            "laboratory",
            "If the dye has got its lid on, put it in the freezer.",
            "If the dye is capped, put it in the freezer.",
        ),
    ]);
}

#[test]
fn what_is_to_be_done_when_something_has_been_done_asks_for_both() {
    same_at(&[
        (
            "hospital",
            "When you have opened the pharmacy door, bring the insulin to the desk.",
            "Once you have opened the pharmacy door, bring the insulin to the desk.",
        ),
        ("laboratory", "When you've wiped bench 1, cap sample 2.", "Once you have wiped bench 1, cap sample 2."),
    ]);
}

#[test]
fn what_happens_is_not_what_is_so_then() {
    refused(&[
        ("laboratory", "Whenever the freezer gets opened it has to be closed."),
        ("laboratory", "Once the freezer gets closed it must stay closed."),
        ("laboratory", "Each time a sample gets spun it has to be capped."),
        ("laboratory", "Whenever a tube gets uncapped it must be in a rack."),
        ("hospital", "Whenever an assistant gets contaminated it has to be disinfected."),
        ("laboratory", "If the freezer is opened, arm 1 should be the one to open it."),
        // It is about one state before and after.
        ("hospital", "No robot may be disinfected that is not contaminated."),
    ]);
}

#[test]
fn a_place_with_something_is_where_it_goes() {
    same_at(&[
        ("laboratory", "Into the freezer with the dye.", "Put the dye into the freezer."),
        (
            "laboratory",
            "Cap sample 3 first, then into the freezer with it.",
            "First cap sample 3, then put sample 3 into the freezer.",
        ),
    ]);
    refused(&[
        ("laboratory", "Never into the freezer with the dye."),
        // They go there with what was brought somewhere before.
        ("laboratory", "Take the dye to bench 1, then to bench 2 with the enzyme."),
        ("laboratory", "The dye must always be in the freezer, in the red rack with the enzyme."),
        ("laboratory", "Rover 1 goes to bench 1 and to bench 3 with the dye."),
    ]);
}

#[test]
fn an_order_that_may_not_be_carried_out_before_something_waits_for_it() {
    same_at(&[
        (
            "household",
            "Open the fridge, but not before the white bread is on the table.",
            "Open the fridge. Do not open the fridge before the white bread is on the table.",
        ),
        (
            "laboratory",
            "Wipe bench 1 and bench 2, but not until the dye is in the bin.",
            "Wipe bench 1 and bench 2. Do not wipe bench 1 or bench 2 before the dye is in the bin.",
        ),
    ]);
    // The ban would be on all robots.
    refused(&[("household", "Robot 1, open the fridge, but not before the white bread is on the table.")]);
}

#[test]
fn why_something_is_forbidden_does_not_change_what_is() {
    same_at(&[
        ("laboratory", "Never open the freezer, it's broken.", "Never open the freezer."),
        (
            "laboratory",
            "Don't put the dye in the freezer, its too cold in there.",
            "Do not put the dye in the freezer.",
        ),
        (
            "laboratory",
            "At most one instrument may be open at a time, it's narrow there.",
            "At most one instrument may be open at a time.",
        ),
    ]);
    refused(&[
        // On each of them, or on all together?
        ("hospital", "At most one medicine may be on a bedside table at a time, they are small."),
        ("laboratory", "Never open the freezer, it's only for the rover."),
        ("laboratory", "Never open the freezer, it's fine when frobnicated."),
        ("laboratory", "Put the dye in the freezer, it's the shiny one."),
        ("laboratory", "Take the tube that is not capped, its corner is torn."),
        ("laboratory", "Don't open the freezer, it's acceptable in emergencies."),
        ("hospital", "Do not enter room 4, it is free later."),
    ]);
}
