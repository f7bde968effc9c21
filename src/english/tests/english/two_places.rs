//! Things of which one part is to be here and another there.

use crate::sites;
use crate::sites::same_at;
use surefleet_english::read;

#[test]
fn the_first_place_is_where_the_first_of_them_go() {
    same_at(&[
        (
            "hospital",
            "Put the dirty towels in the washing machine and the clean towels on the linen shelf.",
            "Put the dirty towels in the washing machine. Put the clean towels on the linen shelf.",
        ),
        (
            "hospital",
            "Put every dirty towel on bed 1 and every clean towel on bed 2.",
            "Put every dirty towel on bed 1. Put every clean towel on bed 2.",
        ),
        (
            "warehouse",
            "Stack the labelled boxes on pallet 1 and the unlabelled boxes on pallet 2.",
            "Stack the labelled boxes on pallet 1. Stack the unlabelled boxes on pallet 2.",
        ),
        (
            "household",
            "I want the apples in the sink and the tomatoes on the shelf.",
            "Put the apples in the sink. Put the tomatoes on the shelf.",
        ),
        (
            "hospital",
            "I need the dirty towels on bed 1 and the clean towels on bed 2.",
            "Put the dirty towels on bed 1. Put the clean towels on bed 2.",
        ),
        (
            "household",
            "Make sure the red apple is on the table and the green apple on the shelf.",
            "Put the red apple on the table. Put the green apple on the shelf.",
        ),
    ]);
}

#[test]
fn a_place_that_each_of_them_has_says_which_are_meant() {
    same_at(&[(
        "household",
        "I want the apples in the sink and the tomatoes in the fridge on the shelf.",
        "Put the apples in the sink and the tomatoes in the fridge on the shelf.",
    )]);
}

#[test]
fn what_is_said_of_one_part_only_is_not_asked_for_of_another() {
    for (site, text) in [
        // Is that forbidden, too?
        ("hospital", "Never put the dirty towels on the linen shelf and the clean towels in the washing machine."),
        ("hospital", "Never put towel 1 on the linen shelf, the clean towels in the washing machine."),
        ("household", "Do not put the red apple in the sink, the green apple on the shelf."),
        // Always there, too? Each time?
        ("household", "I want the red apple to stay on the table and the green apple on the shelf."),
        (
            "household",
            "Whenever the fridge is open, I want the red apple on the table and the green apple on the shelf.",
        ),
        ("household", "I want no apple on the table and the tomatoes on the shelf."),
    ] {
        let found = read(text, &sites::vocabulary(site)).map(|reading| reading.words());
        assert!(found.is_err(), "{text}: {found:?}");
    }
}
