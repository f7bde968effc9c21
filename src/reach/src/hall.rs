//! The UR5e arms of BoxNet3D: how an arm stands at a point, which way it goes, and whether two ways stay apart.

use std::sync::{LazyLock, Mutex, PoisonError};

use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3};
use rustc_hash::FxHashMap;

use crate::point::TablePoint;
use crate::segment::Segment;
use crate::sweep::{JointPath, PlacedArm, SweepVerdict};
use crate::ur_arm::{JointAngles, UrArm};

/// How near to its base and how far from it an arm's end may be (exclusive), in micrometres: the band of Listing 6.
const BAND_UM: [i64; 2] = [400_000, 800_000];

/// Objects keep this distance from one another, from middle to middle, in micrometres. An arm that comes down at one of them, or no nearer to any than
/// this, then stays clear of the others, and above them it goes high enough.
pub(crate) const APART_UM: u64 = 250_000;

/// The least distance between two arms, in metres.
const MARGIN_M: f64 = 0.05;

/// How far the tool reaches beyond the flange, in metres: a gripper with a cube of 0.08 m in it. Its capsule, of a radius of 0.06 m, holds the corners.
const TOOL_M: f64 = 0.24;

/// How high the tool's end is while it grips an object on the table, and while the arm goes from point to point, in metres. On its way down it
/// passes a posture between, so that it does not come from the side.
const LOW_M: f64 = 0.02;
const BETWEEN_M: f64 = 0.1;
const HIGH_M: f64 = 0.23;

/// The most pairs of parts of two paths that are looked at.
const EFFORT: u32 = 4_000;

/// Verdicts beyond which those that are remembered are forgotten.
const MOST_KNOWN: usize = 1 << 16;

/// Why two arms may not go their ways at the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Nearness {
    /// These links come within the margin: so near, in millimetres.
    Near { links: [&'static str; 2], distance_mm: i32 },
    /// The effort was spent before it was clear.
    Unclear,
}

/// An arm on its base, as the gate for real arms has it; the table is at the height of the bases.
pub(crate) fn arm(base: TablePoint) -> PlacedArm {
    let [x, y] = base.metres();
    PlacedArm::ur5e(Isometry3::translation(x, y, 0.0), TOOL_M)
}

/// Whether an end is in the band around a base, exactly.
pub(crate) fn is_in_band(base: TablePoint, end: TablePoint) -> bool {
    is_off_base(base, end) && squared(base, end) < BAND_UM[1] * BAND_UM[1]
}

/// Whether a point is not too near to a base: there is the arm itself.
pub(crate) fn is_off_base(base: TablePoint, point: TablePoint) -> bool {
    squared(base, point) > BAND_UM[0] * BAND_UM[0]
}

fn squared(base: TablePoint, point: TablePoint) -> i64 {
    base.to(point).iter().map(|part| part * part).sum()
}

/// The joints of an arm whose tool points straight down at a point, at a height; `None`: it is out of reach.
///
/// Of all ways to do so it is one of the same family everywhere, in which the elbow is up and the wrist on the tool's near side: between two families
/// an arm would sweep wide. The tool is turned along with the arm, so that one that only swings turns its first joint only.
fn posture(base: TablePoint, end: TablePoint, height_m: f64) -> Option<JointAngles> {
    let [x, y] = base.to(end).map(|um| um as f64 / 1e6);
    let down = UnitQuaternion::from_axis_angle(&Vector3::x_axis(), std::f64::consts::PI);
    let turned = UnitQuaternion::from_axis_angle(&Vector3::z_axis(), y.atan2(x));
    let flange = Isometry3::from_parts(Translation3::new(x, y, height_m + TOOL_M), turned * down);
    let arm = UrArm::UR5E;
    let family = arm.joints_for(&flange).into_iter().filter(|joints| joints[2] > 0.0 && joints[4] < 0.0);
    let elbow_m = |joints: &JointAngles| arm.frames(joints)[2].translation.z;
    family.max_by(|one, other| elbow_m(one).total_cmp(&elbow_m(other)))
}

/// The postures that an arm goes through while its end goes along a line, all joints in proportion from one to the next; a single one for an arm
/// that stays. `None`: an end is out of reach.
///
/// An arm that moves comes down and up again where it begins and where it ends, whether it carries anything or not.
pub(crate) fn way(base: TablePoint, line: Segment) -> Option<Vec<JointAngles>> {
    let corners = corners(base, line)?;
    Some(match corners[..] {
        [low, middle, high, other_high, other_middle, other_low] => {
            let [one, other] =
                [[high, middle, low, middle, high], [other_high, other_middle, other_low, other_middle, other_high]];
            [one, other].concat()
        }
        _ => corners,
    })
}

/// The postures of a way, each once: low, between and high where it begins, high, between and low where it ends; for an arm that stays, high.
fn corners(base: TablePoint, line: Segment) -> Option<Vec<JointAngles>> {
    if line.from == line.to {
        return Some(vec![posture(base, line.from, HIGH_M)?]);
    }
    let heights = [(line.from, [LOW_M, BETWEEN_M, HIGH_M]), (line.to, [HIGH_M, BETWEEN_M, LOW_M])];
    let postures = heights.into_iter().flat_map(|(end, heights)| heights.map(|height_m| posture(base, end, height_m)));
    postures.collect()
}

/// The paths between the postures of a way, each once: which way round does not count.
fn paths(corners: &[JointAngles]) -> Vec<JointPath> {
    match corners {
        [only] => vec![JointPath::still(*only)],
        corners => corners.windows(2).map(|ends| JointPath { from: ends[0], to: ends[1] }).collect(),
    }
}

/// Where two bases, and the ends of both ways from their bases, are to one another.
type Places = [[i64; 2]; 5];

/// Whether two arms come within the margin while their ends go along these lines, whatever the timing; `None`: they do not.
///
/// It depends on where ends and bases are to one another only, and is remembered by that: maps are regular, and a search asks for the same again.
pub(crate) fn nearness(bases: [TablePoint; 2], lines: [Segment; 2]) -> Option<Nearness> {
    static KNOWN: LazyLock<Mutex<FxHashMap<Places, Option<Nearness>>>> = LazyLock::new(Mutex::default);
    let key = [
        bases[0].to(bases[1]),
        bases[0].to(lines[0].from),
        bases[0].to(lines[0].to),
        bases[1].to(lines[1].from),
        bases[1].to(lines[1].to),
    ];
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(verdict) = known().get(&key) {
        return *verdict;
    }
    // Seen from the first base, so that rounding does not depend on where on the map they were asked about first.
    let seen = |point: TablePoint| point.shifted(-bases[0].x_um(), -bases[0].y_um());
    let verdict = looked_at(bases.map(seen), lines.map(|line| Segment::new(seen(line.from), seen(line.to))));
    let mut known = known();
    if known.len() >= MOST_KNOWN {
        known.clear();
    }
    known.insert(key, verdict);
    verdict
}

fn looked_at(bases: [TablePoint; 2], lines: [Segment; 2]) -> Option<Nearness> {
    let arms = bases.map(arm);
    let ways = [0, 1].map(|n| corners(bases[n], lines[n]));
    let [Some(one), Some(other)] = ways else { return Some(Nearness::Unclear) };
    for path in paths(&one) {
        for other_path in paths(&other) {
            match arms[0].stays_apart(&path, &arms[1], &other_path, MARGIN_M, EFFORT) {
                SweepVerdict::Apart => {}
                SweepVerdict::Near { links, distance_m, .. } => {
                    return Some(Nearness::Near { links, distance_mm: (distance_m * 1e3).round() as i32 });
                }
                SweepVerdict::Unclear => return Some(Nearness::Unclear),
            }
        }
    }
    None
}

/// Whether two arms can come near at all.
pub(crate) fn can_touch(bases: [TablePoint; 2]) -> bool {
    let [one, other] = bases.map(arm);
    one.can_touch(&other, MARGIN_M)
}
