//! Steps that several robots take at once, against all orders of their moments one by one.

mod term;

use std::{collections::HashSet, sync::Arc};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use surefleet_ltl::{
    Axioms, Budget, CheckOutcome, Constraint, Formula, LtlError, Part, Session, Spec, StateId, Valuation, Verdict,
};
use term::Term;

const PROPOSITIONS: usize = 4;

fn spec(formulas: &[Formula]) -> Arc<Spec> {
    let constraint = |formula: &Formula| Constraint { words: formula.to_string(), formula: formula.clone() };
    let constraints = formulas.iter().map(constraint).collect();
    let axioms = Axioms { is_watched: true, ..Axioms::default() };
    Arc::new(Spec::compile(constraints, &axioms, &Budget::default()).expect("small"))
}

fn parsed(formulas: &[&str]) -> Arc<Spec> {
    spec(&formulas.iter().map(|text| Formula::parse(text).expect("a formula")).collect::<Vec<_>>())
}

/// `("a", true)` and the like, moment by moment.
fn part(spec: &Spec, moments: &[&[(&str, bool)]]) -> Part {
    let id = |name: &str| spec.vocabulary().find(name).expect("it is mentioned");
    moments.iter().map(|cube| cube.iter().map(|&(name, value)| (id(name), value)).collect()).collect()
}

fn seeing(spec: &Arc<Spec>, facts: &[&str]) -> Session {
    let mut session = Session::new(spec.clone());
    session.see(spec.vocabulary().valuation(facts.iter().copied()));
    session
}

/// All orders of the moments of parts, as part numbers.
fn orders(left: &[usize]) -> Vec<Vec<usize>> {
    if left.iter().all(|&left| left == 0) {
        return vec![vec![]];
    }
    let mut all = Vec::new();
    for part in (0..left.len()).filter(|&part| left[part] > 0) {
        let mut rest = left.to_vec();
        rest[part] -= 1;
        all.extend(orders(&rest).into_iter().map(|tail| [vec![part], tail].concat()));
    }
    all
}

/// Whether all can still be satisfied, if every valuation is possible at any time.
fn is_live(spec: &Spec, states: &[StateId]) -> bool {
    let accepts = |states: &[StateId]| (0..states.len()).all(|c| spec.automaton(c).verdict(states[c]).is_satisfied());
    let names: Vec<&str> = (0..PROPOSITIONS).map(Term::name).collect();
    let facts = |bits: usize| (0..PROPOSITIONS).filter(move |p| bits >> p & 1 == 1);
    let valuations: Vec<Valuation> =
        (0..1 << PROPOSITIONS).map(|bits| spec.vocabulary().valuation(facts(bits).map(|p| names[p]))).collect();
    let mut seen = HashSet::from([states.to_vec()]);
    let mut open = vec![states.to_vec()];
    while let Some(states) = open.pop() {
        if accepts(&states) {
            return true;
        }
        for valuation in &valuations {
            let next: Vec<StateId> = (0..states.len()).map(|c| spec.automaton(c).step(states[c], valuation)).collect();
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    false
}

#[test]
fn what_is_allowed_is_allowed_in_every_order_of_moments() {
    let [mut allowed, mut violated, mut dead, mut several] = [0; 4];
    for seed in 0..20_000 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut draw = |size| Term::draw(&mut rng, PROPOSITIONS, size).formula();
        let formulas: Vec<Formula> = (0..2).map(|number| draw(3 + number)).collect();
        let spec = spec(&formulas);
        let known: Vec<_> = spec.vocabulary().ids().collect();

        let step = |states: &mut [StateId], now: &Valuation| {
            states.iter_mut().enumerate().for_each(|(c, state)| *state = spec.automaton(c).step(*state, now));
        };
        // A past.
        let mut session = Session::new(spec.clone());
        let mut states: Vec<StateId> = (0..formulas.len()).map(|c| spec.automaton(c).initial()).collect();
        let mut now = Valuation::default();
        for _ in 0..rng.random_range(1..4) {
            known.iter().for_each(|&id| now.set(id, rng.random_ratio(1, 2)));
            session.see(now.clone());
            step(&mut states, &now);
        }
        assert!((0..formulas.len()).all(|c| session.state(c) == states[c]), "seed {seed}");
        let is_lost = |c: usize, state: StateId| spec.automaton(c).verdict(state) == Verdict::ViolatedForGood;

        // Each proposition belongs to one part; parts have up to three moments.
        let owners: Vec<usize> = known.iter().map(|_| rng.random_range(0..3)).collect();
        let parts: Vec<Part> = (0..3)
            .map(|part| {
                let own: Vec<_> = known.iter().zip(&owners).filter(|(_, owner)| **owner == part).collect();
                let count = if own.is_empty() { 0 } else { rng.random_range(0..3) };
                let mut moment = || own.iter().map(|&(&id, _)| (id, rng.random_ratio(1, 2))).collect();
                (0..count).map(|_| moment()).collect()
            })
            .collect();

        let mut expects_violation = (0..formulas.len()).any(|c| is_lost(c, states[c]));
        let mut ends = HashSet::new();
        for order in orders(&parts.iter().map(Vec::len).collect::<Vec<_>>()) {
            let mut states = states.clone();
            let mut moment = now.clone();
            let mut done = [0; 3];
            for part in order {
                parts[part][done[part]].iter().for_each(|&(id, value)| moment.set(id, value));
                done[part] += 1;
                step(&mut states, &moment);
                expects_violation |= (0..formulas.len()).any(|c| is_lost(c, states[c]));
            }
            ends.insert(states);
        }
        several += usize::from(ends.len() > 1);
        let is_allowed = !expects_violation && ends.iter().all(|states| is_live(&spec, states));
        let (before, candidate) = parts.split_at(2);
        for together in [session.check_together(&parts), session.check_beside(before, candidate).remove(0)] {
            match &together.check.outcome {
                CheckOutcome::Violated(found) => {
                    violated += 1;
                    assert!(expects_violation, "seed {seed}: {found:?}");
                }
                CheckOutcome::DeadEnd(_) => {
                    dead += 1;
                    assert!(!expects_violation && !is_allowed, "seed {seed}");
                }
                CheckOutcome::Allowed { .. } => {
                    allowed += 1;
                    assert!(is_allowed, "seed {seed}");
                    let is_owed =
                        |c: usize| ends.iter().any(|states| !spec.automaton(c).verdict(states[c]).is_satisfied());
                    assert!((0..formulas.len()).filter(|&c| is_owed(c)).eq(together.check.pending.iter().copied()));
                }
                other => panic!("seed {seed}: {other:?}"),
            }
        }
    }
    assert!(
        allowed > 10_000 && violated > 10_000 && dead > 50 && several > 150,
        "{allowed} {violated} {dead} {several}"
    );
}

#[test]
fn two_who_change_places_meet_in_the_doorway_in_some_order() {
    let spec = parsed(&["G !(near(a) & near(b))"]);
    let session = seeing(&spec, &["near(a)"]);
    let leaves = part(&spec, &[&[("near(a)", false)]]);
    let comes = part(&spec, &[&[("near(b)", true)]]);
    assert!(matches!(
        session.check_together(std::slice::from_ref(&leaves)).check.outcome,
        CheckOutcome::Allowed { .. }
    ));
    let both = session.check_together(&[leaves, comes]);
    assert_eq!(
        session.explain(&both.check, &both.path),
        "it violates \"G !(near(a) & near(b))\" [G !(near(a) & near(b))]: near(a), near(b) (changed)"
    );
    // The answer names the order that violates.
    let spec = parsed(&["G(near(b) -> near(a))"]);
    let session = seeing(&spec, &["near(a)"]);
    let both = session.check_together(&[part(&spec, &[&[("near(a)", false)]]), part(&spec, &[&[("near(b)", true)]])]);
    let told = session.explain(&both.check, &both.path);
    assert!(told.ends_with("near(b) (changed), not near(a); after not near(a)"), "{told}");
}

#[test]
fn what_is_passed_through_counts_and_the_next_state_is_the_next_change_of_what_a_constraint_is_about() {
    let spec = parsed(&["G !at(sink)", "G(at(hall) -> X at(shelf))"]);
    let session = seeing(&spec, &["at(hall)"]);
    let through =
        part(&spec, &[&[("at(hall)", false), ("at(sink)", true)], &[("at(sink)", false), ("at(shelf)", true)]]);
    let refused = session.check_together(&[through]);
    assert!(matches!(&refused.check.outcome, CheckOutcome::Violated(found) if found[0].constraint == 0));
    let straight = part(&spec, &[&[("at(hall)", false), ("at(shelf)", true)]]);
    assert!(matches!(
        session.check_together(std::slice::from_ref(&straight)).check.outcome,
        CheckOutcome::Allowed { .. }
    ));
    // Being nowhere first is a change too; a change that does not concern the hall does not count.
    let detour = part(&spec, &[&[("at(hall)", false)], &[("at(shelf)", true)]]);
    assert!(matches!(session.check_together(&[detour]).check.outcome, CheckOutcome::Violated(_)));
    let other = parsed(&["G(at(hall) -> X at(shelf))", "F open(door)"]);
    let mut session = seeing(&other, &["at(hall)"]);
    let still = session.check_together(&[]);
    assert!(matches!(still.check.outcome, CheckOutcome::Allowed { .. }) && still.check.pending == [0, 1]);
    session.see(other.vocabulary().valuation(["at(hall)", "open(door)"]));
    session.see(other.vocabulary().valuation(["at(shelf)", "open(door)"]));
    assert_eq!((session.verdict(0), session.verdict(1)), (Verdict::CurrentlySatisfied, Verdict::SatisfiedForGood));
}

#[test]
fn who_waits_for_others_comes_to_no_next_state() {
    // Two constraints share nothing: one is kept while the robot waits for the other.
    let formulas = ["G(at(hall) -> WX at(shelf))", "F open(door) & F !open(door)"];
    let spec = parsed(&formulas);
    let session = seeing(&spec, &["at(hall)"]);
    let still = session.present();
    assert!(matches!(still.outcome, CheckOutcome::Allowed { .. }), "{:?}", still.outcome);
    // If each state counts as one, staying in the hall means being there in the next state.
    let constraint =
        |text: &&str| Constraint { words: (*text).into(), formula: Formula::parse(text).expect("a formula") };
    let steps = Spec::compile(formulas.iter().map(constraint).collect(), &Axioms::default(), &Budget::default());
    let mut session = Session::new(Arc::new(steps.expect("small")));
    let in_the_hall = session.spec().vocabulary().valuation(["at(hall)"]);
    session.see(in_the_hall.clone());
    assert!(matches!(session.check(&[in_the_hall]).outcome, CheckOutcome::Violated(_)));
}

#[test]
fn who_counts_steps_does_so_in_every_order() {
    let constraint =
        |text: &&str| Constraint { words: (*text).into(), formula: Formula::parse(text).expect("a formula") };
    let constraints = ["X !b", "G !d"].iter().map(constraint).collect();
    let spec = Arc::new(Spec::compile(constraints, &Axioms::default(), &Budget::default()).expect("small"));
    let session = seeing(&spec, &[]);
    let parts = [part(&spec, &[&[("b", false)], &[("b", true)]]), part(&spec, &[&[("d", true)]])];
    assert!(matches!(session.check_together(&parts).check.outcome, CheckOutcome::Violated(_)));
}

#[test]
fn what_any_order_relies_on_is_told() {
    let axioms = Axioms {
        is_watched: true,
        uncontrollable: vec![surefleet_ltl::Proposition::new("u").expect("a name")],
        ..Axioms::default()
    };
    let formula = "(!b U a) | F u";
    let constraint = Constraint { words: formula.into(), formula: Formula::parse(formula).expect("a formula") };
    let spec = Arc::new(Spec::compile(vec![constraint], &axioms, &Budget::default()).expect("small"));
    let session = seeing(&spec, &[]);
    let [a, b] = ["a", "b"].map(|name| part(&spec, &[&[(name, true)]]));
    let others = vec![spec.vocabulary().find("u").expect("it is mentioned")];
    for parts in [[a.clone(), b.clone()], [b, a]] {
        let together = session.check_together(&parts);
        assert_eq!(together.check.outcome, CheckOutcome::Allowed { relies_on: others.clone() });
    }
}

#[test]
fn no_way_leads_back_through_what_cannot_be() {
    let names = ["one", "two"].map(|name| surefleet_ltl::Proposition::new(name).expect("a name"));
    let groups = vec![surefleet_ltl::Group::exactly_one(names).with_moves([(0, 1)])];
    let axioms = Axioms { groups, is_watched: true, ..Axioms::default() };
    let constraint = Constraint { words: "x".into(), formula: Formula::parse("F(one & x)").expect("a formula") };
    let spec = Arc::new(Spec::compile(vec![constraint], &axioms, &Budget::default()).expect("small"));
    let mut session = seeing(&spec, &["one", "two"]);
    session.commit(session.check(&[])).expect("nothing is violated");
    let two = spec.vocabulary().valuation(["two"]);
    assert_eq!(session.check(&[two]).outcome, CheckOutcome::DeadEnd(vec![0]));
}

#[test]
fn a_way_back_goes_only_where_the_world_goes() {
    // A door that is opened stays open, so that nothing is owed once it is closed again.
    let formula = "G(at(robot_2, drawer) -> F closed(door))";
    let names = ["open(door)", "closed(door)"].map(|name| surefleet_ltl::Proposition::new(name).expect("a name"));
    let axioms = Axioms {
        groups: vec![surefleet_ltl::Group::exactly_one(names).with_moves([(1, 0)])],
        is_watched: true,
        ..Axioms::default()
    };
    let constraint = Constraint { words: formula.into(), formula: Formula::parse(formula).expect("a formula") };
    let spec = Arc::new(Spec::compile(vec![constraint], &axioms, &Budget::default()).expect("small"));
    let session = seeing(&spec, &["closed(door)"]);
    let opens = part(&spec, &[&[("closed(door)", false), ("open(door)", true)]]);
    let goes = part(&spec, &[&[("at(robot_2, drawer)", true)]]);
    for parts in [vec![opens.clone(), goes.clone()], vec![goes, opens]] {
        let together = session.check_together(&parts);
        assert_eq!(together.check.outcome, CheckOutcome::DeadEnd(vec![0]));
    }
}

#[test]
fn a_trace_goes_on_under_another_specification() {
    let old = parsed(&["!b W a", "F c"]);
    let new = parsed(&["G(d -> F c)", "F c", "!b W a", "G !e"]);
    let mut session = seeing(&old, &["a"]);
    session.see(old.vocabulary().valuation([]));
    let states = [None, Some(session.state(1).index()), Some(session.state(0).index()), None];
    let resumed = Session::resume(new.clone(), &states, Some(new.vocabulary().valuation(["e"]))).expect("its states");
    let verdicts: Vec<Verdict> = (0..4).map(|c| resumed.verdict(c)).collect();
    assert_eq!(
        verdicts,
        [Verdict::CurrentlySatisfied, Verdict::CurrentlyViolated, Verdict::SatisfiedForGood, Verdict::ViolatedForGood,]
    );
    let none = Session::resume(new, &[None, Some(99), None, None], None).expect_err("there is no such state");
    assert!(matches!(none, LtlError::NoState { state: 99, .. }), "{none}");
}
