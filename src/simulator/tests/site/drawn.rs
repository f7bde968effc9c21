//! The diagram of any site.

use surefleet_simulator::{Faults, Form, Shape, site_diagram};

use crate::{walks::site, yard::Site};

fn shown<'a>(shapes: &'a [Shape], label: &str) -> &'a Shape {
    let all = || shapes.iter().map(|shape| &shape.label).collect::<Vec<_>>();
    shapes.iter().find(|shape| shape.label.starts_with(label)).unwrap_or_else(|| panic!("{label} of {:?}", all()))
}

#[test]
fn things_stand_in_the_label_of_the_place_where_they_are_and_of_the_robot_that_carries_them() {
    let facts = ["at(robot_1, west)", "at(robot_2, east)", "holding(robot_1, key)", "?open(crate_1)", "?located(ball)"];
    let site = Site::yard(2, &["located(ball, crate_1)", facts[0], facts[1], facts[2]], &facts, Faults::NONE);
    let goal = site.world.find_decision("bring(middle)");
    let shapes = site_diagram(&site.world, site.simulated.state(), &[goal, None]);
    assert_eq!(shown(&shapes, "crate 1").label.as_str(), "crate 1 [open?]");
    assert_eq!(shown(&shapes, "nobody knows").label, "nobody knows: the ball");
    let robot = shown(&shapes, "robot_1");
    assert_eq!(robot.label, "robot_1 (the key): bring it to the middle");
    let west = shown(&shapes, "the west").at_m;
    assert!((robot.at_m[0] - west[0]).hypot(robot.at_m[1] - west[1]) < 1.0, "it stands at its place");
    let arrows: Vec<&Shape> = shapes.iter().filter(|shape| matches!(shape.form, Form::Arrow(_))).collect();
    assert_eq!(arrows.len(), 1);
    assert_eq!(arrows[0].form, Form::Arrow(shown(&shapes, "the middle").at_m));

    let site = Site::yard(
        1,
        &["at(robot_1, west)", "located(ball, crate_1)", "located(key, crate_1)"],
        &["at(robot_1, west)", "located(ball, crate_1)", "located(key, crate_1)"],
        Faults::NONE,
    );
    let shapes = site_diagram(&site.world, site.simulated.state(), &[None]);
    assert_eq!(shown(&shapes, "crate 1").label, "crate 1: the ball, the key");
}

#[test]
fn every_site_is_drawn_with_no_two_things_in_one_spot() {
    for name in ["household", "hospital", "warehouse", "laboratory", "flat"] {
        let site = site(name, 1, Faults::NONE);
        let shapes = site_diagram(&site.world, site.simulated.state(), &[]);
        let still = |shape: &&Shape| matches!(shape.form, Form::Cube(_) | Form::Post(_));
        let spots: Vec<[f64; 3]> = shapes.iter().filter(still).map(|shape| shape.at_m).collect();
        assert!(spots.len() > site.world.team_size() + 3, "{name}");
        for (index, one) in spots.iter().enumerate() {
            assert!(!spots[..index].contains(one), "{name}: {one:?}");
        }
        for object in site.world.objects() {
            if let Some(pose) = object.pose.as_ref().filter(|pose| pose.frame == "map") {
                assert_eq!(shown(&shapes, &object.phrase).at_m, pose.position_m, "{name}: {}", object.name);
            }
        }
        for robot in site.world.robots() {
            shown(&shapes, robot.as_str());
        }
    }
}
