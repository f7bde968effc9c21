use std::{
    collections::BTreeMap,
    fmt,
    str::FromStr,
    sync::{Mutex, PoisonError},
};

use crate::{OptionScorer, Question, ScoreError, ScorerIdentity, Scores, TokenModel, Usage};

/// What a model in this process is asked to go on with, for each option of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LocalStrategy {
    /// Its label: where labels are single tokens, all options are scored by one pass over what is new in the prompt.
    Labels,
    /// Its whole text, by the sum of its tokens' log-probabilities.
    TextTotal,
    /// Its whole text, by their mean: long options are not at a disadvantage.
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

/// Multiple choice by a language model in this process (S-ATLAS, Section III-B): how likely it goes on with each option.
///
/// Options are read as a trie of tokens behind the prompt: what several begin with is read once, and the prompt is read only
/// as far as it differs from the one before. So a turn costs what it adds, and an option what sets it apart.
#[derive(Debug)]
pub struct LocalScorer<M> {
    strategy: LocalStrategy,
    // One decision at a time: the model keeps what it has read from one to the next.
    model: Mutex<M>,
    identity: ScorerIdentity,
}

impl<M: TokenModel> LocalScorer<M> {
    /// With a model and a way to ask it.
    pub fn new(model: M, strategy: LocalStrategy) -> Self {
        let of = model.fingerprint();
        let identity = ScorerIdentity {
            kind: "choice".into(),
            id: format!("choice({}, {strategy})", of.name),
            weights: of.weights,
            tokenizer: of.tokenizer,
            quantisation: of.quantisation,
            backend: of.backend,
            backend_version: of.backend_version,
            dtype: of.dtype,
            batch_mode: "one trie behind one prompt".into(),
            score_definition: match strategy {
                LocalStrategy::Labels => "log-probability of the option's label".into(),
                LocalStrategy::TextTotal => "log-probability of the option's text".into(),
                LocalStrategy::TextPerToken => "mean log-probability of the tokens of the option's text".into(),
            },
            temperature: 1.0,
            normalisation: "over S".into(),
            option_labels: "letters".into(),
        };
        Self { strategy, model: Mutex::new(model), identity }
    }

    /// The model, when nobody asks any more.
    pub fn into_model(self) -> M {
        self.model.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<M: TokenModel + Send> OptionScorer for LocalScorer<M> {
    fn identity(&self) -> ScorerIdentity {
        self.identity.clone()
    }

    async fn score(&self, question: &Question) -> Result<Scores, ScoreError> {
        question.check_labels()?;
        let mut model = self.model.lock().unwrap_or_else(PoisonError::into_inner);
        let mut tokens = model.prompt(&question.prompt)?;
        let blank = model.separator();
        let answers = question.options.iter().map(|option| match self.strategy {
            LocalStrategy::Labels => model.encode(&format!("{blank}{}", option.label)),
            LocalStrategy::TextTotal | LocalStrategy::TextPerToken => model.encode(&format!("{blank}{}", option.text)),
        });
        let answers: Vec<Vec<u32>> = answers.collect::<Result<_, _>>()?;
        let mut sums = vec![0.0; answers.len()];
        let mut usage = Usage::default();
        let all: Vec<usize> = (0..answers.len()).collect();
        read(&mut *model, &mut tokens, &answers, &all, 0, &mut sums, &mut usage)?;
        if self.strategy == LocalStrategy::TextPerToken {
            sums.iter_mut().zip(&answers).for_each(|(sum, answer)| *sum /= answer.len() as f64);
        }
        Scores::from_logits(&sums, usage)
    }
}

/// Adds the log-probabilities of the tokens from `depth` on of those answers that begin with what was read.
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

/// Over the whole vocabulary, in f64.
fn log_sum_exp(logits: &[f32]) -> Result<f64, ScoreError> {
    let greatest = f64::from(logits.iter().copied().fold(f32::NEG_INFINITY, f32::max));
    let total: f64 = logits.iter().map(|logit| (f64::from(*logit) - greatest).exp()).sum();
    let log_total = greatest + total.ln();
    if log_total.is_finite() { Ok(log_total) } else { Err(ScoreError::Model("its logits are no numbers".into())) }
}
