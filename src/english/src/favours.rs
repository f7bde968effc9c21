//! Favours that somebody is asked for: "I'd be grateful if the lid could be put on", "might I ask robot 1 to close it?"

use crate::{
    inflection::Form,
    reader::Reader,
    tokens::{self, Token, word},
    vocabulary::Vocabulary,
};

/// Words of how one would be about what is wished for: "I would be glad if ...", "it would be nice if ...".
#[rustfmt::skip]
const PLEASED: [&str; 15] = [
    "grateful", "glad", "happy", "thankful", "pleased", "delighted", "obliged", "nice", "great", "good", "lovely",
    "wonderful", "kind", "helpful", "best",
];
/// Words for the same without "be".
const PLEASES: [&str; 7] = ["appreciate it", "love it", "like it", "prefer it", "help me", "help us", "help"];
const DEGREES: [&str; 8] = ["most", "very", "so", "really", "greatly", "much", "extremely", "truly"];
/// Words before whoever is asked, and "to".
const ASKING: [&str; 7] = [
    "might i ask",
    "may i ask",
    "can i ask",
    "could i ask",
    "could we ask",
    "i would like to ask",
    "we would like to ask",
];
/// Words for whoever reads this, or anybody.
const ANYBODY: [&str; 5] = ["one of you", "any of you", "somebody", "someone", "you"];

/// The order that is meant, if the words ask for a favour.
pub(crate) fn plain(tokens: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    wished(tokens, vocabulary)
        .or_else(|| asked(tokens, vocabulary))
        .or_else(|| used(tokens, vocabulary))
        .or_else(|| bare(tokens, vocabulary))
}

/// "I would be very grateful if": where that ends.
fn wish(tokens: &[Token]) -> Option<usize> {
    let after_degrees =
        |at: usize| at + tokens[at..].iter().take_while(|token| DEGREES.contains(&token.word.as_str())).count();
    let would = ["i would", "we would", "it would"].iter().find_map(|words| tokens::after(tokens, 0, words))?;
    let verb = after_degrees(would);
    let end = match word(tokens, verb) {
        "be" => Some(after_degrees(verb + 1)).filter(|at| PLEASED.contains(&word(tokens, *at))).map(|at| at + 1),
        _ => PLEASES.iter().find_map(|words| tokens::after(tokens, verb, words)),
    };
    tokens::after(tokens, end?, "if")
}

/// "I would be grateful if the lid could be put on": I want it to be put on.
fn wished(tokens: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    let begin = wish(tokens)?;
    if let Some(end) = ANYBODY.iter().find_map(|words| tokens::after(tokens, begin, words)) {
        let (denies, deed) = told(tokens, end, vocabulary)?;
        return Some([said(if denies { "do not" } else { "" }, tokens), deed].concat());
    }
    let whom = Reader::new(vocabulary, tokens).noun_phrases(begin);
    let mut ends: Vec<usize> = whom.iter().map(|(_, end)| *end).collect();
    ends.sort_unstable();
    ends.into_iter().rev().find_map(|end| {
        let (denies, deed) = told(tokens, end, vocabulary)?;
        let whom = &tokens[begin..end];
        let is_robot = robot(whom, vocabulary) == Some(end - begin);
        Some(match (is_robot, denies) {
            (true, _) => [&said("let", tokens), whom, &said(if denies { "not" } else { "" }, tokens), &deed].concat(),
            (false, true) => [whom, &said("must not", tokens), &deed].concat(),
            (false, false) => [&said("i want", tokens), whom, &said("to", tokens), &deed].concat(),
        })
    })
}

/// What somebody could do, or did, from here on in its plain form, and whether it is not to be done.
fn told(tokens: &[Token], at: usize, vocabulary: &Vocabulary) -> Option<(bool, Vec<Token>)> {
    let is_modal = matches!(word(tokens, at), "could" | "would" | "can" | "will")
        || (word(tokens, at) == "did" && word(tokens, at + 1) == "not");
    let denies = is_modal && word(tokens, at + 1) == "not";
    let verb = at + usize::from(is_modal) + usize::from(denies);
    let verb = verb + usize::from(matches!(word(tokens, verb), "please" | "kindly"));
    let mut deed = tokens.get(verb..)?.to_vec();
    let forms = vocabulary.verbs(&deed.first()?.word);
    let wanted = if is_modal { Form::Base } else { Form::Past };
    let (base, _) = forms.iter().find(|(_, form)| *form == wanted)?;
    // "If you would not grab it and carry it": neither is to be done, or the one instead of the other?
    let is_base = |token: &Token| vocabulary.is_base(&token.word);
    let goes_on = |pair: &[Token]| matches!(pair[0].word.as_str(), "and" | "," | "or" | "then") && is_base(&pair[1]);
    if denies && deed.windows(2).any(goes_on) {
        return None;
    }
    deed[0].word.clone_from(base);
    Some((denies, deed))
}

/// "Might I ask robot 1 to close it?": let it.
fn asked(tokens: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    let begin = ASKING.iter().find_map(|words| tokens::after(tokens, 0, words))?;
    let_do(tokens, begin, vocabulary)
}

/// "Use robot 1 to close it": let it.
fn used(tokens: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    let_do(tokens, tokens::after(tokens, 0, "use")?, vocabulary)
}

fn let_do(tokens: &[Token], begin: usize, vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    let end = begin + robot(&tokens[begin..], vocabulary)?;
    let denies = word(tokens, end) == "not";
    let deed = tokens::after(tokens, end + usize::from(denies), "to")?;
    let is_base = vocabulary.is_base(word(tokens, deed));
    let denial = said(if denies { "not" } else { "" }, tokens);
    is_base.then(|| [&said("let", tokens), &tokens[begin..end], &denial, &tokens[deed..]].concat())
}

/// "Need the cup at the desk", "wanted: every door locked": I want it so.
fn bare(tokens: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    let verb = match word(tokens, 0) {
        "need" | "needed" => "i need",
        "want" | "wanted" => "i want",
        _ => return None,
    };
    let begin = 1 + usize::from(word(tokens, 1) == ":");
    let is_thing = !Reader::new(vocabulary, tokens).noun_phrases(begin).is_empty();
    is_thing.then(|| [&said(verb, tokens), &tokens[begin..]].concat())
}

/// The number of words for one robot: "robot 1", "one of the guards".
fn robot(words: &[Token], vocabulary: &Vocabulary) -> Option<usize> {
    if let Some(sort) = tokens::after(words, 0, "one of the") {
        return vocabulary.robot(&words[sort..]).map(|length| sort + length);
    }
    let the = usize::from(word(words, 0) == "the");
    let length = vocabulary.robot(&words[the..])?;
    let (nouns, _) = vocabulary.nouns(&words[the..]).into_iter().next()?;
    nouns.iter().all(|noun| vocabulary.is_singular(noun)).then_some(the + length)
}

/// The words, where the first word stands.
fn said(words: &str, tokens: &[Token]) -> Vec<Token> {
    let span = &tokens[0].span;
    words.split_whitespace().map(|word| Token { word: word.to_owned(), span: span.clone() }).collect()
}
