//! Where a robot believes to be: it adds up what its wheels did, and their errors.

use std::time::Duration;

use rand_chacha::ChaCha8Rng;
use surefleet_mapping::GroundPoint;

use crate::{
    chances::{chances, normal},
    limits::MotionSettingError,
    motion::{Drive, FloorPose, wrapped},
};

/// How much odometry drifts: standard deviations that grow with the root of the way.
///
/// All errors are independent of one another, so that variances add up: after `d` metres straight on and `a` radians of turning, the measured
/// distance has the variance `along_m2_m * d`, and the heading has the variance `heading_rad2_m * d + heading_rad2_rad * a`. This is
/// the motion model of S. Thrun, W. Burgard & D. Fox, "Probabilistic Robotics", 2005, Section 5.4, with variances in proportion to the way, so
/// that the drift does not depend on how a way is cut into steps.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Drift {
    along_m2_m: f64,
    heading_rad2_m: f64,
    heading_rad2_rad: f64,
}

impl Drift {
    /// No errors.
    pub const NONE: Self = Self { along_m2_m: 0.0, heading_rad2_m: 0.0, heading_rad2_rad: 0.0 };

    /// Wheels with a gyroscope: after 1 m 1 cm and 0.2 degrees, after a turn about itself 1 degree.
    pub const GYROSCOPE: Self = Self { along_m2_m: 1e-4, heading_rad2_m: 1.2e-5, heading_rad2_rad: 4.8e-5 };

    /// Wheels alone: after 1 m 3 cm and 1 degree, after a turn about itself 5 degrees.
    pub const WHEELS: Self = Self { along_m2_m: 9e-4, heading_rad2_m: 3e-4, heading_rad2_rad: 1.2e-3 };

    /// The greatest variance: with more, a robot knows nothing after a metre.
    const MOST: f64 = 1.0;

    /// From the variance of the distance in square metres for each metre, and those of the heading in square radians: for each metre, and for
    /// each radian of turning.
    ///
    /// # Errors
    /// [`MotionSettingError`] names a variance that is not from 0 to 1.
    pub fn new(along_m2_m: f64, heading_rad2_m: f64, heading_rad2_rad: f64) -> Result<Self, MotionSettingError> {
        let variances = [
            ("the variance of the distance for each metre", along_m2_m),
            ("the variance of the heading for each metre", heading_rad2_m),
            ("the variance of the heading for each radian", heading_rad2_rad),
        ];
        match variances.into_iter().find(|(_, value)| !(0.0..=Self::MOST).contains(value)) {
            Some((setting, value)) => Err(MotionSettingError { setting, value, mend: "give a number from 0 to 1" }),
            None => Ok(Self { along_m2_m, heading_rad2_m, heading_rad2_rad }),
        }
    }
}

/// The odometry of one robot.
#[derive(Debug, Clone)]
pub struct Odometry {
    believed: FloorPose,
    drift: Drift,
    rng: ChaCha8Rng,
}

impl Odometry {
    /// A step of which errors are drawn: metres, and radians.
    const STEP_M: f64 = 0.05;
    const STEP_RAD: f64 = 0.05;

    /// Of a robot that knows where it starts.
    pub fn new(seed: u64, start: FloorPose, drift: Drift) -> Self {
        Self { believed: start, drift, rng: chances(seed, "odometry") }
    }

    /// Where the robot believes to be.
    pub fn believed(&self) -> FloorPose {
        self.believed
    }

    /// Follows a drive; the poses that the robot believes in on the way.
    pub fn follow(&mut self, drive: &Drive) -> BelievedDrive {
        let mut poses = vec![(0.0, self.believed)];
        for (leg, begins_s, lasts_s) in drive.legs() {
            let steps = (leg.distance_m / Self::STEP_M).max(leg.turn_rad.abs() / Self::STEP_RAD).ceil().max(1.0);
            let (distance, turn) = (leg.distance_m / steps, leg.turn_rad / steps);
            let along = (self.drift.along_m2_m * distance).sqrt();
            let heading = (self.drift.heading_rad2_m * distance + self.drift.heading_rad2_rad * turn.abs()).sqrt();
            for step in 1..=steps as usize {
                let (distance, turn) =
                    (distance + along * normal(&mut self.rng), turn + heading * normal(&mut self.rng));
                self.believed = self.believed.moved(distance, turn);
                poses.push((begins_s + lasts_s * step as f64 / steps, self.believed));
            }
        }
        BelievedDrive { poses }
    }

    /// The places that a robot comes to if it steers by what it believes.
    ///
    /// A path of the believed map, as it lies in the house, for a robot whose true pose is `truth`.
    pub fn in_the_house(&self, truth: FloorPose, path: &[GroundPoint]) -> Vec<GroundPoint> {
        let turn = truth.yaw_rad - self.believed.yaw_rad;
        let (sin, cos) = turn.sin_cos();
        let place = |place: &GroundPoint| {
            let (east, north) = (place.x - self.believed.at.x, place.y - self.believed.at.y);
            GroundPoint::new(truth.at.x + cos * east - sin * north, truth.at.y + sin * east + cos * north)
        };
        path.iter().map(place).collect()
    }
}

/// The poses that a robot believes in during a drive.
#[derive(Debug, Clone, PartialEq)]
pub struct BelievedDrive {
    /// Seconds after the start, rising, and poses.
    poses: Vec<(f64, FloorPose)>,
}

impl BelievedDrive {
    /// The pose that the robot believes in a time after the start.
    pub fn pose_at(&self, time: Duration) -> FloorPose {
        let seconds = time.as_secs_f64();
        let next = self.poses.partition_point(|pose| pose.0 <= seconds).min(self.poses.len() - 1).max(1);
        let Some(&(end_s, end)) = self.poses.get(next) else { return self.poses[0].1 };
        let (start_s, start) = self.poses[next - 1];
        let share = ((seconds - start_s) / (end_s - start_s)).clamp(0.0, 1.0);
        let at = |from: f64, to: f64| from + share * (to - from);
        let place = GroundPoint::new(at(start.at.x, end.at.x), at(start.at.y, end.at.y));
        FloorPose::new(place, start.yaw_rad + share * wrapped(end.yaw_rad - start.yaw_rad))
    }
}
