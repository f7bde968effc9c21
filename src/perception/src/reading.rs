use serde::{Deserialize, Serialize};
use surefleet_language::{Exchange, MultipleChoice, ScoreError, Usage, VisionLanguageModel};

use crate::{Check, PerceptionError, QuestionWording, Questions, Strategy, Uncertainty, questions, stated_confidence};

/// Greatest number of tokens of a scene description.
pub(crate) const ANALYSIS_TOKENS: u32 = 128;

/// Greatest number of tokens of a confidence statement.
pub(crate) const CONFIDENCE_TOKENS: u32 = 24;

/// Whether an action did what it should.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActionOutcome {
    /// It did.
    Success,
    /// It did not.
    Failure,
}

/// A model's answer about an action, asked in one way.
#[derive(Debug, Clone, PartialEq)]
pub struct ActionReading {
    /// How the model was asked.
    pub strategy: Strategy,
    /// The question.
    pub question: String,
    /// The outcome that the likeliest answer states; failure if another answer is equally likely.
    pub says: ActionOutcome,
    /// Probability of the answer that states success.
    pub p_success: f64,
    /// Probability of all other answers. It is summed directly, to keep its digits when success is nearly certain.
    pub p_failure: f64,
    /// Probability that the model gives any of the answers.
    pub mass: f64,
    /// 1 minus the probability of the likeliest answer.
    pub token_probability: f64,
    /// Entropy of the answers divided by its greatest possible value, 0 to 1.
    ///
    /// KnowLoop's Eq. 1 names no base and depends on the number of answers. Divided by the logarithm of that number,
    /// the entropy needs no base and is comparable between plans of any length.
    pub entropy: f64,
    /// 1 minus the confidence that the model states; `None` if it was not asked or stated none.
    pub self_explained: Option<f64>,
    /// All answers in order, with their probabilities.
    pub answers: Vec<(String, f64)>,
    /// The model's earlier description of the scene; `None`: not asked.
    pub analysis: Option<String>,
    /// The model's statement about its confidence; `None`: not asked.
    pub confidence: Option<String>,
    /// The cost of the calls.
    pub usage: Usage,
}

impl ActionReading {
    /// How unsure the model is, 0 to 1; `None` if that is unknown.
    pub fn uncertainty(&self, of: Uncertainty) -> Option<f64> {
        match of {
            Uncertainty::TokenProbability => Some(self.token_probability),
            Uncertainty::Entropy => Some(self.entropy),
            Uncertainty::SelfExplained => self.self_explained,
        }
    }
}

/// Asks a model about the picture it looks at, once with each strategy.
///
/// Asks for the confidence only if `uncertainties` has [`Uncertainty::SelfExplained`]. The other two cost nothing.
///
/// # Errors
/// Those of [`questions`]; [`PerceptionError::Model`] if it has no picture, fails, or gives invalid probabilities.
/// There is then no reading at all, and nothing may be concluded.
pub fn read(
    model: &mut impl VisionLanguageModel,
    check: &Check,
    strategies: &[Strategy],
    uncertainties: &[Uncertainty],
    wording: QuestionWording,
) -> Result<Vec<ActionReading>, PerceptionError> {
    let asks_confidence = uncertainties.contains(&Uncertainty::SelfExplained);
    let ask = |&strategy| ask(model, strategy, questions(check, strategy, wording)?, asks_confidence);
    strategies.iter().map(ask).collect()
}

fn ask(
    model: &mut impl VisionLanguageModel,
    strategy: Strategy,
    asked: Questions,
    asks_confidence: bool,
) -> Result<ActionReading, PerceptionError> {
    let mut usage = Usage::default();
    let mut said = Vec::new();
    if let Some(question) = asked.describe {
        let (answer, cost) = model.describe(&said, &question, ANALYSIS_TOKENS)?;
        usage += cost;
        said.push(Exchange { question, answer });
    }
    let answers: Vec<&str> = asked.answers.iter().map(String::as_str).collect();
    let choice = model.choose(&said, &asked.question, &answers)?;
    check_choice(&choice, answers.len())?;
    usage += choice.usage;
    let analysis = said.first().map(|exchange| exchange.answer.clone());
    let confidence = if asks_confidence {
        said.push(Exchange { question: asked.question.clone(), answer: asked.answers[choice.likeliest()].clone() });
        let (words, cost) = model.describe(&said, &asked.confidence, CONFIDENCE_TOKENS)?;
        usage += cost;
        Some(words)
    } else {
        None
    };
    let p = &choice.probabilities;
    let others = || p.iter().enumerate().filter(|(place, _)| *place != asked.success).map(|(_, p)| *p);
    let p_success = p[asked.success];
    Ok(ActionReading {
        strategy,
        question: asked.question,
        says: if others().all(|other| other < p_success) { ActionOutcome::Success } else { ActionOutcome::Failure },
        p_success,
        p_failure: others().sum::<f64>().min(1.0),
        mass: choice.mass,
        token_probability: 1.0 - p[choice.likeliest()],
        entropy: normalised_entropy(p),
        self_explained: confidence.as_deref().and_then(stated_confidence).map(|confidence| 1.0 - confidence),
        answers: asked.answers.into_iter().zip(p.iter().copied()).collect(),
        analysis,
        confidence,
        usage,
    })
}

/// Tolerance for a sum of probabilities that differs from 1, and for a mass above 1: rounding in half precision.
const SLACK: f64 = 1e-3;

fn check_choice(choice: &MultipleChoice, answers: usize) -> Result<(), ScoreError> {
    let MultipleChoice { probabilities, mass, .. } = choice;
    let wrong = |what: String| Err(ScoreError::Model(format!("{what}: check the model's output")));
    if probabilities.len() != answers {
        return wrong(format!("{} probabilities for {answers} answers", probabilities.len()));
    }
    if let Some(p) = probabilities.iter().find(|p| !(0.0..=1.0).contains(*p)) {
        return wrong(format!("a probability of {p}"));
    }
    let total: f64 = probabilities.iter().sum();
    if (total - 1.0).abs() > SLACK {
        return wrong(format!("probabilities that sum to {total}"));
    }
    if !(0.0..=1.0 + SLACK).contains(mass) {
        return wrong(format!("a mass of {mass}"));
    }
    Ok(())
}

fn normalised_entropy(probabilities: &[f64]) -> f64 {
    let bits: f64 = probabilities.iter().filter(|p| **p > 0.0).map(|p| -p * p.log2()).sum();
    (bits / (probabilities.len() as f64).log2()).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use surefleet_language::{ModelFingerprint, Picture};

    use super::*;
    use crate::Strategy;

    /// A model that gives scripted answers and records the questions.
    #[derive(Default)]
    struct Scripted {
        probabilities: Vec<f64>,
        mass: f64,
        words: Vec<&'static str>,
        asked: Vec<String>,
    }

    impl Scripted {
        fn note(&mut self, said: &[Exchange], question: &str) -> Usage {
            let before: Vec<String> = said.iter().map(|e| format!("{} {} ", e.question, e.answer)).collect();
            self.asked.push(before.concat() + question);
            Usage { model_calls: 1, ..Usage::default() }
        }
    }

    impl VisionLanguageModel for Scripted {
        fn fingerprint(&self) -> ModelFingerprint {
            unreachable!("readings do not depend on it")
        }

        fn look(&mut self, _: &Picture) -> Result<Usage, ScoreError> {
            unreachable!("the caller looks")
        }

        fn choose(&mut self, said: &[Exchange], question: &str, _: &[&str]) -> Result<MultipleChoice, ScoreError> {
            let usage = self.note(said, question);
            Ok(MultipleChoice { probabilities: self.probabilities.clone(), mass: self.mass, usage })
        }

        fn describe(&mut self, said: &[Exchange], question: &str, _: u32) -> Result<(String, Usage), ScoreError> {
            let usage = self.note(said, question);
            if self.words.is_empty() {
                return Err(ScoreError::Model("no picture".into()));
            }
            Ok((self.words.remove(0).to_owned(), usage))
        }
    }

    fn check() -> Check {
        let check = Check::new("Bring apple 1", "grab apple 1", "apple 1 is held").unwrap();
        check.in_plan(["go to the table", "grab apple 1", "go to the sink"], 1).unwrap()
    }

    fn read_with(
        mut model: Scripted,
        strategy: Strategy,
        of: &[Uncertainty],
    ) -> (Result<ActionReading, PerceptionError>, Vec<String>) {
        let reading = read(&mut model, &check(), &[strategy], of, QuestionWording::Short);
        (reading.map(|mut readings| readings.remove(0)), model.asked)
    }

    fn of_answers(probabilities: &[f64], strategy: Strategy) -> Result<ActionReading, PerceptionError> {
        let model = Scripted { probabilities: probabilities.into(), mass: 0.9, words: vec!["here"], asked: vec![] };
        read_with(model, strategy, &[]).0
    }

    #[test]
    fn state_comparison_costs_one_question() {
        let model = Scripted { probabilities: vec![0.75, 0.25], mass: 0.9, ..Scripted::default() };
        let (reading, asked) = read_with(model, Strategy::StateComparison, &[Uncertainty::Entropy]);
        let reading = reading.unwrap();
        assert_eq!(asked, ["The robot tried to grab apple 1. Is it true that apple 1 is held?"]);
        assert_eq!(reading.question, asked[0]);
        assert_eq!((reading.says, reading.p_success, reading.p_failure), (ActionOutcome::Success, 0.75, 0.25));
        assert_eq!((reading.mass, reading.token_probability, reading.usage.model_calls), (0.9, 0.25, 1));
        // H(1/4) = 2 - 0.75 log2(3).
        assert!((reading.entropy - (2.0 - 0.75 * 3f64.log2())).abs() < 1e-15);
        assert_eq!((reading.self_explained, reading.analysis, reading.confidence), (None, None, None));
        assert_eq!(reading.answers, [("yes".to_owned(), 0.75), ("no".to_owned(), 0.25)]);
    }

    #[test]
    fn spatial_analysis_asks_after_the_description_and_confidence_after_the_likeliest_answer() {
        let words = vec!["apple 1 is on the floor.", "I am 80% certain."];
        let model = Scripted { probabilities: vec![0.2, 0.8], mass: 1.0, words, asked: vec![] };
        let (reading, asked) = read_with(model, Strategy::SpatialAnalysis, &[Uncertainty::SelfExplained]);
        let reading = reading.unwrap();
        let first = "The robot tried to grab apple 1. Describe where things are.";
        let second = format!("{first} apple 1 is on the floor. Is it true that apple 1 is held?");
        let third = format!("{second} no How sure are you, in percent?");
        assert_eq!(asked, [first.to_owned(), second, third]);
        assert_eq!(reading.says, ActionOutcome::Failure);
        assert!((reading.self_explained.unwrap() - 0.2).abs() < 1e-12);
        assert_eq!(reading.analysis.as_deref(), Some("apple 1 is on the floor."));
        assert_eq!((reading.confidence.as_deref(), reading.usage.model_calls), (Some("I am 80% certain."), 3));
    }

    #[test]
    fn a_confidence_that_cannot_be_read_is_none_and_is_kept_in_words() {
        let model = Scripted { probabilities: vec![0.2, 0.8], mass: 1.0, words: vec!["very"], ..Scripted::default() };
        let reading = read_with(model, Strategy::StateComparison, &[Uncertainty::SelfExplained]).0.unwrap();
        assert_eq!((reading.uncertainty(Uncertainty::SelfExplained), reading.confidence), (None, Some("very".into())));
    }

    #[test]
    fn next_action_succeeds_only_if_the_step_after_the_tried_one_is_likeliest() {
        // Answers: go to the table, grab apple 1, go to the sink, done. The sink is next.
        let of = |p: [f64; 4]| of_answers(&p, Strategy::NextAction).unwrap();
        let next = of([0.1, 0.3, 0.4, 0.2]);
        assert_eq!((next.says, next.p_success), (ActionOutcome::Success, 0.4));
        assert!((next.p_failure - 0.6).abs() < 1e-15 && (next.token_probability - 0.6).abs() < 1e-15);
        assert_eq!(of([0.1, 0.5, 0.3, 0.1]).says, ActionOutcome::Failure);
        assert_eq!((of([0.25; 4]).entropy, of([0.0, 0.5, 0.5, 0.0]).entropy), (1.0, 0.5));
    }

    #[test]
    fn a_tie_never_says_success() {
        assert_eq!(of_answers(&[0.5, 0.5], Strategy::StateComparison).unwrap().says, ActionOutcome::Failure);
    }

    #[test]
    fn small_chance_of_failure_keeps_its_digits() {
        let reading = of_answers(&[1.0, 1e-30], Strategy::StateComparison).unwrap();
        assert_eq!((reading.p_failure, reading.says), (1e-30, ActionOutcome::Success));
    }

    #[test]
    fn what_is_no_probability_is_an_error() {
        for p in [[f64::NAN, 1.0], [1.5, -0.5], [0.5, 0.6], [0.0, 0.0]] {
            assert!(of_answers(&p, Strategy::StateComparison).is_err(), "{p:?}");
        }
        assert!(of_answers(&[1.0], Strategy::StateComparison).is_err());
        for mass in [f64::NAN, -0.1, 1.1] {
            let model = Scripted { probabilities: vec![0.5, 0.5], mass, ..Scripted::default() };
            assert!(read_with(model, Strategy::StateComparison, &[]).0.is_err(), "{mass}");
        }
    }

    #[test]
    fn one_failed_question_leaves_no_reading() {
        let mut model = Scripted { probabilities: vec![0.5, 0.5], mass: 1.0, ..Scripted::default() };
        let refused = read(&mut model, &check(), &Strategy::ALL, &[], QuestionWording::Short).unwrap_err();
        assert_eq!(refused, PerceptionError::Model(ScoreError::Model("no picture".into())));
    }

    proptest! {
        #[test]
        fn uncertainties_lie_between_0_and_1_and_agree_on_the_order_of_two_answers(
            a in 0.0..1.0f64, b in 0.0..1.0f64,
        ) {
            let of = |p: f64| of_answers(&[p, 1.0 - p], Strategy::StateComparison).unwrap();
            let (first, second) = (of(a), of(b));
            for reading in [&first, &second] {
                prop_assert!((0.0..=0.5).contains(&reading.token_probability));
                prop_assert!((0.0..=1.0).contains(&reading.entropy));
            }
            if (first.token_probability - second.token_probability).abs() > 1e-9 {
                let by_token = first.token_probability < second.token_probability;
                prop_assert_eq!(by_token, first.entropy < second.entropy);
            }
        }
    }
}
