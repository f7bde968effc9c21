//! The `surefleet` command. It runs commands without ROS itself and hands the others to the programs beside it.

use std::{ffi::OsString, process::ExitCode};

use anyhow::Result;
use clap::{Parser, Subcommand};
use surefleet_cli::{
    about, arm_way, calibrate, calibrate_detector, calibrate_relevance, check, doctor, domain, keygen, new_site,
    place::Place, plan, prepare, program, replay, report, scenarios,
};
use surefleet_site::FleetFile;

/// Fleets of mobile manipulators that take plain-language missions and know when they do not know.
#[derive(Parser)]
#[command(name = "surefleet", version, disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    #[command(about = about::UP, disable_help_flag = true)]
    Up(Handed),
    #[command(about = about::MISSION, disable_help_flag = true)]
    Mission(Handed),
    #[command(about = about::MISSIONS, disable_help_flag = true)]
    Missions(Handed),
    #[command(about = about::FOLLOW, disable_help_flag = true)]
    Follow(Handed),
    #[command(about = about::CANCEL, disable_help_flag = true)]
    Cancel(Handed),
    #[command(about = about::CONSTRAINT, disable_help_flag = true)]
    Constraint(Handed),
    #[command(about = about::HELP_DESK, disable_help_flag = true)]
    HelpDesk(Handed),
    #[command(about = about::EXPLAIN, disable_help_flag = true)]
    Explain(Handed),
    #[command(about = about::DEMO, disable_help_flag = true)]
    Demo(Handed),
    #[command(about = about::RECORD_CHECKS, disable_help_flag = true)]
    RecordChecks(Handed),
    /// Read the files that a fleet file names, as `up` does before it starts anything, and say where people will be
    /// asked.
    Check {
        /// A fleet file, or the name of one in config/fleets.
        fleet: String,
    },
    /// Print the processes of a fleet, for those who start it without `surefleet up`, as the launch files do.
    ///
    /// First it reads the files that the fleet file names, as `check` does. If the safety monitor is among the
    /// processes, it makes missing keys, as `keygen` does. It starts nothing.
    Prepare(prepare::Arguments),
    /// Write the files of a small site that runs at once: a domain, a fleet, and a start with a first mission.
    ///
    /// Comments in them say what to change; docs/your-site.md goes on from there.
    NewSite(new_site::Arguments),
    /// Print a domain's name, its SHA-256 and its decision set, as a skill server needs them; check it while it is
    /// written; import it from PDDL, or export it.
    Domain(domain::Arguments),
    /// Print a plan for a mission, found by search alone, and whether it is proved to be the shortest.
    Plan(plan::Arguments),
    /// Print poses that lead one arm around others that stand, where the straight path between two of its poses would come too near to them.
    ArmWay(arm_way::Arguments),
    /// Examine the files of a language model: what is missing, what runs it, its speed, its memory.
    Doctor(doctor::Arguments),
    /// Print missions of the scenario distribution, one JSON object per line, for training and testing models.
    Scenarios(scenarios::Arguments),
    /// Make the keys of a fleet and of its participants, add a person or program to its roster, or remove one from it.
    ///
    /// `surefleet up` and the launch file do this in the folder of the journals. Every machine needs a copy of
    /// fleet.pub and fleet.roster, and the keys of the nodes on it; only the safety monitor needs fleet.key
    /// (docs/security.md). No key is overwritten.
    Keygen {
        #[command(flatten)]
        arguments: keygen::Arguments,
    },
    /// Make a calibration file for a fleet's scorer.
    Calibrate(calibrate::Arguments),
    /// Make a calibration file for a fleet's failure detector, from trials of the simulated household or from recorded
    /// checks.
    CalibrateDetector(calibrate_detector::Arguments),
    /// Make a calibration file for what a fleet's exploring robots tell one another, from drawn houses or labelled scenes.
    CalibrateRelevance(calibrate_relevance::Arguments),
    /// Run a benchmark; `surefleet bench --help` lists them.
    #[command(disable_help_flag = true)]
    Bench(Handed),
    /// Make every recorded decision again, without model, robots or network.
    Replay(replay::Arguments),
    /// Write a page about recorded decisions.
    Report(report::Arguments),
}

/// Arguments for another program.
#[derive(clap::Args)]
struct Handed {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

fn main() -> ExitCode {
    let words = words(std::env::args_os().collect());
    let arguments = Arguments::parse_from(&words);
    ExitCode::from(program::run(|place, _| run(arguments, &words[1..], place)))
}

/// The command line, with `surefleet help bench ring` as `surefleet bench ring --help`: another program may have to
/// answer it.
fn words(mut words: Vec<OsString>) -> Vec<OsString> {
    if words.get(1).is_some_and(|word| word == "help") {
        words.remove(1);
        words.push("--help".into());
    }
    words
}

fn run(arguments: Arguments, words: &[OsString], place: &Place) -> Result<u8> {
    match arguments.command {
        Command::Up(_)
        | Command::Mission(_)
        | Command::Missions(_)
        | Command::Follow(_)
        | Command::Cancel(_)
        | Command::Constraint(_)
        | Command::HelpDesk(_)
        | Command::Explain(_)
        | Command::Demo(_)
        | Command::RecordChecks(_) => {
            return Err(program::hand_over(place, "surefleet-live", words));
        }
        Command::Bench(Handed { arguments }) => return Err(program::hand_over(place, "surefleet-bench", &arguments)),
        Command::Check { fleet } => check::check(&FleetFile::read(&FleetFile::find(&fleet, &place.share)?)?),
        Command::Prepare(arguments) => prepare::run(&arguments, place),
        Command::ArmWay(arguments) => arm_way::run(&arguments, place),
        Command::Doctor(arguments) => doctor::run(&arguments),
        Command::Scenarios(arguments) => scenarios::run(&arguments, place),
        Command::NewSite(arguments) => new_site::run(&arguments),
        Command::Domain(arguments) => domain::run(&arguments, place),
        Command::Plan(arguments) => plan::run(&arguments, place),
        Command::Keygen { arguments } => keygen::run(&arguments, place),
        Command::CalibrateDetector(arguments) => calibrate_detector::run(&arguments, place),
        Command::CalibrateRelevance(arguments) => calibrate_relevance::run(&arguments, place),
        Command::Calibrate(arguments) => calibrate::run(&arguments, place),
        Command::Replay(arguments) => replay::run(&arguments, place),
        Command::Report(arguments) => report::run(arguments, place),
    }?;
    Ok(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_of_a_command_is_what_the_command_says_itself() {
        let put = |line: &str| {
            let words = words(line.split(' ').map(OsString::from).collect());
            words.iter().map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(put("surefleet help bench ring"), "surefleet bench ring --help");
        assert_eq!(put("surefleet help"), "surefleet --help");
        assert_eq!(put("surefleet bench help"), "surefleet bench help");
    }
}
