use std::time::Duration;

use thiserror::Error;

/// Why no score could be given, or no text.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ScoreError {
    /// There is nothing to score.
    #[error("the question has no options: give it the decision set S")]
    NoOptions,
    /// Two labels cannot be told apart by their first token.
    #[error(
        "option labels {0:?} cannot be told apart by their first token: use labels of which none begins another, without blanks"
    )]
    Labels([String; 2]),
    /// A score that is no number.
    #[error("the score of option {place} is {value}: it must be finite")]
    Logit {
        /// Place of the option.
        place: usize,
        /// What was given.
        value: String,
    },
    /// A part of the mission that this scorer cannot read.
    #[error("cannot read {phrase:?} of the mission: {reason}")]
    Mission {
        /// The phrase.
        phrase: String,
        /// Why, and what would do.
        reason: String,
    },
    /// A model in this process did not answer.
    #[error("the model did not answer: {0}")]
    Model(String),
    /// The turn does not fit the question.
    #[error("the turn does not fit the question: {0}")]
    Turn(String),
    /// A setting or a limit that cannot be used.
    #[error("{name} is {value}: {mend}")]
    Setting {
        /// The setting.
        name: &'static str,
        /// What it was set to.
        value: String,
        /// What it must be.
        mend: &'static str,
    },
    /// The server could not be reached, or the connection broke.
    #[error("no answer from {host}: {reason}; check that the server runs and that base_url names it")]
    Unreachable {
        /// Host and port.
        host: String,
        /// What the connection said.
        reason: String,
    },
    /// The server took too long.
    #[error("no whole answer from {host} within {limit:?}: raise the time-out, or use a faster model")]
    TimedOut {
        /// Host and port.
        host: String,
        /// The limit that was broken.
        limit: Duration,
    },
    /// The server asked to wait longer than a decision can.
    #[error("{host} asks to wait {wait:?}, which is more than {limit:?}: raise the quota, or the longest wait")]
    Busy {
        /// Host and port.
        host: String,
        /// How long it asked to wait.
        wait: Duration,
        /// The longest wait.
        limit: Duration,
    },
    /// The server answered with an error.
    #[error("{host} answered with status {status}: {message}")]
    Status {
        /// Host and port.
        host: String,
        /// HTTP status.
        status: u16,
        /// What the server says about it, cut short.
        message: String,
    },
    /// The answer is larger than allowed.
    #[error("the answer of {host} is larger than {limit} bytes: check base_url, or raise the limit")]
    TooLarge {
        /// Host and port.
        host: String,
        /// The limit in bytes.
        limit: usize,
    },
    /// The answer is not what the interface promises.
    #[error("the answer of {host} is not usable: {reason}")]
    Answer {
        /// Host and port.
        host: String,
        /// What is wrong with it.
        reason: String,
    },
    /// Another model answered.
    #[error("{host} answered with model {answered:?} instead of {asked:?}: what another model says means nothing here")]
    OtherModel {
        /// Host and port.
        host: String,
        /// The model that was asked for.
        asked: String,
        /// The model that answered.
        answered: String,
    },
    /// Not one option is among the likely answers.
    #[error(
        "no option's label is among the model's {listed} likeliest answers, which begin with {seen:?}: check that the prompt asks for a label"
    )]
    NoLabel {
        /// How many answers were listed.
        listed: usize,
        /// The likeliest ones.
        seen: Vec<String>,
    },
}
