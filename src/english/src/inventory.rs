//! What a text leaves open, whether or not it can be read.

use std::collections::BTreeSet;

use crate::{
    general::FUNCTION_WORDS,
    mention::Mention,
    tokens::{self, Token},
    vocabulary::Vocabulary,
};

/// Words before one of several things that do not tell which.
const UNSAID: [&str; 11] =
    ["my", "your", "his", "her", "its", "our", "their", "this", "that", "the other", "that other"];
/// Words for a place that another sentence names.
const THERE: [&str; 2] = ["there", "here"];
/// Words before which "there" refers to nothing.
const EXPLETIVE: [&str; 10] = ["is", "are", "be", "was", "were", "must", "should", "may", "can", "'s"];
/// Words by which a sentence forbids what it names.
const FORBIDDING: [&str; 12] = [
    "never",
    "not",
    "no",
    "nobody",
    "nothing",
    "none",
    "neither",
    "avoid",
    "avoids",
    "avoiding",
    "forbidden",
    "closed",
];

/// What a text leaves open, whether or not it can be read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Inventory {
    /// The sentences about things that name no place for them.
    placeless: usize,
    /// The mentions of one of several things that do not tell which.
    unsaid: usize,
    /// A word for a place that was not named before it.
    dangling: Option<&'static str>,
    /// Whether a place was named.
    has_place: bool,
}

impl Vocabulary {
    /// What a text leaves open.
    pub fn inventory(&self, text: &str) -> Inventory {
        let (places, robots) = (self.place_names(), self.robot_names().map(str::to_owned).collect());
        let mut inventory = Inventory::default();
        for sentence in tokens::spans(text) {
            inventory.add(&text[sentence], self, (&places, &robots));
        }
        inventory
    }

    /// The names of what can be the place of a thing that is no robot.
    fn place_names(&self) -> BTreeSet<String> {
        let objects = self.objects.iter().zip(0..);
        objects.filter(|(_, object)| self.is_place(*object)).map(|(object, _)| object.name.clone()).collect()
    }
}

impl Inventory {
    /// The number of parts that the text leaves open: places that are not named, and things of which it is not said which.
    pub fn open_parts(&self) -> usize {
        self.placeless + self.unsaid
    }

    /// A word that refers to a place, though none was named before it: "there".
    pub fn dangling(&self) -> Option<&'static str> {
        self.dangling
    }

    fn add(
        &mut self,
        sentence: &str,
        vocabulary: &Vocabulary,
        (places, robots): (&BTreeSet<String>, &BTreeSet<String>),
    ) {
        let words = tokens::words(sentence, 0);
        let mut named: Vec<Vec<String>> = Vec::new();
        let mut at = 0;
        while at < words.len() {
            let (mentions, length) = vocabulary.mentions_at(&words[at..]);
            for mention in mentions {
                self.unsaid += usize::from(is_unsaid(&mention, &words[..at], vocabulary));
                named.push(mention.names);
            }
            at += length.max(1);
        }
        let are_robots = |names: &Vec<String>| names.iter().all(|name| robots.contains(name));
        // "No robot may": the sort names nobody.
        named.retain(|names| names.len() == 1 || !are_robots(names));
        let forbids = words.iter().any(|word| FORBIDDING.contains(&word.word.as_str()));
        let refers = |there: &&&str| {
            let is_it = |at: usize| words[at].word == **there;
            let is_led = |at: usize| words.get(at + 1).is_some_and(|next| EXPLETIVE.contains(&next.word.as_str()));
            (0..words.len()).any(|at| is_it(at) && !is_led(at))
        };
        let there = THERE.iter().find(refers).copied();
        let names_place = named.iter().any(|names| names.iter().all(|name| places.contains(name)));
        if !self.has_place && !names_place {
            self.dangling = self.dangling.or(there);
        }
        let names_thing = named.iter().any(|names| !are_robots(names));
        if names_thing && !names_place && there.is_none() && !forbids {
            self.placeless += 1;
        }
        self.has_place |= names_place;
    }
}

/// Whether the mention after these words is of one certain thing of several, without saying which.
fn is_unsaid(mention: &Mention, before: &[Token], vocabulary: &Vocabulary) -> bool {
    let ends = |phrase: &str| {
        let start = before.len().checked_sub(phrase.split(' ').count());
        start.is_some_and(|start| tokens::after(before, start, phrase).is_some())
    };
    let is_strange = |word: &str| !vocabulary.knows(word) && !FUNCTION_WORDS.contains(&word);
    let has_strange = matches!(before, [.., the, word] if the.word == "the" && is_strange(&word.word));
    let is_one_of_several = mention.is_sort && !mention.is_plural && mention.names.len() > 1;
    is_one_of_several && (has_strange || UNSAID.iter().any(|phrase| ends(phrase)))
}
