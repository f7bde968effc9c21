use surefleet_fleet::Decision;
use surefleet_mission::Judgement;

/// Name of the scale of [`cost`]: scores on another scale belong to another scorer.
pub const COST_SCALE: &str = "cost scale 1";

/// The canonical choice by the oracle.
pub(crate) const PREFERRED: f64 = 0.0;
/// As good as the canonical choice by the oracle, but another choice.
const ACCEPTABLE: f64 = 1.1;
/// For each further step that the mission takes, and in proportion for wasted effort, up to two steps.
const LONGER: f64 = 0.125;
/// Can be carried out, but then the mission cannot be finished in time.
pub(crate) const UNACCEPTABLE: f64 = 1.69;
/// Cannot be carried out, or breaks a requirement.
pub(crate) const NOT_PERMITTED: f64 = 3.0;

/// The cost of an option that still achieves the mission, but in so many more steps than the best one.
pub(crate) fn acceptable(more_steps: f64) -> f64 {
    ACCEPTABLE + LONGER * more_steps.min(2.0)
}

/// The cost of choosing `option`, by the oracle's judgement: 0 for its canonical choice, 1.1 to 1.35 for other
/// acceptable ones, 1.69 for a possible option that loses the mission, 3 for an impossible one.
pub fn cost(judgement: &Judgement, option: Decision) -> f64 {
    if judgement.preferred == Some(option) {
        return PREFERRED;
    }
    match judgement.regret[option.index()] {
        Some(regret) => acceptable(f64::from(regret) / f64::from(Judgement::STEP)),
        None if judgement.permitted[option.index()] => UNACCEPTABLE,
        None => NOT_PERMITTED,
    }
}
