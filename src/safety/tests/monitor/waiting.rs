use std::time::Duration;

use surefleet_fleet::{Attempt, Brief, MissionId, Outcome};
use surefleet_safety::{Fault, Input, MissionReport, Monitor, MonitorEntry, Output, Policy, Timing};

use crate::kitchen::{Kitchen, MISSION, START_PATIENCE, TIMING, WORLD_TIMEOUT, brief, heartbeat, robot, transport};

const APPLE: &str = "Move apple 1 to the table.";
const MOMENT: Duration = Duration::from_millis(1);

fn alive(who: usize) -> Input {
    heartbeat(who, None)
}

fn starts(outputs: &[Output]) -> bool {
    matches!(outputs, [Output::Journal(MonitorEntry::Admitted(_)), Output::Turn(turn)] if turn.attempt == Attempt::FIRST)
}

fn refusal(outputs: &[Output]) -> (Fault, String) {
    match outputs {
        [Output::Refused { mission: MISSION, fault, reason }] => (*fault, reason.to_string()),
        other => panic!("a refusal and nothing else: {other:?}"),
    }
}

#[test]
fn mission_starts_the_moment_its_whole_team_was_heard_and_the_world_is_seen() {
    let last_words: [fn(&Kitchen) -> Input; 3] = [|_| alive(1), |_| alive(2), Kitchen::seen];
    for (last, word) in last_words.iter().enumerate() {
        let mut kitchen = Kitchen::unheard(true);
        assert_eq!(kitchen.tell(Input::Mission(brief(APPLE, &[], 2))), []);
        assert_eq!(kitchen.monitor.next_deadline(), Some(kitchen.now + START_PATIENCE));
        for (_, other) in last_words.iter().enumerate().filter(|(number, _)| *number != last) {
            kitchen.pass(MOMENT);
            assert_eq!(kitchen.tell(other(&kitchen)), [], "word {last} is missing");
        }
        assert_eq!(kitchen.tell(alive(3)), [], "robot_3 is not of the team");
        let outputs = kitchen.tell(word(&kitchen));
        assert!(starts(&outputs), "{outputs:?}");
        assert_eq!(kitchen.monitor.diagnose(kitchen.now).counts.admitted, 1);
    }
}

#[test]
fn mission_is_refused_for_the_robots_that_were_not_heard_in_time() {
    let mut kitchen = Kitchen::unheard(true);
    kitchen.tell(alive(2));
    kitchen.tell(Input::Mission(brief(APPLE, &[], 3)));
    kitchen.pass(START_PATIENCE - MOMENT);
    assert_eq!(kitchen.look(), []);
    kitchen.tell(alive(2));
    kitchen.pass(MOMENT);
    let (fault, reason) = refusal(&kitchen.tell(Input::Tick));
    assert_eq!(fault, Fault::Team);
    let missing = "no heartbeat came from robot_1, robot_3: start their planners, or send the mission without them";
    assert_eq!(reason, missing);
    assert_eq!(kitchen.monitor.next_deadline(), None);
    kitchen.tell(alive(1));
    assert_eq!(kitchen.tell(alive(3)), [], "its client was told that it is not admitted");
}

#[test]
fn mission_is_refused_for_the_world_that_is_not_seen_or_stale() {
    let mut kitchen = Kitchen::new();
    kitchen.tell(Input::Mission(brief(APPLE, &[], 2)));
    kitchen.pass(START_PATIENCE);
    let (fault, reason) = refusal(&kitchen.tell(Input::Tick));
    assert!(fault == Fault::NoWorldState && reason.contains("/world/state"), "{reason}");
    kitchen.look();
    kitchen.pass(WORLD_TIMEOUT + MOMENT);
    assert_eq!(kitchen.tell(Input::Mission(brief(APPLE, &[], 2))), []);
    kitchen.pass(START_PATIENCE);
    let (fault, reason) = refusal(&kitchen.tell(Input::Tick));
    assert!(fault == Fault::NoWorldState && reason.contains("12.001s"), "{reason}");
}

#[test]
fn what_waiting_does_not_mend_is_refused_at_once() {
    let mut kitchen = Kitchen::unheard(true);
    let (fault, _) = refusal(&kitchen.tell(Input::Mission(brief("Move the aple to the table.", &[], 2))));
    assert_eq!(fault, Fault::Mission);
    let stranger = Brief { team: vec![robot(4)], ..brief(APPLE, &[], 1) };
    assert_eq!(refusal(&kitchen.tell(Input::Mission(stranger))).0, Fault::Team);
    kitchen.look();
    kitchen.tell(alive(1));
    let too_far = Brief { horizon: 3, ..brief(APPLE, &[], 1) };
    assert_eq!(refusal(&kitchen.tell(Input::Mission(too_far))).0, Fault::Impossible);
}

#[test]
fn cancelled_mission_waits_no_more_and_its_client_is_told() {
    let mut kitchen = Kitchen::unheard(true);
    kitchen.tell(Input::Mission(brief(APPLE, &[], 2)));
    let outcome = Outcome::Halted("Ada cancelled it".to_owned());
    let report = MissionReport { mission: MISSION, outcome, plan: vec![], helped: 0, decisions: 0 };
    assert_eq!(kitchen.cancel(MISSION, "Ada").1, [Output::Finished(report)]);
    assert_eq!(kitchen.monitor.next_deadline(), None);
    kitchen.look();
    kitchen.tell(alive(1));
    assert_eq!(kitchen.tell(alive(2)), []);
}

#[test]
fn of_missions_that_wait_for_one_robot_the_first_gets_it() {
    let mut kitchen = Kitchen::unheard(true);
    let other = MissionId::new([2; 16]);
    kitchen.tell(Input::Mission(Brief { id: other, ..brief(APPLE, &[], 1) }));
    kitchen.tell(Input::Mission(brief(APPLE, &[], 2)));
    let (fault, reason) = refusal(&kitchen.tell(Input::Mission(brief(APPLE, &[], 2))));
    assert_eq!(
        (fault, reason),
        (Fault::Parameter, format!("mission {MISSION} was sent before: give every mission its own id"))
    );
    kitchen.look();
    let outputs = kitchen.tell(alive(1));
    assert!(starts(&outputs[..2]), "{outputs:?}");
    let (fault, reason) = refusal(&outputs[2..]);
    assert_eq!(fault, Fault::Team);
    let mend = format!("wait for its end (surefleet follow {other}) or cancel it (surefleet cancel {other})");
    assert_eq!(reason, format!("robot_1 is on mission {other}: {mend}"));
}

#[test]
fn without_patience_a_mission_is_judged_at_once() {
    let mut kitchen = Kitchen::unheard(true);
    let timing = Timing { start_patience: Duration::ZERO, ..TIMING };
    let policy = Policy::new(kitchen.world.clone(), Some(transport()), timing, true).expect("a sound policy");
    kitchen.monitor = Monitor::new(policy);
    assert_eq!(refusal(&kitchen.tell(Input::Mission(brief(APPLE, &[], 2)))).0, Fault::NoWorldState);
    kitchen.look();
    assert_eq!(refusal(&kitchen.tell(Input::Mission(brief(APPLE, &[], 2)))).0, Fault::Team);
}

#[test]
fn robot_that_was_heard_long_ago_is_not_there() {
    let mut kitchen = Kitchen::with(true);
    kitchen.pass(Duration::from_secs(3600));
    kitchen.look();
    kitchen.tell(alive(1));
    kitchen.tell(alive(3));
    assert_eq!(kitchen.tell(Input::Mission(brief(APPLE, &[], 3))), [], "robot 2 has been silent for an hour");
    assert!(starts(&kitchen.tell(alive(2))));
}

#[test]
fn a_mission_waits_for_what_serves_its_robots_skills_and_is_refused_for_want_of_it() {
    let skills = |are_served| Input::Skills { robot: robot(2), are_served };
    for comes in [false, true] {
        let mut kitchen = Kitchen::new();
        kitchen.look();
        kitchen.tell(skills(false));
        assert_eq!(kitchen.tell(Input::Mission(brief(APPLE, &[], 2))), []);
        let other = Brief { id: MissionId::new([2; 16]), team: vec![robot(3)], ..brief(APPLE, &[], 1) };
        let outputs = kitchen.tell(Input::Mission(other));
        assert!(
            outputs.iter().any(|output| matches!(output, Output::Turn(_))),
            "robot_3 has what it needs: {outputs:?}"
        );
        if comes {
            let outputs = kitchen.tell(skills(true));
            assert!(outputs.iter().any(|output| matches!(output, Output::Turn(_))), "{outputs:?}");
            continue;
        }
        kitchen.pass(START_PATIENCE - MOMENT);
        kitchen.look();
        (1..=3).for_each(|who| drop(kitchen.tell(alive(who))));
        kitchen.pass(MOMENT);
        let (fault, reason) = refusal(&kitchen.tell(Input::Tick));
        assert!(fault == Fault::Team && reason.starts_with("robot_2 has no skill server"), "{reason}");
    }
}
