//! The node `perception`: one robot's eyes.

mod blind;
mod camera;
mod detector;
mod eyes;
mod messages;
mod sight;

use std::{
    sync::{Arc, atomic::AtomicBool},
    time::{Duration, Instant},
};

use r2r::{
    ServiceRequest,
    sensor_msgs::msg::Image,
    surefleet::{
        msg::SubgoalVerdict,
        srv::{AnswerQuestion, CheckSubgoal},
    },
};
use surefleet_fleet::{RobotId, Stamp};
use surefleet_language::VisionLanguageModel;
use surefleet_perception::Wording;

pub use self::eyes::Eyes;
use self::{
    camera::{Camera, Frame},
    messages::{annotate, read_check, unseen, verdict_message},
    sight::{Answer, Job, Seen, Sight, Task},
};
use crate::{
    NodeError, Room, Runtime,
    diagnostics::Diagnosis,
    endpoints::{Outbox, Requests, respond},
    parameters::{ParameterKind, ParameterSpec},
    picture::to_image,
    site::{AUTOSTART, FLEET, STATE_DIR, Site, USE_SIM_TIME},
    topics::{JUDGED_PICTURES, SUBGOAL_VERDICTS},
    wire,
};

const PARAMETERS: &[ParameterSpec] = &[
    AUTOSTART,
    USE_SIM_TIME,
    FLEET,
    STATE_DIR,
    ParameterSpec {
        name: "robot",
        kind: ParameterKind::Text(None),
        description: "the robot whose eyes these are; one of the fleet file's order",
    },
    ParameterSpec {
        name: "stale_after_ms",
        kind: ParameterKind::Whole { default: None, least: 1, most: 600_000 },
        description: "an older picture is not looked at",
    },
    ParameterSpec {
        name: "picture_timeout_ms",
        kind: ParameterKind::Whole { default: None, least: 1, most: 600_000 },
        description: "so long is waited for a picture that is new enough; then there is no verdict",
    },
    ParameterSpec {
        name: "answer_timeout_ms",
        kind: ParameterKind::Whole { default: None, least: 1, most: 3_600_000 },
        description: "so long a question may take, the wait for others included; then there is no verdict",
    },
    ParameterSpec {
        name: "queue",
        kind: ParameterKind::Whole { default: None, least: 1, most: 1000 },
        description: "so many questions may wait; more are refused at once",
    },
];

/// Runs the node `perception` until it is told to end.
///
/// # Errors
/// Bad parameters, a fleet file without perception, a model that cannot be loaded, or no ROS.
pub fn run_perception() -> Result<(), NodeError> {
    let mut runtime = Runtime::start("perception", PARAMETERS)?;
    let site = Site::of(runtime.parameters())?;
    let parameters = runtime.parameters();
    let robot = RobotId::new(parameters.text("robot")?)
        .map_err(|error| NodeError::Parameter { name: "robot".into(), wrong: error.to_string() })?;
    let choice = site.fleet.perception.clone().ok_or_else(|| {
        NodeError::Refused("the fleet file has no perception: say there what looks, and how it is asked".into())
    })?;
    let (stale_after, picture_timeout) =
        (parameters.millis("stale_after_ms")?, parameters.millis("picture_timeout_ms")?);
    let answer_timeout = parameters.millis("answer_timeout_ms")?;
    let queue = usize::try_from(parameters.whole("queue")?).unwrap_or(1);
    let stop = Arc::new(AtomicBool::new(false));
    let mut eyes = Eyes::choose(&site.fleet, &choice.eyes, stop.clone())?;
    let judge = detector::judge(&site.fleet, &site.domain, &choice, &mut eyes);
    let why_off = judge.why_off().map(str::to_owned);
    if let Some(reason) = &why_off {
        tracing::error!(reason, "the detector is off: a person is asked about every action");
    }
    let fingerprint = eyes.fingerprint();
    let node = runtime.node();
    let room = PerceptionRoom {
        robot,
        camera: Camera::open(node)?,
        checks: Requests::serve(node, "perception/check_subgoal")?,
        questions: Requests::serve(node, "perception/answer_question")?,
        verdicts: Outbox::advertise(node, &SUBGOAL_VERDICTS)?,
        judged: Outbox::advertise(node, &JUDGED_PICTURES)?,
        sight: Sight::start(eyes, judge, choice.wording, queue, stop)?,
        wording: choice.wording,
        model: format!("{} on {}", fingerprint.name, fingerprint.backend),
        why_off,
        stale_after,
        picture_timeout,
        answer_timeout,
        queue,
        waiting: Vec::new(),
        jobs: 0,
        answered: 0,
        refused: 0,
        last: None,
        active: false,
    };
    runtime.run(room)
}

/// A call that waits for its answer.
enum Call {
    Check(ServiceRequest<CheckSubgoal::Service>),
    Question(ServiceRequest<AnswerQuestion::Service>),
}

struct Waiting {
    call: Call,
    since: Stamp,
    not_before: Stamp,
    /// The job that looks at it, and the picture that it looks at; `None`: no picture is new enough yet.
    job: Option<(u64, Frame)>,
}

struct PerceptionRoom {
    robot: RobotId,
    camera: Camera,
    checks: Requests<CheckSubgoal::Service>,
    questions: Requests<AnswerQuestion::Service>,
    verdicts: Outbox<SubgoalVerdict>,
    judged: Outbox<Image>,
    sight: Sight,
    wording: Wording,
    model: String,
    why_off: Option<String>,
    stale_after: Duration,
    picture_timeout: Duration,
    answer_timeout: Duration,
    queue: usize,
    waiting: Vec<Waiting>,
    jobs: u64,
    answered: u64,
    refused: u64,
    /// What the last look took.
    last: Option<(Duration, Option<surefleet_onnx::Looked>)>,
    active: bool,
}

impl Room for PerceptionRoom {
    fn work(&mut self, now: Stamp) -> Result<bool, NodeError> {
        let mut worked = self.camera.hear();
        while let Some(request) = self.checks.take() {
            worked = true;
            let not_before = wire::stamp(&request.message.not_before);
            self.admit(now, Call::Check(request), not_before);
        }
        while let Some(request) = self.questions.take() {
            worked = true;
            self.admit(now, Call::Question(request), Stamp::ZERO);
        }
        while let Some(seen) = self.sight.take() {
            worked = true;
            self.last = Some((seen.took, seen.looked));
            // Whoever waited too long has had an answer.
            if let Some(place) =
                self.waiting.iter().position(|one| one.job.as_ref().is_some_and(|(job, _)| *job == seen.number))
            {
                let waiting = self.waiting.swap_remove(place);
                self.answer(now, waiting, seen);
            }
        }
        worked |= self.look(now);
        Ok(worked)
    }

    fn next_deadline(&self) -> Option<Stamp> {
        if self.sight.pending() > 0 {
            // The model's thread cannot wake the spin.
            return Some(Stamp::ZERO);
        }
        let due =
            |one: &Waiting| one.since + if one.job.is_none() { self.picture_timeout } else { self.answer_timeout };
        self.waiting.iter().map(due).min()
    }

    fn set_active(&mut self, now: Stamp, active: bool) {
        self.active = active;
        if !active {
            let waiting = std::mem::take(&mut self.waiting);
            waiting.into_iter().for_each(|one| self.refuse(now, one.call, "the node is not active".to_owned()));
        }
    }

    fn diagnose(&self, now: Stamp) -> Vec<Diagnosis> {
        let camera = match self.camera.since(now, Stamp::ZERO, self.stale_after) {
            Ok(_) => Diagnosis::ok("camera", "pictures come"),
            Err(reason) => Diagnosis::error("camera", reason),
        };
        let camera = self.camera.describe().into_iter().fold(camera, |told, (name, value)| told.with(name, value));
        let detector = match &self.why_off {
            None => Diagnosis::ok("detector", "judges as the fleet file says"),
            Some(reason) => {
                Diagnosis::error("detector", format!("off, a person is asked about every action: {reason}"))
            }
        };
        let mut model = Diagnosis::ok("model", self.model.clone())
            .with("answered", self.answered)
            .with("refused", self.refused)
            .with("waiting", self.waiting.len());
        if let Some(resident) = resident_mb() {
            model = model.with("resident_mb", resident);
        }
        if let Some((took, looked)) = &self.last {
            model = model.with("last_ms", took.as_millis());
            if let Some(looked) = looked {
                let ms = |span: Duration| format!("{:.1}", span.as_secs_f64() * 1e3);
                model = model
                    .with("preprocess_ms", ms(looked.preprocess))
                    .with("encode_ms", ms(looked.encode))
                    .with("prefill_ms", ms(looked.prefill))
                    .with("picture_tokens", looked.tokens);
            }
        }
        vec![camera, detector, model]
    }
}

impl PerceptionRoom {
    fn admit(&mut self, now: Stamp, call: Call, not_before: Stamp) {
        if !self.active {
            self.refuse(now, call, "the node is not active".to_owned());
        } else if self.waiting.len() >= self.queue {
            let reason = format!("{} questions wait already; ask again later", self.waiting.len());
            self.refuse(now, call, reason);
        } else {
            self.waiting.push(Waiting { call, since: now, not_before, job: None });
        }
    }

    /// Has looked at what can be, and gives up what has waited too long; returns whether there was either.
    fn look(&mut self, now: Stamp) -> bool {
        let mut worked = false;
        for mut one in std::mem::take(&mut self.waiting) {
            let waited = now - one.since;
            if waited >= self.answer_timeout {
                let limit = self.answer_timeout.as_secs_f64();
                worked = true;
                self.refuse(now, one.call, format!("the model did not answer within {limit:.1} s"));
                continue;
            }
            if one.job.is_none() {
                match self.camera.since(now, one.not_before, self.stale_after) {
                    Ok(frame) => match self.begin(&one.call, frame.clone(), self.answer_timeout - waited) {
                        Ok(job) => one.job = Some(job),
                        Err(reason) => {
                            worked = true;
                            self.refuse(now, one.call, reason);
                            continue;
                        }
                    },
                    Err(reason) if waited >= self.picture_timeout => {
                        worked = true;
                        self.refuse(now, one.call, reason);
                        continue;
                    }
                    Err(_) => {}
                }
            }
            self.waiting.push(one);
        }
        worked
    }

    fn begin(&mut self, call: &Call, frame: Frame, patience: Duration) -> Result<(u64, Frame), String> {
        let task = match call {
            Call::Check(request) => {
                Task::Check(Box::new(read_check(&request.message).map_err(|error| error.to_string())?))
            }
            Call::Question(request) => {
                let AnswerQuestion::Request { question, answers, max_tokens } = request.message.clone();
                if question.trim().is_empty() {
                    return Err("the question has no words".to_owned());
                }
                Task::Question {
                    question,
                    answers,
                    max_tokens: if max_tokens == 0 { USUAL_TOKENS } else { max_tokens },
                }
            }
        };
        self.jobs += 1;
        let number = self.jobs;
        self.sight.ask(Job { number, raw: frame.raw.clone(), task, until: Instant::now() + patience })?;
        Ok((number, frame))
    }

    fn answer(&mut self, now: Stamp, waiting: Waiting, seen: Seen) {
        let Waiting { call, since, job, .. } = waiting;
        let header = job.map(|(_, frame)| frame.header).unwrap_or_default();
        match (call, seen.answer) {
            (Call::Check(request), Answer::Judged { verdict, readings }) => {
                let robot = self.robot.as_str();
                let picture = seen.picture.as_ref();
                let mut message =
                    verdict_message(robot, &request.message, &verdict, (&readings, self.wording), picture);
                message.header = header.clone();
                message.elapsed_s = (now - since).as_secs_f64();
                self.answered += 1;
                if let Some(shown) = picture.and_then(|picture| annotate(picture, &message)) {
                    self.judged.publish(&Image { header, ..to_image(&shown) });
                }
                self.verdicts.publish(&message);
                respond(request, CheckSubgoal::Response { verdict: message });
            }
            (Call::Question(request), Answer::Chosen { choice }) => {
                self.answered += 1;
                let answer = request.message.answers.get(choice.likeliest()).cloned().unwrap_or_default();
                let (probabilities, mass) = (choice.probabilities, choice.mass);
                let answered = AnswerQuestion::Response {
                    answered: true,
                    answer,
                    probabilities,
                    mass,
                    header,
                    ..Default::default()
                };
                respond(request, answered);
            }
            (Call::Question(request), Answer::Told { words }) => {
                self.answered += 1;
                let answered = AnswerQuestion::Response { answered: true, answer: words, header, ..Default::default() };
                respond(request, answered);
            }
            (call, Answer::None(reason)) => self.refuse(now, call, reason),
            (call, _) => self.refuse(now, call, "the model answered another question; this is a bug".to_owned()),
        }
    }

    /// Answers without a verdict.
    fn refuse(&mut self, now: Stamp, call: Call, reason: String) {
        self.refused += 1;
        tracing::warn!(reason, "there is no verdict");
        match call {
            Call::Check(request) => {
                let mut message = unseen(self.robot.as_str(), &request.message, reason);
                message.header.stamp = wire::time(now);
                self.verdicts.publish(&message);
                respond(request, CheckSubgoal::Response { verdict: message });
            }
            Call::Question(request) => {
                respond(request, AnswerQuestion::Response { answered: false, reason, ..Default::default() });
            }
        }
    }
}

/// Tokens of an answer where the caller does not say.
const USUAL_TOKENS: u32 = 64;

/// Memory that the process holds, in megabytes.
fn resident_mb() -> Option<u64> {
    let statm = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = statm.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * rustix::param::page_size() as u64 / 1_000_000)
}
