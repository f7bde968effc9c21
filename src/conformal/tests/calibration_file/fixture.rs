//! A file and the system that runs.

use surefleet_conformal::{
    Bound, CalibrationFile, Certainty, ClassKey, Fraction, Golden, GoldenPrompt, HexFloat, MissionFeatures,
    MissionForms, Mode, ModelIdentity, Provenance, QuestionCounts, Running, SCHEMA, Scope, SequenceRecord, Sha256,
    SizeRange, Statistics, TaskIdentity, Tested, Understood,
};

pub const CREATED: u64 = 1_750_000_000;
pub const NOW: u64 = CREATED + 86_400;
pub const EXPIRES: u64 = CREATED + 90 * 86_400;

pub fn fraction(text: &str) -> Fraction {
    text.parse().expect("a fraction")
}

pub fn model() -> ModelIdentity {
    ModelIdentity {
        id: "household-planner".to_owned(),
        weights_sha256: Sha256::of("weights"),
        tokenizer_sha256: Sha256::of("tokenizer"),
        quantisation: "none".to_owned(),
        backend: "onnxruntime-cpu".to_owned(),
        backend_version: "1.23.0".to_owned(),
        dtype: "f32".to_owned(),
        batch_mode: "one-by-one".to_owned(),
    }
}

pub fn task() -> TaskIdentity {
    TaskIdentity {
        prompt_template_sha256: Sha256::of("template"),
        action_space_sha256: Sha256::of("skills and objects"),
        canonical_order: "skill then object".to_owned(),
        option_labels: "full-text".to_owned(),
        score_definition: "sum of token log-probabilities".to_owned(),
        temperature: 1.0,
        normalisation: "over S".to_owned(),
    }
}

pub fn scope(reorders: u32) -> Scope {
    Scope {
        scenario_distribution: "household-1".to_owned(),
        generator_sha256: Sha256::of("generator"),
        order_policy: "fixed".to_owned(),
        reorders,
        truth_oracle_version: "exact-1".to_owned(),
        operator_policy: "first acceptable from the top".to_owned(),
        calibration_split: "calibration-1".to_owned(),
        test_split: "test-1".to_owned(),
        forms: MissionForms { rule: "runs".to_owned(), missions: 1, most_open: 0, runs: vec!["| | | put".to_owned()] },
    }
}

pub fn running() -> Running {
    let scope = scope(0);
    Running {
        model: model(),
        task: task(),
        scenario_distribution: scope.scenario_distribution,
        generator_sha256: scope.generator_sha256,
        order_policy: scope.order_policy,
        reorders: 0,
        truth_oracle_version: scope.truth_oracle_version,
        operator_policy: scope.operator_policy,
        forms_rule: scope.forms.rule,
        team: 3.into(),
        options: 28,
        team_models: vec![model().weights_sha256],
    }
}

pub fn key(team: [usize; 2]) -> ClassKey {
    key_of(team, Certainty::Any)
}

pub fn key_of(team: [usize; 2], certainty: Certainty) -> ClassKey {
    let team = SizeRange::try_from(team).expect("a range");
    let options = SizeRange::new(20, 40).expect("a range");
    ClassKey::new(team, options, certainty, &[model().weights_sha256]).expect("a key")
}

/// Scores are distinct: -0.001, -0.002, ... in a mixed order.
pub fn records(size: u64, first_seed: u64) -> Vec<SequenceRecord> {
    let record = |i: u64| SequenceRecord {
        score: HexFloat::new((i * 7 % size + 1) as f64 * -0.001).expect("a number"),
        scenario_sha256: Sha256::of(format!("scenario {}", first_seed + i)),
        seed: first_seed + i,
        understood: None,
    };
    (0..size).map(record).collect()
}

/// The same for missions whose likeliest meaning has `top`; most of the last mission was not understood.
pub fn understood(top: f64, size: u64, first_seed: u64) -> Vec<SequenceRecord> {
    let place = |index: usize| Understood::new(top, 0.001 * (index + 1) as f64).expect("probabilities");
    let record = |(index, record)| SequenceRecord { understood: Some(place(index)), ..record };
    records(size, first_seed).into_iter().enumerate().map(record).collect()
}

/// A mission of a scorer that does not say how well it understood.
pub fn mission(team_size: usize, options: usize) -> MissionFeatures {
    MissionFeatures { team: team_size.into(), options, understood: None }
}

pub fn file_of(
    alpha: &str,
    reorders: u32,
    mode: Mode,
    classes: Vec<(ClassKey, Vec<SequenceRecord>)>,
) -> CalibrationFile {
    let prompt = |i: usize| {
        let options = vec!["robot 1: go to kettle".to_owned(), "robot 1: wait".to_owned()];
        GoldenPrompt::new(
            format!("prompt {i}"),
            options,
            &[-0.125, -2.5],
            Some(Understood::new(0.75, 0.125).expect("probabilities")),
        )
        .expect("scores")
    };
    CalibrationFile::new(
        Provenance { schema: SCHEMA, created_unix_s: CREATED, expires_unix_s: EXPIRES, commit: "0123abc".to_owned() },
        vec![model()],
        task(),
        Statistics::calibrate(Bound::Coverage, fraction(alpha), reorders, mode, classes).expect("finite scores"),
        scope(reorders),
        Golden { tolerance: 1e-4, prompts: (0..8).map(prompt).collect() },
    )
}

pub fn file() -> CalibrationFile {
    let classes = vec![(key([2, 4]), records(30, 100)), (key([5, 8]), records(60, 1000))];
    file_of("1/10", 0, Mode::Marginal, classes)
}

/// A file of a scorer that says how well it understood, with test results.
pub fn told_apart() -> CalibrationFile {
    let classes = vec![
        (key_of([2, 4], Certainty::Sure), understood(0.95, 30, 100)),
        (key_of([2, 4], Certainty::Unsure), understood(0.5, 60, 1000)),
    ];
    let mut file = file_of("1/10", 0, Mode::Marginal, classes);
    let questions = QuestionCounts { decisions: 900, asked: 40, asked_all: 5, uncovered: 10 };
    file.statistics.classes[1].tested =
        vec![Tested::new(1, 200, [181, 3, 90]).expect("counts of 200").with_questions(questions)];
    CalibrationFile::new(file.provenance, file.models, file.task, file.statistics, file.scope, file.golden)
}
