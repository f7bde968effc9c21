//! Laws of the gate of arms, against dense samples of their ways.

use proptest::prelude::*;
use surefleet_reach::{CellArm, JointAngles, JointPath};
use surefleet_safety::{Input, StepRefusal};

use crate::bench::{Bench, MARGIN_M, arm, pose};

/// The deeds that arm 1 or 2 may try while it holds a gear.
const PUTS: [&str; 4] = ["put(tray_1)", "put(tray_2)", "put(fixture_1)", "put(fixture_2)"];

/// The places of a way that are sampled, of each of its paths.
const SAMPLES: usize = 12;

fn places(bench: &Bench, number: usize, joints: JointAngles, symbol: &str) -> Vec<JointAngles> {
    let cell_arm: &CellArm = bench.cell.arm(&arm(number)).expect("one of four");
    let way = &cell_arm.ways[&bench.decision(symbol)];
    let paths: Vec<JointPath> = way.paths_from(joints).expect("an approved decision has a way");
    paths.iter().flat_map(|path| (0..=SAMPLES).map(|n| path.at(n as f64 / SAMPLES as f64))).collect()
}

/// The least distance of two arms, each at any of its places.
fn least(bench: &Bench, places: [&[JointAngles]; 2]) -> f64 {
    let placed = [1, 2].map(|number| &bench.cell.arm(&arm(number)).expect("one of four").placed);
    let theirs: Vec<Vec<_>> = places[1].iter().map(|joints| placed[1].capsules(joints).collect()).collect();
    let mut least = f64::MAX;
    for joints in places[0] {
        let ours: Vec<_> = placed[0].capsules(joints).collect();
        for theirs in &theirs {
            for (n, one) in ours.iter().enumerate() {
                // The bases do not move.
                for (_, two) in theirs.iter().enumerate().filter(|(m, _)| n + m > 0) {
                    least = least.min(one.distance_m(two));
                }
            }
        }
    }
    least
}

/// A pose with each joint somewhat off.
fn near(number: usize, name: &str, off: [f64; 6]) -> JointAngles {
    let joints = pose(number, name);
    std::array::from_fn(|n| joints[n] + off[n])
}

fn names(number: usize) -> impl Strategy<Value = String> {
    let tray = format!("tray_{number}");
    prop::sample::select(vec![
        "home".to_owned(),
        format!("over_{tray}"),
        "over_fixture_1".into(),
        "over_fixture_2".into(),
    ])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Whatever is approved never brings the arms within the margin, at any pair of moments; and only arms are a reason here.
    #[test]
    fn approved_ways_stay_apart_at_any_two_moments(
        names in (names(1), names(2)),
        offs in prop::array::uniform2(prop::array::uniform6(-0.15f64..0.15)),
        deeds in prop::array::uniform2(prop::sample::select(vec!["idle", PUTS[0], PUTS[1], PUTS[2], PUTS[3]])),
    ) {
        let mut bench = Bench::new();
        bench.holds(1, "home");
        bench.holds(2, "home");
        let joints = [near(1, &names.0, offs[0]), near(2, &names.1, offs[1])];
        bench.put(1, &joints[0]);
        bench.put(2, &joints[1]);
        bench.look();
        bench.begin(1, &[1, 2]);
        prop_assume!(deeds[0] != deeds[1]);
        let joint = bench.joint(1, 1, &[(1, deeds[0]), (2, deeds[1])]);
        match bench.verdict(joint).expect("an answer") {
            Ok(()) if deeds != ["idle"; 2] => {
                let places = [0, 1].map(|n| places(&bench, n + 1, joints[n], deeds[n]));
                let least = least(&bench, [&places[0], &places[1]]);
                prop_assert!(least > MARGIN_M, "{least}");
            }
            Ok(()) => {}
            Err(reasons) => {
                let is_of_arms = |why: &StepRefusal| why.to_string().contains("arm_");
                prop_assert!(reasons.iter().all(is_of_arms), "{reasons:?}");
            }
        }
    }

    /// Each position that does not count forbids the motions of exactly those arms that it concerns.
    #[test]
    fn each_position_that_is_old_or_missing_closes_the_gate_for_its_table(told in prop::array::uniform4(0u8..3)) {
        let mut bench = Bench::new();
        bench.begin(1, &[1, 2, 3, 4]);
        bench.pass(501);
        let now = bench.now;
        for (n, told) in (1..=4).zip(told) {
            match told {
                0 => bench.arms.iter_mut().filter(|it| it.robot == arm(n)).for_each(|it| it.measured = now),
                1 => {}
                _ => bench.arms.retain(|it| it.robot != arm(n)),
            }
        }
        bench.look();
        for n in 1..=4 {
            let mate = [2, 1, 4, 3][n - 1];
            let is_open = told[n - 1] == 0 && told[mate - 1] == 0;
            let refused = bench.refusals(1, n, &[], &[&format!("pick(gear_{n}, tray_{n})"), "idle"]);
            prop_assert_eq!(refused[0].is_empty(), is_open, "{:?}", refused);
            prop_assert!(refused[1].is_empty(), "{:?}", refused);
        }
    }

    /// Beside an arm under way, whatever is approved stays apart from all of its way, wherever it is seen meanwhile.
    #[test]
    fn what_is_approved_beside_a_way_stays_apart_from_all_of_it(
        from in names(1), put in prop::sample::select(vec!["put(tray_1)", "put(fixture_1)"]), part in 0usize..30,
        other in names(2), deed in prop::sample::select(vec!["put(tray_2)", "put(fixture_2)"]),
    ) {
        let mut bench = Bench::new();
        bench.holds(1, &from);
        bench.holds(2, &other);
        bench.begin(1, &[1]);
        bench.begin(2, &[2]);
        let joints = [pose(1, &from), pose(2, &other)];
        let first = bench.joint(1, 1, &[(1, put)]);
        prop_assume!(bench.verdict(first) == Some(Ok(())));
        let theirs = places(&bench, 1, joints[0], put);
        bench.pass(100);
        bench.put(1, &theirs[part % theirs.len()]);
        bench.measure();
        let second = bench.joint(2, 1, &[(2, deed)]);
        if bench.verdict(second) == Some(Ok(())) {
            let ours = places(&bench, 2, joints[1], deed);
            let least = least(&bench, [&theirs, &ours]);
            prop_assert!(least > MARGIN_M, "{least}");
        }
        bench.tell(Input::Tick);
    }
}
