//! Words of a text with their places in it.

use std::ops::Range;

/// A word in lower case, or a comma.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub word: String,
    /// Its place in the text, in bytes.
    pub span: Range<usize>,
}

/// The words of each statement; a full stop, a semicolon or the end of a line ends one.
///
/// "Don't" is "do not", and `drawer_1` is "drawer 1".
pub(super) fn statements(text: &str) -> Vec<Vec<Token>> {
    let mut statements = vec![Vec::new()];
    let mut word = String::new();
    let mut start = 0;
    for (at, c) in text.char_indices().chain([(text.len(), '\n')]) {
        let is_apostrophe = matches!(c, '\'' | '’') && !word.is_empty();
        if c.is_alphanumeric() || is_apostrophe {
            if word.is_empty() {
                start = at;
            }
            if is_apostrophe {
                word.push('\'')
            } else {
                word.extend(c.to_lowercase())
            }
            continue;
        }
        let statement = statements.last_mut().expect("there is always one");
        push(statement, &std::mem::take(&mut word), start..at);
        match c {
            ',' => statement.push(Token { word: ",".to_owned(), span: at..at + 1 }),
            '.' | ';' | '!' | '\n' => statements.push(Vec::new()),
            ' ' | '\t' | '-' | '_' | '"' | '“' | '”' | '\'' | '‘' | '’' => {}
            c if c.is_whitespace() => {}
            // A question is no constraint, and signs have a meaning that no rule reads.
            c => statement.push(Token { word: c.to_string(), span: at..at + c.len_utf8() }),
        }
    }
    statements.retain(|statement| !statement.is_empty());
    statements
}

fn push(statement: &mut Vec<Token>, word: &str, span: Range<usize>) {
    let parts: [&str; 2] = match word {
        "" => return,
        "cannot" | "can't" => ["can", "not"],
        "won't" => ["will", "not"],
        "shan't" => ["shall", "not"],
        "dont" => ["do", "not"],
        "doesnt" => ["does", "not"],
        "mustnt" => ["must", "not"],
        "cant" => ["can", "not"],
        _ => match word.split_once('\'') {
            Some((stem, "t")) if stem.ends_with('n') && stem.len() > 1 => [&stem[..stem.len() - 1], "not"],
            Some((stem, "ve")) => [stem, "have"],
            Some((stem, "re")) => [stem, "are"],
            Some((stem, "s")) if matches!(stem, "it" | "that" | "there" | "nobody") => [stem, "is"],
            Some((stem, "s" | "")) => [stem, ""],
            _ => [word, ""],
        },
    };
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    statement.extend(parts.map(|part| Token { word: part.to_owned(), span: span.clone() }));
}

/// A number in words or digits.
pub(super) fn number(word: &str) -> Option<usize> {
    const WORDS: [&str; 12] =
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    let spelt = WORDS.iter().position(|spelt| *spelt == word).map(|index| index + 1);
    spelt.or_else(|| word.parse().ok())
}

/// The common form of all spellings of a name: "drawer one", `drawer_1` and "Drawer 1" are one name.
pub(super) fn key<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let mut key = String::new();
    for word in words {
        let word = number(word).map_or_else(|| word.to_owned(), |number| number.to_string());
        let ends_in_digit = key.ends_with(|c: char| c.is_ascii_digit());
        if ends_in_digit && word.starts_with(|c: char| c.is_ascii_digit()) {
            key.push(' ');
        }
        key.push_str(&word);
    }
    key
}

/// The [`key`] of a name as it is written.
pub(super) fn key_of(name: &str) -> String {
    key(statements(name).iter().flatten().map(|token| token.word.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_told_apart_where_they_stand() {
        let text = "DON’T go to mail_box, robot's \"sink\".\nÉté 12";
        let words: Vec<Vec<(String, &str)>> = statements(text)
            .into_iter()
            .map(|statement| statement.into_iter().map(|token| (token.word, &text[token.span])).collect())
            .collect();
        let first = [
            ("do", "DON’T"),
            ("not", "DON’T"),
            ("go", "go"),
            ("to", "to"),
            ("mail", "mail"),
            ("box", "box"),
            (",", ","),
            ("robot", "robot's"),
            ("sink", "sink"),
        ];
        let own = |pairs: &[(&str, &'static str)]| pairs.iter().map(|(w, s)| ((*w).to_owned(), *s)).collect::<Vec<_>>();
        assert_eq!(words, [own(&first), own(&[("été", "Été"), ("12", "12")])]);
        assert_eq!(key_of("Drawer one"), key_of("drawer_1"));
    }
}
