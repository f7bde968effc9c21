use std::collections::{BTreeSet, VecDeque};

use surefleet_fleet::MissionId;

/// The number of ended missions remembered, so that late turns do not bring them back.
const REMEMBERED: usize = 1000;

/// The last missions that ended.
#[derive(Debug, Default)]
pub(crate) struct Ended {
    ids: BTreeSet<MissionId>,
    /// Oldest first.
    in_order: VecDeque<MissionId>,
}

impl Ended {
    pub fn contains(&self, mission: MissionId) -> bool {
        self.ids.contains(&mission)
    }

    /// Remembers an ended mission; `true`: it was not known to have ended.
    pub fn insert(&mut self, mission: MissionId) -> bool {
        let is_news = self.ids.insert(mission);
        if is_news {
            self.in_order.push_back(mission);
        }
        if self.in_order.len() > REMEMBERED
            && let Some(oldest) = self.in_order.pop_front()
        {
            self.ids.remove(&oldest);
        }
        is_news
    }
}
