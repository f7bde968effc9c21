//! The perception settings of a fleet file: the model that checks each action of a robot.

use std::path::PathBuf;

use serde::Deserialize;
use surefleet_perception::{DEFAULT_LEAST_MASS, Levels, QuestionWording, Strategy, Uncertainty};

use super::ModelChoice;

/// The model that looks, how it is asked, and when its answer counts.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PerceptionChoice {
    /// The model that looks.
    pub eyes: EyesChoice,
    /// The wording of the questions.
    #[serde(default = "short")]
    pub wording: QuestionWording,
    /// Ways to ask. If there are several, all must be certain and agree.
    pub checks: Vec<CriterionChoice>,
    /// Least probability mass on the offered answers. Below it the model's answer never counts.
    #[serde(default = "least_mass")]
    pub least_mass: f64,
    /// The pictures.
    pub pictures: PicturesChoice,
    /// Time from the end of an action until the scene is at rest, in milliseconds. Earlier pictures do not count.
    #[serde(default = "settle_ms")]
    pub settle_ms: u64,
    /// Time limit of a verdict, in milliseconds. Then a person is asked.
    #[serde(default = "verdict_ms")]
    pub verdict_ms: u64,
    /// Time limit for a person, in seconds. Then the action counts as failed. None: no limit.
    #[serde(default)]
    pub help_s: Option<f64>,
    /// Number of failures of one robot that may be followed by another try. After that its mission is given up.
    #[serde(default = "retries")]
    pub retries: u32,
}

/// The model that looks.
#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum EyesChoice {
    /// A vision-language model in the perception node's process.
    Local(ModelChoice),
    /// No model: it takes its time and never knows, for tests of the code around it.
    Simulated {
        /// Time that it takes for an answer, in milliseconds.
        delay_ms: u64,
    },
}

/// One way to ask, and the threshold for its answer: an uncertainty `tau`, or a calibration file.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CriterionChoice {
    /// `ssc` or `sra`; `nap` needs a plan, and a fleet has none.
    pub strategy: Strategy,
    /// `token_probability`, `entropy` or `self_explained`.
    pub uncertainty: Uncertainty,
    /// Uncertainties below it are certain (KnowLoop, Algorithm 1). It gives no guarantee.
    #[serde(default)]
    pub tau: Option<f64>,
    /// The detector's calibration ([`FleetFile::full`](super::FleetFile::full)).
    #[serde(default)]
    pub calibration: Option<PathBuf>,
    /// The levels that the calibration must have; none: any that hold for this very file with probability 19 in 20.
    #[serde(default)]
    pub levels: Option<Levels>,
}

/// The source of the pictures. A calibration holds only for this source.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PicturesChoice {
    /// The name of a camera and of its mount, or of a renderer.
    pub source: String,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

fn short() -> QuestionWording {
    QuestionWording::Short
}

fn least_mass() -> f64 {
    DEFAULT_LEAST_MASS
}

fn settle_ms() -> u64 {
    100
}

fn verdict_ms() -> u64 {
    10_000
}

fn retries() -> u32 {
    10
}

impl PerceptionChoice {
    /// Finds mistakes that parsing alone does not find.
    pub(super) fn check(&self) -> Result<(), String> {
        if self.checks.is_empty() {
            return Err("perception.checks: names no way to ask; list one, such as {strategy: ssc, uncertainty: entropy, tau: 0.6}".into());
        }
        for CriterionChoice { strategy, uncertainty, tau, calibration, levels } in &self.checks {
            let way = format!("perception.checks: {strategy} by {uncertainty}");
            if *strategy == Strategy::NextAction {
                return Err(format!("{way} asks which step of a plan is next, and a fleet has none: take ssc or sra"));
            }
            match (tau, calibration) {
                (Some(_), Some(_)) => return Err(format!("{way} has tau and calibration; leave one out")),
                (None, None) => return Err(format!("{way} has no threshold; give tau, or a calibration file")),
                (Some(_), None) if levels.is_some() => {
                    return Err(format!("{way} has levels and tau, which bounds nothing; leave levels out"));
                }
                (Some(tau), None) if !(0.0..=1.0).contains(tau) => {
                    return Err(format!("{way}: tau {tau} is not between 0 and 1"));
                }
                _ => {}
            }
        }
        if !(0.0..=1.0).contains(&self.least_mass) {
            return Err(format!("perception.least_mass: {} is not between 0 and 1", self.least_mass));
        }
        if let Some(help_s) = self.help_s.filter(|help_s| !(*help_s > 0.0 && *help_s <= 1e9)) {
            return Err(format!(
                "perception.help_s: {help_s} is not above 0 and at most 1e9; leave it out to wait for ever"
            ));
        }
        if self.pictures.width == 0 || self.pictures.height == 0 {
            return Err("perception.pictures: a picture has a pixel at least; say how wide and high it is".into());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(checks: &str) -> Result<(), String> {
        let text = format!(
            "eyes: {{kind: simulated, delay_ms: 5}}\npictures: {{source: a camera, width: 64, height: 48}}\nchecks: {checks}\n"
        );
        let choice: PerceptionChoice = serde_yaml::from_str(&text).map_err(|error| error.to_string())?;
        choice.check()
    }

    #[test]
    fn each_way_to_ask_has_one_threshold() {
        assert_eq!(read("[{strategy: ssc, uncertainty: entropy, tau: 0.6}]"), Ok(()));
        for (checks, wrong) in [
            ("[]", "names no way to ask"),
            ("[{strategy: ssc, uncertainty: entropy}]", "ssc by entropy has no threshold"),
            ("[{strategy: sra, uncertainty: entropy, tau: 0.6, calibration: x.json}]", "leave one out"),
            ("[{strategy: sra, uncertainty: entropy, tau: 1.6}]", "tau 1.6 is not between 0 and 1"),
            ("[{strategy: nap, uncertainty: entropy, tau: 0.6}]", "a fleet has none: take ssc or sra"),
            (
                "[{strategy: ssc, uncertainty: entropy, tau: 0.6, levels: {rule: selective, epsilon: 1/50, delta: 1/20, steps: 9}}]",
                "has levels and tau",
            ),
            ("[{strategy: guess, uncertainty: entropy, tau: 0.6}]", "is no strategy"),
            ("[{strategy: ssc, uncertainty: entropy, limit: 0.6}]", "unknown field"),
        ] {
            let refused = read(checks).expect_err(checks);
            assert!(refused.contains(wrong), "{refused}");
        }
    }
}
