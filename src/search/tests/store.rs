//! A small store with boxes: plans that people can check, drawn, and what must never be answered.

use std::sync::Arc;

use proptest::prelude::*;
use surefleet_fleet::{Decision, Facts, RobotId};
use surefleet_ltl::Formula;
use surefleet_search::{
    Answer, Budget, Oracle, Plan, PlanError, Task, TaskError, Verdict, check_plan, pessimistic, shortest,
    without_needless,
};
use surefleet_world::{Domain, Robot, State, World};

const STORE: &str = r#"
domain: store
types:
  - {name: thing}
  - {name: place}
  - {name: chest, is: place}
  - {name: walker, is: robot}
  - {name: roller, is: robot}
objects:
  - {type: thing, each: [{name: cup}, {name: jar}, {name: pen}]}
  - {type: place, each: [{name: desk}, {name: rack}]}
  - {name: safe, type: chest}
predicates:
  - {is: "at(robot) = place"}
  - {is: "holding(robot) = thing"}
  - {is: "located(thing) = place"}
  - {is: open(chest)}
skills:
  - {is: "go(to: place)", text: "go to {to}", needs: [{that: at(robot) != to}], effects: [at(robot) = to]}
  - is: "take(what: thing)"
    text: take {what}
    needs:
      - {that: holding(robot) = nothing}
      - {that: at(robot) = located(what)}
      - {that: not chest(located(what)) or open(located(what))}
    effects: [holding(robot) = what, located(what) = nothing]
    occupies: [what]
  - is: put
    text: put it down
    needs:
      - {that: holding(robot) != nothing}
      - {that: not chest(at(robot)) or open(at(robot))}
    effects: [located(holding(robot)) = at(robot), holding(robot) = nothing]
  - is: "lift(what: chest)"
    by: walker
    text: open {what}
    needs: [{that: at(robot) = what}, {that: not open(what)}]
    effects: [open(what)]
    occupies: [what]
  - {is: idle, text: idle}
laws:
  - {one_of: ["located(i)", "holding(r: robot) = i"], about: "i: thing", says: "{i} is in one place"}
"#;

fn world(kinds: &[&str]) -> Arc<World> {
    let robot = |(at, kind): (usize, &&str)| Robot {
        id: RobotId::new(&format!("robot_{}", at + 1)).expect("a good name"),
        kind: Some((*kind).to_owned()),
    };
    let robots: Vec<Robot> = kinds.iter().enumerate().map(robot).collect();
    let domain = Domain::parse(STORE, "store.yaml").expect("a good domain");
    Arc::new(World::new(Arc::new(domain), &robots).expect("a good world"))
}

fn state(world: &World, facts: &[&str]) -> State {
    let all = ["located(cup, desk)", "located(jar, safe)", "located(pen, rack)"];
    let facts = all.iter().chain(facts).map(|fact| (*fact).to_owned());
    world.read(&Facts::new(facts)).expect("a good state")
}

fn formula(text: &str) -> Formula {
    Formula::parse(text).expect(text)
}

fn task(world: &Arc<World>, mission: &str, constraints: &[&str]) -> Task {
    let team: Vec<usize> = (0..world.team_size()).collect();
    let constraints: Vec<Formula> = constraints.iter().map(|text| formula(text)).collect();
    Task::new(world, &formula(mission), &constraints, &team).expect("a good task")
}

fn solve(task: &Task, state: &State) -> Answer {
    shortest(task, state, &task.begin(state), 30, Budget::default())
}

fn steps(answer: &Answer) -> usize {
    match answer {
        Answer::Found { plan, is_shortest: true } => plan.len(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn one_robot_fetches_from_a_closed_chest_in_the_fewest_steps() {
    let world = world(&["walker"]);
    let task = task(&world, "F G located(jar, desk)", &[]);
    // Go, open, take, go, put.
    assert_eq!(steps(&solve(&task, &state(&world, &["at(robot_1, desk)"]))), 5);
    assert_eq!(steps(&solve(&task, &state(&world, &["at(robot_1, safe)", "open(safe)"]))), 3);
}

#[test]
fn a_robot_of_another_kind_opens_the_chest_meanwhile() {
    let world = world(&["roller", "walker"]);
    let start = state(&world, &["at(robot_1, safe)", "at(robot_2, safe)"]);
    let answer = solve(&task(&world, "F G located(jar, desk)", &[]), &start);
    assert_eq!(steps(&answer), 4);
    let never = task(&world, "F G located(jar, desk)", &["G !lift(robot_2, safe)"]);
    assert_eq!(solve(&never, &start), Answer::Impossible, "rollers open nothing");
    let one_hand = task(&world, "F G located(jar, desk)", &["G !take(robot_2, jar)"]);
    assert_eq!(steps(&solve(&one_hand, &start)), 4, "robot 1 takes it");
    let neither = task(&world, "F G located(jar, desk)", &["G !take(robot_2, jar)", "G !take(robot_1, jar)"]);
    assert_eq!(solve(&neither, &start), Answer::Impossible);
}

#[test]
fn one_at_a_time_steps_count_the_deeds() {
    let world = world(&["roller", "walker"]);
    let start = state(&world, &["at(robot_1, rack)", "at(robot_2, desk)"]);
    let both = "F G located(pen, desk) & F G located(cup, rack)";
    // Take, go, put: each robot for itself, and for both.
    assert_eq!(steps(&solve(&task(&world, both, &[]), &start)), 3);
    let answer = solve(&task(&world, both, &[]).one_at_a_time(), &start);
    assert_eq!(steps(&answer), 6);
    let Answer::Found { plan, .. } = answer else { panic!("a plan was found") };
    let idle = world.options().idle();
    let deeds = |step: &Vec<Option<Decision>>| step.iter().flatten().filter(|decision| **decision != idle).count();
    assert!(plan.steps.iter().all(|step| deeds(step) == 1));
}

#[test]
fn unknown_facts_count_against_the_mission() {
    let world = world(&["walker"]);
    let unknown = state(&world, &["at(robot_1, safe)", "?open(safe)"]);
    let fetch = task(&world, "F G located(jar, desk)", &[]);
    assert_eq!(solve(&fetch, &unknown), Answer::Impossible, "it is not known to be closed, so it cannot be opened");
    let forbids = task(&world, "F G located(cup, rack)", &["G !open(safe)"]);
    assert_eq!(solve(&forbids, &unknown), Answer::Impossible, "it may be open");
    assert_eq!(
        pessimistic(&world, &formula("G !open(safe)")).expect("it means something").to_string(),
        "G \"not open(safe)\""
    );
}

#[test]
fn steps_are_counted_and_orders_are_kept() {
    let world = world(&["walker", "walker"]);
    let start = state(&world, &["at(robot_1, desk)", "at(robot_2, rack)"]);
    let both = "F G located(cup, rack) & F G located(pen, desk)";
    assert_eq!(steps(&solve(&task(&world, both, &[]), &start)), 3);
    let together = task(&world, both, &["!located(pen, desk) W located(cup, rack)"]);
    assert_eq!(steps(&solve(&together, &start)), 3, "both are put down at once");
    let one_by_one = task(&world, both, &["!located(pen, desk) W (located(cup, rack) & !located(pen, desk))"]);
    assert_eq!(steps(&solve(&one_by_one, &start)), 4, "the pen is put down after the cup");
    let waits = task(&world, "F (step & X (!step U (step & X (!step U step))))", &[]);
    assert_eq!(steps(&solve(&waits, &start)), 3, "the third step must begin");
}

/// As the safety monitor enforces it: a joint step begins in the state in which the last one ended, and that is no change.
#[test]
fn next_is_the_next_change() {
    let world = world(&["walker"]);
    let start = state(&world, &["at(robot_1, rack)"]);
    let once = ["G (at(robot_1, desk) -> WX G !at(robot_1, desk))"];
    let visit = task(&world, "F (at(robot_1, desk) & F at(robot_1, rack))", &once);
    assert_eq!(steps(&solve(&visit, &start)), 2, "it may leave the desk");
    let again = task(&world, "F (at(robot_1, desk) & F (at(robot_1, rack) & F at(robot_1, desk)))", &once);
    assert_eq!(solve(&again, &start), Answer::Impossible);
    let at_desk = state(&world, &["at(robot_1, desk)"]);
    let then = task(&world, "F (at(robot_1, desk) & X at(robot_1, rack))", &[]);
    assert_eq!(steps(&solve(&then, &at_desk)), 1);
    let stays = task(&world, "F (at(robot_1, desk) & X at(robot_1, desk))", &[]);
    assert_eq!(solve(&stays, &at_desk), Answer::Impossible, "a change of it is no staying");
}

#[test]
fn deeds_can_be_goals() {
    let world = world(&["walker", "roller"]);
    let start = state(&world, &["at(robot_1, desk)", "at(robot_2, rack)"]);
    let wanted = task(&world, "F put(robot_2) & F lift(robot_1, safe)", &[]);
    assert_eq!(steps(&solve(&wanted, &start)), 2);
    let impossible = task(&world, "F lift(robot_2, safe)", &[]);
    assert_eq!(solve(&impossible, &start), Answer::Impossible);
    let team = Task::new(&world, &formula("F lift(robot_1, safe)"), &[], &[1]).expect("a good task");
    assert_eq!(solve(&team, &start), Answer::Impossible, "robot 1 is not of the team");
}

#[test]
fn unknown_words_and_robots_are_named() {
    let world = world(&["walker"]);
    let error = Task::new(&world, &formula("F flies(robot_1)"), &[], &[0]).expect_err("nobody flies");
    assert!(matches!(&error, TaskError::Proposition { proposition, .. } if proposition == "flies(robot_1)"), "{error}");
    let error = Task::new(&world, &formula("F open(safe)"), &[], &[1]).expect_err("there is one robot");
    assert_eq!(error, TaskError::Robot { robot: 1, fleet: 1 });
}

#[test]
fn the_checker_refuses_what_is_no_plan() {
    let world = world(&["walker"]);
    let start = state(&world, &["at(robot_1, desk)"]);
    let decide = |symbol: &str| vec![Some(world.find_decision(symbol).expect(symbol))];
    let goal = [formula("F G located(cup, rack)")];
    let mut plan = Plan { steps: vec![decide("take(cup)"), decide("go(rack)")] };
    let refused = check_plan(&world, &goal, &[0], &start, &plan).expect_err("it is still in the hand");
    assert_eq!(refused.to_string(), "the plan does not satisfy F G located(cup, rack)");
    plan.steps.push(decide("put"));
    assert_eq!(check_plan(&world, &goal, &[0], &start, &plan), Ok(()));
    assert!(matches!(check_plan(&world, &goal, &[], &start, &plan), Err(PlanError::Outsider { step: 1, robot: 0 })));
    plan.steps.insert(0, decide("put"));
    assert!(matches!(check_plan(&world, &goal, &[0], &start, &plan), Err(PlanError::Refused { step: 1, .. })));
}

#[test]
fn a_plan_is_drawn_as_text_and_as_a_picture() {
    let world = world(&["roller", "walker"]);
    let start = state(&world, &["at(robot_1, safe)", "at(robot_2, safe)"]);
    let only = task(&world, "F G located(jar, desk)", &["G !take(robot_2, jar)"]);
    let Answer::Found { plan, .. } = solve(&only, &start) else { panic!("there is a plan") };
    let text = plan.to_text(&world);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[1].starts_with("robot_1  ·") && lines[1].ends_with("take(jar)  go(desk)  put"), "{text}");
    assert!(lines[2].starts_with("robot_2  lift(safe)"), "{text}");
    let svg = plan.to_svg(&world);
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    assert_eq!(
        svg.matches("<title>").count(),
        plan.steps.iter().flatten().filter(|one| **one != Some(world.options().idle())).count()
    );
}

#[test]
fn what_serves_nothing_is_left_out_of_a_plan() {
    let world = world(&["walker", "walker"]);
    let start = state(&world, &["at(robot_1, desk)", "at(robot_2, rack)", "located(cup, desk)", "located(pen, rack)"]);
    let task = task(&world, "F(holding(robot_1, cup) & F(located(cup, rack)))", &[]);
    let step = |decisions: [&str; 2]| decisions.map(|symbol| Some(world.find_decision(symbol).expect(symbol))).to_vec();
    // Robot 2 takes the pen up and puts it down again, then goes somewhere.
    let padded = [["take(cup)", "take(pen)"], ["go(rack)", "put"], ["put", "go(desk)"]].map(step).to_vec();
    let leaner = without_needless(&task, &start, &task.begin(&start), Plan { steps: padded });
    assert_eq!(leaner.steps, [["take(cup)", "idle"], ["go(rack)", "idle"], ["put", "idle"]].map(step));
}

#[test]
fn options_are_judged_by_what_they_cost() {
    let world = world(&["walker"]);
    let start = state(&world, &["at(robot_1, desk)"]);
    let task = Arc::new(task(&world, "F G located(cup, rack)", &[]));
    let mut oracle = Oracle::new(Arc::clone(&task));
    let decide = |symbol: &str| world.find_decision(symbol).expect(symbol);
    let progress = task.begin(&start);
    let judgement = oracle.judge(&start, &progress, 4, &[], 0, Budget::default());
    let yes = |steps| Some(Verdict::Yes { steps, is_least: true });
    assert_eq!(judgement.verdict(decide("take(cup)")), yes(3));
    assert_eq!(judgement.verdict(decide("idle")), yes(4));
    assert_eq!(judgement.verdict(decide("go(rack)")), Some(Verdict::No), "there and back takes five");
    assert_eq!(judgement.verdict(decide("put")), None, "the hand is empty");
    assert_eq!(judgement.preferred, Some(decide("take(cup)")));
}

#[test]
fn a_team_that_follows_the_oracle_takes_as_long_as_the_shortest_plan() {
    let world = world(&["walker", "roller", "roller"]);
    let start = state(&world, &["at(robot_1, desk)", "at(robot_2, rack)", "at(robot_3, rack)"]);
    let task = Arc::new(task(&world, "F G located(jar, rack) & F G located(cup, safe)", &["G !go(robot_2, safe)"]));
    let least = steps(&solve(&task, &start));
    let mut oracle = Oracle::new(Arc::clone(&task));
    let (mut now, mut progress, mut taken) = (start.clone(), task.begin(&start), 0);
    while !task.is_achieved(&progress) {
        let mut decided: Vec<(usize, Option<Decision>)> = Vec::new();
        for robot in 0..3 {
            let left = (least - taken) as u32;
            let judgement = oracle.judge(&now, &progress, left, &decided, robot, Budget::default());
            decided.push((robot, Some(judgement.preferred.expect("the mission can be achieved in time"))));
        }
        let joint: Vec<Option<Decision>> = decided.into_iter().map(|(_, decision)| decision).collect();
        (now, progress) = task.advance(&now, &progress, &joint).expect("all was permitted");
        taken += 1;
    }
    assert_eq!(taken, least);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The same question gets the same answer, and more budget never makes an answer worse.
    #[test]
    fn answers_are_repeatable_and_grow_with_the_budget(
        places in prop::collection::vec(0..3_usize, 3),
        goals in prop::collection::vec(0..3_usize, 3),
        budget in 10..20_000_u64,
    ) {
        let world = world(&["walker", "roller"]);
        let names = ["desk", "rack", "safe"];
        let things = ["cup", "jar", "pen"];
        let facts: Vec<String> = things.iter().zip(&places).map(|(thing, place)| format!("located({thing}, {})", names[*place]))
            .chain(["at(robot_1, desk)".to_owned(), "at(robot_2, rack)".to_owned()]).collect();
        let start = world.read(&Facts::new(facts)).expect("a good state");
        let mission: Vec<String> = things.iter().zip(&goals).map(|(thing, place)| format!("F G located({thing}, {})", names[*place])).collect();
        let task = task(&world, &mission.join(" & "), &[]);
        let ask = |budget| shortest(&task, &start, &task.begin(&start), 20, Budget(budget));
        let small = ask(budget);
        prop_assert_eq!(&small, &ask(budget));
        let large = ask(2_000_000);
        let Answer::Found { plan: best, is_shortest: true } = &large else { return Err(TestCaseError::fail(format!("{large:?}"))) };
        match &small {
            Answer::Found { plan, is_shortest } => {
                prop_assert!(plan.len() >= best.len() && (!is_shortest || plan.len() == best.len()));
            }
            Answer::Impossible => prop_assert!(false, "there is a plan"),
            Answer::OutOfBudget => {}
        }
    }

    /// Robots of one kind in one place can be exchanged: the length of the shortest plan does not depend on who is where.
    #[test]
    fn exchanging_alike_robots_changes_nothing(one in 0..3_usize, other in 0..3_usize, goal in 0..3_usize) {
        let world = world(&["walker", "walker"]);
        let names = ["desk", "rack", "safe"];
        let task = task(&world, &format!("F G located(jar, {}) & F G located(pen, desk)", names[goal]), &[]);
        let length = |first: usize, second: usize| {
            let facts = [format!("at(robot_1, {})", names[first]), format!("at(robot_2, {})", names[second])];
            let facts: Vec<&str> = facts.iter().map(String::as_str).collect();
            steps(&solve(&task, &state(&world, &facts)))
        };
        prop_assert_eq!(length(one, other), length(other, one));
    }
}
