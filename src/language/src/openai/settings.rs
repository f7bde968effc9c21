use std::{fmt, str::FromStr, time::Duration};

use surefleet_fleet::Digest;

use super::{key::ApiKey, retry::Waits};
use crate::{ModelFingerprint, ScoreError, ScorerIdentity};

/// Address of the model, way of asking it, and time limits.
#[derive(Debug, Clone, PartialEq)]
pub struct OpenAiSettings {
    /// Address up to and including the version, such as `http://127.0.0.1:8080/v1`.
    pub base_url: String,
    /// Name of the model in requests.
    pub model: String,
    /// Name of the model in answers, if it differs from the name in requests; `None`: the same name.
    pub answers_as: Option<String>,
    /// Environment variable with the key; `None`: the server needs no key.
    pub key_variable: Option<String>,
    /// Time limit for connecting.
    pub connect_timeout: Duration,
    /// Time limit of one call, from the request to the last byte of the answer.
    pub call_timeout: Duration,
    /// Greatest number of calls per question or text, including the first.
    pub attempts: u32,
    /// Longest wait after the first failed call. It doubles with each call.
    pub first_backoff: Duration,
    /// Longest wait between two calls. If a server asks for more, the question fails.
    pub longest_wait: Duration,
    /// Greatest size of an answer in bytes.
    pub body_limit: usize,
    /// Seed of the waits' jitter.
    pub seed: u64,
    /// Known properties of the model behind the server.
    pub declared: Declared,
}

/// Properties of a server's model as declared by its operator, because HTTP does not report them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Declared {
    /// Hash of the weights.
    pub weights: Option<Digest>,
    /// Hash of the tokenizer.
    pub tokenizer: Option<Digest>,
    /// Quantisation, such as `q4_k_m`.
    pub quantisation: Option<String>,
    /// Software that runs the model, such as `llama.cpp`.
    pub backend: Option<String>,
    /// The backend's version.
    pub backend_version: Option<String>,
    /// Arithmetic, such as `f16`.
    pub dtype: Option<String>,
}

/// The scored text: the option's label as the next token, or the option's text as the prompt's continuation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScoringStrategy {
    /// Label as first token of a chat answer, from its `top` likeliest tokens.
    ChatLabels {
        /// Number of tokens listed, 1 to 20 on most servers.
        top: u8,
    },
    /// Label as next token of a completion, from its `top` likeliest tokens.
    CompletionLabels {
        /// Number of tokens listed; 5 on some servers, more on llama.cpp and vLLM.
        top: u8,
    },
    /// Option text, by a completion that echoes its prompt with log-probabilities.
    EchoLikelihood(OptionLength),
    /// Option text, by vLLM's `prompt_logprobs`.
    VllmLikelihood(OptionLength),
}

/// The way to combine the log-probabilities of an option's tokens into one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OptionLength {
    /// Their sum: the text's log-probability.
    Total,
    /// Their mean: long options have no disadvantage.
    PerToken,
}

impl OpenAiSettings {
    /// Usual settings: 5 s to connect, 30 s per call, 3 calls, waits up to 10 s, answers up to 8 MiB.
    pub fn new(base_url: &str, model: &str) -> Self {
        Self {
            base_url: base_url.to_owned(),
            model: model.to_owned(),
            answers_as: None,
            key_variable: None,
            connect_timeout: Duration::from_secs(5),
            call_timeout: Duration::from_secs(30),
            attempts: 3,
            first_backoff: Duration::from_millis(500),
            longest_wait: Duration::from_secs(10),
            body_limit: 8 << 20,
            seed: 0,
            declared: Declared::default(),
        }
    }

    /// The key from the environment variable in the settings; `None` if they name no variable.
    pub(super) fn key(&self) -> Result<Option<ApiKey>, ScoreError> {
        self.key_variable.as_deref().map(ApiKey::from_environment).transpose()
    }

    /// The model's name in answers.
    pub(super) fn answering_name(&self) -> &str {
        self.answers_as.as_deref().unwrap_or(&self.model)
    }

    /// The waits between the calls for one question or text.
    pub(super) fn waits(&self, seed: u64) -> Waits {
        Waits::new(self.attempts, self.first_backoff, self.longest_wait, seed)
    }

    /// The declared properties that answers depend on. The address is left out, so that a server may move.
    pub fn fingerprint(&self) -> ModelFingerprint {
        let declared = &self.declared;
        let undeclared = |what: &Option<String>| what.clone().unwrap_or_else(|| "undeclared".into());
        let names = [self.model.as_bytes(), self.answering_name().as_bytes()];
        let weights = declared.weights.unwrap_or_else(|| Digest::of(names));
        ModelFingerprint {
            name: self.model.clone(),
            weights,
            tokenizer: declared.tokenizer.unwrap_or_else(|| Digest::of([weights.as_bytes().as_slice()])),
            quantisation: undeclared(&declared.quantisation),
            backend: undeclared(&declared.backend),
            backend_version: undeclared(&declared.backend_version),
            dtype: undeclared(&declared.dtype),
        }
    }

    /// The properties that scores by a strategy depend on.
    pub(super) fn identity(&self, strategy: ScoringStrategy) -> ScorerIdentity {
        let (score_definition, option_labels) = strategy.definition();
        ScorerIdentity {
            batch_mode: "one call".into(),
            score_definition: score_definition.into(),
            option_labels: option_labels.into(),
            ..self.fingerprint().scorer("openai", format!("openai(model={}, strategy={strategy})", self.model))
        }
    }
}

impl ScoringStrategy {
    /// The end point under the base address.
    pub(super) fn path(self) -> &'static str {
        match self {
            Self::ChatLabels { .. } => "chat/completions",
            _ => "completions",
        }
    }

    /// Whether the strategy scores an option by its label alone.
    pub(super) fn reads_labels(self) -> bool {
        matches!(self, Self::ChatLabels { .. } | Self::CompletionLabels { .. })
    }

    fn definition(self) -> (&'static str, &'static str) {
        match self {
            Self::ChatLabels { .. } | Self::CompletionLabels { .. } => {
                ("log-probability of the label as next token", "labels")
            }
            Self::EchoLikelihood(OptionLength::Total) | Self::VllmLikelihood(OptionLength::Total) => {
                ("sum of the option's token log-probabilities", "full text")
            }
            _ => ("mean of the option's token log-probabilities", "full text"),
        }
    }
}

impl fmt::Display for ScoringStrategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ChatLabels { top } => write!(f, "chat_labels:{top}"),
            Self::CompletionLabels { top } => write!(f, "completion_labels:{top}"),
            Self::EchoLikelihood(OptionLength::Total) => f.write_str("echo_likelihood:total"),
            Self::EchoLikelihood(OptionLength::PerToken) => f.write_str("echo_likelihood:per_token"),
            Self::VllmLikelihood(OptionLength::Total) => f.write_str("vllm_likelihood:total"),
            Self::VllmLikelihood(OptionLength::PerToken) => f.write_str("vllm_likelihood:per_token"),
        }
    }
}

impl FromStr for ScoringStrategy {
    type Err = ScoreError;
    /// Parses the output of `Display`, such as `chat_labels:20` or `vllm_likelihood:total`.
    fn from_str(text: &str) -> Result<Self, ScoreError> {
        let unknown = || ScoreError::Setting {
            name: "strategy",
            value: format!("{text:?}"),
            mend: "use chat_labels:TOP, completion_labels:TOP, echo_likelihood:LENGTH or \
                   vllm_likelihood:LENGTH, with TOP from 1 to 255 and LENGTH total or per_token",
        };
        let (name, detail) = text.split_once(':').ok_or_else(unknown)?;
        let top = || detail.parse().ok().filter(|top| *top > 0).ok_or_else(unknown);
        let length = || match detail {
            "total" => Ok(OptionLength::Total),
            "per_token" => Ok(OptionLength::PerToken),
            _ => Err(unknown()),
        };
        match name {
            "chat_labels" => Ok(Self::ChatLabels { top: top()? }),
            "completion_labels" => Ok(Self::CompletionLabels { top: top()? }),
            "echo_likelihood" => Ok(Self::EchoLikelihood(length()?)),
            "vllm_likelihood" => Ok(Self::VllmLikelihood(length()?)),
            _ => Err(unknown()),
        }
    }
}
