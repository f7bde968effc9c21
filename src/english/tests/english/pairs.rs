//! A thing and its place with no word between them.

use crate::sites::{refused, same_at};

#[test]
fn a_thing_and_a_place_alone_are_what_is_to_be_where() {
    same_at(&[
        ("household", "Red apple, table.", "Put the red apple on the table."),
        ("hospital", "Eye drops, bedside table 4, please.", "Put the eye drops on bedside table 4."),
        (
            "household",
            "rye bread counter, white bread shelf thx",
            "Rye bread to the counter, white bread to the shelf.",
        ),
        ("warehouse", "Paint table 1 and tools table 2.", "Paint to table 1 and tools to table 2."),
    ]);
}

#[test]
fn other_names_side_by_side_say_nothing() {
    refused(&[
        ("household", "Red apple, table, green apple, sink."),
        ("household", "Red apple, green apple."),
        ("household", "Fridge table."),
        ("household", "Robot 1 sink."),
        ("household", "Red apple not table."),
        ("household", "Apples table."),
        ("laboratory", "Sample 1 arm 1."),
    ]);
}
