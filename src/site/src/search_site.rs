use std::fmt::Display;

use surefleet_fleet::{Decision, RobotId};
use surefleet_houses::Rect;
use surefleet_mapping::{GridLayout, GroundMap, GroundPoint};
use surefleet_world::World;

use crate::{
    error::SiteError,
    fleet_file::{ExplorationChoice, FleetFile, FoundRule, SearchFacts},
};

/// A site that robots explore: its areas, what may be looked for, and how facts about both are written.
#[derive(Debug, Clone)]
pub struct SearchSite {
    areas: Areas,
    things: Vec<SoughtThing>,
    facts: SearchFacts,
    counts_as_found: FoundRule,
    decisions: Vec<Decision>,
}

/// Squares of one size with names, row by row from the south-west.
#[derive(Debug, Clone, PartialEq)]
pub struct Areas {
    names: Vec<String>,
    origin: GroundPoint,
    side_m: f64,
    columns: usize,
}

/// Something that missions may ask for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SoughtThing {
    /// Its name in the domain, such as `bath_towel`.
    pub name: String,
    /// Its class in words, such as `bath towel`.
    pub class: String,
}

impl SearchSite {
    /// How a fleet explores its site.
    ///
    /// # Errors
    /// A fleet file without `exploration`, or a word in it that the domain does not have or has for something else.
    pub fn of(fleet: &FleetFile, world: &World) -> Result<Self, SiteError> {
        let refused = |why: &dyn Display| SiteError::Refused(format!("exploration in the fleet file: {why}"));
        let without =
            "there is none; say there which areas and things the domain has, as examples/search/fleet.yaml does";
        let choice = fleet.exploration.as_ref().ok_or_else(|| refused(&without))?;
        let ExplorationChoice { areas, sought, skill, facts, counts_as_found, .. } = choice;
        let names = |kind: &str| -> Result<Vec<String>, SiteError> {
            let of = world.domain().find_type(kind);
            let of = of.ok_or_else(|| refused(&format!("the domain has no type {kind:?}")))?;
            let members = world.members_of(of).iter();
            Ok(members.map(|&object| world.object(object).name.clone()).collect())
        };
        let (area_names, thing_names) = (names(&areas.kind)?, names(sought)?);
        if area_names.is_empty() || thing_names.is_empty() {
            return Err(refused(&"the domain has no areas, or nothing to look for"));
        }
        let decision = |area: &String| {
            let symbol = format!("{skill}({area})");
            let wrong = || refused(&format!("{symbol} is no decision of the domain"));
            world.find_decision(&symbol).ok_or_else(wrong)
        };
        let decisions = area_names.iter().map(decision).collect::<Result<_, _>>()?;
        let thing = |name: String| SoughtThing { class: name.replace('_', " "), name };
        let [x, y] = areas.origin_m;
        let site = Self {
            areas: Areas {
                names: area_names,
                origin: GroundPoint::new(x, y),
                side_m: areas.side_m,
                columns: areas.columns,
            },
            things: thing_names.into_iter().map(thing).collect(),
            facts: facts.clone(),
            counts_as_found: *counts_as_found,
            decisions,
        };
        let (first, thing) = (&site.areas.names[0], &site.things[0].name);
        let mut written = vec![site.spent(first), site.found(thing), site.seen_in(thing, first)];
        written.extend(world.robots().first().map(|robot| site.at(robot, first)));
        for fact in written {
            world.atom(&fact).map_err(|error| refused(&error))?;
        }
        let house = fleet.simulator.as_ref().and_then(|simulator| simulator.house.as_ref());
        if let Some(wrong) = house.and_then(|house| site.areas.leave_out(house.house().extent())) {
            return Err(refused(&wrong));
        }
        Ok(site)
    }

    /// The areas.
    pub fn areas(&self) -> &Areas {
        &self.areas
    }

    /// The things that may be looked for, in the order of the domain.
    pub fn things(&self) -> &[SoughtThing] {
        &self.things
    }

    /// When a thing of a robot's map counts as found.
    pub fn counts_as_found(&self) -> FoundRule {
        self.counts_as_found
    }

    /// The things that formulas name, in the order of the domain.
    pub fn named_in<'a>(&'a self, formulas: &'a [String]) -> impl Iterator<Item = &'a SoughtThing> {
        let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let names =
            move |name: &str| formulas.iter().any(|text| text.split(|it| !is_letter(it)).any(|word| word == name));
        self.things.iter().filter(move |thing| names(&thing.name))
    }

    /// The decision to explore an area, by its number.
    pub fn decision(&self, area: usize) -> Option<Decision> {
        self.decisions.get(area).copied()
    }

    /// The fact that a robot is in an area.
    pub fn at(&self, robot: &RobotId, area: &str) -> String {
        format!("{}({robot}, {area})", self.facts.at)
    }

    /// The fact that nobody knows where a robot is.
    pub fn lost(&self, robot: &RobotId) -> String {
        format!("?{}({robot})", self.facts.at)
    }

    /// The fact that a thing was seen in an area.
    pub fn seen_in(&self, thing: &str, area: &str) -> String {
        format!("{}({thing}, {area})", self.facts.seen_in)
    }

    /// The fact that nobody knows where a thing is.
    pub fn unseen(&self, thing: &str) -> String {
        format!("?{}({thing})", self.facts.seen_in)
    }

    /// The fact that a thing is found.
    pub fn found(&self, thing: &str) -> String {
        format!("{}({thing})", self.facts.found)
    }

    /// The fact that nothing is left to see in an area.
    pub fn spent(&self, area: &str) -> String {
        format!("{}({area})", self.facts.spent)
    }
}

impl Areas {
    /// Their names.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The number of the area that a place is in; `None` outside of all.
    pub fn at(&self, place: GroundPoint) -> Option<usize> {
        let squares = |metres: f64| (metres / self.side_m).floor();
        let (column, row) = (squares(place.x - self.origin.x), squares(place.y - self.origin.y));
        let is_inside = (0.0..self.columns as f64).contains(&column) && (0.0..1e6).contains(&row);
        let number = row as usize * self.columns + column as usize;
        (is_inside && number < self.names.len()).then_some(number)
    }

    /// The side of each, in metres.
    pub fn side_m(&self) -> f64 {
        self.side_m
    }

    /// The number of the area with a name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|one| one == name)
    }

    /// The middle of all.
    pub fn centre(&self) -> GroundPoint {
        let rows = self.names.len().div_ceil(self.columns);
        let half = |start: f64, count: usize| start + count as f64 * self.side_m / 2.0;
        GroundPoint::new(half(self.origin.x, self.columns), half(self.origin.y, rows))
    }

    /// The middle of an area.
    pub fn middle(&self, area: usize) -> GroundPoint {
        let (column, row) = (area % self.columns, area / self.columns);
        let along = |start: f64, count: usize| start + (count as f64 + 0.5) * self.side_m;
        GroundPoint::new(along(self.origin.x, column), along(self.origin.y, row))
    }

    /// Why a house does not fit; `None`: every part of it lies in an area.
    fn leave_out(&self, house: Rect) -> Option<String> {
        let mm = |metres: f64| (metres * 1000.0).round() as i64;
        let (side, origin) = (mm(self.side_m), [mm(self.origin.x), mm(self.origin.y)]);
        // The first and the last column, and row, that the house reaches into.
        let reached = [0, 1].map(|axis| {
            let [low, high] = [house.low_mm, house.high_mm].map(|corner| i64::from(corner[axis]) - origin[axis]);
            [low.div_euclid(side), (high - 1).div_euclid(side)]
        });
        let [[west, east], [south, north]] = reached;
        let columns = self.columns as i64;
        let is_inside = west >= 0 && south >= 0 && east < columns && north * columns + east < self.names.len() as i64;
        let [low, high] = [house.low_mm, house.high_mm].map(|[x, y]| format!("({x}, {y})"));
        (!is_inside).then(|| {
            format!(
                "the house of simulator.house reaches from {low} to {high} mm, and some of it lies in none of the {} areas, which are squares of {side} mm \
                 in rows of {columns} from ({}, {}) mm on; give the domain more areas, or mend under areas where they are, how large, and how many in a row",
                self.names.len(),
                origin[0],
                origin[1]
            )
        })
    }

    /// The grid of maps of the site: all areas, and a metre around them for drift.
    ///
    /// # Errors
    /// The areas are too many, or too far away, for one map.
    pub fn layout(&self) -> Result<GridLayout, SiteError> {
        let rows = self.names.len().div_ceil(self.columns);
        let far = |start: f64, count: usize| start + count as f64 * self.side_m + 1.0;
        let low = GroundPoint::new(self.origin.x - 1.0, self.origin.y - 1.0);
        let high = GroundPoint::new(far(self.origin.x, self.columns), far(self.origin.y, rows));
        GroundMap::layout_covering(low, high).map_err(|error| SiteError::Refused(format!("exploration.areas: {error}")))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    type Outcome = Result<(), Box<dyn std::error::Error>>;

    fn example() -> Result<(FleetFile, SearchSite), SiteError> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/search/fleet.yaml");
        let fleet = FleetFile::read(&path)?;
        let site = SearchSite::of(&fleet, &*fleet.read_world()?)?;
        Ok((fleet, site))
    }

    #[test]
    fn every_place_is_in_the_area_whose_middle_is_nearest() -> Outcome {
        let (_, site) = example()?;
        let areas = site.areas();
        for (number, name) in areas.names().iter().enumerate() {
            let middle = areas.middle(number);
            assert_eq!((areas.at(middle), areas.find(name)), (Some(number), Some(number)));
            let corner = GroundPoint::new(middle.x - 1.49, middle.y + 1.49);
            assert_eq!(areas.at(corner), Some(number), "{name}");
        }
        for (x, y) in [(-0.1, 1.0), (1.0, -0.1), (15.1, 1.0), (1.0, 12.1)] {
            assert_eq!(areas.at(GroundPoint::new(x, y)), None, "{x} {y}");
        }
        Ok(())
    }

    #[test]
    fn a_word_that_the_domain_does_not_have_is_named() -> Outcome {
        let (fleet, _) = example()?;
        let wrong = |change: &dyn Fn(&mut ExplorationChoice)| -> Result<String, SiteError> {
            let mut fleet = fleet.clone();
            fleet.exploration.iter_mut().for_each(change);
            Ok(SearchSite::of(&fleet, &*fleet.read_world()?).err().map(|error| error.to_string()).unwrap_or_default())
        };
        assert!(wrong(&|choice| choice.skill = "visit".into())?.contains("visit(area_a1)"));
        assert!(wrong(&|choice| choice.sought = "gem".into())?.contains("no type \"gem\""));
        assert!(wrong(&|choice| choice.facts.found = "gone".into())?.contains("gone(kettle)"));
        Ok(())
    }
}
