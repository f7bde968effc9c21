//! Choices that are left free.

use crate::sites;
use crate::sites::same;
use surefleet_english::read;

#[test]
fn words_that_leave_a_choice_free_add_nothing_to_it() {
    same(
        "household",
        &[
            ("Put a knife on the table, either one will do.", "Put a knife on the table."),
            (
                "Put one of the two potatoes, it does not matter which, on the stove.",
                "Put one of the potatoes on the stove.",
            ),
            ("Put two utensils on the shelf no matter which ones.", "Put two utensils on the shelf."),
            ("Any two of the utensils on the shelf, I don't care which.", "Put any two of the utensils on the shelf."),
            ("Put apple 1 or apple 2 on the table, I'm not fussy.", "Put apple 1 or apple 2 on the table."),
            (
                "Put an apple on the table. Either is fine. Open the fridge.",
                "Put an apple on the table. Open the fridge.",
            ),
            ("One of the robots, no matter which, must visit the sink.", "One of the robots must visit the sink."),
        ],
    );
    same(
        "flat",
        &[(
            "Put one of the cups on the serving tray, doesn't matter which, and open the fridge.",
            "Put one of the cups on the serving tray and open the fridge.",
        )],
    );
}

#[test]
fn where_there_is_no_choice_such_words_are_not_passed_over() {
    let vocabulary = sites::vocabulary("household");
    for text in [
        "Put the apples on the table, either one will do.",
        "Put the apples on the table. It doesn't matter which.",
        "Either one will do.",
        "Put both apples on the table, I don't care which.",
        "At least two apples on the table.",
        "Any two robots at the sink.",
    ] {
        let found = read(text, &vocabulary).map(|reading| reading.words());
        assert!(found.is_err(), "{text}: {found:?}");
    }
}
