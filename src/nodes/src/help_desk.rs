mod correction;
mod messages;
mod store;

use std::{
    num::NonZeroUsize,
    sync::Arc,
    time::{Duration, Instant},
};

use r2r::surefleet::{
    msg::{HelpAnswer, HelpQueue, HelpRequest, HelpSummary, Turn as TurnMessage},
    srv::{AnswerHelp, ClaimHelp, HelpHistory, ReadMission, RequestHelp, ShowHelp},
};
use surefleet_english::Vocabulary;
use surefleet_fleet::{MissionId, RobotId, Stamp};
use surefleet_help::{Claim, Desk, DeskPolicy, Event, HelpError, Input, Output, Reply, RequestId};
use surefleet_identity::{IdentityError, Participant};
use surefleet_mission::Transport;
use surefleet_ros::{
    Call, Diagnosis, Identity, Inbox, NodeError, NodeLoop, Outbox, Requests, Room, Timeline,
    topics::{HELP_ANSWERS, HELP_ESCALATIONS, HELP_QUEUE, RING},
    wire::{self, RingMessage, RingReader, WireError},
};
use surefleet_simulator::SimulatedOperator;
use surefleet_site::{SIMULATED, Site, Words, announce_keys, parameters};

use self::{
    correction::{Correction, read_correction},
    messages::{
        answer_message, history_message, open_summary, queue_message, read_reply, read_request, request_message,
    },
    store::Store,
};

/// Runs the node `help_desk` until it is asked to end.
///
/// # Errors
/// Bad parameters, a store that cannot be used, or no ROS.
pub fn run_help_desk() -> Result<(), NodeError> {
    let mut runtime = NodeLoop::start("help_desk", parameters::HELP_DESK)?;
    let site = Site::read(runtime.parameters(), runtime.fleet())?;
    let parameters = runtime.parameters();
    let kept = usize::try_from(parameters.whole("kept_answers")?).ok().and_then(NonZeroUsize::new);
    let escalate_after = parameters.number("escalate_after_s")?;
    let policy = DeskPolicy {
        kept: kept.unwrap_or(NonZeroUsize::MIN),
        lease: Duration::from_secs_f64(parameters.number("claim_lease_s")?),
        escalate_after: (escalate_after > 0.0).then(|| Duration::from_secs_f64(escalate_after)),
    };
    let store = Store::open(&site.state)?;
    let (started, timeline) = (runtime.now()?, runtime.timeline());
    // The desk's own machine signs for its local user, who looks for the key there.
    announce_keys(runtime.fleet(), &site.state)?;
    runtime.identify(Identity::read(&site.state, Participant::help_desk())?);
    runtime.watch_for_others("help desks", &HELP_QUEUE);
    let node = runtime.node();
    let room = HelpDeskRoom {
        timeline,
        started,
        desk: Desk::restore(policy, store.events(policy.kept.get())?),
        store,
        vocabulary: Vocabulary::of(&site.world),
        transport: site.scored_deliveries(),
        active: false,
        malformed: 0,
        requests: Requests::serve(node, "help_desk/request")?,
        claims: Requests::serve(node, "help_desk/claim")?,
        answers: Requests::serve(node, "help_desk/answer")?,
        shows: Requests::serve(node, "help_desk/show")?,
        readings: Requests::serve(node, "help_desk/read_mission")?,
        histories: Requests::serve(node, "help_desk/history")?,
        ring: Inbox::subscribe(node, &RING)?,
        reader: RingReader::default(),
        queue: Outbox::advertise(node, &HELP_QUEUE)?,
        answered: Outbox::advertise(node, &HELP_ANSWERS)?,
        escalated: Outbox::advertise(node, &HELP_ESCALATIONS)?,
        pace: Pace::default(),
    };
    runtime.run(room)
}

struct HelpDeskRoom {
    timeline: Timeline,
    desk: Desk,
    store: Store,
    vocabulary: Vocabulary,
    transport: Option<Arc<Transport>>,
    started: Stamp,
    active: bool,
    malformed: u64,
    requests: Requests<RequestHelp::Service>,
    claims: Requests<ClaimHelp::Service>,
    answers: Requests<AnswerHelp::Service>,
    shows: Requests<ShowHelp::Service>,
    readings: Requests<ReadMission::Service>,
    histories: Requests<HelpHistory::Service>,
    ring: Inbox<TurnMessage>,
    reader: RingReader,
    queue: Outbox<HelpQueue>,
    answered: Outbox<HelpAnswer>,
    escalated: Outbox<HelpSummary>,
    pace: Pace,
}

/// The name of a proved operator, as records have it.
fn operator_of(by: &Result<Participant, IdentityError>) -> Result<String, String> {
    match by {
        Ok(who) if who.name() == SIMULATED => Ok(SimulatedOperator::NAME.to_owned()),
        Ok(who) => Ok(who.name().to_owned()),
        Err(error) => Err(format!(
            "who answers is not proved: {error}; sign in with an operator's key, or on a machine of the fleet as its local user"
        )),
    }
}

/// Service replies that wait until the events that they promise are stored.
type Replies = Vec<Box<dyn FnOnce()>>;

impl Room for HelpDeskRoom {
    fn work(&mut self, now: Stamp) -> Result<(), NodeError> {
        // Due events come first: callers see the desk's current state.
        if self.active {
            self.desk.handle(now, Input::Tick);
        }
        self.speak(Replies::new())?;
        let mut replies = Replies::new();
        while let Some(call) = self.requests.take() {
            let response = self.request(now, &call)?;
            replies.push(Box::new(move || call.respond(response)));
        }
        while let Some(call) = self.claims.take() {
            let response = self.claim(now, &call)?;
            replies.push(Box::new(move || call.respond(response)));
        }
        while let Some(call) = self.answers.take() {
            let response = self.answer(now, &call)?;
            replies.push(Box::new(move || call.respond(response)));
        }
        while let Some(call) = self.shows.take() {
            let response = self.show(now, &call)?;
            replies.push(Box::new(move || call.respond(response)));
        }
        while let Some(call) = self.readings.take() {
            let response = self.read_mission(&call.message)?;
            replies.push(Box::new(move || call.respond(response)));
        }
        while let Some(call) = self.histories.take() {
            let response = history_message(&self.desk, now, &call.message);
            replies.push(Box::new(move || call.respond(response)));
        }
        self.hear_ring(now);
        self.speak(replies)?;
        if self.active && self.pace.is_due() {
            self.publish_queue(now);
        }
        Ok(())
    }

    fn next_deadline(&self) -> Option<Stamp> {
        self.desk.next_deadline().filter(|_| self.active)
    }

    fn set_active(&mut self, _: Stamp, active: bool) {
        self.active = active;
    }

    fn diagnose(&self, now: Stamp) -> Vec<Diagnosis> {
        let statistics = self.desk.statistics(now);
        let (open, total) = (statistics.open, statistics.total());
        let queue = if open == 0 {
            Diagnosis::ok("queue", "nobody needs help")
        } else {
            let longest = statistics.oldest_open.as_secs();
            Diagnosis::warn("queue", format!("{open} requests wait for a person, the oldest for {longest} s"))
        };
        let seconds = |span: Option<Duration>| span.map_or("-".to_owned(), |span| format!("{:.1}", span.as_secs_f64()));
        vec![
            queue
                .with("open", open)
                .with("claimed", statistics.claimed)
                .with("answered", total.answered)
                .with("expired", total.expired)
                .with("withdrawn", total.withdrawn)
                .with("refused", statistics.refused)
                .with("mean_wait_s", seconds(total.mean_wait()))
                .with("mean_work_s", seconds(total.mean_work()))
                .with("agreed_with_best", total.agreed)
                .with("store_mb", self.store.size().map_or("-".to_owned(), |bytes| (bytes >> 20).to_string()))
                .with("malformed_messages", self.malformed),
        ]
    }
}

impl HelpDeskRoom {
    fn hear_ring(&mut self, now: Stamp) {
        if !self.active {
            self.ring.hold(64);
            return;
        }
        while let Some(message) = self.ring.take() {
            // The ring is latched: decisions from before the start do not count.
            let is_news = self.timeline.of_ros(wire::stamp(&message.header.stamp)) >= self.started;
            match self.reader.read(message) {
                Ok(RingMessage::End { mission, .. }) => self.desk.handle(now, Input::MissionEnded(mission)),
                Ok(RingMessage::Turn(turn)) => {
                    for decided in turn.decided.iter().filter(|decided| is_news && decided.decision.is_some()) {
                        let (robot, place) = (decided.robot.clone(), (turn.step, decided.attempt));
                        self.desk.handle(now, Input::Decided { robot, mission: turn.mission(), place });
                    }
                }
                Ok(RingMessage::Outcome { .. }) => {}
                Err(error) => self.note_malformed(&error),
            }
        }
    }

    fn request(&mut self, now: Stamp, call: &Call<RequestHelp::Service>) -> Result<RequestHelp::Response, NodeError> {
        let refused = |reason: String| RequestHelp::Response { accepted: false, reason, ..Default::default() };
        let accepted = |id: String| RequestHelp::Response { id, accepted: true, ..Default::default() };
        if !self.active {
            return Ok(refused(INACTIVE.into()));
        }
        if let Err(error) = &call.by {
            return Ok(refused(format!("who asks is not proved: {error}")));
        }
        let call = &call.message;
        if let Err(error) = Words::Question.check_length(words_of(&call.request)) {
            return Ok(refused(error.to_string()));
        }
        self.remember(&RequestId::of_key(&call.request.key))?;
        if call.withdraw {
            let Ok(robot) = RobotId::new(&call.request.robot) else { return Ok(refused("it names no robot".into())) };
            self.desk.handle(now, Input::Withdraw { key: call.request.key.clone(), robot });
            return Ok(accepted(String::new()));
        }
        if !wire::is_of_its_key(&call.request) {
            let reason = "the key does not end with the digest of the question and its options: docs/help_desk.md says how it is made";
            return Ok(refused(reason.into()));
        }
        Ok(match read_request(&self.timeline, &call.request) {
            Ok((request, enclosure)) => match self.desk.request(now, request, enclosure) {
                Ok(id) => accepted(id.to_string()),
                Err(error @ HelpError::Withdrawn(_)) => {
                    RequestHelp::Response { withdrawn: true, ..refused(error.to_string()) }
                }
                Err(error) => refused(error.to_string()),
            },
            Err(error) => {
                self.note_malformed(&error);
                refused(error.to_string())
            }
        })
    }

    fn claim(&mut self, now: Stamp, call: &Call<ClaimHelp::Service>) -> Result<ClaimHelp::Response, NodeError> {
        let operator = match operator_of(&call.by) {
            Ok(operator) => operator,
            Err(reason) => return Ok(ClaimHelp::Response { reason, ..Default::default() }),
        };
        let (call, operator) = (&call.message, operator.as_str());
        let id = RequestId::new(call.request_id.clone());
        self.remember(&id)?;
        let result = self.mission_of(&id, &call.mission_id).and_then(|mission| {
            let done = match i64::from(call.action) {
                _ if !self.active => return Err(INACTIVE.into()),
                action if action == ClaimHelp::Request::CLAIM as i64 => {
                    self.desk.claim(now, &id, mission, operator).map(|_| ())
                }
                action if action == ClaimHelp::Request::TAKE_OVER as i64 => {
                    self.desk.take_over(now, &id, mission, operator).map(|_| ())
                }
                action if action == ClaimHelp::Request::RELEASE as i64 => {
                    self.desk.release(now, &id, mission, operator)
                }
                action => return Err(format!("action {action} is none: send CLAIM (0), RELEASE (1) or TAKE_OVER (2)")),
            };
            done.map_err(|error| error.to_string())
        });
        let held = self.desk.holder(&id);
        Ok(ClaimHelp::Response {
            accepted: result.is_ok(),
            claimed_by: held.map(|claim| claim.operator.clone()).unwrap_or_default(),
            claimed_until: wire::time(held.map_or(Stamp::ZERO, |claim: &Claim| claim.until)),
            reason: result.err().unwrap_or_default(),
            ..Default::default()
        })
    }

    /// The mission that a caller names for a request; a caller who names none means any mission.
    fn mission_of(&self, id: &RequestId, said: &[u8]) -> Result<MissionId, String> {
        let is_unsaid = said.iter().all(|byte| *byte == 0);
        match self.desk.find(id) {
            Some(found) if is_unsaid => Ok(found.request().mission),
            _ => wire::mission_id(said).map_err(|error| error.to_string()),
        }
    }

    fn answer(&mut self, now: Stamp, call: &Call<AnswerHelp::Service>) -> Result<AnswerHelp::Response, NodeError> {
        let operator = match operator_of(&call.by) {
            Ok(operator) => operator,
            Err(reason) => return Ok(AnswerHelp::Response { accepted: false, reason, ..Default::default() }),
        };
        let call = &call.message;
        let id = RequestId::new(call.request_id.clone());
        self.remember(&id)?;
        let about = self.store.enclosure_of(&id)?;
        // A halt is always accepted: it means the same for every question.
        if let (Some(found), Some(about)) = (self.desk.find(&id), &about)
            && i64::from(call.kind) != HelpAnswer::HALT as i64
            && call.question_sha256 != wire::question_digest(&request_message(found, about.clone())).to_string()
        {
            let reason = format!("request {id} is another question than the one that was shown: look at it again");
            return Ok(AnswerHelp::Response { accepted: false, reason, ..Default::default() });
        }
        let said = Words::Answer.check(&call.text).map_err(|error| error.to_string());
        let mission = said.and_then(|_| self.mission_of(&id, &call.mission_id));
        let result = mission.and_then(|mission| {
            let reply = read_reply(call)?;
            if !self.active {
                return Err(INACTIVE.into());
            }
            if let (Reply::Meant, Some(about), Some(found)) = (reply, &about, self.desk.find(&id)) {
                found.request().takes_mission().map_err(|error| error.to_string())?;
                // The operator has seen these words and the rules that they drop, and no others.
                let words = read_correction(self.site(), about, &call.text)?.words;
                if words != call.text {
                    return Err(format!("confirm it in the words that it was read in: {words:?}"));
                }
            }
            let said = self.desk.answer(now, &id, mission, reply, &call.text, &operator);
            said.map_err(|error| error.to_string())
        });
        Ok(AnswerHelp::Response {
            accepted: result.is_ok(),
            reason: result.err().unwrap_or_default(),
            ..Default::default()
        })
    }

    /// What words are read by.
    fn site(&self) -> (&Vocabulary, Option<&Transport>) {
        (&self.vocabulary, self.transport.as_deref())
    }

    /// How an operator's words for a whole mission would be understood.
    fn read_mission(&mut self, call: &ReadMission::Request) -> Result<ReadMission::Response, NodeError> {
        let id = RequestId::new(call.request_id.clone());
        self.remember(&id)?;
        let about = self.store.enclosure_of(&id)?.zip(self.desk.find(&id));
        let said = Words::Answer.check(&call.text).map_err(|error| error.to_string());
        let read = said.and_then(|text| {
            let (about, found) = about.ok_or_else(|| unknown(&id))?;
            found.request().takes_mission().map_err(|error| error.to_string())?;
            read_correction(self.site(), &about, text)
        });
        Ok(match read {
            Ok(Correction { words, dropped }) => {
                ReadMission::Response { read: true, words, dropped, ..Default::default() }
            }
            Err(reason) => ReadMission::Response { reason, ..Default::default() },
        })
    }

    fn show(&mut self, now: Stamp, call: &Call<ShowHelp::Service>) -> Result<ShowHelp::Response, NodeError> {
        // Anybody may look; the audit log names proved operators.
        let operator = operator_of(&call.by).unwrap_or_default();
        let id = RequestId::new(call.message.request_id.clone());
        if !self.active {
            return Ok(ShowHelp::Response { found: false, reason: INACTIVE.into(), ..Default::default() });
        }
        self.remember(&id)?;
        let enclosure = self.store.enclosure_of(&id)?;
        Ok(match (self.desk.show(now, &id, &operator), enclosure) {
            (Some(found), Some(enclosure)) => {
                ShowHelp::Response { found: true, request: request_message(found, enclosure), ..Default::default() }
            }
            _ => ShowHelp::Response { found: false, reason: unknown(&id), ..Default::default() },
        })
    }

    /// Loads a request that the desk has forgotten from disk, so that nothing is asked or answered twice.
    fn remember(&mut self, id: &RequestId) -> Result<(), NodeError> {
        if self.desk.find(id).is_none() {
            self.desk.recall(self.store.events_of(id)?);
        }
        Ok(())
    }

    /// Stores the new events, and then reports them to robots, to other operators, and to the callers.
    fn speak(&mut self, replies: Replies) -> Result<(), NodeError> {
        let mut events: Vec<Event> = Vec::new();
        let mut said: Vec<Output> = Vec::new();
        while let Some(output) = self.desk.poll() {
            match output {
                Output::Journal(event) => events.push(event),
                other => said.push(other),
            }
        }
        if !events.is_empty() {
            self.store.append(&events)?;
        }
        for output in said {
            match output {
                Output::Answer(answer) => self.answered.publish(answer_message(&answer)),
                Output::Escalate(open) => self.escalated.publish(open_summary(&open)),
                Output::QueueChanged => self.pace.changed = true,
                Output::Journal(_) => {}
            }
        }
        replies.into_iter().for_each(|reply| reply());
        Ok(())
    }

    fn publish_queue(&mut self, now: Stamp) {
        let begin = Instant::now();
        self.queue.publish(queue_message(&self.desk, now));
        self.pace = Pace { changed: false, published: Some(begin), took: begin.elapsed() };
    }

    fn note_malformed(&mut self, error: &WireError) {
        self.malformed += 1;
        tracing::warn!(%error, count = self.malformed, "a malformed message was ignored");
    }
}

/// The pace of queue messages: at once after a quiet time, at most a fiftieth of the desk's time for quick changes, and
/// at least once a second. By the machine's own clock, since ROS time can stand still while the desk works on.
#[derive(Debug, Clone, Copy, Default)]
struct Pace {
    changed: bool,
    published: Option<Instant>,
    took: Duration,
}

/// Least time between two messages about a changing queue.
const SOON: Duration = Duration::from_millis(100);
/// Time between two messages about an unchanged queue.
const SIGN_OF_LIFE: Duration = Duration::from_secs(1);

impl Pace {
    fn is_due(&self) -> bool {
        let pause = if self.changed { SOON.max(self.took * 50).min(SIGN_OF_LIFE) } else { SIGN_OF_LIFE };
        self.published.is_none_or(|published| published.elapsed() >= pause)
    }
}

/// Size in bytes of a question's words, with everything that is shown beside it.
fn words_of(request: &HelpRequest) -> usize {
    let shown = [&request.key, &request.robot, &request.question, &request.mission_text, &request.prompt];
    let listed = request.world.iter().chain(&request.team);
    let options = request.options.iter().flat_map(|option| [&option.text, &option.reason]);
    shown.into_iter().chain(listed).chain(options).map(String::len).sum()
}

fn unknown(id: &RequestId) -> String {
    format!("there is no request {id}: surefleet help-desk list shows those that are open")
}

const INACTIVE: &str = "the help desk is not active: ros2 lifecycle set /help_desk activate";
