//! Prefix syntax: Spot's LBT format with propositions by name, as Lang2LTL writes it.

use super::{
    formula::{Builder, Node, Part},
    lexer::{Lexer, Token},
};
use crate::{Formula, Syntax, SyntaxError};

/// An operator that still waits for operands; a binary one may already have its left operand.
struct Pending {
    operator: Token,
    symbol: std::ops::Range<usize>,
    left: Option<Part>,
}

pub(crate) fn parse(text: &str) -> Result<Formula, SyntaxError> {
    let mut lexer = Lexer::new(text, Syntax::Prefix);
    let mut builder = Builder::default();
    let mut pending: Vec<Pending> = Vec::new();
    loop {
        let (token, span) = lexer.next()?;
        let mut part = match token {
            Token::Proposition(name) => builder.add(Node::Proposition(name)),
            Token::Constant(value) => builder.add(Node::Constant(value)),
            operator @ (Token::Unary(_) | Token::Binary(_)) => {
                pending.push(Pending { operator, symbol: span, left: None });
                continue;
            }
            Token::Open | Token::Close => {
                return Err(lexer.expected(span, "an operator or a proposition (prefix syntax has no parentheses)"));
            }
            Token::End => return Err(lexer.expected(span, missing(text, pending.last()))),
        };
        // The part may be the last operand of several operators.
        loop {
            match pending.pop() {
                None => {
                    let (token, span) = lexer.next()?;
                    return match token {
                        Token::End => Ok(builder.finish()),
                        _ => Err(lexer.expected(span, "the end (all operators have their operands)")),
                    };
                }
                Some(Pending { operator: Token::Unary(operator), .. }) => {
                    part = builder.add(Node::Unary(operator, part));
                }
                Some(Pending { operator: Token::Binary(operator), left: Some(left), .. }) => {
                    part = builder.add(Node::Binary(operator, left, part));
                }
                Some(waiting) => {
                    pending.push(Pending { left: Some(part), ..waiting });
                    break;
                }
            }
        }
    }
}

fn missing(text: &str, innermost: Option<&Pending>) -> String {
    let Some(Pending { operator, symbol, left }) = innermost else { return "a formula".to_owned() };
    let which = match (operator, left) {
        (Token::Binary(_), None) => "first operand",
        (Token::Binary(_), Some(_)) => "second operand",
        _ => "operand",
    };
    format!("the {which} of the `{}` at byte {}", &text[symbol.clone()], symbol.start)
}

/// Whether the text starts in a way that only prefix syntax allows: unary operators, if any, then a binary one.
///
/// `i` and `e` may also be propositions of infix syntax, followed by an operator or the end.
pub(crate) fn begins(text: &str) -> bool {
    let mut lexer = Lexer::new(text, Syntax::Prefix);
    loop {
        match lexer.next() {
            Ok((Token::Unary(_), _)) => {}
            Ok((Token::Binary(_), span)) if matches!(&text[span.clone()], "i" | "e") => {
                return match lexer.next() {
                    Ok((Token::Binary(_), next)) => matches!(&text[next], "i" | "e"),
                    Ok((Token::Close | Token::End, _)) => false,
                    _ => true,
                };
            }
            other => return matches!(other, Ok((Token::Binary(_), _))),
        }
    }
}
