use crate::{Episode, Method, Trial, totals::Totals};

/// Levels a decade of the probability left outside, and decades.
const PER_DECADE: i32 = 40;
const DECADES: i32 = 6;

/// The simple set's trials of every mission at every level: from the best option alone to the whole of S.
pub(crate) struct SimpleSets {
    /// Falling probabilities left outside, 1 to 0.
    misses: Vec<f64>,
    /// A row a level, a column a mission.
    trials: Vec<Vec<Totals>>,
}

/// The simple set where it succeeds as often as another method.
pub(crate) struct Matched {
    /// Probability left outside, between those of two neighbouring levels.
    pub miss: f64,
    /// One entry a mission.
    pub missions: Vec<Totals>,
}

impl SimpleSets {
    pub fn of(episodes: &[Episode]) -> Self {
        let levels = (0..=PER_DECADE * DECADES).map(|level| 10f64.powf(f64::from(-level) / f64::from(PER_DECADE)));
        let misses: Vec<f64> = levels.chain([0.0]).collect();
        let at = |miss: &f64| {
            let method = Method::SimpleSet { miss: *miss };
            episodes.iter().map(|episode| Totals::from(Trial::of(episode, method))).collect()
        };
        let trials = misses.iter().map(at).collect();
        Self { misses, trials }
    }

    /// The level at which missions of these weights succeed `succeeded` times: between the first level that reaches it
    /// and the one before, mixed so that the successes are equal.
    ///
    /// The level is chosen in hindsight, on the very missions that are compared: that favours the simple set. Where
    /// even the best option alone succeeds more often, that is taken.
    pub fn matching(&self, weights: &[f64], succeeded: f64) -> Matched {
        let weighted = |level: usize| -> Vec<Totals> {
            self.trials[level].iter().zip(weights).map(|(trial, weight)| *trial * *weight).collect()
        };
        let successes = |level: usize| -> f64 {
            self.trials[level].iter().zip(weights).map(|(trial, weight)| trial.succeeded * weight).sum()
        };
        let last = self.misses.len() - 1;
        let reached = (0..=last).find(|&level| successes(level) >= succeeded).unwrap_or(last);
        let Some(before) = reached.checked_sub(1) else {
            return Matched { miss: self.misses[reached], missions: weighted(reached) };
        };
        let (below, above) = (successes(before), successes(reached));
        let share = if above > below { ((succeeded - below) / (above - below)).min(1.0) } else { 1.0 };
        let mixed = weighted(before).into_iter().zip(weighted(reached)).map(|(below, above)| {
            let mut mix = below * (1.0 - share);
            mix += above * share;
            mix
        });
        let miss = self.misses[before] * (1.0 - share) + self.misses[reached] * share;
        Matched { miss, missions: mixed.collect() }
    }
}
