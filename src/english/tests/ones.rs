//! "One" for a thing of the sort that was just named.

mod sites;

use surefleet_english::{partial, read};

#[test]
fn one_is_of_the_sort_that_was_named() {
    for (site, text, plain) in [
        (
            "household",
            "Put the red apple on the table and the green one on the shelf.",
            "Put apple 1 on the table and apple 2 on the shelf.",
        ),
        ("household", "Open the top drawer, then the bottom one.", "Open drawer 1, then drawer 2."),
        (
            "household",
            "Bring the white bread to the table. Put the rye one on the shelf.",
            "Bring bread 1 to the table. Put bread 2 on the shelf.",
        ),
        ("household", "Put all the tomatoes but the ripe one on the shelf.", "Put tomato 2 on the shelf."),
        (
            "household",
            "Ripe tomato on the shelf; the other one on the table.",
            "Put tomato 1 on the shelf. Put tomato 2 on the table.",
        ),
        ("warehouse", "Open the north gate, then close the south one.", "Open gate 1, then close gate 2."),
        ("warehouse", "All boxes but the heavy ones to table 1.", "All boxes but the heavy boxes to table 1."),
        (
            "hospital",
            "If the inner door is open, the outer one must be closed.",
            "If the inner door is open, the outer door must be closed.",
        ),
    ] {
        let vocabulary = sites::vocabulary(site);
        let formula = |text: &str| {
            read(text, &vocabulary).unwrap_or_else(|error| panic!("{text}: {error}")).formula().to_string()
        };
        let parts = |text: &str| {
            let formula = formula(text);
            let mut parts: Vec<String> = formula.split(" & ").map(str::to_owned).collect();
            parts.sort();
            parts
        };
        assert_eq!(parts(text), parts(plain), "{text}");
    }
}

#[test]
fn one_of_no_sort_that_was_named_is_not_guessed() {
    let household = sites::vocabulary("household");
    for text in [
        "Open the fridge and then the top one.",
        "Put the red apple next to the white one.",
        "Move the red apple to the other one.",
        "Put the knives in the sink, and the ones in the fridge on the table.",
        "Put the red apple on the table, not the green one.",
        "Somebody should be the one who opens the fridge.",
        // Which one is no remark.
        "Put the tomato on the shelf, the ripe one.",
    ] {
        assert!(read(text, &household).is_err() && partial(text, &household).is_err(), "{text}");
    }
}
