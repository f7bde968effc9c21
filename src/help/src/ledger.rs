use std::{collections::VecDeque, num::NonZeroUsize};

use surefleet_fleet::{MissionId, RobotId, Stamp};

use crate::{Answer, Ending, Event, OpenRequest, RequestId, Statistics};

/// What is open and what has ended: the state that events make up, and nothing else changes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ledger {
    /// So many ended requests are remembered.
    kept: NonZeroUsize,
    /// Oldest first.
    open: Vec<OpenRequest>,
    /// In the order in which they ended.
    ended: VecDeque<EndedRequest>,
    totals: Statistics,
}

/// What is remembered of a request that left the queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct EndedRequest {
    pub id: RequestId,
    pub key: String,
    pub robot: RobotId,
    pub mission: MissionId,
    pub at: Stamp,
    pub ending: Ending,
}

/// A request, wherever it is in its life.
pub(crate) enum Found<'a> {
    Open(&'a OpenRequest),
    Ended(&'a EndedRequest),
}

impl Ledger {
    pub fn new(kept: NonZeroUsize) -> Self {
        Self { kept, open: Vec::new(), ended: VecDeque::new(), totals: Statistics::default() }
    }

    /// Applies a change. One about a request that is not open changes nothing: a journal may hold a line twice.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::Requested { at, request } => {
                let id = RequestId::of_key(&request.key);
                if self.find(&id).is_none() {
                    let request = (**request).clone();
                    self.open.push(OpenRequest { id, request, since: *at, claimed_by: None });
                }
            }
            Event::Claimed { id, operator } => {
                if let Some(open) = self.open.iter_mut().find(|open| open.id == *id) {
                    open.claimed_by = Some(operator.clone());
                }
            }
            Event::Ended { at, id, ending } => {
                if let Some(place) = self.open.iter().position(|open| open.id == *id) {
                    let open = self.open.remove(place);
                    self.end(*at, open, ending.clone());
                }
            }
        }
    }

    pub fn open(&self) -> &[OpenRequest] {
        &self.open
    }

    pub fn find(&self, id: &RequestId) -> Option<Found<'_>> {
        let open = self.open.iter().find(|open| open.id == *id).map(Found::Open);
        open.or_else(|| self.ended.iter().find(|ended| ended.id == *id).map(Found::Ended))
    }

    /// The answers that are remembered, oldest first.
    pub fn answers(&self) -> impl Iterator<Item = Answer> {
        self.ended.iter().filter_map(EndedRequest::answer)
    }

    pub fn statistics(&self, now: Stamp) -> Statistics {
        Statistics {
            open: self.open.len(),
            claimed: self.open.iter().filter(|open| open.claimed_by.is_some()).count(),
            oldest_open: self.open.first().map(|oldest| now - oldest.since).unwrap_or_default(),
            ..self.totals
        }
    }

    fn end(&mut self, at: Stamp, open: OpenRequest, ending: Ending) {
        match ending {
            Ending::Answered { .. } => {
                let waited = at - open.since;
                self.totals.answered += 1;
                self.totals.waited = self.totals.waited.saturating_add(waited);
                self.totals.longest_wait = self.totals.longest_wait.max(waited);
            }
            Ending::Expired => self.totals.expired += 1,
            Ending::Withdrawn => self.totals.withdrawn += 1,
        }
        let OpenRequest { id, request, .. } = open;
        let (key, robot, mission) = (request.key, request.robot, request.mission);
        self.ended.push_back(EndedRequest { id, key, robot, mission, at, ending });
        if self.ended.len() > self.kept.get() {
            self.ended.pop_front();
        }
    }
}

impl Found<'_> {
    /// The caller's key and the robot that asked.
    pub fn asked_by(&self) -> (&str, &RobotId) {
        match self {
            Self::Open(open) => (&open.request.key, &open.request.robot),
            Self::Ended(ended) => (&ended.key, &ended.robot),
        }
    }
}

impl EndedRequest {
    /// What the robot is told; `None` where nobody waits.
    pub fn answer(&self) -> Option<Answer> {
        (self.ending != Ending::Withdrawn).then(|| Answer {
            request: self.id.clone(),
            key: self.key.clone(),
            robot: self.robot.clone(),
            mission: self.mission,
            at: self.at,
            ending: self.ending.clone(),
        })
    }
}
