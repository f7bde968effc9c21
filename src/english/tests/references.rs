//! What was named before, summed up or pointed to: "both of them", "all of it", "wait there".

mod sites;

use sites::{refused, same_at};

#[test]
fn both_or_all_of_them_are_what_was_just_named() {
    same_at(&[
        (
            "household",
            "Take the whistling kettle and the rye bread, and put both of them on the table.",
            "Take the whistling kettle and the rye bread, and put the whistling kettle and the rye bread on the table.",
        ),
        ("household", "Get the breads onto the table, both of them.", "Get the breads onto the table."),
        ("household", "Put the apples on the table, all of them, please.", "Put the apples on the table, please."),
        (
            "household",
            "I want the apples in the sink. Both of them should end up there.",
            "I want the apples in the sink. All the apples should end up there.",
        ),
        (
            "household",
            "The red apple and the butter knife: both of them on the shelf.",
            "The red apple and the butter knife on the shelf.",
        ),
        ("flat", "Dishes in the kitchen sink. All of them.", "All the dishes in the kitchen sink."),
        (
            "laboratory",
            "Sterilise the tweezers as well as the spatula. Put both of them on bench 1.",
            "Sterilise the tweezers as well as the spatula. Put the tweezers and the spatula on bench 1.",
        ),
        (
            "laboratory",
            "Cap samples 1 and 2 and put both in the red rack.",
            "Cap samples 1 and 2 and put them in the red rack.",
        ),
        ("household", "Clear the counter, all of it.", "Clear the counter."),
        (
            "household",
            "Open the top drawer and the bottom drawer, and leave both of them open.",
            "Open the top drawer and the bottom drawer, and leave them open.",
        ),
    ]);
}

#[test]
fn a_sum_that_may_mean_others_or_is_forbidden_is_not_resolved() {
    refused(&[
        // Of the drawers, or of the apples?
        (
            "household",
            "Open the drawers and put the red apple in the sink and the green apple on the table, then grab both of them.",
        ),
        // There are not just two of them.
        ("household", "Take the apples and the tomatoes to the sink and open both of them."),
        ("laboratory", "Measure the samples and put both of them in the red rack."),
        ("household", "Take two of the apples and put both of them in the sink."),
        // Together, or one of them?
        ("household", "Open the top drawer and the bottom drawer, but never leave both of them open."),
        ("household", "Take the red apple or the rye bread and put both of them on the table."),
        ("household", "Robot 1 and robot 2 should open the drawers, both of them."),
        ("household", "Put the knives in the sink, all of them except the paring knife."),
        ("household", "Put both of them on the table."),
    ]);
}

#[test]
fn who_goes_somewhere_and_waits_there_is_there_in_the_end() {
    same_at(&[
        ("household", "Robot 2 go to the fridge and wait there.", "In the end robot 2 is at the fridge."),
        ("household", "Robot 2 should go to the fridge and just wait there.", "In the end robot 2 is at the fridge."),
        ("household", "Robot 2: go to the fridge and wait there.", "In the end robot 2 is at the fridge."),
        ("household", "Go to the fridge and stay there.", "In the end some robot is at the fridge."),
        (
            "laboratory",
            "Rover 1, drive over to the storage bench and stay there.",
            "In the end rover 1 is at the storage bench.",
        ),
        (
            "hospital",
            "Assistant 2 goes to the basement hall and waits there.",
            "In the end assistant 2 is in the basement hall.",
        ),
        (
            "warehouse",
            "All pickers come to packing and stay there, please.",
            "In the end all pickers are in the packing zone.",
        ),
    ]);
}

#[test]
fn waiting_for_something_or_for_a_while_is_not_for_the_end() {
    refused(&[
        ("household", "Robot 2 goes to the fridge and stays there until the red apple is on the table."),
        ("household", "Robot 2 should go to the fridge and wait there, then go to the sink."),
        ("household", "Robot 2 must not go to the fridge and wait there."),
        ("household", "Robot 1 or robot 2 should go to the fridge and wait there."),
        ("hospital", "Assistant 2 goes to the laundry and waits there for the porter."),
    ]);
}

#[test]
fn all_who_are_sent_somewhere_go_there() {
    same_at(&[
        ("household", "Everyone to the sink!", "All robots must go to the sink."),
        ("hospital", "Both assistants to the laundry, please.", "Both assistants must go to the laundry."),
        ("household", "You two, go to the fridge.", "Both robots must go to the fridge."),
    ]);
    refused(&[
        ("household", "No robots to the sink."),
        ("hospital", "You two, go to the laundry."),
        ("household", "All robots go to the sink, then to the fridge."),
    ]);
}
