use std::{collections::BTreeMap, rc::Rc, sync::Arc};

use surefleet_fleet::{Attempt, Brief, Facts, Issuer, JointStep, MissionId, Outcome, Stamp, StepIndex, Turn};
use surefleet_ring::Heartbeat;

use crate::{message::Message, schedule::LEASE, world::World};

/// The safety monitor as robots meet it: one joint step a (mission, step), journalled; refusals; ends.
#[derive(Debug, Default)]
pub(crate) struct Arbiter {
    pub is_up: bool,
    /// Dies once it has journalled the next approval, before it says it.
    pub is_doomed: bool,
    pub missions: BTreeMap<MissionId, Running>,
    pub ended: BTreeMap<MissionId, Outcome>,
    pub end_said: BTreeMap<MissionId, Stamp>,
    /// What goes out, in order.
    pub outbox: Vec<Message>,
    /// The last verdicts: robots that start later get them too.
    pub verdicts: Vec<Message>,
    /// Approvals since they were last looked at.
    pub approvals: Vec<JointStep>,
}

/// A mission that has not ended.
#[derive(Debug)]
pub(crate) struct Running {
    pub brief: Arc<Brief>,
    pub approved: Vec<JointStep>,
    said: Option<(StepIndex, Attempt)>,
    /// When a robot last named it, or its turn was last said.
    quiet_since: Stamp,
    is_known: bool,
}

impl Running {
    fn next_step(&self) -> StepIndex {
        self.approved.last().map_or(StepIndex::FIRST, |last| last.step.next())
    }
}

impl Arbiter {
    pub fn admit(&mut self, now: Stamp, brief: Brief, world: &World) {
        let brief = Arc::new(brief);
        let id = brief.id;
        let running = Running { brief, approved: Vec::new(), said: None, quiet_since: now, is_known: false };
        self.missions.insert(id, running);
        self.say_turn(now, id, world);
    }

    /// Forgets what is not journalled.
    pub fn restart(&mut self, now: Stamp) {
        self.is_up = true;
        self.is_doomed = false;
        self.verdicts.clear();
        self.end_said.clear();
        for running in self.missions.values_mut() {
            running.quiet_since = now;
            running.is_known = false;
        }
    }

    /// Says the turn of missions that nobody names, each time as a new attempt.
    pub fn look_after(&mut self, now: Stamp, world: &World) {
        let is_quiet = |running: &Running| {
            let patience = if running.is_known || !running.approved.is_empty() { LEASE * 4 } else { LEASE };
            now - running.quiet_since > patience
        };
        let quiet: Vec<MissionId> =
            self.missions.iter().filter(|(_, running)| is_quiet(running)).map(|(id, _)| *id).collect();
        quiet.into_iter().for_each(|id| self.say_turn(now, id, world));
    }

    fn say_turn(&mut self, now: Stamp, id: MissionId, world: &World) {
        let Some(running) = self.missions.get_mut(&id) else { return };
        let (step, size) = (running.next_step(), running.brief.team.len());
        let before = running.said.filter(|(said, _)| *said == step).map(|(_, attempt)| attempt);
        let is_first = running.said.is_none();
        let attempt = if is_first { Some(Attempt::FIRST) } else { Issuer::Monitor.next_attempt(size, before) };
        let Some(attempt) = attempt else { return };
        running.said = Some((step, attempt));
        running.quiet_since = now;
        let decisions = |joint: &JointStep| running.brief.team.iter().map(|robot| joint.decision_of(robot)).collect();
        self.outbox.push(Message::Turn(Arc::new(Turn {
            step,
            attempt,
            order: running.brief.team.as_slice().into(),
            decided: Vec::new(),
            history: running.approved.iter().map(decisions).collect(),
            facts: world.facts(),
            reorders: 0,
            refusals: Arc::new([]),
            brief: running.brief.clone(),
        })));
    }

    pub fn hear(&mut self, now: Stamp, heartbeat: &Heartbeat) {
        let Some(mission) = heartbeat.mission else { return };
        if let Some(running) = self.missions.get_mut(&mission) {
            running.quiet_since = now;
            running.is_known = true;
        } else {
            self.say_end(now, mission);
        }
    }

    fn say_end(&mut self, now: Stamp, mission: MissionId) {
        let is_due = self.end_said.get(&mission).is_none_or(|said| now - *said >= LEASE);
        if let (true, Some(outcome)) = (is_due, self.ended.get(&mission)) {
            self.end_said.insert(mission, now);
            self.outbox.push(Message::End { mission, outcome: outcome.clone() });
        }
    }

    pub fn end(&mut self, now: Stamp, mission: MissionId, outcome: Outcome) {
        if self.missions.remove(&mission).is_some() {
            self.ended.insert(mission, outcome);
        }
        self.say_end(now, mission);
    }

    pub fn propose(&mut self, now: Stamp, joint: JointStep, facts: &Facts, world: &World, refuses: bool) {
        let Some(running) = self.missions.get_mut(&joint.mission) else { return self.say_end(now, joint.mission) };
        let place = joint.step.get() as usize - 1;
        if let Some(approved) = running.approved.get(place).cloned() {
            let is_other = approved != joint;
            self.say_verdict(approved, Ok(()));
            if is_other {
                self.say_verdict(joint, Err("another attempt was approved".to_owned()));
            }
            return;
        }
        let is_whole = running.brief.team.len() == joint.decided.len()
            && running.brief.team.iter().all(|robot| joint.decided.iter().any(|decided| decided.robot == *robot));
        if !is_whole || joint.step != running.next_step() {
            self.say_verdict(joint, Err("it is not the next step, or not whole".to_owned()));
        } else if !world.agrees(joint.mission, facts) {
            self.say_verdict(joint, Err("the world is not what was planned from".to_owned()));
        } else if refuses {
            self.say_verdict(joint, Err("it is not safe".to_owned()));
        } else {
            running.approved.push(joint.clone());
            self.approvals.push(joint.clone());
            if !self.is_doomed {
                self.say_verdict(joint, Ok(()));
            }
        }
    }

    fn say_verdict(&mut self, joint: JointStep, verdict: Result<(), String>) {
        let message = Message::Verdict { joint: Rc::new(joint), verdict };
        self.verdicts.push(message.clone());
        if self.verdicts.len() > 4 {
            self.verdicts.remove(0);
        }
        self.outbox.push(message);
    }

    pub fn propose_stop(
        &mut self,
        now: Stamp,
        (mission, step, attempt): (MissionId, StepIndex, Attempt),
        outcome: Outcome,
        world: &World,
        refuses: bool,
    ) {
        let Some(running) = self.missions.get(&mission) else { return self.say_end(now, mission) };
        let may_stop = match outcome {
            Outcome::Halted(_) => true,
            Outcome::Succeeded => world.is_achieved(mission) && !refuses,
            _ => step == running.next_step() && !refuses,
        };
        if may_stop {
            self.end(now, mission, outcome);
        } else {
            self.outbox.push(Message::StopRefused { mission, step, attempt });
        }
    }
}
