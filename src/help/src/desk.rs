use std::collections::{BTreeMap, VecDeque};

use surefleet_fleet::{MissionId, RobotId, Stamp};

use crate::{
    Claim, DeskPolicy, DeskStatistics, Enclosure, EndedRequest, Ending, Event, Found, HelpError, Input, OpenRequest,
    Output, Reply, Request, RequestId, admission::held_by_another, ledger::Ledger, life::Life,
};

/// The help desk: the queue of open questions and the answers to the last ones.
#[derive(Debug, Clone)]
pub struct Desk {
    policy: DeskPolicy,
    ledger: Ledger,
    life: BTreeMap<RobotId, Life>,
    refused: u64,
    queue_changed: bool,
    outputs: VecDeque<Output>,
}

impl Desk {
    /// An empty desk.
    pub fn new(policy: DeskPolicy) -> Self {
        Self {
            policy,
            ledger: Ledger::new(policy.kept),
            life: BTreeMap::new(),
            refused: 0,
            queue_changed: true,
            outputs: VecDeque::new(),
        }
    }

    /// Restores a desk from its earlier events. It repeats all remembered answers and calls others again for unclaimed
    /// requests: the last of these may have been kept but not sent. A request to stay forgotten needs only [`Event::Ended`].
    pub fn restore(policy: DeskPolicy, events: impl IntoIterator<Item = Event>) -> Self {
        let mut desk = Self::new(policy);
        events.into_iter().for_each(|event| desk.ledger.apply(&event));
        desk.outputs.extend(desk.ledger.ended().filter_map(EndedRequest::answer).map(Output::Answer));
        let called = desk.ledger.open().filter(|open| open.escalated || open.overdue).cloned();
        desk.outputs.extend(called.map(Box::new).map(Output::Escalate));
        desk
    }

    /// Remembers a forgotten request again, from all its events.
    pub fn recall(&mut self, events: impl IntoIterator<Item = Event>) {
        self.ledger.recall(events);
    }

    /// A robot asks; a key that was answered before brings the same answer again.
    ///
    /// # Errors
    /// [`HelpError::EmptyKey`], [`HelpError::KeyTaken`], [`HelpError::WrongOption`], [`HelpError::Superseded`] and
    /// [`HelpError::Withdrawn`].
    pub fn request(&mut self, now: Stamp, request: Request, enclosure: Enclosure) -> Result<RequestId, HelpError> {
        self.run_out(now);
        let accepted = self.accept(now, request, enclosure);
        self.run_out(now);
        self.count(accepted)
    }

    /// An operator starts or continues work on a request: the claim's lease starts anew.
    ///
    /// # Errors
    /// [`HelpError::Claimed`], naming the present holder, and the errors of requests that are not open.
    pub fn claim(
        &mut self,
        now: Stamp,
        id: &RequestId,
        mission: MissionId,
        operator: &str,
    ) -> Result<Claim, HelpError> {
        self.take((now, id, mission, operator), held_by_another)
    }

    /// An operator takes a request over from its present holder.
    ///
    /// # Errors
    /// The errors of requests that are not open.
    pub fn take_over(
        &mut self,
        now: Stamp,
        id: &RequestId,
        mission: MissionId,
        operator: &str,
    ) -> Result<Claim, HelpError> {
        self.take((now, id, mission, operator), |_, _| Ok(()))
    }

    /// An operator stops work on a request; a request without a holder stays so.
    ///
    /// # Errors
    /// [`HelpError::Claimed`] if another operator holds it, and the errors of requests that are not open.
    pub fn release(&mut self, now: Stamp, id: &RequestId, mission: MissionId, operator: &str) -> Result<(), HelpError> {
        self.run_out(now);
        let held = self.ledger.still_open(id, mission, operator).and_then(|open| {
            held_by_another(open, operator)?;
            Ok(open.claim.is_some())
        });
        let released = held.map(|held| {
            if held {
                self.record(Event::Released { at: now, id: id.clone(), operator: operator.to_owned() });
            }
        });
        self.told(now, id, operator, released)
    }

    /// An operator answers. The first answer counts, and repeating it is harmless. A request that another operator
    /// works on needs a [`take_over`](Self::take_over) first, except for [`Reply::Halt`].
    ///
    /// # Errors
    /// [`HelpError::NotOffered`], [`HelpError::NotAllowed`], [`HelpError::AlreadyAnswered`], [`HelpError::Claimed`] and
    /// the errors of requests that are not open.
    pub fn answer(
        &mut self,
        now: Stamp,
        id: &RequestId,
        mission: MissionId,
        reply: Reply,
        text: &str,
        operator: &str,
    ) -> Result<(), HelpError> {
        self.run_out(now);
        let answered = self.ledger.judge(id, mission, reply, text, operator).map(|is_first| {
            if is_first {
                let (text, operator) = (text.to_owned(), operator.to_owned());
                self.end(now, id, Ending::Answered { reply, text, operator });
            }
        });
        self.told(now, id, operator, answered)
    }

    /// An operator looks at a request; with an empty `operator` the audit log gets no entry.
    pub fn show(&mut self, now: Stamp, id: &RequestId, operator: &str) -> Option<Found<'_>> {
        self.run_out(now);
        if !operator.is_empty() && self.ledger.find(id).is_some() {
            let shown = Event::Shown { at: now, id: id.clone(), operator: operator.to_owned() };
            self.outputs.push_back(Output::Journal(shown));
        }
        self.ledger.find(id)
    }

    /// Takes an input; unknown keys and missions change nothing.
    pub fn handle(&mut self, now: Stamp, input: Input) {
        // The ring repeats decisions again and again, and no request depends on them.
        if let Input::Decided { robot, mission, place } = input {
            return self.life.entry(robot).or_default().decided(mission, place);
        }
        self.run_out(now);
        match input {
            Input::Withdraw { key, robot } => {
                self.withdraw(now, |open| open.request.key == key && open.request.robot == robot);
            }
            Input::MissionEnded(mission) => self.withdraw(now, |open| open.request.mission == mission),
            Input::Decided { .. } | Input::Tick => {}
        }
    }

    /// The next output.
    pub fn poll(&mut self) -> Option<Output> {
        let queue_changed = |changed: &mut bool| std::mem::take(changed).then_some(Output::QueueChanged);
        self.outputs.pop_front().or_else(|| queue_changed(&mut self.queue_changed))
    }

    /// The time of the next deadline, end of a lease or escalation.
    pub fn next_deadline(&self) -> Option<Stamp> {
        self.ledger.open().filter_map(|open| self.due(open)).min()
    }

    /// All open requests: highest priority first, then soonest deadline, then oldest.
    pub fn queue(&self) -> Vec<&OpenRequest> {
        let mut queue: Vec<&OpenRequest> = self.ledger.open().collect();
        queue.sort_by_key(|open| {
            let deadline = open.request.deadline.unwrap_or(Stamp::from_nanos(u64::MAX));
            (std::cmp::Reverse(open.request.priority), deadline, open.since)
        });
        queue
    }

    /// The last ended requests, newest first.
    pub fn history(&self) -> impl Iterator<Item = &EndedRequest> {
        self.ledger.ended().rev()
    }

    /// A request, if it is open or remembered.
    pub fn find(&self, id: &RequestId) -> Option<Found<'_>> {
        self.ledger.find(id)
    }

    /// The operator who works on the request; `None`: nobody, or it is not open.
    pub fn holder(&self, id: &RequestId) -> Option<&Claim> {
        match self.ledger.find(id)? {
            Found::Open(open) => open.claim.as_ref(),
            Found::Ended(_) => None,
        }
    }

    /// How busy the desk is.
    pub fn statistics(&self, now: Stamp) -> DeskStatistics {
        let mut statistics = DeskStatistics { refused: self.refused, ..self.ledger.statistics(now) };
        for (robot, life) in &self.life {
            if let Some(known) = statistics.robots.get_mut(robot) {
                (known.decisions, known.asked_since_start) = (life.decisions, life.asked);
            }
        }
        statistics
    }

    fn accept(&mut self, now: Stamp, request: Request, enclosure: Enclosure) -> Result<RequestId, HelpError> {
        request.check()?;
        let id = RequestId::of_key(&request.key);
        if let Some(known) = self.ledger.find(&id) {
            let Request { key, robot: owner, .. } = known.request();
            if *owner != request.robot || *key != request.key {
                return Err(HelpError::KeyTaken { key: request.key, owner: owner.clone() });
            }
            if let Found::Ended(ended) = known {
                let answer = ended.answer().ok_or_else(|| HelpError::Withdrawn(id.clone()))?;
                self.outputs.push_back(Output::Answer(answer));
            }
            return Ok(id);
        }
        let (robot, mission, place) = (request.robot.clone(), request.mission, request.place());
        let of_same = |open: &OpenRequest| open.request.robot == robot && open.request.mission == mission;
        if self.ledger.open().any(|open| of_same(open) && open.request.place() > place) {
            return Err(HelpError::Superseded { key: request.key, robot });
        }
        // A robot waits for one answer at a time: its earlier questions are void, even in other words.
        self.withdraw(now, |open| of_same(open) && open.request.place() <= place);
        self.life.entry(robot).or_default().asked += 1;
        let (request, enclosure) = (Box::new(request), Box::new(enclosure));
        self.record(Event::Requested { at: now, request, enclosure });
        Ok(id)
    }

    /// Lets the operator work on a request, unless this is refused.
    fn take(
        &mut self,
        (now, id, mission, operator): (Stamp, &RequestId, MissionId, &str),
        is_free: impl FnOnce(&OpenRequest, &str) -> Result<(), HelpError>,
    ) -> Result<Claim, HelpError> {
        self.run_out(now);
        let free = self.ledger.still_open(id, mission, operator).and_then(|open| is_free(open, operator));
        let taken = free.map(|()| self.put_claim(now, id, operator));
        self.told(now, id, operator, taken)
    }

    fn put_claim(&mut self, now: Stamp, id: &RequestId, operator: &str) -> Claim {
        let (operator, until) = (operator.to_owned(), now + self.policy.lease);
        self.record(Event::Claimed { at: now, id: id.clone(), operator: operator.clone(), until });
        self.holder(id).cloned().unwrap_or(Claim { operator, since: now, until })
    }

    fn due(&self, open: &OpenRequest) -> Option<Stamp> {
        let lease = open.claim.as_ref().map(|claim| claim.until);
        [open.ends_at(), lease, open.escalates_at(&self.policy)].into_iter().flatten().min()
    }

    /// Does everything that is due.
    fn run_out(&mut self, now: Stamp) {
        let is_due = |open: &&OpenRequest| self.due(open).is_some_and(|due| due <= now);
        let due: Vec<RequestId> = self.ledger.open().filter(is_due).map(|open| open.id.clone()).collect();
        for id in due {
            let Some(Found::Open(open)) = self.ledger.find(&id) else { continue };
            if open.ends_at().is_some_and(|end| end <= now) {
                let default = open.request.default;
                self.end(now, &id, Ending::Expired { default });
                continue;
            }
            if let Some(claim) = open.claim.as_ref().filter(|claim| claim.until <= now) {
                let operator = claim.operator.clone();
                self.record(Event::Lapsed { at: now, id: id.clone(), operator });
            }
            let Some(Found::Open(open)) = self.ledger.find(&id) else { continue };
            if open.escalates_at(&self.policy).is_some_and(|due| due <= now) {
                self.record(Event::Escalated { at: now, id: id.clone() });
                if let Some(Found::Open(open)) = self.ledger.find(&id) {
                    self.outputs.push_back(Output::Escalate(Box::new(open.clone())));
                }
            }
        }
    }

    fn withdraw(&mut self, now: Stamp, is_over: impl Fn(&OpenRequest) -> bool) {
        let over: Vec<RequestId> =
            self.ledger.open().filter(|open| is_over(open)).map(|open| open.id.clone()).collect();
        over.iter().for_each(|id| self.end(now, id, Ending::Withdrawn));
    }

    fn end(&mut self, at: Stamp, id: &RequestId, ending: Ending) {
        let Some(Found::Open(open)) = self.ledger.find(id) else { return };
        let account = open.account(at, &ending);
        self.record(Event::Ended { at, id: id.clone(), ending, account });
        if let Some(Found::Ended(ended)) = self.ledger.find(id)
            && let Some(answer) = ended.answer()
        {
            self.outputs.push_back(Output::Answer(answer));
        }
    }

    fn record(&mut self, event: Event) {
        self.ledger.apply(&event);
        self.queue_changed = true;
        self.outputs.push_back(Output::Journal(event));
    }

    /// Keeps the name of a refused operator and the reason; for unknown requests it keeps nothing.
    fn told<T>(
        &mut self,
        now: Stamp,
        id: &RequestId,
        operator: &str,
        result: Result<T, HelpError>,
    ) -> Result<T, HelpError> {
        if let (Err(error), Some(_)) = (&result, self.ledger.find(id)) {
            let (id, operator, reason) = (id.clone(), operator.to_owned(), error.to_string());
            self.outputs.push_back(Output::Journal(Event::Refused { at: now, id, operator, reason }));
        }
        self.count(result)
    }

    fn count<T>(&mut self, result: Result<T, HelpError>) -> Result<T, HelpError> {
        self.refused += u64::from(result.is_err());
        result
    }
}

/// Desks are equal if they hold the same requests and answers; outputs not yet polled do not count.
impl PartialEq for Desk {
    fn eq(&self, other: &Self) -> bool {
        self.ledger == other.ledger
    }
}
