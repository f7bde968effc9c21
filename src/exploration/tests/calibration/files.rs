use proptest::prelude::*;
use surefleet_conformal::{Golden, GoldenPrompt, GoldenReplay, HexFloat, Mode, Sha256, Threshold};
use surefleet_exploration::{
    AnswerCalibration, AnswerCertainty, AnswerCourse, AnswerLevels, AnswerStatistics, AskedModel, CalibrationFileError,
    CalibrationOrigin, CalibrationScene, CheckName, ExplorationError, FalseMessageBound, LabelledAnswer, OptionTurns,
    Relevance, RelevanceCalibration, RelevanceLevels, RelevanceRule, RelevanceStatistics, golden_questions,
};
use surefleet_fleet::Digest;
use surefleet_language::{ModelFingerprint, Question};

use crate::scenes::{fraction, levels, pair, random, scores, uniform};

fn fingerprint() -> ModelFingerprint {
    let digest = Digest::of([b"model".as_slice()]);
    ModelFingerprint {
        name: "model".into(),
        weights: digest,
        tokenizer: digest,
        quantisation: "q4".into(),
        backend: "test".into(),
        backend_version: "1".into(),
        dtype: "f32".into(),
    }
}

fn asked() -> AskedModel {
    let scorer = fingerprint().scorer("choice", "choice(model, labels)".into());
    AskedModel::of_relevance(&scorer, "model", OptionTurns::ALL, ("houses", Sha256::of("generator")))
}

fn golden() -> (Golden, Vec<GoldenReplay>) {
    let golden = |question: &Question| {
        let options = question.options.iter().map(|option| option.text.to_string()).collect();
        GoldenPrompt::new(question.prompt.text(), options, &[-0.1, -2.6, -4.0, -5.0], None).unwrap()
    };
    let prompts: Vec<GoldenPrompt> = golden_questions().iter().map(golden).collect();
    let replay = |prompt: &GoldenPrompt| GoldenReplay {
        prompt_sha256: prompt.prompt_sha256,
        scores: vec![-0.1, -2.6, -4.0, -5.0],
        understood: None,
    };
    let replays = prompts.iter().map(replay).collect();
    (Golden { tolerance: 0.001, prompts }, replays)
}

fn origin() -> CalibrationOrigin {
    CalibrationOrigin { created_unix_s: 100, expires_unix_s: 200, commit: "abc".into(), seeds: [1000, 1999] }
}

fn scenes() -> Vec<CalibrationScene> {
    let mut random = random(41);
    let with_false = |seed| {
        let mut scene = uniform(seed, &mut random);
        scene.pairs.push(pair(Relevance::Common, scores(Relevance::Common, 0.8)));
        scene
    };
    (1000..1060).map(with_false).collect()
}

fn relevance(levels: RelevanceLevels, scenes: Vec<CalibrationScene>) -> RelevanceCalibration {
    let statistics = RelevanceStatistics::calibrate(levels, scenes).unwrap();
    RelevanceCalibration::new(origin(), asked(), statistics, golden().0)
}

fn usual() -> RelevanceLevels {
    let bound = FalseMessageBound::AnyInScene { level: fraction("1/10") };
    levels(RelevanceRule::Coverage { mode: Mode::Pac { delta: fraction("1/20") } }, "1/20", Some(bound))
}

fn refusal(text: &str) -> CalibrationFileError {
    let refused = RelevanceCalibration::from_json(text)
        .map_err(ExplorationError::File)
        .and_then(|file| file.verify(&asked(), 150, &golden().1));
    match refused {
        Err(ExplorationError::File(error)) => error,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_file_is_read_back_and_verified_bit_for_bit() {
    let file = relevance(usual(), scenes());
    let text = file.to_json();
    for part in ["\"epsilon_same\": \"1/20\"", "\"delta\": \"1/20\"", "\"t\": \"0x1.", "\"name\": \"any_in_scene\""] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let read = RelevanceCalibration::from_json(&text).unwrap();
    assert_eq!(read, file);
    let criterion = read.verify(&asked(), 150, &golden().1).unwrap();
    assert_eq!(criterion.calibration(), Some(read.digest()));
    let unverified =
        surefleet_exploration::RelevanceCriterion::calibrate(&read.statistics.levels, &read.statistics.scenes);
    assert_eq!(unverified.unwrap().calibration(), None);
    assert_eq!(criterion.limits(), &file.statistics.limits);
}

#[test]
fn a_threshold_that_differs_in_its_last_bit_is_refused() {
    let mut file = relevance(usual(), scenes());
    let Threshold::Finite(t) = file.statistics.limits.same.t else { panic!("finite") };
    file.statistics.limits.same.t = Threshold::Finite(f64::from_bits(t.to_bits() - 1));
    let forged = RelevanceCalibration::new(file.origin, file.asked, file.statistics, file.golden);
    assert!(matches!(refusal(&forged.to_json()), CalibrationFileError::Limits { .. }));
}

#[test]
fn what_does_not_match_is_refused_by_name() {
    let text = relevance(usual(), scenes()).to_json();
    let changed = |was: &str, is: &str| {
        assert!(text.contains(was), "{was}");
        refusal(&text.replacen(was, is, 1))
    };
    let mismatch = |error: CalibrationFileError| match error {
        CalibrationFileError::Mismatch { field, .. } => field,
        other => panic!("{other:?}"),
    };
    assert_eq!(mismatch(changed("\"quantisation\": \"q4\"", "\"quantisation\": \"q8\"")), "asked.model.quantisation");
    assert_eq!(mismatch(changed("\"option_turns\": \"all four\"", "\"option_turns\": \"\"")), "asked.option_turns");
    let template = asked().prompt_template_sha256.to_string();
    let other = Sha256::of("other words").to_string();
    assert_eq!(mismatch(changed(&template, &other)), "asked.prompt_template_sha256");
    assert!(matches!(
        changed("relevance-calibration/1", "relevance-calibration/2"),
        CalibrationFileError::Schema { .. }
    ));
    assert!(matches!(changed("\"commit\"", "\"comit\""), CalibrationFileError::Json(_)));
    assert_eq!(changed("\"commit\": \"abc\"", "\"commit\": \"abd\""), CalibrationFileError::Changed);
    assert_eq!(changed("\"seed\": 1000", "\"seed\": 1001"), CalibrationFileError::SameScene(1001));
    assert_eq!(changed("\"seed\": 1000", "\"seed\": 2000"), CalibrationFileError::ForeignScene(2000));
    assert!(matches!(
        changed("\"epsilon_same\": \"1/20\"", "\"epsilon_same\": \"1/10\""),
        CalibrationFileError::Limits { .. }
    ));
    assert!(matches!(changed("\"epsilon_same\": \"1/20\"", "\"epsilon_same\": 0.05"), CalibrationFileError::Json(_)));
}

#[test]
fn dates_and_golden_prompts_are_checked() {
    let file = relevance(usual(), scenes());
    for now in [99, 200] {
        let refused = file.verify(&asked(), now, &golden().1).unwrap_err();
        assert!(matches!(refused, ExplorationError::File(CalibrationFileError::Date { .. })), "{refused}");
    }
    let mut replays = golden().1;
    replays[3].scores[1] += 0.01;
    assert!(matches!(file.verify(&asked(), 150, &replays), Err(ExplorationError::Calibration(_))));
    assert!(matches!(file.verify(&asked(), 150, &replays[..7]), Err(ExplorationError::Calibration(_))));
}

fn courses() -> Vec<AnswerCourse> {
    let course = |seed: u64| {
        let confidence = HexFloat::new(0.5 + (seed % 50) as f64 / 100.0).unwrap();
        let answers = vec![LabelledAnswer { confidence, is_right: confidence.get() > 0.6 }];
        AnswerCourse { scene_sha256: Sha256::of(seed.to_string()), seed, answers }
    };
    (1000..1300).map(course).collect()
}

#[test]
fn an_answer_file_gives_a_check_that_bears_its_digest() {
    let running = AskedModel::of_answers(&fingerprint(), Sha256::of("words"), ("houses", Sha256::of("generator")));
    let levels = AnswerLevels { epsilon: fraction("1/20"), delta: fraction("1/20"), steps: 100 };
    let statistics = AnswerStatistics::calibrate(levels, courses()).unwrap();
    let file = AnswerCalibration::new(origin(), running.clone(), statistics, golden().0);
    let read = AnswerCalibration::from_json(&file.to_json()).unwrap();
    let check = read.verify(&running, 150, &golden().1).unwrap();
    assert_eq!(check.name(), CheckName::Calibrated(file.digest()));
    assert_eq!(check.certainty(), AnswerCertainty::Certain);
    assert!((0.5..0.65).contains(&check.above()), "{}", check.above());
    // The scorer of pairs is not the model that answers.
    assert!(matches!(
        read.verify(&asked(), 150, &golden().1),
        Err(ExplorationError::File(CalibrationFileError::Mismatch { .. }))
    ));
    let other_kind = RelevanceCalibration::from_json(&file.to_json()).unwrap_err();
    assert!(matches!(other_kind, CalibrationFileError::Schema { .. }));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn no_damaged_file_is_verified(at in 0.0..1.0f64, byte in 32u8..127) {
        let file = relevance(usual(), scenes()[..59].to_vec());
        let mut text = file.to_json().into_bytes();
        let at = (at * text.len() as f64) as usize;
        prop_assume!(text[at] != byte && !text[at].is_ascii_whitespace() && !byte.is_ascii_whitespace());
        text[at] = byte;
        let text = String::from_utf8(text).unwrap();
        if let Ok(read) = RelevanceCalibration::from_json(&text) {
            prop_assert!(read == file || read.verify(&asked(), 150, &golden().1).is_err());
        }
    }
}
