#[cfg(test)]
pub mod fixture;

use std::path::Path;

use anyhow::{Context, Result};
use surefleet_planner::DecisionRecord;

/// Reads a file of decision records, one JSON object a line; each comes with its line, from 1.
///
/// # Errors
/// A file that cannot be read; a line that is no record: file, line and field are named.
pub fn read(path: &Path) -> Result<Vec<(usize, DecisionRecord)>> {
    let name = path.display();
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("cannot read {name}; give a file of decision records, one JSON object a line"))?;
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    let read = |(line, number)| Ok((number, DecisionRecord::from_json(line, number)?));
    lines.map(read).collect::<Result<_>>().with_context(|| name.to_string())
}
