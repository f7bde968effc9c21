use surefleet_fleet::Digest;

use crate::{
    Check, PerceptionError, QuestionWording, Strategy,
    reading::{ANALYSIS_TOKENS, CONFIDENCE_TOKENS},
};

/// The questions to a model about a picture, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Questions {
    /// Asked first, answered in the model's own words; `None`: not asked.
    pub describe: Option<String>,
    /// Answered with one of `answers`.
    pub question: String,
    /// All answers, in order; all are different.
    pub answers: Vec<String>,
    /// The index of the answer that says that the action worked. All others say that it failed.
    pub success: usize,
    /// Asks how sure the model is of its answer; answered in its own words.
    pub confidence: String,
}

/// The questions that find out whether an action worked.
///
/// The prompt boxes of KnowLoop show plain text with "Q:" and "A:"; here the model's own template marks the speakers.
/// In the paper's third box the expected state stands where the first two have the task. Here all three have the task.
///
/// # Errors
/// For [`Strategy::NextAction`]: [`PerceptionError::NoPlan`], [`PerceptionError::SameNext`] if the next step reads like
/// the tried one, [`PerceptionError::TooManySteps`] if there are more answers than letters.
pub fn questions(check: &Check, strategy: Strategy, wording: QuestionWording) -> Result<Questions, PerceptionError> {
    let words = Words { text: text(wording), check };
    let confidence = words.fill("confidence", |_| None);
    let (describe, name) = match strategy {
        Strategy::StateComparison => (None, "ssc"),
        Strategy::SpatialAnalysis => (Some(words.fill("sra describe", |_| None)), "sra"),
        Strategy::NextAction => return words.next_action(confidence),
    };
    let answers = ["yes", "no"].map(|answer| words.fill(answer, |_| None)).to_vec();
    Ok(Questions { describe, question: words.fill(name, |_| None), answers, success: 0, confidence })
}

/// Hash of a wording, of whole example questions in it, and of the limits of answer lengths.
///
/// Tests compare the code with these questions. A calibration is valid for one wording only: any change of it, in text
/// or in code, changes this hash.
pub fn template_digest(wording: QuestionWording) -> Digest {
    let lengths = [ANALYSIS_TOKENS.to_le_bytes(), CONFIDENCE_TOKENS.to_le_bytes()].concat();
    Digest::of([text(wording).as_bytes(), reference(wording).as_bytes(), &lengths])
}

fn text(wording: QuestionWording) -> &'static str {
    match wording {
        QuestionWording::Short => include_str!("prompt/short.txt"),
        QuestionWording::Paper => include_str!("prompt/paper.txt"),
    }
}

fn reference(wording: QuestionWording) -> &'static str {
    match wording {
        QuestionWording::Short => include_str!("prompt/short_reference.txt"),
        QuestionWording::Paper => include_str!("prompt/paper_reference.txt"),
    }
}

/// The lines of a wording, `name: text with {places}`.
struct Words<'a> {
    text: &'static str,
    check: &'a Check,
}

impl Words<'_> {
    fn line(&self, name: &str) -> &'static str {
        let of_name = |line: &'static str| line.strip_prefix(name)?.strip_prefix(": ");
        self.text.lines().find_map(of_name).expect("the program's wordings have every line")
    }

    /// The line with all places filled. `other` fills the places that the check does not know.
    fn fill(&self, name: &str, other: impl Fn(&str) -> Option<String>) -> String {
        let mut filled = String::new();
        let mut rest = self.line(name);
        while let Some((before, after)) = rest.split_once('{') {
            let (place, after) = after.split_once('}').expect("the program's wordings close their braces");
            filled.push_str(before);
            match place {
                "task" => filled.push_str(self.check.task()),
                "subtask" => filled.push_str(self.check.subtask()),
                "expected" => filled.push_str(self.check.expected()),
                _ => filled.push_str(&other(place).expect("the program's wordings name known places")),
            }
            rest = after;
        }
        filled.push_str(rest);
        filled
    }

    fn next_action(&self, confidence: String) -> Result<Questions, PerceptionError> {
        let (plan, subtask) = (self.check.plan(), self.check.subtask());
        if plan.is_empty() {
            return Err(PerceptionError::NoPlan(subtask.to_owned()));
        }
        let done = self.fill("done", |_| None);
        let steps: Vec<&str> = plan.iter().map(String::as_str).chain([done.as_str()]).collect();
        let next = self.check.place() + 1;
        if steps[next] == subtask {
            return Err(PerceptionError::SameNext(subtask.to_owned()));
        }
        let by_letter = self.line("answer").contains("{label}");
        if by_letter && steps.len() > LETTERS.len() {
            return Err(PerceptionError::TooManySteps(steps.len()));
        }
        let worded = |line: &str| -> Vec<String> {
            let step = |(place, step): (usize, &&str)| self.fill(line, |what| named(what, place, step));
            steps.iter().enumerate().map(step).collect()
        };
        // Answers in words: a step that occurs twice is one answer, since the question asks only for the action.
        let worded_answers = worded("answer");
        let mut answers: Vec<String> = Vec::new();
        for answer in &worded_answers {
            if !answers.contains(answer) {
                answers.push(answer.clone());
            }
        }
        let success = answers.iter().position(|answer| *answer == worded_answers[next]);
        let success = success.expect("every answer is among the different ones");
        // The end has its own letter only in the list. With answers in words the list leaves it out.
        let listed = worded("step")[..if by_letter { steps.len() } else { plan.len() }].join("; ");
        let question = self.fill("nap", |what| (what == "plan").then(|| listed.clone()));
        Ok(Questions { describe: None, question, answers, success, confidence })
    }
}

const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The text for the placeholder `what` in the wording of a step.
fn named(what: &str, place: usize, step: &str) -> Option<String> {
    match what {
        "label" => LETTERS.get(place..=place).map(str::to_owned),
        "number" => Some((place + 1).to_string()),
        "step" => Some(step.to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(place: usize) -> Check {
        let plan = ["go to the table", "grab apple 1", "go to the sink", "put apple 1 down"];
        Check::new("Bring apple 1 to the sink", plan[place], "apple 1 is in the gripper")
            .and_then(|check| check.in_plan(plan, place))
            .unwrap()
    }

    /// All questions of a wording about two checks, in the format of its reference file.
    fn rendered(wording: QuestionWording) -> String {
        let mut text = String::new();
        for (strategy, place) in Strategy::ALL.into_iter().flat_map(|strategy| [(strategy, 1), (strategy, 3)]) {
            let Questions { describe, question, answers, success, confidence } =
                questions(&check(place), strategy, wording).unwrap();
            let describe = describe.unwrap_or_else(|| "-".into());
            let answers = answers.join(" | ");
            text += &format!("{strategy} {describe}\n  {question}\n  {answers}: {success}\n  {confidence}\n");
        }
        text
    }

    #[test]
    fn questions_read_as_in_the_reference_files() {
        for wording in QuestionWording::ALL {
            assert_eq!(rendered(wording), reference(wording), "{wording}");
        }
        assert_ne!(template_digest(QuestionWording::Short), template_digest(QuestionWording::Paper));
    }

    #[test]
    fn next_step_is_an_answer_that_no_other_step_shares() {
        let plan = ["push", "wait", "push", "rest"];
        let of = |place: usize, wording| {
            let check = Check::new("task", plan[place], "state").and_then(|check| check.in_plan(plan, place)).unwrap();
            questions(&check, Strategy::NextAction, wording).unwrap()
        };
        let twice = of(1, QuestionWording::Short);
        assert_eq!(twice.answers, ["push", "wait", "rest", "done"]);
        assert_eq!(
            (twice.success, of(2, QuestionWording::Short).success, of(3, QuestionWording::Short).success),
            (0, 2, 3)
        );
        let lettered = of(1, QuestionWording::Paper);
        assert_eq!((lettered.answers.join(""), lettered.success), ("ABCDE".into(), 2));
    }

    #[test]
    fn next_step_is_not_asked_where_the_answer_says_nothing() {
        let ask = |plan: &[&str], place: usize, wording| {
            let check = Check::new("task", "push", "state").unwrap();
            let check = if plan.is_empty() { check } else { check.in_plan(plan.iter().copied(), place).unwrap() };
            questions(&check, Strategy::NextAction, wording).map(|questions| questions.success)
        };
        assert_eq!(ask(&[], 0, QuestionWording::Short), Err(PerceptionError::NoPlan("push".into())));
        assert_eq!(ask(&["push", "push"], 0, QuestionWording::Short), Err(PerceptionError::SameNext("push".into())));
        assert_eq!(ask(&["push", "push"], 1, QuestionWording::Short), Ok(1));
        let steps: Vec<String> = (0..26).map(|step| if step == 0 { "push".into() } else { step.to_string() }).collect();
        let long: Vec<&str> = steps.iter().map(String::as_str).collect();
        assert_eq!(ask(&long, 0, QuestionWording::Paper), Err(PerceptionError::TooManySteps(27)));
        assert_eq!(ask(&long[..25], 24 - 24, QuestionWording::Paper), Ok(1));
        assert_eq!(ask(&long, 0, QuestionWording::Short), Ok(1));
    }

    #[test]
    fn braces_in_words_are_left_alone() {
        let check = Check::new("task", "grab {plan}", "it is {held}").unwrap();
        let asked = questions(&check, Strategy::StateComparison, QuestionWording::Short).unwrap();
        assert_eq!(asked.question, "The robot tried to grab {plan}. Is it true that it is {held}?");
    }
}
