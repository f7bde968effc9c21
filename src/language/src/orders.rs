use std::{borrow::Cow, fmt, sync::Arc};

use surefleet_fleet::Brief;

use crate::{LabelledOption, Prompt, Question, ScoreError, ScorerIdentity, Scores, Usage};

/// Writes the prefix of a mission's prompts for options with these labels.
pub type Preamble = Box<dyn Fn(&Brief, &[LabelledOption]) -> Arc<str> + Send + Sync>;

/// A limit, because more orders cost time and memory and help little.
const MOST: usize = 64;

/// The orders of the options in which a model is asked for labels. An option's score is its mean probability over them.
///
/// The mean reduces a model's preference for a label or a position. The preference cancels if there are as many orders
/// as options: the cyclic permutations of Zheng et al. 2024 ("Large Language Models Are Not Robust Multiple Choice
/// Selectors"). [`LabelledOption::relabelled`] takes some of these. The first order is that of the question. A decision
/// costs one pass, or call, for each order.
#[derive(Default)]
pub struct LabelOrders {
    /// Number of orders after the first, and the writer of their prompt prefixes.
    others: Option<(usize, Preamble)>,
}

impl LabelOrders {
    /// The first `count` orders.
    ///
    /// # Errors
    /// [`ScoreError::Setting`] for a count of zero, or above 64.
    pub fn new(count: usize, preamble: Preamble) -> Result<Self, ScoreError> {
        if !(1..=MOST).contains(&count) {
            return Err(Self::refused(count, "it must be 1 to 64"));
        }
        Ok(Self { others: (count > 1).then(|| (count - 1, preamble)) })
    }

    /// Number of orders.
    pub fn count(&self) -> usize {
        1 + self.others.as_ref().map_or(0, |(others, _)| *others)
    }

    /// Refuses more than one order for a strategy that reads no labels.
    pub(crate) fn check(&self, reads_labels: bool) -> Result<(), ScoreError> {
        match self.count() {
            count if count > 1 && !reads_labels => {
                Err(Self::refused(count, "only a strategy of labels has labels to deal anew; leave it out"))
            }
            _ => Ok(()),
        }
    }

    fn refused(count: usize, mend: &'static str) -> ScoreError {
        ScoreError::Setting { name: "label_orders", value: count.to_string(), mend }
    }

    /// With one order the identity does not change, so that older calibrations, made without orders, still fit.
    pub(crate) fn name(&self, identity: ScorerIdentity) -> ScorerIdentity {
        match self.count() {
            1 => identity,
            count => ScorerIdentity {
                id: format!("{}, {count} orders", identity.id),
                option_labels: format!("{}, in {count} orders", identity.option_labels),
                score_definition: format!("logarithm of the mean over orders of: {}", identity.score_definition),
                ..identity
            },
        }
    }

    /// The question in one of the orders. Index i is the same option in all of them.
    pub(crate) fn shown<'a>(&self, question: &'a Question, order: usize) -> Cow<'a, Question> {
        match &self.others {
            Some((_, preamble)) if order > 0 => {
                let options = LabelledOption::relabelled(&question.options, order);
                let prefix = preamble(&question.turn.brief, &options);
                let prompt = Prompt { prefix, suffix: question.prompt.suffix.clone() };
                Cow::Owned(Question { prompt, options, ..question.clone() })
            }
            _ => Cow::Borrowed(question),
        }
    }

    /// Combines the scores of all orders. With one order its scores stay unchanged.
    pub(crate) fn together(orders: &[Vec<f64>], usage: Usage) -> Result<Scores, ScoreError> {
        let scores = orders.iter().map(|logits| Scores::from_logits(logits, usage));
        let mut scores: Vec<Scores> = scores.collect::<Result<_, _>>()?;
        if scores.len() == 1 {
            return Ok(scores.remove(0));
        }
        let mean = |option: usize| {
            let each = || scores.iter().map(|order| order.log_probabilities[option]);
            let greatest = each().fold(f64::NEG_INFINITY, f64::max);
            greatest + (each().map(|score| (score - greatest).exp()).sum::<f64>() / scores.len() as f64).ln()
        };
        let options = scores.first().map_or(0, |order| order.log_probabilities.len());
        Scores::from_logits(&(0..options).map(mean).collect::<Vec<f64>>(), usage)
    }
}

impl fmt::Debug for LabelOrders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LabelOrders").field("count", &self.count()).finish_non_exhaustive()
    }
}
