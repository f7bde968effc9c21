use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use surefleet_exploration::{
    Destination, DestinationReason, ExplorationError, ExplorationQuestion, Explorer, ExplorerCounts, ExplorerMessage,
    ExplorerPolicy, ExplorerRules, FRONTIER_HEIGHT, Input, Output, QuestionId, SeenObject, SeenView, TravelEnd,
};
use surefleet_fleet::{RobotId, Stamp};
use surefleet_houses::FloorPose;
use surefleet_mapping::{
    Body, Confidence, FinalValues, Frontier, GridCell, GroundMap, GroundPoint, MappedObject, Metres, ObjectMap,
    ObjectRule, Occupancy, OccupancyGrid, Optical, Point, SeenBy, Sighting, Transform, Witness,
};
use surefleet_simulator::AskedQuestion;
use surefleet_site::SearchSite;

use super::{
    eyes::Look,
    models::{ModelReply, ModelRequest, Models, NumberedLook},
};

/// A frontier is valued in a view if it is at most so far away.
const FARTHEST: Metres = Metres::new(6.0);
const TOLERANCE: Metres = Metres::new(0.3);
/// A robot that has not moved for so long has ended its way.
const STANDS: Duration = Duration::from_millis(1500);
/// A robot that has turned so far on the spot looks around at the end of its way; at a corner it turns half a circle at most.
const AROUND_RAD: f64 = 1.1 * std::f64::consts::PI;
/// Within this distance a robot is on the spot: where it believes to be drifts.
const SPOT: Metres = Metres::new(0.15);
/// A robot is at a place from this distance.
const THERE: Metres = Metres::new(1.0);
/// What is left to see after so many ways that ended in its area cannot be seen from there.
const MOST_TRIES: u32 = 2;
/// The worth of nearness: less than that of what was said or seen.
const NEARNESS: f64 = 0.1;
/// The worth of looking again where it was before: less than that of anything new.
const AGAIN: f64 = 0.01;
/// An area with fewer free cells is not looked at again.
const LEAST_CELLS: usize = 50;
/// The least worth of a place with something wanted that the robot is not sure of.
const UNSURE: f64 = 1.0;
/// The least worth of a place that another robot named, when the explorer would go there.
const TOLD: f64 = 0.5;
/// How far off the place of a thing is, in metres: the scale of a logistic distribution.
const PLACE_M: f64 = 0.3;

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
    /// Where something wanted was seen that does not count as found yet.
    unsure: Vec<GroundPoint>,
    /// Worth and place of each area in which something is left to see.
    areas: BTreeMap<usize, (f64, GroundPoint)>,
    views: u64,
    views_seen: u64,
    /// The last look that the models have told about, with what they saw.
    seen: Option<(NumberedLook, Vec<SeenObject>)>,
    pose: Option<FloorPose>,
    moved_at: Stamp,
    /// Where the robot stands or turns, and how far it has turned there since it last looked around.
    spot: Option<GroundPoint>,
    turned_rad: f64,
    /// Whether the robot has ended a way on this spot, and that was noted.
    is_stop_noted: bool,
    destination: Option<Destination>,
    /// How often a way ended in an area.
    stops: BTreeMap<usize, u32>,
    /// How often a way ended in the area of what is left to see, by place in half metres.
    tries: BTreeMap<[i64; 2], u32>,
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
            site,
            setting,
            models,
            mounting,
            valued: Vec::new(),
            last_question: 0,
            said: Vec::new(),
            frontiers: Vec::new(),
            unsure: Vec::new(),
            areas: BTreeMap::new(),
            views: 0,
            views_seen: 0,
            seen: None,
            pose: None,
            moved_at: Stamp::ZERO,
            spot: None,
            turned_rad: 0.0,
            is_stop_noted: true,
            destination: None,
            stops: BTreeMap::new(),
            tries: BTreeMap::new(),
        })
    }

    /// Begins to ask for things of these classes, and for nothing else. `ros` makes the numbers of questions unlike those of other lives.
    pub fn begin(&mut self, now: Stamp, ros: Stamp, classes: &[String]) {
        let first = u32::try_from(ros.as_nanos() / 1_000_000_000).unwrap_or(u32::MAX).max(self.last_question + 1);
        let question = |(number, class): (u32, &String)| {
            let id = QuestionId { owner: self.me.clone(), number };
            let text = format!("Where is the {class}?");
            ExplorationQuestion::new(id, &text, &AskedQuestion::QUARTERS, &[class])
        };
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
        self.note_move(now, look.pose);
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
            ModelReply::Relevance { pair, scores } => Input::Relevance { pair, scores },
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

    fn note_move(&mut self, now: Stamp, pose: FloorPose) {
        self.moved_at = now;
        if self.spot.is_none_or(|spot| spot.distance(pose.at) > SPOT) {
            (self.spot, self.turned_rad, self.is_stop_noted) = (Some(pose.at), 0.0, false);
        } else if let Some(before) = self.pose() {
            let (sin, cos) = (pose.yaw_rad - before.yaw_rad).sin_cos();
            self.turned_rad += sin.atan2(cos).abs();
        }
    }

    /// Whether the robot has just ended a way: it stands still, or looks around. A robot whose steps are quick never stands still for long.
    pub fn has_stopped(&mut self, now: Stamp) -> bool {
        let has_turned = self.turned_rad >= AROUND_RAD;
        let stands = !self.is_stop_noted && self.pose.is_some() && now >= self.moved_at + STANDS;
        if has_turned {
            // The rest of the circle does not count for the next.
            self.turned_rad -= std::f64::consts::TAU;
        }
        if has_turned || stands {
            self.is_stop_noted = true;
            self.note_stop(now);
        }
        has_turned || stands
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
        self.tell(now, Input::Frontiers(self.frontiers.clone()));
        let is_there = |destination: &Destination| destination.place.distance(pose.at) <= THERE;
        if let Some(Destination { number, .. }) = self.destination.take_if(|destination| is_there(destination)) {
            self.tell(now, Input::Travelled { destination: number, end: TravelEnd::Reached });
        }
        self.give_up_told(now, pose.at);
        self.unsure = self.unsure_places(wanted.unwrap_or_default());
        self.value_areas(pose.at, wanted.is_some());
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

    /// Lets time pass.
    pub fn tick(&mut self, now: Stamp) {
        self.tell(now, Input::Tick);
    }

    /// When time has to pass at the latest.
    pub fn next_deadline(&self) -> Option<Stamp> {
        let stop = (!self.is_stop_noted).then(|| self.moved_at + STANDS);
        self.explorer.next_deadline().into_iter().chain(stop).min()
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
        let names = self.site.areas().names();
        self.areas.iter().map(|(&area, &(worth, place))| (names[area].as_str(), worth, place))
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
        let Some((_, objects)) = seen.filter(|_| *question.answers() == AskedQuestion::QUARTERS) else {
            self.explorer.handle(now, Input::Unanswered { question: id, view });
            return;
        };
        let alike = objects.iter().filter(|object| question.sought().contains(&object.class));
        let surest = alike.max_by(|one, other| one.confidence.get().total_cmp(&other.confidence.get()));
        let relevance = surest.map_or(0.0, |object| object.confidence.get());
        let centre = self.site.areas().centre();
        let place = surest.map_or(centre, |object| object.position.ground());
        let probabilities = quarters(place, centre).to_vec();
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

    /// The worth of each area in which a frontier is left, or something wanted that the robot is not sure of: what the robot's value maps say
    /// of it, and a little for what is near.
    fn value_areas(&mut self, from: GroundPoint, is_searching: bool) {
        let layout = self.setting.0.layout;
        let maps: Vec<_> = self.open().filter_map(|question| self.explorer.values(question.id())).collect();
        let Ok(values) = FinalValues::new(layout, &maps) else { return };
        let mut areas: BTreeMap<usize, (f64, GroundPoint)> = BTreeMap::new();
        let mut note = |worth: f64, place: GroundPoint| {
            let Some(area) = self.site.areas().at(place) else { return };
            let best = areas.entry(area).or_insert((worth, place));
            if worth > best.0 {
                *best = (worth, place);
            }
        };
        for frontier in &self.frontiers {
            let place = layout.centre(frontier.middle());
            if self.is_untried(place) {
                note(values.of(frontier) + NEARNESS / (1.0 + from.distance(place).get()), place);
            }
        }
        self.unsure.iter().for_each(|&place| note(values.at(place).max(UNSURE), place));
        let told = self.destination.filter(|it| it.reason == DestinationReason::ToldPlace).map(|it| it.place);
        told.into_iter().for_each(|place| note(values.at(place).max(TOLD), place));
        if areas.is_empty() && is_searching {
            areas = self.seen_areas();
        }
        self.areas = areas;
    }

    /// Where something wanted was seen that does not count as found yet.
    fn unsure_places(&self, wanted: &[String]) -> Vec<GroundPoint> {
        let rule = self.site.counts_as_found();
        let is_unsure = |object: &&MappedObject| {
            let is_wanted = wanted.iter().any(|class| class == object.class());
            is_wanted && !rule.holds(object.sightings(), object.confidence().get())
        };
        let places = self.objects.present().filter(is_unsure).map(|object| object.position().ground());
        places.filter(|&place| self.is_untried(place)).collect()
    }

    /// Whether few ways have ended in the area of a place that is left to look at.
    fn is_untried(&self, place: GroundPoint) -> bool {
        self.tries.get(&key(place)).is_none_or(|tries| *tries < MOST_TRIES)
    }

    /// Nothing new is left, but it may have missed something: areas with free ground, the least visited first.
    fn seen_areas(&self) -> BTreeMap<usize, (f64, GroundPoint)> {
        let (grid, areas) = (self.grid(), self.site.areas());
        let layout = grid.layout();
        let mut cells: BTreeMap<usize, usize> = BTreeMap::new();
        for (index, _) in grid.cells().iter().enumerate().filter(|(_, cell)| **cell == Occupancy::Free) {
            let cell = GridCell::new((index % layout.width()) as u32, (index / layout.width()) as u32);
            areas.at(layout.centre(cell)).into_iter().for_each(|area| *cells.entry(area).or_default() += 1);
        }
        let worth = |area: &usize| AGAIN / f64::from(1 + self.stops.get(area).copied().unwrap_or(0));
        let known = cells.into_iter().filter(|(_, count)| *count >= LEAST_CELLS);
        known.map(|(area, _)| (area, (worth(&area), areas.middle(area)))).collect()
    }

    /// The robot stands at the end of a way: what is left to see around it was not seen from there.
    fn note_stop(&mut self, now: Stamp) {
        let Some(area) = self.pose().and_then(|pose| self.site.areas().at(pose.at)) else { return };
        *self.stops.entry(area).or_default() += 1;
        let layout = self.setting.0.layout;
        let middles = self.frontiers.iter().map(|frontier| layout.centre(frontier.middle()));
        let here: BTreeSet<[i64; 2]> = middles
            .chain(self.unsure.iter().copied())
            .filter(|&place| self.site.areas().at(place) == Some(area))
            .map(key)
            .collect();
        here.into_iter().for_each(|key| *self.tries.entry(key).or_default() += 1);
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

/// The probabilities that a thing at about this place is in the south-west, south-east, north-west and north-east of a site.
fn quarters(place: GroundPoint, centre: GroundPoint) -> [f64; 4] {
    let beyond = |metres: f64| 1.0 / (1.0 + (-metres / PLACE_M).exp());
    let (east, north) = (beyond(place.x - centre.x), beyond(place.y - centre.y));
    [(1.0 - east) * (1.0 - north), east * (1.0 - north), (1.0 - east) * north, east * north]
}

/// A place in half metres.
fn key(place: GroundPoint) -> [i64; 2] {
    [place.x, place.y].map(|metres| (metres * 2.0).round() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thing_near_the_middle_of_a_site_may_be_in_any_quarter() {
        let at = |x: f64, y: f64| quarters(GroundPoint::new(x, y), GroundPoint::new(5.0, 5.0));
        assert_eq!(at(5.0, 5.0), [0.25; 4]);
        let [south_west, south_east, north_west, north_east] = at(9.0, 1.0);
        assert!(south_east > 0.99 && south_west + north_west + north_east < 0.01);
        // On the border between two quarters it is one of them.
        let [south_west, south_east, ..] = at(5.0, 1.0);
        assert!((south_west - south_east).abs() < 1e-12 && south_west > 0.49);
        assert!((at(5.2, 4.9).iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }
}
