//! A statement that is read: its words, and all that can stand at a place in it.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use crate::{
    meaning::{Deed, Np},
    statement::Sub,
    tokens::{self, Token},
    vocabulary::Vocabulary,
};

/// All readings of what begins somewhere, each with the place after it.
pub(crate) type Found<T> = Vec<(T, usize)>;

/// What was read already, by where it begins.
type Cache<K, T> = RefCell<HashMap<K, Rc<T>>>;

/// The words of a statement. Every method answers with all readings from a place on, so nothing is decided early.
pub(crate) struct Reader<'a> {
    pub vocabulary: &'a Vocabulary,
    pub tokens: &'a [Token],
    furthest: Cell<usize>,
    /// The condition of the sentence before, which "if not" denies.
    pub condition: Option<Sub>,
    /// Whether the sentence after it tells what is to be done where its own condition does not hold.
    pub is_weighed: bool,
    /// The frame of which the words before the subject were read: only it can go on.
    pub begun: Cell<Option<usize>>,
    noun_phrases: RefCell<HashMap<usize, Rc<Found<Np>>>>,
    verb_phrases: Cache<(usize, u8), Found<Rc<Deed>>>,
}

impl<'a> Reader<'a> {
    pub fn new(vocabulary: &'a Vocabulary, tokens: &'a [Token]) -> Self {
        Self {
            vocabulary,
            tokens,
            furthest: Cell::new(0),
            condition: None,
            is_weighed: false,
            begun: Cell::new(None),
            noun_phrases: RefCell::default(),
            verb_phrases: RefCell::default(),
        }
    }

    /// The same, after a sentence with this condition.
    pub fn after_condition(self, condition: Option<Sub>) -> Self {
        Self { condition, ..self }
    }

    /// The same, before a sentence that tells what is to be done otherwise.
    pub fn weighed(self) -> Self {
        Self { is_weighed: true, ..self }
    }

    /// The word at a place; empty after the last.
    pub fn word(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.word.as_str())
    }

    pub fn is_end(&self, at: usize) -> bool {
        at >= self.tokens.len()
    }

    /// The first place that no reading got past.
    pub fn furthest(&self) -> usize {
        self.furthest.get()
    }

    pub fn reached(&self, at: usize) {
        self.furthest.set(self.furthest.get().max(at));
    }

    /// The place after these words.
    pub fn after(&self, at: usize, words: &str) -> Option<usize> {
        let end = tokens::after(self.tokens, at, words)?;
        self.reached(end);
        Some(end)
    }

    /// The place after the first of these phrases that stands here. Longer phrases must come before their beginnings.
    pub fn after_any(&self, at: usize, phrases: &[&str]) -> Option<usize> {
        phrases.iter().find_map(|phrase| self.after(at, phrase))
    }

    /// The place after the words if they stand here, else this place.
    pub fn skip(&self, at: usize, words: &str) -> usize {
        self.after(at, words).unwrap_or(at)
    }

    /// Noun phrases from here, read once.
    pub fn noun_phrases(&self, at: usize) -> Rc<Found<Np>> {
        if let Some(known) = self.noun_phrases.borrow().get(&at) {
            return known.clone();
        }
        let found = Rc::new(self.read_noun_phrases(at));
        self.noun_phrases.borrow_mut().insert(at, found.clone());
        found
    }

    /// Verb phrases in a form from here, read once.
    pub fn known_verb_phrases(&self, key: (usize, u8), read: impl FnOnce() -> Found<Rc<Deed>>) -> Rc<Found<Rc<Deed>>> {
        if let Some(known) = self.verb_phrases.borrow().get(&key) {
            return known.clone();
        }
        let found = Rc::new(read());
        self.verb_phrases.borrow_mut().insert(key, found.clone());
        found
    }
}
