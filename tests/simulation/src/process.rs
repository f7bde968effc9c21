use std::{rc::Rc, sync::Arc};

use rand::RngExt;
use surefleet_fleet::{Decision, Outcome, SkillOutcome, Turn};
use surefleet_ring::{Input, Output, Ring};
use surefleet_simulator::SkillGoal;

use crate::{
    fleet::{Fleet, number_of},
    message::{Conclusion, Event, Message},
    trace::brief,
};

/// Robots' processes: planners that live and die, and what they put out.
impl Fleet<'_> {
    pub fn start(&mut self, robot: usize) -> Result<(), String> {
        if self.robots[robot].ring.is_some() {
            return Ok(());
        }
        self.to_come -= 1;
        let incarnation = self.rng.random();
        self.robots[robot].start(self.now, incarnation);
        for message in self.monitor.verdicts.clone() {
            let life = self.robots[robot].life;
            let message = Rc::new(message);
            self.after(0.001..0.1, Event::Deliver { to: robot, life, message });
        }
        self.drain(robot)
    }

    pub fn handle(&mut self, robot: usize, input: Input) -> Result<(), String> {
        if let Some(ring) = &mut self.robots[robot].ring {
            ring.handle(self.now, input);
        }
        self.drain(robot)
    }

    /// Does what the robot's ring wants done, unless its process dies over it.
    pub fn drain(&mut self, place: usize) -> Result<(), String> {
        loop {
            let robot = &mut self.robots[place];
            let Some(ring) = &mut robot.ring else { return Ok(()) };
            if robot.doom.is_some_and(|doom| doom.outputs_left == 0) {
                return self.die(place);
            }
            let Some(output) = ring.poll() else { break };
            if let Some(doom) = &mut robot.doom {
                doom.outputs_left -= 1;
            }
            self.invariants.check_output(&robot.id, &output)?;
            self.note(|| format!("    {place} {}", brief(&output)));
            self.act(place, output)?;
        }
        let robot = &mut self.robots[place];
        robot.check_newest()?;
        let deadline = robot.ring.as_ref().and_then(Ring::next_deadline);
        if let Some(deadline) = deadline.map(|deadline| deadline.max(self.now))
            && robot.wake_at.is_none_or(|wake_at| wake_at > deadline)
        {
            robot.wake_at = Some(deadline);
            let life = robot.life;
            self.at(deadline, Event::Wake { robot: place, life });
        }
        Ok(())
    }

    fn die(&mut self, place: usize) -> Result<(), String> {
        let robot = &mut self.robots[place];
        let Some(doom) = robot.doom else { return Ok(()) };
        robot.die(doom.keeps_journal);
        self.note(|| format!("{place} is dead"));
        match doom.down {
            Some(down) => self.at(self.now + down, Event::Start { robot: place }),
            None => self.to_come -= 1,
        }
        Ok(())
    }

    fn act(&mut self, place: usize, output: Output) -> Result<(), String> {
        match output {
            Output::Journal(entry) => self.robots[place].journal.push(entry),
            Output::Publish(turn) => self.publish(place, turn),
            Output::PublishOutcome { mission, step, outcome } => {
                let is_touch = matches!(&outcome, SkillOutcome::Failed(reason) if reason.contains("lost touch"));
                self.report.out_of_touch += u64::from(is_touch);
                let robot = self.robots[place].id.clone();
                self.send(place, Message::Outcome { mission, step, robot, outcome }, |_| true);
            }
            Output::Heartbeat(heartbeat) => self.send(place, Message::Heartbeat(heartbeat), |_| true),
            Output::Decide(turn) => self.think(place, turn),
            // The planner's answer may have been under way: the ring has to cope with it.
            Output::Withdraw { .. } | Output::Ended { .. } => {}
            Output::Propose { joint, facts } => self.propose(place, Message::Propose { joint, facts }),
            Output::ProposeStop { mission, step, attempt, outcome } => {
                self.propose(place, Message::ProposeStop { mission, step, attempt, outcome });
            }
            Output::Execute { mission, step, attempt, decision, .. } => {
                let symbol = self.world.domain.options().symbol(decision);
                let (skill, argument) = symbol.trim_end_matches(')').split_once('(').unwrap_or((symbol, ""));
                let arguments = Some(argument).filter(|argument| !argument.is_empty()).map(str::to_owned);
                let (skill, arguments) = (skill.to_owned(), arguments.into_iter().collect());
                let robot = self.robots[place].id.clone();
                return self.ask_world(place, SkillGoal { mission, step, attempt, robot, decision, skill, arguments });
            }
        }
        Ok(())
    }

    fn propose(&mut self, place: usize, message: Message) {
        self.report.proposals += 1;
        let monitor = self.robots.len();
        self.send(place, message, |to| to == monitor);
    }

    fn publish(&mut self, place: usize, turn: Arc<Turn>) {
        let number = self.report.published.len();
        self.report.published.push((self.now, place, turn.key()));
        self.report.turns_with_failures += u64::from(!turn.failures.is_empty());
        let lost = self.schedule.lost_turn.filter(|lost| lost.number == number);
        if lost.is_some() {
            self.report.lost_at = Some(self.now);
        }
        let holder = turn.holder().and_then(|holder| self.robots.iter().position(|robot| robot.id == *holder));
        self.send(place, Message::Turn(turn), |to| match lost {
            Some(lost) => lost.holder_only && Some(to) != holder,
            None => true,
        });
    }

    /// The planner makes up its mind.
    fn think(&mut self, place: usize, turn: Arc<Turn>) {
        let conduct = self.schedule.conduct;
        let is_start = turn.decided.is_empty();
        let is_last = turn.decided.len() + 1 == turn.order.len();
        let is_over = is_start && turn.step.get() > turn.brief.horizon;
        let conclusion = if is_start && self.all_stayed(&turn) {
            Conclusion::Stop(Outcome::Succeeded)
        } else if is_over {
            Conclusion::Stop(Outcome::OutOfHorizon)
        } else if is_start && self.chance(conduct.error) {
            Conclusion::Stop(Outcome::Succeeded)
        } else if self.chance(conduct.halt) {
            Conclusion::Stop(Outcome::Halted("a person said so".to_owned()))
        } else if turn.reorders < 2 && self.chance(conduct.reorder) {
            Conclusion::Reorder
        } else {
            let is_error = is_last && self.chance(conduct.error);
            Conclusion::Decide(self.decide(&turn, is_error))
        };
        let patience = if self.chance(conduct.help) { 0.5..6.0 } else { 0.002..0.05 };
        let (robot, life) = (place, self.robots[place].life);
        self.after(patience, Event::Conclude { robot, life, turn, conclusion });
    }

    /// Whether the team had nothing left to do in the step before.
    fn all_stayed(&self, turn: &Turn) -> bool {
        let idle = self.world.domain.options().idle();
        let mut decisions = turn.history.last().into_iter().flatten().flatten().peekable();
        decisions.peek().is_some() && decisions.all(|decision| *decision == idle)
    }

    /// A corner or a free shed to go to while the mission lacks skills, then none; in error a decision that the yard does not have.
    fn decide(&mut self, turn: &Turn, is_error: bool) -> Decision {
        let options = self.world.domain.options();
        let (idle, size) = (options.idle(), options.len() as u16);
        let tried = turn.history.iter().flatten().flatten().filter(|decision| **decision != idle).count();
        if is_error {
            Decision::new(size)
        } else if tried >= self.schedule.missions[number_of(turn.mission())].goal as usize {
            idle
        } else {
            let is_taken = |option: Decision| turn.decided.iter().any(|decided| decided.decision == Some(option));
            let is_free = |option: Decision| !options.symbol(option).contains("shed") || !is_taken(option);
            let corners: Vec<Decision> = options.iter().filter(|&option| option != idle && is_free(option)).collect();
            corners[self.rng.random_range(0..corners.len())]
        }
    }

    pub fn conclude(&mut self, robot: usize, turn: &Turn, conclusion: Conclusion) -> Result<(), String> {
        let (mission, step, attempt) = (turn.mission(), turn.step, turn.attempt);
        let input = match conclusion {
            Conclusion::Decide(decision) => Input::Decided { mission, step, attempt, decision },
            Conclusion::Stop(outcome) => Input::Stop { mission, step, attempt, outcome },
            Conclusion::Reorder => {
                let mut order = turn.order.to_vec();
                order.rotate_left(1);
                Input::Reorder { mission, step, attempt, order: order.into() }
            }
        };
        self.handle(robot, input)
    }
}
