//! Where the diagram shows what.

use surefleet_fleet::RobotId;
use surefleet_mission::{Domain, State, apply};
use surefleet_simulator::{Form, Shape, diagram, seeded_layout};

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
    let domain = Domain::household();
    let option = |symbol: &str| domain.options().find(symbol).expect("an option of the household");
    let idle = domain.options().idle();
    let mut state: State = seeded_layout(&domain, 3, 1).expect("a house");
    // What robot 1 goes to, takes and holds, from a surface.
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
