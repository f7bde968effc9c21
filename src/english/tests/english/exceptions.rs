//! Exceptions at the end of orders without a verb.

use crate::sites;
use crate::sites::{formula, same};
use surefleet_english::read;

#[test]
fn short_orders_have_exceptions_at_their_end() {
    same(
        "household",
        &[
            ("Every utensil into the sink except the electric kettle.", "Put every utensil but kettle 1 in the sink."),
            ("All the food on the table apart from the potatoes.", "Put all food but the potatoes on the table."),
            ("The knives on the shelf, with the exception of the paring knife.", "Put knife 2 on the shelf."),
            ("Put the knives on the shelf except the paring knife.", "Put knife 2 on the shelf."),
            ("Put the knives on the shelf, all of them except the paring knife.", "Put knife 2 on the shelf."),
            ("Put all the food on the shelf, but not the potatoes.", "Put all food but the potatoes on the shelf."),
            ("Put all the food on the shelf bar the potatoes.", "Put all food but the potatoes on the shelf."),
            ("Put all the food on the shelf save for the potatoes.", "Put all food but the potatoes on the shelf."),
            ("No food on the shelf, apart from apple 1.", "No food except apple 1 may be on the shelf."),
        ],
    );
    same(
        "flat",
        &[("All the dishes into the sink except the blue cup.", "Put all dishes but the blue cup in the sink.")],
    );
    let vocabulary = sites::vocabulary("household");
    for text in [
        // No exception of these; of which of both?
        "Every utensil into the sink except the green apple.",
        "Put the apples and the utensils in the sink except the knives.",
        "Both apples into the sink except the green apple.",
    ] {
        let found = read(text, &vocabulary).map(|reading| reading.words());
        assert!(found.is_err(), "{text}: {found:?}");
    }
}

#[test]
fn what_goes_elsewhere_is_no_exception_within_a_name() {
    for text in [
        "Put the knives on the table but the paring knife in the sink.",
        "The knives on the table, but the paring knife in the sink.",
    ] {
        // Read as what is meant, or not at all: nothing of what is on the table goes into the sink.
        if let Ok(reading) = read(text, &sites::vocabulary("household")) {
            assert_eq!(
                reading.formula().to_string(),
                formula("household", "Put knife 2 on the table. Put knife 1 in the sink.")
            );
        }
    }
    same(
        "household",
        &[(
            "Everything in the fridge but the apples must be on the table in the end.",
            "Everything in the fridge except the apples must be on the table in the end.",
        )],
    );
}
