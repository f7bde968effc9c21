//! Verbs that the adjective of a state makes: "flatten both needles" is "get both needles flat".

use std::ops::Range;

use crate::{
    frame::Tells,
    modals,
    reader::Reader,
    tokens::{self, Token, denies, word},
    vocabulary::Vocabulary,
};

/// Endings that make a verb of an adjective.
const ENDINGS: [&str; 3] = ["ise", "ize", "en"];
/// Verbs that are spelt as an adjective, or are of one that is spelt otherwise.
const ALIKE: [(&str, &str); 10] = [
    ("warm", "warm"),
    ("heat", "hot"),
    ("heat", "warm"),
    ("cool", "cool"),
    ("chill", "cold"),
    ("clean", "clean"),
    ("dry", "dry"),
    ("wet", "wet"),
    ("empty", "empty"),
    ("dim", "dim"),
];
/// Words after such a verb, without which it may be the adjective: "warm jelly".
const OBJECTS: [&str; 14] =
    ["the", "a", "an", "my", "our", "it", "them", "both", "all", "every", "each", "some", "any", "up"];
/// Words of a sentence about what is named first, beside modals.
const STATING: [&str; 9] = ["cannot", "is", "are", "has", "have", "needs", "need", "goes", "belongs"];
/// Words before an order.
const BEFORE: [&str; 5] = [",", "and", "then", "please", "first"];
/// Words that may stand after the things of an order.
#[rustfmt::skip]
const AFTER: [&str; 18] = [
    ",", "and", "then", "before", "after", "first", "please", "once", "until", "when", "if", "too", "again", "now", "?",
    "afterwards", "so", "for",
];

/// A form of such a verb.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Base,
    Ing,
    Participle,
}

/// The sentence with the adjectives for such verbs. The verbs and nouns of the site stay.
pub(crate) fn plain(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    let mut tokens = sentence.to_vec();
    for at in (0..tokens.len()).rev() {
        let Some((adjective, form)) = adjective(&tokens[at..], vocabulary) else { continue };
        match form {
            Form::Base => ordered(&mut tokens, at, &adjective, vocabulary),
            Form::Ing => needed(&mut tokens, at, adjective),
            Form::Participle => been(&mut tokens, at, adjective),
        }
    }
    tokens
}

/// Whether words follow by which what must be so need not last: "it must be sterilised before you start".
fn depends(tokens: &[Token]) -> bool {
    const DEPENDING: [&str; 8] = ["before", "after", "until", "till", "when", "whenever", "once", "if"];
    tokens.iter().any(|token| DEPENDING.contains(&token.word.as_str()))
}

/// The adjective that the first word is made of.
fn adjective(tokens: &[Token], vocabulary: &Vocabulary) -> Option<(String, Form)> {
    let word = tokens.first()?.word.as_str();
    if let Some(alike) = alike(tokens, vocabulary) {
        return Some(alike);
    }
    if vocabulary.knows(word) || !vocabulary.verbs(word).is_empty() || !vocabulary.nouns(tokens).is_empty() {
        return None;
    }
    // "Sterilised" is of "sterilise", "flattened" of "flatten".
    let forms = [
        (Some(word.to_owned()), Form::Base),
        (word.strip_suffix("ed").map(|stem| format!("{stem}e")), Form::Participle),
        (word.strip_suffix("ed").map(str::to_owned), Form::Participle),
        (word.strip_suffix("ing").map(|stem| format!("{stem}e")), Form::Ing),
        (word.strip_suffix("ing").map(str::to_owned), Form::Ing),
    ];
    let mut forms = forms.into_iter().filter_map(|(base, form)| Some((base?, form)));
    forms.find_map(|(base, form)| {
        // Nothing is made of a word as short as "on".
        let stem = ENDINGS.iter().find_map(|ending| base.strip_suffix(ending)).filter(|stem| stem.len() > 2)?;
        // "Steril-ise" of "sterile", "flatt-en" of "flat", "dark-en" of "dark".
        let letters = stem.as_bytes();
        let undoubled = matches!(letters, [.., one, last] if one == last).then(|| stem[..stem.len() - 1].to_owned());
        let mut adjectives = [Some(stem.to_owned()), Some(format!("{stem}e")), undoubled].into_iter().flatten();
        adjectives.find(|adjective| vocabulary.has_adjective(adjective)).map(|adjective| (adjective, form))
    })
}

/// The adjective of a verb that is spelt alike, where the site has no such verb.
fn alike(tokens: &[Token], vocabulary: &Vocabulary) -> Option<(String, Form)> {
    let said = tokens.first()?.word.as_str();
    let names_something = |at: usize| !vocabulary.nouns(tokens.get(at..).unwrap_or_default()).is_empty();
    // "Warm jelly must never ..." is about warm jelly.
    let states = |token: &Token| modals::is_modal(&token.word) || STATING.contains(&token.word.as_str());
    let has_object = OBJECTS.contains(&word(tokens, 1)) || (names_something(1) && !tokens.iter().any(states));
    let is_order = has_object && !names_something(0);
    let forms =
        [(Some(said), Form::Base), (said.strip_suffix("ed"), Form::Participle), (said.strip_suffix("ing"), Form::Ing)];
    let is_skill = |verb: &str| vocabulary.frames_of(verb).any(|(_, frame)| matches!(frame.tells, Tells::Deed { .. }));
    let mut all = forms.into_iter().flat_map(|(base, form)| {
        let base = base.filter(|_| form != Form::Base || is_order);
        ALIKE.iter().filter(move |(verb, _)| Some(*verb) == base).map(move |(verb, adjective)| (verb, *adjective, form))
    });
    let (_, adjective, form) =
        all.find(|(verb, adjective, _)| vocabulary.has_adjective(adjective) && !is_skill(verb))?;
    Some((adjective.to_owned(), form))
}

/// "Flatten both needles": get both needles flat. Not where it is forbidden: what is flat already may stay so.
fn ordered(tokens: &mut Vec<Token>, at: usize, adjective: &str, vocabulary: &Vocabulary) {
    let begins = at == 0 || BEFORE.contains(&word(tokens, at - 1));
    // By whom a state is brought about does not show in it.
    let is_called = at > 1 && vocabulary.robot(tokens) == Some(at - 1);
    if !begins || is_called || denies(&tokens[..at]) {
        return;
    }
    // "Warm it up", "warm up the jelly".
    if word(tokens, at + 1) == "up" {
        tokens.remove(at + 1);
    }
    if matches!(word(tokens, at + 1), "it" | "them") && word(tokens, at + 2) == "up" {
        tokens.remove(at + 2);
    }
    let things = Reader::new(vocabulary, tokens).noun_phrases(at + 1);
    let ends = |end: &usize| *end == tokens.len() || AFTER.contains(&word(tokens, *end));
    let Some(end) = things.iter().map(|(_, end)| *end).filter(ends).max() else { return };
    let token = |word: &str, span: &Range<usize>| Token { word: word.to_owned(), span: span.clone() };
    let (verb, last) = (tokens[at].span.clone(), tokens[end - 1].span.clone());
    // "..., then mix it": what comes then may use it up, so it need not stay so.
    let goes_on =
        ["then", ", then", ", and then", "and then"].iter().any(|then| tokens::after(tokens, end, then).is_some());
    if goes_on && at == 0 {
        tokens.splice(end..end, ["must", "be", adjective].map(|word| token(word, &last)));
        tokens.remove(at);
    } else {
        tokens.insert(end, token(adjective, &last));
        tokens[at] = token("get", &verb);
    }
}

/// "Both needles need flattening": they need to be flat.
fn needed(tokens: &mut Vec<Token>, at: usize, adjective: String) {
    if at == 0 || !matches!(word(tokens, at - 1), "need" | "needs" | "want" | "wants") {
        return;
    }
    if denies(&tokens[..at]) || depends(&tokens[at..]) {
        return;
    }
    let need = if word(tokens, at - 1).ends_with('s') { "needs" } else { "need" };
    need.clone_into(&mut tokens[at - 1].word);
    let words = ["to", "be", &adjective].map(|word| Token { word: word.to_owned(), span: tokens[at].span.clone() });
    tokens.splice(at..=at, words);
}

/// "Once the blade is flattened": is flat.
fn been(tokens: &mut Vec<Token>, at: usize, adjective: String) {
    let Some(before) = at.checked_sub(1) else { return };
    let begin = match word(tokens, before) {
        "is" | "are" => at,
        "not" if before > 0 && matches!(word(tokens, before - 1), "is" | "are") => at,
        "be" if !denies(&tokens[..before]) && !depends(&tokens[at..]) => at,
        "been" if before > 0 && matches!(word(tokens, before - 1), "has" | "have") => {
            let is = if word(tokens, before - 1) == "has" { "is" } else { "are" };
            is.clone_into(&mut tokens[before - 1].word);
            before
        }
        _ => return,
    };
    let state = Token { word: adjective, span: tokens[at].span.clone() };
    tokens.splice(begin..=at, [state]);
}
