use surefleet_fleet::{Brief, Stamp};

use super::Monitor;
use crate::{
    AdmissionError, ConstraintId, MissionReport, Output,
    admission::{Candidate, Origin},
    running::Running,
};

/// Missions whose words a person corrects: they end and go on as new missions, which are read and admitted as usual.
impl Monitor {
    /// Whether a mission may go on with these words. The grammar must read all of them, and a plan must finish the
    /// mission in the present world while all other enforced constraints are kept.
    pub(super) fn may_correct(&self, now: Stamp, mission: &Running, words: &str) -> Result<(), AdmissionError> {
        let candidate =
            Candidate::read(now, &self.policy, corrected(mission.brief(), words).into(), Origin::Correction)?;
        candidate.can_be_done(now, &self.policy, &self.sight, &self.watch.rules())?;
        let mut watch = self.watch.clone();
        watch.drop(|id| matches!(id, ConstraintId::Mission(of, _) if of == mission.id()));
        self.watch_for(now, &watch, &candidate.starting(now, &self.policy, candidate.brief.clone()))?;
        Ok(())
    }

    /// Takes in the mission that replaces one that has just ended.
    pub(super) fn correct(&mut self, now: Stamp, brief: &Brief, words: String, report: MissionReport) {
        let brief = corrected(brief, &words);
        let successor = brief.id;
        self.outputs.push_back(Output::Corrected { report, successor, words });
        self.ask_as(now, brief.into(), Origin::Correction);
    }

    /// Takes in corrections of an earlier life, which ended the old missions but did not start the new ones.
    pub(super) fn resume_corrections(&mut self, now: Stamp, briefs: impl IntoIterator<Item = Brief>) {
        for brief in briefs {
            self.ask_as(now, brief.into(), Origin::ClientlessCorrection);
        }
    }
}

/// The same mission in other words.
pub(super) fn corrected(brief: &Brief, words: &str) -> Brief {
    let Brief { id, constraints, horizon, alpha, team, .. } = brief.clone();
    Brief { constraints, alpha, ..Brief::new(id.corrected(words), words, horizon, team) }
}
