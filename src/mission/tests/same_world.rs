//! A transport's own states and steps agree with those of its world: same S, permissions and states.

use std::sync::Arc;

use proptest::prelude::*;
use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use surefleet_fleet::{Decision, RobotId};
use surefleet_mission::{PlaceId, State, Transport, apply, is_permitted, permits};
use surefleet_world::{Domain, Robot, World};

fn world(domain: &Transport, size: usize) -> World {
    let id = |number: usize| RobotId::new(&format!("robot_{number}")).expect("a plain name");
    let kind = domain.domain().kinds().next().map(|kind| domain.domain().types()[kind.index()].name.clone());
    let robots: Vec<Robot> = (1..=size).map(|number| Robot { id: id(number), kind: kind.clone() }).collect();
    World::new(Arc::clone(domain.domain()), &robots).expect("a small team")
}

fn workshop() -> Transport {
    let domain = Domain::parse(include_str!("workshop.yaml"), "workshop.yaml").expect("well formed");
    Transport::of(&Arc::new(domain)).expect("it is a transport")
}

/// Walks at random, and compares everything at each step.
fn walk(domain: &Transport, world: &World, seed: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let size = world.team_size();
    let team: Vec<usize> = (0..size).collect();
    let all: Vec<PlaceId> = domain.places().collect();
    let places: Vec<PlaceId> = domain.items().map(|_| *all.choose(&mut rng).expect("there are places")).collect();
    let open: Vec<PlaceId> = domain.containers().filter(|_| rng.random_bool(0.3)).collect();
    let mut one = State::new(domain, size, &places, open).expect("a small team");
    let mut two = domain.concrete(world, &one);
    for _ in 0..30 {
        assert_eq!(domain.abstracted(world, &two, &team).as_ref(), Some(&one));
        assert_eq!(domain.concrete(world, &one), two);
        let mut so_far: Vec<(usize, Decision)> = vec![];
        let mut joint = vec![None; size];
        for (robot, decided) in joint.iter_mut().enumerate() {
            let mut allowed = vec![];
            for decision in domain.options().iter() {
                let permitted = permits(domain, &one, &so_far, robot, decision);
                assert_eq!(permitted, world.permits(&two, &so_far, robot, decision), "{}", world.symbol(decision));
                assert_eq!(permitted.is_ok(), is_permitted(domain, &one, &so_far, robot, decision));
                allowed.extend(permitted.is_ok().then_some(decision));
            }
            if rng.random_bool(0.9) {
                let decision = *allowed.choose(&mut rng).expect("to stay is always allowed");
                so_far.push((robot, decision));
                *decided = Some(decision);
            }
        }
        one = apply(domain, &one, &joint).expect("each part is permitted");
        two = world.apply(&two, &joint).expect("each part is permitted");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn walks_agree(seed: u64, size in 1..=6_usize) {
        for domain in [Transport::household(), workshop()] {
            let world = world(&domain, size);
            prop_assert_eq!(domain.options().digest(), world.options().digest());
            for decision in domain.options().iter() {
                prop_assert_eq!(domain.options().symbol(decision), world.symbol(decision));
                prop_assert_eq!(domain.options().text(decision), world.text(decision));
            }
            walk(&domain, &world, seed);
        }
    }
}

#[test]
fn what_a_team_cannot_reckon_with_is_no_state_of_it() {
    let domain = Transport::household();
    let world = world(&domain, 2);
    let table = domain.find_place("table").expect("a place");
    let state = State::new(&domain, 2, &vec![table; domain.items().len()], []).expect("two robots");
    let step =
        |state: &State, symbol| apply(&domain, state, &[None, domain.options().find(symbol)]).expect("it can be done");
    let state = step(&step(&state, "go_to(apple_1)"), "grab(apple_1)");
    let full = domain.concrete(&world, &state);
    assert_eq!(domain.abstracted(&world, &full, &[0]), None, "robot 2 has the apple");
    let team = domain.abstracted(&world, &full, &[1]).expect("robot 1 is empty-handed");
    assert_eq!((team.team_size(), team.held(0)), (1, domain.find_item("apple_1")));
    let reversed = domain.abstracted(&world, &full, &[1, 0]).expect("all are of the team");
    assert_eq!((reversed.held(0), reversed.held(1)), (domain.find_item("apple_1"), None));
    let unknown = |drop: &str, add: &str| {
        let facts = world.facts(&full);
        let kept = facts.iter().filter(|fact| *fact != drop).map(str::to_owned);
        world.read(&surefleet_fleet::Facts::new(kept.chain([add.to_owned()]))).expect("well formed")
    };
    for (drop, add) in [("located(apple_2, table)", "?located(apple_2)"), ("", "?open(fridge)"), ("", "?at(robot_1)")] {
        assert_eq!(domain.abstracted(&world, &unknown(drop, add), &[0, 1]), None, "{add}");
    }
}
