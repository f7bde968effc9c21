//! How fast arms in space are computed, and how they compare to MuJoCo.

use std::f64::consts::PI;

use anyhow::{Result, ensure};
use nalgebra::{Isometry3, Point3, Translation3, UnitQuaternion, Vector3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use surefleet_reach::{Capsule, JointAngles, JointPath, PlacedArm, SweepVerdict, UrArm};

use crate::{
    clock::milliseconds,
    measurement::{Column, Unit},
    python::PythonPeer,
};

/// How fast arms in space are computed, and how well.
pub struct ArmRow {
    flanges_s: f64,
    inverse_s: f64,
    sweeps_s: f64,
    apart: f64,
    unclear: f64,
    mujoco_poses: Option<usize>,
    pub mujoco_m: Option<f64>,
    pub judged: Option<Judged>,
}

/// Verdicts beside what MuJoCo sees of the same two arms.
pub struct Judged {
    pairs: usize,
    /// Pairs that are said to stay apart.
    apart: usize,
    /// Pairs that MuJoCo has within the margin in some timing.
    near: usize,
    /// Of these, the ones that are said to stay apart: none, if the verdicts are true.
    pub missed: usize,
}

/// Angles, pairs of paths, and the parts of paths that one check looks at.
const DRAWN: usize = 1_000;
const PAIRS: usize = 200;
const PARTS: u32 = 2_000;
const MARGIN_M: f64 = 0.05;

/// What MuJoCo looks at of each scene.
const TIMINGS: usize = 20;
const MOMENTS: usize = 40;

impl ArmRow {
    /// Measures; with a peer, its MuJoCo is asked for the flanges at so many sets of angles, and has so many pairs of arms go their paths.
    ///
    /// # Errors
    /// A peer that ended.
    pub fn measure(poses: usize, pairs: usize, mut peer: Option<&mut PythonPeer>) -> Result<Self> {
        let arm = UrArm::UR5E;
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let mut angles = |most: f64| -> JointAngles { std::array::from_fn(|_| rng.random_range(-most..most)) };
        let drawn: Vec<_> = (0..DRAWN).map(|_| angles(PI)).collect();
        let paths: Vec<_> = (0..PAIRS).map(|_| [(); 2].map(|()| [angles(PI), angles(1.0)])).collect();
        let flanges: Vec<_> = drawn.iter().map(|joints| arm.flange(joints)).collect();
        let timed: Vec<_> =
            paths.iter().enumerate().map(|(n, ends)| Pair::at(0.8 + 0.8 * n as f64 / PAIRS as f64, *ends)).collect();
        let verdicts: Vec<_> = timed.iter().map(Pair::check).collect();
        let share =
            |is: fn(&SweepVerdict) -> bool| verdicts.iter().filter(|verdict| is(verdict)).count() as f64 / PAIRS as f64;
        let rate = |count: usize, ms: f64| count as f64 * 1e3 / ms;
        let mujoco_m = peer.as_deref_mut().map(|peer| most_different(&arm, poses, peer)).transpose()?;
        let judged = peer.map(|peer| Judged::of(pairs, peer)).transpose()?;
        Ok(Self {
            flanges_s: rate(
                DRAWN,
                milliseconds(9, || Ok(drawn.iter().map(|joints| arm.flange(joints)).collect::<Vec<_>>()))?,
            ),
            inverse_s: rate(
                DRAWN,
                milliseconds(9, || Ok(flanges.iter().map(|pose| arm.joints_for(pose)).collect::<Vec<_>>()))?,
            ),
            sweeps_s: rate(PAIRS, milliseconds(9, || Ok(timed.iter().map(Pair::check).collect::<Vec<_>>()))?),
            apart: share(|verdict| *verdict == SweepVerdict::Apart),
            unclear: share(|verdict| *verdict == SweepVerdict::Unclear),
            mujoco_poses: mujoco_m.map(|_| poses),
            mujoco_m,
            judged,
        })
    }
}

impl Judged {
    /// Draws pairs of paths of arms that stand closer together than those that are timed, so that many come near.
    fn of(pairs: usize, peer: &mut PythonPeer) -> Result<Self> {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let mut angles = |most: f64| -> JointAngles { std::array::from_fn(|_| rng.random_range(-most..most)) };
        let drawn: Vec<[[JointAngles; 2]; 2]> =
            (0..pairs).map(|_| [(); 2].map(|()| [angles(PI), angles(1.5)])).collect();
        let pairs: Vec<Pair> =
            drawn.iter().enumerate().map(|(n, ends)| Pair::at(0.4 + 0.6 * n as f64 / pairs as f64, *ends)).collect();
        let asked = |pair: &Pair| {
            json!({
                "bases": [{"x": 0.0, "y": 0.0, "yaw": 0.0}, {"x": pair.between_m, "y": 0.0, "yaw": PI}],
                "ways": pair.paths.map(|path| [path.from, path.to]),
                "objects": [],
            })
        };
        let asked: Vec<_> = pairs.iter().map(asked).collect();
        let touches = touches(pairs.first().map(|pair| &pair.arms[0]), &asked, MARGIN_M, peer)?;
        let are_apart: Vec<bool> = pairs.iter().map(|pair| pair.check() == SweepVerdict::Apart).collect();
        let near = |is_counted: fn(bool) -> bool| {
            are_apart.iter().zip(&touches).filter(|(apart, touches)| **touches > 0 && is_counted(**apart)).count()
        };
        Ok(Self {
            pairs: pairs.len(),
            apart: are_apart.iter().filter(|apart| **apart).count(),
            near: near(|_| true),
            missed: near(|apart| apart),
        })
    }
}

/// By scene, in how many of some random timings of its ways MuJoCo has arms like this one within the margin of one another, or of objects.
pub fn touches(arm: Option<&PlacedArm>, scenes: &[Value], margin_m: f64, peer: &mut PythonPeer) -> Result<Vec<usize>> {
    let capsules = arm.map(|arm| {
        let at = |point: Point3<f64>| [point.x, point.y, point.z];
        let link = |(frame, Capsule { from, to, radius_m })| {
            json!({"frame": frame, "from": at(from), "to": at(to), "radius_m": radius_m})
        };
        arm.links().map(link).collect::<Vec<_>>()
    });
    let found: Vec<usize> = peer.order(&json!({
        "links": UrArm::UR5E.parameters(), "capsules": capsules, "scenes": scenes,
        "margin_m": margin_m, "timings": TIMINGS, "moments": MOMENTS, "seed": 8,
    }))?;
    ensure!(found.len() == scenes.len(), "MuJoCo judged {} scenes of {}", found.len(), scenes.len());
    Ok(found)
}

/// Two arms that face each other, and their paths.
struct Pair {
    between_m: f64,
    arms: [PlacedArm; 2],
    paths: [JointPath; 2],
}

impl Pair {
    /// So far apart, in metres.
    fn at(between_m: f64, ends: [[JointAngles; 2]; 2]) -> Self {
        let turned = UnitQuaternion::from_axis_angle(&Vector3::z_axis(), PI);
        let far = Isometry3::from_parts(Translation3::new(between_m, 0.0, 0.0), turned);
        let arms = [Isometry3::identity(), far].map(|base| PlacedArm::ur5e(base, 0.1));
        let path =
            |[from, turns]: [JointAngles; 2]| JointPath { from, to: std::array::from_fn(|n| from[n] + turns[n]) };
        Self { between_m, arms, paths: ends.map(path) }
    }

    fn check(&self) -> SweepVerdict {
        self.arms[0].stays_apart(&self.paths[0], &self.arms[1], &self.paths[1], MARGIN_M, PARTS)
    }
}

/// The largest difference between our flanges and MuJoCo's, over random angles.
fn most_different(arm: &UrArm, poses: usize, peer: &mut PythonPeer) -> Result<f64> {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let joints: Vec<JointAngles> = (0..poses).map(|_| std::array::from_fn(|_| rng.random_range(-PI..PI))).collect();
    let theirs: Vec<Vec<f64>> = peer.order(&json!({"links": arm.parameters(), "joints": joints}))?;
    let different = joints.iter().zip(&theirs).flat_map(|(joints, theirs)| {
        let flange = arm.flange(joints);
        let rows = flange.rotation.to_rotation_matrix().matrix().transpose();
        let ours: Vec<f64> = rows.iter().chain(flange.translation.vector.iter()).copied().collect();
        ours.into_iter().zip(theirs.clone()).map(|(one, other)| (one - other).abs())
    });
    ensure!(theirs.len() == poses && theirs.iter().all(|each| each.len() == 12), "MuJoCo gave no pose for some angles");
    Ok(different.fold(0.0, f64::max))
}

/// The columns of its sheet.
pub fn arm_columns() -> Vec<Column<ArmRow>> {
    type C = Column<ArmRow>;
    vec![
        C::new("flanges_s", "forward kinematics a second", Unit::Large, |row| row.flanges_s.into()),
        C::new("inverse_s", "inverse", Unit::Large, |row| row.inverse_s.into()),
        C::new("sweeps_s", "pairs of paths checked a second", Unit::Large, |row| row.sweeps_s.into()),
        C::new("apart", "apart", Unit::Percent(1), |row| row.apart.into()),
        C::new("unclear", "not clear", Unit::Percent(1), |row| row.unclear.into()),
        C::new("mujoco_poses", "poses beside MuJoCo", Unit::Plain, |row| row.mujoco_poses.into()),
        C::raw("mujoco_m", |row| row.mujoco_m.into()),
        C::new("judged", "pairs beside MuJoCo", Unit::Plain, |row| {
            row.judged.as_ref().map(|judged| judged.pairs).into()
        }),
        C::new("judged_apart", "of these said to stay apart", Unit::Plain, |row| {
            row.judged.as_ref().map(|judged| judged.apart).into()
        }),
        C::new("judged_near", "near in some timing in MuJoCo", Unit::Plain, |row| {
            row.judged.as_ref().map(|judged| judged.near).into()
        }),
        C::new("judged_missed", "near there and said to stay apart", Unit::Plain, |row| {
            row.judged.as_ref().map(|judged| judged.missed).into()
        }),
    ]
}
