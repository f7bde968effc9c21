//! Kinematics of six-joint arms, and paths of two arms: against each other, against dense sampling, and against published numbers.

use std::f64::consts::{FRAC_PI_2, PI};

use nalgebra::{Isometry3, Point3, Translation3, UnitQuaternion, Vector3};
use proptest::prelude::*;
use surefleet_reach::{Capsule, JointAngles, JointPath, PlacedArm, SweepVerdict, UrArm};

fn angles() -> impl Strategy<Value = JointAngles> {
    prop::array::uniform6(-PI..PI)
}

/// Its chain of rotations and shifts, written as 4 x 4 matrices of the textbook's form.
fn by_matrices(joints: &JointAngles) -> nalgebra::Matrix4<f64> {
    let arm = UrArm::UR5E;
    let rows = [
        (FRAC_PI_2, arm.d1_m, 0.0),
        (0.0, 0.0, arm.a2_m),
        (0.0, 0.0, arm.a3_m),
        (FRAC_PI_2, arm.d4_m, 0.0),
        (-FRAC_PI_2, arm.d5_m, 0.0),
        (0.0, arm.d6_m, 0.0),
    ];
    rows.iter().zip(joints).fold(nalgebra::Matrix4::identity(), |before, (&(alpha, d, a), theta)| {
        let ((s, c), (sa, ca)) = (theta.sin_cos(), f64::sin_cos(alpha));
        #[rustfmt::skip]
        let step = nalgebra::Matrix4::new(
            c, -s * ca, s * sa, a * c,
            s, c * ca, -c * sa, a * s,
            0.0, sa, ca, d,
            0.0, 0.0, 0.0, 1.0,
        );
        before * step
    })
}

#[test]
fn an_arm_stretched_out_has_its_flange_where_the_lengths_add_up() {
    let flange = UrArm::UR5E.flange(&[0.0; 6]).translation.vector;
    assert!((flange - Vector3::new(-0.8172, -0.2329, 0.0628)).norm() < 1e-12, "{flange}");
    assert!(UrArm::UR5E.joints_for(&Isometry3::translation(2.0, 0.0, 0.2)).is_empty(), "out of reach");
}

#[test]
fn lines_are_as_far_apart_as_they_look() {
    let at = Point3::new;
    let line = |from, to| Capsule { from, to, radius_m: 0.1 };
    let near = |one: Capsule, other: Capsule, distance: f64| {
        assert!((one.distance_m(&other) - distance).abs() < 1e-12 && (other.distance_m(&one) - distance).abs() < 1e-12);
    };
    let x = line(at(0.0, 0.0, 0.0), at(1.0, 0.0, 0.0));
    near(x, line(at(0.5, -1.0, 0.5), at(0.5, 1.0, 0.5)), 0.3);
    near(x, line(at(0.2, 0.7, 0.0), at(0.9, 0.7, 0.0)), 0.5);
    near(x, line(at(3.0, 0.0, 0.0), at(2.0, 0.0, 0.0)), 0.8);
    near(x, line(at(1.0, 3.0, 0.0), at(1.0, 1.0, 0.0)), 0.8);
    near(x, line(at(0.5, 0.0, 0.0), at(0.5, 0.0, 0.0)), -0.2);
    near(line(at(0.0, 0.0, 0.0), at(0.0, 0.0, 0.0)), line(at(0.0, 3.0, 4.0), at(0.0, 3.0, 4.0)), 4.8);
}

/// Two arms that face each other, `apart` metres between their bases.
fn pair(apart: f64) -> [PlacedArm; 2] {
    let turned = UnitQuaternion::from_axis_angle(&Vector3::z_axis(), PI);
    let far = Isometry3::from_parts(Translation3::new(apart, 0.0, 0.0), turned);
    [PlacedArm::ur5e(Isometry3::identity(), 0.1), PlacedArm::ur5e(far, 0.1)]
}

/// The least distance over a grid of places of both paths.
fn sampled(arms: &[PlacedArm; 2], paths: &[JointPath; 2], count: usize) -> f64 {
    let places = |n: usize| (0..=count).map(move |k| k as f64 / count as f64).map(move |part| (n, part));
    let capsules = |(n, part): (usize, f64)| arms[n].capsules(&paths[n].at(part)).collect::<Vec<_>>();
    let theirs: Vec<_> = places(1).map(capsules).collect();
    let ours = places(0).map(capsules);
    let pairs = ours.flat_map(|ours| theirs.iter().map(move |theirs| (ours.clone(), theirs)));
    let least = |(ours, theirs): (Vec<Capsule>, &Vec<Capsule>)| {
        let all = ours
            .iter()
            .enumerate()
            .flat_map(|(n, one)| theirs.iter().enumerate().map(move |(m, two)| (n + m, one, two)));
        all.filter(|(both, ..)| *both > 0).map(|(_, one, two)| one.distance_m(two)).fold(f64::MAX, f64::min)
    };
    pairs.map(least).fold(f64::MAX, f64::min)
}

/// The least distance at equal parts of both paths: what a check sees that lets both arms start together.
fn together(arms: &[PlacedArm; 2], paths: &[JointPath; 2]) -> f64 {
    let at = |part: f64| {
        let [one, two] = [0, 1].map(|n| arms[n].capsules(&paths[n].at(part)).collect::<Vec<_>>());
        one.iter().flat_map(|one| two.iter().map(move |two| one.distance_m(two))).fold(f64::MAX, f64::min)
    };
    (0..=200).map(|k| at(f64::from(k) / 200.0)).fold(f64::MAX, f64::min)
}

#[test]
fn one_arm_may_not_pass_where_the_other_passes_at_another_time() {
    let (arms, margin) = (pair(1.1), 0.02);
    let pan = |pan: f64| [PI + pan, -0.2, 1.5, -FRAC_PI_2, -FRAC_PI_2, 0.0];
    let paths = [JointPath { from: pan(-1.2), to: pan(1.2) }, JointPath { from: pan(1.8), to: pan(-0.6) }];
    assert!(together(&arms, &paths) > 0.15, "with the same start they keep well apart");
    let verdict = arms[0].stays_apart(&paths[0], &arms[1], &paths[1], margin, 100_000);
    let SweepVerdict::Near { links, distance_m, parts } = verdict else { panic!("{verdict:?}") };
    assert!(distance_m <= margin && (parts[0] - parts[1]).abs() > 0.1, "{verdict:?}");
    assert_eq!(links, ["forearm", "forearm"]);
    // Each alone, beside one that stays away, is clear.
    let away = JointPath::still(pan(PI));
    assert_eq!(arms[0].stays_apart(&paths[0], &arms[1], &away, margin, 100_000), SweepVerdict::Apart);
    assert_eq!(arms[0].stays_apart(&away, &arms[1], &paths[1], margin, 100_000), SweepVerdict::Apart);
    assert_eq!(arms[0].stays_apart(&paths[0], &arms[1], &away, margin, 3), SweepVerdict::Unclear, "for want of effort");
    let lost = JointPath { from: away.from, to: [f64::NAN; 6] };
    assert_ne!(
        arms[0].stays_apart(&away, &arms[1], &lost, margin, 1000),
        SweepVerdict::Apart,
        "angles that are no numbers"
    );
}

proptest! {
    #[test]
    fn frames_are_those_of_the_textbooks_matrices(joints in angles()) {
        let apart = (UrArm::UR5E.flange(&joints).to_homogeneous() - by_matrices(&joints)).abs().max();
        prop_assert!(apart < 1e-12, "{apart}");
    }

    /// What brings the flange somewhere is among the solutions, and each solution brings it there; also where the wrist is nearly straight.
    #[test]
    fn inverse_kinematics_finds_the_angles_that_were_there(mut joints in angles(), near in prop::option::of(-7i32..-2), straight in any::<bool>()) {
        if let Some(power) = near {
            joints[4] = 10f64.powi(power) + if straight { 0.0 } else { PI };
        }
        let arm = UrArm::UR5E;
        let flange = arm.flange(&joints);
        let solutions = arm.joints_for(&flange);
        prop_assert!((1..=8).contains(&solutions.len()));
        // Near a straight wrist joints 4 and 6 are known less well than their sum.
        let same = |solution: &JointAngles| {
            solution.iter().zip(&joints).all(|(a, b)| ((a - b + PI).rem_euclid(2.0 * PI) - PI).abs() < 1e-4)
        };
        prop_assume!(joints[4].sin().abs() > 1e-8);
        prop_assert!(near.is_some_and(|power| power < -5) || solutions.iter().any(same), "{solutions:?}");
        for solution in &solutions {
            prop_assert!((arm.flange(solution).to_homogeneous() - flange.to_homogeneous()).abs().max() < 1e-6);
        }
    }

    /// With the wrist exactly straight and joint 6 at an angle that is tried, what was there is found.
    #[test]
    fn a_straight_wrist_has_solutions(mut joints in angles(), spare in 0u8..12, over in any::<bool>()) {
        joints[4] = if over { PI } else { 0.0 };
        joints[5] = f64::from(spare) * PI / 6.0;
        let arm = UrArm::UR5E;
        let flange = arm.flange(&joints);
        let solutions = arm.joints_for(&flange);
        prop_assert!(!solutions.is_empty() && solutions.len() <= 96);
        for solution in &solutions {
            prop_assert!((arm.flange(solution).to_homogeneous() - flange.to_homogeneous()).abs().max() < 1e-6);
        }
    }

    /// A sweep that is called clear is clear at every place that is sampled.
    #[test]
    fn no_sample_contradicts_a_clear_sweep(from in prop::array::uniform2(angles()), turns in prop::array::uniform2(prop::array::uniform6(-0.8f64..0.8)),
                                          apart in 0.7f64..1.8) {
        let arms = pair(apart);
        let path = |n: usize| JointPath { from: from[n], to: std::array::from_fn(|joint| from[n][joint] + turns[n][joint]) };
        let paths = [path(0), path(1)];
        let margin = 0.03;
        let least = sampled(&arms, &paths, 12);
        match arms[0].stays_apart(&paths[0], &arms[1], &paths[1], margin, 20_000) {
            SweepVerdict::Apart => prop_assert!(least > margin, "{least}"),
            SweepVerdict::Near { distance_m, parts, .. } => {
                prop_assert!(distance_m <= margin);
                let [one, two] = [0, 1].map(|n| arms[n].capsules(&paths[n].at(parts[n])).collect::<Vec<_>>());
                let there = one.iter().flat_map(|one| two.iter().map(move |two| one.distance_m(two)));
                prop_assert!(there.fold(f64::MAX, f64::min) <= margin, "it is so near where it says");
            }
            SweepVerdict::Unclear => prop_assert!(least < margin + 0.05, "given up on a case that is clear by far: {least}"),
        }
    }
}
