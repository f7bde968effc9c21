use surefleet_language::{LanguageModel, OpenAiModel, ScoreError, Text, TextRequest};
use surefleet_onnx::OnnxWriter;

use crate::{
    error::SiteError,
    fleet_file::{FleetFile, ModelChoice, ScorerChoice, ServerChoice, TranslatorChoice},
    scoring::load_model,
};

/// A language model that writes texts.
#[derive(Debug)]
pub enum Writer {
    /// A model in this process.
    Local(OnnxWriter),
    /// A model behind HTTP.
    Openai(Box<OpenAiModel>),
}

impl Writer {
    /// The model that rewords constraints; `None` if the fleet file names none.
    ///
    /// # Errors
    /// A setting is out of range, the environment lacks a key, a model cannot be loaded, or there is no thread left.
    pub fn of_translator(fleet: &FleetFile) -> Result<Option<Self>, SiteError> {
        let writer = match &fleet.translator {
            None => return Ok(None),
            Some(TranslatorChoice::Local(choice)) => Self::local(fleet, choice),
            Some(TranslatorChoice::Openai(server)) => Self::openai(server),
        };
        writer.map(Some).map_err(|error| SiteError::Refused(format!("translator in the fleet file: {error}")))
    }

    /// The scorer's model, used for text; `None` if the scorer has no model that can write text.
    ///
    /// # Errors
    /// As [`of_translator`](Self::of_translator).
    pub fn of_scorer(fleet: &FleetFile) -> Result<Option<Self>, SiteError> {
        let writer = match &fleet.scorer {
            ScorerChoice::Simulated { .. } | ScorerChoice::Grounded => return Ok(None),
            ScorerChoice::Choice(choice) => Self::local(fleet, &choice.model),
            ScorerChoice::Openai(choice) => Self::openai(&choice.server),
        };
        writer.map(Some).map_err(|error| SiteError::Refused(format!("scorer in the fleet file: {error}")))
    }

    fn local(fleet: &FleetFile, choice: &ModelChoice) -> Result<Self, ScoreError> {
        let model = load_model(fleet, choice).map_err(|error| ScoreError::Model(error.to_string()))?;
        OnnxWriter::start(model).map(Self::Local)
    }

    fn openai(server: &ServerChoice) -> Result<Self, ScoreError> {
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
