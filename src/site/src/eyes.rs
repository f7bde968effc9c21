use std::sync::{Arc, atomic::AtomicBool};

use surefleet_language::{Choice, Exchange, ModelFingerprint, Picture, ScoreError, Usage, VisionLanguageModel};
use surefleet_onnx::{Looked, OnnxVisionModel, Runtime};

use crate::{
    blind_eyes::BlindEyes,
    error::SiteError,
    fleet_file::{EyesChoice, FleetFile},
};

/// What looks.
pub enum Eyes {
    /// A vision-language model in this process.
    Local(Box<OnnxVisionModel>),
    /// Nothing.
    Simulated(BlindEyes),
}

impl Eyes {
    /// As the fleet file says, computed by one thread: every robot of a machine has a model of its own. It stops between two runs of
    /// its graphs once `stop` is true.
    ///
    /// # Errors
    /// A model that cannot be loaded.
    pub fn choose(fleet: &FleetFile, choice: &EyesChoice, stop: Arc<AtomicBool>) -> Result<Self, SiteError> {
        let choice = match choice {
            EyesChoice::Local(choice) => choice,
            EyesChoice::Simulated { delay_ms } => return Ok(Self::Simulated(BlindEyes::new(*delay_ms, stop))),
        };
        let refused = |error: surefleet_onnx::OnnxError| {
            SiteError::Refused(format!("perception.eyes in the fleet file: {error}"))
        };
        let runtime = Runtime::from_environment(choice.provider, 1).map_err(refused)?;
        let model = OnnxVisionModel::load(&fleet.model_path(choice), &choice.variant, &runtime).map_err(refused)?;
        Ok(Self::Local(Box::new(model.with_stop(stop))))
    }

    /// What looking at the picture took, where that is known.
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

    fn choose(&mut self, said: &[Exchange], question: &str, answers: &[&str]) -> Result<Choice, ScoreError> {
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
