//! What a command that speaks ROS keeps apart: a ROS domain of its own, and the stdout of its results.

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

/// Set in the process that runs isolated.
const MARK: &str = "SUREFLEET_ISOLATED";

/// Starts this program again in a ROS domain of its own that this machine alone can see; returns at once where that has
/// happened. A domain and transports that the caller chose in the environment are kept.
///
/// # Errors
/// Where this program cannot be started again.
pub fn isolate(place: &Place) -> Result<()> {
    if std::env::var_os(MARK).is_some() {
        return Ok(());
    }
    let program = std::env::current_exe().context("cannot tell where this program lies")?;
    let mut command = Command::new(program);
    command.args(std::env::args_os().skip(1)).env(MARK, "1");
    if std::env::var_os("ROS_DOMAIN_ID").is_none() {
        // Domains up to 101 leave the system's ephemeral ports alone; low ones are what people pick by hand.
        command.env("ROS_DOMAIN_ID", (20 + id() % 80).to_string());
    }
    // Where our profile does not hold, ROS is to keep the processes on this machine.
    command.env(RANGE, "LOCALHOST").envs(without_shared_memory(&place.share, |name| match name {
        RANGE => Some("LOCALHOST".into()),
        _ => std::env::var_os(name),
    }));
    // Returns only where it failed.
    Err(command.exec()).context("cannot start again in a ROS domain of its own")
}

/// What a program is asked for, apart from everything else that the process prints.
///
/// Fast DDS logs to stdout, where it would stand between the lines of a JSON document.
pub struct Results(File);

impl Results {
    /// Keeps stdout for results: from now on all that the process prints otherwise goes to stderr. To be called before
    /// ROS starts, and after [`isolate`], which begins again with the stdout that it finds.
    ///
    /// # Errors
    /// A stdout or stderr that is closed.
    pub fn keep_stdout() -> Result<Self> {
        let keep = || -> io::Result<File> {
            let kept = rustix::io::dup(stdio::stdout())?;
            stdio::dup2_stdout(stdio::stderr())?;
            Ok(kept.into())
        };
        keep().map(Self).context("cannot keep stdout for the result")
    }

    /// Prints a line on what was stdout.
    ///
    /// # Errors
    /// A reader that has gone.
    pub fn print(&mut self, line: &str) -> Result<()> {
        writeln!(self.0, "{}", plain(line)).and_then(|()| self.0.flush()).context("cannot print the result")
    }
}
