//! All that a text may mean, where telling which of a few would be enough.

use std::ops::Range;

use surefleet_ltl::{Binary, Formula, Node, Unary};

use crate::{
    error::{EnglishError, SHOWN},
    reading::{Asked, Reading, read},
    vocabulary::Vocabulary,
};

/// The most meanings that a person is shown.
pub const MOST_READINGS: usize = SHOWN;

/// The meanings of a mission's text: the one of a clear text, or the few of one that a person could settle by choosing. The words of
/// each are read as just that meaning.
///
/// # Errors
/// As [`read`], where a choice is not all that is missing, or where there are more than [`MOST_READINGS`].
pub fn readings(text: &str, vocabulary: &Vocabulary) -> Result<Vec<Reading>, EnglishError> {
    let unclear = match read(text, vocabulary) {
        Ok(reading) => return Ok(vec![reading]),
        Err(error) => error,
    };
    let mut open = settled(text, &unclear, vocabulary).ok_or_else(|| unclear.clone())?;
    let mut found: Vec<Reading> = Vec::new();
    while let Some(text) = open.pop() {
        match read(&text, vocabulary) {
            Ok(reading) if found.iter().any(|known| known.formula() == reading.formula()) => {}
            Ok(reading) => found.push(reading),
            Err(error) => open.extend(settled(&text, &error, vocabulary).ok_or_else(|| unclear.clone())?),
        }
        if found.len() + open.len() > MOST_READINGS {
            return Err(unclear);
        }
    }
    // A mission asks for something: what could only be a requirement beside one is none by itself.
    if found.iter().any(Reading::has_goal) && !found.iter().all(Reading::has_goal) {
        found.retain(Reading::has_goal);
        found.reverse();
        return Ok(found);
    }
    // What is unclear has not become clear because each choice happens to be read alike.
    if found.len() < 2 {
        return Err(unclear);
    }
    // Texts were taken from the end: back to the order of the choices.
    found.reverse();
    Ok(found)
}

/// What a text forbids, whichever of its meanings is meant: that can be enforced before anybody has said which.
///
/// `None`: they forbid different things, one of them asks for nothing to be done, or a goal says what must not be before it comes
/// about, which is forbidden as well.
pub fn forbidden_by_all(readings: &[Reading]) -> Option<Vec<Asked>> {
    let forbidden = |reading: &Reading| -> Vec<Asked> {
        reading.statements.iter().filter(|asked| !asked.is_goal).cloned().collect()
    };
    let formulas = |asked: &[Asked]| -> Vec<Formula> { asked.iter().map(|one| one.formula.clone()).collect() };
    let of_first = forbidden(readings.first()?);
    let only_asks = |reading: &Reading| {
        reading.statements.iter().filter(|asked| asked.is_goal).all(|asked| forbids_nothing(&asked.formula))
    };
    let are_alike =
        readings.iter().all(|one| one.has_goal() && only_asks(one) && formulas(&forbidden(one)) == formulas(&of_first));
    are_alike.then_some(of_first)
}

/// Whether a goal is about what comes about, and at the end, and not about what must be until then.
fn forbids_nothing(goal: &Formula) -> bool {
    let nodes = goal.nodes();
    let is_of_end = |place: usize| {
        nodes.iter().any(|node| matches!(node, Node::Unary(Unary::Finally, inner) if *inner as usize == place))
    };
    nodes.iter().enumerate().all(|(place, node)| match node {
        Node::Constant(_) | Node::Proposition(_) | Node::Unary(Unary::Not | Unary::Next | Unary::Finally, _) => true,
        Node::Unary(Unary::Globally, _) => is_of_end(place),
        Node::Unary(..) => false,
        Node::Binary(operator, ..) => {
            matches!(operator, Binary::And | Binary::Or | Binary::Xor | Binary::Implies | Binary::Equivalent)
        }
    })
}

/// Words after which a phrase tells more of what it means: "the cup in the sink" is not "the cup".
const TELLING: [&str; 14] =
    ["in", "on", "at", "inside", "from", "out", "off", "of", "that", "which", "with", "next", "beside", "under"];

/// The text with each of the choices in its place; `None` where there are none. The same words mean the same thing later on.
fn settled(text: &str, error: &EnglishError, vocabulary: &Vocabulary) -> Option<Vec<String>> {
    let (span, choices) = error.choices()?;
    match told_apart(text, (&span, choices.first()?), vocabulary) {
        Some((inner, choices)) => in_place(text, &inner, &choices),
        None => in_place(text, &span, choices),
    }
}

/// The unclear words by which the phrase at a place is told from others like it, and what they can mean: of "the cup from the box"
/// each box is tried with "the cup", since beside "cup 1" it would say nothing.
fn told_apart(
    text: &str,
    (span, choice): (&Range<usize>, &str),
    vocabulary: &Vocabulary,
) -> Option<(Range<usize>, Vec<String>)> {
    let next = text.get(span.end..)?.split_whitespace().next()?;
    if !TELLING.contains(&next) {
        return None;
    }
    let chosen = format!("{}{choice}{}", text.get(..span.start)?, &text[span.end..]);
    let error = read(&chosen, vocabulary).err()?;
    let (inner, choices) = error.choices()?;
    let end = span.start + choice.len();
    let back = |at: usize| (at >= end).then(|| at - end + span.end);
    let inner = back(inner.start)?..back(inner.end)?;
    let mut between = text.get(span.end..inner.start)?.split_whitespace();
    between.all(|word| TELLING.contains(&word) || word == "is").then(|| (inner, choices.to_vec()))
}

/// The text with each of the choices in place of the words there, and of the same words later on.
fn in_place(text: &str, span: &Range<usize>, choices: &[String]) -> Option<Vec<String>> {
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
