//! A robot's records of its decisions, on disk.

use std::{
    fs::File,
    io::{Read, Seek, SeekFrom},
    path::Path,
};

use surefleet_fleet::RobotId;
use surefleet_planner::{DecisionRecord, Head, Link};
use surefleet_ros::Identity;
use surefleet_site::{End, Lines, SiteError, seal_record};

/// Longest record that is searched for; usual ones have about 10 kB.
const LONGEST: u64 = 16 * 1024 * 1024;

/// The file of a robot's records; each record is linked to the previous one and sealed.
pub(super) struct Records {
    lines: Lines,
    identity: Identity,
}

impl Records {
    /// Opens the robot's file; also returns the link for the next record.
    ///
    /// # Errors
    /// A folder or file that cannot be used or that another process uses; a last line that is not a record of this
    /// build, so that its chain cannot be continued.
    pub(super) fn open(state: &Path, me: &RobotId, identity: Identity) -> Result<(Self, Link), SiteError> {
        let name = format!("{me}.records.jsonl");
        let mut lines = Lines::open(state, &name)?;
        let path = state.join(name);
        let wrong = |wrong: String| {
            let mend = "start the build that wrote it, or move the file away to begin a new chain";
            SiteError::Content { path: path.clone(), wrong: format!("its last line: {wrong}; {mend}") }
        };
        let read = read_end(&path).map_err(SiteError::file(&path))?;
        let (line, end) = last_line(&read).map_err(wrong)?;
        let record = line.map(|line| DecisionRecord::from_json(&String::from_utf8_lossy(line), 1)).transpose();
        let record = record.map_err(|error| wrong(error.to_string()))?;
        if let Some(other) = record.as_ref().map(|record| &record.key.robot).filter(|robot| *robot != me) {
            return Err(wrong(format!("it is a record of {other}")));
        }
        lines.settle(end)?;
        Ok((Self { lines, identity }, record.as_ref().map_or_else(Link::first, Link::after)))
    }

    /// Seals a record and stores it; returns its line.
    ///
    /// # Errors
    /// A full disk, for example: then the decision must not be announced.
    pub(super) fn keep(&mut self, record: &mut DecisionRecord) -> Result<String, SiteError> {
        let seal = seal_record(self.identity.signet(), &Head::of(record));
        record.seal = Some(seal.map_err(|error| SiteError::Refused(error.to_string()))?);
        let line = record.to_json();
        self.lines.append(&line)?;
        Ok(line)
    }
}

fn read_end(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let length = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(length.saturating_sub(LONGEST)))?;
    let mut end = Vec::new();
    file.read_to_end(&mut end)?;
    Ok(end)
}

/// The last complete line, and how the file ends; `None`: there is no complete line.
fn last_line(read: &[u8]) -> Result<(Option<&[u8]>, End), String> {
    let mut lines = read.split_inclusive(|byte| *byte == b'\n').rev().filter(|line| !line.trim_ascii().is_empty());
    let last = lines.next().unwrap_or_default();
    let whole = match End::strip(last)? {
        Some(line) => Some(line).filter(|line| !line.is_empty()),
        None if last.len() as u64 >= LONGEST => return Err("it is longer than any record".to_owned()),
        None => lines.next(),
    };
    Ok((whole, End::of(last)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_goes_on_from_the_last_whole_record_and_from_none_that_was_changed() {
        let two = [br#"{"a":1}"#.as_slice(), br#"{"b":[2]}"#.as_slice()];
        let read = |end: &str| {
            let read = [two[0], b"\n", two[1], end.as_bytes()].concat();
            last_line(&read).map(|(line, end)| (line.map(|line| line.trim_ascii().to_vec()), end))
        };
        let second = Some(two[1].to_vec());
        assert_eq!(read("\n"), Ok((second.clone(), End::Sound)));
        assert_eq!(read(""), Ok((second.clone(), End::Unended)));
        assert_eq!(read("\n{\"c\":[3]"), Ok((second, End::Torn(8))));
        assert_eq!(last_line(b"{\"a\""), Ok((None, End::Torn(4))));
        assert_eq!(last_line(b""), Ok((None, End::Sound)));
        assert!(read("\u{b}").is_err_and(|wrong| wrong.contains("byte 0x0b")));
    }
}
