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
