use std::fmt;

use surefleet_fleet::RobotId;
use surefleet_mapping::{Confidence, Map, Point};

use crate::{AnswerLetter, CheckName, ExplorationQuestion, QuestionId, RelevanceScores, RelevanceSet};

/// A message between exploring robots.
///
/// The caller proves who sent it: `from` is believed here. Everything else is checked.
#[derive(Debug, Clone, PartialEq)]
pub enum ExplorerMessage {
    /// The questions for which a robot looks around.
    Request(SearchRequest),
    /// Objects that are relevant to another's search.
    Finding(RelevantFinding),
    /// Its answer to another's question.
    Answer(SharedAnswer),
}

/// All questions of a robot that are still open; the newest replaces all older ones.
///
/// It also acknowledges answers: by its receipts, and by the questions that it no longer lists.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchRequest {
    /// The robot that looks.
    pub from: RobotId,
    /// The number of the message; later messages of a robot have greater ones, also after a restart.
    pub number: u64,
    /// Its open questions.
    pub questions: Vec<SoughtQuestion>,
    /// The newest counted answer of each other robot to each of its questions, the answered ones included.
    pub receipts: Vec<AnswerReceipt>,
}

/// The newest answer of a robot that the owner of a question has heard and counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerReceipt {
    /// The question.
    pub question: QuestionId,
    /// The robot that answered.
    pub from: RobotId,
    /// The number of the answer.
    pub number: u64,
}

/// An open question.
#[derive(Debug, Clone, PartialEq)]
pub struct SoughtQuestion {
    /// The question.
    pub question: ExplorationQuestion,
    /// Whether robots disagree about it, so that those who answered should look again.
    pub is_disputed: bool,
}

/// Objects of one view that are relevant to a question of another robot.
#[derive(Debug, Clone, PartialEq)]
pub struct RelevantFinding {
    /// The robot that saw them.
    pub from: RobotId,
    /// The number of the message.
    pub number: u64,
    /// The question.
    pub question: QuestionId,
    /// The number of the view among those of the robot: the source picture.
    pub view: u64,
    /// The objects; at least one.
    pub objects: Vec<FoundObject>,
}

/// An object with its place and with what it is to a search.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundObject {
    /// The object in a few words.
    pub class: String,
    /// Its position.
    pub position: Point<Map>,
    /// The confidence of the detection.
    pub confidence: Confidence,
    /// The sought class that it is relevant to.
    pub sought: String,
    /// The calibrated set; not empty.
    pub set: RelevanceSet,
    /// The scores behind the set.
    pub scores: RelevanceScores,
}

/// An answer to the question of another robot.
#[derive(Debug, Clone, PartialEq)]
pub struct SharedAnswer {
    /// The robot that answers.
    pub from: RobotId,
    /// The number of the message when it was first said. Of one robot's answers the greatest number counts.
    pub number: u64,
    /// The question.
    pub question: QuestionId,
    /// The answer.
    pub letter: AnswerLetter,
    /// Its confidence.
    pub confidence: f64,
    /// The check that it passed.
    pub check: CheckName,
    /// The number of the view that shows it: the source picture.
    pub view: u64,
}

impl RelevantFinding {
    /// The most objects of a finding that is believed.
    pub const MOST_OBJECTS: usize = 64;
}

impl ExplorerMessage {
    /// The robot that sent it.
    pub fn from(&self) -> &RobotId {
        match self {
            Self::Request(request) => &request.from,
            Self::Finding(finding) => &finding.from,
            Self::Answer(answer) => &answer.from,
        }
    }
}

/// Says the message in words, for people and logs.
impl fmt::Display for ExplorerMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Request(SearchRequest { from, questions, .. }) if questions.is_empty() => {
                write!(f, "{from} has no open question")
            }
            Self::Request(SearchRequest { from, questions, .. }) => {
                let sought: Vec<String> = questions.iter().map(|it| it.question.sought().join(", ")).collect();
                write!(f, "{from} looks for {}", sought.join("; "))
            }
            Self::Finding(RelevantFinding { from, question, objects, .. }) => {
                let object = |FoundObject { class, position, sought, set, .. }: &FoundObject| {
                    let is = if set.same { "may be" } else { "may be near" };
                    format!("a {class} at ({:.1}, {:.1}) that {is} the {sought}", position.x(), position.y())
                };
                let objects: Vec<String> = objects.iter().map(object).collect();
                write!(f, "{from} sees {} of {question}", objects.join(" and "))
            }
            Self::Answer(SharedAnswer { from, question, letter, confidence, .. }) => {
                write!(f, "{from} answers {question} with {letter} ({confidence:.2})")
            }
        }
    }
}
