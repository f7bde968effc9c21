use std::{collections::HashMap, time::Duration};

use surefleet_fleet::{Brief, RobotId, SkillOutcome, Stamp, StepIndex, TurnKey};

use crate::{Heartbeat, RejectedTurn};

/// The robots of one mission, as this robot hears them.
#[derive(Debug)]
pub(crate) struct Team {
    places: HashMap<RobotId, usize>,
    mates: Vec<Mate>,
    /// This robot's place.
    pub me: usize,
    lease: Duration,
}

#[derive(Debug, Clone)]
struct Mate {
    /// When it was last heard at all, if in this life.
    heard: Option<Stamp>,
    /// When it was last heard to take part in the mission, near the step.
    taking_part: Stamp,
    /// The newest turn that it reported.
    seen: Option<TurnKey>,
    /// The last step whose end it reported, and how its part ended; heartbeats do not give the reason.
    told: Option<(StepIndex, SkillOutcome)>,
}

impl Team {
    /// The team of a mission, `None` if `me` is not in it; every robot counts as heard at `now`.
    pub fn new(now: Stamp, brief: &Brief, me: &RobotId, lease: Duration) -> Result<Option<Self>, RejectedTurn> {
        let Some(me) = brief.place_of(me) else { return Ok(None) };
        let places: HashMap<_, _> = brief.team.iter().cloned().zip(0..).collect();
        if places.len() != brief.team.len() || !(1..=10_000).contains(&brief.horizon) {
            return Err(RejectedTurn::Brief { team: brief.team.len(), horizon: brief.horizon });
        }
        let mates = vec![Mate { heard: Some(now), taking_part: now, seen: None, told: None }; places.len()];
        Ok(Some(Self { places, mates, me, lease }))
    }

    /// The team after a restart: no robot has been heard, and each gets the full time before its silence counts.
    pub fn unheard(mut self) -> Self {
        self.mates.iter_mut().for_each(|mate| mate.heard = None);
        self
    }

    pub fn size(&self) -> usize {
        self.mates.len()
    }

    pub fn place_of(&self, robot: &RobotId) -> Option<usize> {
        self.places.get(robot).copied()
    }

    /// Takes note of a mate's heartbeat. `seen` is about this mission, `None` if the mate takes no part in it.
    pub fn hear(&mut self, now: Stamp, place: usize, seen: Option<TurnKey>, step: StepIndex) {
        let mate = &mut self.mates[place];
        mate.heard = Some(now);
        mate.seen = seen;
        if seen.is_some_and(|seen| seen.step.next() >= step) {
            mate.taking_part = now;
        }
    }

    /// Takes note of a turn that a mate has evidently seen. The source is not a heartbeat and may be old.
    pub fn note_seen(&mut self, now: Stamp, place: usize, seen: TurnKey) {
        let mate = &mut self.mates[place];
        (mate.heard, mate.taking_part) = (Some(now), now);
        mate.seen = mate.seen.max(Some(seen));
    }

    /// Takes note of how a mate's part of a step ended.
    pub fn note_outcome(&mut self, place: usize, step: StepIndex, outcome: SkillOutcome) {
        self.mates[place].told = Some((step, outcome));
    }

    /// How a mate's part of a step ended, if it reported this.
    pub fn told_by(&self, place: usize) -> Option<&(StepIndex, SkillOutcome)> {
        self.mates[place].told.as_ref()
    }

    /// Whether it was heard at all within a lease, in the mission or outside it.
    pub fn is_heard(&self, now: Stamp, place: usize) -> bool {
        place == self.me || self.mates[place].heard.is_some_and(|heard| now - heard < self.lease)
    }

    /// Whether it was not heard to take part for a lease.
    pub fn is_silent(&self, now: Stamp, place: usize) -> bool {
        place != self.me && now - self.mates[place].taking_part >= self.lease
    }

    /// Whether it was not heard to take part for two leases: no robot waits for it.
    pub fn is_lost(&self, now: Stamp, place: usize) -> bool {
        place != self.me && now - self.mates[place].taking_part >= self.lease * 2
    }

    /// The newest turn that it reported.
    pub fn seen_by(&self, place: usize) -> Option<TurnKey> {
        self.mates[place].seen
    }

    /// The number of robots in `before` that can act in this one's place: alive, and knowing the turn, if one is given.
    pub fn rank(&self, now: Stamp, key: Option<TurnKey>, before: impl Iterator<Item = usize>) -> u32 {
        before
            .take_while(|&place| place != self.me)
            .filter(|&place| !self.is_silent(now, place) && self.seen_by(place) >= key)
            .count() as u32
    }

    /// How long a robot of this rank waits for those before it: zero for the first, less than a lease for any.
    ///
    /// It is r / (r + 1) of a lease: the gap is widest behind the first, so one robot acts even if messages are slow.
    pub fn stagger(&self, rank: u32) -> Duration {
        self.lease * rank / (rank + 1)
    }
}

impl Heartbeat {
    /// Its newest turn in the mission, if it takes part in it.
    pub(crate) fn seen_in(&self, mission: surefleet_fleet::MissionId) -> Option<TurnKey> {
        self.seen.filter(|_| self.mission == Some(mission))
    }
}
