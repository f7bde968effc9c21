//! Single words that a sentence can be read without, for a person who says whether that is all.

use std::ops::Range;

use crate::{
    binding,
    general::DENYING,
    remarks, spelling,
    tokens::{self, APOSTROPHE, Token},
    vocabulary::Vocabulary,
};

/// In more places nothing is left out of one sentence.
const MOST_PLACES: usize = 2;
/// As many ways are tried: each is another reading.
const MOST_WAYS: usize = 40;

/// Words of this English that often say nothing of what, where, when or how many.
const IDLE: [&str; 25] = [
    "up",
    "out",
    "over",
    "down",
    "back",
    "right",
    "now",
    "currently",
    "again",
    "too",
    "also",
    "really",
    "good",
    "nice",
    "great",
    "own",
    "quick",
    "there",
    "here",
    "straight",
    "around",
    "about",
    "through",
    "anyway",
    "even",
];
/// Words of what is to stay as it is, and of exceptions.
const LASTING: [&str; 10] =
    ["stay", "stays", "keep", "keeps", "leave", "leaves", "remain", "remains", "except", "unless"];
/// Words that go with what is left out beside them: "for the guests".
const WITH: [&str; 27] = [
    "a", "an", "the", "my", "your", "our", "their", "his", "her", "its", "this", "that", "of", "for", "with", "in",
    "on", "at", "to", "by", "as", "is", "are", "be", "so", "very", "from",
];
/// Words that begin the name of a thing.
const ARTICLES: [&str; 11] = ["a", "an", "the", "my", "your", "our", "their", "his", "her", "this", "that"];
/// The most words that go with others before them, and after them.
const BESIDE: [usize; 2] = [3, 2];

/// Verbs of remarks: "it would get cold", "I need to do that".
const LIGHT: [&str; 6] = ["be", "have", "need", "want", "get", "do"];

/// Words of remarks that say how much, how often or whether at all, beside those of other remarks.
const BINDING: [&str; 25] = [
    "till",
    "provided",
    "assuming",
    "case",
    "long",
    "else",
    "ones",
    "other",
    "all",
    "everything",
    "every",
    "twice",
    "thrice",
    "vice",
    "scratch",
    "cancel",
    "abort",
    "ignore",
    "forget",
    "hardly",
    "rarely",
    "rid",
    "barely",
    "almost",
    "seldom",
];

/// Whether words name a thing of the site, or say how many, how often, when or of which others.
pub(crate) fn names(words: &str, vocabulary: &Vocabulary) -> bool {
    let says_more = |token: &Token| {
        let number = tokens::number(&token.word).filter(|_| token.word != "one");
        BINDING.contains(&token.word.as_str()) || remarks::says_further(&token.word) || number.is_some()
    };
    let words_of = tokens::words(words, 0);
    let is = |word: &str| words_of.iter().any(|token| token.word == word);
    // "The red one" tells which.
    !vocabulary.mentions(words).is_empty() || words_of.iter().any(says_more) || (is("the") && is("one"))
}

/// Whether words say what the site's skills do.
pub(crate) fn does(words: &str, vocabulary: &Vocabulary) -> bool {
    tokens::words(words, 0).iter().any(|token| {
        let verbs = vocabulary.verbs(&token.word);
        !verbs.is_empty() && !verbs.iter().any(|(verb, _)| LIGHT.contains(&verb.as_str()))
    })
}

/// Ways to leave out words of a sentence, those that leave out the least first: the bytes of what is left out.
///
/// Words that this English does not know are left out, and some that often say nothing.
pub(crate) fn ways(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Vec<Range<usize>>> {
    // Of what is denied, and of what is to stay as it is, no word is left out: "robot 2 stays out".
    let binds = |token: &Token| DENYING.contains(&token.word.as_str()) || LASTING.contains(&token.word.as_str());
    if sentence.iter().any(binds) {
        return Vec::new();
    }
    let is_idle = |token: &Token| IDLE.contains(&token.word.as_str());
    let is_unknown = |token: &Token| {
        token.word.chars().any(char::is_alphabetic)
            && !spelling::is_known(&token.word, vocabulary)
            && vocabulary.mentions_at(std::slice::from_ref(token)).0.is_empty()
    };
    let ends_name = |at: usize| {
        let begins = |from: usize| vocabulary.mentions_at(&sentence[from..]);
        (0..at).any(|from| matches!(begins(from), (mentions, length) if !mentions.is_empty() && from + length == at))
    };
    let word = |at: usize| sentence.get(at).map_or("", |token| token.word.as_str());
    let is_free = |at: usize| {
        // What begins a sentence says what is to be done, or by whom. A word after a name may make it another thing's name, and
        // whose a thing is tells which one is meant.
        let says_what = (at == 0 && word(1) != ",")
            || word(at + 1) == APOSTROPHE
            || (is_unknown(&sentence[at]) && ends_name(at) && !word(at).ends_with("ly"));
        (is_unknown(&sentence[at]) || is_idle(&sentence[at]))
            && !says_what
            && binding::word(word(at)).is_none()
            && !names(word(at), vocabulary)
            && !does(word(at), vocabulary)
    };
    let goes_with = |at: usize| WITH.contains(&word(at));
    // Runs of words that can be left out, from the first to the last free one.
    let mut places: Vec<(usize, usize)> = Vec::new();
    for at in (0..sentence.len()).filter(|&at| is_free(at)) {
        match places.last_mut() {
            Some((_, end)) if (*end..at).all(&goes_with) => *end = at + 1,
            _ => places.push((at, at + 1)),
        }
    }
    if places.is_empty() || places.len() > MOST_PLACES {
        return Vec::new();
    }
    let mut ways: Vec<Vec<(usize, usize)>> = vec![Vec::new()];
    for (begin, end) in places {
        let has_unknown = (begin..end).any(|at| is_unknown(&sentence[at]));
        let before = (0..=BESIDE[0])
            .map(|count| begin.checked_sub(count))
            .map_while(|from| from.filter(|&from| (from..begin).all(goes_with)));
        let spans: Vec<(usize, usize)> = before
            .flat_map(|from| {
                let after = (0..=BESIDE[1]).map(move |count| end + count);
                after.take_while(|&to| to <= sentence.len() && (end..to).all(goes_with)).map(move |to| (from, to))
            })
            .collect();
        let longer = |way: &Vec<(usize, usize)>| {
            spans.iter().map(|span| [way.as_slice(), &[*span]].concat()).collect::<Vec<_>>()
        };
        let more: Vec<Vec<(usize, usize)>> = ways.iter().flat_map(longer).collect();
        // What is known may stay.
        if has_unknown { ways = more } else { ways.extend(more) }
    }
    // "The" with what it stands before is a thing: "in the morning" may be left out, "the loaf" of a list may not.
    let is_thing = |&(from, to): &(usize, usize)| ARTICLES.contains(&word(from)) && from < to;
    ways.retain(|way| !way.is_empty() && !way.iter().any(is_thing));
    ways.sort_by_key(|way| way.iter().map(|(from, to)| to - from).sum::<usize>());
    ways.truncate(MOST_WAYS);
    let bytes = |(from, to): (usize, usize)| sentence[from].span.start..sentence[to - 1].span.end;
    ways.into_iter().map(|way| way.into_iter().map(bytes).collect()).collect()
}
