use std::collections::VecDeque;

use crate::QuestionKey;

/// A robot waits for one answer at a time; more of them may still be withdrawn.
const MOST_ASKED: usize = 64;

/// The newest questions of this life of the process, with their names at the help desk. Answers to other questions do
/// not count.
///
/// Answers are latched: an answer to a question of an earlier life arrives again once the robot repeats the question.
#[derive(Debug, Clone, Default)]
pub struct AskedQuestions(VecDeque<(QuestionKey, String)>);

impl AskedQuestions {
    /// Notes that a question goes out under this name; returns whether the question is new.
    pub fn note(&mut self, question: QuestionKey, name: String) -> bool {
        let is_new = !self.0.iter().any(|(_, known)| *known == name);
        self.0.retain(|(asked, _)| *asked != question);
        self.0.push_back((question, name));
        if self.0.len() > MOST_ASKED {
            self.0.pop_front();
        }
        is_new
    }

    /// The question with this name.
    pub fn question(&self, name: &str) -> Option<&QuestionKey> {
        self.0.iter().find(|(_, known)| known == name).map(|(question, _)| question)
    }

    /// The name under which a question went out; `None`: it did not go out in this life.
    pub fn name(&self, question: &QuestionKey) -> Option<&str> {
        self.0.iter().rfind(|(asked, _)| asked == question).map(|(_, name)| name.as_str())
    }
}
