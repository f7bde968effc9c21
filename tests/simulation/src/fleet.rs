use std::{
    collections::{BTreeSet, BinaryHeap},
    time::Duration,
};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use surefleet_fleet::{Outcome, Stamp, TurnKey};
use surefleet_planner::{DecisionRecord, Source};
use surefleet_robot::Input;

use crate::{
    desk::DeskProcess,
    invariants::Invariants,
    message::Event,
    monitor::MonitorProcess,
    queue::Planned,
    robot::{Doom, Robot},
    schedule::{LEASE, Schedule, mission},
    trace::brief,
    world::World,
};

/// How long after the last fault every mission must have ended and every robot must know it.
const PATIENCE: Duration = Duration::from_secs(150);
/// More events than any run has; a fleet that is busy without progress shows here.
const MOST_EVENTS: u64 = 3_000_000;

/// The results of a run.
#[derive(Debug, Default)]
pub struct Report {
    /// Events.
    pub events: u64,
    /// Turns that robots published: the time, the robot, the turn.
    pub published: Vec<(Stamp, usize, TurnKey)>,
    /// When the turn of [`LostTurn`](crate::LostTurn) was lost.
    pub lost_at: Option<Stamp>,
    /// Proposals, stops included.
    pub proposals: u64,
    /// Attempts to execute a step after a later one had begun.
    pub stale_executions: u64,
    /// Skills begun.
    pub skills: u64,
    /// Skill outcomes caused by lost contact.
    pub out_of_touch: u64,
    /// Turns whose prompts tell of a failure.
    pub turns_with_failures: u64,
    /// Decisions that took the one allowed member of a set.
    pub alone: u64,
    /// Decisions of robots that alone took their parts of team steps.
    pub by_team_steps: u64,
    /// Decisions that took a person's answer.
    pub by_people: u64,
    /// Decisions to stay because no answer came.
    pub by_default: u64,
    /// Looks that perception was asked for.
    pub looks: u64,
    /// Answers of people to the question whether an action worked.
    pub outcomes_told: u64,
    /// Questions that were withdrawn.
    pub withdrawn: u64,
    /// Questions to people.
    pub questions: u64,
    /// Times that a robot cancelled its goals.
    pub cancels: u64,
    /// Approvals that the skill servers refused.
    pub refused_approvals: u64,
    /// How each mission ended.
    pub outcomes: Vec<Option<Outcome>>,
    /// When everything was over.
    pub ended_at: Stamp,
}

impl Report {
    pub(crate) fn count(&mut self, record: &DecisionRecord) {
        *match record.source {
            Source::Singleton => &mut self.alone,
            Source::TeamStep => &mut self.by_team_steps,
            Source::Human => &mut self.by_people,
            Source::SafeDefault => &mut self.by_default,
        } += 1;
    }
}

/// A broken invariant.
#[derive(Debug)]
pub struct Violation {
    /// The invariant, with the values.
    pub what: String,
    /// Time of the violation.
    pub at: Stamp,
    /// Every event and output so far, if a trace was requested.
    pub trace: Vec<String>,
}

/// Runs a fleet through a schedule and checks the invariants after each event.
///
/// # Errors
/// The first broken invariant.
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
    pub monitor: MonitorProcess,
    pub desk: DeskProcess,
    pub world: World,
    pub invariants: Invariants,
    pub report: Report,
    pub trace: Option<Vec<String>>,
    /// Missions that clients asked for.
    pub asked: BTreeSet<usize>,
    /// Robots that have still to start.
    pub to_come: usize,
}

impl<'a> Fleet<'a> {
    fn new(schedule: &'a Schedule, with_trace: bool) -> Self {
        let robots: Vec<Robot> = (0..schedule.starts.len()).map(Robot::new).collect();
        let names = || robots.iter().map(|robot| robot.id.clone()).collect();
        let monitor = MonitorProcess::new(names());
        let world = World::new(names(), schedule.seed, schedule.conduct.failure, monitor.public_key());
        let mut fleet = Self {
            schedule,
            now: Stamp::ZERO,
            rng: ChaCha8Rng::seed_from_u64(schedule.seed ^ 0x5eed),
            queue: BinaryHeap::new(),
            sequence: 0,
            monitor,
            desk: DeskProcess::new(),
            invariants: Invariants::new(world.site.options().idle()),
            world,
            robots,
            report: Report::default(),
            trace: with_trace.then(Vec::new),
            asked: BTreeSet::new(),
            to_come: schedule.starts.len(),
        };
        for (robot, start) in schedule.starts.iter().enumerate() {
            fleet.at(*start, Event::Start { robot });
        }
        for (number, kill) in schedule.kills.iter().enumerate() {
            fleet.at(kill.at, Event::Kill { number });
        }
        for (time, down) in &schedule.monitor_kills {
            fleet.at(*time, Event::MonitorDies { down: *down });
        }
        for (time, down) in &schedule.desk_kills {
            fleet.at(*time, Event::DeskDies { down: *down });
        }
        for time in &schedule.guard_restarts {
            fleet.at(*time, Event::GuardRestarts);
        }
        for (number, plan) in schedule.missions.iter().enumerate() {
            fleet.at(plan.admitted, Event::Ask { number });
            if let Some(time) = plan.cancelled {
                fleet.at(time, Event::Cancel { number });
            }
        }
        fleet.at(Stamp::ZERO, Event::WorldTick);
        fleet.at(Stamp::ZERO, Event::MonitorTick);
        fleet.at(Stamp::ZERO, Event::DeskTick);
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
            if let Some(robot) = self.robots.iter().find(|robot| robot.rejects_team_steps()) {
                return Err(format!("{} was told a team step that cannot be", robot.id));
            }
            if self.is_over() {
                self.report.ended_at = self.now;
                self.report.outcomes =
                    (0..self.schedule.missions.len()).map(|n| self.monitor.outcome(mission(n)).cloned()).collect();
                return Ok(());
            }
        }
        Err("nothing is left to happen".to_owned())
    }

    fn is_over(&self) -> bool {
        let knows_none = |robot: &Robot| robot.core.as_ref().is_none_or(|core| core.ring().turns().next().is_none());
        self.to_come == 0
            && self.now > self.schedule.faults_end
            && (0..self.schedule.missions.len()).all(|number| self.monitor.outcome(mission(number)).is_some())
            && self.robots.iter().all(knows_none)
    }

    fn unfinished(&self) -> String {
        let rings = self.robots.iter().map(|robot| (&robot.id, &robot.core)).collect::<Vec<_>>();
        format!("monitor {:?}, robots {rings:?}", self.monitor.core)
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
            Event::Told { robot, life, input } if self.robots[robot].life == life => {
                return self.handle(robot, *input);
            }
            Event::Wake { .. } | Event::Told { .. } => {}
            Event::Called { robot, life, call } => return self.answer_call(robot, life, *call),
            Event::WorldWake => return self.wake_world(),
            Event::Start { robot } => return self.start(robot),
            Event::Kill { number } => {
                let kill = self.schedule.kills[number];
                let robot = &self.robots[kill.robot];
                if robot.core.is_some() && robot.doom.is_none() {
                    let (outputs_left, down, keeps_journal) = (kill.outputs_left, kill.down, kill.keeps_journal);
                    self.robots[kill.robot].doom = Some(Doom { outputs_left, down, keeps_journal });
                    self.to_come += 1;
                    return self.drain(kill.robot);
                }
            }
            Event::MonitorDies { down } => {
                if self.monitor.core.is_some() && self.chance(0.5) {
                    self.monitor.is_doomed = true;
                } else {
                    self.monitor.die();
                }
                self.at(self.now + down, Event::MonitorStarts);
            }
            Event::MonitorStarts => return self.start_monitor(),
            Event::MonitorTick => return self.tick_monitor(),
            Event::DeskDies { down } => {
                if self.desk.core.is_some() && self.chance(0.5) {
                    self.desk.is_doomed = true;
                } else {
                    self.desk.core = None;
                }
                self.at(self.now + down, Event::DeskStarts);
            }
            Event::DeskStarts => return self.start_desk(),
            Event::DeskTick => return self.tick_desk(),
            Event::OperatorAnswers { operator, id } => return self.answer(operator, &id),
            Event::GuardRestarts => self.world.restart_guard(),
            Event::Forged { signed } => return self.hear_approval(&signed),
            Event::WorldTick => {
                self.at(self.now + LEASE / 5, Event::WorldTick);
                return self.publish_world();
            }
            Event::Ask { number } => return self.ask(number),
            Event::Cancel { number } => {
                return self.cancel_at_monitor(mission(number));
            }
        }
        Ok(())
    }
}
