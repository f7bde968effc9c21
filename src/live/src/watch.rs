//! Listens to how a fleet's robots judge their actions while a mission runs.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::JoinHandle,
    time::Duration,
};

use surefleet_cli::report::Seen;
use surefleet_client::{CheckHeard, CheckWatch};
use surefleet_fleet::RobotId;
use surefleet_site::Access;

/// A listener during a mission.
pub struct LookWatch {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<Vec<Seen>>>,
}

const GLANCE: Duration = Duration::from_millis(50);
/// How long to wait for messages still in flight when the mission ends.
const LAST_GLANCE: Duration = Duration::from_millis(300);

impl LookWatch {
    /// Starts to listen to these robots.
    pub fn start(robots: Vec<RobotId>) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let heeded = stop.clone();
        Self { thread: Some(std::thread::spawn(move || watch(&robots, &heeded))), stop }
    }

    /// The looks that were heard, by mission, step and robot.
    pub fn finish(mut self) -> Vec<Seen> {
        self.stop.store(true, Ordering::Relaxed);
        let looks = self.thread.take().map(JoinHandle::join).and_then(Result::ok);
        looks.unwrap_or_else(|| {
            tracing::warn!("the watch over what robots see panicked; this is a bug");
            Vec::new()
        })
    }
}

impl Drop for LookWatch {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        // A watch that was not finished has no result, but its thread ends all the same.
        drop(self.thread.take().map(JoinHandle::join));
    }
}

fn watch(robots: &[RobotId], stop: &AtomicBool) -> Vec<Seen> {
    let mut looks = Vec::new();
    let mut watch = match CheckWatch::open(&Access::default(), robots) {
        Ok(watch) => watch,
        Err(error) => {
            tracing::warn!("what robots see will not be shown: {error}");
            return looks;
        }
    };
    while !stop.load(Ordering::Relaxed) {
        watch.look(GLANCE);
        note(&mut watch, &mut looks);
    }
    watch.look(LAST_GLANCE);
    note(&mut watch, &mut looks);
    looks.sort_by(|one, other| one.look.action.cmp(&other.look.action));
    looks
}

fn note(watch: &mut CheckWatch, looks: &mut Vec<Seen>) {
    while let Some(heard) = watch.poll() {
        match heard {
            CheckHeard::Looked(look) => looks.push(Seen { look: *look, word: None }),
            CheckHeard::Said(word) => {
                if let Some(seen) = looks.iter_mut().find(|seen| seen.look.action == word.action) {
                    seen.word = Some(word);
                }
            }
        }
    }
}
