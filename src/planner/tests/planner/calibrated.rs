//! A verified calibration with scores of the test's choice.

use surefleet_conformal::{
    Autonomy, Bound, CalibrationFile, Certainty, ClassKey, Golden, GoldenPrompt, GoldenReplay, HexFloat, MissionForms,
    Mode, ModelIdentity, Provenance, Running, SCHEMA, Scope, SequenceRecord, Sha256, SizeRange, Statistics,
    TaskIdentity, Understood,
};

/// When the calibration of the tests expires, in seconds.
pub const EXPIRES_S: u64 = 1_000_000;

/// Autonomy that is on: marginal mode, alpha 1/10, the given raw sequence scores, teams of up to 20. The scorer does
/// not say how well it understands.
pub fn autonomy(scores: &[f64], reorders: u32) -> Autonomy {
    with_classes(&[(scores, None)], reorders)
}

/// The same with a class for each entry: its scores, and the scorer's report on each of its missions.
pub fn with_classes(classes: &[(&[f64], Option<Understood>)], reorders: u32) -> Autonomy {
    with_bound(Bound::Coverage, classes, reorders)
}

fn with_bound(bound: Bound, classes: &[(&[f64], Option<Understood>)], reorders: u32) -> Autonomy {
    let hash = |text: &str| Sha256::of(text);
    let model = ModelIdentity {
        id: "tiny".into(),
        weights_sha256: hash("weights"),
        tokenizer_sha256: hash("tokenizer"),
        quantisation: "none".into(),
        backend: "table".into(),
        backend_version: "1".into(),
        dtype: "f64".into(),
        batch_mode: "one call".into(),
    };
    let task = TaskIdentity {
        prompt_template_sha256: hash("template"),
        action_space_sha256: hash("actions"),
        canonical_order: "declared".into(),
        option_labels: "letters".into(),
        score_definition: "log-probability".into(),
        temperature: 1.0,
        normalisation: "over S".into(),
    };
    let scope = Scope {
        scenario_distribution: "household".into(),
        generator_sha256: hash("generator"),
        order_policy: "fixed".into(),
        reorders,
        truth_oracle_version: "1".into(),
        operator_policy: "first acceptable".into(),
        calibration_split: "calibration".into(),
        test_split: "test".into(),
        forms: MissionForms { rule: "runs".into(), missions: 1, most_open: 0, runs: vec!["| | | put".into()] },
    };
    let range = |most| SizeRange::new(1, most).expect("not empty");
    let mut seeds = 0..;
    let mut class = |(scores, understood): &(&[f64], Option<Understood>)| {
        let record = |score: &f64| {
            let seed = seeds.next().expect("seeds have no end");
            let score = HexFloat::new(*score).expect("a number");
            SequenceRecord { score, scenario_sha256: hash(&seed.to_string()), seed, understood: *understood }
        };
        let key = ClassKey::new(range(128), range(100), Certainty::of(*understood), &[model.weights_sha256]);
        (key.expect("one model"), scores.iter().map(record).collect())
    };
    let classes = classes.iter().map(&mut class).collect();
    let alpha = "1/10".parse().expect("a fraction");
    let statistics = Statistics::calibrate(bound, alpha, reorders, Mode::Marginal, classes).expect("enough scores");
    let golden = |place: usize| {
        GoldenPrompt::new(format!("prompt {place}"), vec!["A".into()], &[0.0], None).expect("one score an option")
    };
    let golden = Golden { tolerance: 0.0, prompts: (0..8).map(golden).collect() };
    let replay = |prompt: &GoldenPrompt| GoldenReplay {
        prompt_sha256: prompt.prompt_sha256,
        scores: vec![0.0],
        understood: None,
    };
    let replays: Vec<GoldenReplay> = golden.prompts.iter().map(replay).collect();
    let running = Running {
        model: model.clone(),
        task: task.clone(),
        scenario_distribution: scope.scenario_distribution.clone(),
        generator_sha256: scope.generator_sha256,
        order_policy: scope.order_policy.clone(),
        reorders,
        truth_oracle_version: scope.truth_oracle_version.clone(),
        operator_policy: scope.operator_policy.clone(),
        forms_rule: scope.forms.rule.clone(),
        team: 3.into(),
        options: 37,
        team_models: vec![],
    };
    let provenance =
        Provenance { schema: SCHEMA, created_unix_s: 0, expires_unix_s: EXPIRES_S, commit: "0000000".into() };
    let file = CalibrationFile::new(provenance, vec![model], task, statistics, scope, golden);
    let autonomy = Autonomy::at_start(Ok(file), &running, 0, &replays);
    assert!(matches!(autonomy, Autonomy::On(_)), "{autonomy:?}");
    autonomy
}

/// Autonomy at the threshold `t`, whatever the level.
pub fn at_threshold(t: f64, reorders: u32) -> Autonomy {
    autonomy(&[t; 100], reorders)
}

/// The same where it bounds how often a robot does wrong and nobody was asked.
#[allow(dead_code, reason = "the simulation has this file too, and plays coverage only")]
pub fn against_wrong_unasked(t: f64) -> Autonomy {
    with_bound(Bound::WrongUnasked, &[(&[t; 100], None)], 0)
}
