//! Which formulas ask for a mission of deliveries.

use surefleet_fleet::RobotId;
use surefleet_mission::{Mission, Prohibition, Rule, Transport};

fn team(size: usize) -> Vec<RobotId> {
    (1..=size).map(|number| RobotId::new(&format!("robot_{number}")).expect("a plain name")).collect()
}

#[test]
fn a_formula_is_a_mission_only_if_a_mission_says_all_of_it() {
    let domain = Transport::household();
    let mission = |text: &str| {
        let formula = surefleet_ltl::Formula::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        Mission::of_formulas(&[formula], &domain, &team(2))
    };
    let delivery = "F G located(apple_1, sink)";
    let whole =
        format!("{delivery} & G !(go_to(robot_1, knife_1) | grab(robot_1, knife_1)) & G !open(robot_2, fridge)");
    let apple = [domain.find_item("apple_1").expect("an apple")];
    let knife = domain.find_item("knife_1").expect("a knife");
    let fridge = domain.find_place("fridge").expect("a fridge");
    let found = mission(&whole).expect("a mission");
    assert_eq!(found.subtasks[0].items, apple);
    let rules = [(0, Prohibition::Approach(vec![knife])), (1, Prohibition::Open(vec![fridge]))];
    assert_eq!(found.rules, rules.map(|(robot, never)| Rule { robot: Some(robot), never }));
    for more in [
        "G !go_to(robot_1, knife_1)",
        "G !go_to(robot_1, fridge)",
        "G open(fridge)",
        "F open(robot_1, fridge)",
        "G !(holding(robot_1, apple_1) & put_down(robot_1, stove))",
        "G !grab(robot_3, knife_1)",
        "F G located(apple_1, table)",
        "F G (located(apple_2, sink) | located(bread_1, table))",
    ] {
        assert_eq!(mission(&format!("{delivery} & {more}")), None, "{more}");
    }
    assert_eq!(mission("G !grab(robot_1, knife_1)"), None);
}
