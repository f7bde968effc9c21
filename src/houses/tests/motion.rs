//! Drives through houses, and how far odometry goes astray.

use std::{f64::consts::PI, time::Duration};

use proptest::prelude::*;
use surefleet_houses::{
    Drift, Drive, DriveLimits, FloorPose, House, HouseSplit, MotionSettingError, Odometry, SizeClass,
};
use surefleet_mapping::{GroundPoint, Metres};

fn house(seed: u64) -> House {
    House::draw(seed, SizeClass::Medium, HouseSplit::Test)
}

/// Places of a house in an order by chance, most of them not in sight of one another.
fn wild_path(house: &House, seed: u64) -> Vec<GroundPoint> {
    let all: Vec<GroundPoint> = house.room_ids().flat_map(|room| house.places(room)).collect();
    (1..6u64)
        .map(|step| all[(seed.wrapping_mul(7919).wrapping_add(step * 104_729) % all.len() as u64) as usize])
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_robot_never_touches_anything_and_keeps_its_speed(seed in 0u64..500, other in any::<u64>()) {
        let house = house(seed);
        let limits = DriveLimits::default();
        let start = FloorPose::new(house.entrance(), 0.3);
        let drive = Drive::along(&house, start, &wild_path(&house, other), &limits);
        let step = Duration::from_millis(20);
        let mut pose = drive.pose_at(Duration::ZERO);
        prop_assert_eq!(pose, start);
        for number in 1..=(drive.duration().as_secs_f64() / 0.02) as u32 + 2 {
            let next = drive.pose_at(step * number);
            let distance = pose.at.distance(next.at).get();
            prop_assert!(distance <= 0.02 + 1e-9, "it jumps by {distance} m");
            prop_assert!((next.yaw_rad - pose.yaw_rad).abs() <= PI / 2.0 * 0.02 + 1e-9);
            prop_assert!(house.clearance(next.at).get() >= limits.radius().get() - 1e-6);
            pose = next;
        }
        prop_assert!(pose.at.distance(drive.end().at).get() < 1e-9);
        let longest = drive.distance().get() / 1.0 + drive.turned_rad() / (PI / 2.0);
        prop_assert!((drive.duration().as_secs_f64() - longest).abs() < 1e-6);
        if let Some(obstacle) = drive.blocked() {
            prop_assert!((obstacle.distance(drive.end().at).get() - limits.radius().get()).abs() < 1e-6);
        }
    }

    #[test]
    fn a_robot_that_starts_too_near_an_obstacle_never_drives_through_it(seed in 0u64..500, other in any::<u64>(), yaw in -3.0..3.0f64) {
        let house = house(seed);
        let entrance = house.entrance();
        // Wider than the room that the entrance leaves it.
        let radius = house.clearance(entrance) + Metres::new(0.05);
        let limits = DriveLimits::new(1.0, PI / 2.0, radius).expect("a robot");
        let start = FloorPose::new(entrance, yaw);
        let straight = GroundPoint::new(entrance.x + 9.0 * yaw.cos(), entrance.y + 9.0 * yaw.sin());
        for path in [vec![straight], wild_path(&house, other)] {
            let drive = Drive::along(&house, start, &path, &limits);
            let obstacles = house.obstacles();
            let mut least: Vec<f64> = obstacles.iter().map(|obstacle| obstacle.distance(entrance).get().min(radius.get())).collect();
            for number in 0..=(drive.duration().as_secs_f64() / 0.02) as u32 + 1 {
                let at = drive.pose_at(Duration::from_millis(20) * number).at;
                for (obstacle, least) in obstacles.iter().zip(&mut least) {
                    let distance = obstacle.distance(at).get();
                    prop_assert!(distance >= *least - 1e-6, "{distance} m from {obstacle:?} and not {least}");
                    *least = distance.min(radius.get());
                }
            }
        }
    }

    #[test]
    fn without_drift_a_robot_believes_the_truth(seed in 0u64..500, other in any::<u64>()) {
        let house = house(seed);
        let start = FloorPose::new(house.entrance(), -2.0);
        let mut odometry = Odometry::new(other, start, Drift::NONE);
        let mut truth = start;
        for step in 0..3 {
            let drive = Drive::along(&house, truth, &wild_path(&house, other ^ step), &DriveLimits::default());
            let believed = odometry.follow(&drive);
            for time in (0..60).map(|number| drive.duration() * number / 50) {
                let (one, other) = (believed.pose_at(time), drive.pose_at(time));
                prop_assert!(one.at.distance(other.at).get() < 1e-9 && (one.yaw_rad - other.yaw_rad).abs() < 1e-9);
            }
            truth = drive.end();
        }
    }
}

/// Where the robots of many seeds believe to be after a straight way and a turn.
fn errors(way_m: f64, turn_rad: f64, drift: Drift) -> [f64; 2] {
    let mut sums = [0.0; 2];
    let runs = 600;
    let house = house(3);
    let room = house
        .room_ids()
        .max_by(|one, other| house.room(*one).floor.area_m2().total_cmp(&house.room(*other).floor.area_m2()));
    let places = house.places(room.expect("it has rooms"));
    // To and fro on a line where nothing stands.
    let (from, to) = (places[0], GroundPoint::new(places[0].x + 0.1, places[0].y));
    for seed in 0..runs {
        let start = FloorPose::new(from, 0.0);
        let mut odometry = Odometry::new(seed, start, drift);
        let mut truth = start;
        // Lines of 0.1 m with no turn between them: driven again from the start, as only increments matter.
        for _ in 0..(way_m / 0.1).round() as usize {
            odometry.follow(&Drive::along(&house, FloorPose::new(from, 0.0), &[to], &DriveLimits::default()));
            truth = FloorPose::new(GroundPoint::new(truth.at.x + 0.1, truth.at.y), 0.0);
        }
        let turned = FloorPose::new(from, 0.0);
        odometry.follow(&Drive::turning_to(turned, turn_rad, &DriveLimits::default()));
        let believed = odometry.believed();
        sums[0] += (believed.at.x - truth.at.x).powi(2);
        sums[1] += (believed.yaw_rad - turn_rad).powi(2);
    }
    sums.map(|sum| sum / runs as f64)
}

#[test]
fn the_error_grows_with_the_way_as_stated() {
    let drift = Drift::new(1e-4, 0.0, 2e-4).expect("small variances");
    for (way, turn) in [(1.0, 0.5), (4.0, 2.0), (16.0, 3.0)] {
        let [along, heading] = errors(way, turn, drift);
        // The estimate of a variance from 600 runs is within a quarter of it, but for once in 10,000 times.
        assert!((along / (1e-4 * way) - 1.0).abs() < 0.25, "{along} after {way} m");
        assert!((heading / (2e-4 * turn) - 1.0).abs() < 0.25, "{heading} after {turn} rad");
    }
    let by_way = errors(9.0, 0.0, Drift::new(0.0, 1e-5, 0.0).expect("a small variance"));
    assert!((by_way[1] / 9e-5 - 1.0).abs() < 0.25, "{by_way:?}");
}

#[test]
fn what_no_robot_can_have_is_refused_with_its_value() {
    let radius = Metres::new(0.2);
    let refused = |limits: Result<DriveLimits, MotionSettingError>| limits.expect_err("no robot has them").to_string();
    assert_eq!(
        refused(DriveLimits::new(1.0, 0.0, radius)),
        "the speed of turning in rad/s is 0: give a finite number of at least 0.001"
    );
    assert_eq!(
        refused(DriveLimits::new(f64::NAN, 1.0, radius)),
        "the speed in m/s is NaN: give a finite number of at least 0.001"
    );
    assert_eq!(
        refused(DriveLimits::new(f64::INFINITY, 1.0, radius)),
        "the speed in m/s is inf: give a finite number of at least 0.001"
    );
    assert_eq!(
        refused(DriveLimits::new(1.0, 1.0, Metres::new(-0.1))),
        "the radius of a robot is -0.1: give metres above 0"
    );
    let drift =
        |variances: [f64; 3]| Drift::new(variances[0], variances[1], variances[2]).map_err(|error| error.to_string());
    for (axis, setting) in
        ["distance for each metre", "heading for each metre", "heading for each radian"].iter().enumerate()
    {
        for wrong in [-1e-9, 1.5, f64::NAN] {
            let mut variances = [0.0; 3];
            variances[axis] = wrong;
            let message = format!("the variance of the {setting} is {wrong}: give a number from 0 to 1");
            assert_eq!(drift(variances), Err(message));
        }
    }
}

#[test]
fn the_slowest_robot_still_arrives() {
    let house = house(3);
    let slow = DriveLimits::new(1e-3, 1e-3, Metres::new(0.25)).expect("slow");
    let drive = Drive::along(&house, FloorPose::new(house.entrance(), 0.0), &wild_path(&house, 1), &slow);
    let longest = drive.distance().get() / 1e-3 + drive.turned_rad() / 1e-3;
    assert!(longest > 100.0 && (drive.duration().as_secs_f64() - longest).abs() < 1e-3, "{longest}");
}

#[test]
fn a_closed_door_stops_a_robot() {
    let (house, door) = (0..)
        .find_map(|seed| {
            let house = house(seed);
            let is_closed = |doorway: &&surefleet_houses::Doorway| !doorway.is_open && !doorway.rooms.contains(&None);
            let door = house.doorways().iter().find(is_closed).copied()?;
            Some((house, door))
        })
        .expect("some house has one");
    let [width, depth] = door.opening.size_mm();
    let (across, middle) = (if width < depth { [1.0, 0.0] } else { [0.0, 1.0] }, door.opening.middle());
    let beside = |distance: f64| GroundPoint::new(middle.x + across[0] * distance, middle.y + across[1] * distance);
    let start = FloorPose::new(beside(-0.6), 0.0);
    let drive = Drive::along(&house, start, &[beside(0.6)], &DriveLimits::default());
    let leaf = house.thing(door.leaf.expect("it has a door")).cuboid.footprint();
    assert_eq!(drive.blocked(), Some(leaf));
    assert!((leaf.distance(drive.end().at).get() - 0.25).abs() < 1e-6);
}

#[test]
fn a_path_of_the_believed_map_leads_astray_by_the_error() {
    let truth = FloorPose::new(GroundPoint::new(1.0, 2.0), PI / 2.0);
    let odometry = Odometry::new(0, FloorPose::new(GroundPoint::new(0.0, 0.0), 0.0), Drift::WHEELS);
    let path = odometry.in_the_house(truth, &[GroundPoint::new(2.0, 0.0)]);
    assert!(path[0].distance(GroundPoint::new(1.0, 4.0)).get() < 1e-9, "{path:?}");
}
