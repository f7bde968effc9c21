//! The words of a domain: each phrase with the items or places it means.

use std::collections::HashMap;

use crate::objects::{Item, ItemId, Kind, Place, PlaceId};

/// Items or places that share one word: a semantic label or a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Group {
    pub kind: Kind,
    /// Words for one of them, the usual one first.
    pub singulars: Vec<String>,
    /// Words for several of them.
    pub plurals: Vec<String>,
    /// Whether it is a semantic label, not a type.
    pub is_label: bool,
    /// Indices of items, or of places.
    pub members: Vec<u8>,
}

/// The meaning of a phrase in a mission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Meaning {
    pub objects: Objects,
    /// Whether the phrase means several: "apples".
    pub is_plural: bool,
}

/// Items or places; only one if the phrase names exactly that one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Objects {
    Items(Vec<ItemId>),
    Places(Vec<PlaceId>),
}

/// Phrases, as lower-case words with a space between, and their meanings.
#[derive(Debug, Clone, Default)]
pub(crate) struct Vocabulary {
    meanings: HashMap<String, Meaning>,
    /// The number of words in the longest phrase.
    longest: usize,
}

impl Vocabulary {
    /// Builds the vocabulary from the domain's declarations.
    ///
    /// # Errors
    /// The phrase that means two things, or nothing.
    pub fn new(items: &[Item], places: &[Place], groups: &[Group]) -> Result<Self, (String, &'static str)> {
        let mut vocabulary = Self::default();
        for (id, item) in (0..).map(ItemId).zip(items) {
            let meaning = Meaning { objects: Objects::Items(vec![id]), is_plural: false };
            let numbered = item.phrase.strip_prefix("the ").unwrap_or(&item.phrase);
            let own = [item.name.as_str(), &item.name.replace('_', " "), numbered].map(str::to_owned);
            own.iter().chain(&item.words).try_for_each(|phrase| vocabulary.add(phrase, &meaning))?;
        }
        for (id, place) in (0..).map(PlaceId).zip(places) {
            let meaning = Meaning { objects: Objects::Places(vec![id]), is_plural: false };
            let label = place.phrase.strip_prefix("the ").unwrap_or(&place.phrase);
            let own = [place.name.as_str(), &place.name.replace('_', " "), label].map(str::to_owned);
            own.iter().chain(&place.words).try_for_each(|phrase| vocabulary.add(phrase, &meaning))?;
        }
        for group in groups {
            let members = group.members.iter().copied();
            let objects = match group.kind {
                Kind::Item => Objects::Items(members.map(ItemId).collect()),
                Kind::Container | Kind::Surface => Objects::Places(members.map(PlaceId).collect()),
            };
            for (phrases, is_plural) in [(&group.singulars, false), (&group.plurals, true)] {
                let meaning = Meaning { objects: objects.clone(), is_plural };
                phrases.iter().try_for_each(|phrase| vocabulary.add(phrase, &meaning))?;
            }
        }
        Ok(vocabulary)
    }

    /// The longest phrase that `words` starts with, and its number of words.
    pub fn longest_match(&self, words: &[String]) -> Option<(&Meaning, usize)> {
        let mut key = String::new();
        let mut best = None;
        for (length, word) in (1..=self.longest).zip(words) {
            if length > 1 {
                key.push(' ');
            }
            key.push_str(word);
            best = self.meanings.get(&key).map(|meaning| (meaning, length)).or(best);
        }
        best
    }

    fn add(&mut self, phrase: &str, meaning: &Meaning) -> Result<(), (String, &'static str)> {
        let words: Vec<String> = words(phrase).map(str::to_lowercase).collect();
        let joins = |word: &String| matches!(word.as_str(), "and" | "or" | "," | "." | ";" | ":");
        if words.is_empty() || words.iter().any(joins) {
            return Err((phrase.to_owned(), "cannot name anything: leave out \"and\", \"or\" and punctuation"));
        }
        let key = words.join(" ");
        match self.meanings.get(&key) {
            Some(known) if known != meaning => Err((phrase.to_owned(), "means two things: reword one of them")),
            Some(_) => Ok(()),
            None => {
                self.longest = self.longest.max(words.len());
                self.meanings.insert(key, meaning.clone());
                Ok(())
            }
        }
    }
}

/// Words and punctuation marks in order; white space separates, hyphens and apostrophes join.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let first = rest.chars().next()?;
        let joins = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '\'' | '’');
        let end =
            if first.is_alphanumeric() { rest.find(|c| !joins(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        let (word, after) = rest.split_at(end);
        rest = after;
        Some(word)
    })
}
