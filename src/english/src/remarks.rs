//! Reasons and remarks, which add nothing, as long as they could not bind anybody.

use crate::{
    tokens::{self, Token, denies},
    vocabulary::Vocabulary,
};

/// Words by which a remark could bind, or tell of another time.
const BINDING: [&str; 45] = [
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
    "nor",
    "always",
    "ever",
    "but",
    "yet",
    "still",
    "now",
    "currently",
    "today",
    "then",
    "robot",
    "robots",
    "empty",
    "only",
    "nobody",
    "nothing",
    "without",
    "except",
    "first",
    "been",
    "likewise",
    "too",
    "also",
    "and",
];
/// Words by which it says more of what is asked for.
const FURTHER: [&str; 12] =
    ["otherwise", "others", "if", "when", "whenever", "while", "until", "before", "after", "unless", "once", "same"];

/// Whether a remark with this word says when, or of which others, something is asked for.
pub(crate) fn says_further(word: &str) -> bool {
    FURTHER.contains(&word)
}

/// Whether a remark with this word could bind.
pub(crate) fn could_bind(word: &str) -> bool {
    BINDING.contains(&word) || says_further(word)
}

/// Verbs of what is gained by an order, which asks for nothing more: "to prevent accidents".
const PURPOSES: [&str; 9] =
    ["prevent", "avoid", "save", "reduce", "protect", "conserve", "minimise", "minimize", "preserve"];
/// Words before "to" that make what follows an order.
const BINDING_TO: [&str; 16] = [
    "is", "are", "be", "has", "have", "had", "need", "needs", "ought", "want", "wants", "like", "allowed", "supposed",
    "sure", "remember",
];

/// The sentence without its reasons and remarks: "because it is hot there", "which is very sharp".
pub(crate) fn without(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    let mut tokens = sentence.to_vec();
    let commas = |tokens: &[Token]| -> Vec<usize> {
        tokens.iter().enumerate().filter(|(_, token)| token.word == ",").map(|(at, _)| at).collect()
    };
    if let Some(first) = commas(&tokens).first().copied()
        && is_idle(&tokens[..first], vocabulary)
    {
        tokens.drain(..=first);
    }
    if let Some(last) = commas(&tokens).last().copied()
        && is_idle(&tokens[last + 1..], vocabulary)
    {
        tokens.truncate(last);
    }
    if let Some(at) = (1..tokens.len()).find(|at| is_purpose(&tokens, *at, vocabulary)) {
        tokens.truncate(if tokens[at - 1].word == "," { at - 1 } else { at });
    }
    let because = tokens.iter().position(|token| token.word == "because");
    if let Some(at) = because.filter(|at| *at > 0 && is_idle(&tokens[*at..], vocabulary)) {
        tokens.truncate(at);
    }
    tokens
}

/// What is forbidden, without the words after it that tell why: "never open it, it is broken".
pub(crate) fn without_why(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    let last = sentence.iter().rposition(|token| token.word == ",");
    let why = last.filter(|last| is_ban(&sentence[..*last]) && is_reason_of_ban(&sentence[last + 1..], vocabulary));
    sentence[..why.unwrap_or(sentence.len())].to_vec()
}

/// Whether what a sentence says first is that something must not be.
pub(crate) fn is_forbidding(said: &[Token]) -> bool {
    const FORBIDDING: [&str; 9] =
        ["never", "do not", "must not", "may not", "should not", "no", "nobody", "nothing", "none"];
    let main = main_clause(said);
    let before = main.iter().position(|token| token.word == ",").unwrap_or(main.len());
    (0..before).any(|at| tokens::after_any(main, at, &FORBIDDING).is_some())
}

fn main_clause(said: &[Token]) -> &[Token] {
    let clause =
        said.iter().position(|token| matches!(token.word.as_str(), "that" | "which" | "who" | "if" | "when" | "but"));
    &said[..clause.unwrap_or(said.len())]
}

/// Whether a sentence forbids or limits something.
fn is_ban(said: &[Token]) -> bool {
    const LIMITS: [&str; 4] = ["at most", "no more than", "not more than", "never more than"];
    let main = main_clause(said);
    let keeps = |token: &Token| matches!(token.word.as_str(), "keep" | "stay" | "stays");
    denies(main) || main.iter().any(keeps) || (0..main.len()).any(|at| tokens::after_any(main, at, &LIMITS).is_some())
}

/// Whether the words tell what something is like: "it is narrow there", "its wheel is loose". Of an order such words may tell which
/// thing is meant; of a ban they say why.
fn is_reason_of_ban(tokens: &[Token], vocabulary: &Vocabulary) -> bool {
    /// Words by which it may be allowed at times, or is told of one thing of several.
    #[rustfmt::skip]
    const PERMITTING: [&str; 26] = [
        "just", "or", "so", "fine", "ok", "okay", "like", "one", "it", "them", "free", "later", "soon", "right", "acceptable", "possible",
        "emergency", "emergencies", "during", "sometimes", "usually", "mostly", "tonight", "tomorrow", "alright", "good",
    ];
    let Some((first, rest)) = tokens.split_first() else { return false };
    let begins = matches!(first.word.as_str(), "it" | "its" | "they" | "their");
    let is_plain = |(at, token): (usize, &Token)| {
        let is_degree = token.word == "too" && at + 1 < rest.len();
        (is_degree || !could_bind(&token.word)) && !PERMITTING.contains(&token.word.as_str())
    };
    begins && !rest.is_empty() && rest.iter().enumerate().all(is_plain) && is_about_nothing(rest, vocabulary)
}

/// Whether the words are a reason or a concession that speaks of nothing in the world.
fn is_idle(tokens: &[Token], vocabulary: &Vocabulary) -> bool {
    let Some((first, rest)) = tokens.split_first() else { return false };
    let begins = match first.word.as_str() {
        "because" => true,
        "since" => rest.iter().any(|token| matches!(token.word.as_str(), "is" | "are" | crate::tokens::APOSTROPHE)),
        "as" => rest.first().is_some_and(|next| matches!(next.word.as_str(), "it" | "its" | "they" | "their")),
        "so" => rest.first().is_some_and(|next| next.word == "that"),
        "for" => rest.first().is_some_and(|next| next.word == "reasons"),
        "in" => {
            let words: Vec<&str> = rest.iter().map(|token| token.word.as_str()).collect();
            return matches!(
                words.as_slice(),
                ["any" | "whatever" | "whichever", "order"] | ["any", "order", "you" | "they", "like"]
            );
        }
        _ => false,
    };
    begins
        && !rest.is_empty()
        && !rest.iter().any(|token| could_bind(&token.word))
        && is_about_nothing(rest, vocabulary)
}

/// Whether words name no thing, number or skill of the site.
fn is_about_nothing(words: &[Token], vocabulary: &Vocabulary) -> bool {
    let acts = |token: &Token| {
        let is_verb = |verb: &(String, _)| !matches!(verb.0.as_str(), "be" | "have" | "need" | "want" | "handle");
        vocabulary.verbs(&token.word).iter().any(is_verb)
    };
    let names = |at: usize| !vocabulary.nouns(&words[at..]).is_empty();
    !words.iter().any(|token| acts(token) || crate::tokens::number(&token.word).is_some())
        && !(0..words.len()).any(names)
}

/// Whether the rest of the sentence only says what the order before it is good for: "to prevent a fire".
fn is_purpose(tokens: &[Token], at: usize, vocabulary: &Vocabulary) -> bool {
    let words = |from: usize| tokens.get(from).map(|token| token.word.as_str());
    if words(at) != Some("to") || !words(at + 1).is_some_and(|verb| PURPOSES.contains(&verb)) {
        return false;
    }
    // "I want robot 1 to avoid the stove" is a rule.
    let is_of_robot = (1..=at).any(|length| vocabulary.robot(&tokens[at - length..]) == Some(length));
    let is_bound = words(at - 1).is_some_and(|before| BINDING_TO.contains(&before));
    // "To avoid the stove" keeps away from it, "to avoid water damage" from no water.
    let the = at + 2 + usize::from(words(at + 2) == Some("the"));
    let named = vocabulary.nouns(tokens.get(the..).unwrap_or_default()).first().map(|(_, length)| the + length);
    let is_end = |end: usize| words(end).is_none_or(|next| matches!(next, "," | "and" | "or"));
    let is_deed = || words(at + 2).is_some_and(|word| !vocabulary.verbs(word).is_empty());
    let avoids = words(at + 1) == Some("avoid") && (named.is_some_and(is_end) || is_deed());
    // "Damage to the fridge".
    let is_order = |place: usize| words(place + 1).is_none_or(|next| !vocabulary.verbs(next).is_empty());
    let binds = |(place, token): (usize, &Token)| match token.word.as_str() {
        "and" => false,
        "to" => is_order(place),
        word => could_bind(word),
    };
    let has_binding = tokens.iter().enumerate().skip(at + 2).any(binds);
    at + 2 < tokens.len() && !is_of_robot && !is_bound && !avoids && !has_binding
}
