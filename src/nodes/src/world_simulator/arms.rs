//! The arms of the simulated world: where their joints are while skills are under way.

use r2r::surefleet::msg::ArmPosition;
use surefleet_fleet::{Decision, RobotId, Stamp};
use surefleet_ros::wire;
use surefleet_simulator::SimulatedArms;
use surefleet_site::Site;

/// The arms of the fleet file at their start; `None`: it has none.
pub(super) fn arms_of(site: &Site) -> Option<SimulatedArms> {
    site.cell.clone().map(|cell| SimulatedArms::new(cell, site.fleet.arms_at_start()))
}

/// Moves the arms on: `doing` has the skills under way with how far they are, `ended` those that came to an end, and whether they were done.
pub(super) fn move_on<'a>(
    arms: &mut SimulatedArms,
    doing: impl Iterator<Item = (&'a RobotId, Decision, f32)>,
    ended: impl Iterator<Item = (&'a RobotId, bool)>,
) {
    doing.for_each(|(robot, decision, part)| arms.go(robot, decision, part.into()));
    ended.for_each(|(robot, is_done)| arms.rest(robot, is_done));
}

/// Where the joints are now.
pub(super) fn positions(arms: Option<&SimulatedArms>, now: Stamp) -> Vec<ArmPosition> {
    let told = |(robot, joints): (&RobotId, [f64; 6])| ArmPosition {
        robot: robot.to_string(),
        joints: joints.to_vec(),
        stamp: wire::time(now),
    };
    arms.iter().flat_map(|arms| arms.positions()).map(told).collect()
}
