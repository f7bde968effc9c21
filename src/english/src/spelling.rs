//! Words with a slip of the pen, read as the one word that they can be.

use std::{collections::HashSet, ops::Range, sync::LazyLock};

use crate::{
    general::{DENYING, FUNCTION_WORDS},
    tokens::Token,
    vocabulary::Vocabulary,
};

/// A word of a text that was read as another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Correction {
    /// The word as written.
    pub written: String,
    /// The bytes where it stands.
    pub span: Range<usize>,
    /// The word as read.
    pub read: String,
}

/// The words that this English has beside those of a site.
static WORDS: LazyLock<HashSet<&str>> =
    LazyLock::new(|| FUNCTION_WORDS.iter().copied().chain(include_str!("words.txt").split_whitespace()).collect());

/// Slips of the pen in short words, each with the only word that it could hardly be anything but; none of these forbids anything.
const SLIPS: &str = include_str!("slips.txt");

/// Shorter words are too near to too many others.
const SHORTEST: usize = 4;
/// From this length on, any letter may be wrong: in a shorter word that often makes another one, as "soap" of "soup".
const MIDDLING: usize = 6;
/// From this length on, two letters may be wrong.
const LONG: usize = 9;

/// Whether the site or this English has the word.
pub(crate) fn is_known(word: &str, vocabulary: &Vocabulary) -> bool {
    vocabulary.knows(word) || WORDS.contains(word) || crate::tokens::number(word).is_some()
}

/// Whether the one can be a slip of the pen for the other: letters that have changed places, a letter that is doubled or should
/// be, and in longer words any letter, or two. Hardly anybody mistakes the first letter: a "cable" is no table.
fn is_slip(written: &str, known: &str) -> bool {
    let letters = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    let undoubled = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.dedup();
        letters
    };
    // "Tablet" is a word of its own.
    if written.starts_with(known) || known.starts_with(written) {
        return undoubled(written) == undoubled(known);
    }
    let distance = strsim::damerau_levenshtein(written, known);
    let most = match written.chars().count() {
        LONG.. => 2,
        MIDDLING.. => 1,
        _ => 0,
    };
    distance <= most
        || (distance == 1 && (letters(written) == letters(known) || undoubled(written) == undoubled(known)))
}

/// The only known word for which an unknown one can be a slip of the pen.
fn meant(word: &str, vocabulary: &Vocabulary) -> Option<String> {
    if is_known(word, vocabulary) {
        return None;
    }
    if let Some((_, meant)) = SLIPS.lines().filter_map(|line| line.split_once(' ')).find(|(typed, _)| *typed == word) {
        return Some(meant.to_owned());
    }
    let length = word.chars().count();
    if length < SHORTEST || !word.chars().all(char::is_alphabetic) {
        return None;
    }
    let begin = |word: &str| word.chars().take(2).collect::<Vec<_>>();
    let begins_so = |known: &str| {
        let (known, written) = (begin(known), begin(word));
        known.first() == written.first() || known.iter().eq(written.iter().rev())
    };
    let is_near = |known: &&str| known.len().abs_diff(word.len()) <= 2 && is_slip(word, known);
    if let Some(verb) = doubled_verb(word, vocabulary) {
        return Some(verb);
    }
    let mut near = vocabulary.words().chain(WORDS.iter().copied()).filter(is_near);
    let nearest = near.next()?;
    // A letter too many or too few at the end is as likely as a wrong one.
    let is_beside = |known: &str| {
        known != nearest
            && known.len().abs_diff(word.len()) == 1
            && (known.starts_with(word) || (word.starts_with(known) && known.len() >= SHORTEST && !word.ends_with('s')))
    };
    let is_alone =
        near.all(|other| other == nearest) && !vocabulary.words().chain(WORDS.iter().copied()).any(is_beside);
    // "Enver" may be "ever" as well: nothing is denied by a guess.
    let is_near_too = |known: &str| known != nearest && strsim::damerau_levenshtein(word, known) <= 1;
    // "Trasy" may be "tray" as well as "trays".
    let is_other_number =
        |known: &str| known.strip_suffix('s') == Some(nearest) || nearest.strip_suffix('s') == Some(known);
    let may_differ = |known: &str| is_near_too(known) && (DENYING.contains(&nearest) || is_other_number(known));
    let is_told_apart = !vocabulary.words().chain(WORDS.iter().copied()).any(may_differ);
    (is_alone && begins_so(nearest) && is_told_apart).then(|| nearest.to_owned())
}

/// The verb of which a word has a letter twice, where it can only be a form of that verb: "waterr" may be "water" or "waters", which
/// mean the same.
fn doubled_verb(word: &str, vocabulary: &Vocabulary) -> Option<String> {
    let undoubled = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.dedup();
        letters
    };
    let known = || vocabulary.words().chain(WORDS.iter().copied());
    // Hardly anybody mistakes the first letter.
    let is_near =
        |known: &&str| known.chars().next() == word.chars().next() && strsim::damerau_levenshtein(word, known) <= 1;
    // Words come in no order: of "labeled" and "labelled" it is the nearest one, so that every process reads the same.
    let undoubled_alike = known().filter(|known| known.len() < word.len() && undoubled(known) == undoubled(word));
    let verb = undoubled_alike.min_by_key(|known| (strsim::damerau_levenshtein(word, known), *known))?;
    let bases: Vec<&str> = vocabulary.verbs(verb).iter().map(|(base, _)| base.as_str()).collect();
    let is_same = |near: &str| {
        let mut forms = vocabulary.verbs(near).iter();
        vocabulary.noun(near).is_empty() && forms.any(|(base, _)| bases.contains(&base.as_str()))
    };
    known().filter(is_near).all(is_same).then(|| verb.to_owned())
}

/// The sentences with what their unknown words must mean, and which these are.
pub(crate) fn corrected(sentences: &[Vec<Token>], vocabulary: &Vocabulary) -> (Vec<Vec<Token>>, Vec<Correction>) {
    let mut sentences = sentences.to_vec();
    let mut corrections = Vec::new();
    for token in sentences.iter_mut().flatten() {
        if let Some(read) = meant(&token.word, vocabulary) {
            let written = std::mem::replace(&mut token.word, read.clone());
            corrections.push(Correction { written, span: token.span.clone(), read });
        }
    }
    (sentences, corrections)
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;

    /// The lines of a program without its tests and comments.
    fn program(path: &Path) -> String {
        let text = fs::read_to_string(path).expect("a source file");
        let program = text.split("#[cfg(test)]\nmod tests").next().expect("there is a first part");
        let is_code = |line: &&str| !line.trim_start().starts_with("//");
        program.lines().filter(is_code).collect::<Vec<_>>().join("\n")
    }

    fn sources(folder: &Path) -> Vec<std::path::PathBuf> {
        let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
        entries
            .flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] })
            .filter(|path| path.extension().is_some_and(|end| end == "rs"))
            .collect()
    }

    #[test]
    fn no_word_that_the_program_looks_for_is_a_slip_of_the_pen() {
        let mut missing = HashSet::new();
        for path in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
            let program = program(&path);
            for text in program.split('"').skip(1).step_by(2) {
                let is_phrase = text.chars().all(|c| c.is_ascii_lowercase() || " ,'".contains(c));
                let words = text.split([' ', ',', '\'']).filter(|word| is_phrase && word.len() >= SHORTEST);
                missing.extend(words.filter(|word| !WORDS.contains(word)).map(str::to_owned));
            }
        }
        let mut missing: Vec<String> = missing.into_iter().collect();
        missing.sort();
        assert!(missing.is_empty(), "add to words.txt: {}", missing.join(" "));
    }
}
