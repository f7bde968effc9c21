use crate::{
    MissionError, Transport,
    objects::{ItemId, MAX_TEAM, PlaceId},
};

const NONE: u8 = u8::MAX;
/// Codes from here on mean robots (whereabouts) or places (spots).
const SECOND_KIND: u8 = 128;

/// The state of the world: each robot's spot and held item, each item's whereabouts, and the open containers.
///
/// Robots are indices into the team. Invariants: one robot holds a held item, and that item stands nowhere; a robot is
/// at an item only while that item stands on a surface. One small allocation: clone freely.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    robots: u8,
    open: u64,
    /// Spots of the robots, then their hands, then the items' whereabouts.
    codes: Box<[u8]>,
}

/// The position of a robot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Spot {
    /// Not at anything that matters.
    Nowhere,
    /// At an item that stands on a surface.
    Item(ItemId),
    /// At a container or a surface.
    Place(PlaceId),
}

/// The location of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Whereabouts {
    /// In a container or on a surface.
    Place(PlaceId),
    /// In the gripper of a robot of the team.
    Robot(usize),
}

impl State {
    /// Robots are nowhere with empty grippers, item i is at `places[i]`, and only the containers in `open` are open.
    ///
    /// # Errors
    /// [`MissionError::TeamSize`] for an empty or too large team.
    ///
    /// # Panics
    /// If `places` does not have one entry per item.
    pub fn new(
        domain: &Transport,
        team_size: usize,
        places: &[PlaceId],
        open: impl IntoIterator<Item = PlaceId>,
    ) -> Result<Self, MissionError> {
        assert_eq!(places.len(), domain.items().len(), "every item is somewhere");
        if team_size == 0 || team_size > MAX_TEAM {
            return Err(MissionError::TeamSize(team_size));
        }
        let mut codes = vec![NONE; 2 * team_size];
        codes.extend(places.iter().map(|place| place.0));
        let mut state = Self { robots: team_size as u8, open: domain.always_open(), codes: codes.into() };
        open.into_iter().for_each(|place| state.set_open(place));
        Ok(state)
    }

    /// Robots and items are at these places, and only the containers in `open` are open.
    ///
    /// `None` if two items are in one hand, or the team is empty or too large. A robot at an item that is not out in the
    /// open is where that is reached.
    ///
    /// # Panics
    /// If `items` does not have one entry per item, or an item is with a robot that `spots` has not.
    pub fn of_parts(
        domain: &Transport,
        spots: &[Spot],
        items: &[Whereabouts],
        open: impl IntoIterator<Item = PlaceId>,
    ) -> Option<Self> {
        let place_of = |whereabouts: &Whereabouts| match whereabouts {
            Whereabouts::Place(place) => *place,
            // A placeholder: the robot takes the item from here below.
            Whereabouts::Robot(_) => PlaceId(0),
        };
        let places: Vec<PlaceId> = items.iter().map(place_of).collect();
        let mut state = Self::new(domain, spots.len(), &places, open).ok()?;
        for (item, whereabouts) in domain.items().zip(items) {
            if let Whereabouts::Robot(robot) = *whereabouts {
                if state.held(robot).is_some() {
                    return None;
                }
                state.take(robot, item);
            }
        }
        spots.iter().enumerate().for_each(|(robot, spot)| state.set_spot(robot, *spot));
        state.settle(domain);
        Some(state)
    }

    /// The number of robots.
    pub fn team_size(&self) -> usize {
        usize::from(self.robots)
    }

    /// The spot of a robot of the team.
    ///
    /// # Panics
    /// If there is no such robot.
    pub fn spot(&self, robot: usize) -> Spot {
        assert!(robot < self.team_size(), "robot index {robot} is of the team");
        match self.codes[robot] {
            NONE => Spot::Nowhere,
            code if code >= SECOND_KIND => Spot::Place(PlaceId(code - SECOND_KIND)),
            code => Spot::Item(ItemId(code)),
        }
    }

    /// The item that a robot of the team holds.
    ///
    /// # Panics
    /// If there is no such robot.
    pub fn held(&self, robot: usize) -> Option<ItemId> {
        assert!(robot < self.team_size(), "robot index {robot} is of the team");
        match self.codes[self.team_size() + robot] {
            NONE => None,
            code => Some(ItemId(code)),
        }
    }

    /// The location of an item.
    pub fn whereabouts(&self, item: ItemId) -> Whereabouts {
        match self.codes[2 * self.team_size() + item.index()] {
            code if code >= SECOND_KIND => Whereabouts::Robot(usize::from(code - SECOND_KIND)),
            code => Whereabouts::Place(PlaceId(code)),
        }
    }

    /// Whether a place is open; surfaces always are.
    pub fn is_open(&self, place: PlaceId) -> bool {
        self.open & (1 << place.0) != 0
    }

    /// The spot of a robot that fetches an item: its container, the item itself on a surface, nowhere while it is held.
    pub(crate) fn reach(&self, domain: &Transport, item: ItemId) -> Spot {
        match self.whereabouts(item) {
            Whereabouts::Place(place) if domain.place(place).is_container => Spot::Place(place),
            Whereabouts::Place(_) => Spot::Item(item),
            Whereabouts::Robot(_) => Spot::Nowhere,
        }
    }

    pub(crate) fn set_spot(&mut self, robot: usize, spot: Spot) {
        self.codes[robot] = match spot {
            Spot::Nowhere => NONE,
            Spot::Item(item) => item.0,
            Spot::Place(place) => SECOND_KIND + place.0,
        };
    }

    pub(crate) fn set_open(&mut self, place: PlaceId) {
        self.open |= 1 << place.0;
    }

    /// Moves an item from wherever it is into a robot's empty gripper.
    pub(crate) fn take(&mut self, robot: usize, item: ItemId) {
        let team_size = self.team_size();
        self.codes[team_size + robot] = item.0;
        self.codes[2 * team_size + item.index()] = SECOND_KIND + robot as u8;
    }

    /// Leaves an item that a robot holds at a place.
    pub(crate) fn leave(&mut self, robot: usize, item: ItemId, place: PlaceId) {
        let team_size = self.team_size();
        self.codes[team_size + robot] = NONE;
        self.codes[2 * team_size + item.index()] = place.0;
    }

    /// Restores the law that a robot is at an item only while the item stands on a surface.
    pub(crate) fn settle(&mut self, domain: &Transport) {
        for robot in 0..self.team_size() {
            if let Spot::Item(item) = self.spot(robot) {
                self.set_spot(robot, self.reach(domain, item));
            }
        }
    }
}
