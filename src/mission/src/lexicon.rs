//! The words that missions of a distribution can have.

use std::collections::BTreeSet;

use crate::{
    Domain, TeamClass,
    sentence_forms::{DELIVERIES, NO_ITEM, NO_PLACE, PROHIBITIONS, VERBS},
    tokens::words,
};

/// What [`crate::wording`] puts between the words of the forms and of the domain.
const JOINTS: &str = "also in addition additionally besides and as well or either \
                      the a an any one of both all two there to robot";

/// Every word that some mission of a distribution has, and no other; by default of none.
///
/// What a model makes of a word that it was not calibrated on is not covered by any guarantee, however sure it is: "Put the
/// spuds away" may move the bread. So whoever acts alone asks here first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Lexicon(BTreeSet<String>);

impl Lexicon {
    /// The words of clear missions in this domain, and of vague ones where there are any.
    pub(crate) fn new(domain: &Domain, has_vague: bool) -> Self {
        let mut known = Self(BTreeSet::new());
        known.add(JOINTS);
        DELIVERIES.iter().flat_map(|form| form.forms()).for_each(|form| known.add(form));
        PROHIBITIONS.iter().for_each(|form| known.add(form.form()));
        VERBS.iter().flatten().for_each(|(verb, doing)| [verb, doing].into_iter().for_each(|word| known.add(word)));
        if has_vague {
            NO_PLACE.iter().chain(&NO_ITEM).for_each(|form| known.add(form));
        }
        for item in &domain.items {
            [&item.phrase, &item.label].into_iter().chain(&item.words).for_each(|phrase| known.add(phrase));
        }
        for place in &domain.places {
            known.add(place.preposition.word());
            [&place.phrase].into_iter().chain(&place.words).for_each(|phrase| known.add(phrase));
        }
        for group in &domain.groups {
            if group.is_label {
                group.singulars.iter().chain(&group.plurals).for_each(|phrase| known.add(phrase));
            }
        }
        let largest = TeamClass::ALL.map(TeamClass::team_size).into_iter().max().unwrap_or_default();
        (1..=largest).for_each(|robot| known.add(&robot.to_string()));
        known
    }

    /// The words of a text that no mission has, in order, each once; punctuation does not count, other signs do.
    pub fn unknown<'t>(&self, text: &'t str) -> Vec<&'t str> {
        let mut unknown: Vec<&str> = Vec::new();
        for word in words(text) {
            let is_punctuation = word.chars().all(|sign| sign.is_ascii_punctuation() || "‘’“”–—…".contains(sign));
            if !is_punctuation && !self.0.contains(&plain(word)) && !unknown.contains(&word) {
                unknown.push(word);
            }
        }
        unknown
    }

    /// All of them, in alphabetical order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    fn add(&mut self, phrase: &str) {
        // A form's placeholders are in braces.
        let mut in_braces = false;
        for word in words(phrase) {
            match word {
                "{" => in_braces = true,
                "}" => in_braces = false,
                _ if in_braces || !word.starts_with(char::is_alphanumeric) => {}
                word => {
                    self.0.insert(plain(word));
                }
            }
        }
    }
}

fn plain(word: &str) -> String {
    word.to_lowercase().replace('’', "'")
}
