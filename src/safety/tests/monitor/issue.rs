use std::time::Duration;

use surefleet_fleet::{Attempt, Brief, Decision, DecisionKey, MissionId, Outcome, Turn};
use surefleet_safety::{DecisionNote, Input, MonitorEntry, Output};

use crate::kitchen::{Kitchen, LEASE, MISSION, WORLD_TIMEOUT, brief, heartbeat, robot, step, team};

const APPLES: &str = "Move apple 1 to the sink. Move apple 2 to the sink.";
/// The longest silence of a mission that was taken up.
const QUIET: Duration = LEASE.saturating_mul(4);
const MOMENT: Duration = Duration::from_millis(1);

/// The only turn that the monitor says, journalled before; an admitted mission's first turn is journalled whole.
fn issued(outputs: &[Output]) -> Turn {
    let [Output::Journal(entry), Output::Turn(turn)] = outputs else { panic!("an entry and a turn: {outputs:?}") };
    let key = MonitorEntry::Issued { mission: MISSION, step: turn.step, attempt: turn.attempt };
    assert!(*entry == key || matches!(entry, MonitorEntry::Admitted(first) if first.turn == **turn), "{entry:?}");
    Turn::clone(turn)
}

/// Keeps the mission silent until its turn is due; the world is seen throughout.
fn stay_quiet(kitchen: &mut Kitchen, span: Duration) -> Turn {
    kitchen.pass(span - MOMENT);
    assert_eq!(kitchen.look(), [], "it is not due");
    kitchen.pass(MOMENT);
    issued(&kitchen.tell(Input::Tick))
}

#[test]
fn first_turn_is_said_again_as_a_new_attempt_until_a_robot_of_the_team_is_on_the_mission() {
    let mut kitchen = Kitchen::new();
    kitchen.look();
    let first = issued(&kitchen.tell(Input::Mission(brief(APPLES, &[], 2))));
    for (again, attempt) in [(1, 2), (2, 5), (3, 8)] {
        kitchen.tell(heartbeat(1, None));
        kitchen.tell(heartbeat(3, Some(MISSION)));
        assert_eq!(kitchen.monitor.next_deadline(), Some(kitchen.now + LEASE), "time {again}");
        // Attempts 2, 5, 8 are the monitor's in a team of two.
        let turn = stay_quiet(&mut kitchen, LEASE);
        assert_eq!(turn, Turn { attempt: Attempt(attempt), ..first.clone() });
    }
    kitchen.tell(heartbeat(2, Some(MISSION)));
    assert_eq!(kitchen.monitor.next_deadline(), Some(kitchen.now + QUIET));
}

#[test]
fn mission_that_nobody_names_gets_the_turn_of_its_next_step_with_what_was_approved_and_is_seen() {
    let mut kitchen = Kitchen::running(APPLES, &[], 2);
    kitchen.act(1, &["go_to(fridge)", ""]);
    let turn = stay_quiet(&mut kitchen, QUIET);
    let done = vec![vec![Some(kitchen.decision("go_to(fridge)")), None]];
    assert_eq!((turn.step, turn.attempt, turn.history.to_vec()), (step(2), Attempt(2), done));
    assert_eq!((turn.order.to_vec(), turn.decided, turn.facts), (team(2), vec![], kitchen.facts()));
    let formulas = ["F G located(apple_1, sink)", "F G located(apple_2, sink)"].map(str::to_owned).to_vec();
    assert_eq!(*turn.brief, Brief { formulas, ..brief(APPLES, &[], 2) });
    let again = stay_quiet(&mut kitchen, QUIET);
    assert_eq!((again.step, again.attempt), (step(2), Attempt(5)));
}

#[test]
fn whatever_robots_say_of_a_mission_keeps_its_turn_from_being_said() {
    let mut kitchen = Kitchen::running(APPLES, &[], 2);
    let key = DecisionKey { mission: MISSION, step: step(1), attempt: Attempt(0), robot: robot(1) };
    let decision = Decision::new(0);
    let refused = kitchen.joint(2, 0, &["idle", "idle"]);
    let facts = kitchen.facts();
    let words: [&dyn Fn(&mut Kitchen); 4] = [
        &|kitchen| drop(kitchen.tell(heartbeat(2, Some(MISSION)))),
        &|kitchen| drop(kitchen.tell(Input::Propose { joint: refused.clone(), facts: facts.clone() })),
        &|kitchen| drop(kitchen.stop(1, Outcome::Succeeded)),
        &|kitchen| {
            let note = DecisionNote { key: key.clone(), decision, set: vec![], helped: false };
            drop(kitchen.tell(Input::Decision(note)));
        },
    ];
    for (number, say) in words.iter().enumerate() {
        kitchen.pass(QUIET - MOMENT);
        say(&mut kitchen);
        assert_eq!(kitchen.monitor.next_deadline(), Some(kitchen.now + QUIET), "word {number}");
    }
    // Heartbeats without a mission, from another mission, or from another team do not name this one.
    kitchen.pass(QUIET - MOMENT);
    kitchen.look();
    for other in [heartbeat(1, None), heartbeat(2, Some(MissionId::new([9; 16]))), heartbeat(3, Some(MISSION))] {
        kitchen.tell(other);
    }
    kitchen.pass(MOMENT);
    assert_eq!(issued(&kitchen.tell(Input::Tick)).attempt, Attempt(2));
}

#[test]
fn turn_waits_for_a_fresh_world_and_tells_of_it() {
    let mut kitchen = Kitchen::running(APPLES, &[], 2);
    kitchen.act(1, &["go_to(fridge)", "idle"]);
    kitchen.pass(QUIET + WORLD_TIMEOUT);
    assert_eq!(kitchen.tell(Input::Tick), []);
    assert_eq!(kitchen.monitor.next_deadline(), None, "time alone does not help");
    kitchen.pass(WORLD_TIMEOUT);
    let turn = issued(&kitchen.look());
    assert_eq!((turn.step, turn.facts), (step(2), kitchen.facts()));
    assert_eq!(kitchen.monitor.next_deadline(), Some(kitchen.now + QUIET));
    // A mission that is named while the world is not seen needs no turn.
    kitchen.pass(QUIET + WORLD_TIMEOUT);
    kitchen.tell(Input::Tick);
    kitchen.tell(heartbeat(1, Some(MISSION)));
    assert_eq!(kitchen.look(), []);
    assert_eq!(kitchen.monitor.next_deadline(), Some(kitchen.now + QUIET));
}

#[test]
fn attempt_is_not_made_twice_whatever_was_said_before_a_restart() {
    let mut kitchen = Kitchen::running(APPLES, &[], 2);
    let admitted = kitchen.journal.clone();
    stay_quiet(&mut kitchen, QUIET);
    kitchen.act(1, &["go_to(fridge)", "idle"]);
    stay_quiet(&mut kitchen, QUIET);
    // It died before it said the turn that it journalled last.
    kitchen.pass(QUIET);
    kitchen.look();
    let journal = kitchen.journal.clone();
    let said: Vec<(u32, u32)> = journal
        .iter()
        .filter_map(|entry| match entry {
            MonitorEntry::Issued { step, attempt, .. } => Some((step.get(), attempt.0)),
            _ => None,
        })
        .collect();
    assert_eq!(said, [(1, 2), (2, 2), (2, 5)]);
    let written_twice = [journal.clone(), journal.clone()].concat();
    let first_lines_last = [&journal[..], &journal[..2]].concat();
    for journal in [journal, written_twice, first_lines_last] {
        assert_eq!(kitchen.restart(&journal), []);
        kitchen.look();
        let turn = stay_quiet(&mut kitchen, QUIET);
        assert_eq!((turn.step, turn.attempt), (step(2), Attempt(8)));
    }
    // A journal from the time when only first turns were journalled.
    assert!(matches!(admitted[..], [MonitorEntry::Admitted(_), MonitorEntry::Stood(_)]));
    kitchen.restart(&admitted);
    kitchen.look();
    let turn = stay_quiet(&mut kitchen, LEASE);
    assert_eq!((turn.step, turn.attempt), (step(1), Attempt(2)));
}

#[test]
fn mission_that_is_over_is_not_brought_back() {
    let mut kitchen = Kitchen::running(APPLES, &[], 2);
    kitchen.stop(1, Outcome::Halted("enough".into()));
    assert_eq!(kitchen.monitor.next_deadline(), None);
    kitchen.pass(QUIET * 2);
    assert_eq!(kitchen.look(), []);
}
