use surefleet_fleet::Decision;
use surefleet_mission::Judgement;

/// Name of the scale of [`cost`]: scores of another scale are scores of another scorer.
pub const COST_SCALE: &str = "cost scale 1";

/// As good as the canonical choice by the oracle, but not it.
const ACCEPTABLE: f64 = 1.1;
/// For each step that the mission takes longer, and in proportion for wasted effort, up to two steps.
const LONGER: f64 = 0.125;
/// Can be carried out, but the mission can then not be finished in time.
const UNACCEPTABLE: f64 = 1.69;
/// Cannot be carried out, or breaks a requirement.
const NOT_PERMITTED: f64 = 3.0;

/// What choosing `option` costs by the oracle's word: 0 for its canonical choice, 1.1 to 1.35 for other acceptable ones, 1.69 for
/// what can be done but loses the mission, 3 for what cannot be done.
pub fn cost(judgement: &Judgement, option: Decision) -> f64 {
    if judgement.preferred == Some(option) {
        return 0.0;
    }
    match judgement.regret[option.index()] {
        Some(regret) => {
            let steps = f64::from(regret) / f64::from(Judgement::STEP);
            ACCEPTABLE + LONGER * steps.min(2.0)
        }
        None if judgement.permitted[option.index()] => UNACCEPTABLE,
        None => NOT_PERMITTED,
    }
}
