//! Things told by how they are at the start: "any toy that is still lying on the rug goes on the desk" is every such toy.

use crate::{
    general::BRING,
    inflection::Form,
    tokens::{self, Token, put, word},
    vocabulary::{Noun, Vocabulary},
};

/// Words for the start within a description, which tells of it without them.
const NOW: [&str; 8] =
    ["still", "currently", "now", "right now", "presently", "at present", "at the moment", "at this moment"];
/// Words with which a description goes on after its noun.
const TELLING: [&str; 14] = [
    "that", "which", "in", "on", "at", "inside", "from", "under", "lying", "standing", "sitting", "left", "lies",
    "stands",
];
/// Words with which the clause goes on after the things that it is about.
const GOING_ON: [&str; 18] = [
    "should", "must", "shall", "goes", "go", "belongs", "belong", "needs", "need", "ought", "comes", "come", "gets",
    "get", "has to", "have to", "is to", "are to",
];
/// Words by which one such thing may be meant, or what is said of it is not for now.
const BINDING: [&str; 17] = [
    "if", "when", "whenever", "while", "until", "till", "unless", "before", "after", "once", "always", "never", "only",
    "or", "nobody", "without", "as",
];

/// Words for where something is now, wherever that is.
const WHEREVER: [&str; 8] = [
    "wherever it is",
    "wherever it is lying",
    "wherever it is standing",
    "wherever it is right now",
    "wherever it is now",
    "wherever they are",
    "wherever they are lying",
    "wherever they are now",
];

/// The sentence with "every" for "any" and without words for the start, where a description has them.
pub(crate) fn plain(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    let mut tokens = sentence.to_vec();
    without_wherever(&mut tokens);
    not_yet(&mut tokens, vocabulary);
    beside_its_noun(&mut tokens, vocabulary);
    if tokens.iter().any(|token| BINDING.contains(&token.word.as_str())) {
        return tokens;
    }
    for at in (0..tokens.len()).rev() {
        if let Some(end) = now(&tokens, at, vocabulary) {
            tokens.drain(at..end);
        }
    }
    for at in (0..tokens.len()).rev() {
        if let Some(word) = all(&tokens, at, vocabulary) {
            put(&mut tokens, at, at + 1, word);
        }
    }
    tokens
}

/// "Every jar that has not been rinsed yet" to "every jar that is not rinsed".
fn not_yet(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    for at in (1..tokens.len()).rev() {
        let copula = match word(tokens, at) {
            "has" => "is",
            "have" => "are",
            _ => continue,
        };
        let end = tokens::after_any(tokens, at + 1, &["not been", "not yet been"]);
        let Some(end) = end.filter(|end| {
            matches!(word(tokens, at - 1), "that" | "which") && vocabulary.has_adjective(word(tokens, *end))
        }) else {
            continue;
        };
        if word(tokens, end + 1) == "yet" {
            tokens.remove(end + 1);
        }
        put(tokens, at, end, &format!("{copula} not"));
    }
}

/// "No jar may be lent that is not clean" to "no jar that is not clean may be lent".
fn beside_its_noun(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    if word(tokens, 0) != "no" {
        return;
    }
    let Some((_, length)) = vocabulary.nouns(&tokens[1..]).into_iter().next() else { return };
    let noun = 1 + length;
    let states = |tokens: &[Token]| -> Vec<usize> {
        tokens.iter().flat_map(|token| vocabulary.adjectives(&token.word)).map(|(predicate, _)| predicate).collect()
    };
    let mut pronouns = (noun..tokens.len()).filter(|at| matches!(word(tokens, *at), "that" | "which"));
    let (Some(that), None) = (pronouns.next(), pronouns.next()) else { return };
    let is_plain = |token: &Token| {
        !matches!(token.word.as_str(), "," | "and" | "or" | "before" | "until" | "while" | "unless" | "if")
    };
    // What is told of may be the last noun before it: "no jar may be put on a shelf that is not clean".
    let names = (noun..that).any(|at| !vocabulary.nouns(&tokens[at..that]).is_empty());
    // "No cup may be rinsed that is not dirty" is about one state before and after.
    let (done, told) = (states(&tokens[noun..that]), states(&tokens[that..]));
    if that > noun && !names && !done.iter().any(|state| told.contains(state)) && tokens[noun..].iter().all(is_plain) {
        let described = tokens.split_off(that);
        tokens.splice(noun..noun, described);
    }
}

/// "Fetch it from wherever it is and ...", "they go in the box, wherever they are now".
fn without_wherever(tokens: &mut Vec<Token>) {
    let stays = ["leave", "keep", "stay", "stays", "remain", "remains", "not", "never", "no"];
    if tokens.iter().any(|token| stays.contains(&token.word.as_str())) {
        return;
    }
    for at in (0..tokens.len()).rev() {
        let Some(end) = WHEREVER.iter().filter_map(|words| tokens::after(tokens, at, words)).max() else { continue };
        let is_apart = at > 0 && matches!(word(tokens, at - 1), "from" | ",");
        if !is_apart || !matches!(word(tokens, end), "" | "," | "and" | "then") {
            continue;
        }
        // "From wherever it is, the cup goes there."
        let begins = at == 1 && word(tokens, end) == ",";
        tokens.drain(at - 1..end + usize::from(begins));
    }
}

/// Where words for the start end that stand within a description here: "that is still there", "whatever is there at the moment".
fn now(tokens: &[Token], at: usize, vocabulary: &Vocabulary) -> Option<usize> {
    let end = NOW.iter().filter_map(|words| tokens::after(tokens, at, words)).max()?;
    let is_pronoun =
        |at: usize| matches!(word(tokens, at), "that" | "which" | "whatever" | "everything" | "anything" | "whichever");
    let is_copula = |at: usize| matches!(word(tokens, at), "is" | "are" | tokens::APOSTROPHE);
    let ends_noun = |end: usize| {
        (end.saturating_sub(4)..end)
            .any(|begin| vocabulary.nouns(&tokens[begin..end]).first().is_some_and(|(_, length)| begin + length == end))
    };
    let before = at.checked_sub(1)?;
    let is_of_which = is_copula(before) && before > 0 && is_pronoun(before - 1);
    let is_of_noun = ends_noun(at) || matches!(word(tokens, before), "anything" | "everything");
    let is_before_telling = end == at + 1
        && is_of_noun
        && word(tokens, at) == "still"
        && matches!(word(tokens, end), "in" | "on" | "at" | "inside" | "lying" | "standing" | "sitting");
    let is_described = tokens[..at].iter().any(|token| {
        matches!(token.word.as_str(), "whatever" | "everything" | "anything" | "every" | "any" | "all" | "whichever")
    });
    let goes_on = GOING_ON.iter().any(|words| tokens::after(tokens, end, words).is_some());
    let is_after_place = ends_noun(at) && is_described && goes_on;
    (is_of_which || is_before_telling || is_after_place).then_some(end)
}

/// The word for each of what "any" describes here.
fn all(tokens: &[Token], at: usize, vocabulary: &Vocabulary) -> Option<&'static str> {
    let begins = at == 0 || matches!(word(tokens, at - 1), "," | "and" | "then" | "please");
    let (noun, end, is_several) = match word(tokens, at) {
        "anything" => ("everything", at + 1, true),
        "any" => {
            let of_state = |at: usize| vocabulary.has_adjective(word(tokens, at));
            let name = at + 1 + usize::from(of_state(at + 1) && vocabulary.nouns(&tokens[at + 1..]).is_empty());
            let (nouns, length) = vocabulary.nouns(tokens.get(name..)?).into_iter().next()?;
            let Noun::Kind { kind, is_plural } = *nouns.first()? else { return None };
            let members = &vocabulary.kinds[kind].members;
            // Of robots or places it may tell which one will do.
            if members.iter().any(|one| vocabulary.robots.contains(one) || !vocabulary.can_move(*one)) {
                return None;
            }
            (if is_plural { "all" } else { "every" }, name + length, is_plural)
        }
        _ => return None,
    };
    // "Any box that has been labelled" may be one that is labelled later.
    let becomes = matches!(word(tokens, end + 1), "has" | "have") && word(tokens, end + 2) == "been";
    if !TELLING.contains(&word(tokens, end)) || becomes {
        return None;
    }
    if begins {
        // What it is about ends where the clause goes on.
        let goes_on = (end + 1..tokens.len())
            .find(|at| GOING_ON.iter().any(|words| tokens::after(tokens, *at, words).is_some()))?;
        let is_denied = tokens[goes_on..].iter().any(|token| matches!(token.word.as_str(), "not" | "no" | "nothing"));
        let is_one = !tokens[end..goes_on].iter().any(|token| token.word == ",");
        return (!is_denied && is_one).then_some(noun);
    }
    // "Bring any cup that is clean" may be one of them, "rinse any cup that is dirty" is not, nor are "any cups".
    let verbs = vocabulary.verbs(word(tokens, at - 1));
    let is_told = |(base, form): &(String, Form)| {
        *form == Form::Base
            && (is_several
                || !BRING.contains(&base.as_str())
                    && !matches!(base.as_str(), "use" | "pick" | "find" | "leave" | "keep" | "have" | "need" | "want"))
    };
    let is_order =
        verbs.iter().any(is_told) && (at == 1 || matches!(word(tokens, at - 2), "," | "and" | "then" | "please"));
    let is_denied = tokens[..at].iter().any(|token| matches!(token.word.as_str(), "not" | "no" | "nothing"));
    (is_order && !is_denied).then_some(noun)
}
