//! Guarantees of the pictures of the simulated household.

use surefleet_fleet::Digest;
use surefleet_mission::{Effect, PlaceId, State, Transport, Whereabouts};
use surefleet_simulator::{Appearance, Camera, Mishap, Scene, Shot, Trial, TrialDistribution};

const EDGE: usize = 64;

fn place(domain: &Transport, name: &str) -> PlaceId {
    domain.find_place(name).expect("the household has it")
}

/// Everything on the shelf but apple 1, which is in the fridge; the robot stands before the fridge.
fn before_the_fridge(domain: &Transport, is_open: bool) -> Scene {
    let apple = domain.find_item("apple_1").expect("the household has it");
    let of = |item| place(domain, if item == apple { "fridge" } else { "shelf" });
    let places: Vec<PlaceId> = domain.items().map(of).collect();
    let fridge = place(domain, "fridge");
    let state = State::new(domain, 2, &places, is_open.then_some(fridge)).expect("a small team");
    let mut scene = Scene::of(domain, &state);
    scene.stand(0, Some(fridge));
    scene
}

fn shoot(domain: &Transport, scene: &Scene, look: &Appearance) -> Shot {
    Camera::new(EDGE).shoot(domain, scene, 0, look)
}

/// The mean difference of two pictures' bytes.
fn difference(a: &Shot, b: &Shot) -> f64 {
    let sum: u64 = a.rgb.iter().zip(&b.rgb).map(|(&a, &b)| u64::from(a.abs_diff(b))).sum();
    sum as f64 / a.rgb.len() as f64
}

#[test]
fn a_picture_is_the_same_bytes_wherever_it_is_drawn() {
    let domain = Transport::household();
    let look = Appearance { house: 7, moment: 3, ..Appearance::default() };
    let mut camera = Camera::new(EDGE);
    let scene = before_the_fridge(&domain, true);
    let first = camera.shoot(&domain, &scene, 0, &look);
    camera.shoot(&domain, &before_the_fridge(&domain, false), 0, &look);
    assert_eq!(camera.shoot(&domain, &scene, 0, &look), first, "nothing is left of the picture before");
    // Drawn on another day: only additions, products, quotients and square roots, which every machine rounds alike.
    assert_eq!(Digest::of([first.rgb.as_slice()]).to_string(), KNOWN);
}

const KNOWN: &str = "22c4c1dd3b57950bf1874e36c9cf38209d13115c1475991ee922c3f2e8d32384";

#[test]
fn items_are_seen_where_they_are_and_not_behind_doors() {
    let domain = Transport::household();
    let apple = domain.find_item("apple_1").expect("the household has it");
    for moment in 0..20 {
        let look = Appearance { house: moment, moment, ..Appearance::default() };
        let (open, closed) = (
            shoot(&domain, &before_the_fridge(&domain, true), &look),
            shoot(&domain, &before_the_fridge(&domain, false), &look),
        );
        assert!(open.item_px[apple.index()] > 3.0, "moment {moment}: {}", open.item_px[apple.index()]);
        assert_eq!(closed.item_px[apple.index()], 0.0, "moment {moment}");
        assert!(difference(&open, &closed) > 10.0, "an open fridge looks different");
        let mut held = before_the_fridge(&domain, false);
        held.move_item(apple, Whereabouts::Robot(0));
        assert!(shoot(&domain, &held, &look).item_px[apple.index()] > 10.0, "it is in the gripper");
        held.move_item(apple, Whereabouts::Robot(1));
        assert_eq!(shoot(&domain, &held, &look).item_px[apple.index()], 0.0, "somebody else has it");
    }
}

#[test]
fn depth_is_that_of_a_room() {
    let domain = Transport::household();
    let shot = shoot(&domain, &before_the_fridge(&domain, true), &Appearance::default());
    assert_eq!(shot.depth_m.len(), EDGE * EDGE);
    // The gripper is half a metre before the camera; walls are a few metres away, and there is nothing beyond them.
    assert!(shot.depth_m.iter().all(|&depth| (0.3..12.0).contains(&depth)), "{:?}", shot.depth_m);
    let middle = shot.depth_m[EDGE / 2 * EDGE + EDGE / 2];
    assert!((0.7..2.5).contains(&middle), "the fridge is an arm's length away: {middle}");
}

#[test]
fn houses_moments_textures_and_light_each_change_the_picture() {
    let domain = Transport::household();
    let scene = before_the_fridge(&domain, true);
    let usual = Appearance { house: 1, moment: 1, ..Appearance::default() };
    let one = shoot(&domain, &scene, &usual);
    let others = [
        Appearance { house: 2, ..usual },
        Appearance { moment: 2, ..usual },
        Appearance { has_new_textures: true, ..usual },
        Appearance { has_new_light: true, ..usual },
    ];
    for look in others {
        assert!(difference(&one, &shoot(&domain, &scene, &look)) > 2.0, "{look:?}");
    }
}

#[test]
fn trials_fail_as_often_as_asked_and_in_every_way() {
    let domain = Transport::household();
    let from = |failure_rate| TrialDistribution {
        houses: 0..1000,
        failure_rate,
        has_new_textures: false,
        has_new_light: false,
    };
    let mut ways = std::collections::BTreeSet::new();
    let mut failed = 0;
    for seed in 0..2000 {
        assert!(Trial::draw(&domain, &from(0.0), seed).worked(), "seed {seed}");
        let trial = Trial::draw(&domain, &from(0.5), seed);
        failed += u32::from(!trial.worked());
        ways.extend(trial.mishap.filter(|_| !trial.worked()));
        // A robot that looked into the container it went to has arrived, whatever else was moved.
        let is_harmless = matches!(trial.subgoal().effect, Effect::At(surefleet_mission::Target::Place(_)));
        assert!(trial.mishap.is_none() || !trial.worked() || is_harmless, "seed {seed}: {:?}", trial.mishap);
    }
    assert!((880..1060).contains(&failed), "{failed} of 2000");
    let all = [
        Mishap::Astray,
        Mishap::NotOpened,
        Mishap::NotGrasped,
        Mishap::WrongItem,
        Mishap::NotReleased,
        Mishap::Misplaced,
        Mishap::MovedAway,
    ];
    assert_eq!(ways.into_iter().collect::<Vec<_>>(), all);
}
