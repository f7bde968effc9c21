use std::{fmt, sync::Arc};

use crate::LtlError;

/// Words that are operators or constants in one of the two syntaxes.
const RESERVED: [&str; 18] =
    ["F", "G", "X", "WX", "U", "W", "R", "V", "M", "i", "e", "not", "and", "or", "xor", "implies", "true", "false"];

/// A ground proposition, spelt as in `/world/state`: `open(fridge)`, `at(robot_1, apple 1)`, `raining`.
///
/// Spelling is canonical (one space after a comma, no other spaces except inside a name), so that every spelling of a
/// proposition gives the same value. Cheap to clone.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Proposition(Arc<str>);

impl Proposition {
    /// Reads a proposition, which may be any text.
    ///
    /// # Errors
    /// [`LtlError::Proposition`] if the text is empty, holds a control character or leaves an argument empty.
    pub fn new(text: &str) -> Result<Self, LtlError> {
        let refuse = |why| Err(LtlError::Proposition { text: text.to_owned(), why });
        let spaced = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if spaced.is_empty() {
            return refuse("is empty");
        }
        if spaced.chars().any(char::is_control) {
            return refuse("holds a control character");
        }
        let Some((name, arguments)) = application(&spaced) else { return Ok(Self(spaced.into())) };
        let arguments: Vec<&str> = arguments.split(',').map(str::trim).collect();
        if arguments.iter().any(|argument| argument.is_empty()) {
            return refuse("leaves an argument empty");
        }
        Ok(Self(format!("{name}({})", arguments.join(", ")).into()))
    }

    /// The canonical text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name before the arguments, or the whole text if there are none.
    pub fn predicate(&self) -> &str {
        application(&self.0).map_or(self.as_str(), |(name, _)| name)
    }

    /// The arguments, none for a bare name.
    pub fn arguments(&self) -> impl Iterator<Item = &str> {
        application(&self.0).into_iter().flat_map(|(_, arguments)| arguments.split(", "))
    }

    /// Whether it can stand in a formula without quotation marks.
    fn is_plain(&self) -> bool {
        let is_word = self.predicate().starts_with(is_word_start) && self.predicate().chars().all(is_word_part);
        is_word && !is_reserved(self.predicate()) && self.arguments().all(|text| text.chars().all(is_argument_part))
    }
}

impl fmt::Display for Proposition {
    /// Writes it as in a formula: in quotation marks if it would otherwise be read as something else.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_plain() {
            return f.write_str(&self.0);
        }
        write!(f, "\"{}\"", self.0.replace('\\', "\\\\").replace('"', "\\\""))
    }
}

/// Splits `name(arguments)`, if the arguments hold no parentheses.
fn application(text: &str) -> Option<(&str, &str)> {
    let (name, arguments) = text.strip_suffix(')')?.split_once('(')?;
    let name = name.trim_end();
    let is_one = !name.is_empty() && !name.contains([')', ',']) && !arguments.contains(['(', ')']);
    is_one.then_some((name, arguments))
}

pub(crate) fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word) || is_operator_run(word)
}

/// Whether the word is read letter by letter: `GF`, `XXX`.
pub(crate) fn is_operator_run(word: &str) -> bool {
    word.chars().all(|c| "FGX".contains(c))
}

pub(crate) fn is_word_start(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

pub(crate) fn is_word_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether the character may stand in an argument without quotation marks.
pub(crate) fn is_argument_part(c: char) -> bool {
    is_word_part(c) || " -.:/'#+".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical(text: &str) -> String {
        Proposition::new(text).expect("a name").as_str().to_owned()
    }

    #[test]
    fn one_proposition_has_one_spelling() {
        for spelling in ["at(robot_1, apple 1)", " at (robot_1,apple 1)", "at( robot_1 ,\n apple   1 )"] {
            assert_eq!(canonical(spelling), "at(robot_1, apple 1)");
        }
        assert_eq!(canonical("  red   room "), "red room");
        for odd in ["f(g(x))", "a)b(", "(a)", "f(a)(b)", "a, b(c)"] {
            assert_eq!(canonical(odd), odd);
            assert_eq!(Proposition::new(odd).expect("a name").arguments().count(), 0);
        }
    }

    #[test]
    fn names_that_say_nothing_are_refused() {
        for text in ["", " \n", "at(robot_1, )", "open()", "bell\u{7}"] {
            let refusal = Proposition::new(text).expect_err("says nothing");
            assert!(matches!(&refusal, LtlError::Proposition { text: refused, .. } if refused == text), "{refusal}");
        }
    }

    #[test]
    fn quotation_marks_come_only_where_they_are_needed() {
        for plain in ["raining", "_x1", "agent_at(red room)", "on(a-b, c.d/e:f)", "öffnen(tür)"] {
            assert_eq!(Proposition::new(plain).expect("a name").to_string(), plain);
        }
        for quoted in ["red room", "G", "GF", "X(a)", "i", "e(a)", "1st", "on(a&b)", "f(g(x))", "a->b"] {
            assert_eq!(Proposition::new(quoted).expect("a name").to_string(), format!("\"{quoted}\""));
        }
        assert_eq!(Proposition::new(r#"say "\" "#).expect("a name").to_string(), r#""say \"\\\"""#);
    }
}
