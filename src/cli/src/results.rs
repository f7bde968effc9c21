//! Results on standard output, whatever else is printed.

use std::{
    fs::File,
    io::{self, Write},
};

use anyhow::{Context, Result};
use rustix::stdio;
use surefleet_site::plain;

/// What a program is asked for, apart from everything else that the process prints.
///
/// Fast DDS logs to stdout, where it would stand between the lines of a JSON document.
pub struct Results(File);

impl Results {
    /// Keeps stdout for results: from now on all that the process prints otherwise goes to stderr. To be called before
    /// ROS starts, and after [`isolate`](crate::isolation::isolate), which begins again with the stdout that it finds.
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
