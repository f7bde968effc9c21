//! Rules that put other wordings into the grammar's words before these are read.
//!
//! A rule is written as it is read. Its words stand for themselves, with these exceptions: `^` and `$` are the
//! beginning and the end of the statement, `a|b` is either word, `a_b` is two words, `a?` may be missing, `*` is some
//! words without a comma, `**` is some words, and `<do>`, `<doing>`, `<at>`, `<state>` and `<number>` are words of that
//! sort. In the result of a rule, `$1`, `$2` and so on are the words that `a|b`, `*`, `**` and the sorts stand for.

use std::ops::Range;

use super::{
    phrases::{ALONE, FRAMES, Rule, TIMES, WORDS},
    robots::WIDE,
    tokens::{Token, number},
    verbs::{base, form, is_deed},
};

/// The most words that `*` can stand for.
const MOST_WORDS: usize = 8;
/// Words before a place.
const AT: [&str; 6] = ["at", "in", "on", "near", "inside", "onto"];
/// Words after a thing that begin its state.
const STATE: [&str; 14] = [
    "at", "in", "on", "near", "inside", "open", "closed", "shut", "holding", "carrying", "lying", "standing",
    "sitting", "being",
];
/// Verbs that the grammar reads, but that are no actions of robots.
const OTHER_VERBS: [&str; 8] = ["be", "have", "lie", "sit", "rest", "remain", "end", "finish"];
/// Words that begin another clause.
const JOINTS: [&str; 12] =
    ["unless", "while", "when", "whenever", "if", "until", "before", "after", "as", "once", "except", "without"];

/// Words for several things or none. For the end of the mission these need not hold, or fail, at one moment.
const SEVERAL: [&str; 6] = ["and", "both", "no", "nobody", "none", "neither"];

fn has_any(tokens: &[Token], words: &[&str]) -> bool {
    tokens.iter().any(|token| words.contains(&token.word.as_str()))
}

/// Whether something is said of all things or robots; "at all times" and "each time" do not count.
fn is_wide(tokens: &[Token]) -> bool {
    const TIMES: [&str; 6] = ["time", "times", "moment", "moments", "instant", "point"];
    let is_time = |at: usize| tokens.get(at).is_some_and(|next| TIMES.contains(&next.word.as_str()));
    tokens.iter().enumerate().any(|(at, token)| WIDE.contains(&token.word.as_str()) && !is_time(at + 1))
}

/// Whether it is about the end: "The mission must not end before ...", "do not finish without ...".
fn is_of_the_end(tokens: &[Token]) -> bool {
    has_any(tokens, &["end", "finish", "stop", "conclude"]) && has_any(tokens, &["mission", "run", "work", "do"])
}

/// Puts a statement into the words of the grammar.
pub(super) fn plain(mut tokens: Vec<Token>) -> Vec<Token> {
    let is_alone = !tokens.iter().any(|token| JOINTS.contains(&token.word.as_str()) || token.word == "should");
    tokens = rewritten(level(without_remarks(tokens)), WORDS);
    let is_torn = is_wide(&tokens) || (is_of_the_end(&tokens) && has_any(&tokens, &SEVERAL));
    for (rules, applies) in [(ALONE, is_alone), (TIMES, true), (FRAMES, !is_torn)] {
        tokens = if applies { rewritten(tokens, rules) } else { tokens };
    }
    complete(sign(tokens))
}

/// Removes reasons and remarks about a thing: they add no constraint, as long as they hide no other clause.
fn without_remarks(mut tokens: Vec<Token>) -> Vec<Token> {
    let is_comma = |token: &Token| token.word == ",";
    let first = tokens.iter().position(is_comma);
    let is_idle = |tokens: &[Token]| is_reason(tokens) || is_concession(tokens);
    if let Some(comma) = first.filter(|comma| is_idle(&tokens[..*comma])) {
        tokens.drain(..=comma);
    }
    let last = tokens.iter().rposition(is_comma);
    if let Some(comma) = last.filter(|comma| is_idle(&tokens[comma + 1..]) || is_of_no_order(&tokens, *comma)) {
        tokens.truncate(comma);
    }
    while let Some(remark) = remark(&tokens) {
        tokens.drain(remark);
    }
    tokens
}

/// Merges prepositions: "in the sink, on the stove or on the counter" becomes "at" these places.
fn level(mut tokens: Vec<Token>) -> Vec<Token> {
    let is_preposition = |token: &Token| matches!(token.word.as_str(), "in" | "on" | "at");
    let mut before: Option<usize> = None;
    let mut at = 0;
    while at + 2 < tokens.len() {
        let goes_on = at > 0
            && matches!(tokens[at - 1].word.as_str(), "," | "or" | "nor")
            && tokens[at + 1].word == "the"
            && before.is_some_and(|before| at - before <= 5);
        match before {
            Some(first) if goes_on && is_preposition(&tokens[at]) => {
                if tokens[first].word != tokens[at].word {
                    tokens[first].word = "at".to_owned();
                }
                tokens.remove(at);
            }
            _ => {}
        }
        if is_preposition(&tokens[at]) {
            before = Some(at);
        }
        at += 1;
    }
    tokens
}

/// A reason: "because it is hot there", "since there is only room for one of them", "so that nothing spoils".
fn is_reason(tokens: &[Token]) -> bool {
    let Some((first, rest)) = tokens.split_first() else { return false };
    let begins = match first.word.as_str() {
        "because" => !has_any(rest, &["only"]),
        // "Since robot 2 was there" and "since Monday" may say when.
        "since" => has_any(rest, &["is", "are"]) && !has_any(rest, &["been"]),
        // "As the fridge is open" may say when.
        "as" => has_any(&rest[..rest.len().min(1)], &["it", "its", "they", "their", "there"]),
        "or" => rest.first().is_some_and(|next| next.word == "else"),
        "so" => rest.first().is_some_and(|next| next.word == "that"),
        _ => false,
    };
    let of_nobody = first.word == "so" && has_any(rest, &["nothing", "nobody"]);
    begins && !says_more(rest) && (of_nobody || !has_any(rest, &["nothing", "nobody"]))
}

/// Whether it is a state that the world state tells: "is on", "are closed".
fn is_state(pair: &[Token]) -> bool {
    base(&pair[0].word) == "be" && STATE.contains(&pair[1].word.as_str())
}

/// A concession: "whatever the others ask of it", "wherever it may be lying", "however full the counter is".
fn is_concession(tokens: &[Token]) -> bool {
    let Some((first, rest)) = tokens.split_first() else { return false };
    let is_such = match first.word.as_str() {
        "wherever" | "whatever" => true,
        "whichever" => rest.first().is_some_and(|next| next.word == "robot"),
        // "However robot 2 may be there" is an exception.
        "however" => !has_any(rest, &["robot", "robots", "may", "can", "will"]),
        _ => false,
    };
    let binds = has_any(rest, &["must", "should", "shall", "not", "never", "only", "but"]) || has_any(rest, &JOINTS);
    is_such && !rest.is_empty() && !binds && !rest.windows(2).any(is_state)
}

/// Whether a list ends in words such as "The sink, the stove and the counter, in any order".
fn is_of_no_order(tokens: &[Token], comma: usize) -> bool {
    let said: Vec<&str> = tokens[comma + 1..].iter().map(|token| token.word.as_str()).collect();
    let ["in", "any" | "whichever" | "whatever", "order", rest @ ..] = said.as_slice() else { return false };
    let is_idle = rest.iter().all(|word| ["it", "they", "likes", "like", "wants", "want", "chooses"].contains(word));
    is_idle && !has_any(tokens, &JOINTS) && !has_any(tokens, &["then", "first", "next", "later"])
}

/// The place of a remark such as ", which is very sharp," after a name.
fn remark(tokens: &[Token]) -> Option<Range<usize>> {
    let is_comma = |at: &usize| tokens.get(*at).is_some_and(|token| token.word == ",");
    let is_relative =
        |at: &usize| tokens.get(at + 1).is_some_and(|next| matches!(next.word.as_str(), "which" | "whose"));
    let from = (1..tokens.len()).find(|at| is_comma(at) && is_relative(at))?;
    let end = (from + 1..tokens.len()).find(is_comma).unwrap_or(tokens.len());
    let told = &tokens[from + 2..end];
    // After the name of a sort, "which" could select some of its things.
    let is_named = number(&tokens[from - 1].word).is_some();
    let is_more = says_more(told) || has_any(told, &["only", "nobody", "nothing"]);
    (is_named && !told.is_empty() && !is_more).then(|| from..(end + 1).min(tokens.len()))
}

/// Whether a remark says more: it could bind, or tells something that the world state tells too.
fn says_more(tokens: &[Token]) -> bool {
    const BINDING: [&str; 36] = [
        "must",
        "should",
        "shall",
        "may",
        "can",
        "will",
        "need",
        "needs",
        "to",
        "allowed",
        "permitted",
        "forbidden",
        "banned",
        "barred",
        "reserved",
        "off",
        "not",
        "no",
        "none",
        "never",
        "neither",
        "always",
        "ever",
        "otherwise",
        "but",
        "yet",
        "still",
        "now",
        "currently",
        "today",
        "then",
        "others",
        "robot",
        "robots",
        "empty",
        "applies",
    ];
    let is_done = |token: &Token| is_verb(&token.word) && !matches!(base(&token.word), "be" | "have" | "get");
    let is_there =
        |pair: &[Token]| AT.contains(&pair[0].word.as_str()) && matches!(pair[1].word.as_str(), "the" | "a" | "an");
    has_any(tokens, &BINDING)
        || has_any(tokens, &JOINTS)
        || tokens.iter().any(|token| is_done(token) || (number(&token.word).is_some() && token.word != "one"))
        || tokens.windows(2).any(|pair| is_state(pair) || is_there(pair))
}

fn rewritten(tokens: Vec<Token>, rules: &[Rule]) -> Vec<Token> {
    rules.iter().fold(tokens, |tokens, (pattern, becomes)| rewrite(tokens, pattern, becomes))
}

/// Applies a rule wherever it fits.
fn rewrite(tokens: Vec<Token>, pattern: &str, becomes: &str) -> Vec<Token> {
    let parts: Vec<&str> = pattern.split(' ').collect();
    let mut rewritten = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let mut found = Vec::new();
        match fits(&parts, &tokens, at, &mut found) {
            Some(end) if end > at => {
                rewritten.extend(made(becomes, &tokens, at..end, &found));
                at = end;
            }
            _ => {
                rewritten.push(tokens[at].clone());
                at += 1;
            }
        }
    }
    rewritten
}

/// The words that a rule puts in place of those it fits.
fn made(becomes: &str, tokens: &[Token], matched: Range<usize>, found: &[Range<usize>]) -> Vec<Token> {
    let span = tokens[matched.start].span.start..tokens[matched.end - 1].span.end;
    let parts = becomes.split(' ').filter(|part| !part.is_empty());
    let make = |part: &str| {
        let place = part.strip_prefix('$').and_then(|place| place.parse::<usize>().ok());
        match place.and_then(|place| found.get(place - 1)) {
            Some(words) => tokens[words.clone()].to_vec(),
            None => vec![Token { word: part.to_owned(), span: span.clone() }],
        }
    };
    parts.flat_map(make).collect()
}

/// The position after the words that fit a rule from `at` on.
fn fits(parts: &[&str], tokens: &[Token], at: usize, found: &mut Vec<Range<usize>>) -> Option<usize> {
    let Some((part, rest)) = parts.split_first() else { return Some(at) };
    let before = found.len();
    let mut ends_at = |end: usize, is_found: bool| {
        found.truncate(before);
        if is_found {
            found.push(at..end);
        }
        fits(rest, tokens, end, found)
    };
    match *part {
        "^" => (at == 0).then(|| ends_at(at, false)).flatten(),
        "$" => (at == tokens.len()).then(|| ends_at(at, false)).flatten(),
        "*" | "**" => {
            let is_any = *part == "**";
            let most = if is_any { tokens.len() } else { (at + MOST_WORDS).min(tokens.len()) };
            let is_word = |place: &usize| is_any || tokens[*place].word != ",";
            (at..most).take_while(is_word).find_map(|last| ends_at(last + 1, true))
        }
        part if part.starts_with('<') => {
            let is_such = tokens.get(at).is_some_and(|token| is_of_sort(part, &token.word));
            is_such.then(|| ends_at(at + 1, true)).flatten()
        }
        part => {
            let (words, is_optional) = part.strip_suffix('?').map_or((part, false), |words| (words, true));
            let is_found = !is_optional && words.contains('|');
            let one = words.split('|').find_map(|words| {
                let length = words.split('_').count();
                let said = tokens.get(at..at + length)?.iter().map(|token| token.word.as_str());
                if said.eq(words.split('_')) { ends_at(at + length, is_found) } else { None }
            });
            if one.is_none() && is_optional { ends_at(at, false) } else { one }
        }
    }
}

/// Whether a word is of the sort that a rule asks for.
fn is_of_sort(sort: &str, word: &str) -> bool {
    match sort {
        "<do>" => is_verb(word) && form(word).is_base,
        "<doing>" => is_verb(word) && form(word).is_ing,
        "<at>" => AT.contains(&word),
        "<state>" => STATE.contains(&word),
        _ => number(word).is_some(),
    }
}

fn is_verb(word: &str) -> bool {
    OTHER_VERBS.contains(&base(word)) || is_deed(word)
}

fn is_modal(word: &str) -> bool {
    matches!(word, "must" | "may" | "can" | "should" | "shall" | "will" | "do" | "does" | "allowed" | "permitted")
}

/// Adds the verb that signs leave out: "No knives on the stove".
fn sign(mut tokens: Vec<Token>) -> Vec<Token> {
    if tokens.first().is_none_or(|first| first.word != "no") {
        return tokens;
    }
    let joint = tokens.iter().position(|token| JOINTS.contains(&token.word.as_str())).unwrap_or(tokens.len());
    let place = tokens[..joint].iter().position(|token| matches!(token.word.as_str(), "at" | "in" | "on" | "near"));
    let has_verb = tokens[..joint].iter().any(|token| is_modal(&token.word) || is_verb(&token.word));
    let Some(place) = place.filter(|place| *place > 1 && !has_verb) else { return tokens };
    let span = tokens[place].span.clone();
    let verb = ["may", "be"].map(|word| Token { word: word.to_owned(), span: span.clone() });
    let subject = tokens[..place].to_vec();
    tokens.splice(..place, joined_by_or(subject).into_iter().chain(verb));
    tokens
}

/// Joins by "or": "no knives, no kettles and no apples" means none of all three.
fn joined_by_or(tokens: Vec<Token>) -> Vec<Token> {
    let mut joined = tokens;
    for pattern in [", and no", "and no", ", no"] {
        joined = rewrite(joined, pattern, "or");
    }
    joined
}

/// Repeats a place that was left out: "Robot 1 must be at the table whenever robot 2 is not".
fn complete(mut tokens: Vec<Token>) -> Vec<Token> {
    let is_be = |token: &Token| base(&token.word) == "be";
    let is_not = |token: &Token| matches!(token.word.as_str(), "not" | "never");
    let said = tokens.len() - tokens.iter().rev().take_while(|token| is_not(token)).count();
    if said == 0 || !is_be(&tokens[said - 1]) {
        return tokens;
    }
    // With two places, either could be meant.
    let mut places = tokens[..said - 1].iter().enumerate().filter(|(_, token)| is_be(token));
    let (Some((first, _)), None) = (places.next(), places.next()) else { return tokens };
    let is_joint = |token: &Token| token.word == "," || JOINTS.contains(&token.word.as_str()) || token.word == "only";
    let end = tokens[first..].iter().position(is_joint).map(|words| first + words);
    let from = first + 1 + tokens[first + 1..].iter().take_while(|token| is_not(token)).count();
    let Some(end) = end.filter(|end| from < *end && *end < said - 1) else { return tokens };
    let place = tokens[from..end].to_vec();
    if has_any(&place, &["or", "and", "nor", ","]) {
        return tokens;
    }
    if AT.contains(&place[0].word.as_str()) {
        tokens.extend(place);
    }
    tokens
}
