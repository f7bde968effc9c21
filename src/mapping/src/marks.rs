use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use surefleet_fleet::Stamp;

use crate::{GroundPoint, Map, MappingError, Metres, Point};

/// The id of a mark in its map, which never gives it to another mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MarkId(pub(crate) u64);

impl MarkId {
    /// As a number.
    pub const fn get(self) -> u64 {
        self.0
    }
}

/// Words that a person put on a place of the map, such as the name of a room.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// The words.
    pub text: String,
    /// Its middle.
    pub position: Point<Map>,
    /// How far it reaches over the floor.
    pub radius: Metres,
    /// The person's name.
    pub by: String,
    /// When it was written.
    pub stamp: Stamp,
}

impl Mark {
    pub(crate) fn check(&self) -> Result<(), MappingError> {
        let is_placed = self.position.is_finite() && self.radius.get().is_finite() && self.radius.get() >= 0.0;
        if self.text.trim().is_empty() || self.by.trim().is_empty() || !is_placed {
            let (text, by) = (self.text.clone(), self.by.clone());
            let (position, radius) = (self.position.into(), self.radius.get());
            return Err(MappingError::Mark { text, by, position, radius });
        }
        Ok(())
    }
}

/// The marks of a map. Only people change them; sightings never do.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Marks {
    pub(crate) marks: BTreeMap<MarkId, Mark>,
    pub(crate) next: u64,
}

impl Marks {
    /// Adds a mark.
    ///
    /// # Errors
    /// [`MappingError::Mark`] if it has no words or no person, or its place is not finite, or its radius is negative.
    pub fn add(&mut self, mark: Mark) -> Result<MarkId, MappingError> {
        mark.check()?;
        let id = MarkId(self.next);
        self.next += 1;
        self.marks.insert(id, mark);
        Ok(id)
    }

    /// Removes a mark and returns it.
    pub fn remove(&mut self, id: MarkId) -> Option<Mark> {
        self.marks.remove(&id)
    }

    /// The mark with an id.
    pub fn get(&self, id: MarkId) -> Option<&Mark> {
        self.marks.get(&id)
    }

    /// All marks in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = (MarkId, &Mark)> {
        self.marks.iter().map(|(&id, mark)| (id, mark))
    }

    /// The marks that reach over a place, smaller ones first, equal ones in the order of their ids.
    pub fn over(&self, place: GroundPoint) -> Vec<(MarkId, &Mark)> {
        let reaches = |mark: &Mark| mark.position.ground().distance(place) <= mark.radius;
        let mut over: Vec<_> = self.iter().filter(|(_, mark)| reaches(mark)).collect();
        over.sort_by(|left, right| left.1.radius.get().total_cmp(&right.1.radius.get()));
        over
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(text: &str, x: f64, radius: f64) -> Mark {
        let position = Point::new(x, 0.0, 1.0);
        Mark { text: text.to_owned(), position, radius: Metres::new(radius), by: "ada".to_owned(), stamp: Stamp::ZERO }
    }

    #[test]
    fn a_place_has_the_marks_that_reach_over_it() {
        let mut marks = Marks::default();
        let kitchen = marks.add(mark("kitchen", 0.0, 3.0)).unwrap();
        let sink = marks.add(mark("sink", 1.0, 0.5)).unwrap();
        let ids = |marks: &Marks, x: f64| {
            marks.over(GroundPoint::new(x, 0.0)).into_iter().map(|(id, _)| id).collect::<Vec<_>>()
        };
        assert_eq!(ids(&marks, 1.2), [sink, kitchen]);
        assert_eq!(ids(&marks, -2.9), [kitchen]);
        assert_eq!(ids(&marks, 3.1), []);
        assert_eq!(marks.remove(sink).map(|mark| mark.text), Some("sink".to_owned()));
        assert_ne!(marks.add(mark("stove", 1.0, 0.5)).unwrap(), sink, "a number is never given again");
    }

    #[test]
    fn marks_without_words_person_or_place_are_refused() {
        let mut marks = Marks::default();
        let nobody = Mark { by: " ".to_owned(), ..mark("kitchen", 0.0, 1.0) };
        for bad in [mark("", 0.0, 1.0), mark("kitchen", f64::NAN, 1.0), mark("kitchen", 0.0, -1.0), nobody] {
            assert!(matches!(marks.add(bad), Err(MappingError::Mark { .. })));
        }
        assert_eq!(marks, Marks::default());
    }
}
