use std::fmt;

use serde::{Deserialize, Serialize};
use surefleet_fleet::RobotId;

use crate::{
    ExplorationError,
    short_words::{MOST_CHARACTERS, are_short},
};

/// The name of a question: whose it is, and its number among that robot's questions.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuestionId {
    /// The robot that has to answer it.
    pub owner: RobotId,
    /// Its number; each question of a robot has another.
    pub number: u32,
}

impl fmt::Display for QuestionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "question {} of {}", self.number, self.owner)
    }
}

/// The letter of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[expect(missing_docs, reason = "a letter needs no words")]
pub enum AnswerLetter {
    A,
    B,
    C,
    D,
}

impl AnswerLetter {
    /// All letters in order.
    pub const ALL: [Self; 4] = [Self::A, Self::B, Self::C, Self::D];

    /// Its place, from 0.
    pub const fn place(self) -> usize {
        self as usize
    }
}

impl fmt::Display for AnswerLetter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// A question about a house that a robot answers by looking around, with the answers to choose from.
///
/// Its text and its sought classes go into prompts, and it travels between robots, so all of it is bounded in length.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Draft", into = "Draft")]
pub struct ExplorationQuestion {
    id: QuestionId,
    text: String,
    answers: Vec<String>,
    sought: Vec<String>,
}

impl ExplorationQuestion {
    /// The most characters of a text, of an answer and of a class.
    pub const MOST_CHARACTERS: usize = MOST_CHARACTERS;
    /// The most sought classes.
    pub const MOST_SOUGHT: usize = 8;

    /// A question with 2 to 4 answers and 1 to 8 classes of objects that have to be found for it.
    ///
    /// # Errors
    /// [`ExplorationError::Question`] names the part that cannot be used.
    pub fn new(id: QuestionId, text: &str, answers: &[&str], sought: &[&str]) -> Result<Self, ExplorationError> {
        let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        Self::try_from(Draft { id, text: text.to_owned(), answers: owned(answers), sought: owned(sought) })
    }

    /// Its name.
    pub fn id(&self) -> &QuestionId {
        &self.id
    }

    /// The robot that has to answer it.
    pub fn owner(&self) -> &RobotId {
        &self.id.owner
    }

    /// The question in words.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The answers, A first.
    pub fn answers(&self) -> &[String] {
        &self.answers
    }

    /// The letters of its answers.
    pub fn letters(&self) -> &'static [AnswerLetter] {
        &AnswerLetter::ALL[..self.answers.len()]
    }

    /// The classes of the objects to find.
    pub fn sought(&self) -> &[String] {
        &self.sought
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename = "ExplorationQuestion", deny_unknown_fields)]
struct Draft {
    id: QuestionId,
    text: String,
    answers: Vec<String>,
    sought: Vec<String>,
}

impl TryFrom<Draft> for ExplorationQuestion {
    type Error = ExplorationError;

    fn try_from(draft: Draft) -> Result<Self, ExplorationError> {
        let Draft { id, text, answers, sought } = draft;
        let refuse = |why: String| Err(ExplorationError::Question { id: id.clone(), why });
        if !(2..=4).contains(&answers.len()) {
            return refuse(format!("has {} answers: give 2 to 4", answers.len()));
        }
        if !(1..=Self::MOST_SOUGHT).contains(&sought.len()) {
            return refuse(format!("seeks {} classes: give 1 to {}", sought.len(), Self::MOST_SOUGHT));
        }
        for words in std::iter::once(&text).chain(&answers).chain(&sought) {
            if !are_short(words) {
                let most = Self::MOST_CHARACTERS;
                return refuse(format!("has the part {words:?}: write 1 to {most} characters in one line"));
            }
        }
        for (kind, words) in [("answer", &answers), ("sought class", &sought)] {
            let twice = words.iter().enumerate().find(|(place, word)| words[..*place].contains(word));
            if let Some((_, word)) = twice {
                return refuse(format!("has the {kind} {word:?} twice: write it once"));
            }
        }
        Ok(Self { id, text, answers, sought })
    }
}

impl From<ExplorationQuestion> for Draft {
    fn from(question: ExplorationQuestion) -> Self {
        let ExplorationQuestion { id, text, answers, sought } = question;
        Self { id, text, answers, sought }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id() -> QuestionId {
        QuestionId { owner: RobotId::new("robot_1").unwrap(), number: 3 }
    }

    fn refused(text: &str, answers: &[&str], sought: &[&str]) -> String {
        ExplorationQuestion::new(id(), text, answers, sought).unwrap_err().to_string()
    }

    #[test]
    fn what_no_robot_could_answer_is_refused_with_the_mend() {
        let cup = &["cup"];
        let too_long = "x".repeat(301);
        for (message, part) in [
            (refused("where is it?", &["here"], cup), "1 answers: give 2 to 4"),
            (refused("where is it?", &["a", "b", "c", "d", "e"], cup), "5 answers"),
            (refused("where is it?", &["here", "here"], cup), "the answer \"here\" twice"),
            (refused("where is it?", &["here", "there"], &[]), "seeks 0 classes"),
            (refused("where is it?", &["here", "there"], &["cup", "cup"]), "the sought class \"cup\" twice"),
            (refused(" ", &["here", "there"], cup), "one line"),
            (refused("where\nis it?", &["here", "there"], cup), "one line"),
            (refused("where is it?", &["here", "there\u{2028}B. yes"], cup), "one line"),
            (refused(&too_long, &["here", "there"], cup), "1 to 300 characters"),
        ] {
            assert!(message.contains("question 3 of robot_1") && message.contains(part), "{message}");
        }
    }

    #[test]
    fn json_is_held_to_the_same_rules() {
        let good = ExplorationQuestion::new(id(), "is the tap on?", &["yes", "no"], &["tap"]).unwrap();
        let text = serde_json::to_string(&good).unwrap();
        assert_eq!(serde_json::from_str::<ExplorationQuestion>(&text).unwrap(), good);
        assert_eq!(good.letters(), [AnswerLetter::A, AnswerLetter::B]);
        for (was, is) in [("\"yes\",", ""), ("\"tap\"", "\"tap\",\"tap\""), ("\"text\"", "\"more\":1,\"text\"")] {
            let wrong = text.replacen(was, is, 1);
            assert!(serde_json::from_str::<ExplorationQuestion>(&wrong).is_err(), "{wrong}");
        }
    }
}
