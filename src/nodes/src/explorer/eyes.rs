use std::{collections::BTreeMap, time::Duration};

use r2r::{
    nav_msgs::msg::Odometry,
    sensor_msgs::msg::{CameraInfo, Image},
};
use surefleet_fleet::{RobotId, Stamp};
use surefleet_houses::{FloorPose, Hit, View};
use surefleet_mapping::Intrinsics;
use surefleet_ros::{
    FleetNode, Inbox, NodeError,
    topics::{CAMERA_DEPTH, CAMERA_INFO, CAMERA_TRUTH, ODOMETRY},
    wire,
};

/// So many stamps are waited for at once; older ones have lost a part.
const KEPT: usize = 8;

/// Puts together what was taken at one moment: depths, what each pixel shows, the camera, and where the robot believed to be.
pub(super) struct Eyes {
    depths: Inbox<Image>,
    truths: Inbox<Image>,
    infos: Inbox<CameraInfo>,
    poses: Inbox<Odometry>,
    parts: BTreeMap<Stamp, Parts>,
    /// The stamp of the last look; earlier ones are late.
    last: Option<Stamp>,
    /// When the last look came, by the node's time.
    came: Option<Stamp>,
    ignored: u64,
}

#[derive(Default)]
struct Parts {
    depth: Option<Image>,
    truth: Option<Image>,
    info: Option<CameraInfo>,
    pose: Option<Odometry>,
}

/// One look of the robot.
pub(super) struct Look {
    pub taken: Stamp,
    pub view: View,
    /// Where the robot believed to be.
    pub pose: FloorPose,
}

impl Eyes {
    pub fn open(node: &mut FleetNode, robot: &RobotId) -> Result<Self, NodeError> {
        Ok(Self {
            depths: Inbox::subscribe_of(node, robot, &CAMERA_DEPTH)?,
            truths: Inbox::subscribe_of(node, robot, &CAMERA_TRUTH)?,
            infos: Inbox::subscribe_of(node, robot, &CAMERA_INFO)?,
            poses: Inbox::subscribe_of(node, robot, &ODOMETRY)?,
            parts: BTreeMap::new(),
            last: None,
            came: None,
            ignored: 0,
        })
    }

    /// The next look of which all parts have come.
    pub fn look(&mut self, now: Stamp) -> Option<Look> {
        self.hear();
        loop {
            let is_whole = |parts: &Parts| {
                parts.depth.is_some() && parts.truth.is_some() && parts.info.is_some() && parts.pose.is_some()
            };
            let taken = self.parts.iter().find(|(_, parts)| is_whole(parts)).map(|(taken, _)| *taken)?;
            let parts = self.parts.remove(&taken)?;
            // What is older has lost a part.
            self.parts.retain(|other, _| *other > taken);
            self.last = Some(taken);
            match whole(taken, parts) {
                Some(look) => {
                    self.came = Some(now);
                    return Some(look);
                }
                None => self.ignored += 1,
            }
        }
    }

    /// Takes and forgets what comes, while the node is not active.
    pub fn forget(&mut self) {
        self.hear();
        self.parts.clear();
    }

    /// How long ago the last look came.
    pub fn age(&self, now: Stamp) -> Option<Duration> {
        self.came.map(|came| now - came)
    }

    /// Pictures that could not be used.
    pub fn ignored(&self) -> u64 {
        self.ignored
    }

    fn hear(&mut self) {
        while let Some(image) = self.depths.take() {
            self.keep(wire::stamp(&image.header.stamp), |parts| parts.depth = Some(image));
        }
        while let Some(image) = self.truths.take() {
            self.keep(wire::stamp(&image.header.stamp), |parts| parts.truth = Some(image));
        }
        while let Some(info) = self.infos.take() {
            self.keep(wire::stamp(&info.header.stamp), |parts| parts.info = Some(info));
        }
        while let Some(pose) = self.poses.take() {
            self.keep(wire::stamp(&pose.header.stamp), |parts| parts.pose = Some(pose));
        }
    }

    fn keep(&mut self, taken: Stamp, put: impl FnOnce(&mut Parts)) {
        if self.last.is_some_and(|last| taken <= last) {
            return;
        }
        put(self.parts.entry(taken).or_default());
        if self.parts.len() > KEPT {
            self.parts.pop_first();
        }
    }
}

/// `None`: the parts do not fit one another, or are not what they should be.
fn whole(taken: Stamp, parts: Parts) -> Option<Look> {
    let (depth, truth, info, pose) = (parts.depth?, parts.truth?, parts.info?, parts.pose?);
    let [fx, _, cx, _, fy, cy, ..] = info.k[..] else { return None };
    let (width, height) = (info.width as usize, info.height as usize);
    let intrinsics = Intrinsics::new(width, height, [fx, fy], [cx, cy]).ok()?;
    let pixels = width * height;
    let is_plain = |image: &Image, encoding: &str, bytes: usize| {
        let is_sized = image.width == info.width && image.height == info.height && image.data.len() == bytes * pixels;
        is_sized && image.encoding == encoding && image.is_bigendian == 0
    };
    if !is_plain(&depth, "32FC1", 4) || !is_plain(&truth, "16UC1", 2) {
        return None;
    }
    let (depths, codes) = (depth.data.as_chunks::<4>().0, truth.data.as_chunks::<2>().0);
    let depths = depths.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
    let hits = codes.iter().map(|bytes| Hit::of_code(u16::from_le_bytes(*bytes))).collect::<Option<Vec<Hit>>>()?;
    let view = View::new(intrinsics, depths, hits).ok()?;
    let (at, yaw_rad) = wire::on_floor(&pose.pose.pose)?;
    Some(Look { taken, view, pose: FloorPose::new(at, yaw_rad) })
}
