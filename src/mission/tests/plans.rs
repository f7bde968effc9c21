//! The plan checker: a plan like that of Fig. 3 passes, and each kind of fault is found at its place.

use surefleet_fleet::{Decision, RobotId};
use surefleet_ltl::Formula;
use surefleet_mission::{Mission, PlaceId, PlanFault, State, Transport, check_plan};

struct World {
    domain: Transport,
    initial: State,
    mission: Mission,
}

/// Apples in the closed fridge, all other items on the shelf; three robots.
fn world(mission: &str) -> World {
    let domain = Transport::household();
    let team: Vec<RobotId> =
        ["robot_1", "robot_2", "robot_3"].iter().map(|name| RobotId::new(name).expect("a plain name")).collect();
    let place = |name: &str| domain.find_place(name).expect("a place of the household");
    let at = |item| if domain.item(item).label == "apple" { place("fridge") } else { place("shelf") };
    let places: Vec<PlaceId> = domain.items().map(at).collect();
    let initial = State::new(&domain, 3, &places, []).expect("a small team");
    let formula = Formula::parse(mission).unwrap_or_else(|error| panic!("{mission}: {error}"));
    let mission = Mission::of_formulas(&[formula], &domain, &team).expect("deliveries and prohibitions");
    World { domain, initial, mission }
}

impl World {
    fn check(&self, horizon: u32, plan: &[&str]) -> Result<(), PlanFault> {
        let decision = |symbol: &str| match symbol {
            "-" => None,
            symbol => Some(self.domain.options().find(symbol).unwrap_or_else(|| panic!("{symbol} is in S"))),
        };
        let plan: Vec<Vec<Option<Decision>>> =
            plan.iter().map(|joint| joint.split(' ').map(decision).collect()).collect();
        check_plan(&self.domain, &self.initial, &self.mission, horizon, &plan)
    }
}

const MISSION: &str = "F G (located(apple_1, table) | located(apple_1, counter)) & F G (located(knife_1, sink) | located(knife_2, sink)) & \
                       G !grab(robot_1, knife_1) & G !open(robot_2, fridge)";
const PLAN: [&str; 4] = [
    "go_to(fridge) go_to(knife_1) go_to(apple_2)",
    "open(fridge) grab(knife_1) -",
    "grab(apple_1) put_down(sink) grab(apple_2)",
    "put_down(counter) idle put_down(shelf)",
];

#[test]
fn plan_of_parallel_robots_passes_within_the_horizon() {
    let world = world(MISSION);
    assert_eq!(world.check(4, &PLAN), Ok(()));
    assert_eq!(world.check(3, &PLAN), Err(PlanFault::TooLong { steps: 4, horizon: 3 }));
}

#[test]
fn either_alternative_achieves_a_sub_task_and_others_do_not() {
    let world = world(MISSION);
    let last = |joint| [PLAN[0], PLAN[1], PLAN[2], joint];
    assert_eq!(world.check(4, &last("put_down(table) idle idle")), Ok(()));
    let missed = world.check(4, &last("put_down(shelf) idle idle")).expect_err("the shelf was not asked for");
    let expected = "after the last step, sub-task 1 (apple 1 to the counter or the table) is not achieved";
    assert_eq!(missed.to_string(), expected);
    let held = world.check(4, &last("idle idle idle")).expect_err("it is still in the gripper");
    assert!(matches!(held, PlanFault::Unachieved { subtask: 1, .. }));
}

#[test]
fn what_is_undone_again_is_not_achieved() {
    let world = world("F G (located(knife_1, sink) | located(knife_2, sink))");
    let done = ["go_to(knife_2)", "grab(knife_2)", "put_down(sink)"];
    assert_eq!(world.check(9, &done), Ok(()));
    let undone = [done.as_slice(), &["go_to(knife_2)", "grab(knife_2)"]].concat();
    assert!(matches!(world.check(9, &undone), Err(PlanFault::Unachieved { subtask: 1, .. })));
}

#[test]
fn faults_name_step_and_robot() {
    let world = world(MISSION);
    let fault = |plan: &[&str]| world.check(9, plan).expect_err("the plan is wrong").to_string();
    let touch = ["go_to(knife_1) idle idle", "grab(knife_1) idle idle"];
    assert_eq!(fault(&touch), "step 2: robot 1 is to grab knife 1, which requirement 1 forbids");
    let open = ["idle go_to(fridge) idle", "idle open(fridge) idle"];
    assert_eq!(fault(&open), "step 2: robot 2 is to open the fridge, which requirement 2 forbids");
    let early = ["go_to(fridge) go_to(apple_1) idle", "open(fridge) grab(apple_1) idle"];
    assert_eq!(fault(&early), "step 2: robot 2 cannot grab apple 1: the fridge is closed");
    assert_eq!(fault(&["idle idle idle idle"]), "step 1 has decisions of 4 robots, but the team has 3");
}

#[test]
fn world_is_described_as_in_figure_3() {
    let world = world(MISSION);
    let team: Vec<RobotId> =
        ["robot_1", "scout", "robot_3"].iter().map(|name| RobotId::new(name).expect("a plain name")).collect();
    let go = world.domain.options().find("go_to(knife_1)");
    let state = surefleet_mission::apply(&world.domain, &world.initial, &[go]).expect("it can go there");
    let lines = state.describe(&world.domain, &team);
    let expected =
        "On the shelf: kettle 1, kettle 2, tomato 1, tomato 2, bread 1, bread 2, potato 1, potato 2, knife 1, knife 2";
    assert_eq!(lines[3], expected);
    assert_eq!(lines[6], "In the fridge (closed): apple 1, apple 2");
    assert_eq!(lines[9], "robot 1 is at knife 1 and holds nothing");
    assert_eq!(lines[10], "robot 2 (scout) is nowhere in particular and holds nothing");
    let skills = world.domain.describe_skills();
    assert_eq!(skills.lines().count(), 5);
    assert!(skills.starts_with("- go to <item or container>: the robot is then at it"));
}
