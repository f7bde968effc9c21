//! Who can tell about records beside the records: the fleet's public keys, and what its safety monitor heard.

use std::path::Path;

use anyhow::{Context, Result};
use surefleet_nodes::RecordSeals;
use surefleet_planner::Head;

/// What is known beside records.
pub struct Witness {
    seals: RecordSeals,
    /// Of records that the monitor heard when they were made.
    pub heard: Vec<Head>,
}

impl Witness {
    /// With the public keys of one folder, and what the monitor heard in another; where that has no file, nobody heard anything.
    ///
    /// # Errors
    /// Keys that are not there or cannot be read; a file of the monitor that cannot be read.
    pub fn in_folders(keys: &Path, state: Option<&Path>) -> Result<Self> {
        let seals = RecordSeals::read(keys)
            .context("nothing tells who made these records; --keys names a folder with fleet.pub and fleet.roster")?;
        let path = state.map(|state| state.join("safety_monitor.heads.jsonl")).filter(|path| path.exists());
        let Some(path) = path else { return Ok(Self { seals, heard: Vec::new() }) };
        let name = path.display();
        let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {name}"))?;
        // A last line without its end was being written.
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let read = |(line, number): (&str, usize)| {
            serde_json::from_str(line).with_context(|| format!("{name}, line {number}"))
        };
        let heard = whole.lines().zip(1..).map(read).collect::<Result<_>>()?;
        Ok(Self { seals, heard })
    }

    /// Whether the robot sealed this, and why not.
    pub fn sealed(&self, head: &Head) -> Result<(), String> {
        self.seals.check(head).map_err(|error| error.to_string())
    }
}
