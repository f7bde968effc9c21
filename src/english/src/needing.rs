//! What a thing needs, as what is to be done to it: "the bench could do with wiping", "the door needs opening".

use crate::{
    general, idioms,
    inflection::{self, Form},
    tokens::{self, Token, denies, insert, put, word},
    vocabulary::Vocabulary,
};

/// Verbs that are also what is given: "it needs water".
const MASSES: [&str; 2] = ["water", "oil"];

/// "The bench could do with wiping", "the fern is due for watering", "the fern needs water": it needs to be wiped, watered.
pub(crate) fn due(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    const FORMS: [(&str, &str); 10] = [
        ("could do with", "needs"),
        ("is due for", "needs"),
        ("are due for", "need"),
        ("is overdue for", "needs"),
        ("is in need of", "needs"),
        ("are in need of", "need"),
        ("is crying out for", "needs"),
        ("needs some", "needs"),
        ("need some", "need"),
        ("needs", "needs"),
    ];
    const CONDITIONS: [&str; 12] =
        ["if", "when", "whenever", "once", "until", "till", "while", "unless", "before", "after", "that", "which"];
    if denies(tokens) || tokens.iter().any(|token| CONDITIONS.contains(&token.word.as_str())) {
        return;
    }
    for at in (1..tokens.len()).rev() {
        let Some((end, need)) = FORMS.iter().find_map(|(words, need)| Some((tokens::after(tokens, at, words)?, *need)))
        else {
            continue;
        };
        // "The bench is due for a polish": it needs one.
        if matches!(word(tokens, end), "a" | "an" | "some" | "another") && !need.starts_with(word(tokens, at)) {
            put(tokens, at, end, need);
            continue;
        }
        // A robot that needs water fetches some.
        let is_robot = (0..at).any(|begin| vocabulary.robot(&tokens[begin..at]) == Some(at - begin));
        let is_speaker = matches!(word(tokens, at - 1), "i" | "we" | "you" | "somebody" | "someone");
        if is_robot
            || is_speaker
            || !vocabulary.nouns(&tokens[end.min(tokens.len())..]).is_empty()
            || !idioms::ends(tokens, end + 1)
        {
            continue;
        }
        let verbs = vocabulary.verbs(word(tokens, end));
        let base = verbs
            .iter()
            .find(|(base, form)| matches!(form, Form::Ing) || (*form == Form::Base && MASSES.contains(&base.as_str())));
        let Some((base, _)) = base.filter(|(base, _)| !general::is_verb(base)) else { continue };
        let words = format!("{need} to be {}", inflection::participle(base));
        put(tokens, at, end + 1, &words);
    }
}

/// "The door needs opening": it needs to be opened.
pub(crate) fn needing(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    for at in (1..tokens.len().saturating_sub(1)).rev() {
        if !matches!(word(tokens, at), "needs" | "need" | "wants" | "want" | "requires" | "require") {
            continue;
        }
        let verbs = vocabulary.verbs(word(tokens, at + 1));
        let Some((base, _)) = verbs.iter().find(|(_, form)| *form == Form::Ing) else { continue };
        let done = inflection::participle(base);
        tokens[at].word = if tokens[at].word.ends_with('s') { "needs" } else { "need" }.to_owned();
        tokens[at + 1].word = done;
        insert(tokens, at + 1, "to be");
    }
}
