/// Greatest number of bytes kept of a line, because parts of it may come over the network.
const LONGEST_LINE: usize = 4096;

/// Text from elsewhere as one line of a log: cut at a readable length, without control characters.
pub fn plain_line(text: &str) -> String {
    let end = (0..=text.len().min(LONGEST_LINE)).rev().find(|end| text.is_char_boundary(*end)).unwrap_or_default();
    let mut line = plain(&text[..end]).replace('\n', "\\n");
    if end < text.len() {
        line.push_str(&format!(" ... ({} bytes more)", text.len() - end));
    }
    line
}

/// Text from elsewhere, safe for a terminal. Characters that move the cursor, change colours, titles or the reading
/// direction, or are invisible, are written as escapes. Line ends and tabs stay.
pub fn plain(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        if (letter.is_control() && !matches!(letter, '\n' | '\t')) || is_format(letter) {
            // Escaped as in JSON, so that JSON remains valid.
            for unit in letter.encode_utf16(&mut [0; 2]) {
                shown.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            shown.push(letter);
        }
    }
    shown
}

/// Whether a character belongs to the general categories Cf, Zl and Zp of Unicode 16.
fn is_format(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}'
            | '\u{600}'..='\u{605}'
            | '\u{61c}'
            | '\u{6dd}'
            | '\u{70f}'
            | '\u{890}'..='\u{891}'
            | '\u{8e2}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{110bd}'
            | '\u{110cd}'
            | '\u{13430}'..='\u{1343f}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0001}'
            | '\u{e0020}'..='\u{e007f}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals_are_shown_letters_and_no_orders() {
        let nasty = "robot\u{1b}[2J\u{1b}]0;owned\u{7} \u{9b}31m\u{202e}txt\r\u{8}\u{7f}";
        assert!(!plain(nasty).contains(|letter: char| letter.is_control() || letter == '\u{202e}'));
        assert!(plain(nasty).starts_with("robot\\u001b[2J"));
        for unseen in "\u{61c}\u{200b}\u{200d}\u{2028}\u{2029}\u{2066}\u{feff}\u{ad}\u{180e}\u{2060}\u{fff9}".chars() {
            assert_eq!(plain(&format!("a{unseen}b")), format!("a\\u{:04x}b", u32::from(unseen)));
        }
        let tag = plain("\u{e0041}");
        assert_eq!(
            (tag.as_str(), serde_json::from_str(&format!("\"{tag}\"")).ok()),
            ("\\udb40\\udc41", Some("\u{e0041}".to_owned()))
        );
        let words = "Räum ab: 桌子,\n\t1 🍎";
        assert_eq!(plain(words), words);
        assert_eq!(plain_line("one\ntwo"), "one\\ntwo");
        let long = plain_line(&"é".repeat(1_000_000));
        assert!(long.len() < LONGEST_LINE + 100 && long.ends_with("bytes more)"), "{}", long.len());
    }
}
