//! Calibration files: made here, checked as a planner checks them.

use std::sync::Arc;

use surefleet_calibration::{
    CalibrateError, CalibrationRequest, Split, Workers, calibrate, episode, golden_questions, replay_golden, running,
    team_named,
};
use surefleet_conformal::{
    Autonomy, Bound, CalibrationError, CalibrationFile, Field, Fraction, GoldenReplay, MissionFeatures, Mode,
};
use surefleet_language::OptionScorer;
use surefleet_mission::{Distribution, TeamClass, Transport};
use surefleet_simulator::SimulatedScorer;
use tokio::runtime::Runtime;

const NOW: u64 = 1_760_000_000;

fn distribution() -> Distribution {
    Distribution::household(Arc::new(Transport::household())).expect("the household is large enough")
}

fn scorer(quality: f64) -> SimulatedScorer {
    SimulatedScorer::new(Arc::new(Transport::household()), quality, 1).expect("a good quality")
}

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_current_thread().build().expect("a runtime")
}

fn request(scenarios: u32, mode: Mode) -> CalibrationRequest {
    CalibrationRequest {
        bound: Bound::Coverage,
        alpha: fraction("1/10"),
        mode,
        reorders: 0,
        teams: vec![1.into(), 3.into()],
        scenarios,
        forms: 100,
        most_draws: 10 * scenarios,
        tested: 0,
        created_unix_s: NOW,
        expires_unix_s: NOW + 1000,
        commit: "test".into(),
    }
}

fn fraction(text: &str) -> Fraction {
    text.parse().expect("a fraction")
}

fn workers(runtime: &Runtime) -> Workers<'_> {
    Workers { threads: 2, runtime: runtime.handle(), on_more: &|_| {}, on_episode: &|| {}, on_learnt: &|_| {} }
}

/// A mission of a scorer that does not say how well it understands.
fn features(team_size: usize) -> MissionFeatures {
    MissionFeatures { team: team_size.into(), options: 37, understood: None }
}

fn make(request: &CalibrationRequest) -> Result<CalibrationFile, CalibrateError> {
    let runtime = runtime();
    calibrate(&distribution(), &scorer(4.0), request, workers(&runtime)).map(|made| made.file)
}

#[test]
fn a_new_file_lets_the_fleet_it_was_made_for_act_and_no_other() {
    let (distribution, scorer_) = (distribution(), scorer(4.0));
    let file = make(&request(12, Mode::Marginal)).expect("enough scenarios");
    let read = CalibrationFile::from_json(&file.to_json());
    assert_eq!(read.as_ref(), Ok(&file));
    let replays = |scorer: &SimulatedScorer| {
        runtime().block_on(replay_golden(&distribution, scorer)).expect("the simulated scorer answers")
    };
    let start = |identity, reorders, team, replays: &[GoldenReplay]| {
        let running = running(&distribution, &identity, reorders, team);
        Autonomy::at_start(read.clone(), &running, NOW + 1, replays)
    };
    let own = replays(&scorer_);
    for team in [1, 3] {
        let Autonomy::On(calibration) = start(scorer_.identity(), 0, team, &own) else { panic!("it matches") };
        let (rank, _) = calibration.at_alpha(fraction("1/12"), &features(team)).expect("12 missions are enough");
        assert_eq!((calibration.rank(&features(team)).expect("its class").k(), rank.k()), (12, 12));
    }
    let off = |autonomy| match autonomy {
        Autonomy::Off(reason) => reason,
        Autonomy::On(_) => panic!("it does not match"),
    };
    let field = |reason| match reason {
        CalibrationError::Mismatch { field, .. } => field,
        other => panic!("a mismatch, not {other}"),
    };
    assert!(matches!(off(start(scorer_.identity(), 0, 10, &own)), CalibrationError::UnknownClass { .. }));
    assert_eq!(field(off(start(scorer_.identity(), 1, 3, &own))), Field::Reorders);
    assert_eq!(field(off(start(scorer(3.9).identity(), 0, 3, &own))), Field::ModelId);
    // A scorer that says it is the calibrated one but scores otherwise.
    let others = replays(&scorer(3.9));
    assert!(matches!(off(start(scorer_.identity(), 0, 3, &others)), CalibrationError::GoldenScore { .. }));
    assert!(matches!(off(start(scorer_.identity(), 0, 3, &own[1..])), CalibrationError::GoldenMissing { .. }));
}

#[test]
fn raw_scores_are_those_of_the_calibration_split() {
    let (distribution, scorer) = (distribution(), scorer(4.0));
    let file = make(&request(12, Mode::Marginal)).expect("enough scenarios");
    for (class, statistics) in [TeamClass::One, TeamClass::Three].into_iter().zip(&file.statistics.classes) {
        assert_eq!(statistics.m, 12);
        let record = &statistics.scores[7];
        // Missions that look strange are passed over.
        let (first, last) = (Split::Calibration.seed(class, 7), Split::Calibration.seed(class, 10 * 12));
        assert!((first..last).contains(&record.seed) && statistics.scores.is_sorted_by_key(|record| record.seed));
        let scenario = distribution.sample(class, record.seed);
        let walked = runtime().block_on(episode(&distribution, &scenario, &scorer)).expect("a feasible scenario");
        assert_eq!((record.seed, record.score.get()), (scenario.seed, walked.score));
    }
}

#[test]
fn golden_prompts_are_of_every_team_size_and_differ() {
    let questions = golden_questions(&distribution()).expect("feasible scenarios");
    assert_eq!(questions.len(), 12);
    let mut prompts: Vec<String> = questions.iter().map(|question| question.prompt.text()).collect();
    prompts.sort();
    prompts.dedup();
    assert_eq!(prompts.len(), 12);
    for team in [1, 3, 10, 15] {
        let of_team = questions.iter().filter(|question| question.turn.brief.team.len() == team);
        assert_eq!(of_team.filter(|question| question.turn.step.get() == 1).count(), if team == 1 { 1 } else { 2 });
    }
}

#[test]
fn too_few_scenarios_are_refused_with_the_least_number_that_serves() {
    let pac = Mode::Pac { delta: fraction("1/20") };
    for (mode, alpha, reorders, scenarios, fewest) in [
        (pac, "1/10", 0, 28, 29),
        (pac, "1/20", 0, 58, 59),
        (Mode::Marginal, "1/10", 0, 8, 9),
        (Mode::Marginal, "1/10", 1, 18, 19),
    ] {
        let request = CalibrationRequest { alpha: fraction(alpha), reorders, ..request(scenarios, mode) };
        let error = make(&request).expect_err("too few");
        assert!(matches!(error, CalibrateError::TooFewScenarios { fewest: found, .. } if found == fewest), "{error}");
        assert!(error.to_string().contains(&format!("at least {fewest} per class")), "{error}");
        assert!(CalibrationRequest { scenarios: scenarios + 1, ..request }.check().is_ok());
    }
}

#[test]
fn unknown_and_repeated_classes_are_named() {
    let missions = distribution();
    assert_eq!(team_named(" 10", &missions), Ok(10.into()));
    assert_eq!(
        team_named("4", &missions).expect_err("no such class").to_string(),
        "no missions are drawn for the team \"4\"; those that they are drawn for are 1; 3; 10; 15"
    );
    let twice = CalibrationRequest { teams: vec![10.into(), 10.into()], ..request(30, Mode::Marginal) };
    assert_eq!(twice.check(), Err(CalibrateError::RepeatedClass("10".to_owned())));
}

/// The file in the repository is of this program, this domain and the simulated fleet's scorer.
///
/// Where it fails: make the file anew with `surefleet calibrate --fleet household-simulated --out
/// calibration/household-simulated.json`.
#[test]
fn shipped_file_is_of_what_the_simulated_fleet_runs() {
    let text = include_str!("../../../calibration/household-simulated.json");
    let fleet = include_str!("../../../config/fleets/household-simulated.yaml");
    assert!(["kind: simulated", "quality: 4.0", "seed: 1"].iter().all(|setting| fleet.contains(setting)), "{fleet}");
    let (distribution, scorer) = (distribution(), scorer(4.0));
    let file = CalibrationFile::from_json(text).expect("a calibration file");
    let replays = runtime().block_on(replay_golden(&distribution, &scorer)).expect("the simulated scorer answers");
    for class in TeamClass::ALL {
        let running = running(&distribution, &scorer.identity(), 0, class.team_size());
        let created = file.provenance.created_unix_s;
        let autonomy = Autonomy::at_start(Ok(file.clone()), &running, created, &replays);
        let Autonomy::On(calibration) = autonomy else { panic!("{class:?}: {autonomy:?}") };
        assert!(calibration.rank(&features(class.team_size())).expect("a class").m() >= 300);
    }
    for (class, statistics) in TeamClass::ALL.into_iter().zip(&file.statistics.classes) {
        let scenario = distribution.sample(class, statistics.scores[1].seed);
        let walked = runtime().block_on(episode(&distribution, &scenario, &scorer)).expect("a feasible scenario");
        assert_eq!(statistics.scores[1].score.get(), walked.score, "{class:?}: the oracle or the scorer changed");
    }
}
