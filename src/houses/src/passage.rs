//! Where in a house a robot can be.

use surefleet_mapping::{GroundPoint, Metres};

use crate::{
    catalogue::Catalogue,
    class::Stands,
    floor::RoomFloor,
    geometry::Rect,
    house::House,
    thing::{RoomId, Thing},
};

/// What begins above this height is in nobody's way.
const ROBOT_HEIGHT_MM: i32 = 1500;

impl House {
    /// Rectangles that a robot must not touch: walls, doors, and what stands on the floor.
    ///
    /// A robot passes over rugs, below openings, and along what hangs on walls.
    pub fn obstacles(&self) -> Vec<Rect> {
        let walls = self.walls().iter().filter(|wall| wall.low_mm[2] < ROBOT_HEIGHT_MM).map(|wall| wall.footprint());
        walls.chain(self.things().iter().filter(|thing| stands(thing)).map(|thing| thing.cuboid.footprint())).collect()
    }

    /// The distance from a place to the nearest obstacle; zero inside one.
    pub fn clearance(&self, place: GroundPoint) -> Metres {
        let distances = self.obstacles().into_iter().map(|obstacle| obstacle.distance(place));
        distances.fold(Metres::new(f64::INFINITY), |least, one| if one < least { one } else { least })
    }

    /// Places 0.1 m apart in a room, 0.3 m from every obstacle, between which a robot can drive and from which it can leave the room.
    ///
    /// # Panics
    /// If the room is of another house that has more rooms.
    pub fn places(&self, room: RoomId) -> Vec<GroundPoint> {
        let metres = |[x, y]: [i32; 2]| GroundPoint::new(f64::from(x) / 1000.0, f64::from(y) / 1000.0);
        self.floor(room).reachable().into_iter().map(metres).collect()
    }

    /// The place before the front door, inside.
    pub fn entrance(&self) -> GroundPoint {
        let door =
            self.doorways().iter().find(|doorway| doorway.rooms.contains(&None)).expect("every house has a front door");
        let room = door.rooms.into_iter().flatten().next().expect("a doorway has a room on one side");
        let middle = door.opening.middle();
        let nearest = self
            .places(room)
            .into_iter()
            .min_by(|one, other| one.distance(middle).get().total_cmp(&other.distance(middle).get()));
        nearest.expect("the place before a door can be reached")
    }

    pub(crate) fn floor(&self, room: RoomId) -> RoomFloor {
        let own = self.doorways().iter().filter(|doorway| doorway.rooms.contains(&Some(room)));
        let rect = self.room(room).floor;
        let across = |opening: &Rect| {
            let is_beside = opening.high_mm[0] <= rect.low_mm[0] || rect.high_mm[0] <= opening.low_mm[0];
            usize::from(!is_beside)
        };
        let mut floor =
            RoomFloor::new(rect, &own.map(|doorway| (doorway.opening, across(&doorway.opening))).collect::<Vec<_>>());
        for thing in self.things().iter().filter(|thing| thing.room == room && stands(thing)) {
            floor.block(thing.cuboid.footprint());
        }
        floor
    }
}

/// Whether a thing is in the way of robots.
pub(crate) fn stands(thing: &Thing) -> bool {
    let stands = Catalogue::shipped().class(thing.class).stands;
    thing.rests.is_none() && !matches!(stands, Stands::OnWall | Stands::Outside | Stands::Flat)
}
