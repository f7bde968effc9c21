//! What the robots in the house sense: pictures, and where they believe to be.

use std::time::Duration;

use r2r::{
    Publisher, QosProfile,
    geometry_msgs::msg::{Point as PointMessage, Pose, Quaternion},
    nav_msgs::msg::Odometry,
    sensor_msgs::msg::{CameraInfo, Image},
    std_msgs::msg::Header,
};
use surefleet_fleet::{RobotId, Stamp};
use surefleet_houses::{FloorPose, View, look};
use surefleet_mapping::{Body, Intrinsics, Metres, Optical, Point, Transform};
use surefleet_ros::{FleetNode, NodeError, wire};
use surefleet_simulator::SimulatedHouse;

/// Pixels of a picture on each side, and the angle between its edges.
const PIXELS: usize = 96;
const FOV_RAD: f64 = std::f64::consts::FRAC_PI_2;
/// Depths beyond are not measured.
const FARTHEST: Metres = Metres::new(10.0);

/// One camera per robot; they take turns.
pub(super) struct Cameras {
    intrinsics: Intrinsics,
    mounting: Transform<Body, Optical>,
    period: Duration,
    mounts: Vec<Mount>,
    /// The robot whose turn is next, and when.
    next: (usize, Stamp),
}

struct Mount {
    robot: RobotId,
    frame_id: String,
    colour: Publisher<Image>,
    depth: Publisher<Image>,
    truth: Publisher<Image>,
    info: Publisher<CameraInfo>,
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
        let mounts = robots.iter().map(|robot| Mount::open(node, robot)).collect::<Result<_, _>>()?;
        Ok(Self {
            intrinsics: intrinsics.map_err(|error| NodeError::Refused(error.to_string()))?,
            mounting: Transform::facing_forward(Point::new(0.0, 0.0, height_m), pitch_rad),
            period: Duration::from_secs_f64(1.0 / hz),
            mounts,
            next: (0, Stamp::ZERO),
        })
    }

    /// Takes the picture that is due; one per call, so that other work does not wait long.
    pub fn work(&mut self, now: Stamp, ros: Stamp, house: &SimulatedHouse) {
        let (place, due) = self.next;
        if now < due {
            return;
        }
        let share = self.period / self.mounts.len().max(1) as u32;
        // Late pictures are left out.
        let next = due + share;
        self.next = ((place + 1) % self.mounts.len(), if next <= now { now + share } else { next });
        let mount = &self.mounts[place];
        let Some(wheels) = house.wheels(&mount.robot) else { return };
        let view = look(house.house(), wheels.truth().transform() * self.mounting, &self.intrinsics, FARTHEST);
        if let Err(error) = mount.publish(ros, wheels.believed(), &view) {
            tracing::warn!(%error, robot = %mount.robot, "a picture could not be published; the next one comes soon");
        }
    }

    /// When the next picture is due.
    pub fn next_deadline(&self) -> Stamp {
        self.next.1
    }
}

impl Mount {
    fn open(node: &mut FleetNode, robot: &RobotId) -> Result<Self, NodeError> {
        let fleet = node.fleet().clone();
        fn publish<T: r2r::WrappedTypesupport>(node: &mut FleetNode, name: String) -> Result<Publisher<T>, NodeError> {
            // A reliable publisher serves best-effort listeners too, and RViz.
            let publisher = node.create_publisher(&name, QosProfile::default().reliable().keep_last(1));
            publisher.map_err(NodeError::ros(format!("publish on {name}")))
        }
        Ok(Self {
            frame_id: format!("{robot}/camera_optical_frame"),
            colour: publish(node, fleet.robot_name(robot, "camera/image_raw"))?,
            depth: publish(node, fleet.robot_name(robot, "camera/depth/image_raw"))?,
            truth: publish(node, fleet.robot_name(robot, "camera/truth/image_raw"))?,
            info: publish(node, fleet.robot_name(robot, "camera/camera_info"))?,
            odometry: publish(node, fleet.robot_name(robot, "odom"))?,
            robot: robot.clone(),
        })
    }

    fn publish(&self, ros: Stamp, believed: FloorPose, view: &View) -> r2r::Result<()> {
        let header = Header { frame_id: self.frame_id.clone(), ..wire::header(ros) };
        let (width, height) = (view.intrinsics().width() as u32, view.intrinsics().height() as u32);
        let image = |encoding: &str, pixel: u32, data: Vec<u8>| Image {
            header: header.clone(),
            height,
            width,
            encoding: encoding.to_owned(),
            step: pixel * width,
            data,
            ..Default::default()
        };
        let depth = view.depth_m.iter().flat_map(|depth| depth.to_le_bytes()).collect();
        let truth = view.hits.iter().flat_map(|hit| hit.code().to_le_bytes()).collect();
        let ([fx, fy], [cx, cy]) = (view.intrinsics().focal(), view.intrinsics().principal());
        let info = CameraInfo {
            header: header.clone(),
            height,
            width,
            distortion_model: "plumb_bob".to_owned(),
            d: vec![0.0; 5],
            k: vec![fx, 0.0, cx, 0.0, fy, cy, 0.0, 0.0, 1.0],
            r: vec![1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
            p: vec![fx, 0.0, cx, 0.0, 0.0, fy, cy, 0.0, 0.0, 0.0, 1.0, 0.0],
            ..Default::default()
        };
        let (sin, cos) = (believed.yaw_rad / 2.0).sin_cos();
        let mut odometry = Odometry {
            header: Header { frame_id: "map".to_owned(), ..header.clone() },
            child_frame_id: format!("{}/base_link", self.robot),
            ..Default::default()
        };
        odometry.pose.pose = Pose {
            position: PointMessage { x: believed.at.x, y: believed.at.y, z: 0.0 },
            orientation: Quaternion { x: 0.0, y: 0.0, z: sin, w: cos },
        };
        self.info.publish(&info)?;
        self.odometry.publish(&odometry)?;
        self.colour.publish(&image("rgb8", 3, view.rgb.clone()))?;
        self.truth.publish(&image("16UC1", 2, truth))?;
        self.depth.publish(&image("32FC1", 4, depth))
    }
}
