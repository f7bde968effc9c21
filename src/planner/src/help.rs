use std::sync::Arc;

use surefleet_fleet::{Decision, RobotId, SafeDefault, Stamp};

use crate::HelpKey;

/// A question to a person, for the help desk.
#[derive(Debug, Clone, PartialEq)]
pub struct HelpRequest {
    /// Its name: mission, step, attempt, robot and round.
    pub key: HelpKey,
    /// The mission in plain language.
    pub mission_text: String,
    /// The mission's robots in the order of their numbers.
    pub team: Vec<RobotId>,
    /// What the robot believes of the world, in words: what the options are about, then the rest.
    pub world: Vec<String>,
    /// The question in words: why a person is asked, and what.
    pub question: String,
    /// The prompt the options were scored on.
    pub prompt: String,
    /// What is shown, best score first.
    pub options: Vec<ShownOption>,
    /// Those that may be chosen for the whole mission.
    pub lasting: Vec<Decision>,
    /// Least score that enters the prediction set, -inf where all do; `None`: there is no set.
    pub threshold: Option<f64>,
    /// When the default applies; `None`: never. The help desk alone expires a request.
    pub deadline: Option<Stamp>,
    /// What happens then.
    pub default: SafeDefault,
    /// From 0 (lowest) to 255.
    pub priority: u8,
}

/// One option of a question or of a record, with its score and the monitor's word on it.
#[derive(Debug, Clone, PartialEq)]
pub struct ShownOption {
    /// The decision.
    pub decision: Decision,
    /// The decision in words.
    pub text: Arc<str>,
    /// Score g, a log-probability; `None`: the scorer gave none.
    pub score: Option<f64>,
    /// Whether it is in the prediction set; where there is no set nothing is excluded.
    pub in_set: bool,
    /// Why the monitor refuses it; `None`: it is an allowed answer.
    pub refusal: Option<String>,
}
