use std::time::Duration;

use thiserror::Error;

/// The reason why a model gave no score or no text.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ScoreError {
    /// There is nothing to score.
    #[error("the question has no options: give it the decision set S")]
    NoOptions,
    /// Two labels have the same first token.
    #[error(
        "option labels {0:?} cannot be told apart by their first token: use labels of which none begins another, without blanks"
    )]
    Labels([String; 2]),
    /// A score is not a finite number.
    #[error("the score of option {place} is {value}: it must be finite")]
    Logit {
        /// Index of the option.
        place: usize,
        /// The value given.
        value: String,
    },
    /// This scorer cannot read a part of the mission.
    #[error("cannot read {phrase:?} of the mission: {reason}")]
    Mission {
        /// The phrase.
        phrase: String,
        /// The reason, and a wording that would work.
        reason: String,
    },
    /// A model in this process did not answer.
    #[error("the model did not answer: {0}")]
    Model(String),
    /// The turn does not fit the question.
    #[error("the turn does not fit the question: {0}")]
    Turn(String),
    /// A setting or a limit has a value that cannot be used.
    #[error("{name} is {value}: {mend}")]
    Setting {
        /// The setting.
        name: &'static str,
        /// Its value.
        value: String,
        /// The values it may have.
        mend: &'static str,
    },
    /// The server could not be reached, or the connection broke.
    #[error("no answer from {host}: {reason}; check that the server runs and that base_url names it")]
    Unreachable {
        /// Host and port.
        host: String,
        /// The error of the connection.
        reason: String,
    },
    /// The server took too long.
    #[error("no whole answer from {host} within {limit:?}: raise the time-out, or use a faster model")]
    TimedOut {
        /// Host and port.
        host: String,
        /// The limit that was exceeded.
        limit: Duration,
    },
    /// The server asks for a longer wait than a decision allows.
    #[error("{host} asks to wait {wait:?}, which is more than {limit:?}: raise the quota, or the longest wait")]
    Busy {
        /// Host and port.
        host: String,
        /// The wait that it asks for.
        wait: Duration,
        /// The longest wait allowed.
        limit: Duration,
    },
    /// The server answered with an error.
    #[error("{host} answered with status {status}: {message}")]
    Status {
        /// Host and port.
        host: String,
        /// HTTP status.
        status: u16,
        /// The server's error message, cut short.
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
    /// The answer does not follow the interface.
    #[error("the answer of {host} is not usable: {reason}")]
    Answer {
        /// Host and port.
        host: String,
        /// The fault in the answer.
        reason: String,
    },
    /// Another model answered than the requested one.
    #[error("{host} answered with model {answered:?} instead of {asked:?}: what another model says means nothing here")]
    OtherModel {
        /// Host and port.
        host: String,
        /// The requested model.
        asked: String,
        /// The model that answered.
        answered: String,
    },
    /// None of the options is among the likely answers.
    #[error(
        "no option's label is among the model's {listed} likeliest answers, which begin with {seen:?}: check that the prompt asks for a label"
    )]
    NoLabel {
        /// Number of answers listed.
        listed: usize,
        /// The likeliest answers.
        seen: Vec<String>,
    },
}
