//! A position in a statement, from which its parts are read.

use super::{
    Grounding, Lexicon, TranslationError,
    condition::Who,
    pattern::Pattern,
    tokens::{Token, number},
    verbs::Verb,
};

/// A form does not fit; the reader keeps the reason.
#[derive(Debug)]
pub(super) struct Misfit;

/// The patterns of a form that fits.
pub(super) type Patterns = Result<Vec<Pattern>, Misfit>;

/// A position in a statement. It keeps the failure that got furthest, because forms are tried one after another.
pub(super) struct Reader<'a> {
    pub lexicon: &'a Lexicon,
    pub text: &'a str,
    tokens: &'a [Token],
    at: usize,
    pub groundings: Vec<Grounding>,
    /// The things that were named, each once: the candidates for "it" and "there".
    pub mentioned: Vec<usize>,
    /// The robots that were named, each once.
    pub robots: Vec<usize>,
    /// Whether a robot was mentioned without a name: "a robot".
    pub is_indefinite: bool,
    /// Whether "it" means that robot, so that the statement holds for each robot.
    pub binds: bool,
    /// The robot that an order is addressed to: "Robot 2, stay away from the sink".
    pub addressee: Option<Who>,
    /// The verb that is left out in "before the kitchen".
    pub last_verb: Option<(Verb, Vec<Who>)>,
    /// The robots that a clause without a subject is about.
    pub subject: Option<Vec<Who>>,
    furthest: (usize, Option<TranslationError>),
}

/// The state of reading so far, to return to.
pub(super) struct Memory {
    at: usize,
    groundings: Vec<Grounding>,
    mentioned: Vec<usize>,
    robots: Vec<usize>,
    flags: (bool, bool),
    last_verb: Option<(Verb, Vec<Who>)>,
    subject: Option<Vec<Who>>,
}

impl<'a> Reader<'a> {
    pub fn new(lexicon: &'a Lexicon, text: &'a str, tokens: &'a [Token]) -> Self {
        Self {
            lexicon,
            text,
            tokens,
            at: 0,
            groundings: Vec::new(),
            mentioned: Vec::new(),
            robots: Vec::new(),
            is_indefinite: false,
            binds: false,
            addressee: None,
            last_verb: None,
            subject: None,
            furthest: (0, None),
        }
    }

    pub fn position(&self) -> usize {
        self.at
    }

    pub fn is_at_end(&self) -> bool {
        self.at == self.tokens.len()
    }

    /// The word this many words ahead.
    pub fn peek(&self, ahead: usize) -> Option<&'a str> {
        self.word(self.at + ahead)
    }

    /// The word at a position.
    pub fn word(&self, position: usize) -> Option<&'a str> {
        self.tokens.get(position).map(|token| token.word.as_str())
    }

    /// Passes over this many words.
    pub fn skip(&mut self, words: usize) {
        self.at = (self.at + words).min(self.tokens.len());
    }

    pub fn back_to(&mut self, position: usize) {
        self.at = position;
    }

    /// Tries a form; if it does not fit, no words are consumed.
    pub fn attempt<T>(&mut self, form: impl FnOnce(&mut Self) -> Result<T, Misfit>) -> Option<T> {
        let memory = self.memory();
        let read = form(self).ok();
        if read.is_none() {
            self.recall(memory);
        }
        read
    }

    /// Everything that reading changes, except the kept failure.
    pub fn memory(&self) -> Memory {
        Memory {
            at: self.at,
            groundings: self.groundings.clone(),
            mentioned: self.mentioned.clone(),
            robots: self.robots.clone(),
            flags: (self.is_indefinite, self.binds),
            last_verb: self.last_verb.clone(),
            subject: self.subject.clone(),
        }
    }

    pub fn recall(&mut self, memory: Memory) {
        let Memory { at, groundings, mentioned, robots, flags, last_verb, subject } = memory;
        (self.at, self.groundings, self.mentioned, self.robots) = (at, groundings, mentioned, robots);
        ((self.is_indefinite, self.binds), self.last_verb, self.subject) = (flags, last_verb, subject);
    }

    /// Leaves out the last words of the statement.
    pub fn shorten(&mut self, words: usize) {
        self.tokens = &self.tokens[..self.tokens.len() - words];
    }

    pub fn length(&self) -> usize {
        self.tokens.len()
    }

    /// Reads the phrase, if it comes next; commas within it do not count.
    pub fn take(&mut self, phrase: &str) -> bool {
        let mut at = self.at;
        for (index, word) in phrase.split(' ').enumerate() {
            while index > 0 && self.tokens.get(at).is_some_and(|token| token.word == ",") {
                at += 1;
            }
            if self.tokens.get(at).is_none_or(|token| token.word != word) {
                return false;
            }
            at += 1;
        }
        self.at = at;
        true
    }

    /// Reads the first of the phrases that comes next.
    pub fn take_any(&mut self, phrases: &[&str]) -> bool {
        phrases.iter().any(|phrase| self.take(phrase))
    }

    /// Reads one of the phrases, or fails.
    pub fn expect(&mut self, phrases: &[&str]) -> Result<(), Misfit> {
        if self.take_any(phrases) { Ok(()) } else { self.misfit() }
    }

    /// Reads a number.
    pub fn take_number(&mut self) -> Option<usize> {
        let number = number(self.peek(0)?)?;
        self.at += 1;
        Some(number)
    }

    /// Fails because the next words are not understood.
    pub fn misfit<T>(&mut self) -> Result<T, Misfit> {
        if self.at > self.furthest.0 {
            self.furthest = (self.at, None);
        }
        Err(Misfit)
    }

    /// Fails because the words from `start` on are wrong; the first error at a place is kept.
    pub fn fail<T>(&mut self, start: usize, error: TranslationError) -> Result<T, Misfit> {
        if start > self.furthest.0 || (start == self.furthest.0 && self.furthest.1.is_none()) {
            self.furthest = (start, Some(error));
        }
        Err(Misfit)
    }

    /// Fails because the words from `start` on are understood, but have more than one meaning.
    pub fn ambiguous<T>(&mut self, start: usize, mend: impl Into<String>) -> Result<T, Misfit> {
        let (words, at) = self.quote(start, self.at);
        self.fail(self.tokens.len() + 1, TranslationError::Ambiguous { words, at, mend: mend.into() })
    }

    /// Fails because the words have no meaning in this place.
    pub fn unaccounted<T>(&mut self, start: usize, end: usize) -> Result<T, Misfit> {
        let (words, at) = self.quote(start, end);
        self.fail(self.tokens.len() + 1, TranslationError::Unaccounted { words, at })
    }

    /// Fails because the words from `start` on are understood, but nobody could monitor the rule.
    pub fn unobservable<T>(&mut self, start: usize, what: String, mend: String) -> Result<T, Misfit> {
        let (words, at) = self.quote(start, self.at);
        self.fail(self.tokens.len() + 1, TranslationError::Unobservable { what, words, at, mend })
    }

    /// Fails because the words from `start` on are understood, but no skill can do it.
    pub fn impossible<T>(&mut self, start: usize, why: String) -> Result<T, Misfit> {
        let (words, at) = self.quote(start, self.at);
        self.fail(self.tokens.len() + 1, TranslationError::Impossible { words, at, why })
    }

    /// Words as written, and the byte at which they begin.
    pub fn quote(&self, start: usize, end: usize) -> (String, usize) {
        let byte = |index: usize| self.tokens.get(index).map(|token| token.span.clone());
        let end_of_all = self.tokens.last().map_or(self.text.len(), |token| token.span.end);
        let from = byte(start).map_or(end_of_all, |span| span.start);
        let to = end.checked_sub(1).and_then(byte).map_or(end_of_all, |span| span.end);
        (self.text[from..to.max(from)].to_owned(), from)
    }

    /// The failure that got furthest into the statement.
    pub fn into_error(self) -> TranslationError {
        let (rest, at) = self.quote(self.furthest.0, self.tokens.len());
        self.furthest.1.unwrap_or(TranslationError::Unread { rest, at })
    }
}
