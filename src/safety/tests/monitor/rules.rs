//! What robots that plan are told of the fleet's constraints, and what is refused because of them.

use surefleet_safety::{Input, Output};

use crate::{
    constraints::{FETCH, enforce, somebody_opens, somehow},
    kitchen::{Kitchen, brief},
};

/// What the mission's robots are told to keep beside it, or why it is refused.
fn rules(kitchen: &mut Kitchen) -> Result<Vec<String>, String> {
    let outputs = kitchen.tell(Input::Mission(brief(FETCH, &[], 2)));
    let told = outputs.into_iter().find_map(|output| match output {
        Output::Turn(turn) => Some(Ok(turn.brief.rules.clone())),
        Output::Refused { reason, .. } => Some(Err(reason.to_string())),
        _ => None,
    });
    told.expect("it is admitted or refused")
}

#[test]
fn a_mission_s_robots_are_told_the_constraints_that_its_plan_has_to_keep() {
    let mut kitchen = Kitchen::new();
    kitchen.look();
    enforce(&mut kitchen, "Robot 1 must never hold tomato 1.").expect("it holds nothing");
    enforce(&mut kitchen, "Robot 1 must not hold tomato 2 before the fridge is open.").expect("it is closed");
    let words = "!holding(robot_1, tomato_2) W open(fridge)";
    assert_eq!(rules(&mut kitchen.clone()), Ok(vec!["G !holding(robot_1, tomato_1)".to_owned(), words.to_owned()]));
    // Of what has come true already, nothing is left to keep.
    somebody_opens(&mut kitchen, "fridge");
    assert_eq!(rules(&mut kitchen.clone()), Ok(vec!["G !holding(robot_1, tomato_1)".to_owned()]));
    let id = enforce(&mut kitchen, "Robot 2 must never hold tomato 1.").expect("it holds nothing");
    let barred = rules(&mut kitchen.clone()).expect_err("nobody may carry the tomato");
    let both = format!("c1 (\"Robot 1 must never hold tomato 1.\") and {id} (\"Robot 2 must never hold tomato 1.\")");
    assert!(
        barred.starts_with(&format!("no plan of at most 10 steps achieves the mission and keeps {both}: ")),
        "{barred}"
    );
}

#[test]
fn what_an_earlier_event_has_changed_about_a_constraint_is_left_to_the_monitor() {
    let mut kitchen = Kitchen::new();
    kitchen.look();
    let once = "ltl: G(at(robot_1, fridge) -> G(!at(robot_1, fridge) -> G !at(robot_1, fridge)))";
    enforce(&mut kitchen, once).expect("it was nowhere");
    assert_eq!(rules(&mut kitchen.clone()).expect("it is admitted").len(), 1);
    let elsewhere = kitchen.state.clone();
    somehow(&mut kitchen, "at(robot_1, fridge)");
    // A formula that begins when it has left would allow it to go there once more.
    kitchen.state = elsewhere;
    kitchen.look();
    assert_eq!(rules(&mut kitchen), Ok(Vec::new()));
}
