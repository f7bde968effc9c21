//! Questions to people, and their answers.

use std::{fmt, sync::Arc};

use serde::{Deserialize, Serialize};
use surefleet_fleet::{Decision, DecisionKey, RobotId, SafeDefault, Stamp};

/// The range of options that a person is offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Round {
    /// The members of the prediction set.
    Set,
    /// The whole of S: there is no set, no member is allowed, or a person rejected every member.
    All,
}

/// The name of a help request: the same key is the same request, no matter which sender repeats it or how often.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HelpKey {
    /// The decision that waits for the answer.
    pub decision: DecisionKey,
    /// The offered options.
    pub round: Round,
}

/// A person's choice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// One of the offered options.
    Option(Decision),
    /// One of them, and the same thing whenever the same things are in question again: see [`Lasting`](crate::Lasting).
    ForMission(Decision),
    /// The mission is to be replaced; the text is its new words.
    Meant,
    /// None of the offered options is right.
    NoneOfThese,
    /// The mission is to halt.
    Halt,
    /// Nobody answered before the deadline.
    Expired,
}

/// A person's answer to one round, as the help desk published it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PersonAnswer {
    /// The round it answers.
    pub round: Round,
    /// The choice.
    pub choice: Choice,
    /// The operator's free text; empty: none.
    pub text: String,
    /// The operator's name; empty for an expired request.
    pub operator: String,
    /// The id that the help desk gave the request.
    pub request_id: String,
}

impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Set => "set",
            Self::All => "all",
        })
    }
}

impl fmt::Display for HelpKey {
    /// Mission, step, attempt, robot and round, such as `00ff.../3/0/robot_1/set`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DecisionKey { mission, step, attempt, robot } = &self.decision;
        write!(f, "{mission}/{step}/{}/{robot}/{}", attempt.0, self.round)
    }
}

/// A question to a person, for the help desk.
#[derive(Debug, Clone, PartialEq)]
pub struct HelpRequest {
    /// Its name: mission, step, attempt, robot and round.
    pub key: HelpKey,
    /// The mission in plain language.
    pub mission_text: String,
    /// The mission's robots in the order of their numbers.
    pub team: Vec<RobotId>,
    /// The robot's beliefs about the world, in words: first the things that the options are about, then the rest.
    pub world: Vec<String>,
    /// The question in words, with the reason for it.
    pub question: String,
    /// The prompt that the options were scored on.
    pub prompt: String,
    /// The options shown, best score first.
    pub options: Vec<ShownOption>,
    /// The options that may be chosen for the whole mission.
    pub lasting: Vec<Decision>,
    /// Least score that enters the prediction set, -inf if all do; `None`: there is no set.
    pub threshold: Option<f64>,
    /// When the default applies; `None`: never. Only the help desk makes a request expire.
    pub deadline: Option<Stamp>,
    /// The default at the deadline.
    pub default: SafeDefault,
    /// From 0 (lowest) to 255.
    pub priority: u8,
}

/// One option of a question or of a record, with its score and the monitor's verdict on it.
#[derive(Debug, Clone, PartialEq)]
pub struct ShownOption {
    /// The decision.
    pub decision: Decision,
    /// The decision in words.
    pub text: Arc<str>,
    /// Score g, a log-probability; `None`: the scorer gave none.
    pub score: Option<f64>,
    /// Whether it is in the prediction set; without a set nothing is excluded.
    pub in_set: bool,
    /// Why the monitor refuses it; `None`: it is an allowed answer.
    pub refusal: Option<String>,
}

#[cfg(test)]
mod tests {
    use surefleet_fleet::{Attempt, MissionId, StepIndex};

    use super::*;

    #[test]
    fn a_key_names_the_decision_and_the_round() {
        let decision = DecisionKey {
            mission: MissionId::new([0xa5; 16]),
            step: StepIndex::FIRST.next(),
            attempt: Attempt(3),
            robot: RobotId::new("robot_1").expect("a good name"),
        };
        let key = HelpKey { decision, round: Round::All };
        assert_eq!(key.to_string(), format!("{}/2/3/robot_1/all", "a5".repeat(16)));
        assert_ne!(key.to_string(), HelpKey { round: Round::Set, ..key }.to_string());
    }
}
