//! Ways of an arm around others that stand: every one is held against dense sampling, which knows nothing of how ways are checked.

use std::f64::consts::PI;

use nalgebra::Isometry3;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use surefleet_reach::{JointAngles, JointPath, NoWay, PlacedArm, StandingScene, SweepVerdict, WayBlock, WaySearch};

const MARGIN_M: f64 = 0.05;
const TABLE_M: f64 = -0.02;

/// Folded together above the base, and stretched out at the height of the shoulder.
const FOLDED: JointAngles = [0.0, -2.2, 2.4, -1.6, -1.5, 0.0];
const STRETCHED: JointAngles = [0.0, -0.3, 0.2, 0.0, -1.5, 0.0];

fn arm(x_m: f64, y_m: f64) -> PlacedArm {
    PlacedArm::ur5e(Isometry3::translation(x_m, y_m, 0.0), 0.1)
}

fn turned(joints: JointAngles, by: f64) -> JointAngles {
    [joints[0] + by, joints[1], joints[2], joints[3], joints[4], joints[5]]
}

/// An arm at the origin, and one a metre and a half before it that stretches towards it.
fn facing() -> StandingScene {
    // Stretched out, a UR5e points against its x axis.
    StandingScene {
        arm: arm(0.0, 0.0),
        others: vec![(arm(-1.3, 0.0), turned(STRETCHED, PI))],
        table_m: Some(TABLE_M),
        margin_m: MARGIN_M,
    }
}

/// The least distance to the other arms, and the least height, on a path that is looked at in many places.
fn sampled(scene: &StandingScene, path: &JointPath) -> (f64, f64) {
    let (mut distance, mut height) = (f64::INFINITY, f64::INFINITY);
    for part in 0..=400 {
        let ours: Vec<_> = scene.arm.capsules(&path.at(f64::from(part) / 400.0)).collect();
        for capsule in ours.iter().skip(2) {
            height = height.min(capsule.from.z.min(capsule.to.z) - capsule.radius_m);
        }
        for (other, stands) in &scene.others {
            for (m, theirs) in other.capsules(stands).enumerate() {
                let near = ours.iter().enumerate().filter(|(n, _)| n + m > 0).map(|(_, one)| one.distance_m(&theirs));
                distance = near.fold(distance, f64::min);
            }
        }
    }
    (distance, height)
}

fn check(scene: &StandingScene, way: &[JointAngles], from: JointAngles, to: JointAngles) {
    assert_eq!((way.first(), way.last()), (Some(&from), Some(&to)));
    for leg in way.windows(2) {
        let (distance, height) = sampled(scene, &JointPath { from: leg[0], to: leg[1] });
        assert!(distance > MARGIN_M && height > TABLE_M, "{distance} m, {height} m: {leg:?}");
    }
}

#[test]
fn an_arm_goes_straight_where_nothing_is_in_the_way() {
    let (scene, to) = (facing(), turned(FOLDED, 1.0));
    assert_eq!(scene.way(FOLDED, to, &WaySearch::default()), Ok(vec![FOLDED, to]));
    assert_eq!(scene.way(FOLDED, FOLDED, &WaySearch::default()), Ok(vec![FOLDED, FOLDED]));
}

#[test]
fn an_arm_that_would_strike_another_goes_around_it() {
    let scene = facing();
    let [from, to] = [-1.3, 0.9].map(|by| turned(STRETCHED, by));
    let (other, stands) = &scene.others[0];
    let verdict = scene.arm.stays_apart(&JointPath { from, to }, other, &JointPath::still(*stands), MARGIN_M, 2_000);
    assert!(matches!(verdict, SweepVerdict::Near { .. }), "{verdict:?}");
    let way = scene.way(from, to, &WaySearch::default()).expect("there is room above");
    assert!(way.len() > 2);
    check(&scene, &way, from, to);
    assert_eq!(scene.way(from, to, &WaySearch::default()).as_ref(), Ok(&way), "the same seed gives the same way");
    let long = scene
        .way(from, to, &WaySearch { shortcuts: 0, ..WaySearch::default() })
        .expect("found before it was made shorter");
    assert!(long.len() > way.len(), "{} and {}", long.len(), way.len());
    let back = scene.way(to, from, &WaySearch::default()).expect("there is one");
    check(&scene, &back, to, from);
}

#[test]
fn a_way_that_cannot_be_is_told_by_its_reason() {
    let scene = facing();
    let struck = STRETCHED;
    assert_eq!(scene.way(struck, FOLDED, &WaySearch::default()), Err(NoWay::Begin(WayBlock::Arm(0))));
    assert_eq!(scene.way(FOLDED, struck, &WaySearch::default()), Err(NoWay::End(WayBlock::Arm(0))));
    let in_the_table: JointAngles = [1.5, 0.6, 0.0, 0.0, 0.0, 0.0];
    assert_eq!(scene.way(FOLDED, in_the_table, &WaySearch::default()), Err(NoWay::End(WayBlock::Table)));
    assert_eq!(
        scene.way(FOLDED, turned(FOLDED, 7.0), &WaySearch::default()),
        Err(NoWay::End(WayBlock::Limits)),
        "beyond a joint's limits"
    );
    assert_eq!(scene.way(FOLDED, turned(FOLDED, f64::NAN), &WaySearch::default()), Err(NoWay::End(WayBlock::Limits)));
    let twice = StandingScene { others: [&scene.others[..], &scene.others[..]].concat(), ..scene.clone() };
    assert_eq!(twice.way(FOLDED, FOLDED, &WaySearch::default()), Err(NoWay::Others(0, 1)));
    let [from, to] = [-1.3, 0.9].map(|by| turned(STRETCHED, by));
    assert_eq!(scene.way(from, to, &WaySearch { samples: 0, ..WaySearch::default() }), Err(NoWay::NotFound));
}

#[test]
fn every_way_between_random_postures_keeps_its_distance() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let scene =
        StandingScene { others: vec![(arm(-0.9, 0.1), turned(STRETCHED, 1.4)), (arm(0.1, 0.9), FOLDED)], ..facing() };
    let (mut around, mut none) = (0, 0);
    for seed in 0..60 {
        let mut stand = || loop {
            let joints: JointAngles = std::array::from_fn(|_| rng.random_range(-PI..PI));
            if scene.is_free(&JointPath::still(joints)) {
                return joints;
            }
        };
        let (from, to) = (stand(), stand());
        match scene.way(from, to, &WaySearch { samples: 300, seed, ..WaySearch::default() }) {
            Ok(way) => {
                check(&scene, &way, from, to);
                around += usize::from(way.len() > 2);
            }
            Err(fault) => {
                assert_eq!(fault, NoWay::NotFound);
                none += 1;
            }
        }
    }
    assert!(around >= 8 && none <= 15, "{around} ways around, {none} not found");
}
