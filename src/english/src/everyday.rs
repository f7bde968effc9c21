//! Everyday forms as the plain ones that mean the same: "by the end of the shift", "my cup", "it's got to be".

use crate::{
    general,
    inflection::Form,
    modals, speaker,
    tokens::{self, Token, put},
    vocabulary::{Noun, Vocabulary},
};

/// Forms and the plain words for them, wherever they stand.
const FORMS: [(&str, &str); 59] = [
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
const MANNERS: [&str; 7] = ["simply", "properly", "kindly", "promptly", "quickly", "quick", "speedily"];
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
#[rustfmt::skip]
const NOW: [&str; 14] = [
    "right now", "now", "right away", "straight away", "this instant", "this minute", "later today", "today", "tonight",
    "this morning", "this afternoon", "this evening", "this time", "this time round",
];
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
    without_manners(&mut tokens, vocabulary);
    without_now(&mut tokens, is_begin, vocabulary);
    with_then(&mut tokens, vocabulary);
    speaker::without_for_me(&mut tokens, vocabulary);
    without_first(&mut tokens, vocabulary);
    without_going(&mut tokens, vocabulary);
    emptied(&mut tokens, vocabulary);
    being(&mut tokens, vocabulary);
    everything_as_them(&mut tokens, vocabulary);
    everything_there(&mut tokens);
    when_done(&mut tokens, vocabulary);
    for at in (0..tokens.len()).rev() {
        let is_clause = at == 0 || matches!(tokens[at - 1].word.as_str(), "," | "and" | "then");
        if let Some(words) = DONE.iter().find(|words| is_clause && stands(&tokens, at, words)) {
            let is_said = at > 1 && tokens[at - 1].word == "," && tokens[at - 2].word == "then";
            let count = words.split(' ').count() + usize::from(is_said);
            put(
                &mut tokens,
                at - usize::from(is_said),
                at - usize::from(is_said) + count,
                if is_said { "" } else { "after that" },
            );
        }
    }
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

/// "Before it gets opened", "it should get washed": "is opened", "be washed".
fn being(tokens: &mut [Token], vocabulary: &Vocabulary) {
    const AFTER: [&str; 16] = [
        ",", "and", "or", "by", "before", "after", "until", "once", "when", "if", "in", "on", "at", "first", "too",
        "again",
    ];
    const BEFORE: [&str; 3] = ["to", "not", "never"];
    let is_before = |word: &str| modals::is_modal(word) || BEFORE.contains(&word);
    for at in 1..tokens.len() {
        let being = match tokens[at].word.as_str() {
            "gets" => "is",
            "get" if is_before(&tokens[at - 1].word) => "be",
            _ => continue,
        };
        let is_done = tokens.get(at + 1).is_some_and(|token| {
            vocabulary.verbs(&token.word).iter().any(|(_, form)| matches!(form, Form::Participle))
        });
        let ends = tokens.get(at + 2).is_none_or(|token| AFTER.contains(&token.word.as_str()));
        if is_done && ends {
            tokens[at].word = being.to_owned();
        }
    }
}

/// Whether a sentence goes on with the one before: "once that's done, ...".
pub(crate) fn goes_on(sentence: &[Token]) -> bool {
    let start = usize::from(sentence.first().is_some_and(|first| first.word == "and"));
    DONE.iter().any(|words| stands(sentence, start, words))
}

/// Whether a sentence is an order about what the one before, an order too, names: "Open door 1. Close it.", "Open door 1.
/// Once the cup is in the sink, close it."
pub(crate) fn is_about(sentence: &[Token], before: &[Token], vocabulary: &Vocabulary) -> bool {
    let awaits = ["once", "as soon as", "after"].iter().any(|word| stands(sentence, 0, word));
    let after = |comma: usize| sentence.get(comma + 1..).unwrap_or_default();
    let mut commas = (0..sentence.len()).filter(|at| awaits && sentence[*at].word == ",");
    let comma = commas.find(|comma| is_order(after(*comma), vocabulary));
    let sentence = comma.map_or(sentence, after);
    // "Take the apple and put it on the desk" names what it means itself.
    let it = sentence.iter().position(|token| matches!(token.word.as_str(), "it" | "them"));
    let refers = it.is_some_and(|it| (0..it).all(|at| vocabulary.nouns(&sentence[at..]).is_empty()));
    // "All clothes into the machine."
    let has_verb = || before.iter().any(|token| !vocabulary.verbs(&token.word).is_empty());
    let is_towards = |token: &Token| matches!(token.word.as_str(), "to" | "into" | "onto" | "in" | "on");
    let is_short = || before.iter().any(is_towards) && !has_verb();
    refers && is_order(sentence, vocabulary) && (is_order(before, vocabulary) || is_short())
}

/// Whether the words are an order, or several, that depend on nothing: "open the fridge and wipe the table".
pub(crate) fn is_order(tokens: &[Token], vocabulary: &Vocabulary) -> bool {
    let order = told(tokens, vocabulary);
    let is_plain = |token: &Token| !DEPENDING.contains(&token.word.as_str());
    order.first().is_some_and(|first| vocabulary.is_base(&first.word) && !LASTING.contains(&first.word.as_str()))
        && order.iter().all(is_plain)
}

/// The words from the first verb of an order on: "robot 1, open it", "robot 1 should open it", "I want robot 1 to open it".
fn told<'t>(tokens: &'t [Token], vocabulary: &Vocabulary) -> &'t [Token] {
    const TOLD: [&str; 2] = [",", "is supposed to"];
    const WISHES: [&str; 6] = ["i want", "i need", "i would like", "we want", "we need", "we would like"];
    let wish = WISHES.iter().find(|wish| stands(tokens, 0, wish)).map_or(0, |wish| wish.split(' ').count());
    let whom = &tokens[wish..];
    let whom = if whom.first().is_some_and(|first| first.word == "the") { &whom[1..] } else { whom };
    let Some(length) = vocabulary.robot(whom) else { return tokens };
    let after = match wish {
        0 => modals::after_duty(whom, length).or_else(|| tokens::after_any(whom, length, &TOLD)),
        _ => tokens::after(whom, length, "to"),
    };
    let told = after.map_or(tokens, |after| &whom[after..]);
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

/// "Robot 1 should go and open the fridge", "go open it".
fn without_going(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    let is_verb = |at: usize| tokens.get(at).is_some_and(|next| vocabulary.is_base(&next.word));
    let goes = |at: &usize| {
        let is_first = *at == 0 || matches!(tokens[at - 1].word.as_str(), "," | "please" | "should" | "must");
        let is_no_noun = vocabulary.nouns(&tokens[(at + 1).min(tokens.len())..]).is_empty();
        stands(tokens, *at, "go and") && is_verb(at + 2)
            || is_first && is_no_noun && stands(tokens, *at, "go") && is_verb(at + 1)
    };
    let found: Vec<usize> = (0..tokens.len()).filter(goes).collect();
    for at in found.into_iter().rev() {
        let count = if stands(tokens, at, "go and") { 2 } else { 1 };
        put(tokens, at, at + count, "");
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

/// "Open it quickly", "do it properly, please": the words for how, with the commas around them. Not in rules, where they could
/// bind: "never close it too quickly", "whenever it is open, close it promptly".
fn without_manners(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    const BINDING: [&str; 20] = [
        "not", "never", "no", "nobody", "nothing", "none", "neither", "nor", "if", "when", "whenever", "while",
        "until", "unless", "only", "without", "each", "every", "any", "always",
    ];
    let is_manner = |token: &Token| MANNERS.contains(&token.word.as_str()) && !vocabulary.knows(&token.word);
    if tokens.iter().any(|token| BINDING.contains(&token.word.as_str())) || tokens.iter().all(is_manner) {
        return;
    }
    for at in (0..tokens.len()).rev() {
        if !tokens.get(at).is_some_and(is_manner) {
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

/// "Open gate 1 and go there afterwards": and then go there.
fn with_then(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    const AFTER: [&str; 4] = ["again afterwards", "afterwards", "after that", "afterward"];
    let count = |words: &str| words.split(' ').count();
    let ends = |words: &&&str| tokens.len() > count(words) && stands(tokens, tokens.len() - count(words), words);
    let Some(words) = AFTER.iter().find(ends) else { return };
    let end = tokens.len() - count(words);
    let begins = |at: &usize| {
        let verb = at + 1 + usize::from(tokens.get(at + 1).is_some_and(|next| next.word == "please"));
        tokens[*at].word == "and" && vocabulary.is_base(tokens.get(verb).map_or("", |token| &token.word))
    };
    let Some(and) = (1..end).rev().find(begins) else { return };
    // "If it is open, put the apple in and close it afterwards."
    let is_if = tokens[0].word == "if";
    let begin = tokens.iter().position(|token| token.word == ",").filter(|_| is_if).map_or(0, |comma| comma + 1);
    let first = tokens.get(begin..and).unwrap_or_default();
    let is_first = is_order(first, vocabulary) || is_short(first, vocabulary) || are_in_turn(first, vocabulary);
    if !is_first || !is_order(&tokens[and + 1..end], vocabulary) {
        return;
    }
    let is_again = words.starts_with("again");
    put(tokens, end, end + count(words), if is_again { "again" } else { "" });
    put(tokens, and, and + 1, "and then");
}

/// "The cup into the machine": to be brought there.
fn is_short(tokens: &[Token], vocabulary: &Vocabulary) -> bool {
    let all = |token: &&Token| matches!(token.word.as_str(), "the" | "all" | "both" | "of");
    let noun = tokens.iter().take_while(all).count();
    let begins = tokens.get(noun..).is_some_and(|rest| !vocabulary.nouns(rest).is_empty());
    let is_base = |token: &Token| vocabulary.is_base(&token.word);
    let is_plain = |token: &Token| !DEPENDING.contains(&token.word.as_str()) && !is_base(token);
    let is_towards = |token: &Token| matches!(token.word.as_str(), "to" | "into" | "onto" | "in" | "on");
    begins && tokens.iter().all(is_plain) && tokens.iter().any(is_towards)
}

/// "First open the gate, then put the box in": orders in their order.
fn are_in_turn(tokens: &[Token], vocabulary: &Vocabulary) -> bool {
    let Some(then) = tokens.iter().position(|token| token.word == "then").filter(|then| *then > 2) else {
        return false;
    };
    let last = tokens.last().map_or(0, |last| usize::from(last.word == ","));
    let comma = then - usize::from(tokens[then - 1].word == ",");
    tokens[0].word == "first"
        && is_order(&tokens[1..comma], vocabulary)
        && is_order(&tokens[then + 1..tokens.len() - last], vocabulary)
}

/// "Wash it, and when it has been washed, put it away": once it has been.
fn when_done(tokens: &mut [Token], vocabulary: &Vocabulary) {
    let Some(when) = (1..tokens.len()).find(|at| tokens[*at].word == "when") else { return };
    let done = ["it has been", "they have been"].iter().find_map(|words| tokens::after(tokens, when + 1, words));
    let verbs = done.and_then(|done| tokens.get(done)).map_or(&[][..], |done| vocabulary.verbs(&done.word));
    let is_told = |(base, form): &(String, Form)| {
        *form == Form::Participle && tokens[..when].iter().any(|token| token.word == *base)
    };
    let is_joint = |token: &Token| matches!(token.word.as_str(), "," | "and" | "then");
    let before = when - tokens[..when].iter().rev().take_while(|token| is_joint(token)).count();
    // What is done to it was ordered before, so it is for one time.
    if verbs.iter().any(is_told) && is_order(&tokens[..before], vocabulary) {
        "once".clone_into(&mut tokens[when].word);
    }
}

/// Whether a word stands before this place by which something is done after what follows.
fn is_after(tokens: &[Token], at: usize) -> bool {
    tokens::before_any(tokens, at, &["once", "when", "after", "until", "soon as"]).is_some()
}

/// The form that stands here, and its plain words.
fn form(tokens: &[Token], at: usize, vocabulary: &Vocabulary) -> Option<(&'static str, &'static str)> {
    let fitting = FORMS.iter().filter(|(form, _)| stands(tokens, at, form));
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
        put(tokens, at, place, words);
    }
}

/// "Take everything out of the box and put it on the shelf": put them there. "Close it" is about the box.
fn everything_as_them(tokens: &mut [Token], vocabulary: &Vocabulary) {
    let is = |at: usize, words: &[&str]| tokens.get(at).is_some_and(|token| words.contains(&token.word.as_str()));
    let Some(all) = (1..tokens.len()).find(|&at| is(at, &["everything", "whatever"]) && is(at - 1, &general::TAKES))
    else {
        return;
    };
    let is_base = |token: &Token| vocabulary.is_base(&token.word);
    let Some(verb) = (all + 1..tokens.len()).find(|&at| is_base(&tokens[at]) && is(at - 1, &["and", "then", ","]))
    else {
        return;
    };
    if is(verb, &general::PUTS) && is(verb + 1, &["it"]) {
        "them".clone_into(&mut tokens[verb + 1].word);
    }
}

/// "Once everything is in there": what was to be brought there, not everything there is.
fn everything_there(tokens: &mut Vec<Token>) {
    const EVERYTHING: [&str; 5] = [
        "everything is there",
        "everything is in there",
        "everything is on there",
        "everything is on it",
        "everything is in it",
    ];
    const THERE: [&str; 9] = [
        "they are all in there",
        "they are all on there",
        "they are all inside",
        "they are all there",
        "they are all in",
        "they are all on",
        "they are inside",
        "they are on there",
        "everything is inside",
    ];
    for at in 1..tokens.len() {
        if !is_after(tokens, at) {
            continue;
        }
        let ends = |end: &usize| tokens.get(*end).is_none_or(|next| next.word == ",");
        if EVERYTHING.iter().any(|words| stands(tokens, at, words)) {
            "they".clone_into(&mut tokens[at].word);
            "are".clone_into(&mut tokens[at + 1].word);
        } else if let Some(end) = THERE.iter().find_map(|words| tokens::after(tokens, at, words)).filter(ends) {
            put(tokens, at, end, "they are there");
        }
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
