use std::time::Duration;

use surefleet_fleet::{Attempt, Brief, Facts, MissionId, Outcome, RobotId, StepIndex};
use surefleet_safety::{Fault, Input, Output, Policy, PolicyError, Timing};

use crate::kitchen::{Kitchen, MISSION, TIMING, at, brief, ends, household, robot, team, transport};

const APPLE: &str = "Move apple 1 to the table.";

fn refusal(kitchen: &mut Kitchen, brief: Brief) -> (Fault, String) {
    match kitchen.tell(Input::Mission(brief)).as_slice() {
        [Output::Refused { fault, reason, .. }] => (*fault, reason.to_string()),
        other => panic!("a refusal and nothing else: {other:?}"),
    }
}

#[test]
fn admitted_mission_is_journalled_and_its_first_turn_published_with_what_the_monitor_sees() {
    let mut kitchen = Kitchen::new();
    kitchen.look();
    let outputs = kitchen.tell(Input::Mission(brief(APPLE, &[], 2)));
    let [Output::Journal(_), Output::Turn(turn)] = outputs.as_slice() else { panic!("{outputs:?}") };
    assert_eq!((turn.step, turn.attempt, turn.holder()), (StepIndex::FIRST, Attempt::FIRST, Some(&robot(1))));
    assert_eq!(*turn.order, *team(2));
    assert_eq!(turn.facts, kitchen.facts());
}

#[test]
fn text_and_constraints_that_cannot_be_read_are_refused_with_the_words_in_question() {
    let mut kitchen = Kitchen::new();
    kitchen.look();
    let (fault, reason) = refusal(&mut kitchen, brief("Move the aple to the table.", &[], 2));
    assert!(fault == Fault::Mission && reason.contains("aple"), "{reason}");
    let (fault, reason) = refusal(&mut kitchen, brief(APPLE, &["Robot 2 must never juggle."], 2));
    assert!(fault == Fault::Mission && reason.contains("juggle"), "{reason}");
    // What a prohibition with a misspelt word forbids nobody has seen.
    let (fault, reason) = refusal(&mut kitchen, brief("Move apple 1 to the table. Never open the frigde.", &[], 2));
    assert!(fault == Fault::Mission && reason.contains("\"frigde\""), "{reason}");
    // Of a constraint beside the mission nobody confirms what a misspelt word was read as.
    let (fault, reason) = refusal(&mut kitchen, brief(APPLE, &["Robot 2 must never open the frigde."], 2));
    assert!(fault == Fault::Mission && reason.contains("\"frigde\"") && reason.contains("fridge"), "{reason}");
}

#[test]
fn free_text_is_admitted_where_the_policy_says_so_but_never_an_unreadable_constraint() {
    let mut kitchen = Kitchen::with(false);
    kitchen.look();
    let free = || brief("Make the kitchen look nice.", &[], 2);
    let unwatchable = Brief { constraints: vec!["Robot 2 must never juggle.".into()], ..free() };
    assert_eq!(refusal(&mut kitchen, unwatchable).0, Fault::Mission);
    let forbids = Brief { text: "Make the kitchen look nice, but never touch anything hot.".into(), ..free() };
    let (fault, reason) = refusal(&mut kitchen, forbids);
    assert!(
        fault == Fault::Mission && reason.contains("\"but\"") && reason.contains("a sentence of its own"),
        "{reason}"
    );
    let outputs = kitchen.tell(Input::Mission(free()));
    assert!(outputs.iter().any(|output| matches!(output, Output::Turn(_))), "{outputs:?}");
}

#[test]
fn a_text_that_leaves_open_which_thing_is_meant_is_admitted_with_all_that_it_may_mean() {
    let mut kitchen = Kitchen::new();
    kitchen.look();
    let text = "Bring the apple to the sink. Never grab the knife 1.";
    let outputs = kitchen.tell(Input::Mission(brief(text, &[], 2)));
    let [Output::Journal(_), Output::Turn(turn)] = outputs.as_slice() else { panic!("{outputs:?}") };
    let forbids = "(G !grab(robot_1, knife_1) & G !grab(robot_2, knife_1) & G !grab(robot_3, knife_1))";
    let meaning = |apple: &str| format!("F G located({apple}, sink) & {forbids}");
    assert_eq!(turn.brief.meanings, [meaning("apple_1"), meaning("apple_2")]);
    assert!(turn.brief.formulas.is_empty());
}

#[test]
fn words_that_nobody_reads_are_named_beside_what_was_read_and_what_may_forbid_is_refused() {
    let text = "Bring apple 1 to the sink, the twins are cranky. Never go to the fridge.";
    let mut kitchen = Kitchen::new();
    kitchen.look();
    let outputs = kitchen.tell(Input::Mission(brief(text, &[], 2)));
    let [Output::Journal(_), Output::Turn(turn)] = outputs.as_slice() else { panic!("{outputs:?}") };
    assert_eq!(turn.brief.unread, ["the twins are cranky"]);
    assert!(turn.brief.formulas.is_empty() && turn.brief.meanings.len() == 1, "{:?}", turn.brief);
    // What was read is enforced before anybody has said whether that is all, and nobody knows when it is achieved.
    let mut kitchen = Kitchen::running(text, &[], 2);
    assert!(kitchen.verdict(kitchen.joint(1, 0, &["go_to(fridge)", "idle"])).is_err());
    assert!(ends(&kitchen.stop(1, Outcome::Succeeded)).is_empty());
    for text in ["Bring apple 1 to the sink, not the zeppelin.", "Bring apple 1 to the sink?"] {
        let mut kitchen = Kitchen::new();
        kitchen.look();
        let (fault, reason) = refusal(&mut kitchen, brief(text, &[], 2));
        assert!(fault == Fault::Mission && reason.starts_with("the mission cannot be read: "), "{reason}");
    }
}

#[test]
fn an_order_to_be_kept_on_the_way_is_never_left_to_whichever_meaning_is_meant() {
    let mut kitchen = Kitchen::new();
    kitchen.look();
    for text in [
        "Bring apple 1 to the sink before you open the fridge.",
        "Bring the apple to the sink before anybody opens the fridge.",
    ] {
        let (fault, reason) = refusal(&mut kitchen, brief(text, &[], 2));
        assert!(fault == Fault::Mission && reason.starts_with("say which is meant: "), "{reason}");
    }
}

#[test]
fn what_a_vague_mission_forbids_is_enforced_and_what_is_required_beside_it_is_part_of_each_meaning() {
    let text = "Bring the apple to the sink. Never go to the fridge.";
    let mut kitchen = Kitchen::running(text, &["Robot 2 must never open drawer 1."], 2);
    assert_eq!(kitchen.verdict(kitchen.joint(1, 0, &["go_to(kettle_1)", "idle"])), Ok(()));
    kitchen.finish(1);
    let refused = kitchen.verdict(kitchen.joint(2, 0, &["go_to(fridge)", "idle"]));
    assert!(refused.is_err(), "{refused:?}");
    // Nobody knows what is meant, so it ends only when all have stayed where they are.
    let outputs = kitchen.stop(2, Outcome::Succeeded);
    assert!(ends(&outputs).is_empty(), "{outputs:?}");
}

#[test]
fn what_is_forbidden_must_not_depend_on_what_is_meant() {
    let mut kitchen = Kitchen::new();
    kitchen.look();
    let text = "Never put the apple on the stove. Bring kettle 1 to the sink.";
    let (fault, reason) = refusal(&mut kitchen, brief(text, &[], 2));
    assert_eq!(fault, Fault::Mission);
    assert!(reason.contains("say which is meant") && reason.contains("apple 2"), "{reason}");
}

#[test]
fn team_must_be_of_the_fleet_named_once_and_free() {
    let mut kitchen = Kitchen::running(APPLE, &[], 2);
    let other = |team: Vec<RobotId>| Brief { id: MissionId::new([2; 16]), team, ..brief(APPLE, &[], 1) };
    let (fault, reason) = refusal(&mut kitchen, other(vec![robot(3), robot(2)]));
    assert_eq!(fault, Fault::Team);
    assert_eq!(
        reason,
        format!(
            "robot_2 is on mission {MISSION}: wait for its end (surefleet follow {MISSION}) or cancel it (surefleet \
             cancel {MISSION})"
        )
    );
    let (fault, reason) = refusal(&mut kitchen, other(vec![robot(4)]));
    assert!(fault == Fault::Team && reason.contains("robot_1, robot_2, robot_3"), "{reason}");
    assert_eq!(refusal(&mut kitchen, other(vec![robot(3), robot(3)])).0, Fault::Team);
    assert_eq!(refusal(&mut kitchen, other(vec![])).0, Fault::Team);
    let outputs = kitchen.tell(Input::Mission(other(vec![robot(3)])));
    assert!(outputs.iter().any(|output| matches!(output, Output::Turn(_))), "robot_3 is free: {outputs:?}");
}

#[test]
fn horizon_alpha_and_identity_must_be_sound() {
    let mut kitchen = Kitchen::running(APPLE, &[], 1);
    let other = || Brief { id: MissionId::new([2; 16]), team: vec![robot(3)], ..brief(APPLE, &[], 1) };
    assert_eq!(refusal(&mut kitchen, Brief { horizon: 0, ..other() }).0, Fault::Parameter);
    for alpha in ["1.5", "0", "1", "ten per cent"] {
        let (fault, reason) = refusal(&mut kitchen, Brief { alpha: alpha.into(), ..other() });
        assert!(fault == Fault::Parameter && reason.contains(alpha), "{reason}");
    }
    let (fault, reason) = refusal(&mut kitchen, Brief { alpha: "0.11".into(), ..other() });
    assert!(fault == Fault::Parameter && reason.contains("alpha 11/100 is above 1/10"), "{reason}");
    assert_eq!(refusal(&mut kitchen, Brief { id: MISSION, ..other() }).0, Fault::Parameter);
    assert_eq!(kitchen.cancel(MISSION, "Ada").0, Ok(()));
    assert_eq!(refusal(&mut kitchen, Brief { id: MISSION, ..other() }).0, Fault::Parameter, "ended, but known");
}

#[test]
fn world_that_another_robot_holds_a_part_of_is_no_start() {
    let mut kitchen = Kitchen::running(APPLE, &[], 1);
    kitchen.act(1, &["go_to(apple_2)"]);
    kitchen.act(2, &["grab(apple_2)"]);
    let other = Brief { id: MissionId::new([2; 16]), team: vec![robot(3)], ..brief(APPLE, &[], 1) };
    let (fault, reason) = refusal(&mut kitchen, other);
    assert!(fault == Fault::Team && reason.contains("robot_1"), "{reason}");
}

#[test]
fn late_world_does_not_replace_a_newer_one() {
    let mut kitchen = Kitchen::new();
    kitchen.look();
    let late =
        Input::World { observed: at(999_000), domain: "another".into(), facts: Facts::default(), arms: Vec::new() };
    kitchen.tell(late);
    assert_eq!(kitchen.monitor.diagnose(kitchen.now).gate, None);
    assert_eq!(kitchen.monitor.diagnose(kitchen.now).counts.ignored, 1);
}

#[test]
fn policy_without_a_freshness_limit_a_lease_or_with_an_impossible_fleet_is_refused() {
    let policy = |world, timing| Policy::new(world, Some(transport()), timing, true).map(drop);
    let never_fresh = Timing { world_timeout: Duration::ZERO, ..TIMING };
    let always_over = Timing { lease: Duration::ZERO, ..TIMING };
    assert_eq!(policy(household(3), never_fresh), Err(PolicyError::NoTimeout));
    assert_eq!(policy(household(3), always_over), Err(PolicyError::NoLease));
}

#[test]
fn mission_beyond_its_horizon_is_refused_with_the_least_number_of_steps() {
    let mut kitchen = Kitchen::new();
    kitchen.look();
    // To the fridge, open it, grab, put down; the second robot needs three steps for the kettle meanwhile.
    let text = "Move apple 1 to the sink. Move kettle 1 to the sink.";
    let (fault, reason) = refusal(&mut kitchen, Brief { horizon: 3, ..brief(text, &[], 2) });
    assert_eq!(fault, Fault::Impossible);
    assert_eq!(reason, "the mission needs at least 4 steps, but the horizon is 3: allow 4 or more");
    let alone = Brief { horizon: 6, ..brief(text, &[], 1) };
    assert!(refusal(&mut kitchen, alone).1.contains("at least 7 steps"));
    let outputs = kitchen.tell(Input::Mission(Brief { horizon: 4, ..brief(text, &[], 2) }));
    assert!(outputs.iter().any(|output| matches!(output, Output::Turn(_))), "{outputs:?}");
}

#[test]
fn mission_that_its_own_requirements_rule_out_is_refused() {
    let mut kitchen = Kitchen::new();
    kitchen.look();
    let locked = brief(APPLE, &["Robot 1 must never open the fridge.", "Robot 2 must never open the fridge."], 2);
    let (fault, reason) = refusal(&mut kitchen, locked);
    assert!(fault == Fault::Impossible && reason.contains("no plan"), "{reason}");
}

#[test]
fn what_the_start_alone_makes_impossible_is_refused_with_the_reason() {
    let mut kitchen = Kitchen::new();
    kitchen.look();
    let (fault, reason) =
        refusal(&mut kitchen, brief("Move tomato 1 to the sink. Kettle 1 must not be on the table.", &[], 2));
    assert_eq!(fault, Fault::Impossible);
    assert!(reason.contains("broken at the start already: Kettle 1 must never be on the table."), "{reason}");
    assert!(reason.ends_with("say: \"In the end kettle 1 is not on the table.\""), "{reason}");
    let (fault, reason) = refusal(&mut kitchen, brief("ltl: located(tomato_1, sink) & F open(fridge)", &[], 2));
    assert_eq!(fault, Fault::Impossible);
    assert!(reason.ends_with("not so at the start: At the start: tomato 1 is in the sink."), "{reason}");
}

#[test]
fn mission_that_is_achieved_already_is_admitted() {
    let mut kitchen = Kitchen::new();
    kitchen.look();
    let outputs = kitchen.tell(Input::Mission(Brief { horizon: 1, ..brief("Move kettle 1 to the table.", &[], 2) }));
    assert!(outputs.iter().any(|output| matches!(output, Output::Turn(_))), "{outputs:?}");
}

#[test]
fn of_a_typed_mission_what_must_always_be_is_required_and_the_rest_is_to_be_done() {
    let mut kitchen = Kitchen::new();
    kitchen.look();
    let (fault, reason) = refusal(&mut kitchen, brief("ltl: G !open(robot_2, fridge)", &[], 2));
    assert!(fault == Fault::Mission && reason.contains("asks for nothing to be done"), "{reason}");
    // It asks for the same as `F open(fridge)`, though `G` is its only operator over time.
    let opened = kitchen.clone().tell(Input::Mission(brief("ltl: !(G !open(fridge))", &[], 2)));
    assert!(opened.iter().any(|output| matches!(output, Output::Turn(_))), "{opened:?}");
    let typed = "ltl: F G located(tomato_1, sink) & G !open(robot_2, fridge)";
    let outputs = kitchen.tell(Input::Mission(brief(typed, &[], 2)));
    assert!(outputs.iter().any(|output| matches!(output, Output::Turn(_))), "{outputs:?}");
    let required: Vec<String> = kitchen.monitor.constraints().into_iter().map(|one| one.formula).collect();
    assert_eq!(required, ["G !open(robot_2, fridge)"]);
    let owed = kitchen.stop(1, Outcome::Succeeded);
    let [Output::StopVerdict { verdict: Err(owed), .. }] = owed.as_slice() else { panic!("{owed:?}") };
    assert!(owed.to_string().contains("located(tomato_1, sink)"), "{owed}");
}

#[test]
fn the_one_that_is_somewhere_is_refused_where_two_are_there() {
    let mut kitchen = Kitchen::new();
    kitchen.look();
    for two in ["Take the kettle that is on the table to the sink.", "Move the knife from the table to the sink."] {
        let (fault, reason) = refusal(&mut kitchen, brief(two, &[], 2));
        assert!(fault == Fault::Mission && reason.contains("say which is meant"), "{two}: {reason}");
        assert!(reason.contains(" 1 is on the table") && reason.contains(" 2 is on the table"), "{two}: {reason}");
    }
    // One apple is in the fridge, the other one on the table.
    let outputs = kitchen.tell(Input::Mission(brief("Take the apple that is in the fridge to the sink.", &[], 2)));
    assert!(outputs.iter().any(|output| matches!(output, Output::Turn(_))), "{outputs:?}");
}
