use std::{collections::BTreeMap, fmt, str::FromStr, sync::Mutex};

use crate::{LabelOrders, OptionScorer, Prompt, Question, ScoreError, ScorerIdentity, Scores, TokenModel, Usage};

/// The text that a model in this process should continue with, for each option of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LocalStrategy {
    /// The option's label. If labels are single tokens, one pass over the new part of the prompt scores all options.
    Labels,
    /// The option's whole text, scored by the sum of its tokens' log-probabilities.
    TextTotal,
    /// The option's whole text, scored by their mean: long options have no disadvantage.
    TextPerToken,
}

impl fmt::Display for LocalStrategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Labels => "labels",
            Self::TextTotal => "text:total",
            Self::TextPerToken => "text:per_token",
        })
    }
}

impl FromStr for LocalStrategy {
    type Err = ScoreError;

    fn from_str(text: &str) -> Result<Self, ScoreError> {
        [Self::Labels, Self::TextTotal, Self::TextPerToken].into_iter().find(|one| one.to_string() == text).ok_or_else(
            || ScoreError::Setting {
                name: "strategy",
                value: text.to_owned(),
                mend: "it must be labels, text:total or text:per_token",
            },
        )
    }
}

/// Multiple choice by a language model in this process (S-ATLAS, Section III-B), by the likelihood of each option.
///
/// Options form a trie of tokens after the prompt: a common beginning of several options is read once. The prompt is
/// read only from where it differs from the previous one. So a turn costs only its new text, and an option only its own
/// part.
#[derive(Debug)]
pub struct LocalScorer<M> {
    strategy: LocalStrategy,
    orders: LabelOrders,
    // One decision at a time: the model keeps the tokens that it has read for the next one.
    model: Mutex<M>,
    identity: ScorerIdentity,
}

impl<M: TokenModel> LocalScorer<M> {
    /// A scorer with a model and a strategy.
    ///
    /// # Errors
    /// [`ScoreError::Model`] if the model's template omits the system message: the model would not see the options.
    pub fn new(model: M, strategy: LocalStrategy) -> Result<Self, ScoreError> {
        let with = |prefix: &str| model.prompt(&Prompt { prefix: prefix.into(), suffix: "?".into() });
        if with("a")? == with("b")? {
            let reason =
                "its template leaves the system's message out, where the rules and options stand; use another model";
            return Err(ScoreError::Model(reason.into()));
        }
        let of = model.fingerprint();
        let id = format!("choice({}, {strategy})", of.name);
        let identity = ScorerIdentity {
            batch_mode: "one trie behind one prompt".into(),
            score_definition: match strategy {
                LocalStrategy::Labels => "log-probability of the option's label".into(),
                LocalStrategy::TextTotal => "log-probability of the option's text".into(),
                LocalStrategy::TextPerToken => "mean log-probability of the tokens of the option's text".into(),
            },
            option_labels: "letters".into(),
            ..of.scorer("choice", id)
        };
        Ok(Self { strategy, orders: LabelOrders::default(), model: Mutex::new(model), identity })
    }

    /// Asks for labels in these orders of the options. The model remembers one text per order.
    ///
    /// # Errors
    /// [`ScoreError::Setting`] for more than one order with a strategy that scores texts: texts have no labels.
    pub fn in_orders(self, orders: LabelOrders) -> Result<Self, ScoreError> {
        orders.check(self.strategy == LocalStrategy::Labels)?;
        Ok(Self { orders, ..self })
    }

    /// The logit of each option.
    fn logits(&self, model: &mut M, question: &Question, usage: &mut Usage) -> Result<Vec<f64>, ScoreError> {
        let options = &question.options;
        let mut tokens = model.prompt(&question.prompt)?;
        let blank = model.separator();
        let answers = options.iter().map(|option| match self.strategy {
            LocalStrategy::Labels => model.encode(&format!("{blank}{}", option.label)),
            LocalStrategy::TextTotal | LocalStrategy::TextPerToken => model.encode(&format!("{blank}{}", option.text)),
        });
        let answers: Vec<Vec<u32>> = answers.collect::<Result<_, _>>()?;
        if let Some(twins) = twins(&answers, self.strategy == LocalStrategy::Labels) {
            return Err(ScoreError::Labels(twins.map(|place| options[place].label.to_string())));
        }
        let mut sums = vec![0.0; answers.len()];
        let all: Vec<usize> = (0..answers.len()).collect();
        read(model, &mut tokens, &answers, &all, 0, &mut sums, usage)?;
        if self.strategy == LocalStrategy::TextPerToken {
            sums.iter_mut().zip(&answers).for_each(|(sum, answer)| *sum /= answer.len() as f64);
        }
        Ok(sums)
    }
}

impl<M: TokenModel + Send> OptionScorer for LocalScorer<M> {
    fn identity(&self) -> ScorerIdentity {
        self.orders.name(self.identity.clone())
    }

    async fn score(&self, question: &Question) -> Result<Scores, ScoreError> {
        let mut model = self.model.lock().map_err(|_| ScoreError::Model("it panicked; start the node again".into()))?;
        let mut usage = Usage::default();
        let mut orders = Vec::with_capacity(self.orders.count());
        for order in 0..self.orders.count() {
            model.turn_to(order);
            orders.push(self.logits(&mut model, &self.orders.shown(question, order), &mut usage)?);
        }
        LabelOrders::together(&orders, usage)
    }
}

/// Two answers that the model cannot tell apart: equal answers, or labels where one begins with the other.
fn twins(answers: &[Vec<u32>], are_labels: bool) -> Option<[usize; 2]> {
    let mut places: Vec<usize> = (0..answers.len()).collect();
    places.sort_by(|&a, &b| answers[a].cmp(&answers[b]).then(a.cmp(&b)));
    let is_twin = |pair: &&[usize]| {
        let (one, next) = (&answers[pair[0]], &answers[pair[1]]);
        one == next || (are_labels && next.starts_with(one))
    };
    places.windows(2).find(is_twin).map(|pair| [pair[0], pair[1]])
}

/// Adds log-probabilities for the answers `alike`, which begin with the tokens read, from token `depth` on.
fn read<M: TokenModel>(
    model: &mut M,
    tokens: &mut Vec<u32>,
    answers: &[Vec<u32>],
    alike: &[usize],
    depth: usize,
    sums: &mut [f64],
    usage: &mut Usage,
) -> Result<(), ScoreError> {
    let mut branches: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for &answer in alike {
        if let Some(&token) = answers[answer].get(depth) {
            branches.entry(token).or_default().push(answer);
        } else if depth == 0 {
            return Err(ScoreError::Model(format!("its tokenizer has no tokens for option {answer}")));
        }
    }
    if branches.is_empty() {
        return Ok(());
    }
    let (logits, read_anew) = model.next(tokens)?;
    usage.model_calls += 1;
    usage.prompt_tokens += tokens.len() as u64;
    usage.cached_tokens += (tokens.len() - read_anew) as u64;
    let log_total = log_sum_exp(&logits)?;
    for (token, alike) in branches {
        let logit = logits.get(token as usize).copied().unwrap_or(f32::NEG_INFINITY);
        if !logit.is_finite() {
            return Err(ScoreError::Logit { place: alike[0], value: logit.to_string() });
        }
        alike.iter().for_each(|&answer| sums[answer] += f64::from(logit) - log_total);
        tokens.push(token);
        read(model, tokens, answers, &alike, depth + 1, sums, usage)?;
        tokens.pop();
    }
    Ok(())
}

/// The logarithm of the sum of the exponentials of all logits, in f64. A log-softmax subtracts it from each logit.
///
/// # Errors
/// [`ScoreError::Model`] if a logit is NaN or positive infinity, or if none is finite.
pub fn log_sum_exp(logits: &[f32]) -> Result<f64, ScoreError> {
    let greatest = f64::from(logits.iter().copied().fold(f32::NEG_INFINITY, f32::max));
    // Taking the maximum ignores NaN; the sum does not.
    let total: f64 = logits.iter().map(|logit| (f64::from(*logit) - greatest).exp()).sum();
    let log_total = greatest + total.ln();
    if log_total.is_finite() { Ok(log_total) } else { Err(ScoreError::Model("its logits are no numbers".into())) }
}
