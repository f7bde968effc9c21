use std::sync::Mutex;

use surefleet_grounded::Rewriter;
use surefleet_language::{LanguageModel, OpenAiModel, ScoreError, Text, TextRequest};
use surefleet_onnx::{OnnxModel, OnnxWriter};

use crate::{
    error::SiteError,
    fleet_file::{FleetFile, ModelChoice, ScorerChoice, ServerChoice, TranslatorChoice},
    scoring::load_model,
};

/// What rewords texts that the grammar cannot read.
pub enum RewordingModel {
    /// A language model that is told how, by a prompt.
    Told(Writer),
    /// A model that was trained to rewrite, and its name. It rewrites one text after another.
    Trained(Box<Mutex<Rewriter<OnnxModel>>>, String),
}

impl RewordingModel {
    /// The model that rewords; `None` if the fleet file names none.
    ///
    /// # Errors
    /// As [`Writer::of_scorer`].
    pub fn of(fleet: &FleetFile) -> Result<Option<Self>, SiteError> {
        let model = match &fleet.translator {
            None => return Ok(None),
            Some(TranslatorChoice::Rewriter(choice)) => {
                let model = load_model(fleet, choice).map_err(|error| ScoreError::Model(error.to_string()));
                let name = choice.model.file_name().unwrap_or_default().to_string_lossy().into_owned();
                model.map(|model| Self::Trained(Box::new(Mutex::new(Rewriter::new(model))), name))
            }
            Some(TranslatorChoice::Local(choice)) => Writer::local(fleet, choice).map(Self::Told),
            Some(TranslatorChoice::Openai(server)) => Writer::openai(server).map(Self::Told),
        };
        model.map(Some).map_err(|error| SiteError::Refused(format!("translator in the fleet file: {error}")))
    }

    /// The name of the model.
    pub fn name(&self) -> &str {
        match self {
            Self::Told(writer) => writer.name(),
            Self::Trained(_, name) => name,
        }
    }
}

/// A language model that writes texts.
#[derive(Debug)]
pub enum Writer {
    /// A model in this process.
    Local(OnnxWriter),
    /// A model behind HTTP.
    Openai(Box<OpenAiModel>),
}

impl Writer {
    /// The scorer's model, used for text; `None` if the scorer has no model that can write text.
    ///
    /// # Errors
    /// A setting is out of range, the environment lacks a key, a model cannot be loaded, or there is no thread left.
    pub fn of_scorer(fleet: &FleetFile) -> Result<Option<Self>, SiteError> {
        let writer = match &fleet.scorer {
            ScorerChoice::Simulated { .. } | ScorerChoice::Grounded | ScorerChoice::Exploring => return Ok(None),
            ScorerChoice::Choice(choice) => Self::local(fleet, &choice.model),
            ScorerChoice::Openai(choice) => Self::openai(&choice.server),
        };
        writer.map(Some).map_err(|error| SiteError::Refused(format!("scorer in the fleet file: {error}")))
    }

    pub(crate) fn local(fleet: &FleetFile, choice: &ModelChoice) -> Result<Self, ScoreError> {
        let model = load_model(fleet, choice).map_err(|error| ScoreError::Model(error.to_string()))?;
        OnnxWriter::start(model).map(Self::Local)
    }

    pub(crate) fn openai(server: &ServerChoice) -> Result<Self, ScoreError> {
        OpenAiModel::from_environment(server.settings()).map(|model| Self::Openai(Box::new(model)))
    }
}

impl LanguageModel for Writer {
    fn name(&self) -> &str {
        match self {
            Self::Local(model) => model.name(),
            Self::Openai(model) => model.name(),
        }
    }

    async fn write(&self, request: &TextRequest) -> Result<Text, ScoreError> {
        match self {
            Self::Local(model) => model.write(request).await,
            Self::Openai(model) => model.write(request).await,
        }
    }
}
