use std::time::Duration;

use surefleet_fleet::{Attempt, Decision, DecisionKey, MissionId, Outcome};
use surefleet_safety::{
    DecisionNote, Input, MissionReport, MonitorEntry, NotedOption, Output, StopRefusal, UnseenWorld,
};

use crate::kitchen::{Kitchen, MISSION, WORLD_TIMEOUT, brief, ends, heartbeat, robot, step};

const KETTLE: &str = "Move kettle 1 to the sink.";

fn stop_refusal(outputs: &[Output]) -> StopRefusal {
    match outputs {
        [Output::StopVerdict { verdict: Err(error), .. }] => error.clone(),
        other => panic!("a refused stop and nothing else: {other:?}"),
    }
}

fn deliver(kitchen: &mut Kitchen) {
    for (number, symbol) in (1..).zip(["go_to(kettle_1)", "grab(kettle_1)", "put_down(sink)"]) {
        kitchen.act(number, &[symbol, "idle"]);
    }
}

fn note(number: u32, attempt: u32, who: usize, helped: bool) -> DecisionNote {
    let key = DecisionKey { mission: MISSION, step: step(number), attempt: Attempt(attempt), robot: robot(who) };
    DecisionNote {
        key,
        decision: Decision::new(0),
        set: vec![NotedOption { decision: Decision::new(0), score: -0.1, refusal: None }],
        helped,
    }
}

#[test]
fn success_is_accepted_only_when_the_monitor_sees_it() {
    let mut kitchen = Kitchen::running(KETTLE, &[], 2);
    let early = stop_refusal(&kitchen.stop(1, Outcome::Succeeded));
    let owed = "the mission cannot end here: \"In the end kettle 1 is in the sink.\"";
    assert!(early.to_string().starts_with(owed), "{early}");
    deliver(&mut kitchen);
    kitchen.pass(WORLD_TIMEOUT + Duration::from_secs(1));
    let blind = stop_refusal(&kitchen.stop(4, Outcome::Succeeded));
    assert!(matches!(blind, StopRefusal::World(UnseenWorld::Stale { .. })), "{blind:?}");
    kitchen.look();
    assert!(matches!(stop_refusal(&kitchen.stop(3, Outcome::Succeeded)), StopRefusal::OutOfSequence(_)));
    let outputs = kitchen.stop(4, Outcome::Succeeded);
    let [
        Output::Journal(MonitorEntry::Ended { .. }),
        Output::StopVerdict { verdict: Ok(()), .. },
        Output::End { outcome, .. },
        Output::Finished(report),
    ] = outputs.as_slice()
    else {
        panic!("{outputs:?}")
    };
    assert_eq!((outcome, &report.outcome), (&Outcome::Succeeded, &Outcome::Succeeded));
    let plan = ["1: robot_1 go to kettle 1; robot_2 remain idle", "2: robot_1 grab kettle 1; robot_2 remain idle"];
    assert_eq!(report.plan[..2], plan);
    assert_eq!(report.plan.len(), 3);
}

#[test]
fn free_text_succeeds_when_all_stayed_idle_in_the_step_before() {
    let mut kitchen = Kitchen::with(false);
    kitchen.look();
    kitchen.tell(Input::Mission(brief("Make the kitchen look nice.", &[], 2)));
    assert_eq!(stop_refusal(&kitchen.stop(1, Outcome::Succeeded)), StopRefusal::NotIdle);
    kitchen.act(1, &["idle", "go_to(kettle_1)"]);
    assert_eq!(stop_refusal(&kitchen.stop(2, Outcome::Succeeded)), StopRefusal::NotIdle);
    kitchen.act(2, &["", ""]);
    assert_eq!(stop_refusal(&kitchen.stop(3, Outcome::Succeeded)), StopRefusal::NotIdle, "nobody was there to say so");
    kitchen.act(3, &["idle", ""]);
    assert_eq!(ends(&kitchen.stop(4, Outcome::Succeeded)), [Outcome::Succeeded]);
}

#[test]
fn other_stops_are_accepted_without_a_look_at_the_world() {
    let outcomes = [Outcome::OutOfHorizon, Outcome::Impossible("no way".into()), Outcome::Halted("Ada said so".into())];
    for outcome in outcomes {
        let mut kitchen = Kitchen::running(KETTLE, &[], 2);
        kitchen.pass(WORLD_TIMEOUT + Duration::from_secs(1));
        assert_eq!(ends(&kitchen.stop(1, outcome.clone())), [outcome]);
    }
    let mut kitchen = Kitchen::running(KETTLE, &[], 2);
    kitchen.act(1, &["idle", "idle"]);
    let late = stop_refusal(&kitchen.stop(1, Outcome::Impossible("at step 1".into())));
    assert!(matches!(late, StopRefusal::OutOfSequence(_)), "{late:?}");
    assert!(matches!(stop_refusal(&kitchen.stop(2, Outcome::Refused("no".into()))), StopRefusal::NoStop(_)));
    assert_eq!(ends(&kitchen.stop(1, Outcome::Halted("late, but a person's word".into()))).len(), 1);
}

#[test]
fn ended_mission_moves_nothing_any_more() {
    let mut kitchen = Kitchen::running(KETTLE, &[], 2);
    let first = kitchen.joint(1, 0, &["idle", "idle"]);
    assert_eq!(kitchen.verdict(first.clone()), Ok(()));
    kitchen.stop(2, Outcome::Halted("enough".into()));
    let next = kitchen.joint(2, 0, &["idle", "idle"]);
    for joint in [first, next] {
        kitchen.pass(Duration::from_secs(1));
        let outputs = kitchen.propose(joint);
        let [Output::End { outcome, .. }] = &outputs[..] else { panic!("its end and nothing else: {outputs:?}") };
        assert_eq!(*outcome, Outcome::Halted("enough".into()));
    }
}

#[test]
fn proposals_about_a_mission_that_is_over_or_unknown_are_answered_by_its_end_alone_and_once_a_second() {
    // Robots answer a refusal with a new proposal at once, and without end if the message of the end was lost.
    let mut kitchen = Kitchen::running(KETTLE, &[], 2);
    let joint = kitchen.joint(1, 0, &["idle", "idle"]);
    kitchen.stop(1, Outcome::OutOfHorizon);
    for life in 0..2 {
        kitchen.pass(Duration::from_secs(1));
        assert_eq!(ends(&kitchen.stop(1, Outcome::Halted("again".into()))).len(), 1);
        for _ in 0..3 {
            assert_eq!(kitchen.stop(1, Outcome::Halted("again".into())), [], "life {life}");
            assert_eq!(kitchen.propose(joint.clone()), [], "life {life}");
        }
        // The second life knows nothing of the mission.
        kitchen.restart(&[]);
    }
}

#[test]
fn cancelled_mission_is_halted_and_its_robots_are_free() {
    let mut kitchen = Kitchen::running(KETTLE, &[], 2);
    let outputs = kitchen.cancel(MISSION, "Ada").1;
    assert!(matches!(&ends(&outputs)[..], [Outcome::Halted(why)] if why == "Ada cancelled it"), "{outputs:?}");
    assert!(matches!(&outputs[..], [Output::Journal(_), Output::End { .. }, Output::Finished(_)]), "{outputs:?}");
    assert_eq!(kitchen.cancel(MISSION, "Ada"), (Ok(()), vec![]), "it was said just now");
    let again = surefleet_fleet::Brief { id: MissionId::new([2; 16]), ..brief(KETTLE, &[], 2) };
    assert!(kitchen.tell(Input::Mission(again)).iter().any(|output| matches!(output, Output::Turn(_))));
}

#[test]
fn robot_that_missed_the_end_is_told_again_but_not_with_every_heartbeat() {
    let mut kitchen = Kitchen::running(KETTLE, &[], 2);
    kitchen.stop(1, Outcome::OutOfHorizon);
    assert_eq!(kitchen.tell(heartbeat(1, Some(MISSION))), [], "it was said just now");
    kitchen.pass(Duration::from_secs(1));
    assert_eq!(ends(&kitchen.tell(heartbeat(2, Some(MISSION)))), [Outcome::OutOfHorizon]);
    assert_eq!(kitchen.tell(heartbeat(1, Some(MISSION))), []);
    let unknown = ends(&kitchen.tell(heartbeat(1, Some(MissionId::new([9; 16])))));
    assert!(matches!(&unknown[..], [Outcome::Halted(_)]), "{unknown:?}");
    kitchen.pass(Duration::from_secs(5));
    assert_eq!(kitchen.tell(heartbeat(1, None)), []);
}

#[test]
fn client_hears_of_every_decision_once_and_the_report_counts_them() {
    let mut kitchen = Kitchen::running(KETTLE, &[], 2);
    let first = note(1, 0, 1, false);
    assert_eq!(kitchen.tell(Input::Decision(first.clone())), [Output::Feedback(first.clone())]);
    assert_eq!(kitchen.tell(Input::Decision(first)), [], "a latched record comes again");
    kitchen.tell(Input::Decision(note(1, 0, 2, true)));
    kitchen.tell(Input::Decision(note(1, 1, 2, true)));
    assert_eq!(kitchen.tell(Input::Decision(note(1, 0, 3, true))), [], "robot_3 is not of the team");
    let outputs = kitchen.cancel(MISSION, "Ada").1;
    let Some(Output::Finished(MissionReport { helped, decisions, .. })) = outputs.last() else { panic!("{outputs:?}") };
    assert_eq!((*helped, *decisions), (2, 3));
    assert_eq!(kitchen.tell(Input::Decision(note(2, 0, 1, false))), [], "the mission is over");
}

#[test]
fn silent_team_is_reported_and_not_ended() {
    let mut kitchen = Kitchen::running(KETTLE, &[], 2);
    kitchen.pass(Duration::from_secs(9));
    kitchen.tell(heartbeat(3, None));
    let status = kitchen.monitor.diagnose(kitchen.now).missions.remove(0);
    assert_eq!((status.silent_for, status.is_silent, status.step), (Duration::from_secs(9), false, step(1)));
    kitchen.pass(Duration::from_secs(1));
    assert!(kitchen.monitor.diagnose(kitchen.now).missions[0].is_silent);
    assert_eq!(kitchen.tell(Input::Tick), []);
    kitchen.tell(heartbeat(2, Some(MISSION)));
    assert!(!kitchen.monitor.diagnose(kitchen.now).missions[0].is_silent);
}
