use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use surefleet_conformal::{BettingMonitor, Sha256};
use surefleet_fleet::MissionId;

use crate::Coverage;

/// Draws missions for audits, and bets on what audits find, for a whole fleet (sans-io).
///
/// Of a mission that is drawn no decision is made alone; people see all of them, so it is known whether the truth was
/// in every set. Other missions tell nothing: of those people see only what robots asked about anyway, which are not
/// like the rest. When audits found more misses than the calibration allows, the alarm stands for as long as its file
/// is in use.
///
/// What others say of a mission that was not drawn here does not count, and no message takes a miss back: whoever
/// forges messages can raise the alarm, which costs people's time, but neither clear it nor make up missions that went
/// well.
#[derive(Debug, Clone)]
pub struct Auditor {
    calibration: Sha256,
    rate: f64,
    betting: BettingMonitor,
    drawn: BTreeMap<MissionId, Finding>,
    alarmed: bool,
    others: u64,
}

/// A change of what is known of an audited mission: to be kept before anything is said that follows from it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AuditEntry {
    /// Digest of the calibration file that is audited.
    pub calibration: Sha256,
    /// The mission.
    pub mission: MissionId,
    /// What is known of it from now on.
    pub finding: Finding,
}

/// How much is known of an audited mission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Finding {
    /// It was drawn; people have seen nothing of it.
    Drawn,
    /// Whatever people have seen of it was in the sets.
    Covered,
    /// A right decision was outside its set.
    Missed,
    /// A right decision was outside its set, and that raised the alarm.
    Alarmed,
}

impl Auditor {
    /// Of the decisions made by this calibration file: draws a mission with probability `rate`, and knows what an
    /// earlier life has kept. Entries about another file are passed over: a new calibration starts anew.
    pub fn restore(
        calibration: Sha256,
        rate: f64,
        betting: BettingMonitor,
        entries: impl IntoIterator<Item = AuditEntry>,
    ) -> Self {
        let mut auditor = Self { calibration, rate, betting, drawn: BTreeMap::new(), alarmed: false, others: 0 };
        for entry in entries.into_iter().filter(|entry| entry.calibration == calibration) {
            auditor.learn(entry.mission, entry.finding);
        }
        auditor
    }

    /// Whether a mission is audited, and what is to be kept of that.
    ///
    /// `lot`: its own number in [0, 1), always the same, which nobody who names missions can foresee.
    pub fn draw(&mut self, mission: MissionId, lot: f64) -> (bool, Option<AuditEntry>) {
        if self.alarmed {
            return (false, None);
        }
        if self.drawn.contains_key(&mission) {
            return (true, None);
        }
        let is_drawn = lot < self.rate;
        (is_drawn, is_drawn.then(|| self.learn(mission, Finding::Drawn)))
    }

    /// Takes what a decision tells about the coverage of its set, under the calibration file that the set is of; anew,
    /// or late, or again.
    pub fn hear(&mut self, mission: MissionId, calibration: Sha256, coverage: Coverage) -> Option<AuditEntry> {
        let finding = match coverage {
            Coverage::Covered => Finding::Covered,
            Coverage::Missed => Finding::Missed,
            // Of a mission that nobody answered about nothing is known.
            Coverage::NoSet | Coverage::Unseen | Coverage::Suspected => return None,
        };
        if calibration != self.calibration {
            self.others += 1;
            return None;
        }
        let known = *self.drawn.get(&mission)?;
        (finding > known).then(|| self.learn(mission, finding))
    }

    /// Why nobody may decide alone any more, in words.
    pub fn alarm(&self) -> Option<String> {
        self.alarmed.then(|| {
            let units = self.betting.units();
            let missed = self.betting.missed();
            let calibration = self.calibration.to_string();
            format!(
                "the right decision was missing from a set in {missed} of {units} missions that people looked at, too \
                 many for the level {} of calibration {}; find out what changed, calibrate on missions as they are \
                 now, and restart the fleet with the new file",
                self.betting.tolerated(),
                &calibration[..8],
            )
        })
    }

    /// Digest of the calibration file that is audited.
    pub fn calibration(&self) -> Sha256 {
        self.calibration
    }

    /// The bets.
    pub fn betting(&self) -> &BettingMonitor {
        &self.betting
    }

    /// Probability that a mission is drawn.
    pub fn rate(&self) -> f64 {
        self.rate
    }

    /// Decisions heard of that were made by another calibration file.
    pub fn others(&self) -> u64 {
        self.others
    }

    fn learn(&mut self, mission: MissionId, finding: Finding) -> AuditEntry {
        let known = self.drawn.insert(mission, finding).unwrap_or(Finding::Drawn);
        if known < Finding::Covered && finding >= Finding::Covered {
            self.betting.begin();
        }
        if known < Finding::Missed && finding >= Finding::Missed {
            self.betting.miss();
        }
        let raises = !self.alarmed && (self.betting.alarmed() || finding == Finding::Alarmed);
        self.alarmed |= raises;
        let finding = if raises { Finding::Alarmed } else { finding };
        AuditEntry { calibration: self.calibration, mission, finding }
    }
}
