//! Missions in words: the accepted and refused texts, and that wording and reading undo each other.

use std::sync::Arc;

use surefleet_fleet::RobotId;
use surefleet_mission::{
    Distribution, Mission, MissionError, Outline, Prohibition, Rule, TeamClass, Transport, Wording,
};

fn team(size: usize) -> Vec<RobotId> {
    (1..=size).map(|number| RobotId::new(&format!("robot_{number}")).expect("a plain name")).collect()
}

/// The mission that a text describes.
fn parse(text: &str, domain: &Transport, team: &[RobotId]) -> Result<Mission, MissionError> {
    Outline::read(text, domain, team).map(|outline| outline.mission().expect("it leaves nothing open"))
}

/// Sub-tasks as "item|item > place|place".
fn read(text: &str) -> Vec<String> {
    let domain = Transport::household();
    let mission = parse(text, &domain, &team(3)).unwrap_or_else(|error| panic!("{text}: {error}"));
    let subtask = |subtask: &surefleet_mission::Subtask| {
        let items: Vec<&str> = subtask.items.iter().map(|&item| domain.item(item).name.as_str()).collect();
        let places: Vec<&str> = subtask.destinations.iter().map(|&place| domain.place(place).name.as_str()).collect();
        format!("{} > {}", items.join("|"), places.join("|"))
    };
    mission.subtasks.iter().map(subtask).collect()
}

fn refusal(text: &str) -> String {
    parse(text, &Transport::household(), &team(3)).expect_err(text).to_string()
}

fn rule(text: &str) -> Rule {
    let text = format!("Move apple 1 to the sink. {text}");
    let mission = parse(&text, &Transport::household(), &team(3)).unwrap_or_else(|error| panic!("{text}: {error}"));
    mission.rules[0].clone()
}

#[test]
fn missions_of_the_paper_are_read() {
    let fig_4 = "Deliver a tomato and an apple to the sink. Also, deliver the kettle and the bread to the table";
    let expected =
        ["tomato_1|tomato_2 > sink", "apple_1|apple_2 > sink", "kettle_1|kettle_2 > table", "bread_1|bread_2 > table"];
    assert_eq!(read(fig_4), expected);
    let domain = Transport::household();
    let fig_5 = "Deliver the bread, apple and tomato to the table; Deliver the potato to the sink. Also, Robot 1 \
                 should never pick up a knife";
    let mission = parse(fig_5, &domain, &team(3)).expect("the mission of Fig. 5");
    let knives = ["knife_1", "knife_2"].map(|name| domain.find_item(name).expect("a knife")).to_vec();
    assert_eq!(mission.subtasks.len(), 4);
    assert_eq!(mission.rules, [Rule { robot: Some(0), never: Prohibition::Take(knives) }]);
}

#[test]
fn sentence_forms_mean_what_they_say() {
    for (text, expected) in [
        ("Move apple 1 or apple 2 to the table or to the sink.", vec!["apple_1|apple_2 > table|sink"]),
        ("Take the red apple and the kettle 2 and put them on the shelf", vec!["apple_1 > shelf", "kettle_2 > shelf"]),
        ("put knife_1 in the sink and the loaf on the stove", vec!["knife_1 > sink", "bread_1|bread_2 > stove"]),
        ("Both apples belong on the dining table.", vec!["apple_1 > table", "apple_2 > table"]),
        ("All utensils to the sink", vec![]),
        (
            "Bring all utensils to the sink",
            vec!["kettle_1 > sink", "kettle_2 > sink", "knife_1 > sink", "knife_2 > sink"],
        ),
        ("Bring one of the utensils to the sink", vec!["kettle_1|kettle_2|knife_1|knife_2 > sink"]),
        ("To the counter: bread 1, knife 2", vec!["bread_1 > counter", "knife_2 > counter"]),
        ("Deliver apple 1 to the sink, and put knife 1 there too.", vec!["apple_1 > sink", "knife_1 > sink"]),
        ("- move apple 1 to the sink\n- the shelf needs the rye bread", vec!["apple_1 > sink", "bread_2 > shelf"]),
        (
            "1. Move apple 1 to the top\nof the microwave\n2) I'd like kettle 1 in the sink",
            vec!["apple_1 > microwave_top", "kettle_1 > sink"],
        ),
    ] {
        if expected.is_empty() {
            assert!(refusal(text).starts_with("cannot read"), "{text}");
        } else {
            assert_eq!(read(text), expected, "{text}");
        }
    }
}

#[test]
fn what_is_not_understood_is_quoted_and_never_guessed() {
    for (text, part) in [
        ("Move the bannana to the table", "\"bannana\" is not a known item"),
        ("Move the tomatoe to the table", "did you mean \"tomato"),
        ("Move apple 3 to the table", "\"apple 3\" is not a known item: did you mean \"apple"),
        ("Move apple 1 to the fridge", "\"fridge\" is not a known place to put things"),
        ("Move apple 1 to the tabel", "\"tabel\" is not a known place to put things: did you mean \"table\"?"),
        ("Move apple 1 to the table if it rains", "cannot read \"if it rains\""),
        ("Move the apple pie to the table", "cannot read \"pie to the table\""),
        ("Move two tomatoes from the fridge to the counter", "cannot read \"from the fridge to the counter\""),
        ("Move apple 1, apple 2 or knife 1 to the table", "more than one meaning"),
        ("Move apples to the table", "say \"all\" or \"one of the\""),
        ("Move all three apples to the table", "say which of them"),
        ("Take apple 1 and kettle 1 and put it on the table", "say \"it\" of one item"),
        ("Apple 1 is on the table", "cannot read"),
        ("On the table: apple 1", "cannot read"),
        ("Robot 4 must never open the fridge. Move apple 1 to the sink.", "robot \"Robot 4\" is not of the team"),
        ("Never open the fridge", "asks for nothing to be moved"),
        ("Move apple 1 to the sink. Never open the table.", "\"table\" is not a known container"),
        ("Robot 1 should move apple 1 to the sink", "cannot read"),
        (
            "Move apple 1 to the sink, then knife 1 to the shelf",
            "\"then\" has more than one meaning: sub-tasks are done in any",
        ),
        ("Move apple 1 and apple 2 or kettle 1 to the table", "give alternatives a sentence of their own"),
        (
            "Robot 1 must never grab a knife and bring apple 1 to the sink",
            "\"bring apple 1 to the sink\" has more than one meaning: begin a new sentence",
        ),
        (
            "Robot 1 must never grab a knife and never open the fridge",
            "\"never open the fridge\" has more than one meaning: begin a new sentence",
        ),
        ("Do not move apple 1 to the sink", "cannot read \"to the sink\""),
        (
            "Never take apple 1 and put it on the table",
            "\"put it on the table\" has more than one meaning: begin a new sentence",
        ),
        ("Never put anything on the stove. Put apple 1 there.", "cannot read \"there\""),
        ("Only robot 1 may open the fridge. Move apple 1 to the sink.", "\"only robot 1\" is not a known item"),
        ("Move apple 1 to the table or apple 2 to the sink", "\"apple 2\" is not a known place"),
        ("", "asks for nothing to be moved"),
    ] {
        let refusal = refusal(text);
        assert!(refusal.contains(part), "{text}\n  {refusal}\n  lacks {part}");
    }
}

#[test]
fn requirements_name_who_and_what() {
    let domain = Transport::household();
    let item = |name: &str| domain.find_item(name).expect("an item");
    let place = |name: &str| domain.find_place(name).expect("a place");
    let drawers = vec![place("drawer_1"), place("drawer_2")];
    for (text, robot, never) in [
        ("Robot 2 should not open fridge doors", Some(1), Prohibition::Open(vec![place("fridge")])),
        ("robot_3 must never touch the red apple", Some(2), Prohibition::Take(vec![item("apple_1")])),
        (
            "No robot may go near apple 2 or knife 1",
            None,
            Prohibition::Approach(vec![item("apple_2"), item("knife_1")]),
        ),
        ("Never approach or grab apple 2", None, Prohibition::Approach(vec![item("apple_2")])),
        ("Please don't open any drawer.", None, Prohibition::Open(drawers.clone())),
        ("The drawers must not be opened by robot 1", Some(0), Prohibition::Open(drawers)),
        ("The robots must not put anything on the stove", None, Prohibition::Leave(vec![place("stove")])),
        ("Keep the fridge closed", None, Prohibition::Open(vec![place("fridge")])),
        (
            "Robot 1 should avoid picking up kettles",
            Some(0),
            Prohibition::Take(vec![item("kettle_1"), item("kettle_2")]),
        ),
    ] {
        assert_eq!(rule(text), Rule { robot, never }, "{text}");
    }
    let vague = parse("Move apple 1 to the sink. Never grab a knife before noon", &domain, &team(3));
    assert!(matches!(vague, Err(MissionError::Unread { rest, .. }) if rest == "before noon"));
}

#[test]
fn several_requirements_need_a_subject_each() {
    let text = "Move apple 1 to the sink, and robot 1 must never grab a knife and robot 2 must not open the fridge.";
    let mission = parse(text, &Transport::household(), &team(3)).expect("each has its subject");
    assert_eq!(mission.rules.iter().map(|rule| rule.robot).collect::<Vec<_>>(), [Some(0), Some(1)]);
}

#[test]
fn number_that_is_another_robots_name_is_refused() {
    let domain = Transport::household();
    let swapped = ["robot_2", "robot_1"].map(|name| RobotId::new(name).expect("a plain name"));
    let vague = parse("Move apple 1 to the sink. robot 2 must never open the fridge", &domain, &swapped);
    assert!(matches!(vague, Err(MissionError::Ambiguous { .. })), "{vague:?}");
    let clear =
        parse("Move apple 1 to the sink. robot_2 must never open the fridge", &domain, &swapped).expect("a name");
    assert_eq!(clear.rules[0].robot, Some(0));
}

#[test]
fn sampled_missions_are_read_back_as_they_were() {
    let distribution = Distribution::household(Arc::new(Transport::household())).expect("large enough");
    let mut texts = std::collections::HashSet::new();
    for seed in 0..1500 {
        for class in TeamClass::ALL {
            let scenario = distribution.sample(class, seed);
            let read = parse(&scenario.text, distribution.domain(), &scenario.team);
            assert_eq!(read.as_ref(), Ok(&scenario.mission), "{}", scenario.text);
            for wording in [Wording::Training, Wording::HeldOut] {
                let text = scenario.mission.words_among(distribution.domain(), seed, wording);
                let read = parse(&text, distribution.domain(), &scenario.team);
                assert_eq!(read.as_ref(), Ok(&scenario.mission), "{text}");
            }
            texts.insert(scenario.text);
        }
    }
    assert_eq!(texts.len(), 6000, "no two seeds give the same words");
}

#[test]
fn a_formula_is_a_mission_only_if_a_mission_says_all_of_it() {
    let domain = Transport::household();
    let mission = |text: &str| {
        let formula = surefleet_ltl::Formula::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        Mission::of_formula(&formula, &domain, &team(2))
    };
    let delivery = "F G located(apple_1, sink)";
    let whole =
        format!("{delivery} & G !(go_to(robot_1, knife_1) | grab(robot_1, knife_1)) & G !open(robot_2, fridge)");
    let apple = [domain.find_item("apple_1").expect("an apple")];
    let knife = domain.find_item("knife_1").expect("a knife");
    let fridge = domain.find_place("fridge").expect("a fridge");
    let found = mission(&whole).expect("a mission");
    assert_eq!(found.subtasks[0].items, apple);
    let rules = [(0, Prohibition::Approach(vec![knife])), (1, Prohibition::Open(vec![fridge]))];
    assert_eq!(found.rules, rules.map(|(robot, never)| Rule { robot: Some(robot), never }));
    for more in [
        "G !go_to(robot_1, knife_1)",
        "G !go_to(robot_1, fridge)",
        "G !open(fridge)",
        "G open(fridge)",
        "F open(robot_1, fridge)",
        "G !(holding(robot_1, apple_1) & put_down(robot_1, stove))",
        "G !grab(robot_3, knife_1)",
        "F G located(apple_1, table)",
        "F G located(apple_2, fridge)",
        "F G (located(apple_2, sink) | located(bread_1, table))",
    ] {
        assert_eq!(mission(&format!("{delivery} & {more}")), None, "{more}");
    }
    assert_eq!(mission("G !grab(robot_1, knife_1)"), None);
}

#[test]
fn who_must_not_may_be_said_one_by_one_or_of_all() {
    let domain = Transport::household();
    let read = |text: &str, size: usize| Outline::read(text, &domain, &team(size)).expect(text);
    let all = "Move apple 1 to the sink. Never open the fridge.";
    let each = "Move apple 1 to the sink. Robot 1 must never open the fridge. Robot 2 must never open the fridge.";
    let meant = read(all, 2).mission().expect("it leaves nothing open");
    assert!(read(each, 2).allows(&meant));
    assert!(!read(each, 3).allows(&meant));
    assert!(!read("Move apple 1 to the sink. Robot 1 must never open the fridge.", 2).allows(&meant));
}
