//! `surefleet bench size`: how long a decision and the monitor's check take at large sites.

mod store;

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use futures::executor::block_on;
use surefleet_cli::{percentile::percentile, work::bar};
use surefleet_fleet::{Attempt, Brief, Decided, Decision, JointStep, MissionId, RobotId, Stamp, StepIndex, Turn};
use surefleet_grounded::FormalScorer;
use surefleet_language::{LabelledOption, OptionScorer, Prompt, Question};
use surefleet_ltl::Formula;
use surefleet_planner::labelled_options;
use surefleet_safety::{CheckRequest, Input, Monitor, Output, Policy, Timing};
use surefleet_search::{Budget, Task};
use surefleet_site::peak_memory_mb;
use surefleet_world::State;

use crate::measurement::{Column, Measurement, Sheet, Unit};
use store::{Size, Store};

/// The fields of `--json`, for `--help`.
const FIELDS: &str = "\
A store has robots of three kinds, things, and places, of which a fifth are boxes that two of the kinds open. A mission
brings things to places, two of them in an order. Every decision is scored as by `kind: grounded`, its best option is
taken if the monitor allows it, and every joint step goes through the monitor. Each robot has an oracle of its own, as
its process has, and prepares it as soon as the mission is heard of, as planners do; the robot that decides first has
no time for that.

With --json, one object: schema, machine, date, command, and results, an array of rows:
  curve                          target: the size that counts; robots, items: one number of it changes
  robots, items, places, constraints, options    the size, and the number of decisions in S
  steps, decisions               joint steps done, and decisions made in them
  prepare_ms                     median time of a robot to compile a mission and find a first plan, while others decide
  decision_ms_median, decision_ms_p99    time of a decision by a robot that has prepared
  check_ms_median, check_ms_p99  time of the monitor's check of all that a robot could do
  memory_mb                      most memory of this process after three decisions of one robot; it counts in the first row only,
                                 since nothing else ran before: a planner without ROS";

/// The options of the size benchmark.
#[derive(clap::Args)]
#[command(after_long_help = FIELDS)]
pub struct Arguments {
    /// Numbers of robots.
    #[arg(long, value_delimiter = ',', default_value = "1,5,10,20")]
    robots: Vec<usize>,
    /// Numbers of items.
    #[arg(long, value_delimiter = ',', default_value = "20,50,200")]
    items: Vec<usize>,
    /// Missions of each size.
    #[arg(long, default_value_t = 3)]
    missions: u64,
    /// The most joint steps of a mission.
    #[arg(long, default_value_t = 12)]
    steps: u32,
    /// The work of one decision; none: as shipped.
    #[arg(long)]
    budget: Option<u64>,
    /// Leave the target size out: 15 robots, 100 items, 30 places, 50 constraints.
    #[arg(long)]
    no_target: bool,
}

/// Joint steps beyond those that are looked at: no mission has to hurry.
const SPARE: u32 = 90;

const TARGET: Size = Size { robots: 15, items: 100, places: 30, constraints: 50, goals: 10 };

/// Missions of one size.
#[derive(Default)]
struct SizeRow {
    curve: &'static str,
    robots: usize,
    items: usize,
    places: usize,
    constraints: usize,
    options: usize,
    steps: u32,
    prepare_ms: Vec<f64>,
    decision_ms: Vec<f64>,
    check_ms: Vec<f64>,
    memory_mb: Option<f64>,
}

/// Measures.
///
/// # Errors
/// A size that no world has, or a monitor that does not let the mission run.
pub fn run(arguments: &Arguments) -> Result<Measurement> {
    let target = (!arguments.no_target).then_some(("target", TARGET));
    let robots = arguments.robots.iter().map(|&robots| ("robots", Size { robots, ..TARGET }));
    let items = arguments.items.iter().map(|&items| ("items", Size { items, ..TARGET }));
    let sizes: Vec<(&str, Size)> = target.into_iter().chain(robots).chain(items).collect();
    let progress = bar(sizes.len() as u64 * arguments.missions, "missions");
    let mut rows = Vec::new();
    for (curve, size) in sizes {
        ensure!(size.robots > 0 && size.items > size.goals, "a store has a robot, and more than {} items", size.goals);
        let Size { robots, items, places, constraints, .. } = size;
        let mut row = SizeRow { curve, robots, items, places, constraints, ..SizeRow::default() };
        for seed in 0..arguments.missions {
            row.walk(&Store::draw(size, seed)?, arguments).context("a mission of the store")?;
            progress.inc(1);
        }
        rows.push(row);
    }
    progress.finish_and_clear();
    Ok(Measurement::new("Size: decisions and checks at large sites", vec![Sheet::new("results", "", &rows, columns())]))
}

/// The limit, of the size that counts.
fn target(row: &SizeRow, limit: f64) -> Option<f64> {
    (row.curve == "target").then_some(limit)
}

fn columns() -> Vec<Column<SizeRow>> {
    type C = Column<SizeRow>;
    fn at(times: &[f64], share: usize) -> Option<f64> {
        percentile(times, share).ok()
    }
    vec![
        C::new("curve", "curve", Unit::Plain, |row| row.curve.into()),
        C::new("robots", "robots", Unit::Plain, |row| row.robots.into()),
        C::new("items", "items", Unit::Plain, |row| row.items.into()),
        C::new("places", "places", Unit::Plain, |row| row.places.into()),
        C::new("constraints", "constraints", Unit::Plain, |row| row.constraints.into()),
        C::new("options", "S", Unit::Plain, |row| row.options.into()),
        C::new("steps", "steps", Unit::Plain, |row| row.steps.into()),
        C::new("decisions", "decisions", Unit::Plain, |row| row.decision_ms.len().into()),
        C::new("prepare_ms", "prepare: median", Unit::Milliseconds(0), |row| at(&row.prepare_ms, 50).into()),
        C::new("decision_ms_median", "decision: median", Unit::Milliseconds(1), |row| at(&row.decision_ms, 50).into()),
        C::new("decision_ms_p99", "p99 (target)", Unit::Milliseconds(1), |row| at(&row.decision_ms, 99).into())
            .at_most(|row| target(row, 50.0)),
        C::new("check_ms_median", "check: median", Unit::Milliseconds(2), |row| at(&row.check_ms, 50).into()),
        C::new("check_ms_p99", "p99 (target)", Unit::Milliseconds(2), |row| at(&row.check_ms, 99).into())
            .at_most(|row| target(row, 5.0)),
        C::new("memory_mb", "memory (target)", Unit::Megabytes(0), |row| row.memory_mb.into())
            .at_most(|row| target(row, 60.0)),
    ]
}

impl SizeRow {
    /// Runs a mission: first all that robots decide, and then the same through the monitor.
    fn walk(&mut self, store: &Store, arguments: &Arguments) -> Result<()> {
        let world = &store.world;
        let team: Vec<RobotId> = world.robots().to_vec();
        let brief = Arc::new(Brief {
            formulas: [&store.mission].into_iter().chain(&store.constraints).cloned().collect(),
            ..Brief::new(
                MissionId::new([1; 16]),
                format!("ltl: {}", store.mission),
                arguments.steps + SPARE,
                team.clone(),
            )
        });
        let scorer = || match arguments.budget {
            None => FormalScorer::new(Arc::clone(world)),
            Some(budget) => FormalScorer::with_budget(Arc::clone(world), Budget(budget)),
        };
        let labels = labelled_options(world);
        self.options = world.options().len();
        let (mut state, mut joints) = (store.state.clone(), Vec::new());
        let mut turn = Turn::first(brief, world.facts(&state));
        if self.memory_mb.is_none() {
            // A planner's process decides for one robot: here the first, at the begin, while the others wait.
            let alone = scorer();
            for _ in 0..3 {
                decide(&alone, &labels, &turn, &team[0])?;
            }
            self.memory_mb = peak_memory_mb(std::process::id());
        }
        let scorer = scorer();
        let everyone: Vec<usize> = (0..team.len()).collect();
        let constraints =
            store.constraints.iter().map(|formula| Formula::parse(formula)).collect::<Result<Vec<_>, _>>()?;
        let task = Task::new(world, &Formula::parse(&store.mission)?, &constraints, &everyone)?;
        let mut progress = task.begin(&state);
        for robot in &team {
            let begin = Instant::now();
            scorer.prepare(&turn, robot);
            self.prepare_ms.push(millis(begin));
        }
        for _ in 0..arguments.steps {
            if task.is_achieved(&progress) {
                break;
            }
            let mut joint = Vec::new();
            for (place, robot) in team.iter().enumerate() {
                let begin = Instant::now();
                let decision = decide(&scorer, &labels, &turn, robot)?;
                self.decision_ms.push(millis(begin));
                let decision =
                    if world.is_permitted(&state, &joint, place, decision) { decision } else { world.options().idle() };
                joint.push((place, decision));
                turn = turn.after(Some(decision));
            }
            let joint: Vec<Option<Decision>> = joint.into_iter().map(|(_, decision)| Some(decision)).collect();
            (state, progress) =
                task.advance(&state, &progress, &joint).map_err(|refusal| anyhow::anyhow!("{refusal:?}"))?;
            turn.history = turn.history.iter().cloned().chain([joint.clone()]).collect::<Vec<_>>().into();
            turn.step = turn.step.next();
            turn.decided.clear();
            turn.facts = world.facts(&state);
            joints.push((joint, state.clone()));
            self.steps += 1;
        }
        self.check(store, &turn.brief, &joints)
    }

    /// The monitor's checks of all that each robot could do in each joint step.
    fn check(&mut self, store: &Store, brief: &Brief, joints: &[(Vec<Option<Decision>>, State)]) -> Result<()> {
        let (world, now) = (&store.world, Stamp::ZERO);
        let second = Duration::from_secs(1);
        let timing = Timing { world_timeout: second, lease: second, start_patience: Duration::ZERO };
        let mut monitor = Monitor::new(Policy::new(Arc::clone(world), None, timing, true)?);
        let domain = world.domain().digest().to_string();
        let look = |state: &State| Input::World {
            observed: now,
            domain: domain.clone(),
            facts: world.facts(state),
            arms: Vec::new(),
        };
        monitor.handle(now, look(&store.state));
        for robot in world.robots() {
            monitor.handle(now, Input::Heartbeat { robot: robot.clone(), at: None, finished: None });
        }
        for constraint in &store.constraints {
            // What the start already violates is not enforced.
            let proposal = monitor.propose_constraint(now, &format!("ltl: {constraint}"), "bench size")?;
            drop(monitor.confirm_constraint(now, proposal.id, "bench size"));
        }
        monitor.handle(now, Input::Mission(Brief { formulas: Vec::new(), ..brief.clone() }));
        while let Some(output) = monitor.poll() {
            if let Output::Refused { reason, .. } = output {
                return Err(reason.into());
            }
        }
        let (mut state, mut step) = (store.state.clone(), StepIndex::FIRST);
        for (joint, next) in joints {
            let mut decided = Vec::new();
            for (place, robot) in world.robots().iter().enumerate() {
                let candidates = world.applicable(&state, place);
                let (mission, facts) = (brief.id, world.facts(&state));
                let request =
                    CheckRequest { mission, step, robot: robot.clone(), facts, decided: decided.clone(), candidates };
                let begin = Instant::now();
                let verdicts = monitor.check(now, &request)?;
                self.check_ms.push(millis(begin));
                let chosen = request.candidates.iter().position(|one| Some(*one) == joint[place]);
                let is_allowed = chosen.is_some_and(|place| verdicts[place].is_ok());
                let decision = if is_allowed { joint[place] } else { Some(world.options().idle()) };
                decided.push(Decided { robot: robot.clone(), decision, attempt: Attempt::FIRST });
            }
            let decisions: Vec<Option<Decision>> = decided.iter().map(|one| one.decision).collect();
            if decisions != *joint {
                // The monitor leads elsewhere: its checks so far count.
                return Ok(());
            }
            let proposed = JointStep { mission: brief.id, step, attempt: Attempt::FIRST, decided };
            monitor.handle(now, Input::Propose { joint: proposed, facts: world.facts(&state) });
            for robot in world.robots() {
                monitor.handle(now, Input::Outcome { mission: brief.id, step, robot: robot.clone() });
            }
            monitor.handle(now, look(next));
            while monitor.poll().is_some() {}
            (state, step) = (next.clone(), step.next());
        }
        Ok(())
    }
}

fn decide(scorer: &FormalScorer, labels: &Arc<[LabelledOption]>, turn: &Turn, robot: &RobotId) -> Result<Decision> {
    let prompt = Prompt { prefix: "".into(), suffix: String::new() };
    let options = Arc::clone(labels);
    let question = Question { prompt, options, turn: turn.clone(), robot: robot.clone() };
    let scores = block_on(scorer.score(&question))?.log_probabilities;
    let best = (0..scores.len()).max_by(|one, other| scores[*one].total_cmp(&scores[*other]));
    Ok(Decision::new(best.context("S is not empty")? as u16))
}

fn millis(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e3
}
