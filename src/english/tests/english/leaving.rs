//! What is left as it is: it may not be moved, and what is asked for of the others is not asked for of it.

use crate::sites;
use crate::sites::{formula, refused, same, same_at};
use surefleet_english::read;

#[test]
fn what_is_left_where_it_is_must_not_be_moved() {
    same(
        "household",
        &[
            ("Leave the green apple where it is.", "Never touch apple 2."),
            ("The green apple stays where it is.", "Never touch apple 2."),
            ("The knives must stay where they are.", "The knives must not be moved."),
            (
                "Put the potatoes on the counter. Leave the loaves alone.",
                "Put the potatoes on the counter. Do not touch the loaves.",
            ),
            ("Robot 2 must leave the rye bread alone.", "Robot 2 must not touch bread 2."),
            (
                "Leave bread 2 alone until there is a knife on the table.",
                "Do not touch bread 2 until a knife is on the table.",
            ),
        ],
    );
    same("hospital", &[("Leave the trolleys where they are.", "Do not touch the trolleys.")]);
}

#[test]
fn what_is_left_as_it_is_is_an_exception_to_what_is_asked_for_of_all() {
    same(
        "household",
        &[
            (
                "Put the apples on the table, but leave the green apple where it is.",
                "Put apple 1 on the table. Never touch apple 2.",
            ),
            (
                "Put the apples on the table and don't touch the green apple.",
                "Put apple 1 on the table. Never touch apple 2.",
            ),
            ("Clear the table, but the loaves can stay there.", "Clear the table except the loaves."),
            (
                "Clear the table except for the loaves, which may stay where they are.",
                "Clear the table except the loaves.",
            ),
            (
                "Put all utensils in the sink, apart from the knives, which stay where they are.",
                "Put the kettles in the sink. The knives must not be moved.",
            ),
            (
                "Put the knives in the sink, but the butter knife stays on the table.",
                "Put knife 1 in the sink. Knife 2 must stay on the table.",
            ),
        ],
    );
    same(
        "flat",
        &[("Put the cups in the sink, but leave cup 1 alone.", "Put cup 2 in the sink. Cup 1 must not be moved.")],
    );
    let left = formula("household", "Clear the table except the loaves, they stay where they are.");
    assert!(left.contains("!grab(robot_1, bread_1)") && !left.contains("located(bread_1"), "{left}");
}

#[test]
fn what_stays_and_moves_or_stays_otherwise_is_asked_about() {
    for (site, text) in [
        // Moved, or not? And before, or after?
        ("household", "Put the green apple on the table, but don't touch the green apple."),
        ("household", "Put the green apple on the table and leave it where it is."),
        ("household", "Put the green apple on the table. Leave it alone."),
        ("household", "Put the red apple and the green apple on the table, but don't touch the green apple."),
        ("household", "Put the apples on the table but leave the red apple in the fridge where it is."),
        ("household", "Clear the table and don't touch the knives on it."),
        // Which one?
        ("household", "One of the apples stays where it is."),
        ("household", "Put the potatoes on the counter. Leave the bread where it is."),
        // That asks for the contrary, or for something else.
        ("household", "Don't leave the knives where they are."),
        ("household", "Leave the knives where they are dirty."),
        ("household", "Robot 1 stays where it is."),
        ("household", "Only the green apple stays where it is."),
        ("household", "The loaves may stay where they are."),
        ("household", "Clear the table. The loaves may stay where they are."),
        ("hospital", "Leave bed 2 as it is."),
    ] {
        let found = read(text, &sites::vocabulary(site)).map(|reading| reading.words());
        assert!(found.is_err(), "{text}: {found:?}");
    }
    let site = "household";
    let of_one = formula(site, "Put the apples on the table, but robot 2 must not touch the green apple.");
    assert!(of_one.contains("located(apple_2, table)"), "whoever may take it may bring it: {of_one}");
}

#[test]
fn what_nobody_may_leave_behind_is_not_there_in_the_end() {
    same(
        "household",
        &[
            ("Leave nothing on the table.", "In the end nothing is on the table."),
            ("Leave no knives on the table.", "In the end no knife is on the table."),
            ("Don't leave anything on the table.", "In the end nothing is on the table."),
            ("Do not leave apple 1 on the table.", "In the end apple 1 is not on the table."),
            ("Don't leave any drawer open.", "In the end no drawer is open."),
            ("Nothing is to be left on the table.", "In the end nothing is on the table."),
            ("Drawer 1 must not be left open.", "In the end drawer 1 is not open."),
            (
                "Bring apple 1 to the sink, and leave nothing on the table.",
                "Bring apple 1 to the sink. In the end nothing is on the table.",
            ),
        ],
    );
    // Ever, or in the end? And who leaves what is a place is gone from there.
    for text in [
        "Never leave apple 1 on the table.",
        "Nothing may be left on the table.",
        "Robot 1, don't leave apple 1 on the table.",
    ] {
        assert!(read(text, &sites::vocabulary("household")).is_err(), "{text}");
    }
}

#[test]
fn what_is_left_there_if_it_is_there_is_left_there() {
    for (site, said, plain) in [
        (
            "warehouse",
            "Clear table 1, but leave the lamps there if they are there.",
            "Clear table 1, but leave the lamps there.",
        ),
        (
            "laboratory",
            "Clear bench 1, but leave the tweezers there if they are there.",
            "Clear bench 1, but leave the tweezers there.",
        ),
        (
            "household",
            "Clear the table, but leave the red apple there if it is there.",
            "Clear the table, but leave the red apple there.",
        ),
    ] {
        same(site, &[(said, plain)]);
    }
}

#[test]
fn nobody_is_told_to_stay_with_what_must_not_be_left_behind() {
    for text in [
        "Robot 2 must not leave anything on the table. Bring tomato 1 to the table.",
        "You must leave nothing on the table.",
        "Make sure to leave nothing on the table.",
        "Nobody may leave anything on the table.",
        "Leave neither tomato on the table.",
    ] {
        let error = read(text, &sites::vocabulary("household")).expect_err(text).to_string();
        assert!(error.contains("say what must be in the end, or what must never be"), "{text}: {error}");
    }
    same("household", &[("Open drawer 1 and leave it shut.", "Open drawer 1. In the end drawer 1 is shut.")]);
}

#[test]
fn what_is_left_with_nothing_beside_it_is_left_both() {
    same_at(&[
        (
            "household",
            "Leave the drawers shut and nothing on the table.",
            "Leave the drawers shut. Leave nothing on the table.",
        ),
        (
            "household",
            "Leave the fridge open, and no knives in the sink.",
            "Leave the fridge open. Leave no knives in the sink.",
        ),
        ("warehouse", "Leave gate 1 shut and nothing on table 2.", "Leave gate 1 shut. Leave nothing on table 2."),
    ]);
    refused(&[
        ("household", "Don't leave the drawers shut and nothing on the table."),
        ("household", "Robot 1 must leave the drawers shut and nothing on the table."),
    ]);
}
