//! Joint satisfaction against the explicit product: every valuation, every state, on small random specifications.

mod term;

use std::{collections::HashSet, sync::Arc};

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use surefleet_ltl::{
    Axioms, Budget, CheckOutcome, Constraint, Formula, Group, LtlError, Proposition, Session, Spec, StateId,
    TraceCheck, Valuation, Verdict,
};
use term::Term;

const PROPOSITIONS: usize = 4;

/// Members, whether one must be true, moves.
type PlainGroup = (Vec<usize>, bool, Option<Vec<(usize, usize)>>);

/// A specification, and its axioms as plain data.
struct Case {
    spec: Arc<Spec>,
    /// Whether the budget suffices for everything.
    is_unbounded: bool,
    groups: Vec<PlainGroup>,
    fixed: Vec<usize>,
    uncontrollable: Vec<usize>,
    /// All valuations that the axioms allow, as bits and in the crate's form.
    valuations: Vec<(usize, Valuation)>,
}

impl Case {
    fn draw(seed: u64, is_watched: bool) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        // Half of them are of kinds that people use; landmarks settle most of these.
        let is_usual = seed.is_multiple_of(2);
        let constraints: Vec<Constraint> = (0..rng.random_range(1..=if is_usual { 6 } else { 4 }))
            .map(|number| {
                let size = rng.random_range(1..=5);
                let formula =
                    if is_usual { usual(&mut rng) } else { Term::draw(&mut rng, PROPOSITIONS, size).formula() };
                Constraint { words: format!("constraint {number}"), formula }
            })
            .collect();
        let groups: Vec<_> = (0..rng.random_range(0..3)).map(|_| group(&mut rng)).collect();
        let mut some = |one_in: u32| (0..PROPOSITIONS).filter(|_| rng.random_ratio(1, one_in)).collect::<Vec<usize>>();
        let fixed = some(10);
        let uncontrollable = some(6);
        let name = |p: usize| Proposition::new(Term::name(p)).expect("a name");
        let axioms = Axioms {
            groups: groups
                .iter()
                .map(|(members, is_exact, moves)| {
                    let names = members.iter().map(|&p| name(p));
                    let group = if *is_exact { Group::exactly_one(names) } else { Group::at_most_one(names) };
                    moves.iter().fold(group, |group, moves| group.with_moves(moves.iter().copied()))
                })
                .collect(),
            fixed: fixed.iter().map(|&p| name(p)).collect(),
            uncontrollable: uncontrollable.iter().map(|&p| name(p)).collect(),
            is_watched,
        };
        let work = if seed % 8 < 2 { rng.random_range(0..100) } else { 100_000_000 };
        let budget = Budget { work, ..Budget::default() };
        let spec = Arc::new(Spec::compile(constraints, &axioms, &budget).expect("small"));
        let allowed = |bits: &usize| {
            groups.iter().all(|(members, is_exact, _)| {
                let count = members.iter().filter(|&&p| bits >> p & 1 == 1).count();
                count == 1 || (count == 0 && !is_exact)
            })
        };
        let valuation = |bits: usize| {
            let facts = (0..PROPOSITIONS).filter(|p| bits >> p & 1 == 1).map(Term::name);
            (bits, spec.vocabulary().valuation(facts))
        };
        let valuations = (0..1 << PROPOSITIONS).filter(allowed).map(valuation).collect();
        Self { spec, is_unbounded: work > 100, groups, fixed, uncontrollable, valuations }
    }

    fn may_follow(&self, before: Option<usize>, after: usize, is_frozen: bool) -> bool {
        let Some(before) = before else { return true };
        let mut kept = self.fixed.iter().chain(self.uncontrollable.iter().filter(|_| is_frozen));
        kept.all(|p| (before ^ after) >> p & 1 == 0)
            && self.groups.iter().all(|(members, _, moves)| {
                let place = |bits: usize| members.iter().position(|p| bits >> p & 1 == 1);
                match (place(before), place(after), moves) {
                    (Some(from), Some(to), Some(moves)) => from == to || moves.contains(&(from, to)),
                    _ => true,
                }
            })
    }

    /// Whether these constraints can still be satisfied together.
    fn is_live(&self, constraints: &[usize], states: &[StateId], before: Option<usize>, is_frozen: bool) -> bool {
        let accepts =
            |states: &[StateId]| constraints.iter().all(|&c| self.spec.automaton(c).verdict(states[c]).is_satisfied());
        if before.is_some() && accepts(states) {
            return true;
        }
        let mut seen = HashSet::new();
        let mut open = vec![(states.to_vec(), before)];
        while let Some((states, before)) = open.pop() {
            for (bits, valuation) in &self.valuations {
                if !self.may_follow(before, *bits, is_frozen) {
                    continue;
                }
                let mut next = states.clone();
                constraints.iter().for_each(|&c| next[c] = self.spec.automaton(c).step(states[c], valuation));
                if accepts(&next) {
                    return true;
                }
                if seen.insert((next.clone(), *bits)) {
                    open.push((next, Some(*bits)));
                }
            }
        }
        false
    }
}

/// A precedence, a response, a budget of visits, ...
fn usual(rng: &mut ChaCha8Rng) -> Formula {
    let [a, b] = [0, 1].map(|_| Term::name(rng.random_range(0..PROPOSITIONS)));
    let text = match rng.random_range(0..9) {
        0 | 1 => format!("!{b} W {a}"),
        2 | 3 => format!("G({a} -> F {b})"),
        4 => format!("!F({a} & ({a} U (!{a} & (!{a} U F {a}))))"),
        5 => format!("!{b} U {a}"),
        6 => format!("F({a} & F {b})"),
        7 => format!("G({a} -> G !{b})"),
        _ => format!("F G {a}"),
    };
    Formula::parse(&text).expect("a formula")
}

fn group(rng: &mut impl Rng) -> PlainGroup {
    let mut members: Vec<usize> = (0..PROPOSITIONS).filter(|_| rng.random_ratio(3, 5)).collect();
    if members.is_empty() {
        members.push(rng.random_range(0..PROPOSITIONS));
    }
    let moves = rng.random_ratio(1, 2).then(|| {
        let pairs = (0..members.len()).flat_map(|from| (0..members.len()).map(move |to| (from, to)));
        pairs.collect::<Vec<_>>().into_iter().filter(|_| rng.random_ratio(1, 3)).collect()
    });
    (members, rng.random_ratio(1, 2), moves)
}

#[test]
fn a_step_is_allowed_exactly_where_the_explicit_product_has_a_way_on() {
    let [mut allowed, mut helped, mut dead, mut violated, mut large, mut undetermined] = [0; 6];
    for seed in 0..8_000 {
        let case = Case::draw(seed, seed % 3 == 0);
        let spec = &case.spec;
        let all: Vec<usize> = (0..spec.constraints().len()).collect();
        let initial: Vec<StateId> = all.iter().map(|&c| spec.automaton(c).initial()).collect();
        let is_live = case.is_live(&all, &initial, None, false);
        assert!(spec.report().is_undetermined || spec.report().conflicts.is_empty() == is_live, "seed {seed}");
        assert!(!spec.report().is_undetermined || !case.is_unbounded, "seed {seed}");
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut session = Session::new(spec.clone());
        let mut states = initial;
        let mut before = None;
        for _ in 0..6 {
            let mut possible = Vec::new();
            let paths: Vec<&[Valuation]> = case.valuations.iter().map(|(_, v)| std::slice::from_ref(v)).collect();
            let mut together = session.check_all(paths).into_iter();
            for (bits, valuation) in &case.valuations {
                let check = session.check(std::slice::from_ref(valuation));
                let in_turn = together.next().expect("one check a path");
                if case.is_unbounded {
                    let kind = |outcome: &CheckOutcome| std::mem::discriminant(outcome);
                    assert_eq!(kind(&in_turn.outcome), kind(&check.outcome), "seed {seed}");
                }
                let check = if rng.random_ratio(1, 2) { check } else { in_turn };
                if !case.may_follow(before, *bits, false) {
                    assert_eq!(check.outcome, CheckOutcome::Impossible { at: 0 }, "seed {seed}");
                    continue;
                }
                let next: Vec<StateId> = all.iter().map(|&c| spec.automaton(c).step(states[c], valuation)).collect();
                let is_lost = |c: &usize| spec.automaton(*c).verdict(next[*c]) == Verdict::ViolatedForGood;
                let is_live = |some: &[usize], is_frozen| case.is_live(some, &next, Some(*bits), is_frozen);
                let context = || format!("seed {seed}: {:?} to {bits:04b}", before);
                match &check.outcome {
                    CheckOutcome::Violated(violations) => {
                        violated += 1;
                        assert!(violations.iter().map(|v| v.constraint).eq(all.iter().copied().filter(is_lost)));
                    }
                    CheckOutcome::Allowed { relies_on } => {
                        allowed += 1;
                        helped += usize::from(!relies_on.is_empty());
                        assert!(is_live(&all, false), "{}", context());
                        let needs_nobody = is_live(&all, true);
                        assert!(needs_nobody || !relies_on.is_empty(), "{}", context());
                        assert!(!needs_nobody || relies_on.is_empty() || !case.is_unbounded, "{}", context());
                    }
                    CheckOutcome::DeadEnd(constraints) => {
                        dead += 1;
                        assert!(!is_live(constraints, false), "{}", context());
                        let conflict = session.conflict(&check).expect("it is a dead end");
                        large += usize::from(conflict.constraints.len() > 1);
                        assert!(!all.iter().any(is_lost), "{}", context());
                        assert!(!is_live(&conflict.constraints, false), "{}", context());
                        assert!(conflict.is_minimal || !case.is_unbounded, "{}", context());
                        for out in conflict.constraints.iter().filter(|_| conflict.is_minimal) {
                            let others: Vec<usize> =
                                conflict.constraints.iter().copied().filter(|c| c != out).collect();
                            assert!(is_live(&others, false), "{}: {conflict:?} without {out}", context());
                        }
                    }
                    CheckOutcome::Undetermined if !case.is_unbounded => undetermined += 1,
                    other => panic!("{}: {other:?}", context()),
                }
                possible.push((*bits, valuation, next, check));
            }
            if possible.is_empty() {
                break;
            }
            // Mostly as allowed, sometimes not.
            let allowed: Vec<usize> = (0..possible.len())
                .filter(|&i| matches!(possible[i].3.outcome, CheckOutcome::Allowed { .. }))
                .collect();
            let chosen = if allowed.is_empty() || rng.random_ratio(1, 8) {
                rng.random_range(0..possible.len())
            } else {
                allowed[rng.random_range(0..allowed.len())]
            };
            let (bits, valuation, next, check) = possible.swap_remove(chosen);
            if matches!(check.outcome, CheckOutcome::Allowed { .. }) && rng.random_ratio(1, 2) {
                session.commit(check).expect("fresh and allowed");
            } else {
                session.observe(std::slice::from_ref(valuation));
            }
            (states, before) = (next, Some(bits));
        }
    }
    let counts = [allowed, helped, dead, violated, large, undetermined];
    let fewest = [50_000, 1_000, 2_000, 20_000, 500, 100];
    assert!(counts.iter().zip(fewest).all(|(&count, fewest)| count > fewest), "{counts:?}");
}

#[test]
fn what_is_seen_between_commits_and_what_other_checks_found_out_change_no_answer() {
    let [mut allowed, mut dead, mut violated, mut stale, mut learnt] = [0; 5];
    for seed in 0..6_000 {
        let case = Case::draw(seed, true);
        let spec = &case.spec;
        let all: Vec<usize> = (0..spec.constraints().len()).collect();
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut session = Session::new(spec.clone());
        let mut states: Vec<StateId> = all.iter().map(|&c| spec.automaton(c).initial()).collect();
        let mut before = None;
        let mut earlier: Vec<TraceCheck> = Vec::new();
        for _ in 0..8 {
            let Some((bits, valuation)) = case.valuations.get(rng.random_range(0..case.valuations.len().max(1))) else {
                break;
            };
            let step = |c: usize, state: StateId| spec.automaton(c).step(state, valuation);
            if rng.random_ratio(1, 2) {
                // A moment of a world that only keeps the rules of the groups.
                session.see(valuation.clone());
                all.iter().for_each(|&c| states[c] = step(c, states[c]));
                before = Some(*bits);
                if let Some(check) =
                    earlier.last().filter(|check| matches!(check.outcome, CheckOutcome::Allowed { .. }))
                {
                    stale += 1;
                    assert!(matches!(session.commit(check.clone()), Err(LtlError::Stale { .. })), "seed {seed}");
                }
            }
            if rng.random_ratio(1, 2) {
                learnt += earlier.len();
                session.learn(&earlier);
            }
            if rng.random_ratio(1, 4) {
                earlier.iter().for_each(|check| session.learn_conflict(check));
            }
            if rng.random_ratio(1, 4) {
                session.look_ahead();
            }
            assert!(all.iter().all(|&c| session.state(c) == states[c]), "seed {seed}");
            let mut judge = |check: &TraceCheck, states: &[StateId], now: Option<usize>| {
                let is_lost = |c: &usize| spec.automaton(*c).verdict(states[*c]) == Verdict::ViolatedForGood;
                let is_live = || case.is_live(&all, states, now, false);
                match &check.outcome {
                    CheckOutcome::Violated(violations) => {
                        violated += 1;
                        assert!(violations.iter().map(|v| v.constraint).eq(all.iter().copied().filter(is_lost)));
                    }
                    CheckOutcome::Allowed { .. } => {
                        allowed += 1;
                        assert!(!all.iter().any(is_lost) && is_live(), "seed {seed}");
                    }
                    CheckOutcome::DeadEnd(some) => {
                        dead += 1;
                        assert!(!all.iter().any(is_lost) && !case.is_live(some, states, now, false), "seed {seed}");
                    }
                    CheckOutcome::Undetermined => assert!(!case.is_unbounded, "seed {seed}"),
                    CheckOutcome::Impossible { .. } => panic!("seed {seed}: it is possible"),
                }
            };
            judge(&session.present(), &states, before);
            let possible: Vec<&(usize, Valuation)> =
                case.valuations.iter().filter(|(bits, _)| case.may_follow(before, *bits, false)).collect();
            let checks = session.check_all(possible.iter().map(|(_, valuation)| std::slice::from_ref(valuation)));
            let nexts: Vec<Vec<StateId>> = possible
                .iter()
                .map(|(_, valuation)| all.iter().map(|&c| spec.automaton(c).step(states[c], valuation)).collect())
                .collect();
            for ((check, next), (bits, _)) in checks.iter().zip(&nexts).zip(&possible) {
                judge(check, next, Some(*bits));
            }
            earlier.clone_from(&checks);
            let chosen = rng.random_range(0..checks.len().max(1));
            if rng.random_ratio(1, 2)
                && let Some(check) = checks.into_iter().nth(chosen)
                && session.commit(check).is_ok()
            {
                (states, before) = (nexts[chosen].clone(), Some(possible[chosen].0));
            }
        }
    }
    let counts = [allowed, dead, violated, stale, learnt];
    assert!(counts.iter().zip([50_000, 2_000, 20_000, 2_000, 20_000]).all(|(&n, fewest)| n > fewest), "{counts:?}");
}

#[test]
fn a_trace_that_is_resumed_anywhere_is_allowed_no_more_than_the_explicit_product() {
    let [mut allowed, mut refused] = [0; 2];
    for seed in 0..12_000 {
        let case = Case::draw(seed, seed % 3 != 0);
        let spec = &case.spec;
        let all: Vec<usize> = (0..spec.constraints().len()).collect();
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        if !case.is_unbounded || case.valuations.is_empty() {
            continue;
        }
        let any = |rng: &mut ChaCha8Rng| case.valuations[rng.random_range(0..case.valuations.len())].clone();
        // The present moment differs from the moment that the states have seen last.
        let (mut before, present) = any(&mut rng);
        let mut states: Vec<StateId> = all.iter().map(|&c| spec.automaton(c).initial()).collect();
        for (c, state) in states.iter_mut().enumerate() {
            (0..rng.random_range(1..4)).for_each(|_| *state = spec.automaton(c).step(*state, &any(&mut rng).1));
        }
        let is_lost =
            |states: &[StateId]| all.iter().any(|&c| spec.automaton(c).verdict(states[c]) == Verdict::ViolatedForGood);
        if is_lost(&states) {
            continue;
        }
        let numbers: Vec<Option<usize>> = states.iter().map(|state| Some(state.index())).collect();
        let mut session = Session::resume(spec.clone(), &numbers, Some(present)).expect("its states");
        for _ in 0..3 {
            session.look_ahead();
            let possible: Vec<_> =
                case.valuations.iter().filter(|(bits, _)| case.may_follow(Some(before), *bits, false)).collect();
            let checks = session.check_all(possible.iter().map(|(_, valuation)| std::slice::from_ref(valuation)));
            for (check, (bits, valuation)) in checks.iter().zip(&possible) {
                let next: Vec<StateId> = all.iter().map(|&c| spec.automaton(c).step(states[c], valuation)).collect();
                let is_live = !is_lost(&next) && case.is_live(&all, &next, Some(*bits), false);
                let is_allowed = matches!(check.outcome, CheckOutcome::Allowed { .. });
                assert_eq!(is_allowed, is_live, "seed {seed}: {:?}", check.outcome);
                *(if is_allowed { &mut allowed } else { &mut refused }) += 1;
            }
            let Some((bits, valuation)) = possible.get(rng.random_range(0..possible.len().max(1))) else { break };
            session.see(valuation.clone());
            states = all.iter().map(|&c| spec.automaton(c).step(states[c], valuation)).collect();
            before = *bits;
            if is_lost(&states) {
                break;
            }
        }
    }
    assert!(allowed > 50_000 && refused > 10_000, "{allowed} {refused}");
}
