use std::{io::Write, process::ExitCode};

use surefleet_site::plain_line;

use crate::error::NodeError;

/// How the process of a node ends: with one line that says why, where it could not start or go on.
pub fn ended(outcome: Result<(), NodeError>) -> ExitCode {
    let Err(error) = outcome else { return ExitCode::SUCCESS };
    // Where nobody can read it any more there is nobody to tell.
    drop(writeln!(std::io::stderr().lock(), "error: {}", plain_line(&error.to_string())));
    ExitCode::FAILURE
}
