//! The language model that judges what is relevant to the searches of others, and its calibration.

use std::{
    cell::RefCell,
    path::Path,
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use futures::future::{Either, select};
use surefleet_calibration::{HOUSE_SCENES, LABELLED_SCENES, RelevanceScenes};
use surefleet_conformal::{GoldenPrompt, GoldenReplay, Sha256};
use surefleet_exploration::{
    AskedModel, ExplorationError, OptionTurns, RelevanceCalibration, RelevanceCriterion, RelevanceModel,
    RelevanceScores, SoughtPair,
};
use surefleet_language::{LocalScorer, LocalStrategy, ScoreError};
use surefleet_onnx::{OnnxError, OnnxModel, OnnxWriter, Provider};
use surefleet_simulator::RelevanceJudge;
use tokio::runtime::{Builder, Runtime};

use crate::{
    clock::unix_s,
    error::SiteError,
    fleet_file::{FleetFile, ModelChoice},
};

/// Judges pairs with a language model in this process, which thinks first. It remembers pairs.
///
/// It waits for its model with a runtime of its own, so asking it in async code panics.
pub struct ModelJudge {
    model: RefCell<RelevanceModel<OnnxWriter, LocalScorer<OnnxModel>>>,
    waiting: Runtime,
    stop: Arc<AtomicBool>,
}

/// How often a judge that thinks looks whether it is to stop.
const LOOK_EVERY: Duration = Duration::from_millis(100);

impl ModelJudge {
    /// Loads a model. One thread computes it, because every robot on a machine has its own.
    ///
    /// # Errors
    /// No ONNX Runtime, or no such model.
    pub fn load(folder: &Path, variant: &str, provider: Provider) -> Result<Self, SiteError> {
        let refused = |error: &dyn std::fmt::Display| SiteError::Refused(error.to_string());
        let runtime = surefleet_onnx::Runtime::from_environment(provider, 1).map_err(|error| refused(&error))?;
        let load = || OnnxModel::load(folder, variant, &runtime).map_err(|error: OnnxError| refused(&error));
        // One writes, the other scores letters.
        let (writes, scores) = (load()?, load()?);
        let both = || -> Result<_, ExplorationError> {
            let (writer, scorer) = (OnnxWriter::start(writes)?, LocalScorer::new(scores, LocalStrategy::Labels)?);
            RelevanceModel::new(writer, scorer, OptionTurns::ALL)
        };
        let model = RefCell::new(both().map_err(|error| refused(&error))?);
        let waiting = Builder::new_current_thread().enable_time().build().map_err(|error| refused(&error))?;
        Ok(Self { model, waiting, stop: Arc::default() })
    }

    /// Once `stop` is true, the model writes no more thoughts; letters that it is choosing just then it still chooses.
    #[must_use]
    pub fn with_stop(self, stop: Arc<AtomicBool>) -> Self {
        Self { stop, ..self }
    }

    /// Waits for what the model says. Its writer stops when nobody waits any more.
    fn wait<T>(&self, said: impl Future<Output = Result<T, ExplorationError>>) -> Result<T, ExplorationError> {
        let stopped = async {
            while !self.stop.load(Ordering::Relaxed) {
                tokio::time::sleep(LOOK_EVERY).await;
            }
        };
        match self.waiting.block_on(select(pin!(stopped), pin!(said))) {
            Either::Left(((), _)) => Err(ScoreError::Model("it is to stop".to_owned()).into()),
            Either::Right((said, _)) => said,
        }
    }

    /// The judge of exploring robots, if the fleet file names one.
    ///
    /// # Errors
    /// The model cannot be loaded.
    pub fn of_explorer(fleet: &FleetFile) -> Result<Option<Self>, SiteError> {
        let choice = fleet.exploration.as_ref().and_then(|exploration| exploration.relevance.as_ref());
        let load = |judge: &ModelChoice| {
            let loaded = Self::load(&fleet.model_path(judge), &judge.variant, judge.provider);
            loaded.map_err(|error| {
                let begin = (!fleet.model_path(judge).is_dir()).then(|| format!("; {}", fleet.where_paths_begin()));
                let begin = begin.unwrap_or_default();
                SiteError::Refused(format!("exploration.relevance.judge in the fleet file: {error}{begin}"))
            })
        };
        choice.map(|choice| load(&choice.judge)).transpose()
    }

    /// The model's name, for people.
    pub fn name(&self) -> String {
        self.model.borrow().name().to_owned()
    }

    /// What a calibration of it names; `distribution` has the name of the scenes' distribution and the hash of their generator.
    pub fn asked(&self, distribution: (&str, Sha256)) -> AskedModel {
        self.model.borrow().asked(distribution)
    }

    /// What it says to the golden prompts.
    ///
    /// # Errors
    /// A model that fails.
    pub fn golden(&self) -> Result<Vec<GoldenPrompt>, ExplorationError> {
        self.wait(self.model.borrow().golden())
    }
}

impl RelevanceJudge for ModelJudge {
    fn scores(&self, pair: &SoughtPair) -> Result<RelevanceScores, ExplorationError> {
        self.wait(self.model.borrow_mut().score(pair))
    }
}

/// What robots may tell one another, as long as the calibration holds.
#[derive(Debug, Clone)]
pub struct FindingRule {
    /// What is relevant.
    pub criterion: RelevanceCriterion,
    /// Unix time in seconds from which it may not be used.
    pub expires_unix_s: u64,
}

/// What robots with this judge may tell one another by the calibration that the fleet file names, or why nothing: it has none, or one that
/// does not fit what runs.
pub fn finding_rule(fleet: &FleetFile, judge: &ModelJudge) -> Result<FindingRule, String> {
    let choice = fleet.exploration.as_ref().and_then(|exploration| exploration.relevance.as_ref());
    // Drawn houses say nothing of a real site.
    let is_simulated = fleet.simulator.as_ref().is_some_and(|simulator| simulator.house.is_some());
    let of = if is_simulated { "" } else { " --labelled SCENES" };
    let mend = format!("`surefleet calibrate-relevance --fleet {}{of} --out FILE` makes one", fleet.path.display());
    let Some(path) = choice.and_then(|choice| choice.calibration.as_ref()) else {
        return Err(format!("exploration.relevance has no calibration: {mend}"));
    };
    let path = fleet.full(path);
    let named = |wrong: &dyn std::fmt::Display| format!("{}: {wrong}", path.display());
    let to_make = |wrong: &dyn std::fmt::Display| format!("{}: {wrong}; {mend}", path.display());
    let text =
        std::fs::read_to_string(&path).map_err(|error| to_make(&format!("{error}; {}", fleet.where_paths_begin())))?;
    let file = RelevanceCalibration::from_json(&text).map_err(|error| to_make(&error))?;
    let generator = generator(fleet, &file).map_err(|wrong| named(&wrong))?;
    let running = judge.asked((&file.asked.distribution, generator));
    let said = judge.golden().map_err(|error| named(&error))?;
    let replays: Vec<GoldenReplay> = said.iter().map(Into::into).collect();
    let criterion = file.verify(&running, unix_s().unwrap_or(0), &replays).map_err(|error| to_make(&error))?;
    // What labelled scenes were is not available here. Drawn ones can be drawn again.
    if file.asked.distribution == HOUSE_SCENES {
        RelevanceScenes::spot_check(&file, judge, &mut rand::rng()).map_err(|wrong| named(&wrong))?;
    }
    Ok(FindingRule { criterion, expires_unix_s: file.origin.expires_unix_s })
}

/// The hash of what the scenes of a file come from, as far as this fleet may use them.
fn generator(fleet: &FleetFile, file: &RelevanceCalibration) -> Result<Sha256, String> {
    match file.asked.distribution.as_str() {
        HOUSE_SCENES => {
            let house = fleet.simulator.as_ref().and_then(|simulator| simulator.house.as_ref()).ok_or(
                "it is of drawn houses, and these robots are real: label scenes of their site (surefleet calibrate-relevance --labelled)",
            )?;
            let [first, last] = file.origin.seeds;
            if (first..=last).contains(&house.seed) {
                return Err(format!(
                    "it was made with the house of simulator.house.seed {}: take another house",
                    house.seed
                ));
            }
            Ok(RelevanceScenes::generator_of_houses())
        }
        // Only the file knows which scenes they were.
        LABELLED_SCENES => Ok(file.asked.generator_sha256),
        other => Err(format!("it is of {other:?}, which this version does not know: make it anew")),
    }
}

/// Why exploring robots will send no findings, if so.
///
/// # Errors
/// The model cannot be loaded.
pub fn why_findings_off(fleet: &FleetFile) -> Result<Option<String>, SiteError> {
    if fleet.exploration.is_none() {
        return Ok(None);
    }
    let judge = ModelJudge::of_explorer(fleet)?;
    Ok(judge.map_or_else(|| Some(NO_JUDGE.to_owned()), |judge| finding_rule(fleet, &judge).err()))
}

/// Why robots without a judge send no findings.
pub const NO_JUDGE: &str =
    "the fleet file names no model under exploration.relevance.judge that judges what is relevant";

#[cfg(test)]
mod tests {
    use std::task::Poll;

    use super::*;

    /// A judge that stops when the flag is set.
    fn judge(stop: &Arc<AtomicBool>) -> ModelJudge {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/relevance-judge");
        ModelJudge::load(&folder, "", Provider::Cpu).unwrap().with_stop(stop.clone())
    }

    #[test]
    fn a_judge_that_is_to_stop_says_so_and_judges_no_more() {
        let stop = Arc::new(AtomicBool::new(false));
        let judge = judge(&stop);
        let known = judge.scores(&SoughtPair::new("seen", "sought")).unwrap();
        assert!((known.probabilities().iter().sum::<f64>() - 1.0).abs() < 1e-6);
        stop.store(true, Ordering::Relaxed);
        let refused = judge.scores(&SoughtPair::new("other", "sought")).unwrap_err();
        assert!(refused.to_string().contains("it is to stop"), "{refused}");
    }

    #[test]
    fn a_thought_that_has_begun_is_given_up_when_the_judge_is_to_stop() {
        let stop = Arc::new(AtomicBool::new(false));
        // It would never end, and the flag is set only when it has begun.
        let thought = std::future::poll_fn(|_| {
            stop.store(true, Ordering::Relaxed);
            Poll::<Result<(), ExplorationError>>::Pending
        });
        let given_up = judge(&stop).wait(thought).unwrap_err();
        assert!(given_up.to_string().contains("it is to stop"), "{given_up}");
    }
}
