use std::{io::Write, process::ExitCode};

use surefleet_site::plain_line;

use crate::{error::NodeError, fleet_node::leave};

/// Ends a node's process, with one line that says why if the node could not start or go on.
pub fn ended(outcome: Result<(), NodeError>) -> ExitCode {
    let Err(error) = outcome else { return leave(0) };
    // If the reader of stderr has gone, there is nobody to tell.
    drop(writeln!(std::io::stderr().lock(), "error: {}", plain_line(&error.to_string())));
    leave(1)
}
