//! Times checks of whole turns: `cargo run --release -p surefleet-ltl --example joint_timing`.
//!
//! A turn checks 28 candidate moves of one robot under all constraints, then commits one that is allowed. Precedences,
//! responses and prohibitions are drawn over places that exclude one another, for each robot apart or for pairs of
//! robots. Prints one JSON object a scenario: milliseconds to compile, microseconds a turn (median, 99th percentile,
//! worst), and by answer how often it was given and the median and worst microseconds of one check apart.

use std::{sync::Arc, time::Instant};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use surefleet_ltl::{
    Axioms, Budget, Constraint, Formula, Group, LtlError, Outcome, Proposition, Session, Spec, Valuation,
};

const CANDIDATES: usize = 28;

struct Scenario {
    name: &'static str,
    robots: usize,
    places: usize,
    has_map: bool,
    /// Whether a constraint may speak of two robots.
    is_coupled: bool,
    precedences: usize,
    responses: usize,
    prohibitions: usize,
}

fn main() -> Result<(), LtlError> {
    let turns: usize = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(300);
    let scenario = |name, robots, places, has_map, is_coupled, [precedences, responses, prohibitions]: [usize; 3]| {
        Scenario { name, robots, places, has_map, is_coupled, precedences, responses, prohibitions }
    };
    for scenario in [
        scenario("one robot, 10 responses", 1, 20, false, false, [20, 10, 0]),
        scenario("one robot, 20 responses", 1, 20, false, false, [20, 20, 0]),
        scenario("one robot, 50 responses", 1, 20, false, false, [20, 50, 0]),
        scenario("one robot with a map, 20 responses", 1, 20, true, false, [20, 20, 0]),
        scenario("fleet of 4, 50 constraints", 4, 12, false, false, [20, 20, 10]),
        scenario("fleet of 4 with maps, 50 constraints", 4, 12, true, false, [20, 20, 10]),
        scenario("coupled fleet of 4, 50 constraints", 4, 12, false, true, [20, 20, 10]),
        scenario("coupled fleet of 4 with maps, 50 constraints", 4, 12, true, true, [20, 20, 10]),
    ] {
        time(&scenario, turns)?;
    }
    Ok(())
}

fn at(robot: usize, place: usize) -> String {
    format!("at(robot_{robot}, place_{place})")
}

/// Constraints that some walk keeps: of places in random order, later ones are never asked for before earlier ones.
fn draw(scenario: &Scenario, rng: &mut ChaCha8Rng) -> Result<Vec<Constraint>, LtlError> {
    let mut texts = Vec::new();
    let pair = |rng: &mut ChaCha8Rng| {
        let one = rng.random_range(0..scenario.robots);
        let other = if scenario.is_coupled { rng.random_range(0..scenario.robots) } else { one };
        // The first places are forbidden, the last is where everybody starts.
        let first = rng.random_range(3..scenario.places - 2);
        let second = rng.random_range(first + 1..scenario.places - 1);
        (at(one, first), at(other, second))
    };
    for _ in 0..scenario.precedences {
        let (earlier, later) = pair(rng);
        texts.push(format!("!{later} W {earlier}"));
    }
    for _ in 0..scenario.responses {
        let (one, other) = pair(rng);
        let (cause, effect) = if rng.random_ratio(1, 2) { (one, other) } else { (other, one) };
        texts.push(format!("G({cause} -> F {effect})"));
    }
    for number in 0..scenario.prohibitions {
        texts.push(format!("G !{}", at(number % scenario.robots, number / scenario.robots % 3)));
    }
    texts.iter().map(|text| Ok(Constraint { words: text.clone(), formula: Formula::parse(text)? })).collect()
}

fn time(scenario: &Scenario, turns: usize) -> Result<(), LtlError> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut groups = Vec::new();
    for robot in 0..scenario.robots {
        let names: Result<Vec<Proposition>, LtlError> =
            (0..scenario.places).map(|place| Proposition::new(&at(robot, place))).collect();
        let group = Group::exactly_one(names?);
        let neighbours = (0..scenario.places).flat_map(|place| {
            let next = (place + 1) % scenario.places;
            let across = (place + scenario.places / 2) % scenario.places;
            [(place, next), (next, place), (place, across), (across, place)]
        });
        groups.push(if scenario.has_map { group.with_moves(neighbours) } else { group });
    }
    let constraints = draw(scenario, &mut rng)?;
    let count = constraints.len();
    let start = Instant::now();
    let axioms = Axioms { groups, ..Axioms::default() };
    let spec = Arc::new(Spec::compile(constraints, &axioms, &Budget::default())?);
    let compile_ms = start.elapsed().as_secs_f64() * 1e3;
    let home = |robot| at(robot, scenario.places - 1);
    let homes: Vec<String> = (0..scenario.robots).map(home).collect();
    let mut session = Session::new(spec.clone());
    session.commit(session.check(&[spec.vocabulary().valuation(homes.iter().map(String::as_str))]))?;
    let mut nanos = Vec::new();
    let mut answers: [Vec<u128>; 5] = Default::default();
    for turn in 0..turns {
        let robot = turn % scenario.robots;
        let candidates: Vec<[Valuation; 1]> =
            (0..CANDIDATES).map(|_| [moved(&session, robot, scenario, &mut rng)]).collect();
        for path in &candidates {
            let start = Instant::now();
            let check = session.check(path);
            answers[answer(&check.outcome)].push(start.elapsed().as_nanos());
        }
        let start = Instant::now();
        let mut checks = session.check_all(candidates.iter().map(<[Valuation; 1]>::as_slice));
        nanos.push(start.elapsed().as_nanos());
        checks.retain(|check| matches!(check.outcome, Outcome::Allowed { .. }));
        if !checks.is_empty() {
            session.commit(checks.swap_remove(rng.random_range(0..checks.len())))?;
        }
    }
    let micros = |nanos: &mut Vec<u128>, percent: usize| {
        nanos.sort_unstable();
        nanos.get(nanos.len().saturating_sub(1) * percent / 100).map_or(0.0, |&nanos| nanos as f64 / 1e3)
    };
    let of_answers: Vec<String> = ["allowed", "violated", "dead_end", "impossible", "undetermined"]
        .iter()
        .zip(&mut answers)
        .filter(|(_, nanos)| !nanos.is_empty())
        .map(|(name, nanos)| {
            let (median, worst) = (micros(nanos, 50), micros(nanos, 100));
            format!("\"{name}\": {{\"checks\": {}, \"median_us\": {median:.1}, \"worst_us\": {worst:.1}}}", nanos.len())
        })
        .collect();
    println!(
        "{{\"scenario\": {:?}, \"constraints\": {count}, \"conflicts\": {}, \"compile_ms\": {compile_ms:.2}, \"turn_us\": [{:.1}, {:.1}, {:.1}], {}}}",
        scenario.name,
        spec.report().conflicts.len(),
        micros(&mut nanos, 50),
        micros(&mut nanos, 99),
        micros(&mut nanos, 100),
        of_answers.join(", ")
    );
    Ok(())
}

/// The session's state after the robot went to a random place, or stayed, where the map allows it.
fn moved(session: &Session, robot: usize, scenario: &Scenario, rng: &mut ChaCha8Rng) -> Valuation {
    let vocabulary = session.spec().vocabulary();
    let before = session.valuation().expect("the first state was committed");
    let place = |place: usize| vocabulary.find(&at(robot, place)).expect("it is in a group");
    let from = (0..scenario.places).find(|&p| before.holds(place(p))).expect("it is somewhere");
    let places = scenario.places;
    let near = [from, (from + 1) % places, (from + places - 1) % places, (from + places / 2) % places];
    let to = if scenario.has_map { near[rng.random_range(0..4)] } else { rng.random_range(0..places) };
    let mut after = before.clone();
    after.set(place(from), false);
    after.set(place(to), true);
    after
}

fn answer(outcome: &Outcome) -> usize {
    match outcome {
        Outcome::Allowed { .. } => 0,
        Outcome::Violated(_) => 1,
        Outcome::DeadEnd(_) => 2,
        Outcome::Impossible { .. } => 3,
        Outcome::Undetermined => 4,
    }
}
