use std::sync::Arc;

use surefleet_fleet::{Brief, Digest, Facts, MissionId, RobotId, Turn};
use surefleet_language::{Question, Sampling, ScoreError, Scores, Text, TextRequest, Usage};

use crate::{
    ExplorationError, OptionTurns, RelevanceScores, SoughtPair,
    short_words::in_one_line,
    wording::{analysis_prompt, letter_prompt, turned_options},
};

/// The most tokens of an analysis.
pub(crate) const MOST_TOKENS: u32 = 160;

/// One pair put to a language model: it reasons first, then it names a letter in each turn of the options (sans-io).
///
/// Ask [`Self::next`], let a model answer, hand the answer in, and ask again until it is done.
#[derive(Debug, Clone)]
pub struct RelevanceInquiry {
    pair: SoughtPair,
    /// The turns that are still to be asked for, the next one last.
    turns: Vec<usize>,
    analysis: Option<String>,
    scores: Vec<RelevanceScores>,
    usage: Usage,
}

/// The next step of an inquiry.
#[derive(Debug, Clone, PartialEq)]
pub enum InquiryStep {
    /// Have this text written, and hand it to [`RelevanceInquiry::analysed`].
    Analyse(TextRequest),
    /// Have these four options scored, and hand the scores to [`RelevanceInquiry::chosen`].
    Choose(Box<Question>),
    /// The scores of the pair.
    Done(RelevanceScores),
}

impl RelevanceInquiry {
    /// An inquiry about a pair.
    pub fn new(pair: SoughtPair, turns: OptionTurns) -> Self {
        let mut turns = turns.of(&pair);
        turns.reverse();
        Self { pair, turns, analysis: None, scores: Vec::new(), usage: Usage::default() }
    }

    /// The pair.
    pub fn pair(&self) -> &SoughtPair {
        &self.pair
    }

    /// The cost so far, in calls and tokens.
    pub fn usage(&self) -> Usage {
        self.usage
    }

    /// The next step to take with a model.
    ///
    /// # Errors
    /// None while each answer is handed in once.
    pub fn next(&self) -> Result<InquiryStep, ExplorationError> {
        let Some(analysis) = &self.analysis else {
            return Ok(InquiryStep::Analyse(TextRequest {
                prompt: analysis_prompt(&self.pair),
                max_tokens: MOST_TOKENS,
                stop: Vec::new(),
                sampling: Sampling::Greedy,
            }));
        };
        match self.turns.last() {
            Some(&turn) => Ok(InquiryStep::Choose(Box::new(self.question(analysis, turn)))),
            None => RelevanceScores::mean(&self.scores).map(InquiryStep::Done),
        }
    }

    /// Takes the analysis. One that was cut off at the token limit still counts.
    ///
    /// # Errors
    /// [`ExplorationError::Model`] for a text without words.
    pub fn analysed(&mut self, text: &Text) -> Result<(), ExplorationError> {
        self.usage += text.usage;
        // In one line, so that it cannot look like an option.
        let analysis = in_one_line(&text.text);
        if analysis.is_empty() {
            return Err(ScoreError::Model("it wrote an empty analysis".to_owned()).into());
        }
        self.analysis = Some(analysis);
        Ok(())
    }

    /// Takes the scores of one turn.
    ///
    /// # Errors
    /// [`ExplorationError::Probabilities`] for scores that are no probabilities of four options.
    pub fn chosen(&mut self, scores: &Scores) -> Result<(), ExplorationError> {
        self.usage += scores.usage;
        self.scores.push(RelevanceScores::of_scores(scores)?);
        self.turns.pop();
        Ok(())
    }

    fn question(&self, analysis: &str, turn: usize) -> Question {
        let options = turned_options(turn);
        let prompt = letter_prompt(&self.pair, analysis, &options);
        Question { prompt, options, turn: self.turn(), robot: asking_robot() }
    }

    /// A turn for the scorer's interface, which is made for missions. Scorers that read prompts do not look at it.
    fn turn(&self) -> Turn {
        let digest = Digest::of([self.pair.seen.as_bytes(), self.pair.sought.as_bytes()]);
        let mut id = [0; 16];
        id.copy_from_slice(&digest.as_bytes()[..16]);
        let brief = Brief::new(MissionId::new(id), String::new(), 1, vec![asking_robot()]);
        Turn::first(Arc::new(brief), Facts::default())
    }
}

fn asking_robot() -> RobotId {
    RobotId::new("explorer").expect("a plain name")
}

/// Pairs with analyses for golden prompts, of each relation two.
const GOLDEN: [[&str; 3]; 8] = [
    ["red pillow", "cushion", "Both names can mean the same soft thing on a sofa."],
    ["tin of beans", "canned food", "Beans in a tin are canned food, so the robot may have found it."],
    ["stove", "frying pan", "People keep frying pans beside the stove or in a cupboard under it."],
    ["toothbrush", "soap", "Both are kept at the basin of a bathroom."],
    ["bicycle", "bread", "A bicycle is in the hall or a shed, bread is in the kitchen."],
    ["bookcase", "shower gel", "Books suffer from steam, so no bookcase is near a shower."],
    ["wall", "teddy bear", "Every room has walls, and a teddy bear can be in any of them."],
    ["lamp", "scissors", "There is a lamp in almost every room, so it says nothing about scissors."],
];

/// The pairs of the golden prompts.
pub(crate) fn golden_pairs() -> impl Iterator<Item = SoughtPair> {
    GOLDEN.iter().map(|[seen, sought, _]| SoughtPair::new(seen, sought))
}

/// The questions for golden prompts of a relevance calibration: whoever calibrates and whoever runs asks the same ones.
pub fn golden_questions() -> Vec<Question> {
    let question = |[seen, sought, analysis]: &[&str; 3]| {
        RelevanceInquiry::new(SoughtPair::new(seen, sought), OptionTurns::ALL).question(analysis, 0)
    };
    GOLDEN.iter().map(question).collect()
}
