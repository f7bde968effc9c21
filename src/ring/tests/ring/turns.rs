use std::sync::Arc;

use surefleet_fleet::{Attempt, Facts, Outcome, Stamp, StepIndex, TurnKey};
use surefleet_ring::{Entry, Input, Output};

use crate::bench::{Bench, LEASE, MISSION, asked, decided, decisions, first_turn, heartbeat, names, published, robot};

#[test]
fn holder_journals_its_decision_before_it_publishes_it() {
    let mut bench = Bench::new("a");
    let turn = first_turn("abc");
    assert_eq!(asked(&bench.turn(&turn)).as_deref(), Some(&turn));
    let outputs = bench.decide(&turn, 9);
    let [Output::Journal(Entry::Decided { decision, .. }), Output::Publish(next)] = outputs.as_slice() else {
        panic!("{outputs:?}");
    };
    assert_eq!((decision.get(), next.as_ref()), (9, &decided(&turn, &[9])));
}

#[test]
fn last_to_decide_proposes_the_joint_step_with_the_facts_it_was_planned_from() {
    let mut bench = Bench::new("b");
    bench.turn(&first_turn("ab"));
    let turn = decided(&first_turn("ab"), &[1]);
    bench.turn(&turn);
    let whole = decided(&turn, &[2]);
    let outputs = bench.decide(&turn, 2);
    let joint = whole.joint_step().expect("all have decided");
    assert_eq!(outputs.last(), Some(&Output::Propose { joint, facts: whole.facts.clone() }));
}

#[test]
fn turns_that_are_not_newer_change_nothing() {
    let mut bench = Bench::new("a");
    let turn = first_turn("ab");
    bench.turn(&turn);
    bench.decide(&turn, 1);
    assert_eq!(bench.turn(&turn), []);
    assert_eq!(bench.turn(&decided(&turn, &[1])), []);
    assert_eq!(bench.ring.counts().late, 2);
}

#[test]
fn attempt_that_asks_a_second_time_is_not_decided_a_second_time() {
    let mut bench = Bench::new("a");
    let turn = first_turn("abc");
    bench.turn(&turn);
    bench.decide(&turn, 1);
    let mut other = turn.clone();
    other.order = Arc::new(["b", "c", "a"].map(robot));
    let other = decided(&other, &[2, 3]);
    assert_eq!(bench.turn(&other), [], "only a broken mate can make this of an attempt that a has decided");
    let held = asked(&bench.pass(LEASE * 2)).expect("the lease makes another attempt of it");
    assert!(held.attempt > turn.attempt);
}

#[test]
fn newer_attempt_withdraws_the_turn_from_the_planner_whose_answer_then_comes_to_nothing() {
    let mut bench = Bench::new("a");
    let turn = first_turn("ab");
    bench.turn(&turn);
    let mut newer = turn.clone();
    newer.attempt = Attempt(1);
    newer.order = Arc::new([robot("b"), robot("a")]);
    let (mission, step, attempt) = (MISSION, StepIndex::FIRST, Attempt::FIRST);
    assert_eq!(bench.turn(&newer), [Output::Withdraw { mission, step, attempt }]);
    assert_eq!(bench.decide(&turn, 1), []);
}

#[test]
fn lost_turn_is_regenerated_by_the_successor_after_a_lease() {
    let mut bench = Bench::new("c");
    let turn = decided(&first_turn("abcd"), &[1]);
    bench.turn(&first_turn("abcd"));
    bench.turn(&turn);
    assert_eq!(bench.pass_with(LEASE * 9 / 10, &["a", "b", "d"], &turn, None), []);
    let outputs = bench.pass(LEASE / 5);
    assert!(matches!(outputs[0], Output::Journal(Entry::Issued(_))));
    let [again] = published(&outputs).try_into().expect("one turn");
    // Robot c is at place 2 of a team of four, so attempt 2 is its first; b is alive, so it keeps its place.
    assert_eq!((again.attempt, names(&again), decisions(&again)), (Attempt(2), "abcd".to_owned(), vec![Some(1)]));
    assert_eq!(again.decided[0].attempt, Attempt::FIRST);
}

#[test]
fn robots_farther_behind_wait_longer_but_less_than_two_leases() {
    let turn = first_turn("abcd");
    let mut waits = Vec::new();
    for me in ["b", "c", "d"] {
        let mut bench = Bench::new(me);
        bench.turn(&turn);
        let mates: Vec<&str> = ["b", "c", "d"].into_iter().filter(|mate| *mate != me).collect();
        while published(&bench.outputs).is_empty() && bench.now < Stamp::ZERO + LEASE * 3 {
            bench.pass_with(LEASE / 12, &mates, &turn, None);
        }
        waits.push(bench.now.as_nanos() as f64 / LEASE.as_nanos() as f64);
    }
    assert!(waits[0] < 1.2 && waits[1] > 1.4 && waits[2] > waits[1] && waits[2] < 2.0, "{waits:?}");
}

#[test]
fn silent_holder_moves_to_the_end_of_the_order() {
    let mut bench = Bench::new("b");
    let turn = first_turn("abc");
    bench.turn(&turn);
    let outputs = bench.pass_with(LEASE * 5 / 4, &["c"], &turn, None);
    assert_eq!(published(&outputs).iter().map(|turn| names(turn)).collect::<Vec<_>>(), ["bca"]);
    assert!(asked(&outputs).is_some(), "b itself holds the new attempt");
}

#[test]
fn robots_that_stay_silent_are_absent_after_a_further_lease() {
    let mut bench = Bench::new("a");
    let turn = first_turn("abc");
    bench.turn(&turn);
    bench.decide(&turn, 4);
    let first = published(&bench.pass(LEASE * 5 / 4));
    assert_eq!(decisions(&first[0]), [Some(4)]);
    let outputs = bench.pass(LEASE);
    let whole = published(&outputs).pop().expect("a complete turn");
    assert_eq!(decisions(&whole), [Some(4), None, None]);
    assert_eq!(whole.decided[1].attempt, whole.attempt);
    assert!(matches!(outputs.last(), Some(Output::Propose { .. })));
}

#[test]
fn holder_keeps_the_turn_for_as_long_as_its_heartbeats_say_so() {
    let mut bench = Bench::new("b");
    let turn = first_turn("ab");
    bench.turn(&turn);
    assert_eq!(bench.pass_with(LEASE * 1000, &["a"], &turn, Some("a")), []);
    let outputs = bench.pass(LEASE * 2);
    assert_eq!(names(&published(&outputs)[0]), "ba");
}

#[test]
fn robot_that_waits_for_a_person_says_so() {
    let mut bench = Bench::new("a");
    bench.turn(&first_turn("ab"));
    bench.handle(Input::WaitsForHelp { mission: MISSION, waits: true });
    bench.pass(LEASE * 50);
    let heartbeat = bench.last_heartbeat().expect("three a lease");
    assert!(heartbeat.holding && heartbeat.waiting_for_help);
    assert_eq!(heartbeat.seen, Some(first_turn("ab").key()));
    assert_eq!(published(&bench.outputs), [], "nobody takes the turn from it");
}

#[test]
fn robot_behind_leaves_regeneration_to_those_that_know_a_newer_turn() {
    let mut bench = Bench::new("b");
    let turn = first_turn("abc");
    bench.turn(&turn);
    assert_eq!(bench.pass_with(LEASE * 5, &["c"], &decided(&turn, &[1]), None), []);
}

#[test]
fn new_order_clears_decisions_and_counts() {
    let mut bench = Bench::new("b");
    bench.turn(&first_turn("abc"));
    let turn = decided(&first_turn("abc"), &[1]);
    bench.turn(&turn);
    let order = Arc::new([robot("c"), robot("b"), robot("a")]);
    let (step, attempt) = (turn.step, turn.attempt);
    let outputs = bench.handle(Input::Reorder { mission: MISSION, step, attempt, order });
    let again = published(&outputs).pop().expect("a new attempt");
    assert_eq!((names(&again).as_str(), again.reorders, again.attempt), ("cba", 1, Attempt(1)));
    assert!(again.decided.is_empty());
    assert!(!outputs.iter().any(|output| matches!(output, Output::Withdraw { .. })), "the planner gave it up itself");
}

#[test]
fn world_that_changes_under_the_held_turn_begins_the_step_again() {
    let mut bench = Bench::new("b");
    bench.turn(&first_turn("ab"));
    let turn = decided(&first_turn("ab"), &[1]);
    bench.turn(&turn);
    bench.pass(LEASE / 10);
    assert_eq!(bench.see("at the start"), [], "the world is the one that is planned from");
    bench.pass(LEASE / 10);
    let outputs = bench.see("at another place");
    assert!(matches!(outputs[0], Output::Withdraw { attempt: Attempt::FIRST, .. }), "{outputs:?}");
    let again = published(&outputs).pop().expect("a new attempt");
    assert_eq!((again.attempt, again.decided.len()), (Attempt(1), 0));
    assert_eq!(again.facts, Facts::new(["at another place".to_owned()]));
}

#[test]
fn mission_that_ended_does_not_come_back_with_a_late_turn() {
    let mut bench = Bench::new("a");
    let turn = first_turn("ab");
    bench.turn(&turn);
    let outputs = bench.handle(Input::End { mission: MISSION, outcome: Outcome::Succeeded });
    assert!(matches!(outputs[0], Output::Withdraw { .. }));
    assert_eq!(
        outputs[1..],
        [Output::Journal(Entry::Ended(MISSION)), Output::Ended { mission: MISSION, outcome: Outcome::Succeeded }]
    );
    assert_eq!(bench.turn(&turn), []);
    assert_eq!(bench.ring.turns().count(), 0);
    let mut restarted = Bench::with_journal("a", bench.now, bench.journal());
    assert_eq!(restarted.turn(&turn), []);
}

#[test]
fn mission_of_others_is_left_alone() {
    let mut bench = Bench::new("z");
    assert_eq!(bench.turn(&first_turn("ab")), []);
    bench.pass(LEASE);
    assert_eq!(bench.last_heartbeat().and_then(|heartbeat| heartbeat.mission), None);
    assert_eq!(bench.ring.counts().rejected(), 0);
}

#[test]
fn stop_is_proposed_each_lease_until_the_monitor_answers() {
    let mut bench = Bench::new("a");
    let turn = first_turn("a");
    bench.turn(&turn);
    let (mission, step, attempt, outcome) = (MISSION, turn.step, turn.attempt, Outcome::Succeeded);
    let stop = Output::ProposeStop { mission, step, attempt, outcome: outcome.clone() };
    assert_eq!(bench.handle(Input::Stop { mission, step, attempt, outcome }), std::slice::from_ref(&stop));
    assert_eq!(bench.pass(LEASE * 5 / 2), [&stop; 2].map(Output::clone));
    bench.handle(Input::StopRefused { mission, step, attempt, reasons: vec!["no".into(), "not yet".into()] });
    bench.pass(LEASE / 10);
    let outputs = bench.see("another world");
    let again = asked(&outputs).expect("the step begins again");
    assert_eq!(again.refusals.as_ref(), ["no; not yet".to_owned()]);
    assert_eq!(again.facts, Facts::new(["another world".to_owned()]));
}

#[test]
fn heartbeats_in_its_own_name_show_a_second_planner() {
    let mut bench = Bench::new("a");
    bench.handle(Input::Heartbeat(heartbeat("a", &first_turn("a"), false)));
    assert_eq!(bench.ring.counts().namesakes, 1);
}

#[test]
fn turn_that_cannot_be_renews_no_lease() {
    let turn = decided(&first_turn("ab"), &[1]);
    let far = |step| TurnKey { step: StepIndex::new(step).expect("not 0"), ..turn.key() };
    let damaged = TurnKey { attempt: Attempt::LIMIT, ..turn.key() };
    for bogus in [far(u32::MAX), far(turn.brief.horizon + 2), damaged] {
        let mut bench = Bench::new("a");
        bench.turn(&turn);
        let mut outputs = Vec::new();
        for _ in 0..10 {
            let mut beat = heartbeat("b", &turn, true);
            beat.seen = Some(bogus);
            bench.handle(Input::Heartbeat(beat));
            outputs.extend(bench.pass(LEASE / 2));
        }
        assert!(!published(&outputs).is_empty(), "{bogus:?} is in nobody's hands");
    }
}
