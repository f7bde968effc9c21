use std::rc::Rc;

use surefleet_fleet::Brief;

use crate::{
    fleet::{Fleet, mission},
    message::{Event, Message},
    network::deliveries,
    schedule::LEASE,
};

/// What goes from node to node.
impl Fleet<'_> {
    pub fn deliver(&mut self, to: usize, life: u32, message: &Message) -> Result<(), String> {
        if let Some(robot) = self.robots.get(to) {
            return match message.to_input() {
                // Late messages may even reach a later life, as long as the journal was not lost in between.
                Some(input) if robot.first_known_life <= life && robot.ring.is_some() => self.handle(to, input),
                _ => Ok(()),
            };
        }
        if !self.arbiter.is_up {
            return Ok(());
        }
        let refuses = self.chance(self.schedule.conduct.refusal);
        match message.clone() {
            Message::Heartbeat(heartbeat) => self.arbiter.hear(self.now, &heartbeat),
            Message::Propose { joint, facts } => {
                self.arbiter.propose(self.now, joint, &facts, &self.world, refuses);
            }
            Message::ProposeStop { mission, step, attempt, outcome } => {
                self.arbiter.propose_stop(self.now, (mission, step, attempt), outcome, &self.world, refuses);
            }
            _ => {}
        }
        self.post()
    }

    /// Checks and sends what the monitor has to say.
    pub fn post(&mut self) -> Result<(), String> {
        for joint in std::mem::take(&mut self.arbiter.approvals) {
            self.invariants.check_approval(&joint)?;
            if self.arbiter.is_doomed {
                self.arbiter.is_up = false;
            }
        }
        for message in std::mem::take(&mut self.arbiter.outbox) {
            if let Message::Turn(turn) = &message {
                self.invariants.check_turn(turn)?;
            }
            self.send(self.robots.len(), message, |_| true);
        }
        Ok(())
    }

    pub fn send(&mut self, from: usize, message: Message, is_meant: impl Fn(usize) -> bool) {
        let message = Rc::new(message);
        for to in (0..=self.robots.len()).filter(|to| *to != from && is_meant(*to)) {
            let life = match self.robots.get(to) {
                // What is sent while a process is down never reaches it.
                Some(robot) if robot.ring.is_none() => continue,
                Some(robot) => robot.life,
                None => 0,
            };
            for time in deliveries(&mut self.rng, self.schedule, self.now, from, to) {
                self.at(time, Event::Deliver { to, life, message: message.clone() });
            }
        }
    }

    pub fn admit(&mut self, number: usize) {
        if !self.arbiter.is_up {
            return self.at(self.now + LEASE / 2, Event::Admit { number });
        }
        let plan = &self.schedule.missions[number];
        let brief = Brief {
            id: mission(number),
            text: "fetch".to_owned(),
            constraints: Vec::new(),
            horizon: plan.horizon,
            alpha: String::new(),
            team: plan.team.iter().map(|robot| self.robots[*robot].id.clone()).collect(),
        };
        self.world.add(brief.id, plan.goal);
        self.arbiter.admit(self.now, brief, &self.world);
        self.to_come -= 1;
    }
}
