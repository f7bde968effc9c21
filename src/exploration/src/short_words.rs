//! The one rule for words that models are shown and robots tell one another.

/// The most characters of a text, of an answer and of a class.
pub(crate) const MOST_CHARACTERS: usize = 300;

/// Whether these are 1 to [`MOST_CHARACTERS`] characters in one line, not all of them spaces.
pub(crate) fn are_short(words: &str) -> bool {
    let is_in_line = !words.trim().is_empty() && !words.contains(breaks_a_line);
    is_in_line && words.chars().count() <= MOST_CHARACTERS
}

/// The words in one line, with one space where there was any: so they cannot look like a line of the prompt around them.
pub(crate) fn in_one_line(text: &str) -> String {
    let words = text.split(|letter: char| letter.is_whitespace() || letter.is_control());
    words.filter(|word| !word.is_empty()).collect::<Vec<&str>>().join(" ")
}

/// Control characters, and the separators of lines and paragraphs: a model may have learned that any of them ends a line.
fn breaks_a_line(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_could_begin_a_line_of_their_own_are_not_short_and_are_shown_in_one_line() {
        for end in ["\n", "\r", "\u{b}", "\u{c}", "\u{85}", "\u{2028}", "\u{2029}", "\0"] {
            let words = format!("cup{end}B. yes");
            assert!(!are_short(&words), "{words:?}");
            assert_eq!(in_one_line(&words), "cup B. yes");
        }
        assert!(are_short("red pillow") && are_short(&"é".repeat(300)));
        assert!(!are_short(" ") && !are_short("") && !are_short(&"x".repeat(301)));
    }
}
