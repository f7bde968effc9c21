use std::{sync::Arc, time::Duration};

use surefleet_fleet::{
    Brief, Decided, Decision, Facts, Incarnation, JointStep, MissionId, RobotId, Stamp, TeamStep, Turn,
};
use surefleet_ring::{Entry, Heartbeat, Input, Output, Ring, RingConfig};

pub const LEASE: Duration = Duration::from_secs(3);
pub const MISSION: MissionId = MissionId::new([7; 16]);

/// The ring of one robot of a team a, b, c, ..., and all its outputs.
pub struct Bench {
    pub now: Stamp,
    pub ring: Ring,
    pub outputs: Vec<Output>,
}

impl Bench {
    pub fn new(me: &str) -> Self {
        Self::with_journal(me, Stamp::ZERO, [])
    }

    pub fn with_journal(me: &str, now: Stamp, journal: impl IntoIterator<Item = Entry>) -> Self {
        let fleet = ('a'..='z').map(|name| robot(&name.to_string())).collect();
        let config = RingConfig { me: robot(me), fleet, incarnation: Incarnation(5), lease: LEASE };
        let mut bench = Self { now, ring: Ring::start(now, config, journal), outputs: Vec::new() };
        bench.drain();
        bench
    }

    /// Takes an input and returns the ring's outputs for it, without heartbeats.
    pub fn handle(&mut self, input: Input) -> Vec<Output> {
        self.ring.handle(self.now, input);
        self.drain()
    }

    pub fn turn(&mut self, turn: &Turn) -> Vec<Output> {
        self.handle(Input::Turn(Arc::new(turn.clone())))
    }

    /// Lets the time pass, deadline by deadline, and returns the ring's outputs.
    pub fn pass(&mut self, span: Duration) -> Vec<Output> {
        let end = self.now + span;
        let mut outputs = Vec::new();
        while let Some(due) = self.ring.next_deadline().filter(|due| *due <= end) {
            self.now = due.max(self.now);
            outputs.extend(self.handle(Input::Tick));
        }
        self.now = end;
        outputs.extend(self.handle(Input::Tick));
        outputs
    }

    /// Like [`pass`](Self::pass), with mates that report the turn every third of a lease.
    pub fn pass_with(&mut self, span: Duration, mates: &[&str], turn: &Turn, holder: Option<&str>) -> Vec<Output> {
        let end = self.now + span;
        let mut outputs = Vec::new();
        while self.now < end {
            for mate in mates {
                outputs.extend(self.handle(Input::Heartbeat(heartbeat(mate, turn, holder == Some(*mate)))));
            }
            let left = end - self.now;
            outputs.extend(self.pass(left.min(LEASE / 3)));
        }
        outputs
    }

    fn drain(&mut self) -> Vec<Output> {
        let put: Vec<Output> = std::iter::from_fn(|| self.ring.poll()).collect();
        self.outputs.extend(put.iter().cloned());
        put.into_iter().filter(|output| !matches!(output, Output::Heartbeat(_))).collect()
    }

    pub fn journal(&self) -> Vec<Entry> {
        let entry = |output: &Output| match output {
            Output::Journal(entry) => Some(entry.clone()),
            _ => None,
        };
        self.outputs.iter().filter_map(entry).collect()
    }

    pub fn last_heartbeat(&self) -> Option<&Heartbeat> {
        self.outputs.iter().rev().find_map(|output| match output {
            Output::Heartbeat(heartbeat) => Some(heartbeat),
            _ => None,
        })
    }

    pub fn decide(&mut self, turn: &Turn, decision: u16) -> Vec<Output> {
        self.propose(turn, decision, None)
    }

    /// The same, with a joint step for the team.
    pub fn propose(&mut self, turn: &Turn, decision: u16, team_step: Option<Arc<TeamStep>>) -> Vec<Output> {
        let (mission, step, attempt, decision) = (MISSION, turn.step, turn.attempt, Decision::new(decision));
        self.handle(Input::Decided { mission, step, attempt, decision, team_step })
    }

    pub fn approve(&mut self, joint: &JointStep) -> Vec<Output> {
        self.handle(Input::Verdict { joint: joint.clone(), verdict: Ok(()) })
    }

    pub fn see(&mut self, what: &str) -> Vec<Output> {
        self.handle(Input::Facts { observed: self.now, facts: Facts::new([what.to_owned()]) })
    }
}

pub fn robot(name: &str) -> RobotId {
    RobotId::new(name).expect("a letter is a name")
}

pub fn heartbeat(mate: &str, turn: &Turn, holding: bool) -> Heartbeat {
    Heartbeat {
        robot: robot(mate),
        incarnation: Incarnation(1),
        mission: Some(MISSION),
        holding,
        waiting_for_help: false,
        seen: Some(turn.key()),
        finished: None,
    }
}

/// The first turn of a mission for a team such as "abc".
pub fn first_turn(team: &str) -> Turn {
    let team: Vec<RobotId> = team.chars().map(|name| robot(&name.to_string())).collect();
    Turn::first(Arc::new(Brief::new(MISSION, "fetch", 4, team)), Facts::new(["at the start".to_owned()]))
}

/// The turn after its next holders have made these decisions.
pub fn decided(turn: &Turn, decisions: &[u16]) -> Turn {
    decisions.iter().fold(turn.clone(), |turn, decision| turn.after(Some(Decision::new(*decision))))
}

pub fn published(outputs: &[Output]) -> Vec<Arc<Turn>> {
    let turn = |output: &Output| match output {
        Output::Publish(turn) => Some(turn.clone()),
        _ => None,
    };
    outputs.iter().filter_map(turn).collect()
}

/// The turn that the planner is asked to decide.
pub fn asked(outputs: &[Output]) -> Option<Arc<Turn>> {
    outputs.iter().rev().find_map(|output| match output {
        Output::Decide(turn) => Some(turn.clone()),
        _ => None,
    })
}

pub fn names(turn: &Turn) -> String {
    turn.order.iter().map(RobotId::as_str).collect()
}

pub fn decisions(turn: &Turn) -> Vec<Option<u16>> {
    turn.decided.iter().map(|Decided { decision, .. }| decision.map(Decision::get)).collect()
}
