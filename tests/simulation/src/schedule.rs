use std::time::Duration;

use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use surefleet_fleet::{MissionId, Stamp};

/// The lease of every simulated fleet.
pub const LEASE: Duration = Duration::from_secs(1);

/// The faults of one run and their times, drawn from a seed before the run begins.
#[derive(Debug, Clone)]
pub struct Schedule {
    /// The seed; the run uses it too.
    pub seed: u64,
    /// When each robot first starts.
    pub starts: Vec<Stamp>,
    /// The missions.
    pub missions: Vec<MissionPlan>,
    /// The network's faults until [`faults_end`](Self::faults_end).
    pub network: Conditions,
    /// After this the network delivers, nothing dies any more, and every process that is to come back does so.
    pub faults_end: Stamp,
    /// Which nodes cannot hear each other, and when.
    pub partitions: Vec<Partition>,
    /// Planner processes that die.
    pub kills: Vec<Kill>,
    /// Deaths of the monitor, and how long it is down.
    pub monitor_kills: Vec<(Stamp, Duration)>,
    /// Deaths of the help desk, and how long it is down.
    pub desk_kills: Vec<(Stamp, Duration)>,
    /// When the skill servers forget the approvals that they heard, except for what they keep.
    pub guard_restarts: Vec<Stamp>,
    /// One turn that is lost, whatever the network's faults.
    pub lost_turn: Option<LostTurn>,
    /// The behaviour of people, planners, skills and the monitor.
    pub conduct: Conduct,
}

/// One mission.
#[derive(Debug, Clone)]
pub struct MissionPlan {
    /// The robots of the team.
    pub team: Vec<usize>,
    /// The horizon H.
    pub horizon: u32,
    /// The number of skills to try.
    pub goal: u32,
    /// When its client asks for it.
    pub admitted: Stamp,
    /// When its client cancels it.
    pub cancelled: Option<Stamp>,
}

/// Probabilities per message and receiver.
#[derive(Debug, Clone, Copy, Default)]
pub struct Conditions {
    /// The message is lost.
    pub loss: f64,
    /// The message arrives twice.
    pub duplicate: f64,
    /// The message arrives up to three leases late, so behind newer ones.
    pub late: f64,
}

/// Nodes of one side do not hear the nodes of the other.
#[derive(Debug, Clone, Copy)]
pub struct Partition {
    /// Start.
    pub from: Stamp,
    /// End.
    pub to: Stamp,
    /// Bit i: robot i is on the one side; the bits after the last robot: the monitor, the skill servers, the help desk.
    pub side: u128,
}

/// The death of a planner process (kill -9).
#[derive(Debug, Clone, Copy)]
pub struct Kill {
    /// Time of death.
    pub at: Stamp,
    /// The robot whose process dies.
    pub robot: usize,
    /// The process dies after this many more outputs: between any two of them.
    pub outputs_left: u32,
    /// How long the process is down; `None`: for ever.
    pub down: Option<Duration>,
    /// Whether its journal survives.
    pub keeps_journal: bool,
}

/// A turn that is lost.
#[derive(Debug, Clone, Copy)]
pub struct LostTurn {
    /// Its number among the turns that robots publish, from 0.
    pub number: usize,
    /// Whether only its holder misses it, or all robots.
    pub holder_only: bool,
}

/// Probabilities per decision or skill, and the behaviour of people and perception.
#[derive(Debug, Clone, Copy, Default)]
pub struct Conduct {
    /// The scorer is unsure: the team tries another order or asks a person.
    pub help: f64,
    /// A person who is asked halts the mission.
    pub halt: f64,
    /// The scorer is sure of an option that the monitor refuses; a quarter as often it fails.
    pub error: f64,
    /// The skill fails.
    pub failure: f64,
    /// A stranger forges approvals from a real one, or reports the end of another's goal.
    pub forgery: f64,
    /// Whether perception checks the results of the robots' actions.
    pub perception: bool,
    /// How long a robot waits for a person; `None`: for ever.
    pub patience: Option<Duration>,
    /// Whether the mission is halted then; otherwise the robot stays where it is.
    pub halts_unanswered: bool,
    /// Whether the first robot of each step has a planner for the team.
    pub team_steps: bool,
}

impl Schedule {
    /// A schedule without faults: one mission of `robots` robots that needs `goal` skills.
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

    /// A schedule of such faults with two missions on disjoint robots at once.
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
            team_steps: seed.is_multiple_of(3),
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
        // One robot of each team comes back in any case; otherwise nobody could end the mission.
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
