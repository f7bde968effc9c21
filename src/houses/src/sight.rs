//! Whether a robot can see a thing from anywhere.

use surefleet_mapping::{GroundPoint, Map, Metres, Point};

use crate::{house::House, solid::Hit, thing::ThingId};

/// The height of a robot's eyes above the floor.
const EYE_M: f64 = 1.3;
/// How near a robot comes to a thing to see it.
const NEAR_M: [f64; 2] = [0.4, 3.0];
/// Places that are tried.
const PLACES: usize = 48;
/// Of nine points of a thing, so many must be seen.
const SEEN: usize = 3;
/// The points are on a smaller box than the thing's, as a share of it.
const INNER: f64 = 0.7;
/// A ray goes on so far behind the point, since the thing may begin there.
const BEYOND: f64 = 1.5;

impl House {
    /// Whether a robot with its camera 1.3 m above the floor can see a good part of a thing from somewhere in the thing's room.
    ///
    /// # Panics
    /// If the thing is of another house that has more things.
    pub fn can_be_seen(&self, thing: ThingId) -> bool {
        let middle = self.thing(thing).middle().ground();
        let is_near = |place: &GroundPoint| (NEAR_M[0]..NEAR_M[1]).contains(&place.distance(middle).get());
        let places: Vec<GroundPoint> = self.places(self.thing(thing).room).into_iter().filter(is_near).collect();
        let step = places.len().div_ceil(PLACES).max(1);
        places.into_iter().step_by(step).any(|place| self.seen_points(place, thing) >= SEEN)
    }

    /// How many of nine points of a thing are seen from a place.
    fn seen_points(&self, from: GroundPoint, thing: ThingId) -> usize {
        let eye = Point::<Map>::new(from.x, from.y, EYE_M);
        let cuboid = self.thing(thing).cuboid;
        let corner = |number: usize| -> Point<Map> {
            let at = |axis: usize| {
                f64::from(if number >> axis & 1 == 0 { cuboid.low_mm[axis] } else { cuboid.high_mm[axis] })
            };
            cuboid.middle().towards(Point::new(at(0) / 1000.0, at(1) / 1000.0, at(2) / 1000.0), INNER)
        };
        let points = (0..8).map(corner).chain([cuboid.middle()]);
        points.filter(|&point| self.first_is(eye, point, thing)).count()
    }

    fn first_is(&self, eye: Point<Map>, point: Point<Map>, thing: ThingId) -> bool {
        let farthest = Metres::new(eye.distance(point).get() * BEYOND);
        let first = self.solids().first_on_the_way(eye, point);
        first.is_some_and(|(hit, distance)| hit == Hit::Thing(thing) && distance <= farthest)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Catalogue, HouseSplit, SizeClass};

    use super::*;

    #[test]
    fn most_things_can_be_seen_and_none_behind_a_closed_wall() {
        let house = House::draw(21, SizeClass::Medium, HouseSplit::Test);
        let seen = house.thing_ids().filter(|&thing| house.can_be_seen(thing)).count();
        assert!(seen * 10 > house.things().len() * 8, "{seen} of {}", house.things().len());
        for thing in house.thing_ids() {
            let other = house.room_ids().find(|&room| {
                room != house.thing(thing).room && house.room(room).kind != house.room(house.thing(thing).room).kind
            });
            let Some(place) = other.and_then(|room| house.places(room).first().copied()) else { continue };
            let between = house.seen_points(place, thing);
            let name = Catalogue::shipped().name(house.thing(thing).class);
            let is_far = place.distance(house.thing(thing).middle().ground()).get() > 12.0;
            assert!(between == 0 || !is_far, "the {name} is seen through walls");
        }
    }
}
