mod once;
mod question;

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use r2r::surefleet::{
    msg::HelpQueue,
    srv::{AnswerHelp, ClaimHelp, HelpHistory, ReadMission, ShowHelp},
};
use surefleet_fleet::{MissionId, Stamp};
use surefleet_help::{OptionId, Reply};
use surefleet_ros::{Calls, FleetNode, Inbox, NodeError, topics::HELP_QUEUE, wire};
use surefleet_site::Access;

use self::question::{line, lines, question, reading, robot_help};
pub use self::{
    once::{answer_help, help_history, help_question, help_queue, read_mission},
    question::{DeskQuestion, MissionReading, QuestionOption, QueueLine, RobotHelp},
};

/// An operator's action on a request.
#[derive(Debug, Clone, PartialEq)]
pub enum DeskCall {
    /// Read the whole request.
    Show,
    /// Work on it, or keep the claim on it.
    Claim,
    /// Let others work on it.
    Release,
    /// Take it over from the operator who works on it.
    TakeOver,
    /// Answer it; the text is a remark, or the right answer if none of the options is right.
    Answer(Reply, String),
    /// Ask how these words for the whole mission would be understood; this does not answer the request.
    Read(String),
}

/// A message from the help desk.
#[derive(Debug, Clone, PartialEq)]
pub enum DeskWord {
    /// All open requests in the order in which to look at them, and the desk's clock; all times here are by that clock.
    Queue(Stamp, Vec<QueueLine>),
    /// The whole of a request.
    Shown(Box<DeskQuestion>),
    /// How words for a whole mission would be understood, as an answer to this request.
    Read(String, MissionReading),
    /// The call was carried out; a claim holds until this time.
    Done(String, DeskCall, Option<Stamp>),
    /// The call was refused, and why.
    Refused(String, DeskCall, String),
    /// The desk did not answer; the call may or may not have been carried out.
    Silent(String, DeskCall, String),
    /// Past requests, the last one first.
    History(Vec<QueueLine>, Vec<RobotHelp>),
}

/// An operator's place at a help desk: hears the queue, and calls without waiting.
pub struct HelpDeskClient {
    node: FleetNode,
    opened: Instant,
    /// Digests of the questions that were shown, by id: an answer names the digest of its question.
    shown: BTreeMap<String, String>,
    queue: Inbox<HelpQueue>,
    shows: Calls<ShowHelp::Service, Sent>,
    claims: Calls<ClaimHelp::Service, Sent>,
    answers: Calls<AnswerHelp::Service, Sent>,
    readings: Calls<ReadMission::Service, Sent>,
    history: Calls<HelpHistory::Service, u32>,
    /// Number of the newest claim, release or take-over for each request. An older one without an answer is not
    /// repeated.
    newest: BTreeMap<String, u64>,
    sent: u64,
}

/// A call in flight. Every call may be repeated: DDS drops the answer to a client that the desk has not found yet.
struct Sent {
    id: String,
    mission: MissionId,
    call: DeskCall,
    number: u64,
    tries: u32,
}

/// How long the desk may take to answer: short, since the first answer to a new client is often lost.
const PATIENCE: Duration = Duration::from_millis(700);
/// How many times a call is made before the operator is told.
const TRIES: u32 = 5;

impl HelpDeskClient {
    /// Opens an operator's place at a help desk, with the node `surefleet_<name>_<process>`.
    ///
    /// # Errors
    /// ROS is not available.
    pub fn open(access: &Access, name: &str) -> Result<Self, NodeError> {
        let mut node = FleetNode::of_client(name, access)?;
        Ok(Self {
            opened: Instant::now(),
            shown: BTreeMap::new(),
            queue: Inbox::subscribe(&mut node, &HELP_QUEUE)?,
            shows: Calls::to(&mut node, "help_desk/show", PATIENCE)?,
            claims: Calls::to(&mut node, "help_desk/claim", PATIENCE)?,
            answers: Calls::to(&mut node, "help_desk/answer", PATIENCE)?,
            readings: Calls::to(&mut node, "help_desk/read_mission", PATIENCE)?,
            history: Calls::to(&mut node, "help_desk/history", PATIENCE)?,
            newest: BTreeMap::new(),
            sent: 0,
            node,
        })
    }

    /// Receives messages for this time.
    pub fn spin(&mut self, span: Duration) {
        self.node.spin_once(span);
    }

    /// Calls the desk; the result is a [`DeskWord::Shown`], [`DeskWord::Done`] or [`DeskWord::Refused`].
    pub fn call(&mut self, id: &str, mission: MissionId, call: DeskCall) {
        self.sent += 1;
        if matches!(call, DeskCall::Claim | DeskCall::Release | DeskCall::TakeOver) {
            self.newest.insert(id.to_owned(), self.sent);
        }
        self.send(Sent { id: id.to_owned(), mission, call, number: self.sent, tries: 1 });
    }

    /// Asks for the last requests that ended, and for statistics.
    pub fn ask_history(&mut self) {
        self.send_history(1);
    }

    /// The next message from the desk.
    pub fn poll(&mut self) -> Option<DeskWord> {
        let now = self.now();
        if let Some(queue) = std::iter::from_fn(|| self.queue.take()).last() {
            return Some(DeskWord::Queue(wire::stamp(&queue.header.stamp), lines(queue)));
        }
        while let Some((sent, result)) = self.shows.take(now) {
            let shown = result.map(|shown| match shown.found.then(|| question(shown.request)).flatten() {
                Some(question) => {
                    self.shown.insert(question.id.clone(), question.sha256.clone());
                    Ok(DeskWord::Shown(Box::new(question)))
                }
                None => Err(shown.reason),
            });
            if let Some(word) = self.settle(sent, shown) {
                return Some(word);
            }
        }
        while let Some((sent, result)) = self.claims.take(now) {
            let done = |until| DeskWord::Done(sent.id.clone(), sent.call.clone(), Some(wire::stamp(&until)));
            let claimed =
                result.map(|reply| if reply.accepted { Ok(done(reply.claimed_until)) } else { Err(reply.reason) });
            if let Some(word) = self.settle(sent, claimed) {
                return Some(word);
            }
        }
        while let Some((sent, result)) = self.answers.take(now) {
            let done = || DeskWord::Done(sent.id.clone(), sent.call.clone(), None);
            let answered = result.map(|reply| if reply.accepted { Ok(done()) } else { Err(reply.reason) });
            if let Some(word) = self.settle(sent, answered) {
                return Some(word);
            }
        }
        while let Some((sent, result)) = self.readings.take(now) {
            let read = result.map(|reply| Ok(DeskWord::Read(sent.id.clone(), reading(reply)?)));
            if let Some(word) = self.settle(sent, read) {
                return Some(word);
            }
        }
        while let Some((tries, result)) = self.history.take(now) {
            match result {
                Ok(reply) => {
                    let robots = reply.robots.into_iter().map(robot_help).collect();
                    return Some(DeskWord::History(reply.requests.into_iter().filter_map(line).collect(), robots));
                }
                Err(_) if tries < TRIES => self.send_history(tries + 1),
                Err(_) => {}
            }
        }
        None
    }

    /// Evaluates the result of a call; a call without an answer is repeated a few times.
    fn settle(&mut self, sent: Sent, result: Result<Result<DeskWord, String>, String>) -> Option<DeskWord> {
        match result {
            Ok(Ok(word)) => Some(word),
            Ok(Err(reason)) => Some(DeskWord::Refused(sent.id, sent.call, reason)),
            Err(_) if self.is_overtaken(&sent) => None,
            Err(_) if sent.tries < TRIES => {
                self.send(Sent { tries: sent.tries + 1, ..sent });
                None
            }
            Err(silence) => {
                let reason = format!("{silence}; it may have been done all the same: look at the queue");
                Some(DeskWord::Silent(sent.id, sent.call, reason))
            }
        }
    }

    /// Whether the operator has since claimed, released or taken over the same request.
    fn is_overtaken(&self, sent: &Sent) -> bool {
        let is_claim = matches!(sent.call, DeskCall::Claim | DeskCall::Release | DeskCall::TakeOver);
        is_claim && self.newest.get(&sent.id).is_some_and(|newest| *newest > sent.number)
    }

    /// Time since this client was opened: the clock for time-outs, which does not follow changes of the machine's
    /// clock.
    fn now(&self) -> Stamp {
        Stamp::ZERO + self.opened.elapsed()
    }

    fn send(&mut self, sent: Sent) {
        let now = self.now();
        match &sent.call {
            DeskCall::Show => {
                let request = ShowHelp::Request { request_id: sent.id.clone(), ..Default::default() };
                self.shows.call(now, sent, request);
            }
            DeskCall::Answer(reply, text) => {
                let seen = self.shown.get(&sent.id).map(String::as_str).unwrap_or_default();
                let request = answer_request((&sent.id, seen), sent.mission, *reply, text);
                self.answers.call(now, sent, request);
            }
            DeskCall::Read(text) => {
                let request =
                    ReadMission::Request { request_id: sent.id.clone(), text: text.clone(), ..Default::default() };
                self.readings.call(now, sent, request);
            }
            DeskCall::Claim => self.claim(ClaimHelp::Request::CLAIM as u8, sent),
            DeskCall::Release => self.claim(ClaimHelp::Request::RELEASE as u8, sent),
            // An operator who has taken it over since the first try keeps it.
            DeskCall::TakeOver if sent.tries > 1 => self.claim(ClaimHelp::Request::CLAIM as u8, sent),
            DeskCall::TakeOver => self.claim(ClaimHelp::Request::TAKE_OVER as u8, sent),
        }
    }

    fn claim(&mut self, action: u8, sent: Sent) {
        let request = ClaimHelp::Request {
            request_id: sent.id.clone(),
            mission_id: wire::mission_bytes(sent.mission),
            action,
            ..Default::default()
        };
        self.claims.call(self.now(), sent, request);
    }

    fn send_history(&mut self, tries: u32) {
        self.history.call(self.now(), tries, HelpHistory::Request::default());
    }
}

/// `seen`: the digest of the question that was shown.
fn answer_request((id, seen): (&str, &str), mission: MissionId, reply: Reply, text: &str) -> AnswerHelp::Request {
    AnswerHelp::Request {
        request_id: id.to_owned(),
        mission_id: wire::mission_bytes(mission),
        kind: wire::reply_code(reply),
        option: reply.option().map_or(0, OptionId::get),
        for_mission: matches!(reply, Reply::ForMission(_)),
        text: text.to_owned(),
        question_sha256: seen.to_owned(),
        ..Default::default()
    }
}
