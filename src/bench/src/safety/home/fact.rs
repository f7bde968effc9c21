use super::{Home, HomeSpot, HomeState};

/// Something that a state of a [`Home`] makes true or false: the Safety Chip's seven predicates.
///
/// Fixtures and items by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fact {
    /// `agent_at(kitchen)`; whoever is at the fridge is also in the kitchen.
    At(HomeSpot),
    /// `is_open(fridge)`
    Open(u8),
    /// `is_switchedon(television)`
    SwitchedOn(u8),
    /// `is_touched(statue)`: in the one state in which it happens.
    Touched(u8),
    /// `is_grabbed(apple)`
    Grabbed(u8),
    /// `is_in(apple, fridge)` or `is_on(apple, sink)`, by the kind of the fixture.
    Located(u8, u8),
}

impl Home {
    /// The proposition of a fact.
    pub fn proposition(&self, fact: Fact) -> String {
        let fixture = |number: u8| self.fixtures[usize::from(number)].name;
        let item = |number: u8| self.items[usize::from(number)].0;
        match fact {
            Fact::At(HomeSpot::Room(room)) => format!("agent_at({})", self.rooms[usize::from(room)]),
            Fact::At(HomeSpot::Fixture(number)) => format!("agent_at({})", fixture(number)),
            Fact::Open(number) => format!("is_open({})", fixture(number)),
            Fact::SwitchedOn(number) => format!("is_switchedon({})", fixture(number)),
            Fact::Touched(number) => format!("is_touched({})", fixture(number)),
            Fact::Grabbed(number) => format!("is_grabbed({})", item(number)),
            Fact::Located(number, place) if self.is_container(place) => {
                format!("is_in({}, {})", item(number), fixture(place))
            }
            Fact::Located(number, place) => format!("is_on({}, {})", item(number), fixture(place)),
        }
    }

    /// The fact that a proposition names; `None` where there is no such thing here.
    pub fn fact(&self, proposition: &str) -> Option<Fact> {
        let (predicate, arguments) = proposition.strip_suffix(')')?.split_once('(')?;
        let number = |place: Option<usize>| place.and_then(|place| u8::try_from(place).ok());
        let room = |name: &str| number(self.rooms.iter().position(|known| *known == name));
        let fixture = |name: &str| number(self.fixtures.iter().position(|known| known.name == name));
        let item = |name: &str| number(self.items.iter().position(|known| known.0 == name));
        Some(match predicate {
            "agent_at" => Fact::At(match room(arguments) {
                Some(room) => HomeSpot::Room(room),
                None => HomeSpot::Fixture(fixture(arguments)?),
            }),
            "is_open" => Fact::Open(fixture(arguments).filter(|&number| self.is_container(number))?),
            "is_switchedon" => Fact::SwitchedOn(fixture(arguments)?),
            "is_touched" => Fact::Touched(fixture(arguments)?),
            "is_grabbed" => Fact::Grabbed(item(arguments)?),
            "is_in" | "is_on" => {
                let (thing, place) = arguments.split_once(", ")?;
                let place = fixture(place).filter(|&number| self.is_container(number) == (predicate == "is_in"))?;
                Fact::Located(item(thing)?, place)
            }
            _ => return None,
        })
    }

    /// Whether a state makes it true.
    pub fn holds(&self, state: &HomeState, fact: Fact) -> bool {
        match fact {
            Fact::At(HomeSpot::Room(room)) => state.room == room,
            Fact::At(HomeSpot::Fixture(number)) => state.fixture == Some(number),
            Fact::Open(number) => state.open >> number & 1 == 1,
            Fact::SwitchedOn(number) => state.on >> number & 1 == 1,
            Fact::Touched(number) => state.touched == Some(number),
            Fact::Grabbed(number) => state.held == Some(number),
            Fact::Located(number, place) => state.held != Some(number) && state.places[usize::from(number)] == place,
        }
    }

    /// All that is true in a state.
    pub fn facts(&self, state: &HomeState) -> Vec<Fact> {
        let fixtures = || (0..self.fixtures.len()).map(|number| number as u8);
        let mut facts = vec![Fact::At(HomeSpot::Room(state.room))];
        facts.extend(state.fixture.map(|number| Fact::At(HomeSpot::Fixture(number))));
        facts.extend(fixtures().map(Fact::Open).filter(|&fact| self.holds(state, fact)));
        facts.extend(fixtures().map(Fact::SwitchedOn).filter(|&fact| self.holds(state, fact)));
        facts.extend(state.touched.map(Fact::Touched));
        facts.extend(state.held.map(Fact::Grabbed));
        let places = state.places.iter().enumerate().map(|(item, &place)| Fact::Located(item as u8, place));
        facts.extend(places.filter(|&fact| self.holds(state, fact)));
        facts
    }
}
