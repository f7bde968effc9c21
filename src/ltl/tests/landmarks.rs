//! Landmarks decide without a search, however many robots and constraints there are.

use std::sync::Arc;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use surefleet_ltl::{
    Axioms, Budget, CheckOutcome, Constraint, Formula, Group, LtlError, Proposition, Session, Spec, Valuation,
};

const ROBOTS: usize = 4;
/// No constraint looks at the last two.
const PLACES: usize = 10;

fn at(robot: usize, place: usize) -> String {
    format!("at(robot_{robot}, place_{place})")
}

/// Precedences and responses among robots, and a budget of visits for some places.
fn constraints(rng: &mut ChaCha8Rng) -> Result<Vec<Constraint>, LtlError> {
    let mut place = || at(rng.random_range(0..ROBOTS), rng.random_range(0..PLACES - 2));
    let mut texts = Vec::new();
    for _ in 0..12 {
        let [one, other] = [place(), place()];
        texts.push(format!("!{one} W {other}"));
        let [cause, effect] = [place(), place()];
        texts.push(format!("G({cause} -> F {effect})"));
    }
    for _ in 0..8 {
        let place = place();
        texts.push(format!("!F({place} & ({place} U (!{place} & (!{place} U F {place}))))"));
    }
    let constraint = |text: String| Ok(Constraint { formula: Formula::parse(&text)?, words: text });
    texts.into_iter().map(constraint).collect()
}

#[test]
fn coupled_robots_are_judged_without_a_search() -> Result<(), LtlError> {
    let group = |robot| {
        let places: Result<Vec<Proposition>, LtlError> =
            (0..PLACES).map(|place| Proposition::new(&at(robot, place))).collect();
        Ok(Group::exactly_one(places?))
    };
    let groups: Result<Vec<Group>, LtlError> = (0..ROBOTS).map(group).collect();
    let axioms = Axioms { groups: groups?, ..Axioms::default() };
    let [mut allowed, mut dead] = [0; 2];
    for seed in 0..40 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let constraints = constraints(&mut rng)?;
        let no_search = Budget { work: 0, ..Budget::default() };
        let mut session = Session::new(Arc::new(Spec::compile(constraints, &axioms, &no_search)?));
        let mut places = [PLACES - 1; ROBOTS];
        let valuation = |session: &Session, places: [usize; ROBOTS]| -> Valuation {
            let facts: Vec<String> = places.iter().enumerate().map(|(robot, &place)| at(robot, place)).collect();
            session.spec().vocabulary().valuation(facts.iter().map(String::as_str))
        };
        session.commit(session.check(&[valuation(&session, places)]))?;
        for turn in 0..40 {
            let there = |place| {
                let mut there = places;
                there[turn % ROBOTS] = place;
                there
            };
            let steps: Vec<Valuation> = (0..PLACES).map(|place| valuation(&session, there(place))).collect();
            let mut ways_on = Vec::new();
            for (place, check) in session.check_all(steps.iter().map(std::slice::from_ref)).into_iter().enumerate() {
                match &check.outcome {
                    CheckOutcome::Allowed { .. } => ways_on.push((place, check)),
                    CheckOutcome::DeadEnd(_) => {
                        dead += 1;
                        let conflict = session.conflict(&check).expect("it is a dead end");
                        assert!(conflict.is_minimal && conflict.constraints.len() > 1, "seed {seed}, turn {turn}");
                    }
                    CheckOutcome::Violated(_) => {}
                    other => panic!("seed {seed}, turn {turn}, place {place}: {other:?}"),
                }
            }
            allowed += ways_on.len();
            let (place, check) = ways_on.swap_remove(rng.random_range(0..ways_on.len()));
            session.commit(check)?;
            places = there(place);
        }
    }
    assert!(allowed > 5_000 && dead > 200, "{allowed} allowed, {dead} dead ends");
    Ok(())
}
