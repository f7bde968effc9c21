use std::{cmp::Ordering, collections::BinaryHeap, rc::Rc, sync::Arc, time::Duration};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use surefleet_fleet::{Brief, MissionId, Outcome, SkillOutcome, Stamp, StepIndex, Turn, TurnKey};
use surefleet_ring::{Input, Output};

use crate::{
    arbiter::Arbiter,
    invariants::Invariants,
    message::{Conclusion, Event, Message},
    network::deliveries,
    robot::{Accepted, Doom, Robot},
    schedule::{LEASE, Schedule},
    world::World,
};

/// How long after the last fault every mission must have ended and every robot know it.
const PATIENCE: Duration = Duration::from_secs(150);
/// More events than any run has; a fleet that is busy without getting on shows here.
const MOST_EVENTS: u64 = 3_000_000;

/// What a run showed.
#[derive(Debug, Default)]
pub struct Report {
    /// Events.
    pub events: u64,
    /// Turns that robots published: when, who, which.
    pub published: Vec<(Stamp, usize, TurnKey)>,
    /// When the turn of [`LostTurn`](crate::LostTurn) was lost.
    pub lost_at: Option<Stamp>,
    /// Proposals, stops included.
    pub proposals: u64,
    /// Attempts to execute a step when a later one had begun.
    pub stale_executions: u64,
    /// Skills begun.
    pub skills: u64,
    /// Skill outcomes that came from losing touch.
    pub out_of_touch: u64,
    /// How each mission ended.
    pub outcomes: Vec<Option<Outcome>>,
    /// When all was over.
    pub ended_at: Stamp,
}

/// A broken invariant.
#[derive(Debug)]
pub struct Violation {
    /// Which, with the values.
    pub what: String,
    /// When.
    pub at: Stamp,
    /// Every event and output so far, where a trace was asked for.
    pub trace: Vec<String>,
}

/// Runs a fleet through a schedule and checks the invariants after each event.
///
/// # Errors
/// The first invariant that is broken.
pub fn run(schedule: &Schedule, with_trace: bool) -> Result<Report, Violation> {
    let mut fleet = Fleet::new(schedule, with_trace);
    match fleet.run() {
        Ok(()) => Ok(fleet.report),
        Err(what) => Err(Violation { what, at: fleet.now, trace: fleet.trace.unwrap_or_default() }),
    }
}

struct Fleet<'a> {
    schedule: &'a Schedule,
    now: Stamp,
    rng: ChaCha8Rng,
    queue: BinaryHeap<Planned>,
    sequence: u64,
    robots: Vec<Robot>,
    arbiter: Arbiter,
    world: World,
    invariants: Invariants,
    report: Report,
    trace: Option<Vec<String>>,
    /// Missions that are to be admitted, and robots that are to start.
    to_come: usize,
}

/// An event and when it happens; the queue's greatest is the earliest.
struct Planned {
    time: Stamp,
    sequence: u64,
    event: Event,
}

impl Ord for Planned {
    fn cmp(&self, other: &Self) -> Ordering {
        (other.time, other.sequence).cmp(&(self.time, self.sequence))
    }
}

impl PartialOrd for Planned {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Planned {
    fn eq(&self, other: &Self) -> bool {
        self.sequence == other.sequence
    }
}

impl Eq for Planned {}

impl<'a> Fleet<'a> {
    fn new(schedule: &'a Schedule, with_trace: bool) -> Self {
        let robots = schedule.starts.len();
        let mut fleet = Self {
            schedule,
            now: Stamp::ZERO,
            rng: ChaCha8Rng::seed_from_u64(schedule.seed ^ 0x5eed),
            queue: BinaryHeap::new(),
            sequence: 0,
            robots: (0..robots).map(Robot::new).collect(),
            arbiter: Arbiter { is_up: true, ..Arbiter::default() },
            world: World::default(),
            invariants: Invariants::default(),
            report: Report::default(),
            trace: with_trace.then(Vec::new),
            to_come: schedule.missions.len() + robots,
        };
        for (robot, start) in schedule.starts.iter().enumerate() {
            fleet.at(*start, Event::Start { robot });
        }
        for (number, kill) in schedule.kills.iter().enumerate() {
            fleet.at(kill.at, Event::Kill { number });
        }
        for (time, down) in &schedule.arbiter_kills {
            fleet.at(*time, Event::ArbiterDies { down: *down });
        }
        for (number, plan) in schedule.missions.iter().enumerate() {
            fleet.at(plan.admitted, Event::Admit { number });
            if let Some(time) = plan.cancelled {
                fleet.at(time, Event::Cancel { number });
            }
        }
        fleet.at(Stamp::ZERO, Event::WorldTick);
        fleet.at(Stamp::ZERO, Event::ArbiterTick);
        fleet
    }

    fn run(&mut self) -> Result<(), String> {
        let deadline = self.schedule.faults_end + PATIENCE;
        while let Some(Planned { time, event, .. }) = self.queue.pop() {
            self.now = time;
            self.report.events += 1;
            if time > deadline {
                return Err(format!("not over {PATIENCE:?} after the last fault: {}", self.unfinished()));
            }
            if self.report.events > MOST_EVENTS {
                return Err(format!("{MOST_EVENTS} events and no end: {}", self.unfinished()));
            }
            self.happen(event)?;
            if self.is_over() {
                self.report.ended_at = self.now;
                self.report.outcomes =
                    (0..self.schedule.missions.len()).map(|n| self.arbiter.ended.get(&mission(n)).cloned()).collect();
                return Ok(());
            }
        }
        Err("nothing is left to happen".to_owned())
    }

    fn is_over(&self) -> bool {
        let knows_none = |robot: &Robot| robot.ring.as_ref().is_none_or(|ring| ring.turns().next().is_none());
        self.to_come == 0
            && self.now > self.schedule.faults_end
            && self.arbiter.missions.is_empty()
            && self.robots.iter().all(knows_none)
    }

    fn unfinished(&self) -> String {
        let rings = self.robots.iter().map(|robot| (&robot.id, &robot.ring)).collect::<Vec<_>>();
        format!("monitor {:?}, robots {rings:?}", self.arbiter.missions)
    }

    fn at(&mut self, time: Stamp, event: Event) {
        self.sequence += 1;
        self.queue.push(Planned { time, sequence: self.sequence, event });
    }

    fn after(&mut self, seconds: std::ops::Range<f64>, event: Event) {
        let delay = Duration::from_secs_f64(self.rng.random_range(seconds));
        self.at(self.now + delay, event);
    }

    fn note(&mut self, line: impl FnOnce() -> String) {
        if let Some(trace) = &mut self.trace {
            trace.push(format!("{} {}", self.now, line()));
        }
    }

    fn chance(&mut self, probability: f64) -> bool {
        probability > 0.0 && self.rng.random_bool(probability)
    }

    fn happen(&mut self, event: Event) -> Result<(), String> {
        if !matches!(event, Event::Wake { .. }) {
            self.note(|| brief(&event));
        }
        match event {
            Event::Deliver { to, life, message } => return self.deliver(to, life, &message),
            Event::Wake { robot, life } if self.robots[robot].life == life => {
                if self.robots[robot].wake_at == Some(self.now) {
                    self.robots[robot].wake_at = None;
                    return self.handle(robot, Input::Tick);
                }
            }
            Event::Conclude { robot, life, turn, conclusion } if self.robots[robot].life == life => {
                return self.conclude(robot, &turn, conclusion);
            }
            Event::SkillAnswers { robot, life, mission, step, outcome } if self.robots[robot].life == life => {
                return self.handle(robot, Input::SkillFinished { mission, step, outcome });
            }
            Event::Wake { .. } | Event::Conclude { .. } | Event::SkillAnswers { .. } => {}
            Event::SkillEnds { robot, mission, step, outcome } => {
                self.world.skill_ended(mission, outcome == SkillOutcome::Done);
                self.robots[robot].skills.ended(mission, step, outcome.clone());
                let life = self.robots[robot].life;
                self.after(0.0001..0.001, Event::SkillAnswers { robot, life, mission, step, outcome });
            }
            Event::Start { robot } => return self.start(robot),
            Event::Kill { number } => {
                let kill = self.schedule.kills[number];
                let robot = &self.robots[kill.robot];
                if robot.ring.is_some() && robot.doom.is_none() {
                    let (outputs_left, down, keeps_journal) = (kill.outputs_left, kill.down, kill.keeps_journal);
                    self.robots[kill.robot].doom = Some(Doom { outputs_left, down, keeps_journal });
                    self.to_come += 1;
                    return self.drain(kill.robot);
                }
            }
            Event::ArbiterDies { down } => {
                if self.arbiter.is_up && self.chance(0.5) {
                    self.arbiter.is_doomed = true;
                }
                self.arbiter.is_up = self.arbiter.is_up && self.arbiter.is_doomed;
                self.at(self.now + down, Event::ArbiterStarts);
            }
            Event::ArbiterStarts => self.arbiter.restart(self.now),
            Event::ArbiterTick => {
                if self.arbiter.is_up {
                    self.arbiter.look_after(self.now, &self.world);
                }
                self.at(self.now + LEASE / 2, Event::ArbiterTick);
            }
            Event::WorldTick => {
                let message = Message::Facts { observed: self.now, facts: self.world.facts() };
                self.send(self.robots.len(), message, |_| true);
                self.at(self.now + LEASE / 5, Event::WorldTick);
            }
            Event::Admit { number } => self.admit(number),
            Event::Cancel { number } => {
                let outcome = Outcome::Halted("its client cancelled it".to_owned());
                if self.arbiter.is_up && self.arbiter.missions.contains_key(&mission(number)) {
                    self.arbiter.end(self.now, mission(number), outcome);
                }
            }
        }
        self.post()
    }

    fn admit(&mut self, number: usize) {
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

    fn start(&mut self, robot: usize) -> Result<(), String> {
        if self.robots[robot].ring.is_some() {
            return Ok(());
        }
        self.to_come -= 1;
        let incarnation = self.rng.random();
        self.robots[robot].start(self.now, incarnation);
        if self.arbiter.is_up {
            for message in self.arbiter.verdicts.clone() {
                let life = self.robots[robot].life;
                let message = Rc::new(message);
                self.after(0.001..0.1, Event::Deliver { to: robot, life, message });
            }
        }
        self.drain(robot)
    }

    fn deliver(&mut self, to: usize, life: u32, message: &Message) -> Result<(), String> {
        if let Some(robot) = self.robots.get(to) {
            return match message.to_input() {
                Some(input) if robot.life == life && robot.ring.is_some() => self.handle(to, input),
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
    fn post(&mut self) -> Result<(), String> {
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

    fn send(&mut self, from: usize, message: Message, is_meant: impl Fn(usize) -> bool) {
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

    fn handle(&mut self, robot: usize, input: Input) -> Result<(), String> {
        if let Some(ring) = &mut self.robots[robot].ring {
            ring.handle(self.now, input);
        }
        self.drain(robot)
    }

    /// Does what the robot's ring wants done, unless its process dies over it.
    fn drain(&mut self, place: usize) -> Result<(), String> {
        loop {
            let robot = &mut self.robots[place];
            let Some(ring) = &mut robot.ring else { return Ok(()) };
            if let Some(doom) = &mut robot.doom {
                if doom.outputs_left == 0 {
                    return self.die(place);
                }
            }
            let Some(output) = ring.poll() else { break };
            if let Some(doom) = &mut robot.doom {
                doom.outputs_left -= 1;
            }
            self.invariants.check_output(&robot.id, &output)?;
            self.note(|| format!("    {place} {}", brief(&output)));
            self.act(place, output);
        }
        let robot = &mut self.robots[place];
        robot.check_newest()?;
        let deadline = robot.ring.as_ref().and_then(surefleet_ring::Ring::next_deadline);
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

    fn act(&mut self, place: usize, output: Output) {
        match output {
            Output::Journal(entry) => self.robots[place].journal.push(entry),
            Output::Publish(turn) => self.publish(place, turn),
            Output::PublishOutcome { mission, step, outcome } => {
                let is_touch = matches!(&outcome, SkillOutcome::Failed(reason) if reason.contains("lost touch"));
                self.report.out_of_touch += u64::from(is_touch);
                let robot = self.robots[place].id.clone();
                self.send(place, Message::Outcome { mission, step, robot }, |_| true);
            }
            Output::Heartbeat(heartbeat) => self.send(place, Message::Heartbeat(heartbeat), |_| true),
            Output::Decide(turn) => self.think(place, turn),
            // The planner's answer may have been under way: the ring has to cope with it.
            Output::Withdraw { .. } | Output::Ended { .. } => {}
            Output::Propose { joint, facts } => self.propose(place, Message::Propose { joint, facts }),
            Output::ProposeStop { mission, step, attempt, outcome } => {
                self.propose(place, Message::ProposeStop { mission, step, attempt, outcome });
            }
            Output::Execute { mission, step, decision, .. } => {
                let (life, robot) = (self.robots[place].life, place);
                match self.robots[place].skills.execute(mission, step, decision) {
                    Accepted::Begins => {
                        let failed = self.chance(self.schedule.conduct.failure);
                        let outcome =
                            if failed { SkillOutcome::Failed("it slipped".to_owned()) } else { SkillOutcome::Done };
                        self.report.skills += 1;
                        self.after(0.05..2.5, Event::SkillEnds { robot, mission, step, outcome });
                    }
                    Accepted::GoesOn => {}
                    Accepted::Ended(outcome) => {
                        self.report.stale_executions +=
                            u64::from(matches!(&outcome, SkillOutcome::Failed(reason) if reason.contains("later")));
                        self.after(0.001..0.01, Event::SkillAnswers { robot, life, mission, step, outcome });
                    }
                }
            }
        }
    }

    fn propose(&mut self, place: usize, message: Message) {
        self.report.proposals += 1;
        let arbiter = self.robots.len();
        self.send(place, message, |to| to == arbiter);
    }

    fn publish(&mut self, place: usize, turn: Arc<Turn>) {
        let number = self.report.published.len();
        self.report.published.push((self.now, place, turn.key()));
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
        let is_over = is_start && turn.step.get() > turn.brief.horizon;
        let conclusion = if is_over {
            Conclusion::Stop(Outcome::OutOfHorizon)
        } else if is_start && turn.refusals.is_empty() && crate::world::is_achieved(&turn.facts, turn.mission()) {
            Conclusion::Stop(Outcome::Succeeded)
        } else if self.chance(conduct.halt) {
            Conclusion::Stop(Outcome::Halted("a person said so".to_owned()))
        } else if turn.reorders < 2 && self.chance(conduct.reorder) {
            Conclusion::Reorder
        } else {
            Conclusion::Decide(surefleet_fleet::Decision::new(self.rng.random_range(0..1000)))
        };
        let patience = if self.chance(conduct.help) { 0.5..6.0 } else { 0.002..0.05 };
        let (robot, life) = (place, self.robots[place].life);
        self.after(patience, Event::Conclude { robot, life, turn, conclusion });
    }

    fn conclude(&mut self, robot: usize, turn: &Turn, conclusion: Conclusion) -> Result<(), String> {
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

/// A line of the trace: the words that repeat in every turn are left out.
fn brief(what: &impl std::fmt::Debug) -> String {
    let text = format!("{what:?}");
    let mut short = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once("Turn { brief: ") {
        short.push_str(before);
        short.push_str("Turn { ");
        rest = after.split_once(" }, ").map_or("", |(_, after)| after);
    }
    short.push_str(rest);
    short
}

fn mission(number: usize) -> MissionId {
    MissionId::new([number as u8 + 1; 16])
}

/// The first possible turn of a step, for comparing.
pub fn start_of(step: u32) -> Option<TurnKey> {
    Some(TurnKey { step: StepIndex::new(step)?, attempt: surefleet_fleet::Attempt::FIRST, position: 0 })
}
