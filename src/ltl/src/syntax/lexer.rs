//! Text to tokens, each with its place.

use std::ops::Range;

use super::proposition::{is_argument_part, is_operator_run, is_word_part, is_word_start};
use crate::{Binary, Proposition, SyntaxError, Unary};

/// The way a formula is written.
///
/// Words are read whole, unlike in Spot: `Fa` is a proposition. Only words made of `F`, `G` and `X` alone are read
/// letter by letter, since `GF a` is common. A word before a parenthesis is a predicate unless it is an operator. Both
/// syntaxes have synonyms: `&&`, `/\`, `and`; `||`, `\/`, `or`; `~`, `not`; `=>`, `implies`; `<=>`; `^`, `xor`; `[]`
/// for `G`, `<>` for `F`, `V` for `R`, `X[!]` for `X`; `1` and `0`; and the usual mathematical signs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Syntax {
    /// `G(a -> F b)`: operators between their operands, Spot's precedence.
    Infix,
    /// `G i a F b`: operators before their operands, no parentheses; Spot's LBT format, which Lang2LTL uses.
    Prefix,
}

/// A token of a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Token {
    Proposition(Proposition),
    Constant(bool),
    Unary(Unary),
    Binary(Binary),
    Open,
    Close,
    End,
}

/// Symbols that are not words; a longer one comes before its beginnings.
const SYMBOLS: [(&str, Token); 36] = [
    ("<-->", Token::Binary(Binary::Equivalent)),
    ("<->", Token::Binary(Binary::Equivalent)),
    ("<=>", Token::Binary(Binary::Equivalent)),
    ("-->", Token::Binary(Binary::Implies)),
    ("->", Token::Binary(Binary::Implies)),
    ("=>", Token::Binary(Binary::Implies)),
    ("&&", Token::Binary(Binary::And)),
    ("||", Token::Binary(Binary::Or)),
    ("/\\", Token::Binary(Binary::And)),
    ("\\/", Token::Binary(Binary::Or)),
    ("[]", Token::Unary(Unary::Globally)),
    ("<>", Token::Unary(Unary::Finally)),
    ("&", Token::Binary(Binary::And)),
    ("|", Token::Binary(Binary::Or)),
    ("^", Token::Binary(Binary::Xor)),
    ("!", Token::Unary(Unary::Not)),
    ("~", Token::Unary(Unary::Not)),
    ("(", Token::Open),
    (")", Token::Close),
    ("1", Token::Constant(true)),
    ("0", Token::Constant(false)),
    ("¬", Token::Unary(Unary::Not)),
    ("∧", Token::Binary(Binary::And)),
    ("∨", Token::Binary(Binary::Or)),
    ("⊕", Token::Binary(Binary::Xor)),
    ("→", Token::Binary(Binary::Implies)),
    ("⇒", Token::Binary(Binary::Implies)),
    ("↔", Token::Binary(Binary::Equivalent)),
    ("⇔", Token::Binary(Binary::Equivalent)),
    ("□", Token::Unary(Unary::Globally)),
    ("◇", Token::Unary(Unary::Finally)),
    ("○", Token::Unary(Unary::Next)),
    ("●", Token::Unary(Unary::WeakNext)),
    ("⊤", Token::Constant(true)),
    ("⊥", Token::Constant(false)),
    ("⟷", Token::Binary(Binary::Equivalent)),
];

/// Reads one token at a time, so that the first mistake in the text is the one reported.
pub(crate) struct Lexer<'a> {
    text: &'a str,
    syntax: Syntax,
    at: usize,
    /// The end of the last run of operators that was scanned; within it, letters are read one by one.
    run_ends: usize,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str, syntax: Syntax) -> Self {
        Self { text, syntax, at: 0, run_ends: 0 }
    }

    /// An error about the token at `span`.
    pub fn expected(&self, span: Range<usize>, expected: impl Into<String>) -> SyntaxError {
        SyntaxError::new(self.text, span, expected)
    }

    /// The next token and its place; always [`Token::End`] after the last.
    pub fn next(&mut self) -> Result<(Token, Range<usize>), SyntaxError> {
        let rest = self.text[self.at..].trim_start();
        let start = self.text.len() - rest.len();
        let Some(first) = rest.chars().next() else { return Ok((Token::End, start..start)) };
        let token = if is_word_start(first) {
            self.word(start)?
        } else if first == '"' {
            self.quoted(start)?
        } else {
            self.symbol(start)?
        };
        Ok((token, start..self.at))
    }

    fn symbol(&mut self, start: usize) -> Result<Token, SyntaxError> {
        let rest = &self.text[start..];
        let Some((symbol, token)) = SYMBOLS.iter().find(|(symbol, _)| rest.starts_with(symbol)) else {
            let end = start + rest.chars().next().map_or(0, char::len_utf8);
            return Err(self.expected(start..end, "an operator or a proposition (in quotation marks if it is odd)"));
        };
        self.at = start + symbol.len();
        Ok(token.clone())
    }

    fn word(&mut self, start: usize) -> Result<Token, SyntaxError> {
        let word = self.word_at(start);
        self.at = start + word.len();
        if let Some(token) = self.operator(word) {
            // Spot writes strong next this way.
            if token == Token::Unary(Unary::Next) && self.text[self.at..].starts_with("[!]") {
                self.at += "[!]".len();
            }
            return Ok(token);
        }
        let gap = self.text[self.at..].len() - self.text[self.at..].trim_start().len();
        if self.text[self.at + gap..].starts_with('(') {
            self.arguments(self.at + gap + 1)?;
        }
        self.proposition(start, &self.text[start..self.at])
    }

    /// The word that begins there, or the first letter of a run of operators. Each run is scanned only once.
    fn word_at(&mut self, start: usize) -> &'a str {
        let rest = &self.text[start..];
        if start >= self.run_ends {
            let word = &rest[..rest.find(|c| !is_word_part(c)).unwrap_or(rest.len())];
            if !is_operator_run(word) {
                return word;
            }
            self.run_ends = start + word.len();
        }
        &rest[..1]
    }

    fn operator(&self, word: &str) -> Option<Token> {
        Some(match word {
            "true" => Token::Constant(true),
            "false" => Token::Constant(false),
            "not" => Token::Unary(Unary::Not),
            "X" => Token::Unary(Unary::Next),
            "WX" => Token::Unary(Unary::WeakNext),
            "F" => Token::Unary(Unary::Finally),
            "G" => Token::Unary(Unary::Globally),
            "and" => Token::Binary(Binary::And),
            "or" => Token::Binary(Binary::Or),
            "xor" => Token::Binary(Binary::Xor),
            "implies" => Token::Binary(Binary::Implies),
            "U" => Token::Binary(Binary::Until),
            "W" => Token::Binary(Binary::WeakUntil),
            "R" | "V" => Token::Binary(Binary::Release),
            "M" => Token::Binary(Binary::StrongRelease),
            "i" if self.syntax == Syntax::Prefix => Token::Binary(Binary::Implies),
            "e" if self.syntax == Syntax::Prefix => Token::Binary(Binary::Equivalent),
            _ => return None,
        })
    }

    /// Reads names up to and including the closing parenthesis.
    fn arguments(&mut self, start: usize) -> Result<(), SyntaxError> {
        let mut is_empty = true;
        for (offset, c) in self.text[start..].char_indices() {
            let span = start + offset..start + offset + c.len_utf8();
            match c {
                ',' | ')' if is_empty => return Err(self.expected(span, "a name")),
                ',' => is_empty = true,
                ')' => {
                    self.at = span.end;
                    return Ok(());
                }
                c if c.is_whitespace() => {}
                c if is_argument_part(c) => is_empty = false,
                _ => return Err(self.expected(span, "`,` or `)` (quote a proposition that is odd)")),
            }
        }
        let end = self.text.len();
        Err(self.expected(end..end, "`)`"))
    }

    fn quoted(&mut self, start: usize) -> Result<Token, SyntaxError> {
        let mut content = String::new();
        let mut is_escaped = false;
        for (offset, c) in self.text[start..].char_indices().skip(1) {
            match c {
                '\\' if !is_escaped => {
                    is_escaped = true;
                    continue;
                }
                '"' if !is_escaped => {
                    self.at = start + offset + 1;
                    return self.proposition(start, &content);
                }
                c => content.push(c),
            }
            is_escaped = false;
        }
        let end = self.text.len();
        Err(self.expected(end..end, "`\"`, which closes the quotation"))
    }

    fn proposition(&self, start: usize, text: &str) -> Result<Token, SyntaxError> {
        let named =
            Proposition::new(text).map_err(|_| self.expected(start..self.at, "a proposition (with no empty name)"))?;
        Ok(Token::Proposition(named))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::proposition::is_reserved;

    #[test]
    fn no_symbol_hides_a_longer_one() {
        for (index, (symbol, _)) in SYMBOLS.iter().enumerate() {
            let hides = SYMBOLS[index + 1..].iter().find(|(later, _)| later.starts_with(symbol));
            assert_eq!(hides, None, "{symbol} comes first");
        }
    }

    #[test]
    fn reserved_words_are_those_that_some_syntax_reads_as_operators() {
        let mut word = String::from("a");
        for candidate in ["F", "G", "X", "WX", "U", "W", "R", "V", "M", "i", "e", "not", "and", "or", "xor", "implies"]
        {
            word.replace_range(.., candidate);
            assert!(is_reserved(&word));
            assert!(Lexer::new("", Syntax::Prefix).operator(&word).is_some(), "{word}");
        }
        assert!(!is_reserved("a") && Lexer::new("", Syntax::Prefix).operator("a").is_none());
    }
}
