use std::sync::Arc;

use surefleet_english::{EnglishError, misspelt_binding, read_binding};
use surefleet_fleet::{Brief, MissionId, Outcome, Stamp};

use super::Monitor;
use crate::{
    AdmissionError, Fault, KnownMission, MissionReport, NotRunning, Output, Unreworded,
    admission::{Candidate, Origin},
    translation::may_be_reworded,
};

impl Monitor {
    /// Takes in a client's request: the mission starts as soon as its robots are ready.
    pub(super) fn ask(&mut self, now: Stamp, brief: Brief) {
        self.ask_as(now, brief.into(), Origin::Client);
    }

    /// Why the grammar does not read a mission that other words, such as a language model's, could have admitted. A client's mission with a
    /// model's meanings of it in [`Brief::meanings`] is asked for like any other.
    pub fn rewordable(&self, now: Stamp, brief: &Brief) -> Option<Box<EnglishError>> {
        let vocabulary = &self.policy.vocabulary;
        if !self.policy.takes_meanings || !brief.meanings.is_empty() {
            return None;
        }
        match Candidate::read(now, &self.policy, brief.clone().into(), Origin::Client) {
            Err(AdmissionError::Unreadable(problem))
                if may_be_reworded(&problem)
                    && read_binding(&brief.text, vocabulary).is_ok()
                    && misspelt_binding(&brief.text, vocabulary).is_none() =>
            {
                Some(problem.into())
            }
            _ => None,
        }
    }

    /// Refuses a mission that no model reworded.
    pub(super) fn refuse_unreworded(&mut self, now: Stamp, brief: Brief, problem: Box<EnglishError>, why: Unreworded) {
        if self.is_known(brief.id) {
            return self.ask(now, brief);
        }
        let reason = AdmissionError::Unreworded { problem, why };
        self.turn_away(now, now, brief.into(), Origin::Client, reason);
    }

    pub(super) fn ask_as(&mut self, now: Stamp, brief: Arc<Brief>, origin: Origin) {
        let mission = brief.id;
        let is_new = matches!(self.find(mission), Err(NotRunning::Unknown(_)));
        let is_waiting = self.waiting.iter().any(|candidate| candidate.brief.id == mission);
        if !is_new || is_waiting {
            // The mission with that id is another one, and it stays unchanged.
            self.counts.turned_away += 1;
            let reason = AdmissionError::SentBefore(mission);
            return self.outputs.push_back(Output::Refused { mission, fault: reason.fault(), reason });
        }
        match Candidate::read(now, &self.policy, brief.clone(), origin) {
            Ok(candidate) => {
                self.revision += 1;
                self.waiting.push(candidate);
            }
            Err(reason) => self.turn_away(now, now, brief, origin, reason),
        }
    }

    /// Starts the missions whose robots are ready. Refuses those that waited long enough, and says what is missing.
    pub(super) fn admit_waiting(&mut self, now: Stamp) {
        for candidate in std::mem::take(&mut self.waiting) {
            let robots = (&self.heard, &self.unserved);
            match candidate.admit(now, &self.policy, &self.sight, robots, &self.watch, self.running.values()) {
                Ok((mut mission, facts)) => match self.watch_for(now, &self.watch, &mission) {
                    Ok((watch, goals)) => {
                        self.watch = watch;
                        mission.goals = goals;
                        self.counts.admitted += 1;
                        self.start(now, mission, facts);
                        self.keep_standings();
                    }
                    Err(reason) => {
                        self.turn_away(now, candidate.since, candidate.brief, candidate.origin, reason.into());
                    }
                },
                Err(reason) if reason.may_pass() && now < candidate.until => self.waiting.push(candidate),
                Err(reason) => self.turn_away(now, candidate.since, candidate.brief, candidate.origin, reason),
            }
        }
    }

    /// Drops a mission that waits; `false`: none does.
    pub(super) fn withdraw(&mut self, now: Stamp, mission: MissionId, outcome: Outcome) -> bool {
        let Some(at) = self.waiting.iter().position(|candidate| candidate.brief.id == mission) else { return false };
        let candidate = self.waiting.remove(at);
        let report = self.note_unstarted(now, candidate.since, candidate.brief, candidate.origin, (outcome, None));
        self.outputs.push_back(Output::Finished(report));
        true
    }

    pub(super) fn turn_away(
        &mut self,
        now: Stamp,
        since: Stamp,
        brief: Arc<Brief>,
        origin: Origin,
        reason: AdmissionError,
    ) {
        let mission = brief.id;
        self.counts.turned_away += 1;
        let fault = reason.fault();
        self.note_unstarted(now, since, brief, origin, (Outcome::Refused(reason.to_string()), Some(fault)));
        self.outputs.push_back(Output::Refused { mission, fault, reason });
    }

    /// Journals that a correction will not start. Otherwise the next life would start it.
    fn note_unstarted(
        &mut self,
        now: Stamp,
        since: Stamp,
        brief: Arc<Brief>,
        origin: Origin,
        (outcome, fault): (Outcome, Option<Fault>),
    ) -> MissionReport {
        let report = MissionReport { mission: brief.id, outcome, plan: Vec::new(), helped: 0, decisions: 0 };
        if origin != Origin::Client {
            self.keep_end(now, &report);
            self.past.end(brief.id, report.outcome.clone());
        }
        self.past.keep(KnownMission::refused(report.clone(), brief, since, now, fault));
        self.revision += 1;
        report
    }
}
