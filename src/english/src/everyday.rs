//! Everyday forms as the plain ones that mean the same: "by the end of the shift", "my cup", "it's got to be".

use crate::{
    afterwards, emptying,
    inflection::Form,
    modals, speaker,
    tokens::{self, Token, put, word},
    unconditional,
    vocabulary::{Noun, Vocabulary},
};

/// Forms and the plain words for them, wherever they stand.
const FORMS: [(&str, &str); 70] = [
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
    ("has got its", "has its"),
    ("'s got its", "has its"),
    ("have got their", "have their"),
    ("has got a", "has a"),
    ("'s got a", "has a"),
    ("has got no", "has no"),
    ("have got no", "have no"),
    ("had better", "should"),
    ("ought not to", "should not"),
    ("ought never to", "should never"),
    ("is meant to", "is supposed to"),
    ("'s meant to", "is supposed to"),
    ("are meant to", "are supposed to"),
    ("wind up", "end up"),
    ("winds up", "ends up"),
    ("get hold of", "take"),
    ("gets hold of", "takes"),
    ("take hold of", "take"),
    ("takes hold of", "takes"),
    ("happens to be", "is"),
    ("happen to be", "are"),
    ("just happens to be", "is"),
    ("just happen to be", "are"),
    ("happens not to be", "is not"),
    ("turns out to be", "is"),
    ("turn out to be", "are"),
    ("stands open", "is open"),
    ("stand open", "are open"),
    ("standing open", "open"),
    ("is left open", "is open"),
    ("has been left open", "is open"),
    ("have been left open", "are open"),
    ("at any one moment", "at any one time"),
    ("by the end of the run", "by the end"),
    ("at the end of the run", "at the end"),
    ("when the run is over", "at the end"),
    ("before the run is over", "by the end"),
    ("when the work is over", "at the end"),
    ("when the work is done", "at the end"),
    ("when you are finished with your work", "at the end"),
    ("by the time you have finished", "by the end"),
    ("by the time you have done", "by the end"),
    ("at the end of the round", "at the end"),
    ("at the end of your round", "at the end"),
    ("at the end of my shift", "at the end"),
    ("by the end of the round", "by the end"),
    ("by the end of my shift", "by the end"),
    ("at the end of it all", "at the end"),
    ("when you are through", "at the end"),
    ("once you are through", "at the end"),
    ("by the time you are through", "by the end"),
    ("when all is said and done", "at the end"),
    ("by the time i get back", "by the end"),
    ("by the time we get back", "by the end"),
    ("by the time i am back", "by the end"),
    ("by the time i come back", "by the end"),
];
/// Words for how something is done that ask for nothing.
#[rustfmt::skip]
const MANNERS: [&str; 16] = [
    "simply", "properly", "kindly", "promptly", "quickly", "quick", "speedily", "completely", "entirely", "thoroughly", "carefully", "gently",
    "safely", "neatly", "nicely", "quietly",
];
/// Words after which something happens to be so.
const BEFORE_HAPPENING: [&str; 11] =
    ["if", "when", "whenever", "while", "unless", "that", "which", "who", "where", "and", "or"];

/// Words after an order that say that it is for now, which it is without them.
#[rustfmt::skip]
const NOW: [&str; 14] = [
    "right now", "now", "right away", "straight away", "this instant", "this minute", "later today", "today", "tonight",
    "this morning", "this afternoon", "this evening", "this time", "this time round",
];

/// The sentence in plain words. `is_begin`: none stands before it.
pub(crate) fn plain(sentence: &[Token], is_begin: bool, vocabulary: &Vocabulary) -> Vec<Token> {
    let mut tokens = sentence.to_vec();
    without_manners(&mut tokens, vocabulary);
    if let Some(end) = tokens::after(&tokens, 0, "before anything else") {
        put(&mut tokens, 0, end, "first");
    }
    without_now(&mut tokens, is_begin, vocabulary);
    afterwards::with_then(&mut tokens, vocabulary);
    afterwards::when_you_have(&mut tokens, vocabulary);
    speaker::without_for_me(&mut tokens, vocabulary);
    afterwards::without_first(&mut tokens, vocabulary);
    without_going(&mut tokens, vocabulary);
    emptying::emptied(&mut tokens, vocabulary);
    being(&mut tokens, vocabulary);
    emptying::everything_as_them(&mut tokens, vocabulary);
    emptying::everything_there(&mut tokens);
    afterwards::when_done(&mut tokens, vocabulary);
    afterwards::after_that(&mut tokens);
    let mut at = 0;
    while at < tokens.len() {
        if let Some((form, words)) = form(&tokens, at, vocabulary) {
            put(&mut tokens, at, at + form.split(' ').count(), words);
        } else if is_owned(&tokens, at, vocabulary) {
            put(&mut tokens, at, at + 1, "the");
        }
        at += 1;
    }
    tokens
}

/// "Before it gets opened", "it should get washed", "it does not get opened": "is opened", "be washed", "is not opened".
fn being(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    const AFTER: [&str; 21] = [
        ",", "and", "or", "by", "before", "after", "until", "once", "when", "if", "in", "on", "at", "first", "too",
        "again", "it", "they", "while", "whenever", "unless",
    ];
    const BEFORE: [&str; 3] = ["to", "not", "never"];
    /// Words before what happens, which is another thing than what is so then.
    const EVENTS: [&str; 5] = ["whenever", "once", "time", "if", "when"];
    let is_before = |word: &str| modals::is_modal(word) || BEFORE.contains(&word);
    for at in (1..tokens.len()).rev() {
        let denied = match (at.checked_sub(2).map(|at| tokens[at].word.as_str()), tokens[at - 1].word.as_str()) {
            (Some("does"), "not") => Some("is not"),
            (Some("do"), "not") => Some("are not"),
            _ => None,
        };
        let (begin, copula) = match (tokens[at].word.as_str(), denied) {
            ("gets", _) => (at, "is"),
            ("get", Some(copula)) => (at - 2, copula),
            ("get", None) if is_before(&tokens[at - 1].word) => (at, "be"),
            _ => continue,
        };
        let is_done = tokens.get(at + 1).is_some_and(|token| {
            vocabulary.verbs(&token.word).iter().any(|(_, form)| matches!(form, Form::Participle))
        });
        let goes_on = |token: &Token| AFTER.contains(&token.word.as_str()) || modals::is_modal(&token.word);
        let is_state = tokens.get(at + 1).is_some_and(|token| vocabulary.has_adjective(&token.word));
        let is_event = tokens[..at].iter().any(|token| EVENTS.contains(&token.word.as_str()))
            && (is_state || !tokens[at..].iter().any(|token| token.word == "again"));
        if is_done && !is_event && tokens.get(at + 2).is_none_or(goes_on) {
            put(tokens, begin, at + 1, copula);
        }
    }
}

/// "Open the fridge now", "right now, open it", but not "open it and close it right away", nor after another sentence.
fn without_now(tokens: &mut Vec<Token>, is_begin: bool, vocabulary: &Vocabulary) {
    let is_one =
        |tokens: &[Token]| !tokens.iter().any(|token| matches!(token.word.as_str(), "and" | "or" | "," | "it"));
    let count = |words: &&str| words.split(' ').count();
    if let Some(words) = NOW.iter().find(|words| is_begin && tokens::stands(tokens, 0, words)) {
        let after = count(words) + usize::from(tokens.get(count(words)).is_some_and(|next| next.word == ","));
        if unconditional::is_order(&tokens[after..], vocabulary) {
            tokens.drain(..after);
        }
    }
    if let Some(words) = NOW
        .iter()
        .find(|words| tokens.len() > count(words) && tokens::stands(tokens, tokens.len() - count(words), words))
    {
        let rest = &tokens[..tokens.len() - count(words)];
        let rest = if rest.last().is_some_and(|last| last.word == ",") { &rest[..rest.len() - 1] } else { rest };
        // "If the door is open, close it now."
        let is_if = rest.first().is_some_and(|first| matches!(first.word.as_str(), "if" | "should"));
        let comma = rest.iter().rposition(|token| token.word == ",").filter(|_| is_if && words.ends_with("now"));
        let order = comma.map_or(rest, |comma| &rest[comma + 1..]);
        // "If it is open, robot 1 should close it" is a rule, for now or for ever.
        let is_rule = comma.is_some() && unconditional::told(order, vocabulary).len() < order.len();
        let is_told = !is_rule
            && unconditional::is_order(order, vocabulary)
            && (words.ends_with("now") || is_one(unconditional::told(order, vocabulary)));
        if is_told && is_begin {
            tokens.truncate(rest.len());
        }
    }
}

/// "Robot 1 should go and open the fridge", "go open it".
fn without_going(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    let is_verb = |at: usize| tokens.get(at).is_some_and(|next| vocabulary.is_base(&next.word));
    let goes = |at: &usize| {
        let is_first = *at == 0 || matches!(tokens[at - 1].word.as_str(), "," | "please" | "should" | "must");
        let is_no_noun = vocabulary.nouns(&tokens[(at + 1).min(tokens.len())..]).is_empty();
        tokens::stands(tokens, *at, "go and") && is_verb(at + 2)
            || is_first && is_no_noun && tokens::stands(tokens, *at, "go") && is_verb(at + 1)
    };
    let found: Vec<usize> = (0..tokens.len()).filter(goes).collect();
    for at in found.into_iter().rev() {
        let count = if tokens::stands(tokens, at, "go and") { 2 } else { 1 };
        put(tokens, at, at + count, "");
    }
}

/// "Open it quickly", "do it properly, please": the words for how, with the commas around them. Not in rules, where they could
/// bind: "never close it too quickly", "whenever it is open, close it promptly".
fn without_manners(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    const BINDING: [&str; 24] = [
        "not", "never", "no", "nobody", "nothing", "none", "neither", "nor", "if", "when", "whenever", "while",
        "until", "unless", "only", "without", "each", "every", "any", "always", "before", "after", "once", "may",
    ];
    let is_manner = |token: &Token| MANNERS.contains(&token.word.as_str()) && !vocabulary.knows(&token.word);
    if tokens.iter().any(|token| BINDING.contains(&token.word.as_str())) || tokens.iter().all(is_manner) {
        return;
    }
    for at in (0..tokens.len()).rev() {
        // "Robots must drive carefully" is about how, and nothing else.
        let is_all = at > 0 && at + 1 == tokens.len() && vocabulary.is_base(word(tokens, at - 1));
        if is_all || !tokens.get(at).is_some_and(is_manner) {
            continue;
        }
        tokens.remove(at);
        let is_comma = |at: usize| tokens.get(at).is_some_and(|token: &Token| token.word == ",");
        if at == 0 && is_comma(0) {
            tokens.remove(0);
        } else if at > 0 && is_comma(at - 1) && (is_comma(at) || at == tokens.len()) {
            tokens.remove(at - 1);
        }
    }
}

/// The form that stands here, and its plain words.
fn form(tokens: &[Token], at: usize, vocabulary: &Vocabulary) -> Option<(&'static str, &'static str)> {
    let fitting = FORMS.iter().filter(|(form, _)| tokens::stands(tokens, at, form));
    let (form, words) = *fitting.max_by_key(|(form, _)| form.len())?;
    let end = at + form.split(' ').count();
    // "When you are through with the table" is not the end.
    let is_apart = |at: usize| tokens.get(at).is_none_or(|next| matches!(next.word.as_str(), "," | "please"));
    let begins = at == 0 && !tokens.get(end).is_some_and(|next| matches!(next.word.as_str(), "with" | "on" | "in"));
    if form.ends_with("through") && !(begins || is_apart(end)) {
        return None;
    }
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
