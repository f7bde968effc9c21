//! Objects against simulated truth: repeats, moves, disappearances, and messages that are lost, late or repeated.

use std::{collections::HashSet, time::Duration};

use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use surefleet_fleet::{RobotId, Stamp};
use surefleet_mapping::{
    Confidence, Map, MappedObject, MappingError, Metres, ObjectChange, ObjectMap, ObjectRule, Point, Presence, SeenBy,
    Sighting, Witness,
};

fn sure(value: f64) -> Confidence {
    Confidence::new(value).expect("from 0 to 1")
}

fn rule() -> ObjectRule {
    ObjectRule { gate: Metres::new(0.5), most: sure(0.99), miss: sure(0.3), gone: sure(0.2) }
}

fn map() -> ObjectMap {
    ObjectMap::new(rule()).expect("a good rule")
}

fn at(seconds: u64) -> Stamp {
    Stamp::ZERO + Duration::from_secs(seconds)
}

fn robot(number: u32, view: u64, seconds: u64) -> SeenBy {
    let robot = RobotId::new(&format!("robot_{number}")).expect("a good name");
    SeenBy { who: Witness::Robot { robot, view }, stamp: at(seconds) }
}

fn thing(class: &str, x: f64, y: f64, confidence: f64) -> Sighting {
    Sighting::new(class, Point::new(x, y, 0.5), sure(confidence)).expect("a thing")
}

fn place(x: f64, y: f64) -> Point<Map> {
    Point::new(x, y, 0.5)
}

const NOTHING_VISIBLE: fn(Point<Map>) -> bool = |_| false;

/// Things in a room of 8 x 8 m, and robots that look at them from anywhere.
struct Room {
    truth: Vec<(&'static str, Point<Map>)>,
    random: ChaCha8Rng,
    views: [u64; 3],
    seconds: u64,
}

impl Room {
    fn new(seed: u64) -> Self {
        let classes = ["chair", "chair", "chair", "cup", "cup", "lamp", "plant", "book"];
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut truth: Vec<(&str, Point<Map>)> = Vec::new();
        for class in classes {
            let spot = Self::spot(&truth, class, &mut random);
            truth.push((class, spot));
        }
        Self { truth, random, views: [0; 3], seconds: 0 }
    }

    /// A place at least 1.2 m from things of its class.
    fn spot(truth: &[(&str, Point<Map>)], class: &str, random: &mut ChaCha8Rng) -> Point<Map> {
        loop {
            let spot = place(random.random_range(0.0..8.0), random.random_range(0.0..8.0));
            if truth.iter().all(|(other, taken)| *other != class || taken.distance(spot).get() > 1.2) {
                return spot;
            }
        }
    }

    /// A view of what is within 3 m and a right angle: nine of ten things are seen, within some centimetres.
    fn look(&mut self, objects: &mut ObjectMap) -> Vec<ObjectChange> {
        self.seconds += 1;
        let number = self.random.random_range(0..3usize);
        self.views[number] += 1;
        let from = robot(number as u32, self.views[number], self.seconds);
        let eye = place(self.random.random_range(0.0..8.0), self.random.random_range(0.0..8.0));
        let heading: f64 = self.random.random_range(0.0..std::f64::consts::TAU);
        let is_visible = move |point: Point<Map>, slack: f64| {
            let (x, y) = (point.x() - eye.x(), point.y() - eye.y());
            let ahead = x * heading.cos() + y * heading.sin();
            x.hypot(y) < 3.0 + slack && ahead > x.hypot(y) * 0.707 - slack
        };
        let mut sightings = Vec::new();
        for &(class, position) in &self.truth {
            if is_visible(position, 0.0) && self.random.random_bool(0.9) {
                let mut noise = || self.random.random_range(-0.1..0.1);
                let seen = Point::new(position.x() + noise(), position.y() + noise(), position.z() + noise());
                let confidence = sure(self.random.random_range(0.6..0.95));
                sightings.push(Sighting::new(class, seen, confidence).expect("a thing"));
            }
        }
        objects.observe(&from, &sightings, |point| is_visible(point, -0.2))
    }

    /// Each thing is one object near its place, and there is no other.
    fn assert_mapped(&self, objects: &ObjectMap, seed: u64) {
        let present: Vec<_> = objects.present().collect();
        for (class, position) in &self.truth {
            let near = present
                .iter()
                .filter(|object| object.class() == *class && object.position().distance(*position).get() < 0.1);
            assert_eq!(near.count(), 1, "seed {seed}: {class} at {position:?} among {present:#?}");
        }
        assert_eq!(present.len(), self.truth.len(), "seed {seed}: {present:#?}");
    }
}

#[test]
fn what_is_there_is_mapped_once_and_what_moved_or_went_is_noticed() {
    for seed in 0..20 {
        let mut room = Room::new(seed);
        let mut objects = map();
        for _ in 0..150 {
            room.look(&mut objects);
        }
        room.assert_mapped(&objects, seed);
        let id = |class: &str| objects.present().find(|object| object.class() == class).expect("mapped").id();
        let (lamp, plant) = (id("lamp"), id("plant"));
        // The lamp is elsewhere, the plant is taken away.
        let before = room.truth[5].1;
        let after = place((before.x() + 4.0) % 8.0, (before.y() + 3.0) % 8.0);
        room.truth[5].1 = after;
        room.truth.remove(6);
        let changes: Vec<ObjectChange> = (0..400).flat_map(|_| room.look(&mut objects)).collect();
        room.assert_mapped(&objects, seed);
        let lamp = objects.get(lamp).expect("the lamp keeps its number");
        assert!(lamp.position().distance(after).get() < 0.1, "seed {seed}: {lamp:?}");
        assert!(lamp.left()[0].position.distance(before).get() < 0.1, "seed {seed}: {lamp:?}");
        let moves = |change: &&ObjectChange| matches!(change, ObjectChange::Moved { id, .. } if *id == lamp.id());
        assert_eq!(changes.iter().filter(moves).count(), 1, "seed {seed}: it moved once");
        assert!(changes.contains(&ObjectChange::Vanished(plant)), "seed {seed}");
        assert!(matches!(objects.get(plant).map(|plant| plant.presence()), Some(Presence::Gone(_))), "seed {seed}");
    }
}

#[test]
fn repeats_add_up_their_odds_and_average_their_places() {
    let mut objects = map();
    objects.observe(&robot(1, 1, 1), &[thing("cup", 1.0, 2.0, 0.6)], NOTHING_VISIBLE);
    objects.observe(&robot(2, 1, 2), &[thing("cup", 1.3, 2.0, 0.9)], NOTHING_VISIBLE);
    let cup = objects.present().next().unwrap();
    // Odds of 6 to 4 and 9 to 1 are 54 to 4.
    assert!((cup.confidence().get() - 54.0 / 58.0).abs() < 1e-9);
    assert!((cup.position().x() - (0.6 * 1.0 + 0.9 * 1.3) / 1.5).abs() < 1e-9);
    assert_eq!((cup.sightings(), cup.first(), cup.last()), (2, &robot(1, 1, 1), &robot(2, 1, 2)));
    objects.observe(&robot(1, 2, 3), &[thing("cup", 1.1, 2.0, 0.2)], NOTHING_VISIBLE);
    let cup = objects.present().next().unwrap();
    assert!((cup.confidence().get() - 54.0 / 58.0).abs() < 1e-9, "a faint sighting says nothing against it");
    for view in 3..20 {
        objects.observe(&robot(1, view, view), &[thing("cup", 1.1, 2.0, 1.0)], NOTHING_VISIBLE);
    }
    assert!((objects.present().next().unwrap().confidence().get() - 0.99).abs() < 1e-9);
}

#[test]
fn an_object_vanishes_after_so_many_misses_where_it_would_be_seen() {
    let mut objects = map();
    objects.observe(&robot(1, 1, 1), &[thing("cup", 1.0, 2.0, 1.0)], NOTHING_VISIBLE);
    let id = objects.present().next().unwrap().id();
    for view in 2..50 {
        assert_eq!(objects.observe(&robot(1, view, view), &[], NOTHING_VISIBLE), []);
    }
    // Odds of 99 to 1 fall below 1 to 4 at the fifth miss of 0.3.
    let looks = |from: u64, objects: &mut ObjectMap| {
        (from..from + 9)
            .map(|view| objects.observe(&robot(1, view, view), &[], |_| true))
            .position(|changes| !changes.is_empty())
    };
    assert_eq!(looks(50, &mut objects), Some(4));
    assert_eq!(objects.get(id).unwrap().presence(), Presence::Gone(at(54)));
    assert_eq!(objects.present().count(), 0);
    let back = objects.observe(&robot(2, 1, 90), &[thing("cup", 1.1, 2.0, 0.8)], NOTHING_VISIBLE);
    assert_eq!(back, [ObjectChange::SeenAgain(id)]);
    assert!((objects.get(id).unwrap().confidence().get() - 0.8).abs() < 1e-9, "old evidence is spent");
}

#[test]
fn views_that_are_repeated_or_older_than_a_sighting_disprove_nothing() {
    let mut objects = map();
    objects.observe(&robot(1, 1, 100), &[thing("cup", 1.0, 2.0, 0.7)], NOTHING_VISIBLE);
    let before = objects.get(objects.iter().next().unwrap().id()).cloned();
    for view in 1..50 {
        assert_eq!(objects.observe(&robot(2, view, view), &[], |_| true), [], "it was seen after that");
    }
    let after = objects.observe(&robot(2, 50, 101), &[], |_| true);
    assert_eq!(after, [], "one miss is not enough");
    let missed = objects.iter().next().unwrap().confidence();
    for _ in 0..50 {
        assert_eq!(objects.observe(&robot(2, 50, 101), &[], |_| true), [], "that view has been counted");
    }
    let object = objects.iter().next().unwrap();
    assert_eq!((object.confidence(), before.unwrap().confidence()), (missed, sure(0.7)));
    // Odds of 7 to 3 times 0.3.
    assert!((missed.get() - 2.1 / 5.1).abs() < 1e-9, "{missed:?}");
}

#[test]
fn of_two_in_one_view_each_is_one() {
    let mut objects = map();
    let pair = [thing("chair", 1.0, 1.0, 0.9), thing("chair", 1.4, 1.0, 0.9), thing("table", 1.2, 1.0, 0.9)];
    objects.observe(&robot(1, 1, 1), &pair, NOTHING_VISIBLE);
    let shifted = [thing("chair", 1.45, 1.0, 0.9), thing("chair", 1.05, 1.0, 0.9)];
    let changes = objects.observe(&robot(1, 2, 2), &shifted, NOTHING_VISIBLE);
    assert!(changes.iter().all(|change| matches!(change, ObjectChange::SeenAgain(_))), "{changes:?}");
    let mut found: Vec<f64> =
        objects.present().filter(|object| object.class() == "chair").map(|chair| chair.position().x()).collect();
    found.sort_by(f64::total_cmp);
    assert_eq!(found.len(), 2);
    assert!((found[0] - 1.025).abs() < 1e-9 && (found[1] - 1.425).abs() < 1e-9, "{found:?}");
}

#[test]
fn a_named_thing_seen_elsewhere_has_moved_at_once() {
    let mut objects = map();
    objects.observe(&robot(1, 1, 1), &[thing("cushion", 1.0, 1.0, 0.9).named("bear")], NOTHING_VISIBLE);
    objects.observe(&robot(2, 1, 2), &[thing("cushion", 5.0, 5.0, 0.9)], NOTHING_VISIBLE);
    let [bear, other] = [0, 1].map(|number| objects.iter().nth(number).unwrap().id());
    let changes = objects.observe(&robot(1, 2, 3), &[thing("cushion", 5.1, 5.0, 0.9).named("bear")], NOTHING_VISIBLE);
    let (from, to) = (place(1.0, 1.0), place(5.1, 5.0));
    assert_eq!(changes, [ObjectChange::Moved { id: bear, from, to, was: Some(other) }]);
    assert_eq!(objects.iter().count(), 1, "the cushion without a name was the bear");
    let late = objects.hear(&robot(3, 9, 2), &thing("cushion", 1.0, 1.1, 0.9).named("bear"));
    assert_eq!(
        (late, objects.get(bear).unwrap().position()),
        (None, to),
        "what was seen earlier does not move it back"
    );
    let another = objects.hear(&robot(3, 10, 4), &thing("cushion", 5.1, 5.1, 0.9).named("hare"));
    assert!(matches!(another, Some(ObjectChange::Appeared(_))), "another name is another thing: {another:?}");
}

#[test]
fn a_gone_thing_that_appears_elsewhere_later_has_moved() {
    let mut objects = map();
    objects.observe(&robot(1, 1, 1), &[thing("cup", 1.0, 1.0, 0.9), thing("pan", 2.0, 1.0, 0.9)], NOTHING_VISIBLE);
    let cup = objects.iter().next().unwrap().id();
    for view in 2..9 {
        objects.observe(&robot(1, view, view), &[thing("pan", 2.0, 1.0, 0.9)], |_| true);
    }
    assert_eq!(objects.present().count(), 1);
    let late = objects.hear(&robot(2, 1, 2), &thing("cup", 1.1, 1.0, 0.9));
    assert_eq!((late, objects.present().count()), (None, 1), "it was seen there before it went");
    let found = objects.hear(&robot(2, 2, 20), &thing("cup", 7.0, 1.0, 0.9));
    assert_eq!(found, Some(ObjectChange::Moved { id: cup, from: place(1.0, 1.0), to: place(7.0, 1.0), was: None }));
    let late = objects.hear(&robot(3, 1, 2), &thing("cup", 1.1, 1.0, 0.9));
    assert_eq!((late, objects.present().count()), (None, 2), "it left that place since");
    assert!(matches!(objects.hear(&robot(3, 2, 30), &thing("cup", 1.1, 1.0, 0.9)), Some(ObjectChange::Appeared(_))));
}

#[test]
fn rules_and_things_outside_their_range_are_refused() {
    let refused = |rule| matches!(ObjectMap::new(rule), Err(MappingError::Setting { .. }));
    assert!(refused(ObjectRule { gate: Metres::ZERO, ..rule() }));
    assert!(refused(ObjectRule { most: sure(1.0), ..rule() }));
    assert!(refused(ObjectRule { miss: sure(0.0), ..rule() }));
    assert!(refused(ObjectRule { gone: sure(0.5), ..rule() }));
    assert!(Confidence::new(f64::NAN).is_err() && Confidence::new(1.1).is_err());
    assert!(matches!(Sighting::new(" ", place(0.0, 0.0), sure(1.0)), Err(MappingError::Object { .. })));
    assert!(Sighting::new("cup", Point::new(0.0, f64::INFINITY, 0.0), sure(1.0)).is_err());
}

/// Who saw which of some things in which view, at which second.
fn findings() -> impl Strategy<Value = Vec<(u32, u64, usize, f64)>> {
    prop::collection::vec((0u32..3, 1u64..30, 0usize..6, 0.5..1.0f64), 1..40)
}

/// Things 2 m from one another, two of each class.
fn finding(&(number, view, which, confidence): &(u32, u64, usize, f64)) -> (SeenBy, Sighting) {
    let class = ["cup", "pan", "book"][which % 3];
    (robot(number, view, view), thing(class, which as f64 * 2.0, confidence / 10.0, confidence))
}

fn hear<'a>(objects: &mut ObjectMap, findings: impl Iterator<Item = &'a (u32, u64, usize, f64)>) {
    for finding in findings {
        let (mut from, sighting) = self::finding(finding);
        if finding.0 == 3 {
            from.who = Witness::Person("ada".to_owned());
        }
        objects.hear(&from, &sighting);
    }
}

/// The limits between which messages about one thing leave its object, in any order.
struct Told {
    which: usize,
    sightings: usize,
    /// The least and the most sightings that count: of each witness the newest 64, and all.
    counts: [usize; 2],
    /// The log-odds of both.
    evidence: [f64; 2],
    weight: f64,
    /// The least and the greatest y.
    spread: [f64; 2],
    latest: u64,
}

impl Told {
    fn about(which: usize, findings: &[(u32, u64, usize, f64)]) -> Option<Self> {
        let mut about: Vec<_> = findings.iter().filter(|finding| finding.2 == which).collect();
        about.sort_by_key(|finding| std::cmp::Reverse(finding.1));
        let latest = about.first()?.1;
        let newest = (0..4).flat_map(|who| about.iter().filter(move |finding| finding.0 == who).take(64));
        let odds = |confidence: f64| (confidence / (1.0 - confidence)).ln().min((0.99f64 / 0.01).ln());
        let least = newest.clone().map(|finding| odds(finding.3)).sum();
        let ys = about.iter().map(|finding| finding.3 / 10.0);
        Some(Self {
            which,
            sightings: about.len(),
            counts: [newest.count(), about.len()],
            evidence: [least, about.iter().map(|finding| odds(finding.3)).sum()],
            weight: about.iter().map(|finding| finding.3).sum(),
            spread: [ys.clone().fold(f64::INFINITY, f64::min), ys.fold(0.0, f64::max)],
            latest,
        })
    }

    /// The only object at its place.
    fn object<'a>(&self, objects: &'a ObjectMap) -> &'a MappedObject {
        let mut here = objects.iter().filter(|object| (object.position().x() - self.which as f64 * 2.0).abs() < 1e-9);
        let object = here.next().expect("an object");
        assert!(here.next().is_none());
        object
    }

    fn check(&self, object: &MappedObject) -> Result<(), TestCaseError> {
        prop_assert_eq!(object.class(), ["cup", "pan", "book"][self.which % 3]);
        prop_assert_eq!(object.presence(), Presence::There);
        prop_assert_eq!(object.last().stamp, at(self.latest));
        let [least, most] = self.counts;
        prop_assert!(
            (least..=most).contains(&(object.sightings() as usize)),
            "{} of {least} to {most}",
            object.sightings()
        );
        let odds = object.confidence().get() / (1.0 - object.confidence().get());
        let [least, most] = self.evidence.map(|evidence| evidence.min((0.99f64 / 0.01).ln()));
        prop_assert!((least - 1e-6..=most + 1e-6).contains(&odds.ln()), "{odds} of {least} to {most}");
        let [low, high] = self.spread;
        let y = object.position().y();
        prop_assert!((low - 1e-9..=high + 1e-9).contains(&y), "{y} of {low} to {high}");
        Ok(())
    }
}

#[test]
fn a_view_counts_once_and_long_after_newer_ones_no_more() {
    let mut objects = map();
    let mut hear = |view: u64| objects.hear(&robot(1, view, view), &thing("cup", 1.0, 2.0, 0.6)).is_some();
    assert!((100..164).all(&mut hear));
    assert!(!hear(99) && !hear(100) && !hear(130), "64 newer views are known");
    assert!(hear(170) && !hear(100), "the newest push out the oldest");
    let ada = |seconds| SeenBy { who: Witness::Person("ada".to_owned()), stamp: at(seconds) };
    let mut tell = |seconds| objects.hear(&ada(seconds), &thing("cup", 1.0, 2.0, 0.6)).is_some();
    assert_eq!([200, 190, 200, 190].map(&mut tell), [true, true, false, false], "a person is heard once, too");
}

proptest! {
    #[test]
    fn findings_in_any_order_lost_or_repeated_make_no_more_objects_than_there_are(
        findings in findings(), order in prop::collection::vec(any::<prop::sample::Index>(), 1..80),
    ) {
        let mut objects = map();
        let mut told = [false; 6];
        for index in order {
            let finding = index.get(&findings);
            told[finding.2] = true;
            let (from, sighting) = self::finding(finding);
            objects.hear(&from, &sighting);
            let again = objects.clone();
            prop_assert_eq!(objects.hear(&from, &sighting), None, "a repeat");
            prop_assert_eq!(&objects, &again, "a repeat changes nothing");
        }
        prop_assert_eq!(objects.present().count(), told.iter().filter(|told| **told).count());
        prop_assert_eq!(objects.iter().count(), objects.present().count());
        for object in objects.present() {
            prop_assert!(object.confidence().get() <= 0.99 + 1e-9 && object.confidence().get() >= 0.5 - 1e-9);
        }
    }

    #[test]
    fn messages_about_what_stays_give_the_same_objects_repeated_late_and_in_any_order(
        findings in prop::collection::vec((0u32..4, 1u64..200, 0usize..6, 0.5..1.0f64), 1..200),
        order in prop::collection::vec(any::<prop::sample::Index>(), 0..60), turn in 0usize..200,
        witnesses in 1u32..5, things in 1usize..7,
    ) {
        // With fewer witnesses and things, more of the limits are reached. A view shows a thing once.
        let mut views = HashSet::new();
        let findings: Vec<_> = findings
            .into_iter()
            .map(|(who, view, which, confidence)| (3 - who % witnesses, view, which % things, confidence))
            .filter(|&(who, view, which, _)| views.insert((who, view, which)))
            .collect();
        let (mut once, mut again) = (map(), map());
        hear(&mut once, findings.iter());
        let repeats: Vec<_> = order.iter().map(|index| index.get(&findings)).collect();
        let turned = findings.iter().rev().cycle().skip(turn).take(findings.len());
        hear(&mut again, repeats.into_iter().chain(turned));
        let told: Vec<Told> = (0..things).filter_map(|which| Told::about(which, &findings)).collect();
        prop_assert_eq!([once.iter().count(), again.iter().count()], [told.len(); 2]);
        for told in told {
            let [one, other] = [&once, &again].map(|objects| told.object(objects));
            told.check(one)?;
            told.check(other)?;
            if told.counts == [told.sightings; 2] {
                prop_assert_eq!(one.first(), other.first());
                if told.weight < 20.0 {
                    prop_assert!(one.position().distance(other.position()).get() < 1e-9, "{:?} and {:?}", one, other);
                }
            }
        }
    }

    #[test]
    fn a_named_thing_ends_where_the_latest_message_saw_it_in_any_order(
        findings in prop::collection::vec((0u32..4, 0usize..3, 0.5..1.0f64), 1..20), order in prop::collection::vec(any::<prop::sample::Index>(), 0..60),
        turn in 0usize..20,
    ) {
        let numbered: Vec<(u64, _)> = (1..).zip(&findings).collect();
        let mut objects = map();
        let repeats = order.iter().map(|index| index.get(&numbered));
        for &(view, &(who, spot, confidence)) in repeats.chain(numbered.iter().rev().cycle().skip(turn).take(numbered.len())) {
            objects.hear(&robot(who, view, view), &thing("cushion", spot as f64 * 2.0, 0.0, confidence).named("bear"));
        }
        let found: Vec<Point<Map>> = objects.present().map(|object| object.position()).collect();
        let latest = place(findings[findings.len() - 1].1 as f64 * 2.0, 0.0);
        prop_assert!(found.len() == 1 && found[0].distance(latest).get() < 1e-9, "{:?} and not {:?}", found, latest);
    }

    #[test]
    fn the_order_within_a_view_does_not_matter(
        before in prop::collection::vec((0usize..2, 0.0..3.0f64, 0.5..1.0f64), 0..6),
        view in prop::collection::vec((0usize..2, 0.0..3.0f64, 0.5..1.0f64), 0..6), turn in 0usize..6,
    ) {
        let things = |some: &[(usize, f64, f64)]| -> Vec<Sighting> {
            some.iter().map(|&(class, x, confidence)| thing(["cup", "pan"][class], x, 0.0, confidence)).collect()
        };
        let seen = |view: &[Sighting]| {
            let mut objects = map();
            objects.observe(&robot(1, 1, 1), &things(&before), NOTHING_VISIBLE);
            objects.observe(&robot(1, 2, 2), view, |point| point.x() < 2.0);
            let objects = objects.iter().map(|object| (object.class().to_owned(), object.position(), object.confidence().get()));
            let mut found: Vec<String> = objects.map(|object| format!("{object:?}")).collect();
            found.sort();
            found
        };
        let straight = things(&view);
        let mut turned = straight.clone();
        let count = turned.len().max(1);
        if !turned.is_empty() {
            turned.rotate_left(turn % count);
        }
        prop_assert_eq!(seen(&straight), seen(&turned));
    }
}
