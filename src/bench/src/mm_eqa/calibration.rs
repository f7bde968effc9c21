//! The thresholds of messages and answers, from houses that no episode uses.

use anyhow::{Context, Result};
use std::time::Duration;
use surefleet_calibration::RelevanceScenes;
use surefleet_conformal::{Fraction, Golden, GoldenPrompt, GoldenReplay, Mode, Sha256};
use surefleet_exploration::{
    AnswerCalibration, AnswerCourse, AnswerLevels, AnswerStatistics, CalibrationOrigin, CalibrationScene,
    ConfidenceCheck, ExplorationError, FalseMessageBound, RelevanceCriterion, RelevanceLevels, RelevanceRule,
};
use surefleet_fleet::Stamp;
use surefleet_simulator::RelevanceJudge;

use super::{
    method::{Method, Rules, letters},
    robot::{Models, Robot, Talk},
    scene::Scene,
};

/// The first seeds of the houses for relevance, and of those for answers.
pub const RELEVANCE_SEEDS: u64 = 2000;
pub const ANSWER_SEEDS: u64 = 3000;
/// Houses that relevance is calibrated on, as in the paper.
pub const RELEVANCE_HOUSES: u64 = 20;
/// The paper's quantiles of the letters A and B (Section V-C): 0.6 and 0.82.
const PAPER_EPSILONS: [&str; 2] = ["2/5", "9/50"];
/// A threshold for answers that somebody might choose.
const FIXED_ABOVE: f64 = 0.5;
/// The probability that a calibration of answers does not hold.
const DELTA: &str = "1/10";

/// Levels that are promised.
#[derive(Debug, Clone, Copy)]
pub struct Levels {
    /// Of the letters A and B.
    pub relevance: RelevanceLevels,
    /// The greatest share of wrong answers.
    pub answers: Fraction,
    /// Houses with one question each; none: answers count above the threshold that somebody might choose, and nothing is promised of them.
    pub answer_houses: u64,
}

impl Levels {
    /// The levels of ours; they were settled on houses of other seeds than those of tests and calibrations.
    pub fn relevance() -> RelevanceLevels {
        Self::relevance_in(Mode::Marginal)
    }

    /// The same levels, on average or for this very set of houses.
    pub fn relevance_in(mode: Mode) -> RelevanceLevels {
        let fraction = |text: &str| text.parse().expect("a fraction");
        RelevanceLevels {
            rule: RelevanceRule::Coverage { mode },
            epsilon_same: fraction("1/10"),
            epsilon_near: fraction("1/2"),
            false_messages: Some(FalseMessageBound::AnyInScene { level: fraction("1/2") }),
        }
    }
}

/// Calibrates messages and answers.
///
/// # Errors
/// Too few houses for the levels.
pub fn calibrate(levels: &Levels, models: Models<'_>, on_house: impl Fn()) -> Result<Rules> {
    // Until the check is known, no answer may pass, so that courses have all views.
    let mut rules = relevance_rules(&levels.relevance, models.judge, ConfidenceCheck::fixed(f64::EPSILON)?)?;
    if levels.answer_houses == 0 {
        rules.check = rules.fixed;
        return Ok(rules);
    }
    let mut courses = Vec::new();
    for seed in ANSWER_SEEDS..ANSWER_SEEDS + levels.answer_houses {
        courses.push(answer_course(seed, &rules, models)?);
        on_house();
    }
    rules.check = check(levels, courses, &rules, models)?;
    Ok(rules)
}

/// Calibrates messages only; answers have this check.
///
/// # Errors
/// Too few houses for the levels.
pub fn relevance_rules(levels: &RelevanceLevels, judge: &dyn RelevanceJudge, check: ConfidenceCheck) -> Result<Rules> {
    let seeds = RELEVANCE_SEEDS..RELEVANCE_SEEDS + RELEVANCE_HOUSES;
    let scenes: Vec<CalibrationScene> =
        RelevanceScenes::of_houses(seeds).scored(judge).collect::<Result<_, ExplorationError>>()?;
    let [epsilon_same, epsilon_near] = PAPER_EPSILONS.map(|text| text.parse().expect("a fraction"));
    let paper = RelevanceLevels { rule: RelevanceRule::Paper, epsilon_same, epsilon_near, false_messages: None };
    Ok(Rules {
        ours: RelevanceCriterion::calibrate(levels, &scenes)?,
        paper: RelevanceCriterion::calibrate(&paper, &scenes)?,
        letters: letters()?,
        check,
        fixed: ConfidenceCheck::fixed(1.0 - FIXED_ABOVE)?,
    })
}

/// Everything that a robot's sight says about one question while it explores a house alone and answers nothing.
fn answer_course(seed: u64, rules: &Rules, models: Models<'_>) -> Result<AnswerCourse> {
    let scene = Scene::draw(seed, 1, 1)?;
    let talk = Talk { per_second: 1.0, kept: 1.0 };
    let mut robot = Robot::new(&scene, 0, (Method::Independent, talk), rules, models)?;
    for second in 1..=scene.time_limit_s() {
        robot.step(Stamp::ZERO + Duration::from_secs(second.into()))?;
    }
    Ok(AnswerCourse { scene_sha256: scene_hash(&scene), seed, answers: robot.into_course() })
}

fn scene_hash(scene: &Scene) -> Sha256 {
    Sha256::of(format!("{} {}", scene.seed, scene.house.digest()))
}

/// The check of these courses, by way of a calibration file, so that answers that pass it count as certain.
fn check(levels: &Levels, courses: Vec<AnswerCourse>, rules: &Rules, models: Models<'_>) -> Result<ConfidenceCheck> {
    let answers = AnswerLevels { epsilon: levels.answers, delta: DELTA.parse()?, steps: 200 };
    let count = courses.len();
    let statistics = AnswerStatistics::calibrate(answers, courses).with_context(|| {
        format!("{count} houses give no threshold at {}: give more, a greater share, or --answer-houses 0 for one that somebody chose", levels.answers)
    })?;
    let (running, prompts) = (models.asked.clone(), golden(rules, models)?);
    let replays: Vec<GoldenReplay> = golden(rules, models)?.iter().map(Into::into).collect();
    let origin = CalibrationOrigin {
        created_unix_s: 0,
        expires_unix_s: 2,
        commit: env!("CARGO_PKG_VERSION").into(),
        seeds: [ANSWER_SEEDS, ANSWER_SEEDS + levels.answer_houses],
    };
    let file = AnswerCalibration::new(origin, running.clone(), statistics, Golden { tolerance: 0.001, prompts });
    Ok(file.verify(&running, 1, &replays)?)
}

/// What the sight says about four questions each from where robots of two houses start. The replay of it in the same program is a form that the
/// file asks for; it fails only for a sight that says another thing each time.
fn golden(rules: &Rules, models: Models<'_>) -> Result<Vec<GoldenPrompt>> {
    let mut prompts = Vec::new();
    for seed in [ANSWER_SEEDS, ANSWER_SEEDS + 1] {
        let scene = Scene::draw(seed, 1, 4)?;
        let talk = Talk { per_second: 1.0, kept: 1.0 };
        let mut robot = Robot::new(&scene, 0, (Method::Independent, talk), rules, models)?;
        robot.step(Stamp::ZERO + Duration::from_secs(1))?;
        for (question, said) in robot.opinions()? {
            let scores: Vec<f64> =
                said.probabilities.iter().map(|probability| probability.max(f64::MIN_POSITIVE).ln()).collect();
            let (text, options) =
                (format!("house {seed}: {}", question.asked.text()), question.asked.answers().to_vec());
            prompts.push(GoldenPrompt::new(text, options, &scores, None)?);
        }
    }
    Ok(prompts)
}
