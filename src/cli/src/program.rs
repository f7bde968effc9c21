//! How a program of surefleet begins and ends.

use std::{
    ffi::OsString,
    io::IsTerminal,
    os::unix::process::CommandExt,
    process::{Command, ExitCode},
};

use anyhow::{Result, anyhow};

use crate::{place::Place, signals::Signals, stdout};

/// Runs a program: it logs to standard error, and ends as shells expect.
pub fn run(work: impl FnOnce(&Place, &Signals) -> Result<ExitCode>) -> ExitCode {
    // r2r logs what it also returns, in words of its own.
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_target(false)
        .without_time()
        .with_ansi(std::io::stderr().is_terminal())
        .log_internal_errors(false)
        .with_env_filter(tracing_subscriber::EnvFilter::new("info,r2r=off"))
        .init();
    match Signals::of_process().and_then(|signals| work(&Place::find()?, &signals)) {
        Ok(code) => code,
        // As a shell reports of programs that SIGPIPE ends.
        Err(error) if stdout::is_closed(&error) => ExitCode::from(141),
        Err(error) => {
            eprintln!("surefleet: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Becomes another program that lies beside this one and speaks ROS; returns only where that failed.
pub fn hand_over(place: &Place, program: &str, arguments: &[OsString]) -> anyhow::Error {
    if std::env::var_os("AMENT_PREFIX_PATH").is_none_or(|prefixes| prefixes.is_empty()) {
        return anyhow!(
            "this command speaks ROS 2, which is not sourced: source the setup.bash of your installation; in a checkout, run \
             scripts/surefleet"
        );
    }
    let path = place.node(program);
    let error = anyhow::Error::from(Command::new(&path).args(arguments).exec());
    error.context(format!(
        "cannot start {}, which lies beside surefleet: install the whole package; in a checkout, run scripts/surefleet",
        path.display()
    ))
}
