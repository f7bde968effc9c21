//! The demo missions of the shipped sites: planned for, checked, and judged in turns.

use std::{path::PathBuf, sync::Arc, time::Instant};

use surefleet_fleet::{Decision, RobotId};
use surefleet_ltl::Formula;
use surefleet_search::{Answer, Budget, Oracle, Task, Verdict, check_plan, shortest};
use surefleet_world::{Domain, Robot, Start, State, World};

/// A site, its robots and their kinds, the steps of the best plan that people found for the demo's start, and the work of
/// a turn.
type Site = (&'static str, &'static [(&'static str, &'static str)], usize, Budget);

const SITES: [Site; 5] = [
    (
        "household",
        &[("robot_1", "manipulator"), ("robot_2", "manipulator"), ("robot_3", "manipulator")],
        4,
        Budget(60_000),
    ),
    (
        "hospital",
        &[("assistant_1", "assistant"), ("assistant_2", "assistant"), ("porter_1", "porter")],
        8,
        Budget(60_000),
    ),
    ("warehouse", &[("picker_1", "picker"), ("picker_2", "picker"), ("carrier_1", "carrier")], 5, Budget(60_000)),
    ("laboratory", &[("arm_1", "arm"), ("arm_2", "arm"), ("rover_1", "rover")], 13, Budget(60_000)),
    ("flat", &[("drone_1", "drone"), ("dog_1", "dog"), ("arm_1", "arm"), ("arm_2", "arm")], 16, Budget(300_000)),
];

fn read(path: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../config").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn site(name: &str, robots: &[(&str, &str)]) -> (Arc<World>, Start) {
    let domain = Domain::parse(&read(&format!("domains/{name}.yaml")), name).expect("a good domain");
    let start = Start::parse(&read(&format!("starts/{name}.yaml")), name, &domain).expect("a good start");
    let domain = Arc::new(domain);
    let kinds = domain.kinds().count();
    let robot = |(robot, kind): &(&str, &str)| Robot {
        id: RobotId::new(robot).expect("a good name"),
        kind: (kinds > 1).then(|| (*kind).to_owned()),
    };
    let world = World::new(domain, &robots.iter().map(robot).collect::<Vec<_>>()).expect("a good world");
    (Arc::new(world), start)
}

/// The world of a site, the state that its demo starts in, and the mission.
fn demo(name: &str, robots: &[(&str, &str)]) -> (Arc<World>, State, Formula) {
    let (world, start) = site(name, robots);
    let demo = start.demo().expect("a demo").clone();
    let state = start.with_facts(demo.facts).draw(&world, 1).expect("a state").known;
    (world, state, Formula::parse(demo.formula.as_deref().expect("it has one")).expect("a formula"))
}

/// Joint steps that a team may take beyond what people need: the oracle's work of a turn is small.
const SLACK: usize = 4;

#[test]
fn demo_missions_are_solved_in_no_more_steps_than_people_need() {
    for (name, robots, people, _) in SITES {
        let (world, state, mission) = demo(name, robots);
        let team: Vec<usize> = (0..robots.len()).collect();
        let begin = Instant::now();
        let task = Task::new(&world, &mission, &[], &team).expect("a good task");
        let compiled = begin.elapsed();
        let answer = shortest(&task, &state, &task.begin(&state), 40, Budget(2_000_000));
        let Answer::Found { plan, is_shortest } = &answer else { panic!("{name}: {answer:?}") };
        println!(
            "{name}: {} relevant decisions, {} steps, shortest: {is_shortest}, {compiled:?} to compile, {:?} in all\n{}",
            task.relevant(),
            plan.len(),
            begin.elapsed(),
            plan.to_text(&world)
        );
        check_plan(&world, &[mission], &team, &state, plan).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(plan.len() <= people, "{name}: {} steps, but people need {people}", plan.len());
    }
}

#[test]
fn a_team_that_follows_the_oracle_achieves_the_demo_missions() {
    for (name, robots, people, work) in SITES {
        let (world, state, mission) = demo(name, robots);
        let team: Vec<usize> = (0..robots.len()).collect();
        let task = Arc::new(Task::new(&world, &mission, &[], &team).expect("a good task"));
        let mut oracle = Oracle::new(Arc::clone(&task));
        let (mut progress, mut state, mut taken) = (task.begin(&state), state, 0);
        let (mut longest, mut counts) = (0.0_f64, [0; 3]);
        while !task.is_achieved(&progress) {
            let mut decided: Vec<(usize, Option<Decision>)> = Vec::new();
            for &robot in &team {
                let begin = Instant::now();
                let left = (people + SLACK - taken) as u32;
                let judgement = oracle.judge(&state, &progress, left, &decided, robot, work);
                longest = longest.max(begin.elapsed().as_secs_f64() * 1e3);
                for (_, verdict) in &judgement.verdicts {
                    counts[match verdict {
                        Verdict::Yes { .. } => 0,
                        Verdict::No => 1,
                        Verdict::Open => 2,
                    }] += 1;
                }
                decided.push((robot, Some(judgement.preferred.unwrap_or(world.options().idle()))));
            }
            let joint: Vec<Option<Decision>> = decided.into_iter().map(|(_, decision)| decision).collect();
            (state, progress) = task.advance(&state, &progress, &joint).expect("all was permitted");
            taken += 1;
            assert!(taken < people + SLACK, "{name}: not achieved");
        }
        println!("{name}: {taken} steps, longest turn {longest:.0} ms, yes, no, open {counts:?}");
    }
}

#[test]
fn what_is_judged_after_preparing_is_the_same() {
    for (name, robots, people, work) in SITES {
        let (world, state, mission) = demo(name, robots);
        let team: Vec<usize> = (0..robots.len()).collect();
        let task = Arc::new(Task::new(&world, &mission, &[], &team).expect("a good task"));
        let progress = task.begin(&state);
        let left = (people + SLACK) as u32;
        let (mut plain, mut prepared) = (Oracle::new(Arc::clone(&task)), Oracle::new(Arc::clone(&task)));
        prepared.prepare(&state, &progress, left, work);
        let mut decided = Vec::new();
        for &robot in &team {
            let judgement = plain.judge(&state, &progress, left, &decided, robot, work);
            let ahead = prepared.judge(&state, &progress, left, &decided, robot, work);
            assert_eq!(ahead.verdicts, judgement.verdicts, "{name}, {robot}");
            assert_eq!(ahead.preferred, judgement.preferred, "{name}, {robot}");
            decided.push((robot, judgement.preferred));
        }
    }
}

#[test]
fn an_oracle_that_any_plan_contents_finds_one_in_time_though_it_knows_a_longer_one() {
    let robots = [("picker_1", "picker"), ("picker_2", "picker"), ("carrier_1", "carrier")];
    let team = [1, 2];
    let facts = ["at(picker_1, receiving)", "at(picker_2, packing)", "at(carrier_1, shipping)"];
    let facts: Vec<String> =
        facts.into_iter().chain(["not open(gate_1)", "not open(gate_2)"]).map(str::to_owned).collect();
    let (world, start) = site("warehouse", &robots);
    let mut state = start.with_facts(facts).draw(&world, 1).expect("a state").known;
    let mission = "F ((open(picker_2, gate_2) | open(carrier_1, gate_2)) & X F (close(picker_2, gate_2) | close(carrier_1, gate_2)))";
    let mission = Formula::parse(mission).expect("a formula");
    let task = Arc::new(Task::new(&world, &mission, &[], &team).expect("a good task"));
    let mut oracle = Oracle::new(Arc::clone(&task)).content_with_any();
    let mut progress = task.begin(&state);
    // Two gates are never open at once, so the first step makes it necessary to close the wrong one in the second.
    let steps = [["drive_to(shipping)", "open(gate_1)"], ["close(gate_1)", "open(gate_2)"], ["idle", "close(gate_2)"]];
    for (left, step) in (1..=3).rev().zip(steps) {
        let mut decided = Vec::new();
        for (robot, option) in team.into_iter().zip(step) {
            let decision = world.find_decision(option).expect("a decision");
            let judgement = oracle.judge(&state, &progress, left, &decided, robot, Budget(300_000));
            let verdict = judgement.verdict(decision);
            assert!(matches!(verdict, Some(Verdict::Yes { .. })), "{option}, {left} steps left: {verdict:?}");
            decided.push((robot, Some(decision)));
        }
        let mut joint = vec![None; robots.len()];
        decided.into_iter().for_each(|(robot, decision)| joint[robot] = decision);
        (state, progress) = task.advance(&state, &progress, &joint).expect("all was permitted");
    }
    assert!(task.is_achieved(&progress));
}
