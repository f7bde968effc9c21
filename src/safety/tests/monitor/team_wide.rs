//! Sentences about every robot of a large fleet: one automaton for each robot, but one constraint for people.

use std::{sync::Arc, time::Duration};

use surefleet_ltl::Verdict;
use surefleet_safety::{ConfirmationError, Contradiction, Input, Monitor, Policy, Stage, Timing};
use surefleet_world::{State, World};

use crate::kitchen::{at, household, tidy, transport};

const ROBOTS: usize = 15;

struct Fleet {
    world: Arc<World>,
    state: State,
    monitor: Monitor,
}

impl Fleet {
    fn new() -> Self {
        let world = household(ROBOTS);
        let state = tidy(&world, |_| "table");
        let second = Duration::from_secs(1);
        let timing = Timing { world_timeout: second, lease: second, start_patience: second };
        let policy = Policy::new(world.clone(), Some(transport()), timing, true).expect("sound");
        let mut fleet = Self { world, state, monitor: Monitor::new(policy) };
        fleet.look();
        fleet
    }

    fn look(&mut self) {
        let domain = self.world.domain().digest().to_string();
        let facts = self.world.facts(&self.state);
        self.monitor.handle(at(0), Input::World { observed: at(0), domain, facts, arms: Vec::new() });
        while self.monitor.poll().is_some() {}
    }

    /// The robot is seen at a place, or away from all places.
    fn see_at(&mut self, robot: usize, place: Option<&str>) {
        let mut facts: Vec<String> = self.world.facts(&self.state).iter().map(str::to_owned).collect();
        facts.retain(|fact| !fact.starts_with(&format!("at(robot_{robot},")));
        facts.extend(place.map(|place| format!("at(robot_{robot}, {place})")));
        let facts = surefleet_fleet::Facts::new(facts);
        self.state = self.world.read(&facts).expect("sound");
        self.look();
    }
}

#[test]
fn a_sentence_about_every_robot_of_fifteen_is_enforced_and_told_as_one() {
    let mut fleet = Fleet::new();
    let words = "Each robot may visit the stove at most twice.";
    let proposal = fleet.monitor.propose_constraint(at(0), words, "ann").expect("an automaton for each robot");
    let shown = [&proposal.translation.allowed, &proposal.translation.refused].map(|trace| trace.clone().expect("one"));
    assert!(shown[1].to_string().matches("robot 1 is at the stove").count() == 3, "{}", shown[1]);
    assert_eq!((proposal.remarks, proposal.objection), (vec![], None));
    fleet.monitor.confirm_constraint(at(0), proposal.id, "ann").expect("nobody is there");
    let seen = |fleet: &Fleet| fleet.monitor.constraints().first().map(|one| (one.stage, one.verdict)).expect("one");
    assert_eq!(seen(&fleet), (Stage::Active, Some(Verdict::CurrentlySatisfied)));
    // Four visits, two by each robot.
    for robot in [9, 12, 9, 12] {
        fleet.see_at(robot, Some("stove"));
        fleet.see_at(robot, None);
    }
    assert_eq!(seen(&fleet), (Stage::Active, Some(Verdict::CurrentlySatisfied)));
    fleet.see_at(12, Some("stove"));
    assert_eq!(seen(&fleet), (Stage::Broken, None));
    let closed = fleet.monitor.gate(at(0)).expect_err("it is broken").to_string();
    assert!(closed.contains(words) && closed.contains("at(robot_12, stove) (changed)"), "{closed}");
    assert!(!closed.contains("robot_9"), "of the whole only the part that is violated is told: {closed}");
}

#[test]
fn what_every_robot_owes_is_shown_as_paid_by_each() {
    let mut fleet = Fleet::new();
    let each = |robot: usize| format!("F at(robot_{robot}, sink)");
    let text = format!("ltl: {}", (1..=ROBOTS).map(each).collect::<Vec<_>>().join(" & "));
    let proposal = fleet.monitor.propose_constraint(at(0), &text, "ann").expect("an automaton for each robot");
    let allowed = proposal.translation.allowed.expect("it can be paid");
    assert_eq!(allowed.moments.len(), ROBOTS, "{allowed}");
    fleet.monitor.confirm_constraint(at(0), proposal.id, "ann").expect("it can be kept");
    let verdict = |fleet: &Fleet| fleet.monitor.constraints()[0].verdict;
    for robot in 1..ROBOTS {
        fleet.see_at(robot, Some("sink"));
    }
    assert_eq!(verdict(&fleet), Some(Verdict::CurrentlyViolated));
    fleet.see_at(ROBOTS, Some("sink"));
    assert_eq!(verdict(&fleet), Some(Verdict::SatisfiedForGood));
}

#[test]
fn a_contradiction_with_a_sentence_about_every_robot_names_both_once() {
    let mut fleet = Fleet::new();
    let all = "Never go to the stove.";
    let proposal = fleet.monitor.propose_constraint(at(0), all, "ann").expect("it is read");
    fleet.monitor.confirm_constraint(at(0), proposal.id, "ann").expect("nobody is there");
    let late = fleet.monitor.propose_constraint(at(0), "ltl: F at(robot_7, stove)", "ann").expect("it is read");
    let refused = fleet.monitor.confirm_constraint(at(0), late.id, "ann").expect_err("it must not");
    let ConfirmationError::Contradiction(Contradiction(why)) = refused else { panic!("{refused}") };
    assert_eq!(why.matches(all).count(), 1, "{why}");
    assert!(why.contains("[G !at(robot_7, stove)]"), "{why}");
}
