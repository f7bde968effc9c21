//! Words and punctuation of plain text.

/// Words and punctuation marks in order; white space separates, hyphens and apostrophes join.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let first = rest.chars().next()?;
        let joins = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '\'' | '’');
        let end =
            if first.is_alphanumeric() { rest.find(|c| !joins(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        let (word, after) = rest.split_at(end);
        rest = after;
        Some(word)
    })
}
