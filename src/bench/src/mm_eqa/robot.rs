//! One robot of an episode: its body, its map, its models and its explorer.

mod acting;
mod deciding;

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use anyhow::Result;
use rand_chacha::ChaCha8Rng;
use surefleet_exploration::{
    AnsweredQuestion, AskedModel, Explorer, ExplorerMessage, ExplorerPolicy, Input, LabelledAnswer, MessageBudget,
    QuestionId, SoughtPair, ViewOpinion,
};
use surefleet_fleet::{RobotId, Stamp};
use surefleet_houses::{View, chances, look, look_without_colour};
use surefleet_language::ScoreError;
use surefleet_mapping::{
    Body, Frontier, GroundMap, GroundPoint, Intrinsics, Map, Metres, OccupancyGrid, Optical, Point, Transform,
    ValueMap, ValueRule,
};
use surefleet_simulator::{AskedQuestion, Glimpse, Progress, RelevanceJudge, ViewReader, Wheels};

pub use self::acting::is_right;
use super::{
    method::{Method, Rules},
    scene::{Scene, layout, robot},
};

/// The angle between the edges of a picture.
const FOV_RAD: f64 = std::f64::consts::FRAC_PI_2;
/// The camera is 1.3 m above the floor and looks down a little.
const HEIGHT_M: f64 = 1.3;
const PITCH_RAD: f64 = 0.3;
/// Depths beyond are not measured.
const FARTHEST: Metres = Metres::new(10.0);
/// A robot projects its map and thinks about where to go after so many looks.
const LOOKS: u64 = 2;
/// A place that a robot could not drive to so often is given up.
const MOST_BLOCKED: u32 = 3;
/// A place that is still behind unknown ground after so many ways is given up.
const MOST_PARTS: u32 = 12;

/// The models of a team, and the pictures that they look at.
#[derive(Clone, Copy)]
pub struct Models<'a> {
    pub sight: &'a dyn ViewReader,
    pub judge: &'a dyn RelevanceJudge,
    /// What a calibration of the sight's answers names.
    pub asked: &'a AskedModel,
    /// Pixels of a picture on each side.
    pub pixels: usize,
    /// Whether the sight needs colours; a picture without them is drawn several times as fast.
    pub is_coloured: bool,
}

/// How robots talk.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Talk {
    /// Messages a second; the sender waits meanwhile.
    pub per_second: f64,
    /// The share of findings, or of pairs, that a control says, drawn at random.
    pub kept: f64,
}

/// What a robot has said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Said {
    pub requests: u64,
    pub findings: u64,
    pub answers: u64,
    /// Pairs of words that the model judged, and those that a finding named.
    pub pairs_asked: u64,
    pub pairs_said: u64,
    /// Of the messages in words.
    pub bytes: u64,
}

impl Said {
    /// All messages.
    pub fn messages(&self) -> u64 {
        self.requests + self.findings + self.answers
    }
}

/// The robot.
pub struct Robot<'a> {
    scene: &'a Scene,
    place: usize,
    me: RobotId,
    method: Method,
    talk: Talk,
    models: Models<'a>,
    explorer: Explorer,
    camera: Intrinsics,
    ground: GroundMap,
    wheels: Wheels,
    looks: u64,
    /// The own questions for which the last look is to be valued.
    valued: Vec<QuestionId>,
    last: Option<(View, [Transform<Map, Optical>; 2])>,
    frontiers: Vec<Frontier>,
    goal: Option<Goal>,
    /// Whether it has looked around where it started.
    is_oriented: bool,
    /// Seconds that its messages still take.
    sending_s: f64,
    outgoing: Vec<(Stamp, ExplorerMessage)>,
    random: ChaCha8Rng,
    /// Places of [`Method::PlainFrontiers`] where it was or that it cannot reach, in millimetres.
    past: BTreeSet<[i64; 2]>,
    /// The answers that stand, with the second in which they were settled.
    answered: BTreeMap<QuestionId, (f64, AnsweredQuestion)>,
    said: Said,
    pairs_said: BTreeSet<SoughtPair>,
    /// Every answer of the sight to its own questions.
    course: Vec<LabelledAnswer>,
}

/// Where a robot is going.
struct Goal {
    place: GroundPoint,
    /// The number by which the explorer knows it.
    number: Option<u64>,
    /// It goes there only because it knows nothing better.
    is_idle: bool,
    blocked: u32,
    is_planned: bool,
    /// Whether the planned way ends where unknown ground begins, and how many ways to the goal did.
    is_part: bool,
    parts: u32,
}

impl Goal {
    fn new(place: GroundPoint, number: Option<u64>) -> Self {
        Self { place, number, is_idle: false, blocked: 0, is_planned: false, is_part: false, parts: 0 }
    }
}

impl<'a> Robot<'a> {
    /// A robot at its start.
    ///
    /// # Errors
    /// None that a scene can cause.
    pub fn new(
        scene: &'a Scene,
        place: usize,
        (method, talk): (Method, Talk),
        rules: &Rules,
        models: Models<'a>,
    ) -> Result<Self> {
        let me = robot(place);
        let questions = scene.of(&me).map(|question| question.asked.clone()).collect();
        let random = chances(scene.chance, &format!("explorer of {me}"));
        let policy = policy(scene, talk)?;
        let explorer = Explorer::new(Stamp::ZERO, me.clone(), questions, policy, rules.of(method), random)?;
        let mut wheels = Wheels::new(scene.starts[place], scene.chance.wrapping_mul(16) + place as u64);
        wheels.set_out(&[], std::f64::consts::TAU);
        Ok(Self {
            scene,
            place,
            random: chances(scene.chance, &format!("driver of {me}")),
            me,
            method,
            talk,
            models,
            explorer,
            camera: Intrinsics::with_fov(models.pixels, models.pixels, FOV_RAD)?,
            ground: GroundMap::new(layout(&scene.house)?)?,
            wheels,
            looks: 0,
            valued: Vec::new(),
            last: None,
            frontiers: Vec::new(),
            goal: None,
            is_oriented: false,
            sending_s: 0.0,
            outgoing: Vec::new(),
            past: BTreeSet::new(),
            answered: BTreeMap::new(),
            said: Said::default(),
            pairs_said: BTreeSet::new(),
            course: Vec::new(),
        })
    }

    /// One second of the robot's time, which ends at `now`.
    ///
    /// # Errors
    /// A sight that fails.
    pub fn step(&mut self, now: Stamp) -> Result<()> {
        self.tell(now, Input::Tick)?;
        if self.is_done() {
            self.sending_s = (self.sending_s - 1.0).max(0.0);
            return Ok(());
        }
        let pause = self.sending_s.min(1.0);
        self.sending_s -= pause;
        if pause >= 1.0 {
            return Ok(());
        }
        let before = self.wheels.truth();
        let progress = self.wheels.follow(&self.scene.house, 1.0 - pause);
        if self.wheels.truth() != before || self.looks == 0 {
            self.look(now)?;
        }
        match progress {
            Progress::UnderWay if self.is_oriented && self.looks.is_multiple_of(LOOKS) => self.think(now),
            Progress::UnderWay => Ok(()),
            Progress::Done | Progress::Blocked(_) => self.arrive(now, progress),
        }
    }

    /// Whether it has an answer to each of its questions.
    pub fn is_done(&self) -> bool {
        self.scene.of(&self.me).all(|question| self.answered.contains_key(question.asked.id()))
    }

    /// A message of another robot.
    ///
    /// # Errors
    /// A sight that fails.
    pub fn hear(&mut self, now: Stamp, message: ExplorerMessage) -> Result<()> {
        self.tell(now, Input::Heard(message))?;
        self.plan(now)
    }

    /// The messages that are said by `now`.
    pub fn take_said(&mut self, now: Stamp) -> Vec<ExplorerMessage> {
        let (said, waiting) = std::mem::take(&mut self.outgoing).into_iter().partition(|(at, _)| *at <= now);
        self.outgoing = waiting;
        let said: Vec<(Stamp, ExplorerMessage)> = said;
        said.into_iter().map(|(_, message)| message).collect()
    }

    /// The answers that stand, with the second in which they were settled.
    pub fn answered(&self) -> &BTreeMap<QuestionId, (f64, AnsweredQuestion)> {
        &self.answered
    }

    pub fn name(&self) -> &RobotId {
        &self.me
    }

    /// Its map, as seen from above.
    pub fn grid(&self) -> &OccupancyGrid {
        self.ground.grid()
    }

    /// The values of places for its open questions.
    pub fn open_values(&self) -> Vec<&ValueMap> {
        let open = self.explorer.own_questions().filter(|(_, standing)| standing.is_open());
        open.filter_map(|(question, _)| self.explorer.values(question.id())).collect()
    }

    pub fn place_in_the_house(&self) -> GroundPoint {
        self.wheels.truth().at
    }

    pub fn said(&self) -> Said {
        self.said
    }

    pub fn driven_m(&self) -> f64 {
        self.wheels.driven_m()
    }

    /// What its sight says about its questions in its last look.
    ///
    /// # Errors
    /// A sight that fails.
    pub fn opinions(&self) -> Result<Vec<(&'a AskedQuestion, ViewOpinion)>> {
        let ask = |question: &'a AskedQuestion| {
            let said = self.with_glimpse(|sight, glimpse| sight.answer(glimpse, question));
            said.map(|said| said.map(|said| (question, said)))
        };
        self.scene.of(&self.me).filter_map(|question| ask(question).transpose()).collect()
    }

    /// Everything that the sight said about the robot's own questions, view by view.
    pub fn into_course(self) -> Vec<LabelledAnswer> {
        self.course
    }

    /// Looks: into the map, and for objects.
    fn look(&mut self, now: Stamp) -> Result<()> {
        let mounting = Transform::<Body, Optical>::facing_forward(Point::new(0.0, 0.0, HEIGHT_M), PITCH_RAD);
        let poses = [self.wheels.truth(), self.wheels.believed()].map(|pose| pose.transform() * mounting);
        let draw = if self.models.is_coloured { look } else { look_without_colour };
        let view = draw(&self.scene.house, poses[0], &self.camera, FARTHEST);
        self.ground.fuse(&view.depth_frame(), &poses[1], self.wheels.believed().at)?;
        self.looks += 1;
        self.last = Some((view, poses));
        let objects = self.with_glimpse(|sight, glimpse| sight.objects(glimpse))?.unwrap_or_default();
        let seen = surefleet_exploration::SeenView { view: self.looks, objects };
        self.tell(now, Input::Seen(seen))
    }

    /// Asks the sight about the last look; `None` before the first one.
    fn with_glimpse<T>(
        &self,
        ask: impl FnOnce(&dyn ViewReader, &Glimpse<'_>) -> Result<T, ScoreError>,
    ) -> Result<Option<T>> {
        let Some((view, [pose, believed])) = self.last.as_ref() else { return Ok(None) };
        // A simulated sight errs by the number of the picture: in each visit in another way.
        let number = self.looks + (self.scene.chance - self.scene.seed);
        let (house, robot) = (&self.scene.house, self.place);
        let glimpse = Glimpse { house, robot, number, view, pose: *pose, believed: *believed };
        Ok(Some(ask(self.models.sight, &glimpse)?))
    }
}

fn policy(scene: &Scene, talk: Talk) -> Result<ExplorerPolicy> {
    let budget = if talk.per_second < 1.0 {
        MessageBudget::one_in(Duration::from_secs_f64(1.0 / talk.per_second))?
    } else {
        MessageBudget::new(talk.per_second.floor() as u32, 1)?
    };
    Ok(ExplorerPolicy {
        // One second more than the episode, which ends first.
        time_limit: Duration::from_secs(u64::from(scene.time_limit_s()) + 1),
        request_every: Duration::from_secs(60),
        forget_after: Duration::from_secs(180),
        budget,
        longest_wait: Duration::from_secs(10),
        gate: Metres::new(1.0),
        views: 1000,
        layout: layout(&scene.house)?,
        values: ValueRule::DEFAULT,
    })
}
