//! Things told by how they are at the start: "any cup that is still on the rug", "two clean towels".

use crate::sites::{refused, same_at};

#[test]
fn any_that_is_so_is_every_one_that_is() {
    same_at(&[
        (
            "household",
            "Any tomato that is still lying on the counter should be put in the sink.",
            "Every tomato that is on the counter should be put in the sink.",
        ),
        (
            "household",
            "Any food that isn't in the fridge goes on the table.",
            "Every food item that is not in the fridge goes on the table.",
        ),
        (
            "household",
            "Put any apples that aren't on the table in the sink.",
            "Put all apples that are not on the table in the sink.",
        ),
        (
            "household",
            "Anything in the top drawer goes on the shelf, except the knives.",
            "Everything in the top drawer goes on the shelf, except the knives.",
        ),
        (
            "household",
            "Whatever is lying in the sink at the moment should be put on the counter.",
            "Whatever is lying in the sink should be put on the counter.",
        ),
        (
            "warehouse",
            "Everything that's on table 1 right now goes to table 2.",
            "Everything that's on table 1 goes to table 2.",
        ),
        (
            "laboratory",
            "Any waste that is lying on bench 2 belongs in the bin.",
            "All the waste that is lying on bench 2 belongs in the bin.",
        ),
        ("warehouse", "Label any box that's still on table 1.", "Label every box that is on table 1."),
    ]);
}

#[test]
fn any_that_may_be_one_or_none_is_asked_for() {
    refused(&[
        ("household", "Bring any apple that is in the fridge to the table."),
        ("household", "Any apple goes on the table."),
        ("household", "Any knife will do."),
        ("warehouse", "Any box that has been labelled goes to table 2."),
        ("household", "If the fridge is open, any apple in it goes on the table."),
        ("warehouse", "Any pallet that is wrapped or labelled should be moved."),
        ("household", "Put the red apple on any surface that is still clean."),
    ]);
}

#[test]
fn so_many_that_are_so_are_so_at_the_start() {
    same_at(&[
        (
            "hospital",
            "Put two clean towels on the linen trolley.",
            "ltl: (!dirty(towel_1) & F G located(towel_1, linen_trolley) & !dirty(towel_2) & F G located(towel_2, linen_trolley)) \
             | (!dirty(towel_1) & F G located(towel_1, linen_trolley) & !dirty(towel_3) & F G located(towel_3, linen_trolley)) \
             | (!dirty(towel_2) & F G located(towel_2, linen_trolley) & !dirty(towel_3) & F G located(towel_3, linen_trolley))",
        ),
        ("hospital", "Put one of the clean towels on the linen trolley.", "Put a clean towel on the linen trolley."),
        ("warehouse", "Get one of the wrapped pallets into bay 2.", "Get a wrapped pallet into bay 2."),
    ]);
}

#[test]
fn wherever_it_is_says_nothing_more() {
    same_at(&[
        (
            "laboratory",
            "Fetch the spatula from wherever it's lying and drop it in the spare stand.",
            "Fetch the spatula and drop it in the spare stand.",
        ),
        ("household", "The knives go in the sink, wherever they are now.", "The knives go in the sink."),
        ("warehouse", "From wherever it is right now, the paint goes to table 1.", "The paint goes to table 1."),
    ]);
    refused(&[
        ("household", "Put the cherry tomato wherever the red apple is."),
        ("household", "Put the cherry tomato wherever it is cold."),
    ]);
}

#[test]
fn any_so_many_of_them_are_as_many_as_were_said() {
    same_at(&[
        (
            "laboratory",
            "Bring two of the samples to the storage bench, any two.",
            "Bring two of the samples to the storage bench.",
        ),
        ("warehouse", "Two of the heavy boxes on table 1. Any two.", "Two of the heavy boxes on table 1."),
    ]);
    refused(&[
        ("laboratory", "Bring one of the samples to the storage bench, any two."),
        ("warehouse", "Two of the heavy boxes on table 1. Any three."),
    ]);
}
