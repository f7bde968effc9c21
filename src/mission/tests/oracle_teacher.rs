//! The oracle on missions of full size: its canonical plans succeed, and its distances obey the law of distances.

use std::sync::Arc;

use proptest::prelude::*;
use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use surefleet_fleet::Decision;
use surefleet_ltl::Formula;
use surefleet_mission::{
    Distribution, Judgement, Mission, MissionError, Oracle, Rule, Scenario, State, Subtask, TeamClass, Transport,
    apply, check_plan,
};

fn scenario(class: TeamClass, seed: u64) -> (Arc<Transport>, Scenario, Oracle) {
    let domain = Arc::new(Transport::household());
    let distribution = Distribution::household(Arc::clone(&domain)).expect("the household is large enough");
    let scenario = distribution.sample(class, seed);
    let oracle = Oracle::new(&domain, &scenario.mission, scenario.team.len()).expect("scenarios are well formed");
    (domain, scenario, oracle)
}

/// A joint step in which each robot follows `choose`, in a random order.
fn joint_step(
    oracle: &Oracle,
    state: &State,
    steps_left: u32,
    rng: &mut ChaCha8Rng,
    mut choose: impl FnMut(&mut ChaCha8Rng, &Judgement) -> Option<Decision>,
) -> Vec<Option<Decision>> {
    let mut order: Vec<usize> = (0..state.team_size()).collect();
    rand::seq::SliceRandom::shuffle(order.as_mut_slice(), rng);
    let mut decided = Vec::new();
    for robot in order {
        let judgement = oracle.judge(state, steps_left, &decided, robot);
        let decision = choose(rng, &judgement);
        decided.push((robot, decision));
    }
    decided.sort_unstable();
    decided.into_iter().map(|(_, decision)| decision).collect()
}

fn any_of(rng: &mut ChaCha8Rng, marked: &[bool]) -> Option<Decision> {
    let marked: Vec<u16> = (0..marked.len() as u16).filter(|&index| marked[usize::from(index)]).collect();
    marked.choose(rng).copied().map(Decision::new)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_canonical_plan_takes_the_least_number_of_steps(
        class in prop::sample::select(TeamClass::ALL.as_slice()),
        seed in 0_u64..100_000,
    ) {
        let (domain, scenario, oracle) = scenario(class, seed);
        let least = oracle.min_steps(&scenario.initial, scenario.horizon).expect("sampled missions are feasible");
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut state = scenario.initial.clone();
        let mut plan = Vec::new();
        for steps_left in (1..=least).rev() {
            let joint = joint_step(&oracle, &state, steps_left, &mut rng, |_, judgement| judgement.preferred);
            prop_assert!(joint.iter().all(Option::is_some));
            state = apply(&domain, &state, &joint)?;
            plan.push(joint);
            prop_assert_eq!(oracle.min_steps(&state, 100), Some(steps_left - 1));
        }
        check_plan(&domain, &scenario.initial, &scenario.mission, least, &plan)?;
    }

    #[test]
    fn any_acceptable_decisions_achieve_the_mission_within_the_horizon(
        class in prop::sample::select(TeamClass::ALL.as_slice()),
        seed in 0_u64..100_000,
    ) {
        let (domain, scenario, oracle) = scenario(class, seed);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut state = scenario.initial.clone();
        let mut plan = Vec::new();
        for steps_left in (1..=scenario.horizon).rev() {
            let joint = joint_step(&oracle, &state, steps_left, &mut rng, |rng, judgement| {
                any_of(rng, &judgement.acceptable)
            });
            prop_assert!(joint.iter().all(Option::is_some));
            state = apply(&domain, &state, &joint)?;
            plan.push(joint);
        }
        check_plan(&domain, &scenario.initial, &scenario.mission, scenario.horizon, &plan)?;
    }

    #[test]
    fn no_step_brings_a_mission_nearer_than_the_oracle_said(
        class in prop::sample::select(TeamClass::ALL.as_slice()),
        seed in 0_u64..100_000,
        sense in 0.0..1.0,
    ) {
        let (domain, scenario, oracle) = scenario(class, seed);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut state = scenario.initial.clone();
        for _ in 0..12 {
            let distance = oracle.min_steps(&state, 1000);
            let joint = joint_step(&oracle, &state, 100, &mut rng, |rng, judgement| {
                let sensible = judgement.preferred.filter(|_| rng.random_bool(sense));
                sensible.or_else(|| any_of(rng, &judgement.permitted))
            });
            state = apply(&domain, &state, &joint)?;
            let after = oracle.min_steps(&state, 1000);
            prop_assert!(
                after.map_or(u32::MAX, |after| after + 1) >= distance.unwrap_or(u32::MAX),
                "{distance:?} steps became {after:?} by {joint:?}"
            );
        }
    }

    #[test]
    fn the_first_to_decide_can_keep_the_least_number_of_steps(
        class in prop::sample::select(TeamClass::ALL.as_slice()),
        seed in 0_u64..100_000,
    ) {
        let (_, scenario, oracle) = scenario(class, seed);
        let least = oracle.min_steps(&scenario.initial, scenario.horizon);
        for robot in 0..scenario.team.len() {
            let judgement = oracle.judge(&scenario.initial, scenario.horizon, &[], robot);
            prop_assert_eq!(judgement.cost_to_go.iter().flatten().min().copied(), least);
            let preferred = judgement.preferred.expect("the mission is feasible");
            prop_assert_eq!(judgement.regret[preferred.index()], Some(0));
        }
    }
}

/// Robots at nothing; apple 1 in the closed fridge, all other items on the table.
fn kitchen(team_size: usize, mission: &str) -> (Arc<Transport>, State, Mission) {
    let domain = Arc::new(Transport::household());
    let table = domain.find_place("table").expect("the household has a table");
    let mut places = vec![table; domain.items().len()];
    let apple = domain.find_item("apple_1").expect("the household has apples");
    places[apple.index()] = domain.find_place("fridge").expect("the household has a fridge");
    let state = State::new(&domain, team_size, &places, []).expect("the team is small");
    let name = |number| surefleet_fleet::RobotId::new(&format!("robot_{number}")).expect("the name is plain");
    let team: Vec<_> = (1..=team_size).map(name).collect();
    let formula = Formula::parse(mission).expect("a formula");
    let mission = Mission::of_formulas(&[formula], &domain, &team).expect("deliveries and prohibitions");
    (domain, state, mission)
}

#[test]
fn regret_ranks_useful_before_idle_before_useless_before_slow() {
    let (domain, state, mission) = kitchen(2, "F G located(apple_1, sink) & F G located(knife_1, counter)");
    let oracle = Oracle::new(&domain, &mission, 2).expect("the mission is well formed");
    let find = |symbol| domain.options().find(symbol).expect("the household knows it");
    let judgement = oracle.judge(&state, 6, &[], 0);
    let [fridge, knife, bread, idle] = ["go_to(fridge)", "go_to(knife_1)", "go_to(bread_1)", "idle"].map(find);
    assert_eq!(judgement.preferred, Some(fridge));
    assert_eq!([fridge, knife, idle, bread].map(|d| judgement.cost_to_go[d.index()]), [Some(4); 4]);
    assert_eq!([fridge, knife, idle, bread].map(|d| judgement.regret[d.index()]), [Some(0), Some(0), Some(1), Some(2)]);

    let late = oracle.judge(&state, 4, &[(0, Some(bread))], 1);
    assert_eq!(late.preferred, Some(fridge));
    let both = oracle.judge(&state, 6, &[(0, Some(bread))], 1);
    assert_eq!([fridge, idle].map(|d| both.cost_to_go[d.index()]), [Some(4), Some(5)]);
    assert_eq!(both.regret[idle.index()], Some(Judgement::STEP + 1));
}

#[test]
fn a_helper_opens_for_a_robot_that_must_not() {
    let (domain, state, mission) = kitchen(2, "F G located(apple_1, sink) & G !open(robot_1, fridge)");
    let find = |symbol| domain.options().find(symbol).expect("the household knows it");
    let oracle = Oracle::new(&domain, &mission, 2).expect("the mission is well formed");
    assert_eq!(oracle.min_steps(&state, 9), Some(4));
    let mut forbidding = mission.clone();
    forbidding
        .rules
        .push(Rule { robot: Some(1), never: surefleet_mission::Prohibition::Take(domain.items().collect()) });
    let oracle = Oracle::new(&domain, &forbidding, 2).expect("the mission is well formed");
    assert_eq!(oracle.min_steps(&state, 9), Some(4), "robot 2 opens, robot 1 takes the apple");
    let idle = find("idle");
    let judgement = oracle.judge(&state, 4, &[(0, Some(idle))], 1);
    assert_eq!(judgement.preferred, Some(find("go_to(fridge)")), "robot 1 can still be there in time");
    assert!(!judgement.acceptable[idle.index()]);
    forbidding.rules.push(Rule { robot: Some(1), never: mission.rules[0].never.clone() });
    let oracle = Oracle::new(&domain, &forbidding, 2).expect("the mission is well formed");
    assert_eq!(oracle.min_steps(&state, u32::MAX), None);
}

#[test]
fn what_the_oracle_cannot_judge_is_refused() {
    let subtask = |domain: &Transport, item: usize| Subtask {
        items: domain.items().skip(item).take(1).collect(),
        destinations: domain.surfaces().take(1).collect(),
    };
    let household = Arc::new(Transport::household());
    let twice = Mission { subtasks: vec![subtask(&household, 0), subtask(&household, 0)], rules: vec![] };
    let refusal = Oracle::new(&household, &twice, 1).expect_err("one apple cannot count twice");
    assert_eq!(refusal, MissionError::SharedItem { first: 1, second: 2, item: "apple 1".to_owned() });
    let empty = Mission { subtasks: vec![Subtask { items: vec![], destinations: vec![] }], rules: vec![] };
    assert!(matches!(Oracle::new(&household, &empty, 1), Err(MissionError::BeyondOracle { .. })));
    assert_eq!(Oracle::new(&household, &empty, 0).expect_err("nobody is there"), MissionError::TeamSize(0));
}
