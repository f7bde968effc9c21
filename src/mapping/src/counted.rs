use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use surefleet_fleet::{RobotId, Stamp};

use crate::{SeenBy, Witness};

/// The sightings that were counted, by witness, so that a repeated one counts once and a late one still counts.
///
/// Of each witness it keeps the newest [`Self::MOST`]. What is older than all of these counts as known.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Counted {
    /// Numbers of views.
    robots: BTreeMap<RobotId, BTreeSet<u64>>,
    people: BTreeMap<String, BTreeSet<Stamp>>,
}

impl Counted {
    pub const MOST: usize = 64;

    pub fn knows(&self, from: &SeenBy) -> bool {
        match &from.who {
            Witness::Robot { robot, view } => self.robots.get(robot).is_some_and(|views| knows(views, view)),
            Witness::Person(name) => self.people.get(name).is_some_and(|stamps| knows(stamps, &from.stamp)),
        }
    }

    pub fn note(&mut self, from: &SeenBy) {
        match &from.who {
            Witness::Robot { robot, view } => note(self.robots.entry(robot.clone()).or_default(), *view),
            Witness::Person(name) => note(self.people.entry(name.clone()).or_default(), from.stamp),
        }
    }

    /// Notes all that `other` knows.
    pub fn join(&mut self, other: Self) {
        for (robot, views) in other.robots {
            let known = self.robots.entry(robot).or_default();
            views.into_iter().for_each(|view| note(known, view));
        }
        for (name, stamps) in other.people {
            let known = self.people.entry(name).or_default();
            stamps.into_iter().for_each(|stamp| note(known, stamp));
        }
    }

    /// Whether of each witness no more is kept than may be.
    pub fn is_bounded(&self) -> bool {
        let views = self.robots.values().map(BTreeSet::len);
        views.chain(self.people.values().map(BTreeSet::len)).all(|count| count <= Self::MOST)
    }
}

fn knows<T: Ord>(known: &BTreeSet<T>, one: &T) -> bool {
    let is_old = || known.len() >= Counted::MOST && known.first().is_some_and(|oldest| one < oldest);
    known.contains(one) || is_old()
}

fn note<T: Ord>(known: &mut BTreeSet<T>, one: T) {
    known.insert(one);
    if known.len() > Counted::MOST {
        known.pop_first();
    }
}
