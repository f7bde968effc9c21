//! Rooms as a dissection of a rectangle.
//!
//! Where there is a hallway it runs through the middle, with rooms on both sides, and often a block of open rooms at its end. Everything
//! else is cut in two again and again. What comes out too narrow is drawn again.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::{
    catalogue::Catalogue,
    chances::{shuffle, stepped},
    class::{Doors, RoomKind},
    geometry::Rect,
    size::SizeClass,
};

/// Cuts lie on multiples of this, in millimetres.
const STEP_MM: i32 = 100;
/// The least side of a room, between the middles of its walls; more for rooms of weight above 2.5.
const LEAST_SIDE_MM: i32 = 2200;
const LEAST_LARGE_SIDE_MM: i32 = 2900;
/// How many times as long as wide a room may be, in tenths.
const MOST_ASPECT: i32 = 24;

/// A room with half of its inner walls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Plot {
    pub kind: RoomKind,
    pub rect: Rect,
}

/// A dissection of the rectangle from the origin to its size in millimetres.
pub(crate) struct Dissection {
    pub extent: Rect,
    pub plots: Vec<Plot>,
}

impl Dissection {
    /// One attempt; `None` if a room comes out too narrow.
    pub fn draw(size: SizeClass, catalogue: &Catalogue, rng: &mut ChaCha8Rng) -> Option<Self> {
        let kinds = draw_kinds(size, catalogue, rng);
        let [least, most] = size.area_m2();
        let area_mm2 = rng.random_range(least..most) * 1e6;
        let aspect: f64 = rng.random_range(1.0..1.5);
        let width = stepped_down((area_mm2 * aspect).sqrt());
        let extent = Rect::new([0, 0], [width, stepped_down(area_mm2 / f64::from(width)) + STEP_MM]);
        let is_hall = |kind: &RoomKind| catalogue.kind(*kind).doors == Doors::Hall;
        let cut = Cut { catalogue };
        let (halls, others): (Vec<RoomKind>, Vec<RoomKind>) = kinds.into_iter().partition(is_hall);
        let mut plots = Vec::new();
        match halls[..] {
            [] => cut.halves(extent, others, &mut plots, rng)?,
            [hall, ..] => cut.around(hall, extent, others, &mut plots, rng)?,
        }
        let is_area = (least..=most).contains(&extent.area_m2());
        let dissection = Self { extent, plots };
        is_area.then(|| dissection.turned(rng))
    }

    /// The same, mirrored along either axis and with the axes swapped, by chance.
    fn turned(mut self, rng: &mut ChaCha8Rng) -> Self {
        let mirrored = [rng.random_bool(0.5), rng.random_bool(0.5)];
        let is_swapped = rng.random_bool(0.5);
        let extent = self.extent;
        let turn = |rect: Rect| {
            let (mut low, mut high) = (rect.low_mm, rect.high_mm);
            for axis in 0..2 {
                if mirrored[axis] {
                    let far = extent.high_mm[axis];
                    (low[axis], high[axis]) = (far - high[axis], far - low[axis]);
                }
            }
            if is_swapped {
                low.swap(0, 1);
                high.swap(0, 1);
            }
            Rect::new(low, high)
        };
        self.plots.iter_mut().for_each(|plot| plot.rect = turn(plot.rect));
        self.extent = turn(extent);
        self
    }
}

/// The kinds of the rooms of a house: the least of each, and more by chance.
fn draw_kinds(size: SizeClass, catalogue: &Catalogue, rng: &mut ChaCha8Rng) -> Vec<RoomKind> {
    let [least, most] = size.rooms();
    let wanted = rng.random_range(least..=most);
    let number = |kind: RoomKind| catalogue.kind(kind).number[size as usize];
    let repeated = |kind: RoomKind, times: usize| std::iter::repeat_n(kind, times);
    let mut kinds: Vec<RoomKind> = catalogue.room_kinds().flat_map(|kind| repeated(kind, number(kind)[0])).collect();
    let more = |kind: RoomKind| repeated(kind, number(kind)[1] - number(kind)[0]);
    let mut others: Vec<RoomKind> = catalogue.room_kinds().flat_map(more).collect();
    shuffle(&mut others, rng);
    let missing = wanted.saturating_sub(kinds.len());
    kinds.extend(others.into_iter().take(missing));
    kinds
}

fn stepped_down(length_mm: f64) -> i32 {
    (length_mm / f64::from(STEP_MM)) as i32 * STEP_MM
}

struct Cut<'a> {
    catalogue: &'a Catalogue,
}

impl Cut<'_> {
    fn weight(&self, kinds: &[RoomKind]) -> f64 {
        kinds.iter().map(|&kind| self.catalogue.kind(kind).weight).sum()
    }

    /// A hallway through the middle along x, rooms on both sides, and by chance a block of open rooms in the west.
    fn around(
        &self,
        hall: RoomKind,
        extent: Rect,
        mut others: Vec<RoomKind>,
        plots: &mut Vec<Plot>,
        rng: &mut ChaCha8Rng,
    ) -> Option<()> {
        shuffle(&mut others, rng);
        let ([x0, y0], [x1, y1]) = (extent.low_mm, extent.high_mm);
        let mut west = x0;
        if rng.random_bool(0.6) {
            let is_open = |kind: &RoomKind| self.catalogue.kind(*kind).doors == Doors::Open;
            let (mut open, mut rest): (Vec<RoomKind>, Vec<RoomKind>) = others.into_iter().partition(is_open);
            rest.extend(open.split_off(rng.random_range(1..=open.len().max(1)).min(open.len())));
            let share = self.weight(&open) / (self.weight(&open) + self.weight(&rest));
            west = x0 + stepped_down(f64::from(x1 - x0) * share);
            self.halves(Rect::new([x0, y0], [west, y1]), open, plots, rng)?;
            others = rest;
            shuffle(&mut others, rng);
        }
        let (mut north, mut south) = (Vec::new(), Vec::new());
        for kind in others {
            let side = if self.weight(&north) <= self.weight(&south) { &mut north } else { &mut south };
            side.push(kind);
        }
        if north.is_empty() || south.is_empty() {
            return None;
        }
        let hall_width = stepped(1500, 2000, STEP_MM, rng);
        let share = self.weight(&south) / (self.weight(&south) + self.weight(&north));
        let middle = y0 + stepped_down(f64::from(y1 - y0 - hall_width) * share);
        plots.push(Plot { kind: hall, rect: Rect::new([west, middle], [x1, middle + hall_width]) });
        self.row(Rect::new([west, y0], [x1, middle]), south, plots, rng)?;
        self.row(Rect::new([west, middle + hall_width], [x1, y1]), north, plots, rng)
    }

    /// Rooms beside one another along x, so that each meets the hallway.
    fn row(&self, rect: Rect, kinds: Vec<RoomKind>, plots: &mut Vec<Plot>, rng: &mut ChaCha8Rng) -> Option<()> {
        let total = self.weight(&kinds);
        let (mut west, mut so_far) = (rect.low_mm[0], 0.0);
        let last = kinds.len() - 1;
        for (number, kind) in kinds.into_iter().enumerate() {
            so_far += self.weight(&[kind]);
            let share = so_far / total + rng.random_range(-0.03..0.03);
            let east = rect.low_mm[0] + stepped_down(f64::from(rect.size_mm()[0]) * share);
            let east = if number == last { rect.high_mm[0] } else { east };
            self.plot(Rect::new([west, rect.low_mm[1]], [east, rect.high_mm[1]]), kind, plots)?;
            west = east;
        }
        Some(())
    }

    /// Cuts a rectangle across its longer side, by the weights of its rooms, until each has its own.
    fn halves(&self, rect: Rect, mut kinds: Vec<RoomKind>, plots: &mut Vec<Plot>, rng: &mut ChaCha8Rng) -> Option<()> {
        if let [kind] = kinds[..] {
            return self.plot(rect, kind, plots);
        }
        shuffle(&mut kinds, rng);
        let rest = kinds.split_off(rng.random_range(1..kinds.len().max(2)));
        let share = self.weight(&kinds) / (self.weight(&kinds) + self.weight(&rest)) + rng.random_range(-0.04..0.04);
        let axis = usize::from(rect.size_mm()[1] > rect.size_mm()[0]);
        let at = rect.low_mm[axis] + stepped_down(f64::from(rect.size_mm()[axis]) * share);
        let (mut low, mut high) = (rect, rect);
        low.high_mm[axis] = at;
        high.low_mm[axis] = at;
        self.halves(low, kinds, plots, rng)?;
        self.halves(high, rest, plots, rng)
    }

    fn plot(&self, rect: Rect, kind: RoomKind, plots: &mut Vec<Plot>) -> Option<()> {
        let [width, height] = rect.size_mm();
        let (short, long) = (width.min(height), width.max(height));
        let least = if self.catalogue.kind(kind).weight > 2.5 { LEAST_LARGE_SIDE_MM } else { LEAST_SIDE_MM };
        (short >= least && long * 10 <= short * MOST_ASPECT).then(|| plots.push(Plot { kind, rect }))
    }
}
