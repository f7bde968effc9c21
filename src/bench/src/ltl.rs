//! `surefleet bench ltl`: what it takes to keep constraints.

mod case;
mod compare;
mod monitor;
mod row;
mod service;
mod timing;

use std::{
    path::PathBuf,
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use anyhow::{Result, bail};
use case::{Case, Mix};
pub use service::run_bare as run_bare_service;
use surefleet_cli::{place::Place, work::bar};

use crate::measurement::{Measurement, Sheet};

/// The fields of `--json`, for `--help`.
const FIELDS: &str = "\
Each robot is in one of 28 places. Constraints speak of 12 of them: two fifths precedences, two fifths responses, a
tenth prohibitions, a tenth budgets of two visits, each drawn for one robot or, where robots are coupled, for any two.
A turn checks all 28 candidates of one robot, to go to each place or stay, under all constraints, joint check
included, and commits one that is allowed. With maps, a candidate is the shortest way there, of which every state is
checked. A turn is dead if some candidate of it leads to a dead end, or if that took too much work to tell, and live
otherwise. With --service, a household fleet of real processes enforces the same mix, with the items for places: the
28 candidates are the first 28 decisions, each robot asks beside what those before it chose, and the same requests go
to a service that looks at nothing; the world stands still meanwhile, so that later calls profit from what earlier
ones found out. In the monitor (--fleet, --enforced), without processes, the same mix is proposed and confirmed
constraint by constraint, the items for places and a quarter of the constraints about every robot, or as many as one
constraint has room for; then a mission comes with one more, and its robots check 28 candidates each.

With --json, one object: schema, machine, date, command, and results, an array of rows:
  case               the kind of fleet, and which turns; or what was only compiled
  constraints        in one specification
  robots             in the team; 0 where there is none
  turns              how many were measured, over --draws specifications
  compile_ms         to compile one specification: median over the draws; of a comparison: once, and
                     for MONA the time of its process, which builds the automaton and does not print it
  propose_ms         in the monitor: the longest proposal of a constraint
  confirm_ms         likewise: the longest confirmation
  admit_ms           likewise: to admit the mission
  check_us_median    microseconds for a whole turn, not for one check of its 28
  check_us_p99       likewise
  undetermined_share share of the checks in these turns that took too much work to tell, which denies
  rss_mb             peak of resident memory of this process up to then; of a comparison, of the other tool's
                     process; null for one that ended within a millisecond
  stalled            whether the other tool took longer than --patience
What was not measured is null.";

/// The options of the LTL benchmark.
#[derive(clap::Args)]
#[command(after_long_help = FIELDS)]
pub struct Arguments {
    /// Team sizes.
    #[arg(long, value_delimiter = ',', default_value = "1,4,15,50,100")]
    robots: Vec<usize>,
    /// Constraints of a specification that is checked.
    #[arg(long, default_value_t = 50)]
    constraints: usize,
    /// Numbers of responses and precedences that are only compiled.
    #[arg(long, value_delimiter = ',', default_value = "50,200")]
    compiled: Vec<usize>,
    /// Specifications of each kind.
    #[arg(long, default_value_t = 10)]
    draws: u64,
    /// Turns under each specification.
    #[arg(long, default_value_t = 50)]
    turns: usize,
    /// Seed of the specifications and of what the robots do.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Robots of the fleet of a monitor that is constrained; 0: none.
    #[arg(long, value_name = "ROBOTS", default_value_t = 15)]
    fleet: usize,
    /// How many constraints are proposed to it, confirmed and enforced.
    #[arg(long, value_name = "CONSTRAINTS", default_value_t = 200)]
    enforced: usize,
    /// Measure also through the ROS service of a running safety monitor, with a household team of this size; 0: do not.
    #[arg(long, value_name = "ROBOTS", default_value_t = 0)]
    service: usize,
    /// A Python with Spot (pip install spottl==2.13.0.1), to compare with on 4 to 16 responses, until it stalls.
    #[arg(long, value_name = "PYTHON")]
    compare: Option<PathBuf>,
    /// MONA (apt install mona), to compare with likewise.
    #[arg(long, value_name = "PROGRAM")]
    mona: Option<PathBuf>,
    /// Seconds after which Spot or MONA is stopped.
    #[arg(long, default_value_t = 60)]
    patience: u64,
}

/// The largest number of robots that may be at items at one time.
const MOST_SERVED: usize = 12;

impl Arguments {
    /// Whether processes are started.
    pub fn has_processes(&self) -> bool {
        self.service > 0
    }
}

/// Measures.
///
/// # Errors
/// Bad arguments, a fleet that does not come up, a Python without Spot, or a program that is not MONA.
pub fn run(arguments: &Arguments, place: &Place, interrupted: &Arc<AtomicBool>) -> Result<Measurement> {
    let Arguments { draws, turns, seed, service, .. } = *arguments;
    if service > MOST_SERVED {
        bail!("--service {service}: a household has work for {MOST_SERVED} robots at most");
    }
    if arguments.robots.contains(&0) || draws == 0 || turns == 0 {
        bail!("--robots, --draws and --turns: nothing would be measured; give 1 or more");
    }
    let mix = Mix::of(arguments.constraints);
    let kinds = |&robots: &usize| {
        let kind = |(is_coupled, has_map)| Case { robots, mix, is_coupled, has_map };
        let is_new = move |case: &Case| robots > 1 || !case.is_coupled;
        [(false, false), (false, true), (true, false), (true, true)].map(kind).into_iter().filter(is_new)
    };
    let cases: Vec<Case> = arguments.robots.iter().flat_map(kinds).collect();
    let bar = bar(cases.len() as u64 * draws * turns as u64, "turns");
    let mut results = Vec::new();
    for &constraints in &arguments.compiled {
        let case = Case { robots: 4, mix: Mix::plain(constraints), is_coupled: true, has_map: false };
        results.push(timing::compilation(&case, draws, seed)?);
    }
    for case in &cases {
        bar.set_message(format!("{}, {} robots", case.name(), case.robots));
        results.extend(timing::turns(case, draws, turns, seed, || bar.inc(1))?);
    }
    bar.finish_and_clear();
    let spot = arguments.compare.as_deref();
    let mona = arguments.mona.as_deref();
    let mut compared = Vec::new();
    if spot.is_some() || mona.is_some() {
        compared.extend(compare::conjunctions(spot, mona, Duration::from_secs(arguments.patience))?);
    }
    let mut monitored = Vec::new();
    if arguments.fleet > 0 && arguments.enforced > 0 {
        monitored.push(monitor::row(arguments.fleet, arguments.enforced, seed)?);
    }
    let mut served = Vec::new();
    if service > 0 {
        let case = Case { robots: service, mix, is_coupled: service > 1, has_map: false };
        served.extend(service::rows(&case, seed, place, interrupted)?);
    }
    let sheets = vec![
        Sheet::new("results", "A turn: 28 candidates, joint check included", &results, row::columns()),
        Sheet::new("results", "Responses, all at once", &compared, row::columns()),
        Sheet::new("results", "Constraints come one by one, a quarter about every robot", &monitored, row::columns()),
        Sheet::new(
            "results",
            "A turn through ROS, real processes, in a world that stands still",
            &served,
            row::columns(),
        ),
    ];
    Ok(Measurement::new("Temporal logic", sheets))
}
