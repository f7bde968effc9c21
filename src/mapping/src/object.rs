use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use surefleet_fleet::{RobotId, Stamp};

use crate::{Confidence, Map, MappingError, Metres, Point, SeenBy, Sighting, Witness};

/// How sightings become objects.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectRule {
    /// Two sightings of a class within this distance may be of one object.
    pub gate: Metres,
    /// The greatest confidence that an object is there, from 0.5 and below 1. It bounds how long one that has gone is believed in.
    pub most: Confidence,
    /// The probability that a view that shows an object's place does not report the object though it is there; above 0, below 1.
    pub miss: Confidence,
    /// An object in which confidence falls below this has gone; above 0, below 0.5.
    pub gone: Confidence,
}

/// An object's number in its map. It is never given to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MappedId(pub(crate) u64);

impl MappedId {
    /// The number.
    pub const fn get(self) -> u64 {
        self.0
    }
}

/// Whether an object is believed to be where it was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    /// It is believed to be there.
    There,
    /// It was not seen where it should have been visible, the last time at this stamp. Nobody knows where it is.
    Gone(Stamp),
}

/// An object that was seen, perhaps by several.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MappedObject {
    pub(crate) id: MappedId,
    pub(crate) class: String,
    pub(crate) name: Option<String>,
    pub(crate) position: Point<Map>,
    /// The sum of confidences behind the position.
    pub(crate) weight: f64,
    /// That it is there, in log-odds.
    pub(crate) evidence: f64,
    pub(crate) presence: Presence,
    pub(crate) sightings: u64,
    pub(crate) first: SeenBy,
    pub(crate) last: SeenBy,
    /// The last view of each robot that showed it.
    pub(crate) views: BTreeMap<RobotId, u64>,
    /// Where it was before, the last [`Self::MOST_PLACES`], the newest last.
    pub(crate) left: Vec<Left>,
}

/// A place where an object was.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Left {
    /// Where it was.
    pub position: Point<Map>,
    /// Since when it is known not to be there.
    pub since: Stamp,
}

impl MappedObject {
    /// The most that old sightings weigh against a new one in the mean of positions.
    pub(crate) const MOST_WEIGHT: f64 = 20.0;
    /// The most former places that are kept.
    pub const MOST_PLACES: usize = 8;

    /// Its number.
    pub fn id(&self) -> MappedId {
        self.id
    }

    /// Its class.
    pub fn class(&self) -> &str {
        &self.class
    }

    /// Its own name, if it has one.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Where it is, or was last seen.
    pub fn position(&self) -> Point<Map> {
        self.position
    }

    /// How sure it is that it is there.
    pub fn confidence(&self) -> Confidence {
        Confidence::of_evidence(self.evidence)
    }

    /// Whether it is believed to be there.
    pub fn presence(&self) -> Presence {
        self.presence
    }

    /// How often it was seen.
    pub fn sightings(&self) -> u64 {
        self.sightings
    }

    /// Who saw it first.
    pub fn first(&self) -> &SeenBy {
        &self.first
    }

    /// Who saw it last.
    pub fn last(&self) -> &SeenBy {
        &self.last
    }

    /// Where it was before, the newest last.
    pub fn left(&self) -> &[Left] {
        &self.left
    }

    pub(crate) fn new(id: MappedId, sighting: &Sighting, from: &SeenBy, rule: &ObjectRule) -> Self {
        let mut object = Self {
            id,
            class: sighting.class.clone(),
            name: sighting.name.clone(),
            position: sighting.position,
            weight: weight(sighting),
            evidence: rule.gained(sighting.confidence),
            presence: Presence::There,
            sightings: 1,
            first: from.clone(),
            last: from.clone(),
            views: BTreeMap::new(),
            left: Vec::new(),
        };
        object.note_view(from);
        object
    }

    /// Takes in one more sighting at its place.
    pub(crate) fn merge(&mut self, sighting: &Sighting, from: &SeenBy, rule: &ObjectRule) {
        let weight = weight(sighting);
        let sum = self.weight + weight;
        self.position = self.position.towards(sighting.position, weight / sum);
        self.weight = sum.min(Self::MOST_WEIGHT);
        self.evidence = (self.evidence + rule.gained(sighting.confidence)).min(rule.most.evidence());
        self.sightings += 1;
        if self.name.is_none() {
            self.name.clone_from(&sighting.name);
        }
        if from.stamp >= self.last.stamp {
            self.last = from.clone();
        }
        self.note_view(from);
    }

    /// Is where `other` was found, and since then not where it was. What was thought of its old place no longer counts.
    pub(crate) fn move_to(&mut self, other: Self, since: Stamp) {
        self.left.push(Left { position: self.position, since });
        if self.left.len() > Self::MOST_PLACES {
            self.left.remove(0);
        }
        self.take_over(other);
    }

    /// Is where `other` was found, which is where it was.
    pub(crate) fn take_over(&mut self, other: Self) {
        self.position = other.position;
        self.weight = other.weight;
        self.evidence = other.evidence;
        self.presence = Presence::There;
        self.sightings += other.sightings;
        self.last = other.last;
        self.name = self.name.take().or(other.name);
        for (robot, view) in other.views {
            let last = self.views.entry(robot).or_insert(view);
            *last = view.max(*last);
        }
    }

    fn note_view(&mut self, from: &SeenBy) {
        if let Witness::Robot { robot, view } = &from.who {
            let last = self.views.entry(robot.clone()).or_insert(*view);
            *last = (*last).max(*view);
        }
    }

    /// Whether a robot's view has been counted already, or a later one has.
    pub(crate) fn knows(&self, from: &SeenBy) -> bool {
        match &from.who {
            Witness::Robot { robot, view } => self.views.get(robot).is_some_and(|last| view <= last),
            Witness::Person(_) => *from == self.last,
        }
    }

    /// Whether a thing of this class and name may be this object.
    pub(crate) fn may_be(&self, class: &str, name: Option<&String>) -> bool {
        self.class == class && (self.name.is_none() || name.is_none() || self.name.as_ref() == name)
    }
}

impl ObjectRule {
    /// Evidence of one sighting. Below one half a sighting says nothing; nothing is surer than [`Self::most`].
    pub(crate) fn gained(&self, confidence: Confidence) -> f64 {
        confidence.evidence().clamp(0.0, self.most.evidence())
    }

    pub(crate) fn check(&self) -> Result<(), MappingError> {
        let refuse = |setting, value, mend| Err(MappingError::Setting { setting, value, mend });
        if !self.gate.is_length() {
            return refuse("the gate of objects", self.gate.get(), "give metres above 0");
        }
        if !(self.most.get() > 0.5 && self.most.get() < 1.0) {
            return refuse("the greatest confidence", self.most.get(), "give a number above 0.5 and below 1");
        }
        if !(self.miss.get() > 0.0 && self.miss.get() < 1.0) {
            return refuse("the probability of a miss", self.miss.get(), "give a number above 0 and below 1");
        }
        if !(self.gone.get() > 0.0 && self.gone.get() < 0.5) {
            return refuse("the confidence of what has gone", self.gone.get(), "give a number above 0 and below 0.5");
        }
        Ok(())
    }
}

fn weight(sighting: &Sighting) -> f64 {
    sighting.confidence.get().max(1e-3)
}
