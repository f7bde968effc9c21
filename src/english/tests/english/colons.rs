//! What stands before a colon said of what stands after it.

use crate::sites::{refused, same_at};

#[test]
fn a_thing_goes_where_the_words_after_its_colon_say() {
    same_at(&[
        ("hospital", "Sleeping pills: pharmacy shelf.", "Put the sleeping pills on the pharmacy shelf."),
        ("household", "Sweet potato: on the stove, please.", "Put the sweet potato on the stove."),
        ("household", "Table: both apples.", "Put both apples on the table."),
        (
            "warehouse",
            "Table 1: the paint, the tools and the books.",
            "Put the paint, the tools and the books on table 1.",
        ),
        ("household", "Fridge: closed.", "In the end the fridge is closed."),
        ("household", "The fridge: open it.", "Open the fridge."),
        ("laboratory", "Sample 1: spin it, then warm it.", "Spin sample 1, then warm it."),
    ]);
}

#[test]
fn an_order_to_empty_a_place_is_told_by_what_follows() {
    same_at(&[
        (
            "household",
            "Clear the stove: whatever's on there goes to the counter.",
            "Whatever is on the stove goes to the counter.",
        ),
        (
            "household",
            "Empty the top drawer: everything in it goes on the shelf, except the knives.",
            "Everything in the top drawer goes on the shelf, except the knives.",
        ),
        (
            "laboratory",
            "Clear bench 2: everything that is on it goes to bench 3.",
            "Everything that is on bench 2 goes to bench 3.",
        ),
        (
            "household",
            "Clear the fridge: put the apples on the table.",
            "Clear the fridge. Put the apples on the table.",
        ),
    ]);
}

#[test]
fn words_that_point_to_a_list_are_no_order_of_their_own() {
    refused(&[
        ("household", "Never do this: open the fridge."),
        ("household", "Do not open these: the fridge and the top drawer."),
        ("household", "Open the drawers in this order: open the bottom drawer, then open the top drawer."),
        ("household", "The fridge: never open it."),
        ("household", "Open the fridge, but only once: before that close it."),
        ("household", "Put the bread there: shelf."),
        ("household", "Red apple: tomato."),
        ("household", "Clear the table: nothing on it is to go on the shelf."),
    ]);
}
