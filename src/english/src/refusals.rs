//! Refusals: which words of a sentence are not clear, or not read, and what to say instead.

use crate::{
    course::HOLDING,
    error::{EnglishError, first},
    general, instances,
    meaning::Det,
    reader::Reader,
    sense::{ALL_OR_ONE, ALWAYS_OR_END, NAME_THEM, NEVER, OUT_OF_REACH, Vague, WHICH, WHICH_OR_ONE},
    tokens::{self, Token},
    vocabulary::{Noun, Vocabulary},
};

/// That the words between two tokens are not clear, and what to say instead.
pub(crate) fn unclear(text: &str, sentence: &[Token], (begin, end): (usize, usize), mend: &str) -> EnglishError {
    let (words, at) = quote(text, sentence, begin, end);
    EnglishError::Unclear { words, at, mend: mend.to_owned(), choices: Vec::new() }
}

/// The words between two tokens as written, and where they begin.
pub(crate) fn quote(text: &str, sentence: &[Token], at: usize, end: usize) -> (String, usize) {
    // Parts may have changed places.
    let words = sentence.get(at..end.max(at + 1).min(sentence.len())).unwrap_or_default();
    let begin = words.iter().map(|token| token.span.start).min();
    let end = words.iter().map(|token| token.span.end).max();
    match (begin, end) {
        (Some(begin), Some(end)) if begin <= end => (text[begin..end].to_owned(), begin),
        _ => (String::new(), text.len()),
    }
}

/// The most telling reason why a sentence is not read.
pub(crate) fn refusal(text: &str, reader: &Reader, reasons: Vec<Vague>, vocabulary: &Vocabulary) -> EnglishError {
    let sentence = reader.tokens;
    let is_known = |token: &Token| {
        let word = token.word.as_str();
        let is_function = general::FUNCTION_WORDS.contains(&word) || HOLDING.contains(&word);
        is_function || vocabulary.knows(word) || tokens::number(word).is_some()
    };
    if reasons.is_empty()
        && let Some(token) = sentence.iter().find(|token| !is_known(token))
    {
        let word = text[token.span.clone()].to_owned();
        return EnglishError::UnknownWord { nearest: vocabulary.nearest(&token.word), word, at: token.span.start };
    }
    // The reason about the fewest words is the most telling one.
    let best = reasons.into_iter().min_by_key(|reason| {
        let is_last = reason.mend == NEVER;
        let is_first = reason.mend == OUT_OF_REACH;
        (is_last, !is_first, reason.end.saturating_sub(reason.at), reason.at)
    });
    match best {
        Some(reason) => {
            let (words, at) = quote(text, sentence, reason.at, reason.end);
            let choices = match reason.mend {
                ALL_OR_ONE => vec![format!("all {words}"), format!("one of the {words}")],
                ALWAYS_OR_END => vec![format!("in the end, {words}"), format!("{words} at all times")],
                _ => choices(reader, &reason),
            };
            EnglishError::Unclear { words, at, mend: reason.mend.to_owned(), choices }
        }
        // It ends too early, or some of its beginning is no part of any form.
        None if reader.furthest() >= sentence.len() => {
            let (words, at) = quote(text, sentence, 0, sentence.len());
            let known =
                "its words are known, but not what they mean together: say it in other words, or in two sentences";
            let mend = instances::of(sentence, vocabulary)
                .map_or_else(|| known.to_owned(), |instance| format!("{known}, for instance {instance:?}"));
            EnglishError::Unclear { words, at, mend, choices: Vec::new() }
        }
        None => {
            let (words, at) = quote(text, sentence, reader.furthest(), sentence.len());
            let instance =
                || Some(format!("say it another way, for instance {:?}", instances::of(sentence, vocabulary)?));
            let rest = || is_the_rest(sentence, reader.furthest()).then(|| NAME_THEM.to_owned());
            let hints =
                numbered(sentence, reader.furthest(), vocabulary).or_else(rest).or_else(instance).unwrap_or_default();
            EnglishError::Unread { words, at, hints }
        }
    }
}

/// Whether "the rest" is not read, of which only its writer knows what it is.
fn is_the_rest(sentence: &[Token], at: usize) -> bool {
    let is_named = at > 0 && tokens::word(sentence, at - 1) == "the";
    // A rest room is none.
    let next = tokens::word(sentence, at + 1);
    let ends = next.is_empty() || general::FUNCTION_WORDS.contains(&next);
    is_named && matches!(tokens::word(sentence, at), "rest" | "remaining" | "others") && ends
}

/// What there is of a sort that stands with a number that none of its things has: "apple 9".
fn numbered(sentence: &[Token], at: usize, vocabulary: &Vocabulary) -> Option<String> {
    tokens::number(tokens::word(sentence, at))?;
    let members = (0..at).find_map(|start| {
        let (nouns, _) = vocabulary.nouns(&sentence[start..at]).into_iter().find(|(_, length)| start + length == at)?;
        nouns.iter().find_map(|noun| match noun {
            Noun::Kind { kind, is_plural: false } => Some(&vocabulary.kinds[*kind].members),
            _ => None,
        })
    })?;
    let names: Vec<&str> =
        members.iter().map(|object| vocabulary.objects[usize::from(*object)].phrase.as_str()).collect();
    Some(format!("say {}", first(&names)))
}

/// The names of the things of which the words in question are one.
fn choices(reader: &Reader, reason: &Vague) -> Vec<String> {
    if ![WHICH, WHICH_OR_ONE].contains(&reason.mend) {
        return Vec::new();
    }
    let nouns = reader.plain_units(reason.at).into_iter().map(|(noun, _)| noun);
    let mut fitting = nouns
        .filter(|noun| matches!(noun.det, Det::The | Det::Mass) && noun.limits.is_empty() && noun.end == reason.end);
    let Some(noun) = fitting.next().filter(|noun| fitting.all(|other| other.members == noun.members)) else {
        return Vec::new();
    };
    noun.members.iter().map(|object| reader.vocabulary.objects[usize::from(*object)].phrase.clone()).collect()
}
