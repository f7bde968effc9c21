//! The robots' cameras: colour, depth and calibration, drawn only while they have listeners.

use surefleet_calibration::PICTURE_EDGE;
use surefleet_fleet::{RobotId, Stamp};
use surefleet_mission::Transport;
use surefleet_ros::{FleetNode, NodeError};
use surefleet_simulator::{Appearance, Camera, Scene};

use crate::simulated_cameras::{CameraTopics, Picture, Turns};

/// First house of these cameras; lower numbers are used for models' training and calibration.
const FIRST_HOUSE: u64 = 2_000_000;

/// One camera per robot; they take turns.
pub(super) struct Cameras {
    camera: Camera,
    house: u64,
    topics: Vec<CameraTopics>,
    turns: Turns,
    /// The world in the last pictures, and the number of its changes.
    seen: Option<Scene>,
    changes: u64,
}

impl Cameras {
    /// Opens the cameras with this many pictures a second each, above 0.
    pub fn open(node: &mut FleetNode, robots: &[RobotId], hz: f64, seed: u64) -> Result<Self, NodeError> {
        let topics = robots.iter().map(|robot| CameraTopics::open(node, robot)).collect::<Result<_, _>>()?;
        let (camera, house, turns) = (Camera::new(PICTURE_EDGE), FIRST_HOUSE + seed, Turns::new(robots.len(), hz));
        Ok(Self { camera, house, topics, turns, seen: None, changes: 0 })
    }

    /// Takes the picture that is due.
    pub fn work(&mut self, now: Stamp, ros: Stamp, domain: &Transport, scene: &Scene) {
        let Some(robot) = self.turns.take(now) else { return };
        let topics = &self.topics[robot];
        if !topics.has_audience() {
            return;
        }
        if self.seen.as_ref() != Some(scene) {
            (self.seen, self.changes) = (Some(scene.clone()), self.changes + 1);
        }
        // A robot's view stays the same until something changes.
        let moment = self.changes * self.topics.len() as u64 + robot as u64;
        let look = Appearance { house: self.house, moment, ..Appearance::default() };
        let shot = self.camera.shoot(domain, scene, robot, &look);
        let (focal, middle) = (f64::from(self.camera.focal_px()), shot.edge as f64 / 2.0);
        topics.publish(
            &topics.header(ros),
            &Picture {
                size: [shot.edge; 2],
                focal: [focal; 2],
                principal: [middle; 2],
                rgb: &shot.rgb,
                depth_m: &shot.depth_m,
            },
        );
    }

    /// When the next picture is due.
    pub fn next_deadline(&self) -> Stamp {
        self.turns.next_deadline()
    }
}
