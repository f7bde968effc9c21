use std::ops::{AddAssign, Mul};

use surefleet_calibration::MissionTrial;
use surefleet_conformal::{CalibrationError, Interval, MissionTotal, clustered_bootstrap, exact_interval};

/// Operator error rates at which success is reckoned.
pub const OPERATOR_ERRORS: [f64; 2] = [0.02, 0.05];

/// The weighted sums over the trials of one mission.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Totals {
    pub trials: f64,
    pub covered: f64,
    pub succeeded: f64,
    pub wrong_unasked: f64,
    pub decisions: f64,
    pub asked: f64,
    pub asked_all: f64,
    pub asked_unmasked: f64,
    pub members: f64,
    /// Expected successes at [`OPERATOR_ERRORS`].
    pub with_errors: [f64; 2],
}

impl From<MissionTrial> for Totals {
    fn from(trial: MissionTrial) -> Self {
        let number = |is_so: bool| f64::from(u8::from(is_so));
        Self {
            trials: 1.0,
            covered: number(trial.covered),
            succeeded: number(trial.succeeded),
            wrong_unasked: number(trial.wrong_unasked),
            decisions: f64::from(trial.decisions),
            asked: f64::from(trial.asked),
            asked_all: f64::from(trial.asked_all),
            asked_unmasked: f64::from(trial.asked_unmasked),
            members: f64::from(trial.members),
            with_errors: OPERATOR_ERRORS.map(|rate| trial.success_with(rate)),
        }
    }
}

impl Mul<f64> for Totals {
    type Output = Self;

    fn mul(self, weight: f64) -> Self {
        Self {
            trials: self.trials * weight,
            covered: self.covered * weight,
            succeeded: self.succeeded * weight,
            wrong_unasked: self.wrong_unasked * weight,
            decisions: self.decisions * weight,
            asked: self.asked * weight,
            asked_all: self.asked_all * weight,
            asked_unmasked: self.asked_unmasked * weight,
            members: self.members * weight,
            with_errors: self.with_errors.map(|expected| expected * weight),
        }
    }
}

impl AddAssign for Totals {
    fn add_assign(&mut self, more: Self) {
        self.trials += more.trials;
        self.covered += more.covered;
        self.succeeded += more.succeeded;
        self.wrong_unasked += more.wrong_unasked;
        self.decisions += more.decisions;
        self.asked += more.asked;
        self.asked_all += more.asked_all;
        self.asked_unmasked += more.asked_unmasked;
        self.members += more.members;
        self.with_errors.iter_mut().zip(more.with_errors).for_each(|(sum, more)| *sum += more);
    }
}

impl Totals {
    /// Over all missions.
    pub fn sum(missions: &[Self]) -> Self {
        let mut sum = Self::default();
        missions.iter().for_each(|mission| sum += *mission);
        sum
    }

    /// Bootstrap 95 % interval of the share of decisions in which a person was asked, by mission.
    pub fn asked_interval(missions: &[Self], seed: u64) -> Result<Interval, CalibrationError> {
        let tried = missions.iter().filter(|mission| mission.decisions > 0.0);
        let totals: Vec<MissionTotal> =
            tried.map(|mission| MissionTotal { sum: mission.asked, count: mission.decisions }).collect();
        clustered_bootstrap(&totals, 1000, 0.95, seed)
    }

    /// Exact (Clopper-Pearson) 95 % interval of the share of missions in which a robot did wrong and nobody was asked:
    /// each mission counts once, however often it was tried.
    pub fn wrong_unasked_interval(missions: &[Self]) -> Result<Interval, CalibrationError> {
        let tried = missions.iter().filter(|mission| mission.trials > 0.0).count();
        let sum = Self::sum(missions);
        let wrong = (sum.wrong_unasked / sum.trials * tried as f64).round() as usize;
        exact_interval(wrong, tried, 0.95)
    }
}
