//! Constraints that nothing can violate, that nothing can keep, or that nobody has confirmed: none is enforced.

use surefleet_safety::{AdmissionError, ConstraintError, Fault, Input, MissionConstraintError, Output, ProposalError};

use crate::kitchen::{Kitchen, brief};

const FETCH: &str = "Move tomato 1 to the sink.";

/// No item is in a hand while it is on a table.
const IDLE: &str = "ltl: G !(holding(robot_1, kettle_1) & located(kettle_1, table))";
const HOPELESS: &str = "ltl: F (at(robot_1, sink) & at(robot_1, fridge))";
const IN_HAND: &str = "since kettle 1 is in one place or one hand";
const AT_ONE_PLACE: &str = "since robot 1 is at one thing at a time";

fn kitchen() -> Kitchen {
    let mut kitchen = Kitchen::new();
    kitchen.look();
    kitchen
}

/// The answer to a mission with this constraint.
fn admit(constraint: &str) -> Result<(), MissionConstraintError> {
    let outputs = kitchen().tell(Input::Mission(brief(FETCH, &[constraint], 2)));
    let refused = outputs.into_iter().find_map(|output| match output {
        Output::Refused { reason, fault, .. } => {
            assert_eq!(fault, Fault::Mission, "{reason}");
            let AdmissionError::Constraint(error) = reason else { panic!("{reason}") };
            Some(error)
        }
        _ => None,
    });
    refused.map_or(Ok(()), Err)
}

fn propose(words: &str) -> Result<Vec<String>, ConstraintError> {
    let mut kitchen = kitchen();
    match kitchen.monitor.propose_constraint(kitchen.now, words, "ann") {
        Ok(proposal) => Ok(proposal.remarks),
        Err(ProposalError::Constraint(error)) => Err(error),
        Err(ProposalError::Inactive(inactive)) => panic!("{inactive}"),
    }
}

#[test]
fn what_nothing_can_violate_is_refused_with_the_law_that_sees_to_it() {
    for refused in [admit(IDLE).expect_err("idle"), propose(IDLE).expect_err("idle").into()] {
        let told = refused.to_string();
        assert!(told.contains("nothing can violate") && told.contains(IN_HAND), "{told}");
    }
    for (idle, law) in [
        ("ltl: G(open(fridge) -> G open(fridge))", "since open(fridge) stays so once it is so"),
        ("ltl: G(holding(robot_1, knife_1) -> !holding(robot_1, knife_2))", "since robot 1 holds one thing at a time"),
        ("ltl: G !at(robot_1, sink) | F at(robot_1, sink)", "it constrains nothing"),
    ] {
        let told = propose(idle).expect_err("idle").to_string();
        assert!(told.contains(law) && told.matches("since").count() <= 1, "{told}");
        assert!(matches!(admit(idle), Err(MissionConstraintError::Constraint(ConstraintError::Idle { .. }))));
    }
}

#[test]
fn what_nothing_can_keep_is_refused_with_the_law_that_sees_to_it() {
    for refused in [admit(HOPELESS).expect_err("hopeless"), propose(HOPELESS).expect_err("hopeless").into()] {
        let told = refused.to_string();
        assert!(told.contains("nothing can keep") && told.contains(AT_ONE_PLACE), "{told}");
    }
    // Each part alone could be kept.
    let both = "ltl: F at(robot_1, sink) & G !at(robot_1, sink)";
    assert!(matches!(propose(both), Err(ConstraintError::Hopeless { laws, .. }) if laws.is_empty()));
}

#[test]
fn an_idle_part_is_remarked_on_for_the_fleet_and_refused_with_a_mission() {
    let partly = format!("{IDLE} & G !at(robot_1, stove)");
    let remarks = propose(&partly).expect("its other part constrains something");
    assert_eq!(remarks.len(), 1, "{remarks:?}");
    assert!(
        remarks[0].starts_with("nothing can violate G !(holding(robot_1, kettle_1) & ") && remarks[0].contains(IN_HAND)
    );
    let Err(MissionConstraintError::Constraint(ConstraintError::Idle { formula, .. })) = admit(&partly) else {
        panic!("a part of it is idle")
    };
    assert!(!formula.contains("stove"), "{formula}");
    assert_eq!(propose("ltl: G !at(robot_1, stove)"), Ok(vec![]));
}

#[test]
fn what_the_present_world_has_satisfied_for_good_is_remarked_on() {
    // Nobody holds the knife, so the duty ends at once.
    let remarks = propose("ltl: !at(robot_1, fridge) W !holding(robot_1, knife_2)").expect("it is read");
    assert_eq!(remarks, ["as the world is, it is satisfied for good: it would forbid nothing from now on"]);
}

#[test]
fn a_mission_brings_rules_and_formulas_and_no_words_that_a_person_would_have_to_confirm() {
    let words = "Robot 1 must not hold tomato 1 before robot 2 has been at the fridge.";
    let refused = admit(words).expect_err("nobody has confirmed what it was read as");
    let MissionConstraintError::Unconfirmed { formula, .. } = &refused else { panic!("{refused}") };
    assert_eq!(formula, "!holding(robot_1, tomato_1) W at(robot_2, fridge)");
    assert!(refused.to_string().contains(&format!("\"ltl: {formula}\"")), "{refused}");
    // A client that sends the formula itself has seen it.
    assert_eq!(admit(&format!("ltl: {formula}")), Ok(()));
    assert_eq!(admit("Robot 2 must never open the fridge."), Ok(()));
    assert!(propose(words).is_ok());
}

#[test]
fn a_text_that_nobody_could_check_is_not_read() {
    let long = format!("ltl: {}", "G !at(robot_1, stove) & ".repeat(5_000));
    for refused in [admit(&long).expect_err("long"), propose(&long).expect_err("long").into()] {
        assert_eq!(refused, ConstraintError::TooLong { bytes: long.len(), most: 1024 }.into());
        assert!(refused.to_string().contains("120005 bytes, 1024 at most"), "{refused}");
    }
}
