//! Joint angles of named poses: a tool that points down at places on a table, and above them, for arms that face each other.
//!
//! `cargo run --release -p surefleet-reach --example named_poses` prints the poses of `examples/arms/fleet.yaml`.

use std::f64::consts::PI;

use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3};
use surefleet_reach::{JointAngles, UrArm};

/// How far the tool's tip is beyond the flange, and how high above a place an arm passes, in metres.
const TOOL_M: f64 = 0.1;
const ABOVE_M: f64 = 0.2;

fn main() -> Result<(), String> {
    for (table_x, numbers) in [(0.0, [1, 2]), (6.0, [3, 4])] {
        let [one, two] = numbers;
        for (number, x, yaw) in [(one, 0.0, 0.0), (two, 1.3, PI)] {
            let base = Isometry3::from_parts(
                Translation3::new(table_x + x, 0.0, 0.0),
                UnitQuaternion::from_euler_angles(0.0, 0.0, yaw),
            );
            let tray_y = if number == one { -0.45 } else { 0.45 };
            let places = [
                (format!("tray_{number}"), [(base * Isometry3::translation(0.3, 0.0, 0.0)).translation.x, tray_y, 0.0]),
                (format!("fixture_{one}"), [table_x + 0.65, -0.07, 0.0]),
                (format!("fixture_{two}"), [table_x + 0.65, 0.07, 0.0]),
            ];
            let home = (base * Isometry3::translation(0.3, 0.0, 0.3)).translation.vector;
            let home = nearest(&base, home, &[0.0, -1.5, 1.5, -1.5, -1.5, 0.0]).ok_or("home")?;
            println!("arm_{number}:");
            print("home", &home);
            for (name, [x, y, z]) in places {
                let over = nearest(&base, Vector3::new(x, y, z + ABOVE_M), &home).ok_or(name.clone())?;
                print(&format!("over_{name}"), &over);
                print(&name, &nearest(&base, Vector3::new(x, y, z), &over).ok_or(name.clone())?);
            }
        }
    }
    Ok(())
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
