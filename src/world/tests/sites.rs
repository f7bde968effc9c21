//! The sites that are shipped: their files are well formed, starts break no law, no walk leads to a state that does, and
//! each demo mission can be carried out.

mod plans;

use std::{path::PathBuf, sync::Arc};

use rand::{SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use serde::Deserialize;
use surefleet_fleet::{Decision, Facts, RobotId};
use surefleet_world::{Domain, Robot, Start, State, Truth, World};

/// The fleet file, as far as a world needs it.
#[derive(Deserialize)]
struct Fleet {
    order: Vec<FleetRobot>,
}

#[derive(Deserialize)]
struct FleetRobot {
    name: RobotId,
    kind: Option<String>,
}

fn read(path: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../config").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The world of a site's demo fleet, and its start.
fn site(name: &str) -> (World, Start) {
    let domain = Domain::parse(&read(&format!("domains/{name}.yaml")), name).unwrap_or_else(|error| panic!("{error}"));
    let start = Start::parse(&read(&format!("starts/{name}.yaml")), name, &domain);
    let start = start.unwrap_or_else(|error| panic!("{error}"));
    let robots = if name == "household" {
        let robot = |number| Robot { id: RobotId::new(&format!("robot_{number}")).expect("a name"), kind: None };
        (1..=3).map(robot).collect()
    } else {
        let fleet: Fleet = serde_yaml::from_str(&read(&format!("fleets/{name}-demo.yaml"))).expect("a fleet");
        fleet.order.into_iter().map(|robot| Robot { id: robot.name, kind: robot.kind }).collect::<Vec<_>>()
    };
    (World::new(Arc::new(domain), &robots).expect("a world"), start)
}

const SITES: [&str; 5] = ["household", "hospital", "warehouse", "laboratory", "flat"];

#[test]
fn starts_differ_by_seed_and_are_the_same_for_the_same_seed() {
    for name in SITES {
        let (world, start) = site(name);
        let mut drawn: Vec<State> = (0..200).map(|seed| start.draw(&world, seed).unwrap().truth).collect();
        assert_eq!(drawn[7], start.draw(&world, 7).unwrap().truth);
        for state in &drawn {
            assert_eq!(world.read(&world.facts(state)).as_ref(), Ok(state), "{name}");
        }
        drawn.sort_unstable();
        drawn.dedup();
        assert!(drawn.len() > 190, "{name}: only {} starts differ", drawn.len());
    }
}

#[test]
fn nobody_knows_some_facts_of_some_starts() {
    for name in ["hospital", "warehouse", "laboratory"] {
        let (world, start) = site(name);
        let is_open = |seed| {
            let drawn = start.draw(&world, seed).unwrap();
            let hidden = world.facts(&drawn.known).iter().filter(|fact| fact.starts_with('?')).count();
            assert_eq!(hidden > 0, drawn.truth != drawn.known);
            hidden > 0
        };
        assert!((0..50).filter(|&seed| is_open(seed)).count() > 5, "{name}");
    }
}

#[test]
fn walks_break_no_law() {
    for name in SITES {
        let (world, start) = site(name);
        assert!(world.options().len() < 65_535);
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut used = std::collections::BTreeSet::new();
        let mut state = world.empty();
        for step in 0..2000 {
            if step % 100 == 0 {
                state = start.draw(&world, step).unwrap().known;
            }
            let mut so_far: Vec<(usize, Decision)> = Vec::new();
            let mut joint = vec![None; world.team_size()];
            for (robot, part) in joint.iter_mut().enumerate() {
                let mut can = world.applicable(&state, robot);
                can.retain(|&decision| world.is_permitted(&state, &so_far, robot, decision));
                let decision = *can.choose(&mut rng).expect("to stay is always permitted");
                so_far.push((robot, decision));
                *part = Some(decision);
                used.insert(world.domain().skill(world.options().skill(decision)).name.clone());
            }
            state = world.apply(&state, &joint).unwrap();
            assert_eq!(world.read(&world.facts(&state)).as_ref(), Ok(&state), "{name}, step {step}");
        }
        let skills = world.domain().skills().iter().map(|skill| skill.name.clone());
        let never: Vec<String> = skills.filter(|skill| !used.contains(skill)).collect();
        println!("{name}: S has {} decisions; never used: {never:?}", world.options().len());
    }
}

#[test]
fn what_is_settled_is_so_in_every_state() {
    for name in SITES {
        let (world, start) = site(name);
        let settled = world.settled();
        let states: Vec<State> = (0..5).map(|seed| start.draw(&world, seed).expect("it can be drawn").known).collect();
        let mut count = 0;
        for predicate in world.domain().predicates().iter().filter(|predicate| predicate.arguments.len() == 2) {
            let [one, two] = [0, 1].map(|place| world.members(&predicate.arguments[place]));
            let pairs = one.iter().flat_map(|one| two.iter().map(move |two| [*one, *two]));
            for pair in pairs.filter(|_| predicate.value.is_none()) {
                let [one, two] = pair.map(|object| world.object(object).name.as_str());
                let atom = world.atom(&format!("{}({one}, {two})", predicate.name)).expect("its types fit");
                let Some(truth) = settled.truth(&atom) else { continue };
                count += 1;
                for state in &states {
                    let found = world.truth_of(state, &atom);
                    assert_eq!(found, Truth::from(truth), "{name}: {}({one}, {two})", predicate.name);
                }
            }
        }
        println!("{name}: {count} settled");
    }
    let (world, _) = site("hospital");
    let truth = |name: &str| world.settled().truth(&world.atom(name).expect("an atom"));
    assert_eq!(truth("within(bed_1, room_1)"), Some(true));
    assert_eq!(truth("within(bed_2, room_1)"), Some(false));
    assert_eq!(truth("within(insulin, room_1)"), None);
    let given = |one: &str, name: &str| {
        world.settled().truth_given(&world.atom(one).expect("an atom"), &world.atom(name).expect("an atom"))
    };
    assert_eq!(given("located(sheet_1, washing_machine)", "within(sheet_1, laundry)"), Some(true));
    assert_eq!(given("located(sheet_1, washing_machine)", "within(sheet_2, laundry)"), None);
    let is_impossible = |deed: &str| {
        let (robot, decision) = world.find_deed(deed).unwrap_or_else(|| panic!("no deed {deed}"));
        world.settled().is_impossible(robot, decision)
    };
    assert!(is_impossible("open(porter_1, door_1)") && !is_impossible("open(assistant_1, door_1)"));
    assert!(!is_impossible("open(porter_1, station_door)"), "it opens by itself");
    let (world, start) = site("warehouse");
    let truth = |name: &str| world.settled().truth(&world.atom(name).expect("an atom"));
    assert_eq!(truth("located(pallet_1, table_1)"), Some(false), "a law says so");
    assert_eq!(truth("located(pallet_1, floor_1)"), None);
    let facts = world.facts(&start.draw(&world, 1).expect("it can be drawn").known);
    let on_a_table = facts.iter().map(|fact| match fact.strip_prefix("located(pallet_1, ") {
        Some(_) => "located(pallet_1, table_1)".to_owned(),
        None => fact.to_owned(),
    });
    let refusal = world.read(&Facts::new(on_a_table)).map_err(|refusal| refusal.to_string());
    assert!(refusal.is_err_and(|refusal| refusal.contains("pallets stand in slots")));
}

#[test]
fn demo_missions_can_be_carried_out() {
    for (name, plan, goals) in plans::ALL {
        let (world, start) = site(name);
        let demo = start.demo().unwrap();
        let formula = demo.formula.as_deref().unwrap();
        assert!(formula.contains(goals[0]), "{name}: {formula} lacks {}", goals[0]);
        let start = start.with_facts(demo.facts.clone());
        (0..20).for_each(|seed| carry_out(name, &world, &start, seed, plan, goals));
    }
}

#[test]
fn plans_with_nested_places_conditional_effects_and_unknown_facts_can_be_carried_out() {
    for (name, facts, plan, goals) in plans::MORE {
        let (world, start) = site(name);
        let start = start.with_facts(facts.iter().map(|&fact| fact.to_owned()));
        (0..20).for_each(|seed| carry_out(name, &world, &start, seed, plan, goals));
    }
}

/// Carries out a plan step by step and checks what is true in the end.
fn carry_out(name: &str, world: &World, start: &Start, seed: u64, plan: &[&str], goals: &[&str]) {
    let mut state = start.draw(world, seed).unwrap_or_else(|error| panic!("{name}, seed {seed}: {error}")).known;
    for (number, step) in plan.iter().enumerate() {
        let mut joint = vec![None; world.team_size()];
        for deed in step.split("; ") {
            let (robot, decision) = world.find_deed(deed).unwrap_or_else(|| panic!("{name}: no deed {deed}"));
            joint[robot] = Some(decision);
        }
        let after = world.apply(&state, &joint);
        state = after.unwrap_or_else(|refusal| panic!("{name}, seed {seed}, step {}: {refusal}", number + 1));
    }
    for goal in goals {
        let atom = world.atom(goal.strip_prefix("not ").unwrap_or(goal)).expect("a goal is an atom");
        let wanted = if goal.starts_with("not ") { Truth::False } else { Truth::True };
        assert_eq!(world.truth_of(&state, &atom), wanted, "{name}: {goal} in {:?}", world.facts(&state));
    }
}

#[test]
fn refusals_say_why() {
    for (name, before, deed, refusal) in plans::REFUSALS {
        let (world, start) = site(name);
        let start = start.with_facts(start.demo().unwrap().facts.clone());
        let mut state = start.draw(&world, 1).unwrap().known;
        for deed in before.split("; ").filter(|deed| !deed.is_empty()) {
            let (robot, decision) = world.find_deed(deed).unwrap_or_else(|| panic!("{name}: no deed {deed}"));
            let mut joint = vec![None; world.team_size()];
            joint[robot] = Some(decision);
            state = world.apply(&state, &joint).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
        }
        let (robot, decision) = world.find_deed(deed).unwrap_or_else(|| panic!("{name}: no deed {deed}"));
        let found = world.permits(&state, &[], robot, decision).map_err(|refusal| refusal.to_string());
        assert_eq!(found, Err((*refusal).to_owned()), "{name}: {deed}");
    }
}

#[test]
fn a_robot_is_called_by_its_name_unless_that_is_a_number_or_a_sort() {
    let domain = Arc::new(Domain::parse(&read("domains/hospital.yaml"), "hospital.yaml").expect("a sound file"));
    let names = ["pip", "mary_ann", "porter_1", "night_porter", "the_beast", "c3po"];
    let robots =
        names.map(|name| Robot { id: RobotId::new(name).expect("a good name"), kind: Some("porter".to_owned()) });
    let world = World::new(domain, &robots).expect("a world");
    let phrases = (0..names.len()).map(|place| world.object(world.robot(place)).phrase.as_str());
    let called = ["Pip", "Mary Ann", "porter 1", "the night porter", "the beast", "the c3po"];
    assert_eq!(phrases.collect::<Vec<_>>(), called);
}
