//! The words of a domain: which phrase means which items or places.

use std::collections::HashMap;

use crate::{
    domain::Group,
    objects::{Item, ItemId, Kind, Place, PlaceId},
};

/// What a phrase of a mission may mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// Any of these; one, where the phrase names a single item.
    Items(Vec<ItemId>),
    /// Any of these; one, where the phrase names a single place.
    Places(Vec<PlaceId>),
}

/// Phrases, as sequences of lower-case words, and what they mean.
#[derive(Debug, Clone, Default)]
pub(crate) struct Vocabulary {
    meanings: HashMap<Vec<String>, Meaning>,
    longest: usize,
    /// All phrases, for "did you mean".
    phrases: Vec<String>,
}

impl Vocabulary {
    /// From what the domain declares.
    ///
    /// # Errors
    /// The phrase that means two things, or none.
    pub fn new(items: &[Item], places: &[Place], groups: &[Group]) -> Result<Self, (String, &'static str)> {
        let mut vocabulary = Self::default();
        for (id, item) in (0..).map(ItemId).zip(items) {
            let meaning = Meaning::Items(vec![id]);
            let numbered = item.phrase.strip_prefix("the ").unwrap_or(&item.phrase);
            let own = [item.name.as_str(), &item.name.replace('_', " "), numbered].map(str::to_owned);
            own.iter().chain(&item.words).try_for_each(|phrase| vocabulary.add(phrase, &meaning))?;
        }
        for (id, place) in (0..).map(PlaceId).zip(places) {
            let meaning = Meaning::Places(vec![id]);
            let label = place.phrase.strip_prefix("the ").unwrap_or(&place.phrase);
            let own = [place.name.as_str(), &place.name.replace('_', " "), label].map(str::to_owned);
            own.iter().chain(&place.words).try_for_each(|phrase| vocabulary.add(phrase, &meaning))?;
        }
        for group in groups {
            let meaning = match group.kind {
                Kind::Item => Meaning::Items(group.members.iter().copied().map(ItemId).collect()),
                Kind::Container | Kind::Surface => {
                    Meaning::Places(group.members.iter().copied().map(PlaceId).collect())
                }
            };
            let own = std::iter::once(&group.singular).chain(&group.plural).chain(&group.words);
            own.into_iter().try_for_each(|phrase| vocabulary.add(phrase, &meaning))?;
        }
        Ok(vocabulary)
    }

    /// The longest phrase that `words` starts with, and how many words it has.
    pub fn longest_match(&self, words: &[&str]) -> Option<(&Meaning, usize)> {
        (1..=self.longest.min(words.len())).rev().find_map(|length| {
            let key: Vec<String> = words[..length].iter().map(|&word| word.to_owned()).collect();
            Some((self.meanings.get(&key)?, length))
        })
    }

    /// All phrases.
    pub fn phrases(&self) -> impl Iterator<Item = &str> {
        self.phrases.iter().map(String::as_str)
    }

    fn add(&mut self, phrase: &str, meaning: &Meaning) -> Result<(), (String, &'static str)> {
        let words: Vec<String> = crate::tokens::words(phrase).map(str::to_lowercase).collect();
        let joins = |word: &String| matches!(word.as_str(), "and" | "or" | "," | "." | ";" | ":");
        if words.is_empty() || words.iter().any(joins) {
            return Err((phrase.to_owned(), "cannot name anything: leave out \"and\", \"or\" and punctuation"));
        }
        match self.meanings.get(&words) {
            Some(known) if known != meaning => Err((phrase.to_owned(), "means two things: reword one of them")),
            Some(_) => Ok(()),
            None => {
                self.longest = self.longest.max(words.len());
                self.phrases.push(words.join(" "));
                self.meanings.insert(words, meaning.clone());
                Ok(())
            }
        }
    }
}
