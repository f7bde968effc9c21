//! `surefleet replay`: makes recorded decisions again, without model, robots or network, and finds changes to the
//! records.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use surefleet_conformal::CalibrationFile;
use surefleet_records::{Audited, locate};
use surefleet_site::HEARD;

use crate::place::Place;

/// Arguments of `surefleet replay`.
#[derive(clap::Args)]
pub struct Arguments {
    /// A fleet's name or file: the newest records that `up` or `demo` left of it in out/. Or a state folder, or a file
    /// of JSON lines as a planner or a demo writes it.
    records: String,
    /// Compare each decision that a robot could make alone with this calibration file: its hash, level and threshold,
    /// bit for bit.
    #[arg(long)]
    calibration: Option<PathBuf>,
    /// Folder of the fleet's public keys, fleet.pub and fleet.roster; none: the state folder of the records. An auditor
    /// who does not trust that folder uses keys that were copied earlier.
    #[arg(long)]
    keys: Option<PathBuf>,
    /// Print one JSON object: `records`, `agreed`, and `faults` with `file`, `line`, `robot`, `number` (the record's
    /// running number), `field`, `problem`; for records missing at the end, `line` is 0. `heard`: records that the
    /// safety monitor heard when they were made; null: the monitor left no list, and records removed from the end would
    /// go unnoticed.
    #[arg(long)]
    json: bool,
}

/// Replays every record, follows the chains, checks the seals, and compares.
///
/// # Errors
/// A file that cannot be read, or a record that is not its robot's decision: the error names the first, the others are
/// printed.
pub fn run(arguments: &Arguments, place: &Place) -> Result<()> {
    let located = locate(&arguments.records, &place.out)?;
    let file = arguments.calibration.as_deref().map(read_calibration).transpose()?;
    let calibration = file.as_ref().map(CalibrationFile::recompute).transpose();
    let calibration = calibration.context("the calibration file itself was changed")?;
    let audited = Audited::of(&located, arguments.keys.as_deref(), calibration.as_ref())?;
    let (count, agreed, faults) = (audited.records.len(), audited.agreed(), &audited.faults);
    if count == 0 && faults.is_empty() {
        bail!("{} holds no record", arguments.records);
    }
    if arguments.json {
        let report =
            serde_json::json!({ "records": count, "agreed": agreed, "faults": faults, "heard": audited.heard });
        println!("{report:#}");
    } else {
        let by = if calibration.is_some() { ", agree with the calibration file" } else { "" };
        println!(
            "{agreed} of {count} decisions follow from their evidence{by}, stand in their robot's chain and bear its seal"
        );
        if audited.heard.is_none() {
            println!(
                "note: no safety monitor's word about the ends of the chains was found beside these records ({HEARD}): records that were \
                 removed from the end would not be noticed"
            );
        }
        faults.iter().skip(1).for_each(|fault| println!("{}", fault.in_words()));
    }
    match faults.first() {
        None => Ok(()),
        Some(fault) => bail!("{}", fault.in_words()),
    }
}

fn read_calibration(path: &Path) -> Result<CalibrationFile> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    CalibrationFile::from_json(&text).with_context(|| path.display().to_string())
}

#[cfg(test)]
mod tests {
    use surefleet_records::fixture::{chained, record, write_keys};

    use super::*;

    const UNSURE: [f64; 4] = [0.4, 0.3, 0.25, 0.05];

    /// Replays a file with these lines, with the fleet's public keys beside it.
    fn replay(name: &str, text: &str) -> Result<()> {
        let folder = std::env::temp_dir().join(format!("surefleet-replay-{}-{name}", std::process::id()));
        write_keys(&folder);
        let records = folder.join("robot_1.records.jsonl");
        std::fs::write(&records, text)?;
        let result = replay_file(&records);
        std::fs::remove_dir_all(folder)?;
        result
    }

    fn replay_file(records: &Path) -> Result<()> {
        let folder = std::env::temp_dir();
        let place = Place { share: folder.clone(), programs: folder.clone(), out: folder };
        run(&Arguments { records: records.display().to_string(), calibration: None, keys: None, json: false }, &place)
    }

    /// Replays a file of two good records with a changed one between them.
    fn replayed(name: &str, change: impl Fn(String) -> String) -> Result<()> {
        let records = chained((1..=3).map(|step| record(step, 0, "robot_1", UNSURE, Some(1))));
        let line = |place: usize| records[place].to_json();
        replay(name, &[line(0), String::new(), change(line(1)), line(2)].join("\n"))
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
        let named = "line 3 (record 2 of robot_1), decision: decision 0 is recorded, but the evidence leads to 1";
        assert!(decision.contains(named), "{decision}");
        let source = complaint("source", "\"source\":\"human\"", "\"source\":\"singleton\"");
        assert!(source.contains("source: source is recorded as Singleton"), "{source}");
        // If the threshold is moved, the set no longer follows.
        let threshold = surefleet_conformal::Threshold::Finite(0.2f64.ln()).to_string();
        let moved = surefleet_conformal::Threshold::Finite(0.26f64.ln()).to_string();
        let set = complaint("set", &threshold, &moved);
        assert!(set.contains("set: set is recorded as"), "{set}");
    }

    #[test]
    fn what_is_no_record_is_named_by_line_and_field() {
        let error = complaint("json", "\"elapsed_ns\":5000000", "\"elapsed_ns\":\"soon\"");
        assert!(error.contains("line 3, field elapsed_ns"), "{error}");
        let missing = replay_file(Path::new("/nowhere/records.jsonl"));
        assert!(format!("{:#}", missing.expect_err("no file")).contains("/nowhere/records.jsonl"));
    }

    #[test]
    fn a_file_without_records_is_no_success() {
        let error = replay("empty", "\n").expect_err("nothing to replay");
        assert!(error.to_string().contains("holds no record"), "{error}");
    }
    #[test]
    fn without_the_fleets_keys_nobody_knows_who_made_the_records() {
        let records = std::env::temp_dir().join(format!("surefleet-replay-{}-keyless", std::process::id()));
        std::fs::create_dir_all(&records).expect("a writable folder");
        let error = format!("{:#}", replay_file(&records).expect_err("no keys"));
        std::fs::remove_dir_all(&records).expect("just made");
        assert!(error.contains("nothing tells who made these records") && error.contains("--keys"), "{error}");
    }
}
