use std::collections::BTreeMap;

use surefleet_fleet::RobotId;

use crate::{AnswerCertainty, AnswerLetter};

/// A robot's belief about the answer to one of its questions.
///
/// It holds the newest counted answer of each robot and nothing else. So repeated and reordered messages end in the same belief.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Belief {
    answers: BTreeMap<RobotId, HeldAnswer>,
}

/// An answer that passed the check.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct HeldAnswer {
    pub(crate) number: u64,
    pub(crate) letter: AnswerLetter,
    pub(crate) confidence: f64,
}

/// How far a question is answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QuestionStanding {
    /// No answer counts.
    Open,
    /// The newest answers of robots differ. The question is open again until they agree.
    Disputed,
    /// All counted answers agree.
    Answered {
        /// The answer.
        letter: AnswerLetter,
        /// The worth of the answer.
        certainty: AnswerCertainty,
        /// The robots that gave it.
        by: Vec<RobotId>,
    },
}

impl QuestionStanding {
    /// Whether the robot still looks for the answer.
    pub fn is_open(&self) -> bool {
        !matches!(self, Self::Answered { .. })
    }
}

impl Belief {
    /// Takes an answer that passed the check. An older one of the same robot is replaced: it has looked again.
    pub(crate) fn hold(&mut self, robot: &RobotId, answer: HeldAnswer) {
        // A robot never gives a number twice; the rest of the key keeps the belief a function of what was heard even if one does.
        let key = |it: &HeldAnswer| (it.number, it.confidence.to_bits(), it.letter);
        let held = self.answers.entry(robot.clone()).or_insert(answer);
        if key(&answer) > key(held) {
            *held = answer;
        }
    }

    /// The number of the held answer of each robot.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = (&RobotId, u64)> {
        self.answers.iter().map(|(robot, answer)| (robot, answer.number))
    }

    /// How far the question is answered; `certainty`: the worth of answers that pass the check.
    pub(crate) fn standing(&self, certainty: AnswerCertainty) -> QuestionStanding {
        let mut letters = self.answers.values().map(|answer| answer.letter);
        let Some(letter) = letters.next() else { return QuestionStanding::Open };
        if letters.any(|other| other != letter) {
            return QuestionStanding::Disputed;
        }
        QuestionStanding::Answered { letter, certainty, by: self.answers.keys().cloned().collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(number: u64, letter: AnswerLetter) -> HeldAnswer {
        HeldAnswer { number, letter, confidence: 0.9 }
    }

    #[test]
    fn robots_that_differ_open_a_question_until_one_of_them_has_looked_again() {
        let [one, two] = ["robot_1", "robot_2"].map(|name| RobotId::new(name).unwrap());
        let mut belief = Belief::default();
        let standing = |belief: &Belief| belief.standing(AnswerCertainty::Certain);
        assert_eq!(standing(&belief), QuestionStanding::Open);
        belief.hold(&one, answer(5, AnswerLetter::A));
        assert!(!standing(&belief).is_open());
        belief.hold(&two, answer(7, AnswerLetter::B));
        assert_eq!(standing(&belief), QuestionStanding::Disputed);
        belief.hold(&one, answer(4, AnswerLetter::B));
        assert_eq!(standing(&belief), QuestionStanding::Disputed, "an older answer changes nothing");
        belief.hold(&one, answer(8, AnswerLetter::B));
        let (letter, certainty) = (AnswerLetter::B, AnswerCertainty::Certain);
        assert_eq!(standing(&belief), QuestionStanding::Answered { letter, certainty, by: vec![one, two] });
    }
}
