//! A robot's records of its decisions, on disk.

use std::{
    fs::File,
    io::{Read, Seek, SeekFrom},
    path::Path,
};

use surefleet_fleet::RobotId;
use surefleet_planner::{DecisionRecord, Head, Link};

use crate::{NodeError, identity::Identity, journal::Lines, seal_record};

/// The longest record that is looked for; usual ones have some 10 kB.
const LONGEST: u64 = 16 * 1024 * 1024;

/// The file that a robot's records are appended to, each following on the one before and sealed.
pub(super) struct Records {
    lines: Lines,
    identity: Identity,
}

impl Records {
    /// Opens the robot's file; the next record has the place that comes with it.
    ///
    /// # Errors
    /// A folder or file that cannot be used, or that another process uses; a last line that is no record of this build: its chain cannot be
    /// gone on with.
    pub(super) fn open(state: &Path, me: &RobotId, identity: Identity) -> Result<(Self, Link), NodeError> {
        let name = format!("{me}.records.jsonl");
        let lines = Lines::open(state, &name)?;
        let path = state.join(name);
        let wrong = |wrong: String| {
            let mend = "start the build that wrote it, or move the file away to begin a new chain";
            NodeError::Content { path: path.clone(), wrong: format!("its last line: {wrong}; {mend}") }
        };
        let Some(line) = last_line(&path).map_err(NodeError::file(&path))? else {
            return Ok((Self { lines, identity }, Link::first()));
        };
        let record = DecisionRecord::from_json(&line, 1).map_err(|error| wrong(error.to_string()))?;
        if record.key.robot != *me {
            return Err(wrong(format!("it is a record of {}", record.key.robot)));
        }
        Ok((Self { lines, identity }, Link::after(&record)))
    }

    /// Seals a record and keeps it; gives its line.
    ///
    /// # Errors
    /// A full disk and the like: then the decision must not be said.
    pub(super) fn keep(&mut self, record: &mut DecisionRecord) -> Result<String, NodeError> {
        let seal = seal_record(self.identity.signet(), &Head::of(record));
        record.seal = Some(seal.map_err(|error| NodeError::Refused(error.to_string()))?);
        let line = record.to_json();
        self.lines.append(&line)?;
        Ok(line)
    }
}

/// The last line of a file whose lines all have their end.
fn last_line(path: &Path) -> std::io::Result<Option<String>> {
    let mut file = File::open(path)?;
    let length = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(length.saturating_sub(LONGEST)))?;
    let mut end = Vec::new();
    file.read_to_end(&mut end)?;
    let line = end.split(|byte| *byte == b'\n').rfind(|line| !line.is_empty());
    Ok(line.map(|line| String::from_utf8_lossy(line).into_owned()))
}
