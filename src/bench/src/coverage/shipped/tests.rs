//! Rows of files made here, on missions that they do not have.

use std::sync::Arc;

use surefleet_calibration::{CalibrationRequest, Made, Split, Workers, calibrate, episode, forms_of, running, survey};
use surefleet_conformal::{Bound, CalibrationFile, Mode};
use surefleet_fleet::Digest;
use surefleet_language::{OptionScorer, Question, ScoreError, ScorerIdentity, Scores, Understanding};
use surefleet_mission::{Distribution, TeamClass, Transport};
use surefleet_simulator::SimulatedScorer;
use tokio::runtime::Runtime;

use super::*;

const NOW: u64 = 1_760_000_000;

/// The simulated scorer, which says of about a fifth of the missions that it is not sure.
struct Telling(SimulatedScorer);

impl OptionScorer for Telling {
    fn identity(&self) -> ScorerIdentity {
        self.0.identity()
    }

    async fn score(&self, question: &Question) -> Result<Scores, ScoreError> {
        let scores = self.0.score(question).await?;
        let drawn = Digest::of([question.turn.brief.text.as_bytes()]).as_bytes()[0];
        let top = if drawn < 51 { 0.5 } else { 0.95 };
        Ok(scores.understood(Understanding { top, unexplained: f64::from(drawn) / 2560.0 }))
    }
}

fn distribution() -> Distribution {
    Distribution::household(Arc::new(Transport::household())).expect("the household is large enough")
}

fn scorer() -> SimulatedScorer {
    SimulatedScorer::new(Arc::new(Transport::household()), 4.0, 1).expect("a good quality")
}

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_current_thread().build().expect("a runtime")
}

fn workers(runtime: &Runtime) -> Workers<'_> {
    Workers { threads: 2, runtime: runtime.handle(), on_more: &|_| {}, on_episode: &|| {}, on_learnt: &|_| {} }
}

fn fraction(text: &str) -> Fraction {
    text.parse().expect("a fraction")
}

fn request(alpha: &str, team: usize) -> CalibrationRequest {
    CalibrationRequest {
        bound: Bound::Coverage,
        alpha: fraction(alpha),
        mode: Mode::Marginal,
        reorders: 0,
        teams: vec![team.into()],
        scenarios: 12,
        forms: 300,
        most_draws: 1000,
        tested: 0,
        created_unix_s: NOW,
        expires_unix_s: NOW + 1000,
        commit: "test".into(),
    }
}

fn make<S: OptionScorer + Sync>(scorer: &S, request: &CalibrationRequest) -> CalibrationFile {
    let runtime = runtime();
    let Made { file, .. } = calibrate(&distribution(), scorer, request, workers(&runtime)).expect("enough missions");
    file
}

/// The k-th greatest of the file's own scores is the threshold, whatever computes it.
#[test]
fn a_file_is_tested_on_every_fresh_mission_by_its_own_threshold() {
    let distribution = distribution();
    let scorer = scorer();
    let file = make(&scorer, &request("1/2", 3));
    let calibration = file.verify(&running(&distribution, &scorer.identity(), 0, 3), NOW + 1).expect("it matches");
    let runtime = runtime();
    let pool = survey(&distribution, None, &scorer, 3, Split::Test, 0..60, workers(&runtime)).expect("missions");
    let mut scores: Vec<f64> = file.statistics.classes[0].scores.iter().map(|record| record.score.get()).collect();
    scores.sort_by(|a, b| b.total_cmp(a));
    for (alpha, k) in [("1/10", 12), ("1/5", 11), ("1/2", 7)] {
        let rows = shipped_rows(&3.into(), &pool, "x", &calibration, (fraction(alpha), 37), 1).expect("a row");
        let [row, random] = &rows[..] else { panic!("no mission is vague: {rows:?}") };
        assert_eq!((random.method, random.words, random.help_per_step), ("random-allowed", "all", 0.0));
        let covered = pool.iter().filter(|episode| episode.score >= scores[k - 1]).count();
        assert!(covered > 0, "nothing was tested");
        let check = row.check.expect("a check");
        assert_eq!((row.method, row.missions, row.calibration_missions, check.rank), ("shipped", 60, 12, k));
        assert!((row.coverage - covered as f64 / 60.0).abs() < 1e-12, "{alpha}: {} {covered}", row.coverage);
        assert!((check.coverage_expected - k as f64 / 13.0).abs() < 1e-12);
        assert!(check.within_tolerance, "{check:?}");
    }
    let none = shipped_rows(&1.into(), &[], "x", &calibration, (fraction("1/10"), 37), 1);
    assert!(none.expect_err("no missions").to_string().contains("missions 0"));
}

/// Clear and vague missions, each by itself, add up to all of them.
#[test]
fn clear_and_vague_ones_of_a_pool_are_told_apart() {
    let distribution = distribution();
    let scorer = scorer();
    let file = make(&scorer, &request("1/2", 3));
    let calibration = file.verify(&running(&distribution, &scorer.identity(), 0, 3), NOW + 1).expect("it matches");
    let scenarios: Vec<_> = (0..40).map(|seed| distribution.sample(TeamClass::Three, seed)).collect();
    let mut pool: Vec<_> = scenarios
        .iter()
        .map(|scenario| runtime().block_on(episode(&distribution, scenario, &scorer)).expect("a feasible scenario"))
        .collect();
    for (place, episode) in pool.iter_mut().enumerate() {
        episode.vague_parts = usize::from(place % 4 == 0);
    }
    let rows = shipped_rows(&3.into(), &pool, "x", &calibration, (fraction("1/2"), 37), 1).expect("rows");
    let rows: Vec<_> = rows.into_iter().filter(|row| row.method == "shipped").collect();
    let told: Vec<_> = rows.iter().map(|row| (row.words, row.missions, row.check.is_some())).collect();
    assert_eq!(told, [("all", 40, true), ("clear", 30, false), ("vague", 10, false)]);
    let covered = |row: &CoverageRow| row.coverage * row.missions as f64;
    assert!((covered(&rows[0]) - covered(&rows[1]) - covered(&rows[2])).abs() < 1e-9);
    assert_ne!(rows[1].help_per_mission, rows[2].help_per_mission);
}

/// The table gives the same figures of tested missions as the file records.
#[test]
fn missions_of_each_certainty_have_rows_of_their_own() {
    let scorer = Telling(scorer());
    let file = make(&scorer, &CalibrationRequest { tested: 40, ..request("1/10", 1) });
    let running = running(&distribution(), &scorer.identity(), 0, 1);
    let calibration = file.verify(&running, NOW).expect("it is about what runs");
    let runtime = runtime();
    let forms = forms_of(&calibration);
    let pool = survey(&distribution(), Some(&forms), &scorer, 1, Split::Test, 0..40, workers(&runtime));
    let pool = pool.expect("feasible scenarios");
    let level = (fraction("1/10"), running.options);
    let rows = shipped_rows(&1.into(), &pool, "x", &calibration, level, 1).expect("rows");
    let words: Vec<_> = rows.iter().map(|row| (row.method, row.words, row.check.is_some())).collect();
    let expected = [
        ("shipped", "all", false),
        ("shipped", "sure", true),
        ("shipped", "unsure", true),
        ("random-allowed", "all", false),
    ];
    assert_eq!(words, expected);
    for (row, class) in rows[1..3].iter().zip(&file.statistics.classes) {
        let [tested] = &class.tested[..] else { panic!("no mission is vague: {:?}", class.tested) };
        let count = |share: f64| (share * row.missions as f64).round() as usize;
        assert_eq!((row.missions, tested.vague_parts), (tested.missions, 0));
        assert_eq!(count(row.coverage), tested.covered);
        assert_eq!(count(row.wrong_unasked_per_mission), tested.wrong_unasked);
        let questions = tested.questions.expect("they are counted");
        assert_eq!(count(row.help_per_mission), questions.asked);
        assert_eq!((row.help_empty * questions.asked as f64).round() as usize, questions.asked_all);
        let asking = row.not_covered * row.missions as f64;
        assert_eq!(questions.uncovered > 0, asking > 0.5, "{questions:?} in {asking} missions that are not covered");
        assert_eq!((row.help_per_step * questions.decisions as f64).round() as usize, questions.asked);
        let [low, high] = tested.wrong_unasked_95.expect("missions were tested");
        let [exact_low, exact_high] = row.wrong_unasked_per_mission_95;
        assert!((low - exact_low).abs() < 1e-4 && (high - exact_high).abs() < 1e-4);
    }
}

#[test]
fn coverage_is_shown_but_not_checked_for_a_file_that_bounds_something_else() {
    let (scorer, runtime) = (scorer(), runtime());
    for (bound, is_checked) in [(Bound::Coverage, true), (Bound::WrongUnasked, false)] {
        let file = make(&scorer, &CalibrationRequest { bound, ..request("1/10", 1) });
        let running = running(&distribution(), &scorer.identity(), 0, 1);
        let calibration = file.verify(&running, NOW).expect("it is about what runs");
        let pool = survey(&distribution(), None, &scorer, 1, Split::Test, 0..40, workers(&runtime));
        let level = (fraction("1/10"), running.options);
        let rows = shipped_rows(&1.into(), &pool.expect("feasible"), "x", &calibration, level, 1).expect("rows");
        assert_eq!((rows[0].method, rows[0].check.is_some()), ("shipped", is_checked), "{bound}");
    }
}
