use surefleet_fleet::{Attempt, Decision, Facts, JointStep, Outcome, SkillOutcome, StepIndex, Turn};
use surefleet_ring::{Entry, Heartbeat, Input, Output};

use crate::bench::{Bench, LEASE, MISSION, asked, decided, first_turn, heartbeat, published, robot};

/// A robot of a team of two in which all have decided: 1 and 2.
fn proposed(me: &str) -> (Bench, Turn, JointStep) {
    let mut bench = Bench::new(me);
    bench.turn(&first_turn("ab"));
    let whole = decided(&first_turn("ab"), &[1, 2]);
    bench.turn(&whole);
    let joint = whole.joint_step().expect("all have decided");
    (bench, whole, joint)
}

fn finished(step: StepIndex) -> Input {
    Input::SkillFinished { mission: MISSION, step, outcome: SkillOutcome::Done }
}

fn told(mate: &str, step: StepIndex, outcome: SkillOutcome) -> Input {
    Input::Outcome { mission: MISSION, step, robot: robot(mate), outcome }
}

fn refuse(bench: &mut Bench, joint: &JointStep) -> Vec<Output> {
    bench.handle(Input::Verdict { joint: joint.clone(), verdict: Err(vec!["it is shut".to_owned()]) })
}

#[test]
fn only_what_the_monitor_approved_is_executed_and_only_once() {
    let (mut bench, whole, joint) = proposed("b");
    assert!(!bench.outputs.iter().any(|output| matches!(output, Output::Execute { .. })));
    let (mission, step, attempt) = (MISSION, whole.step, whole.attempt);
    let facts = whole.facts.clone();
    let execute = Output::Execute { mission, step, attempt, decision: Decision::new(2), facts };
    assert_eq!(bench.approve(&joint), [Output::Journal(Entry::Approved(joint.clone())), execute]);
    assert_eq!(bench.approve(&joint), [], "a verdict that comes again");
    let mut other = joint.clone();
    other.attempt = Attempt(1);
    assert_eq!(bench.approve(&other), []);
}

#[test]
fn approved_step_of_another_attempt_is_what_counts() {
    let mut bench = Bench::new("b");
    bench.turn(&first_turn("ab"));
    let turn = decided(&first_turn("ab"), &[1]);
    bench.turn(&turn);
    let mut joint = decided(&first_turn("ab"), &[5, 6]).joint_step().expect("all have decided");
    joint.attempt = Attempt(3);
    let outputs = bench.approve(&joint);
    assert!(matches!(outputs[0], Output::Withdraw { .. }), "{outputs:?}");
    assert!(
        outputs.iter().any(
            |output| matches!(output, Output::Execute { attempt: Attempt(3), decision, .. } if decision.get() == 6)
        )
    );
}

#[test]
fn joint_step_without_the_whole_team_is_not_executed() {
    let (mut bench, _, mut joint) = proposed("b");
    joint.decided.remove(0);
    assert_eq!(bench.approve(&joint), []);
    assert_eq!(bench.ring.counts().joint, 1);
}

#[test]
fn verdict_that_is_lost_is_asked_for_again_each_lease() {
    let (mut bench, whole, joint) = proposed("b");
    let outputs = bench.pass_with(LEASE * 7 / 2, &["a"], &whole, None);
    let propose = Output::Propose { joint, facts: whole.facts.clone() };
    assert_eq!(outputs, [propose.clone(), propose.clone(), propose]);
}

#[test]
fn refused_step_begins_again_with_the_reason_once_the_world_was_seen() {
    let (mut bench, _, joint) = proposed("a");
    bench.see("old");
    assert_eq!(refuse(&mut bench, &joint), [], "nothing was observed since");
    bench.pass(LEASE / 10);
    let again = asked(&bench.see("new")).expect("a is the first of the order");
    assert_eq!((again.step, again.attempt, again.decided.len()), (StepIndex::FIRST, Attempt(3), 0));
    assert_eq!(again.refusals.as_ref(), ["it is shut".to_owned()]);
    assert_eq!(again.facts, Facts::new(["new".to_owned()]));
}

#[test]
fn refused_step_is_begun_again_by_the_first_robot_alone_although_heartbeats_lag_behind() {
    let (mut bench, _, joint) = proposed("b");
    bench.handle(Input::Heartbeat(heartbeat("a", &first_turn("ab"), true)));
    refuse(&mut bench, &joint);
    bench.pass(LEASE / 10);
    assert_eq!(bench.see("new"), [], "a is the first of the order");
    bench.pass(LEASE * 3);
    bench.see("newer");
    bench.pass(LEASE);
    let is_again = |entry: &Entry| matches!(entry, Entry::Issued(turn) if turn.refusals.len() == 1);
    assert!(bench.journal().iter().any(is_again), "{:?}", bench.outputs);
}

#[test]
fn a_held_turn_begins_again_if_the_world_of_the_team_changes_and_not_for_robots_outside_it() {
    let seen = |also: &str| {
        let mut bench = Bench::new("a");
        let turn = first_turn("ab");
        bench.turn(&turn);
        bench.pass(LEASE / 10);
        let facts = turn.facts.iter().map(str::to_owned).chain([also.to_owned()]);
        asked(&bench.handle(Input::Facts { observed: bench.now, facts: Facts::new(facts) })).map(|again| again.attempt)
    };
    assert_eq!(seen("parked(z)"), None);
    assert_eq!(seen("at(z, sink)"), None);
    assert!(seen("at(b, sink)").is_some() && seen("located(cup, sink)").is_some());
}

#[test]
fn third_refusal_of_a_step_proposes_to_halt() {
    let (mut bench, whole, joint) = proposed("a");
    refuse(&mut bench, &joint);
    let mut whole = whole;
    for _ in 0..2 {
        bench.pass(LEASE / 10);
        let again = asked(&bench.see("new")).expect("the step begins again");
        bench.decide(&again, 1);
        whole = decided(&again, &[1, 2]);
        bench.turn(&whole);
        refuse(&mut bench, &whole.joint_step().expect("all have decided"));
    }
    let outputs = &bench.outputs[bench.outputs.len() - 1..];
    let [Output::ProposeStop { outcome: Outcome::Halted(reason), step, attempt, .. }] = outputs else {
        panic!("{outputs:?}");
    };
    assert_eq!((*step, *attempt), (whole.step, whole.attempt));
    assert!(reason.contains("3 times") && reason.contains("it is shut"), "{reason}");
}

#[test]
fn next_step_is_begun_by_the_first_robot_alone_although_heartbeats_lag_behind() {
    let (mut bench, _, joint) = proposed("b");
    bench.handle(Input::Heartbeat(heartbeat("a", &first_turn("ab"), true)));
    bench.approve(&joint);
    bench.handle(finished(joint.step));
    bench.handle(told("a", joint.step, SkillOutcome::Done));
    bench.pass(LEASE / 10);
    assert_eq!(bench.see("all is done"), [], "a has just said that it was in the step, so it is the first");
    bench.pass(LEASE * 3);
    bench.see("a was not heard any more");
    let outputs = bench.pass(LEASE);
    assert!(
        bench
            .outputs
            .iter()
            .any(|output| matches!(output, Output::Journal(Entry::Issued(turn)) if turn.step.get() == 2)),
        "{outputs:?}"
    );
}

#[test]
fn next_step_begins_with_facts_observed_after_the_last_outcome() {
    let (mut bench, _, joint) = proposed("a");
    bench.approve(&joint);
    bench.handle(finished(joint.step));
    bench.pass(LEASE / 10);
    bench.see("before b was done");
    bench.pass(LEASE / 10);
    bench.handle(told("b", joint.step, SkillOutcome::Done));
    assert_eq!(published(&bench.outputs), []);
    bench.pass(LEASE / 10);
    let next = published(&bench.see("after")).pop().expect("the next step");
    assert_eq!((next.step.get(), next.attempt, next.decided.len()), (2, Attempt::FIRST, 0));
    assert_eq!(next.history.as_ref(), [vec![Some(Decision::new(1)), Some(Decision::new(2))]]);
    assert_eq!(next.facts, Facts::new(["after".to_owned()]));
}

#[test]
fn world_that_was_not_observed_begins_no_step() {
    let (mut bench, _, joint) = proposed("a");
    bench.approve(&joint);
    bench.handle(finished(joint.step));
    bench.handle(told("b", joint.step, SkillOutcome::Done));
    bench.pass(LEASE / 10);
    bench.handle(Input::Facts { observed: bench.now, facts: Facts::default() });
    bench.pass(LEASE * 9);
    assert_eq!(published(&bench.outputs), []);
}

#[test]
fn world_from_the_future_begins_no_step_and_keeps_none_from_beginning() {
    let (mut bench, _, joint) = proposed("a");
    bench.approve(&joint);
    bench.handle(finished(joint.step));
    bench.handle(told("b", joint.step, SkillOutcome::Done));
    bench.pass(LEASE / 10);
    for ahead in [LEASE * 2, LEASE * 1_000_000] {
        bench.handle(Input::Facts { observed: bench.now + ahead, facts: Facts::new(["to come".to_owned()]) });
    }
    assert_eq!((published(&bench.outputs), bench.ring.counts().ahead), (vec![], 2));
    assert_eq!(published(&bench.see("after")).len(), 1);
}

#[test]
fn outcome_that_was_lost_comes_with_a_heartbeat() {
    let (mut bench, whole, joint) = proposed("a");
    bench.approve(&joint);
    bench.handle(finished(joint.step));
    let said = Heartbeat { finished: Some((joint.step, true)), ..heartbeat("b", &whole, false) };
    bench.handle(Input::Heartbeat(said));
    bench.pass(LEASE / 10);
    assert_eq!(published(&bench.see("after")).len(), 1);
}

#[test]
fn robot_that_dies_while_it_executes_holds_nobody_up_for_more_than_three_leases() {
    let (mut bench, whole, joint) = proposed("a");
    bench.approve(&joint);
    bench.handle(finished(joint.step));
    bench.pass_with(LEASE * 20, &["b"], &whole, None);
    bench.see("b still moves");
    assert_eq!(published(&bench.outputs), [], "b lives, so its skill takes long");
    bench.pass(LEASE * 3);
    assert_eq!(published(&bench.see("b is dead")).len(), 1);
}

#[test]
fn second_robot_begins_the_next_step_only_if_the_first_does_not() {
    let (mut bench, whole, joint) = proposed("b");
    bench.approve(&joint);
    bench.handle(Input::Heartbeat(heartbeat("a", &whole, false)));
    bench.handle(finished(joint.step));
    bench.handle(told("a", joint.step, SkillOutcome::Done));
    bench.pass_with(LEASE / 2, &["a"], &whole, None);
    assert_eq!(published(&bench.see("after")), []);
    bench.pass(LEASE * 2);
    let next = published(&bench.outputs).pop().expect("a did not");
    assert_eq!((next.step.get(), next.attempt), (2, Attempt(1)), "the first attempt of place 1");
}

#[test]
fn robot_that_lost_touch_does_not_begin_a_step_its_mates_may_have_left() {
    let (mut bench, whole, joint) = proposed("b");
    bench.pass_with(LEASE, &["a"], &whole, None);
    bench.pass(LEASE * 2);
    let outputs = bench.approve(&joint);
    assert!(!outputs.iter().any(|output| matches!(output, Output::Execute { .. })), "{outputs:?}");
    let failed = |output: &Output| matches!(output, Output::PublishOutcome { outcome: SkillOutcome::Failed(reason), .. } if reason.contains("touch with a"));
    assert!(outputs.iter().any(failed), "{outputs:?}");
}

#[test]
fn robot_that_still_moves_is_not_asked_to_decide() {
    let (mut bench, _, joint) = proposed("a");
    bench.approve(&joint);
    let mut next = first_turn("ab");
    next.step = next.step.next();
    next.attempt = Attempt(1);
    next.history = vec![vec![Some(Decision::new(1)), Some(Decision::new(2))]].into();
    assert_eq!(asked(&bench.turn(&next)), None);
    bench.pass(LEASE);
    assert!(bench.last_heartbeat().is_some_and(|heartbeat| heartbeat.holding));
    assert_eq!(asked(&bench.handle(finished(joint.step))).as_deref(), Some(&next));
}

#[test]
fn mate_that_missed_the_approval_is_told_by_the_monitor_again() {
    let (mut bench, _, joint) = proposed("a");
    bench.approve(&joint);
    let mut other = first_turn("ab");
    other.attempt = Attempt(1);
    let outputs = bench.turn(&other);
    let facts = first_turn("ab").facts;
    assert_eq!(outputs, [Output::Propose { joint, facts }], "the turn waits for a, who knows better");
}

#[test]
fn skill_that_ends_after_its_mission_is_told_of_once() {
    let (mut bench, whole, joint) = proposed("b");
    bench.approve(&joint);
    bench.handle(Input::End { mission: MISSION, outcome: Outcome::OutOfHorizon });
    let (mission, step, outcome) = (MISSION, whole.step, SkillOutcome::Done);
    assert_eq!(bench.handle(finished(step)), [Output::PublishOutcome { mission, step, outcome }]);
    assert_eq!(bench.handle(finished(step)), []);
}

#[test]
fn refused_halt_is_proposed_again_once_a_lease() {
    let mut bench = Bench::new("a");
    let turn = first_turn("ab");
    bench.turn(&turn);
    let (mission, step, attempt) = (MISSION, turn.step, turn.attempt);
    let outcome = Outcome::Halted("a person said so".to_owned());
    bench.handle(Input::Stop { mission, step, attempt, outcome: outcome.clone() });
    let stop = Output::ProposeStop { mission, step, attempt, outcome };
    let refused = Input::StopRefused { mission, step, attempt, reasons: vec!["no".to_owned()] };
    for _ in 0..3 {
        bench.see("a world");
        assert_eq!(bench.handle(refused.clone()), []);
        assert_eq!(bench.handle(refused.clone()), [], "again");
        assert_eq!(bench.pass(LEASE - LEASE / 100), []);
        assert_eq!(bench.pass(LEASE / 100), std::slice::from_ref(&stop));
    }
}
