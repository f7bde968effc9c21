use std::collections::BTreeMap;

use surefleet_fleet::{RobotId, Stamp};

use crate::{
    FormerPlace, Map, MappedId, MappedObject, MappingError, ObjectRule, Point, Presence, SeenBy, Sighting, Witness,
};

/// A change that a view or a message made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ObjectChange {
    /// A new object.
    Appeared(MappedId),
    /// A known object at its place, perhaps after it had gone.
    SeenAgain(MappedId),
    /// A known object at another place.
    Moved {
        /// The object.
        id: MappedId,
        /// Its former position.
        from: Point<Map>,
        /// Its new position.
        to: Point<Map>,
        /// The id under which it was mapped at the new place until now, if any. That id is gone.
        was: Option<MappedId>,
    },
    /// An object has gone, and nobody knows where it is.
    Vanished(MappedId),
}

/// The objects of a map.
///
/// **Repeats.** A sighting belongs to the nearest object of its class within the gate. An object gets at most one sighting of a view, so
/// two things in one view stay two. Its position is the mean of its sightings, weighted by their confidence. Confidences combine
/// as independent evidence: from even odds, their log-odds add up. The sum is bounded by [`ObjectRule::most`], because views of one
/// robot are not independent.
///
/// **Disappearances.** If a view shows an object's place but not the object, its odds are multiplied by [`ObjectRule::miss`]. Below
/// [`ObjectRule::gone`] the object has gone. It stays in the map, so that it can be found elsewhere.
///
/// **Moves.** A thing with a name has moved as soon as it is seen beyond the gate. A thing without a name has moved when it has gone from
/// its place and another of its class was first seen elsewhere after its own last sighting. Of several, the nearest to the old place
/// counts. The object keeps its id, and the id of the other goes. If a house has several things of a class, they can be mixed up so.
///
/// **Order.** A robot's whole views count in the order of their numbers, and a late one counts for nothing ([`Self::observe`]). Messages may
/// be repeated, late and in any order ([`Self::hear`]): a view of a robot counts once for an object, and so do a person's words of one stamp.
/// A sighting or a miss cannot move an object, or make it vanish, if it is older than the object's last sighting. A sighting at a place
/// that an object has left since counts for nothing. A named thing that moves ends where the latest message saw it.
///
/// So the same messages about things that stay give the same objects, but for their ids, within two limits:
/// - The weight of the old sightings in a position is at most 20, so that the position follows a thing that is shifted a little. Once the
///   confidences of an object's sightings add up to more, the order matters to its position, which stays among its sightings.
/// - An object keeps the newest 64 views, or stamps, of each witness. What is older than 64 that were heard counts for nothing, so the order
///   matters to which older ones count. The newest 64 of each witness count in any order.
#[derive(Debug, Clone, PartialEq)]
pub struct ObjectMap {
    pub(crate) rule: ObjectRule,
    pub(crate) objects: BTreeMap<MappedId, MappedObject>,
    pub(crate) next: u64,
    /// By robot: the number of its last view that was taken in as a whole.
    pub(crate) views: BTreeMap<RobotId, u64>,
}

impl ObjectMap {
    /// A map without objects.
    ///
    /// # Errors
    /// [`MappingError::Setting`] names a number of the rule outside its range.
    pub fn new(rule: ObjectRule) -> Result<Self, MappingError> {
        rule.check()?;
        Ok(Self { rule, objects: BTreeMap::new(), next: 0, views: BTreeMap::new() })
    }

    /// The rule by which sightings become objects.
    pub fn rule(&self) -> &ObjectRule {
        &self.rule
    }

    /// All objects in the order of their ids, also those that have gone.
    pub fn iter(&self) -> impl Iterator<Item = &MappedObject> {
        self.objects.values()
    }

    /// The objects that are still where they were seen, as far as is known.
    pub fn present(&self) -> impl Iterator<Item = &MappedObject> {
        self.iter().filter(|object| object.presence == Presence::There)
    }

    /// The object with an id.
    pub fn get(&self, id: MappedId) -> Option<&MappedObject> {
        self.objects.get(&id)
    }

    /// Removes an object and returns it.
    pub fn remove(&mut self, id: MappedId) -> Option<MappedObject> {
        self.objects.remove(&id)
    }

    /// Takes in all sightings of one view, and the absence of others.
    ///
    /// `is_visible` says whether the view would show an object at a position ([`crate::DepthFrame::sees`]). Returns the changes in the order of
    /// the sightings, then those of objects that were missed.
    pub fn observe(
        &mut self,
        from: &SeenBy,
        sightings: &[Sighting],
        is_visible: impl Fn(Point<Map>) -> bool,
    ) -> Vec<ObjectChange> {
        if let Witness::Robot { robot, view } = &from.who {
            if self.views.get(robot).is_some_and(|last| view <= last) {
                return Vec::new();
            }
            self.views.insert(robot.clone(), *view);
        }
        let matches = self.matches(sightings);
        let missed: Vec<MappedId> = self.objects.keys().copied().filter(|id| !matches.contains(&Some(*id))).collect();
        let mut changes: Vec<ObjectChange> = Vec::new();
        for (sighting, found) in sightings.iter().zip(&matches) {
            changes.extend(self.see(sighting, *found, from, &matches));
        }
        for id in missed {
            let Some(object) = self.objects.get_mut(&id) else { continue };
            let is_there = object.presence == Presence::There && object.last.stamp < from.stamp;
            if !is_there || !is_visible(object.position) {
                continue;
            }
            object.evidence += self.rule.miss.get().ln();
            if object.confidence() < self.rule.gone {
                object.presence = Presence::Gone(from.stamp);
                changes.push(self.found_elsewhere(id, from.stamp).unwrap_or(ObjectChange::Vanished(id)));
            }
        }
        changes
    }

    /// Takes in one sighting from a message or a person. It says nothing about other objects.
    pub fn hear(&mut self, from: &SeenBy, sighting: &Sighting) -> Option<ObjectChange> {
        let matches = self.matches(std::slice::from_ref(sighting));
        self.see(sighting, matches[0], from, &matches)
    }

    /// By sighting: its object. A name decides first; then objects that are there come before those that have gone, and nearer ones first.
    fn matches(&self, sightings: &[Sighting]) -> Vec<Option<MappedId>> {
        let mut found = vec![None; sightings.len()];
        let mut pairs = Vec::new();
        for (number, sighting) in sightings.iter().enumerate() {
            let name = sighting.name.as_ref();
            for object in self.objects.values().filter(|object| object.may_be(&sighting.class, name)) {
                let distance = object.position.distance(sighting.position);
                let is_named = name.is_some() && object.name.as_ref() == name;
                if is_named || distance <= self.rule.gate {
                    let has_gone = object.presence != Presence::There;
                    pairs.push(((!is_named, has_gone), distance.get(), object.id, number));
                }
            }
        }
        pairs.sort_by(|left, right| {
            let by_distance = left.0.cmp(&right.0).then(left.1.total_cmp(&right.1));
            by_distance.then((left.2, left.3).cmp(&(right.2, right.3)))
        });
        for (_, _, id, number) in pairs {
            if found[number].is_none() && !found.contains(&Some(id)) {
                found[number] = Some(id);
            }
        }
        found
    }

    fn see(
        &mut self,
        sighting: &Sighting,
        found: Option<MappedId>,
        from: &SeenBy,
        matches: &[Option<MappedId>],
    ) -> Option<ObjectChange> {
        let rule = self.rule;
        let Some(object) = found.and_then(|id| self.objects.get_mut(&id)) else {
            return self.appear(sighting, from);
        };
        let (id, was, to) = (object.id, object.position, sighting.position);
        let is_near = was.distance(to) <= rule.gate;
        let is_late = match object.presence {
            Presence::There => !is_near && from.stamp <= object.last.stamp,
            Presence::Gone(since) => from.stamp <= since,
        };
        if is_late || object.counted.knows(from) {
            return None;
        }
        if is_near && object.presence == Presence::There {
            object.merge(sighting, from, &rule);
            return Some(ObjectChange::SeenAgain(id));
        }
        let seen = MappedObject::new(id, sighting, from, &rule);
        if is_near {
            object.take_over(seen);
            return Some(ObjectChange::SeenAgain(id));
        }
        object.move_to(seen, from.stamp);
        // It may have been taken for a thing without a name there.
        let is_same = |other: &&MappedObject| {
            let is_free = other.id != id && !matches.contains(&Some(other.id)) && other.name.is_none();
            is_free && other.class == sighting.class && other.position.distance(to) <= rule.gate
        };
        let was_taken_for = self.nearest(to, is_same);
        was_taken_for.and_then(|other| self.objects.remove(&other));
        Some(ObjectChange::Moved { id, from: was, to, was: was_taken_for })
    }

    /// Takes in a sighting far from all objects: of the nearest of its class that has gone, else of a new one. It counts for nothing if
    /// an object has left this place since.
    fn appear(&mut self, sighting: &Sighting, from: &SeenBy) -> Option<ObjectChange> {
        let rule = self.rule;
        let to = sighting.position;
        let may_be = |object: &MappedObject| object.may_be(&sighting.class, sighting.name.as_ref());
        let has_left = |object: &MappedObject| {
            let is_here = |left: &FormerPlace| left.since >= from.stamp && left.position.distance(to) <= rule.gate;
            may_be(object) && object.left.iter().any(is_here)
        };
        if self.objects.values().any(has_left) {
            return None;
        }
        let has_gone = |object: &&MappedObject| {
            may_be(object) && matches!(object.presence, Presence::Gone(_)) && object.last.stamp < from.stamp
        };
        if let Some(id) = self.nearest(to, has_gone) {
            let object = self.objects.get_mut(&id)?;
            let was = object.position;
            let since = if let Presence::Gone(since) = object.presence { since } else { from.stamp };
            object.move_to(MappedObject::new(id, sighting, from, &rule), since);
            return Some(ObjectChange::Moved { id, from: was, to, was: None });
        }
        let id = MappedId(self.next);
        self.next += 1;
        self.objects.insert(id, MappedObject::new(id, sighting, from, &rule));
        Some(ObjectChange::Appeared(id))
    }

    /// Joins an object that has gone with the nearest of its class whose first sighting is later than its own last one.
    fn found_elsewhere(&mut self, id: MappedId, since: Stamp) -> Option<ObjectChange> {
        let gone = self.objects.get(&id)?;
        let was = gone.position;
        let is_later = |object: &&MappedObject| {
            let is_new = object.presence == Presence::There && object.first.stamp > gone.last.stamp;
            is_new && object.id != id && gone.may_be(&object.class, object.name.as_ref())
        };
        let other = self.nearest(was, is_later)?;
        let found = self.objects.remove(&other)?;
        let to = found.position;
        self.objects.get_mut(&id)?.move_to(found, since);
        Some(ObjectChange::Moved { id, from: was, to, was: Some(other) })
    }

    /// The nearest of some objects, the first of equally near ones.
    fn nearest(&self, place: Point<Map>, which: impl Fn(&&MappedObject) -> bool) -> Option<MappedId> {
        let distance = |object: &MappedObject| object.position.distance(place).get();
        let some = self.objects.values().filter(which);
        some.min_by(|left, right| distance(left).total_cmp(&distance(right))).map(|object| object.id)
    }
}
