use std::rc::Rc;

use crate::{
    fleet::Fleet,
    message::{Event, Message},
    network::deliveries,
};

/// What goes from node to node.
impl Fleet<'_> {
    pub fn deliver(&mut self, to: usize, life: u32, message: &Message) -> Result<(), String> {
        if to == self.robots.len() + 1 {
            return self.deliver_to_world(message);
        }
        match self.robots.get(to) {
            None => message.to_monitor().map_or(Ok(()), |input| self.tell_monitor(input)),
            // Late messages may even reach a later life, as long as the journal was not lost in between.
            Some(robot) if robot.first_known_life <= life && robot.ring.is_some() => {
                message.to_robot().map_or(Ok(()), |input| self.handle(to, input))
            }
            Some(_) => Ok(()),
        }
    }

    pub fn send(&mut self, from: usize, message: Message, is_meant: impl Fn(usize) -> bool) {
        let message = Rc::new(message);
        for to in self.receivers(&message).filter(|to| *to != from && is_meant(*to)) {
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

    /// The robots, the monitor, and for what concerns them the skill servers.
    fn receivers(&self, message: &Message) -> std::ops::RangeInclusive<usize> {
        let concerns_skills = matches!(message, Message::Verdict { verdict: Ok(()), .. } | Message::End { .. });
        0..=self.robots.len() + usize::from(concerns_skills)
    }

    /// The world is seen: by the monitor, on whose machine it is observed, at once.
    pub fn publish_world(&mut self) -> Result<(), String> {
        let (observed, facts) = (self.now, self.world.facts());
        self.send(self.robots.len(), Message::Facts { observed, facts: facts.clone() }, |_| true);
        let loss = if self.now < self.schedule.faults_end { self.schedule.network.loss } else { 0.0 };
        if self.chance(loss) {
            return Ok(());
        }
        let domain = self.world.domain.digest().to_string();
        self.tell_monitor(surefleet_safety::Input::World { observed, domain, facts })
    }
}
