//! Missions in which people see every decision, and how their fleet uses the result.

use std::collections::BTreeSet;

use proptest::prelude::*;
use surefleet_conformal::{BettingMonitor, Bound, CalibrationError, Sha256};
use surefleet_fleet::MissionId;
use surefleet_planner::{
    AuditEntry, Auditor, Choice, Coverage, DecisionRecord, Finding, Input, Permit, Round, Source, replay,
};

use crate::{
    calibrated::{against_wrong_unasked, at_threshold},
    house::first_turn,
    table::Table,
};

/// A table at which robot 1 is sure to go to the fridge, in a mission that was drawn for an audit.
fn audited() -> Table {
    let mut table = Table::new(at_threshold(-1.0, 0));
    table.audited = true;
    let turn = first_turn(&table.world, 3, 9);
    table.play(&turn, &[("go_to(fridge)", -0.2), ("go_to(apple_1)", -1.5)], &[]);
    table
}

#[test]
fn a_lone_decision_of_an_audited_mission_is_one_question_in_which_anything_else_can_be_right() {
    for (right, coverage) in [("go_to(fridge)", Coverage::Covered), ("go_to(drawer_1)", Coverage::Missed)] {
        let mut table = audited();
        let question = table.question();
        assert_eq!((question.key.round, question.options.len()), (Round::All, 37));
        // If several actions are right, the set need hold only one of them: people take the first from the top, as the
        // calibration did.
        assert_eq!(question.options[0].decision, table.option("go_to(fridge)"));
        assert!(question.question.contains("this is an audit"), "{}", question.question);
        table.answer(&question.key, Choice::Option(table.option(right)));
        let record = table.decided();
        assert_eq!((record.source, record.coverage, table.asked().len()), (Source::Human, coverage, 1));
        let read = DecisionRecord::from_json(&record.to_json(), 1).expect("just written");
        assert!(read.evidence.is_audited());
        assert_eq!(replay(&read), Ok(()));
        let mut json = serde_json::to_value(&read).expect("a record is JSON");
        json["evidence"]["audited"] = false.into();
        let tampered = DecisionRecord::from_json(&json.to_string(), 1).expect("still a record");
        assert!(replay(&tampered).is_err(), "without the audit nobody would have been asked");
    }
}

/// Under a bound on doing wrong unasked, a robot that asks has done nothing wrong, whatever its set holds.
#[test]
fn a_set_of_several_wrong_members_is_a_miss_of_coverage_only() {
    let asked = [("go_to(fridge)", -0.2), ("go_to(apple_1)", -0.5)];
    let sure = [("go_to(fridge)", -0.2), ("go_to(apple_1)", -1.5)];
    let none = [("go_to(fridge)", -1.2), ("go_to(apple_1)", -1.5)];
    for (scores, of_coverage, of_wrong_unasked) in [
        (&asked, Coverage::Missed, Coverage::Covered),
        (&sure, Coverage::Missed, Coverage::Missed),
        (&none, Coverage::Missed, Coverage::Missed),
    ] {
        for (autonomy, found) in [(at_threshold(-1.0, 0), of_coverage), (against_wrong_unasked(-1.0), of_wrong_unasked)]
        {
            let mut table = Table::new(autonomy);
            table.audited = true;
            let turn = first_turn(&table.world, 3, 9);
            table.play(&turn, scores, &[]);
            if table.question().key.round == Round::Set {
                table.answer(&table.question().key, Choice::NoneOfThese);
            }
            table.answer(&table.question().key, Choice::Option(table.option("go_to(drawer_1)")));
            let record = table.decided();
            assert_eq!(record.coverage, found, "{scores:?}");
            let read = DecisionRecord::from_json(&record.to_json(), 1).expect("just written");
            assert_eq!((&read, replay(&read)), (record, Ok(())));
        }
    }
}

#[test]
fn an_alarm_says_what_the_calibration_bounds() {
    for (bound, said) in [
        (Bound::Coverage, "the right decision was missing from a set in 4 of 4 missions"),
        (Bound::WrongUnasked, "a lone wrong decision or an empty set came up in 4 of 4 missions"),
    ] {
        let mut auditor = Auditor::restore((digest(), bound), 1.0, betting(), vec![]);
        for number in 0..4 {
            auditor.draw(mission(number), 0.0);
            auditor.hear(mission(number), digest(), Coverage::Missed);
        }
        let reason = auditor.alarm().expect("four of four missed");
        assert!(reason.starts_with(said), "{reason}");
    }
}

#[test]
fn a_record_that_names_no_bound_is_one_of_coverage() {
    let mut table = audited();
    table.answer(&table.question().key, Choice::Option(table.option("go_to(drawer_1)")));
    let json = table.decided().to_json();
    assert!(!json.contains("bound"), "as before there was another one, so that older chains stay whole");
    let read = DecisionRecord::from_json(&json, 1).expect("just written");
    assert!(matches!(read.evidence.permit(), Permit::On { bound: Bound::Coverage, .. }));
}

#[test]
fn an_audit_that_nobody_answers_tells_nothing_and_the_robot_stays() {
    let mut table = audited();
    table.answer(&table.question().key, Choice::Expired);
    let record = table.decided();
    assert_eq!((record.decision, record.coverage), (table.option("idle"), Coverage::Unseen));
}

#[test]
fn after_the_alarm_every_decision_asks_and_says_why() {
    let mut table = Table::new(at_threshold(-1.0, 0));
    let alarm = CalibrationError::Audits("the right decision was missing".into());
    table.tell(Input::AutonomyOff(Box::new(alarm))).expect("no bad input");
    let turn = first_turn(&table.world, 3, 9);
    table.play(&turn, &[("go_to(fridge)", -0.2)], &[]);
    let question = table.question();
    assert!(question.question.contains("the right decision was missing"), "{}", question.question);
    table.answer(&question.key, Choice::Option(table.option("go_to(fridge)")));
    let record = table.decided();
    assert_eq!(record.coverage, Coverage::NoSet);
    let reason = "audits: the right decision was missing".to_owned();
    assert_eq!(*record.evidence.permit(), Permit::Off { reason });
}

fn digest() -> Sha256 {
    Sha256::of("the calibration file")
}

fn mission(number: u8) -> MissionId {
    MissionId::new([number; 16])
}

fn betting() -> BettingMonitor {
    BettingMonitor::new(0.1, "1/20".parse().expect("a fraction")).expect("a level")
}

fn auditor(rate: f64, entries: Vec<AuditEntry>) -> Auditor {
    Auditor::restore((digest(), Bound::Coverage), rate, betting(), entries)
}

/// The state of an auditor after what it heard.
fn standing(auditor: &Auditor) -> (u64, u64, Option<String>) {
    (auditor.betting().units(), auditor.betting().missed(), auditor.alarm())
}

#[test]
fn a_mission_is_drawn_by_its_lot_and_stays_drawn() {
    let mut auditor = auditor(0.25, vec![]);
    let (is_drawn, entry) = auditor.draw(mission(1), 0.24);
    assert_eq!((is_drawn, entry.map(|entry| entry.finding)), (true, Some(Finding::Drawn)));
    assert_eq!(auditor.draw(mission(1), 0.24), (true, None));
    assert_eq!(auditor.draw(mission(2), 0.25), (false, None));
    assert_eq!(standing(&auditor), (0, 0, None), "nobody has seen anything");
}

#[test]
fn a_fleet_whose_sets_miss_is_stopped_by_its_audits_and_stays_so_until_it_is_calibrated_anew() {
    let mut alarming = auditor(1.0, vec![]);
    let mut kept = vec![];
    for number in 0..4 {
        assert_eq!(alarming.alarm(), None);
        kept.extend(alarming.draw(mission(number), 0.5).1);
        kept.extend(alarming.hear(mission(number), digest(), Coverage::Covered));
        kept.extend(alarming.hear(mission(number), digest(), Coverage::Missed));
    }
    let reason = alarming.alarm().expect("four of four missed");
    assert!(reason.contains("in 4 of 4 missions") && reason.contains("restart"), "{reason}");
    assert_eq!(kept.last().map(|entry| entry.finding), Some(Finding::Alarmed));
    assert_eq!(alarming.draw(mission(9), 0.0), (false, None), "every decision is asked about anyway");
    // A restart, fewer audits or missions that go well do not undo it; another file does.
    let mut restarted = auditor(0.0, kept.clone());
    (0..200).for_each(|number| assert_eq!(restarted.hear(mission(number), digest(), Coverage::Covered), None));
    assert_eq!(standing(&restarted), standing(&alarming));
    let fresh = Auditor::restore((Sha256::of("a new file"), Bound::Coverage), 1.0, betting(), kept);
    assert_eq!(standing(&fresh), (0, 0, None));
}

#[test]
fn a_fleet_as_it_was_calibrated_raises_no_alarm() {
    let mut auditor = auditor(1.0, vec![]);
    for number in 0..200 {
        auditor.draw(mission(number), 0.0);
        let coverage = if number % 20 == 19 { Coverage::Missed } else { Coverage::Covered };
        auditor.hear(mission(number), digest(), coverage);
    }
    assert_eq!(standing(&auditor), (200, 10, None));
}

/// A message that reaches an auditor.
#[derive(Debug, Clone)]
enum Event {
    Draw(u8),
    Hear { mission: u8, coverage: Coverage, is_ours: bool },
}

fn event() -> impl Strategy<Value = Event> {
    use Coverage::{Covered, Missed, NoSet, Suspected, Unseen};
    let coverage = prop::sample::select(vec![NoSet, Unseen, Covered, Covered, Missed, Missed, Suspected]);
    prop_oneof![
        (0..12_u8).prop_map(Event::Draw),
        (0..12_u8, coverage, prop::bool::weighted(0.9)).prop_map(|(mission, coverage, is_ours)| Event::Hear {
            mission,
            coverage,
            is_ours
        }),
    ]
}

fn play(auditor: &mut Auditor, event: &Event) -> Option<AuditEntry> {
    match *event {
        Event::Draw(number) => auditor.draw(mission(number), f64::from(number) / 12.0).1,
        Event::Hear { mission: number, coverage, is_ours } => {
            let file = if is_ours { digest() } else { Sha256::of("another") };
            auditor.hear(mission(number), file, coverage)
        }
    }
}

proptest! {
    #[test]
    fn a_restart_forgets_nothing_and_what_is_said_again_changes_nothing(
        events in prop::collection::vec(event(), 0..80),
        restart in 0..80_usize,
    ) {
        let mut whole = auditor(0.75, vec![]);
        let mut living = auditor(0.75, vec![]);
        let mut kept = vec![];
        let mut drawn = BTreeSet::new();
        let mut said = vec![];
        for (place, event) in events.iter().enumerate() {
            play(&mut whole, event);
            if place == restart {
                living = auditor(0.75, kept.clone());
                // A restarted auditor hears the last records again; the check of each mission had come before.
                for past in &said {
                    prop_assert_eq!(play(&mut living, past), None);
                }
            }
            match event {
                Event::Draw(number) => _ = drawn.insert(*number),
                Event::Hear { mission, .. } if drawn.contains(mission) => said.push(event.clone()),
                Event::Hear { .. } => {}
            }
            kept.extend(play(&mut living, event));
        }
        prop_assert_eq!(standing(&living), standing(&whole));
        prop_assert_eq!(standing(&auditor(0.75, kept)), standing(&whole));
    }

    #[test]
    fn no_message_takes_a_miss_back_clears_the_alarm_or_makes_a_mission_count_that_was_not_drawn(
        events in prop::collection::vec(event(), 0..80),
    ) {
        let mut auditor = auditor(0.75, vec![]);
        let mut drawn = BTreeSet::new();
        for event in &events {
            let before = auditor.betting().missed();
            let alarmed = auditor.alarm().is_some();
            play(&mut auditor, event);
            if let Event::Draw(number) = event && *number < 9 {
                drawn.insert(*number);
            }
            prop_assert!(auditor.betting().missed() >= before);
            prop_assert!(auditor.alarm().is_some() || !alarmed);
            prop_assert!(auditor.betting().units() <= drawn.len() as u64);
        }
    }
}
