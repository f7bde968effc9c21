//! Random walks through the sites that come with surefleet.

use std::{path::Path, sync::Arc, time::Duration};

use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use surefleet_fleet::RobotId;
use surefleet_simulator::{Faults, Pace};
use surefleet_world::{Domain, Robot, Start, State, Truth, World};

use crate::yard::Site;

/// A site with two robots of each kind, in the state of a seed.
pub fn site(name: &str, seed: u64, faults: Faults) -> Site {
    let config = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../config");
    let read = |folder: &str| {
        std::fs::read_to_string(config.join(folder).join(format!("{name}.yaml"))).expect("the file of a site")
    };
    let domain = Arc::new(Domain::parse(&read("domains"), name).expect("a well-formed domain"));
    let start = Start::parse(&read("starts"), name, &domain).expect("a well-formed start");
    let kind = |kind: surefleet_world::TypeId| domain.types()[kind.index()].name.clone();
    let robot = |kind: &str, number: usize| Robot {
        id: RobotId::new(&format!("{kind}_no_{number}")).expect("a plain name"),
        kind: (kind != "robot").then(|| kind.to_owned()),
    };
    let robots: Vec<Robot> =
        domain.kinds().map(kind).flat_map(|kind| [1, 2].map(|number| robot(&kind, number))).collect();
    let world = World::new(domain, &robots).expect("a small team");
    let drawn = start.draw(&world, seed).expect("a start");
    let pace = Pace::new(world.domain(), Duration::from_secs(1), Default::default(), 0.9).expect("sound settings");
    Site::new(world, drawn, pace, faults)
}

/// A joint step that the believed state permits.
fn permitted(world: &World, state: &State, rng: &mut ChaCha8Rng) -> Vec<String> {
    let mut so_far = Vec::new();
    for robot in 0..world.team_size() {
        let mut possible = world.applicable(state, robot);
        possible.retain(|&decision| world.is_permitted(state, &so_far, robot, decision));
        so_far.push((robot, *possible.choose(rng).expect("to stay is always possible")));
    }
    so_far.into_iter().map(|(_, decision)| world.symbol(decision)).collect()
}

/// Whether nothing of a state is unknown, and whether all that is known in another one is so in it.
fn agree(site: &Site) -> bool {
    let (known, truth) = (site.simulated.state(), site.simulated.truth().expect("there is no scene"));
    let world = &site.world;
    let is_sure = |atom: &surefleet_world::Atom| world.truth_of(truth, atom) != Truth::Unknown;
    let is_so = |atom: &surefleet_world::Atom| {
        let believed = world.truth_of(known, atom);
        believed == Truth::Unknown || believed == world.truth_of(truth, atom)
    };
    world.atoms().iter().all(|atom| is_sure(atom) && is_so(atom))
}

#[test]
fn every_site_goes_on_as_its_domain_says_and_what_is_known_is_so() {
    for name in ["household", "hospital", "warehouse", "laboratory", "flat"] {
        for seed in 0..3 {
            let mut site = site(name, seed, Faults::NONE);
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut now = 0;
            for step in 1..=25 {
                let before = site.simulated.truth().expect("there is no scene").clone();
                let symbols = permitted(&site.world, site.simulated.state(), &mut rng);
                let parts: Vec<(&str, u64)> =
                    symbols.iter().map(|symbol| (symbol.as_str(), now + rng.random_range(0..50))).collect();
                let joint: Vec<_> = symbols.iter().map(|symbol| site.world.find_decision(symbol)).collect();
                let expected = site.world.apply(&before, &joint).expect("what is known to be possible is");
                let tickets = site.act(step, &parts);
                now += 100_000;
                let results = site.pass(now);
                assert!(
                    tickets.iter().all(|ticket| results.get(ticket) == Some(&Ok(()))),
                    "{name}: {symbols:?} {results:?}"
                );
                assert_eq!(site.truth(), site.world.facts(&expected), "{name}: {symbols:?}");
                assert!(agree(&site), "{name}: {symbols:?}");
            }
        }
    }
}

#[test]
fn no_law_is_broken_whatever_goes_wrong() {
    for name in ["household", "hospital", "warehouse", "laboratory", "flat"] {
        for seed in 0..3 {
            let faults = Faults::new(seed, 0.2, 0.2, 3.0).and_then(|faults| faults.with_mishaps(0.3));
            let mut site = site(name, seed, faults.expect("sound settings"));
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut now = 0;
            for step in 1..=40 {
                let symbols = permitted(&site.world, site.simulated.state(), &mut rng);
                let parts: Vec<(&str, u64)> =
                    symbols.iter().map(|symbol| (symbol.as_str(), now + rng.random_range(0..5000))).collect();
                site.act(step, &parts);
                now += 20_000;
                site.pass(now);
                let truth = site.simulated.truth().expect("there is no scene");
                site.world.check_laws(truth).unwrap_or_else(|error| panic!("{name}, seed {seed}: {error}"));
            }
        }
    }
}
