use surefleet_fleet::{MissionId, Outcome, Stamp};

use super::Monitor;
use crate::{
    ConstraintId, KnownMission, MissionReport, MonitorEntry, OutOfSequence, Output, StopProposal, StopRefusal,
    running::Running, watch::Watch,
};

impl Monitor {
    pub(super) fn propose_stop(&mut self, now: Stamp, proposal: StopProposal) {
        let Some(mission) = self.running.get(&proposal.mission) else { return self.remind(now, proposal.mission) };
        let verdict = self.may_stop(now, mission, &proposal);
        self.counts.refused += u64::from(verdict.is_err());
        let report = verdict.is_ok().then(|| mission.report(&self.policy.world, proposal.outcome.clone()));
        if let Some(report) = &report {
            self.keep_end(now, report);
        }
        self.outputs.push_back(Output::StopVerdict { proposal, verdict });
        if let Some(report) = report {
            self.finish(now, report);
        }
    }

    /// Stopping is always safe, but claiming success is not: only the claim is compared with the world.
    fn may_stop(&self, now: Stamp, mission: &Running, proposal: &StopProposal) -> Result<(), StopRefusal> {
        let next = mission.next_step();
        match &proposal.outcome {
            Outcome::Halted(_) => Ok(()),
            Outcome::Refused(_) => Err(StopRefusal::NoStop(proposal.outcome.clone())),
            _ if proposal.step != next => Err(OutOfSequence { step: proposal.step, next }.into()),
            Outcome::Corrected(words) => Ok(self.may_correct(now, mission, words)?),
            Outcome::OutOfHorizon | Outcome::Impossible(_) => Ok(()),
            Outcome::Succeeded => {
                self.sight.facts(now, &self.policy)?;
                mission.reading.may_stop(&self.policy, mission.approved.last())?;
                let owed = |watch: &Watch| watch.owed(mission.id(), mission.team());
                let owed = owed(&mission.goals).or_else(|| owed(&self.watch));
                owed.map_or(Ok(()), |owed| Err(StopRefusal::Owed(owed)))
            }
        }
    }

    pub(super) fn end(&mut self, now: Stamp, mission: MissionId, outcome: Outcome) {
        let report = match self.running.get(&mission) {
            Some(running) => running.report(&self.policy.world, outcome),
            None => MissionReport { mission, outcome, plan: Vec::new(), helped: 0, decisions: 0 },
        };
        self.keep_end(now, &report);
        self.finish(now, report);
    }

    /// Journals an end, together with the world as it is seen then.
    pub(super) fn keep_end(&mut self, now: Stamp, report: &MissionReport) {
        let world = self.sight.facts(now, &self.policy).ok().cloned();
        let MissionReport { mission, ref outcome, helped, decisions, .. } = *report;
        let outcome = outcome.clone();
        let at = Some(now);
        self.outputs.push_back(Output::Journal(MonitorEntry::Ended { mission, outcome, world, at, helped, decisions }));
    }

    /// Ends the missions that have neither a client nor robots.
    pub(super) fn end_forsaken(&mut self, now: Stamp) {
        let lease = self.policy.timing.lease;
        let is_due = |mission: &&Running| mission.ends_at(lease).is_some_and(|end| end <= now);
        let due: Vec<MissionId> = self.running.values().filter(is_due).map(Running::id).collect();
        for mission in due {
            let reason =
                "since the safety monitor's restart it has no client, and no robot of its team has been heard on it";
            self.end(now, mission, Outcome::Halted(reason.to_owned()));
        }
    }

    fn finish(&mut self, now: Stamp, report: MissionReport) {
        let mission = report.mission;
        let outcome = report.outcome.clone();
        self.withheld.remove(&mission);
        self.watch.drop(|id| matches!(id, ConstraintId::Mission(of, _) if of == mission));
        self.past.end(mission, outcome.clone());
        self.remind(now, mission);
        let Some(running) = self.running.remove(&mission) else {
            // An earlier life admitted it, but this one cannot read it.
            self.revision += 1;
            return self.past.keep(KnownMission::ended(report, None, None, Some(now)));
        };
        let brief = Some(running.brief().clone());
        let began = running.began;
        self.past.keep(KnownMission::ended(report.clone(), brief, began, Some(now)));
        self.revision += 1;
        match outcome {
            Outcome::Corrected(words) => self.correct(now, running.brief(), words, report),
            _ => self.outputs.push_back(Output::Finished(report)),
        }
    }

    /// Says the end of a mission that is not running, if it is due to be said.
    ///
    /// This is the only answer to proposals about such a mission: after a refusal robots would propose again at once.
    pub(super) fn remind(&mut self, now: Stamp, mission: MissionId) {
        if self.past.told(mission).is_none() && !self.running.contains_key(&mission) {
            self.revision += u64::from(self.past.note_stray(now, mission, None));
        }
        if let Some(outcome) = self.past.remind(now, mission) {
            self.outputs.push_back(Output::End { mission, outcome });
        }
    }
}
