//! Evidence about records from outside them: the fleet's public keys, and heads that its safety monitor heard.

use std::path::Path;

use surefleet_planner::Head;
use surefleet_site::{End, HEARD, MONITOR_JOURNAL, RecordSeals};

use crate::error::RecordsError;

/// Evidence from outside the records.
pub struct Witness {
    seals: RecordSeals,
    /// Heads of records that the monitor heard when they were made.
    pub heard: Heard,
}

/// A safety monitor's notes on records, taken when they were made.
#[derive(Debug, Clone, PartialEq)]
pub enum Heard {
    /// These heads; it heard no later ones.
    Heads(Vec<Head>),
    /// No monitor kept notes there: records that were removed from the ends of their chains go unnoticed.
    NoMonitor,
    /// A monitor ran there, but its notes are missing.
    Gone,
}

impl Witness {
    /// Takes the public keys from one folder, and the monitor's notes from another.
    ///
    /// # Errors
    /// Keys that are missing or cannot be read; a file of the monitor that cannot be read.
    pub fn in_folders(keys: &Path, state: Option<&Path>) -> Result<Self, RecordsError> {
        let seals = RecordSeals::read(keys).map_err(RecordsError::Keys)?;
        Ok(Self { seals, heard: state.map_or(Ok(Heard::NoMonitor), heard)? })
    }

    /// Checks whether the robot sealed this; the error says why not.
    pub fn sealed(&self, head: &Head) -> Result<(), String> {
        self.seals.check(head).map_err(|error| error.to_string())
    }
}

fn heard(state: &Path) -> Result<Heard, RecordsError> {
    let path = state.join(HEARD);
    if !path.exists() {
        // A monitor makes this file at each start.
        return Ok(if state.join(MONITOR_JOURNAL).exists() { Heard::Gone } else { Heard::NoMonitor });
    }
    let bytes = std::fs::read(&path).map_err(RecordsError::file(&path))?;
    let mut heads = Vec::new();
    for (line, number) in bytes.split_inclusive(|byte| *byte == b'\n').zip(1..) {
        let wrong = |wrong: String| RecordsError::Monitor { path: path.clone(), wrong };
        let line = End::strip(line).map_err(|problem| wrong(format!("line {number} {problem}")))?;
        // An unfinished line was being written.
        let Some(line) = line else { break };
        heads.push(serde_json::from_slice(line).map_err(|problem| wrong(format!("line {number}: {problem}")))?);
    }
    Ok(Heard::Heads(heads))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::{
        Audited, Located,
        fixture::{chained, record, write_keys},
    };

    #[test]
    fn without_a_monitors_word_it_is_said_and_where_it_has_gone_it_is_a_fault() {
        let folder = std::env::temp_dir().join(format!("surefleet-witness-{}", std::process::id()));
        write_keys(&folder);
        let records = chained((1..=3).map(|step| record(step, 0, "robot_1", [0.9, 0.05, 0.03, 0.02], None)));
        let file = folder.join("robot_1.records.jsonl");
        // The last record was cut off.
        let lines: String = records[..2].iter().map(|record| record.to_json() + "\n").collect();
        fs::write(&file, lines).expect("a writable folder");
        let heads: Vec<String> = records
            .iter()
            .map(|record| serde_json::to_string(&Head::of(record)).expect("plain fields") + "\n")
            .collect();
        let audited = || {
            let (files, state) = (vec![file.clone()], Some(folder.clone()));
            let located = Located { files, state, fleet: None, is_one_file: false };
            Audited::of(&located, None, None)
                .map(|it| (it.heard, it.faults.iter().map(|fault| fault.field).collect::<Vec<_>>()))
        };
        let kept = folder.join(HEARD);
        assert_eq!(audited().expect("keys and records"), (None, vec![]));
        for end in ["", "{\"robot\":\"rob"] {
            fs::write(&kept, heads.concat() + end).expect("a writable folder");
            assert_eq!(audited().expect("keys and records"), (Some(3), vec!["link.number"]));
        }
        let mut flipped = heads.concat().into_bytes();
        *flipped.last_mut().expect("three lines") ^= 1;
        fs::write(&kept, &flipped).expect("a writable folder");
        let refusal = audited().expect_err("the end of its last line was changed").to_string();
        assert!(refusal.contains("line 3") && refusal.contains("0x0b"), "{refusal}");
        flipped[5] ^= 0x80;
        fs::write(&kept, &flipped).expect("a writable folder");
        let refusal = audited().expect_err("a line that is no text").to_string();
        assert!(refusal.contains("line 1"), "{refusal}");
        fs::remove_file(&kept).expect("a file of our own");
        fs::write(folder.join(MONITOR_JOURNAL), "").expect("a writable folder");
        assert_eq!(audited().expect("keys and records"), (None, vec!["heads"]));
        fs::remove_dir_all(&folder).expect("a folder of our own");
    }
}
