use surefleet_houses::{Drift, Drive, DriveLimits, FloorPose, House, Odometry};
use surefleet_mapping::{GroundPoint, Metres};

/// 1 m/s as in the paper. The robot is a little smaller than the houses allow, since it only believes to know where it is.
const LIMITS: DriveLimits = match DriveLimits::new(1.0, std::f64::consts::FRAC_PI_2, Metres::new(0.2)) {
    Ok(limits) => limits,
    Err(_) => panic!("a robot can have these"),
};
/// Angles and ways below this are done.
const NOTHING: f64 = 1e-6;

/// The body of a robot in a house: where it is, where it believes to be, and how it follows a way.
#[derive(Debug, Clone)]
pub struct Wheels {
    truth: FloorPose,
    odometry: Odometry,
    /// The places of the way ahead, as they lie in the house.
    way: Vec<GroundPoint>,
    /// Radians that the robot turns on the spot after the way.
    turn_rad: f64,
    driven_m: f64,
}

/// How far a robot came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// There is more of the way, or of the turn after it.
    UnderWay,
    /// The way and the turn after it are done.
    Done,
    /// Something was in the way.
    Blocked,
}

impl Wheels {
    /// A body that stands at a pose and knows it; `seed` draws the errors of its odometry.
    pub fn new(start: FloorPose, seed: u64) -> Self {
        let odometry = Odometry::new(seed, start, Drift::GYROSCOPE);
        Self { truth: start, odometry, way: Vec::new(), turn_rad: 0.0, driven_m: 0.0 }
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
        self.way = self.odometry.in_the_house(self.truth, way);
        self.turn_rad = turn_rad;
    }

    /// Sets out on a way of the house itself, as a robot does that finds its way by other senses than its odometry, and turns so far
    /// at its end.
    pub fn set_out_in_house(&mut self, way: Vec<GroundPoint>, turn_rad: f64) {
        (self.way, self.turn_rad) = (way, turn_rad);
    }

    /// A place of the believed map, as it lies in the house.
    pub fn in_the_house(&self, place: GroundPoint) -> GroundPoint {
        self.odometry.in_the_house(self.truth, &[place]).first().copied().unwrap_or(place)
    }

    /// Whether no way is ahead, but perhaps a turn.
    pub fn is_there(&self) -> bool {
        self.way.is_empty()
    }

    /// Follows the way for so many seconds.
    pub fn follow(&mut self, house: &House, mut seconds: f64) -> Progress {
        while seconds > NOTHING {
            let Some(&next) = self.way.first() else {
                if self.turn_rad < NOTHING {
                    return Progress::Done;
                }
                let turn = self.turn_rad.min(seconds * LIMITS.turn_rad_s());
                self.turn_rad -= turn;
                seconds -= turn / LIMITS.turn_rad_s();
                self.drive(&Drive::turning_to(self.truth, self.truth.yaw_rad + turn, &LIMITS));
                continue;
            };
            let (east, north) = (next.x - self.truth.at.x, next.y - self.truth.at.y);
            let distance = east.hypot(north);
            if distance < NOTHING {
                self.way.remove(0);
                continue;
            }
            let ahead = north.atan2(east);
            let turn = (ahead - self.truth.yaw_rad).sin().atan2((ahead - self.truth.yaw_rad).cos());
            let turning_s = turn.abs() / LIMITS.turn_rad_s();
            if turning_s > NOTHING {
                let share = (seconds / turning_s).min(1.0);
                self.drive(&Drive::turning_to(self.truth, self.truth.yaw_rad + share * turn, &LIMITS));
                seconds -= share * turning_s;
                continue;
            }
            let share = (seconds * LIMITS.speed_m_s() / distance).min(1.0);
            let to = GroundPoint::new(self.truth.at.x + share * east, self.truth.at.y + share * north);
            let drive = Drive::along(house, self.truth, &[to], &LIMITS);
            seconds -= share * distance / LIMITS.speed_m_s();
            self.drive(&drive);
            if drive.blocked().is_some() {
                self.way.clear();
                self.turn_rad = 0.0;
                return Progress::Blocked;
            }
        }
        let is_done = self.way.is_empty() && self.turn_rad < NOTHING;
        if is_done { Progress::Done } else { Progress::UnderWay }
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

    #[test]
    fn a_way_in_pieces_takes_as_long_as_the_way_at_once() {
        let house = House::draw(5, SizeClass::Small, HouseSplit::Test);
        let start = FloorPose::new(house.entrance(), 0.3);
        let room = house.room_at(start.at).unwrap();
        let goal = *house.places(room).last().unwrap();
        let whole = Drive::along(&house, start, &[goal], &LIMITS);
        let mut wheels = Wheels::new(start, 1);
        wheels.way = vec![goal];
        let mut seconds = 0.0;
        while wheels.follow(&house, 0.25) == Progress::UnderWay {
            seconds += 0.25;
        }
        let lasts = whole.duration().as_secs_f64();
        assert!((seconds - lasts).abs() <= 0.25 + 1e-6, "{seconds} and {lasts}");
        assert!(wheels.truth().at.distance(whole.end().at).get() < 1e-6);
    }
}
