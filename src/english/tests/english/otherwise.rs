//! "Otherwise": what is to be done where a condition does not hold at the start.

use crate::sites;
use surefleet_english::{partial, read};

fn formulas(site: &str, text: &str) -> Vec<String> {
    match read(text, &sites::vocabulary(site)) {
        Ok(reading) => reading.statements.iter().map(|asked| asked.formula.to_string()).collect(),
        Err(error) => panic!("{text}: {error}"),
    }
}

/// Each text means what the sentences beside it do.
fn same(site: &str, pairs: &[(&str, &[&str])]) {
    for (said, plain) in pairs {
        let plain: Vec<String> = plain.iter().flat_map(|sentence| formulas(site, sentence)).collect();
        assert_eq!(formulas(site, said), plain, "{said}");
    }
}

#[test]
fn what_is_done_otherwise_is_done_where_the_condition_did_not_hold_at_the_start() {
    let parts: &[&str] =
        &["If apple 2 is in the fridge, put it in the sink.", "If apple 2 is not in the fridge, put it on the table."];
    for said in [
        "If the green apple is in the fridge put it in the sink, otherwise put it on the table.",
        "If the green apple is in the fridge, put it in the sink; otherwise, please put it on the table.",
        "If the green apple is in the fridge, put it in the sink, else put it on the table.",
        "If the green apple is in the fridge, put it in the sink. If it isn't, put it on the table.",
        "If the green apple is in the fridge, put it in the sink and if not, put it on the table.",
    ] {
        same("household", &[(said, parts)]);
    }
    same(
        "household",
        &[(
            "If there's a tomato in the fridge, put it on the table; otherwise the sweet potato goes there.",
            &[
                "If a tomato is in the fridge, put it on the table.",
                "If no tomato is in the fridge, put potato 1 on the table.",
            ],
        )],
    );
    same(
        "household",
        &[(
            "Open the fridge if the green apple is on the table, otherwise open the top drawer.",
            &["If apple 2 is on the table, open the fridge.", "If apple 2 is not on the table, open drawer 1."],
        )],
    );
    same(
        "household",
        &[(
            "If robot 1 is at the table, open the fridge, else open drawer 1.",
            &["If robot 1 is at the table, open the fridge.", "If robot 1 is not at the table, open drawer 1."],
        )],
    );
    same(
        "hospital",
        &[
            (
                "If the oxygen bottle's in the basement hall, bring it to the corridor; if not, just dock the porter.",
                &[
                    "If the oxygen bottle is in the basement hall, bring it to the corridor.",
                    "If the oxygen bottle is not in the basement hall, dock the porter.",
                ],
            ),
            (
                "If door 1 is open, close it; otherwise make bed 1 and make bed 2.",
                &["If door 1 is open, close it.", "If door 1 is not open, make bed 1 and make bed 2."],
            ),
            (
                "If door 1 is open, send assistant 2 to room 1, otherwise send it to the corridor.",
                &[
                    "If door 1 is open, send assistant 2 to room 1.",
                    "If door 1 is not open, send assistant 2 to the corridor.",
                ],
            ),
        ],
    );
}

#[test]
fn what_is_left_alone_otherwise_may_not_be_moved_where_the_condition_did_not_hold_at_the_start() {
    for leaving in [
        "don't touch it",
        "just leave it where it is",
        "leave it alone",
        "please leave it",
        "leave it there",
        "simply leave it be",
        "it stays where it is",
    ] {
        let text = format!("If apple 2 is in the fridge put it in the sink; otherwise {leaving}.");
        assert_eq!(
            formulas("household", &text),
            [
                "located(apple_2, fridge) -> F G located(apple_2, sink)",
                "!located(apple_2, fridge) -> (G !grab(robot_1, apple_2) & G !grab(robot_2, apple_2))"
            ],
            "{text}"
        );
    }
    same(
        "household",
        &[
            (
                "If apple 2 is in the fridge put it in the sink, otherwise don't bother.",
                &["If apple 2 is in the fridge, put it in the sink."],
            ),
            (
                "If apple 2 is in the fridge put it in the sink; otherwise it may stay where it is.",
                &["If apple 2 is in the fridge, put it in the sink."],
            ),
        ],
    );
}

#[test]
fn rules_on_either_side_stay_rules() {
    same(
        "household",
        &[(
            "If the fridge is open, robot 1 must be at the sink. Otherwise it must be at the table.",
            &[
                "Whenever the fridge is open, robot 1 must be at the sink.",
                "Whenever the fridge is not open, robot 1 must be at the table.",
            ],
        )],
    );
}

#[test]
fn where_it_is_open_what_otherwise_means_nobody_guesses() {
    for (site, text) in [
        // Which condition? Which of several things?
        ("household", "Put apple 2 on the table, otherwise put it in the sink."),
        ("household", "If there's a tomato in the fridge, put it on the table; otherwise put it in the sink."),
        ("household", "If knife 2 is on the table, put apple 2 in the sink; otherwise put it on the shelf."),
        ("household", "If the knives are in drawer 1, put apple 1 on the table, otherwise open the fridge."),
        // What comes of it, or what is asked for?
        ("household", "If apple 2 is in the fridge, put it in the sink; otherwise the fridge stays open."),
        // After what came before?
        ("household", "Put apple 2 in the sink. If apple 2 is in the sink, open the fridge, otherwise open drawer 1."),
        // The one or the other, if it is so?
        ("household", "If apple 2 is in the fridge, put it in the sink, or else put it on the table."),
        ("warehouse", "If the books are on pallet 1, put them on table 2. Otherwise zap."),
        ("warehouse", "Put the books on table 2. Otherwise don't bother."),
        ("hospital", "If the porter opens door 1, close door 2, otherwise make bed 1."),
    ] {
        let found = read(text, &sites::vocabulary(site)).map(|reading| reading.words());
        assert!(found.is_err(), "{text}: {found:?}");
    }
    let household = sites::vocabulary("household");
    for text in [
        "Open the fridge, otherwise stay.",
        "If the apples are on the table, put them in the sink, otherwise open the fridge.",
        "Otherwise put apple 1 in the sink.",
    ] {
        assert!(partial(text, &household).is_err(), "{text}");
    }
}
