//! Multiple-choice questions about a house, with what they mean.

use crate::{
    class::{ClassId, RoomKind},
    shape::Colour,
    thing::RoomId,
};

/// What a question asks for: the five types of A. Ren et al., "Explore until Confident", 2024.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum QuestionType {
    /// Where something is.
    Location,
    /// What something is, or what colour it has.
    Identification,
    /// How many there are.
    Counting,
    /// Whether there is one.
    Existence,
    /// Whether it is on or off, open or closed.
    State,
}

impl QuestionType {
    /// All types.
    pub const ALL: [Self; 5] = [Self::Location, Self::Identification, Self::Counting, Self::Existence, Self::State];
}

/// What a question means. A room is a kind of which the house has exactly one, unless the question is where something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inquiry {
    /// In which kind of room the only thing of a class is, or the only one of a colour.
    WhichRoom {
        /// The class.
        class: ClassId,
        /// The colour, if there are several of the class.
        colour: Option<Colour>,
    },
    /// At what furniture of which kind of room it is.
    PlaceOf {
        /// The class.
        class: ClassId,
        /// The colour, if there are several of the class.
        colour: Option<Colour>,
    },
    /// The colour of the only thing of a class in a room.
    ColourOf {
        /// The class.
        class: ClassId,
        /// The room.
        room: RoomKind,
    },
    /// Which class of four lies on or in the only furniture of a class in a room.
    LiesOn {
        /// The class of the furniture.
        support: ClassId,
        /// The room.
        room: RoomKind,
    },
    /// The number of things of a class in a room.
    NumberOf {
        /// The class.
        class: ClassId,
        /// The room.
        room: RoomKind,
    },
    /// Whether a thing of a class and a colour is in a room.
    Presence {
        /// The class.
        class: ClassId,
        /// The colour.
        colour: Colour,
        /// The room.
        room: RoomKind,
    },
    /// The state of the only thing of a class in a room.
    StateOf {
        /// The class.
        class: ClassId,
        /// The room.
        room: RoomKind,
    },
}

/// What an option means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HouseAnswer {
    /// A kind of room.
    Room(RoomKind),
    /// Furniture of a class in a kind of room.
    Place {
        /// The class of the furniture.
        support: ClassId,
        /// The kind of room.
        room: RoomKind,
    },
    /// A colour.
    Colour(Colour),
    /// A class.
    Class(ClassId),
    /// A number.
    Number(usize),
    /// One is there.
    There,
    /// There are things of the class in the room, none of the colour.
    OfOtherColour,
    /// There is none in the room, but one elsewhere in the house.
    Elsewhere,
    /// There is none in the house.
    Absent,
    /// A state.
    State(&'static str),
}

/// The letter of an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Letter {
    /// The first option.
    A,
    /// The second option.
    B,
    /// The third option.
    C,
    /// The fourth option.
    D,
}

impl Letter {
    /// All letters, in order.
    pub const ALL: [Self; 4] = [Self::A, Self::B, Self::C, Self::D];
}

/// A question with four options, exactly one of which is right.
#[derive(Debug, Clone, PartialEq)]
pub struct HouseQuestion {
    /// What it asks for.
    pub kind: QuestionType,
    /// Its words.
    pub text: String,
    /// The words of its options.
    pub options: [String; 4],
    /// The right one.
    pub answer: Letter,
    /// The classes that one must find to answer it, the most important first.
    pub targets: Vec<ClassId>,
    /// The room where the answer is to be seen. If there is no such thing in the house, the room that the question names.
    pub room: RoomId,
    /// What it means.
    pub inquiry: Inquiry,
    /// What its options mean.
    pub meanings: [HouseAnswer; 4],
}
