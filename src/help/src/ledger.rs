use std::{
    collections::{BTreeMap, VecDeque},
    num::NonZeroUsize,
};

use surefleet_fleet::{RobotId, Stamp};

use crate::{
    Account, Answer, Claim, DeskStatistics, Ending, Event, OfferedOption, OpenRequest, Reply, Request, RequestId,
    RobotStatistics,
};

/// The number of recalled requests that are remembered: more than are asked about at once.
const RECALLED: usize = 64;

/// The open and ended requests: the desk's state. Only events change it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ledger {
    /// The number of ended requests that are remembered.
    kept: NonZeroUsize,
    open: BTreeMap<RequestId, OpenRequest>,
    /// Ended requests in the order in which they ended.
    ended: VecDeque<EndedRequest>,
    /// The number of requests that ended before each of them.
    places: BTreeMap<RequestId, u64>,
    /// The number of ended requests that are forgotten.
    forgotten: u64,
    /// Forgotten requests that were recalled; the history omits them, because there their order would be wrong.
    recalled: VecDeque<EndedRequest>,
    /// Totals of all ended requests, forgotten ones included.
    totals: BTreeMap<RobotId, RobotStatistics>,
}

/// A request that left the queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndedRequest {
    /// The desk's id for it.
    pub id: RequestId,
    /// The question.
    pub request: Request,
    /// When it arrived.
    pub since: Stamp,
    /// When it ended.
    pub at: Stamp,
    /// How it ended.
    pub ending: Ending,
}

/// A request in any state of its life.
#[derive(Debug, Clone, Copy)]
pub enum Found<'a> {
    /// It is in the queue.
    Open(&'a OpenRequest),
    /// It has left the queue.
    Ended(&'a EndedRequest),
}

impl Ledger {
    pub fn new(kept: NonZeroUsize) -> Self {
        Self {
            kept,
            open: BTreeMap::new(),
            ended: VecDeque::new(),
            places: BTreeMap::new(),
            forgotten: 0,
            recalled: VecDeque::new(),
            totals: BTreeMap::new(),
        }
    }

    /// Recalls a forgotten request, from all its events.
    pub fn recall(&mut self, events: impl IntoIterator<Item = Event>) {
        let mut alone = Self::new(NonZeroUsize::MIN);
        events.into_iter().for_each(|event| alone.apply(&event));
        self.recalled.extend(alone.ended);
        if self.recalled.len() > RECALLED {
            self.recalled.pop_front();
        }
    }

    /// Applies an event. A repeated event changes nothing; the end of an unknown request is only counted.
    pub fn apply(&mut self, event: &Event) {
        if let Event::Ended { id, ending, account, .. } = event
            && !matches!(self.find(id), Some(Found::Ended(_)))
        {
            self.totals.entry(account.robot.clone()).or_default().count(ending, account);
        }
        match event {
            Event::Requested { at, request, .. } => {
                let id = RequestId::of_key(&request.key);
                if self.find(&id).is_none() {
                    let request = (**request).clone();
                    let open = OpenRequest {
                        id: id.clone(),
                        request,
                        since: *at,
                        claim: None,
                        free_since: *at,
                        escalated: false,
                        overdue: false,
                    };
                    self.open.insert(id, open);
                }
            }
            Event::Claimed { at, id, operator, until } => {
                if let Some(open) = self.open.get_mut(id) {
                    let held = open.claim.as_ref().filter(|claim| claim.operator == *operator);
                    let since = held.map_or(*at, |claim| claim.since);
                    open.claim = Some(Claim { operator: operator.clone(), since, until: *until });
                }
            }
            Event::Released { at, id, .. } | Event::Lapsed { at, id, .. } => {
                if let Some(open) = self.open.get_mut(id) {
                    (open.claim, open.free_since, open.escalated) = (None, *at, false);
                }
            }
            Event::Escalated { at, id } => {
                if let Some(open) = self.open.get_mut(id) {
                    open.overdue |= open.holds_until().is_some_and(|deadline| deadline <= *at);
                    open.escalated = true;
                }
            }
            Event::Shown { .. } | Event::Refused { .. } => {}
            Event::Ended { at, id, ending, .. } => {
                if let Some(open) = self.open.remove(id) {
                    let OpenRequest { id, request, since, .. } = open;
                    self.places.insert(id.clone(), self.forgotten + self.ended.len() as u64);
                    self.ended.push_back(EndedRequest { id, request, since, at: *at, ending: ending.clone() });
                    if self.ended.len() > self.kept.get()
                        && let Some(oldest) = self.ended.pop_front()
                    {
                        self.places.remove(&oldest.id);
                        self.forgotten += 1;
                    }
                }
            }
        }
    }

    pub fn open(&self) -> impl Iterator<Item = &OpenRequest> {
        self.open.values()
    }

    pub fn ended(&self) -> impl DoubleEndedIterator<Item = &EndedRequest> {
        self.ended.iter()
    }

    pub fn find(&self, id: &RequestId) -> Option<Found<'_>> {
        let open = self.open.get(id).map(Found::Open);
        open.or_else(|| {
            let place = self.places.get(id).and_then(|place| usize::try_from(place - self.forgotten).ok());
            let ended = place.and_then(|place| self.ended.get(place));
            ended.or_else(|| self.recalled.iter().find(|ended| ended.id == *id)).map(Found::Ended)
        })
    }

    pub fn statistics(&self, now: Stamp) -> DeskStatistics {
        let mut robots = self.totals.clone();
        for open in self.open.values() {
            robots.entry(open.request.robot.clone()).or_default().open += 1;
        }
        let oldest = self.open.values().map(|open| open.since).min();
        DeskStatistics {
            open: self.open.len(),
            claimed: self.open.values().filter(|open| open.claim.is_some()).count(),
            oldest_open: oldest.map(|since| now - since).unwrap_or_default(),
            refused: 0,
            robots,
        }
    }
}

impl<'a> Found<'a> {
    /// The question.
    pub fn request(self) -> &'a Request {
        match self {
            Self::Open(open) => &open.request,
            Self::Ended(ended) => &ended.request,
        }
    }
}

impl OpenRequest {
    /// The figures for statistics if it ends like this.
    pub(crate) fn account(&self, at: Stamp, ending: &Ending) -> Account {
        let agreed = matches!(ending, Ending::Answered { reply, .. }
            if reply.option().is_some_and(|id| self.request.prefers(id)));
        Account {
            robot: self.request.robot.clone(),
            waited: at - self.since,
            worked: self.claim.as_ref().filter(|claim| is_by(ending, claim)).map(|claim| at - claim.since),
            agreed,
        }
    }
}

/// Whether the holder of the claim ended it.
fn is_by(ending: &Ending, claim: &Claim) -> bool {
    matches!(ending, Ending::Answered { operator, .. } if *operator == claim.operator)
}

impl EndedRequest {
    /// The message to the robot; `None` if nobody waits.
    pub fn answer(&self) -> Option<Answer> {
        (self.ending != Ending::Withdrawn).then(|| Answer {
            request: self.id.clone(),
            key: self.request.key.clone(),
            robot: self.request.robot.clone(),
            mission: self.request.mission,
            step: self.request.step,
            attempt: self.request.attempt,
            kind: self.request.kind,
            at: self.at,
            ending: self.ending.clone(),
            chosen: self.chosen().cloned(),
            instead_of: self.instead_of(),
        })
    }

    fn chosen(&self) -> Option<&OfferedOption> {
        let Ending::Answered { reply, .. } = &self.ending else { return None };
        reply.option().and_then(|id| self.request.option(id))
    }

    fn instead_of(&self) -> Vec<OfferedOption> {
        let Ending::Answered { reply: Reply::ForMission(chosen), .. } = self.ending else { return Vec::new() };
        let others = self.request.options.iter().filter(|option| option.lasting && option.id != chosen);
        others.cloned().collect()
    }
}
