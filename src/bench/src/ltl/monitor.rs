//! The safety monitor by itself, without processes: how long a fleet waits while somebody constrains it.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use surefleet_cli::percentile::percentile;
use surefleet_fleet::{Brief, MissionId, RobotId, Stamp, StepIndex};
use surefleet_mission::{State, Transport};
use surefleet_safety::{CheckRequest, Input, MOST_CONSTRAINT_BYTES, Monitor, Output, Policy, Timing};

use super::{
    case::{Case, Mix, PLACES},
    row::CaseRow,
};

/// Checks of a turn that are timed.
const TURNS: usize = 300;

/// One constraint in this many is a sentence about every robot, or about as many robots as fit in it.
const TEAM_WIDE: usize = 4;

/// Proposes and confirms constraints one by one, admits a mission that brings one more, and checks turns of it.
///
/// # Errors
/// A monitor that refuses any of that, or closes its gate.
pub fn row(robots: usize, constraints: usize, seed: u64) -> Result<CaseRow> {
    let domain = Arc::new(Transport::household());
    let fleet = (1..=robots).map(|number| RobotId::new(&format!("robot_{number}"))).collect::<Result<Vec<_>, _>>()?;
    let now = Stamp::ZERO;
    let second = Duration::from_secs(1);
    let timing = Timing { world_timeout: second, lease: second, start_patience: Duration::ZERO };
    let mut monitor = Monitor::new(Policy::new(domain.world(fleet.len()), Some(domain.clone()), timing, true)?);
    let table = domain.find_place("table").context("the household has a table")?;
    let state = State::new(&domain, robots, &vec![table; domain.items().len()], [])?;
    let facts = state.to_facts(&domain, &fleet);
    let world =
        Input::World { observed: now, domain: domain.digest().to_string(), facts: facts.clone(), arms: Vec::new() };
    monitor.handle(now, world);
    for robot in &fleet {
        monitor.handle(now, Input::Heartbeat { robot: robot.clone(), at: None, finished: None });
    }
    let mut propose_ms = Vec::new();
    let mut confirm_ms = Vec::new();
    for formula in formulas(&domain, robots, constraints, seed) {
        let begin = Instant::now();
        let proposal = monitor.propose_constraint(now, &format!("ltl: {formula}"), "bench ltl")?;
        propose_ms.push(millis(begin));
        let begin = Instant::now();
        monitor.confirm_constraint(now, proposal.id, "bench ltl")?;
        confirm_ms.push(millis(begin));
        while monitor.poll().is_some() {}
    }
    let mission = MissionId::new([1; 16]);
    let own = "ltl: !at(robot_1, fridge) W at(robot_1, stove)".to_owned();
    let text = "Move apple 1 to the sink.";
    let brief = Brief { constraints: vec![own], ..Brief::new(mission, text, 9, fleet.clone()) };
    let begin = Instant::now();
    monitor.handle(now, Input::Mission(brief));
    let admit_ms = millis(begin);
    while let Some(output) = monitor.poll() {
        if let Output::Refused { reason, .. } = output {
            return Err(reason.into());
        }
    }
    let candidates: Vec<_> = domain.options().iter().take(PLACES).collect();
    let mut check_us = Vec::new();
    for turn in 0..TURNS {
        let robot = fleet[turn % robots].clone();
        let candidates = candidates.clone();
        let step = StepIndex::FIRST;
        let facts = facts.clone();
        let request = CheckRequest { mission, step, robot, facts, decided: Vec::new(), candidates };
        let begin = Instant::now();
        let verdicts = monitor.check(now, &request)?;
        check_us.push(millis(begin) * 1e3);
        ensure!(verdicts.iter().any(Result::is_ok), "nothing is allowed: the workload is wrong");
    }
    monitor.gate(now)?;
    Ok(CaseRow {
        turns: TURNS,
        propose_ms: Some(percentile(&propose_ms, 100)?),
        confirm_ms: Some(percentile(&confirm_ms, 100)?),
        admit_ms: Some(admit_ms),
        check_us_median: Some(percentile(&check_us, 50)?),
        check_us_p99: Some(percentile(&check_us, 99)?),
        ..CaseRow::new("household in the monitor".to_owned(), constraints, robots)
    })
}

fn millis(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e3
}

/// The mix of the other cases, with the items for places.
fn formulas(domain: &Transport, robots: usize, constraints: usize, seed: u64) -> Vec<String> {
    let items: Vec<&str> = domain.items().map(|item| domain.item(item).name.as_str()).collect();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let wide = constraints / TEAM_WIDE;
    let case = |robots, constraints| Case { robots, mix: Mix::of(constraints), is_coupled: robots > 1, has_map: false };
    let at = |robot: usize, place: usize| format!("at(robot_{}, {})", robot + 1, items[place]);
    let of_some = case(robots, constraints - wide).formulas(&mut rng, at);
    let of_one = case(1, wide).formulas(&mut rng, |_, place| format!("at(ROBOT, {})", items[place]));
    // A budget of every robot of a large fleet is longer than what is read of one constraint.
    let of_each = of_one.iter().map(|formula| {
        let fits = |text: &String| text.len() + "ltl: ".len() <= MOST_CONSTRAINT_BYTES;
        (1..=robots).rev().map(|team| of_team(formula, team)).find(fits).unwrap_or_default()
    });
    of_some.into_iter().chain(of_each).collect()
}

/// One formula that asks of each of these robots what this one asks of `ROBOT`.
fn of_team(formula: &str, robots: usize) -> String {
    let of = |robot: usize| formula.replace("ROBOT", &format!("robot_{robot}"));
    let all: Vec<String> = (1..=robots).map(of).collect();
    // The mix writes budgets in prefix syntax, which has no parentheses.
    if formula.starts_with("! F &") {
        format!("{}{}", "& ".repeat(robots - 1), all.join(" "))
    } else {
        all.iter().map(|one| format!("({one})")).collect::<Vec<_>>().join(" & ")
    }
}
