//! Signals that end or interrupt a command.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use anyhow::{Context, Result};
use signal_hook::{
    consts::{SIGINT, SIGPIPE, SIGTERM},
    flag,
};

/// What ends a command from outside: Ctrl-C, SIGTERM, a reader of its output that has gone.
pub struct Signals {
    /// Whether a reader that has gone ends the process at once, as it does other programs.
    ends: Arc<AtomicBool>,
    interrupted: Arc<AtomicBool>,
}

impl Signals {
    /// For a command that has nothing to end: any signal ends it at once.
    ///
    /// # Errors
    /// A system that lets nobody listen.
    pub fn of_process() -> Result<Self> {
        let ends = Arc::new(AtomicBool::new(true));
        flag::register_conditional_default(SIGPIPE, ends.clone()).context("cannot listen for signals")?;
        Ok(Self { ends, interrupted: Arc::default() })
    }

    /// Turns them into a flag, for commands that have something to end in good order.
    ///
    /// # Errors
    /// A system that lets nobody listen.
    pub fn heed(&self) -> Result<Arc<AtomicBool>> {
        flag::register(SIGPIPE, self.interrupted.clone()).context("cannot listen for signals")?;
        self.heed_people()
    }

    /// Likewise, for a command that goes on when nobody reads its output any more.
    ///
    /// # Errors
    /// A system that lets nobody listen.
    pub fn heed_people(&self) -> Result<Arc<AtomicBool>> {
        for signal in [SIGINT, SIGTERM] {
            flag::register(signal, self.interrupted.clone()).context("cannot listen for signals")?;
        }
        self.ends.store(false, Ordering::Relaxed);
        Ok(self.interrupted.clone())
    }

    /// A flag that nothing raises: signals end the process.
    pub fn ignored(&self) -> Arc<AtomicBool> {
        self.interrupted.clone()
    }
}
