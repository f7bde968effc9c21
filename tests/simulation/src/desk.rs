use std::{
    collections::{BTreeMap, BTreeSet},
    num::NonZeroUsize,
};

use surefleet_fleet::Stamp;
use surefleet_help::{Answer, Desk, DeskPolicy, Event, RequestId};

use crate::schedule::LEASE;

/// The help desk's process: its core, its kept events, and the answers that the network keeps.
pub(crate) struct DeskProcess {
    /// `None`: it is down.
    pub core: Option<Desk>,
    events: Vec<Event>,
    /// It dies once it has kept something, before it sends it.
    pub is_doomed: bool,
    /// All answers: robots that start later receive them too.
    pub answers: Vec<Answer>,
    /// Requests that a robot was told are in the queue.
    pub accepted: BTreeSet<RequestId>,
    /// Requests that operators have begun to think about.
    pub seen: BTreeSet<(usize, RequestId)>,
    answered: BTreeMap<RequestId, Answer>,
}

const POLICY: DeskPolicy =
    DeskPolicy { kept: NonZeroUsize::MAX, lease: LEASE, escalate_after: Some(LEASE.saturating_mul(5)) };

impl DeskProcess {
    pub fn new() -> Self {
        Self {
            core: Some(Desk::new(POLICY)),
            events: Vec::new(),
            is_doomed: false,
            answers: Vec::new(),
            accepted: BTreeSet::new(),
            seen: BTreeSet::new(),
            answered: BTreeMap::new(),
        }
    }

    /// Starts with the kept events and nothing else; accepted requests are still there.
    pub fn start(&mut self) -> Result<(), String> {
        self.is_doomed = false;
        let desk = Desk::restore(POLICY, self.events.iter().cloned());
        if let Some(lost) = self.accepted.iter().find(|id| desk.find(id).is_none()) {
            return Err(format!("the help desk took {lost}, and knows nothing of it after a restart"));
        }
        self.core = Some(desk);
        Ok(())
    }

    pub fn keep(&mut self, event: Event) {
        self.events.push(event);
    }

    /// Checks an answer that goes out: a request has only one answer.
    pub fn check(&mut self, now: Stamp, answer: &Answer) -> Result<(), String> {
        let first = self.answered.entry(answer.request.clone()).or_insert_with(|| answer.clone());
        if first != answer {
            return Err(format!("at {now} {} is answered by {answer:?} after {first:?}", answer.request));
        }
        Ok(())
    }
}
