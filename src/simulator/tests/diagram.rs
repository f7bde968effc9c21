//! Positions of shapes and labels in the diagram.

use surefleet_fleet::RobotId;
use surefleet_mission::{State, Transport, apply};
use surefleet_simulator::{Form, LABEL_M, Shape, diagram, seeded_layout};

fn team() -> Vec<RobotId> {
    (1..=3).map(|number| RobotId::new(&format!("robot_{number}")).expect("a good name")).collect()
}

/// The shape whose label begins so.
fn shown<'a>(shapes: &'a [Shape], label: &str) -> &'a Shape {
    shapes.iter().find(|shape| shape.label.starts_with(label)).unwrap_or_else(|| panic!("{label} is shown"))
}

fn distance(one: &Shape, other: &Shape) -> f64 {
    let [x, y] = [0, 1].map(|axis| one.at_m[axis] - other.at_m[axis]);
    x.hypot(y)
}

#[test]
fn things_are_shown_where_the_world_says_they_are() {
    let domain = Transport::household();
    let option = |symbol: &str| domain.options().find(symbol).expect("an option of the household");
    let idle = domain.options().idle();
    let mut state: State = seeded_layout(&domain, 3, 1).expect("a house");
    // An item on a surface, for robot 1 to go to, take and hold.
    let item = domain
        .items()
        .find(|&item| {
            apply(&domain, &state, &[Some(option(&format!("go_to({})", domain.item(item).name))), None, None]).is_ok()
        })
        .expect("something stands on a surface");
    let name = &domain.item(item).name;
    let (go, grab) = (option(&format!("go_to({name})")), option(&format!("grab({name})")));
    let nowhere = diagram(&domain, &team(), &state, &[Some(go), None, Some(idle)]);
    let arrows: Vec<&Shape> = nowhere.iter().filter(|shape| matches!(shape.form, Form::Arrow(_))).collect();
    let [arrow] = arrows[..] else { panic!("one robot is about to do something") };
    let phrase = &domain.item(item).phrase;
    let at = shown(&nowhere, phrase).at_m;
    assert_eq!(arrow.form, Form::Arrow(at), "it points to what the robot goes to");
    assert_eq!(shown(&nowhere, "robot_1").label, format!("robot_1: {}", domain.options().text(go)));

    for decision in [go, grab] {
        state = apply(&domain, &state, &[Some(decision), None, None]).expect("it may");
    }
    let held = diagram(&domain, &team(), &state, &[None; 3]);
    let (robot, item) = (shown(&held, "robot_1"), shown(&held, phrase));
    assert!(distance(robot, item) < 1e-9 && item.at_m[2] > robot.at_m[2], "what is held is above its robot");
    let others: Vec<[f64; 3]> = held.iter().map(|shape| shape.at_m).collect();
    for (index, one) in others.iter().enumerate() {
        assert!(others[..index].iter().all(|other| other != one), "no two things are in one spot");
    }
    assert_eq!(held.len(), domain.places().len() + domain.items().len() + 3);
}

/// Where a camera at yaw 0.8, pitch 0.9 and 10 m from the middle (`rviz/fleet.rviz`) sees a label: left, right, bottom, top.
fn on_screen(shape: &Shape) -> [f64; 4] {
    let (yaw, pitch) = (0.8_f64, 0.9_f64);
    let camera = [yaw.cos() * pitch.cos(), yaw.sin() * pitch.cos(), pitch.sin()];
    let right = [-yaw.sin(), yaw.cos(), 0.0];
    let up = [-yaw.cos() * pitch.sin(), -yaw.sin() * pitch.sin(), pitch.cos()];
    let along = |axis: [f64; 3]| (0..3).map(|i| axis[i] * shape.label_at_m[i]).sum::<f64>();
    let depth = 10.0 - along(camera);
    let (x, y) = (along(right) / depth, along(up) / depth);
    // Half an em a letter: what RViz's font has on average.
    let (breadth, height) = (shape.label.len() as f64 * LABEL_M * 0.5 / depth, LABEL_M / depth);
    [x - breadth / 2.0, x + breadth / 2.0, y - height / 2.0, y + height / 2.0]
}

#[test]
fn no_label_covers_another_as_rviz_looks_at_the_household() {
    let domain = Transport::household();
    let options = domain.options();
    let goal = |symbol: &str| Some(options.find(symbol).expect("an option of the household"));
    for seed in 0..40 {
        let mut state: State = seeded_layout(&domain, 3, seed).expect("a house");
        // At rest in the middle, then all before the fridge and about to do something.
        for goals in [[None; 3], [goal("go_to(fridge)"); 3]] {
            let shapes = diagram(&domain, &team(), &state, &goals);
            let labels: Vec<&Shape> = shapes.iter().filter(|shape| !shape.label.is_empty()).collect();
            assert_eq!(labels.len(), domain.places().len() + domain.items().len() + 3);
            for (index, one) in labels.iter().enumerate() {
                for other in &labels[..index] {
                    let ([l, r, b, t], [left, right, bottom, top]) = (on_screen(one), on_screen(other));
                    let apart = r <= left || right <= l || t <= bottom || top <= b;
                    assert!(apart, "seed {seed}: {:?} covers {:?}", one.label, other.label);
                }
            }
            if let Ok(next) =
                apply(&domain, &state, &[goal("go_to(fridge)"), goal("go_to(fridge)"), goal("go_to(fridge)")])
            {
                state = next;
            }
        }
    }
}
