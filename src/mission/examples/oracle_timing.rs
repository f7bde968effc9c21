//! Times the oracle on every class of scenario: `cargo run --release -p surefleet-mission --example oracle_timing`.
//!
//! Prints one JSON object per class: nanoseconds for a judge (median, 99th percentile, worst; the least of three runs
//! each, since other processes interrupt), decisions by the canonical choice with one random acceptable choice in four.
//! "shut" worlds are harder than the distribution's: all items are in containers, all containers are closed, and only
//! as many steps are left as the mission needs.

use std::{sync::Arc, time::Instant};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use surefleet_fleet::Decision;
use surefleet_mission::{Distribution, Oracle, PlaceId, Prohibition, Scenario, State, TeamClass, Transport, apply};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let scenarios: u64 = std::env::args().nth(1).map_or(Ok(300), |count| count.parse())?;
    let distribution = Distribution::household(Arc::new(Transport::household()))?;
    for (class, is_shut) in TeamClass::ALL.into_iter().flat_map(|class| [(class, false), (class, true)]) {
        let mut nanos = Vec::new();
        for seed in 0..scenarios {
            let mut scenario = distribution.sample(class, seed);
            if is_shut {
                shut(distribution.domain(), &mut scenario)?;
            }
            run(distribution.domain(), &scenario, &mut nanos)?;
        }
        nanos.sort_unstable();
        let at = |percent: usize| nanos[(nanos.len() - 1) * percent / 100];
        println!(
            "{{\"class\": \"{class:?}\", \"shut\": {is_shut}, \"scenarios\": {scenarios}, \"judges\": {}, \
             \"median_ns\": {}, \"p99_ns\": {}, \"worst_ns\": {}}}",
            nanos.len(),
            at(50),
            at(99),
            at(100)
        );
    }
    Ok(())
}

/// Puts every item into a closed container and gives the mission exactly the steps it needs.
fn shut(domain: &Arc<Transport>, scenario: &mut Scenario) -> Result<(), Box<dyn std::error::Error>> {
    let mut rng = ChaCha8Rng::seed_from_u64(scenario.seed);
    let containers: Vec<PlaceId> = domain.containers().collect();
    let places: Vec<PlaceId> = domain.items().map(|_| containers[rng.random_range(0..containers.len())]).collect();
    scenario.initial = State::new(domain, scenario.team.len(), &places, [])?;
    if scenario.mission.rules.iter().any(|rule| matches!(rule.never, Prohibition::Open(_)) && rule.robot.is_none()) {
        scenario.mission.rules.clear();
    }
    let oracle = Oracle::new(domain, &scenario.mission, scenario.team.len())?;
    scenario.horizon = oracle.min_steps(&scenario.initial, 100).ok_or("containers can be opened")?;
    Ok(())
}

fn run(domain: &Arc<Transport>, scenario: &Scenario, nanos: &mut Vec<u128>) -> Result<(), Box<dyn std::error::Error>> {
    let team_size = scenario.team.len();
    let oracle = Oracle::new(domain, &scenario.mission, team_size)?;
    let mut rng = ChaCha8Rng::seed_from_u64(scenario.seed);
    let mut state = scenario.initial.clone();
    for steps_left in (1..=scenario.horizon).rev() {
        if scenario.mission.achieved(&state) {
            break;
        }
        let mut decided: Vec<(usize, Option<Decision>)> = Vec::with_capacity(team_size);
        for robot in 0..team_size {
            let judge = || {
                let start = Instant::now();
                let judgement = oracle.judge(&state, steps_left, &decided, robot);
                (start.elapsed().as_nanos(), judgement)
            };
            let ((first, judgement), (second, _), (third, _)) = (judge(), judge(), judge());
            nanos.push(first.min(second).min(third));
            let acceptable: Vec<Decision> =
                domain.options().iter().filter(|decision| judgement.acceptable[decision.index()]).collect();
            let preferred = judgement.preferred.ok_or("a feasible mission stays feasible")?;
            let explores = rng.random_ratio(1, 4);
            let decision = if explores { acceptable[rng.random_range(0..acceptable.len())] } else { preferred };
            decided.push((robot, Some(decision)));
        }
        let joint: Vec<Option<Decision>> = decided.iter().map(|(_, decision)| *decision).collect();
        state = apply(domain, &state, &joint)?;
    }
    if scenario.mission.achieved(&state) { Ok(()) } else { Err("acceptable decisions achieve the mission".into()) }
}
