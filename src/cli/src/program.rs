//! Start and end of a surefleet program.

use std::{
    ffi::OsString,
    io::IsTerminal,
    os::unix::process::CommandExt,
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use anyhow::{Context, Result, anyhow};
use signal_hook::{
    consts::{SIGINT, SIGPIPE, SIGTERM},
    flag,
};

use crate::{place::Place, stdout};

/// Runs a program: it logs to standard error, and its exit code follows the conventions of shells.
pub fn run(work: impl FnOnce(&Place, &Signals) -> Result<u8>) -> u8 {
    // r2r logs errors that it also returns, in its own words.
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
        // Shells report this code for programs that SIGPIPE ends.
        Err(error) if stdout::is_closed(&error) => 141,
        Err(error) => {
            eprintln!("surefleet: {error:#}");
            1
        }
    }
}

/// Replaces this process by another program beside it that speaks ROS; returns only if that failed.
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

/// Signals that end a command from outside: Ctrl-C, SIGTERM, and SIGPIPE once its output has no reader.
pub struct Signals {
    /// Whether SIGPIPE ends the process at once, as in other programs.
    ends: Arc<AtomicBool>,
    interrupted: Arc<AtomicBool>,
}

impl Signals {
    /// For a command without cleanup: any signal ends it at once.
    ///
    /// # Errors
    /// The system does not allow signal handlers.
    pub fn of_process() -> Result<Self> {
        let ends = Arc::new(AtomicBool::new(true));
        flag::register_conditional_default(SIGPIPE, ends.clone()).context("cannot listen for signals")?;
        Ok(Self { ends, interrupted: Arc::default() })
    }

    /// Turns signals into a flag, for commands that must clean up.
    ///
    /// # Errors
    /// The system does not allow signal handlers.
    pub fn heed(&self) -> Result<Arc<AtomicBool>> {
        flag::register(SIGPIPE, self.interrupted.clone()).context("cannot listen for signals")?;
        self.heed_people()
    }

    /// Likewise, for a command that goes on after its output has lost its reader.
    ///
    /// # Errors
    /// The system does not allow signal handlers.
    pub fn heed_people(&self) -> Result<Arc<AtomicBool>> {
        for signal in [SIGINT, SIGTERM] {
            flag::register(signal, self.interrupted.clone()).context("cannot listen for signals")?;
        }
        self.ends.store(false, Ordering::Relaxed);
        Ok(self.interrupted.clone())
    }

    /// A flag that is never set: signals end the process.
    pub fn ignored(&self) -> Arc<AtomicBool> {
        self.interrupted.clone()
    }
}
