//! `surefleet replay`: makes recorded decisions again, without model, robots or network.

use std::path::PathBuf;

use anyhow::{Result, bail};
use surefleet_planner::{DecisionRecord, ReplayMismatch, replay};

use crate::records::read;

/// Records to replay.
#[derive(clap::Args)]
pub struct Arguments {
    /// Decision records: a file of JSON lines, as a planner or a demo writes it.
    records: PathBuf,
    /// Print one JSON object: `records`, `agreed`, and `mismatches` with `line`, `field`, `problem`.
    #[arg(long)]
    json: bool,
}

/// A record that does not follow from its evidence.
#[derive(Debug, PartialEq, serde::Serialize)]
struct Mismatch {
    /// From 1, in the file.
    line: usize,
    /// The record's field.
    field: &'static str,
    /// What is recorded and what follows.
    problem: String,
}

/// Replays every record and compares.
///
/// # Errors
/// A file that cannot be read, or any record that does not follow from its evidence: the first is named.
pub fn run(arguments: &Arguments) -> Result<()> {
    let name = arguments.records.display();
    let records = read(&arguments.records)?;
    let mismatches: Vec<Mismatch> = records.iter().filter_map(|(line, record)| check(record, *line)).collect();
    let records = records.len();
    let agreed = records - mismatches.len();
    if arguments.json {
        let report = serde_json::json!({ "records": records, "agreed": agreed, "mismatches": mismatches });
        println!("{report:#}");
    } else {
        println!("{agreed} of {records} decisions follow from their evidence");
    }
    match mismatches.first() {
        None => Ok(()),
        Some(Mismatch { line, problem, .. }) => bail!(
            "{name}, line {line}: {problem}; the record was changed, or written by a build that decides otherwise"
        ),
    }
}

fn check(record: &DecisionRecord, line: usize) -> Option<Mismatch> {
    let mismatch = replay(record).err()?;
    let field = match mismatch {
        ReplayMismatch::Set { .. } => "set",
        ReplayMismatch::Undecided { .. } | ReplayMismatch::Decision { .. } => "decision",
        ReplayMismatch::Source { .. } => "source",
        ReplayMismatch::Coverage { .. } => "coverage",
        ReplayMismatch::Text { .. } => "text",
    };
    Some(Mismatch { line, field, problem: mismatch.to_string() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::fixture::record;

    const UNSURE: [f64; 4] = [0.4, 0.3, 0.25, 0.05];

    /// Replays a file of two good records around one that was changed.
    fn replayed(name: &str, change: impl Fn(String) -> String) -> Result<()> {
        let line = |robot| record(1, 0, robot, UNSURE, Some(1)).to_json();
        let text = [line("robot_1"), String::new(), change(line("robot_2")), line("robot_3")].join("\n");
        let records = std::env::temp_dir().join(format!("surefleet-replay-{}-{name}.jsonl", std::process::id()));
        std::fs::write(&records, text)?;
        let result = run(&Arguments { records: records.clone(), json: false });
        std::fs::remove_file(records)?;
        result
    }

    fn complaint(name: &str, from: &str, to: &str) -> String {
        let change = |line: String| {
            assert!(line.contains(from), "{line}");
            line.replace(from, to)
        };
        format!("{:#}", replayed(name, change).expect_err("a changed record"))
    }

    #[test]
    fn untouched_records_agree() {
        replayed("good", |line| line).expect("records that follow from their evidence");
    }

    #[test]
    fn a_changed_line_is_named_with_its_field() {
        let decision = complaint("decision", "\"decision\":1,\"text\"", "\"decision\":0,\"text\"");
        assert!(decision.contains(", line 3: decision 0 is recorded, but the evidence leads to 1"), "{decision}");
        let source = complaint("source", "\"source\":\"human\"", "\"source\":\"singleton\"");
        assert!(source.contains(", line 3: source is recorded as Singleton"), "{source}");
        // The set no longer follows when the threshold is moved.
        let threshold = surefleet_conformal::Threshold::Finite(0.2f64.ln()).to_string();
        let moved = surefleet_conformal::Threshold::Finite(0.26f64.ln()).to_string();
        let set = complaint("set", &threshold, &moved);
        assert!(set.contains(", line 3: set is recorded as"), "{set}");
    }

    #[test]
    fn what_is_no_record_is_named_by_line_and_field() {
        let error = complaint("json", "\"elapsed_ns\":5000000", "\"elapsed_ns\":\"soon\"");
        assert!(error.contains("line 3, field elapsed_ns"), "{error}");
        let missing = run(&Arguments { records: "/nowhere/records.jsonl".into(), json: false });
        assert!(format!("{:#}", missing.expect_err("no file")).contains("cannot read /nowhere/records.jsonl"));
    }

    #[test]
    fn a_file_without_records_is_no_success() {
        let records = std::env::temp_dir().join(format!("surefleet-replay-{}-empty.jsonl", std::process::id()));
        std::fs::write(&records, "\n").expect("a writable folder");
        let error = run(&Arguments { records: records.clone(), json: true }).expect_err("nothing to replay");
        std::fs::remove_file(records).expect("the file that was just written");
        assert!(error.to_string().contains("holds no record"), "{error}");
    }
}
