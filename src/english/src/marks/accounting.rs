//! Whether canonical words say all that a marked text says, as far as single words tell.

use crate::{general::FUNCTION_WORDS, marks::Marked, tokens, vocabulary::Vocabulary};

/// Words of a text, and the canonical words of which one must stand for them.
#[rustfmt::skip]
const WANTED: [(&[&str], &[&str]); 13] = [
    (&["never", "not", "no", "nobody", "nothing", "none", "don't", "mustn't", "neither", "nor", "avoid", "without", "forbidden", "taboo", "hands", "stop"],
     &["never", "no", "not", "only", "most", "out", "except", "before", "after", "while", "if"]),
    (&["only", "alone", "just"], &["only", "no", "never", "most", "one", "before"]),
    (&["until", "till"], &["before", "while", "after", "then"]),
    (&["unless", "if", "provided", "case"], &["if", "while", "whenever", "not", "before", "never"]),
    (&["except", "excluding", "apart", "other", "save"], &["except", "only", "no"]),
    (&["before", "first", "after", "then", "afterwards", "finally", "once", "beforehand"],
     &["before", "first", "after", "then", "twice", "while", "whenever"]),
    (&["while", "whenever", "when", "during", "whilst"], &["while", "whenever", "if", "after", "end", "before", "then", "point"]),
    (&["always", "keep", "stay", "stays", "remain", "remains", "kept"], &["always", "never", "not", "no", "whenever", "while"]),
    (&["most", "more", "fewer", "maximum"], &["most", "within"]),
    (&["together", "simultaneously", "same"], &["most", "while", "and"]),
    (&["or", "either"], &["or", "never", "no", "not"]),
    (&["off", "out", "away", "remove", "from"], &["out", "never", "not", "no", "while", "at", "only", "bring"]),
    (&["both", "all", "every", "each", "everything"], &["all", "every", "everything", "and", "no", "a", "two"]),
];
/// Words that no canonical sentence can stand for.
#[rustfmt::skip]
const BEYOND: [&str; 26] = [
    "else", "otherwise", "another", "others", "rest", "again", "half", "enough", "minutes", "minute", "hours", "hour", "seconds", "oclock", "o'clock", "pm", "am",
    "instead", "anymore", "whichever", "different", "between", "next", "least", "exactly", "there's",
];

impl Vocabulary {
    /// Whether canonical words account for all of a marked text that may bear on what is meant: nothing is dropped silently.
    pub fn accounts(&self, canonical: &str, marked: &Marked) -> bool {
        accounts(canonical, marked, self)
    }
}

fn accounts(canonical: &str, marked: &Marked, vocabulary: &Vocabulary) -> bool {
    let said: Vec<&str> = canonical.split(' ').collect();
    let words: Vec<&str> = marked.text.split(' ').collect();
    let is_said = |word: &str| said.contains(&word);
    let is_mark = |word: &&str| word.starts_with('<');
    let fits = |(text, stands): &(&[&str], &[&str])| {
        let is_open = |word: &&str| text.contains(word) && !is_marked_next(&words, word);
        !words.iter().any(is_open) || stands.iter().any(|word| is_said(word))
    };
    let numbers = |of: &[&str]| -> Vec<usize> {
        let mut numbers: Vec<usize> = of.iter().filter_map(|word| number(word)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    };
    let is_beyond = |word: &&str| BEYOND.contains(word);
    // A part of a name that names nothing here.
    let is_left = |word: &&str| {
        let is_name = vocabulary.knows(word) && vocabulary.verbs(word).is_empty() && !FUNCTION_WORDS.contains(word);
        is_name && !is_mark(word) && !is_marked_next(&words, word)
    };
    let nouns = marked.marks().filter(|mark| !matches!(mark.as_bytes()[1], b'd' | b's'));
    nouns.into_iter().all(is_said)
        && tells_each_verb(&words, &said)
        && WANTED.iter().all(fits)
        && numbers(&words) == numbers(&said)
        && !words.iter().any(|word| is_beyond(word) || is_left(word))
}

/// Each word for a skill or a state is told by one of its marks, once.
fn tells_each_verb(words: &[&str], said: &[&str]) -> bool {
    let mut groups: Vec<Vec<&str>> = Vec::new();
    for place in 0..words.len() {
        let is_verb = |at: usize| words.get(at).is_some_and(|word| word.starts_with("<d") || word.starts_with("<s"));
        if is_verb(place) && (place == 0 || !is_verb(place - 1)) {
            let group: Vec<&str> = (place..).take_while(|at| is_verb(*at)).map(|at| words[at]).collect();
            if !groups.contains(&group) {
                groups.push(group);
            }
        }
    }
    groups.iter().all(|group| {
        let times = words.windows(group.len()).filter(|window| *window == group.as_slice()).count();
        let told = group.iter().filter(|mark| said.contains(*mark)).count();
        told >= 1 && told <= times
    })
}

/// Whether a mark that tells what the word means stands behind it.
fn is_marked_next(words: &[&str], word: &str) -> bool {
    words.windows(2).any(|two| two[0] == word && (two[1].starts_with("<d") || two[1].starts_with("<s")))
}

/// A number of two or more; "one" counts nothing.
fn number(word: &str) -> Option<usize> {
    match word {
        "twice" => Some(2),
        "thrice" => Some(3),
        _ => tokens::number(word).filter(|number| *number > 1),
    }
}
