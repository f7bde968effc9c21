//! Nested lists of words: the form of every PDDL file.

use crate::error::{PddlError, PddlFile, SourcePlace};

/// Lists may be nested this deeply. What is built from them is walked recursively.
const DEEPEST: usize = 32;

/// A file may have this many words and lists.
const MOST: usize = 200_000;

/// A word or a list, and where it begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Lisp {
    pub at: SourcePlace,
    pub content: Content,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Content {
    /// In small letters: case does not matter in PDDL.
    Word(String),
    List(Vec<Lisp>),
}

impl Lisp {
    pub fn word(&self, expected: &str) -> Result<&str, PddlError> {
        match &self.content {
            Content::Word(word) => Ok(word),
            Content::List(_) => Err(self.instead_of(expected)),
        }
    }

    pub fn list(&self, expected: &str) -> Result<&[Self], PddlError> {
        match &self.content {
            Content::List(parts) => Ok(parts),
            Content::Word(_) => Err(self.instead_of(expected)),
        }
    }

    /// The first word of the list and the rest of it.
    pub fn headed(&self, expected: &str) -> Result<(&str, &[Self]), PddlError> {
        let (head, rest) = self.list(expected)?.split_first().ok_or_else(|| self.instead_of(expected))?;
        Ok((head.word(expected)?, rest))
    }

    pub fn is_word(&self, word: &str) -> bool {
        matches!(&self.content, Content::Word(own) if own == word)
    }

    pub fn instead_of(&self, expected: &str) -> PddlError {
        let found = match &self.content {
            Content::Word(word) => format!("{word:?}"),
            Content::List(parts) if parts.is_empty() => "an empty list".to_owned(),
            Content::List(parts) => match &parts[0].content {
                Content::Word(word) => format!("\"({word} ...)\""),
                Content::List(_) => "a list".to_owned(),
            },
        };
        PddlError::Syntax { at: self.at, found, expected: expected.to_owned() }
    }
}

/// Reads a file that is one list.
pub(crate) fn read(text: &str, file: PddlFile) -> Result<Lisp, PddlError> {
    let mut tokens = Tokens { rest: text, at: SourcePlace { file, line: 1, column: 1 } };
    // The lists that are open, the outermost first, each with its place.
    let mut open: Vec<(SourcePlace, Vec<Lisp>)> = Vec::new();
    let mut count = 0;
    loop {
        let Some((at, token)) = tokens.next() else {
            return Err(match open.first() {
                Some(&(at, _)) => PddlError::Unclosed { at },
                None => PddlError::Syntax {
                    at: tokens.at,
                    found: "the end of the file".to_owned(),
                    expected: "(define ...)".to_owned(),
                },
            });
        };
        count += 1;
        if count > MOST {
            return Err(PddlError::TooMuch { at, what: "words and lists", limit: MOST });
        }
        let done = match token {
            "(" if open.len() == DEEPEST => {
                return Err(PddlError::TooMuch { at, what: "lists within one another", limit: DEEPEST });
            }
            "(" => {
                open.push((at, Vec::new()));
                continue;
            }
            ")" => match open.pop() {
                Some((at, parts)) => Lisp { at, content: Content::List(parts) },
                None => return Err(refused(at, ")", "(define ...)")),
            },
            word => {
                // Only sections begin with a colon, and none lies within another one.
                if let [_, (at, _), .., (_, parts)] = open.as_slice()
                    && parts.is_empty()
                    && word.starts_with(':')
                {
                    return Err(PddlError::Unclosed { at: *at });
                }
                Lisp { at, content: Content::Word(word.to_lowercase()) }
            }
        };
        match open.last_mut() {
            Some((_, parts)) => parts.push(done),
            None if matches!(done.content, Content::Word(_)) => return Err(done.instead_of("(define ...)")),
            None => {
                return match tokens.next() {
                    None => Ok(done),
                    Some((at, token)) => Err(refused(at, token, "nothing")),
                };
            }
        }
    }
}

fn refused(at: SourcePlace, found: &str, expected: &str) -> PddlError {
    PddlError::Syntax { at, found: format!("{found:?}"), expected: expected.to_owned() }
}

struct Tokens<'a> {
    rest: &'a str,
    at: SourcePlace,
}

impl<'a> Tokens<'a> {
    fn next(&mut self) -> Option<(SourcePlace, &'a str)> {
        loop {
            let first = self.rest.chars().next()?;
            let length = match first {
                ';' => self.rest.find('\n').unwrap_or(self.rest.len()),
                '(' | ')' => 1,
                c if c.is_whitespace() => c.len_utf8(),
                _ => self.rest.find(|c: char| c.is_whitespace() || "();".contains(c)).unwrap_or(self.rest.len()),
            };
            let at = self.at;
            let (token, rest) = self.rest.split_at(length);
            self.rest = rest;
            for c in token.chars() {
                if c == '\n' {
                    self.at = SourcePlace { line: self.at.line + 1, column: 1, ..self.at };
                } else {
                    self.at.column += 1;
                }
            }
            if first != ';' && !first.is_whitespace() {
                return Some((at, token));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> String {
        read(text, PddlFile::Domain).unwrap_err().to_string()
    }

    #[test]
    fn words_are_read_in_small_letters_and_comments_are_skipped() {
        let list = read("; a comment\n(Define ; one more\n (DOMAIN d))", PddlFile::Domain).unwrap();
        let (head, rest) = list.headed("a list").unwrap();
        assert_eq!((head, rest.len()), ("define", 1));
        assert_eq!((rest[0].at.line, rest[0].at.column), (3, 2));
        assert_eq!(rest[0].headed("a list").unwrap().0, "domain");
    }

    #[test]
    fn a_list_that_is_not_closed_is_told_by_its_beginning() {
        assert_eq!(
            refusal("(define\n  (domain d)"),
            "domain:1:1: the list that begins here is not closed; add the missing \")\""
        );
        // Where the next section begins, the one before was to end.
        let section = refusal("(define (domain d)\n (:action a :effect (p)\n (:action b :effect (q)))");
        assert!(section.starts_with("domain:2:2: the list that begins here is not closed"), "{section}");
    }

    #[test]
    fn what_follows_the_list_is_refused() {
        assert!(refusal("(define) )").starts_with("domain:1:10: \")\" stands here; write nothing instead"));
        assert!(refusal("define").starts_with("domain:1:1: \"define\" stands here; write (define ...) instead"));
    }

    #[test]
    fn lists_nest_only_so_deeply() {
        let deep = |depth: usize| "(".repeat(depth) + &")".repeat(depth);
        assert!(read(&deep(DEEPEST), PddlFile::Domain).is_ok());
        assert!(refusal(&deep(DEEPEST + 1)).starts_with("domain:1:33: lists within one another number more than 32"));
    }
}
