use std::{collections::BinaryHeap, time::Duration};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use surefleet_fleet::{MissionId, Outcome, SkillOutcome, Stamp, TurnKey};
use surefleet_ring::Input;

use crate::{
    arbiter::Arbiter,
    invariants::Invariants,
    message::{Event, Message},
    queue::Planned,
    robot::{Doom, Robot},
    schedule::{LEASE, Schedule},
    trace::brief,
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

pub(crate) struct Fleet<'a> {
    pub schedule: &'a Schedule,
    pub now: Stamp,
    pub rng: ChaCha8Rng,
    pub queue: BinaryHeap<Planned>,
    pub sequence: u64,
    pub robots: Vec<Robot>,
    pub arbiter: Arbiter,
    pub world: World,
    pub invariants: Invariants,
    pub report: Report,
    pub trace: Option<Vec<String>>,
    /// Missions that are to be admitted, and robots that are to start.
    pub to_come: usize,
}

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

    pub fn at(&mut self, time: Stamp, event: Event) {
        self.sequence += 1;
        self.queue.push(Planned { time, sequence: self.sequence, event });
    }

    pub fn after(&mut self, seconds: std::ops::Range<f64>, event: Event) {
        let delay = Duration::from_secs_f64(self.rng.random_range(seconds));
        self.at(self.now + delay, event);
    }

    pub fn note(&mut self, line: impl FnOnce() -> String) {
        if let Some(trace) = &mut self.trace {
            trace.push(format!("{} {}", self.now, line()));
        }
    }

    pub fn chance(&mut self, probability: f64) -> bool {
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
}

pub(crate) fn mission(number: usize) -> MissionId {
    MissionId::new([number as u8 + 1; 16])
}
