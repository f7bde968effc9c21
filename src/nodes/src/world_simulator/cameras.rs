//! The robots' cameras: colour, depth and calibration, drawn only while they have listeners.

use std::time::Duration;

use r2r::{
    Publisher, QosProfile,
    sensor_msgs::msg::{CameraInfo, Image},
    std_msgs::msg::Header,
};
use surefleet_calibration::PICTURE_EDGE;
use surefleet_fleet::{RobotId, Stamp};
use surefleet_mission::Transport;
use surefleet_ros::{FleetNode, NodeError, wire};
use surefleet_simulator::{Appearance, Camera, Scene, Shot};

/// First house of these cameras; lower numbers are used for models' training and calibration.
const FIRST_HOUSE: u64 = 2_000_000;

/// One camera per robot; they take turns.
pub(super) struct Cameras {
    camera: Camera,
    period: Duration,
    house: u64,
    mounts: Vec<Mount>,
    /// The robot whose turn is next, and when.
    next: (usize, Stamp),
    /// The world in the last pictures, and the number of its changes.
    seen: Option<Scene>,
    changes: u64,
}

struct Mount {
    frame_id: String,
    colour: Publisher<Image>,
    depth: Publisher<Image>,
    info: Publisher<CameraInfo>,
}

impl Cameras {
    /// Opens the cameras with this many pictures a second each, above 0.
    pub fn open(node: &mut FleetNode, robots: &[RobotId], hz: f64, seed: u64) -> Result<Self, NodeError> {
        let mounts = robots.iter().map(|robot| Mount::open(node, robot)).collect::<Result<_, _>>()?;
        let period = Duration::from_secs_f64(1.0 / hz);
        let (camera, house) = (Camera::new(PICTURE_EDGE), FIRST_HOUSE + seed);
        Ok(Self { camera, period, house, mounts, next: (0, Stamp::ZERO), seen: None, changes: 0 })
    }

    /// Takes the picture that is due; one per call, so that other work does not wait long.
    pub fn work(&mut self, now: Stamp, ros: Stamp, domain: &Transport, scene: &Scene) {
        let (robot, due) = self.next;
        if now < due {
            return;
        }
        let share = self.period / self.mounts.len().max(1) as u32;
        // Late pictures are left out.
        let next = due + share;
        self.next = ((robot + 1) % self.mounts.len(), if next <= now { now + share } else { next });
        let mount = &self.mounts[robot];
        if !mount.has_audience() {
            return;
        }
        if self.seen.as_ref() != Some(scene) {
            (self.seen, self.changes) = (Some(scene.clone()), self.changes + 1);
        }
        // A robot's view stays the same until something changes.
        let moment = self.changes * self.mounts.len() as u64 + robot as u64;
        let look = Appearance { house: self.house, moment, ..Appearance::default() };
        let shot = self.camera.shoot(domain, scene, robot, &look);
        let header = Header { frame_id: mount.frame_id.clone(), ..wire::header(ros) };
        mount.publish(header, &shot, self.camera.focal_px());
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
            info: publish(node, fleet.robot_name(robot, "camera/camera_info"))?,
        })
    }

    fn has_audience(&self) -> bool {
        let listens = |count: r2r::Result<usize>| count.is_ok_and(|count| count > 0);
        listens(self.colour.get_inter_process_subscription_count())
            || listens(self.depth.get_inter_process_subscription_count())
            || listens(self.info.get_inter_process_subscription_count())
    }

    fn publish(&self, header: Header, shot: &Shot, focal_px: f32) {
        let edge = shot.edge as u32;
        let image = |encoding: &str, pixel: u32, data: Vec<u8>| Image {
            header: header.clone(),
            height: edge,
            width: edge,
            encoding: encoding.to_owned(),
            step: pixel * edge,
            data,
            ..Default::default()
        };
        let depth = shot.depth_m.iter().flat_map(|depth| depth.to_le_bytes()).collect();
        let (focal, middle) = (f64::from(focal_px), f64::from(edge) / 2.0);
        let info = CameraInfo {
            header: header.clone(),
            height: edge,
            width: edge,
            distortion_model: "plumb_bob".to_owned(),
            d: vec![0.0; 5],
            k: vec![focal, 0.0, middle, 0.0, focal, middle, 0.0, 0.0, 1.0],
            r: vec![1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
            p: vec![focal, 0.0, middle, 0.0, 0.0, focal, middle, 0.0, 0.0, 0.0, 1.0, 0.0],
            ..Default::default()
        };
        let sent = self.colour.publish(&image("rgb8", 3, shot.rgb.clone()));
        let sent = sent.and_then(|()| self.depth.publish(&image("32FC1", 4, depth)));
        if let Err(error) = sent.and_then(|()| self.info.publish(&info)) {
            tracing::warn!(%error, frame = self.frame_id, "a picture could not be published; the next one comes soon");
        }
    }
}
