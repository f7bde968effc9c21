//! All that a text may mean, where telling which of a few would be enough.

use crate::{
    error::EnglishError,
    reading::{Reading, read},
    vocabulary::Vocabulary,
};

/// The most meanings that a person is shown.
pub const MOST_READINGS: usize = 4;

/// The meanings of a text: the one of a clear text, or the few of one that a person could settle by choosing. The words of
/// each are read as just that meaning.
///
/// # Errors
/// As [`read`], where a choice is not all that is missing, or where there are more than [`MOST_READINGS`].
pub fn readings(text: &str, vocabulary: &Vocabulary) -> Result<Vec<Reading>, EnglishError> {
    let unclear = match read(text, vocabulary) {
        Ok(reading) => return Ok(vec![reading]),
        Err(error) => error,
    };
    let mut open = settled(text, &unclear).ok_or_else(|| unclear.clone())?;
    let mut found: Vec<Reading> = Vec::new();
    while let Some(text) = open.pop() {
        match read(&text, vocabulary) {
            Ok(reading) if found.iter().any(|known| known.formula() == reading.formula()) => {}
            Ok(reading) => found.push(reading),
            Err(error) => open.extend(settled(&text, &error).ok_or_else(|| unclear.clone())?),
        }
        if found.len() + open.len() > MOST_READINGS {
            return Err(unclear);
        }
    }
    // The last that was opened was read first.
    found.reverse();
    Ok(found)
}

/// Words after which a phrase tells more of what it means: "the cup in the sink" is not "the cup".
const TELLING: [&str; 12] =
    ["in", "on", "at", "inside", "from", "of", "that", "which", "with", "next", "beside", "under"];

/// The text with each of the choices in its place; `None` where there are none. The same words mean the same thing later on.
fn settled(text: &str, error: &EnglishError) -> Option<Vec<String>> {
    let (span, choices) = error.choices()?;
    let words = text.get(span.clone())?;
    let joined = |choice: &String| {
        let mut joined = text[..span.start].to_owned() + choice;
        let mut rest = &text[span.end..];
        // A choice that ends a sentence needs no other full stop.
        rest = if choice.ends_with('.') { rest.strip_prefix('.').unwrap_or(rest) } else { rest };
        while let Some(at) = rest.to_ascii_lowercase().find(&words.to_ascii_lowercase()) {
            let after = &rest[at + words.len()..];
            let is_whole = !after.starts_with(char::is_alphanumeric) && !rest[..at].ends_with(char::is_alphanumeric);
            let next = after.split_whitespace().next().unwrap_or_default();
            joined += &rest[..at];
            joined += if is_whole && !TELLING.contains(&next) { choice } else { &rest[at..at + words.len()] };
            rest = after;
        }
        joined + rest
    };
    Some(choices.iter().map(joined).collect())
}
