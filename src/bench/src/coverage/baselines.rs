//! The baselines of calibrated sets, beside any allowed option at random.

use surefleet_calibration::{Episode, MissionTrial, OptionKind, ScoredChoice};

use super::totals::Totals;

/// The best allowed option: nobody is ever asked.
pub fn no_help(episode: &Episode) -> MissionTrial {
    let best = |choice: &ScoredChoice| {
        choice.kinds.iter().position(|kind| *kind != OptionKind::Refused).map_or(0, |best| best + 1)
    };
    let trial = MissionTrial::of_sets(episode, best);
    // The set is that option alone: refused ones above it are none of it.
    MissionTrial { asked_unmasked: 0, members: trial.decisions, ..trial }
}

/// Levels a decade of the probability left outside, and decades.
const PER_DECADE: i32 = 40;
const DECADES: i32 = 6;

/// The simple set's trials of every mission at every level: from the best option alone to the whole of S.
pub struct SimpleSets {
    /// Falling probabilities left outside, 1 to 0.
    misses: Vec<f64>,
    /// A row a level, a column a mission.
    trials: Vec<Vec<Totals>>,
}

/// The simple set at the level at which it succeeds as often as another method.
pub struct Matched {
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
            let members = |choice: &ScoredChoice| simple_set(&choice.scores, *miss);
            episodes.iter().map(|episode| Totals::from(MissionTrial::of_sets(episode, members))).collect()
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
        let below = successes(before);
        let above = successes(reached);
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

/// The fewest options whose cumulative probability leaves at most `miss` (0 to 1) outside, at least the best one: the
/// simple set of KnowNo (Ren et al. 2023, Section V).
///
/// The mass outside is summed from the least option upwards: near 1 a sum from the top would round it away.
fn simple_set(scores: &[f64], miss: f64) -> usize {
    let mut outside = 0.0;
    for members in (2..=scores.len()).rev() {
        outside += scores[members - 1].exp();
        if outside > miss {
            return members;
        }
    }
    1
}

#[cfg(test)]
mod tests {
    use surefleet_language::Usage;

    use super::*;

    const A: OptionKind = OptionKind::Acceptable;
    const W: OptionKind = OptionKind::Wrong;
    const R: OptionKind = OptionKind::Refused;

    fn episode(choices: &[(&[f64], &[OptionKind])]) -> Episode {
        let choice = |(probabilities, kinds): &(&[f64], &[OptionKind])| ScoredChoice {
            options: (0..).take(kinds.len()).collect(),
            scores: probabilities.iter().map(|p| p.ln()).collect(),
            kinds: (*kinds).into(),
        };
        Episode {
            seed: 0,
            scenario: surefleet_fleet::Digest::of([]),
            vague_parts: 0,
            understood: None,
            uncovered: None,
            score: 0.0,
            choices: choices.iter().map(choice).collect(),
            steps: 1,
            usage: Usage::default(),
        }
    }

    #[test]
    fn simple_set_holds_the_fewest_options_that_leave_so_little_outside() {
        let scores = [0.6f64, 0.25, 0.1, 0.05].map(f64::ln);
        for (miss, members) in [(1.0, 1), (0.41, 1), (0.39, 2), (0.16, 2), (0.14, 3), (0.051, 3), (0.04, 4), (0.0, 4)] {
            assert_eq!(simple_set(&scores, miss), members, "{miss}");
        }
    }

    #[test]
    fn without_help_the_best_allowed_option_decides() {
        let right: (&[f64], &[OptionKind]) = (&[0.5, 0.3, 0.2], &[R, A, W]);
        let wrong: (&[f64], &[OptionKind]) = (&[0.5, 0.3, 0.2], &[W, A, A]);
        let trial = no_help(&episode(&[right]));
        assert_eq!((trial.succeeded, trial.covered, trial.asked), (true, true, 0));
        assert_eq!((trial.asked_unmasked, trial.members), (0, 1));
        let trial = no_help(&episode(&[right, wrong]));
        assert_eq!((trial.succeeded, trial.covered, trial.asked, trial.decisions), (false, false, 0, 2));
    }
}
