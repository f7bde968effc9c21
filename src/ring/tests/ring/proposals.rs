//! The joint step that a planner for the team proposes travels with the turn, and no longer than it makes sense.

use std::sync::Arc;

use surefleet_fleet::{Decision, Stamp, TeamProposal, Turn};
use surefleet_ring::{Entry, Input, Output};

use crate::bench::{Bench, LEASE, asked, decided, first_turn, published, robot};

fn proposal(owner: &str, parts: &[(&str, u16)]) -> Option<Arc<TeamProposal>> {
    let parts = parts.iter().map(|(name, part)| (robot(name), Decision::new(*part))).collect();
    Some(Arc::new(TeamProposal { owner: robot(owner), by: "tiny".to_owned(), parts }))
}

fn of_a() -> Option<Arc<TeamProposal>> {
    proposal("a", &[("a", 1), ("b", 2), ("c", 3)])
}

/// The turn that b hears from a.
fn from_a() -> Turn {
    Turn { proposal: of_a(), ..decided(&first_turn("abc"), &[1]) }
}

#[test]
fn first_robot_proposes_and_all_others_pass_the_proposal_on_unchanged() {
    let mut first = Bench::new("a");
    first.turn(&first_turn("abc"));
    let [next] = published(&first.propose(&first_turn("abc"), 1, of_a())).try_into().expect("one turn");
    assert_eq!(*next, from_a());

    let mut second = Bench::new("b");
    second.turn(&first_turn("abc"));
    assert_eq!(asked(&second.turn(&next)).expect("b holds it").proposal, of_a());
    let other = proposal("b", &[("a", 9), ("b", 9), ("c", 9)]);
    let passed_on = published(&second.propose(&next, 2, other));
    assert_eq!(passed_on.last().map(|turn| turn.proposal.clone()), Some(of_a()), "only the first robot may propose");
}

#[test]
fn regenerated_turn_keeps_the_proposal_with_the_decisions() {
    let mut bench = Bench::new("c");
    bench.turn(&first_turn("abc"));
    bench.turn(&from_a());
    let again = published(&bench.pass(LEASE * 5)).into_iter().find(|turn| turn.attempt > from_a().attempt);
    let again = again.expect("b is silent, so the turn is made again");
    assert_eq!((again.proposal.clone(), again.decided.len()), (of_a(), 1));
}

#[test]
fn refused_step_begins_again_without_the_proposal_and_so_does_a_new_order() {
    let mut bench = Bench::new("a");
    bench.turn(&first_turn("abc"));
    bench.propose(&first_turn("abc"), 1, of_a());
    let whole = Turn { proposal: of_a(), ..decided(&first_turn("abc"), &[1, 2, 3]) };
    bench.turn(&whole);
    let joint = whole.joint_step().expect("all have decided");
    bench.handle(Input::Verdict { joint, verdict: Err(vec!["shut".to_owned()]) });
    bench.pass(LEASE / 10);
    let again = asked(&bench.see("new")).expect("a is the first of the order");
    assert_eq!(again.refusals.len(), 1);
    assert_eq!(again.proposal, None, "it was a part of what was refused");

    let mut bench = Bench::new("b");
    bench.turn(&first_turn("abc"));
    bench.turn(&from_a());
    let order = ["b", "a", "c"].map(robot).into();
    let (mission, step, attempt) = (from_a().mission(), from_a().step, from_a().attempt);
    let again = published(&bench.handle(Input::Reorder { mission, step, attempt, order }));
    assert_eq!(again.last().map(|turn| (turn.proposal.clone(), turn.reorders)), Some((None, 1)));
}

#[test]
fn after_a_restart_the_proposal_is_still_known() {
    let mut before = Bench::new("a");
    before.turn(&first_turn("abc"));
    before.propose(&first_turn("abc"), 1, of_a());
    let kept = |entry: &Entry| matches!(entry, Entry::Decided { proposal, .. } if *proposal == of_a());
    assert!(before.journal().iter().any(kept));
    let after = Bench::with_journal("a", Stamp::ZERO, before.journal());
    let turns: Vec<_> = after.ring.turns().map(|turn| turn.proposal.clone()).collect();
    assert_eq!(turns, [of_a()]);
    assert!(!after.outputs.iter().any(|output| matches!(output, Output::Decide(_))), "it has decided");
}

#[test]
fn proposal_of_another_team_or_before_any_decision_is_rejected() {
    for (proposal, decisions) in
        [(proposal("z", &[("a", 1)]), &[1_u16] as &[u16]), (proposal("a", &[("z", 1)]), &[1]), (of_a(), &[])]
    {
        let mut bench = Bench::new("b");
        bench.turn(&first_turn("abc"));
        let mut turn = Turn { proposal, ..decided(&first_turn("abc"), decisions) };
        turn.attempt = turn.attempt.next();
        assert_eq!(bench.turn(&turn), []);
        assert_eq!((bench.ring.counts().proposal, bench.ring.counts().rejected()), (1, 1));
    }
}
