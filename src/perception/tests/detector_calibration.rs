//! A detector's calibration file against the running setup: any mismatch leaves every action to a person.

use surefleet_conformal::{Golden, GoldenReplay, Mode, Sha256};
use surefleet_fleet::Digest;
use surefleet_language::{Exchange, ModelFingerprint, MultipleChoice, Picture, ScoreError, Usage, VisionLanguageModel};
use surefleet_perception::{
    ActionEvidence, ActionOutcome, ActionVerdict, CalibrationCheck, Check, Criterion, Detector, DetectorCalibration,
    DetectorStatistics, Judge, Levels, Origin, PerceptionError, QuestionWording, Strategy, Uncertainty, golden_prompts,
    read,
};

/// A model whose first answer is likelier the redder the first pixel of the picture is.
struct Redness {
    p: Option<f64>,
    bias: f64,
}

impl VisionLanguageModel for Redness {
    fn fingerprint(&self) -> ModelFingerprint {
        let digest = |part: &str| Digest::of([part.as_bytes()]);
        ModelFingerprint {
            name: "redness".into(),
            weights: digest("weights"),
            tokenizer: digest("tokenizer"),
            quantisation: "none".into(),
            backend: "test".into(),
            backend_version: "1".into(),
            dtype: "f64".into(),
        }
    }

    fn look(&mut self, picture: &Picture) -> Result<Usage, ScoreError> {
        self.p = Some((f64::from(picture.rgb()[0]) / 255.0 + self.bias).clamp(0.0, 1.0));
        Ok(Usage::default())
    }

    fn choose(&mut self, _: &[Exchange], _: &str, answers: &[&str]) -> Result<MultipleChoice, ScoreError> {
        let p = self.p.ok_or_else(|| ScoreError::Model("there is no picture".into()))?;
        let mut probabilities = vec![(1.0 - p) / (answers.len() - 1) as f64; answers.len()];
        probabilities[0] = p;
        Ok(MultipleChoice { probabilities, mass: 1.0, usage: Usage::default() })
    }

    fn describe(&mut self, _: &[Exchange], _: &str, _: u32) -> Result<(String, Usage), ScoreError> {
        Err(ScoreError::Model("it is silent".into()))
    }
}

fn model() -> Redness {
    Redness { p: None, bias: 0.0 }
}

fn detector() -> Detector {
    Detector::new(
        &model().fingerprint(),
        (Strategy::StateComparison, Uncertainty::TokenProbability, QuestionWording::Short),
        0.5,
        ("test card", [32, 32]),
        ("reds 1", Sha256::of("generator")),
    )
}

/// Thirty checks of each class: successes at .70 to .99, failures at .01 to .30.
fn checks() -> Vec<CalibrationCheck> {
    let check = |seed: u64| {
        let p = (if seed < 30 { 70.0 } else { 1.0 } + (seed % 30) as f64) / 100.0;
        let (truth, says) =
            if seed < 30 { (ActionOutcome::Success, p > 0.5) } else { (ActionOutcome::Failure, p > 0.5) };
        let says = if says { ActionOutcome::Success } else { ActionOutcome::Failure };
        let evidence = ActionEvidence::new(says, p, 1.0 - p, p.min(1.0 - p)).expect("from 0 to 1");
        CalibrationCheck { truth, evidence, scene_sha256: Sha256::of(seed.to_string()), seed: 1000 + seed }
    };
    (0..60).map(check).collect()
}

fn levels(alpha_failure: &str) -> Levels {
    let alpha = |text: &str| text.parse().expect("a fraction");
    Levels::Conformal { alpha_failure: alpha(alpha_failure), alpha_success: alpha("1/10"), mode: Mode::Marginal }
}

fn golden(model: &mut Redness) -> Vec<surefleet_conformal::GoldenPrompt> {
    golden_prompts(model, Strategy::StateComparison, QuestionWording::Short, [32, 32]).expect("the model answers")
}

fn replays() -> Vec<GoldenReplay> {
    golden(&mut model()).iter().map(Into::into).collect()
}

fn file_of(levels: Levels, checks: Vec<CalibrationCheck>) -> DetectorCalibration {
    let origin = Origin { created_unix_s: 100, expires_unix_s: 200, commit: "0123abc".into(), seeds: [1000, 1059] };
    let statistics = DetectorStatistics::calibrate(levels, checks).expect("scores");
    let golden = Golden { tolerance: 1e-6, prompts: golden(&mut model()) };
    DetectorCalibration::new(origin, detector(), statistics, golden)
}

fn file() -> DetectorCalibration {
    file_of(levels("1/20"), checks())
}

fn refusal(file: &DetectorCalibration) -> String {
    file.verify(&detector(), 150, &replays()).expect_err("something is wrong").to_string()
}

/// The verdict on a picture of this redness.
fn judged(criterion: Result<Criterion, PerceptionError>, red: u8) -> ActionVerdict {
    let check = Check::new("task", "paint it red", "it is red").expect("words");
    let mut model = model();
    model.look(&Picture::new(1, 1, vec![red, 0, 0]).expect("a pixel")).expect("a picture");
    let mut judge = Judge::new([criterion]);
    let readings =
        read(&mut model, &check, &[Strategy::StateComparison], &judge.uncertainties(), QuestionWording::Short);
    judge.judge(150, &check, readings)
}

#[test]
fn file_that_fits_what_runs_judges_by_the_scores_it_holds() {
    let file = DetectorCalibration::from_json(&file().to_json()).expect("our own file");
    let criterion = || file.verify(&detector(), 150, &replays());
    // Failure is plausible from a score of .70 = 1 - .30 on (k = 30 of 30), success from .72 on (k = 28 of 30).
    let p = |of_hundred: f64| (of_hundred * 2.55) as u8;
    assert_eq!(judged(criterion(), p(90.0)), ActionVerdict::Success);
    assert!(matches!(judged(criterion(), p(10.0)), ActionVerdict::Failure(_)));
    assert!(matches!(judged(criterion(), p(50.0)), ActionVerdict::Uncertain { .. }));
    assert!(matches!(judged(criterion(), p(71.0)), ActionVerdict::Uncertain { .. }));
    assert_eq!(file.to_json(), DetectorCalibration::from_json(&file.to_json()).expect("again").to_json());
}

#[test]
fn every_field_of_the_detector_is_compared_and_named() {
    let file = file();
    let fields = serde_json::to_value(detector()).expect("JSON");
    let mut compared = 0;
    let mut change = |path: &[&str], value: &serde_json::Value| {
        let mut other = fields.clone();
        let leaf = path.iter().fold(&mut other, |at, name| &mut at[*name]);
        *leaf = match (*path.last().expect("a name"), value) {
            ("strategy", _) => "nap".into(),
            ("wording", _) => "paper".into(),
            ("uncertainty", _) => "entropy".into(),
            (name, serde_json::Value::String(_)) if name.ends_with("sha256") => Sha256::of("other").to_string().into(),
            (_, serde_json::Value::String(_)) => "other".into(),
            (_, serde_json::Value::Number(_)) => 0.25.into(),
            _ => serde_json::json!([64, 32]),
        };
        let running: Detector = serde_json::from_value(other).expect("a detector");
        let refused = file.verify(&running, 150, &replays()).expect_err("another detector").to_string();
        assert!(refused.starts_with(&format!("detector.{} was calibrated as", path.join("."))), "{refused}");
        compared += 1;
    };
    for (name, value) in fields.as_object().expect("fields") {
        match value.as_object() {
            Some(parts) => parts.iter().for_each(|(part, value)| change(&[name, part], value)),
            None => change(&[name], value),
        }
    }
    assert_eq!(compared, 18);
}

#[test]
fn dates_scenes_and_sizes_are_checked() {
    for now in [99, 200] {
        let refused = file().verify(&detector(), now, &replays()).expect_err("outside its dates");
        assert_eq!(refused, PerceptionError::Date { from: 100, until: 200, now });
    }
    let mut twice = checks();
    twice[7].scene_sha256 = twice[3].scene_sha256;
    assert!(refusal(&file_of(levels("1/20"), twice)).starts_with("scene 1007 occurs twice"));
    let mut foreign = checks();
    foreign[7].seed = 1060;
    assert!(refusal(&file_of(levels("1/20"), foreign)).starts_with("scene 1060 is none of the seeds"));
    let strict = refusal(&file_of(levels("1/100"), checks()));
    assert!(strict.starts_with("rank 31 of 30 true failures does not exist"), "{strict}");
}

#[test]
fn one_flipped_bit_is_found() {
    let text = file().to_json();
    let read = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        DetectorCalibration::from_json(&text.replacen(from, to, 1))
    };
    let limits = read("\"k\": 30", "\"k\": 29").expect("JSON of the schema");
    assert!(refusal(&limits).contains("but its scores give"));
    // Changes the last bit of a score that is not a threshold: only the digest shows it.
    let score = read("0x1.999999999999ap-4", "0x1.999999999999bp-4").expect("JSON of the schema");
    assert!(refusal(&score).contains("was changed after it was made"));
    let commit = read("0123abc", "0123abd").expect("JSON of the schema");
    assert!(refusal(&commit).contains("was changed after it was made"));
    let newer = read("calibration/1", "calibration/2").expect_err("another schema");
    assert!(matches!(newer, PerceptionError::Schema { .. }), "{newer}");
    assert!(matches!(read("\"commit\"", "\"comit\""), Err(PerceptionError::Json(_))));
}

#[test]
fn model_that_answers_otherwise_than_calibrated_is_off() {
    let mut drifted = Redness { bias: 0.01, ..model() };
    let replays = golden(&mut drifted).iter().map(Into::into).collect::<Vec<_>>();
    let refused = file().verify(&detector(), 150, &replays);
    assert!(matches!(refused, Err(PerceptionError::Calibration(_))), "{refused:?}");
    assert!(matches!(judged(refused, 255), ActionVerdict::Uncertain { .. }));
    assert!(file().verify(&detector(), 150, &[]).is_err());
}
