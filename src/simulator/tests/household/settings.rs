use std::{collections::BTreeMap, sync::Arc, time::Duration};

use surefleet_mission::{Transport, Whereabouts};
use surefleet_simulator::{Faults, Pace, SimulatedWorld, WorldError, WorldInput, seeded_layout};

use crate::house::{House, MISSION, at, start};

#[test]
fn durations_and_faults_follow_their_settings_and_their_seed() {
    let domain = Transport::household();
    let by_skill = BTreeMap::from([("open".to_owned(), Duration::from_secs(10))]);
    let pace = Pace::new(domain.domain(), Duration::from_secs(1), by_skill, 0.2).expect("the settings are sound");
    let run = |seed: u64| -> Vec<(u64, bool)> {
        let faults = Faults::new(seed, 0.25, 0.1, 5.0).expect("the settings are sound");
        let mut house = House::with(1, pace.clone(), faults);
        let mut now = 0;
        (1..=400)
            .map(|step| {
                let symbol = if step % 2 == 0 { "go_to(fridge)" } else { "go_to(drawer_1)" };
                house.approve(now, MISSION, step, &[symbol]);
                let ticket = house.tell(now, MISSION, step, 1, symbol);
                let begun = at(now);
                let end = house.world.next_deadline().expect("a skill is under way");
                now = end.as_nanos() / 1_000_000 + 1;
                ((end - begun).as_millis() as u64, house.pass(now)[&ticket].is_ok())
            })
            .collect()
    };
    let runs = run(3);
    let failed = runs.iter().filter(|(_, done)| !done).count();
    assert!((70..=130).contains(&failed), "{failed} of 400 failed at rate 1/4");
    let slow = runs.iter().filter(|(millis, _)| *millis > 1200).count();
    assert!((20..=65).contains(&slow), "{slow} of 400 were slow at rate 1/10");
    assert!(runs.iter().all(|(millis, _)| (800..=1200).contains(millis) || (4000..=6000).contains(millis)));
    assert_eq!(run(3), runs);
    assert_ne!(run(4), runs);

    let mut house = House::with(1, pace, Faults::NONE);
    house.approve(0, MISSION, 1, &["go_to(fridge)"]);
    house.tell(0, MISSION, 1, 1, "go_to(fridge)");
    house.pass(2000);
    house.approve(2000, MISSION, 2, &["open(fridge)"]);
    house.tell(2000, MISSION, 2, 1, "open(fridge)");
    let end = house.world.next_deadline().expect("a skill is under way");
    assert!((at(10_000)..=at(14_000)).contains(&end), "opening takes ten seconds, a fifth more or less: {end}");
}

#[test]
fn facts_come_at_the_start_on_every_change_and_at_least_every_period() {
    let domain = Arc::new(Transport::household());
    let layout = seeded_layout(&domain, 1, 1).expect("a small team");
    let (pace, period) = (Pace::steady(Duration::from_secs(1)), Duration::from_millis(400));
    let patience = Duration::ZERO;
    let (world, start) = start(&domain, &layout);
    let world = SimulatedWorld::new(world, Some(domain), start, pace, Faults::NONE, patience, period);
    let mut world = world.expect("the settings are sound");
    let mut told = Vec::new();
    for millis in (0..=1200).step_by(100) {
        world.handle(at(millis), WorldInput::Tick);
        told.extend(std::iter::from_fn(|| world.poll()).map(|_| millis));
    }
    assert_eq!(told, [0, 400, 800, 1200]);
}

#[test]
fn settings_out_of_range_are_refused() {
    let domain = Transport::household();
    let second = Duration::from_secs(1);
    assert!(Faults::new(1, 1.5, 0.0, 1.0).is_err() && Faults::new(1, f64::NAN, 0.0, 1.0).is_err());
    assert!(Faults::new(1, 0.0, 0.0, 0.5).is_err());
    assert!(Pace::new(domain.domain(), second, BTreeMap::new(), -0.1).is_err());
    let unknown = Pace::new(domain.domain(), second, BTreeMap::from([("fly".to_owned(), second)]), 0.0);
    assert!(matches!(unknown, Err(WorldError::Setting { value, .. }) if value == "fly"));
}

#[test]
fn layout_depends_on_its_seed_alone() {
    let domain = Transport::household();
    let layout = |seed| seeded_layout(&domain, 3, seed).expect("a small team");
    assert_eq!(layout(5), layout(5));
    assert_ne!(layout(5), layout(6));
    let inside = |seed: u64| {
        let state = layout(seed);
        domain.items().any(
            |item| matches!(state.whereabouts(item), Whereabouts::Place(place) if domain.place(place).is_container),
        )
    };
    assert!((0..20).any(inside), "containers are used");
}
