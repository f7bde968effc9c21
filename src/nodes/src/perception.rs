//! The node `perception`: watches one robot's actions through its camera.

mod answering;
mod camera;
mod messages;
mod sight;

use std::{
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use r2r::{
    sensor_msgs::msg::Image,
    surefleet::{
        msg::SubgoalVerdict,
        srv::{AnswerQuestion, CheckSubgoal},
    },
};
use surefleet_fleet::{RobotId, Stamp};
use surefleet_identity::Participant;
use surefleet_language::VisionLanguageModel;
use surefleet_ros::{
    Diagnosis, Identity, NodeError, NodeLoop, Outbox, Requests, Room, Timeline,
    topics::{JUDGED_PICTURES, SUBGOAL_VERDICTS},
    wire,
};
use surefleet_site::{Eyes, Site, judge, parameters, resident_memory_mb};

use self::{
    answering::{Call, Waiting},
    camera::Camera,
    sight::Sight,
};

/// Runs the node `perception` until it is asked to end.
///
/// # Errors
/// Bad parameters, a fleet file without perception, a model that cannot be loaded, or no ROS.
pub fn run_perception() -> Result<(), NodeError> {
    let mut runtime = NodeLoop::start("perception", parameters::PERCEPTION)?;
    let site = Site::read(runtime.parameters(), runtime.fleet())?;
    let parameters = runtime.parameters();
    let robot = parameters.robot()?;
    let choice = site.fleet.perception.clone().ok_or_else(|| {
        NodeError::Refused("the fleet file has no perception: say there what looks, and how it is asked".into())
    })?;
    let (stale_after, picture_timeout) =
        (parameters.millis("stale_after_ms")?, parameters.millis("picture_timeout_ms")?);
    let answer_timeout = parameters.millis("answer_timeout_ms")?;
    let queue = usize::try_from(parameters.whole("queue")?).unwrap_or(1);
    let stop = Arc::new(AtomicBool::new(false));
    let mut eyes = Eyes::choose(&site.fleet, &choice.eyes, stop.clone())?;
    let judge = judge(&site.fleet, &site.deliveries("perception")?, &choice, &mut eyes);
    let why_off = judge.why_off().map(str::to_owned);
    let fingerprint = eyes.fingerprint();
    let is_calibrated = choice.checks.iter().any(|way| way.calibration.is_some());
    let size = is_calibrated.then_some([choice.pictures.width, choice.pictures.height]);
    runtime.identify(Identity::read(&site.state, Participant::perception(&robot))?);
    let timeline = runtime.timeline();
    let node = runtime.node();
    let room = PerceptionRoom {
        timeline,
        camera: Camera::open(node, &robot)?,
        checks: Requests::serve(node, &format!("{robot}/perception/check_subgoal"))?,
        questions: Requests::serve(node, &format!("{robot}/perception/answer_question"))?,
        verdicts: Outbox::advertise_of(node, &robot, &SUBGOAL_VERDICTS)?,
        judged: Outbox::advertise_of(node, &robot, &JUDGED_PICTURES)?,
        sight: Sight::start(eyes, (judge, choice.wording), size, queue, stop)?,
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
        robot,
    };
    runtime.run(room)
}

struct PerceptionRoom {
    timeline: Timeline,
    robot: RobotId,
    camera: Camera,
    checks: Requests<CheckSubgoal::Service>,
    questions: Requests<AnswerQuestion::Service>,
    verdicts: Outbox<SubgoalVerdict>,
    judged: Outbox<Image>,
    sight: Sight,
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
    /// Time of the last look, and its measurements if the model gives them.
    last: Option<(Duration, Option<surefleet_onnx::Looked>)>,
    active: bool,
}

impl Room for PerceptionRoom {
    fn work(&mut self, now: Stamp) -> Result<(), NodeError> {
        self.camera.hear(self.timeline.ros());
        while let Some(request) = self.checks.take() {
            let not_before = wire::stamp(&request.message.not_before);
            self.admit(now, Call::Check(Box::new(request)), not_before);
        }
        while let Some(request) = self.questions.take() {
            self.admit(now, Call::Question(Box::new(request)), Stamp::ZERO);
        }
        while let Some(seen) = self.sight.take() {
            self.last = Some((seen.took, seen.looked));
            // A calibration may expire while it is used.
            self.why_off.clone_from(&seen.why_off);
            // A caller that waited too long has already had an answer.
            if let Some(place) =
                self.waiting.iter().position(|one| one.job.as_ref().is_some_and(|(job, _)| *job == seen.number))
            {
                let waiting = self.waiting.swap_remove(place);
                self.answer(now, waiting, seen);
            }
        }
        self.look(now);
        Ok(())
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

    fn set_active(&mut self, _: Stamp, active: bool) {
        self.active = active;
        if let Some(reason) = self.why_off.as_ref().filter(|_| active) {
            tracing::error!(reason, "the detector is off: a person is asked about every action");
        }
        if !active {
            let waiting = std::mem::take(&mut self.waiting);
            waiting.into_iter().for_each(|one| self.refuse(one.call, "the node is not active".to_owned()));
        }
    }

    fn diagnose(&self, _: Stamp) -> Vec<Diagnosis> {
        let camera = match self.camera.since(self.timeline.ros(), Stamp::ZERO, self.stale_after) {
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
        if let Some(resident) = resident_memory_mb(std::process::id()) {
            model = model.with("resident_mb", format!("{resident:.0}"));
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
