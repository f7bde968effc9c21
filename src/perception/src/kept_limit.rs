use serde::{Deserialize, Serialize};
use surefleet_conformal::{Fraction, HexFloat, probability_of_at_least};

use crate::{ActionEvidence, ActionOutcome};

/// A limit of the uncertainty, calibrated by Learn-then-Test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptLimit {
    /// Calibration checks that are not withheld.
    pub m: usize,
    /// How many of them are within the limit.
    pub kept: usize,
    /// How many of these are wrong.
    pub wrong: usize,
    /// Greatest uncertainty at which the answer still counts; `None`: it never counts.
    pub limit: Option<HexFloat>,
}

/// The greatest limit before the first that fails, by fixed-sequence testing (Angelopoulos et al. 2021).
///
/// Limits are tested from strict to loose. A limit passes if so few mistakes among the checks that it keeps are
/// improbable for a true rate above epsilon: P(Bin(kept, epsilon) <= wrong) <= delta. The strictest limits may keep so
/// few checks that they would fail even without a mistake. These limits are passed over, because they carry no
/// information. If the rate of mistakes does not fall as the limit grows, starting after them does not raise the error
/// probability: more checks than expected in the looser part only add mistakes. If the rate does fall, the guarantee is
/// not exact; a useful uncertainty measure excludes that.
pub(crate) fn learn_then_test<'a>(
    checks: impl Iterator<Item = &'a (ActionOutcome, ActionEvidence)>,
    epsilon: Fraction,
    delta: Fraction,
    steps: u32,
) -> KeptLimit {
    let known: Vec<(f64, bool)> =
        checks.filter_map(|(truth, evidence)| Some((evidence.uncertainty()?, *truth != evidence.says()))).collect();
    let mut best = KeptLimit { m: known.len(), kept: 0, wrong: 0, limit: None };
    let (epsilon, delta) = (epsilon.to_f64(), delta.to_f64());
    // P(Bin(n, e) <= w) equals P(Bin(n, 1 - e) >= n - w), whose smallest terms come first.
    let chance = |kept: usize, wrong: usize| probability_of_at_least(kept, 1.0 - epsilon, kept - wrong);
    for step in 1..=steps {
        let limit = f64::from(step) / f64::from(steps);
        let kept = known.iter().filter(|(u, _)| *u <= limit).count();
        let wrong = known.iter().filter(|(u, is_wrong)| *u <= limit && *is_wrong).count();
        if chance(kept, 0) > delta {
            continue;
        }
        if chance(kept, wrong) > delta {
            break;
        }
        best = KeptLimit { kept, wrong, limit: HexFloat::new(limit).ok(), ..best };
    }
    best
}
