//! "Put one of the cups on the tray and keep the other one off it": which one it is decides what the other one is.
//!
//! The choice is left to the robots. So the text is read once with each name in place of "one of the cups", and with the names of
//! those that are left in place of "the other one"; one of these readings has to hold.

use crate::{
    choices,
    logic::Object,
    tokens::{self, Token, put, word},
    vocabulary::{Noun, Vocabulary},
};

/// The most things of which one can be picked.
const MOST: usize = 4;
/// What stands before the word for things of which one is picked.
const ONE_OF: [&str; 8] = [
    "one of the two",
    "one of the three",
    "one of the four",
    "one of our",
    "one of the",
    "either of the two",
    "either of the",
    "one",
];
/// Words for what is left, where a noun follows or not.
const LEFT: [&str; 6] =
    ["the other two", "the other three", "the other ones", "the others", "the other one", "the other"];
/// Words with which a choice can be another one each time, or one that somebody else has made.
#[rustfmt::skip]
const BINDING: [&str; 20] = [
    "not", "never", "no", "nobody", "nothing", "none", "neither", "only", "without", "if", "when", "whenever", "while",
    "until", "unless", "once", "each", "every", "same", "always",
];

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
    let left = left(&cut, &picked, kind, vocabulary);
    let last = left.last()?.sentence;
    let is_bound = |token: &Token| BINDING.contains(&token.word.as_str());
    if !(2..=MOST).contains(&members.len()) || cut[picked.sentence..=last].iter().flatten().any(is_bound) {
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
            let after_the_other = begin > 0 && matches!(word(words, begin - 1), "other" | "another" | "the");
            let Some(noun) = tokens::after_any(words, begin, &ONE_OF).filter(|_| !after_the_other) else { continue };
            let Some((senses, length)) = vocabulary.nouns(&words[noun..]).into_iter().next() else { continue };
            let [Noun::Kind { kind, .. }] = senses else { return None };
            // "One of the cups on the rug": which ones are there?
            if found.is_some() {
                return None;
            }
            found = Some((Place { sentence, begin, end: noun + length }, *kind));
        }
    }
    found
}

/// Where the others are named after one was picked; nowhere, if "the other" may be another sort's.
fn left(cut: &[Vec<Token>], picked: &Place, kind: usize, vocabulary: &Vocabulary) -> Vec<Place> {
    let are_two = vocabulary.kinds[kind].members.len() == 2;
    let mut found = Vec::new();
    for (sentence, words) in cut.iter().enumerate().skip(picked.sentence) {
        let mut begin = if sentence == picked.sentence { picked.end } else { 0 };
        while begin < words.len() {
            let Some(mut end) = tokens::after_any(words, begin, &LEFT) else {
                begin += 1;
                continue;
            };
            let is_one = matches!(word(words, end - 1), "one" | "other");
            let is_whole = matches!(word(words, end - 1), "one" | "ones" | "others");
            if let Some((senses, length)) = vocabulary.nouns(&words[end..]).into_iter().next().filter(|_| !is_whole) {
                let is_of_kind = |noun: &Noun| matches!(noun, Noun::Kind { kind: of, .. } if *of == kind);
                if !senses.iter().any(is_of_kind) {
                    return Vec::new();
                }
                end += length;
            }
            if is_one && !are_two {
                return Vec::new();
            }
            found.push(Place { sentence, begin, end });
            begin = end;
        }
    }
    found
}
