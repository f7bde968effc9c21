//! Everyday forms as the plain ones that mean the same: "by the end of the shift", "my cup", "it's got to be".

use crate::{
    general,
    inflection::Form,
    tokens::{self, Token},
    vocabulary::{Noun, Vocabulary},
};

/// Forms and the plain words for them, wherever they stand.
const FORMS: [(&str, &str); 27] = [
    ("at the very end of the day", "at the end"),
    ("at the very end of the shift", "at the end"),
    ("at the end of the day", "at the end"),
    ("at the end of the shift", "at the end"),
    ("at the end of your shift", "at the end"),
    ("by the end of the day", "by the end"),
    ("by the end of the shift", "by the end"),
    ("by the end of your shift", "by the end"),
    ("has got to", "has to"),
    ("'s got to", "has to"),
    ("have got to", "have to"),
    ("has always got to", "always has to"),
    ("'s always got to", "always has to"),
    ("have always got to", "always have to"),
    ("had better", "should"),
    ("ought not to", "should not"),
    ("ought never to", "should never"),
    ("is meant to", "is supposed to"),
    ("'s meant to", "is supposed to"),
    ("are meant to", "are supposed to"),
    ("wind up", "end up"),
    ("winds up", "ends up"),
    ("happens to be", "is"),
    ("happen to be", "are"),
    ("just happens to be", "is"),
    ("just happen to be", "are"),
    ("happens not to be", "is not"),
];
/// Words after which something happens to be so.
const BEFORE_HAPPENING: [&str; 11] =
    ["if", "when", "whenever", "while", "unless", "that", "which", "who", "where", "and", "or"];

/// Words for "after that", where the clause before is meant.
const DONE: [&str; 10] = [
    "once that is done",
    "once this is done",
    "when that is done",
    "when this is done",
    "as soon as that is done",
    "as soon as this is done",
    "once you have done that",
    "once you have done this",
    "when you have done that",
    "when you have done this",
];
/// Words after an order that say that it is for now, which it is without them.
const NOW: [&str; 6] = ["right now", "now", "right away", "straight away", "this instant", "this minute"];
/// Words by which a sentence is more than orders, or in which an order is about more than one moment.
#[rustfmt::skip]
const DEPENDING: [&str; 30] = [
    "not", "never", "no", "nobody", "nothing", "none", "neither", "nor", "until", "till", "while", "when", "whenever",
    "if", "unless", "before", "after", "once", "only", "always", "without", "except", "as", "then", "afterwards",
    "long", "next", "time", "times", "sure",
];
/// Verbs of what lasts, or of others' deeds.
#[rustfmt::skip]
const LASTING: [&str; 12] =
    ["keep", "leave", "stay", "remain", "avoid", "refrain", "abstain", "let", "have", "ensure", "hold", "be"];

/// The sentence in plain words. `is_begin`: none stands before it.
pub(crate) fn plain(sentence: &[Token], is_begin: bool, vocabulary: &Vocabulary) -> Vec<Token> {
    let mut tokens = sentence.to_vec();
    without_now(&mut tokens, is_begin, vocabulary);
    without_speaker(&mut tokens, vocabulary);
    without_first(&mut tokens, vocabulary);
    without_going(&mut tokens, vocabulary);
    emptied(&mut tokens, vocabulary);
    for at in (0..tokens.len()).rev() {
        let is_clause = at == 0 || matches!(tokens[at - 1].word.as_str(), "," | "and" | "then");
        if let Some(words) = DONE.iter().find(|words| is_clause && stands(&tokens, at, words)) {
            let is_said = at > 1 && tokens[at - 1].word == "," && tokens[at - 2].word == "then";
            let count = words.split(' ').count() + usize::from(is_said);
            put(&mut tokens, at - usize::from(is_said), count, if is_said { "" } else { "after that" });
        }
    }
    let mut at = 0;
    while at < tokens.len() {
        if let Some((form, words)) = form(&tokens, at, vocabulary) {
            put(&mut tokens, at, form.split(' ').count(), words);
        } else if is_owned(&tokens, at, vocabulary) {
            put(&mut tokens, at, 1, "the");
        }
        at += 1;
    }
    tokens
}

/// Whether a sentence goes on with the one before: "once that's done, ...".
pub(crate) fn goes_on(sentence: &[Token]) -> bool {
    let start = usize::from(sentence.first().is_some_and(|first| first.word == "and"));
    DONE.iter().any(|words| stands(sentence, start, words))
}

/// Whether the words are an order, or several, that depend on nothing: "open the fridge and wipe the table".
fn is_order(tokens: &[Token], vocabulary: &Vocabulary) -> bool {
    let order = told(tokens, vocabulary);
    let is_base = |(_, form): &(String, Form)| *form == Form::Base;
    let is_plain = |token: &Token| !DEPENDING.contains(&token.word.as_str());
    order.first().is_some_and(|first| {
        vocabulary.verbs(&first.word).iter().any(is_base) && !LASTING.contains(&first.word.as_str())
    }) && order.iter().all(is_plain)
}

/// The words from the first verb of an order on: "robot 1, open it", "robot 1 should open it", "I want robot 1 to open it".
fn told<'t>(tokens: &'t [Token], vocabulary: &Vocabulary) -> &'t [Token] {
    const MODALS: [&str; 11] = [
        ",",
        "must",
        "should",
        "shall",
        "has to",
        "have to",
        "needs to",
        "need to",
        "is to",
        "are to",
        "is supposed to",
    ];
    const WISHES: [&str; 6] = ["i want", "i need", "i would like", "we want", "we need", "we would like"];
    let wish = WISHES.iter().find(|wish| stands(tokens, 0, wish)).map_or(0, |wish| wish.split(' ').count());
    let whom = &tokens[wish..];
    let whom = if whom.first().is_some_and(|first| first.word == "the") { &whom[1..] } else { whom };
    let Some(length) = vocabulary.robot(whom) else { return tokens };
    let after = if wish > 0 { &["to"][..] } else { &MODALS };
    let modal = after.iter().find(|modal| stands(whom, length, modal));
    let told = modal.map_or(tokens, |modal| &whom[length + modal.split(' ').count()..]);
    if told.first().is_some_and(|first| first.word == "please") { &told[1..] } else { told }
}

/// "Open the fridge now", "right now, open it", but not "open it and close it right away", nor after another sentence.
fn without_now(tokens: &mut Vec<Token>, is_begin: bool, vocabulary: &Vocabulary) {
    let is_one =
        |tokens: &[Token]| !tokens.iter().any(|token| matches!(token.word.as_str(), "and" | "or" | "," | "it"));
    let count = |words: &&str| words.split(' ').count();
    if let Some(words) = NOW.iter().find(|words| is_begin && stands(tokens, 0, words)) {
        let after = count(words) + usize::from(tokens.get(count(words)).is_some_and(|next| next.word == ","));
        if is_order(&tokens[after..], vocabulary) {
            tokens.drain(..after);
        }
    }
    if let Some(words) =
        NOW.iter().find(|words| tokens.len() > count(words) && stands(tokens, tokens.len() - count(words), words))
    {
        let rest = &tokens[..tokens.len() - count(words)];
        let rest = if rest.last().is_some_and(|last| last.word == ",") { &rest[..rest.len() - 1] } else { rest };
        // "If the door is open, close it now."
        let is_if = rest.first().is_some_and(|first| matches!(first.word.as_str(), "if" | "should"));
        let comma = rest.iter().rposition(|token| token.word == ",").filter(|_| is_if && words.ends_with("now"));
        let order = comma.map_or(rest, |comma| &rest[comma + 1..]);
        // "If it is open, robot 1 should close it" is a rule, for now or for ever.
        let is_rule = comma.is_some() && told(order, vocabulary).len() < order.len();
        let is_told =
            !is_rule && is_order(order, vocabulary) && (words.ends_with("now") || is_one(told(order, vocabulary)));
        if is_told && is_begin {
            tokens.truncate(rest.len());
        }
    }
}

/// "Make the bed for me", but not "get the cup for me", which is to be brought.
fn without_speaker(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    let Some(end) = tokens.len().checked_sub(2).filter(|end| stands(tokens, *end, "for me")) else { return };
    let order = &tokens[..end];
    let fetches = |token: &Token| general::FETCH.contains(&token.word.as_str()) || token.word == "hold";
    let is_towards = |token: &Token| matches!(token.word.as_str(), "to" | "into" | "onto");
    if is_order(order, vocabulary) && (!order.iter().any(fetches) || order.iter().any(is_towards)) {
        tokens.truncate(end);
    }
}

/// "Robot 1 should go and open the fridge", "go open it".
fn without_going(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    let is_base = |(_, form): &(String, Form)| *form == Form::Base;
    let is_verb = |at: usize| tokens.get(at).is_some_and(|next| vocabulary.verbs(&next.word).iter().any(is_base));
    let goes = |at: &usize| {
        let is_first = *at == 0 || matches!(tokens[at - 1].word.as_str(), "," | "please" | "should" | "must");
        let is_no_noun = vocabulary.nouns(&tokens[(at + 1).min(tokens.len())..]).is_empty();
        stands(tokens, *at, "go and") && is_verb(at + 2)
            || is_first && is_no_noun && stands(tokens, *at, "go") && is_verb(at + 1)
    };
    let found: Vec<usize> = (0..tokens.len()).filter(goes).collect();
    for at in found.into_iter().rev() {
        let count = if stands(tokens, at, "go and") { 2 } else { 1 };
        put(tokens, at, count, "");
    }
}

/// "Open the fridge first, then wipe the table": "then" tells the order.
fn without_first(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    const THEN: [&str; 6] = ["then", "and then", "and afterwards", "and after that", "afterwards", "after that"];
    let Some(at) = tokens.iter().position(|token| token.word == "first").filter(|at| *at > 0) else { return };
    let after = at + 1 + usize::from(tokens.get(at + 1).is_some_and(|next| next.word == ","));
    if THEN.iter().any(|then| stands(tokens, after, then)) && is_order(&tokens[..at], vocabulary) {
        tokens.remove(at);
    }
}

/// The form that stands here, and its plain words.
fn form(tokens: &[Token], at: usize, vocabulary: &Vocabulary) -> Option<(&'static str, &'static str)> {
    let fitting = FORMS.iter().filter(|(form, _)| stands(tokens, at, form));
    let (form, words) = *fitting.max_by_key(|(form, _)| form.len())?;
    let end = at + form.split(' ').count();
    // A site may have a room for the day, or something to wind up.
    if (at..end).any(|at| !vocabulary.nouns(&tokens[at..]).is_empty()) {
        return None;
    }
    if form.starts_with("wind") && vocabulary.frames_of("wind").next().is_some() {
        return None;
    }
    if !form.contains("happen") {
        return Some((form, words));
    }
    // "Should it happen to be open" is "should it be open"; "it must not happen to be open" is left as it is.
    let before = &tokens[..at];
    let clause = before.iter().rposition(|token| BEFORE_HAPPENING.contains(&token.word.as_str()));
    let is_modal =
        |token: &Token| ["must", "should", "may", "can", "will", "to", "not", "never"].contains(&token.word.as_str());
    match clause {
        _ if before.first()?.word == "should" && before[1..].iter().all(|token| !is_modal(token)) => Some((form, "be")),
        Some(clause) if !before[clause..].iter().any(is_modal) => Some((form, words)),
        _ => None,
    }
}

/// "Clear the table", "empty out the fridge": take everything off it, or out of it.
fn emptied(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    for at in (0..tokens.len()).rev() {
        let begins = at == 0 || matches!(tokens[at - 1].word.as_str(), "," | "and" | "then" | "please" | "to");
        let verb = tokens[at].word.as_str();
        // A site may have a skill for it, such as to empty a bin.
        if !begins || !matches!(verb, "clear" | "empty") || vocabulary.frames_of(verb).next().is_some() {
            continue;
        }
        let word = |at: usize| tokens.get(at).map_or("", |token| token.word.as_str());
        let place = at + 1 + usize::from(matches!(word(at + 1), "off" | "out" | "up"));
        let name = place + usize::from(word(place) == "the");
        let Some((nouns, length)) = vocabulary.nouns(&tokens[name.min(tokens.len())..]).into_iter().next() else {
            continue;
        };
        if matches!(word(name + length), "off" | "from" | "out" | "away" | "of") {
            continue;
        }
        let within = |object: &u16| vocabulary.objects[usize::from(*object)].preposition == "in";
        let is_within = |noun: &Noun| match noun {
            Noun::Object(object) => within(object),
            Noun::Kind { kind, .. } => vocabulary.kinds[*kind].members.iter().all(within),
        };
        let words = if nouns.iter().all(is_within) { "take everything out of" } else { "take everything off" };
        put(tokens, at, place - at, words);
    }
}

/// Whether the word tells whose the thing after it is, which is clear without it: "my novel".
fn is_owned(tokens: &[Token], at: usize, vocabulary: &Vocabulary) -> bool {
    let rest = tokens.get(at + 1..).unwrap_or_default();
    let is_name = !vocabulary.nouns(&tokens[at..]).is_empty();
    let is_one = |noun: &Noun| match noun {
        Noun::Object(_) => true,
        Noun::Kind { kind, .. } => vocabulary.kinds[*kind].members.len() == 1,
    };
    let nouns = vocabulary.nouns(rest);
    match tokens[at].word.as_str() {
        "my" | "our" => {
            let is_so = rest.first().is_some_and(|next| !vocabulary.adjectives(&next.word).is_empty());
            !is_name
                && (!nouns.is_empty() || is_so && rest.get(1..).is_some_and(|rest| !vocabulary.nouns(rest).is_empty()))
        }
        // "Your knife" may be the one that whoever is spoken to holds.
        "your" => !is_name && nouns.first().is_some_and(|(senses, _)| senses.iter().all(is_one)),
        _ => false,
    }
}

/// Whether these words stand here.
fn stands(tokens: &[Token], at: usize, words: &str) -> bool {
    tokens::after(tokens, at, words).is_some()
}

/// Puts words in place of others.
fn put(tokens: &mut Vec<Token>, at: usize, count: usize, words: &str) {
    let span = tokens[at].span.start..tokens[at + count - 1].span.end;
    let words = words.split(' ').filter(|word| !word.is_empty());
    let words: Vec<Token> = words.map(|word| Token { word: word.to_owned(), span: span.clone() }).collect();
    tokens.splice(at..at + count, words);
}
