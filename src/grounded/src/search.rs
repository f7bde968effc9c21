use std::{
    cmp::Ordering,
    collections::{BTreeMap, BinaryHeap},
    rc::Rc,
    time::Instant,
};

use surefleet_language::{Prompt, ScoreError, TokenModel, Usage, log_sum_exp};
use surefleet_mission::Mission;

use crate::{MissionGrammar, PartialParse, Symbol};

/// When the search for what a text means ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limits {
    /// The probability of beginnings that need not be followed to their end, all together, such as 0.001.
    pub tail: f64,
    /// How many meanings are told apart at most.
    pub hypotheses: usize,
    /// How many passes of the model it may take.
    pub passes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { tail: 1e-3, hypotheses: 64, passes: 1024 }
    }
}

/// What a text may mean, and how likely each meaning is.
#[derive(Debug, Clone, PartialEq)]
pub struct Hypotheses {
    /// Meanings with their probabilities, the likeliest first.
    pub meanings: Vec<(Mission, f64)>,
    /// The probability of all that was not looked at or is no mission: with the meanings it sums to 1.
    pub unexplained: f64,
    /// What it cost.
    pub usage: Usage,
}

/// Parses a mission with a language model: constrained decoding under the grammar, the likeliest beginning first.
///
/// A sentence's probability is the model's own: the product of its tokens', over its whole vocabulary. What it would rather
/// write where the grammar forbids it stays unexplained. The search always goes on with the likeliest beginning that it
/// knows (uniform-cost search), so meanings come out in the order of their probability, and what is left in its queue
/// bounds all that it has not seen. A clear text costs one greedy decoding; a vague one as many branches as it has
/// meanings. Tokens may cut symbols anywhere: a beginning keeps every symbol that its tokens may still become.
///
/// # Errors
/// [`ScoreError::Model`] where the model cannot answer, or the search has not ended by `until`.
pub fn parse<M: TokenModel>(
    model: &mut M,
    grammar: &MissionGrammar,
    prompt: &Prompt,
    limits: Limits,
    until: Instant,
) -> Result<Hypotheses, ScoreError> {
    let spelling = Spelling::of(model, grammar)?;
    let mut tokens = model.prompt(prompt)?;
    let start = tokens.len();
    let mut usage = Usage::default();
    let mut queue = BinaryHeap::from([Beginning::default()]);
    let mut meanings: Vec<(Mission, f64)> = Vec::new();
    // Probability of what has been found, and of what is in the queue; the rest is no mission, or too unlikely to follow.
    let (mut explained, mut open) = (0.0, 1.0);
    while let Some(beginning) = queue.pop() {
        if open <= limits.tail || meanings.len() == limits.hypotheses {
            break;
        }
        let probability = beginning.log_probability.exp();
        open -= probability;
        if let Some(mission) = beginning.mission {
            explained += probability;
            meanings.push((mission, probability));
            continue;
        }
        if usage.model_calls == limits.passes {
            break;
        }
        if Instant::now() >= until {
            let reason = format!(
                "{} runs of it were not enough to find out in time what the mission may mean; use a faster model or provider",
                usage.model_calls
            );
            return Err(ScoreError::Model(reason));
        }
        tokens.truncate(start);
        tokens.extend_from_slice(&beginning.tokens);
        let (logits, read) = model.next(&tokens)?;
        usage.model_calls += 1;
        usage.prompt_tokens += tokens.len() as u64;
        usage.cached_tokens += (tokens.len() - read) as u64;
        let nexts = beginning.nexts(grammar, &spelling);
        let log_total = log_sum_exp(&logits)?;
        for (token, threads) in nexts {
            let logit = f64::from(logits.get(token as usize).copied().unwrap_or(f32::NEG_INFINITY));
            // What is so unlikely cannot change a decision; it stays unexplained.
            let log_probability = beginning.log_probability + logit - log_total;
            if log_probability >= LEAST {
                open += log_probability.exp();
                queue.push(beginning.with(token, threads, log_probability, grammar, &spelling));
            }
        }
    }
    Ok(Hypotheses { meanings, unexplained: (1.0 - explained).max(0.0), usage })
}

/// Log-probability under which a beginning is not followed: 1e-6.
const LEAST: f64 = -13.8;

/// How the model's tokens spell each symbol of the grammar, by symbol: at the start of the answer, and after another.
struct Spelling {
    first: Vec<Vec<u32>>,
    later: Vec<Vec<u32>>,
}

impl Spelling {
    fn of<M: TokenModel>(model: &M, grammar: &MissionGrammar) -> Result<Self, ScoreError> {
        let spelled = |blank: &str| -> Result<Vec<Vec<u32>>, ScoreError> {
            let encode = |symbol| match model.encode(&format!("{blank}{}", grammar.name(symbol))) {
                Ok(tokens) if tokens.is_empty() => {
                    Err(ScoreError::Model(format!("its tokenizer has no tokens for {:?}", grammar.name(symbol))))
                }
                other => other,
            };
            grammar.symbols().map(encode).collect()
        };
        Ok(Self { first: spelled(model.separator())?, later: spelled(" ")? })
    }

    fn tokens(&self, thread: &Thread) -> &[u32] {
        let of = if thread.is_first { &self.first } else { &self.later };
        &of[thread.symbol.index()]
    }
}

/// A symbol that the tokens so far may be spelling, and what was read before it.
#[derive(Debug, Clone, PartialEq)]
struct Thread {
    parse: Rc<PartialParse>,
    symbol: Symbol,
    /// Tokens of the symbol that were read, 1 or more.
    read: usize,
    is_first: bool,
}

/// The beginning of an answer.
#[derive(Debug, Clone, Default)]
struct Beginning {
    tokens: Vec<u32>,
    /// What it may be the beginning of; none: nothing was read yet.
    threads: Vec<Thread>,
    /// What it means, where it is whole.
    mission: Option<Mission>,
    log_probability: f64,
}

impl Beginning {
    /// The tokens that may follow, each with what the answer then may be.
    fn nexts(&self, grammar: &MissionGrammar, spelling: &Spelling) -> BTreeMap<u32, Vec<Thread>> {
        let mut nexts: BTreeMap<u32, Vec<Thread>> = BTreeMap::new();
        let mut begin = |parse: Rc<PartialParse>, is_first: bool| {
            for symbol in grammar.next(&parse) {
                let thread = Thread { parse: Rc::clone(&parse), symbol, read: 1, is_first };
                nexts.entry(spelling.tokens(&thread)[0]).or_default().push(thread);
            }
        };
        if self.threads.is_empty() {
            begin(Rc::default(), true);
        }
        for thread in &self.threads {
            if thread.read == spelling.tokens(thread).len()
                && let Some(parse) = grammar.after(&thread.parse, thread.symbol)
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
        threads: Vec<Thread>,
        log_probability: f64,
        grammar: &MissionGrammar,
        spelling: &Spelling,
    ) -> Self {
        let whole = |thread: &Thread| {
            let is_end = grammar.is_end(thread.symbol) && thread.read == spelling.tokens(thread).len();
            is_end.then(|| grammar.after(&thread.parse, thread.symbol)?.mission()).flatten()
        };
        let mission = threads.iter().find_map(whole);
        let tokens = self.tokens.iter().copied().chain([token]).collect();
        Self { tokens, threads, mission, log_probability }
    }
}

impl PartialEq for Beginning {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Beginning {}

impl PartialOrd for Beginning {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Beginning {
    /// By probability; of equal ones the longer first, then by tokens, so that a text is parsed alike everywhere.
    fn cmp(&self, other: &Self) -> Ordering {
        (self.log_probability.total_cmp(&other.log_probability))
            .then_with(|| self.tokens.len().cmp(&other.tokens.len()))
            .then_with(|| other.tokens.cmp(&self.tokens))
    }
}
