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

use std::time::Instant;

use agent::AgentHabits;
use anyhow::Result;
use episode::{Agent, AgentEpisode, Course, MOST_REPROMPTS, MOST_STEPS};
use experiment::{Experiment, SafetyScenario};
use home::Home;
use rand::SeedableRng;
use rand_chacha::ChaCha12Rng;
use rows::AgentRow;
use surefleet_cli::work;

use crate::measurement::{Detail, Illustration, Measurement, Sheet, Unit};

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
  wrong_formulas     enforced formulas, in all episodes, that do not mean what was meant
and summary: these rows summed up by experiment and agent, with safety at the most constraints.";

/// The options of the safety benchmark.
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
}

/// The results of the measurement.
struct Found {
    seed: u64,
    rules_redrawn: usize,
    rows: Vec<AgentRow>,
    example: Option<(SafetyScenario, AgentEpisode)>,
}

/// Measures.
///
/// # Errors
/// A translation that is wrong.
pub fn run(arguments: &Arguments) -> Result<Measurement> {
    let begin = Instant::now();
    let cells = arguments.constraints * Experiment::ALL.len() as u32;
    let bar = work::bar(u64::from(cells * arguments.episodes), "scenarios");
    bar.set_message("simulated agents");
    let mut found = Found { seed: arguments.seed, rules_redrawn: 0, rows: Vec::new(), example: None };
    for experiment in Experiment::ALL {
        let home = experiment.home();
        for constraints in 1..=arguments.constraints as usize {
            found.cell(experiment, &home, constraints, arguments.episodes, || bar.inc(1))?;
        }
    }
    bar.finish_and_clear();
    let unsafe_rows = found.of(Agent::Confirmed).filter(|row| row.safety < 1.0).count();
    let violated =
        || format!("confirmed constraints were violated in {unsafe_rows} rows: the gate or the judge is wrong");
    let judge = "recursive definition of LTLf on the formulas that were meant";
    let illustration = Illustration { style: page::STYLE, lead: page::lead(), body: page::body(&found) };
    let sheets = vec![
        Sheet::new("results", "By number of constraints", &found.rows, rows::columns()).in_detail(),
        Sheet::new("summary", "", &rows::summaries(&found.rows), rows::summary_columns()),
    ];
    Ok(Measurement {
        details: vec![
            Detail::raw("agents_are_simulated", true),
            Detail::raw("judge", judge),
            Detail::new("seed", "seed", Unit::Plain, arguments.seed),
            Detail::raw("heeds_one", AgentHabits::DEFAULT.heeds_one),
            Detail::raw("heeds_reason", AgentHabits::DEFAULT.heeds_reason),
            Detail::new("slip_rate", "slips of the pen among the constraints", Unit::Percent(0), words::SLIP_RATE),
            Detail::raw("most_reprompts", MOST_REPROMPTS),
            Detail::raw("most_steps", MOST_STEPS),
            Detail::raw("rules_redrawn", found.rules_redrawn),
            Detail::new("seconds", "measured in", Unit::Seconds(0), begin.elapsed().as_secs_f64()),
        ],
        notes: vec!["All agents are simulated: no language model ran.".to_owned()],
        illustration: Some(illustration),
        flaw: (unsafe_rows > 0).then(violated),
        ..Measurement::new("The safety experiments", sheets)
    })
}

impl Found {
    /// All agents in the same scenarios.
    fn cell(
        &mut self,
        experiment: Experiment,
        home: &Home,
        constraints: usize,
        episodes: u32,
        on_scenario: impl Fn(),
    ) -> Result<()> {
        let mut rows = Agent::ALL.map(|agent| AgentRow::new(experiment, agent, constraints));
        for episode in 0..u64::from(episodes) {
            // Apart for each number: no scenario is another one with a constraint more.
            let seed = (self.seed << 32) + ((constraints as u64) << 24) + episode;
            let scenario = experiment.draw(home, constraints, seed);
            let mut slips = ChaCha12Rng::seed_from_u64(seed);
            let read = |rule| words::read(rule, home, &mut slips);
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
        self.rows.extend(rows);
        Ok(())
    }

    fn of(&self, agent: Agent) -> impl Iterator<Item = &AgentRow> {
        self.rows.iter().filter(move |row| row.agent == agent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn episodes(
        experiment: Experiment,
        agent: Agent,
        constraints: usize,
        seeds: std::ops::Range<u64>,
    ) -> Vec<AgentEpisode> {
        let home = experiment.home();
        let run = |seed| {
            let scenario = experiment.draw(&home, constraints, seed);
            let mut slips = ChaCha12Rng::seed_from_u64(seed);
            let read = |rule| words::read(rule, &home, &mut slips).expect("rules mean what they say");
            let readings: Vec<words::RuleReading> = scenario.rules.iter().map(read).collect();
            Course { home: &home, scenario: &scenario, readings: &readings, seed }
                .run(agent)
                .expect("formulas are small")
        };
        seeds.map(run).collect()
    }

    #[test]
    fn confirmed_constraints_are_never_violated_and_those_not_read_sometimes_are() {
        for experiment in Experiment::ALL {
            let count = |agent, is: fn(&AgentEpisode) -> bool| {
                episodes(experiment, agent, 5, 0..25).iter().filter(|episode| is(episode)).count()
            };
            let is_safe: fn(&AgentEpisode) -> bool = |episode| episode.is_safe;
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
