//! Arms of a fleet file: the example's poses are where its domain says, and each mistake is told with its field and its mend.

use std::path::{Path, PathBuf};

use nalgebra::{Isometry3, Point3, Translation3, UnitQuaternion, Vector3};
use surefleet_reach::{ArmWay, UrArm};
use surefleet_site::FleetFile;

type Outcome = Result<(), Box<dyn std::error::Error>>;

fn example() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/arms")
}

/// The error of the example with a change of its text.
fn wrong(name: &str, from: &str, to: &str) -> Result<String, Box<dyn std::error::Error>> {
    let folder = std::env::temp_dir().join(format!("surefleet-arms-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    for file in ["cell.yaml", "start.yaml"] {
        std::fs::copy(example().join(file), folder.join(file))?;
    }
    let text = std::fs::read_to_string(example().join("fleet.yaml"))?;
    assert!(text.contains(from), "{from}");
    std::fs::write(folder.join("fleet.yaml"), text.replacen(from, to, 1))?;
    let read = FleetFile::read(&folder.join("fleet.yaml")).and_then(|fleet| fleet.read_world());
    std::fs::remove_dir_all(folder)?;
    Ok(read.err().map(|error| error.to_string()).unwrap_or_default())
}

#[test]
fn a_named_pose_of_an_example_brings_the_tool_to_the_place_of_that_name_and_holds_it_down() -> Outcome {
    for (name, poses) in [("arms", 4 * 6), ("boxnet", 4 * 8)] {
        let fleet = example().with_file_name(name).join("fleet.yaml");
        assert_eq!(poses_at_places(&FleetFile::read(&fleet)?)?, poses, "{name}");
    }
    Ok(())
}

/// Checks each named pose but home, and counts them.
fn poses_at_places(fleet: &FleetFile) -> Result<usize, Box<dyn std::error::Error>> {
    let world = fleet.read_world()?;
    let arms = fleet.arms.as_ref().ok_or("arms")?;
    let mut seen = 0;
    for arm in arms.robots.values() {
        let ([x, y, z], [roll, pitch, yaw]) = (arm.base.position_m, arm.base.turn_rad);
        let turned = UnitQuaternion::from_euler_angles(roll, pitch, yaw);
        let base = Isometry3::from_parts(Translation3::new(x, y, z), turned);
        for (name, joints) in &arm.poses {
            let flange = base * UrArm::UR5E.flange(joints);
            let tip = flange * Point3::new(0.0, 0.0, arm.tool_m);
            assert!((flange * Vector3::z() + Vector3::z()).norm() < 1e-3, "{name} points down");
            let place = world.find(name.trim_start_matches("over_")).map(|id| world.object(id));
            let Some(pose) = place.and_then(|place| place.pose.as_ref()) else {
                assert_eq!(name, "home");
                continue;
            };
            let above = if name.starts_with("over_") { 0.2 } else { 0.0 };
            let [x, y, z] = pose.position_m;
            assert!((tip - Point3::new(x, y, z + above)).norm() < 1e-3, "{name}: {tip}");
            seen += 1;
        }
    }
    Ok(seen)
}

#[test]
fn every_decision_of_an_arm_has_its_way_or_the_pose_that_it_lacks() -> Outcome {
    let fleet = FleetFile::read(&example().join("fleet.yaml"))?;
    let world = fleet.read_world()?;
    let cell = fleet.work_cell(&world)?.ok_or("arms")?;
    let decision = |symbol: &str| world.find_decision(symbol).ok_or(symbol.to_owned());
    let poses = &fleet.arms.as_ref().ok_or("arms")?.robots.values().next().ok_or("an arm")?.poses;
    let arm = &cell.arms()[0];
    assert_eq!(arm.ways.len(), world.options().len());
    let through = vec![poses["over_fixture_1"], poses["fixture_1"], poses["over_fixture_1"]];
    assert_eq!(arm.ways[&decision("pick(gear_2, fixture_1)")?], ArmWay::Through(through));
    assert_eq!(arm.ways[&decision("idle")?], ArmWay::Stays);
    assert_eq!(arm.ways[&decision("put(tray_2)")?], ArmWay::Unknown { pose: "over_tray_2".into() });
    let touch = |one: usize, other: usize| cell.can_touch(&cell.arms()[one], &cell.arms()[other]);
    assert!(touch(0, 1) && touch(2, 3) && !touch(0, 2) && !touch(1, 2));
    assert_eq!(fleet.arms_at_start().len(), 4);
    Ok(())
}

#[test]
fn a_mistake_names_its_field_and_its_mend() -> Outcome {
    let home = "home: [2.6812,";
    for (name, from, to, told) in [
        ("margin", "margin_m: 0.05", "margin_m: 0", "arms.margin_m: 0 is not above 0"),
        ("nan", "margin_m: 0.05", "margin_m: .nan", "arms.margin_m: NaN is not above 0"),
        ("age", "position_timeout_ms: 1000", "position_timeout_ms: 0", "arms.position_timeout_ms: 0 is not between 10"),
        ("model", "model: ur5e", "model: ur5", "ur5"),
        ("tool", "tool_m: 0.1", "tool_m: -1", "arms.robots.arm_1.tool_m: -1 is not between 0 and 1"),
        ("turned", home, "home: [6.3,", "arms.robots.arm_1.poses.home: [6.3, "),
        ("five", home, "home: [", "line "),
        ("silent", "    idle: []\n", "", "arms.moves: nothing is said of idle, which arm_1 can do"),
        (
            "skill",
            "idle: []",
            "idle: []\n    dance: [home]",
            "arms.moves: dance is no skill of the domain; it has pick",
        ),
        (
            "where",
            "pick: [\"over_{where}\"",
            "pick: [\"over_{place}\"",
            "arms.moves.pick: \"over_{place}\" names no parameter",
        ),
        ("misspelt", "over_tray_1:", "over_try_1:", "arms.robots.arm_1.poses: over_try_1 is a pose of no move"),
        (
            "half",
            "        tray_1:",
            "        # tray_1:",
            "arms.robots.arm_1.poses: over_tray_1 leads nowhere, since pick(gear_1, tray_1) lacks the pose tray_1",
        ),
        (
            "useless",
            "go_home: [home]",
            "go_home: [away]",
            "arms.robots.arm_1.poses: it can do no go_home: go_home lacks the pose away",
        ),
        ("forgotten", "order: [arm_1,", "order: [arm_5, arm_1,", "arms: nothing is said of arm_5"),
        ("stranger", "margin_m", "without: [arm_9]\n  margin_m", "arms: arm_9 is no robot of `order`"),
        ("both", "margin_m", "without: [arm_1]\n  margin_m", "arms: arm_1 has an arm, and stands under arms.without"),
        ("start", "arms_at: home", "arms_at: rest", "simulator.arms_at: arm_1 has no pose rest"),
        ("nowhere", "  arms_at: home ", "  # ", "simulator.arms_at: name the pose in which the arms begin"),
    ] {
        let wrong = wrong(name, from, to)?;
        assert!(wrong.contains(told), "{name}: {wrong}");
    }
    Ok(())
}
