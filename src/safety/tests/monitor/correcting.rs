//! Missions whose words a person corrects while they run.

use surefleet_fleet::{MissionId, Outcome};
use surefleet_safety::{AdmissionError, Input, MonitorEntry, Output, StopRefusal, TeamError};

use crate::{
    constraints::enforce,
    kitchen::{Kitchen, MISSION, START_PATIENCE, heartbeat, robot},
};

const VAGUE: &str = "Move apple 1 to the sink. Robot 1 must never go to apple 2.";
const MEANT: &str = "Move apple 2 to the sink. Robot 2 must never go to knife 1.";

fn correct(kitchen: &mut Kitchen, words: &str) -> Vec<Output> {
    kitchen.stop(1, Outcome::Corrected(words.into()))
}

fn successor(outputs: &[Output]) -> MissionId {
    let found = outputs.iter().find_map(|output| match output {
        Output::Corrected { successor, .. } => Some(*successor),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("it was not corrected: {outputs:?}"))
}

fn first_turns(outputs: &[Output]) -> Vec<(MissionId, String)> {
    let turn = |output: &Output| match output {
        Output::Turn(turn) => Some((turn.mission(), turn.brief.text.clone())),
        _ => None,
    };
    outputs.iter().filter_map(turn).collect()
}

#[test]
fn the_mission_goes_on_in_the_corrected_words_and_keeps_what_stood_beside_them() {
    let mut kitchen = Kitchen::running(VAGUE, &["robot 1 must never go to kettle 1"], 2);
    let outputs = correct(&mut kitchen, MEANT);
    let next = successor(&outputs);
    assert_eq!(next, MISSION.corrected(MEANT));
    assert_eq!(first_turns(&outputs), [(next, MEANT.to_owned())]);
    let Some(Output::Turn(turn)) = outputs.iter().find(|output| matches!(output, Output::Turn(_))) else { panic!() };
    assert_eq!((turn.brief.constraints.len(), turn.brief.team.len(), turn.step.get()), (1, 2, 1));
    // The old words are no longer enforced; the new ones and the separate requirement are.
    let verdicts = kitchen.verdicts_of(next, 1, &["go_to(apple_2)", "go_to(kettle_1)"]);
    assert_eq!(verdicts[0], "", "it was forbidden in the old words");
    assert!(verdicts[1].contains("must never go to kettle 1"), "{verdicts:?}");
    let verdicts = kitchen.verdicts_of(next, 2, &["go_to(knife_1)"]);
    assert!(verdicts[0].contains("knife 1"), "{verdicts:?}");
}

#[test]
fn words_that_cannot_be_read_or_done_leave_the_mission_as_it_is() {
    for (words, reason) in [
        ("Tidy up a bit.", "cannot be read"),
        ("Move apple 1 to the sink. Every robot must never open the fridge.", "no"),
        ("Move apple 9 to the sink.", "9 to the sink"),
    ] {
        let mut kitchen = Kitchen::running(VAGUE, &[], 2);
        let outputs = correct(&mut kitchen, words);
        let [Output::StopVerdict { verdict: Err(error), .. }] = outputs.as_slice() else { panic!("{outputs:?}") };
        assert!(error.to_string().contains(reason), "{words}: {error}");
        let open = kitchen.stop(1, Outcome::Halted("still there".into()));
        assert!(open.iter().any(|output| matches!(output, Output::Finished(_))), "{open:?}");
    }
}

#[test]
fn words_that_a_constraint_of_the_fleet_excludes_leave_the_mission_as_it_is() {
    let mut kitchen = Kitchen::running(VAGUE, &[], 2);
    enforce(&mut kitchen, "No robot may ever hold apple 2.").expect("it can be kept");
    let outputs = correct(&mut kitchen, MEANT);
    let [Output::StopVerdict { verdict: Err(error), .. }] = outputs.as_slice() else { panic!("{outputs:?}") };
    assert!(matches!(error, StopRefusal::Correction(AdmissionError::Barred { .. })), "{error:?}");
    assert!(error.to_string().contains("hold apple 2"), "{error}");
    // Prohibitions of the old words alone do not block the new ones.
    let next = successor(&correct(&mut kitchen, "Move knife 1 to the sink."));
    assert_eq!(kitchen.verdicts_of(next, 1, &["go_to(apple_2)"]), [""]);
}

#[test]
fn a_correction_that_waited_too_long_for_an_inactive_monitor_is_not_begun() {
    for (pause, begins) in [(START_PATIENCE / 2, true), (START_PATIENCE, false)] {
        let mut kitchen = Kitchen::running(VAGUE, &[], 2);
        correct(&mut kitchen, MEANT);
        let ended =
            kitchen.journal.iter().position(|entry| matches!(entry, MonitorEntry::Ended { .. })).expect("it ended");
        let journal = kitchen.journal[..=ended].to_vec();
        kitchen.restart(&journal);
        kitchen.tell(Input::Active(false));
        (1..=3).for_each(|who| drop(kitchen.tell(heartbeat(who, None))));
        kitchen.pass(pause);
        (1..=3).for_each(|who| drop(kitchen.tell(heartbeat(who, None))));
        kitchen.look();
        let outputs = kitchen.tell(Input::Active(true));
        assert_eq!(first_turns(&outputs).len(), usize::from(begins), "{outputs:?}");
        let refused = |output: &Output| matches!(output, Output::Refused { reason: AdmissionError::Inactive(_), .. });
        assert_eq!(outputs.iter().any(refused), !begins, "{outputs:?}");
    }
}

#[test]
fn a_correction_that_is_told_again_is_carried_out_once() {
    let mut kitchen = Kitchen::running(VAGUE, &[], 2);
    let next = successor(&correct(&mut kitchen, MEANT));
    let again = correct(&mut kitchen, MEANT);
    assert!(again.iter().all(|output| matches!(output, Output::End { .. })), "{again:?}");
    assert_eq!(kitchen.cancel(next, "Ada").0, Ok(()));
    let journal = kitchen.journal.clone();
    kitchen.restart(&journal);
    let later = kitchen.look();
    assert_eq!(first_turns(&later), [], "it was cancelled");
}

#[test]
fn a_monitor_that_died_before_it_began_the_corrected_mission_begins_it_then() {
    let mut kitchen = Kitchen::running(VAGUE, &[], 2);
    correct(&mut kitchen, MEANT);
    let ended = kitchen.journal.iter().position(|entry| matches!(entry, MonitorEntry::Ended { .. })).expect("it ended");
    let MonitorEntry::Ended { world: Some(world), .. } = &kitchen.journal[ended] else { panic!("the world was seen") };
    assert!(world.iter().any(|fact| fact == "located(apple_1, fridge)"), "{world:?}");
    let journal = kitchen.journal[..=ended].to_vec();
    kitchen.restart(&journal);
    (1..=3).for_each(|who| drop(kitchen.tell(heartbeat(who, None))));
    let begun = first_turns(&kitchen.look());
    assert_eq!(begun, [(MISSION.corrected(MEANT), MEANT.to_owned())]);
    let journal = kitchen.journal.clone();
    kitchen.restart(&journal);
    (1..=3).for_each(|who| drop(kitchen.tell(heartbeat(who, None))));
    let other: Vec<_> = first_turns(&kitchen.look());
    assert!(other.iter().all(|(mission, _)| *mission == MISSION.corrected(MEANT)), "{other:?}");
}

#[test]
fn a_correction_whose_robots_are_gone_is_refused_once_and_for_all() {
    let mut kitchen = Kitchen::running(VAGUE, &[], 2);
    correct(&mut kitchen, MEANT);
    let ended = kitchen.journal.iter().position(|entry| matches!(entry, MonitorEntry::Ended { .. })).expect("it ended");
    let journal = kitchen.journal[..=ended].to_vec();
    kitchen.journal = journal.clone();
    kitchen.restart(&journal);
    kitchen.pass(START_PATIENCE);
    let outputs = kitchen.look();
    let refused = |output: &Output| match output {
        Output::Refused { reason: AdmissionError::Team(TeamError::Unheard(robots)), .. } => robots.contains(&robot(1)),
        _ => false,
    };
    assert!(outputs.iter().any(refused), "{outputs:?}");
    let journal = kitchen.journal.clone();
    kitchen.restart(&journal);
    (1..=3).for_each(|who| drop(kitchen.tell(heartbeat(who, None))));
    assert_eq!(first_turns(&kitchen.look()), []);
}

#[test]
fn a_correction_that_ended_long_ago_is_not_begun_again() {
    let mut kitchen = Kitchen::running(VAGUE, &[], 2);
    let next = successor(&correct(&mut kitchen, MEANT));
    assert_eq!(kitchen.cancel(next, "Ada").0, Ok(()));
    // More ends than a monitor remembers.
    let other = |number: u16| {
        let [high, low] = number.to_be_bytes();
        let mission = MissionId::new([high, low, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9]);
        MonitorEntry::Ended { mission, outcome: Outcome::Succeeded, world: None, at: None, helped: 0, decisions: 0 }
    };
    let journal: Vec<MonitorEntry> = kitchen.journal.iter().cloned().chain((0..1_500).map(other)).collect();
    kitchen.restart(&journal);
    (1..=3).for_each(|who| drop(kitchen.tell(heartbeat(who, None))));
    assert_eq!(first_turns(&kitchen.look()), []);
}
