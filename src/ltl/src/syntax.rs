//! Formulas: how to read and print them, and their meaning on a trace by the definition alone.

mod changes;
mod definition;
mod formula;
mod infix;
mod lexer;
mod negation;
mod operator;
mod prefix;
mod print;
mod proposition;

pub use formula::{Formula, Node, Part};
pub use lexer::Syntax;
pub use operator::{Binary, Unary};
pub use proposition::Proposition;

use crate::LtlError;

impl Formula {
    /// Reads a formula in either syntax.
    ///
    /// No text means different things in the two. In prefix syntax, two operands in a row end a formula that has a
    /// binary operator; in infix syntax, they never stand in a row.
    ///
    /// # Errors
    /// [`LtlError::Syntax`], by the rules of the syntax that the text seems to begin in.
    pub fn parse(text: &str) -> Result<Self, LtlError> {
        infix::parse(text).or_else(|error| {
            prefix::parse(text).map_err(|of_prefix| if prefix::begins(text) { of_prefix } else { error }.into())
        })
    }

    /// Reads a formula in the given syntax.
    ///
    /// # Errors
    /// [`LtlError::Syntax`] with the place of the first mistake.
    pub fn parse_as(text: &str, syntax: Syntax) -> Result<Self, LtlError> {
        Ok(match syntax {
            Syntax::Infix => infix::parse(text)?,
            Syntax::Prefix => prefix::parse(text)?,
        })
    }
}
