//! Who alone may do something: "robot 1 alone may open it", "nobody else", "opening it is robot 1's job".

use crate::{
    general::{self, EXCEPTIONS},
    inflection::Form,
    modals,
    tokens::{self, APOSTROPHE, Token, insert, put, word},
    vocabulary::Vocabulary,
};

/// Words that allow something, after one who is named.
const ALLOWED: [&str; 5] = ["may", "can", "is allowed to", "is permitted to", "are allowed to"];
/// Words for everybody else.
const OTHERS: [&str; 12] = [
    "and nobody else",
    ", and nobody else",
    "and by nobody else",
    ", and by nobody else",
    "and no one else",
    ", and no one else",
    "and by no one else",
    ", and by no one else",
    ", nobody else",
    ", no one else",
    ", by nobody else",
    "but nobody else",
];
/// Words for nobody.
const NOBODY: [&str; 6] = ["nobody", "no one", "no robot", "no other robot", "nobody else", "no one else"];

/// The sentence with "only" before the one who may.
pub(crate) fn plain(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    if general::is_more_than_a_rule(sentence) {
        return sentence.to_vec();
    }
    let found = job(sentence, vocabulary)
        .or_else(|| passive(sentence, vocabulary))
        .or_else(|| alone(sentence, vocabulary))
        .or_else(|| only_one(sentence, vocabulary))
        .or_else(|| excepting(sentence, vocabulary));
    let mut tokens = found.unwrap_or_else(|| sentence.to_vec());
    does(&mut tokens, vocabulary);
    tokens
}

/// The robot, or the sort of robots, that is named here, and the place after it.
fn robot(tokens: &[Token], at: usize, vocabulary: &Vocabulary) -> Option<usize> {
    let name = at + usize::from(word(tokens, at) == "the");
    vocabulary.robot(tokens.get(name..)?).map(|length| name + length)
}

/// The base of a verb that has this form, where skills of the site have it, or it is one of getting hold of things.
fn base<'v>(word: &str, wanted: Form, vocabulary: &'v Vocabulary) -> Option<&'v str> {
    let is_getting = |base: &&str| matches!(*base, "pick" | "touch" | "handle");
    vocabulary.deed(word, wanted).or_else(|| vocabulary.base(word, wanted).filter(is_getting))
}

/// "Robot 1 alone may open it", "robot 1 may open it and nobody else".
fn alone(sentence: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    let end = robot(sentence, 0, vocabulary)?;
    let (may, is_said) = match word(sentence, end) {
        "alone" => (end + 1, true),
        _ => (end, false),
    };
    let others = tokens::before_any(sentence, sentence.len(), &OTHERS);
    let verb = tokens::after_any(sentence, may, &ALLOWED)?;
    if !(is_said || others.is_some()) || !vocabulary.is_base(word(sentence, verb)) {
        return None;
    }
    let mut tokens = sentence[..others.unwrap_or(sentence.len())].to_vec();
    put(&mut tokens, may, verb, "may");
    if is_said {
        tokens.remove(end);
    }
    insert(&mut tokens, 0, "only");
    Some(tokens)
}

/// "It may be opened by robot 1 alone", "... by robot 1 and by nobody else", "... by robot 1 only".
fn passive(sentence: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    // "It is to be opened by robot 1 only" may ask for that.
    const MODALS: [&str; 4] = ["may be", "can be", "is to be", "are to be"];
    let (modal, be) = (1..sentence.len())
        .find_map(|at| Some((at, MODALS.iter().find_map(|words| tokens::after(sentence, at, words))?)))?;
    let by = (be..sentence.len()).find(|at| word(sentence, *at) == "by")?;
    let end = robot(sentence, by + 1, vocabulary)?;
    let is_done = base(word(sentence, be), Form::Participle, vocabulary).is_some();
    let rest =
        tokens::after_any(sentence, end, &["alone", "only"]).or_else(|| tokens::after_any(sentence, end, &OTHERS))?;
    let is_order =
        matches!(word(sentence, modal), "is" | "are") && !matches!(word(sentence, be), "handled" | "touched");
    if is_order || !is_done || rest != sentence.len() || sentence[..modal].iter().any(|token| token.word == "only") {
        return None;
    }
    let mut tokens = sentence[..end].to_vec();
    put(&mut tokens, modal, be, "may only be");
    Some(tokens)
}

/// "Opening it is robot 1's job, nobody else does it".
fn job(sentence: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    const AFTER: [&str; 7] = [
        "and nobody else 's",
        "and no one else 's",
        ", no one else does it",
        ", nobody else does it",
        ", nobody else does that",
        "and nobody else does it",
        "alone",
    ];
    let verb = base(word(sentence, 0), Form::Ing, vocabulary)?.to_owned();
    let is = (1..sentence.len()).find(|at| matches!(word(sentence, *at), "is" | "are"))?;
    let (who, end) = match word(sentence, is + 1) {
        // "Opening it is for robot 1 only."
        "for" => {
            let end = robot(sentence, is + 2, vocabulary)?;
            (&sentence[is + 2..end], (word(sentence, end) == "only").then_some(end + 1)?)
        }
        _ => {
            let end = robot(sentence, is + 1, vocabulary)?;
            let is_own = word(sentence, end) == APOSTROPHE && word(sentence, end + 1) == "job";
            let after = tokens::after_any(sentence, end + 2, &AFTER)?;
            (&sentence[is + 1..end], is_own.then_some(after)?)
        }
    };
    if end != sentence.len() {
        return None;
    }
    let mut tokens = who.to_vec();
    let last = tokens.len();
    insert(&mut tokens, last, &format!("may {verb}"));
    // "Mixing" alone is of whatever there is to mix.
    if is == 1 {
        let last = tokens.len();
        insert(&mut tokens, last, "anything");
    }
    tokens.extend_from_slice(&sentence[1..is]);
    insert(&mut tokens, 0, "only");
    Some(tokens)
}

/// "Robot 1 is the only one who may open it".
fn only_one(sentence: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    const ONE: [&str; 6] = [
        "is the only one who",
        "is the only one that",
        "is the only robot who",
        "is the only robot that",
        "is the only one",
        "is the only robot",
    ];
    let begins = |at: &usize| *at == 0 || matches!(word(sentence, at - 1), "," | "and");
    (0..sentence.len()).filter(begins).find_map(|at| {
        let end = robot(sentence, at, vocabulary)?;
        let who = tokens::after_any(sentence, end, &ONE)?;
        let verb = tokens::after_any(sentence, who, &ALLOWED);
        // "The only robot allowed to open it".
        let verb = verb.or_else(|| tokens::after_any(sentence, who, &["allowed to", "permitted to", "to"]))?;
        let mut tokens = sentence.to_vec();
        put(&mut tokens, end, verb, "may");
        insert(&mut tokens, at, "only");
        vocabulary.is_base(word(sentence, verb)).then_some(tokens)
    })
}

/// "Apart from robot 1, nobody may open it".
fn excepting(sentence: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    // "But robot 1, nobody may open it" speaks to robot 1.
    let who = tokens::after_any(sentence, 0, &EXCEPTIONS).filter(|who| *who > 1 || word(sentence, 0) != "but")?;
    let end = robot(sentence, who, vocabulary)?;
    let comma = end + usize::from(word(sentence, end) == ",");
    let nobody = tokens::after_any(sentence, comma, &NOBODY)?;
    let may = tokens::after_any(sentence, nobody, &["may", "can", "must", "should", "is allowed to", "is to"]);
    let deed = base(word(sentence, nobody), Form::Present, vocabulary).map(str::to_owned);
    let mut rest = match (may, deed) {
        (Some(verb), _) if vocabulary.is_base(word(sentence, verb)) => sentence[verb..].to_vec(),
        (None, Some(base)) => {
            let mut rest = sentence[nobody..].to_vec();
            put(&mut rest, 0, 1, &base);
            rest
        }
        _ => return None,
    };
    insert(&mut rest, 0, "may");
    let mut tokens = sentence[who..end].to_vec();
    tokens.extend(rest);
    insert(&mut tokens, 0, "only");
    Some(tokens)
}

/// "Only robot 1 opens it", "from now on only robot 1 opens it": only robot 1 may open it.
fn does(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    if let Some(end) = tokens::after(tokens, 0, "from now on") {
        let comma = usize::from(word(tokens, end) == ",");
        if word(tokens, end + comma) == "only" {
            tokens.drain(..end + comma);
        }
    }
    let Some(verb) = (word(tokens, 0) == "only").then(|| robot(tokens, 1, vocabulary)).flatten() else { return };
    let is_verb =
        !modals::is_modal(word(tokens, verb)) && vocabulary.nouns(&tokens[verb.min(tokens.len())..]).is_empty();
    if let Some(base) = base(word(tokens, verb), Form::Present, vocabulary).filter(|_| is_verb) {
        let words = format!("may {base}");
        put(tokens, verb, verb + 1, &words);
    }
}
