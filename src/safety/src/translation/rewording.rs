//! Rewords text that the grammar cannot read into words that it can, with a language model.
//!
//! An answer of a model counts only as sentences of the grammar: it can neither name a formula nor say what its words
//! mean. All its readings of a constraint must mean the same; of a mission they may be a few meanings. They must speak of exactly
//! the robots and things that the operator's words speak of. A person must confirm negations, numbers and order: a constraint is not
//! enforced before, and in a mission nobody acts alone.

mod error;
mod mentions;
mod prompt;

use surefleet_english::{Reading, Vocabulary, forbidden_by_all, is_typed, read, read_binding};
use surefleet_ltl::{Automaton, Binary, Budget, Formula, Verdict};
use surefleet_world::World;

use super::{Translation, translate};
pub use error::{RewordingError, Unreworded};
use mentions::Mentions;
pub use prompt::{Purpose, RewordingPrompt, rewording_prompt};

/// At most this many readings may come from a model, one per line.
const MOST_LINES: usize = 3;
/// An answer with more characters than this is not read.
const MOST_CHARACTERS: usize = 1000;
/// A model's answer if the grammar has no words for the text.
const NONE: &str = "NONE";

/// A model's words for what an operator wrote, as the grammar reads them; [`read_rewording`] makes it.
#[derive(Debug, Clone, PartialEq)]
pub struct Rewording {
    text: String,
    words: String,
    translation: Translation,
}

impl Rewording {
    /// The operator's text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The model's words for it.
    pub fn words(&self) -> &str {
        &self.words
    }

    /// The meaning of these words.
    pub fn translation(&self) -> &Translation {
        &self.translation
    }
}

/// Reads a model's answer to the [`rewording_prompt`] of a constraint.
///
/// A line that the grammar does not read as it stands is skipped. Every other line counts: there is no rewording if one
/// of them adds a robot or a thing to the text, leaves one out, or differs in meaning from another.
///
/// # Errors
/// [`RewordingError`], with the sentence in question or the readings to choose from.
pub fn read_rewording(
    text: &str,
    answer: &str,
    world: &World,
    vocabulary: &Vocabulary,
) -> Result<Rewording, RewordingError> {
    match distinct(text, answer, vocabulary)?.as_slice() {
        [(words, _)] => {
            let translation = translate(words, world, vocabulary).map_err(|_| RewordingError::NoWords)?;
            Ok(Rewording { text: text.to_owned(), words: words.clone(), translation })
        }
        several => Err(differ(several)),
    }
}

/// Reads a model's answer to the [`rewording_prompt`] of a mission: its meanings, at most as many as that asks for. They forbid what the grammar
/// reads in the text itself ([`read_binding`]), and nothing else.
///
/// # Errors
/// [`RewordingError`], as of [`read_rewording`]; several meanings are none.
pub fn read_mission_rewording(
    text: &str,
    answer: &str,
    vocabulary: &Vocabulary,
) -> Result<Vec<Formula>, RewordingError> {
    let distinct = distinct(text, answer, vocabulary)?;
    if let Some((words, _)) = distinct.iter().find(|(_, reading)| !reading.has_goal()) {
        return Err(RewordingError::NothingToDo { words: words.clone() });
    }
    let required = read_binding(text, vocabulary).map_err(|_| RewordingError::NoWords)?;
    let required: Vec<Formula> = required.into_iter().map(|asked| asked.formula).collect();
    let keeps = |reading: &Reading| {
        let mut forbidden = reading.statements.iter().filter(|asked| !asked.is_goal).map(|asked| &asked.formula);
        let is_whole = required.iter().all(|one| reading.statements.iter().any(|asked| asked.formula == *one));
        is_whole && forbidden.all(|one| required.contains(one))
    };
    if let Some((words, _)) = distinct.iter().find(|(_, reading)| !keeps(reading)) {
        return Err(RewordingError::Forbids { words: words.clone() });
    }
    let readings: Vec<Reading> = distinct.iter().map(|(_, reading)| reading.clone()).collect();
    // A goal may say what must not be before it comes about.
    forbidden_by_all(&readings).ok_or_else(|| differ(&distinct))?;
    Ok(readings.iter().map(Reading::formula).collect())
}

/// The lines of an answer that differ in meaning, one at least, each faithful to the text.
fn distinct(text: &str, answer: &str, vocabulary: &Vocabulary) -> Result<Vec<(String, Reading)>, RewordingError> {
    let lines: Vec<&str> = answer.lines().map(bare).filter(|line| !line.is_empty()).collect();
    if lines.len() > MOST_LINES || answer.chars().count() > MOST_CHARACTERS {
        return Err(RewordingError::LongAnswer);
    }
    if lines.iter().any(|line| line.trim_end_matches('.').eq_ignore_ascii_case(NONE)) {
        return Err(RewordingError::NoWords);
    }
    let told = Mentions::in_words(text, vocabulary);
    let mut distinct: Vec<(String, Reading)> = Vec::new();
    for line in lines {
        let Some(reading) = as_it_stands(line, vocabulary) else { continue };
        let formula = reading.formula();
        let said = Mentions::in_formula(&formula, vocabulary);
        let added = told.added_by(&said, vocabulary);
        let dropped = told.dropped_by(&said, vocabulary);
        if !added.is_empty() || !dropped.is_empty() {
            return Err(RewordingError::Unfaithful { words: line.to_owned(), added, dropped });
        }
        if !distinct.iter().any(|(_, other)| means_the_same(&formula, &other.formula())) {
            distinct.push((line.to_owned(), reading));
        }
    }
    if distinct.is_empty() { Err(RewordingError::NoWords) } else { Ok(distinct) }
}

fn differ(distinct: &[(String, Reading)]) -> RewordingError {
    RewordingError::Differ { readings: distinct.iter().map(|(_, reading)| reading.words()).collect() }
}

/// A line without the list mark or the quotes that models put around it.
fn bare(line: &str) -> &str {
    let line = line.trim();
    let numbered = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = match numbered.strip_prefix(['.', ')']) {
        Some(rest) if numbered.len() < line.len() && rest.starts_with(' ') => rest,
        _ => line.strip_prefix("- ").or_else(|| line.strip_prefix("* ")).unwrap_or(line),
    };
    rest.trim().trim_matches(['"', '`']).trim()
}

/// A line of English, if the grammar reads it without mending a word.
fn as_it_stands(line: &str, vocabulary: &Vocabulary) -> Option<Reading> {
    let read = (!is_typed(line)).then(|| read(line, vocabulary).ok())??;
    read.spelt().is_ok().then_some(read)
}

/// Whether the same traces satisfy both; if the check exceeds its budget, they count as different.
fn means_the_same(one: &Formula, other: &Formula) -> bool {
    let equivalence = Formula::binary(Binary::Equivalent, one, other);
    one == other
        || Automaton::compile(&equivalence, &mut surefleet_ltl::Vocabulary::default(), &Budget::default())
            .is_ok_and(|automaton| automaton.verdict(automaton.initial()) == Verdict::SatisfiedForGood)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use surefleet_fleet::RobotId;
    use surefleet_world::{Domain, Robot};

    use super::*;

    /// The household with these robots, and its words.
    pub(super) fn household(names: &[&str]) -> (World, Vocabulary) {
        let file = include_str!("../../../../config/domains/household.yaml");
        let robots: Vec<Robot> =
            names.iter().map(|name| Robot { id: RobotId::new(name).expect("a name"), kind: None }).collect();
        let domain = Domain::parse(file, "household.yaml").expect("a sound file");
        let world = World::new(Arc::new(domain), &robots).expect("a sound fleet");
        let vocabulary = Vocabulary::of(&world);
        (world, vocabulary)
    }
}
