use serde::{Deserialize, Serialize};
use surefleet_fleet::Stamp;

use crate::{Confidence, Map, MappingError, Metres, Point, SeenBy, Sighting, counted::Counted};

/// The rule by which sightings become objects.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectRule {
    /// A sighting within this distance of an object of its class may be of that object.
    pub gate: Metres,
    /// Confidence in an object stops growing here; above 0.5, below 1. It bounds the number of misses until an object has gone.
    pub most: Confidence,
    /// The probability that a view of an object's place does not report the object although it is there; above 0, below 1.
    pub miss: Confidence,
    /// An object has gone when its confidence falls below this; above 0, below 0.5.
    pub gone: Confidence,
}

/// The id of an object in its map, which never gives it to another object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MappedId(pub(crate) u64);

impl MappedId {
    /// As a number.
    pub const fn get(self) -> u64 {
        self.0
    }
}

/// Whether an object is where it was last seen, as far as is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    /// It is there.
    There,
    /// It was missed there too often, the last time at this stamp. Nobody knows where it is.
    Gone(Stamp),
}

/// An object of a map, made of sightings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MappedObject {
    pub(crate) id: MappedId,
    pub(crate) class: String,
    pub(crate) name: Option<String>,
    pub(crate) position: Point<Map>,
    /// The sum of the confidences of the sightings behind the position.
    pub(crate) weight: f64,
    /// Log-odds that it is there.
    pub(crate) evidence: f64,
    pub(crate) presence: Presence,
    pub(crate) sightings: u64,
    pub(crate) first: SeenBy,
    pub(crate) last: SeenBy,
    pub(crate) counted: Counted,
    /// Its last [`Self::MOST_PLACES`] former places, the newest last.
    pub(crate) left: Vec<FormerPlace>,
}

/// A place where an object was.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FormerPlace {
    /// The position.
    pub position: Point<Map>,
    /// The object is known to have left since then.
    pub since: Stamp,
}

impl MappedObject {
    /// Bounds the weight of old sightings against a new one in the mean of positions.
    pub(crate) const MOST_WEIGHT: f64 = 20.0;
    /// The most former places that an object keeps.
    pub const MOST_PLACES: usize = 8;

    /// Its id.
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

    /// Its position, or the last known one.
    pub fn position(&self) -> Point<Map> {
        self.position
    }

    /// The confidence that it is there.
    pub fn confidence(&self) -> Confidence {
        Confidence::of_evidence(self.evidence)
    }

    /// Whether it is there, as far as is known.
    pub fn presence(&self) -> Presence {
        self.presence
    }

    /// The number of its sightings.
    pub fn sightings(&self) -> u64 {
        self.sightings
    }

    /// Its first sighting: by whom and when.
    pub fn first(&self) -> &SeenBy {
        &self.first
    }

    /// Its latest sighting: by whom and when.
    pub fn last(&self) -> &SeenBy {
        &self.last
    }

    /// Its former places, the newest last.
    pub fn left(&self) -> &[FormerPlace] {
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
            counted: Counted::default(),
            left: Vec::new(),
        };
        object.counted.note(from);
        object
    }

    /// Takes in another sighting at its place.
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
        // Of equal stamps the witness decides, so that the order of messages does not.
        let order = |seen: &SeenBy| (seen.stamp, seen.who.clone());
        if order(from) > order(&self.last) {
            self.last = from.clone();
        }
        if order(from) < order(&self.first) {
            self.first = from.clone();
        }
        self.counted.note(from);
    }

    /// Moves to the place and the evidence of `other`; it left its own place at `since`.
    pub(crate) fn move_to(&mut self, other: Self, since: Stamp) {
        self.left.push(FormerPlace { position: self.position, since });
        if self.left.len() > Self::MOST_PLACES {
            self.left.remove(0);
        }
        self.take_over(other);
    }

    /// Takes over the position and the evidence of `other`.
    pub(crate) fn take_over(&mut self, other: Self) {
        self.position = other.position;
        self.weight = other.weight;
        self.evidence = other.evidence;
        self.presence = Presence::There;
        self.sightings += other.sightings;
        self.last = other.last;
        self.name = self.name.take().or(other.name);
        self.counted.join(other.counted);
    }

    /// Whether a sighting of this class and name may be of this object.
    pub(crate) fn may_be(&self, class: &str, name: Option<&String>) -> bool {
        self.class == class && (self.name.is_none() || name.is_none() || self.name.as_ref() == name)
    }
}

impl ObjectRule {
    /// The evidence of one sighting: none below a confidence of one half, and at most that of [`Self::most`].
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
