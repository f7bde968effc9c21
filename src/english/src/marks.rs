//! Texts with marks in place of what a site names, and canonical words with names in place of marks.
//!
//! A small model that rewrites what people say in this crate's English need not know any site: it sees marks, and copies
//! them. What it writes is read as any text is.

mod accounting;
mod finding;
mod naming;

/// What a noun that was marked can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Sort {
    Robot,
    /// What can be carried.
    Thing,
    /// What stays where it is.
    Fixture,
    /// What can be carried, and things be put in or on.
    Holder,
}

impl Sort {
    const fn letter(self) -> char {
        match self {
            Self::Robot => 'r',
            Self::Thing => 't',
            Self::Fixture => 'p',
            Self::Holder => 'h',
        }
    }
}

/// What a mark stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Meaning {
    /// A thing or robot, by its phrase: "the fridge".
    Object(String),
    /// A sort, in the singular and in the plural.
    Kind { one: String, many: String },
    /// A skill, or a state: the frame of its words.
    Frame(usize),
}

/// A text in which each name is a mark: `<t1>` for a thing, `<one> <t1>` and `<many> <t1>` for a sort of things, likewise `<r1>`
/// for robots, `<p1>` for what stays where it is, `<h1>` for what can be carried and hold things; `<d1>` after the verb of a skill
/// and `<s1>` after a word that tells a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Marked {
    text: String,
    marks: Vec<(String, Meaning)>,
}

impl Marked {
    /// The most marks of each letter that a text can have; later names stay words.
    pub const MOST: usize = 24;
    /// What stands before a mark for a sort: its noun was singular, or plural.
    pub const ONE: &str = "<one>";
    /// As [`ONE`](Self::ONE), of a plural noun.
    pub const MANY: &str = "<many>";

    /// The text, in lower case.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The marks in it, in the order of their first occurrence.
    pub fn marks(&self) -> impl ExactSizeIterator<Item = &str> {
        self.marks.iter().map(|(mark, _)| mark.as_str())
    }

    fn meaning(&self, mark: &str) -> Option<&Meaning> {
        self.marks.iter().find_map(|(known, meaning)| (known == mark).then_some(meaning))
    }
}
