//! What a robot does with the joint step that a planner for the team wrote: it takes its part, stays, or asks.

use std::sync::Arc;

use surefleet_english::Vocabulary;
use surefleet_fleet::{Brief, Decision, TeamStep, Turn};
use surefleet_planner::{Choice, DecisionRecord, Output, ReplayMismatch, Round, Source, replay, team_prompt};

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
fn team_step(table: &Table, parts: [&str; 3]) -> Arc<TeamStep> {
    let parts = TEAM.iter().zip(parts).map(|(name, part)| (robot(name), table.option(part))).collect();
    Arc::new(TeamStep { owner: robot("robot_1"), by: "tiny".to_owned(), parts })
}

/// Robot 1's turn after robots 2 and 3 took these decisions, with a team step of robot 2.
fn last_of_three(table: &Table, turn: Turn, decided: [&str; 2]) -> Turn {
    let order: Arc<[_]> = ["robot_2", "robot_3", "robot_1"].map(robot).into();
    let team_step =
        TeamStep { owner: robot("robot_2"), ..TeamStep::clone(&team_step(table, ["go_to(fridge)", "idle", "idle"])) };
    let turn = Turn { order, team_step: Some(Arc::new(team_step)), ..turn };
    decided.iter().fold(turn, |turn, decision| turn.after(Some(table.option(decision))))
}

#[test]
fn first_robot_puts_its_team_step_on_the_ring_with_its_own_part() {
    let (mut table, turn) = table();
    let written = team_step(&table, ["go_to(fridge)", "go_to(apple_1)", "idle"]);
    table.team_step = Some(Arc::clone(&written));
    table.play(&turn, &[("go_to(fridge)", -0.2)], &[]);
    let record = table.decided().clone();
    assert_eq!((record.source, record.decision), (Source::TeamStep, table.option("go_to(fridge)")));
    assert_eq!(record.team_step.as_ref(), Some(&written));
    assert_eq!(replay(&record), Ok(()));
    let Output::Decided { team_step, .. } = table.last() else { panic!("{:?}", table.last()) };
    assert_eq!(team_step.as_ref(), Some(&written));
}

#[test]
fn robot_takes_its_part_or_stays_alone_and_asks_about_anything_else() {
    for (likely, source) in
        [("go_to(fridge)", Some(Source::TeamStep)), ("idle", Some(Source::Singleton)), ("go_to(apple_1)", None)]
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
                    question.question.contains("something else than the team's planner has it do: go to apple 1."),
                    "{}",
                    question.question
                );
                assert!(
                    question.question.contains("The team's planner has it go to the fridge."),
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
fn once_a_robot_has_departed_from_its_part_the_others_decide_without_theirs() {
    let (mut table, turn) = table();
    let turn = last_of_three(&table, turn, ["go_to(apple_2)", "idle"]);
    table.play(&turn, &[("go_to(apple_1)", -0.2)], &[]);
    let record = table.decided();
    assert_eq!((record.source, record.evidence.part()), (Source::Singleton, None));
    assert_eq!(record.team_step, None, "it counts for nothing any more");
}

#[test]
fn part_that_is_not_of_s_is_dropped_and_the_turn_is_not() {
    let (mut table, turn) = table();
    let alien = |part| {
        let parts = [(robot("robot_1"), Decision::new(part))].into();
        Some(Arc::new(TeamStep { owner: robot("robot_1"), by: "tiny".to_owned(), parts }))
    };
    table.team_step = alien(999);
    table.play(&turn, &[("go_to(fridge)", -0.2)], &[]);
    assert_eq!((table.decided().source, table.decided().team_step.clone()), (Source::Singleton, None));

    let (mut table, turn) = crate::team_steps::table();
    let heard = Turn { team_step: alien(999), ..last_of_three(&table, turn, ["idle", "idle"]) };
    table.play(&heard, &[("go_to(fridge)", -0.2)], &[]);
    assert_eq!((table.decided().source, table.decided().evidence.part()), (Source::Singleton, None));
}

#[test]
fn record_that_tells_of_another_part_than_its_team_step_has_is_found() {
    let (mut table, turn) = table();
    table.team_step = Some(team_step(&table, ["go_to(fridge)", "idle", "idle"]));
    table.play(&turn, &[("go_to(fridge)", -0.2)], &[]);
    let record = table.decided().clone();
    let other = team_step(&table, ["go_to(apple_1)", "idle", "idle"]);
    let [recorded, replayed] = ["\"go to the fridge\"", "\"go to apple 1\""].map(str::to_owned);
    let found = Err(ReplayMismatch::TeamStep { recorded, replayed });
    assert_eq!(replay(&DecisionRecord { team_step: Some(other), ..record.clone() }), found);
    assert!(replay(&DecisionRecord { team_step: None, ..record.clone() }).is_err());
    let json = record.to_json();
    assert_eq!(DecisionRecord::from_json(&json, 1).as_ref(), Ok(&record));
    let alien = json.replacen("\"part\":12", "\"part\":999", 1);
    assert_ne!(alien, json);
    assert!(DecisionRecord::from_json(&alien, 1).is_err(), "no option of S");
}

#[test]
fn team_is_asked_for_all_its_actions_as_json_in_the_words_of_the_site() {
    let world = household();
    let turn = first_turn(&world, 3, 9);
    let rules = vec!["G !open(fridge)".to_owned()];
    let brief =
        Arc::new(Brief { rules, constraints: vec!["Never open drawer 1.".to_owned()], ..Brief::clone(&turn.brief) });
    let turn = Turn { brief, refusals: ["robot_3 cannot do that".to_owned()].into(), ..turn };
    let prompt = team_prompt(&world, &Vocabulary::of(&world), &turn).text();
    for words in [
        "a team of 3 mobile robots, robot 1 to robot 3",
        "\n- go to the fridge\n",
        "{\"robot 1\": \"remain idle\", \"robot 2\": \"remain idle\", \"robot 3\": \"remain idle\"}",
        "- robot_3 cannot do that\n",
        "Safety requirements:\n- Never open drawer 1.\n- The fridge must never be open.\n",
        "Step 1 of at most 9. What does each robot do?\nAnswer:",
    ] {
        assert!(prompt.contains(words), "{words:?} is not in {prompt}");
    }
    assert!(!prompt.contains("{form}") && !prompt.contains("\nA: "));
}
