use std::{
    cmp::Ordering,
    collections::{BTreeMap, BinaryHeap, HashMap},
    rc::Rc,
    time::Instant,
};

use surefleet_language::{Prompt, ScoreError, TokenModel, Usage, log_sum_exp};

use crate::{Notation, Symbol, guesses::Guesses};

/// Limits that end the search for the meanings of a text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SearchLimits {
    /// The total probability of beginnings that may stay unexplored, such as 0.005.
    pub tail: f64,
    /// The most meanings to distinguish.
    pub hypotheses: usize,
    /// The most passes of the model.
    pub passes: u64,
}

/// The possible meanings of a text, and the probability of each.
#[derive(Debug, Clone, PartialEq)]
pub struct Hypotheses<M> {
    /// Meanings with their probabilities, the likeliest first.
    pub meanings: Vec<(M, f64)>,
    /// The probability of everything unexplored or not a sentence: with the meanings it sums to 1.
    pub unexplained: f64,
    /// The cost of the search.
    pub usage: Usage,
}

/// The meanings of a text by a language model: constrained decoding under a notation, the likeliest beginning first.
///
/// A sentence's probability is the model's own: the product of its tokens' probabilities, over the whole vocabulary.
/// Text that the model prefers but the notation forbids stays unexplained. The search always continues with the
/// likeliest known beginning (uniform-cost search), and the probability left in the queue bounds everything unseen. Beginnings
/// that are so likely that the search cannot end without them come first, the longest of them before the others: so one meaning
/// is soon read to its end, and the model reads each later one in one pass, as far as it goes on like an earlier one. A clear
/// text costs one greedy decoding, each further meaning few passes more.
///
/// Tokens may cut symbols anywhere: a beginning keeps every symbol that its tokens may still become. Of a model's own phrases
/// ([`TokenModel::phrases`]) each may stand for several symbols.
///
/// `known` keeps the model's tokens for pieces of answers from one parse to the next.
///
/// # Errors
/// [`ScoreError::Model`] if the model cannot answer, or if the search has not ended by `until`.
pub fn parse<M: TokenModel, N: Notation>(
    model: &mut M,
    known: &mut HashMap<String, Vec<u32>>,
    notation: &N,
    prompt: &Prompt,
    limits: SearchLimits,
    until: Instant,
) -> Result<Hypotheses<N::Meaning>, ScoreError> {
    let spelling = Spelling::of(model, known, notation)?;
    let mut tokens = model.prompt(prompt)?;
    let start = tokens.len();
    let mut usage = Usage::default();
    let mut queue = BinaryHeap::from([Beginning::<N::Beginning>::default()]);
    let mut meanings: Vec<(N::Meaning, f64)> = Vec::new();
    // Fewer than the most meanings can be likelier than this.
    let sure = limits.tail.max(1.0 / limits.hypotheses as f64).ln();
    let mut guesses = Guesses::default();
    // Probability of the meanings found, and of the queue; the rest is no sentence, or too unlikely to follow.
    let (mut explained, mut open) = (0.0, 1.0);
    while let Some(beginning) = queue.pop() {
        if open <= limits.tail || meanings.len() == limits.hypotheses {
            break;
        }
        let probability = beginning.log_probability.exp();
        open -= probability;
        if let Some(whole) = beginning.whole {
            guesses.learn(beginning.tokens);
            // What means nothing stays unexplained.
            let Some(meaning) = notation.meaning(&whole) else { continue };
            explained += probability;
            match meanings.iter_mut().find(|(known, _)| *known == meaning) {
                Some((_, sum)) => *sum += probability,
                None => meanings.push((meaning, probability)),
            }
            continue;
        }
        if usage.model_calls == limits.passes {
            break;
        }
        if Instant::now() >= until {
            let reason = format!(
                "{} runs of it were not enough to find out in time what the text may mean; use a faster model or provider",
                usage.model_calls
            );
            return Err(ScoreError::Model(reason));
        }
        let logits = match guesses.take(&beginning.tokens) {
            Some(logits) => logits,
            None => {
                tokens.truncate(start);
                tokens.extend_from_slice(&beginning.tokens);
                let guessed = guesses.after(&beginning.tokens);
                let (rows, read) = model.next_along(&tokens, &guessed)?;
                usage.model_calls += 1;
                usage.prompt_tokens += (tokens.len() + rows.len() - 1) as u64;
                usage.cached_tokens += (tokens.len() + rows.len() - 1 - read) as u64;
                guesses.keep(&beginning.tokens, &guessed, rows)
            }
        };
        let nexts = beginning.nexts(notation, &spelling);
        let log_total = log_sum_exp(&logits)?;
        for (token, threads) in nexts {
            let logit = f64::from(logits.get(token as usize).copied().unwrap_or(f32::NEG_INFINITY));
            // A beginning this unlikely cannot change a decision; it stays unexplained.
            let log_probability = beginning.log_probability + logit - log_total;
            if log_probability >= LEAST {
                open += log_probability.exp();
                let is_sure = log_probability > sure;
                queue.push(beginning.with(token, threads, (log_probability, is_sure), notation, &spelling));
            }
        }
    }
    meanings.sort_by(|one, other| other.1.total_cmp(&one.1));
    Ok(Hypotheses { meanings, unexplained: (1.0 - explained).max(0.0), usage })
}

/// Beginnings below this log-probability are not followed: 1e-6.
const LEAST: f64 = -13.8;

/// The spellings of each symbol in the model's tokens: at the start of the answer, and after another symbol.
struct Spelling {
    first: Vec<Vec<u32>>,
    later: Vec<Vec<u32>>,
    /// The symbols' names in each phrase of the model that may be a piece of a sentence, two or more.
    phrases: Vec<(Vec<String>, u32)>,
}

impl Spelling {
    fn of<M: TokenModel, N: Notation>(
        model: &M,
        known: &mut HashMap<String, Vec<u32>>,
        notation: &N,
    ) -> Result<Self, ScoreError> {
        let mut spelled = |blank: &str| -> Result<Vec<Vec<u32>>, ScoreError> {
            let encode = |symbol| {
                let piece = format!("{blank}{}", notation.name(symbol));
                if let Some(tokens) = known.get(&piece) {
                    return Ok(tokens.clone());
                }
                let tokens = model.encode(&piece)?;
                if tokens.is_empty() {
                    return Err(ScoreError::Model(format!(
                        "its tokenizer has no tokens for {:?}",
                        notation.name(symbol)
                    )));
                }
                known.insert(piece, tokens.clone());
                Ok(tokens)
            };
            notation.symbols().map(encode).collect()
        };
        let (first, later) = (spelled(model.separator())?, spelled(" ")?);
        let phrases = model.phrases().into_iter().filter_map(|(phrase, token)| {
            let words: Vec<String> = phrase.split_whitespace().map(str::to_owned).collect();
            let is_of_sentences = words.len() > 1 && words.iter().all(|word| notation.knows(word));
            is_of_sentences.then_some((words, token))
        });
        Ok(Self { first, later, phrases: phrases.collect() })
    }

    fn tokens<B>(&self, thread: &Thread<B>) -> &[u32] {
        let of = if thread.is_first { &self.first } else { &self.later };
        &of[thread.symbol.index()]
    }
}

/// A symbol that the tokens so far may be spelling, and the symbols read before it.
#[derive(Debug, Clone)]
struct Thread<B> {
    parse: Rc<B>,
    symbol: Symbol,
    /// The number of the symbol's tokens that were read, 1 or more.
    read: usize,
    is_first: bool,
}

/// The beginning of an answer.
#[derive(Debug, Clone)]
struct Beginning<B> {
    tokens: Vec<u32>,
    /// The sentences it may begin; empty before anything is read.
    threads: Vec<Thread<B>>,
    /// The sentence, if it is whole.
    whole: Option<B>,
    log_probability: f64,
    /// Whether the search cannot end without it.
    is_sure: bool,
}

impl<B> Default for Beginning<B> {
    fn default() -> Self {
        Self { tokens: Vec::new(), threads: Vec::new(), whole: None, log_probability: 0.0, is_sure: false }
    }
}

impl<B: Clone + Default> Beginning<B> {
    /// The tokens that may follow, each with the possible readings of the answer after it.
    fn nexts(&self, notation: &impl Notation<Beginning = B>, spelling: &Spelling) -> BTreeMap<u32, Vec<Thread<B>>> {
        let mut nexts: BTreeMap<u32, Vec<Thread<B>>> = BTreeMap::new();
        let mut begin = |parse: Rc<B>, is_first: bool| {
            for symbol in notation.next(&parse) {
                let thread = Thread { parse: Rc::clone(&parse), symbol, read: 1, is_first };
                nexts.entry(spelling.tokens(&thread)[0]).or_default().push(thread);
            }
            for (words, token) in &spelling.phrases {
                if let Some((parse, symbol)) = phrase(notation, &parse, words) {
                    let read = spelling.later[symbol.index()].len();
                    let thread = Thread { parse, symbol, read, is_first: false };
                    nexts.entry(*token).or_default().push(thread);
                }
            }
        };
        if self.threads.is_empty() {
            begin(Rc::default(), true);
        }
        for thread in &self.threads {
            if thread.read == spelling.tokens(thread).len()
                && let Some(parse) = notation.after(&thread.parse, thread.symbol)
            {
                begin(Rc::new(parse), false);
            }
        }
        for thread in &self.threads {
            if let Some(&token) = spelling.tokens(thread).get(thread.read) {
                nexts.entry(token).or_default().push(Thread { read: thread.read + 1, ..thread.clone() });
            }
        }
        nexts
    }

    fn with(
        &self,
        token: u32,
        threads: Vec<Thread<B>>,
        (log_probability, is_sure): (f64, bool),
        notation: &impl Notation<Beginning = B>,
        spelling: &Spelling,
    ) -> Self {
        let whole = |thread: &Thread<B>| {
            let is_end = notation.is_end(thread.symbol) && thread.read == spelling.tokens(thread).len();
            is_end.then(|| notation.after(&thread.parse, thread.symbol)).flatten()
        };
        let whole = threads.iter().find_map(whole);
        let tokens = self.tokens.iter().copied().chain([token]).collect();
        Self { tokens, threads, whole, log_probability, is_sure }
    }
}

/// The last symbol of a phrase and what was read before it, if all of them may follow the beginning of a sentence.
fn phrase<N: Notation>(notation: &N, parse: &Rc<N::Beginning>, words: &[String]) -> Option<(Rc<N::Beginning>, Symbol)> {
    let (last, before) = words.split_last()?;
    let mut parse = Rc::clone(parse);
    for word in before {
        parse = Rc::new(notation.after(&parse, notation.find(&parse, word)?)?);
    }
    let symbol = notation.find(&parse, last)?;
    Some((parse, symbol))
}

impl<B> PartialEq for Beginning<B> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<B> Eq for Beginning<B> {}

impl<B> PartialOrd for Beginning<B> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<B> Ord for Beginning<B> {
    /// Orders the sure ones first, the longest of them before the others; then by probability; among equal ones the longer first,
    /// then by tokens, so that parses are reproducible.
    fn cmp(&self, other: &Self) -> Ordering {
        let sure_length = |of: &Self| if of.is_sure { of.tokens.len() } else { 0 };
        (self.is_sure.cmp(&other.is_sure))
            .then_with(|| sure_length(self).cmp(&sure_length(other)))
            .then_with(|| self.log_probability.total_cmp(&other.log_probability))
            .then_with(|| self.tokens.len().cmp(&other.tokens.len()))
            .then_with(|| other.tokens.cmp(&self.tokens))
    }
}
