use std::f64::consts::{FRAC_PI_2, PI};

use nalgebra::{Isometry3, Matrix3, Point3, Rotation3, Translation3, UnitQuaternion, Vector3};

/// The angles of an arm's six joints, from its base on, in radians.
pub type JointAngles = [f64; 6];

/// Below this, two solutions are one, in radians.
const SAME_RAD: f64 = 1e-9;

/// Below this sine of joint 5 a wrist counts as straight.
const STRAIGHT: f64 = 1e-9;

/// The angles of joint 6 that are tried for a straight wrist.
const SPARE: u8 = 12;

/// How far a solution's flange may be from the pose that was asked for.
const EXACT_M: f64 = 1e-7;
const EXACT_RAD: f64 = 1e-7;

/// A six-joint arm of Universal Robots' kind, by its Denavit-Hartenberg parameters in metres.
///
/// Frame i has its z axis along joint i + 1; it follows on frame i - 1 by a turn about z, a shift d along z, a shift a along x, and a turn about x
/// by pi/2, 0, 0, pi/2, -pi/2, 0. Frame 0 is the base, frame 6 the flange.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct UrArm {
    /// From the base to the shoulder, along z.
    pub d1_m: f64,
    /// The upper arm, along x; negative, as the maker has it.
    pub a2_m: f64,
    /// The forearm, along x; negative.
    pub a3_m: f64,
    /// From the forearm to the second wrist joint, along z.
    pub d4_m: f64,
    /// From the second wrist joint to the third, along z.
    pub d5_m: f64,
    /// From the third wrist joint to the flange, along z.
    pub d6_m: f64,
}

impl UrArm {
    /// The UR5e, by the parameters that Universal Robots publishes.
    pub const UR5E: Self = Self { d1_m: 0.1625, a2_m: -0.425, a3_m: -0.3922, d4_m: 0.1333, d5_m: 0.0997, d6_m: 0.0996 };

    /// How far each joint can turn either way, in radians: a whole turn, as Universal Robots says of each joint of these arms.
    pub const MOST_TURN_RAD: f64 = 2.0 * PI;

    /// Whether each joint can turn to its angle.
    #[must_use]
    pub fn is_within_limits(joints: &JointAngles) -> bool {
        joints.iter().all(|angle| angle.abs() <= Self::MOST_TURN_RAD)
    }

    /// By joint: the turn of its frame about x in radians, and the shifts along z and along x in metres.
    #[must_use]
    pub fn parameters(&self) -> [(f64, f64, f64); 6] {
        [
            (FRAC_PI_2, self.d1_m, 0.0),
            (0.0, 0.0, self.a2_m),
            (0.0, 0.0, self.a3_m),
            (FRAC_PI_2, self.d4_m, 0.0),
            (-FRAC_PI_2, self.d5_m, 0.0),
            (0.0, self.d6_m, 0.0),
        ]
    }

    /// The poses of frames 0 to 6 in the base's frame.
    #[must_use]
    pub fn frames(&self, joints: &JointAngles) -> [Isometry3<f64>; 7] {
        let mut frames = [Isometry3::identity(); 7];
        for (n, (joint, parameters)) in joints.iter().zip(self.parameters()).enumerate() {
            frames[n + 1] = frames[n] * link(*joint, parameters);
        }
        frames
    }

    /// The pose of the flange in the base's frame.
    #[must_use]
    pub fn flange(&self, joints: &JointAngles) -> Isometry3<f64> {
        self.frames(joints)[6]
    }

    /// All joint angles that bring the flange to a pose in the base's frame, each within -pi..=pi: eight at most, none if it is out of reach.
    ///
    /// Where the wrist is straight (joint 5 at 0 or pi), the axes of joints 2, 3, 4 and 6 are parallel and joint 6 is free. Then there are solutions for
    /// twelve angles of joint 6, eight at most for each; a pose that only other angles reach is not found. After K. P. Hawkins, "Analytic Inverse Kinematics
    /// for the Universal Robots UR-5/UR-10 Arms" (2013); each solution is checked by the forward kinematics.
    #[must_use]
    pub fn joints_for(&self, flange: &Isometry3<f64>) -> Vec<JointAngles> {
        let mut found: Vec<JointAngles> = Vec::new();
        for q1 in self.pans(flange) {
            for (q5, q6) in self.wrists(flange, q1) {
                found.extend(self.elbows(flange, [q1, q5, q6]));
            }
        }
        found.retain(|joints| is_same_pose(&self.flange(joints), flange));
        let mut unique: Vec<JointAngles> = Vec::new();
        for joints in found {
            let is_new =
                unique.iter().all(|other| other.iter().zip(&joints).any(|(a, b)| turn(a - b).abs() > SAME_RAD));
            if is_new {
                unique.push(joints);
            }
        }
        unique
    }

    /// Joint 1, by the position of the third wrist joint.
    fn pans(&self, flange: &Isometry3<f64>) -> Vec<f64> {
        let wrist = flange * Point3::new(0.0, 0.0, -self.d6_m);
        let away = wrist.x.hypot(wrist.y);
        let Some(lean) = arccos(self.d4_m / away) else { return Vec::new() };
        [lean, -lean].map(|lean| turn(wrist.y.atan2(wrist.x) + lean + FRAC_PI_2)).to_vec()
    }

    /// Joints 5 and 6, once joint 1 is known.
    fn wrists(&self, flange: &Isometry3<f64>, q1: f64) -> Vec<(f64, f64)> {
        let (sin, cos) = q1.sin_cos();
        let turned: Matrix3<f64> = *flange.rotation.to_rotation_matrix().matrix();
        // The axis of joints 2, 3 and 4 in the flange's frame.
        let [x, y, cosine] = [0, 1, 2].map(|column| turned[(0, column)] * sin - turned[(1, column)] * cos);
        let sine = x.hypot(y);
        if sine < STRAIGHT {
            let q5 = if cosine > 0.0 { 0.0 } else { PI };
            return (0..SPARE).map(|n| (q5, turn(2.0 * PI * f64::from(n) / f64::from(SPARE)))).collect();
        }
        [sine, -sine].map(|side| (side.atan2(cosine), (-y / side).atan2(x / side))).to_vec()
    }

    /// Joints 2, 3 and 4: a chain of two links in the plane, and what is left to turn.
    fn elbows(&self, flange: &Isometry3<f64>, [q1, q5, q6]: [f64; 3]) -> Vec<JointAngles> {
        let [first, .., fifth, sixth] = self.parameters();
        let shoulder = link(q1, first);
        let wrist = shoulder.inverse() * flange * link(q6, sixth).inverse() * link(q5, fifth).inverse();
        let end = wrist * Point3::new(0.0, -self.d4_m, 0.0);
        let squared = end.x * end.x + end.y * end.y;
        let cosine = (squared - self.a2_m.powi(2) - self.a3_m.powi(2)) / (2.0 * self.a2_m * self.a3_m);
        let Some(bend) = arccos(cosine) else { return Vec::new() };
        let solution = |q3: f64| {
            let q2 = end.y.atan2(end.x) - (self.a3_m * q3.sin()).atan2(self.a2_m + self.a3_m * q3.cos());
            let forearm = link(q2, (0.0, 0.0, self.a2_m)) * link(q3, (0.0, 0.0, self.a3_m));
            let left = (forearm.inverse() * wrist).rotation.to_rotation_matrix();
            let q4 = left[(1, 0)].atan2(left[(0, 0)]);
            [q1, turn(q2), q3, q4, q5, q6]
        };
        [bend, -bend].map(solution).to_vec()
    }
}

/// The frame after a joint: its turn, and its parameters (turn about x, shift along z, shift along x).
fn link(joint: f64, (about_x, along_z, along_x): (f64, f64, f64)) -> Isometry3<f64> {
    let turned = UnitQuaternion::from_axis_angle(&Vector3::z_axis(), joint);
    let shifted = Translation3::from(turned * Vector3::new(along_x, 0.0, along_z));
    Isometry3::from_parts(
        shifted,
        turned * UnitQuaternion::from(Rotation3::from_axis_angle(&Vector3::x_axis(), about_x)),
    )
}

/// The angle of a cosine; a rounding beyond 1 is forgiven.
fn arccos(cosine: f64) -> Option<f64> {
    (cosine.abs() <= 1.0 + SAME_RAD).then(|| cosine.clamp(-1.0, 1.0).acos())
}

/// The same turn within -pi..=pi.
fn turn(angle: f64) -> f64 {
    let turned = angle.rem_euclid(2.0 * PI);
    if turned > PI { turned - 2.0 * PI } else { turned }
}

fn is_same_pose(one: &Isometry3<f64>, other: &Isometry3<f64>) -> bool {
    let apart = (one.translation.vector - other.translation.vector).norm();
    apart <= EXACT_M && one.rotation.angle_to(&other.rotation) <= EXACT_RAD
}
