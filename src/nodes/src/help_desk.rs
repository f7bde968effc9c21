use std::num::NonZeroUsize;

use r2r::surefleet::{
    msg::{HelpAnswer, HelpQueue, HelpRequest, ScoredOption, Turn as TurnMessage},
    srv::{AnswerHelp, ClaimHelp, RequestHelp},
};
use surefleet_fleet::{Attempt, Decision, RobotId, Stamp};
use surefleet_help::{Answer, Desk, Ending, Event, Input, OfferedOption, Output, Reply, Request, RequestId, Score};

use crate::{
    NodeError, Room, Runtime,
    diagnostics::Diagnosis,
    endpoints::{Inbox, Outbox, Requests},
    journal::Journal,
    parameters::{ParameterKind, ParameterSpec},
    site::{AUTOSTART, FLEET, STATE_DIR, Site, USE_SIM_TIME},
    topics::{HELP_ANSWERS, HELP_QUEUE, RING},
    wire::{self, RingMessage, RingReader, WireError},
};

const PARAMETERS: &[ParameterSpec] = &[
    AUTOSTART,
    USE_SIM_TIME,
    FLEET,
    STATE_DIR,
    ParameterSpec {
        name: "kept_answers",
        kind: ParameterKind::Whole { default: None, least: 1, most: 1_000_000 },
        description: "how many ended requests are remembered, so that a repeated request is answered again",
    },
];

/// Runs the node `help_desk` until it is told to end.
///
/// # Errors
/// Bad parameters, a journal that cannot be used, or no ROS.
pub fn run_help_desk() -> Result<(), NodeError> {
    let mut runtime = Runtime::start("help_desk", PARAMETERS)?;
    let site = Site::of(runtime.parameters())?;
    let kept = usize::try_from(runtime.parameters().whole("kept_answers")?).ok().and_then(NonZeroUsize::new);
    let kept = kept.unwrap_or(NonZeroUsize::MIN);
    let (journal, events) = Journal::open::<Event>(&site.state, "help_desk.jsonl")?;
    let journal = journal.kept_on_disk();
    let node = runtime.node();
    let room = HelpDeskRoom {
        desk: Desk::restore(kept, events),
        journal,
        active: false,
        malformed: 0,
        requests: Requests::serve(node, "/help_desk/request")?,
        claims: Requests::serve(node, "/help_desk/claim")?,
        answers: Requests::serve(node, "/help_desk/answer")?,
        ring: Inbox::subscribe(node, &RING)?,
        reader: RingReader::default(),
        queue: Outbox::advertise(node, &HELP_QUEUE)?,
        answered: Outbox::advertise(node, &HELP_ANSWERS)?,
        queue_is_known: false,
    };
    runtime.run(room)
}

struct HelpDeskRoom {
    desk: Desk,
    journal: Journal,
    active: bool,
    malformed: u64,
    requests: Requests<RequestHelp::Service>,
    claims: Requests<ClaimHelp::Service>,
    answers: Requests<AnswerHelp::Service>,
    ring: Inbox<TurnMessage>,
    reader: RingReader,
    queue: Outbox<HelpQueue>,
    answered: Outbox<HelpAnswer>,
    queue_is_known: bool,
}

impl Room for HelpDeskRoom {
    fn work(&mut self, now: Stamp) -> Result<bool, NodeError> {
        let mut worked = self.take_requests(now)? | self.take_claims(now)? | self.take_answers(now)?;
        while let Some(message) = self.ring.take() {
            worked = true;
            match self.reader.read(message) {
                Ok(RingMessage::End { mission, .. }) => self.desk.handle(now, Input::MissionEnded(mission)),
                Ok(_) => {}
                Err(error) => self.note_malformed(&error),
            }
        }
        if self.active {
            self.desk.handle(now, Input::Tick);
        }
        worked |= self.speak(now)?;
        if !self.queue_is_known {
            self.publish_queue(now);
        }
        Ok(worked)
    }

    fn next_deadline(&self) -> Option<Stamp> {
        self.desk.next_deadline().filter(|_| self.active)
    }

    fn set_active(&mut self, _: Stamp, active: bool) {
        self.active = active;
    }

    fn diagnose(&self, now: Stamp) -> Vec<Diagnosis> {
        let statistics = self.desk.statistics(now);
        let open = self.desk.queue().len();
        let queue = if open == 0 {
            Diagnosis::ok("queue", "nobody needs help")
        } else {
            Diagnosis::warn("queue", format!("{open} requests wait for a person"))
        };
        vec![
            queue
                .with("open", open)
                .with("answered", statistics.answered)
                .with("expired", statistics.expired)
                .with("malformed_messages", self.malformed),
        ]
    }
}

/// One service call's outcome, journalled and published before it is answered.
macro_rules! serve {
    ($self:ident, $now:ident, $service:ident, $handle:expr) => {{
        let mut worked = false;
        while let Some(call) = $self.$service.take() {
            worked = true;
            let response = $handle($self, &call.message);
            $self.speak($now)?;
            crate::endpoints::respond(call, response);
        }
        Ok(worked)
    }};
}

impl HelpDeskRoom {
    fn take_requests(&mut self, now: Stamp) -> Result<bool, NodeError> {
        serve!(self, now, requests, |room: &mut Self, call: &RequestHelp::Request| room.request(now, call))
    }

    fn take_claims(&mut self, now: Stamp) -> Result<bool, NodeError> {
        serve!(self, now, claims, |room: &mut Self, call: &ClaimHelp::Request| room.claim(now, call))
    }

    fn take_answers(&mut self, now: Stamp) -> Result<bool, NodeError> {
        serve!(self, now, answers, |room: &mut Self, call: &AnswerHelp::Request| room.answer(now, call))
    }

    fn request(&mut self, now: Stamp, call: &RequestHelp::Request) -> RequestHelp::Response {
        let refused = |reason: String| RequestHelp::Response { id: String::new(), accepted: false, reason };
        if !self.active {
            return refused(INACTIVE.into());
        }
        if call.withdraw {
            self.desk.handle(now, Input::Withdraw { key: call.request.key.clone() });
            return RequestHelp::Response { id: String::new(), accepted: true, reason: String::new() };
        }
        match read_request(&call.request) {
            Ok(request) => match self.desk.request(now, request) {
                Ok(id) => RequestHelp::Response { id: id.to_string(), accepted: true, reason: String::new() },
                Err(error) => refused(error.to_string()),
            },
            Err(error) => {
                self.note_malformed(&error);
                refused(error.to_string())
            }
        }
    }

    fn claim(&mut self, now: Stamp, call: &ClaimHelp::Request) -> ClaimHelp::Response {
        let id = RequestId::new(call.request_id.clone());
        let result = match self.active {
            true => self.desk.claim(now, &id, &call.operator_name).map_err(|error| error.to_string()),
            false => Err(INACTIVE.into()),
        };
        ClaimHelp::Response {
            accepted: result.is_ok(),
            claimed_by: self.desk.holder(&id).unwrap_or_default().to_owned(),
            reason: result.err().unwrap_or_default(),
        }
    }

    fn answer(&mut self, now: Stamp, call: &AnswerHelp::Request) -> AnswerHelp::Response {
        let reply = match i64::from(call.kind) {
            kind if kind == HelpAnswer::OPTION as i64 => Ok(Reply::Option(Decision::new(call.decision))),
            kind if kind == HelpAnswer::NONE_OF_THESE as i64 => Ok(Reply::NoneOfThese),
            kind if kind == HelpAnswer::HALT as i64 => Ok(Reply::Halt),
            kind => Err(format!("kind {kind} is no answer: send OPTION (1), NONE_OF_THESE (2) or HALT (3)")),
        };
        let result = reply.and_then(|reply| {
            if !self.active {
                return Err(INACTIVE.into());
            }
            let id = RequestId::new(call.request_id.clone());
            self.desk.answer(now, &id, reply, &call.text, &call.operator_name).map_err(|error| error.to_string())
        });
        AnswerHelp::Response { accepted: result.is_ok(), reason: result.err().unwrap_or_default() }
    }

    /// Puts on the wire what the desk says, journalled first.
    fn speak(&mut self, now: Stamp) -> Result<bool, NodeError> {
        let mut spoke = false;
        while let Some(output) = self.desk.poll() {
            spoke = true;
            match output {
                Output::Journal(event) => self.journal.append(&event)?,
                Output::Answer(answer) => self.answered.publish(&answer_message(&answer)),
                Output::QueueChanged => self.publish_queue(now),
            }
        }
        Ok(spoke)
    }

    fn publish_queue(&mut self, now: Stamp) {
        let requests = self.desk.queue().iter().map(request_message).collect();
        self.queue.publish(&HelpQueue { header: wire::header(now), requests });
        self.queue_is_known = true;
    }

    fn note_malformed(&mut self, error: &WireError) {
        self.malformed += 1;
        tracing::warn!(%error, count = self.malformed, "a malformed message was ignored");
    }
}

const INACTIVE: &str = "the help desk is not active: ros2 lifecycle set /help_desk activate";

fn read_request(message: &HelpRequest) -> Result<Request, WireError> {
    let deadline = wire::stamp(&message.deadline);
    Ok(Request {
        key: message.key.clone(),
        robot: RobotId::new(&message.robot)?,
        mission: wire::mission_id(&message.mission_id)?,
        mission_text: message.mission_text.clone(),
        step: wire::step_index(message.step)?,
        attempt: Attempt(message.attempt),
        question: message.question.clone(),
        prompt: message.prompt.clone(),
        options: message.options.iter().map(read_option).collect(),
        deadline: (deadline != Stamp::ZERO).then_some(deadline),
        priority: message.priority,
    })
}

fn read_option(option: &ScoredOption) -> OfferedOption {
    OfferedOption {
        decision: Decision::new(option.decision),
        text: option.text.clone(),
        score: Score::new(option.score),
        in_set: option.in_set,
        refusal: (!option.allowed).then(|| option.reason.clone()),
    }
}

fn request_message(open: &surefleet_help::OpenRequest) -> HelpRequest {
    let request = &open.request;
    let state = if open.claimed_by.is_some() { HelpRequest::CLAIMED as u8 } else { HelpRequest::OPEN as u8 };
    HelpRequest {
        header: wire::header(open.since),
        id: open.id.to_string(),
        key: request.key.clone(),
        robot: request.robot.to_string(),
        mission_id: wire::mission_bytes(request.mission),
        mission_text: request.mission_text.clone(),
        step: request.step.get(),
        attempt: request.attempt.0,
        question: request.question.clone(),
        prompt: request.prompt.clone(),
        options: request
            .options
            .iter()
            .map(|option| ScoredOption {
                decision: option.decision.get(),
                text: option.text.clone(),
                score: option.score.get(),
                in_set: option.in_set,
                allowed: option.refusal.is_none(),
                reason: option.refusal.clone().unwrap_or_default(),
            })
            .collect(),
        state,
        claimed_by: open.claimed_by.clone().unwrap_or_default(),
        deadline: wire::time(request.deadline.unwrap_or(Stamp::ZERO)),
        priority: request.priority,
    }
}

fn answer_message(answer: &Answer) -> HelpAnswer {
    let (kind, decision, text, operator) = match &answer.ending {
        Ending::Answered { reply, text, operator } => {
            let (kind, decision) = match reply {
                Reply::Option(decision) => (HelpAnswer::OPTION as u8, Some(*decision)),
                Reply::NoneOfThese => (HelpAnswer::NONE_OF_THESE as u8, None),
                Reply::Halt => (HelpAnswer::HALT as u8, None),
            };
            (kind, decision, text.clone(), operator.clone())
        }
        Ending::Expired | Ending::Withdrawn => (HelpAnswer::EXPIRED as u8, None, String::new(), String::new()),
    };
    HelpAnswer {
        header: wire::header(answer.at),
        request_id: answer.request.to_string(),
        key: answer.key.clone(),
        robot: answer.robot.to_string(),
        kind,
        decision: wire::decision_code(decision),
        text,
        operator_name: operator,
    }
}
