//! Records: a record survives writing and reading bit for bit, and the replay finds tampering.

use surefleet_fleet::Decision;
use surefleet_planner::{
    Choice, Conclusion, Coverage, DecisionRecord, PlannerError, ReplayMismatch, Source, read_records, replay,
};

use crate::{calibrated::at_threshold, house::first_turn, table::Table};

/// A record of a singleton, with scores that decimal digits would change.
fn singleton() -> DecisionRecord {
    let mut table = Table::new(at_threshold(-0.1 - 0.2, 0));
    let turn = first_turn(&table.world, 3, 9);
    let hard = [
        ("go_to(fridge)", -0.1),
        ("idle", f64::NEG_INFINITY),
        ("grab(apple_1)", -5e-324 - 1.0 / 3.0),
        ("open(fridge)", -1e300),
    ];
    table.play(&turn, &hard, &["go_to(drawer_1)"]);
    table.decided().clone()
}

/// A record in which a person rejected the whole set, then picked an option outside it.
fn helped() -> DecisionRecord {
    let mut table = Table::new(at_threshold(-1.0, 0));
    let turn = first_turn(&table.world, 3, 9);
    table.play(&turn, &[("go_to(fridge)", -0.1), ("idle", -0.2)], &["grab(apple_1)"]);
    table.answer(&table.question().key, Choice::NoneOfThese);
    table.answer(&table.question().key, Choice::Option(table.option("go_to(drawer_1)")));
    table.decided().clone()
}

/// The record with one piece of its JSON replaced.
fn tampered(record: &DecisionRecord, from: &str, to: &str) -> DecisionRecord {
    let json = record.to_json();
    assert!(json.contains(from), "{from} is not in {json}");
    DecisionRecord::from_json(&json.replacen(from, to, 1), 1).expect("still a record")
}

#[test]
fn records_survive_json_bit_for_bit() {
    for record in [singleton(), helped()] {
        let json = record.to_json();
        assert!(!json.contains('\n'));
        let read = DecisionRecord::from_json(&json, 1).expect("just written");
        let bits = |record: &DecisionRecord| -> Vec<Option<u64>> {
            (0..37).map(|option| record.evidence.score(option).map(f64::to_bits)).collect()
        };
        assert_eq!(bits(&read), bits(&record));
        assert_eq!(read.threshold().to_bits(), record.threshold().to_bits());
        assert_eq!((read.to_json(), &read), (json, &record));
    }
    assert!(singleton().to_json().contains("\"-inf\""), "-inf is a score");
}

#[test]
fn records_replay() {
    assert_eq!(replay(&singleton()), Ok(()));
    assert_eq!(replay(&helped()), Ok(()));
    assert_eq!(helped().coverage, Coverage::Missed);
}

#[test]
fn a_tampered_threshold_is_found() {
    let recorded = "\"threshold\":\"-0x1.3333333333334p-2\"";
    let looser = tampered(&singleton(), recorded, "\"threshold\":\"-0x1p+2\"");
    assert!(matches!(replay(&looser), Err(ReplayMismatch::Set { .. })), "{:?}", replay(&looser));
    let stricter = tampered(&singleton(), recorded, "\"threshold\":\"-0x1p-10\"");
    assert_eq!(replay(&stricter), Err(ReplayMismatch::Set { recorded: singleton().set, replayed: Some(vec![]) }),);
}

#[test]
fn a_tampered_score_is_found() {
    let doubted = tampered(&singleton(), "\"-inf\"", "\"-0x1p-4\"");
    assert!(matches!(replay(&doubted), Err(ReplayMismatch::Set { .. })));
}

#[test]
fn a_tampered_verdict_is_found() {
    let record = singleton();
    let mut refused = serde_json::to_value(&record).expect("a record is JSON");
    refused["evidence"]["refused"][record.decision.index()] = "unsafe".into();
    let refused = DecisionRecord::from_json(&refused.to_string(), 1).expect("still a record");
    let undecided = Err(ReplayMismatch::Undecided {
        recorded: record.decision.get(),
        replayed: Conclusion::Ask(surefleet_planner::Round::All),
    });
    assert_eq!(replay(&refused), undecided);
}

#[test]
fn tampered_conclusions_are_found() {
    let record = singleton();
    let other = Decision::new(record.decision.get() + 1);
    assert_eq!(
        replay(&DecisionRecord { decision: other, ..record.clone() }),
        Err(ReplayMismatch::Decision { recorded: other.get(), replayed: record.decision.get() }),
    );
    assert_eq!(
        replay(&DecisionRecord { source: Source::Human, ..record.clone() }),
        Err(ReplayMismatch::Source { recorded: Source::Human, replayed: Source::Singleton }),
    );
    assert_eq!(
        replay(&DecisionRecord { coverage: Coverage::Covered, ..helped() }),
        Err(ReplayMismatch::Coverage { recorded: Coverage::Covered, replayed: Coverage::Missed }),
    );
    let worded = DecisionRecord { text: "grab apple 1".into(), ..record };
    assert!(matches!(replay(&worded), Err(ReplayMismatch::Text { .. })));
    let unanswered = tampered(&helped(), "\"choice\":{\"option\":13}", "\"choice\":\"none_of_these\"");
    assert_eq!(replay(&unanswered), Err(ReplayMismatch::Decision { recorded: 13, replayed: 36 }));
}

#[test]
fn reading_names_the_line_and_the_field() {
    let good = singleton().to_json();
    let cases = [
        ("\"schema\":3", "\"schema\":1", "schema", "read it with the build that wrote it"),
        ("\"step\":1", "\"step\":\"one\"", "key.step", "invalid type"),
        ("\"threshold\":\"-0x1.3", "\"threshold\":\"-0z1.3", "evidence.permit.on.threshold", "hex float"),
        ("\"-inf\"", "\"nan\"", "evidence.scores.given", "hex float"),
        ("\"source\":\"singleton\"", "\"source\":\"guess\"", "source", "unknown variant"),
        ("\"decision\":12", "\"verdict\":12", "verdict", "unknown field"),
        ("\"answers\":[]", "\"answers\":[{}]", "evidence.answers[0]", "missing field"),
    ];
    for (from, to, field, problem) in cases {
        assert!(good.contains(from), "{from} is not in {good}");
        let file = format!("{good}\n\n{}\n{good}\n", good.replacen(from, to, 1));
        let read: Vec<_> = read_records(&file).collect();
        assert_eq!((read.len(), read[0].is_ok(), read[2].is_ok()), (3, true, true), "others are still read");
        let Err(PlannerError::Record { line: 3, field: named, problem: said }) = &read[1] else {
            panic!("{to}: {:?}", read[1])
        };
        assert!(named.starts_with(field) && said.contains(problem), "{to}: {named}: {said}");
    }
}

#[test]
fn records_with_too_few_scores_or_verdicts_are_refused() {
    let good = serde_json::to_value(singleton()).expect("a record is JSON");
    let without_last = |path: &str| {
        let mut bad = good.clone();
        bad.pointer_mut(path).and_then(|list| list.as_array_mut()).expect("a list").pop();
        DecisionRecord::from_json(&bad.to_string(), 7).expect_err(path).to_string()
    };
    assert!(without_last("/evidence/scores/given").contains("36 scores for 37 options"));
    assert!(without_last("/evidence/refused").contains("line 7, field evidence"));
    assert_eq!(without_last("/options"), "line 7, field options: 36 options but 37 verdicts");
    let trailing = DecisionRecord::from_json(&format!("{good} {{}}"), 1).expect_err("two on one line");
    assert!(trailing.to_string().contains("trailing"), "{trailing}");
}
