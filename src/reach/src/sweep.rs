use nalgebra::{Isometry3, Point3};

use crate::capsule::Capsule;
use crate::ur_arm::{JointAngles, UrArm};

/// An arm on its base in the world, with the capsules that hold its links.
#[derive(Debug, Clone)]
pub struct PlacedArm {
    arm: UrArm,
    base: Isometry3<f64>,
    links: Vec<Link>,
}

/// A part of an arm that moves with one frame.
#[derive(Debug, Clone)]
struct Link {
    name: &'static str,
    /// The frame that it moves with: that of joint `frame`, 0 for the base.
    frame: usize,
    capsule: Capsule,
    /// By joint: no point of the link is farther from the joint's axis, in metres.
    lever_m: [f64; 6],
}

/// A path of all joints at once, along which each turns in proportion to the others.
///
/// Controllers depart from it: by blending, by splines, by what they lag behind. That belongs into the margin.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JointPath {
    /// Where it begins, in radians.
    pub from: JointAngles,
    /// Where it ends, in radians.
    pub to: JointAngles,
}

impl JointPath {
    /// The path of an arm that stays.
    #[must_use]
    pub const fn still(joints: JointAngles) -> Self {
        Self { from: joints, to: joints }
    }

    /// The angles after a part of the path, from 0 to 1.
    #[must_use]
    pub fn at(&self, part: f64) -> JointAngles {
        std::array::from_fn(|joint| self.from[joint] + (self.to[joint] - self.from[joint]) * part)
    }
}

/// Whether two arms may go their paths at the same time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SweepVerdict {
    /// They stay apart by more than the margin, however fast or slowly each goes, and whoever starts first.
    Apart,
    /// At these places of their paths they are within the margin.
    Near {
        /// The two links, the first arm's first.
        links: [&'static str; 2],
        /// How far they are apart, in metres; negative if they overlap.
        distance_m: f64,
        /// The parts of the two paths, from 0 to 1.
        parts: [f64; 2],
    },
    /// The effort was spent before it was clear. That is a refusal, too.
    Unclear,
}

/// Radii of the capsules around a UR5e's links, in metres, from the base on. We chose them by published models of collision, with some room. They were
/// not measured at an arm.
const RADII_M: [f64; 7] = [0.1, 0.105, 0.09, 0.09, 0.075, 0.06, 0.06];

/// Along the shoulder's axis, how far beside the shoulder the upper arm and the forearm lie, in metres.
const UPPER_ARM_M: f64 = 0.138;
const FOREARM_M: f64 = 0.007;

/// The links that no joint lifts: base and shoulder.
const FIXED_LINKS: usize = 2;

impl PlacedArm {
    /// A UR5e on a base, with a tool that reaches `tool_m` beyond the flange and is no thicker than 0.06 m around the flange's axis.
    ///
    /// What the arm carries counts as part of the tool.
    #[must_use]
    pub fn ur5e(base: Isometry3<f64>, tool_m: f64) -> Self {
        let arm = UrArm::UR5E;
        let at = Point3::new;
        let [base_r, shoulder_r, upper_r, elbow_r, fore_r, wrist_r, tool_r] = RADII_M;
        // Ends in the frame that the link moves with.
        let links = [
            ("base", 0, at(0.0, 0.0, 0.0), at(0.0, 0.0, arm.d1_m), base_r),
            ("shoulder", 1, at(0.0, 0.0, 0.0), at(0.0, 0.0, UPPER_ARM_M), shoulder_r),
            ("upper arm", 2, at(-arm.a2_m, 0.0, UPPER_ARM_M), at(0.0, 0.0, UPPER_ARM_M), upper_r),
            ("elbow", 2, at(0.0, 0.0, UPPER_ARM_M), at(0.0, 0.0, FOREARM_M), elbow_r),
            ("forearm", 3, at(-arm.a3_m, 0.0, FOREARM_M), at(0.0, 0.0, FOREARM_M), fore_r),
            ("wrist 1", 4, at(0.0, FOREARM_M - arm.d4_m, 0.0), at(0.0, 0.0, 0.0), wrist_r),
            ("wrist 2", 5, at(0.0, arm.d5_m, 0.0), at(0.0, 0.0, 0.0), wrist_r),
            ("tool", 6, at(0.0, 0.0, -arm.d6_m), at(0.0, 0.0, tool_m), tool_r),
        ];
        let links = links.map(|(name, frame, from, to, radius_m)| {
            let capsule = Capsule { from, to, radius_m };
            Link { name, frame, capsule, lever_m: levers(&arm, frame, &capsule) }
        });
        Self { arm, base, links: links.to_vec() }
    }

    /// The capsules of its links, each in the frame that it moves with: 0 for the base, n for that of joint n.
    pub fn links(&self) -> impl Iterator<Item = (usize, Capsule)> {
        self.links.iter().map(|link| (link.frame, link.capsule))
    }

    /// The capsules of its links in the world, from the base on.
    pub fn capsules(&self, joints: &JointAngles) -> impl Iterator<Item = Capsule> {
        let frames = self.arm.frames(joints);
        self.links.iter().map(move |link| link.capsule.moved(&(self.base * frames[link.frame])))
    }

    /// Whether there are postures in which this arm and another are within `margin_m`; it may say so where there are none.
    #[must_use]
    pub fn can_touch(&self, other: &Self, margin_m: f64) -> bool {
        let between = (self.shoulder() - other.shoulder()).norm();
        let spare = between - self.reach_m() - other.reach_m() - margin_m;
        // Not a number: they can.
        spare <= 0.0 || spare.is_nan()
    }

    /// The shoulder, which no joint moves.
    fn shoulder(&self) -> Point3<f64> {
        self.base * Point3::new(0.0, 0.0, self.arm.d1_m)
    }

    /// No point of the arm is farther from its shoulder, in metres.
    fn reach_m(&self) -> f64 {
        let spans = spans(&self.arm);
        let farthest = |link: &Link| {
            let Capsule { from, to, radius_m } = link.capsule;
            let far = [from, to].map(|end| end.coords.norm()).into_iter().fold(0.0, f64::max);
            // The origin of frame 1 is the shoulder, and the base ends there.
            spans.iter().take(link.frame).skip(1).sum::<f64>() + far + radius_m
        };
        self.links.iter().map(farthest).fold(0.0, f64::max)
    }

    /// Whether this arm and another stay more than `margin_m` apart while each goes its path, at any speed and from any start of its own.
    ///
    /// So each place of one path is held against each place of the other. Parts of the two paths are bounded by the capsules at their middle, made
    /// larger by how far a link can move from there: its joints' turns times their levers. Where such a bound does not say, the part
    /// that moves more is cut in two. `effort` bounds the number of pairs of parts that are looked at.
    ///
    /// The two bases are not held against each other, since neither moves. The joints' limits, an arm's own links, the table and what lies on it are
    /// not looked at.
    #[must_use]
    pub fn stays_apart(
        &self,
        path: &JointPath,
        other: &Self,
        other_path: &JointPath,
        margin_m: f64,
        effort: u32,
    ) -> SweepVerdict {
        let plays = [(self, path), (other, other_path)]
            .map(|(arm, path)| arm.links.iter().map(|link| link.play_m(path)).collect::<Vec<f64>>());
        let mosts = [0, 1].map(|n| plays[n].iter().copied().fold(0.0, f64::max));
        let mut open = vec![[[0.0, 1.0]; 2]];
        let mut left = effort;
        while let Some(parts) = open.pop() {
            if left == 0 {
                return SweepVerdict::Unclear;
            }
            left -= 1;
            let middles = parts.map(|[from, to]: [f64; 2]| (from + to) / 2.0);
            let halves = parts.map(|[from, to]| (to - from) / 2.0);
            let ours: Vec<Capsule> = self.capsules(&path.at(middles[0])).collect();
            let theirs: Vec<Capsule> = other.capsules(&other_path.at(middles[1])).collect();
            let mut is_clear = true;
            for (n, one) in ours.iter().enumerate() {
                for (m, two) in theirs.iter().enumerate().filter(|(m, _)| n + m > 0) {
                    let distance_m = one.distance_m(two);
                    // Not a number: closed as well.
                    if distance_m <= margin_m || distance_m.is_nan() {
                        let links = [self.links[n].name, other.links[m].name];
                        return SweepVerdict::Near { links, distance_m, parts: middles };
                    }
                    is_clear &= distance_m - plays[0][n] * halves[0] - plays[1][m] * halves[1] > margin_m;
                }
            }
            if !is_clear {
                let cut = usize::from(mosts[1] * halves[1] > mosts[0] * halves[0]);
                for half in [[parts[cut][0], middles[cut]], [middles[cut], parts[cut][1]]] {
                    let mut smaller = parts;
                    smaller[cut] = half;
                    open.push(smaller);
                }
            }
        }
        SweepVerdict::Apart
    }
}

impl PlacedArm {
    /// Whether every link but the base and the shoulder stays above a height while the arm goes its path, in metres of the frame of its base. `effort` bounds
    /// the number of parts of the path that are looked at; what is not clear then does not stay above.
    #[must_use]
    pub fn stays_above(&self, path: &JointPath, height_m: f64, effort: u32) -> bool {
        let plays: Vec<f64> = self.links.iter().map(|link| link.play_m(path)).collect();
        let mut open = vec![[0.0, 1.0]];
        let mut left = effort;
        while let Some([from, to]) = open.pop() {
            if left == 0 {
                return false;
            }
            left -= 1;
            let (middle, half) = ((from + to) / 2.0, (to - from) / 2.0);
            let capsules: Vec<Capsule> = self.capsules(&path.at(middle)).collect();
            let mut is_clear = true;
            for (capsule, play_m) in capsules.iter().zip(&plays).skip(FIXED_LINKS) {
                let above_m = capsule.from.z.min(capsule.to.z) - capsule.radius_m - height_m;
                // Not a number: below as well.
                if above_m <= 0.0 || above_m.is_nan() {
                    return false;
                }
                is_clear &= above_m - play_m * half > 0.0;
            }
            if !is_clear {
                open.extend([[from, middle], [middle, to]]);
            }
        }
        true
    }
}

impl Link {
    /// No point of the link goes farther along the whole path, in metres.
    fn play_m(&self, path: &JointPath) -> f64 {
        let turns = path.from.iter().zip(&path.to).map(|(from, to)| (to - from).abs());
        turns.zip(self.lever_m).map(|(turn, lever)| turn * lever).sum()
    }
}

/// By joint: how far from the joint's axis a capsule can be at any angles of the joints behind it.
///
/// The links between are laid in a line, which no posture exceeds. Offsets along the axis of a joint itself do not count for that joint.
fn levers(arm: &UrArm, frame: usize, capsule: &Capsule) -> [f64; 6] {
    let far = [capsule.from, capsule.to].map(|end| end.coords.norm()).into_iter().fold(0.0, f64::max);
    let spans = spans(arm);
    std::array::from_fn(|joint| {
        if joint >= frame {
            return 0.0;
        }
        // The axis of joint n goes through the origin of frame n; the shift along it keeps a point's distance from it.
        let (_, _, along_x) = arm.parameters()[joint];
        along_x.abs() + spans[joint + 1..frame].iter().sum::<f64>() + far
    })
}

/// How far the origins of frames n and n + 1 are apart, in metres.
fn spans(arm: &UrArm) -> [f64; 6] {
    arm.parameters().map(|(_, along_z, along_x)| along_z.hypot(along_x))
}

#[cfg(test)]
mod tests {
    use std::f64::consts::{FRAC_PI_2, PI};

    use nalgebra::Isometry3;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    /// How far the ends of a link's capsule go from the middle of a path to a part of it, at most.
    fn goes_m(arm: &PlacedArm, link: &Link, path: &JointPath, part: f64) -> f64 {
        let capsule = |part: f64| {
            let frames = arm.arm.frames(&path.at(part));
            link.capsule.moved(&frames[link.frame])
        };
        let (middle, there) = (capsule(0.5), capsule(part));
        (middle.from - there.from).norm().max((middle.to - there.to).norm())
    }

    #[test]
    fn no_link_goes_farther_than_its_play_on_any_path() {
        let arm = PlacedArm::ur5e(Isometry3::identity(), 0.1);
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for _ in 0..20_000 {
            let from = std::array::from_fn(|_| rng.random_range(-PI..PI));
            let to = from.map(|angle: f64| angle + rng.random_range(-1.0..1.0));
            let (path, part) = (JointPath { from, to }, rng.random_range(0.0..1.0));
            for link in &arm.links {
                let most = link.play_m(&path) * (part - 0.5f64).abs();
                assert!(goes_m(&arm, link, &path, part) <= most + 1e-12, "{}: {path:?}", link.name);
            }
        }
    }

    #[test]
    fn no_point_of_an_arm_is_farther_from_its_shoulder_than_it_reaches() {
        let arm = PlacedArm::ur5e(Isometry3::translation(1.0, -2.0, 0.5), 0.1);
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let mut most = 0.0f64;
        for _ in 0..20_000 {
            let joints = std::array::from_fn(|_| rng.random_range(-PI..PI));
            for Capsule { from, to, radius_m } in arm.capsules(&joints) {
                most = [from, to].map(|end| (end - arm.shoulder()).norm() + radius_m).into_iter().fold(most, f64::max);
            }
        }
        assert!((0.75 * arm.reach_m()..=arm.reach_m()).contains(&most), "{most} of {}", arm.reach_m());
    }

    /// The bound is of use: stretched out, the tool goes nearly as far as its lever says, joint by joint.
    #[test]
    fn levers_are_not_much_longer_than_arms_that_are_stretched_out() {
        let arm = PlacedArm::ur5e(Isometry3::identity(), 0.1);
        let tool = &arm.links[7];
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        for (joint, least) in [0.75, 0.75, 0.6, 0.6, 0.9].into_iter().enumerate() {
            let most = (0..20_000).map(|_| {
                let from: JointAngles = std::array::from_fn(|_| FRAC_PI_2 * f64::from(rng.random_range(-2..2)));
                let mut to = from;
                to[joint] += 1e-3;
                let path = JointPath { from, to };
                goes_m(&arm, tool, &path, 1.0) / (tool.play_m(&path) * 0.5)
            });
            let most = most.fold(0.0, f64::max);
            assert!((least..=1.0 + 1e-9).contains(&most), "joint {joint}: {most}");
        }
    }
}
