use std::time::Duration;

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use surefleet_calibration::Workers;
use surefleet_nodes::Scorer;
use tokio::runtime::{Builder, Runtime};

/// A progress bar for so many of what is counted; it goes to stderr, where that is a terminal.
pub fn bar(count: u64, what: &str) -> ProgressBar {
    let template = format!("{{msg:22}} {{wide_bar:.cyan/dim}} {{pos}}/{{len}} {what}, {{eta}} left");
    let style = ProgressStyle::with_template(&template).expect("a template of known keys");
    let bar = ProgressBar::new(count).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Threads and a progress bar for work that is counted in missions.
pub struct Work {
    threads: usize,
    runtime: Runtime,
    bar: ProgressBar,
}

impl Work {
    /// On `threads` threads, on a bar that grows with the missions that the work announces; without a number on one a core, or on one where the scorer takes missions one by one.
    ///
    /// # Errors
    /// A system without a thread left.
    pub fn new(threads: Option<u16>, scorer: &Scorer) -> Result<Self> {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let usual = || if scorer.takes_missions_one_by_one() { 1 } else { cores() };
        // A scorer behind HTTP has its connections driven here; a simulated one leaves it idle.
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.context("cannot start a thread for the scorer's connections")?;
        Ok(Self { threads: threads.map_or_else(usual, usize::from), runtime, bar: bar(0, "missions") })
    }

    /// Does it; `work` is given what walks missions.
    pub fn with<T>(&self, what: &'static str, work: impl FnOnce(Workers<'_>) -> T) -> T {
        self.bar.set_message(what);
        let (on_more, on_episode) = (|more| self.bar.inc_length(more), || self.bar.inc(1));
        let (threads, runtime) = (self.threads, self.runtime.handle());
        work(Workers { threads, runtime, on_more: &on_more, on_episode: &on_episode })
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
