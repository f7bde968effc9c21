//! The condition language of domain files: its syntax, before names are resolved.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The deepest nesting. More is a mistake, and unbounded nesting would exhaust the stack.
const MAX_DEPTH: usize = 4;

/// A name, with arguments in parentheses if it has any: `at(robot, spot_of(target))`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct Expression {
    pub head: String,
    pub arguments: Vec<Expression>,
}

/// An expression or its negation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Literal {
    pub negated: bool,
    pub expression: Expression,
}

/// Literals joined by "or".
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct Alternatives(pub Vec<Literal>);

/// A predicate and its possible arguments: `at(robot, item | container | surface)`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct Signature {
    pub name: String,
    pub arguments: Vec<Vec<String>>,
}

/// A text with terms in braces.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct Template(pub Vec<Piece>);

/// A part of a [`Template`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    Words(String),
    /// The term's words: "the fridge".
    Term(Expression),
    /// The term's words after its preposition: "in the fridge".
    OnTerm(Expression),
}

struct Tokens<'a> {
    tokens: std::iter::Peekable<std::vec::IntoIter<&'a str>>,
    text: &'a str,
}

impl<'a> Tokens<'a> {
    fn new(text: &'a str) -> Self {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let mut tokens = Vec::new();
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            let end = if is_word(first) { rest.find(|c| !is_word(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
            tokens.push(&rest[..end]);
            rest = rest[end..].trim_start();
        }
        Self { tokens: tokens.into_iter().peekable(), text }
    }

    fn take(&mut self, wanted: &str) -> bool {
        self.tokens.next_if(|token| *token == wanted).is_some()
    }

    fn fault(&mut self, expected: &str) -> String {
        match self.tokens.peek() {
            Some(found) => format!("found {found:?} in {:?} where {expected} belongs", self.text),
            None => format!("{:?} ends where {expected} belongs", self.text),
        }
    }

    fn word(&mut self, expected: &str) -> Result<String, String> {
        let is_word = |token: &&str| token.chars().all(|c| c.is_alphanumeric() || c == '_');
        match self.tokens.next_if(is_word) {
            Some(word) => Ok(word.to_owned()),
            None => Err(self.fault(expected)),
        }
    }

    fn expression(&mut self, depth: usize) -> Result<Expression, String> {
        if depth > MAX_DEPTH {
            return Err(format!("{:?} is nested more than {MAX_DEPTH} deep", self.text));
        }
        let head = self.word("a name")?;
        let mut arguments = Vec::new();
        if self.take("(") {
            loop {
                arguments.push(self.expression(depth + 1)?);
                if self.take(")") {
                    break;
                }
                if !self.take(",") {
                    return Err(self.fault("\",\" or \")\""));
                }
            }
        }
        Ok(Expression { head, arguments })
    }

    fn end<T>(&mut self, parsed: T) -> Result<T, String> {
        if self.tokens.peek().is_none() { Ok(parsed) } else { Err(self.fault("the end")) }
    }
}

impl TryFrom<String> for Expression {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        let mut tokens = Tokens::new(&text);
        let expression = tokens.expression(1)?;
        tokens.end(expression)
    }
}

impl TryFrom<String> for Alternatives {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        let mut tokens = Tokens::new(&text);
        let mut literals = Vec::new();
        loop {
            let negated = tokens.take("not");
            literals.push(Literal { negated, expression: tokens.expression(1)? });
            if !tokens.take("or") {
                return tokens.end(Self(literals));
            }
        }
    }
}

impl TryFrom<String> for Signature {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        let mut tokens = Tokens::new(&text);
        let name = tokens.word("a predicate's name")?;
        let mut arguments = vec![Vec::new()];
        if !tokens.take("(") {
            return Err(tokens.fault("\"(\""));
        }
        loop {
            let kind = tokens.word("a kind")?;
            arguments.last_mut().expect("starts with one and only grows").push(kind);
            if tokens.take(",") {
                arguments.push(Vec::new());
            } else if tokens.take(")") {
                return tokens.end(Self { name, arguments });
            } else if !tokens.take("|") {
                return Err(tokens.fault("\"|\", \",\" or \")\""));
            }
        }
    }
}

impl TryFrom<String> for Template {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        let mut pieces = Vec::new();
        let mut rest = text.as_str();
        while let Some((words, tail)) = rest.split_once('{') {
            let Some((term, after)) = tail.split_once('}') else {
                return Err(format!("{text:?} opens a brace that it does not close"));
            };
            if !words.is_empty() {
                pieces.push(Piece::Words(words.to_owned()));
            }
            pieces.push(match term.strip_prefix("on ") {
                Some(term) => Piece::OnTerm(Expression::try_from(term.to_owned())?),
                None => Piece::Term(Expression::try_from(term.to_owned())?),
            });
            rest = after;
        }
        if !rest.is_empty() {
            pieces.push(Piece::Words(rest.to_owned()));
        }
        Ok(Self(pieces))
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.head)?;
        for (index, argument) in self.arguments.iter().enumerate() {
            write!(f, "{}{argument}", if index == 0 { "(" } else { ", " })?;
        }
        if self.arguments.is_empty() { Ok(()) } else { f.write_str(")") }
    }
}

impl From<Expression> for String {
    fn from(expression: Expression) -> Self {
        expression.to_string()
    }
}

impl From<Alternatives> for String {
    fn from(alternatives: Alternatives) -> Self {
        let literal = |literal: &Literal| {
            let not = if literal.negated { "not " } else { "" };
            format!("{not}{}", literal.expression)
        };
        alternatives.0.iter().map(literal).collect::<Vec<_>>().join(" or ")
    }
}

impl From<Signature> for String {
    fn from(signature: Signature) -> Self {
        let arguments: Vec<String> = signature.arguments.iter().map(|kinds| kinds.join(" | ")).collect();
        format!("{}({})", signature.name, arguments.join(", "))
    }
}

impl From<Template> for String {
    fn from(template: Template) -> Self {
        let piece = |piece: Piece| match piece {
            Piece::Words(words) => words,
            Piece::Term(term) => format!("{{{term}}}"),
            Piece::OnTerm(term) => format!("{{on {term}}}"),
        };
        template.0.into_iter().map(piece).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alternatives_keep_negation_nesting_and_order() {
        let written = "not open(place_of(target)) or at(robot,spot_of( target ))";
        let parsed = Alternatives::try_from(written.to_owned()).expect("well formed");
        assert_eq!(parsed.0.iter().map(|l| l.negated).collect::<Vec<_>>(), [true, false]);
        assert_eq!(String::from(parsed), "not open(place_of(target)) or at(robot, spot_of(target))");
    }

    #[test]
    fn a_fault_quotes_what_it_found_and_what_belongs_there() {
        let fault = Expression::try_from("at(robot; target)".to_owned()).expect_err("a semicolon is no separator");
        assert_eq!(fault, "found \";\" in \"at(robot; target)\" where \",\" or \")\" belongs");
        assert!(Expression::try_from("a(".repeat(50_000)).expect_err("too deep").contains("nested"));
    }
}
