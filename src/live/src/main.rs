//! The commands of `surefleet` that start a fleet or speak to a running one.

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};
use surefleet_cli::{
    about,
    place::Place,
    program::{self, Signals},
};
use surefleet_live::{constraint, demo, help_desk, mission, missions, record_checks, up};

/// Commands for running fleets.
#[derive(Parser)]
#[command(name = "surefleet", bin_name = "surefleet", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    #[command(about = about::UP, long_about = about::UP_AT_LENGTH)]
    Up(up::Arguments),
    #[command(about = about::MISSION)]
    Mission(mission::Arguments),
    #[command(about = about::MISSIONS)]
    Missions(missions::List),
    #[command(about = about::FOLLOW)]
    Follow(missions::Follow),
    #[command(about = about::CANCEL)]
    Cancel(missions::Cancel),
    #[command(about = about::CONSTRAINT)]
    Constraint(constraint::Arguments),
    #[command(about = about::HELP_DESK)]
    HelpDesk(help_desk::Arguments),
    #[command(about = about::EXPLAIN)]
    Explain(constraint::Explain),
    #[command(about = about::DEMO)]
    Demo(demo::Arguments),
    #[command(about = about::RECORD_CHECKS)]
    RecordChecks(record_checks::Arguments),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    surefleet_ros::leave(program::run(|place, signals| run(arguments.command, place, signals)))
}

fn run(command: Command, place: &Place, signals: &Signals) -> Result<u8> {
    match command {
        Command::Up(arguments) => up::run(&arguments, place, &signals.heed_people()?),
        Command::Mission(arguments) => return mission::run(&arguments, &signals.heed()?),
        Command::Missions(arguments) => missions::list(&arguments, &signals.heed()?),
        Command::Follow(arguments) => return missions::follow(&arguments, &signals.heed()?),
        Command::Cancel(arguments) => missions::cancel(&arguments, &signals.heed()?),
        Command::Constraint(arguments) => constraint::run(&arguments, &signals.heed()?),
        Command::HelpDesk(arguments) => help_desk::run(&arguments, &signals.heed()?),
        Command::Explain(arguments) => constraint::explain(&arguments, &signals.heed()?),
        Command::Demo(arguments) => demo::run(&arguments, place, &signals.heed()?),
        Command::RecordChecks(arguments) => record_checks::run(&arguments, place, &signals.heed()?),
    }?;
    Ok(0)
}
