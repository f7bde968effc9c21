//! The models that a fleet file names, and how they are asked.

use std::{path::PathBuf, time::Duration};

use serde::{Deserialize, Deserializer, de::Error as _};
use serde_yaml::{Mapping, Value};
use surefleet_language::OpenAiSettings;
use surefleet_onnx::Provider;

/// The scorer of the options.
#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum ScorerChoice {
    /// Softmax over the oracle's cost-to-go with noise, for tests and demonstrations.
    Simulated {
        /// Above 0. The higher it is, the more often the best option has the best score.
        quality: f64,
        /// Seed of the noise.
        seed: u64,
    },
    /// By what the built-in English reads the mission as: search says which options still achieve it.
    #[serde(deserialize_with = "no_fields")]
    Grounded,
    /// As grounded; of equally good options the one that the robot's explorer values most has the best score.
    #[serde(deserialize_with = "no_fields")]
    Exploring,
    /// A language model in the planner's process chooses among the options.
    Choice(LocalChoice),
    /// A server that speaks the OpenAI protocol.
    Openai(OpenaiChoice),
}

impl ScorerChoice {
    /// Whether it weighs the meanings that the safety monitor finds in a text that has a few.
    pub fn weighs_meanings(&self) -> bool {
        matches!(self, Self::Grounded | Self::Exploring)
    }
}

/// A language model in the planner's own process, and its scoring strategy.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "Mapping")]
pub struct LocalChoice {
    /// The model.
    pub model: ModelChoice,
    /// `labels`, `text:total` or `text:per_token`.
    pub strategy: String,
    /// Number of orders of the options in which labels are asked for; their mean counts. None: 1.
    pub label_orders: usize,
}

/// A language model in the node's own process.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelChoice {
    /// Its folder in the community layout ([`FleetFile::full`](super::FleetFile::full)).
    pub model: PathBuf,
    /// The suffix of its graphs, such as `q4`; none: graphs without a suffix.
    #[serde(default)]
    pub variant: String,
    /// `cpu`, `cuda` or `tensorrt`.
    #[serde(default)]
    pub provider: Provider,
}

/// The model that rewords the missions and constraints that the grammar cannot read.
#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum TranslatorChoice {
    /// A model in the safety monitor's process that was trained to rewrite, such as `models/mission-rewriter`.
    Rewriter(ModelChoice),
    /// A language model in the safety monitor's process.
    Local(ModelChoice),
    /// A server that speaks the OpenAI protocol.
    Openai(ServerChoice),
}

/// The model that writes joint steps for whole teams.
#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum TeamPlannerChoice {
    /// A language model in each planner's process.
    Local(ModelChoice),
    /// A server that speaks the OpenAI protocol.
    Openai(ServerChoice),
}

/// A server with the OpenAI protocol, and its scoring strategy.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "Mapping")]
pub struct OpenaiChoice {
    /// The server.
    pub server: ServerChoice,
    /// `chat_labels:20`, `completion_labels:20`, `echo_likelihood:total` or `vllm_likelihood:total` (or `:per_token`).
    pub strategy: String,
    /// Like `label_orders` of a local model.
    pub label_orders: usize,
}

/// A server that speaks the OpenAI protocol.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ServerChoice {
    /// Address up to and including the version, such as `http://127.0.0.1:8080/v1`.
    pub base_url: String,
    /// Name of the model.
    pub model: String,
    /// Environment variable with the key; none: the server needs no key.
    #[serde(default)]
    pub key_variable: Option<String>,
    /// Time limit of one call, in milliseconds.
    #[serde(default)]
    pub call_timeout_ms: Option<u64>,
    /// Greatest number of calls per question, including the first.
    #[serde(default)]
    pub attempts: Option<u32>,
}

/// That `kind: grounded` stands alone; what once stood beside it is told with what to do.
fn no_fields<'de, D: Deserializer<'de>>(block: D) -> Result<(), D::Error> {
    let block = Mapping::deserialize(block)?;
    match block.keys().next().map(|name| name.as_str().unwrap_or("this")) {
        None => Ok(()),
        Some("parser") => {
            Err(D::Error::custom("parser: delete this line; the built-in English reads all missions of kind: grounded"))
        }
        Some(name) => Err(D::Error::custom(format!(
            "{name}: kind: grounded has no fields; delete this line. A model can reword texts (translator:), or choose by itself \
             (kind: choice, kind: openai)"
        ))),
    }
}

impl TryFrom<Mapping> for OpenaiChoice {
    type Error = serde_yaml::Error;

    fn try_from(block: Mapping) -> Result<Self, serde_yaml::Error> {
        let (server, strategy, label_orders) = apart(block)?;
        Ok(Self { server, strategy, label_orders })
    }
}

impl TryFrom<Mapping> for LocalChoice {
    type Error = serde_yaml::Error;

    fn try_from(block: Mapping) -> Result<Self, serde_yaml::Error> {
        let (model, strategy, label_orders) = apart(block)?;
        Ok(Self { model, strategy, label_orders })
    }
}

/// Splits a block into the model, its strategy and the orders of labels. Each part checks its own fields, so errors
/// name the wrong field; serde's `flatten` would ignore unknown fields.
fn apart<T: serde::de::DeserializeOwned>(mut block: Mapping) -> Result<(T, String, usize), serde_yaml::Error> {
    let missing = || <serde_yaml::Error as serde::de::Error>::missing_field("strategy");
    let strategy = serde_yaml::from_value(block.remove("strategy").ok_or_else(missing)?)?;
    let orders = block.remove("label_orders").map(serde_yaml::from_value).transpose()?;
    Ok((serde_yaml::from_value(Value::Mapping(block))?, strategy, orders.unwrap_or(1)))
}

impl ServerChoice {
    /// The settings, with defaults for missing entries.
    pub fn settings(&self) -> OpenAiSettings {
        let mut settings = OpenAiSettings::new(&self.base_url, &self.model);
        settings.key_variable.clone_from(&self.key_variable);
        settings.call_timeout = self.call_timeout_ms.map_or(settings.call_timeout, Duration::from_millis);
        settings.attempts = self.attempts.unwrap_or(settings.attempts);
        settings
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::fleet_file::FleetFile;

    type Outcome = Result<(), Box<dyn std::error::Error>>;

    #[test]
    fn labels_are_asked_for_in_one_order_unless_the_file_says_more() -> Outcome {
        let read = |more: &str| {
            let scorer = format!("kind: choice, model: models/decision-maker, strategy: labels{more}");
            let text = format!("domain: d\norder: [robot_1]\nring: {{lease_ms: 1000}}\nscorer: {{{scorer}}}\n");
            serde_yaml::from_str::<FleetFile>(&text)
        };
        for (more, orders) in [("", 1), (", label_orders: 8", 8)] {
            let ScorerChoice::Choice(choice) = read(more)?.scorer else { return Err("another scorer".into()) };
            assert_eq!((choice.strategy.as_str(), choice.label_orders), ("labels", orders));
        }
        let wrong = read(", label_orders: many").err().map(|error| error.to_string()).unwrap_or_default();
        assert!(wrong.contains("many"), "{wrong}");
        Ok(())
    }

    #[test]
    fn a_model_server_is_told_the_same_way_to_score_and_to_translate() -> Outcome {
        let server = "kind: openai, base_url: 'http://127.0.0.1:1/v1', model: tiny";
        let read = |scorer: &str, translator: &str| {
            let text = format!(
                "domain: d\norder: [robot_1]\nring: {{lease_ms: 1000}}\nscorer: {{{server}{scorer}}}\ntranslator: {{{server}{translator}}}\n"
            );
            serde_yaml::from_str::<FleetFile>(&text)
        };
        let fleet = read(", strategy: 'chat_labels:20', attempts: 2", ", call_timeout_ms: 700, key_variable: KEY")?;
        let (ScorerChoice::Openai(scorer), Some(TranslatorChoice::Openai(translator))) =
            (fleet.scorer, fleet.translator)
        else {
            return Err("neither is simulated".into());
        };
        assert_eq!((scorer.strategy.as_str(), scorer.server.settings().attempts), ("chat_labels:20", 2));
        let settings = translator.settings();
        assert_eq!((settings.call_timeout, settings.attempts), (Duration::from_millis(700), 3));
        assert_eq!((settings.model.as_str(), settings.key_variable.as_deref()), ("tiny", Some("KEY")));

        let wrong =
            |scorer, translator| read(scorer, translator).err().map(|error| error.to_string()).unwrap_or_default();
        let good = ", strategy: 'chat_labels:20'";
        assert!(wrong("", "").contains("missing field `strategy`"), "{}", wrong("", ""));
        assert!(wrong(good, good).contains("unknown field `strategy`"), "{}", wrong(good, good));
        let typo = ", strategy: 'chat_labels:20', attempt: 2";
        assert!(wrong(typo, "").contains("unknown field `attempt`"), "{}", wrong(typo, ""));
        Ok(())
    }

    #[test]
    fn grounded_stands_alone_and_who_still_names_a_parser_or_a_model_is_told_what_to_do() -> Outcome {
        let read = |more: &str| {
            let text =
                format!("domain: d\norder: [robot_1]\nring: {{lease_ms: 1000}}\nscorer: {{kind: grounded{more}}}\n");
            serde_yaml::from_str::<FleetFile>(&text)
        };
        assert!(read("")?.scorer.weighs_meanings());
        let wrong = |more| read(more).err().map(|error| error.to_string()).unwrap_or_default();
        for (more, complaint) in [
            (", parser: it", "parser: delete this line; the built-in English reads all missions"),
            (", model: models/reader", "model: kind: grounded has no fields"),
            (
                ", base_url: 'http://h/v1', model: m",
                "delete this line. A model can reword texts (translator:), or choose by itself (kind: choice, kind: openai)",
            ),
        ] {
            assert!(wrong(more).contains(complaint), "{more}: {}", wrong(more));
        }
        Ok(())
    }

    #[test]
    fn a_model_of_the_planners_own_is_a_folder_of_the_tree_and_a_mistake_in_it_is_named() -> Outcome {
        let read = |scorer: &str| {
            let text = format!("domain: d\norder: [robot_1]\nring: {{lease_ms: 1000}}\nscorer: {{{scorer}}}\n");
            serde_yaml::from_str::<FleetFile>(&text)
        };
        let mut fleet = read("kind: choice, model: models/chooser, provider: cuda, strategy: labels")?;
        fleet.root = "/share".into();
        let ScorerChoice::Choice(choice) = &fleet.scorer else { return Err("it is a choice".into()) };
        assert_eq!(fleet.model_path(&choice.model), Path::new("/share/models/chooser"));
        assert_eq!((choice.model.variant.as_str(), choice.model.provider), ("", Provider::Cuda));
        let ScorerChoice::Choice(choice) = read("kind: choice, model: /m, variant: q4, strategy: labels")?.scorer
        else {
            return Err("it is a choice".into());
        };
        assert_eq!((choice.strategy.as_str(), choice.model.variant.as_str()), ("labels", "q4"));

        let reworded =
            read("kind: simulated, quality: 4.0, seed: 1}\ntranslator: {kind: local, model: /m, variant: q4")?;
        let Some(TranslatorChoice::Local(choice)) = reworded.translator else { return Err("it is local".into()) };
        assert_eq!((choice.model.as_path(), choice.variant.as_str()), (Path::new("/m"), "q4"));

        let wrong = |scorer| read(scorer).err().map(|error| error.to_string()).unwrap_or_default();
        for (scorer, complaint) in [
            (
                "kind: choice, model: m, strategy: labels, provider: gpu",
                "unknown variant `gpu`, expected one of `cpu`, `cuda`, `tensorrt`",
            ),
            ("kind: choice, model: m", "missing field `strategy`"),
            ("kind: choice, model: m, strategy: labels, varaint: q4", "unknown field `varaint`"),
        ] {
            assert!(wrong(scorer).contains(complaint), "{scorer}: {}", wrong(scorer));
        }
        Ok(())
    }
}
