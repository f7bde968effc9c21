//! The planner's behaviour while others are slow, silent or unable.

use std::time::Duration;

use surefleet_fleet::Outcome;
use surefleet_planner::{Input, Output, Verdicts};

use crate::{calibrated::at_threshold, house::first_turn, table::Table};

fn checks(table: &Table) -> usize {
    table.said.iter().filter(|said| matches!(said, Output::Check { .. })).count()
}

fn decided(table: &Table) -> bool {
    table.said.iter().any(|said| matches!(said, Output::Decided { .. }))
}

#[test]
fn a_silent_scorer_counts_as_failed_and_a_person_is_asked() {
    let mut table = Table::new(at_threshold(-1.0, 0));
    let turn = first_turn(&table.world, 3, 9);
    table.hold(&turn);
    table.judge(table.refusing(&[]));
    table.wait(Duration::from_millis(9_999));
    assert!(table.asked().is_empty());
    table.wait(Duration::from_millis(1));
    assert!(table.question().question.contains("no scores within 10s"), "{}", table.question().question);
    let said = table.said.len();
    table.score(table.scores(&[("go_to(fridge)", -0.2)]));
    assert_eq!(table.said.len(), said, "scores that come too late change nothing");
}

#[test]
fn a_monitor_that_cannot_judge_is_asked_again_and_nothing_is_decided_until_it_does() {
    let mut table = Table::new(at_threshold(-1.0, 0));
    let turn = first_turn(&table.world, 3, 9);
    table.hold(&turn);
    table.score(table.scores(&[("go_to(fridge)", -0.2)]));
    for failures in 1..=3 {
        let (_, ticket) = table.tickets();
        let unable = Input::Verdicts { ticket, result: Err("the world state is stale".into()) };
        table.tell(unable).expect("no bad input");
        assert!(!decided(&table) && table.asked().is_empty());
        assert_eq!(checks(&table), failures);
        table.wait(Duration::from_millis(500 << (failures - 1)));
        assert_eq!(checks(&table), failures + 1, "it is asked again after a doubled pause");
    }
    table.judge(table.refusing(&[]));
    assert_eq!(table.decided().decision, table.option("go_to(fridge)"));
}

#[test]
fn a_silent_monitor_is_asked_again_and_a_late_verdict_does_not_count() {
    let mut table = Table::new(at_threshold(-1.0, 0));
    let turn = first_turn(&table.world, 3, 9);
    table.hold(&turn);
    table.score(table.scores(&[("go_to(fridge)", -0.2)]));
    let (_, stale) = table.tickets();
    table.wait(Duration::from_millis(1_500));
    assert_eq!(checks(&table), 2);
    let result = Ok(Verdicts { candidates: table.refusing(&[]), audited: false });
    table.tell(Input::Verdicts { ticket: stale, result }).expect("no bad input");
    assert!(!decided(&table));
    assert_eq!(table.planner.tally().late, 1);
}

#[test]
fn verdicts_that_do_not_fit_s_are_no_verdicts() {
    let mut table = Table::new(at_threshold(-1.0, 0));
    let turn = first_turn(&table.world, 3, 9);
    table.hold(&turn);
    table.score(table.scores(&[("go_to(fridge)", -0.2)]));
    table.judge(vec![Ok(()); 36]);
    assert!(!decided(&table) && table.asked().is_empty());
    table.wait(Duration::from_millis(500));
    assert_eq!(checks(&table), 2);
}

#[test]
fn a_monitor_that_is_gone_for_good_halts_the_mission() {
    let mut table = Table::new(at_threshold(-1.0, 0));
    let turn = first_turn(&table.world, 3, 9);
    table.hold(&turn);
    table.score(table.scores(&[("go_to(fridge)", -0.2)]));
    table.wait(Duration::from_secs(31));
    let Output::Stop { outcome: Outcome::Halted(reason), .. } = table.last() else { panic!("{:?}", table.last()) };
    assert!(reason.contains("the safety monitor cannot judge"), "{reason}");
    assert!(!decided(&table) && table.asked().is_empty());
    assert_eq!(table.planner.next_deadline(), None);
}

#[test]
fn elapsed_time_runs_from_holding_the_turn() {
    let mut table = Table::new(at_threshold(-1.0, 0));
    let turn = first_turn(&table.world, 3, 9);
    table.hold(&turn);
    table.judge(table.refusing(&[]));
    table.wait(Duration::from_millis(1_234));
    table.score(table.scores(&[("go_to(fridge)", -0.2)]));
    assert_eq!(table.decided().elapsed_ns, 1_234_000_000);
    assert_eq!(table.decided().decided_at, table.now);
}
