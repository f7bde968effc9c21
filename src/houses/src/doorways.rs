//! Where rooms open on one another.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::{
    catalogue::Catalogue,
    chances::{pick, stepped},
    class::Doors,
    dissection::{Dissection, Plot},
    geometry::Rect,
};

/// Thickness of walls between rooms, and around the house.
pub(crate) const INNER_WALL_MM: i32 = 120;
pub(crate) const OUTER_WALL_MM: i32 = 240;
/// Width of the opening of a door.
const DOOR_MM: i32 = 900;
/// Wall that is left beside an opening, from the middle of the next wall.
const JAMB_MM: i32 = 250;
const STEP_MM: i32 = 50;

/// An opening in a wall.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Opening {
    /// The rooms on its low and high side, by number; `None` is outside.
    pub rooms: [Option<usize>; 2],
    /// The axis that crosses the wall.
    pub across: usize,
    /// What is open, through the wall.
    pub rect: Rect,
    /// Whether a door is in it, and that is open.
    pub door: Option<bool>,
}

/// A stretch of wall with a room on each side.
struct Shared {
    rooms: [usize; 2],
    across: usize,
    /// Where the middle of the wall is, across it.
    at: i32,
    low: i32,
    high: i32,
    cost: f64,
    is_wide: bool,
}

/// Openings that join all rooms, a few more of which some are closed, and a closed front door.
///
/// `None` if some rooms share too little wall for a door.
pub(crate) fn draw_openings(
    dissection: &Dissection,
    catalogue: &Catalogue,
    rng: &mut ChaCha8Rng,
) -> Option<Vec<Opening>> {
    let plots = &dissection.plots;
    let mut walls = shared_walls(plots, catalogue, rng);
    walls.sort_by(|one, other| one.cost.total_cmp(&other.cost));
    let mut group: Vec<usize> = (0..plots.len()).collect();
    let mut openings: Vec<Opening> = Vec::new();
    for wall in &walls {
        let [one, other] = wall.rooms.map(|room| group[room]);
        let joins = one != other;
        let chance = if wall.is_wide {
            0.5
        } else if wall.cost < 3.0 {
            0.2
        } else {
            0.04
        };
        if joins || rng.random_bool(chance) {
            let is_open = joins || rng.random_bool(0.4);
            openings.push(wall.opening(is_open, rng));
            group.iter_mut().filter(|room| **room == other).for_each(|room| *room = one);
        }
    }
    let is_joined = group.iter().all(|&room| room == group[0]);
    openings.push(front_door(dissection, catalogue, rng)?);
    is_joined.then_some(openings)
}

/// The walls that are long enough for a door, dearer the less a house would have one there.
fn shared_walls(plots: &[Plot], catalogue: &Catalogue, rng: &mut ChaCha8Rng) -> Vec<Shared> {
    let mut walls = Vec::new();
    for one in 0..plots.len() {
        for other in 0..plots.len() {
            for across in 0..2 {
                let (here, there) = (plots[one].rect, plots[other].rect);
                let along = 1 - across;
                let low = here.low_mm[along].max(there.low_mm[along]);
                let high = here.high_mm[along].min(there.high_mm[along]);
                if here.high_mm[across] != there.low_mm[across] || high - low < DOOR_MM + 2 * JAMB_MM {
                    continue;
                }
                let doors = [one, other].map(|room| catalogue.kind(plots[room].kind).doors);
                let cost = match doors {
                    [Doors::Open, Doors::Open] => 0.0,
                    [Doors::Hall, _] | [_, Doors::Hall] => 0.5,
                    [Doors::Open, _] | [_, Doors::Open] => 2.0,
                    _ => 4.0,
                };
                let cost = cost + rng.random::<f64>();
                let is_wide = doors == [Doors::Open; 2];
                walls.push(Shared { rooms: [one, other], across, at: here.high_mm[across], low, high, cost, is_wide });
            }
        }
    }
    walls
}

impl Shared {
    fn opening(&self, is_open: bool, rng: &mut ChaCha8Rng) -> Opening {
        let room = self.high - self.low - 2 * JAMB_MM;
        let is_wide = self.is_wide && is_open && room >= 1400;
        let width = if is_wide { stepped(1400, room.min(2200), STEP_MM, rng) } else { DOOR_MM };
        let start = self.low + JAMB_MM + stepped(0, room - width, STEP_MM, rng);
        let half = INNER_WALL_MM / 2;
        Opening {
            rooms: self.rooms.map(Some),
            across: self.across,
            rect: through(self.across, [self.at - half, self.at + half], [start, start + width]),
            door: (!is_wide).then_some(is_open),
        }
    }
}

/// A door to the outside, at a room that others open on.
fn front_door(dissection: &Dissection, catalogue: &Catalogue, rng: &mut ChaCha8Rng) -> Option<Opening> {
    let mut places = Vec::new();
    for (number, plot) in dissection.plots.iter().enumerate() {
        let doors = catalogue.kind(plot.kind).doors;
        for across in 0..2 {
            for is_high in [false, true] {
                let edge = |rect: &Rect| if is_high { rect.high_mm[across] } else { rect.low_mm[across] };
                let along = 1 - across;
                let is_long = plot.rect.size_mm()[along] >= DOOR_MM + 2 * JAMB_MM;
                if edge(&plot.rect) == edge(&dissection.extent) && is_long && doors != Doors::Shut {
                    places.push((doors != Doors::Hall, number, across, is_high));
                }
            }
        }
    }
    let is_hall_outside = places.iter().any(|place| !place.0);
    places.retain(|place| place.0 != is_hall_outside);
    let (_, number, across, is_high) = pick(&places, rng)?;
    let (rect, along) = (dissection.plots[number].rect, 1 - across);
    let at = if is_high { rect.high_mm[across] } else { rect.low_mm[across] };
    let sides = if is_high { [at, at + OUTER_WALL_MM] } else { [at - OUTER_WALL_MM, at] };
    let free = rect.size_mm()[along] - 2 * JAMB_MM - DOOR_MM;
    let start = rect.low_mm[along] + JAMB_MM + stepped(0, free, STEP_MM, rng);
    let rooms = if is_high { [Some(number), None] } else { [None, Some(number)] };
    Some(Opening { rooms, across, rect: through(across, sides, [start, start + DOOR_MM]), door: Some(false) })
}

fn through(across: usize, sides: [i32; 2], along: [i32; 2]) -> Rect {
    if across == 0 {
        Rect::new([sides[0], along[0]], [sides[1], along[1]])
    } else {
        Rect::new([along[0], sides[0]], [along[1], sides[1]])
    }
}
