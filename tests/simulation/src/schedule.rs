use std::time::Duration;

use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use surefleet_fleet::{MissionId, Stamp};

/// The lease of every simulated fleet.
pub const LEASE: Duration = Duration::from_secs(1);

/// What is to go wrong in one run, and when: drawn from a seed before the run begins.
#[derive(Debug, Clone)]
pub struct Schedule {
    /// The seed, of the run as well.
    pub seed: u64,
    /// When each robot first starts.
    pub starts: Vec<Stamp>,
    /// The missions.
    pub missions: Vec<MissionPlan>,
    /// What the network does until [`faults_end`](Self::faults_end).
    pub network: Conditions,
    /// After this the network delivers, nothing dies any more, and whoever is to come back does.
    pub faults_end: Stamp,
    /// Who cannot hear whom, and when.
    pub partitions: Vec<Partition>,
    /// Planner processes that die.
    pub kills: Vec<Kill>,
    /// Deaths of the monitor, and how long it is down.
    pub monitor_kills: Vec<(Stamp, Duration)>,
    /// Deaths of the help desk, and how long it is down.
    pub desk_kills: Vec<(Stamp, Duration)>,
    /// When the skill servers forget the approvals that they heard, but for what they keep.
    pub guard_restarts: Vec<Stamp>,
    /// One turn that is lost whatever the network does.
    pub lost_turn: Option<LostTurn>,
    /// What people, planners, skills and the monitor do.
    pub conduct: Conduct,
}

/// One mission.
#[derive(Debug, Clone)]
pub struct MissionPlan {
    /// Which robots.
    pub team: Vec<usize>,
    /// H.
    pub horizon: u32,
    /// So many skills are to be tried.
    pub goal: u32,
    /// When its client asks for it.
    pub admitted: Stamp,
    /// When its client cancels it.
    pub cancelled: Option<Stamp>,
}

/// Probabilities, a message and receiver.
#[derive(Debug, Clone, Copy, Default)]
pub struct Conditions {
    /// It is lost.
    pub loss: f64,
    /// It comes twice.
    pub duplicate: f64,
    /// It comes up to three leases late, so behind newer ones.
    pub late: f64,
}

/// Nodes of one side do not hear the other's.
#[derive(Debug, Clone, Copy)]
pub struct Partition {
    /// From.
    pub from: Stamp,
    /// To.
    pub to: Stamp,
    /// Bit i: robot i is on the one side; the bits after the last robot are the monitor's, the skill servers' and the help desk's.
    pub side: u128,
}

/// The death of a planner process (kill -9).
#[derive(Debug, Clone, Copy)]
pub struct Kill {
    /// When.
    pub at: Stamp,
    /// Whose.
    pub robot: usize,
    /// It dies after so many more outputs: between any two of them.
    pub outputs_left: u32,
    /// How long it is down; `None`: for ever.
    pub down: Option<Duration>,
    /// Whether its journal survives.
    pub keeps_journal: bool,
}

/// A turn that is lost.
#[derive(Debug, Clone, Copy)]
pub struct LostTurn {
    /// Its number among the turns that robots publish, from 0.
    pub number: usize,
    /// Lost to its holder only, or to all.
    pub holder_only: bool,
}

/// Probabilities, a decision or skill; and how people and perception are.
#[derive(Debug, Clone, Copy, Default)]
pub struct Conduct {
    /// The scorer is not sure: another order is tried, or a person is asked.
    pub help: f64,
    /// A person who is asked halts the mission.
    pub halt: f64,
    /// The scorer is sure of what the monitor refuses; a quarter as often it fails.
    pub error: f64,
    /// The skill fails.
    pub failure: f64,
    /// Somebody makes other approvals of one, or tells how a goal ended that is not his.
    pub forgery: f64,
    /// Whether robots look what came of their actions.
    pub perception: bool,
    /// How long a robot waits for a person; `None`: for ever.
    pub patience: Option<Duration>,
    /// Whether the mission is halted then, or the robot stays where it is.
    pub halts_unanswered: bool,
}

impl Schedule {
    /// No faults: one mission of `robots` robots that needs `goal` skills.
    pub fn calm(seed: u64, robots: usize, horizon: u32, goal: u32) -> Self {
        let team = (0..robots).collect();
        Self {
            seed,
            starts: vec![Stamp::ZERO; robots],
            missions: vec![MissionPlan { team, horizon, goal, admitted: at(0.5), cancelled: None }],
            network: Conditions::default(),
            faults_end: Stamp::ZERO,
            partitions: Vec::new(),
            kills: Vec::new(),
            monitor_kills: Vec::new(),
            desk_kills: Vec::new(),
            guard_restarts: Vec::new(),
            lost_turn: None,
            conduct: Conduct::default(),
        }
    }

    /// A schedule of faults of every kind.
    pub fn faulty(seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let robots = *pick(&mut rng, &[1, 2, 2, 3, 3, 3, 4, 5, 7]);
        let is_split = robots >= 4 && rng.random_bool(0.5);
        Self::draw(rng, seed, robots, is_split)
    }

    /// Such a schedule with two missions on disjoint robots at once.
    pub fn two_missions(seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let robots = rng.random_range(2..=7);
        Self::draw(rng, seed, robots, true)
    }

    fn draw(mut rng: ChaCha8Rng, seed: u64, robots: usize, is_split: bool) -> Self {
        let horizon = rng.random_range(1..=3);
        let mut schedule = Self::calm(seed, robots, horizon, rng.random_range(1..=robots as u32 * horizon));
        if is_split {
            schedule.split_team(&mut rng);
        }
        let faults_end = rng.random_range(2.0..14.0);
        schedule.faults_end = at(faults_end);
        schedule.draw_network(&mut rng, faults_end);
        schedule.draw_kills(&mut rng, faults_end);
        schedule.conduct = Conduct {
            help: *pick(&mut rng, &[0.0, 0.1, 0.5]),
            halt: *pick(&mut rng, &[0.0, 0.0, 0.03]),
            error: *pick(&mut rng, &[0.0, 0.0, 0.2]),
            failure: *pick(&mut rng, &[0.0, 0.2]),
            forgery: *pick(&mut rng, &[0.0, 0.5]),
            perception: rng.random_bool(0.5),
            patience: *pick(&mut rng, &[None, Some(Duration::from_secs(4))]),
            halts_unanswered: rng.random_bool(0.2),
        };
        for mission in &mut schedule.missions {
            mission.cancelled = rng.random_bool(0.05).then(|| at(rng.random_range(0.5..20.0)));
        }
        schedule
    }

    fn split_team(&mut self, rng: &mut ChaCha8Rng) {
        let mut robots: Vec<usize> = (0..self.starts.len()).collect();
        robots.shuffle(rng);
        let mut second = self.missions[0].clone();
        second.team = robots.split_off(rng.random_range(1..robots.len()));
        second.admitted = at(rng.random_range(0.5..3.0));
        second.goal = second.goal.min(second.team.len() as u32 * second.horizon);
        self.missions[0].team = robots;
        self.missions.push(second);
    }

    fn draw_network(&mut self, rng: &mut ChaCha8Rng, faults_end: f64) {
        self.network = Conditions {
            loss: *pick(rng, &[0.0, 0.02, 0.1, 0.3]),
            duplicate: *pick(rng, &[0.0, 0.1]),
            late: *pick(rng, &[0.0, 0.02, 0.2]),
        };
        let nodes = self.starts.len() + 3;
        for _ in 0..*pick(rng, &[0, 0, 1, 2]) {
            let from = rng.random_range(0.5..faults_end);
            let to = (from + rng.random_range(0.5..6.0)).min(faults_end);
            let side = u128::from(rng.random_range(0..1_u32 << nodes));
            self.partitions.push(Partition { from: at(from), to: at(to), side });
        }
    }

    fn draw_kills(&mut self, rng: &mut ChaCha8Rng, faults_end: f64) {
        // One robot of each team comes back whatever happens, or nobody could end the mission.
        let steady: Vec<usize> = self.missions.iter().map(|mission| *pick(rng, &mission.team)).collect();
        let keeps_journal = *pick(rng, &[0.0, 0.6, 0.9, 1.0]);
        for robot in 0..self.starts.len() {
            if rng.random_bool(0.1) {
                self.starts[robot] = at(rng.random_range(0.0..faults_end));
            }
            let kills = *pick(rng, &[0, 0, 0, 1, 1, 2]);
            let mut times: Vec<f64> = (0..kills).map(|_| rng.random_range(0.5..faults_end)).collect();
            times.sort_by(f64::total_cmp);
            for time in times {
                let comes_back = steady.contains(&robot) || rng.random_bool(0.8);
                self.kills.push(Kill {
                    at: at(time),
                    robot,
                    outputs_left: rng.random_range(0..6),
                    down: comes_back.then(|| Duration::from_secs_f64(rng.random_range(0.01..5.0))),
                    keeps_journal: rng.random_bool(keeps_journal),
                });
            }
        }
        for _ in 0..*pick(rng, &[0, 0, 0, 1, 2]) {
            let down = Duration::from_secs_f64(rng.random_range(0.1..4.0));
            self.monitor_kills.push((at(rng.random_range(0.5..faults_end)), down));
        }
        for _ in 0..*pick(rng, &[0, 0, 1, 2]) {
            let down = Duration::from_secs_f64(rng.random_range(0.1..4.0));
            self.desk_kills.push((at(rng.random_range(0.5..faults_end)), down));
        }
        for _ in 0..*pick(rng, &[0, 0, 1, 3]) {
            self.guard_restarts.push(at(rng.random_range(0.5..faults_end)));
        }
    }
}

/// The mission with this place in the schedule.
pub(crate) fn mission(number: usize) -> MissionId {
    MissionId::new([number as u8 + 1; 16])
}

/// The place in the schedule of the mission with this identity.
pub(crate) fn number_of(mission: MissionId) -> usize {
    usize::from(mission.as_bytes()[0]) - 1
}

/// A time in seconds.
pub fn at(seconds: f64) -> Stamp {
    Stamp::ZERO + Duration::from_secs_f64(seconds)
}

fn pick<'a, T>(rng: &mut ChaCha8Rng, from: &'a [T]) -> &'a T {
    &from[rng.random_range(0..from.len())]
}
