//! Laws of every house, checked by means other than those that it was made with.

use proptest::prelude::*;
use surefleet_houses::{Catalogue, House, HouseSplit, Rect, RoomId, SizeClass, Thing};

/// The side of a cell of the grid that robots are tried on. It divides all coordinates of rooms, in millimetres.
const CELL_MM: i32 = 20;
const RADIUS_MM: i32 = (House::ROBOT_RADIUS_M * 1000.0) as i32;

/// Cells that the middle of a robot can reach from the entrance.
struct Reached {
    low: [i32; 2],
    width: i32,
    cells: Vec<bool>,
}

impl Reached {
    fn of(house: &House) -> Self {
        let (low, high) = (house.extent().low_mm, house.extent().high_mm);
        let [width, height] = [0, 1].map(|axis| (high[axis] - low[axis]) / CELL_MM + 1);
        // What no robot of the radius touches is free; whatever is outside the rooms is a wall or another obstacle.
        let mut is_free = vec![true; (width * height) as usize];
        for obstacle in house.obstacles() {
            let number = |at: i32, axis: usize| (at - low[axis]).div_euclid(CELL_MM);
            for y in number(obstacle.low_mm[1] - RADIUS_MM, 1).max(0)
                ..=number(obstacle.high_mm[1] + RADIUS_MM, 1).min(height - 1)
            {
                for x in number(obstacle.low_mm[0] - RADIUS_MM, 0).max(0)
                    ..=number(obstacle.high_mm[0] + RADIUS_MM, 0).min(width - 1)
                {
                    let place = [low[0] + x * CELL_MM, low[1] + y * CELL_MM];
                    let gap = |axis: usize| {
                        (obstacle.low_mm[axis] - place[axis]).max(place[axis] - obstacle.high_mm[axis]).max(0)
                    };
                    if gap(0).pow(2) + gap(1).pow(2) < RADIUS_MM.pow(2) {
                        is_free[(y * width + x) as usize] = false;
                    }
                }
            }
        }
        let entrance = house.entrance();
        let number = |at: f64, axis: usize| ((at * 1000.0).round() as i32 - low[axis]) / CELL_MM;
        let mut cells = vec![false; is_free.len()];
        let mut open = vec![[number(entrance.x, 0), number(entrance.y, 1)]];
        while let Some([x, y]) = open.pop() {
            let is_inside = x >= 0 && y >= 0 && x < width && y < height;
            let index = (y * width + x) as usize;
            if is_inside && is_free[index] && !std::mem::replace(&mut cells[index], true) {
                open.extend([[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]]);
            }
        }
        Self { low, width, cells }
    }

    /// Whether a cell within `reach_mm` of a rectangle was reached.
    fn is_near(&self, rect: &Rect, reach_mm: i32) -> bool {
        let height = self.cells.len() as i32 / self.width;
        let number = |at: i32, axis: usize| (at - self.low[axis]).div_euclid(CELL_MM);
        let columns =
            number(rect.low_mm[0] - reach_mm, 0).max(0)..=number(rect.high_mm[0] + reach_mm, 0).min(self.width - 1);
        let mut rows =
            number(rect.low_mm[1] - reach_mm, 1).max(0)..=number(rect.high_mm[1] + reach_mm, 1).min(height - 1);
        rows.any(|y| columns.clone().any(|x| self.cells[(y * self.width + x) as usize]))
    }
}

fn any_house() -> impl Strategy<Value = House> {
    (any::<u64>(), prop::sample::select(SizeClass::ALL.to_vec()), any::<bool>()).prop_map(|(seed, size, is_test)| {
        House::draw(seed, size, if is_test { HouseSplit::Test } else { HouseSplit::Training })
    })
}

fn area_m2(rects: impl Iterator<Item = Rect>) -> f64 {
    rects.map(|rect| rect.area_m2()).sum()
}

#[test]
fn numbers_are_places_in_the_house_and_in_the_catalogue() {
    let house = House::draw(4, SizeClass::Small, HouseSplit::Test);
    for thing in house.thing_ids() {
        assert_eq!(house.things()[usize::from(thing.get())], *house.thing(thing));
    }
    for room in house.room_ids() {
        assert_eq!(house.rooms()[usize::from(room.get())], *house.room(room));
    }
    let catalogue = Catalogue::shipped();
    let place = |name| catalogue.classes().position(|class| catalogue.name(class) == name);
    for class in catalogue.classes() {
        assert_eq!(place(catalogue.name(class)), Some(usize::from(class.get())));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn rooms_walls_and_openings_fill_the_house_without_overlap(house in any_house()) {
        let rooms: Vec<Rect> = house.rooms().iter().map(|room| room.floor).collect();
        for (number, one) in rooms.iter().enumerate() {
            prop_assert!(rooms[number + 1..].iter().all(|other| !one.overlaps(other)));
            prop_assert!(house.walls().iter().all(|wall| wall.low_mm[2] > 0 || !wall.footprint().overlaps(one)));
        }
        let walls = house.walls().iter().filter(|wall| wall.low_mm[2] == 0).map(|wall| wall.footprint());
        let openings = house.doorways().iter().map(|doorway| doorway.opening);
        let all = area_m2(rooms.iter().copied()) + area_m2(walls) + area_m2(openings);
        let [width, depth] = house.extent().size_mm().map(|size| f64::from(size + 480) / 1000.0);
        prop_assert!((all - width * depth).abs() < 1e-6, "{all} of {}", width * depth);
    }

    #[test]
    fn a_robot_reaches_every_room_and_everything_that_stands(house in any_house()) {
        let reached = Reached::of(&house);
        for room in house.rooms() {
            prop_assert!(reached.is_near(&room.floor, 0), "a {}", Catalogue::shipped().room_name(room.kind));
        }
        for thing in house.things().iter().filter(|thing| thing.cuboid.low_mm[2] == 0 && thing.cuboid.high_mm[2] > 30) {
            let name = Catalogue::shipped().name(thing.class);
            prop_assert!(reached.is_near(&thing.cuboid.footprint(), 850), "the {name}");
        }
    }

    #[test]
    fn size_classes_bound_rooms_and_area(house in any_house()) {
        let ([fewest, most], [least, greatest]) = (house.size().rooms(), house.size().area_m2());
        prop_assert!((fewest..=most).contains(&house.rooms().len()));
        prop_assert!((least..=greatest).contains(&house.area_m2()));
    }

    #[test]
    fn things_are_whole_apart_and_where_they_belong(house in any_house()) {
        let catalogue = Catalogue::shipped();
        let things = house.things();
        for (number, thing) in things.iter().enumerate() {
            let name = catalogue.name(thing.class);
            prop_assert!(catalogue.split(thing.class).is_none_or(|split| split == house.split()), "{name}");
            if name != "door" {
                let floor = house.room(thing.room).floor;
                prop_assert!(floor.contains(thing.cuboid.footprint().middle()), "a {name} is in no room");
            }
            if let Some(rests) = thing.rests {
                let under = house.thing(rests.support);
                let (inner, outer) = (thing.cuboid.footprint(), under.cuboid.footprint());
                prop_assert!((0..2).all(|axis| inner.low_mm[axis] >= outer.low_mm[axis] && inner.high_mm[axis] <= outer.high_mm[axis]));
                prop_assert!(under.room == thing.room && thing.cuboid.low_mm[2] <= under.cuboid.high_mm[2] + 20);
            }
            let meets = |other: &&Thing| {
                let is_support = |one: &Thing, other: &Thing| one.rests.is_some_and(|rests| house.thing(rests.support) == other);
                !is_support(thing, other) && !is_support(other, thing) && thing.cuboid.overlaps(&other.cuboid)
            };
            let is_rug = |thing: &Thing| catalogue.name(thing.class) == "rug";
            let hindered = things[number + 1..].iter().filter(|other| !is_rug(thing) && !is_rug(other)).find(meets);
            prop_assert!(hindered.is_none(), "a {name} meets a {:?}", hindered.map(|other| catalogue.name(other.class)));
        }
        for doorway in house.doorways() {
            let leaf = doorway.leaf.map(|leaf| house.state(leaf));
            prop_assert!(leaf.is_none_or(|state| (state == Some("open")) == doorway.is_open));
        }
    }
}

/// The share of pairs of things in one room, of all pairs of things of houses.
fn share_in_one_room(houses: &[House], is_counted: impl Fn(&Thing, &Thing) -> bool) -> f64 {
    let (mut pairs, mut alike) = (0, 0);
    for house in houses {
        for one in house.things() {
            for other in house.things().iter().filter(|other| is_counted(one, other)) {
                pairs += 1;
                alike += usize::from(one.room == other.room);
            }
        }
    }
    alike as f64 / pairs as f64
}

#[test]
fn what_is_together_by_the_catalogue_is_in_one_room_of_houses() {
    use surefleet_houses::CoOccurrence;
    let catalogue = Catalogue::shipped();
    for split in [HouseSplit::Training, HouseSplit::Test] {
        let houses: Vec<House> = (0..60).map(|seed| House::draw(seed, SizeClass::Medium, split)).collect();
        let share = |relevance| {
            share_in_one_room(&houses, |one: &Thing, other: &Thing| {
                catalogue.split(other.class).is_some() && catalogue.co_occurrence(one.class, other.class) == relevance
            })
        };
        let (together, unrelated) = (share(CoOccurrence::Together), share(CoOccurrence::Unrelated));
        println!("{split:?}: in one room {together:.3} of pairs that are together, {unrelated:.3} of unrelated ones");
        assert!(together > 0.8 && unrelated < 0.05, "{split:?}: {together} and {unrelated}");
    }
}

#[test]
fn in_shuffled_houses_are_classes_of_both_splits_and_none_goes_with_another() {
    let catalogue = Catalogue::shipped();
    let houses: Vec<House> = (0..60).map(|seed| House::draw(seed, SizeClass::Medium, HouseSplit::Shuffled)).collect();
    let of = |split| {
        let things = houses.iter().flat_map(|house| house.things());
        things.filter(|thing| catalogue.split(thing.class) == Some(split)).count() as f64
    };
    let (training, test) = (of(HouseSplit::Training), of(HouseSplit::Test));
    assert!(training > 1000.0 && (0.6..1.6).contains(&(test / training)), "{training} and {test} things");
    // Things of one set are in one room as often as any others.
    let of_sets = |one: &Thing, other: &Thing| {
        one.class != other.class && catalogue.split(one.class).is_some() && catalogue.split(other.class).is_some()
    };
    let share = |are_of_one: bool| {
        share_in_one_room(&houses, |one: &Thing, other: &Thing| {
            of_sets(one, other) && catalogue.are_of_one_set(one.class, other.class) == are_of_one
        })
    };
    let (together, apart) = (share(true), share(false));
    assert!((together - apart).abs() < 0.05, "{together} of one set, {apart} of others");
}

#[test]
fn some_doors_are_closed_and_some_things_stray() {
    let houses: Vec<House> = (0..60).map(|seed| House::draw(seed, SizeClass::Large, HouseSplit::Test)).collect();
    let inner = |house: &House| {
        house.doorways().iter().filter(|doorway| !doorway.is_open && !doorway.rooms.contains(&None)).count()
    };
    let closed: usize = houses.iter().map(inner).sum();
    assert!(closed > 20, "{closed} closed doors in 60 houses");
    let catalogue = Catalogue::shipped();
    let is_stray = |house: &House, thing: &Thing| {
        catalogue.home(thing.class).is_some_and(|kind| kind != house.room(thing.room).kind)
    };
    let strays: usize =
        houses.iter().map(|house| house.things().iter().filter(|thing| is_stray(house, thing)).count()).sum();
    let all: usize = houses.iter().map(|house| house.things().len()).sum();
    assert!(strays > 60 && strays * 10 < all, "{strays} of {all}");
}

#[test]
fn equal_seeds_give_equal_houses() {
    let digest = |seed, size, split| House::draw(seed, size, split).digest().to_string();
    assert_eq!(
        digest(1, SizeClass::Small, HouseSplit::Training),
        "d3d3bd5e14fba0fc03ab7b4673b26cd2d2f127fd2340ed265d65e9ac7716a029"
    );
    assert_eq!(
        digest(2, SizeClass::Medium, HouseSplit::Test),
        "c540823c67f00ae53313f63c94277e83edf5780830a75dfc185644d65c9e3a88"
    );
    assert_eq!(
        digest(3, SizeClass::Large, HouseSplit::Training),
        "099380a9c9e2b87e89eb21f0df14b977a4fabe244525d6ddbd0e24274a72f726"
    );
    assert_ne!(digest(4, SizeClass::Small, HouseSplit::Test), digest(5, SizeClass::Small, HouseSplit::Test));
}

#[test]
fn every_room_of_a_house_is_found_by_a_place_in_it() {
    let house = House::draw(11, SizeClass::Large, HouseSplit::Test);
    for room in house.room_ids() {
        let places = house.places(room);
        assert!(places.len() > 20, "{} places in a {}", places.len(), house.room_name(room));
        assert!(places.iter().all(|&place| house.room_at(place) == Some(room)));
        assert!(places.iter().all(|&place| house.clearance(place).get() >= 0.2999));
    }
    let ids: Vec<RoomId> = house.room_ids().collect();
    assert_eq!(house.room_at(house.rooms()[0].floor.middle()), Some(ids[0]));
}
