//! When a robot has ended a way: it stands still, or it looks around.

use std::time::Duration;

use surefleet_fleet::Stamp;
use surefleet_houses::FloorPose;
use surefleet_mapping::{GroundPoint, Metres};

/// A robot that has not moved for so long has ended its way.
const STANDS: Duration = Duration::from_millis(1500);
/// A robot that has turned so far on the spot looks around at the end of its way; at a corner it turns half a circle at most.
const AROUND_RAD: f64 = 1.1 * std::f64::consts::PI;
/// Within this distance a robot is on the spot: where it believes to be drifts.
const SPOT: Metres = Metres::new(0.15);

/// Follows a robot's poses. A robot whose steps are quick never stands still for long.
#[derive(Debug, Default)]
pub(super) struct Standstill {
    moved_at: Stamp,
    /// Where the robot stands or turns, its direction there, and how far it has turned since it last looked around.
    spot: Option<GroundPoint>,
    yaw_rad: f64,
    turned_rad: f64,
    /// Whether the robot has moved, and no end of a way was noted on this spot.
    is_on_way: bool,
}

impl Standstill {
    pub fn note_move(&mut self, now: Stamp, pose: FloorPose) {
        self.moved_at = now;
        if self.spot.is_none_or(|spot| spot.distance(pose.at) > SPOT) {
            (self.spot, self.turned_rad, self.is_on_way) = (Some(pose.at), 0.0, true);
        } else {
            let (sin, cos) = (pose.yaw_rad - self.yaw_rad).sin_cos();
            self.turned_rad += sin.atan2(cos).abs();
        }
        self.yaw_rad = pose.yaw_rad;
    }

    /// Whether the robot has just ended a way.
    pub fn has_begun(&mut self, now: Stamp) -> bool {
        let has_turned = self.turned_rad >= AROUND_RAD;
        if has_turned {
            // The rest of the circle does not count for the next.
            self.turned_rad -= std::f64::consts::TAU;
        }
        let begins = has_turned || self.is_on_way && now >= self.moved_at + STANDS;
        self.is_on_way &= !begins;
        begins
    }

    /// When it begins, if the robot does not move before.
    pub fn next_deadline(&self) -> Option<Stamp> {
        self.is_on_way.then(|| self.moved_at + STANDS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn second(seconds: f64) -> Stamp {
        Stamp::ZERO + Duration::from_secs_f64(seconds)
    }

    fn pose(x: f64, yaw_rad: f64) -> FloorPose {
        FloorPose::new(GroundPoint::new(x, 0.0), yaw_rad)
    }

    #[test]
    fn it_begins_once_where_a_robot_does_not_go_on() {
        let mut standstill = Standstill::default();
        assert!(!standstill.has_begun(second(9.0)) && standstill.next_deadline().is_none(), "it has never moved");
        (0..4_u32).for_each(|step| standstill.note_move(second(step.into()), pose(step.into(), 0.0)));
        assert!(!standstill.has_begun(second(4.0)));
        assert_eq!(standstill.next_deadline(), Some(second(4.5)));
        assert!(standstill.has_begun(second(4.5)));
        // A drift on the spot is no way.
        standstill.note_move(second(5.0), pose(3.1, 0.1));
        assert!(!standstill.has_begun(second(9.0)));
    }

    #[test]
    fn a_turn_at_a_corner_is_none_and_a_look_around_is() {
        let mut standstill = Standstill::default();
        // Half a circle, and on.
        (0..=10)
            .for_each(|step| standstill.note_move(second(f64::from(step) / 10.0), pose(5.0, f64::from(step) * 0.31)));
        assert!(!standstill.has_begun(second(1.0)), "half a circle");
        standstill.note_move(second(1.1), pose(5.4, 3.1));
        assert!(!standstill.has_begun(second(2.0)), "it drives on");
        let mut standstill = Standstill::default();
        let turned = |step: u32| pose(5.0, f64::from(step) * 0.4);
        (0..=9).for_each(|step| standstill.note_move(second(f64::from(step) / 10.0), turned(step)));
        assert!(standstill.has_begun(second(1.0)) && !standstill.has_begun(second(1.0)), "more than half a circle");
    }
}
