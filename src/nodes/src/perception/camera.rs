use std::{sync::Arc, time::Duration};

use r2r::{
    sensor_msgs::msg::{CameraInfo, CompressedImage, Image},
    std_msgs::msg::Header,
};
use surefleet_fleet::{RobotId, Stamp};
use surefleet_ros::{
    FleetNode, Inbox, NodeError, Raw,
    topics::{CAMERA_COMPRESSED, CAMERA_IMAGE, CAMERA_INFO},
    wire,
};

/// The newest picture of the robot's camera.
pub(super) struct Camera {
    plain: Inbox<Image>,
    compressed: Inbox<CompressedImage>,
    infos: Inbox<CameraInfo>,
    newest: Option<Frame>,
    info: Option<CameraInfo>,
    heard: u64,
    /// Pictures without a time.
    timeless: u64,
    /// Number of pictures from the future, and how far ahead the last one was.
    ahead: (u64, Duration),
}

/// The clocks of two machines may differ by this much; a picture further ahead would count as fresh for too long.
const AHEAD: Duration = Duration::from_millis(50);

/// One picture, as it arrived; copies share the pixels.
#[derive(Clone)]
pub(super) struct Frame {
    /// Time when it was taken.
    pub taken: Stamp,
    /// Its header.
    pub header: Header,
    /// Its pixels, not decoded yet.
    pub raw: Arc<Raw>,
}

impl Camera {
    pub fn open(node: &mut FleetNode, robot: &RobotId) -> Result<Self, NodeError> {
        Ok(Self {
            plain: Inbox::subscribe_of(node, robot, &CAMERA_IMAGE)?,
            compressed: Inbox::subscribe_of(node, robot, &CAMERA_COMPRESSED)?,
            infos: Inbox::subscribe_of(node, robot, &CAMERA_INFO)?,
            newest: None,
            info: None,
            heard: 0,
            timeless: 0,
            ahead: (0, Duration::ZERO),
        })
    }

    /// Takes the pictures that have arrived. Nothing is decoded here.
    pub fn hear(&mut self, now: Stamp) {
        while let Some(image) = self.plain.take() {
            self.keep(now, image.header.clone(), Raw::Plain(image));
        }
        while let Some(image) = self.compressed.take() {
            self.keep(now, image.header.clone(), Raw::Compressed(image));
        }
        while let Some(info) = self.infos.take() {
            self.info = Some(info);
        }
    }

    fn keep(&mut self, now: Stamp, header: Header, raw: Raw) {
        self.heard += 1;
        let taken = wire::stamp(&header.stamp);
        // The clock may have been set back since.
        self.newest.take_if(|newest| newest.taken > now + AHEAD);
        if taken == Stamp::ZERO {
            self.timeless += 1;
        } else if taken > now + AHEAD {
            self.ahead = (self.ahead.0 + 1, taken - now);
        } else if self.newest.as_ref().is_none_or(|newest| newest.taken <= taken) {
            self.newest = Some(Frame { taken, header, raw: Arc::new(raw) });
        }
    }

    /// The newest picture, if it was taken at `not_before` or later and is not older than `stale_after`; else why there
    /// is none.
    pub fn since(&self, now: Stamp, not_before: Stamp, stale_after: Duration) -> Result<&Frame, String> {
        let Some(newest) = &self.newest else {
            return Err(match (self.ahead, self.timeless) {
                ((1.., by), _) => {
                    format!(
                        "the camera's pictures are {:.1} s ahead of this clock: synchronise the two",
                        by.as_secs_f64()
                    )
                }
                (_, 0) => "no picture has come from the camera: check that it runs, and its topic".to_owned(),
                (_, _) => "the camera's pictures bear no time: have its driver stamp them".to_owned(),
            });
        };
        let age = now - newest.taken;
        if age > stale_after {
            let (age, limit) = (age.as_secs_f64(), stale_after.as_secs_f64());
            return Err(format!("the camera's newest picture is {age:.1} s old, and {limit:.1} s is the limit"));
        }
        if newest.taken < not_before {
            return Err("no picture has come since the action ended".to_owned());
        }
        Ok(newest)
    }

    /// The camera's figures for diagnostics.
    pub fn describe(&self) -> Vec<(&'static str, String)> {
        let mut lines = vec![
            ("pictures", self.heard.to_string()),
            ("pictures_without_time", self.timeless.to_string()),
            ("pictures_ahead", self.ahead.0.to_string()),
        ];
        if let Some(newest) = &self.newest {
            lines.push(("frame_id", newest.header.frame_id.clone()));
        }
        if let Some(info) = &self.info {
            lines.push(("camera_info", format!("{} x {}, {}", info.width, info.height, info.distortion_model)));
        }
        lines
    }
}
