use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use surefleet_conformal::{BettingMonitor, Bound, Sha256};
use surefleet_fleet::MissionId;

use crate::Coverage;

/// Draws missions for audits, and bets on what audits find, for a whole fleet (sans-io).
///
/// People see every decision of a mission that is drawn for an audit. So it is known whether it missed ([`Coverage`]):
/// for coverage, whether the truth was missing from a set. Other missions tell nothing: there, people see only the
/// questions that robots asked anyway, and these are not like the rest. When audits find more misses than the
/// calibration allows, the alarm stands for as long as that calibration file is in use.
///
/// Messages about a mission that was not drawn here do not count, and no message takes a miss back. So a forger of
/// messages can raise the alarm, which costs people's time. A forger cannot clear it or invent missions that went well.
#[derive(Debug, Clone)]
pub struct Auditor {
    calibration: Sha256,
    bound: Bound,
    rate: f64,
    betting: BettingMonitor,
    drawn: BTreeMap<MissionId, Finding>,
    alarmed: bool,
    others: u64,
}

/// A change in the knowledge about an audited mission; keep it before you send anything that follows from it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AuditEntry {
    /// Digest of the calibration file that is audited.
    pub calibration: Sha256,
    /// The mission.
    pub mission: MissionId,
    /// The knowledge about it from now on.
    pub finding: Finding,
}

/// The knowledge about an audited mission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Finding {
    /// It was drawn; people have seen no decision of it.
    Drawn,
    /// No decision that people have seen was a miss ([`Coverage::Missed`]).
    Covered,
    /// A decision was a miss.
    Missed,
    /// A decision was a miss, and this miss raised the alarm.
    Alarmed,
}

impl Auditor {
    /// An auditor of the decisions made by the calibration file of this digest and bound. It draws a mission with
    /// probability `rate` and takes the entries of its earlier lives. It skips entries about another file: a new
    /// calibration starts anew.
    pub fn restore(
        (calibration, bound): (Sha256, Bound),
        rate: f64,
        betting: BettingMonitor,
        entries: impl IntoIterator<Item = AuditEntry>,
    ) -> Self {
        let mut auditor = Self { calibration, bound, rate, betting, drawn: BTreeMap::new(), alarmed: false, others: 0 };
        for entry in entries.into_iter().filter(|entry| entry.calibration == calibration) {
            auditor.learn(entry.mission, entry.finding);
        }
        auditor
    }

    /// Returns whether a mission is audited, and the entry to keep, if there is one.
    ///
    /// `lot`: the mission's own number in [0, 1). It is always the same, and nobody who names missions can foresee it.
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

    /// Takes a decision's report on the coverage of its set, under the calibration file of that set. The report may be
    /// new, late or repeated.
    pub fn hear(&mut self, mission: MissionId, calibration: Sha256, coverage: Coverage) -> Option<AuditEntry> {
        let finding = match coverage {
            Coverage::Covered => Finding::Covered,
            Coverage::Missed => Finding::Missed,
            // A mission that nobody answered about tells nothing.
            Coverage::NoSet | Coverage::Unseen | Coverage::Suspected => return None,
        };
        if calibration != self.calibration {
            self.others += 1;
            return None;
        }
        let known = *self.drawn.get(&mission)?;
        (finding > known).then(|| self.learn(mission, finding))
    }

    /// Why no robot may decide alone any more, in words.
    pub fn alarm(&self) -> Option<String> {
        self.alarmed.then(|| {
            let units = self.betting.units();
            let missed = self.betting.missed();
            let calibration = self.calibration.to_string();
            let miss = match self.bound {
                Bound::Coverage => "the right decision was missing from a set",
                Bound::WrongUnasked => "a lone wrong decision or an empty set came up",
            };
            format!(
                "{miss} in {missed} of {units} missions that people looked at, too \
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

    /// Decisions heard of that another calibration file made.
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
