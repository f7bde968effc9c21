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
use surefleet_simulator::{AskedQuestion, Assumptions, Glimpse, RelevanceJudge, SimulatedSight, ViewReader};

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
    Relevance {
        pair: SoughtPair,
        /// Or why there are none.
        scores: Result<RelevanceScores, String>,
    },
    /// The model could not say what a look shows, or is worth.
    Failed(String),
}

/// The models of a robot: simulated ones answer at once, those that run are in a thread.
pub(super) struct Models {
    pub simulated: Option<Box<Simulated>>,
    pub thread: Option<ModelThread>,
}

impl Models {
    /// Asks them; what they say comes from [`Self::take`]. A look whose objects are still waited for is replaced by a newer one.
    pub fn ask(&mut self, request: ModelRequest) {
        let runs = |thread: &&mut ModelThread| match request {
            ModelRequest::Objects(_) | ModelRequest::Worth { .. } => thread.sees.is_some(),
            ModelRequest::Relevance(_) => thread.judges.is_some(),
        };
        match (self.thread.as_mut().filter(runs), &mut self.simulated) {
            (Some(thread), _) => thread.ask(request),
            (None, Some(simulated)) => simulated.ask(request),
            // The rules without a judge ask for no relevance.
            (None, None) => {}
        }
    }

    /// The next reply that has come.
    pub fn take(&mut self) -> Option<ModelReply> {
        let simulated = self.simulated.as_mut().and_then(|simulated| simulated.replies.pop_front());
        simulated.or_else(|| self.thread.as_mut()?.take())
    }

    /// Whether a reply is to come.
    pub fn is_busy(&self) -> bool {
        let simulated = self.simulated.as_ref().is_some_and(|simulated| !simulated.replies.is_empty());
        simulated || self.thread.as_ref().is_some_and(|thread| thread.is_busy)
    }

    /// How they are.
    pub fn diagnose(&self) -> Diagnosis {
        let none = || Diagnosis::warn("models", "sight is simulated, and nothing judges relevance: no model runs");
        self.thread.as_ref().map_or_else(none, ModelThread::diagnose)
    }
}

/// A sight that reads the truth of a simulated house.
pub(super) struct Simulated {
    house: House,
    /// The robot's place in the team: what it fails to see is chance of its own.
    robot: usize,
    middle: GroundPoint,
    sight: SimulatedSight,
    replies: VecDeque<ModelReply>,
}

impl Simulated {
    /// `middle`: of the site, for questions in which quarter of it something is.
    pub fn of(house: House, robot: usize, middle: GroundPoint) -> Self {
        let sight = SimulatedSight::new(Assumptions::DEFAULT);
        Self { house, robot, middle, sight, replies: VecDeque::new() }
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
                let scores = Err("no model judges relevance".to_owned());
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

/// Models that run: a vision-language model that sees, and a language model that judges relevance.
pub(super) struct LocalModels<V> {
    pub viewer: Option<Viewer<V>>,
    pub judge: Option<(String, Box<dyn RelevanceJudge + Send>)>,
}

/// Models in a thread of their own, which are asked one thing at a time.
pub(super) struct ModelThread {
    /// The names of the model that sees, and of the one that judges relevance.
    sees: Option<String>,
    judges: Option<String>,
    requests: Option<SyncSender<ModelRequest>>,
    replies: Receiver<ModelReply>,
    /// The newest look that waits, and what else does. They take turns: neither keeps the other from the models.
    look: Option<NumberedLook>,
    others: VecDeque<ModelRequest>,
    /// Whether the thread was asked about a look last.
    looked: bool,
    is_busy: bool,
    failures: u64,
    /// The last failure since something was understood.
    failing: Option<String>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl ModelThread {
    /// Starts the thread. Once `stop` is true, the model that sees stops between two runs of its graphs, and the judge writes no more thoughts.
    pub fn start(
        mut models: LocalModels<impl VisionLanguageModel + Send + 'static>,
        stop: Arc<AtomicBool>,
    ) -> Result<Self, NodeError> {
        let sees = models.viewer.as_ref().map(|viewer| viewer.model().fingerprint().name);
        let judges = models.judge.as_ref().map(|(name, _)| name.clone());
        let (requests, requested) = sync_channel(1);
        let (tell, replies) = sync_channel(1);
        let thread = std::thread::Builder::new()
            .name("models".to_owned())
            .spawn(move || {
                // The loop ends together with the room at the other end.
                while let Ok(request) = requested.recv() {
                    let reply = models.reply(request).unwrap_or_else(|error| ModelReply::Failed(error.to_string()));
                    if tell.send(reply).is_err() {
                        return;
                    }
                }
            })
            .map_err(|error| NodeError::Refused(format!("cannot start a thread for the models: {error}")))?;
        Ok(Self {
            sees,
            judges,
            requests: Some(requests),
            replies,
            look: None,
            others: VecDeque::new(),
            looked: false,
            is_busy: false,
            failures: 0,
            failing: None,
            stop,
            thread: Some(thread),
        })
    }

    fn ask(&mut self, request: ModelRequest) {
        if self.requests.is_none() {
            return;
        }
        match request {
            ModelRequest::Objects(look) => self.look = Some(look),
            other => {
                if let Some(question) = worth_of(&other) {
                    // What an older look is worth is no news.
                    self.others.retain(|waiting| worth_of(waiting) != Some(question));
                }
                self.others.push_back(other);
            }
        }
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
            ModelReply::Failed(why) | ModelReply::Relevance { scores: Err(why), .. } => Some(why.clone()),
            _ => None,
        };
        self.failures += u64::from(self.failing.is_some());
        self.send();
        Some(reply)
    }

    /// Sends what is next, if the thread is idle.
    fn send(&mut self) {
        if self.is_busy {
            return;
        }
        let Some(request) = self.next() else { return };
        self.looked = matches!(request, ModelRequest::Objects(_));
        self.is_busy = true;
        if self.requests.as_ref().is_none_or(|requests| requests.try_send(request).is_err()) {
            self.end();
        }
    }

    fn next(&mut self) -> Option<ModelRequest> {
        let look = self.look.take_if(|_| !self.looked || self.others.is_empty());
        look.map(ModelRequest::Objects).or_else(|| self.others.pop_front())
    }

    /// The thread has gone: nothing is asked any more.
    fn end(&mut self) {
        (self.requests, self.look, self.is_busy) = (None, None, false);
        self.others.clear();
    }

    fn diagnose(&self) -> Diagnosis {
        let told = match (&self.sees, &self.judges) {
            (Some(sees), Some(judges)) => format!("{sees} sees; {judges} judges what is relevant to others"),
            (Some(sees), None) => format!("{sees} sees; no model judges what is relevant to others"),
            (None, judges) => {
                format!(
                    "sight is simulated; {} judges what is relevant to others",
                    judges.as_deref().unwrap_or("no model")
                )
            }
        };
        let diagnosis = match (&self.requests, &self.failing) {
            (None, _) => Diagnosis::error("models", "the models' thread has ended: start the node again"),
            (Some(_), Some(why)) => Diagnosis::error("models", format!("{told}, but the last answer failed: {why}")),
            (Some(_), None) if self.sees.is_none() => Diagnosis::warn("models", told),
            (Some(_), None) => Diagnosis::ok("models", told),
        };
        diagnosis.with("failures", self.failures)
    }
}

/// The question that a request about the worth of a look is for.
fn worth_of(request: &ModelRequest) -> Option<&QuestionId> {
    if let ModelRequest::Worth { question, .. } = request { Some(question.id()) } else { None }
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

impl<V: VisionLanguageModel> LocalModels<V> {
    fn reply(&mut self, request: ModelRequest) -> Result<ModelReply, ScoreError> {
        match request {
            ModelRequest::Objects(look) => {
                let objects = placed(&self.turn_to(&look)?.things()?, &look.look.frame(), look.camera);
                Ok(ModelReply::Objects(look, objects))
            }
            ModelRequest::Worth { look, question, places } => {
                // A newer picture may have come between; then this one is read again.
                let worth = self.turn_to(&look)?.worth(&question)?;
                let shares = worth.of_places(&look.look.frame(), look.camera, &places);
                let places = places.into_iter().zip(shares).collect();
                Ok(ModelReply::Worth { question: question.id().clone(), here: worth.here, places })
            }
            ModelRequest::Relevance(pair) => {
                let judge = self.judge.as_ref().ok_or_else(|| "no model judges relevance".to_owned());
                let scores = judge.and_then(|(_, judge)| judge.scores(&pair).map_err(|error| error.to_string()));
                Ok(ModelReply::Relevance { pair, scores })
            }
        }
    }

    /// The model that sees, with a look before it.
    fn turn_to(&mut self, look: &NumberedLook) -> Result<&mut Viewer<V>, ScoreError> {
        let viewer = self.viewer.as_mut().ok_or_else(|| ScoreError::Model("no model sees".to_owned()))?;
        match &look.look.shown {
            Shown::Colours(picture, _) => viewer.look(picture)?,
            Shown::Truth(_) => return Err(ScoreError::Model("a model needs a picture in colours".to_owned())),
        };
        Ok(viewer)
    }
}

#[cfg(test)]
mod tests;
