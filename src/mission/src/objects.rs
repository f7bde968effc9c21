/// The largest team: the code of an item's whereabouts must have room for a robot.
pub(crate) const MAX_TEAM: usize = 100;
/// The most places, for the same reason.
pub(crate) const MAX_PLACES: usize = 64;
/// The most items: the code of a hand must have room for an item.
pub(crate) const MAX_ITEMS: usize = 100;

/// An item of the domain: something that robots carry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ItemId(pub(crate) u8);

/// A place of the domain: a container or a surface; containers come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlaceId(pub(crate) u8);

impl ItemId {
    /// The index among the domain's items, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl PlaceId {
    /// The index among the domain's places, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// An object that a robot can go to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// An item, wherever it is.
    Item(ItemId),
    /// A container or a surface.
    Place(PlaceId),
}

/// The effect of a decision, by the role that its skill has in the domain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Go to an item or a place.
    Reach(Target),
    /// Take an item into the gripper.
    Take(ItemId),
    /// Leave the held item at a place.
    Leave(PlaceId),
    /// Open a container.
    Open(PlaceId),
    /// Stay.
    Idle,
}

/// The kinds of objects of a transport.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Carried by robots.
    Item,
    /// A place that can be closed.
    Container,
    /// A place that is always open.
    Surface,
}

/// A word for a place's inside or top: "in the fridge", "on the table".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Preposition {
    /// Inside.
    In,
    /// On top.
    On,
    /// Nearby, or wherever the domain says something else.
    At,
}

impl Preposition {
    pub(crate) fn of(word: &str) -> Self {
        match word {
            "in" => Self::In,
            "on" => Self::On,
            _ => Self::At,
        }
    }

    /// The word itself.
    pub const fn word(self) -> &'static str {
        match self {
            Self::In => "in",
            Self::On => "on",
            Self::At => "at",
        }
    }
}

/// The domain's declaration of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// The name on the wire, such as `apple_1`.
    pub name: String,
    /// The semantic label that it shares with similar items, such as "apple".
    pub label: String,
    /// The unambiguous phrase for it in a sentence: "apple 1", or "the kettle" if there is only one.
    pub phrase: String,
    /// Other words that mean only this item: "red apple".
    pub words: Vec<String>,
}

/// The domain's declaration of a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The name on the wire, such as `drawer_1`.
    pub name: String,
    /// The phrase for it in a sentence: "the fridge", "drawer 1".
    pub phrase: String,
    /// Other words that mean only this place.
    pub words: Vec<String>,
    /// Whether items are in it or on it.
    pub preposition: Preposition,
    /// Whether it can be closed.
    pub is_container: bool,
}
