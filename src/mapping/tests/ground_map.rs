//! A robot's own map of the ground.

mod house;

use house::{house, standing};
use surefleet_mapping::{DepthFrame, GroundMap, GroundPoint, Intrinsics};

const START: GroundPoint = GroundPoint::new(2.0, 2.0);
const NEAR: GroundPoint = GroundPoint::new(2.0, 3.2);
/// The middle of the room in the opposite corner of the house.
const FAR: GroundPoint = GroundPoint::new(6.0, 6.0);

/// The map of a robot that has looked around in the first of four rooms.
fn map() -> GroundMap {
    let layout =
        GroundMap::layout_covering(GroundPoint::new(-0.5, -0.5), GroundPoint::new(8.5, 8.5)).expect("a small grid");
    let mut map = GroundMap::new(layout).expect("cells of voxels");
    look_around(&mut map, 2);
    assert!(!map.project(START).expect("a map").is_empty());
    map
}

fn look_around(map: &mut GroundMap, times: u32) {
    let (scene, camera) = (house(2, 4.0), Intrinsics::with_fov(64, 64, 1.4).expect("a camera"));
    for turn in 0..8 * times {
        let pose = standing(START.x, START.y, 1.2, f64::from(turn) * std::f64::consts::FRAC_PI_4, 0.2);
        let depths = scene.depths(&camera, &pose);
        let frame = DepthFrame::new(camera, &depths).expect("a depth for each pixel");
        map.fuse(&frame, &pose, START).expect("a near pose");
    }
}

#[test]
fn what_a_robot_touched_and_cannot_see_is_in_its_way_until_many_pictures_do_not_show_it() {
    let mut map = map();
    let way = map.way(START, NEAR).unwrap();
    assert!(map.is_way_clear(START, way.iter().copied()));
    map.feel(GroundPoint::new(2.0, 2.6));
    map.project(START).unwrap();
    assert!(!map.is_way_clear(START, way.iter().copied()));
    let around = map.way(START, NEAR).unwrap();
    assert!(map.is_way_clear(START, around.iter().copied()));
    assert!(GroundMap::length_m(&around) > GroundMap::length_m(&way));
    look_around(&mut map, 8);
    map.project(START).unwrap();
    assert!(map.is_way_clear(START, way.iter().copied()));
}

#[test]
fn a_robot_sets_out_for_a_place_behind_unknown_ground_as_far_as_it_knows_the_ground() {
    let map = map();
    assert_eq!(map.way(START, FAR), None);
    let way = map.way_into_the_unknown(START, FAR).unwrap().unwrap();
    let end = *way.last().unwrap();
    assert_eq!(way[0], START);
    assert!(map.is_way_clear(START, way.iter().copied()));
    assert!(end.distance(FAR) < START.distance(FAR), "{end:?}");
    // From there, nothing of the rest is known.
    assert_eq!(map.way_into_the_unknown(end, FAR).unwrap(), None);
}
