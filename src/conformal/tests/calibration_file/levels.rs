//! Levels and classes: which thresholds a file gives, and to which missions.

use surefleet_conformal::{
    BettingMonitor, CalibrationError, HexFloat, MissionFeatures, Mode, Running, Sha256, Threshold, Understood,
};

use crate::fixture::{NOW, file, file_of, fraction, key, mission, records, running, told_apart};

#[test]
fn audits_tolerate_what_the_file_promises_of_this_very_calibration_set() {
    let pac = file_of("1/10", 0, Mode::Pac { delta: fraction("1/25") }, vec![(key([2, 4]), records(100, 1))]);
    let monitor = BettingMonitor::of(&pac).expect("a level");
    assert_eq!((monitor.tolerated(), monitor.delta()), (0.1, 0.04));
    // Of 30 sequences the 28th promises .9 on average; 19 sets in 20 cover .8047 (computed elsewhere). Of 60: more.
    let monitor = BettingMonitor::of(&file()).expect("a level");
    assert!((monitor.tolerated() - (1.0 - 0.8047)).abs() < 5e-5, "{}", monitor.tolerated());
    assert_eq!(monitor.delta(), 0.05);
    let halved = file_of("1/10", 1, Mode::Marginal, vec![(key([2, 4]), records(60, 1))]);
    let tolerated = BettingMonitor::of(&halved).expect("a level").tolerated();
    assert!(tolerated > 0.1 && tolerated < 0.25, "each of two orders at half the level: {tolerated}");
}

#[test]
fn missions_outside_the_calibrated_classes_are_refused() {
    let refused = |running: &Running| {
        let error = file().verify(running, NOW).expect_err("unknown class");
        assert!(matches!(error, CalibrationError::UnknownClass { .. }), "{error}");
        error.to_string()
    };
    let message = refused(&Running { team: 15.into(), ..running() });
    assert!(message.contains("team 15") && message.contains("team 5-8"), "{message}");
    refused(&Running { options: 41, ..running() });
    refused(&Running { team_models: vec![Sha256::of("a team mate's")], ..running() });

    let calibration = file().verify(&running(), NOW).expect("everything matches");
    assert!(calibration.threshold(&mission(1, 28)).is_err());
    let own_model_only = Running { team_models: Vec::new(), ..running() };
    assert_eq!(file().verify(&own_model_only, NOW), Ok(calibration.clone()));
    assert!(calibration.threshold(&mission(8, 40)).is_ok());
}

#[test]
fn too_few_or_masked_out_sequences_cannot_switch_autonomy_on() {
    let small = file_of("1/10", 0, Mode::Marginal, vec![(key([2, 4]), records(8, 1))]);
    assert_eq!(
        small.verify(&running(), NOW),
        Err(CalibrationError::RankExceedsSize { class: key([2, 4]), k: 9, m: 8, fewest: 9 })
    );
    let mode = Mode::Pac { delta: fraction("1/20") };
    let small = file_of("1/20", 0, mode, vec![(key([2, 4]), records(58, 1))]);
    assert_eq!(
        small.verify(&running(), NOW),
        Err(CalibrationError::RankExceedsSize { class: key([2, 4]), k: 59, m: 58, fewest: 59 })
    );
    let mut masked = records(30, 1);
    for record in &mut masked[..3] {
        record.score = HexFloat::new(f64::NEG_INFINITY).expect("a number");
    }
    let masked = file_of("1/10", 0, Mode::Marginal, vec![(key([2, 4]), masked)]);
    assert_eq!(
        masked.verify(&running(), NOW),
        Err(CalibrationError::NothingExcluded { class: key([2, 4]), masked: 3, m: 30 })
    );
}

#[test]
fn reorders_are_paid_for_with_a_stricter_level() {
    let file = file_of("1/10", 3, Mode::Marginal, vec![(key([2, 4]), records(60, 1))]);
    assert_eq!(file.statistics.effective_alpha, fraction("1/40"));
    let running = Running { reorders: 3, ..running() };
    let calibration = file.verify(&running, NOW).expect("everything matches");
    assert_eq!(calibration.rank(&mission(3, 28)).map(|rank| rank.k()), Ok(60));
    assert_eq!((calibration.alpha(), calibration.reorders()), (fraction("1/10"), 3));
}

#[test]
fn a_mission_with_its_own_level_gets_a_threshold_from_the_same_scores() {
    let calibration = file().verify(&running(), NOW).expect("everything matches");
    let (rank, threshold) = calibration.at_alpha(fraction("1/20"), &mission(3, 28)).expect("30 suffice");
    assert_eq!((rank.k(), threshold), (30, Threshold::Finite(30.0 * -0.001)));
    assert_eq!(
        calibration.at_alpha(fraction("1/10"), &mission(3, 28)).map(|(_, threshold)| threshold),
        calibration.threshold(&mission(3, 28))
    );
    let error = calibration.at_alpha(fraction("1/100"), &mission(3, 28)).expect_err("30 do not suffice");
    assert!(matches!(error, CalibrationError::RankExceedsSize { k: 31, m: 30, fewest: 99, .. }));
}

#[test]
fn a_mission_may_be_stricter_than_the_file_and_not_laxer() {
    let calibration = file().verify(&running(), NOW).expect("everything matches");
    let error = calibration.at_alpha(fraction("1/9"), &mission(3, 28)).expect_err("laxer");
    assert_eq!(error, CalibrationError::LaxerAlpha { asked: fraction("1/9"), calibrated: fraction("1/10") });
    let message = error.to_string();
    assert!(message.contains("1/9") && message.contains("ask for 1/10 or less"), "{message}");
}

#[test]
fn each_certainty_has_its_own_threshold() {
    let calibration = told_apart().verify(&running(), NOW).expect("everything matches");
    let of =
        |top: f64| MissionFeatures { understood: Some(Understood::new(top, 0.0).expect("both")), ..mission(3, 28) };
    assert_eq!(calibration.threshold(&of(0.9)), Ok(Threshold::Finite(28.0 * -0.001)));
    assert_eq!(calibration.threshold(&of(0.89)), Ok(Threshold::Finite(55.0 * -0.001)));
    // A scorer that does not say its certainty is in neither class.
    let error = calibration.threshold(&mission(3, 28)).expect_err("no such class").to_string();
    assert!(error.contains("says not how sure") && error.contains("unsure of what is meant"), "{error}");
    let ranks: Vec<usize> = calibration
        .classes_at_alpha(fraction("1/20"), 3, 28)
        .map(|(_, level)| level.expect("enough missions").0.k())
        .collect();
    assert_eq!(ranks, [30, 58]);
    assert_eq!(calibration.classes_at_alpha(fraction("1/20"), 9, 28).count(), 0);
}

#[test]
fn more_unexplained_than_in_any_calibration_mission_is_not_covered() {
    let calibration = told_apart().verify(&running(), NOW).expect("everything matches");
    let of = |top, unexplained| {
        let understood = Some(Understood::new(top, unexplained).expect("probabilities"));
        calibration.threshold(&MissionFeatures { understood, ..mission(3, 28) })
    };
    assert!(of(0.95, 0.03).is_ok() && of(0.127, 0.06).is_ok());
    let error = of(0.127, 0.873).expect_err("most was not understood");
    let message = error.to_string();
    assert!(message.contains("87.3 %") && message.contains("at most 6.0 %"), "{message}");
    assert!(of(0.95, 0.03f64.next_up()).is_err(), "the limit is that of its own class");
}
