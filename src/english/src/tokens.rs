//! A text cut into sentences and words.

use std::ops::Range;

use crate::general::DENYING;

/// A word or a mark of a text, in lower case, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    pub word: String,
    pub span: Range<usize>,
}

/// Words that stand for two.
const CONTRACTIONS: [(&str, &[&str]); 32] = [
    ("don't", &["do", "not"]),
    ("doesn't", &["does", "not"]),
    ("didn't", &["did", "not"]),
    ("can't", &["can", "not"]),
    ("cannot", &["can", "not"]),
    ("mustn't", &["must", "not"]),
    ("shouldn't", &["should", "not"]),
    ("won't", &["will", "not"]),
    ("isn't", &["is", "not"]),
    ("aren't", &["are", "not"]),
    ("wasn't", &["was", "not"]),
    ("hasn't", &["has", "not"]),
    ("haven't", &["have", "not"]),
    ("needn't", &["need", "not"]),
    ("weren't", &["were", "not"]),
    ("hadn't", &["had", "not"]),
    ("couldn't", &["could", "not"]),
    ("let's", &["let", "us"]),
    ("i'd", &["i", "would"]),
    ("we'd", &["we", "would"]),
    ("i'm", &["i", "am"]),
    ("you're", &["you", "are"]),
    ("they're", &["they", "are"]),
    ("we're", &["we", "are"]),
    ("you've", &["you", "have"]),
    ("they've", &["they", "have"]),
    ("i've", &["i", "have"]),
    ("we've", &["we", "have"]),
    ("you'll", &["you", "will"]),
    ("they'll", &["they", "will"]),
    ("it'll", &["it", "will"]),
    ("i'll", &["i", "will"]),
];

/// Words as people type them in haste, and the words they are.
const TYPED: [(&str, &str); 32] = [
    (">", "to"),
    ("→", "to"),
    ("&", "and"),
    ("n", "and"),
    ("u", "you"),
    ("cud", "could"),
    ("em", "them"),
    ("'em", "them"),
    ("da", "the"),
    ("+", "and"),
    ("pls", "please"),
    ("plz", "please"),
    ("thx", "thanks"),
    ("thats", "that's"),
    ("dont", "don't"),
    ("doesnt", "doesn't"),
    ("didnt", "didn't"),
    ("cant", "can't"),
    ("mustnt", "mustn't"),
    ("shouldnt", "shouldn't"),
    ("wont", "won't"),
    ("isnt", "isn't"),
    ("arent", "aren't"),
    ("wasnt", "wasn't"),
    ("werent", "weren't"),
    ("hasnt", "hasn't"),
    ("havent", "haven't"),
    ("couldnt", "couldn't"),
    ("im", "i'm"),
    ("ive", "i've"),
    ("youre", "you're"),
    ("theyre", "they're"),
];

/// The end of a word that is "is", "has" or of an owner: "the door's open", "it's been wiped", "the drone's basket".
pub(crate) const APOSTROPHE: &str = "'s";

/// The place after these words, if they stand here. "It's" stands for "it is" and "it has".
pub(crate) fn after(tokens: &[Token], at: usize, words: &str) -> Option<usize> {
    let mut end = at;
    for word in words.split(' ').filter(|word| !word.is_empty()) {
        let found = tokens.get(end)?.word.as_str();
        if found != word && !(end > at && matches!(word, "is" | "has") && found == APOSTROPHE) {
            return None;
        }
        end += 1;
    }
    Some(end)
}

/// Whether these words stand here.
pub(crate) fn stands(tokens: &[Token], at: usize, words: &str) -> bool {
    after(tokens, at, words).is_some()
}

/// The place after the longest of these phrases that stands here.
pub(crate) fn after_any(tokens: &[Token], at: usize, phrases: &[&str]) -> Option<usize> {
    phrases.iter().filter_map(|words| after(tokens, at, words)).max()
}

/// Where the longest of these phrases begins that ends before this place.
pub(crate) fn before_any(tokens: &[Token], end: usize, phrases: &[&str]) -> Option<usize> {
    let begin = |words: &&str| {
        let begin = end.checked_sub(words.split(' ').count())?;
        (after(tokens, begin, words) == Some(end)).then_some(begin)
    };
    phrases.iter().filter_map(begin).min()
}

/// Where the first of these phrases stands from a place on, and the place after it.
pub(crate) fn find_any(tokens: &[Token], from: usize, phrases: &[&str]) -> Option<(usize, usize)> {
    (from..tokens.len()).find_map(|at| Some((at, after_any(tokens, at, phrases)?)))
}

/// The word that stands here; "" after the last one.
pub(crate) fn word(tokens: &[Token], at: usize) -> &str {
    tokens.get(at).map_or("", |token| token.word.as_str())
}

/// Whether one of the words denies or limits something.
pub(crate) fn denies(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| DENYING.contains(&token.word.as_str()))
}

/// Puts words in place of those from `at` to `end`; they stand where those stood.
pub(crate) fn put(tokens: &mut Vec<Token>, at: usize, end: usize, words: &str) {
    let span = tokens[at].span.start..tokens[end - 1].span.end;
    let words: Vec<Token> =
        self::words(words, 0).into_iter().map(|token| Token { span: span.clone(), ..token }).collect();
    tokens.splice(at..end, words);
}

/// Puts words in before a word, or at the end.
pub(crate) fn insert(tokens: &mut Vec<Token>, at: usize, words: &str) {
    let place = tokens.get(at).or(tokens.last()).map_or(0, |token| token.span.start);
    let words: Vec<Token> =
        self::words(words, 0).into_iter().map(|token| Token { span: place..place, ..token }).collect();
    tokens.splice(at..at, words);
}

const NUMBERS: [&str; 13] =
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// The number that a word stands for.
pub(crate) fn number(word: &str) -> Option<usize> {
    NUMBERS.iter().position(|name| *name == word).or_else(|| {
        let is_number = word.len() <= 4 && word.bytes().all(|byte| byte.is_ascii_digit());
        if is_number { word.parse().ok() } else { None }
    })
}

/// The sentences of a text. A full stop, a semicolon, an exclamation mark, an empty line or a bullet ends one.
pub(crate) fn sentences(text: &str) -> Vec<Vec<Token>> {
    let mut sentences = vec![Vec::new()];
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let body = line.trim_start();
        let skipped = line.len() - body.len();
        let bullet = bullet(body);
        if bullet > 0 || body.is_empty() {
            sentences.push(Vec::new());
        }
        for token in words(&body[bullet..], at + skipped + bullet) {
            match token.word.as_str() {
                "." | ";" | "!" => sentences.push(Vec::new()),
                "?" => {
                    sentences.last_mut().expect("one is begun with").push(token);
                    sentences.push(Vec::new());
                }
                _ => sentences.last_mut().expect("one is begun with").push(token),
            }
        }
        at += line.len();
    }
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}

/// Where the sentences of a text stand.
pub(crate) fn spans(text: &str) -> impl Iterator<Item = Range<usize>> {
    let ends = |sentence: &[Token]| Some(sentence.first()?.span.start..sentence.last()?.span.end);
    sentences(text).into_iter().filter_map(move |sentence| ends(&sentence))
}

/// The length of a list mark: "- ", "2. ", "3) ".
fn bullet(line: &str) -> usize {
    if let Some(bullet) = ["- ", "* ", "• "].iter().find(|bullet| line.starts_with(**bullet)) {
        return bullet.len();
    }
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let is_marked = digits > 0 && [". ", ") "].iter().any(|mark| line[digits..].starts_with(mark));
    if is_marked { digits + 2 } else { 0 }
}

/// The words and marks of a text that begins at byte `offset`. Underscores and hyphens part words as spaces do.
pub(crate) fn words(text: &str, offset: usize) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text.char_indices().peekable();
    while let Some((start, first)) = rest.next() {
        if first.is_whitespace() || matches!(first, '_' | '-') {
            continue;
        }
        let mut end = start + first.len_utf8();
        if first.is_alphanumeric() {
            while let Some(&(at, c)) = rest.peek() {
                if !c.is_alphanumeric() && !matches!(c, '\'' | '’') {
                    break;
                }
                end = at + c.len_utf8();
                rest.next();
            }
        }
        let word = text[start..end].to_lowercase().replace('’', "'");
        push(&mut tokens, &word, offset + start..offset + end);
    }
    tokens
}

fn push(tokens: &mut Vec<Token>, word: &str, span: Range<usize>) {
    let word = TYPED.iter().find(|(typed, _)| *typed == word).map_or(word, |(_, meant)| meant);
    if let Some((_, parts)) = CONTRACTIONS.iter().find(|(short, _)| *short == word) {
        tokens.extend(parts.iter().map(|part| Token { word: (*part).to_owned(), span: span.clone() }));
        return;
    }
    let stem = word.strip_suffix("'s").or_else(|| word.strip_suffix('\''));
    match stem {
        Some(stem) if !stem.is_empty() => {
            tokens.push(Token { word: stem.to_owned(), span: span.start..span.end });
            tokens.push(Token { word: APOSTROPHE.to_owned(), span: span.end..span.end });
        }
        _ => tokens.push(Token { word: word.to_owned(), span }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_into_sentences_of_words() {
        let text = "Don't open drawer_1; robot 2's off-limits.\n- put it\n  there\n2. go";
        let cut: Vec<String> = sentences(text)
            .iter()
            .map(|sentence| sentence.iter().map(|token| token.word.as_str()).collect::<Vec<_>>().join(" "))
            .collect();
        assert_eq!(cut, ["do not open drawer 1", "robot 2 's off limits", "put it there", "go"]);
        let span = &sentences(text)[1][1].span;
        assert_eq!(&text[span.clone()], "2's");
    }
}
