//! Ways of one arm around others that stand, and what MuJoCo sees of them.

use std::f64::consts::PI;

use anyhow::{Result, ensure};
use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::json;
use surefleet_cli::{percentile::percentile, work::bar};
use surefleet_reach::{JointAngles, JointPath, NoWay, PlacedArm, StandingScene, WaySearch};

use super::arms::touches;
use crate::{
    clock::milliseconds,
    measurement::{Column, Unit},
    python::PythonPeer,
};

const MARGIN_M: f64 = 0.05;

/// Where the arms stand, and how each is turned: around a common middle, like those of a board.
const BASES: [(f64, f64, f64); 3] = [(0.0, 0.0, 0.0), (0.9, 0.0, PI), (0.45, 0.8, -PI / 2.0)];

/// Ways between random postures.
#[derive(Default)]
pub struct WayRow {
    pairs: usize,
    straight: usize,
    around: usize,
    legs: usize,
    times_ms: Vec<f64>,
    judged: Option<usize>,
    pub touching: Option<usize>,
}

impl WayRow {
    /// Measures on so many pairs of postures; a peer has its MuJoCo move the arm along every leg of every way.
    ///
    /// # Errors
    /// A way whose end is not free, or a peer that ended.
    pub fn measure(pairs: usize, mut peer: Option<&mut PythonPeer>) -> Result<Self> {
        let mut rng = ChaCha8Rng::seed_from_u64(9);
        let mut row = Self { pairs, ..Self::default() };
        let progress = bar(pairs as u64, "ways");
        for number in 0..pairs {
            let (scene, from, to) = drawn(&mut rng);
            let search = WaySearch { seed: number as u64, ..WaySearch::default() };
            let mut found = Err(NoWay::NotFound);
            row.times_ms.push(milliseconds(1, || {
                found = scene.way(from, to, &search);
                Ok(())
            })?);
            progress.inc(1);
            let way = match found {
                Ok(way) => way,
                Err(fault) => {
                    ensure!(fault == NoWay::NotFound, "{fault}");
                    continue;
                }
            };
            row.straight += usize::from(way.len() == 2);
            row.around += usize::from(way.len() > 2);
            row.legs += if way.len() > 2 { way.len() - 1 } else { 0 };
            let Some(peer) = peer.as_deref_mut() else { continue };
            let bases: Vec<_> = BASES.iter().map(|(x, y, yaw)| json!({"x": x, "y": y, "yaw": yaw})).collect();
            let scenes = way.windows(2).map(|leg| {
                let others = scene.others.iter().map(|(_, stands)| [*stands; 2]);
                let ways: Vec<_> = std::iter::once([leg[0], leg[1]]).chain(others).collect();
                json!({"bases": bases, "ways": ways, "objects": []})
            });
            let touching = touches(Some(&scene.arm), &scenes.collect::<Vec<_>>(), MARGIN_M, peer)?;
            *row.judged.get_or_insert(0) += touching.len();
            *row.touching.get_or_insert(0) += touching.iter().filter(|timings| **timings > 0).count();
        }
        progress.finish_and_clear();
        Ok(row)
    }
}

/// Three arms of which two stand in random postures, and two random postures of the first in which it could stand.
fn drawn(rng: &mut ChaCha8Rng) -> (StandingScene, JointAngles, JointAngles) {
    let [arm, one, other] = BASES.map(|(x, y, yaw)| {
        let turned = UnitQuaternion::from_axis_angle(&Vector3::z_axis(), yaw);
        PlacedArm::ur5e(Isometry3::from_parts(Translation3::new(x, y, 0.0), turned), 0.1)
    });
    let posture = |rng: &mut ChaCha8Rng| -> JointAngles { std::array::from_fn(|_| rng.random_range(-PI..PI)) };
    loop {
        let others = vec![(one.clone(), posture(rng)), (other.clone(), posture(rng))];
        let scene = StandingScene { arm: arm.clone(), others, table_m: None, margin_m: MARGIN_M };
        if scene.clash().is_some() {
            continue;
        }
        let mut free = (0..100).map(|_| posture(rng)).filter(|joints| scene.is_free(&JointPath::still(*joints)));
        if let (Some(from), Some(to)) = (free.next(), free.next()) {
            drop(free);
            return (scene, from, to);
        }
    }
}

/// The columns of its sheet.
pub fn way_columns() -> Vec<Column<WayRow>> {
    type C = Column<WayRow>;
    let ms = Unit::Milliseconds(1);
    vec![
        C::new("pairs", "pairs of postures", Unit::Plain, |row| row.pairs.into()),
        C::new("straight", "straight", Unit::Plain, |row| row.straight.into()),
        C::new("around", "around", Unit::Plain, |row| row.around.into()),
        C::new("legs", "legs of a way around", Unit::Digits(1), |row| {
            (row.around > 0).then(|| row.legs as f64 / row.around as f64).into()
        }),
        C::new("median_ms", "median", ms, |row| percentile(&row.times_ms, 50).ok().into()),
        C::new("worst_ms", "worst", ms, |row| row.times_ms.iter().copied().reduce(f64::max).into()),
        C::new("judged", "legs beside MuJoCo", Unit::Plain, |row| row.judged.into()),
        C::new("touching", "near in some timing", Unit::Plain, |row| row.touching.into()),
    ]
}
