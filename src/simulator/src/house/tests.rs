use surefleet_fleet::{Attempt, Decided, StepIndex};
use surefleet_houses::{HouseSplit, SizeClass};
use surefleet_world::{Domain, Robot};

use super::*;

const DOMAIN: &str = r#"
domain: rooms
types: [{name: room, words: [room]}]
objects: [{type: room, each: [{name: here}, {name: there}]}]
predicates: [{is: at(robot) = room, says: "{1} is in {2}"}]
skills:
  - {is: "look(where: room)", text: "look around in {where}", effects: [at(robot) = where]}
  - {is: idle, text: remain idle}
"#;
const MISSION: MissionId = MissionId::new([7; 16]);

/// A house with one robot; `here` is the square that it starts in, `there` one that it can get to.
struct Scene {
    house: SimulatedHouse,
    now: Stamp,
    there: GroundPoint,
}

impl Scene {
    fn new() -> Self {
        let robot = Robot { id: robot(), kind: None };
        let world = Arc::new(World::new(Arc::new(Domain::parse(DOMAIN, "rooms.yaml").unwrap()), &[robot]).unwrap());
        let house = House::draw(25, SizeClass::Medium, HouseSplit::Test);
        let setting = HouseSetting { seed: 1, side_m: 1.0, speed: 1.0, patience: Duration::from_secs(1) };
        let mut scene = Self {
            house: SimulatedHouse::new(world.clone(), house, BTreeMap::new(), setting),
            now: Stamp::ZERO + Duration::from_secs(100),
            there: GroundPoint::new(0.0, 0.0),
        };
        let start = scene.at();
        let far = |place: &GroundPoint| place.distance(start) >= Metres::new(4.0);
        let mut places = scene.house.house().room_ids().flat_map(|room| scene.house.house().places(room));
        scene.there = places.find(far).unwrap();
        let square = |name: &str, middle| (world.find_decision(&format!("look({name})")).unwrap(), middle);
        scene.house.squares = [square("here", start), square("there", scene.there)].into();
        scene
    }

    fn at(&self) -> GroundPoint {
        self.house.wheels(&robot()).unwrap().truth().at
    }

    fn decision(&self, symbol: &str) -> Decision {
        self.house.world.find_decision(symbol).unwrap()
    }

    fn approve(&mut self, step: u32, symbol: &str) {
        let decided = Decided { robot: robot(), decision: Some(self.decision(symbol)), attempt: Attempt::FIRST };
        let step = StepIndex::new(step).unwrap();
        let joint = JointStep { mission: MISSION, step, attempt: Attempt::FIRST, decided: vec![decided] };
        self.house.handle(self.now, WorldInput::Approved { joint, until: self.now + Duration::from_secs(5) });
    }

    fn goal(&mut self, ticket: u64, step: u32, name: &str) {
        let goal = SkillGoal {
            mission: MISSION,
            step: StepIndex::new(step).unwrap(),
            attempt: Attempt::FIRST,
            robot: robot(),
            decision: self.decision(&format!("look({name})")),
            skill: "look".into(),
            arguments: vec![name.into()],
        };
        self.house.handle(self.now, WorldInput::Goal { ticket: GoalTicket(ticket), goal });
    }

    /// Lets time pass until a goal ends.
    fn end(&mut self) -> (GoalTicket, Result<(), WorldError>) {
        for _ in 0..10_000 {
            if let Some(end) = self.house.poll() {
                return end;
            }
            self.now = self.house.next_deadline().expect("something is under way").max(self.now);
            self.house.handle(self.now, WorldInput::Tick);
        }
        panic!("nothing ends");
    }
}

fn robot() -> RobotId {
    RobotId::new("robot_1").unwrap()
}

#[test]
fn nothing_moves_that_was_not_approved() {
    let mut scene = Scene::new();
    let start = scene.at();
    scene.goal(1, 1, "there");
    assert!(matches!(scene.end(), (GoalTicket(1), Err(WorldError::NotApproved { .. }))));
    scene.approve(2, "look(here)");
    scene.goal(2, 2, "there");
    assert!(matches!(scene.end(), (GoalTicket(2), Err(WorldError::NotApproved { .. }))), "another was approved");
    scene.approve(3, "look(there)");
    scene.now = scene.now + Duration::from_secs(5);
    scene.goal(3, 3, "there");
    assert!(matches!(scene.end(), (GoalTicket(3), Err(WorldError::Lapsed { .. }))));
    scene.approve(4, "look(there)");
    scene.goal(4, 3, "there");
    assert!(matches!(scene.end(), (GoalTicket(4), Err(WorldError::Superseded { .. }))));
    assert_eq!(scene.at(), start);
}

#[test]
fn an_approved_robot_comes_into_the_square_once_and_a_repeated_goal_gets_the_same_end() {
    let mut scene = Scene::new();
    scene.goal(1, 1, "there");
    scene.approve(1, "look(there)");
    scene.goal(2, 1, "there");
    assert_eq!(scene.end(), (GoalTicket(1), Ok(())));
    assert_eq!(scene.end(), (GoalTicket(2), Ok(())));
    let arrived = scene.at();
    let is_inside = |metres: f64| metres.abs() <= 0.5;
    assert!(is_inside(arrived.x - scene.there.x) && is_inside(arrived.y - scene.there.y), "{arrived:?}");
    scene.approve(2, "look(here)");
    scene.goal(3, 1, "there");
    assert_eq!(scene.end(), (GoalTicket(3), Ok(())));
    assert_eq!(scene.at(), arrived, "it does not drive twice");
}

#[test]
fn a_robot_stops_when_its_mission_ends() {
    let mut scene = Scene::new();
    scene.approve(1, "look(there)");
    scene.goal(1, 1, "there");
    let start = scene.at();
    scene.now = scene.now + Duration::from_millis(1500);
    scene.house.handle(scene.now, WorldInput::Tick);
    assert_ne!(scene.house.wheels(&robot()).unwrap().truth(), FloorPose::new(start, 0.0));
    scene.house.handle(scene.now, WorldInput::Ended(MISSION));
    assert_eq!(scene.end(), (GoalTicket(1), Err(WorldError::Canceled)));
    let stopped = scene.house.wheels(&robot()).unwrap().truth();
    scene.now = scene.now + Duration::from_secs(5);
    scene.house.handle(scene.now, WorldInput::Tick);
    assert_eq!(scene.house.wheels(&robot()).unwrap().truth(), stopped);
    scene.goal(2, 1, "there");
    assert!(matches!(scene.end(), (GoalTicket(2), Err(WorldError::Canceled))), "the first goal's end");
}

#[test]
fn a_wish_outside_of_the_square_is_no_way_out_of_it() {
    let mut scene = Scene::new();
    let (start, decision) = (scene.at(), scene.decision("look(there)"));
    scene.house.wish(&robot(), [(decision, start)].into());
    scene.approve(1, "look(there)");
    scene.goal(1, 1, "there");
    assert_eq!(scene.end().1, Ok(()));
    assert!(scene.at().distance(start) >= Metres::new(3.0));
}
