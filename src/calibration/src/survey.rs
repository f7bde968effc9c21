use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use surefleet_language::OptionScorer;
use surefleet_mission::{Distribution, TeamClass};
use tokio::runtime::Handle;

use crate::{CalibrateError, Episode, Split, episode};

/// How episodes are walked: on how many threads, under which runtime, and who hears of each.
#[derive(Clone, Copy)]
pub struct Workers<'a> {
    /// Threads, at least 1: the cores for a scorer that computes, more for one that waits for a server.
    pub threads: usize,
    /// Drives a scorer's connections; it has threads of its own.
    pub runtime: &'a Handle,
    /// Called after each episode, from any thread.
    pub on_episode: &'a (dyn Fn() + Sync),
}

/// Walks the first `count` scenarios of a class and split; the result does not depend on the threads.
///
/// # Errors
/// The first error of [`episode`]; the rest is then left undone.
pub fn survey<S: OptionScorer + Sync>(
    distribution: &Distribution,
    scorer: &S,
    class: TeamClass,
    split: Split,
    count: u32,
    workers: Workers<'_>,
) -> Result<Vec<Episode>, CalibrateError> {
    let (next, failed) = (AtomicU32::new(0), AtomicBool::new(false));
    let work = || -> Result<Vec<(u32, Episode)>, CalibrateError> {
        let mut walked = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count || failed.load(Ordering::Relaxed) {
                return Ok(walked);
            }
            let scenario = distribution.sample(class, split.seed(class, index));
            let result = workers.runtime.block_on(episode(distribution, &scenario, scorer));
            walked.push((index, result.inspect_err(|_| failed.store(true, Ordering::Relaxed))?));
            (workers.on_episode)();
        }
    };
    let parts = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..workers.threads.max(1)).map(|_| scope.spawn(work)).collect();
        let ends = threads.into_iter().map(|thread| thread.join().expect("walking does not panic"));
        ends.collect::<Result<Vec<_>, CalibrateError>>()
    })?;
    let mut walked: Vec<(u32, Episode)> = parts.into_iter().flatten().collect();
    walked.sort_by_key(|(index, _)| *index);
    Ok(walked.into_iter().map(|(_, episode)| episode).collect())
}
