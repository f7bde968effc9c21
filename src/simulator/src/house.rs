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
use rand_chacha::ChaCha8Rng;
use surefleet_fleet::{Decision, JointStep, MissionId, RobotId, Stamp};
use surefleet_houses::{FloorPose, House, chances};
use surefleet_mapping::{GroundPoint, Metres};
use surefleet_world::World;

use self::ground::HouseGround;
use crate::{
    GoalTicket, Progress, SkillGoal, Wheels, WorldError, WorldInput,
    orders::{Doing, Key, Orders, Part, Permit},
};

/// How far apart robots start at least, if the house allows it.
const APART: Metres = Metres::new(3.0);
/// So often a robot that drives is moved on.
const STRIDE: Duration = Duration::from_millis(50);

/// Robots in a house, on virtual time. What a robot is told to explore is a square of the house.
///
/// A robot drives only for its part of a step that was seen approved, by the rules of [`SimulatedWorld`](crate::SimulatedWorld); it stops when its
/// mission ends. It drives to a place in its square, and turns about itself there. It finds its way by senses of its own, as
/// navigation does; where it believes to be drifts meanwhile, and now and then it is localised again.
#[derive(Debug, Clone)]
pub struct SimulatedHouse {
    world: Arc<World>,
    house: House,
    ground: HouseGround,
    /// By decision that sends a robot somewhere: the square, as its middle, and its side.
    squares: BTreeMap<Decision, GroundPoint>,
    side_m: f64,
    speed: f64,
    bodies: BTreeMap<RobotId, Body>,
    orders: Orders<(), Driving>,
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
    /// Where it would look from, by decision, on the map that it believes in.
    wishes: BTreeMap<Decision, GroundPoint>,
}

/// A robot on its way.
#[derive(Debug, Clone)]
struct Driving {
    robot: RobotId,
    tickets: Vec<GoalTicket>,
}

impl Doing for Driving {
    fn robot(&self) -> &RobotId {
        &self.robot
    }

    fn tickets(&mut self) -> &mut Vec<GoalTicket> {
        &mut self.tickets
    }
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
        let starts = starts(&house, world.robots().len(), &mut chances(seed, "starts"));
        let body = |(place, start): (u64, FloorPose)| {
            let wheels = Wheels::new(start, seed.wrapping_mul(16) + place);
            Body { wheels, wishes: BTreeMap::new() }
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
            orders: Orders::new(patience),
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
                if let Some(goal) = self.orders.receive(now, ticket, goal) {
                    self.start(now, ticket, &goal);
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
        let drives = self.orders.under_way().next().is_some();
        let stride = self.last.filter(|_| drives).map(|last| last + STRIDE);
        stride.into_iter().chain(self.orders.next_overdue()).min()
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
        self.orders.see(joint, until, || ());
        self.orders.released(key).into_iter().for_each(|(ticket, goal)| self.start(now, ticket, &goal));
    }

    /// Starts a goal whose step was seen approved, or says at once how it ended.
    fn start(&mut self, now: Stamp, ticket: GoalTicket, goal: &SkillGoal) {
        let ended = match self.orders.permit(now, ticket, goal, &self.world) {
            Ok(Permit::Begin) => self.set_out(ticket, goal),
            Ok(Permit::Joined) => None,
            Ok(Permit::Ended(result)) => Some(result),
            Err(error) => Some(Err(error)),
        };
        self.finished.extend(ended.map(|result| (ticket, result)));
    }

    /// Lets a robot set out. Returns the end of what is over at once: it stays, or finds no way.
    fn set_out(&mut self, ticket: GoalTicket, goal: &SkillGoal) -> Option<Result<(), WorldError>> {
        let SkillGoal { mission, step, robot, decision, .. } = goal;
        let Some(body) = self.bodies.get_mut(robot) else { return Some(Err(WorldError::UnknownRobot(robot.clone()))) };
        let way = self.squares.get(decision).map(|&middle| {
            let wish = body.wishes.get(decision).map(|&place| body.wheels.in_the_house(place));
            self.ground.way(body.wheels.truth().at, (middle, self.side_m), wish)
        });
        let end = match way {
            Some(Some(way)) => {
                body.wheels.set_out_in_house(way, std::f64::consts::TAU);
                let driving = Driving { robot: robot.clone(), tickets: vec![ticket] };
                self.orders.note((*mission, *step), robot, Part::UnderWay(driving));
                return None;
            }
            Some(None) => Err(WorldError::Failed(format!("{robot} finds no way into {}", goal.arguments.join(", ")))),
            None => Ok(()),
        };
        self.orders.note((*mission, *step), robot, Part::Ended(end.clone()));
        Some(end)
    }

    fn cancel(&mut self, ticket: GoalTicket) {
        if self.orders.cancel_early(ticket) {
            self.finished.push_back((ticket, Err(WorldError::Canceled)));
        } else if let Some(driving) = self.orders.cancel(ticket) {
            self.stop(driving, &Err(WorldError::Canceled));
        }
    }

    fn end(&mut self, mission: MissionId) {
        let Some(ending) = self.orders.end(mission) else { return };
        self.finished.extend(ending.early.into_iter().map(|(ticket, goal)| (ticket, Err(goal.mission_ended()))));
        ending.stopped.into_iter().for_each(|driving| self.stop(driving, &Err(WorldError::Canceled)));
    }

    /// A robot whose drive has ended stands still, and its goals hear how.
    fn stop(&mut self, driving: Driving, result: &Result<(), WorldError>) {
        if let Some(body) = self.bodies.get_mut(&driving.robot) {
            body.wheels.set_out_in_house(Vec::new(), 0.0);
        }
        self.finished.extend(driving.tickets.into_iter().map(|ticket| (ticket, result.clone())));
    }

    /// Moves robots that drive on until `now`, and refuses goals that have waited long enough.
    fn pass(&mut self, now: Stamp) {
        let seconds = self.last.map_or(0.0, |last| (now - last).as_secs_f64()) * self.speed;
        self.last = Some(self.last.map_or(now, |last| last.max(now)));
        let under_way: Vec<(Key, RobotId)> =
            self.orders.under_way().map(|(key, driving)| (key, driving.robot.clone())).collect();
        for (key, robot) in under_way {
            let Some(body) = self.bodies.get_mut(&robot) else { continue };
            let end = match body.wheels.follow(&self.house, seconds) {
                Progress::UnderWay => continue,
                Progress::Done => Ok(()),
                Progress::Blocked(_) => Err(WorldError::Failed(format!("something is in the way of {robot}"))),
            };
            let step = self.orders.step_mut(key);
            let driving = step.and_then(|step| step.take(|driving| driving.robot == robot, end.clone()));
            driving.into_iter().for_each(|driving| self.stop(driving, &end));
        }
        for (ticket, goal) in self.orders.overdue(now) {
            self.finished.push_back((ticket, Err(goal.not_approved())));
        }
    }
}

/// Where robots start in a house: apart from one another, if it allows that.
pub fn starts(house: &House, robots: usize, random: &mut ChaCha8Rng) -> Vec<FloorPose> {
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
