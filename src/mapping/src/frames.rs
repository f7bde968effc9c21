use std::{fmt, marker::PhantomData, ops::Mul};

use nalgebra::{Isometry3, Point3, Quaternion, Translation3, UnitQuaternion, Vector3};
use serde::{Deserialize, Serialize};

use crate::{MappingError, Metres};

/// A coordinate frame, as a type without values: it costs nothing at run time.
pub trait Frame: Copy + fmt::Debug + PartialEq + 'static {
    /// The frame's name in messages.
    const NAME: &'static str;
}

/// The fixed frame (REP 105 `map`): x east, y north, z up, with the floor near z = 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Map {}

/// The frame of a robot (REP 105 `base_link`): x forward, y left, z up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Body {}

/// The frame of a camera's pictures (REP 103, suffix `_optical`): z forward, x right, y down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Optical {}

impl Frame for Map {
    const NAME: &'static str = "map";
}

impl Frame for Body {
    const NAME: &'static str = "body";
}

impl Frame for Optical {
    const NAME: &'static str = "camera";
}

/// A point in frame `F`, in metres.
///
/// ```compile_fail
/// use surefleet_mapping::{Optical, Map, Point};
/// let seen = Point::<Optical>::new(0.0, 0.0, 1.0);
/// let _ = seen.distance(Point::<Map>::new(0.0, 0.0, 1.0));
/// ```
#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(from = "[f64; 3]", into = "[f64; 3]", bound = "")]
pub struct Point<F: Frame> {
    coordinates: Point3<f64>,
    frame: PhantomData<F>,
}

impl<F: Frame> Point<F> {
    /// From coordinates in metres.
    pub fn new(x: f64, y: f64, z: f64) -> Self {
        Self { coordinates: Point3::new(x, y, z), frame: PhantomData }
    }

    /// The x coordinate in metres.
    pub fn x(self) -> f64 {
        self.coordinates.x
    }

    /// The y coordinate in metres.
    pub fn y(self) -> f64 {
        self.coordinates.y
    }

    /// The z coordinate in metres.
    pub fn z(self) -> f64 {
        self.coordinates.z
    }

    /// Euclidean distance to a point in the same frame.
    pub fn distance(self, other: Self) -> Metres {
        Metres::new(nalgebra::distance(&self.coordinates, &other.coordinates))
    }

    /// The point that divides the way to `other`: 0 is here, 1 is there.
    pub fn towards(self, other: Self, share: f64) -> Self {
        Self { coordinates: self.coordinates + (other.coordinates - self.coordinates) * share, frame: PhantomData }
    }

    pub(crate) fn is_finite(self) -> bool {
        self.coordinates.iter().all(|coordinate| coordinate.is_finite())
    }
}

impl Point<Map> {
    /// The place on the floor below or above this point.
    pub fn ground(self) -> GroundPoint {
        GroundPoint::new(self.x(), self.y())
    }
}

impl<F: Frame> From<[f64; 3]> for Point<F> {
    fn from([x, y, z]: [f64; 3]) -> Self {
        Self::new(x, y, z)
    }
}

impl<F: Frame> From<Point<F>> for [f64; 3] {
    fn from(point: Point<F>) -> Self {
        [point.x(), point.y(), point.z()]
    }
}

impl<F: Frame> fmt::Debug for Point<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {}, {}) m in {}", self.x(), self.y(), self.z(), F::NAME)
    }
}

/// A place on the floor, in the map frame, in metres.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct GroundPoint {
    /// Metres to the east.
    pub x: f64,
    /// Metres to the north.
    pub y: f64,
}

impl GroundPoint {
    /// From coordinates in metres.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// Euclidean distance over the floor.
    pub fn distance(self, other: Self) -> Metres {
        Metres::new((self.x - other.x).hypot(self.y - other.y))
    }
}

/// The pose of frame `From` in frame `To`; it takes points of `From` to points of `To`.
///
/// A camera's pose in the map is a `Transform<Map, Optical>`: the robot's pose times the camera's mounting.
///
/// ```
/// use surefleet_mapping::{Body, Optical, Map, Point, Transform};
/// let robot = Transform::<Map, Body>::planar(2.0, 1.0, std::f64::consts::FRAC_PI_2);
/// let mounting = Transform::<Body, Optical>::facing_forward(Point::new(0.1, 0.0, 1.2), 0.0);
/// let ahead = robot * mounting * Point::new(0.0, 0.0, 3.0);
/// assert!(ahead.distance(Point::new(2.0, 4.1, 1.2)).get() < 1e-9);
/// ```
#[derive(Clone, Copy, PartialEq)]
pub struct Transform<To: Frame, From: Frame> {
    isometry: Isometry3<f64>,
    frames: PhantomData<(To, From)>,
}

impl<To: Frame, From: Frame> Transform<To, From> {
    /// From a translation in metres and a quaternion in ROS's order (x, y, z, w), which is normalised.
    ///
    /// # Errors
    /// [`MappingError::Transform`] if a number is not finite or the quaternion is zero.
    pub fn new(translation_m: [f64; 3], quaternion: [f64; 4]) -> Result<Self, MappingError> {
        let [x, y, z, w] = quaternion;
        let rotation = UnitQuaternion::try_new(Quaternion::new(w, x, y, z), 1e-6);
        let finite = translation_m.iter().chain(&quaternion).all(|number| number.is_finite());
        let rotation =
            rotation.filter(|_| finite).ok_or(MappingError::Transform { translation: translation_m, quaternion })?;
        Ok(Self::of(Isometry3::from_parts(Translation3::from(Vector3::from(translation_m)), rotation)))
    }

    pub(crate) fn of(isometry: Isometry3<f64>) -> Self {
        Self { isometry, frames: PhantomData }
    }

    /// The inverse: the pose of `To` in `From`.
    pub fn inverse(self) -> Transform<From, To> {
        Transform::of(self.isometry.inverse())
    }

    /// The position of the origin of `From`.
    pub fn origin(self) -> Point<To> {
        let Translation3 { vector } = self.isometry.translation;
        Point::new(vector.x, vector.y, vector.z)
    }

    pub(crate) fn isometry(&self) -> &Isometry3<f64> {
        &self.isometry
    }
}

impl Transform<Map, Body> {
    /// A robot on the floor: metres east and north, and the angle of its nose from east to north in radians.
    pub fn planar(x: f64, y: f64, yaw_rad: f64) -> Self {
        Self::of(Isometry3::new(Vector3::new(x, y, 0.0), Vector3::z() * yaw_rad))
    }
}

impl Transform<Body, Optical> {
    /// A camera that looks forward from `at`, tilted down by `pitch_rad`.
    pub fn facing_forward(at: Point<Body>, pitch_rad: f64) -> Self {
        use std::f64::consts::FRAC_PI_2;
        let optical = UnitQuaternion::from_euler_angles(-FRAC_PI_2, 0.0, -FRAC_PI_2);
        let tilt = UnitQuaternion::from_axis_angle(&Vector3::y_axis(), pitch_rad);
        Self::of(Isometry3::from_parts(Translation3::new(at.x(), at.y(), at.z()), tilt * optical))
    }
}

impl<A: Frame, B: Frame, C: Frame> Mul<Transform<B, C>> for Transform<A, B> {
    type Output = Transform<A, C>;
    fn mul(self, inner: Transform<B, C>) -> Transform<A, C> {
        Transform::of(self.isometry * inner.isometry)
    }
}

impl<To: Frame, From: Frame> Mul<Point<From>> for Transform<To, From> {
    type Output = Point<To>;
    fn mul(self, point: Point<From>) -> Point<To> {
        Point { coordinates: self.isometry * point.coordinates, frame: PhantomData }
    }
}

impl<To: Frame, From: Frame> fmt::Debug for Transform<To, From> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}: {}", From::NAME, To::NAME, self.isometry)
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::FRAC_PI_4;

    use proptest::prelude::*;

    use super::*;

    fn near<F: Frame>(left: Point<F>, right: Point<F>) -> bool {
        left.distance(right).get() < 1e-9
    }

    #[test]
    fn camera_axes_follow_rep_103() {
        let level = Transform::<Body, Optical>::facing_forward(Point::new(0.0, 0.0, 0.0), 0.0);
        assert!(near(level * Point::new(1.0, 0.0, 0.0), Point::new(0.0, -1.0, 0.0)), "right is minus y");
        assert!(near(level * Point::new(0.0, 1.0, 0.0), Point::new(0.0, 0.0, -1.0)), "down is minus z");
        let tilted = Transform::<Body, Optical>::facing_forward(Point::new(0.0, 0.0, 1.0), FRAC_PI_4);
        let floor = tilted * Point::new(0.0, 0.0, std::f64::consts::SQRT_2);
        assert!(near(floor, Point::new(1.0, 0.0, 0.0)), "a positive pitch looks down: {floor:?}");
    }

    #[test]
    fn a_quaternion_of_zero_is_refused() {
        let refused = Transform::<Map, Optical>::new([0.0; 3], [0.0; 4]);
        assert!(matches!(refused, Err(MappingError::Transform { .. })));
        assert!(Transform::<Map, Optical>::new([f64::NAN, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]).is_err());
    }

    proptest! {
        #[test]
        fn the_inverse_leads_back(
            translation in prop::array::uniform3(-50.0..50.0f64), rotation in prop::array::uniform4(0.1..1.0f64),
            point in prop::array::uniform3(-50.0..50.0f64),
        ) {
            let pose = Transform::<Map, Optical>::new(translation, rotation).unwrap();
            let point = Point::<Optical>::from(point);
            prop_assert!(near(pose.inverse() * (pose * point), point));
            prop_assert!(near(pose * Point::new(0.0, 0.0, 0.0), pose.origin()));
        }
    }
}
