//! The failures of a step reach the turn of the next one, and no other.

use std::sync::Arc;

use surefleet_fleet::{Decision, JointStep, RobotId, SkillOutcome, StepIndex, Turn};
use surefleet_ring::{Entry, Heartbeat, Input};

use crate::bench::{Bench, LEASE, MISSION, decided, first_turn, heartbeat, published, robot};

fn failed(reason: &str) -> SkillOutcome {
    SkillOutcome::Failed(reason.to_owned())
}

/// Robot a, which is the first to continue, in an approved step of a team such as "abc"; no robot has reported.
fn executing(team: &str) -> (Bench, Turn, JointStep) {
    let (mut bench, turn) = (Bench::new("a"), first_turn(team));
    bench.turn(&turn);
    let (whole, joint) = approve(&mut bench, &turn);
    (bench, whole, joint)
}

fn approve(bench: &mut Bench, turn: &Turn) -> (Turn, JointStep) {
    bench.decide(turn, 1);
    let whole = decided(turn, &vec![1; turn.order.len()]);
    bench.turn(&whole);
    let joint = whole.joint_step().expect("all have decided");
    bench.approve(&joint);
    (whole, joint)
}

fn finish(bench: &mut Bench, step: StepIndex, outcome: SkillOutcome) {
    bench.handle(Input::SkillFinished { mission: MISSION, step, outcome });
}

fn tell(bench: &mut Bench, mate: &str, step: StepIndex, outcome: SkillOutcome) {
    bench.handle(Input::Outcome { mission: MISSION, step, robot: robot(mate), outcome });
}

/// The turn that the robot begins once it sees the world.
fn next(bench: &mut Bench) -> Arc<Turn> {
    bench.pass(LEASE / 10);
    let now = format!("the world at {:?}", bench.now);
    published(&bench.see(&now)).pop().expect("all have reported, and the world was seen since")
}

#[test]
fn reasons_of_all_who_failed_stand_in_the_next_turn_in_the_order_of_the_team() {
    let (mut bench, _, joint) = executing("abc");
    tell(&mut bench, "c", joint.step, failed("the door is stuck"));
    tell(&mut bench, "b", joint.step, SkillOutcome::Done);
    finish(&mut bench, joint.step, failed("it slipped"));
    let next = next(&mut bench);
    assert_eq!(next.step, joint.step.next());
    assert_eq!(next.failures.as_ref(), ["a: it slipped", "c: the door is stuck"]);
}

#[test]
fn failures_of_a_step_are_not_told_after_the_next() {
    let (mut bench, _, joint) = executing("ab");
    tell(&mut bench, "b", joint.step, failed("the door is stuck"));
    finish(&mut bench, joint.step, failed("it slipped"));
    let second = next(&mut bench);
    assert_eq!(second.failures.len(), 2);
    let (whole, joint) = approve(&mut bench, &second);
    assert_eq!(whole.failures, second.failures, "all of the team decide with them");
    tell(&mut bench, "b", joint.step, SkillOutcome::Done);
    finish(&mut bench, joint.step, SkillOutcome::Done);
    let third = next(&mut bench);
    assert_eq!((third.step.get(), third.failures.len()), (3, 0));
}

#[test]
fn every_attempt_at_the_next_step_keeps_them() {
    let (mut bench, _, joint) = executing("ab");
    tell(&mut bench, "b", joint.step, failed("the door is stuck"));
    finish(&mut bench, joint.step, SkillOutcome::Done);
    let second = next(&mut bench);
    let (step, attempt) = (second.step, second.attempt);
    let order: Arc<[RobotId]> = [robot("b"), robot("a")].into();
    let reordered = published(&bench.handle(Input::Reorder { mission: MISSION, step, attempt, order })).pop();
    let reordered = reordered.expect("a new attempt");
    let regenerated = published(&bench.pass(LEASE * 3)).pop().expect("b is silent");
    let whole = decided(&regenerated, &[1, 1]);
    bench.turn(&whole);
    let verdict = Err(vec!["it is shut".to_owned()]);
    bench.handle(Input::Verdict { joint: whole.joint_step().expect("all have decided"), verdict });
    let refused = next(&mut bench);
    assert_eq!(refused.refusals.len(), 1);
    for again in [&second, &reordered, &regenerated, &refused] {
        assert_eq!(again.step, step);
        assert_eq!(again.failures.as_ref(), ["b: the door is stuck"], "{again:?}");
    }
    assert!(attempt < reordered.attempt && reordered.attempt < regenerated.attempt);
}

#[test]
fn lost_reason_is_left_out_and_holds_nobody_up() {
    let (mut bench, whole, joint) = executing("ab");
    finish(&mut bench, joint.step, SkillOutcome::Done);
    let said = Heartbeat { finished: Some((joint.step, false)), ..heartbeat("b", &whole, false) };
    bench.handle(Input::Heartbeat(said));
    assert_eq!(next(&mut bench).failures.as_ref(), [""; 0], "a heartbeat does not tell why");
}

#[test]
fn reason_that_comes_before_the_approval_or_after_the_heartbeat_is_told() {
    let turn = first_turn("abc");
    let mut bench = Bench::new("a");
    bench.turn(&turn);
    bench.decide(&turn, 1);
    tell(&mut bench, "b", turn.step, failed("no battery"));
    let (whole, joint) = approve(&mut bench, &turn);
    finish(&mut bench, joint.step, SkillOutcome::Done);
    for mate in ["b", "c"] {
        let said = Heartbeat { finished: Some((joint.step, false)), ..heartbeat(mate, &whole, false) };
        bench.handle(Input::Heartbeat(said));
    }
    tell(&mut bench, "c", joint.step, failed("the door is stuck"));
    assert_eq!(next(&mut bench).failures.as_ref(), ["b: no battery", "c: the door is stuck"]);
}

#[test]
fn reasons_of_other_steps_and_of_who_had_no_part_are_not_told() {
    let (mut bench, turn) = (Bench::new("a"), first_turn("abc"));
    bench.turn(&turn);
    bench.decide(&turn, 1);
    let whole = turn.after(Some(Decision::new(1))).after(Some(Decision::new(1))).after(None);
    bench.turn(&whole);
    bench.approve(&whole.joint_step().expect("all have decided"));
    tell(&mut bench, "b", turn.step.next(), failed("of a step to come"));
    tell(&mut bench, "b", turn.step, SkillOutcome::Done);
    tell(&mut bench, "c", turn.step, failed("it was absent"));
    finish(&mut bench, turn.step, SkillOutcome::Done);
    let second = next(&mut bench);
    let (_, joint) = approve(&mut bench, &second);
    tell(&mut bench, "b", turn.step, failed("late"));
    let told = [("b", SkillOutcome::Done), ("c", SkillOutcome::Done)];
    told.into_iter().for_each(|(mate, outcome)| tell(&mut bench, mate, joint.step, outcome));
    finish(&mut bench, joint.step, SkillOutcome::Done);
    for turn in [second, next(&mut bench)] {
        assert_eq!(turn.failures.as_ref(), [""; 0]);
    }
}

#[test]
fn long_reason_is_cut_between_characters_and_stands_on_one_line() {
    let (mut bench, _, joint) = executing("abc");
    finish(&mut bench, joint.step, failed(&"ü".repeat(1000)));
    tell(&mut bench, "b", joint.step, failed("  it fell\r\n\tand\u{0} broke\u{2028}"));
    tell(&mut bench, "c", joint.step, failed(" \n"));
    let next = next(&mut bench);
    let long = format!("a: {}", "ü".repeat(300));
    assert_eq!(next.failures.as_ref(), [long.as_str(), "b: it fell and broke", "c: it did not say why"]);
}

#[test]
fn after_a_restart_a_robot_tells_what_its_journal_knows() {
    let (mut before, _, joint) = executing("ab");
    tell(&mut before, "b", joint.step, failed("the door is stuck"));
    finish(&mut before, joint.step, failed("it slipped"));
    let mut after = Bench::with_journal("a", before.now, before.journal());
    tell(&mut after, "b", joint.step, SkillOutcome::Done);
    assert_eq!(next(&mut after).failures.as_ref(), ["a: it slipped"], "of b it did not journal anything");

    next(&mut before);
    let again = Bench::with_journal("a", before.now, before.journal());
    let held = again.ring.turns().next().expect("the mission goes on");
    assert_eq!(held.failures.as_ref(), ["a: it slipped", "b: the door is stuck"], "the turn that it began has both");
}

#[test]
fn journal_of_before_turns_had_failures_is_read() {
    let (bench, ..) = executing("ab");
    let old = |entry: &Entry| {
        let mut json = serde_json::to_value(entry).expect("plain values");
        for place in ["/met/turn", "/issued", "/held"] {
            if let Some(turn) = json.pointer_mut(place) {
                turn.as_object_mut().expect("a turn").remove("failures").expect("that is what is new");
            }
        }
        json.to_string()
    };
    let lines: Vec<String> = bench.journal().iter().map(old).collect();
    assert!(lines.len() >= 3 && lines.iter().all(|line| !line.contains("failures")), "{lines:?}");
    let read: Vec<Entry> = lines.iter().map(|line| serde_json::from_str(line).expect("an entry of old")).collect();
    assert_eq!(read, bench.journal());
}
