//! The language model that judges what is relevant to the searches of others, and its calibration.

use std::{
    cell::RefCell,
    time::{SystemTime, UNIX_EPOCH},
};

use futures::executor::block_on;
use surefleet_calibration::{HOUSE_SCENES, RelevanceScenes};
use surefleet_conformal::{GoldenPrompt, GoldenReplay, Sha256};
use surefleet_exploration::{
    AskedModel, ExplorationError, OptionTurns, RelevanceCalibration, RelevanceCriterion, RelevanceModel,
    RelevanceScores, SoughtPair,
};
use surefleet_language::{LocalScorer, LocalStrategy};
use surefleet_onnx::{OnnxError, OnnxModel, OnnxWriter, Provider, Runtime};
use surefleet_simulator::RelevanceJudge;

use crate::{
    error::SiteError,
    fleet_file::{FleetFile, ModelChoice},
};

/// Judges pairs with a language model in this process, which thinks first. It remembers pairs.
pub struct ModelJudge(RefCell<RelevanceModel<OnnxWriter, LocalScorer<OnnxModel>>>);

impl ModelJudge {
    /// Loads a model. One thread computes it, because every robot on a machine has its own.
    ///
    /// # Errors
    /// No ONNX Runtime, or no such model.
    pub fn load(folder: &std::path::Path, variant: &str, provider: Provider) -> Result<Self, SiteError> {
        let refused = |error: &dyn std::fmt::Display| SiteError::Refused(format!("{}: {error}", folder.display()));
        let runtime = Runtime::from_environment(provider, 1).map_err(|error| refused(&error))?;
        let load = || OnnxModel::load(folder, variant, &runtime).map_err(|error: OnnxError| refused(&error));
        // One writes, the other scores letters.
        let (writes, scores) = (load()?, load()?);
        let both = || -> Result<_, ExplorationError> {
            let (writer, scorer) = (OnnxWriter::start(writes)?, LocalScorer::new(scores, LocalStrategy::Labels)?);
            RelevanceModel::new(writer, scorer, OptionTurns::ALL)
        };
        Ok(Self(RefCell::new(both().map_err(|error| refused(&error))?)))
    }

    /// The judge of exploring robots, if the fleet file names one.
    ///
    /// # Errors
    /// The model cannot be loaded.
    pub fn of_explorer(fleet: &FleetFile) -> Result<Option<Self>, SiteError> {
        let choice = fleet.exploration.as_ref().and_then(|exploration| exploration.relevance.as_ref());
        let load = |judge: &ModelChoice| {
            let loaded = Self::load(&fleet.model_path(judge), &judge.variant, judge.provider);
            loaded
                .map_err(|error| SiteError::Refused(format!("exploration.relevance.judge in the fleet file: {error}")))
        };
        choice.map(|choice| load(&choice.judge)).transpose()
    }

    /// The model's name, for people.
    pub fn name(&self) -> String {
        self.0.borrow().name().to_owned()
    }

    /// What a calibration of it names; `distribution` has the name of the scenes' distribution and the hash of their generator.
    pub fn asked(&self, distribution: (&str, Sha256)) -> AskedModel {
        self.0.borrow().asked(distribution)
    }

    /// What it says to the golden prompts.
    ///
    /// # Errors
    /// A model that fails.
    pub fn golden(&self) -> Result<Vec<GoldenPrompt>, ExplorationError> {
        block_on(self.0.borrow().golden())
    }
}

impl RelevanceJudge for ModelJudge {
    fn scores(&self, pair: &SoughtPair) -> Result<RelevanceScores, ExplorationError> {
        block_on(self.0.borrow_mut().score(pair))
    }
}

/// What robots with this judge may tell one another by the calibration that the fleet file names, or why nothing: it has none, or one that
/// does not fit what runs.
pub fn relevance_criterion(fleet: &FleetFile, judge: &ModelJudge) -> Result<RelevanceCriterion, String> {
    let choice = fleet.exploration.as_ref().and_then(|exploration| exploration.relevance.as_ref());
    let Some(path) = choice.and_then(|choice| choice.calibration.as_ref()) else {
        return Err("exploration.relevance has no calibration: make one with surefleet calibrate-relevance".to_owned());
    };
    let path = fleet.root.join(path);
    let named = |wrong: &dyn std::fmt::Display| format!("{}: {wrong}", path.display());
    let text = std::fs::read_to_string(&path).map_err(|error| named(&error))?;
    let file = RelevanceCalibration::from_json(&text).map_err(|error| named(&error))?;
    let is_of_houses = file.asked.distribution == HOUSE_SCENES;
    if is_of_houses && fleet.simulator.is_none() {
        let mend = "it is of drawn houses, and these robots are real: label scenes of their site (surefleet calibrate-relevance --labelled)";
        return Err(named(&mend));
    }
    // Only the file knows which labelled scenes were used.
    let generator = if is_of_houses { RelevanceScenes::generator_of_houses() } else { file.asked.generator_sha256 };
    let running = judge.asked((&file.asked.distribution, generator));
    let said = judge.golden().map_err(|error| named(&error))?;
    let replays: Vec<GoldenReplay> = said.iter().map(Into::into).collect();
    let now_unix_s = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    file.verify(&running, now_unix_s, &replays).map_err(|error| named(&error))
}

/// Why exploring robots will send no findings although the fleet file names a judge of relevance, if so.
///
/// # Errors
/// The model cannot be loaded.
pub fn why_findings_off(fleet: &FleetFile) -> Result<Option<String>, SiteError> {
    let judge = ModelJudge::of_explorer(fleet)?;
    Ok(judge.and_then(|judge| relevance_criterion(fleet, &judge).err()))
}
