//! A text with named places: `{name}`.

/// Fills every `{name}` of a template with what `fill` appends for it, in one pass.
///
/// # Panics
/// Where a brace is not closed: templates are part of the program.
pub(crate) fn fill(template: &str, capacity: usize, mut fill: impl FnMut(&str, &mut String)) -> String {
    let mut text = String::with_capacity(capacity);
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').expect("the program's templates close their braces");
        text.push_str(before);
        fill(name, &mut text);
        rest = after;
    }
    text.push_str(rest);
    text
}

/// Appends words with ", " between them, or "none".
pub(crate) fn list<'a>(text: &mut String, words: impl IntoIterator<Item = &'a str>) {
    let before = text.len();
    for word in words {
        if text.len() > before {
            text.push_str(", ");
        }
        text.push_str(word);
    }
    if text.len() == before {
        text.push_str("none");
    }
}
