//! The joint step that a planner for the team wrote travels with the turn, and no longer than it makes sense.

use std::sync::Arc;

use surefleet_fleet::{Decision, Stamp, TeamStep, Turn};
use surefleet_ring::{Entry, Input, Output};

use crate::bench::{Bench, LEASE, asked, decided, first_turn, published, robot};

fn team_step(owner: &str, parts: &[(&str, u16)]) -> Option<Arc<TeamStep>> {
    let parts = parts.iter().map(|(name, part)| (robot(name), Decision::new(*part))).collect();
    Some(Arc::new(TeamStep { owner: robot(owner), by: "tiny".to_owned(), parts }))
}

fn of_a() -> Option<Arc<TeamStep>> {
    team_step("a", &[("a", 1), ("b", 2), ("c", 3)])
}

/// The turn that b hears from a.
fn from_a() -> Turn {
    Turn { team_step: of_a(), ..decided(&first_turn("abc"), &[1]) }
}

#[test]
fn first_robot_puts_a_team_step_on_the_ring_and_all_others_pass_it_on_unchanged() {
    let mut first = Bench::new("a");
    first.turn(&first_turn("abc"));
    let [next] = published(&first.propose(&first_turn("abc"), 1, of_a())).try_into().expect("one turn");
    assert_eq!(*next, from_a());

    let mut second = Bench::new("b");
    second.turn(&first_turn("abc"));
    assert_eq!(asked(&second.turn(&next)).expect("b holds it").team_step, of_a());
    let other = team_step("b", &[("a", 9), ("b", 9), ("c", 9)]);
    let passed_on = published(&second.propose(&next, 2, other));
    assert_eq!(passed_on.last().map(|turn| turn.team_step.clone()), Some(of_a()), "only the first robot's counts");
}

#[test]
fn regenerated_turn_keeps_the_team_step_with_the_decisions() {
    let mut bench = Bench::new("c");
    bench.turn(&first_turn("abc"));
    bench.turn(&from_a());
    let again = published(&bench.pass(LEASE * 5)).into_iter().find(|turn| turn.attempt > from_a().attempt);
    let again = again.expect("b is silent, so the turn is made again");
    assert_eq!((again.team_step.clone(), again.decided.len()), (of_a(), 1));
}

#[test]
fn step_that_begins_again_for_a_refusal_a_new_order_or_another_world_has_no_team_step() {
    let mut bench = Bench::new("a");
    bench.turn(&first_turn("abc"));
    bench.propose(&first_turn("abc"), 1, of_a());
    let whole = Turn { team_step: of_a(), ..decided(&first_turn("abc"), &[1, 2, 3]) };
    bench.turn(&whole);
    let joint = whole.joint_step().expect("all have decided");
    bench.handle(Input::Verdict { joint, verdict: Err(vec!["shut".to_owned()]) });
    bench.pass(LEASE / 10);
    let again = asked(&bench.see("new")).expect("a is the first of the order");
    assert_eq!(again.refusals.len(), 1);
    assert_eq!(again.team_step, None, "it was a part of what was refused");

    let mut bench = Bench::new("b");
    bench.turn(&first_turn("abc"));
    bench.turn(&from_a());
    let order = ["b", "a", "c"].map(robot).into();
    let (mission, step, attempt) = (from_a().mission(), from_a().step, from_a().attempt);
    let again = published(&bench.handle(Input::Reorder { mission, step, attempt, order }));
    assert_eq!(again.last().map(|turn| (turn.team_step.clone(), turn.reorders)), Some((None, 1)));

    let mut bench = Bench::new("b");
    bench.turn(&first_turn("abc"));
    bench.turn(&from_a());
    bench.pass(LEASE / 10);
    bench.see("at(b, elsewhere)");
    let [again] = issued(&bench).try_into().expect("one attempt");
    assert_eq!((again.team_step.clone(), again.decided.len()), (None, 0), "it was planned for another world");
    // All others take that attempt up.
    let mut mate = Bench::new("c");
    mate.turn(&first_turn("abc"));
    mate.turn(&from_a());
    mate.turn(&again);
    assert_eq!(
        (mate.ring.counts().rejected(), mate.ring.turns().next().map(|turn| turn.key())),
        (0, Some(again.key()))
    );
}

/// The attempts that a robot made.
fn issued(bench: &Bench) -> Vec<Arc<Turn>> {
    let of = |entry: Entry| match entry {
        Entry::Issued(turn) => Some(turn),
        _ => None,
    };
    bench.journal().into_iter().filter_map(of).collect()
}

#[test]
fn after_a_restart_the_team_step_is_still_known() {
    let mut before = Bench::new("a");
    before.turn(&first_turn("abc"));
    before.propose(&first_turn("abc"), 1, of_a());
    let kept = |entry: &Entry| matches!(entry, Entry::Decided { team_step, .. } if *team_step == of_a());
    assert!(before.journal().iter().any(kept));
    let after = Bench::with_journal("a", Stamp::ZERO, before.journal());
    let turns: Vec<_> = after.ring.turns().map(|turn| turn.team_step.clone()).collect();
    assert_eq!(turns, [of_a()]);
    assert!(!after.outputs.iter().any(|output| matches!(output, Output::Decide(_))), "it has decided");
}

#[test]
fn team_step_of_another_team_of_a_later_robot_or_before_any_decision_is_rejected() {
    for (team_step, decisions) in
        [(team_step("z", &[("a", 1)]), &[1_u16] as &[u16]), (team_step("a", &[("z", 1)]), &[1]), (of_a(), &[])]
    {
        let mut bench = Bench::new("b");
        bench.turn(&first_turn("abc"));
        let mut turn = Turn { team_step, ..decided(&first_turn("abc"), decisions) };
        turn.attempt = turn.attempt.next();
        assert_eq!(bench.turn(&turn), []);
        assert_eq!((bench.ring.counts().team_step, bench.ring.counts().rejected()), (1, 1));
    }
}
