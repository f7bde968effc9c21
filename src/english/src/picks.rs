//! "Put one of the cups on the rug and keep the other one off it": which one it is decides what the other one is.
//!
//! The choice is left to the robots. So the text is read once with each name in place of "one of the cups", and with the names of
//! those that are left in place of "the other one"; one of these readings has to hold.

use crate::{
    choices,
    general::TOWARDS,
    logic::Object,
    ones::{self, Said},
    tokens::{self, Token, put, word},
    unconditional::DEPENDING,
    vocabulary::{Noun, Vocabulary},
};

/// The most things of which one can be picked.
const MOST: usize = 4;
/// What stands before the word for things of which one is picked, and how many there are of them, if it says so.
const ONE_OF: [(&str, Option<usize>); 7] = [
    ("one of the two", Some(2)),
    ("one of the three", Some(3)),
    ("one of the four", Some(4)),
    ("one of the", None),
    ("either of the two", Some(2)),
    ("either of the", Some(2)),
    ("one", None),
];
/// Words for what is left, how many these are, if they say so, and whether they may stand before a noun.
const LEFT: [(&str, Option<usize>, bool); 6] = [
    ("the other one", Some(1), false),
    ("the other ones", None, false),
    ("the others", None, false),
    ("the other two", Some(2), true),
    ("the other three", Some(3), true),
    ("the other", Some(1), true),
];
/// Words after what is left by which it is sent somewhere, or is somewhere, as no place is.
#[rustfmt::skip]
const SENT: [&str; 16] = [
    "off", "out", "goes", "go", "is", "are", "belongs", "belong", "should", "stays", "stay", "waits", "wait", "i", "comes", "where",
];
/// Words with which another one may be meant each time, beside those of what depends on something.
const EACH: [&str; 5] = ["each", "every", "same", "case", "provided"];

/// A phrase in a sentence.
struct Place {
    sentence: usize,
    begin: usize,
    end: usize,
}

/// The texts of which one has to hold, if a text picks one of a few things and says something of the others.
pub(crate) fn texts(cut: &[Vec<Token>], vocabulary: &Vocabulary) -> Option<Vec<Vec<Vec<Token>>>> {
    let cut: Vec<Vec<Token>> = cut.iter().map(|sentence| choices::plain(sentence, vocabulary)).collect();
    let (picked, kind) = picked(&cut, vocabulary)?;
    let members = &vocabulary.kinds[kind].members;
    let left = left(&cut, &picked, kind, vocabulary)?;
    let last = left.last()?.sentence;
    let depends = |token: &Token| {
        let word = token.word.as_str();
        word != "then" && (DEPENDING.contains(&word) || EACH.contains(&word))
    };
    if cut[picked.sentence..=last].iter().flatten().any(depends) {
        return None;
    }
    let with = |one: &Object| {
        let phrase = |object: &Object| vocabulary.objects[usize::from(*object)].phrase.clone();
        let others: Vec<String> = members.iter().filter(|other| *other != one).map(phrase).collect();
        let mut text = cut.clone();
        for place in left.iter().rev() {
            put(&mut text[place.sentence], place.begin, place.end, &others.join(" and "));
        }
        put(&mut text[picked.sentence], picked.begin, picked.end, &phrase(one));
        text
    };
    Some(members.iter().map(with).collect())
}

/// The only phrase that picks one of a sort of things, and the sort.
fn picked(cut: &[Vec<Token>], vocabulary: &Vocabulary) -> Option<(Place, usize)> {
    let mut found = None;
    for (sentence, words) in cut.iter().enumerate() {
        for begin in 0..words.len() {
            // "The green one", "another one".
            let ends_phrase = begin > 0 && matches!(word(words, begin - 1), "other" | "another" | "the");
            let phrase = ONE_OF.iter().find_map(|(phrase, count)| Some((tokens::after(words, begin, phrase)?, *count)));
            let Some((noun, count)) = phrase.filter(|_| !ends_phrase) else { continue };
            let Some((senses, length)) = vocabulary.nouns(&words[noun..]).into_iter().next() else { continue };
            let [Noun::Kind { kind, .. }] = senses else { return None };
            let end = noun + length;
            let members = vocabulary.kinds[*kind].members.len();
            // "One of the cups that are on the rug": which ones are there?
            let is_limited = Said::at(words, begin, end).is_limited(vocabulary);
            if found.is_some()
                || is_limited
                || !(2..=MOST).contains(&members)
                || count.is_some_and(|count| count != members)
            {
                return None;
            }
            found = Some((Place { sentence, begin, end }, *kind));
        }
    }
    found
}

/// Where the others are named after one was picked; `None` where other things than these may be meant.
fn left(cut: &[Vec<Token>], picked: &Place, kind: usize, vocabulary: &Vocabulary) -> Option<Vec<Place>> {
    let others = vocabulary.kinds[kind].members.len() - 1;
    let mut found = Vec::new();
    for (sentence, words) in cut.iter().enumerate().skip(picked.sentence) {
        let mut begin = if sentence == picked.sentence { picked.end } else { 0 };
        while begin < words.len() {
            let phrase = LEFT
                .iter()
                .find_map(|(phrase, count, has_noun)| Some((tokens::after(words, begin, phrase)?, *count, *has_noun)));
            let Some((mut end, count, has_noun)) = phrase else {
                begin += 1;
                continue;
            };
            let noun = vocabulary.nouns(&words[end..]).into_iter().next().filter(|_| has_noun);
            match noun {
                Some((senses, length)) => {
                    senses.iter().find(|noun| matches!(noun, Noun::Kind { kind: of, .. } if *of == kind))?;
                    end += length;
                }
                None if is_of_another(cut, (sentence, end), kind, vocabulary) => return None,
                None => {}
            }
            if count.is_some_and(|count| count != others) {
                return None;
            }
            found.push(Place { sentence, begin, end });
            begin = end;
        }
    }
    Some(found)
}

/// Whether "the other one", which ends there, may be another one than what was picked: another thing was named that has others
/// beside it.
fn is_of_another(cut: &[Vec<Token>], (sentence, end): (usize, usize), kind: usize, vocabulary: &Vocabulary) -> bool {
    let next = word(&cut[sentence], end);
    let is_sent = TOWARDS.contains(&next) || SENT.contains(&next);
    let before = cut[..sentence].iter().map(Vec::as_slice).chain([&cut[sentence][..end]]);
    let may_be = |one: &Said| {
        one.sort(vocabulary).is_some_and(|(of, _)| {
            let members = &vocabulary.kinds[of].members;
            let moves = |object: &Object| vocabulary.can_move(*object) || vocabulary.robots.contains(object);
            of != kind && members.len() > 1 && (!is_sent || members.iter().any(moves))
        })
    };
    before.flat_map(|words| ones::said(words, vocabulary)).any(|one| may_be(&one))
}
