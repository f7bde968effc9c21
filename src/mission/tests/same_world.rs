//! The household in the new language behaves as before: same S, same permissions in the same words, same states.

use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use surefleet_fleet::{Decision, RobotId};
use surefleet_mission::{Domain, State, apply, moments, permits};

#[test]
fn walks_agree() {
    let old = Domain::household();
    let new =
        surefleet_world::Domain::parse(include_str!("../../../config/domains/household.new.yaml"), "new").unwrap();
    let new = Arc::new(new);
    for n in [1usize, 2, 3, 5, 10] {
        let team: Vec<RobotId> = (1..=n).map(|i| RobotId::new(&format!("robot_{i}")).unwrap()).collect();
        let robots: Vec<_> = team.iter().map(|id| surefleet_world::Robot { id: id.clone(), kind: None }).collect();
        let world = surefleet_world::World::new(new.clone(), &robots).unwrap();
        assert_eq!(old.options().len(), world.options().len());
        assert_eq!(old.options().digest(), world.options().digest());
        for d in old.options().iter() {
            assert_eq!(old.options().symbol(d), world.symbol(d));
            assert_eq!(old.options().text(d), world.text(d));
        }
        for seed in 0..40 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let all: Vec<_> = old.places().collect();
            let places: Vec<_> = old.items().map(|_| *all.choose(&mut rng).unwrap()).collect();
            let open: Vec<_> = old.containers().filter(|_| rng.random_bool(0.3)).collect();
            let mut one = State::new(&old, n, &places, open).unwrap();
            let mut two = world.read(&one.to_facts(&old, &team)).unwrap();
            for _ in 0..60 {
                let mut so_far: Vec<(usize, Decision)> = vec![];
                let mut joint = vec![None; n];
                for robot in 0..n {
                    let can: Vec<Decision> = world.applicable(&two, robot);
                    let mut allowed = vec![];
                    for d in old.options().iter() {
                        let a = permits(&old, &one, &so_far, robot, d).map_err(|e| e.to_string());
                        let b = world.permits(&two, &so_far, robot, d).map_err(|e| e.to_string());
                        assert_eq!(
                            a,
                            b,
                            "robot {robot} {} after {so_far:?} in {:?}",
                            world.symbol(d),
                            world.facts(&two)
                        );
                        if a.is_ok() {
                            allowed.push(d);
                            assert!(can.contains(&d));
                        }
                        if so_far.is_empty() {
                            assert_eq!(a.is_ok(), can.contains(&d) && world.is_permitted(&two, &[], robot, d));
                        }
                        let ms: Vec<_> = moments(&old, &one, robot, d)
                            .map(|v| v.iter().map(|s| s.to_facts(&old, &team)).collect())
                            .unwrap_or_default();
                        let ns: Vec<_> = world
                            .moments(&two, robot, d)
                            .map(|v| v.iter().map(|s| world.facts(s)).collect())
                            .unwrap_or_default();
                        assert_eq!(ms, ns, "moments");
                    }
                    if rng.random_bool(0.9) {
                        let d = *allowed.choose(&mut rng).unwrap();
                        so_far.push((robot, d));
                        joint[robot] = Some(d);
                    }
                }
                one = apply(&old, &one, &joint).unwrap();
                two = world.apply(&two, &joint).unwrap();
                assert_eq!(one.to_facts(&old, &team), world.facts(&two));
            }
        }
    }
}
