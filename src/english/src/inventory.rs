//! Whether a formula that somebody else read in a text accounts for what the text names.

use std::collections::BTreeSet;

use surefleet_ltl::Formula;

use crate::{
    binding,
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
/// Words by which something that is named is left out.
const EXCLUDING: [&str; 7] = ["only", "except", "excepting", "excluding", "but", "apart", "without"];

/// What a text names, whether or not it can be read, and what it leaves open.
///
/// A model may say what a text means, but not what it is about: before a robot trusts a formula that a model wrote, it
/// checks here that all that is named occurs in the formula, and that nothing was added. That is all: which thing goes to
/// which place, and what is forbidden of what is named, is the model's word, and its calibration says how good that is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Inventory {
    mentions: Vec<Mentioned>,
    /// Things that another thing can be at.
    places: BTreeSet<String>,
    robots: BTreeSet<String>,
    /// Whether a sentence that forbids something is about all robots: it names none.
    forbids_all: bool,
    /// Whether a sentence has words by which more is meant than what is named: "only", "except", "before".
    says_more: bool,
    /// The sentences about things that name no place for them.
    placeless: usize,
    /// The mentions of one of several things that do not tell which.
    unsaid: usize,
    /// A word for a place that was not named before it.
    dangling: Option<&'static str>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Mentioned {
    /// The names on the wire of what it can mean.
    names: Vec<String>,
    /// Whether it means one of them, and does not tell which.
    is_unsaid: bool,
}

impl Vocabulary {
    /// What a text names.
    pub fn inventory(&self, text: &str) -> Inventory {
        let robots = self.robot_names().map(str::to_owned).collect();
        let mut inventory = Inventory { places: self.place_names(), robots, ..Inventory::default() };
        for sentence in tokens::spans(text) {
            inventory.add(&text[sentence], self);
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
    /// Whether the formula can be what the text means: all that is named occurs in it, each thing of a sort that is named, but only
    /// one of "my ..."; and nothing else but one place for each sentence that names none. Robots that are not named occur together,
    /// where something is forbidden. Never, where the text says more than names can: "only", "except", "before".
    pub fn allows(&self, formula: &Formula) -> bool {
        let told: BTreeSet<&str> = formula.propositions().flat_map(|proposition| proposition.arguments()).collect();
        let counts = |name: &String| told.contains(name.as_str());
        let is_certain = |name: &&String| self.mentions.iter().any(|one| !one.is_unsaid && one.names.contains(name));
        let is_told = |mention: &Mentioned| match mention.is_unsaid {
            false => mention.names.iter().all(counts),
            true => {
                let told = mention.names.iter().filter(|name| counts(name));
                told.clone().count() > 0 && told.filter(|name| !is_certain(name)).count() <= 1
            }
        };
        let mentioned = self.mentions.iter().flat_map(|mention| &mention.names);
        let named: BTreeSet<&str> = mentioned.map(String::as_str).collect();
        let (robots, added): (Vec<&str>, Vec<&str>) =
            told.difference(&named).partition(|name| self.robots.contains(**name));
        let has_robots = self.robots.iter().any(counts);
        let fit_robots = match self.forbids_all {
            true => !has_robots || self.robots.iter().all(counts),
            false => robots.is_empty(),
        };
        fit_robots
            && self.dangling.is_none()
            && !self.says_more
            && self.mentions.iter().all(is_told)
            && added.len() <= self.placeless
            && added.iter().all(|name| self.places.contains(*name))
    }

    /// The number of parts that the text leaves open: places that are not named, and things of which it is not said which.
    pub fn open_parts(&self) -> usize {
        self.placeless + self.unsaid
    }

    /// A word that refers to a place, though none was named before it: "there".
    pub fn dangling(&self) -> Option<&'static str> {
        self.dangling
    }

    fn add(&mut self, sentence: &str, vocabulary: &Vocabulary) {
        let words = tokens::words(sentence, 0);
        let mut named: Vec<Mentioned> = Vec::new();
        let mut at = 0;
        while at < words.len() {
            let (mentions, length) = vocabulary.mentions_at(&words[at..]);
            for mention in mentions {
                let is_unsaid = is_unsaid(&mention, &words[..at], vocabulary);
                self.unsaid += usize::from(is_unsaid);
                named.push(Mentioned { names: mention.names, is_unsaid });
            }
            at += length.max(1);
        }
        let is_robot = |name: &String| self.robots.contains(name);
        // "No robot may": the sort names nobody.
        named.retain(|mention| mention.names.len() == 1 || !mention.names.iter().all(is_robot));
        let is_named = named.iter().any(|mention| mention.names.iter().all(is_robot));
        let forbids = words.iter().any(|word| FORBIDDING.contains(&word.word.as_str()));
        self.forbids_all |= forbids && !is_named;
        self.says_more |= !forbids && binding::word(sentence).is_some();
        self.says_more |= words.iter().any(|word| EXCLUDING.contains(&word.word.as_str()));
        let is_place = |mention: &Mentioned| mention.names.iter().all(|name| self.places.contains(name));
        let refers = |there: &&&str| {
            let is_it = |at: usize| words[at].word == **there;
            let is_led = |at: usize| words.get(at + 1).is_some_and(|next| EXPLETIVE.contains(&next.word.as_str()));
            (0..words.len()).any(|at| is_it(at) && !is_led(at))
        };
        let there = THERE.iter().find(refers).copied();
        if !self.mentions.iter().chain(&named).any(is_place) {
            self.dangling = self.dangling.or(there);
        }
        let is_thing = |mention: &Mentioned| !mention.names.iter().all(is_robot);
        let has_place = named.iter().any(is_place) || there.is_some();
        if named.iter().any(is_thing) && !has_place && !forbids {
            self.placeless += 1;
        }
        self.mentions.extend(named);
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
