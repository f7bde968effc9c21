//! Joint angles of named poses: a tool that points down at places on a table, and above them, for arms that share places.
//!
//! `cargo run --release -p surefleet-reach --example named_poses arms` prints the poses of `examples/arms/fleet.yaml`, and `boxnet` those of
//! `examples/boxnet/fleet.yaml`.

use std::f64::consts::PI;

use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3};
use surefleet_reach::{JointAngles, UrArm};

/// How far the tool's tip is beyond the flange, and how high above a place an arm passes, in metres.
const TOOL_M: f64 = 0.1;
const ABOVE_M: f64 = 0.2;

/// An arm: where it stands, and the places that it reaches.
struct Arm {
    number: usize,
    at: [f64; 2],
    yaw: f64,
    /// How far before the base, and how high, the tool's tip is at home.
    home: [f64; 2],
    places: Vec<(String, [f64; 2])>,
}

fn main() -> Result<(), String> {
    let arms = match std::env::args().nth(1).as_deref() {
        Some("arms") => facing(),
        Some("boxnet") => on_a_board(),
        _ => return Err("name the example: arms or boxnet".to_owned()),
    };
    for Arm { number, at: [x, y], yaw, home: [ahead, high], places } in arms {
        let turned = UnitQuaternion::from_euler_angles(0.0, 0.0, yaw);
        let base = Isometry3::from_parts(Translation3::new(x, y, 0.0), turned);
        let home = (base * Isometry3::translation(ahead, 0.0, high)).translation.vector;
        let home = nearest(&base, home, &[0.0, -1.5, 1.5, -1.5, -1.5, 0.0]).ok_or("home")?;
        println!("arm_{number}:");
        print("home", &home);
        for (name, [x, y]) in places {
            let over = nearest(&base, Vector3::new(x, y, ABOVE_M), &home).ok_or(name.clone())?;
            print(&format!("over_{name}"), &over);
            print(&name, &nearest(&base, Vector3::new(x, y, 0.0), &over).ok_or(name.clone())?);
        }
    }
    Ok(())
}

/// Two tables, each with two arms that face each other.
fn facing() -> Vec<Arm> {
    let table = |(table_x, one): (f64, usize)| {
        [(one, 0.0, 0.0), (one + 1, 1.3, PI)].map(|(number, x, yaw)| {
            let (tray_x, tray_y) = if number == one { (0.3, -0.45) } else { (1.0, 0.45) };
            let places = [
                (format!("tray_{number}"), [table_x + tray_x, tray_y]),
                (format!("fixture_{one}"), [table_x + 0.65, -0.07]),
                (format!("fixture_{}", one + 1), [table_x + 0.65, 0.07]),
            ];
            Arm { number, at: [table_x + x, 0.0], yaw, home: [0.3, 0.3], places: places.to_vec() }
        })
    };
    [(0.0, 1), (6.0, 3)].into_iter().flat_map(table).collect()
}

/// Two rows of two squares of a metre, with an arm in the middle of each, which reaches its corners. At home it looks away from the others, its
/// upper arm upright.
fn on_a_board() -> Vec<Arm> {
    let arm = |number: usize| {
        let (column, row) = (number % 2, number / 2);
        let corners = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(right, up)| (column + right, row + up));
        let places = corners.map(|(x, y)| (format!("point_{}", 3 * y + x + 1), [x as f64, y as f64]));
        let [away_x, away_y] = [column, row].map(|place| place as f64 - 0.5);
        let (yaw, home) = (away_y.atan2(away_x), [0.38, 0.125]);
        Arm { number: number + 1, at: [column as f64 + 0.5, row as f64 + 0.5], yaw, home, places: places.to_vec() }
    };
    (0..4).map(arm).collect()
}

/// Of all angles that hold the tool's tip at a point, and the tool straight down, those with the elbow up that are nearest to others.
fn nearest(base: &Isometry3<f64>, tip: Vector3<f64>, to: &JointAngles) -> Option<JointAngles> {
    let down = UnitQuaternion::from_euler_angles(PI, 0.0, 0.0);
    let flange = Isometry3::from_parts(Translation3::from(tip + Vector3::new(0.0, 0.0, TOOL_M)), down);
    let arm = UrArm::UR5E;
    let solutions = arm.joints_for(&(base.inverse() * flange)).into_iter();
    let is_elbow_up = |joints: &JointAngles| arm.frames(joints)[2].translation.z > 0.25;
    // The same posture may be a whole turn away.
    let wound = |joints: JointAngles| -> JointAngles {
        std::array::from_fn(|n| joints[n] - ((joints[n] - to[n]) / (2.0 * PI)).round() * 2.0 * PI)
    };
    let far = |joints: &JointAngles| joints.iter().zip(to).map(|(one, other)| (one - other).powi(2)).sum::<f64>();
    solutions.filter(is_elbow_up).map(wound).min_by(|one, other| far(one).total_cmp(&far(other)))
}

fn print(name: &str, joints: &JointAngles) {
    let angles: Vec<String> = joints.iter().map(|angle| format!("{angle:.4}")).collect();
    println!("  {name}: [{}]", angles.join(", "));
}
