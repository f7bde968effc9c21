use crate::binomial::ln_add;
use crate::{CalibrationError, Fraction};

/// What became known of a mission, or of another unit that was calibrated as one.
///
/// A robot that acts on singletons gets no labels: whether the truth was in its sets is seen only in an audit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Audit {
    /// Looked at with `probability`, drawn before anything of the unit was seen.
    Seen {
        /// Whether the truth was missing from a set.
        missed: bool,
        /// Probability pi of an audit, in (0, 1]; 1 where every unit is labelled.
        probability: f64,
    },
    /// Not drawn for an audit.
    Unseen,
}

/// Online test that the miscoverage rate is still at most the calibrated level.
///
/// The wealth `K_t = prod(1 + lambda (err - alpha_tol))` of a gambler who bets on miscoverage, averaged over a grid of
/// `lambda`. With audits, `err / pi` replaces `err` (0 for an unseen unit), which keeps its mean. While the rate is at
/// most `alpha_tol` the wealth is a supermartingale that starts at 1, so by Ville's inequality it ever reaches
/// `1 / delta` with probability at most `delta`, however long the fleet runs. `alpha_tol` has to be the level that
/// holds for this calibration set: the PAC level, not the marginal one.
#[derive(Clone, Debug)]
pub struct BettingMonitor {
    tolerated: f64,
    ln_limit: f64,
    gamblers: Vec<Gambler>,
    alarmed: bool,
}

#[derive(Clone, Copy, Debug)]
struct Gambler {
    lambda: f64,
    ln_wealth: f64,
}

/// Bets are `2^-i / alpha_tol` for `i` in 1..=this; below 1/alpha_tol no wealth can fall to 0.
const BETS: i32 = 12;

impl BettingMonitor {
    /// Monitor of the level `alpha_tol` that raises a false alarm with probability at most `delta`.
    pub fn new(alpha_tol: Fraction, delta: Fraction) -> Self {
        let tolerated = alpha_tol.to_f64();
        let gambler = |i: i32| Gambler { lambda: 0.5f64.powi(i) / tolerated, ln_wealth: 0.0 };
        Self { tolerated, ln_limit: -delta.to_f64().ln(), gamblers: (1..=BETS).map(gambler).collect(), alarmed: false }
    }

    /// Takes the next unit into account and says whether the alarm stands.
    ///
    /// # Errors
    /// [`CalibrationError::Statistic`] for an audit probability outside (0, 1]; the wealth is then unchanged.
    pub fn observe(&mut self, audit: Audit) -> Result<bool, CalibrationError> {
        let error = match audit {
            Audit::Unseen => 0.0,
            Audit::Seen { missed, probability } => {
                if !(probability > 0.0 && probability <= 1.0) {
                    return Err(CalibrationError::Statistic {
                        what: "the audit probability",
                        value: probability.to_string(),
                        mend: "give the probability the unit was drawn with, above 0 and at most 1",
                    });
                }
                f64::from(u8::from(missed)) / probability
            }
        };
        for gambler in &mut self.gamblers {
            gambler.ln_wealth += (gambler.lambda * (error - self.tolerated)).ln_1p();
        }
        self.alarmed |= self.ln_wealth() >= self.ln_limit;
        Ok(self.alarmed)
    }

    /// Whether the wealth ever reached `1 / delta`: recalibrate. It stays.
    pub fn alarmed(&self) -> bool {
        self.alarmed
    }

    /// Natural logarithm of the present wealth, averaged over the bets.
    pub fn ln_wealth(&self) -> f64 {
        let wealth = self.gamblers.iter().map(|gambler| gambler.ln_wealth);
        wealth.fold(f64::NEG_INFINITY, ln_add) - (self.gamblers.len() as f64).ln()
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    fn monitor() -> BettingMonitor {
        let level = |text: &str| text.parse::<Fraction>().expect("a fraction");
        BettingMonitor::new(level("0.1"), level("0.05"))
    }

    /// Units until the alarm at miscoverage `rate` and audit `probability`, at most `length`.
    fn units_to_alarm(rate: f64, probability: f64, length: usize, seed: u64) -> Option<usize> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut monitor = monitor();
        (0..length).find(|_| {
            let missed = random.random_bool(rate);
            let seen = random.random_bool(probability);
            let audit = if seen { Audit::Seen { missed, probability } } else { Audit::Unseen };
            monitor.observe(audit).expect("a valid probability")
        })
    }

    #[test]
    fn wealth_is_the_average_of_the_products() {
        let mut monitor = monitor();
        for missed in [true, false, true] {
            monitor.observe(Audit::Seen { missed, probability: 0.5 }).expect("valid");
        }
        let product = |i: i32| {
            let lambda = 10.0 * 0.5f64.powi(i);
            (1.0 + lambda * (2.0 - 0.1)).powi(2) * (1.0 - lambda * 0.1)
        };
        let average = (1..=12).map(product).sum::<f64>() / 12.0;
        assert!((monitor.ln_wealth() - average.ln()).abs() < 1e-12);
    }

    #[test]
    fn false_alarms_stay_below_delta_at_the_tolerated_rate() {
        for probability in [1.0, 0.2] {
            let alarms = (0..400).filter(|&seed| units_to_alarm(0.1, probability, 2000, seed).is_some()).count();
            assert!(alarms <= 400 / 20 + 17, "{alarms} of 400 at audit probability {probability}");
        }
    }

    #[test]
    fn doubled_miscoverage_is_noticed_within_a_few_hundred_units() {
        let noticed = |probability, length| {
            (0..100).filter(|&seed| units_to_alarm(0.25, probability, length, seed).is_some()).count()
        };
        assert!(noticed(1.0, 300) >= 95, "{}", noticed(1.0, 300));
        assert!(noticed(0.2, 1500) >= 90, "{}", noticed(0.2, 1500));
    }

    #[test]
    fn alarm_stays_and_bad_probabilities_are_refused() {
        let mut monitor = monitor();
        while !monitor.observe(Audit::Seen { missed: true, probability: 1.0 }).expect("valid") {}
        for _ in 0..500 {
            monitor.observe(Audit::Seen { missed: false, probability: 1.0 }).expect("valid");
        }
        assert!(monitor.ln_wealth() < 0.0 && monitor.alarmed());
        for probability in [0.0, -0.5, 1.5, f64::NAN] {
            let before = monitor.ln_wealth();
            assert!(monitor.observe(Audit::Seen { missed: true, probability }).is_err());
            assert_eq!(monitor.ln_wealth(), before);
        }
    }
}
