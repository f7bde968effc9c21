//! Infix syntax, by operator precedence with explicit stacks: nesting uses no call stack.

use std::ops::Range;

use super::{
    formula::{Builder, Node, Part},
    lexer::{Lexer, Token},
};
use crate::{Binary, Formula, Syntax, SyntaxError, Unary};

const OPERAND: &str = "a proposition, a constant, `!`, `X`, `WX`, `F`, `G` or `(`";

/// An entry that waits for the operand to its right.
enum Pending {
    Unary(Unary),
    Binary(Binary),
    Open(Range<usize>),
}

#[derive(Default)]
struct Stacks {
    builder: Builder,
    operands: Vec<Part>,
    pending: Vec<Pending>,
}

pub(crate) fn parse(text: &str) -> Result<Formula, SyntaxError> {
    let mut lexer = Lexer::new(text, Syntax::Infix);
    let mut stacks = Stacks::default();
    let mut operand_is_due = true;
    loop {
        let (token, span) = lexer.next()?;
        match token {
            Token::Unary(operator) if operand_is_due => stacks.pending.push(Pending::Unary(operator)),
            Token::Open if operand_is_due => stacks.pending.push(Pending::Open(span)),
            Token::Proposition(name) if operand_is_due => {
                stacks.operand(Node::Proposition(name));
                operand_is_due = false;
            }
            Token::Constant(value) if operand_is_due => {
                stacks.operand(Node::Constant(value));
                operand_is_due = false;
            }
            _ if operand_is_due => return Err(lexer.expected(span, OPERAND)),
            Token::Binary(operator) => {
                stacks.reduce(|waiting| binds_before(waiting, operator));
                stacks.pending.push(Pending::Binary(operator));
                operand_is_due = true;
            }
            Token::Close => {
                stacks.reduce(|_| true);
                if stacks.pending.pop().is_none() {
                    return Err(lexer.expected(span, "the end or an operator (no `(` is open)"));
                }
            }
            Token::End => {
                stacks.reduce(|_| true);
                return match stacks.pending.pop() {
                    Some(Pending::Open(open)) => {
                        Err(lexer.expected(span, format!("`)` for the `(` at byte {}", open.start)))
                    }
                    _ => Ok(stacks.builder.finish()),
                };
            }
            _ => return Err(lexer.expected(span, "an operator between two formulas (such as `&`, `->`, `U`)")),
        }
    }
}

/// Whether `a waiting b next c` is `(a waiting b) next c`.
fn binds_before(waiting: Binary, next: Binary) -> bool {
    waiting.precedence() > next.precedence() || (waiting.precedence() == next.precedence() && next.groups_left())
}

impl Stacks {
    fn operand(&mut self, node: Node) {
        let part = self.builder.add(node);
        self.operands.push(part);
    }

    /// Applies waiting operators, back to the innermost open parenthesis or the first binary operator that must wait.
    fn reduce(&mut self, binds: impl Fn(Binary) -> bool) {
        let due = |pending: &mut Pending| match pending {
            Pending::Unary(_) => true,
            Pending::Binary(operator) => binds(*operator),
            Pending::Open(_) => false,
        };
        while let Some(pending) = self.pending.pop_if(due) {
            let mut pop = || self.operands.pop().expect("an operator is pushed for each operand that is due");
            let last = pop();
            let node = match pending {
                Pending::Unary(operator) => Node::Unary(operator, last),
                Pending::Binary(operator) => Node::Binary(operator, pop(), last),
                Pending::Open(_) => unreachable!("a parenthesis is not due"),
            };
            self.operand(node);
        }
    }
}
