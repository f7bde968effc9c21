//! What robots and the monitor may rely on in the simulated household.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use surefleet_fleet::{Attempt, Decided, Facts, JointStep, MissionId, RobotId, Stamp, StepIndex};
use surefleet_mission::{Domain, PlaceId, State, Whereabouts};
use surefleet_simulator::{
    Faults, GoalTicket, HouseholdWorld, Pace, SkillGoal, WorldError, WorldInput, WorldOutput, seeded_layout,
};

const MISSION: MissionId = MissionId::new([1; 16]);
const OTHER_MISSION: MissionId = MissionId::new([2; 16]);

fn at(millis: u64) -> Stamp {
    Stamp::ZERO + Duration::from_millis(millis)
}

fn team(size: usize) -> Vec<RobotId> {
    (1..=size).map(|number| RobotId::new(&format!("robot_{number}")).expect("plain names")).collect()
}

/// A house with every item on the table and all containers closed; skills take a second.
struct House {
    domain: Arc<Domain>,
    world: HouseholdWorld,
    tickets: u64,
}

impl House {
    fn new(robots: usize) -> Self {
        Self::with(robots, Pace::steady(Duration::from_secs(1)), Faults::NONE)
    }

    fn with(robots: usize, pace: Pace, faults: Faults) -> Self {
        let domain = Arc::new(Domain::household());
        let table = place(&domain, "table");
        let state = State::new(&domain, robots, &vec![table; domain.items().len()], []).expect("a small team");
        let (patience, period) = (Duration::from_millis(500), Duration::from_secs(3600));
        let world = HouseholdWorld::new(domain.clone(), team(robots), state, pace, faults, patience, period)
            .expect("the settings are sound");
        Self { domain, world, tickets: 0 }
    }

    fn joint(&self, mission: MissionId, step: u32, symbols: &[&str]) -> JointStep {
        let decided = team(symbols.len())
            .into_iter()
            .zip(symbols)
            .map(|(robot, symbol)| Decided {
                robot,
                decision: self.domain.options().find(symbol),
                attempt: Attempt::FIRST,
            })
            .collect();
        let step = StepIndex::new(step).expect("tests count steps from 1");
        JointStep { mission, step, attempt: Attempt::FIRST, decided }
    }

    fn approve(&mut self, millis: u64, mission: MissionId, step: u32, symbols: &[&str]) {
        let joint = self.joint(mission, step, symbols);
        self.world.handle(at(millis), WorldInput::Approved(joint));
    }

    fn goal(&self, mission: MissionId, step: u32, robot: usize, symbol: &str) -> SkillGoal {
        let (skill, arguments) = match symbol.trim_end_matches(')').split_once('(') {
            Some((skill, argument)) => (skill.to_owned(), vec![argument.to_owned()]),
            None => (symbol.to_owned(), Vec::new()),
        };
        SkillGoal {
            mission,
            step: StepIndex::new(step).expect("tests count steps from 1"),
            attempt: Attempt::FIRST,
            robot: team(robot).remove(robot - 1),
            decision: self.domain.options().find(symbol).expect("tests name skills well"),
            skill,
            arguments,
        }
    }

    fn send(&mut self, millis: u64, goal: SkillGoal) -> GoalTicket {
        self.tickets += 1;
        let ticket = GoalTicket(self.tickets);
        self.world.handle(at(millis), WorldInput::Goal { ticket, goal });
        ticket
    }

    fn tell(&mut self, millis: u64, mission: MissionId, step: u32, robot: usize, symbol: &str) -> GoalTicket {
        let goal = self.goal(mission, step, robot, symbol);
        self.send(millis, goal)
    }

    /// Lets time pass; returns what the goals came to.
    fn pass(&mut self, millis: u64) -> BTreeMap<GoalTicket, Result<(), WorldError>> {
        self.world.handle(at(millis), WorldInput::Tick);
        let mut results = BTreeMap::new();
        while let Some(output) = self.world.poll() {
            if let WorldOutput::SkillFinished { ticket, result } = output {
                assert!(results.insert(ticket, result).is_none(), "a goal ends once");
            }
        }
        results
    }

    fn facts(&self) -> Facts {
        self.world.state().to_facts(&self.domain, self.world.robots())
    }
}

fn place(domain: &Domain, name: &str) -> PlaceId {
    domain.find_place(name).expect("the household has it")
}

fn not_approved(result: Option<&Result<(), WorldError>>) -> bool {
    matches!(result, Some(Err(WorldError::NotApproved { .. })))
}

#[test]
fn robot_acts_on_its_part_of_an_approved_step_and_the_facts_follow_when_it_ends() {
    let mut house = House::new(1);
    house.approve(0, MISSION, 1, &["go_to(fridge)"]);
    let ticket = house.tell(0, MISSION, 1, 1, "go_to(fridge)");
    assert!(house.pass(999).is_empty());
    assert!(!house.facts().holds("at(robot_1, fridge)"), "it is still on the way");
    assert_eq!(house.world.progress(at(250)).collect::<Vec<_>>(), [(ticket, 0.25)]);
    assert_eq!(house.world.next_deadline(), Some(at(1000)));
    assert_eq!(house.pass(1000), BTreeMap::from([(ticket, Ok(()))]));
    assert!(house.facts().holds("at(robot_1, fridge)"));
}

#[test]
fn goals_without_a_matching_approval_move_nothing() {
    let mut house = House::new(2);
    let before = house.facts();
    house.approve(0, MISSION, 1, &["go_to(fridge)", "idle"]);
    let other_decision = house.tell(0, MISSION, 1, 1, "go_to(apple_1)");
    let other_robot = house.tell(0, MISSION, 1, 2, "go_to(fridge)");
    let later_attempt = house.goal(MISSION, 1, 1, "go_to(fridge)");
    let later_attempt = house.send(0, SkillGoal { attempt: Attempt(1), ..later_attempt });
    let other_step = house.tell(0, MISSION, 2, 1, "go_to(fridge)");
    let other_mission = house.tell(0, OTHER_MISSION, 1, 1, "go_to(fridge)");
    let at_once = house.pass(499);
    assert!([other_decision, other_robot, later_attempt].iter().all(|ticket| not_approved(at_once.get(ticket))));
    assert_eq!(at_once.len(), 3, "approvals of the others may be under way");
    let later = house.pass(500);
    assert!([other_step, other_mission].iter().all(|ticket| not_approved(later.get(ticket))));
    house.pass(10_000);
    assert_eq!(house.facts(), before);
}

#[test]
fn goal_that_overtakes_its_approval_starts_when_the_approval_comes() {
    let mut house = House::new(1);
    let ticket = house.tell(0, MISSION, 1, 1, "go_to(fridge)");
    house.approve(400, MISSION, 1, &["go_to(fridge)"]);
    assert!(house.pass(1399).is_empty());
    assert_eq!(house.pass(1400).get(&ticket), Some(&Ok(())));
}

#[test]
fn repeated_goal_gets_the_first_ones_result_and_nothing_happens_twice() {
    let mut house = House::new(1);
    house.approve(0, MISSION, 1, &["go_to(apple_1)"]);
    let first = house.tell(0, MISSION, 1, 1, "go_to(apple_1)");
    let joined = house.tell(600, MISSION, 1, 1, "go_to(apple_1)");
    assert_eq!(house.pass(1000), BTreeMap::from([(first, Ok(())), (joined, Ok(()))]), "both end with the one skill");
    house.approve(1000, MISSION, 2, &["grab(apple_1)"]);
    house.tell(1000, MISSION, 2, 1, "grab(apple_1)");
    house.pass(2000);
    let grabbed = house.facts();
    house.approve(2000, MISSION, 1, &["go_to(apple_1)"]);
    let replayed = house.tell(2000, MISSION, 1, 1, "go_to(apple_1)");
    assert_eq!(house.pass(2000), BTreeMap::from([(replayed, Ok(()))]), "the old result, at once");
    house.pass(5000);
    assert_eq!(house.facts(), grabbed);
}

#[test]
fn second_joint_step_for_one_mission_and_step_is_ignored() {
    let mut house = House::new(1);
    house.approve(0, MISSION, 1, &["go_to(fridge)"]);
    house.approve(0, MISSION, 1, &["go_to(fridge)"]);
    assert_eq!(house.world.ignored(), 0, "the same approval again is harmless");
    house.approve(0, MISSION, 1, &["go_to(apple_1)"]);
    assert_eq!(house.world.ignored(), 1);
    let forged = house.tell(0, MISSION, 1, 1, "go_to(apple_1)");
    assert!(not_approved(house.pass(0).get(&forged)));
}

#[test]
fn number_and_name_of_a_decision_must_agree() {
    let mut house = House::new(1);
    house.approve(0, MISSION, 1, &["go_to(fridge)"]);
    let goal = house.goal(MISSION, 1, 1, "go_to(fridge)");
    let ticket = house.send(0, SkillGoal { arguments: vec!["drawer_1".into()], ..goal });
    let result = house.pass(0).remove(&ticket);
    assert!(
        matches!(&result, Some(Err(WorldError::BadSkill { expected, found, .. }))
        if expected == "go_to(fridge)" && found == "go_to(drawer_1)"),
        "{result:?}"
    );
}

#[test]
fn decisions_of_one_step_start_from_one_state_whoever_is_faster() {
    // robot_1 picks up the apple that robot_2 stands at and leaves: both act from the state before.
    let mut house = House::new(2);
    for (step, symbols) in [(1, ["go_to(apple_1)", "idle"]), (2, ["idle", "go_to(apple_1)"])] {
        house.approve(u64::from(step) * 1000, MISSION, step, &symbols);
        for (robot, symbol) in (1..).zip(symbols) {
            house.tell(u64::from(step) * 1000, MISSION, step, robot, symbol);
        }
        house.pass(u64::from(step) * 1000 + 1000);
    }
    assert!(house.facts().holds("at(robot_1, apple_1)") && house.facts().holds("at(robot_2, apple_1)"));
    house.approve(3000, MISSION, 3, &["grab(apple_1)", "go_to(fridge)"]);
    house.tell(3000, MISSION, 3, 1, "grab(apple_1)");
    house.pass(4000);
    assert!(house.facts().holds("holding(robot_1, apple_1)") && !house.facts().holds("at(robot_2, apple_1)"));
    let slower = house.tell(4000, MISSION, 3, 2, "go_to(fridge)");
    assert_eq!(house.pass(5000).get(&slower), Some(&Ok(())));
    assert!(house.facts().holds("at(robot_2, fridge)") && house.facts().holds("holding(robot_1, apple_1)"));
}

#[test]
fn item_that_another_mission_took_first_is_not_taken_twice() {
    let mut house = House::new(2);
    house.approve(0, MISSION, 1, &["go_to(apple_1)", "idle"]);
    house.approve(0, OTHER_MISSION, 1, &["idle", "go_to(apple_1)"]);
    house.tell(0, MISSION, 1, 1, "go_to(apple_1)");
    house.tell(0, OTHER_MISSION, 1, 2, "go_to(apple_1)");
    house.pass(1000);
    house.approve(1000, MISSION, 2, &["grab(apple_1)", "idle"]);
    house.approve(1000, OTHER_MISSION, 2, &["idle", "grab(apple_1)"]);
    let faster = house.tell(1000, MISSION, 2, 1, "grab(apple_1)");
    let slower = house.tell(1001, OTHER_MISSION, 2, 2, "grab(apple_1)");
    let results = house.pass(3000);
    assert_eq!(results.get(&faster), Some(&Ok(())));
    let lost = results.get(&slower);
    assert!(matches!(lost, Some(Err(WorldError::Failed(why))) if why.contains("located(apple_1, table)")), "{lost:?}");
    assert!(house.facts().holds("holding(robot_1, apple_1)"));
}

#[test]
fn robot_does_one_thing_at_a_time() {
    let mut house = House::new(1);
    house.approve(0, MISSION, 1, &["go_to(fridge)"]);
    house.approve(0, MISSION, 2, &["go_to(apple_1)"]);
    house.tell(0, MISSION, 1, 1, "go_to(fridge)");
    let second = house.tell(500, MISSION, 2, 1, "go_to(apple_1)");
    let busy = house.pass(500).remove(&second);
    assert!(matches!(&busy, Some(Err(WorldError::Failed(why))) if why.contains("busy")), "{busy:?}");
    let again = house.tell(1500, MISSION, 2, 1, "go_to(apple_1)");
    assert_eq!(house.pass(2500).get(&again), Some(&Ok(())), "it never began, so it may still");
}

#[test]
fn cancelled_skill_changes_nothing_and_is_not_begun_again() {
    let mut house = House::new(1);
    let before = house.facts();
    house.approve(0, MISSION, 1, &["go_to(fridge)"]);
    let ticket = house.tell(0, MISSION, 1, 1, "go_to(fridge)");
    house.world.handle(at(900), WorldInput::Cancel { ticket });
    let again = house.tell(950, MISSION, 1, 1, "go_to(fridge)");
    let canceled = Err(WorldError::Canceled);
    assert_eq!(house.pass(5000), BTreeMap::from([(ticket, canceled.clone()), (again, canceled)]));
    assert_eq!(house.facts(), before);
}

#[test]
fn skill_that_the_world_does_not_allow_fails_after_its_time() {
    let mut house = House::new(1);
    house.approve(0, MISSION, 1, &["grab(apple_1)"]);
    let ticket = house.tell(0, MISSION, 1, 1, "grab(apple_1)");
    assert!(house.pass(999).is_empty());
    let result = house.pass(1000).remove(&ticket);
    let expected = "robot_1 cannot grab apple 1: it is not at apple 1";
    assert_eq!(result, Some(Err(WorldError::Failed(expected.into()))));
}

#[test]
fn durations_and_faults_follow_their_settings_and_their_seed() {
    let domain = Domain::household();
    let by_skill = BTreeMap::from([("open".to_owned(), Duration::from_secs(10))]);
    let pace = Pace::new(&domain, Duration::from_secs(1), by_skill, 0.2).expect("the settings are sound");
    let run = |seed: u64| -> Vec<(u64, bool)> {
        let faults = Faults::new(seed, 0.25, 0.1, 5.0).expect("the settings are sound");
        let mut house = House::with(1, pace.clone(), faults);
        let mut now = 0;
        (1..=400)
            .map(|step| {
                let symbol = if step % 2 == 0 { "go_to(fridge)" } else { "go_to(drawer_1)" };
                house.approve(now, MISSION, step, &[symbol]);
                let ticket = house.tell(now, MISSION, step, 1, symbol);
                let begun = at(now);
                let end = house.world.next_deadline().expect("a skill is under way");
                now = end.as_nanos() / 1_000_000 + 1;
                ((end - begun).as_millis() as u64, house.pass(now)[&ticket].is_ok())
            })
            .collect()
    };
    let runs = run(3);
    let failed = runs.iter().filter(|(_, done)| !done).count();
    assert!((70..=130).contains(&failed), "{failed} of 400 failed at rate 1/4");
    let slow = runs.iter().filter(|(millis, _)| *millis > 1200).count();
    assert!((20..=65).contains(&slow), "{slow} of 400 were slow at rate 1/10");
    assert!(runs.iter().all(|(millis, _)| (800..=1200).contains(millis) || (4000..=6000).contains(millis)));
    assert_eq!(run(3), runs);
    assert_ne!(run(4), runs);

    let mut house = House::with(1, pace, Faults::NONE);
    house.approve(0, MISSION, 1, &["go_to(fridge)"]);
    house.tell(0, MISSION, 1, 1, "go_to(fridge)");
    house.pass(2000);
    house.approve(2000, MISSION, 2, &["open(fridge)"]);
    house.tell(2000, MISSION, 2, 1, "open(fridge)");
    let end = house.world.next_deadline().expect("a skill is under way");
    assert!((at(10_000)..=at(14_000)).contains(&end), "opening takes ten seconds, a fifth more or less: {end}");
}

#[test]
fn facts_come_at_the_start_on_every_change_and_at_least_every_period() {
    let domain = Arc::new(Domain::household());
    let layout = seeded_layout(&domain, 1, 1).expect("a small team");
    let (pace, period) = (Pace::steady(Duration::from_secs(1)), Duration::from_millis(400));
    let patience = Duration::ZERO;
    let world = HouseholdWorld::new(domain, team(1), layout, pace, Faults::NONE, patience, period);
    let mut world = world.expect("the settings are sound");
    let mut told = Vec::new();
    for millis in (0..=1200).step_by(100) {
        world.handle(at(millis), WorldInput::Tick);
        told.extend(std::iter::from_fn(|| world.poll()).map(|_| millis));
    }
    assert_eq!(told, [0, 400, 800, 1200]);
}

#[test]
fn settings_out_of_range_are_refused() {
    let domain = Domain::household();
    let second = Duration::from_secs(1);
    assert!(Faults::new(1, 1.5, 0.0, 1.0).is_err() && Faults::new(1, f64::NAN, 0.0, 1.0).is_err());
    assert!(Faults::new(1, 0.0, 0.0, 0.5).is_err());
    assert!(Pace::new(&domain, second, BTreeMap::new(), -0.1).is_err());
    let unknown = Pace::new(&domain, second, BTreeMap::from([("fly".to_owned(), second)]), 0.0);
    assert!(matches!(unknown, Err(WorldError::Setting { value, .. }) if value == "fly"));
}

#[test]
fn layout_depends_on_its_seed_alone() {
    let domain = Domain::household();
    let layout = |seed| seeded_layout(&domain, 3, seed).expect("a small team");
    assert_eq!(layout(5), layout(5));
    assert_ne!(layout(5), layout(6));
    let inside = |seed: u64| {
        let state = layout(seed);
        domain.items().any(
            |item| matches!(state.whereabouts(item), Whereabouts::Place(place) if domain.place(place).is_container),
        )
    };
    assert!((0..20).any(inside), "containers are used");
}
