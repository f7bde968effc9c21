//! Constraints that are fine alone and impossible together, under axioms.

use std::sync::Arc;

use surefleet_ltl::{
    Axioms, Budget, CheckOutcome, Conflict, Constraint, Formula, Group, LtlError, Proposition, Session, Spec, Valuation,
};

fn name(text: &str) -> Proposition {
    Proposition::new(text).expect("a name")
}

fn names(texts: &[&str]) -> Vec<Proposition> {
    texts.iter().map(|text| name(text)).collect()
}

fn spec(formulas: &[&str], axioms: &Axioms) -> Spec {
    let constraint = |text: &&str| Constraint {
        words: format!("words of {text}"),
        formula: Formula::parse(text).unwrap_or_else(|error| panic!("{text}: {error}")),
    };
    Spec::compile(formulas.iter().map(constraint).collect(), axioms, &Budget::default()).expect("small")
}

fn exclusive(texts: &[&str]) -> Axioms {
    Axioms { groups: vec![Group::at_most_one(names(texts))], ..Axioms::default() }
}

fn conflicts(formulas: &[&str], axioms: &Axioms) -> Vec<Conflict> {
    let spec = spec(formulas, axioms);
    assert!(!spec.report().is_undetermined);
    spec.report().conflicts.clone()
}

fn conflict(constraints: &[usize]) -> Vec<Conflict> {
    vec![Conflict { constraints: constraints.to_vec(), is_minimal: true }]
}

#[test]
fn families_that_are_fine_one_by_one_conflict_together() {
    let apart = exclusive(&["a", "b"]);
    let before_each_other = ["G !z", "!a W b", "!b W a", "F a", "F c"];
    assert_eq!(conflicts(&before_each_other, &apart), conflict(&[1, 2, 3]));
    assert_eq!(conflicts(&before_each_other, &Axioms::default()), [], "a and b at once are before each other");
    assert_eq!(conflicts(&before_each_other[..3], &apart), [], "neither a nor b");

    let for_ever = ["F a", "G(a -> F b)", "G(b -> F a)"];
    assert_eq!(conflicts(&for_ever, &apart), conflict(&[0, 1, 2]));
    assert_eq!(conflicts(&for_ever, &Axioms::default()), [], "a and b at once end it");

    let two_at_once = ["F a", "G(a -> X b)", "G(a -> X c)"];
    assert_eq!(conflicts(&two_at_once, &exclusive(&["b", "c"])), conflict(&[0, 1, 2]));
    assert_eq!(conflicts(&two_at_once, &Axioms::default()), []);
    assert_eq!(conflicts(&["F a", "G(a -> WX b)", "G(a -> WX c)"], &exclusive(&["b", "c"])), [], "the trace ends at a");
}

#[test]
fn every_conflict_is_told_unless_it_shares_a_constraint() {
    let apart = Axioms {
        groups: vec![Group::at_most_one(names(&["a", "b"])), Group::at_most_one(names(&["c", "d"]))],
        ..Axioms::default()
    };
    let formulas = ["F(c & d)", "F a", "!a W b", "F false", "!b W a", "G F c"];
    let mut told: Vec<Vec<usize>> = conflicts(&formulas, &apart).into_iter().map(|c| c.constraints).collect();
    told.sort();
    assert_eq!(told, [vec![0], vec![1, 2, 4], vec![3]]);
}

#[test]
fn traces_of_apart_constraints_must_end_together() {
    // One needs exactly two states, the other exactly three: no component waits for the other.
    let two = "a & X WX false";
    let three = "b & X X WX false";
    assert_eq!(conflicts(&[two, three, "F c"], &Axioms::default()), conflict(&[0, 1]));
    assert_eq!(conflicts(&[two, "F b", "F c"], &Axioms::default()), []);
    // One needs an even number of states, the other an odd one: each can go on for ever, neither can wait in one state.
    let even = "!a & X a & G(a <-> WX !a)";
    let odd = "b & G(b <-> WX !b)";
    assert_eq!(conflicts(&[even, "F c"], &Axioms::default()), []);
    assert_eq!(conflicts(&["F c", odd, even], &Axioms::default()), conflict(&[1, 2]));
}

#[test]
fn maps_and_fixed_propositions_bound_what_can_follow() {
    let rooms = names(&["at(hall)", "at(kitchen)", "at(cellar)"]);
    let map = Group::exactly_one(rooms.clone()).with_moves([(0, 1), (1, 0), (1, 2)]);
    let axioms = Axioms { groups: vec![map], fixed: names(&["open(gate)"]), ..Axioms::default() };
    let spec = Arc::new(spec(&["F at(hall)", "G(at(cellar) -> open(gate))"], &axioms));
    let state = |facts: &[&str]| spec.vocabulary().valuation(facts.iter().copied());
    let mut session = Session::new(spec.clone());
    let outcome = |session: &Session, facts: &[&str]| session.check(&[state(facts)]).outcome;

    assert_eq!(outcome(&session, &["at(hall)", "at(kitchen)"]), CheckOutcome::Impossible { at: 0 });
    assert_eq!(outcome(&session, &[]), CheckOutcome::Impossible { at: 0 }, "it is somewhere");
    let dead = CheckOutcome::DeadEnd(vec![0]);
    assert_eq!(outcome(&session, &["at(cellar)", "open(gate)"]), dead, "no way leads out of the cellar");
    session.commit(session.check(&[state(&["at(kitchen)"])])).expect("the hall is next to the kitchen");
    assert_eq!(
        outcome(&session, &["at(kitchen)"]),
        CheckOutcome::Allowed { relies_on: vec![] },
        "staying is always allowed"
    );
    assert_eq!(
        outcome(&session, &["at(kitchen)", "open(gate)"]),
        CheckOutcome::Impossible { at: 0 },
        "the gate is fixed"
    );
    let through_hall = [state(&["at(hall)"]), state(&["at(kitchen)"]), state(&["at(cellar)"])];
    assert!(matches!(session.check(&through_hall).outcome, CheckOutcome::Violated(found) if found[0].at == 2));
    let jump = [state(&["at(hall)"]), state(&["at(cellar)"])];
    assert_eq!(session.check(&jump).outcome, CheckOutcome::Impossible { at: 1 });
}

#[test]
fn what_the_axioms_guarantee_nothing_can_violate() {
    let formulas = ["G !(a & b)", "G(a -> X !b)", "b | !b", "G !a W b"];
    let under_axioms = spec(&formulas, &exclusive(&["a", "b"]));
    let can_violate: Vec<_> = (0..formulas.len()).map(|number| under_axioms.can_violate(number)).collect();
    assert_eq!(can_violate, [Some(false), Some(true), Some(false), Some(true)]);
    let frozen = Axioms { fixed: names(&["a"]), ..Axioms::default() };
    assert_eq!(spec(&["G a | G !a"], &frozen).can_violate(0), Some(false));
    assert_eq!(spec(&["G a | G !a"], &Axioms::default()).can_violate(0), Some(true));
}

#[test]
fn what_only_others_can_bring_about_is_named() {
    let axioms = Axioms { uncontrollable: names(&["near(person)"]), ..exclusive(&["at(door)", "at(lift)"]) };
    let spec = Arc::new(spec(&["F at(lift)", "G(at(lift) -> !near(person))"], &axioms));
    let person = spec.vocabulary().find("near(person)").expect("it is mentioned");
    let state = |facts: &[&str]| spec.vocabulary().valuation(facts.iter().copied());
    let mut session = Session::new(spec.clone());
    session.commit(session.check(&[state(&["at(door)"])])).expect("the lift is free");
    assert_eq!(session.check(&[state(&[])]).outcome, CheckOutcome::Allowed { relies_on: vec![] });
    assert_eq!(session.check(&[state(&["near(person)"])]).outcome, CheckOutcome::Allowed { relies_on: vec![person] });
}

#[test]
fn a_stale_or_denied_check_cannot_be_committed() {
    let spec = Arc::new(spec(&["!b W a", "F b"], &exclusive(&["a", "b"])));
    let state = |facts: &[&str]| spec.vocabulary().valuation(facts.iter().copied());
    let mut session = Session::new(spec.clone());
    let first = session.check(&[state(&[])]);
    let second = session.check(&[state(&["a"])]);
    assert_eq!((first.pending.as_slice(), second.pending.as_slice()), ([1].as_slice(), [1].as_slice()));
    session.commit(first).expect("allowed");
    assert_eq!(session.commit(second), Err(LtlError::Stale { checked: 0, now: 1 }));
    let denied = session.check(&[state(&["b"])]);
    let CheckOutcome::Violated(violations) = &denied.outcome else { panic!("b before a: {denied:?}") };
    let [a, b] = ["a", "b"].map(|text| spec.vocabulary().find(text).expect("mentioned"));
    assert_eq!((violations[0].constraint, violations[0].at), (0, 0));
    assert_eq!(violations[0].reasons.iter().filter(|reason| [(a, false), (b, true)].contains(reason)).count(), 2);
    assert_eq!(session.commit(denied), Err(LtlError::NotAllowed));
    assert_eq!(session.version(), 1);
    // All states of a path are judged: a between, then b.
    let path: [Valuation; 2] = [state(&["a"]), state(&["b"])];
    let passing = session.check(&path);
    assert_eq!((&passing.outcome, passing.pending.is_empty()), (&CheckOutcome::Allowed { relies_on: vec![] }, true));
    session.commit(passing).expect("allowed");
    // An event counts even if it was not allowed; the verdict stays.
    let mut unlucky = Session::new(spec.clone());
    assert!(matches!(unlucky.observe(&[state(&["b"])]).outcome, CheckOutcome::Violated(_)));
    assert!(matches!(unlucky.check(&[state(&["a"])]).outcome, CheckOutcome::Violated(_)));
}

#[test]
fn groups_that_say_nothing_sensible_are_refused() {
    for (group, why) in [
        (Group::exactly_one([]), "the group of no proposition is empty"),
        (Group::at_most_one(names(&["a", "b", "a"])), "the group of a names a member twice"),
        (Group::at_most_one(names(&["a", "b"])).with_moves([(0, 2)]), "the group of a has a move beyond its members"),
    ] {
        let axioms = Axioms { groups: vec![group], ..Axioms::default() };
        let refused = Spec::compile(vec![], &axioms, &Budget::default()).expect_err("says nothing sensible");
        assert!(refused.to_string().starts_with(why), "{refused}");
    }
    let contradiction = Axioms {
        groups: vec![
            Group::exactly_one(names(&["a"])),
            Group::exactly_one(names(&["b"])),
            Group::at_most_one(names(&["a", "b"])),
        ],
        ..Axioms::default()
    };
    assert_eq!(conflicts(&["F c"], &contradiction), conflict(&[]), "the axioms alone admit no state");
}

#[test]
fn denials_are_explained_with_the_state_change_and_what_is_owed() {
    let axioms = exclusive(&["at(hall)", "at(statue)"]);
    let spec = Arc::new(spec(&["G(at(hall) -> F at(statue))", "!at(statue) W open(gate)", "G !open(gate)"], &axioms));
    let session = Session::new(spec.clone());
    let told = |facts: &[&[&str]]| {
        let path: Vec<Valuation> =
            facts.iter().map(|facts| spec.vocabulary().valuation(facts.iter().copied())).collect();
        session.explain(&session.check(&path), &path)
    };
    assert_eq!(told(&[&[]]), "it is allowed, and nothing is owed");
    assert_eq!(
        told(&[&[], &["at(statue)"]]),
        "it violates \"words of !at(statue) W open(gate)\" [!at(statue) W open(gate)]: at(statue) (changed), not \
         open(gate)"
    );
    assert_eq!(
        told(&[&["at(hall)"]]),
        "after it these cannot all be kept any more: \"words of G(at(hall) -> F at(statue))\" [G(at(hall) -> F \
         at(statue))] and \"words of !at(statue) W open(gate)\" [!at(statue) W open(gate)] and \"words of G \
         !open(gate)\" [G !open(gate)]"
    );
    assert_eq!(
        told(&[&["at(hall)", "at(statue)"]]),
        "no such state can be: at(hall), at(statue), but at most one holds of at(hall), at(statue)"
    );
    let owing = Arc::new(self::spec(&["G(at(hall) -> F at(statue))"], &axioms));
    let path = [owing.vocabulary().valuation(["at(hall)"])];
    let session = Session::new(owing);
    assert_eq!(
        session.explain(&session.check(&path), &path),
        "it is allowed, but not to stop after it: \"words of G(at(hall) -> F at(statue))\" [G(at(hall) -> F \
         at(statue))] still needs at(statue)"
    );
}
