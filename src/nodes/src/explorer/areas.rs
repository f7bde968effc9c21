//! What is left to see in each area of the site, and what it is worth to look there.

use std::collections::{BTreeMap, BTreeSet};

use surefleet_mapping::{
    FinalValues, Frontier, GridCell, GridLayout, GroundPoint, MappedObject, ObjectMap, Occupancy, OccupancyGrid,
};
use surefleet_site::SearchSite;

/// What is left to see after so many ways that ended in its area cannot be seen from there.
const MOST_TRIES: u32 = 2;
/// The worth of nearness: less than that of what was said or seen.
const NEARNESS: f64 = 0.1;
/// The worth of looking again where it was before: less than that of anything new.
const AGAIN: f64 = 0.01;
/// An area with fewer free cells is not looked at again.
const LEAST_CELLS: usize = 50;
/// The least worth of a place with something wanted that the robot is not sure of.
const UNSURE: f64 = 1.0;
/// The least worth of a place that another robot named, when the explorer would go there.
const TOLD: f64 = 0.5;

/// The areas in which something is left to see.
pub(super) struct OpenAreas {
    site: SearchSite,
    layout: GridLayout,
    /// Worth and place of each.
    worths: BTreeMap<usize, (f64, GroundPoint)>,
    /// Where something wanted was seen that does not count as found yet.
    unsure: Vec<GroundPoint>,
    /// How often a way ended in an area.
    stops: BTreeMap<usize, u32>,
    /// How often a way ended in the area of what is left to see, by place in half metres.
    tries: BTreeMap<[i64; 2], u32>,
}

/// What a robot knows of the house.
pub(super) struct Known<'a> {
    pub from: GroundPoint,
    pub frontiers: &'a [Frontier],
    pub grid: &'a OccupancyGrid,
    pub objects: &'a ObjectMap,
    /// What its value maps say of places.
    pub values: FinalValues,
    /// The place that another robot named and the explorer would go to.
    pub told: Option<GroundPoint>,
    /// The classes that a mission, if one runs, asks for and nobody has found.
    pub wanted: Option<&'a [String]>,
}

impl OpenAreas {
    pub fn new(site: SearchSite, layout: GridLayout) -> Self {
        let (worths, unsure, stops, tries) = (BTreeMap::new(), Vec::new(), BTreeMap::new(), BTreeMap::new());
        Self { site, layout, worths, unsure, stops, tries }
    }

    /// Names and worth of the areas, each with the place to look from.
    pub fn iter(&self) -> impl Iterator<Item = (&str, f64, GroundPoint)> {
        let names = self.site.areas().names();
        self.worths.iter().map(|(&area, &(worth, place))| (names[area].as_str(), worth, place))
    }

    /// Values each area in which a frontier is left, or something wanted that the robot is not sure of: what the robot's value maps say of it,
    /// and a little for what is near.
    pub fn value(&mut self, known: &Known<'_>) {
        self.unsure = self.unsure_places(known);
        let mut worths: BTreeMap<usize, (f64, GroundPoint)> = BTreeMap::new();
        let mut note = |worth: f64, place: GroundPoint| {
            let Some(area) = self.site.areas().at(place) else { return };
            let best = worths.entry(area).or_insert((worth, place));
            if worth > best.0 {
                *best = (worth, place);
            }
        };
        for frontier in known.frontiers {
            let place = self.layout.centre(frontier.middle());
            if self.is_untried(place) {
                note(known.values.of(frontier) + NEARNESS / (1.0 + known.from.distance(place).get()), place);
            }
        }
        self.unsure.iter().for_each(|&place| note(known.values.at(place).max(UNSURE), place));
        known.told.into_iter().for_each(|place| note(known.values.at(place).max(TOLD), place));
        if worths.is_empty() && known.wanted.is_some() {
            worths = self.seen_areas(known.grid);
        }
        self.worths = worths;
    }

    /// A way has ended here: what is left to see in this area was not seen from there. Returns the area.
    pub fn note_stop(&mut self, at: GroundPoint, frontiers: &[Frontier]) -> Option<usize> {
        let area = self.site.areas().at(at)?;
        *self.stops.entry(area).or_default() += 1;
        let middles = frontiers.iter().map(|frontier| self.layout.centre(frontier.middle()));
        let here: BTreeSet<[i64; 2]> = middles
            .chain(self.unsure.iter().copied())
            .filter(|&place| self.site.areas().at(place) == Some(area))
            .map(key)
            .collect();
        here.into_iter().for_each(|key| *self.tries.entry(key).or_default() += 1);
        Some(area)
    }

    /// Where something wanted was seen that does not count as found yet.
    fn unsure_places(&self, known: &Known<'_>) -> Vec<GroundPoint> {
        let (rule, wanted) = (self.site.counts_as_found(), known.wanted.unwrap_or_default());
        let is_unsure = |object: &&MappedObject| {
            let is_wanted = wanted.iter().any(|class| class == object.class());
            is_wanted && !rule.holds(object.sightings(), object.confidence().get())
        };
        let places = known.objects.present().filter(is_unsure).map(|object| object.position().ground());
        places.filter(|&place| self.is_untried(place)).collect()
    }

    /// Whether few ways have ended in the area of a place that is left to look at.
    fn is_untried(&self, place: GroundPoint) -> bool {
        self.tries.get(&key(place)).is_none_or(|tries| *tries < MOST_TRIES)
    }

    /// Nothing new is left, but the robot may have missed something: areas with free ground, the least visited first.
    fn seen_areas(&self, grid: &OccupancyGrid) -> BTreeMap<usize, (f64, GroundPoint)> {
        let (layout, areas) = (self.layout, self.site.areas());
        let mut cells: BTreeMap<usize, usize> = BTreeMap::new();
        for (index, _) in grid.cells().iter().enumerate().filter(|(_, cell)| **cell == Occupancy::Free) {
            let cell = GridCell::new((index % layout.width()) as u32, (index / layout.width()) as u32);
            areas.at(layout.centre(cell)).into_iter().for_each(|area| *cells.entry(area).or_default() += 1);
        }
        let worth = |area: &usize| AGAIN / f64::from(1 + self.stops.get(area).copied().unwrap_or(0));
        let seen = cells.into_iter().filter(|(_, count)| *count >= LEAST_CELLS);
        seen.map(|(area, _)| (area, (worth(&area), areas.middle(area)))).collect()
    }
}

/// A place in half metres.
fn key(place: GroundPoint) -> [i64; 2] {
    [place.x, place.y].map(|metres| (metres * 2.0).round() as i64)
}
