//! The start of a fleet's simulated world, and the mission that it is shown with.

use surefleet_mission::Transport;
use surefleet_simulator::seeded_layout;
use surefleet_world::{Domain, Drawn, StartError, TypeId, World};

use crate::{error::SiteError, fleet_file::FleetFile};

/// The simulated world at its start.
#[derive(Debug)]
pub struct DrawnStart {
    /// What is so, and what is known of it.
    pub drawn: Drawn,
    /// Why the facts of the demo are not in it: they are about other robots.
    pub without_demo: Option<String>,
}

impl FleetFile {
    /// Draws the start of the simulated world, with the facts of the demo if the fleet has the robots that they name. A
    /// domain of deliveries needs no start file: its things lie anywhere.
    ///
    /// # Errors
    /// The start file cannot be read, has a mistake or allows no start, or there is none and the domain needs one.
    pub fn draw_start(&self, world: &World, seed: u64) -> Result<DrawnStart, SiteError> {
        let refused = |error: &dyn std::fmt::Display| SiteError::Refused(format!("simulator.start: {error}"));
        let Some(start) = self.read_start(world.domain())? else {
            let Ok(transport) = Transport::of(world.domain()) else {
                let domain = world.domain().name();
                return Err(refused(&format!("name a file in config/starts for domain {domain:?}")));
            };
            let layout = seeded_layout(&transport, world.team_size(), seed).map_err(|error| refused(&error))?;
            let known = transport.concrete(world, &layout);
            return Ok(DrawnStart { drawn: Drawn { truth: known.clone(), known }, without_demo: None });
        };
        let demo = start.demo().map(|demo| demo.facts.clone()).unwrap_or_default();
        let (others, own): (Vec<_>, Vec<_>) = demo.iter().cloned().partition(|fact| is_of_another_team(fact, world));
        let with_own = start.with_facts(own).draw(world, seed);
        let (drawn, without_demo) = match (others.first(), with_own) {
            (None, drawn) => (drawn, None),
            // The other facts of the demo must be right all the same.
            (_, Err(StartError::Facts(error))) => (Err(error.into()), None),
            (Some(fact), _) => {
                (start.draw(world, seed), Some(format!("{fact:?} is about a robot that this fleet does not have")))
            }
        };
        Ok(DrawnStart { drawn: drawn.map_err(|error| refused(&error))?, without_demo })
    }

    /// The mission that the fleet is shown with, and its constraints, in words: that of the fleet file's simulator, or else
    /// of its start.
    ///
    /// # Errors
    /// A start file with a mistake.
    pub fn demo_mission(&self, domain: &Domain) -> Result<Option<(String, Vec<String>)>, SiteError> {
        if let Some(mission) = self.simulator.as_ref().and_then(|simulator| simulator.mission.clone()) {
            return Ok(Some((mission, Vec::new())));
        }
        let start = self.read_start(domain)?;
        Ok(start.and_then(|start| start.demo().cloned()).map(|demo| (demo.mission, demo.constraints)))
    }
}

/// Whether a fact names what this fleet does not have in the place of a robot: one of a larger team.
fn is_of_another_team(fact: &str, world: &World) -> bool {
    let Some((name, arguments)) = fact.trim_start_matches("not ").split_once('(') else { return false };
    let domain = world.domain();
    let Some(predicate) = domain.find_predicate(name).map(|id| domain.predicate(id)) else { return false };
    let may_be_a_robot =
        |types: &Vec<TypeId>| domain.kinds().any(|kind| types.iter().any(|of| domain.is_within(kind, *of)));
    let names = arguments.trim_end_matches(')').split(',').map(str::trim);
    let mut places = predicate.arguments.iter().chain(&predicate.value).zip(names);
    places.any(|(types, name)| may_be_a_robot(types) && name != "?" && world.find(name).is_none())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// The start of the household's team with this as a fact of its demo.
    fn drawn(fact: &str) -> Result<DrawnStart, SiteError> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let folder = std::env::temp_dir().join(format!("surefleet-start-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let start = format!(
            "domain: household\ndraws:\n  - {{draw: located(i), for: \"i: item\", from: {{surface: 1}}}}\ndemo:\n  mission: Open drawer 1.\n  facts: [\"{fact}\"]\n"
        );
        std::fs::write(folder.join("start.yaml"), start).unwrap();
        let fleet = format!(
            "domain: {}\norder: [robot_1]\nscorer: {{kind: grounded}}\nsimulator: {{start: start.yaml, seed: 1, skill_ms: 1}}\n",
            root.join("config/domains/household.yaml").display()
        );
        let path = folder.join("fleet.yaml");
        std::fs::write(&path, fleet).unwrap();
        let fleet = FleetFile::read(&path)?;
        let drawn = fleet.draw_start(&*fleet.read_world()?, 1);
        std::fs::remove_dir_all(folder).unwrap();
        drawn
    }

    #[test]
    fn a_demo_is_left_out_where_its_facts_are_about_other_robots_and_refused_where_they_are_wrong() {
        assert_eq!(drawn("located(apple_1, table)").unwrap().without_demo, None);
        let left_out = drawn("holding(robot_2, apple_1)").unwrap().without_demo;
        assert!(left_out.is_some_and(|why| why.contains("robot_2")));
        let wrong = [
            "keeps(robot_1, apple_1)",
            "located(apple_1, apple_2)",
            "open(table)",
            "located(aple_1, table)",
            "open fridge",
        ];
        for wrong in wrong {
            for demo in [wrong.to_owned(), format!("holding(robot_2, apple_1)\", \"{wrong}")] {
                let error = drawn(&demo).unwrap_err().to_string();
                assert!(error.contains(wrong), "{error}");
            }
        }
    }
}
