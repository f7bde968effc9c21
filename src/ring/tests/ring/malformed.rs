use std::sync::Arc;

use surefleet_fleet::{Attempt, Brief, Decision, StepIndex, Turn};
use surefleet_ring::Counts;

use crate::bench::{Bench, decided, first_turn, robot};

/// The counts of a robot that waits for a's decision and hears the turn after `damage` was done to it.
fn counts(damage: impl FnOnce(&mut Turn)) -> Counts {
    let mut bench = Bench::new("b");
    bench.turn(&first_turn("abc"));
    let mut turn = decided(&first_turn("abc"), &[1]);
    damage(&mut turn);
    assert_eq!(bench.turn(&turn), [], "it changes nothing");
    assert_eq!(bench.ring.turns().map(|turn| turn.key()).collect::<Vec<_>>(), [first_turn("abc").key()]);
    bench.ring.counts()
}

#[test]
fn order_that_repeats_lacks_or_invents_a_robot_is_rejected() {
    assert_eq!(counts(|turn| turn.order = Arc::new(["a", "b", "b"].map(robot))).order, 1);
    assert_eq!(counts(|turn| turn.order = Arc::new(["a", "b"].map(robot))).order, 1);
    assert_eq!(counts(|turn| turn.order = Arc::new(["a", "b", "z"].map(robot))).order, 1);
}

#[test]
fn decisions_that_do_not_follow_the_order_are_rejected() {
    assert_eq!(counts(|turn| turn.decided[0].robot = robot("c")).decided, 1);
    assert_eq!(counts(|turn| turn.decided[0].attempt = Attempt(1)).decided, 1);
    let four = |turn: &mut Turn| turn.decided = [&turn.decided[..]; 4].concat();
    assert_eq!(counts(four).decided, 1);
}

#[test]
fn history_of_another_length_or_width_is_rejected() {
    let row = |width| vec![Some(Decision::new(0)); width];
    assert_eq!(counts(|turn| turn.history = vec![row(3)].into()).history, 1);
    assert_eq!(counts(|turn| turn.step = turn.step.next()).history, 1);
    let narrow = |turn: &mut Turn| {
        turn.step = turn.step.next();
        turn.history = vec![row(2)].into();
    };
    assert_eq!(counts(narrow).history, 1);
}

#[test]
fn step_past_the_horizon_and_attempt_past_reason_are_rejected() {
    assert_eq!(counts(|turn| turn.step = StepIndex::new(6).unwrap_or(StepIndex::FIRST)).step_jump, 1);
    assert_eq!(counts(|turn| turn.attempt = Attempt(u32::MAX)).attempt, 1);
}

#[test]
fn another_brief_under_the_same_id_is_rejected() {
    let other = |turn: &mut Turn| turn.brief = Arc::new(Brief { horizon: 3, ..Brief::clone(&turn.brief) });
    assert_eq!(counts(other).brief_changed, 1);
}

#[test]
fn mission_with_a_team_that_repeats_a_robot_is_not_met() {
    let mut bench = Bench::new("b");
    assert_eq!(bench.turn(&first_turn("abb")), []);
    assert_eq!((bench.ring.counts().brief, bench.ring.turns().count()), (1, 0));
    let mut endless = first_turn("ab");
    endless.brief = Arc::new(Brief { horizon: u32::MAX, ..Brief::clone(&endless.brief) });
    bench.turn(&endless);
    assert_eq!(bench.ring.counts().rejected(), 2);
}
