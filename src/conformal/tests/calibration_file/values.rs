//! Each single value of a file counts.

use serde_json::Value;
use surefleet_conformal::{
    Autonomy, Bound, Calibration, CalibrationError, CalibrationFile, Certainty, Field, GoldenPrompt, GoldenReplay,
    Guarantee, Mode, Sha256, Threshold,
};

use crate::fixture::{CREATED, EXPIRES, NOW, file, file_of, fraction, key, mission, records, running, told_apart};

fn replays(file: &CalibrationFile) -> Vec<GoldenReplay> {
    let replay = |golden: &GoldenPrompt| GoldenReplay {
        prompt_sha256: golden.prompt_sha256,
        scores: golden.scores.iter().map(|score| score.get()).collect(),
        understood: golden.understood,
    };
    file.golden.prompts.iter().map(replay).collect()
}

fn read_and_verify(text: &str) -> Result<Calibration, CalibrationError> {
    CalibrationFile::from_json(text)?.verify(&running(), NOW)
}

fn tampered(pointer: &str, value: Value) -> CalibrationError {
    let mut json: Value = serde_json::from_str(&file().to_json()).expect("json");
    let place = json.pointer_mut(pointer);
    *place.unwrap_or_else(|| panic!("no {pointer} in the file")) = value;
    read_and_verify(&json.to_string()).expect_err(pointer)
}

/// Every place of `value` that `wanted` picks, as a JSON pointer.
fn places(value: &Value, wanted: &dyn Fn(&Value) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    if wanted(value) {
        found.push(String::new());
    }
    let children: Vec<(String, &Value)> = match value {
        Value::Object(fields) => fields.iter().map(|(name, v)| (name.clone(), v)).collect(),
        Value::Array(items) => items.iter().enumerate().map(|(i, v)| (i.to_string(), v)).collect(),
        _ => Vec::new(),
    };
    for (name, child) in children {
        found.extend(places(child, wanted).into_iter().map(|place| format!("/{name}{place}")));
    }
    found
}

#[test]
fn what_was_written_verifies_bit_for_bit() {
    let written = file();
    let read = CalibrationFile::from_json(&written.to_json()).expect("own output");
    assert_eq!(read, written);
    let calibration = read.verify(&running(), NOW).expect("everything matches");
    assert_eq!(calibration.threshold(&mission(3, 28)), Ok(Threshold::Finite(28.0 * -0.001)));
    assert_eq!(calibration.threshold(&mission(5, 20)), Ok(Threshold::Finite(55.0 * -0.001)));
    assert_eq!(calibration.rank(&mission(3, 28)).map(|rank| (rank.k(), rank.m())), Ok((28, 30)));
}

#[test]
fn each_part_that_differs_from_what_runs_is_named_with_both_values_and_the_mend() {
    let hash = || Value::from(Sha256::of("other").to_string());
    let other = || Value::from("other");
    for (pointer, value, field) in [
        ("/models/0/id", other(), Field::ModelId),
        ("/models/0/weights_sha256", hash(), Field::WeightsSha256),
        ("/models/0/tokenizer_sha256", hash(), Field::TokenizerSha256),
        ("/models/0/quantisation", other(), Field::Quantisation),
        ("/models/0/backend", other(), Field::Backend),
        ("/models/0/backend_version", other(), Field::BackendVersion),
        ("/models/0/dtype", other(), Field::Dtype),
        ("/models/0/batch_mode", other(), Field::BatchMode),
        ("/task/prompt_template_sha256", hash(), Field::PromptTemplateSha256),
        ("/task/action_space_sha256", hash(), Field::ActionSpaceSha256),
        ("/task/canonical_order", other(), Field::CanonicalOrder),
        ("/task/option_labels", other(), Field::OptionLabels),
        ("/task/score_definition", other(), Field::ScoreDefinition),
        ("/task/temperature", Value::from(0.5), Field::Temperature),
        ("/task/normalisation", other(), Field::Normalisation),
        ("/scope/scenario_distribution", other(), Field::ScenarioDistribution),
        ("/scope/generator_sha256", hash(), Field::GeneratorSha256),
        ("/scope/order_policy", other(), Field::OrderPolicy),
        ("/scope/reorders", Value::from(2), Field::Reorders),
        ("/scope/truth_oracle_version", other(), Field::TruthOracleVersion),
        ("/scope/operator_policy", other(), Field::OperatorPolicy),
        ("/scope/forms/rule", other(), Field::FormsRule),
    ] {
        let shown = value.as_str().map_or(value.to_string(), str::to_owned);
        let error = tampered(pointer, value);
        let message = error.to_string();
        match error {
            CalibrationError::Mismatch { field: found, calibrated, running } => {
                assert_eq!(found, field);
                assert_eq!(calibrated, shown);
                assert_ne!(running, calibrated);
                assert_eq!(pointer.replace("/0", "").replace('/', "."), format!(".{field}"));
                for part in [calibrated, running, "surefleet calibrate".to_owned()] {
                    assert!(message.contains(&part), "{message}");
                }
            }
            error => panic!("{pointer}: {error}"),
        }
    }
}

#[test]
fn each_statistic_that_does_not_follow_from_the_scores_is_its_own_error() {
    use CalibrationError as E;
    assert_eq!(
        tampered("/statistics/alpha", "1/20".into()),
        E::EffectiveAlpha { recorded: fraction("1/10"), recomputed: fraction("1/20") }
    );
    assert_eq!(
        tampered("/statistics/classes/0/m", 31.into()),
        E::SizeMismatch { class: key([2, 4]), recorded: 31, counted: 30 }
    );
    assert_eq!(
        tampered("/statistics/classes/1/k", 54.into()),
        E::RankMismatch { class: key([5, 8]), recorded: 54, recomputed: 55 }
    );
    let mode = serde_json::json!({ "pac": { "delta": "1/20" } });
    assert_eq!(
        tampered("/statistics/mode", mode),
        E::RankMismatch { class: key([2, 4]), recorded: 28, recomputed: 30 }
    );
    let recorded = Threshold::Finite((28.0f64 * -0.001).next_up()).to_string();
    assert_eq!(
        tampered("/statistics/classes/0/t", recorded.as_str().into()),
        E::ThresholdMismatch { class: key([2, 4]), recorded, recomputed: Threshold::Finite(28.0 * -0.001).to_string() }
    );
    // Making the best score the worst moves the threshold; making the 29th of 30 worse changes only the digest.
    let worst = || Value::from("-0x1p+4");
    assert!(matches!(tampered("/statistics/classes/0/scores/0/score", worst()), E::ThresholdMismatch { .. }));
    assert!(matches!(tampered("/statistics/classes/0/scores/4/score", worst()), E::Digest { .. }));
    assert_eq!(
        tampered("/statistics/classes/0/scores/4/score", "inf".into()),
        E::RecordedScore { class: key([2, 4]), seed: 104, value: "inf".to_owned() }
    );
    assert_eq!(tampered("/statistics/classes/1/scores/4/seed", 100.into()), E::DuplicateSeed { seed: 100 });
    assert_eq!(
        tampered("/statistics/classes/1/key/team_size", serde_json::json!([4, 8])),
        E::ClassOverlap { first: Box::new(key([2, 4])), second: Box::new(key([4, 8])) }
    );
    assert_eq!(tampered("/statistics/classes", serde_json::json!([])), E::NoClasses);
    assert_eq!(
        tampered("/scope/test_split", "calibration-1".into()),
        E::SharedSplit { split: "calibration-1".to_owned() }
    );
    assert_eq!(tampered("/provenance/schema", 1.into()), E::Schema { found: 1, supported: 2 });
    assert_eq!(tampered("/golden/prompts", serde_json::json!([])), E::TooFewGolden { count: 0, needed: 8 });
    assert!(matches!(tampered("/golden/prompts/3/prompt", "x".into()), E::GoldenHash { .. }));
    assert!(matches!(
        tampered("/golden/prompts/3/options", serde_json::json!(["one"])),
        E::GoldenLength { options: 1, scores: 2, .. }
    ));
    assert_eq!(
        tampered("/golden/tolerance", Value::from(-1.0)),
        E::GoldenTolerance { tolerance: -1.0, greatest: 0.01 }
    );
    assert!(matches!(tampered("/provenance/commit", "fedcba9".into()), E::Digest { .. }));
    assert_eq!(tampered("/golden/tolerance", Value::from(1.0)), E::GoldenTolerance { tolerance: 1.0, greatest: 0.01 });
    assert!(matches!(tampered("/golden/tolerance", Value::from(0.001)), E::Digest { .. }));
}

#[test]
fn a_change_of_any_single_value_is_refused() {
    for file in [file(), told_apart()] {
        assert!(file.verify(&running(), NOW).is_ok());
        let json: Value = serde_json::from_str(&file.to_json()).expect("json");
        let leaves = places(&json, &|value| !value.is_object() && !value.is_array());
        assert!(leaves.len() > 300, "{}", leaves.len());
        every_changed_leaf_is_refused(&json, leaves);
    }
}

fn every_changed_leaf_is_refused(json: &Value, leaves: Vec<String>) {
    for place in leaves {
        let mut changed = json.clone();
        let leaf = changed.pointer_mut(&place).expect("found above");
        *leaf = match &*leaf {
            Value::String(text) if text.len() == 64 => Sha256::of(text).to_string().into(),
            Value::String(text) if text.contains('/') => "1/30".into(),
            Value::String(text) if text.contains("0x") => "-0x1.8p+2".into(),
            Value::String(text) => format!("{text}!").into(),
            Value::Number(number) if number.is_f64() => Value::from(0.75),
            Value::Number(number) => Value::from(number.as_u64().expect("unsigned") + 1),
            Value::Null => "0x1p-1".into(),
            other => panic!("{place}: {other}"),
        };
        assert!(read_and_verify(&changed.to_string()).is_err(), "{place} may be changed");
    }
}

#[test]
fn an_unknown_or_missing_field_anywhere_is_refused() {
    let mode = Mode::Pac { delta: fraction("1/20") };
    let pac = file_of("1/10", 0, mode, vec![(key([2, 4]), records(30, 1))]);
    for json in [file().to_json(), pac.to_json(), told_apart().to_json()] {
        let json: Value = serde_json::from_str(&json).expect("json");
        for place in places(&json, &Value::is_object) {
            let fields = json.pointer(&place).and_then(Value::as_object);
            for wrong in mutilated(fields.expect("found above")) {
                let mut changed = json.clone();
                *changed.pointer_mut(&place).expect("found above") = wrong;
                match read_and_verify(&changed.to_string()) {
                    Err(CalibrationError::Json { .. }) => {}
                    // The digest shows that an optional part of a golden prompt, or of what was tested, is missing.
                    Err(CalibrationError::Digest { .. })
                        if place.starts_with("/golden/prompts") || place.contains("/tested/") => {}
                    other => panic!("{place}: {:?}", other.map(|_| "accepted")),
                }
            }
        }
    }
}

/// `fields` with an extra one, and without each one.
fn mutilated(fields: &serde_json::Map<String, Value>) -> Vec<Value> {
    let mut surplus = fields.clone();
    surplus.insert("surplus".to_owned(), Value::from(1));
    let without = |name: &String| {
        let mut rest = fields.clone();
        rest.remove(name);
        Value::Object(rest)
    };
    let mut all: Vec<Value> = fields.keys().map(without).collect();
    all.push(Value::Object(surplus));
    all
}

/// They were written before a file could name another bound, or count questions.
#[test]
fn shipped_files_are_of_coverage_and_keep_every_byte_of_their_digests() {
    for name in ["household-choice", "household-simulated"] {
        let path = format!("{}/../../calibration/{name}.json", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).expect("it is shipped");
        let file = CalibrationFile::from_json(&text).expect("it is readable");
        assert_eq!(file.statistics.bound, Bound::Coverage, "{name}");
        assert!(file.recompute().is_ok(), "{name}: the digest is of its content");
        assert!(file.to_json() + "\n" == text, "{name}: what is written is what was read");
    }
}

#[test]
fn a_fleet_that_wants_coverage_refuses_a_file_that_bounds_less() {
    let pac = Mode::Pac { delta: fraction("1/20") };
    let bounding = |bound| {
        let mut file = file_of("1/20", 0, pac, vec![(key([2, 4]), records(100, 1))]);
        file.statistics.bound = bound;
        CalibrationFile::new(file.provenance, file.models, file.task, file.statistics, file.scope, file.golden)
    };
    let wanting = |bound| Guarantee { bound, ..Guarantee::default() };
    let [covering, lone] = [Bound::Coverage, Bound::WrongUnasked].map(bounding);
    assert_eq!(lone.verify(&running(), NOW).expect("it fits").bound(), Bound::WrongUnasked);
    let mut disguised: Value = serde_json::from_str(&lone.to_json()).expect("json");
    disguised["statistics"].as_object_mut().expect("fields").remove("bound").expect("it is named");
    let refused = read_and_verify(&disguised.to_string());
    assert!(matches!(refused, Err(CalibrationError::Digest { .. })), "the digest counts the bound");
    assert_eq!(wanting(Bound::Coverage).check(&covering), Ok(()));
    assert_eq!(wanting(Bound::WrongUnasked).check(&covering), Ok(()), "who covers does nothing wrong unasked");
    assert_eq!(wanting(Bound::WrongUnasked).check(&lone), Ok(()));
    let refused = wanting(Bound::Coverage).check(&lone).expect_err("it bounds less").to_string();
    for told in ["bounds wrong_unasked", "wants coverage", "--bound coverage", "`bound: wrong_unasked`"] {
        assert!(refused.contains(told), "{told}: {refused}");
    }
    let laxer = Guarantee { alpha: Some(fraction("1/50")), ..wanting(Bound::WrongUnasked) };
    let refused = laxer.check(&lone).expect_err("its alpha is larger").to_string();
    assert!(refused.contains("at alpha 1/20 on wrong_unasked, but"), "{refused}");
    assert!(refused.contains("at alpha 1/50 on wrong_unasked:"), "{refused}");
}

#[test]
fn dates_bound_the_use_of_a_file() {
    let file = file();
    assert_eq!(
        file.verify(&running(), CREATED - 1),
        Err(CalibrationError::NotYetValid { created_unix_s: CREATED, now_unix_s: CREATED - 1 })
    );
    assert!(file.verify(&running(), CREATED).is_ok());
    assert!(file.verify(&running(), EXPIRES - 1).is_ok());
    assert_eq!(
        file.verify(&running(), EXPIRES),
        Err(CalibrationError::Expired { expires_unix_s: EXPIRES, now_unix_s: EXPIRES })
    );
}

#[test]
fn what_is_said_of_classes_has_to_follow_from_their_missions() {
    use CalibrationError as E;
    let wrong = |pointer: &str, value: Value| {
        let mut json: Value = serde_json::from_str(&told_apart().to_json()).expect("json");
        *json.pointer_mut(pointer).unwrap_or_else(|| panic!("no {pointer}")) = value;
        read_and_verify(&json.to_string()).expect_err(pointer)
    };
    let sure = wrong("/statistics/classes/1/scores/3/understood/top", "0x1p+0".into());
    assert!(matches!(sure, E::Certainty { seed: 1003, certainty: Certainty::Sure, .. }), "{sure}");
    let silent = wrong("/statistics/classes/0/scores/0/understood", Value::Null);
    assert!(matches!(silent, E::Certainty { seed: 100, certainty: Certainty::Any, .. }), "{silent}");
    let lost = wrong("/statistics/classes/1/scores/3/understood/unexplained", "0x1.8p-1".into());
    assert!(matches!(lost, E::Lost { seed: 1003, unexplained: 0.75, .. }), "{lost}");
    let limit = wrong("/statistics/classes/0/most_unexplained", "0x1p-1".into());
    assert!(matches!(limit, E::MostUnexplained { .. }), "{limit}");
    for (field, value) in [
        ("missions", Value::from(201)),
        ("wrong_unasked", 2.into()),
        ("wrong_unasked", 201.into()),
        ("questions/asked", 901.into()),
        ("questions/asked_all", 31.into()),
        ("questions/uncovered", 36.into()),
    ] {
        let tested = wrong(&format!("/statistics/classes/1/tested/0/{field}"), value);
        assert!(matches!(tested, E::TestedInterval { .. }), "{tested}");
    }
}

#[test]
fn autonomy_needs_the_file_and_the_golden_prompts_and_stays_off_once_off() {
    let good = file();
    let mut replayed = replays(&good);
    let mut on = Autonomy::at_start(Ok(good.clone()), &running(), NOW, &replayed);
    assert!(on.calibration(NOW).is_ok());

    replayed[0].scores[1] += 1e-3;
    let off = Autonomy::at_start(Ok(good.clone()), &running(), NOW, &replayed);
    assert!(matches!(off, Autonomy::Off(CalibrationError::GoldenScore { option: 1, .. })));
    let unread = CalibrationFile::from_json("{}");
    let off = Autonomy::at_start(unread, &running(), NOW, &[]);
    assert!(matches!(off, Autonomy::Off(CalibrationError::Json { .. })));

    let expired = CalibrationError::Expired { expires_unix_s: EXPIRES, now_unix_s: EXPIRES + 5 };
    assert_eq!(on.calibration(EXPIRES + 5), Err(&expired));
    assert_eq!(on.calibration(NOW), Err(&expired), "a clock set back switches nothing on");
    on.latch_off(CalibrationError::NoClasses);
    assert_eq!(on, Autonomy::Off(expired), "the first reason is kept");
}
