use surefleet_conformal::{CalibrationError, Fraction, Mode, ValueError};
use surefleet_fleet::{RobotId, StepIndex};
use surefleet_language::ScoreError;
use surefleet_mission::{MissionError, Refusal};
use thiserror::Error;

/// An error of a calibration.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum CalibrateError {
    /// The scorer gave no scores for a decision.
    #[error("scenario {seed}, step {step}, {robot}: {error}")]
    Scorer {
        /// The scenario.
        seed: u64,
        /// The step.
        step: StepIndex,
        /// The robot that was to decide.
        robot: RobotId,
        /// Why.
        error: ScoreError,
    },
    /// The scorer did not say the same of a mission throughout.
    #[error(
        "scenario {seed}, step {step}: the scorer says that it understood the mission otherwise than before; what it says has to \
         depend on the mission alone"
    )]
    Understanding {
        /// The scenario.
        seed: u64,
        /// The step.
        step: StepIndex,
    },
    /// So few missions of each certainty that a team has no class.
    #[error(
        "class {class}: {draws} missions were drawn, and no certainty has the {fewest} that the level needs; draw more \
         (--most-draws)"
    )]
    NoClass {
        /// The team.
        class: String,
        /// Missions that were drawn.
        draws: u32,
        /// Fewest of one certainty that serve.
        fewest: usize,
    },
    /// A scorer that says how it understands missions, and understands none.
    #[error(
        "class {class}: of {draws} missions the scorer read 0 %: it took each for something else, or did not understand it. It was made \
         for another site; train it for this one, or choose another (docs/scorers.md)"
    )]
    Unread {
        /// The team.
        class: String,
        /// Missions that were drawn.
        draws: u32,
    },
    /// The scorer gave no scores for a golden prompt.
    #[error("golden prompt: {0}")]
    Golden(ScoreError),
    /// The oracle knows no decision after which the mission can be finished.
    #[error(
        "scenario {seed}, step {step}, {robot}: no decision leads to the mission's end, so the scenario is infeasible; \
         report this seed, the distribution must not draw it"
    )]
    NoWayOn {
        /// The scenario.
        seed: u64,
        /// The step.
        step: StepIndex,
        /// The robot that was to decide.
        robot: RobotId,
    },
    /// A joint step that cannot be done.
    #[error("scenario {seed}, step {step}: {refusal}; decide only what is allowed")]
    JointStep {
        /// The scenario.
        seed: u64,
        /// The step.
        step: StepIndex,
        /// Why not.
        refusal: Refusal,
    },
    /// A class named twice.
    #[error("class {0} is named twice; name each once")]
    RepeatedClass(String),
    /// A team that no missions are drawn for.
    #[error("no missions are drawn for the team {team:?}; those that they are drawn for are {known}")]
    UnknownTeam {
        /// The team as given.
        team: String,
        /// All teams.
        known: String,
    },
    /// A team that brings about nothing that can be asked for.
    #[error(
        "no mission can be drawn for a team of {team}: in {attempts} attempts it brought about nothing that can be asked for"
    )]
    NoMission {
        /// The team.
        team: String,
        /// Ways that were tried.
        attempts: usize,
    },
    /// A site of which no mission can be drawn.
    #[error("no mission of this site can be drawn: {0}")]
    Site(String),
    /// Too few scenarios for a finite threshold.
    #[error(
        "{scenarios} scenarios are too few for alpha {alpha} in {mode} mode: every step would ask; \
         give at least {fewest} per class"
    )]
    TooFewScenarios {
        /// Scenarios per class.
        scenarios: u32,
        /// The level at which the rank stands: alpha / (W + 1).
        alpha: Fraction,
        /// The mode.
        mode: Mode,
        /// Fewest that give a finite threshold.
        fewest: usize,
    },
    /// The domain has no scenarios.
    #[error(transparent)]
    Domain(#[from] MissionError),
    /// The statistics were refused.
    #[error(transparent)]
    Statistics(#[from] CalibrationError),
    /// A value that is not a level, a probability or a class of missions.
    #[error(transparent)]
    Value(#[from] ValueError),
}
