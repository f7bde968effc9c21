//! Puts objects on and in furniture.

use rand::RngExt;

use crate::{
    chances::{pick, shuffle, stepped},
    class::ClassId,
    furnishing::Furnishing,
    geometry::{Cuboid, Facing, Rect},
    thing::{Rests, RoomId, Thing, ThingId},
    walls::WALL_MM,
};

/// Places that are tried on one level, and how many of those that fit are compared.
const TRIES: usize = 24;
const COMPARED: usize = 3;
const STEP_MM: i32 = 10;
/// Headroom that an object needs beside its height.
const HEADROOM_MM: i32 = 10;

/// A place where an object can be.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Berth {
    pub cuboid: Cuboid,
    pub facing: Facing,
    pub rests: Rests,
}

impl Furnishing<'_> {
    /// Puts an object into a room, on furniture of the first class that has a place, or of any; says whether there was one.
    pub fn stock(&mut self, room: RoomId, class: ClassId, on: &[ClassId]) -> Option<ThingId> {
        let berth = self.berth(room, class, on)?;
        Some(self.add(class, room, berth.cuboid, berth.facing, Some(berth.rests)))
    }

    /// A place for an object in a room, near others of its set.
    pub fn berth(&mut self, room: RoomId, class: ClassId, on: &[ClassId]) -> Option<Berth> {
        let has_levels = |thing: &Thing| !self.catalogue.class(thing.class).levels.is_empty() && thing.rests.is_none();
        let furniture: Vec<(ThingId, ClassId)> =
            self.things_in(room).filter(|(_, thing)| has_levels(thing)).map(|(id, thing)| (id, thing.class)).collect();
        let mut order: Vec<ThingId> = Vec::new();
        for &wanted in on {
            let mut alike: Vec<ThingId> = furniture.iter().filter(|one| one.1 == wanted).map(|one| one.0).collect();
            shuffle(&mut alike, &mut self.rng);
            order.extend(alike);
        }
        let mut rest: Vec<ThingId> = furniture.iter().map(|one| one.0).filter(|id| !order.contains(id)).collect();
        shuffle(&mut rest, &mut self.rng);
        order.extend(rest);
        order.into_iter().find_map(|support| self.berth_on(support, class))
    }

    fn berth_on(&mut self, support: ThingId, class: ClassId) -> Option<Berth> {
        let under = self.things[support.index()];
        let is_there = |state: Option<usize>| state.is_none() || state == under.state.map(usize::from);
        let row = self.catalogue.class(under.class);
        let mut levels: Vec<usize> =
            (0..row.levels.len()).filter(|&number| is_there(row.levels[number].state)).collect();
        shuffle(&mut levels, &mut self.rng);
        let friends = self.friends(under.room, class);
        for number in levels {
            let level = &self.catalogue.class(under.class).levels[number];
            let (low, high) = under.facing.shares(level.low, level.high);
            let area = share_of(under.cuboid.footprint(), low, high);
            let height = under.cuboid.high_mm[2] - under.cuboid.low_mm[2];
            let at = |share: f32| under.cuboid.low_mm[2] + (share * height as f32).round() as i32;
            let (bottom, top) = (at(level.z), level.ceiling.map_or(WALL_MM, at));
            let is_in = level.ceiling.is_some();
            if let Some((cuboid, facing)) = self.free_spot(support, class, area, [bottom, top], &friends) {
                return Some(Berth { cuboid, facing, rests: Rests { support, is_in } });
            }
        }
        None
    }

    /// Where things of the object's set are in a room.
    fn friends(&self, room: RoomId, class: ClassId) -> Vec<[i32; 2]> {
        let is_friend = |thing: &Thing| thing.class != class && self.catalogue.are_of_one_set(thing.class, class);
        self.things_in(room)
            .filter(|(_, thing)| is_friend(thing))
            .map(|(_, thing)| thing.cuboid.footprint().middle_mm())
            .collect()
    }

    /// A spot on a level that nothing else takes: of a few, the nearest to a friend.
    fn free_spot(
        &mut self,
        support: ThingId,
        class: ClassId,
        area: Rect,
        [bottom, top]: [i32; 2],
        friends: &[[i32; 2]],
    ) -> Option<(Cuboid, Facing)> {
        let under = self.things[support.index()];
        let [width, depth, height] = self.catalogue.class(class).size_mm;
        if bottom + height + HEADROOM_MM > top {
            return None;
        }
        let mut found: Vec<(i64, Cuboid, Facing)> = Vec::new();
        for _ in 0..TRIES {
            let is_turned = self.rng.random_bool(0.25);
            let facing = if is_turned { pick(&Facing::ALL, &mut self.rng)? } else { under.facing };
            let size = facing.turned([width, depth]);
            let slack = [0, 1].map(|axis| area.size_mm()[axis] - size[axis]);
            if slack.iter().any(|&slack| slack < 0) {
                continue;
            }
            let low = [0, 1].map(|axis| area.low_mm[axis] + stepped(0, slack[axis], STEP_MM, &mut self.rng));
            let rect = Rect::new(low, [low[0] + size[0], low[1] + size[1]]);
            let cuboid = rect.raised(bottom, bottom + height);
            let wide = rect.grown(STEP_MM).raised(bottom, bottom + height);
            let is_in_the_way = |(id, thing): (ThingId, &Thing)| id != support && thing.cuboid.overlaps(&wide);
            if !self.things_in(under.room).any(is_in_the_way) {
                let distance = friends.iter().map(|&friend| rect.square_distance(friend)).min().unwrap_or(0);
                found.push((distance, cuboid, facing));
            }
            if found.len() == COMPARED {
                break;
            }
        }
        found.into_iter().min_by_key(|one| one.0).map(|(_, cuboid, facing)| (cuboid, facing))
    }
}

fn share_of(rect: Rect, low: [f32; 2], high: [f32; 2]) -> Rect {
    let at = |share: [f32; 2]| {
        [0, 1].map(|axis| rect.low_mm[axis] + (share[axis] * rect.size_mm()[axis] as f32).round() as i32)
    };
    Rect::new(at(low), at(high))
}
