//! The assessment of the mission by the first holder of a step, before it decides.

use crate::house::{household, transport};
use std::sync::Arc;

use surefleet_fleet::{Brief, Decided, Decision, Facts, Outcome, StepIndex, Turn};
use surefleet_planner::{Output, Reading, assess};
use surefleet_world::World;

use crate::{
    calibrated::at_threshold,
    house::{first_turn, option, robot, worded},
    table::Table,
};

/// The turn in a world where `fact` tells the place of apple 1.
fn apple(turn: Turn, fact: &str) -> Turn {
    let elsewhere = turn.facts.iter().filter(|fact| !fact.starts_with("located(apple_1,")).map(str::to_owned);
    let facts = Facts::new(elsewhere.chain([fact.to_owned()]));
    Turn { facts, ..turn }
}

/// The turn in a world where apple 1 is in the sink.
fn achieved(turn: Turn) -> Turn {
    apple(turn, "located(apple_1, sink)")
}

/// The turn after `rows` steps in which everybody did `symbol`.
fn after(world: &World, turn: Turn, rows: u32, symbol: &str) -> Turn {
    let row = vec![Some(option(world, symbol)); turn.brief.team.len()];
    let step = StepIndex::new(rows + 1).expect("not zero");
    Turn { step, history: vec![row; rows as usize].into(), ..turn }
}

fn verdict(turn: &Turn) -> Option<Outcome> {
    let world = household();
    assess(&world, &mut Reading::of(&turn.brief, &world, Some(&transport())), turn)
}

#[test]
fn an_achieved_mission_is_stopped_before_anything_is_scored() {
    let mut table = Table::new(at_threshold(-1.0, 0));
    let turn = achieved(first_turn(&table.world, 3, 9));
    table.hold(&turn);
    let [Output::Stop { turn: key, outcome: Outcome::Succeeded }] = &table.said[..] else { panic!("{:?}", table.said) };
    assert_eq!((key.mission, key.step, key.attempt), (turn.mission(), turn.step, turn.attempt));
    assert_eq!((table.planner.tally().prompts, table.planner.next_deadline()), (0, None));
}

#[test]
fn only_the_first_holder_of_a_step_assesses() {
    let mut table = Table::new(at_threshold(-1.0, 0));
    let turn = achieved(first_turn(&table.world, 2, 9));
    let decided = vec![Decided { robot: robot("robot_2"), decision: None, attempt: turn.attempt }];
    let order = [robot("robot_2"), robot("robot_1")].into();
    table.hold(&Turn { decided, order, ..turn });
    assert!(matches!(&table.said[..], [Output::Check { .. }, Output::Score { .. }]), "{:?}", table.said);
}

#[test]
fn a_mission_achieved_in_its_last_step_succeeded_and_any_other_is_out_of_horizon() {
    let world = household();
    let last = after(&world, first_turn(&world, 2, 4), 3, "go_to(fridge)");
    assert_eq!(verdict(&apple(last, "holding(robot_1, apple_1)")), None, "a step is left, and enough");
    let over = after(&world, first_turn(&world, 2, 4), 4, "go_to(fridge)");
    assert_eq!(verdict(&over), Some(Outcome::OutOfHorizon));
    assert_eq!(verdict(&achieved(over)), Some(Outcome::Succeeded));
}

#[test]
fn an_achieved_mission_that_the_monitor_would_not_end_goes_on_while_steps_are_left() {
    let world = household();
    let refusals = || ["a constraint still asks for something".to_owned()].into();
    let turn = achieved(after(&world, first_turn(&world, 2, 4), 3, "go_to(fridge)"));
    assert_eq!(verdict(&turn), Some(Outcome::Succeeded));
    assert_eq!(verdict(&Turn { refusals: refusals(), ..turn }), None);
    let over = achieved(after(&world, first_turn(&world, 2, 4), 4, "go_to(fridge)"));
    assert_eq!(verdict(&Turn { refusals: refusals(), ..over }), Some(Outcome::Succeeded));
}

#[test]
fn free_text_is_done_when_everybody_stayed() {
    let world = household();
    let free = worded(first_turn(&world, 2, 9), "Make the kitchen cosy, whatever that takes.");
    assert!(matches!(Reading::of(&free.brief, &world, Some(&transport())), Reading::Ungrounded));
    assert_eq!(verdict(&free), None, "nothing was done yet");
    let idle = Some(option(&world, "idle"));
    let going = Some(option(&world, "go_to(fridge)"));
    let done = |history: &[[Option<Decision>; 2]]| {
        let rows: Vec<Vec<_>> = history.iter().map(|row| row.to_vec()).collect();
        Turn { history: rows.into(), ..after(&world, free.clone(), 2, "idle") }
    };
    assert_eq!(verdict(&done(&[[going, idle]])), None);
    assert_eq!(verdict(&done(&[[going, idle], [idle, idle]])), Some(Outcome::Succeeded));
    let one_absent = done(&[[going, idle], [idle, None]]);
    assert_eq!(verdict(&one_absent), Some(Outcome::Succeeded));
    let nothing_done = verdict(&done(&[[idle, idle]]));
    assert!(
        matches!(&nothing_done, Some(Outcome::Impossible(why)) if why.contains("nobody of the team did anything")),
        "{nothing_done:?}"
    );
    let all_absent = Turn { history: [vec![None, None]].into(), ..one_absent };
    assert_eq!(verdict(&all_absent), None, "nobody said so");
}

#[test]
fn free_text_that_the_monitor_would_not_end_goes_on() {
    let world = household();
    let free = worded(first_turn(&world, 2, 9), "Make the kitchen cosy, whatever that takes.");
    let refused = Turn { refusals: ["the kettle is on".to_owned()].into(), ..after(&world, free, 2, "idle") };
    assert_eq!(verdict(&refused), None);
    let over = worded(after(&world, first_turn(&world, 2, 2), 2, "idle"), "Be nice.");
    assert_eq!(verdict(&Turn { refusals: refused.refusals, ..over }), Some(Outcome::OutOfHorizon));
}

#[test]
fn a_mission_that_is_understood_is_not_done_because_everybody_stayed() {
    let world = household();
    assert_eq!(verdict(&after(&world, first_turn(&world, 2, 9), 2, "idle")), None);
}

#[test]
fn facts_that_say_too_little_end_nothing() {
    let world = household();
    let blind = Turn { facts: Facts::default(), ..first_turn(&world, 2, 9) };
    assert_eq!(verdict(&blind), None);
}

/// The brief of a turn with formulas that the monitor has read beside the mission's.
fn required(turn: &Turn, more: &[&str]) -> Brief {
    let mut brief = (*turn.brief).clone();
    brief.formulas.extend(more.iter().map(|formula| (*formula).to_owned()));
    brief
}

#[test]
fn prohibitions_join_the_deliveries_and_whatever_they_cannot_say_is_left_to_search() {
    let world = household();
    let turn = first_turn(&world, 2, 9);
    let read = |more: &[&str]| Reading::of(&required(&turn, more), &world, Some(&transport()));
    let Reading::Grounded { mission, oracle, .. } = read(&["G !open(robot_2, fridge)"]) else {
        panic!("it asks for a delivery")
    };
    assert_eq!((mission.rules.len(), mission.rules[0].robot), (1, Some(1)));
    assert!(oracle.is_some(), "the household is within the oracle's reach");
    // The monitor refuses it where the fridge is open: from then on it is what nobody may do.
    let Reading::Grounded { mission, .. } = read(&["G !open(fridge)"]) else { panic!("nobody may open it") };
    assert_eq!((mission.rules.len(), mission.rules[0].robot), (1, None));
    for more in ["G !(at(robot_1, sink) & at(robot_2, sink))", "!open(robot_1, fridge) W at(robot_1, sink)"] {
        assert!(matches!(read(&[more]), Reading::Formal(_)), "{more}");
    }
}

#[test]
fn a_mission_that_takes_longer_than_the_horizon_is_impossible_and_one_step_more_makes_it_possible() {
    // Apple 1 is in the closed fridge: go, open, grab, put down.
    let world = household();
    let short = verdict(&first_turn(&world, 1, 3));
    assert_eq!(short, Some(Outcome::Impossible("it takes more steps than are left (3)".to_owned())));
    assert_eq!(verdict(&first_turn(&world, 1, 4)), None);
}

#[test]
fn a_constraint_can_make_a_mission_impossible() {
    let world = household();
    let turn = first_turn(&world, 2, 9);
    let nobody_opens = ["G !open(robot_1, fridge)", "G !open(robot_2, fridge)"];
    let brief = required(&turn, &nobody_opens);
    assert!(matches!(verdict(&Turn { brief: Arc::new(brief), ..turn.clone() }), Some(Outcome::Impossible(_))));
    let one_opens = required(&turn, &nobody_opens[..1]);
    assert_eq!(verdict(&Turn { brief: Arc::new(one_opens), ..turn }), None);
}

#[test]
fn what_cannot_be_finished_is_stopped_before_anything_is_scored() {
    let mut table = Table::new(at_threshold(-1.0, 0));
    let turn = after(&table.world, first_turn(&table.world, 1, 5), 3, "idle");
    table.hold(&turn);
    assert!(
        matches!(&table.said[..], [Output::Stop { outcome: Outcome::Impossible(_), .. }]),
        "two steps are too few: {:?}",
        table.said
    );
}
