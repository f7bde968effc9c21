use std::time::Duration;

use surefleet_fleet::{Brief, MissionId, Outcome};
use surefleet_safety::{
    CheckError, GateClosed, Inactive, Input, Monitor, MonitorEntry, Output, StepRefusal, StopRefusal, Unjudged,
};

use crate::kitchen::{Kitchen, MISSION, brief, ends, heartbeat, policy, robot, verdicts};

const APPLES: &str = "Move apple 1 to the sink. Move apple 2 to the sink.";

#[test]
fn monitor_that_died_between_journal_and_publication_approves_the_same_step_and_no_other() {
    let mut kitchen = Kitchen::running(APPLES, &[], 2);
    let first = kitchen.joint(1, 0, &["go_to(fridge)", "go_to(apple_2)"]);
    // The proposal is journalled; then the monitor dies, and nobody hears the approval.
    kitchen.propose(first.clone());
    let journal = kitchen.journal.clone();
    assert_eq!(kitchen.restart(&journal), []);
    assert!(verdicts(kitchen.propose(first.clone())).is_empty(), "the world is not seen yet");
    assert_eq!(verdicts(kitchen.look()), [(first.clone(), Ok(()))]);
    let other = kitchen.joint(1, 1, &["idle", "idle"]);
    let said = verdicts(kitchen.propose(other.clone()));
    let refusal = Err(vec![StepRefusal::Committed { step: first.step, approved: 0 }]);
    assert_eq!(said, [(first, Ok(())), (other, refusal)]);
    kitchen.tell(heartbeat(1, Some(MISSION)));
    kitchen.finish(1);
    let second = kitchen.joint(2, 0, &["idle", "idle"]);
    assert_eq!(kitchen.verdict(second), Ok(()), "the mission goes on");
}

#[test]
fn proposal_that_was_not_journalled_is_judged_anew() {
    let mut kitchen = Kitchen::running(APPLES, &[], 2);
    let lost = kitchen.joint(1, 0, &["go_to(fridge)", "go_to(apple_2)"]);
    kitchen.propose(lost);
    let journal = kitchen.journal[..1].to_vec();
    assert!(matches!(journal[..], [MonitorEntry::Admitted(_)]));
    kitchen.restart(&journal);
    kitchen.look();
    let other = kitchen.joint(1, 1, &["idle", "idle"]);
    assert_eq!(kitchen.verdict(other), Ok(()));
}

#[test]
fn requirements_and_goal_survive_a_restart() {
    let text = "Move kettle 1 to the sink. Robot 2 must never open the fridge.";
    let mut kitchen = Kitchen::running(text, &["robot 1 must never grab a knife"], 2);
    kitchen.act(1, &["go_to(knife_1)", "go_to(fridge)"]);
    let journal = kitchen.journal.clone();
    kitchen.restart(&journal);
    kitchen.look();
    let forbidden = kitchen.joint(2, 0, &["grab(knife_1)", "open(fridge)"]);
    assert_eq!(kitchen.verdict(forbidden).expect_err("both are forbidden").len(), 1, "the first is blamed");
    let early = kitchen.stop(2, Outcome::Succeeded);
    assert!(matches!(&early[..], [Output::StopVerdict { verdict: Err(StopRefusal::Owed(_)), .. }]), "{early:?}");
}

#[test]
fn ended_mission_stays_ended_and_a_lost_journal_ends_what_is_unknown() {
    let mut kitchen = Kitchen::running(APPLES, &[], 2);
    kitchen.stop(1, Outcome::OutOfHorizon);
    let journal = kitchen.journal.clone();
    kitchen.restart(&journal);
    let heartbeat = heartbeat(1, Some(MISSION));
    assert_eq!(ends(&kitchen.tell(heartbeat.clone())), [Outcome::OutOfHorizon]);
    kitchen.restart(&[]);
    assert!(matches!(&ends(&kitchen.tell(heartbeat))[..], [Outcome::Halted(_)]));
}

#[test]
fn mission_whose_journal_lacks_a_step_is_halted() {
    let mut kitchen = Kitchen::running(APPLES, &[], 2);
    kitchen.act(1, &["idle", "idle"]);
    kitchen.act(2, &["idle", "idle"]);
    let mut journal = kitchen.journal.clone();
    let first = journal.iter().position(|entry| matches!(entry, MonitorEntry::Approved(_)));
    journal.remove(first.expect("two steps were approved"));
    let outputs = kitchen.restart(&journal);
    assert!(matches!(&ends(&outputs)[..], [Outcome::Halted(why)] if why.contains("steps before 2")), "{outputs:?}");
    assert!(matches!(outputs[0], Output::Journal(MonitorEntry::Ended { .. })));
}

#[test]
fn journal_line_written_twice_changes_nothing() {
    let mut kitchen = Kitchen::running(APPLES, &[], 2);
    kitchen.act(1, &["idle", "idle"]);
    let line_by_line: Vec<MonitorEntry> =
        kitchen.journal.iter().flat_map(|entry| [entry.clone(), entry.clone()]).collect();
    let end_to_end = [kitchen.journal.clone(), kitchen.journal.clone()].concat();
    let first_line_last = [&kitchen.journal[..], &kitchen.journal[..1]].concat();
    for twice in [line_by_line, first_line_last, end_to_end.clone()] {
        let mut monitor = Monitor::restore(kitchen.now, policy(&kitchen.world, true), twice);
        assert_eq!(monitor.poll(), None);
        kitchen.monitor = monitor;
        kitchen.look();
        let first = kitchen.joint(1, 1, &["idle", "idle"]);
        assert_eq!(verdicts(kitchen.propose(first)).len(), 2, "step 1 is decided");
    }
    let second = kitchen.joint(2, 0, &["idle", "idle"]);
    assert_eq!(kitchen.verdict(second), Ok(()));
    kitchen.stop(3, Outcome::OutOfHorizon);
    let ended = kitchen.journal.last().cloned().into_iter();
    let ended_twice = end_to_end.iter().cloned().chain(ended).chain(end_to_end.iter().cloned());
    kitchen.monitor = Monitor::restore(kitchen.now, policy(&kitchen.world, true), ended_twice);
    assert_eq!(kitchen.monitor.diagnose(kitchen.now).missions, []);
}

#[test]
fn mission_that_has_lost_its_client_and_its_team_ends_and_frees_the_team() {
    let mut kitchen = Kitchen::running(APPLES, &[], 2);
    let journal = kitchen.journal.clone();
    kitchen.restart(&journal);
    kitchen.look();
    kitchen.tell(heartbeat(1, Some(MISSION)));
    kitchen.pass(Duration::from_millis(59_999));
    kitchen.look();
    assert_eq!(ends(&kitchen.tell(Input::Tick)), [], "it may come back");
    kitchen.pass(Duration::from_millis(1));
    assert!(kitchen.monitor.next_deadline().is_some_and(|due| due <= kitchen.now));
    let outputs = kitchen.tell(Input::Tick);
    assert!(matches!(&ends(&outputs)[..], [Outcome::Halted(why)] if why.contains("no client")), "{outputs:?}");
    assert_eq!(kitchen.monitor.diagnose(kitchen.now).missions, []);
}

#[test]
fn mission_with_a_client_waits_for_its_team_for_ever() {
    let mut kitchen = Kitchen::running(APPLES, &[], 2);
    kitchen.pass(Duration::from_secs(3600));
    assert_eq!(ends(&kitchen.look()), []);
}

#[test]
fn inactive_monitor_keeps_up_with_the_world_and_says_and_journals_nothing() {
    let mut kitchen = Kitchen::running(APPLES, &[], 2);
    let first = kitchen.joint(1, 0, &["go_to(fridge)", "go_to(apple_2)"]);
    assert_eq!(kitchen.verdict(first.clone()), Ok(()));
    kitchen.tell(Input::Mission(Brief { id: MissionId::new([3; 16]), team: vec![robot(3)], ..brief(APPLES, &[], 1) }));
    kitchen.pass(Duration::from_secs(600));
    assert_eq!(kitchen.propose(first.clone()), [], "the world is stale, so the approval is withheld");
    let kept = kitchen.journal.len();
    let mut said = kitchen.tell(Input::Active(false));
    let other = Brief { id: MissionId::new([4; 16]), ..brief(APPLES, &[], 2) };
    for input in [
        kitchen.seen(),
        heartbeat(3, None),
        heartbeat(1, Some(MissionId::new([9; 16]))),
        Input::Outcome { mission: MISSION, step: first.step, robot: robot(2) },
        Input::Mission(other),
        Input::Propose { joint: kitchen.joint(2, 0, &["idle", "idle"]), facts: kitchen.facts() },
        Input::Tick,
    ] {
        said.extend(kitchen.tell(input));
    }
    assert_eq!((said, kitchen.journal.len(), kitchen.monitor.next_deadline()), (vec![], kept, None));
    assert_eq!(
        kitchen.check(2, 1, &[], &["idle"]),
        Err(CheckError::Unjudged(Unjudged::Gate(GateClosed::Inactive(Inactive)))),
        "the world is fresh, yet it judges nothing"
    );
    let outputs = kitchen.tell(Input::Active(true));
    assert!(
        outputs.contains(&Output::Verdict { joint: first, facts: kitchen.facts(), verdict: Ok(()) }),
        "{outputs:?}"
    );
}
