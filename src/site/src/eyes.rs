use std::sync::{Arc, atomic::AtomicBool};

use surefleet_language::{Exchange, ModelFingerprint, MultipleChoice, Picture, ScoreError, Usage, VisionLanguageModel};
use surefleet_onnx::{Looked, OnnxVisionModel, Runtime};

use crate::{
    blind_eyes::BlindEyes,
    error::SiteError,
    fleet_file::{EyesChoice, FleetFile, ModelChoice},
};

/// A vision-language model that looks at a robot's pictures.
pub enum Eyes {
    /// A vision-language model in this process.
    Local(Box<OnnxVisionModel>),
    /// Simulated eyes, which see nothing.
    Simulated(BlindEyes),
}

impl Eyes {
    /// The eyes that the fleet file names under `perception`. Once `stop` is true, a model stops between two runs of its graphs.
    ///
    /// # Errors
    /// The model cannot be loaded.
    pub fn choose(fleet: &FleetFile, choice: &EyesChoice, stop: Arc<AtomicBool>) -> Result<Self, SiteError> {
        match choice {
            EyesChoice::Local(choice) => Self::load(fleet, choice, "perception.eyes", stop),
            EyesChoice::Simulated { delay_ms } => Ok(Self::Simulated(BlindEyes::new(*delay_ms, stop))),
        }
    }

    /// The eyes of an exploring robot, if the fleet file names a model for them. Once `stop` is true, it stops between two runs of its graphs.
    ///
    /// # Errors
    /// The model cannot be loaded.
    pub fn of_explorer(fleet: &FleetFile, stop: Arc<AtomicBool>) -> Result<Option<Self>, SiteError> {
        let choice = fleet.exploration.as_ref().and_then(|exploration| exploration.eyes.as_ref());
        choice.map(|choice| Self::load(fleet, choice, "exploration.eyes", stop)).transpose()
    }

    /// A model that the fleet file names in this place. One thread computes it, because every robot on a machine has its own.
    fn load(fleet: &FleetFile, choice: &ModelChoice, place: &str, stop: Arc<AtomicBool>) -> Result<Self, SiteError> {
        let refused =
            |error: surefleet_onnx::OnnxError| SiteError::Refused(format!("{place} in the fleet file: {error}"));
        let runtime = Runtime::from_environment(choice.provider, 1).map_err(refused)?;
        let model = OnnxVisionModel::load(&fleet.model_path(choice), &choice.variant, &runtime).map_err(refused)?;
        Ok(Self::Local(Box::new(model.with_stop(stop))))
    }

    /// The time and work that looking at the picture took, if known.
    pub fn looked(&self) -> Option<Looked> {
        match self {
            Self::Local(model) => model.looked(),
            Self::Simulated(_) => None,
        }
    }
}

impl VisionLanguageModel for Eyes {
    fn fingerprint(&self) -> ModelFingerprint {
        match self {
            Self::Local(model) => model.fingerprint(),
            Self::Simulated(eyes) => eyes.fingerprint(),
        }
    }

    fn look(&mut self, picture: &Picture) -> Result<Usage, ScoreError> {
        match self {
            Self::Local(model) => model.look(picture),
            Self::Simulated(eyes) => eyes.look(picture),
        }
    }

    fn choose(&mut self, said: &[Exchange], question: &str, answers: &[&str]) -> Result<MultipleChoice, ScoreError> {
        match self {
            Self::Local(model) => model.choose(said, question, answers),
            Self::Simulated(eyes) => eyes.choose(said, question, answers),
        }
    }

    fn describe(&mut self, said: &[Exchange], question: &str, max_tokens: u32) -> Result<(String, Usage), ScoreError> {
        match self {
            Self::Local(model) => model.describe(said, question, max_tokens),
            Self::Simulated(eyes) => eyes.describe(said, question, max_tokens),
        }
    }
}
