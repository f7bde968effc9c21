//! Fused depth of several robots: a merge against one map of all looks, and its laws.

mod house;

use std::collections::HashMap;

use house::{Scene, house, standing, tour};
use proptest::prelude::*;
use surefleet_mapping::{
    DepthFrame, Intrinsics, Map, MappingError, Merged, Metres, Optical, Transform, Tsdf, TsdfSettings, Voxel,
};

const SETTINGS: TsdfSettings = TsdfSettings {
    voxel: Metres::new(0.1),
    truncation: Metres::new(0.3),
    max_depth: Metres::new(4.0),
    max_weight: 64.0,
    max_blocks: 4096,
};

fn fused(settings: TsdfSettings, scene: &Scene, poses: &[Transform<Map, Optical>]) -> Tsdf {
    let camera = Intrinsics::with_fov(48, 48, 1.2).expect("a camera");
    let mut map = Tsdf::new(settings).expect("good settings");
    for pose in poses {
        let depths = scene.depths(&camera, pose);
        map.fuse(pose, &DepthFrame::new(camera, &depths).expect("all pixels")).expect("a near pose");
    }
    map
}

fn merged(one: &Tsdf, other: &Tsdf) -> Tsdf {
    let mut map = one.clone();
    map.merge(other).expect("equal settings");
    map
}

/// By index: the voxels that were seen.
fn voxels(map: &Tsdf) -> HashMap<[i32; 3], Voxel> {
    map.voxels().map(|(centre, voxel)| (<[f64; 3]>::from(centre).map(|at| (at / 0.1).floor() as i32), voxel)).collect()
}

/// The greatest difference of distances in metres, and of weights; infinite if the maps do not know the same voxels.
fn difference(one: &Tsdf, other: &Tsdf) -> [f64; 2] {
    let (one, other) = (voxels(one), voxels(other));
    if one.len() != other.len() {
        return [f64::INFINITY; 2];
    }
    one.iter().fold([0.0, 0.0], |[distance, weight], (index, voxel)| {
        let [by, more] = other.get(index).map_or([f64::INFINITY; 2], |found| {
            [(voxel.distance - found.distance).get().abs(), f64::from((voxel.weight - found.weight).abs())]
        });
        [distance.max(by), weight.max(more)]
    })
}

fn poses() -> impl Strategy<Value = Vec<Transform<Map, Optical>>> {
    let pose = (0.5..7.5f64, 0.5..7.5f64, 0.0..std::f64::consts::TAU, -0.2..0.6f64);
    prop::collection::vec(pose.prop_map(|(x, y, yaw, pitch)| standing(x, y, 1.1, yaw, pitch)), 0..5)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn a_merge_is_one_map_of_all_looks_in_any_order(some in poses(), others in poses(), more in poses()) {
        let scene = house(2, 4.0);
        let [one, other, third] = [&some, &others, &more].map(|poses| fused(SETTINGS, &scene, poses));
        let all: Vec<_> = [some, others, more].concat();
        let whole = fused(SETTINGS, &scene, &all);
        for together in [merged(&merged(&one, &other), &third), merged(&third, &merged(&other, &one))] {
            let [distance, weight] = difference(&together, &whole);
            prop_assert!(distance < 1e-5 && weight < 1e-4, "{distance} m and a weight of {weight}");
        }
        let empty = Tsdf::new(SETTINGS).unwrap();
        prop_assert_eq!(difference(&merged(&one, &empty), &one), [0.0, 0.0], "nothing is merged in");
        prop_assert_eq!(difference(&merged(&empty, &one), &one), [0.0, 0.0], "all is merged into nothing");
    }

    #[test]
    fn weights_and_memory_keep_their_bounds(some in poses(), others in poses(), most in 1usize..80, weight in 1.0..3.0f32) {
        let scene = house(2, 4.0);
        let settings = TsdfSettings { max_weight: weight, ..SETTINGS };
        let other = fused(settings, &scene, &others);
        let mut map = fused(TsdfSettings { max_blocks: most, ..settings }, &scene, &some);
        let before = map.blocks();
        let Merged { shared, added, left_out } = map.merge(&other).unwrap();
        prop_assert_eq!((shared + added + left_out, before + added), (other.blocks(), map.blocks()));
        prop_assert!(map.blocks() <= most && (left_out == 0 || map.blocks() == most), "{left_out} left out at {}", map.blocks());
        for (centre, voxel) in map.voxels() {
            prop_assert!(voxel.distance.get().abs() <= 0.3f32.into() && voxel.weight <= weight, "{centre:?} {voxel:?}");
        }
    }
}

#[test]
fn two_robots_know_the_house_that_each_saw_half_of() {
    let scene = house(2, 4.0);
    let looks = tour(2, 4.0, 8);
    let (west, east) = looks.split_at(looks.len() / 2);
    let together = merged(&fused(SETTINGS, &scene, west), &fused(SETTINGS, &scene, east));
    let whole = fused(SETTINGS, &scene, &looks);
    let [distance, weight] = difference(&together, &whole);
    println!("{} blocks, within {distance:e} m and a weight of {weight:e}", together.blocks());
    assert!(together.blocks() == whole.blocks() && distance < 1e-5 && weight < 1e-4, "{distance} m, {weight}");
}

#[test]
fn maps_of_other_settings_are_refused_and_leave_the_map_as_it_was() {
    let scene = house(1, 4.0);
    let mut map = fused(SETTINGS, &scene, &[standing(2.0, 2.0, 1.1, 0.0, 0.2)]);
    let before = voxels(&map);
    for settings in [
        TsdfSettings { voxel: Metres::new(0.12), ..SETTINGS },
        TsdfSettings { truncation: Metres::new(0.4), ..SETTINGS },
        TsdfSettings { max_weight: 32.0, ..SETTINGS },
    ] {
        let other = fused(settings, &scene, &[standing(2.0, 2.0, 1.1, 1.0, 0.2)]);
        assert!(matches!(map.merge(&other), Err(MappingError::Settings { .. })));
    }
    assert_eq!(voxels(&map), before);
    // How far a robot sees, and how much memory it has, is its own.
    let own = TsdfSettings { max_depth: Metres::new(2.0), max_blocks: 900, ..SETTINGS };
    assert!(map.merge(&fused(own, &scene, &[standing(2.0, 2.0, 1.1, 1.0, 0.2)])).is_ok());
}
