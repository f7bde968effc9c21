//! Names of things and robots: exact, alias, then edit similarity; never a guess between two.

use surefleet_mission::Kind;

use super::{
    Grounding, Likeness, TranslationError,
    lexicon::Name,
    pattern::Who,
    reader::{Misfit, Reader},
    tokens::{key, number},
    verbs::base,
};

/// The longest name, in words.
const MOST_WORDS: usize = 6;
/// So many suggestions are made.
const SUGGESTIONS: usize = 3;
/// Words that end a name that is not known.
#[rustfmt::skip]
const STOPS: [&str; 44] = [
    ",", "to", "on", "onto", "in", "into", "at", "and", "or", "nor", "by", "should", "must", "may", "can", "is", "are",
    "be", "not", "never", "before", "until", "unless", "if", "when", "whenever", "once", "after", "while", "then",
    "means", "implies", "later", "again", "immediately", "right", "more", "twice", "thrice", "only", "first", "from",
    "has", "have",
];

/// What is expected where a clause may begin with a thing.
pub(super) const THING: &str = "thing";
/// The same, where it is known that it does.
pub(super) const SUBJECT: &str = "thing that something is said of";

/// What was mentioned.
#[derive(Debug, Clone)]
pub(super) struct Mention {
    pub things: Vec<usize>,
    pub quantity: Quantity,
}

/// What the words before a name say of how many are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quantity {
    /// "the", or nothing.
    One,
    /// "a", "any of the".
    Any,
    /// "all", "every", or a plural.
    All,
}

/// Who a clause is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Subject {
    pub who: Who,
    /// "no robot"
    pub is_none: bool,
    /// "all robots", which could mean all at the same time.
    pub is_all: bool,
}

impl Reader<'_> {
    /// Reads who a clause is about.
    pub fn subject(&mut self) -> Result<Subject, Misfit> {
        let start = self.position();
        let subject = |who, is_none, is_all| Ok(Subject { who, is_none, is_all });
        if self.take_any(&["no robot", "none of the robots", "none of you", "nobody", "no one", "neither robot"]) {
            return subject(Who::Each, true, false);
        }
        if self.take_any(&[
            "all of the robots",
            "all the robots",
            "all robots",
            "both robots",
            "all of you",
            "everybody",
        ]) {
            return subject(Who::Each, false, true);
        }
        let some =
            ["some robot", "any of the robots", "any robot", "one of the robots", "a robot", "someone", "somebody"];
        if self.take_any(&some) || self.take_any(&["anyone", "anybody", "at least one robot"]) {
            return subject(Who::Some, false, false);
        }
        let each = [
            "this robot",
            "that robot",
            "each of the robots",
            "each robot",
            "every robot",
            "the robots",
            "robots",
            "you",
            "we",
        ];
        if self.take_any(&each) || self.take("they") {
            return subject(Who::Each, false, false);
        }
        if let Some((robot, length)) = self.robot() {
            self.skip(length);
            let number = self.lexicon.robots[robot].as_str().strip_prefix("robot_").and_then(|n| n.parse().ok());
            if number.is_some_and(|number: usize| number != robot + 1 && number <= self.lexicon.robots.len()) {
                let mend = format!("it is number {} of the team: give the robots names that fit", robot + 1);
                return self.ambiguous(start, mend);
            }
            return subject(Who::One(robot), false, false);
        }
        if self.take("the robot") {
            return subject(Who::Each, false, false);
        }
        if self.take("robot") {
            let Some(place) = self.take_number() else { return self.misfit() };
            if (1..=self.lexicon.robots.len()).contains(&place) {
                return subject(Who::One(place - 1), false, false);
            }
            let (words, at) = self.quote(start, self.position());
            let near = (0..self.lexicon.robots.len()).map(|robot| self.lexicon.robot_words(Some(Who::One(robot))));
            let near = near.take(SUGGESTIONS).collect();
            return self.fail(
                self.position() + 1,
                TranslationError::Unknown { words, at, expected: "robot of the team", near },
            );
        }
        if let (Some(who), true) = (self.subject, self.peek(1).is_some_and(|next| base(next) != "be"))
            && self.take("it")
        {
            return subject(who, false, false);
        }
        self.misfit()
    }

    /// The robot whose own name comes next, and the name's length in words.
    pub fn robot(&self) -> Option<(usize, usize)> {
        (1..=MOST_WORDS).rev().find_map(|length| {
            let words: Option<Vec<&str>> = (0..length).map(|ahead| self.peek(ahead)).collect();
            let wanted = key(words?);
            let robot = self.lexicon.robots.iter().position(|robot| super::tokens::key_of(robot.as_str()) == wanted)?;
            Some((robot, length))
        })
    }

    /// Reads the name of a thing of these kinds.
    pub fn mention(&mut self, kinds: &[Kind], expected: &'static str) -> Result<Mention, Misfit> {
        let start = self.position();
        if self.take_any(&["it", "them", "there"]) {
            let last = self.last_thing.filter(|&thing| kinds.contains(&self.lexicon.things[thing].kind));
            let Some(thing) = last else { return self.ambiguous(start, "name what is meant") };
            return Ok(Mention { things: vec![thing], quantity: Quantity::One });
        }
        let any = [
            "any one of the",
            "any of the",
            "one of the",
            "either of the",
            "some of the",
            "any",
            "some",
            "an",
            "a",
            "no",
        ];
        let all = ["all of the", "all the", "all", "every", "each of the", "each"];
        let quantity = if self.take_any(&any) {
            Quantity::Any
        } else if self.take_any(&all) {
            Quantity::All
        } else {
            self.take("the");
            Quantity::One
        };
        let from = self.position();
        let Some((name, length, is_plural, likeness)) = self.exact().or_else(|| self.similar(kinds)) else {
            return self.unknown((start, from), kinds, expected);
        };
        let fitting = |&thing: &usize| kinds.contains(&self.lexicon.things[thing].kind);
        let things: Vec<usize> = name.things.iter().copied().filter(fitting).collect();
        if things.is_empty() {
            return self.unknown((start, from), kinds, expected);
        }
        self.skip(length);
        let (words, at) = self.quote(from, self.position());
        if things.len() > 1 && quantity == Quantity::One && !is_plural {
            let names: Vec<&str> = things.iter().map(|&thing| self.lexicon.things[thing].phrase.as_str()).collect();
            return self.ambiguous(start, format!("say which of them is meant: {}", names.join(", ")));
        }
        self.last_thing = things.last().copied();
        let means = things.iter().map(|&thing| self.lexicon.things[thing].name.clone()).collect();
        self.groundings.push(Grounding { words, at, means, likeness });
        let quantity = if is_plural && quantity == Quantity::One { Quantity::All } else { quantity };
        Ok(Mention { things, quantity })
    }

    /// The longest known name that comes next, where no number follows that would make it another.
    pub fn exact(&self) -> Option<(Name, usize, bool, Likeness)> {
        (1..=MOST_WORDS).rev().find_map(|length| {
            let words: Vec<&str> = (0..length).map(|ahead| self.peek(ahead)).collect::<Option<_>>()?;
            let is_counted = self.peek(length + 1).is_some_and(|word| word.starts_with("time") || word == "or");
            if self.peek(length).and_then(number).is_some() && !is_counted {
                return None;
            }
            let find = |key: &str| self.lexicon.names.iter().find(|name| name.key == key).cloned();
            let singular = find(&key(words.iter().copied())).map(|name| (name, false));
            let plural = || {
                let mut singulars = singulars(words.last()?).into_iter();
                let others = words[..length - 1].iter().copied();
                let name = singulars.find_map(|last| find(&key(others.clone().chain([last.as_str()]))))?;
                Some((name, true))
            };
            let (name, is_plural) = singular.or_else(plural)?;
            let likeness = if name.is_own { Likeness::Exact } else { Likeness::Alias };
            Some((name, length, is_plural, likeness))
        })
    }

    /// The one name that is a slip of the pen away from what comes next.
    fn similar(&self, kinds: &[Kind]) -> Option<(Name, usize, bool, Likeness)> {
        let written = self.unknown_words();
        (1..=written.len()).rev().find_map(|length| {
            if self.peek(length).and_then(number).is_some() {
                return None;
            }
            let words = written[..length].join(" ");
            let near: Vec<(&Name, usize)> = self.near(&words, kinds);
            let (nearest, distance) = *near.first()?;
            let most = if words.chars().count() < 4 {
                0
            } else if words.chars().count() < 9 {
                1
            } else {
                2
            };
            let is_only = near.get(1).is_none_or(|(name, other)| *other > distance || name.things == nearest.things);
            let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
            if distance > most || !is_only || digits(&words) != digits(&nearest.words) {
                return None;
            }
            let score = strsim::normalized_damerau_levenshtein(&words, &nearest.words.to_lowercase());
            let likeness = Likeness::Similar { to: nearest.words.clone(), percent: (score * 100.0).round() as u8 };
            Some((nearest.clone(), length, false, likeness))
        })
    }

    /// Names of these kinds with their edit distances, nearest first.
    fn near(&self, words: &str, kinds: &[Kind]) -> Vec<(&Name, usize)> {
        let fits = |name: &&Name| name.things.iter().any(|&thing| kinds.contains(&self.lexicon.things[thing].kind));
        let distance = |name: &Name| strsim::damerau_levenshtein(words, &name.words.to_lowercase());
        let mut near: Vec<_> = self.lexicon.names.iter().filter(fits).map(|name| (name, distance(name))).collect();
        near.sort_by_key(|(_, distance)| *distance);
        near
    }

    /// The words that come next and could be a name.
    fn unknown_words(&self) -> Vec<String> {
        let next = (0..4).map_while(|ahead| self.peek(ahead));
        next.take_while(|word| !STOPS.contains(word)).map(str::to_owned).collect()
    }

    fn unknown<T>(
        &mut self,
        (start, from): (usize, usize),
        kinds: &[Kind],
        expected: &'static str,
    ) -> Result<T, Misfit> {
        let length = self.unknown_words().len();
        // What begins a clause without an article need not be a name.
        if length == 0 || (expected == THING && from == start) {
            return self.misfit();
        }
        let (words, at) = self.quote(from, from + length);
        let lower = words.to_lowercase();
        let likeness = |name: &Name| strsim::jaro_winkler(&lower, &name.words.to_lowercase());
        let mut near: Vec<(&Name, f64)> = self.near(&lower, kinds).into_iter().map(|(n, _)| (n, likeness(n))).collect();
        near.retain(|(_, likeness)| (0.75..1.0).contains(likeness));
        near.sort_by(|one, other| other.1.total_cmp(&one.1));
        let mut suggested: Vec<&Name> = Vec::new();
        for (name, _) in near {
            if !suggested.iter().any(|other| other.things == name.things) {
                suggested.push(name);
            }
        }
        let near = suggested.into_iter().take(SUGGESTIONS).map(|name| name.words.clone()).collect();
        self.fail(from, TranslationError::Unknown { words, at, expected, near })
    }
}

/// What a word may be the plural of.
fn singulars(word: &str) -> Vec<String> {
    let endings = [("ves", "f"), ("ves", "fe"), ("ies", "y"), ("es", ""), ("s", "")];
    let strip = |(ending, singular): (&str, &str)| Some(format!("{}{singular}", word.strip_suffix(ending)?));
    endings.into_iter().filter_map(strip).filter(|stem| stem.len() > 1).collect()
}
