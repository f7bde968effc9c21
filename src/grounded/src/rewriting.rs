//! What people say at any site, rewritten by a model in the English that this program reads.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use surefleet_english::{Marked, Vocabulary, read};
use surefleet_language::{Prompt, ScoreError, TokenModel};
use surefleet_ltl::Formula;

use crate::{Hypotheses, Notation, SearchLimits, Symbol, parse};

/// All words of canonical sentences, beside marks. What a sentence with other words means, nobody asks.
#[rustfmt::skip]
const WORDS: [&str; 65] = [
    ".", ";", "?", ",", "bring", "to", "take", "out", "of", "go", "must", "no", "may", "all", "in", "the", "end", "at", "some", "point", "it",
    "never", "be", "that", "and", "always", "only", "first", "then", "before", "you", "while", "whenever", "if", "after", "or", "most",
    "twice", "times", "within", "steps", "one", "robot", "robots", "is", "not", "are", "put", "on", "anything", "everything", "every",
    "a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "except", "any", "once",
];
/// The greatest number in digits.
const MOST: usize = 100;
/// The place of "." among the words: it ends a text.
const END: u16 = 0;
/// The place of "?", which says that the text cannot be rewritten; it stands alone.
const UNCLEAR: u16 = 2;
/// The most symbols of a text.
const LONGEST: usize = 400;

/// The canonical words that a marked text can be rewritten in: statements parted by ";", with "." at their end, or "? .".
#[derive(Debug)]
pub struct Rewriting {
    names: Vec<String>,
    places: HashMap<String, u16>,
}

impl Rewriting {
    /// The version of the words and of what marks stand for.
    pub const VERSION: u32 = 1;

    /// For the marks of a text.
    pub fn of(marked: &Marked) -> Self {
        let words = WORDS.iter().map(|word| (*word).to_owned()).chain((1..=MOST).map(|number| number.to_string()));
        let names: Vec<String> = words.chain(marked.marks().map(str::to_owned)).collect();
        let places = names.iter().cloned().zip(0..).collect();
        Self { names, places }
    }
}

impl Notation for Rewriting {
    type Beginning = Vec<Symbol>;
    type Meaning = String;

    fn symbols(&self) -> impl Iterator<Item = Symbol> {
        (0..self.names.len() as u16).map(Symbol::new)
    }

    fn name(&self, symbol: Symbol) -> &str {
        &self.names[symbol.index()]
    }

    fn is_end(&self, symbol: Symbol) -> bool {
        symbol.index() == usize::from(END)
    }

    fn knows(&self, name: &str) -> bool {
        self.places.contains_key(name)
    }

    fn next(&self, beginning: &Vec<Symbol>) -> Vec<Symbol> {
        self.symbols().filter(|symbol| self.can_follow(beginning, *symbol)).collect()
    }

    fn find(&self, beginning: &Vec<Symbol>, name: &str) -> Option<Symbol> {
        let symbol = self.places.get(name).copied().map(Symbol::new)?;
        self.can_follow(beginning, symbol).then_some(symbol)
    }

    fn after(&self, beginning: &Vec<Symbol>, symbol: Symbol) -> Option<Vec<Symbol>> {
        self.can_follow(beginning, symbol).then(|| beginning.iter().copied().chain([symbol]).collect())
    }

    fn meaning(&self, whole: &Vec<Symbol>) -> Option<String> {
        let (_, statements) = whole.split_last()?;
        let is_unclear = statements.iter().any(|symbol| symbol.index() == usize::from(UNCLEAR));
        let names: Vec<&str> = statements.iter().map(|symbol| self.name(*symbol)).collect();
        (!is_unclear && !names.is_empty()).then(|| names.join(" "))
    }
}

impl Rewriting {
    fn can_follow(&self, beginning: &[Symbol], symbol: Symbol) -> bool {
        let is = |symbol: Symbol, place: u16| symbol.index() == usize::from(place);
        match beginning {
            [] => !is(symbol, END),
            [.., last] if is(*last, END) => false,
            [only] if is(*only, UNCLEAR) => is(symbol, END),
            _ => !is(symbol, UNCLEAR) && beginning.len() < LONGEST,
        }
    }
}

/// Asks a model what a text means, at any site.
#[derive(Debug)]
pub struct Rewriter<M> {
    model: M,
    /// Its tokens for pieces of answers.
    known: HashMap<String, Vec<u32>>,
}

/// What nobody trained the model for costs many passes: not all of it is looked at.
const LIMITS: SearchLimits = SearchLimits { tail: 0.02, hypotheses: 8, passes: 120 };
/// The longest time for a text: whoever waits for it waits for a minute.
const PATIENCE: Duration = Duration::from_secs(50);

impl<M: TokenModel> Rewriter<M> {
    /// A rewriter with this model.
    pub fn new(model: M) -> Self {
        Self { model, known: HashMap::new() }
    }

    /// The meanings of a text: the canonical words that the model writes, with names in place of their marks, and what they are
    /// read as. Words that are not read, or leave out something that the text names, count as unexplained.
    ///
    /// # Errors
    /// [`ScoreError`] if the model gives no answer.
    pub fn meanings(&mut self, text: &str, vocabulary: &Vocabulary) -> Result<Hypotheses<Meaning>, ScoreError> {
        let marked = vocabulary.mark(text);
        let notation = Rewriting::of(&marked);
        let prompt = Prompt { prefix: "".into(), suffix: marked.text().to_owned() };
        let until = Instant::now() + PATIENCE;
        let written = parse(&mut self.model, &mut self.known, &notation, &prompt, LIMITS, until)?;
        let mut found: Hypotheses<Meaning> =
            Hypotheses { meanings: Vec::new(), unexplained: written.unexplained, usage: written.usage };
        for (canonical, probability) in written.meanings {
            match Meaning::of(&canonical, &marked, vocabulary) {
                Some(meaning) => match found.meanings.iter_mut().find(|(known, _)| known.formula == meaning.formula) {
                    Some((_, sum)) => *sum += probability,
                    None => found.meanings.push((meaning, probability)),
                },
                None => found.unexplained += probability,
            }
        }
        found.meanings.sort_by(|one, other| other.1.total_cmp(&one.1));
        Ok(found)
    }
}

/// What a text may mean.
#[derive(Debug, Clone, PartialEq)]
pub struct Meaning {
    /// In the English of this program.
    pub words: String,
    /// What these words are read as.
    pub formula: Formula,
}

impl Meaning {
    fn of(canonical: &str, marked: &Marked, vocabulary: &Vocabulary) -> Option<Self> {
        if !vocabulary.accounts(canonical, marked) {
            return None;
        }
        let words = vocabulary.unmark(canonical, marked)?;
        let formula = read(&words, vocabulary).ok()?.formula();
        Some(Self { words, formula })
    }
}
