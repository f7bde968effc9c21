//! Fused pictures of boxes against what is exactly so, and against a fusion of each voxel by itself.

mod house;

use std::collections::HashMap;

use house::{Scene, Solid, standing};
use proptest::prelude::*;
use surefleet_mapping::{
    DepthFrame, Intrinsics, Map, MappingError, Metres, Optical, Point, Transform, Tsdf, TsdfSettings, Voxel,
};

const SETTINGS: TsdfSettings = TsdfSettings {
    voxel: Metres::new(0.1),
    truncation: Metres::new(0.3),
    max_depth: Metres::new(5.0),
    max_weight: 8.0,
    max_blocks: 4096,
};

fn camera(pixels: usize, degrees: f64) -> Intrinsics {
    Intrinsics::with_fov(pixels, pixels, degrees.to_radians()).expect("a camera")
}

fn fused(scene: &Scene, camera: &Intrinsics, poses: &[Transform<Map, Optical>]) -> Tsdf {
    let mut map = Tsdf::new(SETTINGS).expect("good settings");
    for pose in poses {
        let depths = scene.depths(camera, pose);
        let frame = DepthFrame::new(*camera, &depths).expect("a depth for each pixel");
        map.fuse(pose, &frame).expect("a near pose");
    }
    map
}

/// A box in the middle, seen from all around at two heights.
fn around_a_box() -> (Scene, Vec<Transform<Map, Optical>>) {
    let scene = Scene { solids: vec![Solid::new([-0.43, -0.67, 0.0], [0.43, 0.67, 0.91])] };
    let pose = |turn: usize, height: f64, pitch: f64| {
        let yaw = turn as f64 * std::f64::consts::TAU / 16.0;
        standing(-2.5 * yaw.cos(), -2.5 * yaw.sin(), height, yaw, pitch)
    };
    (scene, (0..16).flat_map(|turn| [pose(turn, 0.5, 0.0), pose(turn, 2.0, 0.6)]).collect())
}

/// The content of a voxel by the definition, in double precision and without blocks.
#[derive(Clone, Copy, Default)]
struct Expected {
    distance: f64,
    weight: f64,
    /// A rounding decided which pixel it fell on.
    is_doubtful: bool,
}

fn reference(
    camera: &Intrinsics,
    looks: &[(Transform<Map, Optical>, Vec<f32>)],
    reach: i32,
) -> HashMap<[i32; 3], Expected> {
    let (voxel, truncation) = (SETTINGS.voxel.get(), SETTINGS.truncation.get());
    let mut all = HashMap::new();
    let side = -reach..reach;
    for index in side.clone().flat_map(|x| side.clone().flat_map(move |y| (-reach..reach).map(move |z| [x, y, z]))) {
        let centre = Point::<Map>::from(index.map(|number| (f64::from(number) + 0.5) * voxel));
        let mut expected = Expected::default();
        for (pose, depths) in looks {
            let seen = pose.inverse() * centre;
            let size = [camera.width() as f64, camera.height() as f64];
            let [first, next] = [0.0, 1.0].map(|at| camera.ray(at, at));
            let pixel = [
                (seen.x() / seen.z() - first.x()) / (next.x() - first.x()),
                (seen.y() / seen.z() - first.y()) / (next.y() - first.y()),
            ];
            let is_before = seen.z() > 0.0;
            let is_edge = pixel.iter().any(|at| ((at - at.floor()) - 0.5).abs() < 2e-3);
            let near = |at: f64, size: f64| at > -0.6 && at < size - 0.4;
            if !is_before || !near(pixel[0], size[0]) || !near(pixel[1], size[1]) {
                continue;
            }
            expected.is_doubtful |= is_edge || seen.z() < 1e-3;
            let [u, v] = pixel.map(f64::round);
            if u < 0.0 || v < 0.0 || u >= size[0] || v >= size[1] {
                continue;
            }
            let measured = f64::from(depths[v as usize * camera.width() + u as usize]);
            if !(measured > 0.0 && measured.is_finite()) {
                continue;
            }
            let depth = measured.min(SETTINGS.max_depth.get());
            let length = seen.distance(Point::new(0.0, 0.0, 0.0)).get();
            let ahead = (depth - seen.z()) * length / seen.z();
            if measured > depth {
                expected.is_doubtful |= (ahead - truncation).abs() < 1e-3;
                if ahead < truncation {
                    continue;
                }
            }
            let gained = ((ahead + truncation) / (truncation - voxel)).clamp(0.0, 1.0);
            let sum = expected.weight + gained;
            if gained > 0.0 {
                expected.distance += (ahead.min(truncation) - expected.distance) * gained / sum;
                expected.weight = sum.min(f64::from(SETTINGS.max_weight));
            }
        }
        all.insert(index, expected);
    }
    all
}

fn random_pose() -> impl Strategy<Value = Transform<Map, Optical>> {
    (prop::array::uniform3(-1.2..1.2f64), prop::array::uniform4(-1.0..1.0f64))
        .prop_filter_map("a rotation", |(at, rotation)| Transform::new(at, rotation).ok())
}

fn random_scene() -> impl Strategy<Value = Scene> {
    let solid = (prop::array::uniform3(-2.0..2.0f64), prop::array::uniform3(0.2..1.5f64))
        .prop_map(|(low, size)| Solid::new(low, [0, 1, 2].map(|axis| low[axis] + size[axis])));
    prop::collection::vec(solid, 1..6).prop_map(|mut solids| {
        for axis in 0..3 {
            for at in [-2.6, 2.6] {
                let (mut low, mut high) = ([-2.5; 3], [2.5; 3]);
                (low[axis], high[axis]) = (at - 0.1, at + 0.1);
                solids.push(Solid::new(low, high));
            }
        }
        Scene { solids }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn blocks_hold_what_each_voxel_by_itself_would(
        scene in random_scene(), poses in prop::collection::vec(random_pose(), 1..4), size in prop::array::uniform2(20usize..70),
        focal in prop::array::uniform2(0.35..1.4f64), centre in prop::array::uniform2(0.2..0.8f64), gap in 0usize..500,
    ) {
        // Neither square pixels nor the axis in the middle.
        let [focal, centre] = [focal, centre].map(|shares| [0, 1].map(|axis| shares[axis] * size[axis] as f64));
        let camera = Intrinsics::new(size[0], size[1], focal, centre).unwrap();
        let looks: Vec<_> = poses.iter().map(|pose| {
            let mut depths = scene.depths(&camera, pose);
            // Here and there nothing is measured, or what is far away.
            depths.iter_mut().skip(gap).step_by(97).for_each(|depth| *depth = [0.0, f32::NAN, -1.0, f32::INFINITY][gap % 4]);
            depths.iter_mut().skip(gap / 2).step_by(31).for_each(|depth| *depth = [5.1, 80.0, f32::MAX][gap % 3]);
            (*pose, depths)
        }).collect();
        let mut map = Tsdf::new(SETTINGS).unwrap();
        for (pose, depths) in &looks {
            map.fuse(pose, &DepthFrame::new(camera, depths).unwrap()).unwrap();
        }
        let (mut compared, mut known) = (0, 0);
        for (index, expected) in reference(&camera, &looks, 32) {
            if expected.is_doubtful || (expected.weight > 0.0 && expected.weight < 1e-3) {
                continue;
            }
            compared += 1;
            let found = map.voxel(index);
            if expected.weight == 0.0 {
                prop_assert!(found.is_none_or(|voxel| voxel.weight < 2e-3), "{index:?}: {found:?} was never seen");
                continue;
            }
            known += 1;
            let voxel = found.expect("a voxel that is seen is known");
            prop_assert!((f64::from(voxel.weight) - expected.weight).abs() < 2e-3, "{index:?}: {voxel:?}, weight {}", expected.weight);
            prop_assert!((voxel.distance.get() - expected.distance).abs() < 2e-3, "{index:?}: {voxel:?}, distance {}", expected.distance);
        }
        // A camera inside a box measures nothing.
        let is_any = looks.iter().any(|(_, depths)| depths.iter().any(|&depth| depth > 0.5));
        prop_assert!(compared > 100_000 && (known > 0 || !is_any), "{compared} compared, {known} known");
    }
}

/// Numbers of all sizes and kinds.
fn any_depth() -> impl Strategy<Value = f32> {
    prop_oneof![any::<f32>(), 0.0..6.0f32, Just(f32::NAN), Just(f32::INFINITY), Just(f32::MIN_POSITIVE)]
}

proptest! {
    #[test]
    fn any_picture_leaves_a_bounded_map_of_numbers_in_range(
        size in (1usize..40, 1usize..40), focal in prop::array::uniform2(0.3..300.0f64), principal in prop::array::uniform2(-9.0..50.0f64),
        at in prop::array::uniform3(-2e5..2e5f64), rotation in prop::array::uniform4(-1.0..1.0f64), depths in prop::collection::vec(any_depth(), 1600),
    ) {
        let Ok(camera) = Intrinsics::new(size.0, size.1, focal, principal) else { return Ok(()) };
        let Ok(pose) = Transform::<Map, Optical>::new(at, rotation) else { return Ok(()) };
        let mut map = Tsdf::new(TsdfSettings { max_blocks: 100, ..SETTINGS }).unwrap();
        let frame = DepthFrame::new(camera, &depths[..size.0 * size.1]).unwrap();
        let fused = map.fuse(&pose, &frame);
        prop_assert_eq!(fused.is_err(), at.iter().any(|coordinate| coordinate.abs() > 1e5));
        prop_assert!(map.blocks() <= 100);
        prop_assert!(fused.is_err() || fused.is_ok_and(|fused| fused.added == map.blocks() && fused.seen == fused.added + fused.left_out));
        for (centre, voxel) in map.voxels() {
            prop_assert!(voxel.distance.get().abs() <= 0.3f32.into() && voxel.weight > 0.0 && voxel.weight <= 1.0, "{:?} {:?}", centre, voxel);
        }
    }
}

#[test]
fn a_wall_seen_straight_on_has_its_exact_distances() {
    let scene = Scene { solids: vec![Solid::new([2.03, -5.0, -5.0], [3.0, 5.0, 5.0])] };
    let map = fused(&scene, &camera(128, 60.0), &[standing(0.0, 0.0, 1.05, 0.0, 0.0)]);
    let mut behind = 0;
    for (centre, voxel) in map.voxels() {
        let exact = scene.signed_distance(centre).min(0.3);
        // The distance along the ray is longer by the cosine of the angle to the wall.
        let from = [centre.x(), centre.y(), centre.z() - 1.05];
        let length = from.iter().map(|c| c * c).sum::<f64>().sqrt();
        let along = ((2.03 - centre.x()) * length / centre.x()).clamp(-0.3, 0.3);
        assert!((voxel.distance.get() - along).abs() < 1e-5, "{centre:?}: {voxel:?}, not {along}");
        if centre.y().abs() < 0.2 && from[2].abs() < 0.2 {
            assert!((voxel.distance.get() - exact).abs() < 0.005, "{centre:?}: {voxel:?}, exactly {exact}");
            behind += usize::from(exact < 0.0);
        }
    }
    assert!(behind >= 32, "two layers of 4 x 4 voxels behind the surface are known, not {behind}");
}

#[test]
fn the_fused_surface_of_a_box_is_where_the_box_is() {
    let (scene, poses) = around_a_box();
    let map = fused(&scene, &camera(128, 60.0), &poses);
    let (mut errors, mut wrong, mut clear) = (Vec::new(), 0, 0);
    for (centre, voxel) in map.voxels() {
        let exact = scene.signed_distance(centre);
        let distance = voxel.distance.get();
        // Behind an edge that juts out, pictures disagree: a voxel there is hidden in some.
        clear += usize::from(exact.abs() > 0.06 && exact.abs() < 0.3);
        wrong += usize::from(exact.abs() > 0.06 && (distance < 0.0) != (exact < 0.0));
        assert!(exact < 0.3 || distance > 0.0, "{centre:?} is {exact} m outside but {voxel:?}");
        for (axis, step) in [[0.1, 0.0, 0.0], [0.0, 0.1, 0.0], [0.0, 0.0, 0.1]].into_iter().enumerate() {
            let other = Point::new(centre.x() + step[0], centre.y() + step[1], centre.z() + step[2]);
            let Some(next) = map.at(other).map(|voxel| voxel.distance.get()) else { continue };
            // The bottom of the box stands on nothing that was seen.
            if (distance > 0.0) == (next > 0.0) || (axis == 2 && centre.z() < 0.1) {
                continue;
            }
            let crossing = centre.towards(other, distance / (distance - next));
            errors.push(scene.signed_distance(crossing).abs());
        }
    }
    errors.sort_by(f64::total_cmp);
    let (median, most) = (errors[errors.len() / 2], errors[errors.len() * 95 / 100]);
    println!(
        "{} crossings: half within {median:.4} m, 95 % within {most:.4} m; {wrong} of {clear} signs wrong",
        errors.len()
    );
    // The five faces seen have about 440 voxels' sides.
    assert!(errors.len() > 400, "{} crossings", errors.len());
    assert!(median < 0.015 && most < 0.08, "half within {median} m, 95 % within {most} m");
    assert!(clear > 2000 && wrong * 25 < clear, "{wrong} of {clear} signs are wrong");
}

#[test]
fn a_thin_wall_stays_thin_when_both_sides_are_seen() {
    let scene = Scene { solids: vec![Solid::new([2.0, -5.0, -5.0], [2.1, 5.0, 5.0])] };
    let poses: Vec<_> = (0..20)
        .flat_map(|_| [standing(0.0, 0.0, 0.0, 0.0, 0.0), standing(4.1, 0.0, 0.0, std::f64::consts::PI, 0.0)])
        .collect();
    let map = fused(&scene, &camera(64, 60.0), &poses);
    for x in [1.75, 1.85, 2.25, 2.35] {
        let voxel = map.at(Point::new(x, 0.05, 0.05)).expect("seen");
        assert!(voxel.distance.get() > 0.05, "free space {} m from the wall is {voxel:?}", (x - 2.05).abs() - 0.05);
    }
}

#[test]
fn what_is_not_measured_tells_nothing() {
    let camera = camera(16, 90.0);
    let mut map = Tsdf::new(SETTINGS).unwrap();
    for depth in [0.0, -1.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let depths = [depth; 256];
        let fused = map.fuse(&standing(0.0, 0.0, 0.0, 0.0, 0.0), &DepthFrame::new(camera, &depths).unwrap()).unwrap();
        assert_eq!((fused.seen, map.blocks()), (0, 0), "depth {depth}");
    }
    let depths = [5.0; 256];
    let fused = map.fuse(&standing(0.0, 0.0, 0.0, 0.0, 0.0), &DepthFrame::new(camera, &depths).unwrap()).unwrap();
    assert!(fused.seen > 100, "the greatest depth itself counts");
}

#[test]
fn a_depth_beyond_the_greatest_proves_free_space_and_no_surface() {
    let camera = camera(64, 60.0);
    let look = |depth: f32| {
        let mut map = Tsdf::new(SETTINGS).unwrap();
        let depths = [depth; 64 * 64];
        map.fuse(&standing(0.0, 0.0, 0.05, 0.0, 0.0), &DepthFrame::new(camera, &depths).unwrap()).unwrap();
        map
    };
    for depth in [5.001, 9.0, f32::MAX] {
        let map = look(depth);
        for (centre, voxel) in map.voxels() {
            let free = Voxel { distance: Metres::new(0.3f32.into()), weight: 1.0 };
            assert_eq!(voxel, free, "{centre:?} before {depth} m");
            let along = (5.0 - centre.x()) * centre.distance(Point::new(0.0, 0.0, 0.05)).get() / centre.x();
            assert!(along > 0.299_999, "{centre:?} is {along} m before 5 m, where a surface may be");
        }
        assert!(map.at(Point::new(4.65, 0.05, 0.05)).is_some(), "free up to 5 m less the truncation");
        // All that a wall at the greatest depth would show free, is.
        let free = look(5.0).voxels().filter(|(_, voxel)| voxel.distance.get() > 0.299_999).count();
        let found = map.voxels().count();
        assert!(found.abs_diff(free) * 1000 < free, "{found} voxels are free, not {free}");
    }
}

#[test]
fn blocks_without_room_are_left_out_and_counted() {
    let (scene, poses) = around_a_box();
    let camera = camera(64, 60.0);
    let whole = fused(&scene, &camera, &poses[..1]);
    let mut small = Tsdf::new(TsdfSettings { max_blocks: 3, ..SETTINGS }).unwrap();
    let depths = scene.depths(&camera, &poses[0]);
    for _ in 0..2 {
        let fused = small.fuse(&poses[0], &DepthFrame::new(camera, &depths).unwrap()).unwrap();
        assert_eq!((fused.seen, fused.left_out), (whole.blocks(), whole.blocks() - 3));
    }
    assert_eq!(small.blocks(), 3);
    assert!(small.bytes() <= small.settings().most_bytes() + 64 * 64 * 8, "{} bytes", small.bytes());
    for (centre, voxel) in small.voxels() {
        assert_eq!(Some(voxel.distance), whole.at(centre).map(|voxel| voxel.distance), "what has room is as ever");
    }
}

#[test]
fn a_thing_that_comes_or_goes_is_noticed_in_space_long_known() {
    let empty = Scene { solids: vec![Solid::new([4.0, -9.0, -9.0], [5.0, 9.0, 9.0])] };
    let mut filled = empty.clone();
    filled.solids.push(Solid::new([2.0, -0.5, -0.5], [3.0, 0.5, 0.5]));
    let (camera, pose) = (camera(64, 70.0), standing(0.0, 0.0, 0.0, 0.0, 0.0));
    let mut map = Tsdf::new(SETTINGS).unwrap();
    let look = |map: &mut Tsdf, scene: &Scene, times: usize| {
        for _ in 0..times {
            map.fuse(&pose, &DepthFrame::new(camera, &scene.depths(&camera, &pose)).unwrap()).unwrap();
        }
        map.at(Point::new(2.05, 0.05, 0.05)).unwrap()
    };
    let before = look(&mut map, &empty, 20);
    assert_eq!((before.distance.get() as f32, before.weight), (0.3, SETTINGS.max_weight));
    assert!(look(&mut map, &filled, 40).distance.get() < 0.0, "the thing has come");
    assert!(look(&mut map, &empty, 40).distance.get() > 0.2, "the thing has gone");
}

#[test]
fn settings_and_poses_outside_their_range_are_refused() {
    let refused = |settings| matches!(Tsdf::new(settings), Err(MappingError::Setting { .. }));
    assert!(refused(TsdfSettings { voxel: Metres::ZERO, ..SETTINGS }));
    assert!(refused(TsdfSettings { truncation: Metres::new(0.15), ..SETTINGS }));
    assert!(refused(TsdfSettings { max_depth: Metres::new(f64::NAN), ..SETTINGS }));
    assert!(refused(TsdfSettings { max_weight: 0.5, ..SETTINGS }));
    assert!(refused(TsdfSettings { max_blocks: 0, ..SETTINGS }));
    let mut map = Tsdf::new(SETTINGS).unwrap();
    let depths = [1.0; 4];
    let frame = DepthFrame::new(camera(2, 60.0), &depths).unwrap();
    let far = map.fuse(&standing(2e5, 0.0, 0.0, 0.0, 0.0), &frame);
    assert!(matches!(far, Err(MappingError::TooFar { .. })));
    let turned = map.fuse(&standing(0.0, 0.0, 0.0, f64::NAN, 0.0), &frame);
    assert!(matches!(turned, Err(MappingError::TooFar { .. })));
}
