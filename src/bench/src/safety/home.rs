//! Two worlds after the experiments of Z. Yang et al., "Plug in the Safety Chip", 2024: one robot in a home.

mod axioms;
mod catalogue;
mod fact;

use std::collections::VecDeque;

use surefleet_mission::Kind;

pub use fact::Fact;

use catalogue::{FIXTURES, FOUR_DOORS, FOUR_ROOMS, FixtureRow, HOME_DOORS, HOME_ROOMS, ITEMS, LANDMARKS};

/// Rooms, what stands in them, and what lies about.
#[derive(Debug, Clone)]
pub struct Home {
    pub(crate) rooms: Vec<&'static str>,
    doors: Vec<(usize, usize)>,
    pub(crate) fixtures: Vec<Fixture>,
    /// Name, and where it is at first.
    pub(crate) items: Vec<(&'static str, u8)>,
    /// By room, then by room: the rooms on the way, the last one included.
    routes: Vec<Vec<Vec<u8>>>,
}

/// Something that stays where it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fixture {
    pub name: &'static str,
    pub room: u8,
    pub kind: Kind,
    pub is_device: bool,
}

/// A place where the robot can go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum HomeSpot {
    /// A room, by number.
    Room(u8),
    /// Something that stands in one.
    Fixture(u8),
}

/// An act of the robot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Act {
    /// Walks, through the rooms on the shortest way.
    Reach(HomeSpot),
    /// Takes an item from what the robot is at.
    Take(u8),
    /// Puts the item that it holds into or onto the fixture that it is at.
    Put(u8, u8),
    /// Opens the container that it is at.
    Open(u8),
    /// Closes it.
    Close(u8),
    /// Switches on the device that it is at.
    SwitchOn(u8),
    /// Switches it off.
    SwitchOff(u8),
    /// Touches the fixture that it is at.
    Touch(u8),
}

/// The state of a home.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct HomeState {
    pub(crate) room: u8,
    pub(crate) fixture: Option<u8>,
    pub(crate) held: Option<u8>,
    touched: Option<u8>,
    /// By fixture, as bits.
    open: u64,
    on: u64,
    /// By item; of one that is held, where it was.
    pub(crate) places: std::sync::Arc<[u8]>,
}

impl Home {
    /// Four rooms in a ring with two landmarks each, and nothing to do but to walk.
    pub fn four_rooms() -> Self {
        Self::new(&FOUR_ROOMS, &FOUR_DOORS, &LANDMARKS, &[])
    }

    /// Five rooms with 105 objects: 45 that stand still, 60 to carry.
    pub fn furnished() -> Self {
        Self::new(&HOME_ROOMS, &HOME_DOORS, &FIXTURES, &ITEMS)
    }

    fn new(
        rooms: &[&'static str],
        doors: &[(usize, usize)],
        fixtures: &[FixtureRow],
        items: &[(&'static str, &str)],
    ) -> Self {
        let fixtures: Vec<Fixture> = fixtures
            .iter()
            .map(|&(name, room, kind, is_device)| Fixture { name, room: room as u8, kind, is_device })
            .collect();
        let find = |name: &str| fixtures.iter().position(|fixture| fixture.name == name).expect("the catalogue has it");
        let items = items.iter().map(|&(name, place)| (name, find(place) as u8)).collect();
        let routes = (0..rooms.len()).map(|from| routes_from(from, rooms.len(), doors)).collect();
        Self { rooms: rooms.to_vec(), doors: doors.to_vec(), fixtures, items, routes }
    }

    /// The robot in a room with empty hands, everything closed and off, every item in its place.
    ///
    /// # Panics
    /// If there is no such room.
    pub fn initial(&self, room: u8) -> HomeState {
        assert!(usize::from(room) < self.rooms.len(), "there is no room {room}");
        let places = self.items.iter().map(|item| item.1).collect();
        HomeState { room, fixture: None, held: None, touched: None, open: 0, on: 0, places }
    }

    /// How many rooms there are.
    pub fn rooms(&self) -> u8 {
        self.rooms.len() as u8
    }

    pub(crate) fn is_container(&self, fixture: u8) -> bool {
        self.fixtures[usize::from(fixture)].kind == Kind::Container
    }

    pub(crate) fn room_of(&self, fixture: u8) -> u8 {
        self.fixtures[usize::from(fixture)].room
    }

    /// The states during and after an act, in order; `None` where the robot cannot do it.
    pub fn path(&self, state: &HomeState, act: Act) -> Option<Vec<HomeState>> {
        let mut next = HomeState { touched: None, ..state.clone() };
        let is_at = |fixture: u8| state.fixture == Some(fixture);
        let is_open = |fixture: u8| !self.is_container(fixture) || state.open >> fixture & 1 == 1;
        let is_device = |fixture: u8| self.fixtures[usize::from(fixture)].is_device;
        match act {
            Act::Reach(spot) => return self.walk(next, spot),
            Act::Take(item) => {
                let place = state.places[usize::from(item)];
                if !is_at(place) || !is_open(place) || state.held.is_some() {
                    return None;
                }
                next.held = Some(item);
            }
            Act::Put(item, place) => {
                if !is_at(place) || !is_open(place) || state.held != Some(item) {
                    return None;
                }
                next.held = None;
                let mut places = state.places.to_vec();
                places[usize::from(item)] = place;
                next.places = places.into();
            }
            Act::Open(fixture) if is_at(fixture) && !is_open(fixture) => next.open |= 1 << fixture,
            Act::Close(fixture) if is_at(fixture) && self.is_container(fixture) && is_open(fixture) => {
                next.open &= !(1 << fixture);
            }
            Act::SwitchOn(fixture) if is_at(fixture) && is_device(fixture) => next.on |= 1 << fixture,
            Act::SwitchOff(fixture) if is_at(fixture) && is_device(fixture) => next.on &= !(1 << fixture),
            Act::Touch(fixture) if is_at(fixture) => next.touched = Some(fixture),
            _ => return None,
        }
        (next != *state).then(|| vec![next])
    }

    fn walk(&self, from: HomeState, to: HomeSpot) -> Option<Vec<HomeState>> {
        let (room, fixture) = match to {
            HomeSpot::Room(room) => (room, None),
            HomeSpot::Fixture(fixture) => (self.room_of(fixture), Some(fixture)),
        };
        let route = &self.routes[usize::from(from.room)][usize::from(room)];
        let mut path: Vec<HomeState> =
            route.iter().map(|&room| HomeState { room, fixture: None, ..from.clone() }).collect();
        let last = path.last().unwrap_or(&from);
        if last.fixture != fixture {
            path.push(HomeState { fixture, ..last.clone() });
        }
        (!path.is_empty()).then_some(path)
    }

    /// An act in words.
    pub fn words(&self, act: Act) -> String {
        let fixture = |number: u8| self.fixtures[usize::from(number)].name.replace('_', " ");
        let item = |number: u8| self.items[usize::from(number)].0.replace('_', " ");
        match act {
            Act::Reach(HomeSpot::Room(room)) => {
                format!("go to the {}", self.rooms[usize::from(room)].replace('_', " "))
            }
            Act::Reach(HomeSpot::Fixture(number)) => format!("go to the {}", fixture(number)),
            Act::Take(number) => format!("pick up the {}", item(number)),
            Act::Put(number, place) => {
                let preposition = if self.is_container(place) { "in" } else { "on" };
                format!("put the {} {preposition} the {}", item(number), fixture(place))
            }
            Act::Open(number) => format!("open the {}", fixture(number)),
            Act::Close(number) => format!("close the {}", fixture(number)),
            Act::SwitchOn(number) => format!("switch on the {}", fixture(number)),
            Act::SwitchOff(number) => format!("switch off the {}", fixture(number)),
            Act::Touch(number) => format!("touch the {}", fixture(number)),
        }
    }
}

/// By room: the shortest way there, earlier doors first.
fn routes_from(from: usize, rooms: usize, doors: &[(usize, usize)]) -> Vec<Vec<u8>> {
    let mut routes: Vec<Option<Vec<u8>>> = vec![None; rooms];
    routes[from] = Some(vec![]);
    let mut open = VecDeque::from([from]);
    while let Some(room) = open.pop_front() {
        let so_far = routes[room].clone().expect("it was reached");
        for &(one, other) in doors {
            for (here, there) in [(one, other), (other, one)] {
                if here == room && routes[there].is_none() {
                    routes[there] = Some(so_far.iter().copied().chain([there as u8]).collect());
                    open.push_back(there);
                }
            }
        }
    }
    routes.into_iter().map(|route| route.expect("all rooms are joined")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixture(home: &Home, name: &str) -> u8 {
        home.fixtures.iter().position(|fixture| fixture.name == name).expect(name) as u8
    }

    #[test]
    fn the_furnished_home_has_105_objects_and_no_name_twice() {
        let home = Home::furnished();
        assert_eq!(home.fixtures.len() + home.items.len(), 105);
        let things = home.fixtures.iter().map(|fixture| fixture.name).chain(home.items.iter().map(|item| item.0));
        let mut names: Vec<&str> = home.rooms.iter().copied().chain(things).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
        assert_eq!(home.items.len(), 60);
    }

    #[test]
    fn whoever_walks_is_in_every_room_on_the_way() {
        let home = Home::furnished();
        let fridge = fixture(&home, "fridge");
        let path = home.path(&home.initial(4), Act::Reach(HomeSpot::Fixture(fridge))).expect("one can walk");
        let places: Vec<(u8, Option<u8>)> = path.iter().map(|state| (state.room, state.fixture)).collect();
        assert_eq!(places, [(0, None), (1, None), (1, Some(fridge))]);
        assert_eq!(home.path(&home.initial(4), Act::Reach(HomeSpot::Room(4))), None, "it is there");
    }

    #[test]
    fn what_is_in_a_closed_container_cannot_be_taken() {
        let home = Home::furnished();
        let fridge = fixture(&home, "fridge");
        let milk = home.items.iter().position(|item| item.0 == "milk").expect("there is milk") as u8;
        let after = |state: &HomeState, act| home.path(state, act).and_then(|mut path| path.pop());
        let there = after(&home.initial(1), Act::Reach(HomeSpot::Fixture(fridge))).expect("it is near");
        assert_eq!(home.path(&there, Act::Take(milk)), None);
        let open = after(&there, Act::Open(fridge)).expect("it is closed");
        let held = after(&open, Act::Take(milk)).expect("it is open");
        assert!(home.holds(&held, Fact::Grabbed(milk)) && !home.holds(&held, Fact::Located(milk, fridge)));
        assert_eq!(after(&held, Act::Put(milk, fridge)).as_ref(), Some(&open));
        assert_eq!(home.path(&held, Act::SwitchOn(fridge)), None, "it has no switch");
    }

    #[test]
    fn every_fact_has_a_proposition_of_its_own() {
        let home = Home::furnished();
        let fridge = fixture(&home, "fridge");
        let touched = home.path(&HomeState { fixture: Some(fridge), ..home.initial(1) }, Act::Touch(fridge));
        for fact in home.facts(&touched.expect("it is there")[0]) {
            assert_eq!(home.fact(&home.proposition(fact)), Some(fact));
        }
        assert_eq!(home.fact("is_in(apple, sink)"), None, "things are on the sink");
    }
}
