//! What words come to: a meaning, or why they have none here.

use crate::{
    logic::Ltl,
    meaning::{Clause, Mark},
};

/// What a statement asks for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Meaning {
    pub formula: Ltl,
    /// Whether it asks for something to be done, so that doing nothing does not satisfy it.
    pub is_goal: bool,
    /// How much farther it is from the words than another meaning of the same ones.
    pub distance: usize,
}

/// Why words have no meaning here, with the tokens in question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Vague {
    pub at: usize,
    pub end: usize,
    pub mend: &'static str,
    /// Whether no farther reading of the sentence may stand in for this one.
    pub blocks: bool,
}

pub(crate) type Result<T> = std::result::Result<T, Vague>;

/// The mend of "the rest" and "the others".
pub(crate) const NAME_THEM: &str = "say which of them, by name";

/// The mend of a clause that can never be true or false.
pub(crate) const NEVER: &str =
    "nothing here tells of that; of a thing that is moved, say where it must be, or must never be";

/// The mend of a goal that only states of the start can fulfil.
pub(crate) const OUT_OF_REACH: &str = "no skill here can bring that about";

/// The mend of a pronoun for one of several things that was not named.
pub(crate) const UNSURE: &str = "say by name which of them is meant";

/// The mend of "the" of several things of which none was named.
pub(crate) const WHICH: &str = "say which of them is meant";

/// The same, where one of them would do.
pub(crate) const WHICH_OR_ONE: &str = "say which of them is meant, or \"one of the\"";

/// The mend of a plural without an article.
pub(crate) const ALL_OR_ONE: &str = "say \"all\" or \"one of the\"";

/// The mend of what must be, without a word for when.
pub(crate) const IF_OR_WHILE: &str =
    "say \"if\" for how it is when the mission begins, or \"while\" for how it is when that is done";
pub(crate) const ALWAYS_OR_END: &str = "say \"always\", \"at some point\" or \"in the end\"";

/// The mend of what holds whatever happens.
pub(crate) const IDLE: &str =
    "this forbids and asks for nothing: say \"once ..., ... must ...\", \"must never ... again\" or \"in the end\"";

pub(crate) fn vague<T>(at: usize, end: usize, mend: &'static str) -> Result<T> {
    Err(Vague { at, end, mend, blocks: false })
}

/// The refusal of a clause and one that depends on it, which do not go together.
pub(crate) fn unclear<T>(main: &Clause) -> Result<T> {
    vague(
        main.at,
        main.end,
        "say in other words when this must be: \"whenever ..., eventually\", \"while\", \"until\" or \"in the end\"",
    )
}

/// Refuses a clause with a mark that its reading does not use.
pub(crate) fn account(clause: &Clause, allowed: &[Mark]) -> Result<()> {
    for (place, (mark, at)) in clause.marks.iter().enumerate() {
        let is_twice = clause.marks[..place]
            .iter()
            .any(|(one, _)| one == mark && matches!(mark, Mark::Within(_) | Mark::Count(..) | Mark::Only));
        if !allowed.contains(mark) || is_twice {
            return vague(*at, *at + 1, "it has no meaning in this sentence");
        }
    }
    Ok(())
}
