//! Formulas to text; reading the text gives the formula back.

use std::fmt::{self, Write};

use super::formula::{Node, Part};
use crate::{Binary, Formula};

/// A piece that remains to be written.
enum Piece {
    Text(&'static str),
    Part(Part),
}

impl fmt::Display for Formula {
    /// Writes infix syntax, with parentheses wherever operators are mixed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(self, f, |node, pieces| match *node {
            Node::Unary(operator, operand) => {
                let is_nested = matches!(self.nodes()[operand as usize], Node::Binary(..));
                pieces.push(Piece::Text(operator.symbol()));
                if !is_nested && operator.symbol() != "!" {
                    pieces.push(Piece::Text(" "));
                }
                self.enclose(operand, is_nested, pieces);
            }
            Node::Binary(operator, left, right) => {
                // Without parentheses, only chains of "and" and "or" read well and alike to all readers.
                let is_chain = |part: Part| match self.nodes()[part as usize] {
                    Node::Binary(inner, ..) => inner == operator && matches!(inner, Binary::And | Binary::Or),
                    _ => true,
                };
                self.enclose(left, !is_chain(left), pieces);
                pieces.extend([Piece::Text(" "), Piece::Text(operator.symbol()), Piece::Text(" ")]);
                self.enclose(right, matches!(self.nodes()[right as usize], Node::Binary(..)), pieces);
            }
            _ => unreachable!("constants and propositions have no operands"),
        })
    }
}

impl Formula {
    /// The formula in prefix syntax. Spot's LBT parser also reads it if every proposition is one word.
    pub fn to_prefix(&self) -> String {
        let mut text = String::new();
        let order = |node: &Node, pieces: &mut Vec<Piece>| match *node {
            Node::Unary(operator, operand) => {
                pieces.extend([Piece::Text(operator.symbol()), Piece::Text(" "), Piece::Part(operand)]);
            }
            Node::Binary(operator, left, right) => {
                let symbol = Piece::Text(operator.prefix_symbol());
                pieces.extend([symbol, Piece::Text(" "), Piece::Part(left), Piece::Text(" "), Piece::Part(right)]);
            }
            _ => unreachable!("constants and propositions have no operands"),
        };
        write(self, &mut text, order).expect("a String takes all text");
        text
    }

    fn enclose(&self, part: Part, is_enclosed: bool, pieces: &mut Vec<Piece>) {
        if is_enclosed {
            pieces.extend([Piece::Text("("), Piece::Part(part), Piece::Text(")")]);
        } else {
            pieces.push(Piece::Part(part));
        }
    }
}

/// Writes a formula without recursion; `order` lays out its operators as pieces.
fn write(formula: &Formula, out: &mut impl Write, order: impl Fn(&Node, &mut Vec<Piece>)) -> fmt::Result {
    let mut open = vec![Piece::Part(Part::try_from(formula.size() - 1).expect("parts are numbered by Part"))];
    let mut pieces = Vec::new();
    while let Some(piece) = open.pop() {
        match piece {
            Piece::Text(text) => out.write_str(text)?,
            Piece::Part(part) => match &formula.nodes()[part as usize] {
                Node::Constant(value) => write!(out, "{value}")?,
                Node::Proposition(name) => write!(out, "{name}")?,
                node => {
                    order(node, &mut pieces);
                    open.extend(pieces.drain(..).rev());
                }
            },
        }
    }
    Ok(())
}
