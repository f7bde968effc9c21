//! The arms of the simulated world: where their joints are while skills are under way.

use r2r::{
    geometry_msgs::msg::{Point, Pose, Quaternion, Vector3},
    std_msgs::msg::{ColorRGBA, Header},
    surefleet::msg::ArmPosition,
    visualization_msgs::msg::{Marker, MarkerArray},
};
use surefleet_fleet::{Decision, RobotId, Stamp};
use surefleet_reach::Capsule;
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

/// The colours of the arms, in turn.
const COLOURS: [[f32; 3]; 4] = [[0.30, 0.55, 0.96], [0.17, 0.54, 0.24], [0.91, 0.35, 0.05], [0.61, 0.21, 0.71]];

/// The capsules around the links, each as a line as wide as it.
pub(super) fn markers(arms: &SimulatedArms, now: Stamp) -> MarkerArray {
    let header = Header { stamp: wire::time(now), frame_id: "map".to_owned() };
    let line = |robot: &RobotId, id: usize, [red, green, blue]: [f32; 3], capsule: &Capsule| Marker {
        header: header.clone(),
        ns: robot.to_string(),
        id: id as i32,
        type_: Marker::LINE_STRIP as i32,
        pose: Pose { orientation: Quaternion { x: 0.0, y: 0.0, z: 0.0, w: 1.0 }, ..Default::default() },
        scale: Vector3 { x: 2.0 * capsule.radius_m, y: 0.0, z: 0.0 },
        color: ColorRGBA { r: red, g: green, b: blue, a: 0.9 },
        points: [capsule.from, capsule.to].map(|end| Point { x: end.x, y: end.y, z: end.z }).to_vec(),
        ..Default::default()
    };
    let of_arm = |((robot, capsules), colour): ((&RobotId, Vec<Capsule>), [f32; 3])| {
        let lines = capsules.iter().enumerate().map(|(id, capsule)| line(robot, id, colour, capsule));
        lines.collect::<Vec<Marker>>()
    };
    MarkerArray { markers: arms.capsules().zip(COLOURS.into_iter().cycle()).flat_map(of_arm).collect() }
}
