use std::sync::Arc;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use surefleet_exploration::{
    Destination, DestinationReason, ExplorationError, ExplorationQuestion, Explorer, ExplorerCounts, ExplorerMessage,
    ExplorerPolicy, ExplorerRules, FRONTIER_HEIGHT, Input, Output, Quarters, QuestionId, SeenObject, SeenView,
    TravelEnd,
};
use surefleet_fleet::{RobotId, Stamp};
use surefleet_houses::FloorPose;
use surefleet_mapping::{
    Body, Confidence, FinalValues, Frontier, GroundMap, GroundPoint, MappedObject, Metres, ObjectMap, ObjectRule,
    OccupancyGrid, Optical, Point, SeenBy, Sighting, Transform, Witness,
};
use surefleet_site::SearchSite;

use super::{
    areas::{Known, OpenAreas},
    eyes::Look,
    models::{ModelReply, ModelRequest, Models, NumberedLook},
    standstill::Standstill,
};

/// A frontier is valued in a view if it is at most so far away.
const FARTHEST: Metres = Metres::new(6.0);
const TOLERANCE: Metres = Metres::new(0.3);
/// A robot is at a place from this distance.
const THERE: Metres = Metres::new(1.0);
/// What a robot has seen, what it looks for, and what is left to see: the cores with the models that they ask.
pub(super) struct Search {
    me: RobotId,
    site: SearchSite,
    setting: (ExplorerPolicy, ExplorerRules),
    models: Models,
    mounting: Transform<Body, Optical>,
    explorer: Explorer,
    /// The own questions for which the last look is to be valued.
    valued: Vec<QuestionId>,
    /// The number of the last question.
    last_question: u32,
    said: Vec<ExplorerMessage>,
    ground: GroundMap,
    objects: ObjectMap,
    frontiers: Vec<Frontier>,
    open_areas: OpenAreas,
    views: u64,
    views_seen: u64,
    /// The last look that the models have told about, with what they saw.
    seen: Option<(NumberedLook, Vec<SeenObject>)>,
    pose: Option<FloorPose>,
    standstill: Standstill,
    destination: Option<Destination>,
}

impl Search {
    /// A robot that has seen nothing and looks for nothing.
    ///
    /// # Errors
    /// A policy that cannot be used.
    pub fn new(
        me: RobotId,
        site: SearchSite,
        setting: (ExplorerPolicy, ExplorerRules),
        models: Models,
        mounting: Transform<Body, Optical>,
    ) -> Result<Self, ExplorationError> {
        let layout = setting.0.layout;
        let likely = |value: f64| Confidence::new(value);
        let rule = ObjectRule { gate: setting.0.gate, most: likely(0.99)?, miss: likely(0.7)?, gone: likely(0.05)? };
        Ok(Self {
            explorer: explorer(Stamp::ZERO, &me, Vec::new(), &setting)?,
            ground: GroundMap::new(layout)?,
            objects: ObjectMap::new(rule)?,
            me,
            open_areas: OpenAreas::new(site.clone(), layout),
            site,
            setting,
            models,
            mounting,
            valued: Vec::new(),
            last_question: 0,
            said: Vec::new(),
            frontiers: Vec::new(),
            views: 0,
            views_seen: 0,
            seen: None,
            pose: None,
            standstill: Standstill::default(),
            destination: None,
        })
    }

    /// Begins to ask for things of these classes, and for nothing else. `ros` makes the numbers of questions unlike those of other lives.
    pub fn begin(&mut self, now: Stamp, ros: Stamp, classes: &[String]) {
        let first = u32::try_from(ros.as_nanos() / 1_000_000_000).unwrap_or(u32::MAX).max(self.last_question + 1);
        let question =
            |(number, class): (u32, &String)| Quarters::question(QuestionId { owner: self.me.clone(), number }, class);
        let questions: Result<Vec<_>, _> = (first..).zip(classes).map(question).collect();
        let begun = questions.and_then(|questions| {
            self.last_question = first + questions.len() as u32;
            explorer(now, &self.me, questions, &self.setting)
        });
        match begun {
            Ok(explorer) => (self.explorer, self.valued, self.destination) = (explorer, Vec::new(), None),
            Err(error) => tracing::error!(%error, "the search could not be begun"),
        }
        self.tell(now, Input::Frontiers(self.frontiers.clone()));
    }

    /// Takes in a look. Returns whether it shows anything new: a robot that stands still sees the same again.
    pub fn see(&mut self, now: Stamp, look: Look) -> bool {
        if self.pose == Some(look.pose) {
            return false;
        }
        self.standstill.note_move(now, look.pose);
        let camera = look.pose.transform() * self.mounting;
        if let Err(error) = self.ground.fuse(&look.frame(), &camera, look.pose.at) {
            tracing::warn!(%error, "a picture could not be put into the map");
            return false;
        }
        self.views += 1;
        self.pose = Some(look.pose);
        let look = NumberedLook { number: self.views, look: Arc::new(look), camera };
        self.models.ask(ModelRequest::Objects(look));
        self.attend(now);
        true
    }

    /// Does what the explorer says, and takes in what the models say, until there is nothing new.
    pub fn attend(&mut self, now: Stamp) {
        loop {
            if let Some(output) = self.explorer.poll() {
                self.follow(now, output);
            } else if let Some(reply) = self.models.take() {
                self.take_in(now, reply);
            } else {
                return;
            }
        }
    }

    fn take_in(&mut self, now: Stamp, reply: ModelReply) {
        let input = match reply {
            ModelReply::Objects(look, objects) => self.note_objects(look, objects),
            ModelReply::Worth { question, here, places } => Input::ViewValue { question, global: here, local: places },
            ModelReply::Relevance { pair, scores } => {
                let _ = scores.as_ref().inspect_err(|why| tracing::debug!(why, "a pair could not be judged"));
                Input::Relevance { pair, scores: scores.ok() }
            }
            ModelReply::Failed(why) => {
                tracing::debug!(why, "a model failed");
                return;
            }
        };
        self.explorer.handle(now, input);
    }

    /// The objects of a look go into the map, and to the explorer.
    fn note_objects(&mut self, look: NumberedLook, objects: Vec<SeenObject>) -> Input {
        self.views_seen += 1;
        let view = look.number;
        let sightings = objects.iter().map(|object| Sighting::new(&object.class, object.position, object.confidence));
        let sightings: Vec<Sighting> = sightings.filter_map(Result::ok).collect();
        let from = SeenBy { who: Witness::Robot { robot: self.me.clone(), view }, stamp: look.look.taken };
        let (frame, back) = (look.look.frame(), look.camera.inverse());
        self.objects.observe(&from, &sightings, |at| frame.sees(back * at, FARTHEST, TOLERANCE));
        self.seen = Some((look, objects.clone()));
        Input::Seen(SeenView { view, objects })
    }

    /// Whether the robot has just ended a way.
    pub fn has_stopped(&mut self, now: Stamp) -> bool {
        let has_stopped = self.standstill.has_begun(now);
        if has_stopped {
            self.note_stop(now);
        }
        has_stopped
    }

    /// Looks anew for what is left to see, and values it. `wanted` has the classes that a mission, if one runs, asks for and nobody has
    /// found: those of other robots too, as a robot without questions of its own helps the others.
    pub fn think(&mut self, now: Stamp, wanted: Option<&[String]>) {
        let Some(pose) = self.pose() else { return };
        match self.ground.project(pose.at) {
            Ok(frontiers) => self.frontiers = frontiers,
            Err(error) => tracing::warn!(%error, "the map could not be projected"),
        }
        self.value_views();
        self.attend(now);
        self.tell(now, Input::At(pose.at));
        self.tell(now, Input::Frontiers(self.frontiers.clone()));
        let is_there = |destination: &Destination| destination.place.distance(pose.at) <= THERE;
        if let Some(Destination { number, .. }) = self.destination.take_if(|destination| is_there(destination)) {
            self.tell(now, Input::Travelled { destination: number, end: TravelEnd::Reached });
        }
        self.give_up_told(now, pose.at);
        self.value_areas(pose.at, wanted);
    }

    /// Gives up a place that another robot named if no way to it is left, not even over unknown ground.
    fn give_up_told(&mut self, now: Stamp, from: GroundPoint) {
        let told = self.destination.filter(|destination| destination.reason == DestinationReason::ToldPlace);
        let Some(Destination { number, place, .. }) = told else { return };
        let is_lost = self.ground.way(from, place).is_none()
            && self.ground.way_into_the_unknown(from, place).is_ok_and(|way| way.is_none());
        if is_lost {
            self.destination = None;
            self.tell(now, Input::Travelled { destination: number, end: TravelEnd::Unreachable });
        }
    }

    /// Takes in a message of another robot, whose sender was proved.
    pub fn hear(&mut self, now: Stamp, message: ExplorerMessage) {
        self.tell(now, Input::Heard(message));
    }

    /// Tells others no further findings, in this search and those that follow.
    pub fn end_findings(&mut self) {
        self.setting.1.relevance = None;
        self.explorer.end_findings();
    }

    /// Lets time pass.
    pub fn tick(&mut self, now: Stamp) {
        self.tell(now, Input::Tick);
    }

    /// When time has to pass at the latest.
    pub fn next_deadline(&self) -> Option<Stamp> {
        self.explorer.next_deadline().into_iter().chain(self.standstill.next_deadline()).min()
    }

    /// What it says to others since the last call.
    pub fn take_said(&mut self) -> Vec<ExplorerMessage> {
        std::mem::take(&mut self.said)
    }

    /// Its own questions that are open.
    pub fn open(&self) -> impl Iterator<Item = &ExplorationQuestion> {
        let open = self.explorer.own_questions().filter(|(_, standing)| standing.is_open());
        open.map(|(question, _)| question)
    }

    /// Names and worth of the areas in which something is left to see, each with the place to look from.
    pub fn areas(&self) -> impl Iterator<Item = (&str, f64, GroundPoint)> {
        self.open_areas.iter()
    }

    /// The objects that it has seen, as far as they are still there.
    pub fn objects(&self) -> impl Iterator<Item = &MappedObject> {
        self.objects.present()
    }

    /// Whether missions may ask for a class.
    pub fn is_sought(&self, class: &str) -> bool {
        self.site.things().iter().any(|thing| thing.class == class)
    }

    /// The ground as it knows it.
    pub fn grid(&self) -> &OccupancyGrid {
        self.ground.grid()
    }

    /// Where the robot believes to be.
    pub fn pose(&self) -> Option<FloorPose> {
        self.pose
    }

    /// The models.
    pub fn models(&self) -> &Models {
        &self.models
    }

    /// The number of views, and of those that the models have told about.
    pub fn views(&self) -> [u64; 2] {
        [self.views, self.views_seen]
    }

    /// Counts of the present search.
    pub fn counts(&self) -> &ExplorerCounts {
        self.explorer.counts()
    }

    /// Gives the explorer news, and does what it says.
    fn tell(&mut self, now: Stamp, input: Input) {
        self.explorer.handle(now, input);
        self.attend(now);
    }

    fn follow(&mut self, now: Stamp, output: Output) {
        match output {
            Output::Say(message) => self.said.push(message),
            Output::AskRelevance(pair) => self.models.ask(ModelRequest::Relevance(pair)),
            Output::AskAnswers { view, questions } => {
                questions.iter().for_each(|question| self.answer(now, view, question));
            }
            Output::AskValues { questions, .. } => self.valued = questions,
            Output::Go(destination) => self.destination = Some(destination),
            Output::Stop => self.destination = None,
            Output::Settled(answered) => {
                let by: Vec<&str> = answered.by.iter().map(RobotId::as_str).collect();
                tracing::info!("{} is answered with {} by {}", answered.question, answered.letter, by.join(", "));
            }
            Output::Reopened(question) => tracing::info!("{question} is open again: robots disagree"),
            Output::Ended(_) => {}
        }
    }

    /// In which quarter of the site a thing is follows from where the last look has it.
    fn answer(&mut self, now: Stamp, view: u64, question: &ExplorationQuestion) {
        let id = question.id().clone();
        let seen = self.seen.as_ref().filter(|(look, _)| look.number == view);
        let Some((_, objects)) = seen.filter(|_| Quarters::are_asked_by(question)) else {
            self.explorer.handle(now, Input::Unanswered { question: id, view });
            return;
        };
        let alike = objects.iter().filter(|object| question.sought().contains(&object.class));
        let surest = alike.max_by(|one, other| one.confidence.get().total_cmp(&other.confidence.get()));
        let relevance = surest.map_or(0.0, |object| object.confidence.get());
        let centre = self.site.areas().centre();
        let place = surest.map_or(centre, |object| object.position.ground());
        let probabilities = Quarters::around(place, centre).to_vec();
        self.explorer.handle(now, Input::Answered { question: id, view, probabilities, relevance });
    }

    /// Asks what the last look says about where to look for the things that the robot's own questions are about.
    fn value_views(&mut self) {
        let Some(look) = self.seen.as_ref().map(|(look, _)| look.clone()) else { return };
        let (frame, back) = (look.look.frame(), look.camera.inverse());
        let layout = self.setting.0.layout;
        let middles = self.frontiers.iter().map(|frontier| layout.centre(frontier.middle()));
        let is_seen = |place: &GroundPoint| {
            frame.sees(back * Point::new(place.x, place.y, FRONTIER_HEIGHT.get()), FARTHEST, TOLERANCE)
        };
        let places: Vec<GroundPoint> = middles.filter(is_seen).collect();
        if places.is_empty() {
            return;
        }
        let asked = std::mem::take(&mut self.valued);
        let open: Vec<ExplorationQuestion> =
            self.open().filter(|question| asked.contains(question.id())).cloned().collect();
        for question in open {
            self.models.ask(ModelRequest::Worth { look: look.clone(), question, places: places.clone() });
        }
    }

    fn value_areas(&mut self, from: GroundPoint, wanted: Option<&[String]>) {
        let maps: Vec<_> = self.open().filter_map(|question| self.explorer.values(question.id())).collect();
        let Ok(values) = FinalValues::new(self.setting.0.layout, &maps) else { return };
        let told = self.destination.filter(|destination| destination.reason == DestinationReason::ToldPlace);
        self.open_areas.value(&Known {
            from,
            frontiers: &self.frontiers,
            grid: self.ground.grid(),
            objects: &self.objects,
            values,
            told: told.map(|destination| destination.place),
            wanted,
        });
    }

    /// The robot stands at the end of a way; if that is where it was sent, it is there.
    fn note_stop(&mut self, now: Stamp) {
        let Some(area) = self.pose().and_then(|pose| self.open_areas.note_stop(pose.at, &self.frontiers)) else {
            return;
        };
        let is_here = |destination: &Destination| self.site.areas().at(destination.place) == Some(area);
        if let Some(Destination { number, .. }) = self.destination.take_if(|destination| is_here(destination)) {
            self.tell(now, Input::Travelled { destination: number, end: TravelEnd::Reached });
        }
    }
}

fn explorer(
    now: Stamp,
    me: &RobotId,
    questions: Vec<ExplorationQuestion>,
    (policy, rules): &(ExplorerPolicy, ExplorerRules),
) -> Result<Explorer, ExplorationError> {
    let random = ChaCha8Rng::seed_from_u64(now.as_nanos());
    Explorer::new(now, me.clone(), questions, policy.clone(), rules.clone(), random)
}
