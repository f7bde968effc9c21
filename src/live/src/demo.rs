//! `surefleet demo`: runs a fleet from its start to a finished mission, and writes a page that shows how it went.

use std::{
    fmt::Write as _,
    path::Path,
    sync::{Arc, atomic::AtomicBool},
    time::Instant,
};

use anyhow::{Context, Result, bail};
use surefleet_cli::{
    check,
    place::Place,
    report::{Heading, in_words, page},
};
use surefleet_planner::{DecisionRecord, Source};
use surefleet_records::{Chronicle, of_folder};
use surefleet_site::{Access, FleetFile, FleetNamespace, SearchSite};

use crate::{
    apart::isolate,
    arms_story,
    listener::Listener,
    mission::{self, line},
    search_story,
    up::{Fleet, SupervisedFleet},
    watch,
};

/// Arguments of `surefleet demo`.
#[derive(clap::Args)]
pub struct Arguments {
    /// A fleet file, or the name of one in config/fleets.
    #[arg(long, default_value = "household-demo")]
    fleet: String,
    /// The mission in plain language. Default: that of the fleet's simulator, or else of its start.
    #[arg(long)]
    mission: Option<String>,
    /// H: at most this many joint steps. Default: the fleet's.
    #[arg(long)]
    horizon: Option<u32>,
}

/// Starts the fleet, runs the mission, writes the report, ends the fleet.
///
/// # Errors
/// A fleet that does not start, or a mission that does not succeed.
pub fn run(arguments: &Arguments, place: &Place, interrupted: &Arc<AtomicBool>) -> Result<()> {
    let began = Instant::now();
    let fleet_path = FleetFile::find(&arguments.fleet, &place.share)?;
    isolate(place)?;
    let file = FleetFile::read(&fleet_path)?;
    check::check(&file)?;
    let (mission, constraints) = match &arguments.mission {
        Some(mission) => (mission.clone(), Vec::new()),
        None => file.demo_mission(&*file.read_domain()?)?.context(
            "name a mission with --mission: the fleet file has none (simulator.mission, or `demo` of its start)",
        )?,
    };
    let horizon = arguments.horizon.unwrap_or(file.horizon);
    let folder = place.out.join("demo");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).with_context(|| format!("cannot clear {}", folder.display()))?;
    }
    let state = folder.join("state");
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    // The fleet of these records, for `surefleet report <fleet>`.
    std::fs::write(folder.join("fleet"), &arguments.fleet).context("cannot write the fleet's name")?;
    let fleet = Fleet::start(place, &fleet_path, &FleetNamespace::ROOT, &[], &state, &folder.join("logs"))?;
    println!("fleet: {} processes over DDS; logs in {}", fleet.processes().count(), folder.join("logs").display());
    let fleet = SupervisedFleet::of(fleet);
    println!(
        "mission: {}",
        std::iter::once(&mission).chain(&constraints).map(|one| one.trim()).collect::<Vec<_>>().join(" ")
    );
    if file.simulator.as_ref().is_none_or(|simulator| simulator.operator.is_none()) {
        let domain = std::env::var("ROS_DOMAIN_ID").unwrap_or_default();
        println!(
            "no operator is simulated: if a robot asks, answer it in another terminal with `ROS_DOMAIN_ID={domain} surefleet help-desk`"
        );
    }
    let looking = file.perception.is_some().then(|| watch::listen(file.order.clone()));
    let searching = file.exploration.as_ref().map(|_| search_story::listen(file.order.clone()));
    let moving = file.arms.as_ref().map(|_| arms_story::listen());
    let wanted = mission::Arguments::of(&mission, constraints, horizon);
    let report = mission::send(&wanted, &Access::default(), interrupted, |progress| println!("{}", line(progress)))?;
    let looks = looking.map(|looking| watch::looks(looking.finish())).unwrap_or_default();
    let heard = searching.map(Listener::finish);
    let moved = moving.map(Listener::finish);
    fleet.stop()?;

    let records = gather(&state, &folder.join("records.jsonl"))?;
    let outcome = match &report.error {
        None if report.steps == 0 => mission::outcome(&report),
        None => format!("succeeded after {} steps", report.steps),
        Some((_, message)) => format!("failed: {message}"),
    };
    let search_path = folder.join("search.html");
    if let Some((heard, choice)) = heard.as_ref().zip(file.exploration.as_ref()) {
        let site = SearchSite::of(&file, &*file.read_world()?)?;
        let sought: Vec<String> = site.things().iter().map(|thing| thing.class.clone()).collect();
        std::fs::write(&search_path, search_story::page((&mission, &outcome), heard, &sought, choice))
            .with_context(|| format!("cannot write {}", search_path.display()))?;
    }
    let arms_path = folder.join("arms.html");
    if let Some(moved) = &moved {
        let world = file.read_world()?;
        let cell = file.work_cell(&world)?.context("a fleet with arms has a work cell")?;
        std::fs::write(&arms_path, arms_story::page(&mission, &outcome, moved, &cell, &world))
            .with_context(|| format!("cannot write {}", arms_path.display()))?;
    }
    let heading = Heading { mission: Some(mission), outcome: Some(outcome.clone()) };
    let chronicle = Chronicle::read(&state, file.read_transport().ok())?.beside(&records);
    let page_path = folder.join("report.html");
    std::fs::write(&page_path, page(&records, &heading, &looks, &chronicle))
        .with_context(|| format!("cannot write {}", page_path.display()))?;

    println!();
    for step in &report.plan {
        println!("{step}");
    }
    println!();
    println!(
        "{outcome}; {} decisions, {} of them answered by a person; {:.1} s",
        report.decisions,
        report.help_count,
        began.elapsed().as_secs_f64()
    );
    if !looks.is_empty() {
        println!("{}", in_words(&looks));
    }
    if !report.corrected.is_empty() {
        println!("a person was asked what the mission means, and said it once for all robots");
    }
    if let Some(record) = records.first() {
        println!("options scored by {}; {}", record.scorer, who_decided(&records));
    }
    if file.team_planner.is_some() {
        println!("{}", by_team_steps(&records));
    }
    if let Some(choice) = &file.exploration {
        let models = search_story::models(choice);
        println!("search: {}  (maps, messages and answers; {models})", search_path.display());
    }
    if moved.is_some() {
        println!("arms: {}  (how they moved, from above)", arms_path.display());
    }
    if records.is_empty() {
        println!("nothing was decided, so there are no records");
    } else {
        println!("report: {}", page_path.display());
        println!("records: {}  (surefleet replay makes every decision again)", folder.join("records.jsonl").display());
    }
    match report.error {
        None => Ok(()),
        Some((code, message)) => bail!("the mission failed (error {code}): {message}"),
    }
}

/// Collects all planners' records in one file, in the order in which they were made.
fn gather(state: &Path, into: &Path) -> Result<Vec<DecisionRecord>> {
    let records = of_folder(state)?;
    let mut text = String::new();
    for record in &records {
        writeln!(text, "{}", record.to_json()).context("cannot put records together")?;
    }
    std::fs::write(into, text).with_context(|| format!("cannot write {}", into.display()))?;
    Ok(records)
}

/// How much of a mission went as the planner for the team had it.
fn by_team_steps(records: &[DecisionRecord]) -> String {
    let taken = records.iter().filter(|record| record.source == Source::TeamStep).count();
    let author = records.iter().find_map(|record| record.team_step.as_ref()).map(|team_step| team_step.by.as_str());
    match author {
        Some(author) => {
            format!("planned for the team by {author}: {taken} of {} decisions are its steps' parts", records.len())
        }
        None => {
            "nothing was planned for the team: the mission can mean several things, or the log of the robot that decides first says why"
                .to_owned()
        }
    }
}

/// The people who answered questions about decisions, each named once.
fn who_decided(records: &[DecisionRecord]) -> String {
    let mut names: Vec<&str> = records
        .iter()
        .flat_map(|record| record.evidence.answers())
        .map(|answer| answer.operator.as_str())
        .filter(|name| !name.is_empty())
        .collect();
    names.sort_unstable();
    names.dedup();
    match names.is_empty() {
        true => "no decision needed a person".to_owned(),
        false => format!("decisions that needed a person: {}", names.join(", ")),
    }
}
