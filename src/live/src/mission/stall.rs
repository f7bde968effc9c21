use std::{
    sync::mpsc::{Receiver, Sender, TryRecvError, channel},
    thread::JoinHandle,
    time::{Duration, Instant},
};

use surefleet_client::FleetWatch;
use surefleet_site::Access;

/// After this long without progress, the watch tells what the mission waits for.
const STALL: Duration = Duration::from_secs(4);
/// How often the watch checks whether the mission is over.
const GLANCE: Duration = Duration::from_millis(50);

/// Tells on stderr what a mission without progress waits for; ends when it is dropped.
pub struct StallWatch {
    progress: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl StallWatch {
    /// Watches this fleet from now on.
    pub fn start(access: Access) -> Self {
        let (progress, heard) = channel();
        let thread = std::thread::spawn(move || watch(&access, &heard));
        Self { progress: Some(progress), thread: Some(thread) }
    }

    /// The mission made progress.
    pub fn note_progress(&self) {
        // The thread ends early only if it could not listen, and then it has logged that.
        if self.progress.as_ref().is_some_and(|progress| progress.send(()).is_err()) {
            tracing::debug!("nobody watches over the mission");
        }
    }
}

impl Drop for StallWatch {
    fn drop(&mut self) {
        self.progress = None;
        if self.thread.take().map(JoinHandle::join).is_some_and(|ended| ended.is_err()) {
            tracing::warn!("the watch over the mission panicked; this is a bug");
        }
    }
}

fn watch(access: &Access, progress: &Receiver<()>) {
    let mut fleet = match FleetWatch::open(access) {
        Ok(fleet) => fleet,
        // The sender of the mission has the same problem, and reports it.
        Err(error) => return tracing::debug!("a mission that stalls will not say why: {error}"),
    };
    let mut silence = Silence::new(Instant::now());
    loop {
        match progress.try_recv() {
            Ok(()) => silence.end(Instant::now()),
            Err(TryRecvError::Disconnected) => return,
            Err(TryRecvError::Empty) => {
                fleet.look(GLANCE);
                for reason in silence.news(Instant::now(), fleet.waits_for()) {
                    eprintln!("{reason}");
                }
            }
        }
    }
}

/// Reports since the last progress, so that none is repeated.
struct Silence {
    since: Instant,
    /// Subjects of the reports.
    said: Vec<String>,
}

impl Silence {
    fn new(since: Instant) -> Self {
        Self { since, said: Vec::new() }
    }

    fn end(&mut self, now: Instant) {
        *self = Self::new(now);
    }

    /// New reasons for the wait, once it is long enough.
    fn news(&mut self, now: Instant, waits_for: Vec<(String, String)>) -> Vec<String> {
        if now.duration_since(self.since) < STALL {
            return Vec::new();
        }
        let is_new = |(subject, _): &(String, String)| !self.said.contains(subject);
        let (subjects, news): (Vec<_>, _) = waits_for.into_iter().filter(is_new).unzip();
        self.said.extend(subjects);
        news
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stall_is_told_once_and_again_after_progress() {
        let start = Instant::now();
        let mut silence = Silence::new(start);
        let person = ("7".to_owned(), "waiting for a person".to_owned());
        let gate = |age| ("gate".to_owned(), format!("the gate is closed: the world is {age} s old"));
        assert!(silence.news(start + STALL / 2, vec![person.clone()]).is_empty(), "people take a moment");
        let late = start + STALL;
        assert_eq!(silence.news(late, vec![person.clone()]), ["waiting for a person"]);
        assert_eq!(silence.news(late, vec![gate(2), person.clone()]), ["the gate is closed: the world is 2 s old"]);
        assert!(silence.news(late, vec![gate(3), person.clone()]).is_empty(), "it is still the same");
        silence.end(late);
        assert!(silence.news(late, vec![person.clone()]).is_empty());
        assert_eq!(silence.news(late + STALL, vec![person]), ["waiting for a person"]);
    }
}
