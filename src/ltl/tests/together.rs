//! Steps that several take at once, against all orders of their moments one by one.

mod term;

use std::{collections::HashSet, sync::Arc};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use surefleet_ltl::{
    Axioms, Budget, Constraint, Formula, LtlError, Outcome, Part, Session, Spec, StateId, Valuation, Verdict,
};
use term::Term;

const PROPOSITIONS: usize = 4;

fn spec(formulas: &[Formula]) -> Arc<Spec> {
    let constraint = |formula: &Formula| Constraint { words: formula.to_string(), formula: formula.clone() };
    let constraints = formulas.iter().map(constraint).collect();
    Arc::new(Spec::compile(constraints, &Axioms::default(), &Budget::default()).expect("small"))
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

/// Whether all can still be satisfied, every valuation being possible at any time.
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

        // A past: moments, some of which are steps. Expected states come from the traces alone.
        let mut session = Session::new(spec.clone());
        let mut states: Vec<StateId> = (0..formulas.len()).map(|c| spec.automaton(c).initial()).collect();
        let mut now = Valuation::default();
        for _ in 0..rng.random_range(1..4) {
            known.iter().for_each(|&id| now.set(id, rng.random_ratio(1, 2)));
            session.see(now.clone());
            let is_step = rng.random_ratio(1, 2);
            if is_step {
                session.begin_step();
            }
            for (c, formula) in formulas.iter().enumerate() {
                if is_step || !formula.counts_steps() {
                    states[c] = spec.automaton(c).step(states[c], &now);
                }
            }
        }
        assert!((0..formulas.len()).all(|c| session.state(c) == states[c]), "seed {seed}");
        let is_lost = |c: usize, state: StateId| spec.automaton(c).verdict(state) == Verdict::ViolatedForGood;

        // Each proposition is one part's; parts have up to three moments.
        let owners: Vec<usize> = known.iter().map(|_| rng.random_range(0..3)).collect();
        let parts: Vec<Part> = (0..3)
            .map(|part| {
                let own: Vec<_> = known.iter().zip(&owners).filter(|(_, owner)| **owner == part).collect();
                let count = if own.is_empty() { 0 } else { rng.random_range(0..3) };
                let mut moment = || own.iter().map(|&(&id, _)| (id, rng.random_ratio(1, 2))).collect();
                (0..count).map(|_| moment()).collect()
            })
            .collect();

        let (mut expects_violation, mut ends) = ((0..formulas.len()).any(|c| is_lost(c, states[c])), HashSet::new());
        for order in orders(&parts.iter().map(Vec::len).collect::<Vec<_>>()) {
            let (mut states, mut moment, mut done) = (states.clone(), now.clone(), [0; 3]);
            for (c, formula) in formulas.iter().enumerate().filter(|(_, formula)| formula.counts_steps()) {
                states[c] = spec.automaton(c).step(states[c], &moment);
                assert!(formula.counts_steps());
            }
            for part in order {
                parts[part][done[part]].iter().for_each(|&(id, value)| moment.set(id, value));
                done[part] += 1;
                for c in (0..formulas.len()).filter(|&c| !formulas[c].counts_steps()) {
                    states[c] = spec.automaton(c).step(states[c], &moment);
                    expects_violation |= is_lost(c, states[c]);
                }
            }
            for c in (0..formulas.len()).filter(|&c| formulas[c].counts_steps()) {
                states[c] = spec.automaton(c).step(states[c], &moment);
                expects_violation |= is_lost(c, states[c]);
            }
            ends.insert(states);
        }
        several += usize::from(ends.len() > 1);
        let is_allowed = !expects_violation && ends.iter().all(|states| is_live(&spec, states));
        let (before, candidate) = parts.split_at(2);
        for together in [session.check_together(&parts), session.check_beside(before, candidate).remove(0)] {
            match &together.check.outcome {
                Outcome::Violated(found) => {
                    violated += 1;
                    assert!(expects_violation, "seed {seed}: {found:?}");
                }
                Outcome::DeadEnd(_) => {
                    dead += 1;
                    assert!(!expects_violation && !is_allowed, "seed {seed}");
                }
                Outcome::Allowed { .. } => {
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
    assert!(matches!(session.check_together(std::slice::from_ref(&leaves)).check.outcome, Outcome::Allowed { .. }));
    let both = session.check_together(&[leaves, comes]);
    assert_eq!(
        session.explain(&both.check, &both.path),
        "it violates \"G !(near(a) & near(b))\" [G !(near(a) & near(b))]: near(a), near(b) (changed)"
    );
}

#[test]
fn what_is_passed_through_counts_and_steps_are_counted_as_steps() {
    let spec = parsed(&["G !at(sink)", "G(at(hall) -> X at(shelf))"]);
    let mut session = seeing(&spec, &["at(hall)"]);
    let through =
        part(&spec, &[&[("at(hall)", false), ("at(sink)", true)], &[("at(sink)", false), ("at(shelf)", true)]]);
    let refused = session.check_together(&[through]);
    assert!(matches!(&refused.check.outcome, Outcome::Violated(found) if found.len() == 1 && found[0].constraint == 0));
    // On the way it is nowhere, and that is no step.
    let way = part(&spec, &[&[("at(hall)", false)], &[("at(shelf)", true)]]);
    assert!(matches!(session.check_together(&[way]).check.outcome, Outcome::Allowed { .. }));
    session.begin_step();
    session.see(spec.vocabulary().valuation([]));
    session.see(spec.vocabulary().valuation(["at(shelf)"]));
    session.begin_step();
    assert_eq!((session.verdict(0), session.verdict(1)), (Verdict::CurrentlySatisfied, Verdict::CurrentlySatisfied));
    // Staying in the hall would be a step too many.
    let mut session = seeing(&spec, &["at(hall)"]);
    assert!(matches!(session.check_together(&[]).check.outcome, Outcome::Violated(_)));
    session.begin_step();
    session.begin_step();
    assert_eq!(session.verdict(1), Verdict::ViolatedForGood);
}

#[test]
fn a_trace_goes_on_under_another_specification() {
    let (old, new) = (parsed(&["!b W a", "F c"]), parsed(&["G(d -> F c)", "F c", "!b W a", "G !e"]));
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
