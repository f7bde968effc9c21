use std::{collections::BTreeMap, time::Duration};

use r2r::{
    nav_msgs::msg::Odometry,
    sensor_msgs::msg::{CameraInfo, Image},
};
use surefleet_fleet::{RobotId, Stamp};
use surefleet_houses::{FloorPose, Hit, View};
use surefleet_language::Picture;
use surefleet_mapping::{DepthFrame, DepthPicture, Intrinsics};
use surefleet_ros::{
    FleetNode, Inbox, NodeError, Raw,
    topics::{CAMERA_DEPTH, CAMERA_IMAGE, CAMERA_INFO, CAMERA_TRUTH, ODOMETRY},
    wire,
};

/// So many stamps are waited for at once; older ones have lost a part.
const KEPT: usize = 8;

/// Puts together what was taken at one moment: depths, a picture, the camera, and where the robot believed to be.
pub(super) struct Senses {
    depths: Inbox<Image>,
    pictures: Inbox<Image>,
    /// The picture is of what each pixel truly shows.
    is_truth: bool,
    infos: Inbox<CameraInfo>,
    poses: Inbox<Odometry>,
    parts: BTreeMap<Stamp, Parts>,
    /// The stamp of the last look; earlier ones are late.
    last: Option<Stamp>,
    /// When the last look came, by the node's time.
    came: Option<Stamp>,
    ignored: u64,
    /// Why the last look could not be used.
    fault: Option<String>,
}

#[derive(Default)]
struct Parts {
    depth: Option<Image>,
    picture: Option<Image>,
    info: Option<CameraInfo>,
    pose: Option<Odometry>,
}

/// One look of the robot.
#[derive(Debug)]
pub(super) struct Look {
    pub taken: Stamp,
    pub shown: Shown,
    /// Where the robot believed to be.
    pub pose: FloorPose,
}

/// What a camera shows.
#[derive(Debug)]
pub(super) enum Shown {
    /// Colours and depths, for a model.
    Colours(Picture, DepthPicture),
    /// What each pixel truly shows, for simulated models.
    Truth(View),
}

impl Look {
    /// Its depths.
    pub fn frame(&self) -> DepthFrame<'_> {
        match &self.shown {
            Shown::Colours(_, depths) => depths.frame(),
            Shown::Truth(view) => view.depth_frame(),
        }
    }
}

impl Senses {
    /// `is_truth`: for simulated models.
    pub fn open(node: &mut FleetNode, robot: &RobotId, is_truth: bool) -> Result<Self, NodeError> {
        Ok(Self {
            depths: Inbox::subscribe_of(node, robot, &CAMERA_DEPTH)?,
            pictures: Inbox::subscribe_of(node, robot, if is_truth { &CAMERA_TRUTH } else { &CAMERA_IMAGE })?,
            is_truth,
            infos: Inbox::subscribe_of(node, robot, &CAMERA_INFO)?,
            poses: Inbox::subscribe_of(node, robot, &ODOMETRY)?,
            parts: BTreeMap::new(),
            last: None,
            came: None,
            ignored: 0,
            fault: None,
        })
    }

    /// The next look of which all parts have come.
    pub fn look(&mut self, now: Stamp) -> Option<Look> {
        self.hear();
        loop {
            let is_whole = |parts: &Parts| {
                parts.depth.is_some() && parts.picture.is_some() && parts.info.is_some() && parts.pose.is_some()
            };
            let taken = self.parts.iter().find(|(_, parts)| is_whole(parts)).map(|(taken, _)| *taken)?;
            let parts = self.parts.remove(&taken)?;
            // What is older has lost a part.
            self.parts.retain(|other, _| *other > taken);
            self.last = Some(taken);
            match whole(taken, parts, self.is_truth) {
                Ok(look) => {
                    (self.came, self.fault) = (Some(now), None);
                    return Some(look);
                }
                Err(fault) => {
                    self.ignored += 1;
                    self.fault = Some(fault);
                }
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

    /// Why the last look could not be used.
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// Pictures that could not be used.
    pub fn ignored(&self) -> u64 {
        self.ignored
    }

    fn hear(&mut self) {
        while let Some(image) = self.depths.take() {
            self.keep(wire::stamp(&image.header.stamp), |parts| parts.depth = Some(image));
        }
        while let Some(image) = self.pictures.take() {
            self.keep(wire::stamp(&image.header.stamp), |parts| parts.picture = Some(image));
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

/// A look, or why the parts are none.
fn whole(taken: Stamp, parts: Parts, is_truth: bool) -> Result<Look, String> {
    let Parts { depth: Some(depth), picture: Some(picture), info: Some(info), pose: Some(pose) } = parts else {
        return Err("a part is missing".to_owned());
    };
    let [fx, _, cx, _, fy, cy, ..] = info.k[..] else { return Err("camera_info.k has not 9 numbers".to_owned()) };
    let (width, height) = (info.width as usize, info.height as usize);
    let intrinsics = Intrinsics::new(width, height, [fx, fy], [cx, cy]).map_err(|error| error.to_string())?;
    let is_plain = |image: &Image, bytes: usize| {
        let is_sized = image.width == info.width && image.height == info.height;
        is_sized && image.data.len() == bytes * width * height && image.is_bigendian == 0
    };
    if depth.encoding != "32FC1" || !is_plain(&depth, 4) {
        return Err(format!(
            "depths of {} x {} as {}: they must be 32FC1, metres, little-endian, without padding, of the size in camera_info, {width} x {height}",
            depth.width, depth.height, depth.encoding
        ));
    }
    let depths = depth.data.as_chunks::<4>().0;
    let depth_m: Vec<f32> = depths.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
    let shown = if is_truth {
        if picture.encoding != "16UC1" || !is_plain(&picture, 2) {
            return Err("the truth of each pixel must be 16UC1, of the size in camera_info".to_owned());
        }
        let codes = picture.data.as_chunks::<2>().0;
        let hits = codes.iter().map(|bytes| Hit::of_code(u16::from_le_bytes(*bytes))).collect::<Option<Vec<Hit>>>();
        let hits = hits.ok_or("the truth of a pixel has no meaning")?;
        Shown::Truth(View::new(intrinsics, depth_m, hits).map_err(|error| error.to_string())?)
    } else {
        if picture.width != info.width || picture.height != info.height {
            let (w, h) = (picture.width, picture.height);
            return Err(format!("a picture of {w} x {h}: it must have the size in camera_info, {width} x {height}"));
        }
        let depths = DepthPicture::new(intrinsics, depth_m).map_err(|error| error.to_string())?;
        Shown::Colours(Raw::Plain(picture).picture()?, depths)
    };
    let (at, yaw_rad) = wire::on_floor(&pose.pose.pose).ok_or("the odometry's pose is not on the floor")?;
    Ok(Look { taken, shown, pose: FloorPose::new(at, yaw_rad) })
}
