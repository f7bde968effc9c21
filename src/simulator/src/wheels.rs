use std::collections::VecDeque;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use surefleet_houses::{Drift, Drive, DriveLimits, FloorPose, House, Odometry, Rect, chances};
use surefleet_mapping::{GroundPoint, Metres};

use crate::assumptions::normal;

/// 1 m/s as in the paper. The robot is a little smaller than the houses allow, since it only believes to know where it is.
const LIMITS: DriveLimits = match DriveLimits::new(1.0, std::f64::consts::FRAC_PI_2, Metres::new(0.2)) {
    Ok(limits) => limits,
    Err(_) => panic!("a robot can have these"),
};
/// Angles and ways below this are done.
const NOTHING: f64 = 1e-6;
/// A place of the way that the robot is this near to is passed.
const PASSED_M: f64 = 0.05;
/// A robot that has touched something drives back so far.
const BACK_M: f64 = 0.15;
/// After so many seconds of driving the robot is localised again, with these standard deviations of its place and heading. The paper's
/// robots know their poses.
const LOCALISED_S: f64 = 10.0;
const PLACE_M: f64 = 0.03;
const HEADING_RAD: f64 = 0.01;

/// The body of a robot in a house: where it is, where it believes to be, and how it follows a way.
///
/// Every few seconds of driving it is localised again, so that it never believes to be far from where it is.
#[derive(Debug, Clone)]
pub struct Wheels {
    truth: FloorPose,
    odometry: Odometry,
    localiser: ChaCha8Rng,
    /// Seconds of driving since it was localised.
    adrift_s: f64,
    /// The places of the way ahead.
    way: VecDeque<GroundPoint>,
    steering: Steering,
    /// Radians that the robot turns on the spot after the way.
    turn_rad: f64,
    /// Seconds that it took longer than it was given.
    late_s: f64,
    driven_m: f64,
}

/// How a robot knows where the places of its way are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Steering {
    /// They are on the map that it believes in.
    Believed,
    /// They are in the house itself, and other senses than its odometry lead it there.
    InHouse,
}

/// How far a robot came.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Progress {
    /// There is more of the way, or of the turn after it.
    UnderWay,
    /// The way and the turn after it are done.
    Done,
    /// It touched something at this place of the believed map, and drove back a little.
    Blocked(GroundPoint),
}

impl Wheels {
    /// A body that stands at a pose and knows it; `seed` draws the errors of its odometry and of being localised.
    pub fn new(start: FloorPose, seed: u64) -> Self {
        let odometry = Odometry::new(seed, start, Drift::GYROSCOPE);
        Self {
            truth: start,
            odometry,
            localiser: chances(seed, "localiser"),
            adrift_s: 0.0,
            way: VecDeque::new(),
            steering: Steering::Believed,
            turn_rad: 0.0,
            late_s: 0.0,
            driven_m: 0.0,
        }
    }

    /// The metres that it has driven.
    pub fn driven_m(&self) -> f64 {
        self.driven_m
    }

    /// Where the robot is.
    pub fn truth(&self) -> FloorPose {
        self.truth
    }

    /// Where it believes to be.
    pub fn believed(&self) -> FloorPose {
        self.odometry.believed()
    }

    /// Sets out on a way of the believed map, and turns so far at its end.
    pub fn set_out(&mut self, way: &[GroundPoint], turn_rad: f64) {
        (self.way, self.steering, self.turn_rad) = (way.iter().copied().collect(), Steering::Believed, turn_rad);
    }

    /// Sets out on a way of the house itself, as a robot does that finds its way by other senses than its odometry, and turns so far
    /// at its end.
    pub fn set_out_in_house(&mut self, way: Vec<GroundPoint>, turn_rad: f64) {
        (self.way, self.steering, self.turn_rad) = (way.into(), Steering::InHouse, turn_rad);
    }

    /// A place of the believed map, as it lies in the house.
    pub fn in_the_house(&self, place: GroundPoint) -> GroundPoint {
        self.odometry.in_the_house(self.truth, &[place])[0]
    }

    /// The places ahead, of the map that the way was given on; none if only a turn is left, or nothing.
    pub fn way(&self) -> impl Iterator<Item = GroundPoint> {
        self.way.iter().copied()
    }

    /// Follows the way for so many seconds. A robot that touches something drives back a little and gives up its way.
    pub fn follow(&mut self, house: &House, seconds: f64) -> Progress {
        let mut left_s = seconds - self.late_s;
        self.late_s = (-left_s).max(0.0);
        self.localise(seconds);
        while left_s > NOTHING {
            let Some(&place) = self.way.front() else {
                if self.turn_rad < NOTHING {
                    return Progress::Done;
                }
                let turn = self.turn_rad.min(left_s * LIMITS.turn_rad_s());
                self.turn_rad -= turn;
                left_s -= turn / LIMITS.turn_rad_s();
                self.drive(&Drive::turning_to(self.truth, self.truth.yaw_rad + turn, &LIMITS));
                continue;
            };
            let next = match self.steering {
                Steering::Believed => self.in_the_house(place),
                Steering::InHouse => place,
            };
            if self.truth.at.distance(next).get() < PASSED_M {
                self.way.pop_front();
                continue;
            }
            let (east, north) = (next.x - self.truth.at.x, next.y - self.truth.at.y);
            let ahead = north.atan2(east);
            let turn = (ahead - self.truth.yaw_rad).sin().atan2((ahead - self.truth.yaw_rad).cos());
            let turning_s = turn.abs() / LIMITS.turn_rad_s();
            if turning_s > NOTHING {
                let share = (left_s / turning_s).min(1.0);
                self.drive(&Drive::turning_to(self.truth, self.truth.yaw_rad + share * turn, &LIMITS));
                left_s -= share * turning_s;
                if share < 1.0 {
                    break;
                }
            }
            let distance = east.hypot(north);
            let share = (left_s * LIMITS.speed_m_s() / distance).min(1.0);
            let to = GroundPoint::new(self.truth.at.x + share * east, self.truth.at.y + share * north);
            let drive = Drive::along(house, self.truth, &[to], &LIMITS);
            left_s -= share * distance / LIMITS.speed_m_s();
            self.drive(&drive);
            if let Some(obstacle) = drive.blocked() {
                return Progress::Blocked(self.back_off(house, &obstacle));
            }
            if share >= 1.0 {
                self.way.pop_front();
            }
        }
        let is_done = self.way.is_empty() && self.turn_rad < NOTHING;
        if is_done { Progress::Done } else { Progress::UnderWay }
    }

    /// Drives back from what it touches, and gives up its way. Returns where it felt it.
    fn back_off(&mut self, house: &House, obstacle: &Rect) -> GroundPoint {
        self.set_out(&[], 0.0);
        let FloorPose { at, .. } = self.truth;
        let nearest = |at: f64, axis: usize| {
            at.clamp(f64::from(obstacle.low_mm[axis]) / 1000.0, f64::from(obstacle.high_mm[axis]) / 1000.0)
        };
        let (east, north) = (nearest(at.x, 0) - at.x, nearest(at.y, 1) - at.y);
        let distance = east.hypot(north).max(NOTHING);
        let FloorPose { at: believed, yaw_rad } = self.believed();
        let (sin, cos) = (yaw_rad - self.truth.yaw_rad).sin_cos();
        let felt = GroundPoint::new(believed.x + cos * east - sin * north, believed.y + sin * east + cos * north);
        let share = BACK_M / distance;
        let back =
            Drive::along(house, self.truth, &[GroundPoint::new(at.x - share * east, at.y - share * north)], &LIMITS);
        self.late_s += back.duration().as_secs_f64();
        self.drive(&back);
        felt
    }

    fn localise(&mut self, seconds: f64) {
        self.adrift_s += seconds;
        if self.adrift_s >= LOCALISED_S {
            self.adrift_s = 0.0;
            let [east, north, turn] = [(); 3].map(|()| normal(&mut self.localiser));
            let at = GroundPoint::new(self.truth.at.x + PLACE_M * east, self.truth.at.y + PLACE_M * north);
            let believed = FloorPose::new(at, self.truth.yaw_rad + HEADING_RAD * turn);
            self.odometry = Odometry::new(self.localiser.random(), believed, Drift::GYROSCOPE);
        }
    }

    fn drive(&mut self, drive: &Drive) {
        self.driven_m += drive.distance().get();
        self.odometry.follow(drive);
        self.truth = drive.end();
    }
}

#[cfg(test)]
mod tests {
    use surefleet_houses::{HouseSplit, SizeClass};

    use super::*;

    fn house_and_start() -> (House, FloorPose, GroundPoint) {
        let house = House::draw(5, SizeClass::Small, HouseSplit::Test);
        let start = FloorPose::new(house.entrance(), 0.3);
        let room = house.room_at(start.at).unwrap();
        let goal = *house.places(room).last().unwrap();
        (house, start, goal)
    }

    #[test]
    fn a_way_in_pieces_takes_as_long_as_the_way_at_once() {
        let (house, start, goal) = house_and_start();
        let whole = Drive::along(&house, start, &[goal], &LIMITS);
        let mut wheels = Wheels::new(start, 1);
        wheels.set_out(&[goal], 0.0);
        let mut seconds = 0.0;
        while wheels.follow(&house, 0.25) == Progress::UnderWay {
            seconds += 0.25;
        }
        let lasts = whole.duration().as_secs_f64();
        // It steers by what it believes, and corrects its course in each piece.
        assert!((seconds - lasts).abs() <= 0.5, "{seconds} and {lasts}");
        assert!(wheels.truth().at.distance(whole.end().at).get() < 0.2);
    }

    #[test]
    fn a_robot_that_touches_a_wall_feels_where_backs_off_and_can_drive_away() {
        let (house, start, goal) = house_and_start();
        let mut wheels = Wheels::new(start, 1);
        wheels.set_out(&[GroundPoint::new(goal.x - 50.0, goal.y)], 0.0);
        let felt = (0..60).find_map(|_| match wheels.follow(&house, 1.0) {
            Progress::Blocked(felt) => Some(felt),
            _ => None,
        });
        let felt = felt.expect("a house has walls");
        let gap = wheels.believed().at.distance(felt).get();
        assert!((gap - LIMITS.radius().get() - BACK_M).abs() < 0.05, "{gap} m");
        wheels.set_out(&[start.at], 0.0);
        let drive = (0..60).map(|_| wheels.follow(&house, 1.0)).find(|progress| *progress != Progress::UnderWay);
        assert_eq!(drive, Some(Progress::Done));
        assert!(wheels.truth().at.distance(start.at).get() < 0.3);
    }

    #[test]
    fn a_way_of_the_house_is_followed_whatever_the_robot_believes() {
        let (house, start, _) = house_and_start();
        let places = house.places(house.room_at(start.at).unwrap());
        let is_clear = |place: &GroundPoint| Drive::along(&house, start, &[*place], &LIMITS).blocked().is_none();
        let goal = places.into_iter().rfind(|place| place.distance(start.at).get() > 1.0 && is_clear(place)).unwrap();
        let mut wheels = Wheels::new(start, 1);
        let mut drive = |way: Vec<GroundPoint>| {
            wheels.set_out_in_house(way, 0.0);
            while wheels.follow(&house, 0.5) == Progress::UnderWay {}
            [wheels.truth().at, wheels.believed().at].map(|at| at.distance(goal).get())
        };
        drive(vec![goal]);
        drive(vec![start.at]);
        let [truth, believed] = drive(vec![goal]);
        assert!(truth < PASSED_M && believed > NOTHING, "{truth} m and {believed} m");
    }

    #[test]
    fn a_robot_that_drives_for_long_is_never_far_from_where_it_believes_to_be() {
        let (house, start, goal) = house_and_start();
        let mut wheels = Wheels::new(start, 1);
        let mut farthest: f64 = 0.0;
        for _ in 0..100 {
            wheels.set_out(&[goal, start.at], std::f64::consts::TAU);
            while wheels.follow(&house, 1.0) == Progress::UnderWay {
                farthest = farthest.max(wheels.truth().at.distance(wheels.believed().at).get());
            }
        }
        assert!(farthest > 0.02 && farthest < 0.3, "{farthest} m");
    }
}
