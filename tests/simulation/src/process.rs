use std::{rc::Rc, sync::Arc, time::Duration};

use rand::RngExt;
use surefleet_fleet::{SkillOutcome, Stamp, Turn};
use surefleet_language::Scores;
use surefleet_perception::{ActionVerdict, InspectionTicket};
use surefleet_planner::Link;
use surefleet_robot::{Input, Output, Sight};
use surefleet_safety::CheckRequest;

use crate::{
    fleet::Fleet,
    message::{Call, Event, Message},
    mind,
    network::deliveries,
    robot::{CALL_PATIENCE, Robot},
    schedule::number_of,
    trace::brief,
    watch::Evidence,
};

/// Robots' processes: planners that live and die, and their outputs.
impl Fleet<'_> {
    pub fn start(&mut self, robot: usize) -> Result<(), String> {
        if self.robots[robot].core.is_some() {
            return Ok(());
        }
        self.to_come -= 1;
        let incarnation = self.rng.random();
        let fleet = self.robots.iter().map(|robot| robot.id.clone()).collect();
        self.robots[robot].start(self.now, incarnation, &self.schedule.conduct, fleet);
        let answers = self.desk.answers.iter().cloned().map(|answer| Message::Answer(Rc::new(answer)));
        for message in self.monitor.verdicts.iter().cloned().chain(answers).collect::<Vec<_>>() {
            let life = self.robots[robot].life;
            self.after(0.001..0.1, Event::Deliver { to: robot, life, message: Rc::new(message) });
        }
        self.drain(robot)
    }

    pub fn handle(&mut self, robot: usize, input: Input) -> Result<(), String> {
        let Robot { id, core: Some(core), watch, .. } = &mut self.robots[robot] else { return Ok(()) };
        match watch.hear(self.now, &input) {
            Some(Evidence::Proved(mission, step)) => self.invariants.prove(id, mission, step),
            Some(Evidence::Seen(execution)) => self.invariants.see(id, execution),
            None => {}
        }
        core.handle(self.now, input);
        self.drain(robot)
    }

    /// Carries out the robot's outputs, unless its process dies in between.
    pub fn drain(&mut self, place: usize) -> Result<(), String> {
        loop {
            let robot = &mut self.robots[place];
            let Some(core) = &mut robot.core else { return Ok(()) };
            if robot.doom.is_some_and(|doom| doom.outputs_left == 0) {
                return self.die(place);
            }
            let Some(output) = core.poll() else { break };
            if let Some(doom) = &mut robot.doom {
                doom.outputs_left -= 1;
            }
            self.invariants.check_output(&robot.id, self.schedule.conduct.perception, &output)?;
            robot.watch.check(self.now, &output)?;
            self.note(|| format!("    {place} {}", brief(&output)));
            self.act(place, output)?;
        }
        let robot = &mut self.robots[place];
        robot.check_newest()?;
        robot.watch.check_rest(self.now)?;
        let deadline = robot.core.as_ref().and_then(surefleet_robot::Robot::next_deadline);
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
            Output::Record(record) => {
                self.report.count(&record);
                self.robots[place].link = Link::after(&record);
            }
            Output::Publish(turn) => self.publish(place, turn),
            Output::PublishOutcome { mission, step, outcome } => {
                let is_touch = matches!(&outcome, SkillOutcome::Failed(reason) if reason.contains("lost touch"));
                self.report.out_of_touch += u64::from(is_touch);
                let robot = self.robots[place].id.clone();
                self.send(place, Message::Outcome { mission, step, robot, outcome }, |_| true);
            }
            Output::Heartbeat(heartbeat) => self.send(place, Message::Heartbeat(heartbeat), |_| true),
            Output::Propose { joint, facts } => self.propose(place, Message::Propose { joint, facts }),
            Output::ProposeStop { mission, step, attempt, outcome } => {
                self.propose(place, Message::ProposeStop { mission, step, attempt, outcome });
            }
            Output::Score { ticket, .. } => {
                let result = self.think(place);
                let patience = 0.002..0.05;
                self.tell_after(patience, place, Input::Scored { ticket, result });
            }
            Output::Check { ticket, turn, candidates } => {
                let request = CheckRequest {
                    mission: turn.mission(),
                    step: turn.step,
                    robot: self.robots[place].id.clone(),
                    facts: turn.facts.clone(),
                    decided: turn.decided.clone(),
                    candidates: candidates.to_vec(),
                };
                if !self.call(place, self.robots.len(), Call::Check { ticket, request }) {
                    self.give_up(place, Input::Checked { ticket, result: Err("it did not answer".to_owned()) });
                }
            }
            Output::Ask(question) => self.ask_people(place, &question),
            Output::Withdraw(question) => self.withdraw_question(place, question),
            Output::Look { ticket, not_before, .. } => {
                if !self.call(place, place, Call::Look { ticket, not_before }) {
                    self.give_up(place, Input::Looked { ticket, result: Err("it did not answer".to_owned()) });
                }
            }
            Output::FindServer { ticket } => drop(self.call(place, place, Call::FindServer { ticket })),
            Output::SendGoal { ticket, goal } => drop(self.call(place, place, Call::Goal { ticket, goal })),
            Output::CancelGoals => {
                self.report.cancels += 1;
                self.call(place, place, Call::CancelGoals);
            }
            Output::Ended { .. } | Output::Notice(_) => {}
        }
        Ok(())
    }

    /// Sends a call of a robot; returns whether it arrives.
    pub fn call(&mut self, robot: usize, to: usize, call: Call) -> bool {
        let life = self.robots[robot].life;
        let arrival = deliveries(&mut self.rng, self.schedule, self.now, robot, to).next();
        if let Some(time) = arrival {
            self.at(time, Event::Called { robot, life, call: Box::new(call) });
        }
        arrival.is_some()
    }

    /// Sends the reply to a robot's call. The reply may be lost; then the robot gives up the call.
    pub fn reply(&mut self, from: usize, robot: usize, life: u32, reply: Input, given_up: Input) {
        match deliveries(&mut self.rng, self.schedule, self.now, from, robot).next() {
            Some(time) => self.at(time, Event::Told { robot, life, input: Box::new(reply) }),
            None => self.at(self.now + CALL_PATIENCE, Event::Told { robot, life, input: Box::new(given_up) }),
        }
    }

    pub fn give_up(&mut self, robot: usize, input: Input) {
        let life = self.robots[robot].life;
        self.at(self.now + CALL_PATIENCE, Event::Told { robot, life, input: Box::new(input) });
    }

    fn tell_after(&mut self, patience: std::ops::Range<f64>, robot: usize, input: Input) {
        let life = self.robots[robot].life;
        self.after(patience, Event::Told { robot, life, input: Box::new(input) });
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

    /// Scores of the turn that the robot holds.
    fn think(&mut self, place: usize) -> Result<Scores, String> {
        let robot = &self.robots[place];
        let mut turns = robot.core.iter().flat_map(|core| core.ring().turns());
        let turn = turns.find(|turn| turn.holder() == Some(&robot.id)).ok_or("nothing is to be scored")?;
        let goal = self.schedule.missions[number_of(turn.mission())].goal;
        if self.schedule.conduct.error > 0.0 && self.rng.random_bool(self.schedule.conduct.error / 4.0) {
            return Err("the model is not there".to_owned());
        }
        Ok(mind::scores(&mut self.rng, &self.schedule.conduct, &self.world.site, goal, (turn, &robot.id)))
    }

    /// A robot's perception looks once the scene is at rest. It may fail, show an old picture or be unsure.
    pub fn look(&mut self, robot: usize, life: u32, ticket: InspectionTicket, not_before: Stamp) {
        self.report.looks += 1;
        let later = not_before.max(self.now) + Duration::from_millis(self.rng.random_range(1..800));
        // Taken at any time of the last seconds: before the action, during it, or just after it.
        let ago = Duration::from_millis(self.rng.random_range(0..3000));
        let early = Stamp::from_nanos(self.now.as_nanos().saturating_sub(ago.as_nanos() as u64));
        let sight = match self.rng.random_range(0..20) {
            0 => Sight { verdict: ActionVerdict::Success, pictured: None },
            1..3 => Sight { verdict: ActionVerdict::Success, pictured: Some(early) },
            3 => Sight { verdict: ActionVerdict::Failure("it is not so".to_owned()), pictured: Some(later) },
            4..7 => {
                let (why, readings) = ("it is dark".to_owned(), Vec::new());
                Sight { verdict: ActionVerdict::Uncertain { why, readings }, pictured: Some(later) }
            }
            _ => Sight { verdict: ActionVerdict::Success, pictured: Some(later) },
        };
        let result = if self.chance(self.schedule.network.loss) { Err("no picture".to_owned()) } else { Ok(sight) };
        self.at(later, Event::Told { robot, life, input: Box::new(Input::Looked { ticket, result }) });
    }
}
