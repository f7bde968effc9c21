use crate::{MappingError, Metres, Optical, Point};

/// A pinhole camera without distortion, as `sensor_msgs/CameraInfo` describes a rectified one.
///
/// Pixel (u, v) is column u from the left and row v from the top; whole numbers are the centres of pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Intrinsics {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) fx: f64,
    pub(crate) fy: f64,
    pub(crate) cx: f64,
    pub(crate) cy: f64,
}

impl Intrinsics {
    /// The most pixels of a row or a column.
    pub const MOST_PIXELS: usize = 8192;

    /// The greatest tangent of the angle between the optical axis and an edge: 76 degrees.
    ///
    /// It bounds the space that a picture can touch. Wider lenses are no pinholes.
    pub const MOST_TANGENT: f64 = 4.0;

    /// From a size in pixels, focal lengths and the principal point in pixels.
    ///
    /// # Errors
    /// [`MappingError::Intrinsics`] if the size is zero or above [`Self::MOST_PIXELS`], a focal length is not positive, a number
    /// is not finite, or an edge of the picture is farther from the optical axis than [`Self::MOST_TANGENT`] allows.
    pub fn new(width: usize, height: usize, focal: [f64; 2], principal: [f64; 2]) -> Result<Self, MappingError> {
        let ([fx, fy], [cx, cy]) = (focal, principal);
        let sized = [width, height].iter().all(|size| (1..=Self::MOST_PIXELS).contains(size));
        let reach = |at: f64, size: usize| (at + 0.5).max(size as f64 - 0.5 - at);
        let is_narrow = |at: f64, size: usize, focal: f64| {
            focal.is_finite() && focal > 0.0 && reach(at, size) <= Self::MOST_TANGENT * focal
        };
        if sized && is_narrow(cx, width, fx) && is_narrow(cy, height, fy) {
            Ok(Self { width, height, fx, fy, cx, cy })
        } else {
            Err(MappingError::Intrinsics { width, height, focal, principal })
        }
    }

    /// With square pixels, the principal point in the middle, and `fov_rad` between the outer edges of a row.
    ///
    /// # Errors
    /// [`MappingError::Intrinsics`] as for [`Self::new`]; an angle above 2.65 is too wide.
    pub fn with_fov(width: usize, height: usize, fov_rad: f64) -> Result<Self, MappingError> {
        let focal = if fov_rad < std::f64::consts::PI { width as f64 / (2.0 * (fov_rad / 2.0).tan()) } else { -1.0 };
        Self::new(width, height, [focal; 2], [(width as f64 - 1.0) / 2.0, (height as f64 - 1.0) / 2.0])
    }

    /// Pixels of a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Pixels of a column.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Focal lengths in pixels.
    pub fn focal(&self) -> [f64; 2] {
        [self.fx, self.fy]
    }

    /// The principal point in pixels.
    pub fn principal(&self) -> [f64; 2] {
        [self.cx, self.cy]
    }

    /// Where a point appears: (u, v) in pixels. `None` behind the camera or outside the picture.
    pub fn project(&self, point: Point<Optical>) -> Option<[f64; 2]> {
        let u = self.fx * point.x() / point.z() + self.cx;
        let v = self.fy * point.y() / point.z() + self.cy;
        let inside = |at: f64, size: usize| at >= -0.5 && at < size as f64 - 0.5;
        (point.z() > 0.0 && inside(u, self.width) && inside(v, self.height)).then_some([u, v])
    }

    /// The point at depth 1 m that appears at (u, v).
    pub fn ray(&self, u: f64, v: f64) -> Point<Optical> {
        Point::new((u - self.cx) / self.fx, (v - self.cy) / self.fy, 1.0)
    }
}

/// A depth picture: metres along the optical axis, by row (REP 118, `32FC1`).
///
/// Values that are 0, negative, NaN or infinite mean "not measured". Such a pixel does not make space free. A finite value does, also one
/// beyond the range of the map ([`crate::TsdfSettings::max_depth`]). If a camera writes a number where it measured nothing, replace it first.
#[derive(Debug, Clone, Copy)]
pub struct DepthFrame<'a> {
    pub(crate) intrinsics: Intrinsics,
    pub(crate) depth_m: &'a [f32],
}

impl<'a> DepthFrame<'a> {
    /// A picture of `intrinsics.height()` rows of `intrinsics.width()` depths each.
    ///
    /// # Errors
    /// [`MappingError::DepthLength`] if the number of depths is not that of the pixels.
    pub fn new(intrinsics: Intrinsics, depth_m: &'a [f32]) -> Result<Self, MappingError> {
        if depth_m.len() == intrinsics.width * intrinsics.height {
            Ok(Self { intrinsics, depth_m })
        } else {
            let (width, height) = (intrinsics.width, intrinsics.height);
            Err(MappingError::DepthLength { found: depth_m.len(), width, height })
        }
    }

    /// The camera's intrinsics.
    pub fn intrinsics(&self) -> &Intrinsics {
        &self.intrinsics
    }

    /// The depths by row.
    pub fn depths(&self) -> &[f32] {
        self.depth_m
    }

    /// The depth at the pixel of a point; `None` if the point is outside the picture or its pixel was not measured.
    pub fn depth_at(&self, point: Point<Optical>) -> Option<Metres> {
        let [u, v] = self.intrinsics.project(point)?;
        let depth = self.depth_m[v.round() as usize * self.intrinsics.width + u.round() as usize];
        (depth.is_finite() && depth > 0.0).then(|| Metres::new(f64::from(depth)))
    }

    /// Whether the camera would see a thing at this point.
    ///
    /// The point must be in the picture, at most `farthest` away along the optical axis, and nothing may stand more than `tolerance` in front
    /// of it. Choose the tolerance about as large as the thing, because its surface is nearer than its middle.
    pub fn sees(&self, point: Point<Optical>, farthest: Metres, tolerance: Metres) -> bool {
        let depth = self.depth_at(point);
        point.z() <= farthest.get() && depth.is_some_and(|depth| depth.get() >= point.z() - tolerance.get())
    }
}

/// A depth picture that owns its depths.
#[derive(Debug, Clone)]
pub struct DepthPicture {
    intrinsics: Intrinsics,
    depth_m: Vec<f32>,
}

impl DepthPicture {
    /// A picture of `intrinsics.height()` rows of `intrinsics.width()` depths each.
    ///
    /// # Errors
    /// As [`DepthFrame::new`].
    pub fn new(intrinsics: Intrinsics, depth_m: Vec<f32>) -> Result<Self, MappingError> {
        DepthFrame::new(intrinsics, &depth_m)?;
        Ok(Self { intrinsics, depth_m })
    }

    /// Its depths, as maps take them.
    pub fn frame(&self) -> DepthFrame<'_> {
        DepthFrame { intrinsics: self.intrinsics, depth_m: &self.depth_m }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_right_angle_of_view_ends_at_the_outer_edges() {
        let camera = Intrinsics::with_fov(128, 96, std::f64::consts::FRAC_PI_2).unwrap();
        assert!(camera.project(Point::new(0.999, 0.0, 1.0)).is_some());
        assert!(camera.project(Point::new(1.001, 0.0, 1.0)).is_none());
        assert!(camera.project(Point::new(0.0, 0.749, 1.0)).is_some());
        assert!(camera.project(Point::new(0.0, 0.751, 1.0)).is_none());
        assert!(camera.project(Point::new(0.0, 0.0, -1.0)).is_none());
    }

    #[test]
    fn numbers_that_describe_no_camera_are_refused() {
        assert!(Intrinsics::new(0, 4, [1.0; 2], [0.0; 2]).is_err());
        assert!(Intrinsics::new(4, 4, [1.0, -1.0], [0.0; 2]).is_err());
        assert!(Intrinsics::new(4, 4, [1.0; 2], [0.0, f64::NAN]).is_err());
        assert!(Intrinsics::new(4, 4, [f64::INFINITY, 1.0], [1.5; 2]).is_err());
        assert!(Intrinsics::new(4, 4, [1e-9, 1.0], [1.5; 2]).is_err());
        assert!(Intrinsics::new(4, 4, [1.0; 2], [1.5, -40.0]).is_err());
        assert!(Intrinsics::with_fov(4, 4, 4.0).is_err());
        assert!(Intrinsics::with_fov(4, 4, 2.7).is_err());
        assert!(Intrinsics::with_fov(4, 4, 2.6).is_ok());
        let camera = Intrinsics::new(4, 2, [2.0; 2], [1.5, 0.5]).unwrap();
        assert!(matches!(DepthFrame::new(camera, &[1.0; 7]), Err(MappingError::DepthLength { found: 7, .. })));
    }

    #[test]
    fn a_thing_is_seen_unless_hidden_far_or_outside() {
        let camera = Intrinsics::new(3, 1, [1.0; 2], [1.0, 0.0]).unwrap();
        let frame = DepthFrame::new(camera, &[f32::NAN, 2.0, 0.0]).unwrap();
        let (far, size) = (Metres::new(5.0), Metres::new(0.3));
        assert!(frame.sees(Point::new(0.0, 0.0, 2.2), far, size));
        assert!(!frame.sees(Point::new(0.0, 0.0, 2.4), far, size), "hidden");
        assert!(!frame.sees(Point::new(0.0, 0.0, 1.5), Metres::new(1.0), size), "too far to be recognised");
        assert!(!frame.sees(Point::new(1.0, 0.0, 1.0), far, size), "not measured");
        assert!(!frame.sees(Point::new(3.0, 0.0, 1.0), far, size), "outside");
    }

    proptest! {
        #[test]
        fn a_ray_appears_where_it_started(u in 0.0..127.0f64, v in 0.0..95.0f64, depth in 0.1..20.0f64) {
            let camera = Intrinsics::new(128, 96, [70.0, 75.0], [60.0, 50.0]).unwrap();
            let ray = camera.ray(u, v);
            let [back_u, back_v] = camera.project(Point::new(ray.x() * depth, ray.y() * depth, depth)).unwrap();
            prop_assert!((back_u - u).abs() < 1e-9 && (back_v - v).abs() < 1e-9);
        }
    }
}
