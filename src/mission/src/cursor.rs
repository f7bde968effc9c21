//! A position in a sentence that reads its parts: phrases, names, robots.

use surefleet_fleet::RobotId;

use crate::{
    MissionError, Transport,
    objects::{ItemId, PlaceId},
    sentence_forms::NO_ITEM,
    vocabulary::{Meaning, Objects},
};

/// Words that end an unknown name.
const STOPS: [&str; 15] =
    ["to", "on", "onto", "in", "into", "at", "and", "or", "by", "should", "must", "may", "belongs", "belong", "is"];

/// The expected kind of word where an item must be named.
const ITEM: &str = "item";

/// A position in a sentence. It keeps the furthest failure, since forms are tried one after another.
pub(crate) struct Cursor<'a> {
    pub domain: &'a Transport,
    pub team: &'a [RobotId],
    /// Whether to read sentences that leave something open: "the other apple", "put the kettle away".
    pub may_leave_open: bool,
    words: &'a [&'a str],
    lower: Vec<String>,
    at: usize,
    /// The furthest failure. `None`: the words do not fit, and nothing more is known.
    furthest: (usize, Option<MissionError>),
}

/// Says that a form does not fit; the cursor keeps the reason.
#[derive(Debug)]
pub(crate) struct Misfit;

/// One mention of items: any one of them, or each of several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Mention {
    AnyOf(Vec<ItemId>),
    Each(Vec<ItemId>),
    /// One certain item of these, but the words do not tell which: "my apple".
    Unsaid(Vec<ItemId>),
}

impl<'a> Cursor<'a> {
    pub fn new(domain: &'a Transport, team: &'a [RobotId], words: &'a [&'a str]) -> Self {
        let lower = words.iter().map(|word| word.to_lowercase().replace('’', "'")).collect();
        Self { domain, team, may_leave_open: false, words, lower, at: 0, furthest: (0, None) }
    }

    /// The same cursor, but it also reads sentences that leave something open.
    #[must_use]
    pub fn leaving_open(self) -> Self {
        Self { may_leave_open: true, ..self }
    }

    pub fn position(&self) -> usize {
        self.at
    }

    pub fn back_to(&mut self, position: usize) {
        self.at = position;
    }

    pub fn is_at_end(&self) -> bool {
        self.at == self.words.len()
    }

    /// The text not read yet, as written.
    pub fn rest(&self) -> String {
        self.words[self.at..].join(" ")
    }

    /// Tries a form. If the form does not fit, nothing is consumed.
    pub fn attempt<T>(&mut self, form: impl FnOnce(&mut Self) -> Result<T, Misfit>) -> Option<T> {
        let start = self.at;
        match form(self) {
            Ok(read) => Some(read),
            Err(Misfit) => {
                self.at = start;
                None
            }
        }
    }

    /// Whether an "or" was read since `start`.
    pub fn has_or_since(&self, start: usize) -> bool {
        self.lower[start..self.at].iter().any(|word| word == "or")
    }

    /// Reads the phrase, if it comes next.
    pub fn take(&mut self, phrase: &str) -> bool {
        let mut at = self.at;
        for word in phrase.split(' ') {
            if self.lower.get(at).is_none_or(|next| next != word) {
                return false;
            }
            at += 1;
        }
        self.at = at;
        true
    }

    /// Reads the first of the phrases that comes next.
    pub fn take_any(&mut self, phrases: &[&str]) -> bool {
        phrases.iter().any(|phrase| self.take(phrase))
    }

    /// Reads one of the phrases, which must come next.
    pub fn expect(&mut self, phrases: &[&str]) -> Result<(), Misfit> {
        if self.take_any(phrases) { Ok(()) } else { self.misfit() }
    }

    /// Reports that the rest is not understood.
    pub fn misfit<T>(&mut self) -> Result<T, Misfit> {
        if self.at > self.furthest.0 {
            self.furthest = (self.at, None);
        }
        Err(Misfit)
    }

    fn fail<T>(&mut self, at: usize, error: MissionError) -> Result<T, Misfit> {
        if at > self.furthest.0 || (at == self.furthest.0 && self.furthest.1.is_none()) {
            self.furthest = (at, Some(error));
        }
        Err(Misfit)
    }

    /// The failure that got furthest into the sentence.
    pub fn into_error(self) -> MissionError {
        let (at, error) = self.furthest;
        match error {
            Some(MissionError::UnknownWord { word, expected, .. }) => {
                let nearest = self.domain.vocabulary.nearest(&word, expected == ITEM);
                MissionError::UnknownWord { nearest: nearest.filter(|nearest| *nearest != word), word, expected }
            }
            Some(error) => error,
            None => {
                let rest = self.words[at.min(self.words.len())..].join(" ");
                MissionError::Unread { rest, sentence: self.words.join(" ") }
            }
        }
    }

    /// Reads alternatives of items: "apple 1", "either the red apple or a kettle", "both knives".
    pub fn mention(&mut self) -> Result<Mention, Misfit> {
        let start = self.at;
        let is_either = self.take("either") && !self.take("of");
        if !is_either {
            self.at = start;
        }
        let first = self.single_mention()?;
        let Mention::AnyOf(mut items) = first else { return Ok(first) };
        while self.take("or") {
            match self.single_mention()? {
                Mention::AnyOf(more) => items.extend(more),
                _ => return self.ambiguous(start, "name one item on each side of \"or\""),
            }
        }
        items.sort_unstable();
        items.dedup();
        Ok(Mention::AnyOf(items))
    }

    fn single_mention(&mut self) -> Result<Mention, Misfit> {
        if let Some(unsaid) = self.attempt(Self::unsaid) {
            return Ok(unsaid);
        }
        let start = self.at;
        let picks_one = self.take_any(&[
            "any one of the",
            "one of the",
            "any of the",
            "either of the",
            "any one",
            "either",
            "any",
            "one",
            "some",
            "an",
            "a",
        ]);
        let wanted = if picks_one { None } else { self.quantity() };
        let has_article = wanted.is_some() || self.take("the");
        let meaning = self.items()?;
        let Objects::Items(items) = meaning.objects else { unreachable!("items() reads items") };
        match (wanted, meaning.is_plural) {
            (Some(count), _) if count.is_some_and(|count| count != items.len()) => {
                self.ambiguous(start, "say which of them, or \"all\"")
            }
            (Some(_), _) => Ok(Mention::Each(items)),
            (None, true) if has_article => Ok(Mention::Each(items)),
            (None, true) if !picks_one => self.ambiguous(start, "say \"all\" or \"one of the\""),
            (None, _) => Ok(Mention::AnyOf(items)),
        }
    }

    /// Reads "the other apple", if such mentions are allowed.
    fn unsaid(&mut self) -> Result<Mention, Misfit> {
        let leads = NO_ITEM.iter().filter_map(|form| form.strip_suffix(" {label}"));
        if !self.may_leave_open || !leads.into_iter().any(|lead| self.take(lead)) {
            return self.misfit();
        }
        match self.items()? {
            Meaning { objects: Objects::Items(items), is_plural: false } if items.len() > 1 => {
                Ok(Mention::Unsaid(items))
            }
            _ => self.misfit(),
        }
    }

    /// Reads "both", "two", "all the": `Some(None)` for all, `Some(Some(n))` for n.
    fn quantity(&mut self) -> Option<Option<usize>> {
        for (phrases, count) in [
            (["both of the", "both the", "both", "the two", "two"].as_slice(), Some(2)),
            (&["all three", "the three", "three"], Some(3)),
            (&["all of the", "all the", "all", "every", "each"], None),
        ] {
            if self.take_any(phrases) {
                return Some(count);
            }
        }
        None
    }

    /// Reads a name of items without article.
    pub fn items(&mut self) -> Result<Meaning, Misfit> {
        match self.name() {
            Some((meaning @ Meaning { objects: Objects::Items(_), .. }, length)) => {
                self.at += length;
                Ok(meaning)
            }
            _ => self.unknown(ITEM),
        }
    }

    /// Reads a place, or any of several, without article; `fits` tells which places are allowed here.
    pub fn places(
        &mut self,
        expected: &'static str,
        fits: impl Fn(&Transport, PlaceId) -> bool,
    ) -> Result<Vec<PlaceId>, Misfit> {
        match self.name() {
            Some((Meaning { objects: Objects::Places(places), .. }, length))
                if places.iter().all(|&place| fits(self.domain, place)) =>
            {
                self.at += length;
                Ok(places)
            }
            _ => self.unknown(expected),
        }
    }

    /// The longest known name that comes next, unless a number follows that would make it another name.
    fn name(&self) -> Option<(Meaning, usize)> {
        let (meaning, length) = self.domain.vocabulary.longest_match(&self.lower[self.at..])?;
        let is_number = |word: &String| word.bytes().all(|byte| byte.is_ascii_digit());
        if self.lower.get(self.at + length).is_some_and(is_number) { None } else { Some((meaning.clone(), length)) }
    }

    fn unknown<T>(&mut self, expected: &'static str) -> Result<T, Misfit> {
        let rest = &self.lower[self.at..];
        let is_word = |word: &&String| word.starts_with(char::is_alphanumeric) && !STOPS.contains(&word.as_str());
        let length = rest.iter().take(4).take_while(is_word).count();
        if length == 0 {
            return self.misfit();
        }
        let word = rest[..length].join(" ");
        self.fail(self.at, MissionError::UnknownWord { word, expected, nearest: None })
    }

    /// Reports that the words from `start` on have more than one meaning.
    pub fn ambiguous<T>(&mut self, start: usize, mend: &str) -> Result<T, Misfit> {
        let phrase = self.words[start..self.at].join(" ");
        self.fail(self.words.len() + 1, MissionError::Ambiguous { phrase, mend: mend.to_owned() })
    }

    /// Reads "robot 2" or a robot's own name; gives its place in the team.
    pub fn robot(&mut self) -> Result<usize, Misfit> {
        let start = self.at;
        let Some(word) = self.lower.get(self.at).cloned() else { return self.misfit() };
        if let Some(place) = self.team.iter().position(|robot| robot.as_str() == word) {
            self.at += 1;
            return Ok(place);
        }
        let number = self.lower.get(self.at + 1).and_then(|number| ordinal(number));
        let (Some(number), true) = (number, word == "robot") else { return self.misfit() };
        self.at += 2;
        let written = self.words[start..self.at].join(" ");
        if number == 0 || number > self.team.len() {
            let error = MissionError::UnknownRobot { robot: written, team_size: self.team.len() };
            return self.fail(self.words.len() + 1, error);
        }
        let named = self.team.iter().position(|robot| robot.as_str() == format!("robot_{number}"));
        if named.is_some_and(|named| named != number - 1) {
            return self.ambiguous(
                start,
                &format!("robot_{number} is not number {number} of the team: use the robot's own name"),
            );
        }
        Ok(number - 1)
    }
}

fn ordinal(word: &str) -> Option<usize> {
    const WORDS: [&str; 10] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let spelled = WORDS.iter().position(|spelled| *spelled == word).map(|index| index + 1);
    spelled.or_else(|| word.parse().ok())
}
