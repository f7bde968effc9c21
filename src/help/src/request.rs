use std::{collections::BTreeSet, fmt};

use serde::{Deserialize, Serialize};
use surefleet_fleet::{Attempt, Decision, Digest, MissionId, RobotId, SafeDefault, Stamp, StepIndex};

use crate::{HelpError, Score};

/// A question of a robot to people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// The caller's name for the request: the same key is the same request.
    pub key: String,
    /// The robot that asks.
    pub robot: RobotId,
    /// The mission.
    pub mission: MissionId,
    /// The step that is being decided.
    pub step: StepIndex,
    /// The attempt at the step.
    pub attempt: Attempt,
    /// The kind of question.
    pub kind: QuestionKind,
    /// The question in words.
    pub question: String,
    /// The options to choose from.
    pub options: Vec<OfferedOption>,
    /// When the default applies; `None`: never.
    pub deadline: Option<Stamp>,
    /// The default at the deadline.
    pub default: SafeDefault,
    /// From 0 (lowest) to 255.
    pub priority: u8,
}

/// The subject of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuestionKind {
    /// Which decision the robot should take.
    Decision,
    /// Whether the robot's action worked.
    Outcome,
}

/// An option's name within its question, from 1; another question may use it for another option.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct OptionId(u16);

/// One possible answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfferedOption {
    /// Its name within the question.
    pub id: OptionId,
    /// In a question about a decision, its member of the decision set S; `None` in other questions.
    pub decision: Option<Decision>,
    /// The option in words.
    pub text: String,
    /// Its score.
    pub score: Score,
    /// Whether it is in the prediction set.
    pub in_set: bool,
    /// Why the safety monitor forbids it; `None`: it is allowed. A forbidden option cannot be an answer.
    pub refusal: Option<String>,
    /// Whether it may be chosen for the whole mission; only in a question about a decision.
    pub lasting: bool,
}

/// The material that people see beside a question; the desk passes it on without looking at it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Enclosure {
    /// The mission in plain language.
    pub mission_text: String,
    /// The mission's robots in the order of their numbers; if empty, a corrected mission is no valid answer.
    pub team: Vec<RobotId>,
    /// The robot's beliefs about the world, in words.
    pub world: Vec<String>,
    /// The prompt that the options were scored on.
    pub prompt: String,
    /// Least score that enters the prediction set; NaN: there is no set.
    pub threshold: Score,
    /// The robot's view: the format's name ("jpeg", "png", ...) and the file. Without bytes the name gives the reason.
    pub picture: (String, Vec<u8>),
    /// The robot's pose; `None`: unknown.
    pub pose: Option<Pose>,
}

/// The position and orientation of a robot.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Pose {
    /// The map's frame.
    pub frame: String,
    /// x, y, z in metres.
    pub position_m: [f64; 3],
    /// x, y, z, w of a unit quaternion.
    pub orientation: [f64; 4],
}

/// A request in the queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenRequest {
    /// The desk's id for it.
    pub id: RequestId,
    /// The question.
    pub request: Request,
    /// When it arrived.
    pub since: Stamp,
    /// The operator's claim; `None`: nobody works on it.
    pub claim: Option<Claim>,
    /// When the last claim ended, or when it arrived; meaningful while nobody works on it.
    pub free_since: Stamp,
    /// Whether others were called because nobody claimed it in time; when a claim ends, the time starts anew.
    pub escalated: bool,
    /// Whether others were called because its robot has held still past the deadline.
    pub overdue: bool,
}

/// An operator's statement of work on a request: a lease, which ends unless it is renewed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The operator.
    pub operator: String,
    /// When the claim began.
    pub since: Stamp,
    /// When it ends.
    pub until: Stamp,
}

/// The desk's id for a request: 16 hexadecimal digits; a key has the same id in every life of the desk.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RequestId(String);

impl RequestId {
    /// An id as an operator gave it; if the desk did not issue it, it is simply unknown there.
    pub fn new(name: impl Into<String>) -> Self {
        Self(name.into())
    }

    /// The id of the request with this key.
    pub fn of_key(key: &str) -> Self {
        Self(format!("{:016x}", Digest::of([key.as_bytes()]).seed()))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl QuestionKind {
    /// All kinds.
    pub const ALL: [Self; 2] = [Self::Decision, Self::Outcome];
}

impl fmt::Display for QuestionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Decision => "decision",
            Self::Outcome => "outcome",
        })
    }
}

impl OptionId {
    /// The option with this number.
    pub const fn new(id: u16) -> Self {
        Self(id)
    }

    /// The number.
    pub const fn get(self) -> u16 {
        self.0
    }
}

impl fmt::Display for OptionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl OpenRequest {
    /// When it ends by its default; never for [`SafeDefault::Hold`].
    pub(crate) fn ends_at(&self) -> Option<Stamp> {
        self.request.deadline.filter(|_| self.request.default != SafeDefault::Hold)
    }

    /// When others are called: nobody has claimed it by then, or its robot has held still long enough.
    pub(crate) fn escalates_at(&self, policy: &crate::DeskPolicy) -> Option<Stamp> {
        let is_free = self.claim.is_none() && !self.escalated;
        let unclaimed = policy.escalate_after.filter(|_| is_free).map(|span| self.free_since + span);
        let overdue = self.holds_until().filter(|_| !self.overdue);
        unclaimed.into_iter().chain(overdue).min()
    }

    /// The deadline after which others are called, even if an operator works on it.
    pub(crate) fn holds_until(&self) -> Option<Stamp> {
        self.request.deadline.filter(|_| self.request.default == SafeDefault::Hold)
    }
}

impl Request {
    /// The option with this name, if it is offered.
    pub fn option(&self, id: OptionId) -> Option<&OfferedOption> {
        self.options.iter().find(|option| option.id == id)
    }

    /// Checks that a corrected mission is a valid answer.
    ///
    /// # Errors
    /// [`HelpError::TakesNoMission`].
    pub fn takes_mission(&self) -> Result<(), HelpError> {
        match self.kind {
            QuestionKind::Decision => Ok(()),
            QuestionKind::Outcome => Err(HelpError::TakesNoMission),
        }
    }

    /// Whether this option has the best score of all.
    pub(crate) fn prefers(&self, id: OptionId) -> bool {
        let scored = self.options.iter().filter(|option| !option.score.get().is_nan());
        let best = scored.reduce(|best, next| if next.score.get() > best.score.get() { next } else { best });
        best.is_some_and(|best| best.id == id)
    }

    pub(crate) fn check(&self) -> Result<(), HelpError> {
        if self.key.is_empty() {
            return Err(HelpError::EmptyKey(self.robot.clone()));
        }
        let (mut ids, mut decisions) = (BTreeSet::new(), BTreeSet::new());
        for option in &self.options {
            let is_repeated = !ids.insert(option.id) || option.decision.is_some_and(|it| !decisions.insert(it));
            let wrong = match self.kind {
                _ if option.id.get() == 0 => "it has no id: number options from 1",
                _ if is_repeated => "it is offered twice: give each option an id and a meaning of its own",
                QuestionKind::Decision if option.decision.is_none() => {
                    "it names no decision, which the question asks for"
                }
                QuestionKind::Outcome if option.decision.is_some() => {
                    "it names a decision, but the question is about an outcome"
                }
                QuestionKind::Outcome if option.lasting => "how one action went says nothing about the whole mission",
                QuestionKind::Decision | QuestionKind::Outcome => continue,
            };
            return Err(HelpError::WrongOption { text: option.text.clone(), wrong });
        }
        Ok(())
    }

    /// The question's place in its mission: a robot's later question makes its earlier ones pointless.
    pub(crate) fn place(&self) -> (StepIndex, Attempt) {
        (self.step, self.attempt)
    }
}
