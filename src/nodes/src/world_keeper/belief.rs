use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use surefleet_fleet::{RobotId, Stamp};
use surefleet_mapping::GroundPoint;
use surefleet_site::SearchSite;

/// What the maps of all robots together say of the world, as facts of the domain.
///
/// A thing is found once a robot has seen it often enough in one place and is sure enough of it, and stays found: its area is where it was
/// seen most. One sighting of a thing that was misnamed is not enough, nor are two with views between them that show none. An area is spent when every robot that was heard has seen something and knows of nothing left there. Where a silent robot is, nobody knows.
pub(super) struct Belief {
    site: SearchSite,
    robots: Vec<RobotId>,
    silent_after: Duration,
    maps: BTreeMap<RobotId, (Stamp, RobotMap)>,
    /// The area of each thing that was found, if it is in one, with the sightings behind it.
    found: BTreeMap<String, (Option<usize>, u64)>,
}

/// What a robot has mapped.
#[derive(Debug, Clone, Default)]
pub(super) struct RobotMap {
    /// Where it believes to be.
    pub at: Option<GroundPoint>,
    pub has_seen: bool,
    pub things: Vec<MappedThing>,
    /// Names of the areas in which something is left to see.
    pub open: BTreeSet<String>,
}

#[derive(Debug, Clone)]
pub(super) struct MappedThing {
    pub class: String,
    pub at: GroundPoint,
    pub confidence: f64,
    pub sightings: u64,
}

impl Belief {
    pub fn new(site: SearchSite, robots: Vec<RobotId>, silent_after: Duration) -> Self {
        let (maps, found) = (BTreeMap::new(), BTreeMap::new());
        Self { site, robots, silent_after, maps, found }
    }

    /// Takes in the whole map of a robot; it replaces the one before.
    pub fn hear(&mut self, now: Stamp, robot: &RobotId, map: RobotMap) {
        let rule = self.site.counts_as_found();
        for thing in map.things.iter().filter(|thing| rule.holds(thing.sightings, thing.confidence)) {
            let Some(sought) = self.site.things().iter().find(|sought| sought.class == thing.class) else { continue };
            let seen = (self.site.areas().at(thing.at), thing.sightings);
            let known = self.found.entry(sought.name.clone()).or_insert(seen);
            if seen.1 > known.1 {
                *known = seen;
            }
        }
        self.maps.insert(robot.clone(), (now, map));
    }

    /// The facts that are true, and those that nobody knows, sorted.
    pub fn facts(&self, now: Stamp) -> Vec<String> {
        let names = self.site.areas().names();
        let mut facts = Vec::new();
        for robot in &self.robots {
            let place = self.heard(now, robot).and_then(|map| map.at);
            facts.push(match place.and_then(|place| self.site.areas().at(place)) {
                Some(area) => self.site.at(robot, &names[area]),
                None => self.site.lost(robot),
            });
        }
        for thing in self.site.things() {
            match self.found.get(&thing.name) {
                Some((area, _)) => {
                    facts.push(self.site.found(&thing.name));
                    facts.push(match area {
                        Some(area) => self.site.seen_in(&thing.name, &names[*area]),
                        None => self.site.unseen(&thing.name),
                    });
                }
                None => facts.push(self.site.unseen(&thing.name)),
            }
        }
        let maps: Vec<&RobotMap> = self.robots.iter().filter_map(|robot| self.heard(now, robot)).collect();
        if maps.iter().any(|map| map.has_seen) {
            let is_open = |area: &String| maps.iter().any(|map| !map.has_seen || map.open.contains(area));
            facts.extend(names.iter().filter(|area| !is_open(area)).map(|area| self.site.spent(area)));
        }
        facts.sort_unstable();
        facts
    }

    /// The robots of which nothing is heard.
    pub fn silent(&self, now: Stamp) -> impl Iterator<Item = &RobotId> {
        self.robots.iter().filter(move |robot| self.heard(now, robot).is_none())
    }

    /// The map of a robot, if it was heard lately.
    fn heard(&self, now: Stamp, robot: &RobotId) -> Option<&RobotMap> {
        self.maps.get(robot).filter(|(heard, _)| now - *heard < self.silent_after).map(|(_, map)| map)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use surefleet_site::FleetFile;

    use super::*;

    type Outcome = Result<(), Box<dyn std::error::Error>>;

    fn example() -> Result<(Belief, [RobotId; 2]), Box<dyn std::error::Error>> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/search/fleet.yaml");
        let fleet = FleetFile::read(&path)?;
        let site = SearchSite::of(&fleet, &*fleet.read_world()?)?;
        let robots = [RobotId::new("robot_1")?, RobotId::new("robot_2")?];
        Ok((Belief::new(site, fleet.order, Duration::from_secs(5)), robots))
    }

    fn map(at: (f64, f64), things: &[(&str, f64, f64, u64)], open: &[&str]) -> RobotMap {
        let thing = |&(class, x, y, sightings): &(&str, f64, f64, u64)| MappedThing {
            class: class.to_owned(),
            at: GroundPoint::new(x, y),
            confidence: 0.95,
            sightings,
        };
        RobotMap {
            at: Some(GroundPoint::new(at.0, at.1)),
            has_seen: true,
            things: things.iter().map(thing).collect(),
            open: open.iter().map(|area| (*area).to_owned()).collect(),
        }
    }

    fn seconds(seconds: u64) -> Stamp {
        Stamp::ZERO + Duration::from_secs(100 + seconds)
    }

    #[test]
    fn a_thing_is_found_where_it_was_seen_most_and_stays_found() -> Outcome {
        let (mut belief, [one, two]) = example()?;
        let has = |belief: &Belief, fact: &str| belief.facts(seconds(1)).iter().any(|one| one == fact);
        belief.hear(seconds(0), &one, map((1.0, 1.0), &[("bath towel", 8.9, 10.0, 1)], &[]));
        assert!(has(&belief, "?seen_in(bath_towel)") && !has(&belief, "found(bath_towel)"), "once is not enough");
        belief.hear(seconds(0), &two, map((4.0, 1.0), &[("bath towel", 8.9, 10.0, 2), ("sofa", 1.0, 1.0, 9)], &[]));
        assert!(has(&belief, "found(bath_towel)") && has(&belief, "seen_in(bath_towel, area_d3)"));
        belief.hear(seconds(1), &one, map((1.0, 1.0), &[("bath towel", 9.1, 8.9, 7)], &[]));
        assert!(has(&belief, "seen_in(bath_towel, area_c4)"));
        belief.hear(seconds(1), &one, map((1.0, 1.0), &[], &[]));
        belief.hear(seconds(1), &two, map((1.0, 1.0), &[], &[]));
        assert!(has(&belief, "found(bath_towel)"));
        Ok(())
    }

    #[test]
    fn a_thing_that_views_of_its_place_do_not_show_is_not_found() -> Outcome {
        let (mut belief, [one, _]) = example()?;
        for (confidence, is_found) in [(0.89, false), (f64::NAN, false), (0.9, true)] {
            let mut seen = map((1.0, 1.0), &[("kettle", 8.9, 10.0, 2)], &[]);
            seen.things[0].confidence = confidence;
            belief.hear(seconds(0), &one, seen);
            assert_eq!(belief.facts(seconds(1)).contains(&"found(kettle)".to_owned()), is_found, "{confidence}");
        }
        Ok(())
    }

    #[test]
    fn an_area_is_spent_when_no_robot_that_is_heard_has_anything_left_in_it() -> Outcome {
        let (mut belief, [one, two]) = example()?;
        let spent = |belief: &Belief, at: u64| {
            belief.facts(seconds(at)).iter().filter(|fact| fact.starts_with("spent")).count()
        };
        assert_eq!(spent(&belief, 0), 0, "nobody has seen anything");
        belief.hear(seconds(0), &one, map((1.0, 1.0), &[], &["area_a1", "area_a2"]));
        assert_eq!(spent(&belief, 0), 18);
        belief.hear(seconds(3), &two, map((4.0, 1.0), &[], &["area_a2", "area_a3"]));
        assert_eq!(spent(&belief, 3), 17);
        assert_eq!(spent(&belief, 6), 18, "the first robot is silent");
        assert_eq!(spent(&belief, 60), 0, "all are");
        Ok(())
    }

    #[test]
    fn nobody_knows_where_a_silent_robot_is() -> Outcome {
        let (mut belief, [one, _]) = example()?;
        belief.hear(seconds(0), &one, map((7.0, 4.0), &[], &[]));
        assert!(belief.facts(seconds(4)).contains(&"at(robot_1, area_b3)".to_owned()));
        assert!(belief.facts(seconds(5)).contains(&"?at(robot_1)".to_owned()));
        assert!(belief.facts(seconds(4)).contains(&"?at(robot_2)".to_owned()));
        Ok(())
    }
}
