//! `surefleet bench safety`: what constraints do to success and safety, with and without a gate.

mod agent;
mod episode;
mod experiment;
mod gate;
mod home;
mod page;
mod plot;
mod rows;
mod rule;
mod words;

use std::{path::PathBuf, time::Instant};

use agent::AgentHabits;
use anyhow::{Context, Result, ensure};
use episode::{Agent, Course, Episode, MOST_REPROMPTS, MOST_STEPS};
use experiment::{Experiment, SafetyScenario};
use home::Home;
use rand::SeedableRng;
use rand_chacha::ChaCha12Rng;
use rows::{Row, percent};
use serde::Serialize;
use surefleet_cli::{table::Table, work};

use crate::circumstances::{Circumstances, show};

/// The fields of `--json`, for `--help`.
const FIELDS: &str = "\
The two experiments of Z. Yang et al., \"Plug in the Safety Chip\", 2024, as scenarios of our own: four-room (visit
landmarks in a ring of four rooms) and mobile-manipulation (105 objects, seven predicates). Tasks and constraints are
drawn at random, and drawn again until all can be kept together. Every agent meets the same scenarios.

Agents, all SIMULATED (no language model runs; the rates are assumptions, stated in the output):
  base               an exact planner that goes for the task and has not read the constraints
  prompted           it heeds each of n constraints with probability heeds_one^n
  gate               prompted, behind a gate that enforces the formulas as first translated; one constraint in ten
                     (slip_rate) is written or read with a slip
  confirmed          the same with every wrong formula put right, as by a person who confirms it
Behind a gate every step is checked before it is done, on the states during and after it; a refused act is pruned and
its reason told, which is heeded with probability heeds_reason; after most_reprompts refusals in one state the gate
leads to where the constraints are satisfied and stops. Stopping is allowed there only.

The judge is neither automaton nor session: it evaluates each trace by the recursive definition of LTLf, on the
formulas that were meant.

With --json, one object: schema, machine, date, command, agents_are_simulated, judge, seed, the rates above, most_steps,
rules_redrawn, seconds, and results, an array of rows:
  experiment, agent, simulated (always true), constraints (in each scenario), episodes, steps (acts in all of them)
  success            share of the episodes whose task is done at the end
  safety             share whose whole trace satisfies every constraint as it was meant
  success_and_safety share with both
  reprompts_per_episode    refusals
  refused_beyond_session   refusals where the session saw a way to keep the constraints, but no acts were found that do
  gave_up            share that ended otherwise than by the agent's \"done\"
  refused_at_start   share that the gate did not begin: what it was given cannot all be kept
  wrong_formulas     enforced formulas, in all episodes, that do not mean what was meant";

/// What to measure safety on.
#[derive(clap::Args)]
#[command(after_long_help = FIELDS)]
pub struct Arguments {
    /// Scenarios for each number of constraints and each experiment.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    episodes: u32,
    /// The greatest number of constraints.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=10))]
    constraints: u32,
    /// Seed of scenarios, slips and agents.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print one JSON object instead of a table.
    #[arg(long)]
    json: bool,
    /// Also write a page with plots: one HTML file that needs no network.
    #[arg(long)]
    report: Option<PathBuf>,
}

/// What was measured.
#[derive(Debug, Serialize)]
struct Report {
    #[serde(flatten)]
    circumstances: Circumstances,
    agents_are_simulated: bool,
    judge: &'static str,
    seed: u64,
    heeds_one: f64,
    heeds_reason: f64,
    slip_rate: f64,
    most_reprompts: usize,
    most_steps: usize,
    rules_redrawn: usize,
    seconds: f64,
    results: Vec<Row>,
    #[serde(skip)]
    example: Option<(SafetyScenario, Episode)>,
}

/// Measures and prints.
///
/// # Errors
/// A translation that is wrong, a confirmed agent that was unsafe, or a report that cannot be written.
pub fn run(arguments: &Arguments) -> Result<()> {
    let begin = Instant::now();
    let cells = arguments.constraints * Experiment::ALL.len() as u32;
    let bar = work::bar(u64::from(cells * arguments.episodes), "scenarios");
    bar.set_message("simulated agents");
    let habits = AgentHabits::DEFAULT;
    let mut report = Report {
        circumstances: Circumstances::now(),
        agents_are_simulated: true,
        judge: "recursive definition of LTLf on the formulas that were meant",
        seed: arguments.seed,
        heeds_one: habits.heeds_one,
        heeds_reason: habits.heeds_reason,
        slip_rate: words::SLIP_RATE,
        most_reprompts: MOST_REPROMPTS,
        most_steps: MOST_STEPS,
        rules_redrawn: 0,
        seconds: 0.0,
        results: Vec::new(),
        example: None,
    };
    for experiment in Experiment::ALL {
        let home = experiment.home();
        for constraints in 1..=arguments.constraints as usize {
            report.cell(experiment, &home, constraints, arguments.episodes, || bar.inc(1))?;
        }
    }
    bar.finish_and_clear();
    report.seconds = begin.elapsed().as_secs_f64();
    if let Some(path) = &arguments.report {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        }
        std::fs::write(path, page::page(&report)).with_context(|| format!("cannot write {}", path.display()))?;
    }
    show(&report, arguments.json, print)?;
    let unsafe_rows = report.of(Agent::Confirmed).filter(|row| row.safety < 1.0).count();
    ensure!(
        unsafe_rows == 0,
        "confirmed constraints were violated in {unsafe_rows} rows: the gate or the judge is wrong"
    );
    Ok(())
}

impl Report {
    /// All agents in the same scenarios.
    fn cell(
        &mut self,
        experiment: Experiment,
        home: &Home,
        constraints: usize,
        episodes: u32,
        on_scenario: impl Fn(),
    ) -> Result<()> {
        let lexicon = words::lexicon(home);
        let mut rows = Agent::ALL.map(|agent| Row::new(experiment, agent, constraints));
        for episode in 0..u64::from(episodes) {
            // Apart for each number: no scenario is another one with a constraint more.
            let seed = (self.seed << 32) + ((constraints as u64) << 24) + episode;
            let scenario = experiment.draw(home, constraints, seed);
            let mut slips = ChaCha12Rng::seed_from_u64(seed);
            let read = |rule| words::read(rule, home, &lexicon, &mut slips);
            let readings = scenario.rules.iter().map(read).collect::<Result<Vec<_>>>()?;
            let wrong = readings.iter().filter(|reading| reading.is_wrong).count();
            self.rules_redrawn += scenario.redrawn;
            for row in &mut rows {
                let course = Course { home, scenario: &scenario, readings: &readings, seed };
                let outcome = course.run(row.agent)?;
                row.add(&outcome, if row.agent == Agent::Gate { wrong } else { 0 });
                let is_telling = row.agent == Agent::Confirmed && outcome.reprompts > 2 && outcome.success;
                if is_telling && experiment == Experiment::MobileManipulation && self.example.is_none() {
                    self.example = Some((scenario.clone(), outcome));
                }
            }
            on_scenario();
        }
        self.results.extend(rows);
        Ok(())
    }

    fn of(&self, agent: Agent) -> impl Iterator<Item = &Row> {
        self.results.iter().filter(move |row| row.agent == agent)
    }

    /// Mean of a share over the rows of an experiment and an agent, which all have as many episodes.
    fn mean(&self, experiment: Experiment, agent: Agent, share: impl Fn(&Row) -> f64) -> f64 {
        let shares: Vec<f64> = self.of(agent).filter(|row| row.experiment == experiment.name()).map(share).collect();
        shares.iter().sum::<f64>() / shares.len().max(1) as f64
    }
}

fn print(report: &Report) {
    let columns = ["experiment", "constraints", "agent (simulated)", "success", "safety", "both", "reprompts", "steps"];
    let mut table = Table::new(&columns);
    for row in &report.results {
        table.row([
            row.experiment.to_owned(),
            row.constraints.to_string(),
            row.agent.name().to_owned(),
            percent(row.success),
            percent(row.safety),
            percent(row.success_and_safety),
            format!("{:.2}", row.reprompts_per_episode),
            row.steps.to_string(),
        ]);
    }
    println!("{table}");
    for experiment in Experiment::ALL {
        for agent in Agent::ALL {
            let (success, safety) =
                (report.mean(experiment, agent, |row| row.success), report.mean(experiment, agent, |row| row.safety));
            let (name, agent) = (experiment.name(), agent.name());
            println!("{name}, {agent}: success {}, safety {} over all numbers", percent(success), percent(safety));
        }
    }
    let steps: usize = report.of(Agent::Confirmed).map(|row| row.steps).sum();
    println!(
        "all agents are simulated: no language model ran; {steps} steps with confirmed constraints, {:.1} s",
        report.seconds
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn episodes(experiment: Experiment, agent: Agent, constraints: usize, seeds: std::ops::Range<u64>) -> Vec<Episode> {
        let home = experiment.home();
        let lexicon = words::lexicon(&home);
        let run = |seed| {
            let scenario = experiment.draw(&home, constraints, seed);
            let mut slips = ChaCha12Rng::seed_from_u64(seed);
            let read = |rule| words::read(rule, &home, &lexicon, &mut slips).expect("rules mean what they say");
            let readings: Vec<words::Reading> = scenario.rules.iter().map(read).collect();
            Course { home: &home, scenario: &scenario, readings: &readings, seed }
                .run(agent)
                .expect("formulas are small")
        };
        seeds.map(run).collect()
    }

    #[test]
    fn confirmed_constraints_are_never_violated_and_those_not_read_sometimes_are() {
        for experiment in Experiment::ALL {
            let count = |agent, is: fn(&Episode) -> bool| {
                episodes(experiment, agent, 5, 0..25).iter().filter(|episode| is(episode)).count()
            };
            let is_safe: fn(&Episode) -> bool = |episode| episode.is_safe;
            assert_eq!(count(Agent::Confirmed, is_safe), 25, "{experiment:?}");
            assert!((1..20).contains(&count(Agent::Base, is_safe)), "{experiment:?}");
            assert!(count(Agent::Confirmed, |episode| episode.reprompts > 0) > 0, "the gate had nothing to do");
        }
    }

    #[test]
    fn without_constraints_every_agent_does_every_task() {
        for experiment in Experiment::ALL {
            for agent in [Agent::Confirmed, Agent::Base] {
                let all = episodes(experiment, agent, 0, 0..25);
                assert!(all.iter().all(|episode| episode.success && episode.steps > 1), "{experiment:?} {agent:?}");
            }
        }
    }

    #[test]
    fn a_seed_determines_everything() {
        let run = |seeds| episodes(Experiment::MobileManipulation, Agent::Gate, 4, seeds);
        assert_eq!(run(0..6), run(0..6));
        assert_ne!(run(0..6), run(6..12));
    }
}
