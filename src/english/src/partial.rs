//! What a text means without the words that are not read, for a person who says whether that is all.

use std::ops::Range;

use crate::{
    alternatives::readings, binding, choices, courtesy, error::EnglishError, omitting, reading::Reading, tokens,
    vocabulary::Vocabulary,
};

/// Longer texts are not tried: each part that is left out is another reading of all the rest.
const LONGEST: usize = 300;
/// A sentence of more parts is left out or read as a whole.
const MOST_PARTS: usize = 6;
/// Words that begin a part of a sentence that gives a reason.
const REASONS: [&str; 5] = ["because", "since", "cause", "coz", "so"];

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

/// What a text means without the words that are not read: whole sentences, parts of sentences between commas and the like, and
/// single words, that name nothing of the site. What was meant by them nobody knows, so nobody may act on this before a person has said that it is right.
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
    let is_remark = |words: &Range<usize>| {
        let is_reason = is_reason(text, words.clone());
        let words = &text[words.clone()];
        binding::word(words).is_none()
            && !omitting::names(words, vocabulary)
            && (is_reason || !omitting::does(words, vocabulary))
    };
    // The text with spaces in place of what is left out, so that places stay what they are.
    let mut kept = " ".repeat(text.len());
    let mut found: Option<Vec<Reading>> = None;
    let mut unread: Vec<Range<usize>> = Vec::new();
    for (sentence, end) in sentences.iter().zip(ends) {
        let required = |readings: &[Reading]| -> usize {
            readings.iter().flat_map(|one| &one.statements).filter(|asked| !asked.is_goal).count()
        };
        let before = found.as_deref().map_or(0, required);
        let mut ways = vec![Vec::new()];
        ways.extend(runs(text, sentence.clone()));
        ways.extend(omitting::ways(&tokens::words(&text[sentence.clone()], sentence.start), vocabulary));
        let read = ways.into_iter().find_map(|left_out| {
            if !left_out.iter().filter_map(|words| trimmed(text, words.clone())).all(|words| is_remark(&words)) {
                return None;
            }
            let mut longer = kept.clone();
            longer.replace_range(sentence.start..end, &text[sentence.start..end]);
            for words in &left_out {
                // What follows the end of a sentence that is cut off there is another sentence.
                let is_end = words.end == sentence.end && words.start < words.end;
                let upto = if is_end { end } else { words.end };
                let spaces = " ".repeat(upto - words.start);
                longer.replace_range(words.start..upto, &spaces);
                if is_end {
                    longer.replace_range(words.start..words.start + 1, ".");
                }
            }
            let readings = readings(&longer, vocabulary).ok()?;
            // What is left out may be the exception to what the rest forbids.
            (left_out.is_empty() || required(&readings) <= before).then_some((left_out, readings, longer))
        });
        match read {
            Some((left_out, readings, longer)) => {
                (kept, found) = (longer, Some(readings));
                unread.extend(left_out);
            }
            None if is_remark(sentence) => unread.push(sentence.clone()),
            None => return Err(whole),
        }
    }
    let unread: Vec<Range<usize>> = unread.into_iter().filter_map(|words| trimmed(text, words)).collect();
    match found {
        Some(readings) if !unread.is_empty() && readings.iter().all(Reading::has_goal) => {
            Ok(Partial { readings, unread })
        }
        _ => Err(whole),
    }
}

/// Whether words say why: they stand before "so", or begin with "because".
fn is_reason(text: &str, words: Range<usize>) -> bool {
    let word = |text: &str| tokens::words(text, 0).into_iter().find(|token| token.word != ",").map(|token| token.word);
    let begins = word(&text[words.clone()]).is_some_and(|word| word != "so" && REASONS.contains(&word.as_str()));
    begins || word(&text[words.end..]).is_some_and(|word| word == "so")
}

/// What is left out before and after each run of parts of a sentence, but for the whole; the longest run first.
fn runs(text: &str, sentence: Range<usize>) -> Vec<Vec<Range<usize>>> {
    let words = tokens::words(&text[sentence.clone()], sentence.start);
    let mut begins = vec![sentence.start];
    let mut ends = Vec::new();
    for token in words.iter().skip(1) {
        let is_mark = text[token.span.clone()].chars().all(|c| !c.is_alphanumeric());
        let is_reason = REASONS.contains(&token.word.as_str());
        if (is_mark || is_reason) && begins.last().is_some_and(|begin| *begin < token.span.start) {
            ends.push(text[..token.span.start].trim_end().len());
            // What follows "so" is asked for; what follows "because" is not.
            let is_part = is_reason && token.word != "so";
            begins.push(if is_part { token.span.start } else { token.span.end });
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
    let around = |(from, to): (usize, usize)| [sentence.start..begins[from], ends[to]..sentence.end];
    all.into_iter().map(|run| around(run).into_iter().filter(|words| !words.is_empty()).collect()).collect()
}

/// The words without marks around; `None` if nothing is said.
fn trimmed(text: &str, words: Range<usize>) -> Option<Range<usize>> {
    let is_mark = |c: char| !c.is_alphanumeric();
    let from_first = text.get(words.clone())?.trim_start_matches(is_mark);
    let said = from_first.trim_end_matches(is_mark);
    let said = said.strip_suffix(" so").map_or(said, |reason| reason.trim_end_matches(is_mark));
    let begin = words.end - from_first.len();
    let is_idle = said.is_empty() || {
        let words = tokens::words(said, begin);
        courtesy::is_idle(&words) || choices::is_free(&words, &[])
    };
    (!is_idle).then(|| begin..begin + said.len())
}
