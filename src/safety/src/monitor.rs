mod admitting;
mod ending;
mod issue;
mod restore;

use std::{
    collections::{BTreeMap, VecDeque},
    time::Duration,
};

use surefleet_fleet::{Facts, JointStep, MissionId, Outcome, RobotId, Stamp};

use crate::{
    CheckReply, CheckRequest, Counts, DecisionNote, Diagnosis, Entry, Input, MissionStatus, Output, Policy,
    SafetyError, admission::Candidate, judge, past::Past, running::Running, world::World,
};

/// A team that was not heard for so long is reported.
const SILENCE: Duration = Duration::from_secs(10);

/// The safety monitor: admits missions, judges decisions, approves joint steps and ends missions; nobody else does.
#[derive(Debug, Clone)]
pub struct Monitor {
    policy: Policy,
    world: World,
    /// Missions that are asked for and whose fleet is not up.
    waiting: Vec<Candidate>,
    running: BTreeMap<MissionId, Running>,
    past: Past,
    /// When each robot was last heard in this life.
    heard: BTreeMap<RobotId, Stamp>,
    /// Approvals to be said again once the world is seen.
    withheld: BTreeMap<MissionId, (JointStep, Facts)>,
    counts: Counts,
    outputs: VecDeque<Output>,
}

impl Monitor {
    /// A monitor without a past.
    pub fn new(policy: Policy) -> Self {
        Self {
            policy,
            world: World::Unseen,
            waiting: Vec::new(),
            running: BTreeMap::new(),
            past: Past::default(),
            heard: BTreeMap::new(),
            withheld: BTreeMap::new(),
            counts: Counts::default(),
            outputs: VecDeque::new(),
        }
    }

    /// Judges a robot's candidates as part of the joint step so far, without changing anything.
    ///
    /// # Errors
    /// Why the monitor cannot judge now; nothing is allowed then.
    pub fn check(&self, now: Stamp, request: &CheckRequest) -> CheckReply {
        let mission = self.find(request.mission)?;
        judge::check(now, &self.policy, &self.world, mission, request)
    }

    /// Takes in what happened.
    pub fn handle(&mut self, now: Stamp, input: Input) {
        match input {
            Input::Mission(brief) => self.ask(now, brief),
            Input::Cancel(mission) => self.cancel(now, mission),
            Input::World { observed, domain, facts } => self.see(now, observed, &domain, facts),
            Input::Propose { joint, facts } => {
                self.note_named(now, joint.mission);
                self.propose(now, joint, facts);
            }
            Input::ProposeStop(proposal) => {
                self.note_named(now, proposal.mission);
                self.propose_stop(now, proposal);
            }
            Input::Decision(note) => self.note(now, note),
            Input::Heartbeat { robot, mission } => self.hear(now, robot, mission),
            Input::Tick => {}
        }
        self.admit_waiting(now);
        self.issue_due(now);
    }

    /// The next thing to do.
    pub fn poll(&mut self) -> Option<Output> {
        self.outputs.pop_front()
    }

    /// When it wants [`Input::Tick`] at the latest: a turn is to be said, or a mission has waited long enough.
    pub fn next_deadline(&self) -> Option<Stamp> {
        self.waiting.iter().map(|candidate| candidate.until).chain(self.next_issue()).min()
    }

    /// How the monitor does.
    pub fn diagnose(&self, now: Stamp) -> Diagnosis {
        let status = |mission: &Running| {
            let last = mission.team().iter().filter_map(|robot| self.heard.get(robot)).max();
            let silent_for = now - last.copied().unwrap_or_default().max(mission.since);
            let (id, step, is_silent) = (mission.id(), mission.next_step(), silent_for >= SILENCE);
            MissionStatus { mission: id, step, silent_for, is_silent }
        };
        Diagnosis {
            gate: self.world.facts(now, &self.policy).err(),
            missions: self.running.values().map(status).collect(),
            counts: self.counts,
        }
    }

    fn find(&self, mission: MissionId) -> Result<&Running, SafetyError> {
        self.running.get(&mission).ok_or_else(|| match self.past.outcome(mission) {
            Some(outcome) => SafetyError::Ended { mission, outcome: outcome.clone() },
            None => SafetyError::UnknownMission(mission),
        })
    }

    fn see(&mut self, now: Stamp, observed: Stamp, domain: &str, facts: Facts) {
        let is_news = self.world.see(now, &self.policy, observed, domain, facts);
        self.counts.ignored += u64::from(!is_news);
        if self.world.facts(now, &self.policy).is_ok() {
            for (joint, facts) in std::mem::take(&mut self.withheld).into_values() {
                self.propose(now, joint, facts);
            }
        }
    }

    fn cancel(&mut self, now: Stamp, mission: MissionId) {
        let outcome = Outcome::Halted("its client cancelled it".to_owned());
        if self.running.contains_key(&mission) {
            self.end(now, mission, outcome);
        } else if !self.withdraw(mission, outcome) {
            self.counts.ignored += 1;
        }
    }

    fn propose(&mut self, now: Stamp, joint: JointStep, facts: Facts) {
        let Some(mission) = self.running.get(&joint.mission) else { return self.remind(now, joint.mission) };
        if let Some(approved) = mission.approved_at(joint.step).cloned() {
            return self.say_again(now, approved, joint, facts);
        }
        match judge::judge(now, &self.policy, &self.world, mission, &joint, &facts) {
            Ok(()) => self.approve(joint, facts),
            Err(reasons) => self.refuse(joint, facts, reasons),
        }
    }

    /// What was approved for a step is the answer to whatever is proposed for it later.
    fn say_again(&mut self, now: Stamp, approved: JointStep, proposed: JointStep, facts: Facts) {
        if self.world.facts(now, &self.policy).is_err() {
            // An approval can make a robot move, and nobody sees where to: it waits until the world is seen.
            self.withheld.insert(proposed.mission, (proposed, facts));
            return;
        }
        let is_other = approved != proposed;
        let (step, attempt) = (approved.step, approved.attempt.0);
        self.outputs.push_back(Output::Verdict { joint: approved, facts: facts.clone(), verdict: Ok(()) });
        if is_other {
            self.refuse(proposed, facts, vec![SafetyError::Committed { step, approved: attempt }]);
        }
    }

    fn approve(&mut self, joint: JointStep, facts: Facts) {
        if let Some(mission) = self.running.get_mut(&joint.mission) {
            mission.approved.push(joint.clone());
            self.counts.approved += 1;
            self.outputs.push_back(Output::Journal(Entry::Approved(joint.clone())));
            self.outputs.push_back(Output::Verdict { joint, facts, verdict: Ok(()) });
        }
    }

    fn refuse(&mut self, joint: JointStep, facts: Facts, reasons: Vec<SafetyError>) {
        self.counts.refused += 1;
        self.outputs.push_back(Output::Verdict { joint, facts, verdict: Err(reasons) });
    }

    fn note(&mut self, now: Stamp, note: DecisionNote) {
        let mission = self.running.get_mut(&note.key.mission);
        let mission = mission.filter(|mission| mission.team().contains(&note.key.robot));
        match mission {
            Some(mission) if !mission.decisions.contains_key(&note.key) => {
                mission.note_named(now);
                mission.decisions.insert(note.key.clone(), note.helped);
                self.outputs.push_back(Output::Feedback(note));
            }
            _ => self.counts.ignored += 1,
        }
    }

    fn hear(&mut self, now: Stamp, robot: RobotId, mission: Option<MissionId>) {
        if !self.policy.fleet.contains(&robot) {
            self.counts.ignored += 1;
            return;
        }
        self.heard.insert(robot.clone(), now);
        let Some(mission) = mission else { return };
        match self.running.get_mut(&mission) {
            Some(running) if running.team().contains(&robot) => running.note_named(now),
            Some(_) => {}
            None => self.remind(now, mission),
        }
    }
}
