//! "Whichever" and "whatever" with a sort: all of it of which something is so at the start.

use crate::sites;
use crate::sites::formula;
use surefleet_english::{EnglishError, read};

#[test]
fn whichever_is_so_means_every_one_that_is_so() {
    for (site, said, plain) in [
        ("warehouse", "Close whichever gate is open.", "Close every gate that is open."),
        (
            "laboratory",
            "Put whichever samples haven't been spun yet into the centrifuge.",
            "Put all samples that are not spun into the centrifuge.",
        ),
        (
            "laboratory",
            "Whatever tool is in the autoclave goes to bench 1.",
            "Every tool that is in the autoclave goes to bench 1.",
        ),
        (
            "household",
            "Open the fridge, grab whatever food is in there and put it on the counter.",
            "Open the fridge, grab every food that is in there and put it on the counter.",
        ),
        (
            "household",
            "Take whatever apples are still on the table to the sink.",
            "Take all apples that are on the table to the sink.",
        ),
        ("household", "Whatever is still in drawer 2 goes on the shelf.", "Whatever is in drawer 2 goes on the shelf."),
    ] {
        assert_eq!(formula(site, said), formula(site, plain), "{said}");
    }
}

#[test]
fn what_is_named_first_is_what_the_order_is_about() {
    for (site, said, plain) in [
        (
            "household",
            "Whichever tomato is in the fridge, put it on the counter.",
            "Put every tomato that is in the fridge on the counter.",
        ),
        (
            "household",
            "Whatever's on the stove, put it on the counter.",
            "Put everything that is on the stove on the counter.",
        ),
        ("warehouse", "Whichever gate is open, close it.", "Close every gate that is open."),
    ] {
        assert_eq!(formula(site, said), formula(site, plain), "{said}");
    }
}

#[test]
fn whichever_that_leaves_a_choice_is_not_read_as_all() {
    for (site, text) in [
        ("household", "Put apple 1 into whichever drawer is open."),
        ("household", "Whichever drawer is open, put apple 1 in it."),
        ("household", "Never open whichever drawer is closed."),
        ("household", "Whichever drawer is open must not be closed."),
        ("household", "Send whichever robot is at the sink to the fridge."),
        ("household", "Whichever robot is at the sink should open the fridge."),
        ("household", "Whichever apple is on the table, take it and the bread to the sink."),
        ("household", "Put the tomato on the table, whichever tomato is in the fridge."),
        ("hospital", "Enter whichever room is closed."),
        ("laboratory", "Put sample 1 into whichever instrument is open."),
    ] {
        let found = read(text, &sites::vocabulary(site));
        assert!(found.is_err(), "{text}: {}", found.expect("it is read").words());
    }
}

#[test]
fn a_refusal_shows_the_words_that_were_written() {
    let text = "Whichever drawer is open, close it.";
    let error = read(text, &sites::vocabulary("household")).expect_err("nobody closes drawers");
    assert!(matches!(&error, EnglishError::Unclear { words, .. } if words == "close it"), "{error}");
}
