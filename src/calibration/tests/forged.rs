//! Calibration files that were forged and given a digest that fits: each is refused before anybody acts by it, and the forgery is named.

use std::sync::{Arc, LazyLock};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use surefleet_calibration::{
    CalibrationRequest, Split, Workers, calibrate, replay_golden, running, spot_check, survey,
};
use surefleet_conformal::{
    Bound, CalibrationError, CalibrationFile, Certainty, Fraction, Golden, Guarantee, HexFloat, Mode, SequenceRecord,
    Sha256, Statistics, Understood,
};
use surefleet_fleet::Digest;
use surefleet_language::{OptionScorer, Question, ScoreError, ScorerIdentity, Scores, Understanding};
use surefleet_mission::{Distribution, Transport};
use surefleet_simulator::SimulatedScorer;
use tokio::runtime::Runtime;

const NOW: u64 = 1_760_000_000;
/// Where a team of three is sure of its mission, in the file's order of classes.
const THREE_SURE: usize = 2;

/// The simulated scorer, which says of about a fifth of the missions that it is not sure, and of some that it is lost.
struct Telling(SimulatedScorer);

impl OptionScorer for Telling {
    fn identity(&self) -> ScorerIdentity {
        self.0.identity()
    }

    async fn score(&self, question: &Question) -> Result<Scores, ScoreError> {
        let scores = self.0.score(question).await?;
        let drawn = Digest::of([question.turn.brief.text.as_bytes()]).as_bytes()[0];
        let (top, unexplained) = match drawn {
            ..10 => (0.2, 0.6),
            10..60 => (0.5, 0.3),
            _ => (0.95, f64::from(drawn) / 2560.0),
        };
        Ok(scores.understood(Understanding { top, unexplained }))
    }
}

fn scorer() -> Telling {
    scorer_of(4.0)
}

fn scorer_of(quality: f64) -> Telling {
    Telling(SimulatedScorer::new(Arc::new(Transport::household()), quality, 1).expect("a good quality"))
}

fn distribution() -> Distribution {
    Distribution::household(Arc::new(Transport::household())).expect("the household is large enough")
}

fn fraction(text: &str) -> Fraction {
    text.parse().expect("a fraction")
}

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_current_thread().build().expect("a runtime")
}

fn workers(runtime: &Runtime) -> Workers<'_> {
    Workers { threads: 2, runtime: runtime.handle(), on_more: &|_| {}, on_episode: &|| {}, on_learnt: &|_| {} }
}

static GENUINE: LazyLock<CalibrationFile> = LazyLock::new(|| made(Bound::Coverage, &scorer()));

fn made(bound: Bound, scorer: &Telling) -> CalibrationFile {
    let request = CalibrationRequest {
        bound,
        alpha: fraction("1/10"),
        mode: Mode::Pac { delta: fraction("1/20") },
        reorders: 0,
        teams: vec![1.into(), 3.into()],
        scenarios: 60,
        forms: 500,
        most_draws: 3000,
        tested: 0,
        created_unix_s: NOW,
        expires_unix_s: NOW + 1000,
        commit: "test".into(),
    };
    calibrate(&distribution(), scorer, &request, workers(&runtime())).expect("enough missions").file
}

/// All that a planner of a team of three checks at its start.
fn start(file: &CalibrationFile, seed: u64) -> Result<(), CalibrationError> {
    start_with(&scorer(), Bound::Coverage, file, seed)
}

fn start_with(scorer: &Telling, bound: Bound, file: &CalibrationFile, seed: u64) -> Result<(), CalibrationError> {
    let distribution = distribution();
    let guarantee = Guarantee { bound, alpha: Some(fraction("1/10")), ..Guarantee::default() };
    guarantee.check(file)?;
    file.verify(&running(&distribution, &scorer.identity(), 0, 3), NOW + 1)?;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    runtime().block_on(async {
        file.verify_golden(&replay_golden(&distribution, scorer).await.expect("it answers"))?;
        spot_check(&distribution, scorer, file, &3.into(), &mut random).await
    })
}

/// The file after `change`, with ranks, thresholds and digest that fit.
fn forged(change: impl FnOnce(&mut CalibrationFile)) -> CalibrationFile {
    let mut file = GENUINE.clone();
    change(&mut file);
    let CalibrationFile { provenance, models, task, statistics, scope, golden, .. } = file;
    let classes = statistics.classes.into_iter().map(|class| (class.key, class.scores)).collect();
    let statistics =
        Statistics::calibrate(statistics.bound, statistics.alpha, scope.reorders, statistics.mode, classes);
    CalibrationFile::new(provenance, models, task, statistics.expect("scores"), scope, golden)
}

/// Why it is refused, whichever missions are picked.
fn refusal(file: &CalibrationFile) -> CalibrationError {
    file.recompute().map(drop).unwrap_or_else(|error| {
        assert!(
            matches!(error, CalibrationError::GoldenTolerance { .. } | CalibrationError::GoldenRepeated { .. }),
            "the forger did a good job, but: {error}"
        )
    });
    start(file, 2).expect_err("another pick");
    start(file, 1).expect_err("a forged file")
}

fn score(value: f64) -> HexFloat {
    HexFloat::new(value).expect("a number")
}

#[test]
fn a_genuine_file_is_acted_by_whatever_is_picked() {
    assert!(GENUINE.statistics.classes.iter().all(|class| class.m == 60));
    for seed in 0..5 {
        assert_eq!(start(&GENUINE, seed), Ok(()));
    }
}

/// Missions in which the first options are wrong have another score under it. A poor scorer has some.
#[test]
fn a_file_of_the_other_bound_is_acted_by_where_it_is_wanted_and_cannot_pass_for_one_of_coverage() {
    let poor = scorer_of(2.0);
    let [covering, lone] = [Bound::Coverage, Bound::WrongUnasked].map(|bound| made(bound, &poor));
    for seed in 0..5 {
        assert_eq!(start_with(&poor, Bound::WrongUnasked, &lone, seed), Ok(()));
    }
    assert!(matches!(start_with(&poor, Bound::Coverage, &lone, 1), Err(CalibrationError::Bound { .. })));
    let mut higher = 0;
    for (lone, covering) in lone.statistics.classes.iter().zip(&covering.statistics.classes) {
        assert_eq!((&lone.key, lone.k), (&covering.key, covering.k));
        for (lone, covering) in lone.scores.iter().zip(&covering.scores) {
            assert_eq!((lone.seed, lone.scenario_sha256), (covering.seed, covering.scenario_sha256));
            assert!(lone.score.get() >= covering.score.get(), "seed {}: whoever covers is not wrong alone", lone.seed);
            higher += usize::from(lone.score.get() > covering.score.get());
        }
    }
    assert!(higher > 20, "{higher}");
    let disguised = forged(|file| {
        file.clone_from(&lone);
        file.statistics.bound = Bound::Coverage;
    });
    let error = start_with(&poor, Bound::Coverage, &disguised, 1).expect_err("its scores are of another bound");
    assert!(matches!(error, CalibrationError::Redrawn { what: "score", .. }), "{error}");
}

#[test]
fn classes_that_were_swapped_are_refused() {
    let swap = |file: &mut CalibrationFile, with: usize| {
        let other = file.statistics.classes[with].scores.clone();
        let own = std::mem::replace(&mut file.statistics.classes[THREE_SURE].scores, other);
        file.statistics.classes[with].scores = own;
    };
    // Of teams of one.
    let error = refusal(&forged(|file| swap(file, 0)));
    assert!(matches!(&error, CalibrationError::ForeignSeed { of, .. } if of.contains("teams of 3")), "{error}");
    // Of missions of which the scorer is not sure: what it said of them is swapped as well, or the file contradicts itself.
    let error = refusal(&forged(|file| {
        swap(file, THREE_SURE + 1);
        for (class, top) in [(THREE_SURE, 0.95), (THREE_SURE + 1, 0.5)] {
            let said = Understood::new(top, 0.1).expect("probabilities");
            file.statistics.classes[class].scores.iter_mut().for_each(|record| record.understood = Some(said));
        }
    }));
    assert!(
        matches!(error, CalibrationError::Redrawn { what: "understanding", .. } | CalibrationError::LeftOut { .. }),
        "{error}"
    );
    // Only the scores, where seeds and scenarios stay.
    let error = refusal(&forged(|file| {
        let scores: Vec<HexFloat> = file.statistics.classes[0].scores.iter().map(|record| record.score).collect();
        for (record, score) in file.statistics.classes[THREE_SURE].scores.iter_mut().zip(scores) {
            record.score = score;
        }
    }));
    assert!(matches!(error, CalibrationError::Redrawn { what: "score", .. }), "{error}");
}

#[test]
fn seeds_of_the_test_split_are_refused() {
    let error = refusal(&forged(|file| {
        let runtime = runtime();
        let pool = survey(&distribution(), None, &scorer(), 3, Split::Test, 0..200, workers(&runtime));
        let sure = pool.expect("feasible").into_iter().filter(|it| Certainty::of(it.understood) == Certainty::Sure);
        let record = |episode: surefleet_calibration::Episode| SequenceRecord {
            score: score(episode.score),
            scenario_sha256: Sha256::from_bytes(*episode.scenario.as_bytes()),
            seed: episode.seed,
            understood: episode.understood,
        };
        file.statistics.classes[THREE_SURE].scores = sure.map(record).take(60).collect();
    }));
    assert!(matches!(&error, CalibrationError::ForeignSeed { of, .. } if of.contains("2 * 2^48")), "{error}");
    let error = refusal(&forged(|file| file.statistics.classes[THREE_SURE].scores[5].seed = 7));
    assert!(matches!(&error, CalibrationError::ForeignSeed { seed: 7, of, .. } if of == "of no split"), "{error}");
}

#[test]
fn a_file_without_its_worst_missions_is_refused() {
    let worst = |file: &CalibrationFile| {
        let scores = &file.statistics.classes[THREE_SURE].scores;
        let end = scores.iter().map(|record| record.seed).max();
        let worst = scores.iter().filter(|record| Some(record.seed) < end);
        worst.min_by(|a, b| a.score.get().total_cmp(&b.score.get())).expect("missions").seed
    };
    let dropped = worst(&GENUINE);
    let error =
        refusal(&forged(|file| file.statistics.classes[THREE_SURE].scores.retain(|record| record.seed != dropped)));
    assert!(matches!(error, CalibrationError::LeftOut { seed, .. } if seed == dropped), "{error}");
}

#[test]
fn scores_that_were_invented_are_refused() {
    let better = |record: &mut SequenceRecord| record.score = score(record.score.get() / 2.0);
    let error = refusal(&forged(|file| file.statistics.classes[THREE_SURE].scores.iter_mut().for_each(better)));
    assert!(matches!(error, CalibrationError::Redrawn { what: "score", .. }), "{error}");
    let scenario = |record: &mut SequenceRecord| record.scenario_sha256 = Sha256::of(record.seed.to_string());
    let error = refusal(&forged(|file| file.statistics.classes[THREE_SURE].scores.iter_mut().for_each(scenario)));
    assert!(matches!(error, CalibrationError::Redrawn { what: "scenario", .. }), "{error}");
    let said = Understood::new(0.95, 0.0).expect("probabilities");
    let error = refusal(&forged(|file| {
        file.statistics.classes[THREE_SURE].scores.iter_mut().for_each(|record| record.understood = Some(said));
    }));
    assert!(matches!(error, CalibrationError::Redrawn { what: "understanding", .. }), "{error}");
}

/// The rank is that of what the file says; that it says less than the fleet wants, only the fleet file knows.
#[test]
fn a_weaker_guarantee_than_the_fleets_is_refused() {
    let marginal = || forged(|file| file.statistics.mode = Mode::Marginal);
    assert!(marginal().statistics.classes[THREE_SURE].k < GENUINE.statistics.classes[THREE_SURE].k);
    let lax = forged(|file| file.statistics.mode = Mode::Pac { delta: fraction("9/10") });
    let level = forged(|file| file.statistics.alpha = fraction("1/2"));
    for (file, found) in [(marginal(), "marginal"), (lax, "delta 9/10"), (level, "alpha 1/2")] {
        let error = refusal(&file);
        assert!(matches!(error, CalibrationError::Guarantee { .. }), "{error}");
        assert!(error.to_string().contains(found) && error.to_string().contains("pac (delta 1/20) at alpha 1/10"));
    }
    let says_nothing = Guarantee::default();
    assert!(says_nothing.check(&marginal()).is_err());
    assert_eq!(Guarantee { delta: None, ..says_nothing }.check(&marginal()), Ok(()));
}

#[test]
fn golden_prompts_that_tell_nothing_are_refused() {
    let error = refusal(&forged(|file| file.golden.tolerance = 1e9));
    assert_eq!(error, CalibrationError::GoldenTolerance { tolerance: 1e9, greatest: 0.01 });
    let prompt = GENUINE.golden.prompts[0].clone();
    let error = refusal(&forged(|file| file.golden = Golden { tolerance: 1e-3, prompts: vec![prompt.clone(); 12] }));
    assert_eq!(error, CalibrationError::GoldenRepeated { prompt: prompt.prompt_sha256 });
}
