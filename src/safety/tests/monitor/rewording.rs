//! Constraints that a language model reworded into the grammar.

use surefleet_safety::{Inactive, Input, MonitorEntry, Output, ProposalError, Reworded, Stage, read_rewording};

use crate::{
    constraints::{FETCH, allowed},
    kitchen::{Kitchen, brief},
};

/// Words that no grammar reads, and a model's rewording.
const LOOSE: &str = "keep robot 2 well clear of the fridge, will you";
const PLAIN: &str = "Robot 2 must never be at the fridge.";

#[test]
fn what_a_model_reworded_is_enforced_once_confirmed_and_kept_with_both_wordings() {
    let mut kitchen = Kitchen::running(FETCH, &[], 2);
    let error = kitchen.monitor.propose_constraint(kitchen.now, LOOSE, "ann").expect_err("it is not in the grammar");
    assert!(error.to_string().contains("translator:"), "{error}");
    for not_for_a_model in ["never grab the apple", " . "] {
        let error =
            kitchen.monitor.propose_constraint(kitchen.now, not_for_a_model, "ann").expect_err("it says nothing");
        assert!(!error.to_string().contains("translator:"), "{error}");
    }
    let (world, vocabulary) = kitchen.monitor.site();
    let rewording = read_rewording(LOOSE, PLAIN, world, vocabulary).expect("it says the same");
    let proposal = kitchen.monitor.propose_reworded(kitchen.now, &rewording, "tiny-1", "ann").expect("it is active");
    let reworded = Reworded { model: "tiny-1".into(), words: PLAIN.into() };
    assert_eq!((proposal.reworded, proposal.objection), (Some(reworded.clone()), None));
    let again = kitchen.monitor.propose_reworded(kitchen.now, &rewording, "tiny-1", "ann").expect("it is active");
    assert_eq!(again.id, proposal.id);
    assert_eq!(allowed(&kitchen, 1, 2, &[], "go_to(fridge)"), Ok(()));

    kitchen.monitor.confirm_constraint(kitchen.now, proposal.id, "bob").expect("nothing speaks against it");
    kitchen.tell(Input::Tick);
    let refused = allowed(&kitchen, 1, 2, &[], "go_to(fridge)").expect_err("it is enforced");
    assert!(refused.contains(LOOSE), "{refused}");
    let kept = kitchen.journal.iter().find_map(|entry| match entry {
        MonitorEntry::Proposed { words, reworded, .. } => Some((words.clone(), reworded.clone())),
        _ => None,
    });
    assert_eq!(kept, Some((LOOSE.to_owned(), Some(reworded))));

    // The monitor's next life reads the model's words again, not the operator's.
    let journal = kitchen.journal.clone();
    kitchen.restart(&journal);
    kitchen.look();
    let reports = kitchen.monitor.constraints();
    assert_eq!((reports[0].stage, reports[0].words.as_str()), (Stage::Active, LOOSE));
    kitchen.tell(Input::Active(false));
    let refused = kitchen.monitor.propose_reworded(kitchen.now, &rewording, "tiny-1", "ann");
    assert_eq!(refused, Err(ProposalError::Inactive(Inactive)));
}

#[test]
fn what_comes_with_a_mission_is_never_reworded() {
    let mut kitchen = Kitchen::new();
    kitchen.look();
    let outputs = kitchen.tell(Input::Mission(brief(FETCH, &[LOOSE], 2)));
    let [Output::Refused { reason, .. }] = outputs.as_slice() else { panic!("{outputs:?}") };
    let reason = reason.to_string();
    assert!(reason.contains("surefleet constraint add") && reason.contains("nobody would confirm"), "{reason}");
}

#[test]
fn a_journal_from_before_there_was_rewording_is_read() {
    let line = r#"{"proposed":{"number":1,"words":"never go to the fridge","formula":"G !at(robot_1, fridge)",
        "paraphrase":"Robot 1 must never be at the fridge.","by":"ann","at":0}}"#;
    let Ok(MonitorEntry::Proposed { number: 1, reworded, .. }) = serde_json::from_str(line) else { panic!("{line}") };
    assert_eq!(reworded, None);
}
