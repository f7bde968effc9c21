//! Robots of one joint step that would be in each other's way one after the other.

use surefleet_simulator::Faults;

use crate::yard::{Site, failed};

const TRUTH: [&str; 5] =
    ["at(robot_1, west)", "at(robot_2, middle)", "at(robot_3, east)", "located(ball, west)", "located(key, west)"];

#[test]
fn robot_waits_until_another_of_its_step_has_made_room() {
    let truth = [TRUTH[0], TRUTH[1], TRUTH[3], TRUTH[4]];
    let mut site = Site::yard(2, &truth, &truth, Faults::NONE);
    let tickets = site.act(1, &[("go_to(middle)", 0), ("go_to(east)", 300)]);
    assert!(site.pass(2000).is_empty(), "the second robot is still in the middle");
    let results = site.pass(2300);
    assert!(tickets.iter().all(|ticket| results.get(ticket) == Some(&Ok(()))), "{results:?}");
    assert!(site.facts().holds("at(robot_1, middle)") && site.facts().holds("at(robot_2, east)"));
}

#[test]
fn robots_that_change_places_do_so_together() {
    let mut site = Site::yard(3, &TRUTH, &TRUTH, Faults::NONE);
    let tickets = site.act(1, &[("go_to(middle)", 0), ("go_to(east)", 100), ("go_to(west)", 200)]);
    assert!(site.pass(2199).is_empty());
    let results = site.pass(2200);
    assert!(tickets.iter().all(|ticket| results.get(ticket) == Some(&Ok(()))), "{results:?}");
    for fact in ["at(robot_1, middle)", "at(robot_2, east)", "at(robot_3, west)"] {
        assert!(site.facts().holds(fact) && site.truth().holds(fact), "{fact}");
    }
}

#[test]
fn robot_whose_way_stays_blocked_fails() {
    let truth = [TRUTH[0], TRUTH[1], TRUTH[3], TRUTH[4]];
    let mut site = Site::yard(2, &truth, &truth, Faults::NONE);
    let ticket = site.act(1, &[("go_to(middle)", 0), ("idle", 300)]);
    let results = site.pass(3000);
    assert!(failed(results.get(&ticket[0])).contains("one robot at a time"), "{results:?}");
    assert!(site.facts().holds("at(robot_1, west)"));
}
