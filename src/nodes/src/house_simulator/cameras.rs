//! What the robots in the house sense: pictures, and where they believe to be.

use r2r::{Publisher, nav_msgs::msg::Odometry, sensor_msgs::msg::Image, std_msgs::msg::Header};
use surefleet_fleet::{RobotId, Stamp};
use surefleet_houses::look;
use surefleet_mapping::{Body, Frame, Intrinsics, Map, Metres, Optical, Point, Transform};
use surefleet_ros::{
    FleetNode, NodeError,
    topics::{CAMERA_TRUTH, ODOMETRY},
    wire,
};
use surefleet_simulator::SimulatedHouse;

use crate::simulated_cameras::{CameraTopics, Picture, Turns, image, publisher};

/// Pixels of a picture on each side, as many as the shipped models are trained on, and the angle between its edges.
const PIXELS: usize = 128;
const FOV_RAD: f64 = std::f64::consts::FRAC_PI_2;
/// Depths beyond are not measured.
const FARTHEST: Metres = Metres::new(10.0);

/// One camera per robot; they take turns.
pub(super) struct Cameras {
    intrinsics: Intrinsics,
    mounting: Transform<Body, Optical>,
    mounts: Vec<Mount>,
    turns: Turns,
}

struct Mount {
    robot: RobotId,
    topics: CameraTopics,
    truth: Publisher<Image>,
    odometry: Publisher<Odometry>,
}

impl Cameras {
    /// Opens the cameras with this many pictures a second each, above 0; `mounting`: metres above the floor, and radians down.
    pub fn open(
        node: &mut FleetNode,
        robots: &[RobotId],
        hz: f64,
        (height_m, pitch_rad): (f64, f64),
    ) -> Result<Self, NodeError> {
        let intrinsics = Intrinsics::with_fov(PIXELS, PIXELS, FOV_RAD);
        let mounts = robots.iter().map(|robot| {
            Ok::<_, NodeError>(Mount {
                topics: CameraTopics::open(node, robot)?,
                truth: publisher(node, robot, &CAMERA_TRUTH)?,
                odometry: publisher(node, robot, &ODOMETRY)?,
                robot: robot.clone(),
            })
        });
        Ok(Self {
            intrinsics: intrinsics.map_err(|error| NodeError::Refused(error.to_string()))?,
            mounting: Transform::facing_forward(Point::new(0.0, 0.0, height_m), pitch_rad),
            mounts: mounts.collect::<Result<_, _>>()?,
            turns: Turns::new(robots.len(), hz),
        })
    }

    /// Takes the picture that is due.
    pub fn work(&mut self, now: Stamp, ros: Stamp, house: &SimulatedHouse) {
        let Some(place) = self.turns.take(now) else { return };
        let Mount { robot, topics, truth, odometry } = &self.mounts[place];
        let Some(wheels) = house.wheels(robot) else { return };
        let view = look(house.house(), wheels.truth().transform() * self.mounting, &self.intrinsics, FARTHEST);
        let (header, size) = (topics.header(ros), [PIXELS; 2]);
        let believed = wheels.believed();
        let mut pose = Odometry {
            header: Header { frame_id: Map::NAME.to_owned(), ..header.clone() },
            child_frame_id: format!("{robot}/base_link"),
            ..Default::default()
        };
        pose.pose.pose = wire::floor_pose(believed.at, believed.yaw_rad);
        topics.note(odometry.publish(&pose));
        let hits = view.hits.iter().flat_map(|hit| hit.code().to_le_bytes()).collect();
        topics.note(truth.publish(&image(&header, size, ("16UC1", 2), hits)));
        let (focal, principal) = (self.intrinsics.focal(), self.intrinsics.principal());
        topics.publish(&header, &Picture { size, focal, principal, rgb: &view.rgb, depth_m: &view.depth_m });
    }

    /// When the next picture is due.
    pub fn next_deadline(&self) -> Stamp {
        self.turns.next_deadline()
    }
}
