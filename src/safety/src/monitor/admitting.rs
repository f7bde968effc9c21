use surefleet_fleet::{Brief, MissionId, Outcome, Stamp};

use super::Monitor;
use crate::{
    MissionReport, Output, SafetyError,
    admission::{Candidate, Origin},
};

impl Monitor {
    /// Takes in what a client asks for: it starts as soon as its fleet is up.
    pub(super) fn ask(&mut self, now: Stamp, brief: Brief) {
        self.ask_as(now, brief, Origin::Client);
    }

    pub(super) fn ask_as(&mut self, now: Stamp, brief: Brief, origin: Origin) {
        let mission = brief.id;
        let is_new = matches!(self.find(mission), Err(SafetyError::UnknownMission(_)));
        let is_waiting = self.waiting.iter().any(|candidate| candidate.brief.id == mission);
        let candidate = if is_new && !is_waiting {
            Candidate::read(now, &self.policy, brief, origin)
        } else {
            Err(SafetyError::SentBefore(mission))
        };
        match candidate {
            Ok(candidate) => self.waiting.push(candidate),
            Err(reason) => self.turn_away(now, mission, origin, reason),
        }
    }

    /// Starts the missions whose fleet is up; refuses those that waited long enough to be told what is missing.
    pub(super) fn admit_waiting(&mut self, now: Stamp) {
        for candidate in std::mem::take(&mut self.waiting) {
            match candidate.admit(now, &self.policy, &self.world, &self.heard, self.running.values()) {
                Ok((mission, facts)) => match self.watch_for(&self.watch, &mission) {
                    Ok(watch) => {
                        self.watch = watch;
                        self.counts.admitted += 1;
                        self.start(now, mission, facts);
                        self.keep_standings();
                    }
                    Err(reason) => self.turn_away(now, candidate.brief.id, candidate.origin, reason),
                },
                Err(reason) if reason.may_pass() && now < candidate.until => self.waiting.push(candidate),
                Err(reason) => self.turn_away(now, candidate.brief.id, candidate.origin, reason),
            }
        }
    }

    /// Drops a mission that waits; `false`: none does.
    pub(super) fn withdraw(&mut self, now: Stamp, mission: MissionId, outcome: Outcome) -> bool {
        let Some(at) = self.waiting.iter().position(|candidate| candidate.brief.id == mission) else { return false };
        let candidate = self.waiting.remove(at);
        self.note_unstarted(now, mission, candidate.origin, outcome.clone());
        let report = MissionReport { mission, outcome, plan: Vec::new(), helped: 0, decisions: 0 };
        self.outputs.push_back(Output::Finished(report));
        true
    }

    pub(super) fn turn_away(&mut self, now: Stamp, mission: MissionId, origin: Origin, reason: SafetyError) {
        self.counts.turned_away += 1;
        self.note_unstarted(now, mission, origin, Outcome::Refused(reason.to_string()));
        self.outputs.push_back(Output::Refused { mission, fault: reason.fault(), reason });
    }

    /// Keeps that a correction will not start, or the next life would start it.
    fn note_unstarted(&mut self, now: Stamp, mission: MissionId, origin: Origin, outcome: Outcome) {
        if origin != Origin::Client {
            self.keep_end(now, mission, outcome.clone());
            self.past.end(mission, outcome);
        }
    }
}
