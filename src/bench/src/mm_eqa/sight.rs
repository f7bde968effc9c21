//! A model that sees.

use std::{cell::RefCell, path::Path};

use anyhow::Result;
use surefleet_conformal::Sha256;
use surefleet_exploration::{AskedModel, SeenObject, ViewOpinion, ViewWording, Viewer, placed};
use surefleet_language::{ModelFingerprint, Picture, ScoreError, VisionLanguageModel as _};
use surefleet_mapping::GroundPoint;
use surefleet_onnx::{OnnxVisionModel, Provider, Runtime};
use surefleet_simulator::{AskedQuestion, Assumptions, Glimpse, ViewReader};

/// Sees with a model; the truth of a glimpse is not looked at.
pub struct ModelSight(RefCell<Viewer<OnnxVisionModel>>);

impl ModelSight {
    /// The model in a folder, on one thread.
    ///
    /// # Errors
    /// No ONNX Runtime, or no such model.
    pub fn load(folder: &Path) -> Result<Self> {
        let model = OnnxVisionModel::load(folder, "", &Runtime::from_environment(Provider::Cpu, 1)?)?;
        Ok(Self(RefCell::new(Viewer::new(model))))
    }

    /// What a calibration of its answers names.
    pub fn asked(&self) -> AskedModel {
        asked(&self.0.borrow().model().fingerprint(), Sha256::from_bytes(*ViewWording::digest().as_bytes()))
    }

    fn with_picture<T>(
        &self,
        glimpse: &Glimpse<'_>,
        ask: impl FnOnce(&mut Viewer<OnnxVisionModel>) -> Result<T, ScoreError>,
    ) -> Result<T, ScoreError> {
        let (camera, mut viewer) = (glimpse.view.intrinsics(), self.0.borrow_mut());
        viewer.look(&Picture::new(camera.width(), camera.height(), glimpse.view.rgb.clone())?)?;
        ask(&mut viewer)
    }
}

impl ViewReader for ModelSight {
    fn objects(&self, glimpse: &Glimpse<'_>) -> Result<Vec<SeenObject>, ScoreError> {
        let things = self.with_picture(glimpse, Viewer::things)?;
        Ok(placed(&things, &glimpse.view.depth_frame(), glimpse.believed))
    }

    fn answer(&self, glimpse: &Glimpse<'_>, question: &AskedQuestion) -> Result<ViewOpinion, ScoreError> {
        self.with_picture(glimpse, |viewer| viewer.answer(&question.asked))
    }

    fn worth(
        &self,
        glimpse: &Glimpse<'_>,
        question: &AskedQuestion,
        places: &[GroundPoint],
    ) -> Result<(f64, Vec<f64>), ScoreError> {
        let worth = self.with_picture(glimpse, |viewer| viewer.worth(&question.asked))?;
        Ok((worth.here, worth.of_places(&glimpse.view.depth_frame(), glimpse.believed, places)))
    }
}

/// What a calibration of the simulated sight names.
pub fn simulated(assumed: &Assumptions) -> AskedModel {
    let digest = surefleet_fleet::Digest::of([format!("{assumed:?}").as_bytes()]);
    let model = ModelFingerprint {
        name: "simulated-sight".into(),
        weights: digest,
        tokenizer: digest,
        quantisation: "none".into(),
        backend: "simulated".into(),
        backend_version: env!("CARGO_PKG_VERSION").into(),
        dtype: "f64".into(),
    };
    asked(&model, Sha256::of("simulated"))
}

fn asked(model: &ModelFingerprint, template: Sha256) -> AskedModel {
    AskedModel::of_answers(model, template, ("houses", Sha256::of("test split")))
}
