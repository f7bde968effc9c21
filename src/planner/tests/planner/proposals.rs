//! What a robot does with the joint step that a planner for the team proposes: it takes its part, stays, or asks.

use std::sync::Arc;

use surefleet_fleet::{Decision, TeamProposal, Turn};
use surefleet_planner::{
    Choice, DecisionRecord, Output, PlannerError, ReplayMismatch, Round, Source, replay, team_prompt,
};

use crate::{
    calibrated::at_threshold,
    house::{first_turn, household, robot},
    table::Table,
};

const TEAM: [&str; 3] = ["robot_1", "robot_2", "robot_3"];

fn table() -> (Table, Turn) {
    let table = Table::new(at_threshold(-1.0, 0));
    let turn = first_turn(&table.world, 3, 9);
    (table, turn)
}

/// A joint step of the team, by robot 1's planner.
fn proposal(table: &Table, parts: [&str; 3]) -> Arc<TeamProposal> {
    let parts = TEAM.iter().zip(parts).map(|(name, part)| (robot(name), table.option(part))).collect();
    Arc::new(TeamProposal { owner: robot("robot_1"), by: "tiny".to_owned(), parts })
}

/// Robot 1's turn after robots 2 and 3 took these decisions, with a joint step that robot 2 proposed.
fn last_of_three(table: &Table, turn: Turn, decided: [&str; 2]) -> Turn {
    let order: Arc<[_]> = ["robot_2", "robot_3", "robot_1"].map(robot).into();
    let proposal = TeamProposal {
        owner: robot("robot_2"),
        ..TeamProposal::clone(&proposal(table, ["go_to(fridge)", "idle", "idle"]))
    };
    let turn = Turn { order, proposal: Some(Arc::new(proposal)), ..turn };
    decided.iter().fold(turn, |turn, decision| turn.after(Some(table.option(decision))))
}

#[test]
fn first_robot_proposes_with_its_decision_which_is_its_own_part() {
    let (mut table, turn) = table();
    let proposed = proposal(&table, ["go_to(fridge)", "go_to(apple_1)", "idle"]);
    table.proposal = Some(Arc::clone(&proposed));
    table.play(&turn, &[("go_to(fridge)", -0.2)], &[]);
    let record = table.decided().clone();
    assert_eq!((record.source, record.decision), (Source::Proposed, table.option("go_to(fridge)")));
    assert_eq!(record.proposal.as_ref(), Some(&proposed));
    assert_eq!(replay(&record), Ok(()));
    let Output::Decided { proposal, .. } = table.last() else { panic!("{:?}", table.last()) };
    assert_eq!(proposal.as_ref(), Some(&proposed));
}

#[test]
fn robot_takes_its_part_or_stays_alone_and_asks_about_anything_else() {
    for (likely, source) in
        [("go_to(fridge)", Some(Source::Proposed)), ("idle", Some(Source::Singleton)), ("go_to(apple_1)", None)]
    {
        let (mut table, turn) = table();
        let turn = last_of_three(&table, turn, ["idle", "idle"]);
        table.play(&turn, &[(likely, -0.2)], &[]);
        match source {
            Some(source) => {
                let record = table.decided();
                assert_eq!((record.source, record.decision), (source, table.option(likely)));
                assert_eq!(replay(record), Ok(()));
            }
            None => {
                let question = table.question();
                assert_eq!(question.key.round, Round::All);
                assert!(
                    question.question.contains("something else than was proposed to it: go to apple 1."),
                    "{}",
                    question.question
                );
                assert!(
                    question.question.contains("planner for the team proposes: go to the fridge."),
                    "{}",
                    question.question
                );
                let only = table.option(likely);
                table.answer(&question.key, Choice::Option(only));
                assert_eq!((table.decided().source, table.decided().decision), (Source::Human, only));
            }
        }
    }
}

#[test]
fn part_that_the_monitor_refuses_is_not_taken() {
    let (mut table, turn) = table();
    let turn = last_of_three(&table, turn, ["idle", "idle"]);
    table.play(&turn, &[("go_to(fridge)", -0.2)], &["go_to(fridge)"]);
    assert_eq!(table.question().key.round, Round::All);
}

#[test]
fn once_a_robot_has_departed_from_a_proposal_the_others_decide_without_it() {
    let (mut table, turn) = table();
    let turn = last_of_three(&table, turn, ["go_to(apple_2)", "idle"]);
    table.play(&turn, &[("go_to(apple_1)", -0.2)], &[]);
    let record = table.decided();
    assert_eq!((record.source, record.evidence.proposed()), (Source::Singleton, None));
    assert!(record.proposal.is_some(), "it is recorded all the same");
}

#[test]
fn proposal_that_no_team_could_take_is_dropped_or_refused() {
    let (mut table, turn) = table();
    let alien = |part| {
        let parts = [(robot("robot_1"), Decision::new(part))].into();
        Some(Arc::new(TeamProposal { owner: robot("robot_1"), by: "tiny".to_owned(), parts }))
    };
    table.proposal = alien(999);
    table.play(&turn, &[("go_to(fridge)", -0.2)], &[]);
    assert_eq!((table.decided().source, table.decided().proposal.clone()), (Source::Singleton, None));

    let (mut table, turn) = crate::proposals::table();
    let heard = Turn { proposal: alien(999), ..last_of_three(&table, turn, ["idle", "idle"]) };
    let refused = table.tell(surefleet_planner::Input::Hold(Arc::new(heard)));
    assert!(matches!(refused, Err(PlannerError::Turn { .. })), "{refused:?}");
}

#[test]
fn record_that_tells_of_another_part_than_was_proposed_is_found() {
    let (mut table, turn) = table();
    table.proposal = Some(proposal(&table, ["go_to(fridge)", "idle", "idle"]));
    table.play(&turn, &[("go_to(fridge)", -0.2)], &[]);
    let record = table.decided().clone();
    let other = proposal(&table, ["go_to(apple_1)", "idle", "idle"]);
    let replayed = Some(table.option("go_to(apple_1)"));
    let found = Err(ReplayMismatch::Proposal { recorded: record.decision.get(), replayed });
    assert_eq!(replay(&DecisionRecord { proposal: Some(other), ..record.clone() }), found);
    assert!(replay(&DecisionRecord { proposal: None, ..record.clone() }).is_err());
    let json = record.to_json();
    assert_eq!(DecisionRecord::from_json(&json, 1).as_ref(), Ok(&record));
    let alien = json.replacen("\"proposed\":12", "\"proposed\":999", 1);
    assert_ne!(alien, json);
    assert!(DecisionRecord::from_json(&alien, 1).is_err(), "no option of S");
}

#[test]
fn team_is_asked_for_all_its_actions_as_json_in_the_words_of_the_site() {
    let world = household();
    let turn = Turn { refusals: ["robot_3 cannot do that".to_owned()].into(), ..first_turn(&world, 3, 9) };
    let prompt = team_prompt(&world, &turn).text();
    for words in [
        "a team of 3 mobile robots, robot 1 to robot 3",
        "\n- go to the fridge\n",
        "{\"robot 1\": \"remain idle\", \"robot 2\": \"remain idle\", \"robot 3\": \"remain idle\"}",
        "- robot_3 cannot do that\n",
        "Step 1 of at most 9. What does each robot do?\nAnswer:",
    ] {
        assert!(prompt.contains(words), "{words:?} is not in {prompt}");
    }
    assert!(!prompt.contains("{form}") && !prompt.contains("\nA: "));
}
