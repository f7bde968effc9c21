//! Where the objects of a domain are that have a fixed pose.

use r2r::{
    geometry_msgs::msg::{Point, Pose, Quaternion},
    surefleet::msg::ObjectPose,
};
use surefleet_world::World;

/// The fixed poses, in the order of the objects.
pub(super) fn fixed_poses(world: &World) -> Vec<ObjectPose> {
    let pose = |object: &surefleet_world::Object| {
        let pose = object.pose.as_ref()?;
        let ([x, y, z], [i, j, k, w]) = (pose.position_m, pose.orientation);
        let position = Point { x, y, z };
        let orientation = Quaternion { x: i, y: j, z: k, w };
        let pose_at = Pose { position, orientation };
        Some(ObjectPose { object: object.name.clone(), frame_id: pose.frame.clone(), pose: pose_at })
    };
    world.objects().iter().filter_map(pose).collect()
}
