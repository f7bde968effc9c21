//! What each room of a house is to hold.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::{
    catalogue::Catalogue,
    chances::{pick, shuffle},
    class::{ClassId, HouseSplit, Stands},
    thing::HouseRoom,
};

/// The share of a set's members that are there, and of those that are somewhere else.
const PRESENT: f64 = 0.85;
const STRAY: f64 = 0.06;
/// One set for so much floor, and once more of what is common.
const SET_M2: f64 = 7.0;
const COMMON_M2: f64 = 14.0;
/// In houses of things that are drawn one by one: floor for each piece of furniture, and for each object.
const FURNITURE_M2: f64 = 5.0;
const OBJECT_M2: f64 = 0.9;

/// What one room is to hold; each list in the order of placing.
#[derive(Debug, Clone, Default)]
pub(crate) struct Programme {
    /// Furniture: what is placed first gets its place most surely.
    pub furniture: Vec<ClassId>,
    /// Things beside furniture of a class.
    pub beside: Vec<(ClassId, ClassId)>,
    /// What hangs on walls and lies on the floor.
    pub flat: Vec<ClassId>,
    /// Objects, and the classes of furniture that they are put on or in, best first.
    pub objects: Vec<(ClassId, [ClassId; 2])>,
    /// Objects of this room that are in another one.
    pub strays: Vec<ClassId>,
}

impl Programme {
    /// What a room is to hold in a house of a split.
    pub fn draw(room: &HouseRoom, split: HouseSplit, catalogue: &Catalogue, rng: &mut ChaCha8Rng) -> Self {
        let mut programme = Self::default();
        let is_here = |&set: &usize| catalogue.sets[set].room == room.kind && catalogue.sets[set].split == split;
        let mut sets: Vec<usize> = (0..catalogue.sets.len()).filter(is_here).collect();
        shuffle(&mut sets, rng);
        sets.truncate(((room.floor.area_m2() / SET_M2).round() as usize).max(1));
        if split == HouseSplit::Shuffled {
            sets.clear();
            programme.add_furniture(room, catalogue, rng);
        }
        for &set in &sets {
            let anchor = catalogue.sets[set].classes[0];
            if catalogue.class(anchor).stands != Stands::Top {
                programme.furniture.push(anchor);
            }
        }
        for &set in &sets {
            let on = catalogue.sets[set].on;
            if !programme.furniture.contains(&on) {
                programme.furniture.push(on);
            }
        }
        programme.add_common(room, catalogue, rng);
        for set in sets {
            programme.add_members(set, catalogue, rng);
        }
        if split == HouseSplit::Shuffled {
            programme.add_objects(room, catalogue, rng);
        }
        programme
    }

    /// Furniture of any sets, each piece drawn by itself.
    fn add_furniture(&mut self, room: &HouseRoom, catalogue: &Catalogue, rng: &mut ChaCha8Rng) {
        let all = catalogue.of_sets(|stands| matches!(stands, Stands::Wall | Stands::Free));
        let number = (room.floor.area_m2() / FURNITURE_M2).round().max(1.0) as usize;
        self.furniture.extend((0..number).filter_map(|_| pick(&all, rng)));
    }

    /// Objects of any sets on and beside any furniture of the room, each drawn by itself.
    fn add_objects(&mut self, room: &HouseRoom, catalogue: &Catalogue, rng: &mut ChaCha8Rng) {
        let all = catalogue.of_sets(|stands| matches!(stands, Stands::Floor | Stands::Top));
        let number = (room.floor.area_m2() / OBJECT_M2).round() as usize;
        for class in (0..number).filter_map(|_| pick(&all, rng)).collect::<Vec<_>>() {
            let Some(support) = pick(&self.furniture, rng) else { return };
            if catalogue.class(class).stands == Stands::Floor {
                self.beside.push((class, support));
            } else {
                self.objects.push((class, [support; 2]));
            }
        }
    }

    fn add_common(&mut self, room: &HouseRoom, catalogue: &Catalogue, rng: &mut ChaCha8Rng) {
        for class in catalogue.classes() {
            let row = catalogue.class(class);
            let Some(&(_, [least, most])) = row.rooms.iter().find(|(kind, _)| *kind == room.kind) else { continue };
            // A larger room gets more than the least, again and again, but of what it must have exactly once.
            let times = if least == most { 0 } else { (room.floor.area_m2() / COMMON_M2).round().max(1.0) as usize };
            let number = least + (0..times).map(|_| rng.random_range(0..=most - least)).sum::<usize>();
            let already = self.furniture.iter().filter(|&&one| one == class).count();
            for _ in already..number {
                match (row.stands, row.beside) {
                    (_, Some(other)) => self.beside.push((class, other)),
                    (Stands::OnWall | Stands::Outside | Stands::Flat, None) => self.flat.push(class),
                    _ => self.furniture.push(class),
                }
            }
        }
    }

    fn add_members(&mut self, set: usize, catalogue: &Catalogue, rng: &mut ChaCha8Rng) {
        let set = &catalogue.sets[set];
        let anchor = set.classes[0];
        let pivot = if catalogue.class(anchor).stands == Stands::Top { set.on } else { anchor };
        for &class in &set.classes {
            let row = catalogue.class(class);
            let is_furniture = matches!(row.stands, Stands::Wall | Stands::Free);
            if is_furniture || (class != anchor && !rng.random_bool(PRESENT)) {
                continue;
            }
            for _ in 0..rng.random_range(row.several[0]..=row.several[1]) {
                if row.stands == Stands::Floor {
                    self.beside.push((class, pivot));
                } else if class != anchor && rng.random_bool(STRAY) {
                    self.strays.push(class);
                } else {
                    self.objects.push((class, [pivot, set.on]));
                }
            }
        }
    }
}
