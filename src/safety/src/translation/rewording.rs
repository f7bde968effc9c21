//! Words that the grammar cannot read, in a language model's words that it can.
//!
//! What a model writes is taken for nothing but sentences of the grammar: it can neither name a formula nor say what
//! its words mean. All its readings must mean the same, and speak of the robots and things that the operator's words
//! speak of, no more and no fewer. Negations, numbers and order are for the person to confirm.

mod error;
mod mentions;
mod prompt;

use surefleet_ltl::{Automaton, Binary, Budget, Formula, Verdict, Vocabulary};

use super::{Lexicon, Likeness, Translation, translate, typed};
pub use error::{RewordingError, Unreworded};
use mentions::Mentions;
pub use prompt::{RewordingPrompt, rewording_prompt};

/// So many readings a model may give, a line each.
const MOST_LINES: usize = 3;
/// An answer of more characters is not read.
const MOST_CHARACTERS: usize = 1000;
/// What a model answers where the grammar has no words for it.
const NONE: &str = "NONE";

/// A model's words for what an operator wrote, as the grammar reads them; [`read_rewording`] makes it.
#[derive(Debug, Clone, PartialEq)]
pub struct Rewording {
    text: String,
    words: String,
    translation: Translation,
}

impl Rewording {
    /// What the operator wrote.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The model's words for it.
    pub fn words(&self) -> &str {
        &self.words
    }

    /// What these were understood as.
    pub fn translation(&self) -> &Translation {
        &self.translation
    }
}

/// Reads a model's answer to the [`rewording_prompt`] of `text`.
///
/// A line that the grammar does not read as it stands is passed over; a line that it reads counts, and if one of them
/// adds a robot or a thing to the text, leaves one out, or means something else than another, there is no rewording.
///
/// # Errors
/// [`RewordingError`], with the sentence in question or the readings to choose from.
pub fn read_rewording(text: &str, answer: &str, lexicon: &Lexicon) -> Result<Rewording, RewordingError> {
    let lines: Vec<&str> = answer.lines().map(bare).filter(|line| !line.is_empty()).collect();
    if lines.len() > MOST_LINES || answer.chars().count() > MOST_CHARACTERS {
        return Err(RewordingError::LongAnswer);
    }
    if lines.iter().any(|line| line.trim_end_matches('.').eq_ignore_ascii_case(NONE)) {
        return Err(RewordingError::NoWords);
    }
    let read = |line: &&str| Some(((*line).to_owned(), as_it_stands(line, lexicon)?));
    let readings: Vec<(String, Translation)> = lines.iter().filter_map(read).collect();
    let told = Mentions::in_words(text, lexicon);
    for (words, translation) in &readings {
        let said = Mentions::in_formula(&translation.formula, lexicon);
        let added = told.added_by(&said, lexicon);
        let dropped = told.dropped_by(&said, lexicon);
        if !added.is_empty() || !dropped.is_empty() {
            return Err(RewordingError::Unfaithful { words: words.clone(), added, dropped });
        }
    }
    let mut distinct: Vec<(String, Translation)> = Vec::new();
    for (words, translation) in readings {
        if !distinct.iter().any(|(_, other)| means_the_same(&translation.formula, &other.formula)) {
            distinct.push((words, translation));
        }
    }
    if distinct.len() > 1 {
        let readings = distinct.iter().map(|(_, translation)| translation.paraphrase.to_string()).collect();
        return Err(RewordingError::Differ { readings });
    }
    let (words, translation) = distinct.pop().ok_or(RewordingError::NoWords)?;
    Ok(Rewording { text: text.to_owned(), words, translation })
}

/// A line without the mark of a list or the quotes that models put around it.
fn bare(line: &str) -> &str {
    let line = line.trim();
    let numbered = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = match numbered.strip_prefix(['.', ')']) {
        Some(rest) if numbered.len() < line.len() && rest.starts_with(' ') => rest,
        _ => line.strip_prefix("- ").or_else(|| line.strip_prefix("* ")).unwrap_or(line),
    };
    rest.trim().trim_matches(['"', '`']).trim()
}

/// What the grammar reads in a line of English, where no word of it is a slip of the pen.
fn as_it_stands(line: &str, lexicon: &Lexicon) -> Option<Translation> {
    let translation = typed(line).is_none().then(|| translate(line, lexicon).ok())??;
    let is_slip = |likeness: &Likeness| matches!(likeness, Likeness::Similar { .. });
    (!translation.groundings.iter().any(|grounding| is_slip(&grounding.likeness))).then_some(translation)
}

/// Whether the same traces satisfy both; where that takes more than the budget, they count as different.
fn means_the_same(one: &Formula, other: &Formula) -> bool {
    let equivalence = Formula::binary(Binary::Equivalent, one, other);
    one == other
        || Automaton::compile(&equivalence, &mut Vocabulary::default(), &Budget::default())
            .is_ok_and(|automaton| automaton.verdict(automaton.initial()) == Verdict::SatisfiedForGood)
}
