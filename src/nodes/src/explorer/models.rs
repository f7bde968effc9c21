//! The models of an exploring robot: simulated ones, which answer at once, or a vision-language model in a thread of its own.

use std::{
    collections::VecDeque,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, SyncSender, TryRecvError, sync_channel},
    },
    thread::JoinHandle,
};

use surefleet_exploration::{ExplorationQuestion, QuestionId, RelevanceScores, SeenObject, SoughtPair, Viewer, placed};
use surefleet_houses::House;
use surefleet_language::{ScoreError, VisionLanguageModel};
use surefleet_mapping::{GroundPoint, Map, Optical, Transform};
use surefleet_ros::{Diagnosis, NodeError};
use surefleet_simulator::{
    AskedQuestion, Assumptions, Glimpse, RelevanceJudge, SimulatedRelevance, SimulatedSight, ViewReader,
};

use super::eyes::{Look, Shown};

/// A look with its number among those of the robot, and where its camera was, as the robot believes.
#[derive(Debug, Clone)]
pub(super) struct NumberedLook {
    pub number: u64,
    pub look: Arc<Look>,
    pub camera: Transform<Map, Optical>,
}

/// What models are asked.
#[derive(Debug)]
pub(super) enum ModelRequest {
    /// What a look shows.
    Objects(NumberedLook),
    /// How much a look is worth exploring for a question, and each of these places in it.
    Worth { look: NumberedLook, question: ExplorationQuestion, places: Vec<GroundPoint> },
    /// How relevant what was seen is to what somebody looks for.
    Relevance(SoughtPair),
}

/// What models say.
#[derive(Debug)]
pub(super) enum ModelReply {
    Objects(NumberedLook, Vec<SeenObject>),
    Worth {
        question: QuestionId,
        here: f64,
        places: Vec<(GroundPoint, f64)>,
    },
    /// `None`: no model judges relevance, or it failed.
    Relevance {
        pair: SoughtPair,
        scores: Option<RelevanceScores>,
    },
    /// The model could not say what a look shows, or is worth.
    Failed(String),
}

/// The models of a robot.
pub(super) enum Models {
    Simulated(Box<Simulated>),
    Local(ModelThread),
}

impl Models {
    /// Asks them; what they say comes from [`Self::take`]. A look whose objects are still waited for is replaced by a newer one.
    pub fn ask(&mut self, request: ModelRequest) {
        match self {
            Self::Simulated(simulated) => simulated.ask(request),
            Self::Local(thread) => thread.ask(request),
        }
    }

    /// The next reply that has come.
    pub fn take(&mut self) -> Option<ModelReply> {
        match self {
            Self::Simulated(simulated) => simulated.replies.pop_front(),
            Self::Local(thread) => thread.take(),
        }
    }

    /// Whether a reply is to come.
    pub fn is_busy(&self) -> bool {
        match self {
            Self::Simulated(simulated) => !simulated.replies.is_empty(),
            Self::Local(thread) => thread.is_busy,
        }
    }

    /// How they are.
    pub fn diagnose(&self) -> Diagnosis {
        match self {
            Self::Simulated(_) => Diagnosis::warn("models", "sight and relevance are simulated: no model runs"),
            Self::Local(thread) => thread.diagnose(),
        }
    }
}

/// Models that read the truth of a simulated house.
pub(super) struct Simulated {
    house: House,
    /// The robot's place in the team: what it fails to see is chance of its own.
    robot: usize,
    middle: GroundPoint,
    sight: SimulatedSight,
    judge: SimulatedRelevance,
    replies: VecDeque<ModelReply>,
}

impl Simulated {
    /// `middle`: of the site, for questions in which quarter of it something is.
    pub fn of(house: House, robot: usize, middle: GroundPoint) -> Self {
        let (sight, judge) = (SimulatedSight::new(Assumptions::DEFAULT), SimulatedRelevance::new(Assumptions::DEFAULT));
        Self { house, robot, middle, sight, judge, replies: VecDeque::new() }
    }

    pub fn judge(&self) -> &SimulatedRelevance {
        &self.judge
    }

    fn ask(&mut self, request: ModelRequest) {
        let reply = self.reply(request).unwrap_or_else(|error| ModelReply::Failed(error.to_string()));
        self.replies.push_back(reply);
    }

    fn reply(&self, request: ModelRequest) -> Result<ModelReply, ScoreError> {
        match request {
            ModelRequest::Objects(look) => {
                let objects = self.sight.objects(&self.glimpse(&look)?)?;
                Ok(ModelReply::Objects(look, objects))
            }
            ModelRequest::Worth { look, question, places } => {
                let id = question.id().clone();
                let Some(asked) = AskedQuestion::of_quarter(&self.house, &question, self.middle) else {
                    return Ok(ModelReply::Failed(format!("{id}: no such thing is in the house")));
                };
                let (here, shares) = self.sight.worth(&self.glimpse(&look)?, &asked, &places)?;
                Ok(ModelReply::Worth { question: id, here, places: places.into_iter().zip(shares).collect() })
            }
            ModelRequest::Relevance(pair) => {
                let scores = self.judge.scores(&pair).ok();
                Ok(ModelReply::Relevance { pair, scores })
            }
        }
    }

    fn glimpse<'a>(&'a self, look: &'a NumberedLook) -> Result<Glimpse<'a>, ScoreError> {
        let Shown::Truth(view) = &look.look.shown else {
            return Err(ScoreError::Model("a simulated sight needs what each pixel truly shows".to_owned()));
        };
        // The robot knows its camera only where it believes to be.
        let (pose, believed) = (look.camera, look.camera);
        Ok(Glimpse { house: &self.house, robot: self.robot, number: look.number, view, pose, believed })
    }
}

/// A vision-language model in a thread of its own, which is asked one thing at a time.
pub(super) struct ModelThread {
    name: String,
    requests: Option<SyncSender<ModelRequest>>,
    replies: Receiver<ModelReply>,
    waiting: VecDeque<ModelRequest>,
    is_busy: bool,
    failures: u64,
    /// The last failure since something was understood.
    failing: Option<String>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl ModelThread {
    /// Starts the thread. Once `stop` is true, the model stops between two runs of its graphs.
    pub fn start(model: impl VisionLanguageModel + Send + 'static, stop: Arc<AtomicBool>) -> Result<Self, NodeError> {
        let name = model.fingerprint().name;
        let (requests, requested) = sync_channel(1);
        let (tell, replies) = sync_channel(1);
        let mut viewer = Viewer::new(model);
        let thread = std::thread::Builder::new()
            .name("sight".to_owned())
            .spawn(move || {
                // The loop ends together with the room at the other end.
                while let Ok(request) = requested.recv() {
                    let reply =
                        reply(&mut viewer, request).unwrap_or_else(|error| ModelReply::Failed(error.to_string()));
                    if tell.send(reply).is_err() {
                        return;
                    }
                }
            })
            .map_err(|error| NodeError::Refused(format!("cannot start a thread for the model: {error}")))?;
        let (requests, thread) = (Some(requests), Some(thread));
        let (waiting, is_busy, failures, failing) = (VecDeque::new(), false, 0, None);
        Ok(Self { name, requests, replies, waiting, is_busy, failures, failing, stop, thread })
    }

    fn ask(&mut self, request: ModelRequest) {
        if self.requests.is_none() {
            return;
        }
        let is_look = |one: &ModelRequest| matches!(one, ModelRequest::Objects(_));
        if is_look(&request) {
            self.waiting.retain(|waiting| !is_look(waiting));
        }
        self.waiting.push_back(request);
        self.send();
    }

    fn take(&mut self) -> Option<ModelReply> {
        let reply = match self.replies.try_recv() {
            Ok(reply) => reply,
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => {
                self.end();
                return None;
            }
        };
        self.is_busy = false;
        self.failing = match &reply {
            ModelReply::Failed(why) => Some(why.clone()),
            _ => None,
        };
        self.failures += u64::from(self.failing.is_some());
        self.send();
        Some(reply)
    }

    /// Sends what waits longest, if the thread is idle.
    fn send(&mut self) {
        let Some(requests) = self.requests.as_ref().filter(|_| !self.is_busy) else { return };
        let Some(request) = self.waiting.pop_front() else { return };
        self.is_busy = true;
        if requests.try_send(request).is_err() {
            self.end();
        }
    }

    /// The thread has gone: nothing is asked any more.
    fn end(&mut self) {
        (self.requests, self.is_busy) = (None, false);
        self.waiting.clear();
    }

    fn diagnose(&self) -> Diagnosis {
        let diagnosis = match (&self.requests, &self.failing) {
            (None, _) => Diagnosis::error("models", "the model's thread has ended: start the node again"),
            (Some(_), Some(why)) => Diagnosis::error("models", format!("{} understands nothing: {why}", self.name)),
            (Some(_), None) => {
                Diagnosis::ok("models", format!("{} sees; no model judges what is relevant to others", self.name))
            }
        };
        diagnosis.with("failures", self.failures)
    }
}

impl Drop for ModelThread {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.requests = None;
        if let Some(Err(_)) = self.thread.take().map(JoinHandle::join) {
            tracing::error!("the model's thread panicked; this is a bug");
        }
    }
}

fn reply(viewer: &mut Viewer<impl VisionLanguageModel>, request: ModelRequest) -> Result<ModelReply, ScoreError> {
    let mut turn_to = |look: &NumberedLook| match &look.look.shown {
        Shown::Colours(picture, _) => viewer.look(picture),
        Shown::Truth(_) => Err(ScoreError::Model("a model needs a picture in colours".to_owned())),
    };
    match request {
        ModelRequest::Objects(look) => {
            turn_to(&look)?;
            let objects = placed(&viewer.things()?, &look.look.frame(), look.camera);
            Ok(ModelReply::Objects(look, objects))
        }
        ModelRequest::Worth { look, question, places } => {
            // A newer picture may have come between; then this one is read again.
            turn_to(&look)?;
            let worth = viewer.worth(&question)?;
            let shares = worth.of_places(&look.look.frame(), look.camera, &places);
            let places = places.into_iter().zip(shares).collect();
            Ok(ModelReply::Worth { question: question.id().clone(), here: worth.here, places })
        }
        ModelRequest::Relevance(pair) => Ok(ModelReply::Relevance { pair, scores: None }),
    }
}

#[cfg(test)]
mod tests;
