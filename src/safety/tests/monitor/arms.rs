//! Arms that share a space: what the gate refuses, in which words, and whom a position closes it for.

use std::time::{Duration, Instant};

use surefleet_safety::{
    ArmRefusal, CheckError, CheckRequest, DecisionRefusal, Input, StepRefusal, StillActing, Unjudged,
};

use crate::{
    bench::{Bench, MOST_AGE, arm, pose, position},
    kitchen::{LEASE, step, verdicts},
};

/// Both arms of the first table hold a gear above their tray, and mission 1 is theirs.
fn loaded() -> Bench {
    let mut bench = Bench::new();
    bench.holds(1, "over_tray_1");
    bench.holds(2, "over_tray_2");
    bench.begin(1, &[1, 2]);
    bench
}

#[test]
fn two_parts_that_are_each_approved_alone_are_refused_together_with_the_links_that_would_meet() {
    let bench = loaded();
    assert_eq!(bench.tried(&[(1, "put(fixture_1)"), (2, "idle")]), "");
    assert_eq!(bench.tried(&[(1, "idle"), (2, "put(fixture_2)")]), "");
    assert_eq!(bench.tried(&[(1, "put(fixture_1)"), (2, "put(tray_2)")]), "", "arm 2 keeps to its own side");
    let why = bench.tried(&[(1, "put(fixture_1)"), (2, "put(fixture_2)")]);
    assert!(why.starts_with("arm_2 cannot put it in fixture 2: its "), "{why}");
    assert!(why.ends_with("of arm_1, which is to put it in fixture 1; arms stay 0.050 m apart"), "{why}");
}

#[test]
fn the_holder_of_a_turn_sees_what_is_allowed_beside_the_parts_that_are_decided() {
    let bench = loaded();
    let candidates = ["put(fixture_2)", "put(tray_2)", "idle"];
    assert_eq!(bench.refusals(1, 2, &[], &candidates), ["", "", ""]);
    let beside = bench.refusals(1, 2, &[(1, "put(fixture_1)")], &candidates);
    assert!(beside[0].contains("arm_1, which is to put it in fixture 1"), "{beside:?}");
    assert_eq!(beside[1..], ["", ""]);
}

#[test]
fn where_an_arm_has_no_pose_it_does_not_go() {
    let bench = loaded();
    let why = bench.tried(&[(1, "put(tray_2)"), (2, "idle")]);
    let words = "arm_1 cannot put it in tray 2: it is out of the arm's reach, or nobody has said how it gets there; the fleet file gives it no pose over_tray_2";
    assert_eq!(why, words);
    assert_eq!(bench.refusals(1, 1, &[], &["put(tray_2)"]), [words]);
}

#[test]
fn an_old_position_closes_the_gate_for_the_arms_that_it_concerns_and_no_others() {
    let mut bench = loaded();
    bench.begin(2, &[3, 4]);
    bench.arms.iter_mut().filter(|position| position.robot == arm(2)).for_each(|position| {
        position.measured = bench.now;
    });
    bench.pass(600);
    let now = bench.now;
    bench.arms.iter_mut().filter(|position| position.robot != arm(2)).for_each(|position| position.measured = now);
    bench.look();
    let why = |whose: &str| {
        format!("nobody knows where the arm of {whose} is: its joints were measured 600ms ago, the limit is 500ms")
    };
    assert_eq!(
        bench.refusals(1, 1, &[], &["put(tray_1)", "idle"]),
        [format!("arm_1 cannot put it in tray 1: {}", why("arm_2")), String::new()],
        "arm 2 may be anywhere near"
    );
    assert_eq!(
        bench.refusals(1, 2, &[], &["put(tray_2)", "idle"]),
        [format!("arm_2 cannot put it in tray 2: {}", why("arm_2")), String::new()]
    );
    assert_eq!(bench.refusals(2, 3, &[], &["pick(gear_3, tray_3)"]), [""]);
    assert_eq!(bench.refusals(2, 4, &[], &["pick(gear_4, tray_4)"]), [""]);
    let unplaced = bench.monitor.diagnose(bench.now).unplaced;
    assert_eq!(unplaced.iter().map(|(robot, _)| robot.clone()).collect::<Vec<_>>(), [arm(2)]);
    bench.measure();
    assert_eq!(bench.refusals(1, 1, &[], &["put(tray_1)"]), [""], "once it is measured again");
}

#[test]
fn a_position_that_says_nothing_closes_it_likewise() {
    let home = pose(2, "over_tray_2");
    let mut nan = home;
    nan[3] = f64::NAN;
    let mut wound = home;
    wound[5] = 6.3;
    let now = Bench::new().now;
    let cases = [
        (vec![], "/world/state has no joint position of it"),
        (vec![position(2, &home[..5], now)], "it has 5 joint angles, not six"),
        (vec![position(2, &nan, now)], "a joint angle is beyond a whole turn, or is no number"),
        (vec![position(2, &wound, now)], "a joint angle is beyond a whole turn, or is no number"),
        (vec![position(2, &home, now), position(2, &home, now)], "the world state has it twice"),
        (vec![position(2, &home, now + MOST_AGE + Duration::from_millis(1))], "ahead of the clock"),
    ];
    for (told, why) in cases {
        let mut bench = loaded();
        bench.begin(2, &[3, 4]);
        bench.arms.retain(|position| position.robot != arm(2));
        bench.arms.extend(told);
        bench.look();
        for (who, candidate) in [(1, "put(tray_1)"), (2, "put(tray_2)")] {
            let refused = bench.refusals(1, who, &[], &[candidate]);
            assert!(refused[0].contains("where the arm of arm_2 is") && refused[0].contains(why), "{refused:?}");
        }
        assert_eq!(bench.refusals(1, 2, &[], &["idle"]), [""], "{why}");
        assert_eq!(bench.refusals(2, 3, &[], &["pick(gear_3, tray_3)"]), [""], "{why}");
        let verdict = bench.tried(&[(1, "put(tray_1)"), (2, "idle")]);
        assert!(verdict.contains(why), "{verdict}");
    }
}

/// Arm 1 is above fixture 1 and goes home in mission 1; arm 2 holds a gear above its tray, in mission 2.
fn leaving() -> Bench {
    let mut bench = Bench::new();
    bench.facts.remove("home(arm_1)");
    bench.put(1, &pose(1, "over_fixture_1"));
    bench.holds(2, "over_tray_2");
    bench.begin(1, &[1]);
    bench.begin(2, &[2]);
    let home = bench.joint(1, 1, &[(1, "go_home")]);
    assert_eq!(bench.verdict(home), Some(Ok(())));
    bench
}

#[test]
fn an_arm_under_way_in_another_mission_keeps_its_whole_way_until_it_has_ended_and_was_measured() {
    let mut bench = leaving();
    let joint = bench.joint(2, 1, &[(2, "put(fixture_2)")]);
    let why = bench.refusals(2, 2, &[], &["put(fixture_2)"]);
    assert!(why[0].contains("arm_1, which may still be on its way, to go home in mission 0101"), "{why:?}");
    // It is seen at home, and nobody has said that it will stay there.
    bench.facts.insert("home(arm_1)".into());
    bench.pass(100);
    bench.put(1, &pose(1, "home"));
    bench.measure();
    assert_eq!(bench.verdict(joint.clone()), None, "it waits");
    bench.pass(100);
    assert_eq!(verdicts(bench.finish(1, 1)), [], "the last measurement may be one from on its way");
    bench.pass(100);
    assert_eq!(verdicts(bench.look()), [], "a new world state with it changes nothing");
    bench.arms.iter_mut().for_each(|position| position.measured = bench.now);
    assert_eq!(verdicts(bench.look()), [(joint, Ok(()))]);
}

#[test]
fn where_an_arm_has_come_to_rest_only_a_later_measurement_tells() {
    let mut bench = leaving();
    bench.facts.insert("home(arm_1)".into());
    bench.pass(100);
    bench.measure();
    let request = CheckRequest {
        mission: bench.joint(1, 2, &[]).mission,
        step: step(2),
        robot: arm(1),
        facts: bench.known(),
        decided: Vec::new(),
        candidates: vec![bench.decision("pick(gear_1, tray_1)")],
    };
    let reply = |bench: &Bench| bench.monitor.check(bench.now, &request);
    let waits = reply(&bench);
    let is_its_own = |acting: &StillActing| acting.robot == arm(1);
    assert!(
        matches!(&waits, Err(CheckError::Unjudged(Unjudged::StillActing(acting))) if is_its_own(acting)),
        "the world shows it at home, but it has not said so: {waits:?}"
    );
    bench.finish(1, 1);
    bench.pass(1);
    assert_eq!(reply(&bench), Err(CheckError::Unjudged(Unjudged::Unsettled(arm(1)))), "it waits for the next picture");
    bench.pass(400);
    bench
        .arms
        .iter_mut()
        .filter(|position| position.robot != arm(1))
        .for_each(|position| position.measured = bench.now);
    bench.look();
    bench.pass(200);
    bench.look();
    let verdicts = reply(&bench).expect("it does not wait for ever");
    let Err(DecisionRefusal::Arm(why)) = &verdicts[0] else { panic!("{verdicts:?}") };
    assert!(matches!(&**why, ArmRefusal::Unplaced { whose, .. } if *whose == arm(1)), "{why}");
    bench.measure();
    assert_eq!(reply(&bench), Ok(vec![Ok(())]));
}

#[test]
fn an_arm_that_is_lost_on_its_way_keeps_it_for_ever_and_does_nothing_else() {
    let mut bench = leaving();
    for _ in 0..40 {
        bench.now = bench.now + LEASE / 2;
        bench.measure();
        bench.tell(Input::Heartbeat {
            robot: arm(2),
            at: Some((bench.joint(2, 1, &[]).mission, step(1))),
            finished: None,
        });
    }
    let joint = bench.joint(2, 1, &[(2, "put(fixture_2)")]);
    let refused = bench.verdict(joint).expect("it is not waited for any more").expect_err("the way is occupied");
    let [StepRefusal::Decision(DecisionRefusal::Arm(why))] = &refused[..] else { panic!("{refused:?}") };
    assert!(matches!(&**why, ArmRefusal::Near { other, .. } if *other == arm(1)), "{why}");
    let own = bench.joint(1, 2, &[(1, "pick(gear_1, tray_1)")]);
    let refused = bench.verdict(own).expect("an answer").expect_err("it may still be going home");
    assert!(
        refused[0]
            .to_string()
            .starts_with("arm_1 cannot pick gear 1 from tray 1 while its arm may still be on its way")
    );
    let idle = bench.joint(1, 2, &[(1, "idle")]);
    assert_eq!(
        bench.verdict(surefleet_fleet::JointStep { attempt: surefleet_fleet::Attempt(1), ..idle }),
        Some(Ok(()))
    );
    let again = bench.refusals(2, 2, &[], &["put(fixture_2)"]);
    assert!(again[0].contains("may still be on its way"), "to remain idle is no word that it has ended: {again:?}");
}

#[test]
fn after_a_restart_nobody_knows_where_a_way_began() {
    let mut bench = leaving();
    bench.restart();
    (1..=4).for_each(|n| drop(bench.tell(Input::Heartbeat { robot: arm(n), at: None, finished: None })));
    bench.pass(100);
    bench.measure();
    let refused = bench.refusals(2, 2, &[], &["put(tray_2)", "idle"]);
    assert!(refused[0].contains("the safety monitor was restarted meanwhile"), "{refused:?}");
    assert_eq!(refused[1], "");
    let mission = bench.joint(1, 1, &[]).mission;
    bench.tell(Input::Heartbeat { robot: arm(1), at: Some((mission, step(1))), finished: Some((step(1), true)) });
    bench.pass(100);
    bench.put(1, &pose(1, "home"));
    bench.measure();
    assert_eq!(bench.refusals(2, 2, &[], &["put(tray_2)"]), [""]);
}

/// A robot that missed an approval begins to move when it hears it again.
#[test]
fn an_approval_is_not_repeated_while_nobody_knows_where_an_arm_is_that_it_could_touch() {
    let mut bench = loaded();
    let joint = bench.joint(1, 1, &[(1, "put(tray_1)"), (2, "idle")]);
    assert_eq!(bench.verdict(joint.clone()), Some(Ok(())));
    bench.pass(600);
    let now = bench.now;
    bench.arms.iter_mut().filter(|position| position.robot != arm(2)).for_each(|position| position.measured = now);
    bench.look();
    assert_eq!(bench.verdict(joint.clone()), None);
    bench.arms.iter_mut().for_each(|position| position.measured = now);
    assert_eq!(verdicts(bench.look()), [(joint, Ok(()))]);
}

#[test]
fn an_arm_that_stays_in_the_way_is_in_the_way() {
    let mut bench = loaded();
    bench.put(2, &pose(2, "over_fixture_2"));
    bench.look();
    let why = bench.tried(&[(1, "put(fixture_2)"), (2, "idle")]);
    assert!(why.contains("of arm_2, which stays where it is"), "{why}");
}

/// Every candidate of an arm is judged beside three others, faster than a person would notice.
#[test]
fn a_check_of_four_arms_takes_milliseconds() {
    let bench = loaded();
    let all: Vec<String> = bench.world.options().iter().map(|decision| bench.world.symbol(decision)).collect();
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    let began = Instant::now();
    let refused = bench.refusals(1, 1, &[(2, "put(tray_2)")], &all);
    let check = began.elapsed();
    let began = Instant::now();
    assert_eq!(bench.tried(&[(1, "put(fixture_1)"), (2, "put(tray_2)")]), "");
    let judge = began.elapsed();
    println!("{} candidates in {check:?}, a joint step in {judge:?}", refused.len());
    assert!(check < Duration::from_millis(500) && judge < Duration::from_millis(500), "{check:?} {judge:?}");
}
