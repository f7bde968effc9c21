use std::{collections::VecDeque, num::NonZeroUsize};

use surefleet_fleet::{MissionId, Stamp};

use crate::{
    Answer, Ending, Event, HelpError, OpenRequest, Reply, Request, RequestId, Statistics,
    ledger::{Found, Ledger},
};

/// The help desk: the queue of open questions and the answers to the last ones.
#[derive(Debug, Clone)]
pub struct Desk {
    ledger: Ledger,
    refused: u64,
    queue_changed: bool,
    outputs: VecDeque<Output>,
}

/// What happens to the desk beside service calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// The caller does not wait for the answer any more.
    Withdraw {
        /// The caller's key.
        key: String,
    },
    /// The mission is over: nobody waits for answers to its requests.
    MissionEnded(MissionId),
    /// Time has passed.
    Tick,
}

/// What the desk wants done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Output {
    /// Keep this, before anything that comes after it is sent.
    Journal(Event),
    /// Tell the robot that asked.
    Answer(Answer),
    /// Publish [`Desk::queue`].
    QueueChanged,
}

impl Desk {
    /// An empty desk that remembers the last `kept` ended requests, oldest forgotten first.
    ///
    /// A request with the key of a forgotten one is a new request.
    pub fn new(kept: NonZeroUsize) -> Self {
        Self { ledger: Ledger::new(kept), refused: 0, queue_changed: true, outputs: VecDeque::new() }
    }

    /// The desk whose earlier life put out these events; it says all remembered answers again, since the last of them
    /// may have been kept but not sent.
    pub fn restore(kept: NonZeroUsize, events: impl IntoIterator<Item = Event>) -> Self {
        let mut desk = Self::new(kept);
        events.into_iter().for_each(|event| desk.ledger.apply(&event));
        desk.outputs.extend(desk.ledger.answers().map(Output::Answer));
        desk
    }

    /// A robot asks; a key that was answered brings the same answer again.
    ///
    /// # Errors
    /// [`HelpError::EmptyKey`], [`HelpError::KeyTaken`], [`HelpError::RepeatedOption`], [`HelpError::Superseded`] and
    /// [`HelpError::Withdrawn`].
    pub fn request(&mut self, now: Stamp, request: Request) -> Result<RequestId, HelpError> {
        self.expire(now);
        let accepted = self.accept(now, request);
        self.expire(now);
        self.count(accepted)
    }

    /// An operator says that he or she works on a request; a claim keeps nobody from answering.
    ///
    /// # Errors
    /// [`HelpError::Claimed`], naming who does already, and those of requests that are not open.
    pub fn claim(&mut self, now: Stamp, id: &RequestId, operator: &str) -> Result<(), HelpError> {
        self.expire(now);
        let free = self.open(id, operator).and_then(|open| match &open.claimed_by {
            Some(holder) if holder != operator => Err(HelpError::Claimed { id: id.clone(), holder: holder.clone() }),
            held => Ok(held.is_none()),
        });
        let claimed = free.map(|free| {
            if free {
                self.put_claim(id, operator)
            }
        });
        self.count(claimed)
    }

    /// An operator takes a request over from whoever works on it.
    ///
    /// # Errors
    /// Those of requests that are not open.
    pub fn take_over(&mut self, now: Stamp, id: &RequestId, operator: &str) -> Result<(), HelpError> {
        self.expire(now);
        let taken = self.open(id, operator).map(|_| ()).map(|()| self.put_claim(id, operator));
        self.count(taken)
    }

    /// An operator answers; the first answer counts, and saying the same again is harmless.
    ///
    /// # Errors
    /// [`HelpError::NotOffered`], [`HelpError::NotAllowed`], [`HelpError::AlreadyAnswered`] and those of requests that
    /// are not open.
    pub fn answer(
        &mut self,
        now: Stamp,
        id: &RequestId,
        reply: Reply,
        text: &str,
        operator: &str,
    ) -> Result<(), HelpError> {
        self.expire(now);
        let answered = self.judge(id, reply, text, operator).map(|is_first| {
            if is_first {
                let (text, operator) = (text.to_owned(), operator.to_owned());
                self.end(now, id.clone(), Ending::Answered { reply, text, operator });
            }
        });
        self.count(answered)
    }

    /// Takes in what happened; unknown keys and missions change nothing.
    pub fn handle(&mut self, now: Stamp, input: Input) {
        self.expire(now);
        let is_over = |open: &OpenRequest| match &input {
            Input::Withdraw { key } => open.request.key == *key,
            Input::MissionEnded(mission) => open.request.mission == *mission,
            Input::Tick => false,
        };
        self.withdraw(now, is_over);
    }

    /// The next thing to do.
    pub fn poll(&mut self) -> Option<Output> {
        let queue_changed = |changed: &mut bool| std::mem::take(changed).then_some(Output::QueueChanged);
        self.outputs.pop_front().or_else(|| queue_changed(&mut self.queue_changed))
    }

    /// The earliest deadline of an open request.
    pub fn next_deadline(&self) -> Option<Stamp> {
        self.queue().iter().filter_map(|open| open.request.deadline).min()
    }

    /// All that is open, oldest first.
    pub fn queue(&self) -> &[OpenRequest] {
        self.ledger.open()
    }

    /// Who works on the request; `None`: nobody, or it is not open.
    pub fn holder(&self, id: &RequestId) -> Option<&str> {
        self.queue().iter().find(|open| open.id == *id)?.claimed_by.as_deref()
    }

    /// How busy the desk is.
    pub fn statistics(&self, now: Stamp) -> Statistics {
        Statistics { refused: self.refused, ..self.ledger.statistics(now) }
    }

    fn accept(&mut self, now: Stamp, request: Request) -> Result<RequestId, HelpError> {
        request.check()?;
        let id = RequestId::of_key(&request.key);
        if let Some(known) = self.ledger.find(&id) {
            let (key, owner) = known.asked_by();
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
        if self.queue().iter().any(|open| of_same(open) && open.request.place() > place) {
            return Err(HelpError::Superseded { key: request.key, robot });
        }
        self.withdraw(now, |open| of_same(open) && open.request.place() < place);
        self.record(Event::Requested { at: now, request: Box::new(request) });
        Ok(id)
    }

    /// Whether the answer is the first one; one that is the same as the first is not, and is no error.
    fn judge(&self, id: &RequestId, reply: Reply, text: &str, operator: &str) -> Result<bool, HelpError> {
        if let Some(Found::Ended(ended)) = self.ledger.find(id)
            && let Ending::Answered { reply: first, text: first_text, operator } = &ended.ending
        {
            // What "none of these" means is in its text; beside another reply, the text is a remark.
            return if reply == *first && (reply != Reply::NoneOfThese || text == first_text) {
                Ok(false)
            } else {
                Err(HelpError::AlreadyAnswered { first: *first, operator: operator.clone() })
            };
        }
        let open = self.open(id, operator)?;
        if let Reply::Option(decision) = reply {
            let options = &open.request.options;
            let option = options.iter().find(|option| option.decision == decision);
            let option = option.ok_or(HelpError::NotOffered { decision, offered: options.len() })?;
            if let Some(reason) = &option.refusal {
                return Err(HelpError::NotAllowed { text: option.text.clone(), reason: reason.clone() });
            }
        }
        Ok(true)
    }

    fn open(&self, id: &RequestId, operator: &str) -> Result<&OpenRequest, HelpError> {
        if operator.is_empty() {
            return Err(HelpError::NoOperator);
        }
        match self.ledger.find(id) {
            Some(Found::Open(open)) => Ok(open),
            Some(Found::Ended(ended)) => Err(match &ended.ending {
                Ending::Answered { reply, operator, .. } => {
                    HelpError::AlreadyAnswered { first: *reply, operator: operator.clone() }
                }
                Ending::Expired => HelpError::Expired(id.clone()),
                Ending::Withdrawn => HelpError::Withdrawn(id.clone()),
            }),
            None => Err(HelpError::UnknownRequest(id.clone())),
        }
    }

    fn put_claim(&mut self, id: &RequestId, operator: &str) {
        self.record(Event::Claimed { id: id.clone(), operator: operator.to_owned() });
    }

    /// Ends what is past its deadline.
    fn expire(&mut self, now: Stamp) {
        let is_due = |open: &&OpenRequest| open.request.deadline.is_some_and(|deadline| deadline <= now);
        let due: Vec<RequestId> = self.queue().iter().filter(is_due).map(|open| open.id.clone()).collect();
        due.into_iter().for_each(|id| self.end(now, id, Ending::Expired));
    }

    fn withdraw(&mut self, now: Stamp, is_over: impl Fn(&OpenRequest) -> bool) {
        let over: Vec<RequestId> =
            self.queue().iter().filter(|open| is_over(open)).map(|open| open.id.clone()).collect();
        over.into_iter().for_each(|id| self.end(now, id, Ending::Withdrawn));
    }

    fn end(&mut self, at: Stamp, id: RequestId, ending: Ending) {
        self.record(Event::Ended { at, id: id.clone(), ending });
        if let Some(Found::Ended(ended)) = self.ledger.find(&id)
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

    fn count<T>(&mut self, result: Result<T, HelpError>) -> Result<T, HelpError> {
        self.refused += u64::from(result.is_err());
        result
    }
}

/// Desks are equal when they hold the same requests and answers; what is still to be polled does not count.
impl PartialEq for Desk {
    fn eq(&self, other: &Self) -> bool {
        self.ledger == other.ledger
    }
}
