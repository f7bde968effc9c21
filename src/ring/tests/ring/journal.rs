use surefleet_fleet::{Attempt, Decision, SkillOutcome, Stamp, StepIndex, Turn, TurnKey};
use surefleet_ring::{Entry, Input, Output};

use crate::bench::{Bench, LEASE, MISSION, asked, decided, decisions, first_turn, heartbeat, published};

#[test]
fn held_turn_is_decided_after_a_restart_under_its_own_name() {
    let mut before = Bench::new("b");
    before.turn(&first_turn("ab"));
    let turn = decided(&first_turn("ab"), &[1]);
    before.turn(&turn);
    let after = Bench::with_journal("b", Stamp::ZERO + LEASE, before.journal());
    assert_eq!(asked(&after.outputs).as_deref(), Some(&turn), "so the open help request keeps its key");
    assert_eq!(after.journal(), [], "nothing is new");
}

#[test]
fn decision_that_was_journalled_but_not_published_is_not_made_again() {
    let mut before = Bench::new("a");
    let turn = first_turn("ab");
    before.turn(&turn);
    before.decide(&turn, 3);
    let mut after = Bench::with_journal("a", Stamp::ZERO, before.journal());
    assert_eq!(asked(&after.turn(&turn)), None);
    assert_eq!(asked(&after.outputs), None);
    let again = published(&after.pass(LEASE)).pop().expect("it regenerates what nobody heard of");
    assert_eq!((decisions(&again), again.attempt), (vec![Some(3)], Attempt(3)));
    assert_eq!(again.decided[0].attempt, Attempt::FIRST);
}

#[test]
fn approved_step_is_executed_again_after_a_restart_unless_it_was_finished() {
    let mut before = Bench::new("b");
    before.turn(&first_turn("ab"));
    let whole = decided(&first_turn("ab"), &[1, 2]);
    before.turn(&whole);
    before.approve(&whole.joint_step().expect("all have decided"));
    let is_execute = |output: &&Output| matches!(output, Output::Execute { .. });
    let mut after = Bench::with_journal("b", Stamp::ZERO, before.journal());
    let (mission, step, attempt) = (MISSION, whole.step, whole.attempt);
    let facts = whole.facts.clone();
    let execute = Output::Execute { mission, step, attempt, decision: Decision::new(2), facts };
    assert_eq!(after.outputs.iter().find(is_execute), None, "nobody is heard to be there for it");
    assert_eq!(after.handle(Input::Heartbeat(heartbeat("a", &whole, false))), [execute]);

    after.handle(Input::SkillFinished { mission, step, outcome: SkillOutcome::Failed("slipped".to_owned()) });
    let journal: Vec<Entry> = before.journal().into_iter().chain(after.journal()).collect();
    let mut last = Bench::with_journal("b", Stamp::ZERO, journal);
    assert_eq!(last.outputs.iter().find(is_execute), None);
    last.pass(LEASE);
    assert_eq!(last.last_heartbeat().and_then(|heartbeat| heartbeat.finished), Some((step, false)));
}

/// Robot b of a team of two, which died while it executed step 1 and is back after this many leases.
fn back_after(leases: u32) -> (Bench, Turn) {
    let mut before = Bench::new("b");
    before.turn(&first_turn("ab"));
    let whole = decided(&first_turn("ab"), &[1, 2]);
    before.turn(&whole);
    before.approve(&whole.joint_step().expect("all have decided"));
    (Bench::with_journal("b", Stamp::ZERO + LEASE * leases, before.journal()), whole)
}

fn moves(outputs: &[Output]) -> bool {
    outputs.iter().any(|output| matches!(output, Output::Execute { .. }))
}

#[test]
fn approved_step_is_not_begun_after_a_restart_while_no_mate_is_heard() {
    let (mut bench, whole) = back_after(100);
    let mut outputs = bench.outputs.clone();
    outputs.extend(bench.pass(LEASE * 3));
    assert!(!moves(&outputs), "{outputs:?}");
    assert!(!moves(&bench.handle(Input::Heartbeat(heartbeat("a", &whole, false)))), "it has gone on without the step");
    let says_so = |output: &Output| matches!(output, Output::PublishOutcome { .. });
    assert!(!bench.outputs.iter().any(says_so), "an earlier life may have begun it, so it may still move");
    bench.see("the world after the step");
    let next = published(&bench.pass(LEASE * 2));
    assert_eq!(next.first().map(|turn| turn.step), Some(StepIndex::FIRST.next()), "the mission goes on");
}

#[test]
fn approved_step_is_not_begun_after_a_restart_once_mates_are_past_it() {
    let (mut bench, whole) = back_after(1);
    let mut past = heartbeat("a", &whole, false);
    past.seen = past.seen.map(|seen| TurnKey { step: seen.step.next(), ..seen });
    assert!(!moves(&bench.handle(Input::Heartbeat(past))));
    assert!(!moves(&bench.handle(Input::Heartbeat(heartbeat("a", &whole, false)))), "that one was late");
}

#[test]
fn robot_alone_in_a_step_goes_on_with_it_after_a_restart() {
    let mut before = Bench::new("a");
    let turn = first_turn("a");
    before.turn(&turn);
    let whole = decided(&turn, &[1]);
    before.decide(&turn, 1);
    before.approve(&whole.joint_step().expect("all have decided"));
    assert!(moves(&Bench::with_journal("a", Stamp::ZERO + LEASE * 100, before.journal()).outputs));
}

#[test]
fn attempt_that_was_journalled_is_not_issued_again() {
    let mut before = Bench::new("b");
    before.turn(&first_turn("abc"));
    let issued = published(&before.pass(LEASE * 5 / 4)).pop().expect("a is silent");
    let mut after = Bench::with_journal("b", Stamp::ZERO, before.journal());
    after.decide(&issued, 2);
    let next = published(&after.pass(LEASE * 9));
    assert!(next.iter().skip(1).all(|turn| turn.attempt > issued.attempt), "{next:?}");
}

#[test]
fn without_a_journal_a_robot_decides_only_under_attempts_that_nobody_made_before() {
    let mut bench = Bench::new("b");
    let turn = decided(&first_turn("abc"), &[1]);
    let held = asked(&bench.turn(&turn)).expect("it does not sit out");
    // Incarnation 5 leaps over six of its attempts 1, 5, 9, ...
    assert_eq!(held.attempt, Attempt(1 + 6 * 4));
    assert!(published(&bench.outputs).is_empty(), "it is published with the decision");
    bench.decide(&held, 2);

    let whole = decided(&held, &[2, 3]);
    bench.turn(&whole);
    bench.approve(&whole.joint_step().expect("all have decided"));
    let mut next = first_turn("abc");
    next.step = StepIndex::FIRST.next();
    next.history = vec![[1, 2, 3].map(|decision| Some(Decision::new(decision))).to_vec()].into();
    let next = decided(&next, &[4]);
    bench.handle(Input::SkillFinished { mission: MISSION, step: whole.step, outcome: SkillOutcome::Done });
    let held = asked(&bench.turn(&next)).expect("b holds it");
    assert_eq!(held.attempt, Attempt::FIRST, "its decision was approved, so later steps are younger than its loss");
}

#[test]
fn approved_decision_of_an_earlier_life_says_nothing_about_later_steps() {
    let mut bench = Bench::new("b");
    let turn = decided(&first_turn("ab"), &[1]);
    let held = asked(&bench.turn(&turn)).expect("b holds it");
    bench.decide(&held, 2);
    let forgotten = decided(&turn, &[3]);
    bench.approve(&forgotten.joint_step().expect("all have decided"));
    bench.handle(Input::SkillFinished { mission: MISSION, step: turn.step, outcome: SkillOutcome::Done });
    let mut next = first_turn("ab");
    next.step = StepIndex::FIRST.next();
    next.history = vec![[1, 3].map(|decision| Some(Decision::new(decision))).to_vec()].into();
    let held = asked(&bench.turn(&decided(&next, &[4]))).expect("b holds it");
    assert!(held.attempt > Attempt::FIRST, "an earlier life may have decided attempt 0 of step 2 as well");
}

#[test]
fn mission_met_in_its_first_turn_is_new_without_a_journal() {
    let mut bench = Bench::new("b");
    bench.turn(&first_turn("ab"));
    let turn = decided(&first_turn("ab"), &[1]);
    assert_eq!(asked(&bench.turn(&turn)).map(|held| held.attempt), Some(Attempt::FIRST));
}

#[test]
fn entries_survive_json() {
    let mut bench = Bench::new("b");
    bench.turn(&first_turn("ab"));
    let turn = decided(&first_turn("ab"), &[1]);
    bench.turn(&turn);
    bench.decide(&turn, 2);
    let whole = decided(&turn, &[2]);
    bench.approve(&whole.joint_step().expect("all have decided"));
    bench.handle(Input::SkillFinished { mission: MISSION, step: turn.step, outcome: SkillOutcome::Done });
    let journal = bench.journal();
    assert_eq!(journal.len(), 5);
    let lines: Vec<String> = journal.iter().map(|entry| serde_json::to_string(entry).expect("plain values")).collect();
    let read: Vec<Entry> = lines.iter().map(|line| serde_json::from_str(line).expect("as written")).collect();
    assert_eq!(read, journal);
}
