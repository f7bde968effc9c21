//! The things that nouns mean: all that they can mean, or the only one.

use crate::{
    logic::Object,
    tokens::{Token, word},
};

use super::{Noun, Vocabulary};

impl Vocabulary {
    /// All things that a word with these senses can mean.
    pub(crate) fn members(&self, senses: &[Noun]) -> Vec<Object> {
        let of = |noun: &Noun| match noun {
            Noun::Object(object) => vec![*object],
            Noun::Kind { kind, .. } => self.kinds[*kind].members.clone(),
        };
        senses.iter().flat_map(of).collect()
    }

    /// The only thing that a word with these senses can mean.
    pub(crate) fn only(&self, senses: &[Noun]) -> Option<Object> {
        let members = self.members(senses);
        let first = *members.first()?;
        members.iter().all(|object| *object == first).then_some(first)
    }

    /// Whether it is the name of a thing, or the singular of a sort that has one.
    pub(crate) fn is_singular(&self, noun: &Noun) -> bool {
        match noun {
            Noun::Object(_) => true,
            Noun::Kind { kind, is_plural } => !is_plural && self.kinds[*kind].members.len() == 1,
        }
    }

    /// The thing whose own name stands here, perhaps after "the", and the place after it.
    pub(crate) fn named(&self, tokens: &[Token], at: usize) -> Option<(Object, usize)> {
        let name = at + usize::from(word(tokens, at) == "the");
        match self.nouns(tokens.get(name..)?).into_iter().next()? {
            ([Noun::Object(object)], length) => Some((*object, name + length)),
            _ => None,
        }
    }

    /// The same, where a word for a sort will do if there is only one of it: "the table".
    pub(crate) fn only_named(&self, tokens: &[Token], at: usize) -> Option<(Object, usize)> {
        let name = at + usize::from(word(tokens, at) == "the");
        let (senses, length) = self.nouns(tokens.get(name..)?).into_iter().next()?;
        Some((self.only(senses)?, name + length))
    }
}
