use r2r::surefleet::msg::DecisionRecord;
use surefleet_conformal::{BettingMonitor, CalibrationError, CalibrationFile};
use surefleet_fleet::MissionId;
use surefleet_planner::{AuditEntry, Auditor, Coverage};
use surefleet_ros::{Diagnosis, NodeError, wire};
use surefleet_site::{Journal, Site};

const HOLDS: &str = "which missions were audited and what people found, an alarm included";

/// Audits the fleet's calibration. It is part of the monitor, which every robot asks about every decision.
///
/// Only this place draws missions and counts people's findings, in a journal of its own. A robot learns of both with
/// the verdicts that it waits for anyway, so that no robot decides alone because a message was lost.
pub(super) struct Audits {
    auditor: Result<Auditor, CalibrationError>,
    /// Whether the fleet file names a calibration file, even one that cannot be read.
    is_named: bool,
    journal: Journal,
}

impl Audits {
    /// `calibration`: the file that the fleet names, or why there is no usable one.
    pub(super) fn open(site: &Site, calibration: Result<CalibrationFile, CalibrationError>) -> Result<Self, NodeError> {
        let (journal, entries) = Journal::open::<AuditEntry>(&site.state, "safety_monitor.audits.jsonl", HOLDS)?;
        let audited =
            calibration.and_then(|file| Ok((BettingMonitor::of(&file)?, (file.digest(), file.statistics.bound))));
        let auditor = audited.map(|(betting, file)| Auditor::restore(file, site.fleet.audits, betting, entries));
        // An alarm must survive a power cut too.
        let is_named = site.fleet.calibration_path().is_some();
        let audits = Self { auditor, is_named, journal: journal.kept_on_disk() };
        if let Some(reason) = audits.alarm() {
            tracing::error!(reason, "the alarm of the audits stands: every decision asks a person");
        }
        Ok(audits)
    }

    /// Whether the mission is drawn for an audit; `lot`: its random number.
    pub(super) fn draw(&mut self, mission: MissionId, lot: impl FnOnce() -> f64) -> Result<bool, NodeError> {
        let Ok(auditor) = &mut self.auditor else { return Ok(false) };
        if auditor.rate() == 0.0 {
            return Ok(false);
        }
        let (is_drawn, entry) = auditor.draw(mission, lot());
        if let Some(entry) = entry {
            tracing::info!(%mission, "a mission was drawn for an audit");
            self.journal.append(&entry)?;
        }
        Ok(is_drawn)
    }

    /// Takes a planner's record; a record without a set and a malformed one are ignored.
    pub(super) fn hear(&mut self, message: &DecisionRecord) -> Result<(), NodeError> {
        let Ok(auditor) = &mut self.auditor else { return Ok(()) };
        let Ok(calibration) = message.calibration_sha256.parse() else { return Ok(()) };
        let Ok(mission) = wire::mission_id(&message.mission_id) else { return Ok(()) };
        let coverage = match i64::from(message.coverage) {
            code if code == DecisionRecord::COVERED as i64 => Coverage::Covered,
            code if code == DecisionRecord::MISSED as i64 => Coverage::Missed,
            _ => return Ok(()),
        };
        let was_silent = auditor.alarm().is_none();
        if let Some(entry) = auditor.hear(mission, calibration, coverage) {
            let (units, missed) = (auditor.betting().units(), auditor.betting().missed());
            tracing::info!(%mission, finding = ?entry.finding, units, missed, "people looked at an audited mission");
            if let Some(reason) = auditor.alarm().filter(|_| was_silent) {
                tracing::error!(reason, "the alarm of the audits: from now on every decision asks a person");
            }
            self.journal.append(&entry)?;
        }
        Ok(())
    }

    /// Digest of the calibration file whose decisions are audited; empty: there is none.
    pub(super) fn calibration(&self) -> String {
        self.auditor.as_ref().map(|auditor| auditor.calibration().to_string()).unwrap_or_default()
    }

    /// Why no robot may decide alone any more.
    pub(super) fn alarm(&self) -> Option<String> {
        self.auditor.as_ref().ok().and_then(Auditor::alarm)
    }

    pub(super) fn diagnose(&self) -> Diagnosis {
        let auditor = match &self.auditor {
            Err(reason) if self.is_named => {
                return Diagnosis::warn("audits", format!("every decision asks a person: {reason}"));
            }
            Err(reason) => return Diagnosis::ok("audits", format!("none: every decision asks a person: {reason}")),
            Ok(auditor) => auditor,
        };
        let (betting, rate) = (auditor.betting(), auditor.rate());
        let diagnosis = match auditor.alarm() {
            Some(reason) => Diagnosis::error("audits", format!("every decision asks a person: {reason}")),
            None if auditor.others() > 0 => Diagnosis::warn(
                "audits",
                "robots decide by another calibration file than the one that is audited: restart the safety monitor",
            ),
            None if rate == 0.0 => {
                Diagnosis::ok("audits", "off in the fleet file: nothing notices when the calibration no longer holds")
            }
            None => Diagnosis::ok("audits", "nothing speaks against the calibration"),
        };
        diagnosis
            .with("rate", rate)
            .with("missions_seen", betting.units())
            .with("missions_missed", betting.missed())
            .with("level", betting.tolerated())
            .with("wealth", format!("{:.3}", betting.ln_wealth().exp()))
            .with("alarm_at", format!("{:.3}", 1.0 / betting.delta()))
            .with("records_of_another_calibration", auditor.others())
    }
}
