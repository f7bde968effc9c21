//! Prints as JSON how often missions succeed when every robot takes its best-scored option and nobody asks.
//!
//! `cargo run --release -p surefleet-simulator --example scorer_quality -- [missions per class] [quality ...]`

use std::{error::Error, sync::Arc};

use surefleet_fleet::{Attempt, Brief, Decision, Facts, MissionId, StepIndex, Turn};
use surefleet_mission::{Distribution, Scenario, State, TeamClass, Transport, apply, check_plan};
use surefleet_simulator::SimulatedScorer;

fn main() -> Result<(), Box<dyn Error>> {
    let mut numbers = std::env::args().skip(1);
    let missions: u64 = numbers.next().map_or(Ok(200), |text| text.parse())?;
    let mut qualities: Vec<f64> = numbers.map(|text| text.parse()).collect::<Result<_, _>>()?;
    if qualities.is_empty() {
        qualities = vec![2.0, 3.0, 4.0, 5.0, 6.0];
    }
    let domain = Arc::new(Transport::household());
    let distribution = Distribution::household(domain.clone())?;
    let mut rows = Vec::new();
    for quality in qualities {
        let scorer = SimulatedScorer::new(domain.clone(), quality, 1)?;
        for class in TeamClass::ALL {
            let mut succeeded = 0;
            for seed in 0..missions {
                let scenario = distribution.sample(class, seed);
                succeeded += u64::from(succeeds(&domain, &scorer, &scenario)?);
            }
            rows.push(serde_json::json!({
                "scorer": "simulated",
                "quality": quality,
                "robots": class.team_size(),
                "missions": missions,
                "succeeded": succeeded,
                "success_rate": succeeded as f64 / missions as f64,
            }));
        }
    }
    println!("{}", serde_json::to_string_pretty(&rows)?);
    Ok(())
}

/// Whether the plan of the best-scored options is a plan for the mission.
fn succeeds(domain: &Transport, scorer: &SimulatedScorer, scenario: &Scenario) -> Result<bool, Box<dyn Error>> {
    let brief = Arc::new(Brief {
        formulas: scenario.mission.formulas(domain, &scenario.team).iter().map(ToString::to_string).collect(),
        ..Brief::new(MissionId::new([0; 16]), scenario.text.clone(), scenario.horizon, scenario.team.to_vec())
    });
    let mut state = scenario.initial.clone();
    let mut plan: Vec<Vec<Option<Decision>>> = Vec::new();
    let mut step = StepIndex::FIRST;
    while !scenario.mission.achieved(&state) && step.get() <= scenario.horizon {
        let joint = joint_step(domain, scorer, &brief, step, &state, &plan)?;
        let after = apply(domain, &state, &joint);
        plan.push(joint);
        let Ok(after) = after else { break };
        state = after;
        step = step.next();
    }
    Ok(check_plan(domain, &scenario.initial, &scenario.mission, scenario.horizon, &plan).is_ok())
}

fn joint_step(
    domain: &Transport,
    scorer: &SimulatedScorer,
    brief: &Arc<Brief>,
    step: StepIndex,
    state: &State,
    plan: &[Vec<Option<Decision>>],
) -> Result<Vec<Option<Decision>>, Box<dyn Error>> {
    let facts: Facts = state.to_facts(domain, &brief.team);
    let mut turn = Turn {
        brief: brief.clone(),
        step,
        attempt: Attempt::FIRST,
        order: brief.team.clone().into(),
        decided: Vec::new(),
        history: plan.to_vec().into(),
        facts,
        reorders: 0,
        refusals: [].into(),
        failures: [].into(),
        team_step: None,
    };
    while let Some(robot) = turn.holder().cloned() {
        let best = scorer.scores(&turn, &robot)?.best();
        turn = turn.after(Some(Decision::new(u16::try_from(best)?)));
    }
    Ok(turn.decided.iter().map(|decided| decided.decision).collect())
}
