/// The largest team: a robot must fit the code of an item's whereabouts.
pub(crate) const MAX_TEAM: usize = 100;
/// The most places, for the same reason.
pub(crate) const MAX_PLACES: usize = 64;
/// The most items: an item must fit a hand's code.
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

/// What a robot can go to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// An item, wherever it is.
    Item(ItemId),
    /// A container or a surface.
    Place(PlaceId),
}

/// What a decision does, by the role that the domain declares for its skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Go to an item or a place.
    GoTo(Target),
    /// Take an item into the gripper.
    Grab(ItemId),
    /// Leave what is held at a place.
    PutDown(PlaceId),
    /// Open a container.
    Open(PlaceId),
    /// Stay.
    Idle,
}

/// The kinds of things that every type of a domain comes down to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Carried by robots.
    Item,
    /// A place that can be closed.
    Container,
    /// A place that is always open.
    Surface,
}

/// A word for a place's inside or top: "in the fridge", "on the table".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Preposition {
    /// Inside.
    In,
    /// On top.
    On,
}

impl Preposition {
    /// The word itself.
    pub const fn word(self) -> &'static str {
        match self {
            Self::In => "in",
            Self::On => "on",
        }
    }
}

/// What the domain says of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// The name on the wire, such as `apple_1`.
    pub name: String,
    /// The semantic label that it shares with others of its sort, such as "apple".
    pub label: String,
    /// How a sentence names it and nothing else: "apple 1", or "the kettle" where there is one.
    pub phrase: String,
    /// Other words that mean this item and no other: "red apple".
    pub words: Vec<String>,
}

/// What the domain says of a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The name on the wire, such as `drawer_1`.
    pub name: String,
    /// How a sentence names it: "the fridge", "drawer 1".
    pub phrase: String,
    /// Other words that mean this place and no other.
    pub words: Vec<String>,
    /// Whether items are in it or on it.
    pub preposition: Preposition,
    /// Whether it can be closed.
    pub is_container: bool,
}
