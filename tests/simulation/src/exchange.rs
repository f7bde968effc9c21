use std::rc::Rc;

use surefleet_fleet::Facts;
use surefleet_robot::Input;

use crate::{
    fleet::Fleet,
    message::{Call, Event, Message},
    network::deliveries,
};

/// How long the crate stays where it was carried.
const CARRIED_NS: u64 = 1_700_000_000;

/// The messages between nodes.
impl Fleet<'_> {
    pub fn deliver(&mut self, to: usize, life: u32, message: &Message) -> Result<(), String> {
        match self.robots.get(to) {
            None if to == self.robots.len() => message.to_monitor().map_or(Ok(()), |input| self.tell_monitor(input)),
            None if to == self.robots.len() + 1 => self.deliver_to_world(message),
            None => self.deliver_to_desk(message),
            // Late messages may even reach a later life, as long as the journal was not lost in between.
            Some(robot) if robot.first_known_life <= life && robot.core.is_some() => match message {
                Message::Answer(answer) => self.hear_answer(to, answer),
                _ => message.to_robot().map_or(Ok(()), |input| self.handle(to, input)),
            },
            Some(_) => Ok(()),
        }
    }

    /// A robot's call arrives at the process that answers it.
    pub fn answer_call(&mut self, robot: usize, life: u32, call: Call) -> Result<(), String> {
        match call {
            Call::Check { ticket, request } => self.check(robot, life, ticket, &request),
            Call::Ask { question, request, enclosure } => {
                return self.hear_question((robot, life), question, *request, *enclosure);
            }
            Call::Withdraw { question, key } => return self.hear_withdrawal((robot, life), question, key),
            Call::Look { ticket, not_before } => self.look(robot, life, ticket, not_before),
            Call::FindServer { ticket } => {
                let found = Input::ServerFound { ticket, found: Ok(()) };
                self.after(0.0001..0.001, Event::Told { robot, life, input: Box::new(found) });
            }
            Call::Goal { ticket, goal } => return self.ask_world(robot, life, ticket, goal),
            Call::CancelGoals => return self.cancel_goals(robot),
        }
        Ok(())
    }

    pub fn send(&mut self, from: usize, message: Message, is_meant: impl Fn(usize) -> bool) {
        let message = Rc::new(message);
        for to in self.receivers(&message).filter(|to| *to != from && is_meant(*to)) {
            let life = match self.robots.get(to) {
                // A message sent while a process is down never reaches it.
                Some(robot) if robot.core.is_none() => continue,
                Some(robot) => robot.life,
                None => 0,
            };
            for time in deliveries(&mut self.rng, self.schedule, self.now, from, to) {
                self.at(time, Event::Deliver { to, life, message: message.clone() });
            }
        }
    }

    /// The robots and the monitor; for messages that concern them, also the skill servers and the help desk.
    fn receivers(&self, message: &Message) -> impl Iterator<Item = usize> + use<> {
        let robots = self.robots.len();
        let skills = matches!(message, Message::Approved(_) | Message::End { .. });
        let desk = matches!(message, Message::Turn(_) | Message::End { .. });
        (0..=robots).chain(skills.then_some(robots + 1)).chain(desk.then_some(robots + 2))
    }

    /// Publishes the world. The monitor, which runs on the machine that observes it, sees it at once.
    pub fn publish_world(&mut self) -> Result<(), String> {
        let (observed, mut facts) = (self.now, self.world.facts());
        // Somebody from outside carries the crate to and fro, so that turns begin again.
        if self.schedule.conduct.team_steps
            && self.now < self.schedule.faults_end
            && self.now.as_nanos() / CARRIED_NS % 2 == 1
        {
            facts = Facts::new(facts.iter().map(|fact| fact.replace("crate_1, north", "crate_1, east")));
        }
        self.send(self.robots.len(), Message::Facts { observed, facts: facts.clone() }, |_| true);
        let loss = if self.now < self.schedule.faults_end { self.schedule.network.loss } else { 0.0 };
        if self.chance(loss) {
            return Ok(());
        }
        let domain = self.world.site.domain().digest().to_string();
        self.tell_monitor(surefleet_safety::Input::World { observed, domain, facts, arms: Vec::new() })
    }
}
