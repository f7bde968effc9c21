use std::cmp::Ordering;

use surefleet_fleet::Stamp;

use crate::message::Event;

/// An event and its time; the queue's greatest element is the earliest event.
pub(crate) struct Planned {
    pub time: Stamp,
    pub sequence: u64,
    pub event: Event,
}

impl Ord for Planned {
    fn cmp(&self, other: &Self) -> Ordering {
        (other.time, other.sequence).cmp(&(self.time, self.sequence))
    }
}

impl PartialOrd for Planned {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Planned {
    fn eq(&self, other: &Self) -> bool {
        self.sequence == other.sequence
    }
}

impl Eq for Planned {}
