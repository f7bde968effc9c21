//! What simulated cameras publish, and when.

use std::time::Duration;

use r2r::{
    Publisher, QosProfile, WrappedTypesupport,
    sensor_msgs::msg::{CameraInfo, Image},
    std_msgs::msg::Header,
};
use surefleet_fleet::{RobotId, Stamp};
use surefleet_ros::{
    FleetNode, NodeError,
    topics::{CAMERA_DEPTH, CAMERA_IMAGE, CAMERA_INFO, Topic},
    wire,
};

/// When the cameras of the robots take their pictures: in turn.
pub(crate) struct Turns {
    share: Duration,
    cameras: usize,
    /// The camera whose turn is next, and when.
    next: (usize, Stamp),
}

impl Turns {
    /// Each camera takes this many pictures a second, above 0.
    pub(crate) fn new(cameras: usize, hz: f64) -> Self {
        let share = Duration::from_secs_f64(1.0 / hz) / cameras.max(1) as u32;
        Self { share, cameras, next: (0, Stamp::ZERO) }
    }

    /// The camera whose picture is due; one at a time, so that other work does not wait long.
    pub(crate) fn take(&mut self, now: Stamp) -> Option<usize> {
        let (place, due) = self.next;
        if now < due || self.cameras == 0 {
            return None;
        }
        // Late pictures are left out.
        let next = due + self.share;
        self.next = ((place + 1) % self.cameras, if next <= now { now + self.share } else { next });
        Some(place)
    }

    /// When the next picture is due.
    pub(crate) fn next_deadline(&self) -> Stamp {
        self.next.1
    }
}

/// A picture with its depths, and the camera that took it.
pub(crate) struct Picture<'a> {
    pub(crate) size: [usize; 2],
    /// Focal lengths and the principal point, in pixels.
    pub(crate) focal: [f64; 2],
    pub(crate) principal: [f64; 2],
    /// Three bytes a pixel.
    pub(crate) rgb: &'a [u8],
    pub(crate) depth_m: &'a [f32],
}

/// The topics of a robot's camera.
pub(crate) struct CameraTopics {
    frame_id: String,
    colour: Publisher<Image>,
    depth: Publisher<Image>,
    info: Publisher<CameraInfo>,
}

impl CameraTopics {
    pub(crate) fn open(node: &mut FleetNode, robot: &RobotId) -> Result<Self, NodeError> {
        Ok(Self {
            frame_id: format!("{robot}/camera_optical_frame"),
            colour: publisher(node, robot, &CAMERA_IMAGE)?,
            depth: publisher(node, robot, &CAMERA_DEPTH)?,
            info: publisher(node, robot, &CAMERA_INFO)?,
        })
    }

    pub(crate) fn has_audience(&self) -> bool {
        let listens = |count: r2r::Result<usize>| count.is_ok_and(|count| count > 0);
        listens(self.colour.get_inter_process_subscription_count())
            || listens(self.depth.get_inter_process_subscription_count())
            || listens(self.info.get_inter_process_subscription_count())
    }

    /// The header of what is taken now.
    pub(crate) fn header(&self, ros: Stamp) -> Header {
        Header { frame_id: self.frame_id.clone(), ..wire::header(ros) }
    }

    /// Publishes a picture; where that fails, it is logged, as the next one comes soon.
    pub(crate) fn publish(&self, header: &Header, picture: &Picture<'_>) {
        let Picture { size, focal: [fx, fy], principal: [cx, cy], rgb, depth_m } = *picture;
        let depth = depth_m.iter().flat_map(|depth| depth.to_le_bytes()).collect();
        let info = CameraInfo {
            header: header.clone(),
            height: size[1] as u32,
            width: size[0] as u32,
            distortion_model: "plumb_bob".to_owned(),
            d: vec![0.0; 5],
            k: vec![fx, 0.0, cx, 0.0, fy, cy, 0.0, 0.0, 1.0],
            r: vec![1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
            p: vec![fx, 0.0, cx, 0.0, 0.0, fy, cy, 0.0, 0.0, 0.0, 1.0, 0.0],
            ..Default::default()
        };
        self.note(self.colour.publish(&image(header, size, ("rgb8", 3), rgb.to_vec())));
        self.note(self.depth.publish(&image(header, size, ("32FC1", 4), depth)));
        self.note(self.info.publish(&info));
    }

    /// Logs a failure to publish.
    pub(crate) fn note(&self, published: r2r::Result<()>) {
        if let Err(error) = published {
            tracing::warn!(%error, frame = self.frame_id, "a picture could not be published; the next one comes soon");
        }
    }
}

/// A publisher of what a camera or the wheels sense.
pub(crate) fn publisher<T: WrappedTypesupport>(
    node: &mut FleetNode,
    robot: &RobotId,
    topic: &Topic,
) -> Result<Publisher<T>, NodeError> {
    let name = node.fleet().robot_name(robot, topic.name);
    // A reliable publisher serves best-effort listeners too, and RViz.
    let publisher = node.create_publisher(&name, QosProfile::default().reliable().keep_last(1));
    publisher.map_err(NodeError::ros(format!("publish on {name}")))
}

/// An image of so many bytes a pixel.
pub(crate) fn image(
    header: &Header,
    [width, height]: [usize; 2],
    (encoding, pixel): (&str, u32),
    data: Vec<u8>,
) -> Image {
    Image {
        header: header.clone(),
        height: height as u32,
        width: width as u32,
        encoding: encoding.to_owned(),
        step: pixel * width as u32,
        data,
        ..Default::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cameras_take_turns_and_late_pictures_are_left_out() {
        let at = |millis| Stamp::ZERO + Duration::from_millis(millis);
        let mut turns = Turns::new(2, 5.0);
        let taken: Vec<Option<usize>> = [0, 50, 100, 900, 950, 1000].map(|millis| turns.take(at(millis))).into();
        assert_eq!(taken, [Some(0), None, Some(1), Some(0), None, Some(1)]);
        assert_eq!(turns.next_deadline(), at(1100));
        assert_eq!(Turns::new(0, 5.0).take(at(0)), None);
    }
}
