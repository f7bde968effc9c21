//! A detector's calibration that was forged and given a digest that fits is refused before anybody acts by it.

use std::sync::{Arc, LazyLock};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use surefleet_calibration::{DetectionScene, DetectionScenes, DetectionSplit, PICTURE_EDGE, calibrate_detector};
use surefleet_conformal::Mode;
use surefleet_fleet::Digest;
use surefleet_language::{Exchange, ModelFingerprint, MultipleChoice, Picture, ScoreError, Usage, VisionLanguageModel};
use surefleet_mission::Transport;
use surefleet_perception::{
    ActionEvidence, ActionOutcome, CalibrationCheck, DetectorCalibration, DetectorStatistics, Levels, Origin,
    PerceptionError, QuestionWording, Strategy, Uncertainty, golden_prompts,
};

const ASKED: (Strategy, Uncertainty, QuestionWording) =
    (Strategy::StateComparison, Uncertainty::TokenProbability, QuestionWording::Short);

/// Says of each picture what its bytes say; that it is no good detector does not matter here.
#[derive(Default)]
struct Dice(f64);

impl VisionLanguageModel for Dice {
    fn fingerprint(&self) -> ModelFingerprint {
        let digest = |part: &str| Digest::of([part.as_bytes()]);
        ModelFingerprint {
            name: "dice".into(),
            weights: digest("weights"),
            tokenizer: digest("tokenizer"),
            quantisation: "none".into(),
            backend: "test".into(),
            backend_version: "1".into(),
            dtype: "f64".into(),
        }
    }

    fn look(&mut self, picture: &Picture) -> Result<Usage, ScoreError> {
        self.0 = f64::from(Digest::of([picture.rgb()]).as_bytes()[0]) / 256.0;
        Ok(Usage::default())
    }

    fn choose(&mut self, _: &[Exchange], _: &str, answers: &[&str]) -> Result<MultipleChoice, ScoreError> {
        let mut probabilities = vec![(1.0 - self.0) / (answers.len() - 1) as f64; answers.len()];
        probabilities[0] = self.0;
        Ok(MultipleChoice { probabilities, mass: 1.0, usage: Usage::default() })
    }

    fn describe(&mut self, _: &[Exchange], _: &str, _: u32) -> Result<(String, Usage), ScoreError> {
        Err(ScoreError::Model("it is silent".into()))
    }
}

fn scenes() -> DetectionScenes {
    DetectionScenes::household(Arc::new(Transport::household()))
}

fn levels(mode: Mode) -> Levels {
    let half = "1/2".parse().expect("a fraction");
    Levels::Conformal { alpha_failure: half, alpha_success: half, mode }
}

fn pac() -> Mode {
    Mode::Pac { delta: "1/20".parse().expect("a fraction") }
}

fn of_split(split: DetectionSplit) -> DetectorCalibration {
    let mut scenes = scenes();
    let detector = scenes.detector(&Dice::default().fingerprint(), ASKED, 0.5, [PICTURE_EDGE; 2]);
    let seeds = [split.seed(0), split.seed(79)];
    let origin = Origin { created_unix_s: 100, expires_unix_s: 200, commit: "test".into(), seeds };
    let drawn = (0..80).map(|number| Ok::<DetectionScene, PerceptionError>(scenes.draw(split, number)));
    calibrate_detector(&mut Dice::default(), detector, (levels(pac()), origin), drawn).expect("scores")
}

static GENUINE: LazyLock<DetectorCalibration> = LazyLock::new(|| of_split(DetectionSplit::Calibration));

/// All that a perception node checks at its start.
fn start(file: &DetectorCalibration, seed: u64) -> Result<(), String> {
    file.statistics.levels.check(None).map_err(|error| error.to_string())?;
    let (mut scenes, mut model) = (scenes(), Dice::default());
    let running = scenes.detector(&model.fingerprint(), ASKED, 0.5, [PICTURE_EDGE; 2]);
    let said = golden_prompts(&mut model, ASKED.0, ASKED.2, [PICTURE_EDGE; 2]).expect("it answers");
    file.verify(&running, 150, &said.iter().map(Into::into).collect::<Vec<_>>()).map_err(|error| error.to_string())?;
    scenes.spot_check(&mut model, file, &mut ChaCha8Rng::seed_from_u64(seed))
}

/// The file after `change`, with limits and digest that fit.
fn forged(change: impl FnOnce(&mut DetectorCalibration)) -> DetectorCalibration {
    let mut file = GENUINE.clone();
    change(&mut file);
    let DetectorCalibration { origin, detector, statistics, golden, .. } = file;
    let statistics = DetectorStatistics::calibrate(statistics.levels, statistics.checks).expect("scores");
    DetectorCalibration::new(origin, detector, statistics, golden)
}

fn refusal(change: impl FnOnce(&mut DetectorCalibration)) -> String {
    start(&forged(change), 1).expect_err("a forged file")
}

#[test]
fn a_genuine_file_is_acted_by_whatever_is_picked() {
    for seed in 0..3 {
        assert_eq!(start(&GENUINE, seed), Ok(()));
    }
}

#[test]
fn scenes_that_are_not_those_of_the_split_are_refused() {
    let dropped = refusal(|file| {
        file.statistics.checks.remove(7);
    });
    assert!(dropped.contains("scene 7 has seed 20000000008") && dropped.contains("so 20000000007"), "{dropped}");
    let test = start(&of_split(DetectionSplit::Test), 1).expect_err("the test split");
    assert!(test.contains("scene 0 has seed 30000000000"), "{test}");
}

#[test]
fn truths_and_scores_that_were_changed_are_refused() {
    let swapped = refusal(|file| {
        file.statistics.checks.iter_mut().for_each(|check| {
            check.truth = match check.truth {
                ActionOutcome::Success => ActionOutcome::Failure,
                ActionOutcome::Failure => ActionOutcome::Success,
            };
        });
    });
    assert!(swapped.contains("drawn again it is"), "{swapped}");
    let surely = |check: &mut CalibrationCheck| {
        let p = if check.truth == ActionOutcome::Success { 1.0 } else { 0.0 };
        check.evidence = ActionEvidence::new(check.truth, p, 1.0 - p, 0.0).expect("from 0 to 1");
    };
    let invented = refusal(|file| file.statistics.checks.iter_mut().for_each(surely));
    assert!(invented.contains("is recorded with the scores") && invented.contains("the model gives"), "{invented}");
}

#[test]
fn weaker_levels_and_a_tolerance_that_tells_nothing_are_refused() {
    let marginal = refusal(|file| file.statistics.levels = levels(Mode::Marginal));
    assert!(marginal.contains("promises") && marginal.contains("marginal"), "{marginal}");
    assert!(levels(Mode::Marginal).check(Some(&levels(Mode::Marginal))).is_ok());
    assert!(levels(pac()).check(Some(&levels(Mode::Marginal))).is_err(), "the fleet file names the levels");
    let lax = refusal(|file| file.golden.tolerance = 1e9);
    assert!(lax.contains("golden tolerance 1000000000"), "{lax}");
    let repeated = refusal(|file| file.golden.prompts = vec![file.golden.prompts[0].clone(); 8]);
    assert!(repeated.contains("stands twice"), "{repeated}");
}
