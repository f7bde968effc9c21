//! Files of recorded decisions, line by line.

use std::path::Path;

use surefleet_planner::DecisionRecord;
use surefleet_site::End;

use crate::error::RecordsError;

/// Reads a file of decision records, one JSON object per line; returns each with its line number, from 1.
///
/// An unfinished last line comes from a writer that died while writing. If it is not a record, it is left out, with a
/// warning in the log.
///
/// # Errors
/// A file that cannot be read or holds no record, or another line that is not a record: the error names file, line and
/// field.
pub fn read(path: &Path) -> Result<Vec<(usize, DecisionRecord)>, RecordsError> {
    let name = path.display();
    let text = std::fs::read_to_string(path).map_err(RecordsError::file(path))?;
    let last = text.lines().count();
    let is_torn =
        text.split_inclusive('\n').next_back().is_some_and(|end| matches!(End::of(end.as_bytes()), End::Torn(_)));
    let mut records = Vec::new();
    for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
        match DecisionRecord::from_json(line, number) {
            Ok(record) => records.push((number, record)),
            Err(_) if number == last && is_torn => {
                tracing::warn!("{name}, line {number} is torn and left out: its writer died while it wrote");
            }
            Err(source) => return Err(RecordsError::Record { path: path.to_owned(), source }),
        }
    }
    if records.is_empty() {
        return Err(RecordsError::Empty { path: path.to_owned() });
    }
    Ok(records)
}

#[cfg(test)]
mod tests {
    use anyhow::Result;

    use super::*;
    use crate::fixture::record;

    fn lines_read(name: &str, text: &str) -> Result<Vec<usize>> {
        let path = std::env::temp_dir().join(format!("surefleet-records-{}-{name}.jsonl", std::process::id()));
        std::fs::write(&path, text)?;
        let records = read(&path);
        std::fs::remove_file(path)?;
        Ok(records?.into_iter().map(|(line, _)| line).collect())
    }

    #[test]
    fn only_a_last_line_without_its_end_may_be_torn() {
        let line = record(1, 0, "robot_1", [0.4, 0.3, 0.25, 0.05], Some(1)).to_json();
        let torn = &line[..line.len() / 2];
        assert_eq!(lines_read("torn", &format!("{line}\n{torn}")).expect("a record before it"), [1]);
        assert_eq!(lines_read("whole", &format!("{line}\n{line}")).expect("two records"), [1, 2]);
        let ended = lines_read("ended", &format!("{line}\n{torn}\n")).expect_err("a line that was finished");
        assert!(format!("{ended:#}").contains("line 2"), "{ended:#}");
        let changed = lines_read("changed", &format!("{line}\n{line}\u{b}")).expect_err("a line whose end was changed");
        assert!(format!("{changed:#}").contains("line 2"), "{changed:#}");
        let first = lines_read("first", &format!("{torn}\n{line}")).expect_err("not the last line");
        assert!(format!("{first:#}").contains("line 1"), "{first:#}");
        let alone = lines_read("alone", torn).expect_err("nothing is left");
        assert!(alone.to_string().contains("holds no record"), "{alone}");
    }
}
