//! Data to calibrate and measure a failure detector on: actions and their pictures.
//! The pictures are drawn of the simulated household, or recorded.

use std::sync::Arc;

use rand::{Rng, seq::IndexedRandom};
use surefleet_conformal::{Golden, Sha256};
use surefleet_fleet::Digest;
use surefleet_language::{ModelFingerprint, Picture, VisionLanguageModel};
use surefleet_mission::Transport;
use surefleet_perception::{
    ActionEvidence, ActionOutcome, CalibrationCheck, Check, Detector, DetectorCalibration, DetectorStatistics, Levels,
    Origin, PerceptionError, QuestionWording, Strategy, Uncertainty, golden_prompts, read,
};
use surefleet_simulator::{Camera, Trial, TrialDistribution};

use crate::identity::sha256;

/// So many trials that truly failed are tried again at each start, and so many that succeeded.
const SPOT_CHECKED: usize = 16;

/// Where pictures come from that the simulator draws, as fleet files and calibrations name it.
pub const HOUSEHOLD_PICTURES: &str = "household renderer";

/// Rows and columns of a picture.
pub const PICTURE_EDGE: usize = 128;

/// The distribution; its name changes with what is drawn.
const NAME: &str = "household trials, half gone wrong: 1";
/// How often an action goes wrong.
const FAILURE_RATE: f64 = 0.5;
/// How far a golden prompt's log-probability may be off: far below what separates answers, above another CPU's rounding.
const TOLERANCE: f64 = 1e-2;

/// Houses and seeds that are drawn from for one purpose only; training has the houses below 1,100,000.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DetectionSplit {
    /// For calibration files.
    Calibration,
    /// For measurements of them.
    Test,
}

/// Trials of the simulated household, with their pictures.
pub struct DetectionScenes {
    domain: Arc<Transport>,
    camera: Camera,
    has_new_textures: bool,
    has_new_light: bool,
}

/// One action, and what there is to see of it.
#[derive(Debug, Clone, PartialEq)]
pub struct DetectionScene {
    /// The question about the action.
    pub check: Check,
    /// The picture of the robot's camera.
    pub picture: Picture,
    /// The true outcome of the action.
    pub truth: ActionOutcome,
    /// Of the trial's words and its picture.
    pub sha256: Sha256,
    /// The seed it was drawn with, or its number among the recorded scenes.
    pub seed: u64,
}

impl DetectionSplit {
    fn houses(self) -> std::ops::Range<u64> {
        match self {
            Self::Calibration => 1_100_000..1_200_000,
            Self::Test => 1_200_000..1_300_000,
        }
    }

    /// The seed of its scene with this number.
    pub fn seed(self, number: u32) -> u64 {
        let first = match self {
            Self::Calibration => 20_000_000_000,
            Self::Test => 30_000_000_000,
        };
        first + u64::from(number)
    }
}

impl DetectionScenes {
    /// As the shipped model was trained on them, in other houses.
    pub fn household(domain: Arc<Transport>) -> Self {
        Self { domain, camera: Camera::new(PICTURE_EDGE), has_new_textures: false, has_new_light: false }
    }

    /// In patterns and colours that it was not trained on.
    pub fn with_new_textures(self) -> Self {
        Self { has_new_textures: true, ..self }
    }

    /// In light that it was not trained on.
    pub fn with_new_light(self) -> Self {
        Self { has_new_light: true, ..self }
    }

    /// The name of the distribution.
    pub fn name(&self) -> &'static str {
        NAME
    }

    /// Hash of what it is drawn by: the domain, rates, and the version in its name.
    pub fn generator(&self) -> Sha256 {
        let parts = [NAME.as_bytes(), self.domain.digest().as_bytes(), &FAILURE_RATE.to_le_bytes()].concat();
        let changes = [u8::from(self.has_new_textures), u8::from(self.has_new_light)];
        sha256(Digest::of([parts.as_slice(), &changes]))
    }

    /// The detector that a model is when it is asked so about pictures of this household, of so many columns and rows.
    pub fn detector(
        &self,
        model: &ModelFingerprint,
        asked: (Strategy, Uncertainty, QuestionWording),
        least_mass: f64,
        size: [usize; 2],
    ) -> Detector {
        Detector::new(model, asked, least_mass, (HOUSEHOLD_PICTURES, size), (self.name(), self.generator()))
    }

    /// Draws scenes of a calibration again and has the model look at them, before it judges: 16 of each truth, picked by `random`.
    ///
    /// Its seeds are those of the calibration split without a gap: no scene was left out. What draws scenes is more than its hash
    /// knows of, and a file that was forged can have a digest that fits.
    ///
    /// # Errors
    /// Which seed or scene is another one, and in what; a model that fails.
    pub fn spot_check(
        &mut self,
        model: &mut impl VisionLanguageModel,
        file: &DetectorCalibration,
        random: &mut impl Rng,
    ) -> Result<(), String> {
        let checks = &file.statistics.checks;
        for (check, number) in checks.iter().zip(0..) {
            let drawn = DetectionSplit::Calibration.seed(number);
            if check.seed != drawn {
                let seed = check.seed;
                return Err(format!(
                    "scene {number} has seed {seed}, but the scenes of a calibration have all seeds from its split in their order, \
                     so {drawn}: calibrate anew"
                ));
            }
        }
        let numbered: Vec<(u32, &CalibrationCheck)> = (0..).zip(checks).collect();
        let of = |truth| numbered.iter().filter(move |(_, check)| check.truth == truth).collect::<Vec<_>>();
        let (failures, successes) = (of(ActionOutcome::Failure), of(ActionOutcome::Success));
        let picked: Vec<_> =
            [&failures, &successes].into_iter().flat_map(|those| those.sample(random, SPOT_CHECKED)).collect();
        for &&&(number, check) in &picked {
            self.redraw(model, file, number, check)
                .map_err(|wrong| format!("scene {number} {wrong}: calibrate anew"))?;
        }
        Ok(())
    }

    /// The scene gives its check again.
    fn redraw(
        &mut self,
        model: &mut impl VisionLanguageModel,
        file: &DetectorCalibration,
        number: u32,
        check: &CalibrationCheck,
    ) -> Result<(), String> {
        let scene = self.draw(DetectionSplit::Calibration, number);
        if scene.sha256 != check.scene_sha256 {
            return Err("is drawn in another way now than for the calibration".to_owned());
        }
        if scene.truth != check.truth {
            return Err(format!("is recorded as {:?}, but drawn again it is {:?}", check.truth, scene.truth));
        }
        let Detector { strategy, uncertainty, wording, least_mass, .. } = file.detector;
        let looked = model.look(&scene.picture).map_err(PerceptionError::from);
        let readings = looked.and_then(|_| read(model, &scene.check, &[strategy], &[uncertainty], wording));
        let reading = readings.map_err(|error| error.to_string())?.remove(0);
        let evidence = ActionEvidence::of(&reading, uncertainty, least_mass);
        if !evidence.is_near(&check.evidence, file.golden.tolerance) {
            let scores = |of: &ActionEvidence| {
                format!("{} / {}", of.score(ActionOutcome::Success), of.score(ActionOutcome::Failure))
            };
            let (recorded, now) = (scores(&check.evidence), scores(&evidence));
            return Err(format!(
                "is recorded with the scores {recorded} of success / failure, but the model gives {now}"
            ));
        }
        Ok(())
    }

    /// The scene of a split with this number.
    pub fn draw(&mut self, split: DetectionSplit, number: u32) -> DetectionScene {
        let from = TrialDistribution {
            houses: split.houses(),
            failure_rate: FAILURE_RATE,
            has_new_textures: self.has_new_textures,
            has_new_light: self.has_new_light,
        };
        let seed = split.seed(number);
        let trial = Trial::draw(&self.domain, &from, seed);
        let shot = self.camera.shoot(&self.domain, &trial.scene, trial.robot, &trial.look);
        let picture = Picture::new(shot.edge, shot.edge, shot.rgb).expect("a camera's pictures are whole");
        let truth = if trial.worked() { ActionOutcome::Success } else { ActionOutcome::Failure };
        DetectionScene::new(check_of(&trial), picture, truth, seed)
    }
}

/// The name of the distribution of checks that robots recorded, of what is known of it wherever its calibration is used.
pub fn recorded_distribution(domain: &Transport, settle_ms: u64) -> String {
    format!("recorded checks; domain {}; pictures from {settle_ms} ms after an action", domain.digest())
}

/// Ends the name where one check of each mission was taken, so that those of a calibration do not depend on each other.
pub const ONE_PER_MISSION: &str = "; one of each mission";

impl DetectionScene {
    /// An action, the picture from after it, and what came of it; `seed`: what it was drawn with, or its number among those recorded.
    pub fn new(check: Check, picture: Picture, truth: ActionOutcome, seed: u64) -> Self {
        let words = [check.task(), check.subtask(), check.expected()].join("\n");
        let sha256 = sha256(Digest::of([words.as_bytes(), picture.rgb()]));
        Self { check, picture, truth, sha256, seed }
    }
}

/// The question that a detector must answer about a trial.
fn check_of(trial: &Trial) -> Check {
    let (subgoal, steps) = (trial.subgoal(), trial.plan.iter().map(|step| step.subtask.as_str()));
    let check = Check::new(&trial.task, &subgoal.subtask, &subgoal.expected);
    check
        .and_then(|check| check.in_plan(steps, trial.step))
        .expect("trials have words, and their step is in their plan")
}

/// Makes a calibration of a detector from scenes whose truth is known.
///
/// # Errors
/// [`PerceptionError`] where the model fails, or what it says is no evidence; whatever a scene could not be had for.
pub fn calibrate_detector<E: From<PerceptionError>>(
    model: &mut impl VisionLanguageModel,
    detector: Detector,
    (levels, origin): (Levels, Origin),
    scenes: impl IntoIterator<Item = Result<DetectionScene, E>>,
) -> Result<DetectorCalibration, E> {
    let Detector { strategy, uncertainty, wording, least_mass, picture_size, .. } = detector;
    // First, for it is quick: a model that cannot be asked says so before all the scenes.
    let golden = Golden { tolerance: TOLERANCE, prompts: golden_prompts(model, strategy, wording, picture_size)? };
    let mut checks = Vec::new();
    for scene in scenes {
        let scene = scene?;
        model.look(&scene.picture).map_err(PerceptionError::from)?;
        let reading = read(model, &scene.check, &[strategy], &[uncertainty], wording)?.remove(0);
        checks.push(CalibrationCheck {
            truth: scene.truth,
            evidence: ActionEvidence::of(&reading, uncertainty, least_mass),
            scene_sha256: scene.sha256,
            seed: scene.seed,
        });
    }
    let statistics = DetectorStatistics::calibrate(levels, checks).map_err(PerceptionError::from)?;
    Ok(DetectorCalibration::new(origin, detector, statistics, golden))
}
