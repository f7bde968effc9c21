//! The sentence forms of a distribution's missions, without the names in them.

use std::collections::BTreeSet;

use thiserror::Error;

use crate::{
    MissionError, SiteNames, Transport,
    objects::Action,
    vocabulary::{self, Meaning, Objects},
};

/// Words per run in texts of deliveries, and at any site.
const ORDER: usize = 4;
const ORDER_AT_SITES: usize = 3;
/// Stands before the first word of a sentence and after its last one.
const EDGE: &str = "|";
/// The marks that end a sentence.
const STOPS: [&str; 2] = [".", ";"];
const STOPS_AT_SITES: [&str; 4] = [".", ";", "?", "!"];

/// The sentence forms of a distribution's missions: every run of a few words that occurs in one of them, with slots in
/// place of names.
///
/// No guarantee covers how a model reads a form it was not calibrated on, however sure it is: told, in known words only,
/// to move the item at a certain place, a model moved the other one. So a robot that acts alone checks the form here first.
///
/// A name becomes the slot of its meaning: `<item>`, `<kind>` and `<kinds>` of items, `<place>` where things can be
/// put, `<container>`, `<containers>`, `<robot>`. A word that names nothing stays as it is: "apple 3" is a kind and a
/// number, and no mission has that.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Forms {
    runs: BTreeSet<String>,
    most_open: usize,
}

/// The reason why a text is not like the missions of a distribution.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Unlike {
    /// It names a thing or a robot by a number that does not exist.
    #[error(transparent)]
    Absent(MissionError),
    /// Its words occur in none of their forms.
    #[error("no mission that it was calibrated on says {0:?}")]
    Form(String),
}

impl Forms {
    /// The rule that turns texts of deliveries into runs; it changes whenever a text may give other runs than before.
    pub const RULE: &str = "runs of 4 words, names in slots, version 1";

    /// The same for any site: [`learn_at`](Self::learn_at) and [`check_at`](Self::check_at).
    pub const RULE_AT_SITES: &str = "runs of 3 words, names and states in slots, version 4";

    /// Restores the forms from the results of [`runs`](Self::runs) and [`most_open`](Self::most_open).
    pub fn new(runs: impl IntoIterator<Item = String>, most_open: usize) -> Self {
        Self { runs: runs.into_iter().collect(), most_open }
    }

    /// Adds the runs of a mission.
    pub(crate) fn learn(&mut self, text: &str, domain: &Transport, team_size: usize) {
        self.learn_sentences(&sentences(text, &STOPS, |words| slot(words, domain, team_size)), ORDER);
    }

    /// Adds the runs of a mission of any site.
    pub fn learn_at(&mut self, text: &str, names: &SiteNames) {
        self.learn_sentences(&sentences(text, &STOPS_AT_SITES, |words| names.slot(words)), ORDER_AT_SITES);
    }

    /// Adds all that other forms have learnt.
    pub fn merge(&mut self, other: Self) {
        self.runs.extend(other.runs);
        self.most_open = self.most_open.max(other.most_open);
    }

    fn learn_sentences(&mut self, sentences: &[Vec<Slotted>], order: usize) {
        for sentence in sentences {
            self.runs.extend(runs(sentence, order).map(|(run, _)| run));
        }
    }

    /// Checks that each run of a text's words is known, at any site.
    ///
    /// # Errors
    /// [`Unlike::Form`].
    pub fn check_at(&self, text: &str, names: &SiteNames) -> Result<(), Unlike> {
        self.unknown(&sentences(text, &STOPS_AT_SITES, |words| names.slot(words)), ORDER_AT_SITES)
            .map_or(Ok(()), |words| Err(Unlike::Form(words)))
    }

    /// Checks that a text is like the missions behind these forms: each run of its words is known.
    ///
    /// # Errors
    /// [`Unlike`], the most telling reason first: a thing or robot that does not exist, then an unknown form.
    pub fn check(&self, text: &str, domain: &Transport, team_size: usize) -> Result<(), Unlike> {
        if let Some(absent) = absent(text, domain, team_size) {
            return Err(Unlike::Absent(absent));
        }
        let unknown = self.unknown(&sentences(text, &STOPS, |words| slot(words, domain, team_size)), ORDER);
        unknown.map_or(Ok(()), |words| Err(Unlike::Form(words)))
    }

    /// The most sub-tasks of one mission that leave something open.
    pub fn most_open(&self) -> usize {
        self.most_open
    }

    /// All runs, in alphabetical order.
    pub fn runs(&self) -> impl Iterator<Item = &str> {
        self.runs.iter().map(String::as_str)
    }

    /// The words of the first unknown run, as written. `None`: all runs are known.
    fn unknown(&self, sentences: &[Vec<Slotted>], order: usize) -> Option<String> {
        for sentence in sentences {
            let strange = runs(sentence, order).find(|(run, _)| !self.runs.contains(run));
            if let Some((_, end)) = strange {
                let words = &sentence[(end + 1).saturating_sub(order)..sentence.len().min(end + 1)];
                return Some(words.iter().map(|word| word.written.as_str()).collect::<Vec<_>>().join(" "));
            }
        }
        None
    }
}

/// A word, or a name in its slot.
struct Slotted {
    slot: String,
    written: String,
}

/// The runs of a sentence, each with the place of its last word. A run that ends with the sentence's edge has the place
/// of the word before.
fn runs(sentence: &[Slotted], order: usize) -> impl Iterator<Item = (String, usize)> + '_ {
    let slot = |place: isize| {
        let word = usize::try_from(place).ok().and_then(|place| sentence.get(place));
        word.map_or(EDGE, |word| word.slot.as_str())
    };
    (0..=sentence.len()).map(move |end| {
        let last = end as isize;
        let run = (last + 1 - order as isize..=last).map(slot).collect::<Vec<_>>().join(" ");
        (run, end.min(sentence.len().saturating_sub(1)))
    })
}

/// Splits a text into sentences. The mark at the end belongs to the sentence.
fn sentences(text: &str, stops: &[&str], slot: impl Fn(&[String]) -> Option<(String, usize)>) -> Vec<Vec<Slotted>> {
    let words: Vec<&str> = vocabulary::words(text).collect();
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase().replace('’', "'")).collect();
    let mut sentences = vec![Vec::new()];
    let mut at = 0;
    while at < words.len() {
        let (slot, length) = slot(&lower[at..]).unwrap_or_else(|| (lower[at].clone(), 1));
        let ends = stops.contains(&slot.as_str());
        let word = Slotted { slot, written: words[at..at + length].join(" ") };
        sentences.last_mut().expect("one is begun with").push(word);
        if ends {
            sentences.push(Vec::new());
        }
        at += length;
    }
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}

/// The first thing or robot of the text that does not exist because of its number.
fn absent(text: &str, domain: &Transport, team_size: usize) -> Option<MissionError> {
    let words: Vec<&str> = vocabulary::words(text).collect();
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let number = |place: usize| lower.get(place).filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    (0..words.len()).find_map(|at| {
        if lower[at] == "robot" {
            let number = number(at + 1)?;
            let is_known = number.parse::<usize>().is_ok_and(|number| (1..=team_size).contains(&number));
            let robot = words[at..at + 2].join(" ");
            return (!is_known).then_some(MissionError::UnknownRobot { robot, team_size });
        }
        // The longest name means several things only if the number belongs to no name.
        let (Meaning { objects, is_plural: false }, length) = domain.vocabulary.longest_match(&lower[at..])? else {
            return None;
        };
        let known: Vec<&str> = match objects {
            Objects::Items(items) => items.iter().map(|&item| domain.item(item).phrase.as_str()).collect(),
            Objects::Places(places) => places.iter().map(|&place| domain.place(place).phrase.as_str()).collect(),
        };
        let written = || words[at..=at + length].join(" ");
        number(at + length)?;
        (known.len() > 1).then(|| MissionError::NoSuchThing { written: written(), known: known.join(", ") })
    })
}

/// The slot of the name that comes first, and its number of words.
fn slot(words: &[String], domain: &Transport, team_size: usize) -> Option<(String, usize)> {
    if let [robot, number, ..] = words
        && robot == "robot"
        && number.parse::<usize>().is_ok_and(|number| (1..=team_size).contains(&number))
    {
        return Some(("<robot>".to_owned(), 2));
    }
    let (Meaning { objects, is_plural }, length) = domain.vocabulary.longest_match(words)?;
    let slot = match (objects, *is_plural) {
        (Objects::Items(items), false) if items.len() == 1 => "<item>",
        (Objects::Items(_), false) => "<kind>",
        (Objects::Items(_), true) => "<kinds>",
        (Objects::Places(places), is_plural) => {
            let puttable = |place| domain.options().of(Action::Leave(place)).is_some();
            match (places.iter().all(|&place| puttable(place)), is_plural, places.len()) {
                (true, false, 1) => "<place>",
                (true, ..) => "<places>",
                (false, false, 1) => "<container>",
                (false, ..) => "<containers>",
            }
        }
    };
    Some((slot.to_owned(), length))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Distribution, TeamClass};
    use std::sync::Arc;

    fn forms() -> (Arc<Transport>, Forms) {
        let domain = Arc::new(Transport::household());
        let distribution = Distribution::household(Arc::clone(&domain)).expect("it is large enough");
        (domain, distribution.forms(4_000))
    }

    #[test]
    fn forms_tell_strangers_from_the_generator_and_say_why() {
        let (domain, forms) = forms();
        for (text, why) in [
            ("Take the kettle that is in the fridge to the table.", "the kettle that"),
            ("Is the red apple in the sink?", "Is"),
            ("Robot 2 should take the red apple to the sink.", "take"),
            ("Put 2 knives in the sink.", "Put 2"),
            ("Bring apple 3 to the sink.", "there is no \"apple 3\": there are apple 1, apple 2"),
            (
                "Never open drawer 3. Bring apple 1 to the sink.",
                "there is no \"drawer 3\": there are drawer 1, drawer 2",
            ),
            ("Robot 7 must never open the fridge. Bring apple 1 to the sink.", "robot \"Robot 7\" is not of the team"),
            ("Put the red apple in the sink and open the bottom drawer.", "the sink and"),
            (
                "Robot 1: red apple to the sink. Robot 2: green apple to the stove.",
                "no mission that it was calibrated on says",
            ),
            ("Put the red apple in the sink, no, the green one.", "no mission that it was calibrated on says"),
            ("Put the spuds away.", "Put the spuds"),
            ("Put the kettle away.", "the kettle away"),
            ("Bring apple 1 to the sink? Bring apple 2 to the sink.", "sink ?"),
        ] {
            let reason = forms.check(text, &domain, 3).expect_err(text).to_string();
            assert!(reason.contains(why), "{text}: {reason}");
        }
        for text in ["Put the kettle on the shelf.", "Bring apple 1 to the sink. Robot 2 must never open the fridge."] {
            assert_eq!(forms.check(text, &domain, 3), Ok(()), "{text}");
        }
        let fresh = Distribution::household(Arc::clone(&domain)).expect("it is large enough");
        let mut all = 0;
        let mut alarms = 0;
        let mut plain = 0;
        for class in TeamClass::ALL {
            for seed in 0..500 {
                let scenario = fresh.sample(class, seed);
                all += 1;
                alarms += usize::from(forms.check(&scenario.text, &domain, scenario.team.len()).is_err());
                let words = scenario.mission.plain_words(&domain);
                plain += usize::from(forms.check(&words, &domain, scenario.team.len()).is_err());
            }
        }
        // Learnt from a fifth of the missions that a calibration learns from; there the rate is below 0.5 %.
        assert!(alarms * 50 < all && plain * 50 < all, "{alarms} and {plain} of {all}");
    }
}
