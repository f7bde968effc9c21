use std::collections::BTreeMap;

use surefleet_conformal::{GoldenPrompt, Sha256};
use surefleet_language::{LanguageModel, OptionScorer, ScoreError, Usage};

use crate::{
    AskedModel, ExplorationError, InquiryStep, OptionTurns, Relevance, RelevanceInquiry, RelevanceScores, SoughtPair,
    golden_questions, inquiry::golden_pairs,
};

/// The most pairs that are remembered; then it begins anew. Other robots choose what is sought.
const MOST_KNOWN: usize = 30_000;

/// Scores pairs by a language model that reasons first, and remembers what it scored.
///
/// The analysis is written by a [`LanguageModel`], and the letters are scored by an [`OptionScorer`]; the two should be one model behind
/// two interfaces. A [`LocalScorer`](surefleet_language::LocalScorer) of labels makes a scorer of any
/// [`TokenModel`](surefleet_language::TokenModel). This type drives an inquiry to its end in one go; a caller that polls its models uses
/// [`RelevanceInquiry`].
#[derive(Debug)]
pub struct RelevanceModel<W, S> {
    writer: W,
    scorer: S,
    turns: OptionTurns,
    known: BTreeMap<SoughtPair, RelevanceScores>,
    usage: Usage,
    from_memory: u64,
}

impl<W: LanguageModel, S: OptionScorer> RelevanceModel<W, S> {
    /// A model with an empty memory.
    ///
    /// # Errors
    /// [`ScoreError::Setting`] for a scorer that does not score letters, or that changes their order by itself: the turns are made here.
    pub fn new(writer: W, scorer: S, turns: OptionTurns) -> Result<Self, ExplorationError> {
        let labels = scorer.identity().option_labels;
        if labels != "letters" {
            let mend = "use a scorer of letters, in one order";
            return Err(ScoreError::Setting { name: "option_labels", value: labels, mend }.into());
        }
        Ok(Self { writer, scorer, turns, known: BTreeMap::new(), usage: Usage::default(), from_memory: 0 })
    }

    /// The scores of a pair. A pair that was scored before costs nothing; one that failed is asked about again.
    ///
    /// # Errors
    /// The model's [`ScoreError`], or [`ExplorationError::Probabilities`]. Nothing may be said about the pair then.
    pub async fn score(&mut self, pair: &SoughtPair) -> Result<RelevanceScores, ExplorationError> {
        if let Some(known) = self.known.get(pair) {
            self.from_memory += 1;
            return Ok(*known);
        }
        let mut inquiry = RelevanceInquiry::new(pair.clone(), self.turns);
        let scores = self.run(&mut inquiry).await;
        self.usage += inquiry.usage();
        let scores = scores?;
        if self.known.len() >= MOST_KNOWN {
            self.known.clear();
        }
        self.known.insert(pair.clone(), scores);
        Ok(scores)
    }

    async fn run(&self, inquiry: &mut RelevanceInquiry) -> Result<RelevanceScores, ExplorationError> {
        loop {
            match inquiry.next()? {
                InquiryStep::Analyse(request) => inquiry.analysed(&self.writer.write(&request).await?)?,
                InquiryStep::Choose(question) => inquiry.chosen(&self.scorer.score(&question).await?)?,
                InquiryStep::Done(scores) => return Ok(scores),
            }
        }
    }

    /// The model's name, for people.
    pub fn name(&self) -> &str {
        self.writer.name()
    }

    /// What a calibration of it names; `distribution` has the name of the scenes' distribution and the hash of their generator.
    pub fn asked(&self, distribution: (&str, Sha256)) -> AskedModel {
        AskedModel::of_relevance(&self.scorer.identity(), self.name(), self.turns, distribution)
    }

    /// What it says to the golden prompts: letters after thoughts that are given, and whole inquiries with thoughts of its own.
    ///
    /// # Errors
    /// The model's [`ScoreError`], or [`ExplorationError::Probabilities`].
    pub async fn golden(&self) -> Result<Vec<GoldenPrompt>, ExplorationError> {
        let mut prompts = Vec::new();
        for question in golden_questions() {
            let scores = self.scorer.score(&question).await?;
            let options = question.options.iter().map(|option| option.text.to_string()).collect();
            prompts.push(GoldenPrompt::new(question.prompt.text(), options, &scores.log_probabilities, None)?);
        }
        for pair in golden_pairs() {
            let prompt = format!("whole inquiry: {}, {}", pair.seen, pair.sought);
            let scores = self.run(&mut RelevanceInquiry::new(pair, self.turns)).await?;
            let logs = scores.probabilities().map(|probability| probability.max(f64::MIN_POSITIVE).ln());
            let options = Relevance::ALL.map(|relation| relation.to_string()).to_vec();
            prompts.push(GoldenPrompt::new(prompt, options, &logs, None)?);
        }
        Ok(prompts)
    }

    /// The cost of all pairs so far, in calls and tokens, as the models count them.
    pub fn usage(&self) -> Usage {
        self.usage
    }

    /// How many scores came from memory.
    pub fn from_memory(&self) -> u64 {
        self.from_memory
    }
}
