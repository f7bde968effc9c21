//! Robots in a house: approved steps and goals in, moving bodies out.

mod ground;
#[cfg(test)]
mod tests;

use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
    time::Duration,
};

use rand::RngExt;
use surefleet_fleet::{Decision, JointStep, MissionId, RobotId, Stamp, StepIndex};
use surefleet_houses::{FloorPose, House};
use surefleet_mapping::{GroundPoint, Metres};
use surefleet_world::World;

use self::ground::HouseGround;
use crate::{GoalTicket, Progress, SkillGoal, Wheels, WorldError, WorldInput, assumptions::chances};

/// How far apart robots start at least, if the house allows it.
const APART: Metres = Metres::new(3.0);
/// So many approved steps are remembered, oldest forgotten first: a goal for a forgotten one is not approved.
const REMEMBERED: usize = 1000;
/// So often a robot that drives is moved on.
const STRIDE: Duration = Duration::from_millis(50);

/// Robots in a house, on virtual time. What a robot is told to explore is a square of the house.
///
/// A robot drives only for its part of a step that was seen approved, at most once per (mission, step), and not once the approval has
/// lapsed, a later step of the mission was approved, or the mission has ended; then what is under way stops. A repeated goal gets the
/// first one's result. The robot drives to a place in its square, and turns about itself there. It finds its way by senses of its
/// own, as navigation does; where it believes to be drifts meanwhile, and now and then it is localised again.
#[derive(Debug, Clone)]
pub struct SimulatedHouse {
    world: Arc<World>,
    house: House,
    ground: HouseGround,
    /// By decision that sends a robot somewhere: the square, as its middle, and its side.
    squares: BTreeMap<Decision, GroundPoint>,
    side_m: f64,
    speed: f64,
    patience: Duration,
    bodies: BTreeMap<RobotId, Body>,
    steps: BTreeMap<(MissionId, StepIndex), Step>,
    in_order: VecDeque<(MissionId, StepIndex)>,
    ended: VecDeque<MissionId>,
    early: Vec<(Stamp, GoalTicket, SkillGoal)>,
    last: Option<Stamp>,
    finished: VecDeque<(GoalTicket, Result<(), WorldError>)>,
}

/// A house as robots are sent through it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HouseSetting {
    /// Where robots start, and the errors of their odometry.
    pub seed: u64,
    /// The side of the squares in metres.
    pub side_m: f64,
    /// How many times as fast as 1 m/s robots drive.
    pub speed: f64,
    /// So long a goal waits for its approval: the two travel separately.
    pub patience: Duration,
}

#[derive(Debug, Clone)]
struct Body {
    wheels: Wheels,
    doing: Option<Doing>,
    /// Where it would look from, by decision, on the map that it believes in.
    wishes: BTreeMap<Decision, GroundPoint>,
}

#[derive(Debug, Clone)]
struct Doing {
    of: (MissionId, StepIndex),
    tickets: Vec<GoalTicket>,
}

#[derive(Debug, Clone)]
struct Step {
    joint: JointStep,
    until: Stamp,
    /// How the parts ended that have.
    ends: BTreeMap<RobotId, Result<(), WorldError>>,
}

impl SimulatedHouse {
    /// Robots at their starts, which follow from the seed; `squares` has the middle of the square of each decision that sends a
    /// robot somewhere. The decision to stay needs none.
    pub fn new(
        world: Arc<World>,
        house: House,
        squares: BTreeMap<Decision, GroundPoint>,
        setting: HouseSetting,
    ) -> Self {
        let HouseSetting { seed, side_m, speed, patience } = setting;
        let starts = starts(&house, world.robots().len(), seed);
        let body = |(place, start): (u64, FloorPose)| {
            let wheels = Wheels::new(start, seed.wrapping_mul(16) + place);
            Body { wheels, doing: None, wishes: BTreeMap::new() }
        };
        let bodies = (0..).zip(starts).map(body);
        Self {
            bodies: world.robots().iter().cloned().zip(bodies).collect(),
            ground: HouseGround::of(&house),
            world,
            house,
            squares,
            side_m,
            speed,
            patience,
            steps: BTreeMap::new(),
            in_order: VecDeque::new(),
            ended: VecDeque::new(),
            early: Vec::new(),
            last: None,
            finished: VecDeque::new(),
        }
    }

    /// Takes in what happened; robots that drive come on until `now` first.
    pub fn handle(&mut self, now: Stamp, input: WorldInput) {
        self.pass(now);
        match input {
            WorldInput::Approved { joint, until } => self.see_approved(now, joint, until),
            WorldInput::Goal { ticket, goal } => {
                if self.steps.contains_key(&(goal.mission, goal.step)) || self.ended.contains(&goal.mission) {
                    self.start(now, ticket, &goal);
                } else {
                    self.early.push((now + self.patience, ticket, goal));
                }
            }
            WorldInput::Cancel { ticket } => self.cancel(ticket),
            WorldInput::Ended(mission) => self.end(mission),
            WorldInput::Noticed { .. } | WorldInput::Tick => {}
        }
    }

    /// The next goal that came to its end; exactly once for each.
    pub fn poll(&mut self) -> Option<(GoalTicket, Result<(), WorldError>)> {
        self.finished.pop_front()
    }

    /// When a robot has to be moved on, or a goal has waited long enough.
    pub fn next_deadline(&self) -> Option<Stamp> {
        let drives = self.bodies.values().any(|body| body.doing.is_some());
        let stride = self.last.filter(|_| drives).map(|last| last + STRIDE);
        stride.into_iter().chain(self.early.iter().map(|(until, ..)| *until)).min()
    }

    /// Where a robot would look from in the square of a decision, on the map that it believes in. A place outside of the square is ignored
    /// when it sets out.
    pub fn wish(&mut self, robot: &RobotId, places: BTreeMap<Decision, GroundPoint>) {
        if let Some(body) = self.bodies.get_mut(robot) {
            body.wishes = places;
        }
    }

    /// The house.
    pub fn house(&self) -> &House {
        &self.house
    }

    /// The body of a robot.
    pub fn wheels(&self, robot: &RobotId) -> Option<&Wheels> {
        self.bodies.get(robot).map(|body| &body.wheels)
    }

    fn see_approved(&mut self, now: Stamp, joint: JointStep, until: Stamp) {
        let key = (joint.mission, joint.step);
        match self.steps.get_mut(&key) {
            Some(known) if known.joint == joint => known.until = known.until.max(until),
            Some(_) => {}
            None if self.ended.contains(&joint.mission) => {}
            None => {
                self.steps.insert(key, Step { joint, until, ends: BTreeMap::new() });
                self.in_order.push_back(key);
                if self.in_order.len() > REMEMBERED {
                    let is_over = |key: &(MissionId, StepIndex)| {
                        self.bodies.values().all(|body| body.doing.as_ref().is_none_or(|doing| doing.of != *key))
                    };
                    if let Some(place) = self.in_order.iter().position(is_over) {
                        self.in_order.remove(place).iter().for_each(|key| drop(self.steps.remove(key)));
                    }
                }
            }
        }
        for (_, ticket, goal) in self.take_early(|_, goal| (goal.mission, goal.step) == key) {
            self.start(now, ticket, &goal);
        }
    }

    fn take_early(&mut self, is_meant: impl Fn(Stamp, &SkillGoal) -> bool) -> Vec<(Stamp, GoalTicket, SkillGoal)> {
        let early = std::mem::take(&mut self.early).into_iter();
        let (taken, left) = early.partition(|(until, _, goal)| is_meant(*until, goal));
        self.early = left;
        taken
    }

    /// Starts a goal whose step was seen approved, or says at once how it ended.
    fn start(&mut self, now: Stamp, ticket: GoalTicket, goal: &SkillGoal) {
        match self.accept(now, ticket, goal) {
            Ok(true) => {}
            Ok(false) => {
                // It stays, and that is done at once.
                let ends = self.steps.get_mut(&(goal.mission, goal.step)).map(|step| &mut step.ends);
                ends.into_iter().for_each(|ends| drop(ends.insert(goal.robot.clone(), Ok(()))));
                self.finished.push_back((ticket, Ok(())));
            }
            Err(error) => self.finished.push_back((ticket, Err(error))),
        }
    }

    /// Whether the robot drives for this goal now.
    fn accept(&mut self, now: Stamp, ticket: GoalTicket, goal: &SkillGoal) -> Result<bool, WorldError> {
        let (mission, step, robot) = (goal.mission, goal.step, &goal.robot);
        let is_over = self.ended.contains(&mission);
        let body = self.bodies.get_mut(robot).ok_or_else(|| WorldError::UnknownRobot(robot.clone()))?;
        let later = self.steps.range((mission, step.next())..).next().map(|(key, _)| *key);
        let later = later.filter(|key| key.0 == mission).map(|key| key.1);
        let known = self.steps.get(&(mission, step));
        let known = known.ok_or_else(|| if is_over { goal.mission_ended() } else { goal.not_approved() })?;
        if known.joint.attempt != goal.attempt || known.joint.decision_of(robot) != Some(goal.decision) {
            return Err(goal.not_approved());
        }
        goal.check_names(&self.world)?;
        if let Some(doing) = body.doing.as_mut().filter(|doing| doing.of == (mission, step)) {
            doing.tickets.push(ticket);
            return Ok(true);
        }
        if let Some(end) = known.ends.get(robot) {
            self.finished.push_back((ticket, end.clone()));
            return Ok(true);
        }
        if is_over {
            return Err(goal.mission_ended());
        }
        if let Some(later) = later {
            return Err(goal.superseded(later));
        }
        if known.until <= now {
            return Err(goal.lapsed());
        }
        if body.doing.is_some() {
            return Err(WorldError::Failed(format!("{robot} is still busy with an earlier skill")));
        }
        let Some(&middle) = self.squares.get(&goal.decision) else { return Ok(false) };
        let wish = body.wishes.get(&goal.decision).map(|&place| body.wheels.in_the_house(place));
        let way = self.ground.way(body.wheels.truth().at, (middle, self.side_m), wish);
        let Some(way) = way else {
            let failed = Err(WorldError::Failed(format!("{robot} finds no way into {}", goal.arguments.join(", "))));
            self.steps.entry((mission, step)).and_modify(|step| drop(step.ends.insert(robot.clone(), failed.clone())));
            return failed.map(|()| true);
        };
        body.wheels.set_out_in_house(way, std::f64::consts::TAU);
        body.doing = Some(Doing { of: (mission, step), tickets: vec![ticket] });
        Ok(true)
    }

    fn cancel(&mut self, ticket: GoalTicket) {
        if let Some(place) = self.early.iter().position(|(_, early, _)| *early == ticket) {
            self.early.remove(place);
            self.finished.push_back((ticket, Err(WorldError::Canceled)));
            return;
        }
        let has_it = |body: &Body| body.doing.as_ref().is_some_and(|doing| doing.tickets.contains(&ticket));
        let robot = self.bodies.iter().find(|(_, body)| has_it(body)).map(|(robot, _)| robot.clone());
        robot.into_iter().for_each(|robot| self.finish(&robot, Err(WorldError::Canceled)));
    }

    fn end(&mut self, mission: MissionId) {
        if self.ended.contains(&mission) {
            return;
        }
        self.ended.push_back(mission);
        if self.ended.len() > REMEMBERED {
            self.ended.pop_front();
        }
        for (_, ticket, goal) in self.take_early(|_, goal| goal.mission == mission) {
            self.finished.push_back((ticket, Err(goal.mission_ended())));
        }
        let is_of = |body: &Body| body.doing.as_ref().is_some_and(|doing| doing.of.0 == mission);
        let stopped: Vec<RobotId> =
            self.bodies.iter().filter(|(_, body)| is_of(body)).map(|(robot, _)| robot.clone()).collect();
        stopped.iter().for_each(|robot| self.finish(robot, Err(WorldError::Canceled)));
    }

    /// Ends what a robot does; it stands still from then on.
    fn finish(&mut self, robot: &RobotId, result: Result<(), WorldError>) {
        let Some(body) = self.bodies.get_mut(robot) else { return };
        body.wheels.set_out_in_house(Vec::new(), 0.0);
        let Some(Doing { of, tickets }) = body.doing.take() else { return };
        self.steps.entry(of).and_modify(|step| drop(step.ends.insert(robot.clone(), result.clone())));
        self.finished.extend(tickets.into_iter().map(|ticket| (ticket, result.clone())));
    }

    /// Moves robots that drive on until `now`, and refuses goals that have waited long enough.
    fn pass(&mut self, now: Stamp) {
        let seconds = self.last.map_or(0.0, |last| (now - last).as_secs_f64()) * self.speed;
        self.last = Some(self.last.map_or(now, |last| last.max(now)));
        let mut ended = Vec::new();
        for (robot, body) in self.bodies.iter_mut().filter(|(_, body)| body.doing.is_some()) {
            match body.wheels.follow(&self.house, seconds) {
                Progress::UnderWay => {}
                Progress::Done => ended.push((robot.clone(), Ok(()))),
                Progress::Blocked(_) => {
                    let why = format!("something is in the way of {robot}");
                    ended.push((robot.clone(), Err(WorldError::Failed(why))));
                }
            }
        }
        ended.into_iter().for_each(|(robot, result)| self.finish(&robot, result));
        for (_, ticket, goal) in self.take_early(|until, _| until <= now) {
            self.finished.push_back((ticket, Err(goal.not_approved())));
        }
    }
}

/// Where robots start: apart from one another, if the house allows it.
fn starts(house: &House, robots: usize, seed: u64) -> Vec<FloorPose> {
    let mut random = chances(seed, "starts");
    let places: Vec<GroundPoint> = house.room_ids().flat_map(|room| house.places(room)).collect();
    let mut starts: Vec<FloorPose> = Vec::new();
    let mut tries = 0;
    while starts.len() < robots {
        let at = places[random.random_range(0..places.len())];
        let yaw_rad = random.random_range(0.0..std::f64::consts::TAU);
        tries += 1;
        if tries > 100 || starts.iter().all(|other| other.at.distance(at) >= APART) {
            starts.push(FloorPose::new(at, yaw_rad));
        }
    }
    starts
}
