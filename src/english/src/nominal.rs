//! Deeds that a noun names, as verbs: "give the board a wipe", "the board needs a wipe", "every jar gets a label".

use crate::{
    frame::Part,
    inflection::{self, Form},
    modals,
    tokens::{self, Token, denies, word},
    vocabulary::Vocabulary,
};

/// Nouns that name a thing rather than the deed of the verb: a door that needs a lock does not need locking.
#[rustfmt::skip]
const THINGS: [&str; 16] = [
    "lock", "lift", "load", "stack", "plug", "switch", "stand", "drop", "place", "store", "ship", "drink", "light",
    "watch", "guard", "park",
];
/// Words between "a" and the noun that ask for nothing more.
const QUALITIES: [&str; 6] = ["good", "quick", "proper", "thorough", "nice", "little"];
/// Words that may stand after such a noun.
#[rustfmt::skip]
const AFTER: [&str; 18] = [
    ",", "and", "then", "before", "after", "with", "except", "apart", "but", "please", "too", "again", "once", "first",
    "afterwards", "if", "when", "?",
];
/// Words after which a clause tells a condition.
const CONDITIONS: [&str; 10] =
    ["if", "when", "whenever", "once", "until", "till", "while", "unless", "before", "after"];

/// The sentence with verbs for such nouns.
pub(crate) fn plain(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    let mut tokens = sentence.to_vec();
    for at in (0..tokens.len()).rev() {
        match word(&tokens, at) {
            "give" | "gives" => given(&mut tokens, at, vocabulary),
            "need" | "needs" | "want" | "wants" | "get" | "gets" | "could" => needed(&mut tokens, at, vocabulary),
            _ => {}
        }
    }
    tokens
}

/// The verb that is spelt as the noun after "a", or as the plural one that stands here, and the place after the noun.
fn deed(tokens: &[Token], at: usize, vocabulary: &Vocabulary) -> Option<(String, usize)> {
    let has_article = matches!(word(tokens, at), "a" | "an");
    let mut noun = at + usize::from(has_article);
    while has_article && QUALITIES.contains(&word(tokens, noun)) {
        noun += 1;
    }
    let form = if has_article { Form::Base } else { Form::Present };
    let verbs = vocabulary.verbs(word(tokens, noun));
    let (verb, _) = verbs.iter().find(|(base, of)| *of == form && is_deed(base, vocabulary))?;
    let is_name = !vocabulary.nouns(&tokens[noun..]).is_empty();
    let after = noun + 1;
    let ends = after == tokens.len() || AFTER.contains(&word(tokens, after));
    (ends && !is_name && !THINGS.contains(&verb.as_str())).then(|| (verb.clone(), after))
}

/// Whether the site has a skill that is said by this verb and its thing: "wipe the board".
fn is_deed(verb: &str, vocabulary: &Vocabulary) -> bool {
    let mut frames = vocabulary.frames_of(verb);
    frames.any(|(_, frame)| frame.tells_deed() && matches!(frame.parts.as_slice(), [Part::Slot(_)]))
}

/// "Give the board a scrub": scrub the board.
fn given(tokens: &mut Vec<Token>, at: usize, vocabulary: &Vocabulary) {
    let is_article = |place: &usize| matches!(word(tokens, *place), "a" | "an");
    // "Give the cup to robot 1 and the board a wipe" tells two things.
    let ends =
        |place: &usize| matches!(word(tokens, *place), "to" | "then" | "if" | "when" | "before" | "after" | "give");
    let end = (at + 1..tokens.len()).find(ends).unwrap_or(tokens.len());
    let found = (at + 2..end).filter(is_article).find_map(|place| Some((place, deed(tokens, place, vocabulary)?)));
    let Some((article, (verb, after))) = found else { return };
    let joins_orders = (at + 1..article).any(|place| {
        let is_verb = vocabulary.is_base(word(tokens, place));
        is_verb && matches!(word(tokens, place - 1), "and" | ",")
    });
    if joins_orders {
        return;
    }
    tokens.drain(article..after);
    tokens[at].word = if word(tokens, at) == "give" { verb } else { inflection::third(&verb) };
}

/// "The board needs a wipe", "the toys want labels", "every jar gets a label": they need wiping and labelling.
fn needed(tokens: &mut Vec<Token>, at: usize, vocabulary: &Vocabulary) {
    let noun = match word(tokens, at) {
        "could" => tokens::after(tokens, at, "could do with"),
        _ => Some(at + 1),
    };
    let Some((verb, after)) = noun.and_then(|noun| deed(tokens, noun, vocabulary)) else { return };
    // "Pallet 1 gets a wrap once it is full" would be a rule, and so would "whenever it is full, it gets a wrap".
    if tokens[after..].iter().any(|token| CONDITIONS.contains(&token.word.as_str())) {
        return;
    }
    let before = &tokens[..at];
    let clause = before.iter().rposition(|token| token.word == ",").map_or(0, |comma| comma + 1);
    let subject = &before[clause..];
    let article = usize::from(word(subject, 0) == "the");
    // A robot that gets a label fetches it.
    let is_robot = vocabulary.robot(subject.get(article..).unwrap_or_default()).is_some();
    let is_speaker = matches!(word(subject, 0), "i" | "we" | "you" | "somebody" | "someone");
    let tells_condition = subject.last().is_some_and(|last| matches!(last.word.as_str(), "that" | "which" | "who"))
        || before.iter().any(|token| CONDITIONS.contains(&token.word.as_str()));
    let is_denied = denies(before);
    let begins_order = subject.last().is_none_or(|last| matches!(last.word.as_str(), "and" | "then" | "please" | "or"));
    if begins_order || is_robot || is_speaker || tells_condition || is_denied {
        return;
    }
    let is_modal = subject.last().is_some_and(|last| modals::is_must(&last.word) || last.word == "to");
    let words = match word(tokens, at) {
        "get" if is_modal => ["be".to_owned(), inflection::participle(&verb)],
        _ if is_modal => return,
        "need" | "want" | "get" => ["need".to_owned(), inflection::ing(&verb)],
        _ => ["needs".to_owned(), inflection::ing(&verb)],
    };
    let span = tokens[at].span.start..tokens[after - 1].span.end;
    tokens.splice(at..after, words.map(|word| Token { word, span: span.clone() }));
}
