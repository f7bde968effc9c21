//! Laws of states, steps and texts, on random worlds.

use std::sync::Arc;

use proptest::prelude::*;
use surefleet_fleet::{Decision, RobotId};
use surefleet_mission::{
    Mission, PlaceId, Prohibition, Rule, State, Subtask, Transport, Whereabouts, apply, is_permitted, permits,
};
use surefleet_world::Domain;

fn team(size: usize) -> Vec<RobotId> {
    (1..=size).map(|number| RobotId::new(&format!("robot_{number}")).expect("a plain name")).collect()
}

/// A layout of the household, a team size, and choices from which random steps are made.
fn walks() -> impl Strategy<Value = (Vec<usize>, Vec<bool>, usize, Vec<Vec<u16>>)> {
    let steps = prop::collection::vec(prop::collection::vec(any::<u16>(), 4), 0..25);
    (prop::collection::vec(0..9_usize, 12), prop::collection::vec(any::<bool>(), 3), 1..5_usize, steps)
}

fn start(domain: &Transport, layout: &[usize], open: &[bool], robots: usize) -> State {
    let places: Vec<PlaceId> = domain.places().collect();
    let at: Vec<PlaceId> = layout.iter().map(|&index| places[index]).collect();
    let opened = domain.containers().zip(open).filter(|(_, open)| **open).map(|(container, _)| container);
    State::new(domain, robots, &at, opened).expect("a small team")
}

/// A joint step of permitted decisions: each robot's number selects one of its permitted decisions.
fn joint(domain: &Transport, state: &State, picks: &[u16]) -> Vec<(usize, Decision)> {
    let mut joint = Vec::new();
    for (robot, pick) in picks.iter().enumerate().take(state.team_size()) {
        let may = |decision: &Decision| is_permitted(domain, state, &joint, robot, *decision);
        let allowed: Vec<Decision> = domain.options().iter().filter(may).collect();
        joint.push((robot, allowed[usize::from(*pick) % allowed.len()]));
    }
    joint
}

fn assert_sound(domain: &Transport, state: &State) {
    for item in domain.items() {
        let holders: Vec<usize> = (0..state.team_size()).filter(|&robot| state.held(robot) == Some(item)).collect();
        match state.whereabouts(item) {
            Whereabouts::Robot(robot) => assert_eq!(holders, [robot]),
            Whereabouts::Place(place) => assert!(holders.is_empty() && place.index() < domain.places().len()),
        }
    }
}

proptest! {
    #[test]
    fn no_item_is_lost_or_doubled_and_facts_round_trip((layout, open, robots, steps) in walks()) {
        let domain = Transport::household();
        let mut state = start(&domain, &layout, &open, robots);
        for picks in &steps {
            let joint: Vec<_> = joint(&domain, &state, picks).into_iter().map(|(_, decision)| Some(decision)).collect();
            state = apply(&domain, &state, &joint).expect("each was permitted beside those before it");
            assert_sound(&domain, &state);
            let facts = state.to_facts(&domain, &team(robots));
            prop_assert_eq!(State::from_facts(&domain, &team(robots), &facts), Ok(state.clone()));
            let alphabet = domain.propositions(&team(robots));
            prop_assert!(facts.iter().all(|fact| alphabet.binary_search_by(|known| known.as_str().cmp(fact)).is_ok()));
        }
    }

    #[test]
    fn apply_refuses_exactly_what_permits_refuses(
        (layout, open, robots, steps) in walks(),
        wild in prop::collection::vec(0..40_u16, 4),
    ) {
        let domain = Transport::household();
        let mut state = start(&domain, &layout, &open, robots);
        for picks in &steps {
            let joint: Vec<_> = joint(&domain, &state, picks).into_iter().map(|(_, decision)| Some(decision)).collect();
            state = apply(&domain, &state, &joint).expect("each was permitted beside those before it");
        }
        let wild: Vec<(usize, Decision)> = wild.into_iter().map(Decision::new).enumerate().take(robots).collect();
        let first = (0..wild.len()).find_map(|count| {
            let (robot, decision) = wild[count];
            permits(&domain, &state, &wild[..count], robot, decision).err()
        });
        let joint: Vec<Option<Decision>> = wild.iter().map(|(_, decision)| Some(*decision)).collect();
        prop_assert_eq!(apply(&domain, &state, &joint).err(), first);
        for &(robot, decision) in &wild {
            let alone = permits(&domain, &state, &[], robot, decision).is_ok();
            prop_assert_eq!(is_permitted(&domain, &state, &[], robot, decision), alone);
        }
    }

    #[test]
    fn permission_does_not_depend_on_who_decides_first(
        (layout, open, _, steps) in walks(),
        one in 0..37_u16,
        other in 0..37_u16,
    ) {
        let domain = Transport::household();
        let mut state = start(&domain, &layout, &open, 2);
        for picks in &steps {
            let joint: Vec<_> = joint(&domain, &state, picks).into_iter().map(|(_, decision)| Some(decision)).collect();
            state = apply(&domain, &state, &joint).expect("each was permitted beside those before it");
        }
        let one = Decision::new(one);
        let other = Decision::new(other);
        let both = |first: (usize, Decision), second: (usize, Decision)| {
            is_permitted(&domain, &state, &[], first.0, first.1)
                && is_permitted(&domain, &state, &[first], second.0, second.1)
        };
        prop_assert_eq!(both((0, one), (1, other)), both((1, other), (0, one)));
    }

    #[test]
    fn any_mission_is_read_back_from_its_words(
        picks in prop::collection::vec((1..4_usize, prop::collection::vec(0..6_usize, 1..4)), 1..6),
        rules in prop::collection::vec(
            (prop::option::of(0..3_usize), 0..4_usize, prop::collection::vec(0..12_usize, 1..4)),
            0..3,
        ),
        seed: u64,
    ) {
        let domain = Transport::household();
        let mut items = domain.items();
        let surfaces: Vec<PlaceId> = domain.surfaces().collect();
        let subtasks: Vec<Subtask> = picks.iter().map(|(count, places)| {
            let mut destinations: Vec<PlaceId> = places.iter().map(|&index| surfaces[index]).collect();
            destinations.sort();
            destinations.dedup();
            Subtask { items: items.by_ref().take(*count).collect(), destinations }
        }).filter(|subtask| !subtask.items.is_empty()).collect();
        let rules = rules.into_iter().map(|(robot, kind, objects)| {
            let of = |from: Vec<PlaceId>| {
                let mut places: Vec<PlaceId> = objects.iter().map(|&index| from[index % from.len()]).collect();
                places.sort();
                places.dedup();
                places
            };
            let all: Vec<_> = domain.items().collect();
            let mut some: Vec<_> = objects.iter().map(|&index| all[index]).collect();
            some.sort();
            some.dedup();
            let never = match kind {
                0 => Prohibition::Take(some),
                1 => Prohibition::Approach(some),
                2 => Prohibition::Open(of(domain.containers().collect())),
                _ => Prohibition::Leave(of(domain.surfaces().collect())),
            };
            Rule { robot, never }
        }).collect();
        let mission = Mission { subtasks, rules };
        let formulas = mission.formulas(&domain, &team(3));
        let again = Mission::of_formulas(&formulas, &domain, &team(3)).expect("they are deliveries");
        prop_assert_eq!(&again.subtasks, &mission.subtasks);
        for action in domain.options().iter().map(|decision| domain.options().action(decision)) {
            // To go to a thing is forbidden together with taking it.
            for robot in 0..3 {
                prop_assert_eq!(again.forbids(robot, action), mission.forbids(robot, action), "{:?}", formulas);
            }
        }
    }

    #[test]
    fn damaged_domain_files_never_panic(at in 0..5000_usize, cut in 0..40_usize, put: String) {
        let yaml = include_str!("../../../config/domains/household.yaml");
        let floor = |mut at: usize| { while !yaml.is_char_boundary(at) { at -= 1 } at };
        let start = floor(at.min(yaml.len()));
        let end = floor((at + cut).min(yaml.len()));
        let Ok(domain) = Domain::parse(&format!("{}{put}{}", &yaml[..start], &yaml[end..]), "fuzz") else {
            return Ok(());
        };
        match Transport::of(&Arc::new(domain)) {
            Err(error) => prop_assert!(!error.to_string().is_empty()),
            Ok(domain) => for decision in domain.options().iter() {
                prop_assert_eq!(domain.options().find(domain.options().symbol(decision)), Some(decision));
                prop_assert_eq!(domain.options().of(domain.options().action(decision)), Some(decision));
            },
        }
    }
}
