//! The `surefleet` command: start a fleet, send missions, calibrate, measure, replay.

use std::{ffi::OsString, path::PathBuf, process::ExitCode};

use anyhow::Result;
use clap::{Parser, Subcommand};
use surefleet_cli::{
    calibrate, calibrate_detector, constraint, demo, doctor, domain, help_desk, keygen, mission, missions,
    place::Place, program, record_checks, replay, report, scenarios, signals::Signals, up,
};
use surefleet_site::{FleetFile, FleetNamespace};

/// Fleets of mobile manipulators that take plain-language missions and know when they do not know.
#[derive(Parser)]
#[command(name = "surefleet", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Start a fleet as separate processes and keep it running until Ctrl-C.
    ///
    /// A world is simulated only where the fleet file has `simulator:`; else robots bring their own skill servers and world
    /// state (docs/integration.md). The processes meet as ROS lets them: by ROS_DOMAIN_ID and
    /// ROS_AUTOMATIC_DISCOVERY_RANGE, over the network without shared memory unless you choose Fast DDS's transports
    /// (config/dds/network.xml tells why). More than 25 robots on one machine need config/dds/one_machine.xml, which tells how.
    Up {
        /// A fleet file, or the name of one in config/fleets.
        fleet: String,
        /// Folder of the journals; a mission survives the death of any process through them.
        #[arg(long)]
        state: Option<PathBuf>,
        /// A ROS parameter file for the nodes; may be repeated. `config/<node>.yaml` has each node's parameters with their defaults.
        #[arg(long = "params-file")]
        params: Vec<PathBuf>,
        /// ROS namespace of the fleet, such as /north, where several share a ROS domain.
        #[arg(long, env = "SUREFLEET_NAMESPACE", default_value = "/")]
        namespace: FleetNamespace,
    },
    /// Read what a fleet file names, as `up` does before it starts anything, and say where people will be asked.
    Check {
        /// A fleet file, or the name of one in config/fleets.
        fleet: String,
    },
    /// Send a mission to a running fleet and follow it; Ctrl-C cancels it.
    Mission(mission::Arguments),
    /// List the missions of a running fleet: those that run or wait, and those that ended last.
    Missions(missions::List),
    /// Follow a mission of a running fleet to its end, whoever sent it; Ctrl-C leaves it running.
    Follow(missions::Follow),
    /// Cancel a mission of a running fleet, or all, whoever sent them.
    Cancel(missions::Cancel),
    /// Add, confirm, retire and show the safety constraints of a running fleet.
    Constraint(constraint::Arguments),
    /// Answer the robots that ask: the inbox of a running fleet's help desk, in this terminal or with one command.
    HelpDesk(help_desk::Arguments),
    /// Say why a running fleet's safety monitor refused a joint step.
    Explain(constraint::Explain),
    /// Run a fleet and a mission from nothing, and write a report of it.
    Demo(demo::Arguments),
    /// Print a domain's name, its SHA-256 and its decision set, as a skill server needs them.
    Domain(domain::Arguments),
    /// Examine the files of a language model: what is missing, what runs it, how fast, how much memory.
    Doctor(doctor::Arguments),
    /// Print missions of the scenario distribution, a JSON object a line: what models are trained and tested on.
    Scenarios(scenarios::Arguments),
    /// Make the keys of a fleet and of its participants, or add a person or program to its roster, or take one off it.
    ///
    /// `surefleet up` and the launch file do it in the folder of the journals. Every machine needs a copy of fleet.pub and
    /// fleet.roster, and the keys of what runs on it; the safety monitor alone needs fleet.key (docs/security.md). No key is overwritten.
    Keygen {
        #[command(flatten)]
        arguments: keygen::Arguments,
    },
    /// Make a calibration file for a fleet's scorer.
    Calibrate(calibrate::Arguments),
    /// Make a calibration file for a fleet's failure detector, from trials of the simulated household or from checks that were recorded.
    CalibrateDetector(calibrate_detector::Arguments),
    /// Record what a running fleet's robots see of their actions and what people say of it, to calibrate a detector with.
    RecordChecks(record_checks::Arguments),
    /// Measure; `surefleet bench --help` lists what.
    #[command(disable_help_flag = true)]
    Bench {
        /// What `surefleet-bench` takes.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
    /// Make every recorded decision again, without model, robots or network.
    Replay(replay::Arguments),
    /// Write a page about recorded decisions.
    Report(report::Arguments),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    program::run(|place, signals| run(arguments, place, signals))
}

fn run(arguments: Arguments, place: &Place, signals: &Signals) -> Result<ExitCode> {
    match arguments.command {
        Command::Up { fleet, state, params, namespace } => {
            up::run(place, &fleet, &namespace, &params, state, &signals.heed_people()?)
        }
        Command::Check { fleet } => up::check(&FleetFile::read(&FleetFile::find(&fleet, &place.share)?)?),
        Command::Mission(arguments) => return mission::run(&arguments, &signals.heed()?),
        Command::Missions(arguments) => missions::list(&arguments, &signals.heed()?),
        Command::Follow(arguments) => return missions::follow(&arguments, &signals.heed()?),
        Command::Cancel(arguments) => missions::cancel(&arguments, &signals.heed()?),
        Command::Constraint(arguments) => constraint::run(&arguments, &signals.heed()?),
        Command::HelpDesk(arguments) => help_desk::run(&arguments, &signals.heed()?),
        Command::Explain(arguments) => constraint::explain(&arguments, &signals.heed()?),
        Command::Demo(arguments) => demo::run(&arguments, place, &signals.heed()?),
        Command::Doctor(arguments) => doctor::run(&arguments),
        Command::Scenarios(arguments) => scenarios::run(&arguments, place),
        Command::Domain(arguments) => domain::run(&arguments, place),
        Command::Keygen { arguments } => keygen::run(&arguments, place),
        Command::CalibrateDetector(arguments) => calibrate_detector::run(&arguments, place),
        Command::RecordChecks(arguments) => record_checks::run(&arguments, place, &signals.heed()?),
        Command::Calibrate(arguments) => calibrate::run(&arguments, place),
        Command::Bench { arguments } => return Err(program::hand_over(place, "surefleet-bench", &arguments)),
        Command::Replay(arguments) => replay::run(&arguments, place),
        Command::Report(arguments) => report::run(arguments, place),
    }?;
    Ok(ExitCode::SUCCESS)
}
