//! Speech as it comes: short forms, corrections, remarks; and what an order is to bring about.

use crate::sites;
use crate::sites::{formula, same};
use std::sync::Arc;

use surefleet_english::{Partial, Reading, Vocabulary, partial, read, readings};
use surefleet_fleet::RobotId;
use surefleet_world::{Domain, Robot, World};

/// What "it" is in or on is a thing of that sort; if nothing can be put there, it is not taken for the thing before.
#[test]
fn in_it_is_said_of_what_things_are_in() {
    for text in [
        "Put the red apple on the table, then open the fridge and put the green apple in it.",
        "Put the red apple on the table, then go to the fridge and put the green apple in it.",
    ] {
        let error = read(text, &sites::vocabulary("household")).expect_err(text).to_string();
        assert!(error.contains("no skill here can bring that about"), "{text}: {error}");
    }
    same(
        "laboratory",
        &[(
            "Bring sample 1 to bench 1, then open the centrifuge and put sample 2 in it.",
            "Bring sample 1 to bench 1, then open the centrifuge and put sample 2 in the centrifuge.",
        )],
    );
}

/// Of what can be moved people say both: "in it" may be on the trolley.
#[test]
fn in_it_may_be_in_a_room_or_on_what_is_moved_there() {
    let text = "Move the linen trolley to the laundry and put the towels in it.";
    assert_eq!(readings(text, &sites::vocabulary("hospital")).map(|all| all.len()), Ok(2));
}

#[test]
fn short_forms_mean_what_whole_sentences_do() {
    same(
        "household",
        &[
            (
                "Robot 1 to the fridge, robot 2 go to the top drawer.",
                "Robot 1, go to the fridge. Robot 2, go to drawer 1.",
            ),
            ("Somebody open the fridge.", "Open the fridge."),
            ("The fridge needs opening.", "Open the fridge."),
            ("Get me the butter knife onto the table.", "Put knife 2 on the table."),
            ("green apple -> sink & rye bread -> counter, thx", "Put apple 2 in the sink and bread 2 on the counter."),
            (
                "First the white bread to the counter, then the ripe tomato.",
                "First put bread 1 on the counter, then put tomato 1 on the counter.",
            ),
            (
                "If there is a knife in the top drawer, put it in the sink.",
                "If a knife is in drawer 1, put it in the sink.",
            ),
            ("Open the fridge, while you're at it.", "Open the fridge."),
            (
                "Put the two kettles on different surfaces.",
                "In the end, the two kettles must be on different surfaces.",
            ),
        ],
    );
    same(
        "warehouse",
        &[("Label the books and then put them on table 1.", "Label the box of books and then put it on table 1.")],
    );
}

#[test]
fn somebody_who_does_two_things_is_one_robot_and_is_not_left_out() {
    let text = "Somebody open the fridge, then take apple 1.";
    assert!(read(text, &sites::vocabulary("household")).is_err(), "{text}");
}

#[test]
fn what_a_speaker_takes_back_counts_no_more() {
    same(
        "household",
        &[
            ("Put the green apple on the shelf, no, the red one.", "Put apple 1 on the shelf."),
            ("Bring the electric kettle to the sink... sorry, I mean the stove.", "Put kettle 1 on the stove."),
            ("Bring apple 1 to the table, sorry, apple 2, please.", "Put apple 2 on the table."),
            ("Bring apple 1 to the table. No wait, to the sink!", "Put apple 1 in the sink."),
            ("Bring the green apple, no, the red one, to the table.", "Put apple 1 on the table."),
            ("Bring the green apple (no, the red one) to the table.", "Put apple 1 on the table."),
            ("Bring the green apple - oh no, the red one - to the table.", "Put apple 1 on the table."),
            ("Bring the green apple to the table. No, the red one.", "Put apple 1 on the table."),
            (
                "Bring the green apple, sorry, the red one, to the table, wait, make that the sink.",
                "Put apple 1 in the sink.",
            ),
            (
                "Take apple 2, I mean apple 1, to the table and open the fridge.",
                "Put apple 1 on the table. Open the fridge.",
            ),
        ],
    );
    same("warehouse", &[("The toys to table 1. Sorry, I meant the tools!", "Put the box of tools on table 1.")]);
    // Of what sort is that? Which of the two? And "no" may forbid.
    for text in [
        "Put apple 1 on the table, no, the zeppelin.",
        "Put the apples on the table, no knives.",
        "Take apple 1 and apple 2, no, the tomato, to the table.",
        "Take apple 1 from the sink to the table. No, the stove.",
        "Never put apple 1 on the table, no, the sink.",
        "No, apple 1.",
    ] {
        assert!(read(text, &sites::vocabulary("household")).is_err(), "{text}");
    }
}

#[test]
fn an_order_is_done_where_what_it_brings_about_is_so_already() {
    assert_eq!(formula("household", "Open the fridge."), "F open(fridge)");
    assert_eq!(formula("warehouse", "Close gate 1."), "F !open(gate_1)");
    assert_eq!(formula("warehouse", "Picker 1, drive to receiving."), "F at(picker_1, receiving)");
    // Who does it, how often and in which order still counts.
    assert_eq!(formula("household", "Robot 1, open the fridge."), "F open(robot_1, fridge)");
    for (text, deed) in
        [("Open the fridge twice.", "open(robot_1, fridge)"), ("First open the fridge, then open drawer 1.", "X F(")]
    {
        assert!(formula("household", text).contains(deed), "{text}");
    }
}

#[test]
fn a_goal_that_is_forbidden_is_a_contradiction_in_whichever_order() {
    let vocabulary = sites::vocabulary("household");
    for text in [
        "Put the rye bread on the table, but the rye bread must never be on the table.",
        "Never open the fridge. Open the fridge.",
        "Open the fridge. Nobody may open the fridge.",
    ] {
        let refused = read(text, &vocabulary).expect_err(text).to_string();
        assert!(refused.contains("it asks for what is forbidden"), "{refused}");
    }
    assert!(read("Never open drawer 1. Open the fridge.", &vocabulary).is_ok());
    let torn = read("Do not move the red apple to the sink and the green apple to the table.", &vocabulary);
    assert!(torn.expect_err("two meanings").to_string().contains("is that forbidden, too?"));
}

#[test]
fn what_never_changes_does_not_tell_which_of_two_is_meant() {
    let vocabulary = sites::vocabulary("warehouse");
    for text in ["Put pallet 3 into the low slot in aisle 1.", "Put box to table 1."] {
        let refused = read(text, &vocabulary).expect_err(text).to_string();
        assert!(refused.contains("which of them is meant"), "{refused}");
    }
}

#[test]
fn remarks_are_left_out_and_named_and_what_may_ask_or_forbid_is_not() {
    let vocabulary = sites::vocabulary("household");
    for (text, rest, left_out) in [
        ("Bring apple 2 to the sink, the twins are cranky.", "Bring apple 2 to the sink.", "the twins are cranky"),
        ("Granny sleeps. Bring apple 2 to the sink.", "Bring apple 2 to the sink.", "Granny sleeps"),
        (
            "Bring apple 2 to the sink — Tante Mäuschen wäscht es dort.",
            "Bring apple 2 to the sink.",
            "Tante Mäuschen wäscht es dort",
        ),
        ("Pirates are near, so bring apple 2 to the sink.", "Bring apple 2 to the sink.", "Pirates are near"),
        ("Bring the shiny apple 2 to the sink.", "Bring apple 2 to the sink.", "shiny"),
        ("Bring apple 2 to the sink in a jiffy.", "Bring apple 2 to the sink.", "in a jiffy"),
        ("Bring back apple 2 to the sink.", "Bring apple 2 to the sink.", "back"),
    ] {
        let Partial { readings, unread } = partial(text, &vocabulary).unwrap_or_else(|error| panic!("{text}: {error}"));
        let unread: Vec<&str> = unread.into_iter().map(|words| &text[words]).collect();
        assert_eq!(unread, [left_out], "{text}");
        assert_eq!(readings[0].formula(), read(rest, &vocabulary).expect(rest).formula(), "{text}");
    }
    for text in [
        "Bring apple 2 to the sink, not the zeppelin.",
        "Bring apple 2 to the sink, and zap the kettle.",
        "Bring apple 2 to the sink, otherwise zap.",
        "Bring apple 2 to the sink. Zap 2 zeppelins.",
        "The children are hungry.",
        // What is to be done, what it is done with, whose it is, how often.
        "Photograph apple 2 in the sink.",
        "Mother put apple 2 in the sink.",
        "Put apple 2, the spoons and kettle 1 in the sink.",
        "Put the apple juice in the sink.",
        "Put apple 2 in the neighbour's sink.",
        "Put apple 2 in the sink rarely.",
        "Visitors must never see the stove, so bring apple 2 to the sink.",
    ] {
        assert!(partial(text, &vocabulary).is_err(), "{text}");
    }
}

#[test]
fn what_could_be_meant_otherwise_is_not_done_in_silence() {
    let warehouse = sites::vocabulary("warehouse");
    for text in ["Open gate 1. Wrap pallet 1. Close gate 1.", "Put the eggs and the lamps on table 1, no, the glasses."]
    {
        assert!(read(text, &warehouse).is_err(), "{text}");
    }
    let household = sites::vocabulary("household");
    for text in [
        "Put apple 1 on the table?",
        "Never open the fridge? Put apple 1 on the table.",
        "Put apple 1 on the table ❌",
        "Put the kettles on the stove, no, knives.",
        "Robot 1 must not go to the fridge, robot 2 to the fridge.",
        "First bring apple 1 to the sink, then robot 1.",
        "Never open the fridge, Granny says. Bring apple 1 to the sink.",
        "Bring apple 1 to the sink, as long as Granny sleeps.",
        "Bring apple 1 to the sink, scratch that.",
    ] {
        let found =
            partial(text, &household).map(|found| found.readings.iter().map(|one| one.words()).collect::<Vec<_>>());
        assert!(found.is_err(), "{text}: {found:?}");
    }
    assert!(formula("household", "Open the fridge exactly once.").contains("open(robot_1, fridge)"));
}

#[test]
fn an_order_for_what_nothing_undoes_asks_for_the_deed() {
    let site = |needs: &str, more: &str| {
        let domain = format!(
            "domain: tower
types:
  - {{name: bell, words: [bell], plurals: [bells]}}
objects:
  - {{name: bell_1, type: bell}}
predicates:
  - {{is: \"rung(bell)\", says: \"{{1}} is rung\"}}
skills:
  - {{is: \"ring(target: bell)\", text: [\"ring {{target}}\"], {needs}effects: [\"rung(target)\"]}}
{more}  - {{is: idle, text: [remain idle]}}
"
        );
        let domain = Domain::parse(&domain, "tower.yaml").unwrap_or_else(|error| panic!("{error}"));
        let robot = Robot { id: RobotId::new("robot_1").expect("a plain name"), kind: None };
        let vocabulary = Vocabulary::of(&World::new(Arc::new(domain), &[robot]).expect("a team"));
        read("Ring bell 1.", &vocabulary).unwrap_or_else(|error| panic!("{error}")).formula().to_string()
    };
    assert_eq!(site("", ""), "F ring(robot_1, bell_1)");
    let once = "needs: [{that: \"not rung(target)\", otherwise: \"it is rung\"}], ";
    assert_eq!(site(once, ""), "F rung(bell_1)");
    let damp = "  - {is: \"damp(target: bell)\", text: [\"damp {target}\"], effects: [\"not rung(target)\"]}\n";
    assert_eq!(site("", damp), "F rung(bell_1)");
}

#[test]
fn what_must_be_is_asked_for_at_the_end_where_nothing_else_is_asked_for() {
    let household = sites::vocabulary("household");
    let all = |text: &str| -> Vec<String> {
        readings(text, &household)
            .unwrap_or_else(|error| panic!("{text}: {error}"))
            .iter()
            .map(Reading::words)
            .collect()
    };
    let one = |text: &str| vec![read(text, &household).expect(text).words()];
    assert_eq!(all("Apple 2 should be in the sink."), one("In the end apple 2 is in the sink."));
    assert_eq!(all("There must be a kettle on the stove."), one("In the end there is a kettle on the stove."));
    // It may be meant at all times.
    assert_eq!(all("Bring apple 2 to the sink. The fridge must be closed.").len(), 2);
    let refused =
        read("Apple 2 should be in the sink.", &household).expect_err("a requirement needs to say when").to_string();
    assert!(refused.contains("at all times"), "{refused}");
}

#[test]
fn words_typed_in_haste_are_read() {
    let household = sites::vocabulary("household");
    for (typed, plain) in [
        ("could u put apple 2 in teh sink n open drawer 1 plz", "Put apple 2 in the sink and open drawer 1."),
        ("put apple 2 n apple 1 in the sink thx", "Put apple 2 and apple 1 in the sink."),
    ] {
        let formula = |text: &str| read(text, &household).unwrap_or_else(|error| panic!("{text}: {error}")).formula();
        assert_eq!(formula(typed), formula(plain), "{typed}");
    }
}

#[test]
fn unless_before_an_order_is_if_not() {
    for (site, said, plain) in [
        (
            "household",
            "Unless apple 1 is already on the shelf, put apple 2 there.",
            "If apple 1 is not on the shelf, put apple 2 there.",
        ),
        (
            "household",
            "Bring bread 1 to the table unless it's in the sink.",
            "If bread 1 is not in the sink, bring bread 1 to the table.",
        ),
        ("hospital", "Open door 1 unless it is open already.", "If door 1 is not open, open door 1."),
    ] {
        let vocabulary = sites::vocabulary(site);
        let formula = |text: &str| read(text, &vocabulary).unwrap_or_else(|error| panic!("{text}: {error}")).formula();
        assert_eq!(formula(said), formula(plain), "{said}");
    }
    let household = sites::vocabulary("household");
    let rule = read("Never open the fridge unless apple 1 is on the table.", &household).expect("a rule");
    assert!(!rule.has_goal(), "{}", rule.formula());
    assert!(
        read("Put apple 1 on the table unless apple 2 is on the table and the fridge is open.", &household).is_err()
    );
}

#[test]
fn a_verb_spelt_as_an_adjective_asks_for_the_state() {
    let flat = sites::vocabulary("flat");
    let formula = |text: &str| read(text, &flat).unwrap_or_else(|error| panic!("{text}: {error}")).formula();
    let warm = formula("Make sure that the bread is warm.");
    for text in ["Warm the bread.", "Warm up the bread for me, please.", "Heat up the bread."] {
        assert_eq!(formula(text), warm, "{text}");
    }
    assert_eq!(
        formula("Warm up the bread and put it on the dining table."),
        formula("Get the bread warm and put it on the dining table.")
    );
    let hospital = sites::vocabulary("hospital");
    let rule = read("Clean linen and dirty linen must not be in the washing machine together.", &hospital);
    assert!(!rule.expect("a rule about linen").has_goal());
    // Not the verb, forbidden, with a device that does it, or by whom.
    for text in [
        "Warm milk on the dining table.",
        "Never warm the milk.",
        "Heat the milk in the microwave.",
        "Arm 1 must warm the milk.",
    ] {
        assert!(read(text, &flat).is_err(), "{text}");
    }
}

#[test]
fn orders_to_all_about_one_thing_and_orders_only_if_are_not_taken_for_more() {
    let household = sites::vocabulary("household");
    let formula = |text: &str| read(text, &household).unwrap_or_else(|error| panic!("{text}: {error}")).formula();
    let plain = formula("Put both apples on the shelf.");
    for text in [
        "Hey robots, put all the apples on the shelf!!",
        "Robots, put both apples on the shelf.",
        "Put both apples on the shelf, go.",
    ] {
        assert_eq!(formula(text), plain, "{text}");
    }
    // What each of them can do is asked of each.
    assert_ne!(formula("Robots, go to the table."), formula("Go to the table."));
    assert!(read("Open the fridge, but only if apple 1 is on the table.", &household).is_err());
    assert!(!read("Only open the fridge if apple 1 is on the table.", &household).expect("a rule").has_goal());
}

#[test]
fn several_without_an_article_are_asked_about() {
    let household = sites::vocabulary("household");
    let all = |text: &str| -> Vec<String> {
        readings(text, &household)
            .unwrap_or_else(|error| panic!("{text}: {error}"))
            .iter()
            .map(Reading::words)
            .collect()
    };
    let plain = |text: &str| read(text, &household).expect(text).words();
    assert_eq!(
        all("Kettles to the shelf."),
        [plain("Put all kettles on the shelf."), plain("Put one of the kettles on the shelf.")]
    );
    assert_eq!(
        all("Would you be so kind as to open the fridge asap?"),
        [plain("Open the fridge.")],
        "courtesy adds nothing"
    );
}

#[test]
fn what_gets_done_is_done() {
    same(
        "household",
        &[
            ("Drawer 1 gets opened.", "Drawer 1 is to be opened."),
            ("Open drawer 1 before drawer 2 gets opened.", "Open drawer 1 before drawer 2 is opened."),
            ("Apple 1 should get put on the table.", "Apple 1 should be put on the table."),
            ("Robot 1 gets apple 1.", "Robot 1 is to get apple 1."),
        ],
    );
}

#[test]
fn where_and_how_things_are_to_be_needs_no_verb() {
    same(
        "household",
        &[
            ("Drawer 1 open, drawer 2 shut.", "In the end drawer 1 is open. In the end drawer 2 is shut."),
            ("Both drawers open.", "In the end both drawers are open."),
            (
                "Kettle 1 on the stove, knife 1 in the sink, and drawer 1 shut.",
                "Put kettle 1 on the stove. Put knife 1 in the sink. In the end drawer 1 is shut.",
            ),
            ("Everything off the table.", "Take everything off the table."),
            (
                "All knives off the table, and the kettle 1 on the stove.",
                "Take all knives off the table. Put kettle 1 on the stove.",
            ),
            ("Apple 1 out of the sink.", "Take apple 1 out of the sink."),
        ],
    );
    same("hospital", &[("assistant 2 disinfect pls", "Assistant 2, disinfect yourself.")]);
    for text in [
        "Drawer 1 red.",
        "Apple 1 grab.",
        "No drawer open.",
        "Drawer 1 open always.",
        "Drawer 1 shut or drawer 2 shut.",
    ] {
        assert!(read(text, &sites::vocabulary("household")).map(|read| !read.has_goal()).unwrap_or(true), "{text}");
    }
}
