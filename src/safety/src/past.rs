use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
    time::Duration,
};

use surefleet_fleet::{Brief, MissionId, Outcome, Stamp};

use crate::{KnownMission, MissionReport};

/// The number of ended missions that are remembered. Robots on a forgotten one are told that it is unknown.
const REMEMBERED: usize = 1000;
/// An end is said again at most this often, however many robots show that they missed it.
const REMIND: Duration = Duration::from_secs(1);
/// The number of most recently ended missions that are reported in full.
const TOLD: usize = 32;
/// The number of missions reported that nobody admitted; anybody can name more.
const STRAYS: usize = 8;

/// Missions that are over, and when their ends were last said.
#[derive(Debug, Clone, Default)]
pub(crate) struct Past {
    ended: BTreeMap<MissionId, Outcome>,
    /// Oldest first.
    in_order: VecDeque<MissionId>,
    said: BTreeMap<MissionId, Stamp>,
    /// Missions that ended last or were never admitted, oldest first.
    told: VecDeque<KnownMission>,
    /// Missions that somebody named and nobody knows, oldest first.
    strays: VecDeque<KnownMission>,
}

impl Past {
    pub fn end(&mut self, mission: MissionId, outcome: Outcome) {
        if self.ended.insert(mission, outcome).is_none() {
            self.in_order.push_back(mission);
        }
        if self.in_order.len() > REMEMBERED
            && let Some(oldest) = self.in_order.pop_front()
        {
            self.ended.remove(&oldest);
        }
    }

    pub fn outcome(&self, mission: MissionId) -> Option<&Outcome> {
        self.ended.get(&mission)
    }

    /// The end of a mission that is not running, if it is due to be said again.
    pub fn remind(&mut self, now: Stamp, mission: MissionId) -> Option<Outcome> {
        self.said.retain(|_, said| now - *said < REMIND);
        if self.said.contains_key(&mission) {
            return None;
        }
        self.said.insert(mission, now);
        Some(self.told(mission).cloned().unwrap_or_else(stray))
    }

    /// Keeps an ended mission for reports. A mission that is kept already stays unchanged.
    pub fn keep(&mut self, ended: KnownMission) {
        if self.told.iter().any(|other| other.mission == ended.mission) {
            return;
        }
        self.strays.retain(|stray| stray.mission != ended.mission);
        if self.told.len() == TOLD {
            self.told.pop_front();
        }
        self.told.push_back(ended);
    }

    /// How a mission ended, including missions that were never admitted.
    pub fn told(&self, mission: MissionId) -> Option<&Outcome> {
        let told = || self.told.iter().find(|known| known.mission == mission).and_then(KnownMission::outcome);
        self.outcome(mission).or_else(told)
    }

    /// The missions that are over and reported: strays first, then those that ended, oldest first.
    pub fn newest(&self) -> impl Iterator<Item = &KnownMission> {
        self.strays.iter().chain(&self.told)
    }

    /// Takes note of a mission that somebody named and nobody knows; returns whether it is new.
    pub fn note_stray(&mut self, now: Stamp, mission: MissionId, brief: Option<Arc<Brief>>) -> bool {
        if let Some(known) = self.strays.iter_mut().find(|known| known.mission == mission) {
            let is_news = known.brief.is_none() && brief.is_some();
            known.brief = known.brief.take().or(brief);
            return is_news;
        }
        if self.strays.len() == STRAYS {
            self.strays.pop_front();
        }
        let report = MissionReport { mission, outcome: stray(), plan: Vec::new(), helped: 0, decisions: 0 };
        self.strays.push_back(KnownMission::ended(report, brief, None, Some(now)));
        true
    }

    pub fn is_stray(&self, mission: MissionId) -> bool {
        self.strays.iter().any(|known| known.mission == mission)
    }
}

/// The outcome of a mission that the monitor does not know.
pub(crate) fn stray() -> Outcome {
    Outcome::Halted("the safety monitor does not know this mission".to_owned())
}
