//! The safety monitor's journal of missions: their words, the world before and after, refusals, and how they ended.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::Arc,
};

use surefleet_fleet::{Brief, Facts, MissionId, Outcome};
use surefleet_mission::{State, Transport};
use surefleet_planner::DecisionRecord;
use surefleet_safety::{MonitorEntry, RefusedStep};
use surefleet_site::{MONITOR_JOURNAL, read_journal};

use crate::error::RecordsError;

/// Missions by their ids.
#[derive(Debug, Default)]
pub struct Chronicle {
    chapters: BTreeMap<MissionId, Chapter>,
    /// In the order in which they began; without missions that are in records, see [`Chronicle::beside`].
    begun: Vec<MissionId>,
    /// The domain, which gives facts their meaning; `None`: facts are shown as they are.
    domain: Option<Arc<Transport>>,
}

/// One mission.
#[derive(Debug)]
pub struct Chapter {
    /// The request.
    pub brief: Arc<Brief>,
    /// Facts that were true when it began.
    pub before: Facts,
    /// How it ended; `None`: it has not.
    pub outcome: Option<Outcome>,
    /// Facts that were true when it ended; `None`: they were not observed.
    pub after: Option<Facts>,
    /// Joint steps that were refused.
    pub refusals: Vec<RefusedStep>,
}

impl Chronicle {
    /// Reads the monitor's journal in a fleet's state folder; without a journal the chronicle is empty.
    ///
    /// # Errors
    /// A journal that cannot be read, with the line. An unfinished last line is skipped.
    pub fn read(state: &Path, domain: Option<Arc<Transport>>) -> Result<Self, RecordsError> {
        let path = state.join(MONITOR_JOURNAL);
        let mut chronicle = Self { domain, ..Self::default() };
        if !path.exists() {
            return Ok(chronicle);
        }
        let text = std::fs::read_to_string(&path).map_err(RecordsError::file(&path))?;
        let entries = read_journal::<MonitorEntry>(MONITOR_JOURNAL, &text)
            .map_err(|wrong| RecordsError::Monitor { path, wrong })?;
        entries.into_iter().for_each(|entry| chronicle.note(entry));
        Ok(chronicle)
    }

    /// The entry of a mission.
    pub fn chapter(&self, mission: MissionId) -> Option<&Chapter> {
        self.chapters.get(&mission)
    }

    /// Marks the missions without records: they ended before any robot decided.
    #[must_use]
    pub fn beside(mut self, records: &[DecisionRecord]) -> Self {
        let told: BTreeSet<MissionId> = records.iter().map(|record| record.key.mission).collect();
        self.begun.retain(|mission| !told.contains(mission));
        self
    }

    /// Missions that ended and have no record, in the order in which they began.
    pub fn undecided(&self) -> impl Iterator<Item = (&Chapter, &Outcome)> {
        let chapters = self.begun.iter().filter_map(|mission| self.chapters.get(mission));
        chapters.filter_map(|chapter| Some((chapter, chapter.outcome.as_ref()?)))
    }

    /// Facts of a mission's world in words.
    pub fn words(&self, chapter: &Chapter, facts: &Facts) -> Vec<String> {
        let team = &chapter.brief.team;
        let state =
            self.domain.as_ref().and_then(|domain| Some((domain, State::from_facts(domain, team, facts).ok()?)));
        match state {
            Some((domain, state)) => state.describe(domain, team),
            None => facts.iter().map(str::to_owned).collect(),
        }
    }

    fn note(&mut self, entry: MonitorEntry) {
        match entry {
            MonitorEntry::Admitted(first) => {
                let turn = first.turn;
                let chapter = Chapter {
                    brief: turn.brief.clone(),
                    before: turn.facts.clone(),
                    outcome: None,
                    after: None,
                    refusals: Vec::new(),
                };
                if self.chapters.insert(turn.mission(), chapter).is_none() {
                    self.begun.push(turn.mission());
                }
            }
            MonitorEntry::Ended { mission, outcome, world, .. } => {
                if let Some(chapter) = self.chapters.get_mut(&mission) {
                    (chapter.outcome, chapter.after) = (Some(outcome), world);
                }
            }
            MonitorEntry::Refused(refusal) => {
                if let Some(chapter) = self.chapters.get_mut(&refusal.mission) {
                    chapter.refusals.push(refusal);
                }
            }
            _ => {}
        }
    }
}
