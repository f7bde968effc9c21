//! What robots find out, and what goes wrong without their feeling it.

use surefleet_fleet::{RobotId, StepIndex};
use surefleet_simulator::{Faults, WorldInput};

use crate::yard::{MISSION, Site, at, failed};

const TRUTH: [&str; 4] = ["at(robot_1, middle)", "located(ball, crate_1)", "located(key, east)", "open(crate_2)"];

#[test]
fn robot_learns_what_is_in_a_container_that_it_has_opened_and_where_it_has_arrived() {
    let known = ["at(robot_1, middle)", "?located(ball)", "?located(key)", "?open(crate_2)"];
    let mut site = Site::yard(1, &TRUTH, &known, Faults::NONE);
    site.act(1, &[("go_to(west)", 0)]);
    site.pass(2000);
    assert!(site.facts().holds("?located(ball)") && site.facts().holds("?located(key)"), "{:?}", site.facts());
    site.act(2, &[("open(crate_1)", 2000)]);
    site.pass(3000);
    assert!(site.facts().holds("located(ball, crate_1)") && site.facts().holds("open(crate_1)"), "{:?}", site.facts());
    assert!(site.facts().holds("?located(key)"));
    site.act(3, &[("go_to(east)", 3000)]);
    site.pass(5000);
    assert!(site.facts().holds("located(key, east)") && site.facts().holds("?open(crate_2)"), "{:?}", site.facts());
}

#[test]
fn skill_that_is_possible_only_in_belief_fails_and_the_reason_is_known_from_then_on() {
    // Somebody has moved the ball, and locked the crate; the robot still believes the old.
    let truth = ["at(robot_1, west)", "located(ball, crate_1)", "located(key, crate_2)"];
    let known = ["at(robot_1, west)", "located(ball, crate_1)", "located(key, crate_2)", "open(crate_1)"];
    let mut site = Site::yard(1, &truth, &known, Faults::NONE);
    let ticket = site.act(1, &[("take(ball)", 0)]);
    assert!(site.pass(999).is_empty());
    let results = site.pass(1000);
    assert_eq!(failed(results.get(&ticket[0])), "robot_1 cannot take the ball: crate 1 is closed");
    assert!(!site.facts().holds("open(crate_1)") && site.facts().holds("located(ball, crate_1)"), "{:?}", site.facts());
    assert!(!site.facts().holds("holding(robot_1, ball)"));
    assert_eq!(site.facts(), site.truth());
}

#[test]
fn mishap_is_believed_to_have_worked_until_it_shows_or_somebody_looks() {
    let cursed = Faults::new(1, 0.0, 0.0, 1.0).and_then(|faults| faults.with_mishaps(1.0)).expect("sound settings");
    let truth = ["at(robot_1, west)", "located(ball, west)", "located(key, west)"];
    let mut site = Site::yard(1, &truth, &truth, cursed);
    let ticket = site.act(1, &[("take(ball)", 0)]);
    assert_eq!(site.pass(1000).get(&ticket[0]), Some(&Ok(())), "the robot feels nothing");
    assert!(site.facts().holds("holding(robot_1, ball)") && site.truth().holds("located(ball, west)"));
    let (step, robot) = (StepIndex::FIRST, RobotId::new("robot_1").expect("a plain name"));
    assert_eq!(site.simulated.worked(MISSION, step, &robot), Some(false));

    let mut looked = site.clone();
    looked.simulated.handle(at(1000), WorldInput::Noticed { mission: MISSION, step, robot });
    assert_eq!(looked.facts(), looked.truth(), "a look mends the belief");

    let ticket = site.act(2, &[("bring(east)", 1000)]);
    let results = site.pass(2000);
    assert!(failed(results.get(&ticket[0])).contains("it holds nothing"), "{results:?}");
    assert!(site.facts().holds("located(ball, west)") && !site.facts().holds("holding(robot_1, ball)"));
}

#[test]
fn what_comes_about_on_the_way_does_so_halfway_and_stays_if_the_skill_is_stopped() {
    let truth = ["at(robot_1, west)", "holding(robot_1, ball)", "located(key, west)"];
    let mut site = Site::yard(1, &truth, &truth, Faults::NONE);
    let ticket = site.act(1, &[("bring(east)", 0)]);
    site.pass(499);
    assert!(site.facts().holds("at(robot_1, west)"));
    assert!(site.pass(500).is_empty());
    for facts in [site.facts(), site.truth()] {
        assert!(facts.holds("at(robot_1, east)") && facts.holds("holding(robot_1, ball)"), "{facts:?}");
    }
    let mut stopped = site.clone();
    stopped.simulated.handle(at(600), WorldInput::Cancel { ticket: ticket[0] });
    stopped.pass(1000);
    assert!(stopped.facts().holds("at(robot_1, east)") && stopped.facts().holds("holding(robot_1, ball)"));
    site.pass(1000);
    assert!(site.facts().holds("located(ball, east)") && site.facts().holds("seen(east)"), "{:?}", site.facts());
    assert_eq!(site.facts(), site.truth());
}

#[test]
fn skills_take_their_time_as_the_domain_says() {
    let mut site = Site::yard(1, &TRUTH, &TRUTH, Faults::NONE);
    let ticket = site.act(1, &[("go_to(west)", 0)]);
    assert!(site.pass(1999).is_empty(), "ten seconds are twice the usual time");
    assert_eq!(site.pass(2000).get(&ticket[0]), Some(&Ok(())));
}
