use std::collections::BTreeSet;

use r2r::surefleet::msg;
use surefleet_fleet::{Digest, RobotId};
use surefleet_planner::{DecisionRecord, Head};

use crate::{
    NodeError, RecordSeals,
    journal::{End, Lines},
    site::Site,
};

const NAME: &str = "safety_monitor.heads.jsonl";

/// What the monitor heard of robots' records when they were made, kept for whoever audits them later.
///
/// The name, hash and seal of each record stand in a file of their own, so that records that are cut off or exchanged afterwards are missed.
pub(super) struct Heads {
    lines: Lines,
    seals: RecordSeals,
    known: BTreeSet<(RobotId, u64, Digest)>,
}

impl Heads {
    pub(super) fn open(site: &Site, seals: RecordSeals) -> Result<Self, NodeError> {
        let mut lines = Lines::open(&site.state, NAME)?;
        let path = site.state.join(NAME);
        let text = std::fs::read_to_string(&path).map_err(NodeError::file(&path))?;
        lines.settle(End::of(text.split_inclusive('\n').next_back().unwrap_or_default().as_bytes()))?;
        // A line that is none is for whoever audits to name; nothing is decided by it here.
        let heads = text.lines().filter_map(|line| serde_json::from_str::<Head>(line).ok());
        let known = heads.map(|head| (head.robot, head.number, head.digest)).collect();
        Ok(Self { lines, seals, known })
    }

    /// Takes a record that some planner published; one that its robot did not seal is nobody's, and one that was heard is known.
    pub(super) fn hear(&mut self, message: &msg::DecisionRecord) -> Result<(), NodeError> {
        let Ok(record) = DecisionRecord::from_json(&message.json, 1) else { return Ok(()) };
        let head = Head::of(&record);
        if head.robot.as_str() != message.robot || self.seals.check(&head).is_err() {
            return Ok(());
        }
        if self.known.insert((head.robot.clone(), head.number, head.digest)) {
            let line = serde_json::to_string(&head).map_err(|error| NodeError::Refused(error.to_string()))?;
            self.lines.append(&line)?;
        }
        Ok(())
    }
}
