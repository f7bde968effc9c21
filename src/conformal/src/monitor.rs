use crate::binomial::ln_add;
use crate::{CalibrationError, CalibrationFile, Fraction, Mode, Rank};

/// Online test that the miscoverage rate is still at most the calibrated level.
///
/// A robot that acts on singletons gets no labels. People see whether the truth was in its sets only in missions that
/// were drawn for an audit before any part of them was seen. The calibration counts a whole mission as one, so one
/// audited mission is one unit. After `n` units with `m` misses, the wealth is that of a gambler who bets on
/// miscoverage, `K = (1 - lambda alpha_tol)^(n - m) (1 + lambda (1 - alpha_tol))^m`, averaged over a grid of `lambda`.
/// While the rate is at most `alpha_tol`, it is a supermartingale that starts at 1. So by Ville's inequality it ever
/// reaches `1 / delta` with probability at most `delta`, however long the fleet runs.
///
/// Missions that were not drawn do not count. The draw depends on nothing, so it needs no weights. It would also be
/// valid to weight each miss by `1 / pi` and to bet on the other missions too, but a shift would be noticed later.
///
/// A stake is lost when a unit begins and won back when its miss shows. If a mission ends early or its records are
/// lost, this can only hide a miss: it costs power, but never causes a false alarm.
#[derive(Clone, Debug)]
pub struct BettingMonitor {
    tolerated: f64,
    delta: f64,
    units: u64,
    missed: u64,
    alarmed: bool,
}

/// Bets are `2^-i / alpha_tol` for `i` in 1..=this; below 1/alpha_tol no wealth can fall to 0.
const BETS: i32 = 12;

/// Probability of a false alarm if the calibration names none, and of a bad calibration set in its level.
const DELTA: f64 = 0.05;

impl BettingMonitor {
    /// Monitor of the level `alpha_tol` that raises a false alarm with probability at most `delta`.
    ///
    /// `alpha_tol` must be the level that holds for this calibration set: the PAC level, not the marginal one.
    ///
    /// # Errors
    /// [`CalibrationError::Statistic`] for a level outside (0, 1).
    pub fn new(alpha_tol: f64, delta: Fraction) -> Result<Self, CalibrationError> {
        Self::with(alpha_tol, delta.to_f64())
    }

    /// Monitor of the guarantee that a calibration file gives.
    ///
    /// A PAC file holds its alpha except with probability delta, which is then also the probability of a false alarm. A
    /// marginal file holds its alpha only on average over calibration sets: about half of them are worse. The tolerated
    /// level is then the level that holds for 19 sets in 20, for the number of sequences in the smallest class.
    ///
    /// # Errors
    /// [`CalibrationError::Statistic`] for a file whose level cannot be reached by any shift.
    pub fn of(file: &CalibrationFile) -> Result<Self, CalibrationError> {
        let (statistics, orders) = (&file.statistics, f64::from(file.scope.reorders) + 1.0);
        let alpha = statistics.alpha.to_f64();
        match statistics.mode {
            Mode::Pac { delta } => Self::with(alpha, delta.to_f64()),
            Mode::Marginal => {
                let rank = |sequences: usize| Rank::new(sequences, statistics.effective_alpha, Mode::Marginal);
                let laws = statistics.classes.iter().filter_map(|class| rank(class.scores.len()).coverage());
                let tolerated = laws.map(|law| orders * (1.0 - law.percentile(DELTA))).fold(alpha, f64::max);
                Self::with(tolerated, DELTA)
            }
        }
    }

    fn with(tolerated: f64, delta: f64) -> Result<Self, CalibrationError> {
        if !(tolerated > 0.0 && tolerated < 1.0) {
            return Err(CalibrationError::Statistic {
                what: "the miscoverage that is tolerated",
                value: tolerated.to_string(),
                mend: "give a level above 0 and below 1: calibrate on more missions, or with fewer new orders",
            });
        }
        Ok(Self { tolerated, delta, units: 0, missed: 0, alarmed: false })
    }

    /// Begins another unit, which has no miss so far.
    pub fn begin(&mut self) {
        self.units += 1;
    }

    /// Notes that a set of a begun unit, without a miss so far, missed the truth; returns whether the alarm stands.
    pub fn miss(&mut self) -> bool {
        self.missed = self.units.min(self.missed + 1);
        self.alarmed |= self.ln_wealth() >= -self.delta.ln();
        self.alarmed
    }

    /// Whether the wealth ever reached `1 / delta`: if so, recalibrate. The alarm stays.
    pub fn alarmed(&self) -> bool {
        self.alarmed
    }

    /// Natural logarithm of the present wealth, averaged over the bets.
    pub fn ln_wealth(&self) -> f64 {
        let (missed, covered) = (self.missed as f64, (self.units - self.missed) as f64);
        let wealth = (1..=BETS).map(|i| {
            let stake = 0.5f64.powi(i);
            covered * (-stake).ln_1p() + missed * (stake * (1.0 - self.tolerated) / self.tolerated).ln_1p()
        });
        wealth.fold(f64::NEG_INFINITY, ln_add) - f64::from(BETS).ln()
    }

    /// Units that have begun.
    pub fn units(&self) -> u64 {
        self.units
    }

    /// Units that missed.
    pub fn missed(&self) -> u64 {
        self.missed
    }

    /// `alpha_tol`: the miscoverage rate that is tolerated.
    pub fn tolerated(&self) -> f64 {
        self.tolerated
    }

    /// The probability of a false alarm, ever, is at most this.
    pub fn delta(&self) -> f64 {
        self.delta
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    fn monitor(alpha_tol: f64) -> BettingMonitor {
        BettingMonitor::new(alpha_tol, "0.05".parse().expect("a fraction")).expect("a level")
    }

    /// Missions until the alarm at miscoverage `rate` and audit `probability`, at most `length`.
    fn missions_to_alarm(rate: f64, probability: f64, length: usize, seed: u64) -> Option<usize> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut monitor = monitor(0.1);
        (0..length).find(|_| {
            let missed = random.random_bool(rate);
            if random.random_bool(probability) {
                monitor.begin();
                return missed && monitor.miss();
            }
            false
        })
    }

    #[test]
    fn wealth_is_the_average_of_the_products() {
        let mut monitor = monitor(0.1);
        for missed in [true, false, true] {
            monitor.begin();
            if missed {
                monitor.miss();
            }
        }
        let product = |i: i32| {
            let lambda = 10.0 * 0.5f64.powi(i);
            (1.0 + lambda * (1.0 - 0.1)).powi(2) * (1.0 - lambda * 0.1)
        };
        let average = (1..=12).map(product).sum::<f64>() / 12.0;
        assert!((monitor.ln_wealth() - average.ln()).abs() < 1e-12);
        assert_eq!((monitor.units(), monitor.missed()), (3, 2));
    }

    #[test]
    fn false_alarms_stay_below_delta_at_the_tolerated_rate() {
        for probability in [1.0, 0.2] {
            let alarms = (0..400).filter(|&seed| missions_to_alarm(0.1, probability, 2000, seed).is_some()).count();
            assert!(alarms <= 400 / 20 + 17, "{alarms} of 400 at audit probability {probability}");
        }
    }

    #[test]
    fn doubled_miscoverage_is_noticed_within_a_few_hundred_units() {
        let noticed = |probability, length| {
            (0..100).filter(|&seed| missions_to_alarm(0.25, probability, length, seed).is_some()).count()
        };
        assert!(noticed(1.0, 300) >= 95, "{}", noticed(1.0, 300));
        assert!(noticed(0.2, 1500) >= 90, "{}", noticed(0.2, 1500));
    }

    #[test]
    fn misses_that_show_late_never_make_more_of_the_wealth_than_those_that_show_at_once() {
        let mut late = monitor(0.02);
        (0..50).for_each(|_| late.begin());
        let before = late.ln_wealth();
        assert!(before < 0.0, "the stakes of what is still open are lost so far: {before}");
        late.miss();
        let mut at_once = monitor(0.02);
        at_once.begin();
        at_once.miss();
        assert!(at_once.ln_wealth() > late.ln_wealth());
        (1..50).for_each(|_| at_once.begin());
        assert_eq!(at_once.ln_wealth(), late.ln_wealth());
    }

    #[test]
    fn a_few_misses_in_a_row_are_enough_and_a_rate_of_five_times_the_level_shows_within_sixty_units() {
        for (level, needed) in [(0.1, 4), (0.05, 3), (0.02, 2)] {
            let mut monitor = monitor(level);
            let miss = |monitor: &mut BettingMonitor| {
                monitor.begin();
                monitor.miss()
            };
            let units = 1 + (0..10).take_while(|_| !miss(&mut monitor)).count();
            assert_eq!(units, needed, "level {level}");
        }
        let noticed = (0..200).filter(|&seed| {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let mut monitor = monitor(0.02);
            (0..60).any(|_| {
                monitor.begin();
                random.random_bool(0.1) && monitor.miss()
            })
        });
        assert!(noticed.count() > 100);
    }

    #[test]
    fn alarm_stays_and_levels_that_no_rate_can_exceed_are_refused() {
        let mut monitor = monitor(0.1);
        let mut units = 0;
        while !monitor.alarmed() {
            monitor.begin();
            monitor.miss();
            units += 1;
        }
        assert_eq!(units, 4, "a fleet that always misses is stopped at once");
        (0..500).for_each(|_| monitor.begin());
        assert!(monitor.ln_wealth() < 0.0 && monitor.alarmed());
        for level in [0.0, 1.0, f64::NAN] {
            assert!(BettingMonitor::new(level, "0.05".parse().expect("a fraction")).is_err(), "{level}");
        }
    }
}
