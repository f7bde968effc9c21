//! Isolation of a command that speaks ROS: a ROS domain of its own, and a stdout for its results alone.

use std::{
    fs::File,
    io::{self, Write},
    os::unix::process::CommandExt,
    process::{Command, id},
};

use anyhow::{Context, Result};
use rustix::stdio;
use surefleet_cli::place::Place;
use surefleet_site::{
    middleware::{RANGE, without_shared_memory},
    plain,
};

/// Environment variable that marks the isolated process.
const MARK: &str = "SUREFLEET_ISOLATED";

/// Restarts this program in a ROS domain of its own that is visible on this machine only; returns at once in the
/// restarted program. Keeps a domain and transports that the caller set in the environment.
///
/// # Errors
/// This program cannot be started again.
pub fn isolate(place: &Place) -> Result<()> {
    if std::env::var_os(MARK).is_some() {
        return Ok(());
    }
    let program = std::env::current_exe().context("cannot tell where this program lies")?;
    let mut command = Command::new(program);
    command.args(std::env::args_os().skip(1)).env(MARK, "1");
    if std::env::var_os("ROS_DOMAIN_ID").is_none() {
        // Domains up to 101 do not touch the system's ephemeral ports; people choose low ones by hand.
        command.env("ROS_DOMAIN_ID", (20 + id() % 80).to_string());
    }
    // If our profile is not in use, ROS itself has to keep the processes on this machine.
    command.env(RANGE, "LOCALHOST").envs(without_shared_memory(&place.share, |name| match name {
        RANGE => Some("LOCALHOST".into()),
        _ => std::env::var_os(name),
    }));
    // `exec` returns only if it failed.
    Err(command.exec()).context("cannot start again in a ROS domain of its own")
}

/// The stdout for a program's results, separate from everything else that the process prints.
///
/// Fast DDS logs to stdout, where its lines would end up inside a JSON document.
pub struct Results(File);

impl Results {
    /// Keeps stdout for results: from now on, everything else that the process prints goes to stderr. Call it before
    /// ROS starts, and after [`isolate`], which starts again with the current stdout.
    ///
    /// # Errors
    /// stdout or stderr is closed.
    pub fn keep_stdout() -> Result<Self> {
        let keep = || -> io::Result<File> {
            let kept = rustix::io::dup(stdio::stdout())?;
            stdio::dup2_stdout(stdio::stderr())?;
            Ok(kept.into())
        };
        keep().map(Self).context("cannot keep stdout for the result")
    }

    /// Prints a line to the kept stdout.
    ///
    /// # Errors
    /// The reader has gone.
    pub fn print(&mut self, line: &str) -> Result<()> {
        writeln!(self.0, "{}", plain(line)).and_then(|()| self.0.flush()).context("cannot print the result")
    }
}
