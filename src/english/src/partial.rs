//! What a text means without the words that are not read, for a person who says whether that is all.

use std::ops::Range;

use crate::{
    alternatives::readings, binding, courtesy, error::EnglishError, reading::Reading, remarks, tokens,
    vocabulary::Vocabulary,
};

/// Longer texts are not tried: each part that is left out is another reading of all the rest.
const LONGEST: usize = 300;
/// A sentence of more parts is left out or read as a whole.
const MOST_PARTS: usize = 6;
/// Words that begin a part of a sentence that gives a reason.
const REASONS: [&str; 5] = ["because", "since", "cause", "coz", "so"];

/// Verbs of remarks: "it would get cold", "I need to do that".
const LIGHT: [&str; 6] = ["be", "have", "need", "want", "get", "do"];

/// Words of remarks that say how much, how often or whether at all, beside those of other remarks.
const BINDING: [&str; 21] = [
    "till",
    "provided",
    "assuming",
    "case",
    "long",
    "else",
    "ones",
    "other",
    "all",
    "everything",
    "every",
    "twice",
    "thrice",
    "vice",
    "scratch",
    "cancel",
    "abort",
    "ignore",
    "forget",
    "hardly",
    "seldom",
];
/// Marks that say nothing.
const PLAIN_MARKS: &str = ",.:;!-–—()'’\"“”…&";

/// The meanings of a text of which some words are not read.
#[derive(Debug, Clone, PartialEq)]
pub struct Partial {
    /// What the rest means: one meaning, or a few between which a person could choose.
    pub readings: Vec<Reading>,
    /// The words that are not read, in order.
    pub unread: Vec<Range<usize>>,
}

/// What a text means without the words that are not read: whole sentences, and parts of sentences between commas and the like, that
/// name nothing of the site. What was meant by them nobody knows, so nobody may act on this before a person has said that it is right.
///
/// # Errors
/// As [`readings`], where the rest asks for nothing either, or where what is left out may ask for something or forbid it.
pub fn partial(text: &str, vocabulary: &Vocabulary) -> Result<Partial, EnglishError> {
    let whole = match readings(text, vocabulary) {
        Ok(readings) => return Ok(Partial { readings, unread: Vec::new() }),
        Err(error) => error,
    };
    // A question is no order, and what a mark such as a cross means nobody knows.
    let is_plain = |c: char| c.is_alphanumeric() || c.is_whitespace() || PLAIN_MARKS.contains(c);
    if text.len() > LONGEST || !text.chars().all(is_plain) {
        return Err(whole);
    }
    let sentences: Vec<Range<usize>> = tokens::spans(text).collect();
    let ends = sentences.iter().skip(1).map(|next| next.start).chain([text.len()]);
    // The text with spaces in place of what is left out, so that places stay what they are.
    let mut kept = " ".repeat(text.len());
    let mut found: Option<Vec<Reading>> = None;
    let mut unread: Vec<Range<usize>> = Vec::new();
    for (sentence, end) in sentences.iter().zip(ends) {
        let mut ways = runs(text, sentence.clone());
        ways.insert(0, sentence.clone());
        let required = |readings: &[Reading]| -> usize {
            readings.iter().flat_map(|one| &one.statements).filter(|asked| !asked.is_goal).count()
        };
        let before = found.as_deref().map_or(0, required);
        let read = ways.into_iter().find_map(|part| {
            let upto = if part.end == sentence.end { end } else { part.end };
            let mut longer = kept.clone();
            longer.replace_range(part.start..upto, &text[part.start..upto]);
            if part.end < sentence.end {
                // What follows is another sentence.
                longer.replace_range(part.end..part.end + 1, ".");
            }
            let readings = readings(&longer, vocabulary).ok()?;
            // What is cut off may be the exception to what the rest forbids.
            (part == *sentence || required(&readings) <= before).then_some((part, readings, longer))
        });
        let part = match read {
            Some((part, readings, longer)) => {
                (kept, found) = (longer, Some(readings));
                part
            }
            None => sentence.start..sentence.start,
        };
        unread.extend([sentence.start..part.start, part.end..sentence.end]);
    }
    let unread: Vec<Range<usize>> = unread.into_iter().filter_map(|words| trimmed(text, words)).collect();
    let is_remark = |words: &Range<usize>| {
        let words = &text[words.clone()];
        binding::word(words).is_none() && !acts(words, vocabulary)
    };
    match found {
        Some(readings)
            if !unread.is_empty() && unread.iter().all(is_remark) && readings.iter().all(Reading::has_goal) =>
        {
            Ok(Partial { readings, unread })
        }
        _ => Err(whole),
    }
}

/// Whether words name a thing of the site, how many, or what its skills do: they ask for something, or say more of what is asked for.
fn acts(words: &str, vocabulary: &Vocabulary) -> bool {
    let does = |token: &tokens::Token| {
        let verbs = vocabulary.verbs(&token.word);
        let number = tokens::number(&token.word).filter(|_| token.word != "one");
        BINDING.contains(&token.word.as_str())
            || remarks::says_further(&token.word)
            || number.is_some()
            || (!verbs.is_empty() && !verbs.iter().any(|(verb, _)| LIGHT.contains(&verb.as_str())))
    };
    !vocabulary.mentions(words).is_empty() || tokens::words(words, 0).iter().any(does)
}

/// The runs of parts of a sentence, without the whole, the longest first.
fn runs(text: &str, sentence: Range<usize>) -> Vec<Range<usize>> {
    let words = tokens::words(&text[sentence.clone()], sentence.start);
    let mut begins = vec![sentence.start];
    let mut ends = Vec::new();
    for token in words.iter().skip(1) {
        let is_mark = text[token.span.clone()].chars().all(|c| !c.is_alphanumeric());
        let is_reason = REASONS.contains(&token.word.as_str());
        if (is_mark || is_reason) && begins.last().is_some_and(|begin| *begin < token.span.start) {
            ends.push(text[..token.span.start].trim_end().len());
            begins.push(if is_mark { token.span.end } else { token.span.start });
        }
    }
    ends.push(sentence.end);
    let count = begins.len();
    if !(2..=MOST_PARTS).contains(&count) {
        return Vec::new();
    }
    let length = |from: usize, to: usize| ends[to].saturating_sub(begins[from]);
    let mut all: Vec<(usize, usize)> = (0..count)
        .flat_map(|from| (from..count).map(move |to| (from, to)))
        .filter(|run| *run != (0, count - 1))
        .collect();
    all.retain(|&(from, to)| length(from, to) > 0);
    all.sort_by_key(|&(from, to)| (std::cmp::Reverse(length(from, to)), from));
    all.into_iter().map(|(from, to)| begins[from]..ends[to]).collect()
}

/// The words without marks around; `None` if nothing is said.
fn trimmed(text: &str, words: Range<usize>) -> Option<Range<usize>> {
    let is_mark = |c: char| !c.is_alphanumeric();
    let from_first = text.get(words.clone())?.trim_start_matches(is_mark);
    let said = from_first.trim_end_matches(is_mark);
    let begin = words.end - from_first.len();
    let is_idle = said.is_empty() || courtesy::is_idle(&tokens::words(said, begin));
    (!is_idle).then(|| begin..begin + said.len())
}
