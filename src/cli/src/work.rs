//! Long work with a progress display.

use std::{
    io::IsTerminal,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    thread,
    time::Duration,
};

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle, WeakProgressBar};
use surefleet_calibration::Workers;
use surefleet_site::Scorer;
use tokio::runtime::{Builder, Runtime};

/// If stderr is not a terminal, a progress line appears at this interval.
const SAY_AGAIN: Duration = Duration::from_secs(30);

/// A progress bar for this many pieces of work, on stderr; if stderr is not a terminal, a line now and then.
pub fn bar(count: u64, what: &str) -> ProgressBar {
    let template = format!(
        "{{spinner}} {{msg:22}} {{wide_bar:.cyan/dim}} {{pos}}/{{len}} {what}, {{elapsed}} so far, {{eta}} left"
    );
    let style = ProgressStyle::with_template(&template).expect("a template of known keys");
    let bar = ProgressBar::new(count).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(200));
    if !std::io::stderr().is_terminal() {
        say_now_and_then(bar.downgrade(), what.to_owned());
    }
    bar
}

/// Prints the progress of a hidden bar until the bar is dropped.
fn say_now_and_then(bar: WeakProgressBar, what: String) {
    thread::spawn(move || {
        loop {
            thread::sleep(SAY_AGAIN);
            match bar.upgrade() {
                Some(bar) if !bar.is_finished() => eprintln!("{}", line(&bar, &what)),
                _ => return,
            }
        }
    });
}

/// "calibrating: 12 of 800 missions, 90 s so far".
fn line(bar: &ProgressBar, what: &str) -> String {
    let done = match bar.length() {
        Some(0) => "getting ready".to_owned(),
        Some(length) => format!("{} of {length} {what}", bar.position()),
        None => format!("{} {what}", bar.position()),
    };
    format!("{}: {done}, {} s so far", bar.message(), bar.elapsed().as_secs())
}

/// Threads and a progress bar for work that is counted in missions.
pub struct Work {
    threads: usize,
    runtime: Runtime,
    bar: ProgressBar,
}

impl Work {
    /// Uses `threads` threads, and a bar that grows with the missions that the work announces. Default: one thread per
    /// core, or one thread if the scorer takes missions one by one.
    ///
    /// # Errors
    /// The system has no thread left.
    pub fn new(threads: Option<u16>, scorer: &Scorer) -> Result<Self> {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let usual = || if scorer.takes_missions_one_by_one() { 1 } else { cores() };
        // This thread drives the connections of a scorer behind HTTP; with a simulated scorer it is idle.
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.context("cannot start a thread for the scorer's connections")?;
        Ok(Self { threads: threads.map_or_else(usual, usize::from), runtime, bar: bar(0, "missions") })
    }

    /// Runs `work`, which gets the means to walk missions.
    pub fn with<T>(&self, what: &'static str, work: impl FnOnce(Workers<'_>) -> T) -> T {
        self.bar.set_message(what);
        let is_learning = AtomicBool::new(false);
        let on_learnt = |of| {
            if !is_learning.swap(true, Relaxed) {
                self.bar.set_message("learning the words");
                self.bar.set_length(of);
            }
            self.bar.inc(1);
        };
        let on_more = |more| {
            if is_learning.swap(false, Relaxed) {
                self.bar.set_message(what);
                self.bar.set_position(0);
                self.bar.set_length(0);
            }
            self.bar.inc_length(more);
        };
        let on_episode = || self.bar.inc(1);
        let (threads, runtime) = (self.threads, self.runtime.handle());
        work(Workers { threads, runtime, on_learnt: &on_learnt, on_more: &on_more, on_episode: &on_episode })
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_that_nobody_sees_is_told_in_words() {
        let bar = ProgressBar::hidden().with_message("calibrating");
        bar.set_length(0);
        assert!(line(&bar, "missions").starts_with("calibrating: getting ready, 0 s"), "{}", line(&bar, "missions"));
        bar.set_length(800);
        bar.inc(12);
        assert!(
            line(&bar, "missions").starts_with("calibrating: 12 of 800 missions, 0 s"),
            "{}",
            line(&bar, "missions")
        );
    }
}
