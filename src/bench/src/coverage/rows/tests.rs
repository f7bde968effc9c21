//! Coverage rows on pools whose law is known.

use surefleet_calibration::{OptionKind, ScoredChoice};
use surefleet_fleet::Digest;
use surefleet_language::Usage;

use super::*;
use crate::measurement::{Measurement, Sheet};

/// Missions of one decision between two options, the right one with probability p: p runs through distinct values in an
/// order that means nothing.
fn pool(missions: u32) -> Vec<Episode> {
    let place = |index: u32| f64::from(index * 7919 % missions);
    (0..missions).map(|index| mission((place(index) + 0.5) / f64::from(missions))).collect()
}

fn mission(p: f64) -> Episode {
    let (scores, kinds) = if p >= 0.5 {
        ([p.ln(), (1.0 - p).ln()], [OptionKind::Acceptable, OptionKind::Wrong])
    } else {
        ([(1.0 - p).ln(), p.ln()], [OptionKind::Wrong, OptionKind::Acceptable])
    };
    let options = (0..).take(kinds.len()).collect();
    let choice = ScoredChoice { options, scores: scores.into(), kinds: kinds.into() };
    let steps = 1;
    let usage = Usage::default();
    Episode {
        seed: 0,
        scenario: Digest::of([]),
        vague_parts: 0,
        understood: None,
        uncovered: None,
        score: p.ln(),
        choices: vec![choice],
        steps,
        usage,
    }
}

fn fraction(text: &str) -> Fraction {
    text.parse().expect("a fraction")
}

fn protocol(calibration: usize, redraws: u32) -> Protocol {
    Protocol {
        redraws,
        calibration,
        alphas: vec![fraction("1/10"), fraction("1/20")],
        modes: vec![Mode::Marginal, Mode::Pac { delta: fraction("1/20") }],
        seed: 5,
    }
}

fn rows(pool: &[Episode], protocol: &Protocol) -> Vec<CoverageRow> {
    coverage_rows(&3.into(), pool, "known law", protocol).expect("a good protocol")
}

fn find<'a>(rows: &'a [CoverageRow], method: &str, alpha: f64, mode: &str) -> &'a CoverageRow {
    let is_it = |row: &&CoverageRow| row.method == method && row.alpha == alpha && row.mode == mode;
    rows.iter().find(is_it).expect("a row for every method, level and mode")
}

/// The tolerance is 4 standard errors; a rank off by one moves the mean by 1/31.
#[test]
fn mean_coverage_is_the_exact_one_and_not_that_of_a_neighbouring_rank() {
    let rows = rows(&pool(997), &protocol(30, 2000));
    for (alpha, mode, rank, expected) in [(0.1, "marginal", 28, 0.90323), (0.05, "marginal", 30, 0.96774)] {
        let row = find(&rows, "surefleet", alpha, mode);
        let check = row.check.expect("surefleet's coverage is checked");
        assert_eq!(check.rank, rank);
        assert!((check.coverage_expected - expected).abs() < 5e-6);
        assert!(check.within_tolerance);
        assert!((row.coverage - expected).abs() <= check.tolerance, "{} {}", row.coverage, check.tolerance);
        // Wider than in a test of infinite size (.0047 and .0028), as 967 missions are tested; far below 1/31.
        assert!(check.tolerance > 0.0027 && check.tolerance < 0.0049, "{}", check.tolerance);
        assert!((check.coverage_sd / check.coverage_sd_expected - 1.0).abs() < 0.07, "{check:?}");
        assert!((check.redraws_at_level - check.redraws_at_level_expected).abs() < 0.04, "{check:?}");
    }
    let pac = find(&rows, "surefleet", 0.05, "pac");
    let check = pac.check.expect("surefleet's coverage is checked");
    assert_eq!((check.rank, check.tolerance, pac.coverage), (31, 0.0, 1.0), "59 missions are needed");
    assert_eq!((pac.help_per_step, pac.set_size_mean), (1.0, 2.0));
}

#[test]
fn pac_coverage_reaches_the_level_in_most_redraws() {
    let rows = rows(&pool(1999), &protocol(300, 500));
    let check = find(&rows, "surefleet", 0.1, "pac").check.expect("checked");
    assert_eq!(check.rank, 279);
    assert!((check.coverage_expected - 0.9269).abs() < 5e-5);
    assert!(check.within_tolerance);
    assert!(check.redraws_at_level > 0.9, "{check:?}");
    let marginal = find(&rows, "surefleet", 0.1, "marginal").check.expect("checked");
    assert!(marginal.redraws_at_level < 0.6, "{marginal:?}");
}

/// A strict `>` at the threshold would cover nothing here.
#[test]
fn tied_scores_are_covered() {
    let tied: Vec<Episode> = (0..100).map(|_| mission(0.75)).collect();
    let rows = rows(&tied, &protocol(30, 20));
    let row = find(&rows, "surefleet", 0.1, "marginal");
    assert_eq!((row.coverage, row.success, row.help_per_step), (1.0, 1.0, 0.0));
    assert!(row.check.expect("checked").within_tolerance);
}

#[test]
fn baselines_stand_beside_at_equal_success_and_on_the_same_missions() {
    let pool = pool(997);
    let rows = rows(&pool, &protocol(300, 50));
    assert_eq!(rows.len(), 16);
    for row in &rows {
        let surefleet = find(&rows, "surefleet", row.alpha, row.mode);
        assert_eq!((row.missions, row.class.size(), row.redraws, row.calibration_missions), (997, 3, 50, 300));
        match row.method {
            "simple-set" => {
                assert!((row.success - surefleet.success).abs() < 1e-9, "{} {}", row.success, surefleet.success);
                // A threshold on p and one on the mass of the best option are not the same rule here: the
                // threshold lets p decide, the simple set the larger of p and 1 - p.
                let miss = row.simple_set_miss.expect("the level of the simple set");
                assert!(miss > 0.0 && miss < 0.5, "{miss}");
                assert!((row.help_per_step - 2.0 * (1.0 - row.success)).abs() > 0.1);
            }
            "random-allowed" => {
                assert!((row.success - 0.5).abs() < 0.1 && row.wrong_unasked_per_mission == 1.0 - row.success);
            }
            "no-help" => {
                assert!((row.success - 0.5).abs() < 0.02 && row.coverage == row.success, "{}", row.success);
                assert_eq!((row.help_per_step, row.help_per_mission, row.set_size_mean), (0.0, 0.0, 1.0));
            }
            _ => {
                // A mission fails where its p is below the threshold: the set is then the wrong option alone.
                assert!((row.success - row.coverage).abs() < 1e-12);
                assert!(row.success_operator_errs_5pct < row.success_operator_errs_2pct);
                let [low, high] = row.help_per_step_95;
                assert!(low < row.help_per_step && row.help_per_step < high);
            }
        }
    }
}

#[test]
fn equal_seeds_give_equal_rows() {
    let pool = pool(199);
    assert_eq!(rows(&pool, &protocol(60, 20)), rows(&pool, &protocol(60, 20)));
    let other = Protocol { seed: 6, ..protocol(60, 20) };
    assert_ne!(rows(&pool, &protocol(60, 20)), rows(&pool, &other));
}

#[test]
fn a_row_has_these_fields_and_no_others() {
    let common = [
        "method",
        "class",
        "alpha",
        "mode",
        "words",
        "missions",
        "coverage",
        "success",
        "help_per_step",
        "help_per_step_unmasked",
        "help_per_mission",
        "help_empty",
        "set_size_mean",
        "help_per_step_95",
        "wrong_unasked_per_mission",
        "wrong_unasked_per_mission_95",
        "wrong_unasked_per_step",
        "not_covered",
        "success_operator_errs_2pct",
        "success_operator_errs_5pct",
        "calibration_missions",
        "redraws",
        "scorer",
    ];
    let of_surefleet = [
        "rank",
        "coverage_expected",
        "tolerance",
        "within_tolerance",
        "coverage_sd",
        "coverage_sd_expected",
        "redraws_at_level",
        "redraws_at_level_expected",
    ];
    for row in rows(&pool(199), &protocol(60, 20)) {
        let own: &[&str] = match row.method {
            "surefleet" => &of_surefleet,
            "simple-set" => &["simple_set_miss"],
            _ => &[],
        };
        let sheet = Sheet::new("results", "", std::slice::from_ref(&row), columns());
        let json = serde_json::to_value(Measurement::new("x", vec![sheet])).expect("plain fields");
        let json = &json["results"][0];
        let mut fields: Vec<&str> = json.as_object().expect("an object").keys().map(String::as_str).collect();
        let mut expected: Vec<&str> = common.iter().chain(own).copied().collect();
        fields.sort_unstable();
        expected.sort_unstable();
        assert_eq!(fields, expected);
    }
}

#[test]
fn protocols_that_leave_nothing_to_measure_are_refused_with_the_number() {
    let pool = pool(50);
    for (protocol, named) in [
        (protocol(50, 20), "calibration missions 50"),
        (protocol(0, 20), "calibration missions 0"),
        (protocol(10, 0), "redraws 0"),
    ] {
        let error = coverage_rows(&1.into(), &pool, "x", &protocol).expect_err("nothing to measure");
        assert!(error.to_string().starts_with(named), "{error}");
    }
}
