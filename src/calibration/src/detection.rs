//! What a failure detector of the simulated household is calibrated and measured on: trials of actions, and their pictures.

use std::sync::Arc;

use surefleet_conformal::{Golden, Sha256};
use surefleet_fleet::Digest;
use surefleet_language::{ModelFingerprint, Picture, VisionLanguageModel};
use surefleet_mission::Domain;
use surefleet_perception::{
    CalibrationCheck, Check, Detector, DetectorCalibration, DetectorStatistics, Evidence, Levels, Origin, Outcome,
    PerceptionError, Strategy, Uncertainty, Wording, golden_prompts, read,
};
use surefleet_simulator::{Camera, Trial, TrialDistribution};

use crate::identity::sha256;

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

/// So many of a calibration's scenes are drawn again before it is used.
const REDRAWN: usize = 16;

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
    domain: Arc<Domain>,
    camera: Camera,
    has_new_textures: bool,
    has_new_light: bool,
}

/// One trial, and what there is to see of it.
#[derive(Debug, Clone)]
pub struct DetectionScene {
    /// What is to be found out.
    pub check: Check,
    /// What the robot's camera shows.
    pub picture: Picture,
    /// What is so.
    pub truth: Outcome,
    /// Of the trial's words and its picture.
    pub sha256: Sha256,
    /// What it was drawn with.
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
    pub fn household(domain: Arc<Domain>) -> Self {
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
        asked: (Strategy, Uncertainty, Wording),
        least_mass: f64,
        size: [usize; 2],
    ) -> Detector {
        Detector::new(model, asked, least_mass, (HOUSEHOLD_PICTURES, size), (self.name(), self.generator()))
    }

    /// Draws the first scenes of a calibration anew: what draws them is more than its hash knows of.
    ///
    /// # Errors
    /// Which scene is another one now.
    pub fn check(&mut self, file: &DetectorCalibration) -> Result<(), String> {
        for (number, check) in file.statistics.checks.iter().take(REDRAWN).enumerate() {
            let scene = self.draw(DetectionSplit::Calibration, number as u32);
            if (scene.truth, scene.sha256, scene.seed) != (check.truth, check.scene_sha256, check.seed) {
                return Err(format!(
                    "scene {number} is drawn in another way now than for the calibration: calibrate anew"
                ));
            }
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
        let check = check_of(&trial);
        let words = [check.task(), check.subtask(), check.expected()].join("\n");
        DetectionScene {
            truth: if trial.worked() { Outcome::Success } else { Outcome::Failure },
            sha256: sha256(Digest::of([words.as_bytes(), shot.rgb.as_slice()])),
            picture: Picture::new(shot.edge, shot.edge, shot.rgb).expect("a camera's pictures are whole"),
            check,
            seed,
        }
    }
}

/// What is to be found out about a trial.
fn check_of(trial: &Trial) -> Check {
    let (subgoal, steps) = (trial.subgoal(), trial.plan.iter().map(|step| step.subtask.as_str()));
    let check = Check::new(&trial.task, &subgoal.subtask, &subgoal.expected);
    check
        .and_then(|check| check.in_plan(steps, trial.step))
        .expect("trials have words, and their step is in their plan")
}

/// How a detector is asked, and what it is calibrated to.
#[derive(Debug, Clone)]
pub struct DetectorRequest {
    /// How it is asked.
    pub strategy: Strategy,
    /// How its doubt is measured.
    pub uncertainty: Uncertainty,
    /// In which words.
    pub wording: Wording,
    /// Least probability that it gives one of the answers at all.
    pub least_mass: f64,
    /// What is bounded, and how strictly.
    pub levels: Levels,
    /// How many scenes are drawn.
    pub scenes: u32,
    /// Unix time in seconds.
    pub created_unix_s: u64,
    /// Unix time in seconds from which the file is refused.
    pub expires_unix_s: u64,
    /// Commit of the program that makes the file.
    pub commit: String,
}

/// Makes a detector's calibration; `done` is called after each scene.
///
/// # Errors
/// [`PerceptionError`] where the model fails, or what it says is no evidence.
pub fn calibrate_detector(
    scenes: &mut DetectionScenes,
    model: &mut impl VisionLanguageModel,
    request: &DetectorRequest,
    mut done: impl FnMut(),
) -> Result<DetectorCalibration, PerceptionError> {
    let DetectorRequest { strategy, uncertainty, wording, least_mass, .. } = *request;
    let size = [PICTURE_EDGE; 2];
    // First, for it is quick: a model that cannot be asked says so before all the scenes.
    let golden = Golden { tolerance: TOLERANCE, prompts: golden_prompts(model, strategy, wording, size)? };
    let mut checks = Vec::new();
    for number in 0..request.scenes {
        let scene = scenes.draw(DetectionSplit::Calibration, number);
        model.look(&scene.picture)?;
        let reading = read(model, &scene.check, &[strategy], &[uncertainty], wording)?.remove(0);
        checks.push(CalibrationCheck {
            truth: scene.truth,
            evidence: Evidence::of(&reading, uncertainty, least_mass),
            scene_sha256: scene.sha256,
            seed: scene.seed,
        });
        done();
    }
    let detector = scenes.detector(&model.fingerprint(), (strategy, uncertainty, wording), least_mass, size);
    let last = DetectionSplit::Calibration.seed(request.scenes.saturating_sub(1));
    let origin = Origin {
        created_unix_s: request.created_unix_s,
        expires_unix_s: request.expires_unix_s,
        commit: request.commit.clone(),
        seeds: [DetectionSplit::Calibration.seed(0), last],
    };
    Ok(DetectorCalibration::new(origin, detector, DetectorStatistics::calibrate(request.levels, checks)?, golden))
}
