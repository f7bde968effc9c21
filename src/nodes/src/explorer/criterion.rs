use std::collections::BTreeSet;

use surefleet_conformal::{Fraction, Mode, Sha256};
use surefleet_exploration::{
    CalibrationScene, ExplorationError, FalseMessageBound, RelevanceCriterion, RelevanceLevels, RelevanceRule,
};
use surefleet_houses::{Catalogue, House, HouseSplit, SizeClass};
use surefleet_simulator::SimulatedRelevance;

/// Houses that the simulated relevance is calibrated on, by seed.
const SEEDS: std::ops::Range<u64> = 2000..2020;
/// Questions of a house, for what robots may look for in it.
const QUESTIONS: usize = 6;

/// What a simulated relevance is allowed to say: the levels of the benchmark, on houses of the same kind.
///
/// # Errors
/// None that these houses cause.
pub(super) fn of_simulated(judge: &SimulatedRelevance) -> Result<RelevanceCriterion, ExplorationError> {
    let level =
        |over: u64, under: u64| Fraction::new(over, under).map_err(|error| ExplorationError::Calibration(error.into()));
    let levels = RelevanceLevels {
        rule: RelevanceRule::Coverage { mode: Mode::Marginal },
        epsilon_same: level(1, 10)?,
        epsilon_near: level(1, 2)?,
        false_messages: Some(FalseMessageBound::AnyInScene { level: level(1, 2)? }),
    };
    let scenes: Vec<CalibrationScene> = SEEDS.map(|seed| scene(seed, judge)).collect::<Result<_, _>>()?;
    RelevanceCriterion::calibrate(&levels, &scenes)
}

/// All pairs of a class in the house and a class that its questions seek, with the truth of the catalogue.
fn scene(seed: u64, judge: &SimulatedRelevance) -> Result<CalibrationScene, ExplorationError> {
    let size = SizeClass::ALL[(seed % 3) as usize];
    let (house, catalogue) = (House::draw(seed, size, HouseSplit::Test), Catalogue::shipped());
    let questions = house.questions(seed, QUESTIONS);
    let sought: BTreeSet<&str> =
        questions.iter().flat_map(|question| &question.targets).map(|&class| catalogue.name(class)).collect();
    let pairs = SimulatedRelevance::labelled(judge, &house, &sought)?;
    let scene_sha256 = Sha256::of(format!("{seed} {}", house.digest()));
    Ok(CalibrationScene { scene_sha256, seed, pairs })
}
