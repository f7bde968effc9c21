//! How well the scorer understood the mission decides which threshold holds, and whether any holds.

use surefleet_conformal::{HexFloat, Understood};
use surefleet_fleet::Turn;
use surefleet_language::Understanding;
use surefleet_planner::{DecisionRecord, Source, replay};

use crate::{calibrated::with_classes, house::first_turn, table::Table};

fn turn(table: &Table) -> Turn {
    first_turn(&table.world, 3, 9)
}

fn understanding(top: f64, unexplained: f64) -> Understanding {
    Understanding { top, unexplained }
}

/// A fleet that needs a score of -1 if it is sure of the mission, and of -2 if it is not. In the unsure missions of its
/// calibration, a share of up to 0.2 was not understood.
fn told_apart() -> Table {
    let of = |top, unexplained| Some(Understood::new(top, unexplained).expect("probabilities"));
    Table::new(with_classes(&[(&[-1.0; 100], of(0.95, 0.05)), (&[-2.0; 100], of(0.5, 0.2))], 0))
}

#[test]
fn how_sure_the_scorer_is_of_the_mission_picks_the_threshold() {
    for (top, unexplained, threshold) in [(0.9, 0.05, -1.0), (0.89, 0.2, -2.0)] {
        let mut table = told_apart();
        let turn = turn(&table);
        table.hold(&turn);
        table.score_understanding(table.scores(&[("go_to(fridge)", -0.5)]), Some(understanding(top, unexplained)));
        table.judge(table.refusing(&[]));
        let record = table.decided();
        assert_eq!((record.source, record.threshold()), (Source::Singleton, threshold));
        assert_eq!(record.evidence.understood(), Understood::new(top, unexplained).ok());
        let json = record.to_json();
        assert_eq!(replay(&DecisionRecord::from_json(&json, 1).expect("own output")), Ok(()));
        // A record is invalid if its threshold does not fit such a mission.
        let written = HexFloat::new(unexplained).expect("a number");
        let more = json.replacen(&format!("\"unexplained\":\"{written}\""), "\"unexplained\":\"0x1p-1\"", 1);
        let other = if top < 0.9 { ("\"unsure\"", "\"sure\"") } else { ("\"sure\"", "\"unsure\"") };
        for changed in [more, json.replacen(other.0, other.1, 1)] {
            let error = DecisionRecord::from_json(&changed, 1).expect_err("another mission's threshold");
            assert!(error.to_string().contains("the permit to decide alone does not hold here"), "{error}");
        }
    }
}

/// The likeliest meaning has probability .127; the rest was not understood. The option for this meaning is the only one
/// above the threshold, and yet nobody may act on it.
#[test]
fn a_lone_member_of_a_mission_that_was_mostly_not_understood_asks() {
    let mut table = told_apart();
    let turn = turn(&table);
    table.hold(&turn);
    let scores = table.scores(&[("go_to(fridge)", -1.9)]);
    table.score_understanding(scores, Some(understanding(0.127, 0.873)));
    table.judge(table.refusing(&[]));
    let asked = &table.question().question;
    assert!(asked.contains("87.3 % of what the text may mean was not understood, and at most 20.0 %"), "{asked}");
}

#[test]
fn a_scorer_that_says_nothing_or_nonsense_of_the_mission_is_not_covered_by_what_one_said() {
    for (said, words) in [(None, "says not how sure"), (Some(understanding(f64::NAN, 0.0)), "likeliest meaning is NaN")]
    {
        let mut table = told_apart();
        let turn = turn(&table);
        table.hold(&turn);
        table.score_understanding(table.scores(&[("go_to(fridge)", -0.5)]), said);
        table.judge(table.refusing(&[]));
        let asked = &table.question().question;
        assert!(asked.contains(words), "{asked}");
    }
}
