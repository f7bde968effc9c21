use std::time::Duration;

use surefleet_fleet::{Attempt, Decided, Facts, MissionId};
use surefleet_safety::{CheckError, CheckRequest, DecisionRefusal, Input, NotRunning, Unjudged, UnseenWorld};

use crate::kitchen::{Kitchen, MISSION, WORLD_TIMEOUT, robot, step, team, unseen};

const APPLES: &str = "Move apple 1 to the sink. Move apple 2 to the sink.";

fn refusals(kitchen: &Kitchen, number: u32, who: usize, decided: &[(usize, &str)], candidates: &[&str]) -> Vec<String> {
    let verdicts = kitchen.check(number, who, decided, candidates).expect("the monitor can judge");
    assert_eq!(verdicts.len(), candidates.len());
    verdicts.iter().map(|verdict| verdict.as_ref().err().map(ToString::to_string).unwrap_or_default()).collect()
}

#[test]
fn preconditions_are_those_of_the_world_that_the_monitor_sees() {
    let mut kitchen = Kitchen::running(APPLES, &[], 2);
    kitchen.act(1, &["go_to(fridge)", "go_to(apple_2)"]);
    let closed = refusals(&kitchen, 2, 1, &[], &["grab(apple_1)", "open(fridge)", "put_down(sink)", "idle"]);
    assert_eq!(closed[0], "robot_1 cannot grab apple 1: the fridge is closed");
    assert_eq!(closed[1], "");
    assert!(closed[2].starts_with("robot_1 cannot put it down"), "{closed:?}");
    assert_eq!(closed[3], "");
    kitchen.act(2, &["open(fridge)", "grab(apple_2)"]);
    let full = refusals(&kitchen, 3, 2, &[], &["grab(apple_2)", "open(drawer_1)", "put_down(sink)"]);
    assert_eq!(full[0], "robot_2 cannot grab apple 2: it already holds apple 2");
    assert!(full[1].contains("it holds apple 2"), "{full:?}");
    assert_eq!(full[2], "");
    assert_eq!(refusals(&kitchen, 3, 1, &[(2, "put_down(sink)")], &["grab(apple_1)"]), [""]);
}

#[test]
fn two_robots_are_not_sent_to_one_item() {
    let kitchen = Kitchen::running(APPLES, &[], 2);
    let verdicts = refusals(&kitchen, 1, 2, &[(1, "go_to(apple_2)")], &["go_to(apple_2)", "go_to(kettle_1)"]);
    assert_eq!(verdicts[0], "robot_2 cannot go to apple 2: robot 1 is to go to apple 2 in the same step");
    assert_eq!(verdicts[1], "");
    assert_eq!(refusals(&kitchen, 1, 2, &[(1, "idle")], &["go_to(apple_2)"]), [""]);
}

#[test]
fn requirements_of_text_and_constraints_are_enforced_for_whom_they_name() {
    let text = "Move apple 1 to the sink. Robot 2 must never open the fridge.";
    let mut kitchen = Kitchen::running(text, &["robot 1 must never grab a knife"], 2);
    kitchen.act(1, &["go_to(fridge)", "go_to(fridge)"]);
    assert_eq!(refusals(&kitchen, 2, 1, &[], &["open(fridge)"]), [""]);
    let forbidden = refusals(&kitchen, 2, 2, &[], &["open(fridge)"]);
    let why = "robot_2 may not open the fridge: it violates \"Robot 2 must never open the fridge.\"";
    assert!(forbidden[0].starts_with(why), "{forbidden:?}");
    kitchen.act(2, &["go_to(knife_1)", "go_to(knife_2)"]);
    let knife = refusals(&kitchen, 3, 1, &[], &["grab(knife_1)"]);
    let why = "robot_1 may not grab knife 1: it violates \"robot 1 must never grab a knife\"";
    assert!(knife[0].starts_with(why), "{knife:?}");
    assert_eq!(refusals(&kitchen, 3, 2, &[], &["grab(knife_2)"]), [""]);
}

#[test]
fn everything_that_is_not_known_to_be_allowed_is_not_judged() {
    let mut kitchen = Kitchen::running(APPLES, &[], 2);
    let sound = CheckRequest {
        mission: MISSION,
        step: step(1),
        robot: robot(1),
        facts: kitchen.facts(),
        decided: vec![],
        candidates: vec![kitchen.decision("idle")],
    };
    let decided = |who| Decided { robot: robot(who), decision: None, attempt: Attempt::FIRST };
    let unsound = [
        CheckRequest { mission: MissionId::new([9; 16]), ..sound.clone() },
        CheckRequest { step: step(2), ..sound.clone() },
        CheckRequest { robot: robot(3), ..sound.clone() },
        CheckRequest { decided: vec![decided(1)], ..sound.clone() },
        CheckRequest { decided: vec![decided(3)], ..sound.clone() },
        CheckRequest { decided: vec![decided(2), decided(2)], ..sound.clone() },
        CheckRequest { facts: Facts::default(), ..sound.clone() },
    ];
    for request in unsound {
        assert!(kitchen.monitor.check(kitchen.now, &request).is_err(), "{request:?}");
    }
    assert_eq!(kitchen.monitor.check(kitchen.now, &sound), Ok(vec![Ok(())]));
    let alien = CheckRequest { candidates: vec![surefleet_fleet::Decision::new(60_000)], ..sound.clone() };
    let verdicts = kitchen.monitor.check(kitchen.now, &alien).expect("the others may be sound");
    assert!(matches!(verdicts[..], [Err(DecisionRefusal::NoSuchDecision { .. })]), "{verdicts:?}");
    assert_eq!(kitchen.cancel(MISSION, "Ada").0, Ok(()));
    let late = kitchen.monitor.check(kitchen.now, &sound);
    assert!(matches!(late, Err(CheckError::NotRunning(NotRunning::Ended { .. }))), "{late:?}");
}

#[test]
fn missing_stale_alien_and_impossible_worlds_close_the_gate_until_a_sound_one_comes() {
    let mut kitchen = Kitchen::running(APPLES, &[], 2);
    let idle = |kitchen: &Kitchen| kitchen.check(1, 1, &[], &["idle"]);
    kitchen.pass(WORLD_TIMEOUT);
    assert_eq!(idle(&kitchen), Ok(vec![Ok(())]), "as old as it may be");
    kitchen.pass(Duration::from_nanos(1));
    assert!(matches!(unseen(idle(&kitchen)), UnseenWorld::Stale { .. }));
    kitchen.look();
    assert_eq!(idle(&kitchen), Ok(vec![Ok(())]));

    kitchen.pass(Duration::from_millis(1));
    let world = |domain: String, facts| Input::World { observed: kitchen.now, domain, facts, arms: Vec::new() };
    let ours = kitchen.world.domain().digest().to_string();
    let lost: Vec<String> =
        kitchen.facts().iter().filter(|fact| !fact.contains("apple_1")).map(str::to_owned).collect();
    let twice =
        kitchen.facts().iter().map(str::to_owned).chain(["located(apple_1, sink)".to_owned()]).collect::<Vec<_>>();
    let unusable = [
        world("another".into(), kitchen.facts()),
        world(ours.clone(), Facts::new(lost)),
        world(ours.clone(), Facts::new(twice)),
        world(ours, Facts::new(["located(unicorn, sink)".to_owned()])),
    ];
    for input in unusable {
        let mut kitchen = kitchen.clone();
        kitchen.tell(input);
        assert!(idle(&kitchen).is_err());
        let joint = kitchen.joint(1, 0, &["idle", "idle"]);
        assert!(kitchen.verdict(joint).is_err());
        kitchen.look();
        assert_eq!(idle(&kitchen), Ok(vec![Ok(())]));
    }
}

#[test]
fn world_from_the_future_takes_the_place_of_none_and_is_named_once_the_good_one_is_old() {
    let mut kitchen = Kitchen::running(APPLES, &[], 2);
    let ignored = kitchen.monitor.diagnose(kitchen.now).counts.ignored;
    let observed = kitchen.now + Duration::from_secs(3600);
    let domain = kitchen.world.domain().digest().to_string();
    kitchen.tell(Input::World { observed, domain: domain.clone(), facts: Facts::default(), arms: Vec::new() });
    assert_eq!(kitchen.check(1, 1, &[], &["idle"]), Ok(vec![Ok(())]));
    assert_eq!(kitchen.monitor.diagnose(kitchen.now).counts.ignored, ignored + 1);
    kitchen.pass(WORLD_TIMEOUT + Duration::from_millis(1));
    assert!(matches!(unseen(kitchen.check(1, 1, &[], &["idle"])), UnseenWorld::Ahead { .. }));
    kitchen.tell(Input::World { observed: kitchen.now, domain, facts: kitchen.facts(), arms: Vec::new() });
    assert_eq!(kitchen.check(1, 1, &[], &["idle"]), Ok(vec![Ok(())]));
}

#[test]
fn plan_from_another_world_than_the_one_seen_is_not_judged_and_the_difference_named() {
    let mut kitchen = Kitchen::running(APPLES, &[], 2);
    let seen = kitchen.state.clone();
    kitchen.act(1, &["go_to(fridge)", "idle"]);
    kitchen.act(2, &["open(fridge)", "idle"]);
    let opened = std::mem::replace(&mut kitchen.state, seen);
    let error = kitchen.check(3, 1, &[], &["idle"]).expect_err("planned from the closed fridge");
    let words = error.to_string();
    assert!(words.contains("open(fridge) holds now") && words.contains("at(robot_1, fridge) holds now"), "{words}");
    kitchen.state = opened;
    assert_eq!(kitchen.check(3, 1, &[], &["idle"]), Ok(vec![Ok(())]));
}

#[test]
fn where_robots_outside_the_team_stand_does_not_matter() {
    let mut kitchen = Kitchen::running(APPLES, &[], 2);
    let facts = kitchen.facts();
    let outsider =
        |name: &str| facts.iter().map(str::to_owned).chain([format!("at({name}, sink)")]).collect::<Vec<_>>();
    let domain = kitchen.world.domain().digest().to_string();
    kitchen.tell(Input::World {
        observed: kitchen.now,
        domain: domain.clone(),
        facts: Facts::new(outsider("robot_3")),
        arms: Vec::new(),
    });
    assert_eq!(kitchen.check(1, 1, &[], &["idle"]), Ok(vec![Ok(())]));
    kitchen.tell(Input::World {
        observed: kitchen.now,
        domain,
        facts: Facts::new(outsider("robot_2")),
        arms: Vec::new(),
    });
    let moved = kitchen.check(1, 1, &[], &["idle"]);
    assert!(matches!(moved, Err(CheckError::Unjudged(Unjudged::OtherFacts { .. }))), "{moved:?}");
    assert_eq!(team(2).len(), 2);
}
