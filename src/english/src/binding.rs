//! What binds in a text that only a language model reads as a whole.

use thiserror::Error;

use crate::{
    error::EnglishError,
    reading::{self, Asked},
    spelling, tokens,
    vocabulary::Vocabulary,
};

/// Words by which a sentence may forbid something, or ask for an order. [`is_negation`] knows further ones.
const BINDING: [&str; 73] = [
    "never",
    "not",
    "no",
    "nobody",
    "none",
    "nothing",
    "nowhere",
    "neither",
    "nor",
    "cannot",
    "without",
    "except",
    "excluding",
    "unless",
    "until",
    "till",
    "lest",
    "barring",
    "sans",
    "taboo",
    "untouched",
    "aint",
    "before",
    "after",
    "then",
    "first",
    "afterwards",
    "only",
    "just",
    "but",
    "skip",
    "avoid",
    "avoids",
    "avoiding",
    "refrain",
    "refrains",
    "refraining",
    "forbid",
    "forbids",
    "forbidden",
    "prohibit",
    "prohibited",
    "disallowed",
    "ban",
    "banned",
    "stop",
    "stops",
    "prevent",
    "prevents",
    "limits",
    "limit",
    "alone",
    "closed",
    "shut",
    "off",
    "hands off",
    "keep",
    "keeps",
    "stay",
    "stays",
    "leave",
    "idle",
    "instead",
    "away from",
    "clear of",
    "other than",
    "rather than",
    "exclusive",
    "exclude",
    "excludes",
    "coincide",
    "`",
    "´",
];
/// The words that "not" follows.
const NEGATED: [&str; 20] = [
    "do", "does", "did", "ca", "can", "wo", "would", "should", "must", "could", "might", "may", "need", "is", "are",
    "was", "were", "has", "have", "sha",
];

/// A sentence may forbid something, and nothing would enforce it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "nothing would enforce {sentence:?}, which {why}, because it cannot be read: {reason}; say what is to be done, and \
     then each requirement in a sentence of its own, or send it as a constraint"
)]
pub struct Unenforceable {
    /// The sentence as written.
    pub sentence: String,
    /// Why it may forbid something.
    pub why: String,
    /// Why it cannot be read.
    pub reason: Box<EnglishError>,
}

/// The safety requirements in a text that only a language model reads as a whole: the sentences that can be read and
/// ask for nothing to be done.
///
/// # Errors
/// Any other sentence that follows a requirement, or has a word by which it may forbid something ("never", "not",
/// "only", "without", "closed", ...): to skip it could lose a prohibition. A prohibition with a misspelt word, as nobody sees what it
/// was taken for. A prohibition in words that are not on the list is lost.
pub fn read_binding(text: &str, vocabulary: &Vocabulary) -> Result<Vec<Asked>, Unenforceable> {
    let mut required: Vec<Asked> = Vec::new();
    for span in tokens::spans(text) {
        let sentence = &text[span];
        let (why, reason) = match reading::read(sentence, vocabulary) {
            Ok(read) => {
                let forbids = read.statements.iter().any(|asked| !asked.is_goal);
                match read.spelt() {
                    // Nobody sees what it forbids.
                    Err(misspelt) if forbids => ("may be misspelt".to_owned(), misspelt),
                    _ => {
                        required.extend(read.statements.into_iter().filter(|asked| !asked.is_goal));
                        continue;
                    }
                }
            }
            Err(reason) => match word(sentence) {
                Some(word) => (format!("says {word:?}"), reason),
                // "Robot 1 must never open the fridge. Robot 2 too."
                None if !required.is_empty() => ("follows a requirement".to_owned(), reason),
                None => continue,
            },
        };
        return Err(Unenforceable { sentence: sentence.to_owned(), why, reason: Box::new(reason) });
    }
    Ok(required)
}

/// The first word of a text by which it may forbid something or ask for an order, whatever site it is about.
pub(crate) fn word(text: &str) -> Option<String> {
    let plain = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '`' | '´')).to_owned();
    let text = text.to_lowercase().replace(['’', 'ʼ'], "'");
    let words: Vec<String> = text.split(|c: char| c.is_whitespace() || matches!(c, '-' | '_')).map(plain).collect();
    let is_one = |word: &str| BINDING.contains(&word) || is_negation(word);
    (0..words.len()).find_map(|place| {
        let pair = format!("{} {}", words[place], words.get(place + 1).map_or("", String::as_str));
        [words[place].clone(), pair].into_iter().find(|words| is_one(words))
    })
}

/// The first unknown word of a text that may be a misspelt one by which it forbids something: "nevr", "do nto".
pub fn misspelt_binding(text: &str, vocabulary: &Vocabulary) -> Option<String> {
    let text = text.to_lowercase().replace(['’', 'ʼ'], "'");
    let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| word.chars().count() > 2);
    let negations = NEGATED.iter().flat_map(|stem| [format!("{stem}nt"), format!("{stem}n't"), format!("{stem}not")]);
    let negations: Vec<String> = negations.collect();
    let known = || BINDING.iter().copied().chain(negations.iter().map(String::as_str)).filter(|word| word.len() > 2);
    words
        .find(|word| {
            !spelling::is_known(word, vocabulary) && known().any(|known| strsim::damerau_levenshtein(word, known) <= 1)
        })
        .map(str::to_owned)
}

/// Whether the word is "don't" or "dont".
fn is_negation(word: &str) -> bool {
    let stem = word.strip_suffix("n't").or_else(|| word.strip_suffix("nt"));
    word.ends_with("n't") || stem.is_some_and(|stem| NEGATED.contains(&stem))
}
