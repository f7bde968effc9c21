//! The robots and things that words speak of, whether or not the grammar reads them.

use std::collections::BTreeSet;

use surefleet_english::Vocabulary;
use surefleet_ltl::Formula;

/// Words for all robots, or for all except one.
const QUANTIFIERS: [&str; 14] = [
    "everyone",
    "everybody",
    "nobody",
    "no one",
    "none of you",
    "all of you",
    "each of you",
    "others",
    "another one",
    "the other one",
    "the rest",
    "team",
    "fleet",
    "machines",
];
/// Words for some robot, which may be a named one.
const ANY: [&str; 4] = ["anyone", "anybody", "someone", "somebody"];

/// The robots and things that words speak of, by their names on the wire.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Mentions {
    robots: BTreeSet<String>,
    /// Whether it speaks of robots without a name, or names no robot at all.
    is_about_any: bool,
    /// Whether it speaks of unnamed robots besides a named one: then these are meant too.
    is_about_others: bool,
    things: BTreeSet<String>,
}

impl Mentions {
    /// Collects names, other words for them, and names of sorts, anywhere in a text.
    pub fn in_words(text: &str, vocabulary: &Vocabulary) -> Self {
        let mut found = Self::default();
        let robots: BTreeSet<&str> = vocabulary.robot_names().collect();
        for mention in vocabulary.mentions(text) {
            if !mention.names.iter().all(|name| robots.contains(name.as_str())) {
                found.things.extend(mention.names.into_iter().filter(|name| !robots.contains(name.as_str())));
            } else if mention.is_sort {
                found.is_about_any = true;
            } else {
                found.robots.extend(mention.names);
            }
        }
        let words: Vec<String> =
            text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
        let says = |phrase: &&str| {
            let phrase: Vec<&str> = phrase.split(' ').collect();
            words.windows(phrase.len()).any(|window| window.iter().map(String::as_str).eq(phrase.iter().copied()))
        };
        let names_a_robot = !found.robots.is_empty();
        let is_about_others = QUANTIFIERS.iter().any(says);
        found.is_about_any |= is_about_others || !names_a_robot || ANY.iter().any(says);
        found.is_about_others = is_about_others && names_a_robot;
        found
    }

    /// Collects the robots and things in a formula.
    pub fn in_formula(formula: &Formula, vocabulary: &Vocabulary) -> Self {
        let robots: BTreeSet<&str> = vocabulary.robot_names().collect();
        let names = formula.propositions().flat_map(|proposition| proposition.arguments());
        let (robots, things) = names.map(str::to_owned).partition(|name| robots.contains(name.as_str()));
        Self { robots, things, ..Self::default() }
    }

    /// The names in `said` that are not in these words. Robots without a name come as the whole team or not at all.
    pub fn added_by(&self, said: &Self, vocabulary: &Vocabulary) -> Vec<String> {
        let is_whole_team =
            vocabulary.robot_names().all(|robot| self.robots.contains(robot) || said.robots.contains(robot));
        let robots = if self.is_about_any && is_whole_team { BTreeSet::new() } else { &said.robots - &self.robots };
        phrases(robots, &said.things - &self.things, vocabulary)
    }

    /// The names in these words that are not in `said`.
    pub fn dropped_by(&self, said: &Self, vocabulary: &Vocabulary) -> Vec<String> {
        let team: BTreeSet<String> = vocabulary.robot_names().map(str::to_owned).collect();
        let meant = if self.is_about_others { &self.robots | &team } else { self.robots.clone() };
        phrases(&meant - &said.robots, &self.things - &said.things, vocabulary)
    }
}

fn phrases(robots: BTreeSet<String>, things: BTreeSet<String>, vocabulary: &Vocabulary) -> Vec<String> {
    let phrase = |name: String| vocabulary.phrase_for(&name).map_or_else(|| name.clone(), str::to_owned);
    robots.into_iter().chain(things).map(phrase).collect()
}

#[cfg(test)]
mod tests {
    use super::{super::tests::household, *};

    #[test]
    fn names_other_words_sorts_and_lists_of_robots_are_found_in_any_sentence() {
        let (_, vocabulary) = household(&["robot_1", "robot_2", "robot_3"]);
        let found = |text: &str| {
            let Mentions { robots, is_about_any, things, .. } = Mentions::in_words(text, &vocabulary);
            let joined = |names: BTreeSet<String>| names.into_iter().collect::<Vec<_>>().join(" ");
            (joined(robots), is_about_any, joined(things))
        };
        let expect = |robots: &str, is_about_any, things: &str| (robots.to_owned(), is_about_any, things.to_owned());
        assert_eq!(found("ROBOT_2, hands off the Top Drawer!"), expect("robot_2", false, "drawer_1"));
        let three = expect("robot_1 robot_2 robot_3", false, "drawer_2");
        assert_eq!(found("robots 1, 3 and 2 near drawer two"), three);
        assert_eq!(found("robot 1 and 2 times the fridge"), expect("robot_1", false, "fridge"));
        assert_eq!(found("no knives here"), expect("", true, "knife_1 knife_2"));
        assert_eq!(found("robot 2 waits while others cook; stove"), expect("robot_2", true, "stove"));
        // A robot that does not exist does not stand for another one.
        assert_eq!(found("robot 7 keeps off the shelf"), expect("", true, "shelf"));
    }
}
