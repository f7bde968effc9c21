//! Constraints that a language model reworded into the grammar.

use surefleet_english::Vocabulary;
use surefleet_fleet::Brief;
use surefleet_safety::{
    Inactive, Input, MonitorEntry, Output, ProposalError, Reworded, RewordingError, Stage, Unreworded,
    read_mission_rewording, read_rewording,
};

use crate::{
    constraints::{FETCH, allowed},
    kitchen::{Kitchen, MISSION, brief, heartbeat, household},
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

/// A mission that the grammar does not read, with the meanings of a model's words for it.
fn reworded(text: &str, answer: &str) -> Brief {
    let vocabulary = Vocabulary::of(&household(3));
    let meanings = read_mission_rewording(text, answer, &vocabulary).expect("they are read");
    Brief { meanings: meanings.iter().map(ToString::to_string).collect(), ..brief(text, &[], 2) }
}

#[test]
fn a_mission_that_a_model_reworded_is_admitted_with_both_wordings_and_what_it_forbids_is_enforced() {
    let text = "schlepp apple 1 yonder sink, chop-chop. Robot 2 must never be at the fridge.";
    let mut kitchen = Kitchen::new();
    kitchen.look();
    assert!(kitchen.monitor.rewordable(kitchen.now, &brief(text, &[], 2)).is_some());
    let mission = reworded(text, "Bring apple 1 to the sink. Robot 2 must never be at the fridge.");
    let outputs = kitchen.tell(Input::Mission(mission.clone()));
    let turn = outputs.iter().find_map(|output| match output {
        Output::Turn(turn) => Some(turn.clone()),
        _ => None,
    });
    let turn = turn.expect("it is admitted");
    assert_eq!((turn.brief.text.as_str(), turn.brief.unread.as_slice()), (text, &[text.to_owned()][..]));
    assert_eq!(turn.brief.meanings, ["F G located(apple_1, sink) & G !at(robot_2, fridge)"]);
    assert!(turn.brief.formulas.is_empty());

    // Its next life reads the model's words from the journal.
    let journal = kitchen.journal.clone();
    kitchen.restart(&journal);
    kitchen.look();
    kitchen.tell(heartbeat(1, Some(MISSION)));
    let refused = kitchen.verdict(kitchen.joint(1, 0, &["idle", "go_to(fridge)"]));
    assert!(refused.is_err(), "{refused:?}");
}

#[test]
fn no_model_is_asked_about_what_may_forbid_what_is_read_or_what_a_person_must_decide() {
    let mut kitchen = Kitchen::new();
    kitchen.look();
    for text in [
        FETCH,
        "schlepp apple 1 yonder sink, chop-chop, but mind that robot 2 is not near the fridge",
        "Bring apple 1 to the sink before you open the fridge, or the apple.",
        "Never grab knife 1.",
        "nevr open the fridge, apple 1 sink chop-chop",
        "do nto open the fridge, apple 1 sink chop-chop",
    ] {
        assert!(kitchen.monitor.rewordable(kitchen.now, &brief(text, &[], 2)).is_none(), "{text}");
    }
    // A forbidding sentence beside a model's words: nothing is taken from the model.
    let text = "schlepp apple 1 yonder sink, chop-chop, not the table";
    let outputs = kitchen
        .tell(Input::Mission(Brief { meanings: vec!["F G located(apple_1, sink)".into()], ..brief(text, &[], 2) }));
    let [Output::Refused { reason, .. }] = outputs.as_slice() else { panic!("{outputs:?}") };
    assert!(reason.to_string().contains("\"not\""), "{reason}");
}

#[test]
fn a_model_that_rewords_a_mission_adds_nothing_and_leaves_nothing_out() {
    let vocabulary = Vocabulary::of(&household(3));
    let text = "schlepp apple 1 yonder sink, chop-chop";
    let read = |answer: &str| read_mission_rewording(text, answer, &vocabulary);
    assert_eq!(read("Bring apple 1 to the sink.").map(|meanings| meanings.len()), Ok(1));
    assert_eq!(
        read("Bring apple 1 to the sink.\nBring apple 1 to the sink, then to the sink.").map(|all| all.len()),
        Ok(1)
    );
    for (answer, problem) in [
        ("Bring apple 2 to the sink.", "apple 2"),
        ("Bring apple 1 to the sink. Open the fridge.", "the fridge"),
        ("Apple 1 must never be in the sink.", "nothing to be done"),
        ("NONE", "no words"),
        ("chop chop", "no words"),
        ("Bring apple 1 to the sink. Never grab apple 1.", "forbid something else"),
    ] {
        let error = read(answer).expect_err(answer).to_string();
        assert!(error.contains(problem), "{answer}: {error}");
    }
}

#[test]
fn a_mission_that_nobody_could_reword_is_refused_with_the_grammars_reason_and_the_models() {
    let mut kitchen = Kitchen::new();
    kitchen.look();
    let mission = brief("schlepp apple 1 yonder sink, chop-chop", &[], 2);
    let problem = kitchen.monitor.rewordable(kitchen.now, &mission).expect("it is not read");
    let why = Unreworded::Refused { model: "tiny-1".into(), why: Box::new(RewordingError::NoWords) };
    let outputs = kitchen.tell(Input::Unreworded { brief: mission, problem, why });
    let [Output::Refused { reason, .. }] = outputs.as_slice() else { panic!("{outputs:?}") };
    let reason = reason.to_string();
    assert!(reason.starts_with("the mission cannot be read: ") && reason.contains("tiny-1"), "{reason}");
}

#[test]
fn a_journal_from_before_there_was_rewording_is_read() {
    let line = r#"{"proposed":{"number":1,"words":"never go to the fridge","formula":"G !at(robot_1, fridge)",
        "paraphrase":"Robot 1 must never be at the fridge.","by":"ann","at":0}}"#;
    let Ok(MonitorEntry::Proposed { number: 1, reworded, .. }) = serde_json::from_str(line) else { panic!("{line}") };
    assert_eq!(reworded, None);
}
