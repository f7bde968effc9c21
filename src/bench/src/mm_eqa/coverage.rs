//! How often the calibrated sets keep all true items of houses that nobody has seen.

use anyhow::{Context, Result};
use rand::RngExt;
use surefleet_calibration::RelevanceScenes;
use surefleet_conformal::{CoverageLaw, Mode, Rank, Redraws};
use surefleet_exploration::{
    CalibrationScene, ExplorationError, Relevance, RelevanceCriterion, RelevanceLevels, RelevanceTally,
};
use surefleet_houses::chances;
use surefleet_simulator::RelevanceJudge;

use super::calibration::{Levels, RELEVANCE_HOUSES, RELEVANCE_SEEDS};
use crate::measurement::{Cell, Column, Unit};

/// The first seeds of the fresh houses, and of those of the calibration that holds for its very set.
const FRESH_SEEDS: u64 = 10_000;
const PAC_SEEDS: u64 = 20_000;
/// Houses of that calibration, and the probability that it does not hold.
const PAC_HOUSES: u64 = 100;
const DELTA: &str = "1/20";
/// Less than any two different scores differ.
const HAIR: f64 = 1e-12;
/// Splits of the fresh houses into calibration and test.
const REDRAWS: usize = 2000;

/// One letter of one calibration on fresh houses.
pub struct CoverageRow {
    mode: &'static str,
    letter: Relevance,
    level: f64,
    houses: usize,
    k: usize,
    fresh: usize,
    /// The share of the fresh houses in which the threshold keeps all true items.
    covered: f64,
    law: f64,
    /// In 95 of 100 calibrations the share is within these.
    within: [f64; 2],
    redrawn: f64,
    /// Four standard errors of the mean over redraws.
    tolerance: f64,
    /// The same with ties broken at random, as the law assumes.
    untied: f64,
    tied: f64,
    said: Option<f64>,
    misled: f64,
}

impl CoverageRow {
    /// Both letters for 20 houses on average, and for the calibration of more houses in its own right.
    ///
    /// # Errors
    /// Too few houses for the levels.
    pub fn all(fresh: u64, judge: &dyn RelevanceJudge, on_house: impl Fn()) -> Result<Vec<Self>> {
        let draw = |first: u64, count: u64| -> Result<Vec<CalibrationScene>> {
            let scenes = RelevanceScenes::of_houses(first..first + count);
            let scored = scenes.scored(judge).inspect(|_| on_house()).collect::<Result<_, ExplorationError>>();
            Ok(scored?)
        };
        let fresh = draw(FRESH_SEEDS, fresh)?;
        let pac = Mode::Pac { delta: DELTA.parse()? };
        let mut rows = Vec::new();
        for (name, mode, scenes) in [
            ("marginal", Mode::Marginal, draw(RELEVANCE_SEEDS, RELEVANCE_HOUSES)?),
            ("pac", pac, draw(PAC_SEEDS, PAC_HOUSES)?),
        ] {
            let levels = Levels::relevance_in(mode);
            for letter in Relevance::WORTH_SAYING {
                rows.push(Self::of((name, mode), &levels, letter, &scenes, &fresh)?);
            }
        }
        Ok(rows)
    }

    /// Houses that are drawn for a number of fresh ones.
    pub fn houses(fresh: u64) -> u64 {
        fresh + RELEVANCE_HOUSES + PAC_HOUSES
    }

    fn of(
        (name, mode): (&'static str, Mode),
        levels: &RelevanceLevels,
        letter: Relevance,
        scenes: &[CalibrationScene],
        fresh: &[CalibrationScene],
    ) -> Result<Self> {
        let plain = RelevanceLevels { false_messages: None, ..*levels };
        let thresholds = RelevanceCriterion::calibrate(&plain, scenes)?;
        let tally = RelevanceTally::of(&thresholds, letter, fresh);
        let bounded = RelevanceTally::of(&RelevanceCriterion::calibrate(levels, scenes)?, letter, fresh);
        let (limit, level) = match letter {
            Relevance::Same => (thresholds.limits().same, levels.epsilon_same),
            _ => (thresholds.limits().near, levels.epsilon_near),
        };
        let law = law(Rank::new(limit.scenes, level, mode))?;
        let among = law.covered_among(tally.scenes);
        let quantile = |probability: f64| {
            let covered = (0..=tally.scenes).find(|&covered| among.cdf(covered) >= probability);
            covered.unwrap_or(tally.scenes) as f64 / tally.scenes as f64
        };
        let scores: Vec<f64> = fresh.iter().filter_map(|scene| scene.true_score(letter)).collect();
        let mut random = chances(FRESH_SEEDS, "ties");
        let parted: Vec<f64> = scores.iter().map(|score| score - HAIR * random.random::<f64>()).collect();
        let redraw = |scores: &[f64]| -> Result<(f64, f64)> {
            let redraws = Redraws::new(scores, limit.scenes, level, mode, 5)?;
            let coverages: Vec<f64> = redraws.take(REDRAWS).map(|redraw| redraw.coverage).collect();
            let mean = coverages.iter().sum::<f64>() / REDRAWS as f64;
            let variance = coverages.iter().map(|coverage| (coverage - mean).powi(2)).sum::<f64>() / REDRAWS as f64;
            Ok((mean, variance))
        };
        let ((redrawn, _), (untied, variance)) = (redraw(&scores)?, redraw(&parted)?);
        Ok(Self {
            mode: name,
            letter,
            level: 1.0 - level.to_f64(),
            houses: limit.scenes,
            k: limit.k,
            fresh: tally.scenes,
            covered: tally.coverage().unwrap_or_default(),
            law: law.mean(),
            within: [quantile(0.025), quantile(0.975)],
            redrawn,
            tolerance: 4.0 * (variance / REDRAWS as f64).sqrt(),
            untied,
            tied: tied(scores),
            said: bounded.recall(),
            misled: bounded.scenes_misled as f64 / fresh.len() as f64,
        })
    }

    /// Ties only add to what is kept, so more than the law says is no miss.
    fn is_within(&self) -> bool {
        self.covered >= self.within[0]
    }
}

fn law(rank: Rank) -> Result<CoverageLaw> {
    rank.coverage().context("a threshold that was calibrated has a finite rank")
}

/// The share of scores that another house has too.
fn tied(mut scores: Vec<f64>) -> f64 {
    scores.sort_by(f64::total_cmp);
    let tied: usize = scores.chunk_by(|one, other| one == other).map(<[f64]>::len).filter(|&count| count > 1).sum();
    tied as f64 / scores.len() as f64
}

/// The columns of [`CoverageRow`].
pub fn coverage_columns() -> Vec<Column<CoverageRow>> {
    type C = Column<CoverageRow>;
    let share = Unit::Percent(1);
    vec![
        C::new("mode", "guarantee", Unit::Plain, |row| row.mode.into()),
        C::new("letter", "letter", Unit::Plain, |row| row.letter.letter().to_string().into()),
        C::new("level", "level", Unit::Percent(0), |row| row.level.into()),
        C::new("houses", "calibration houses", Unit::Plain, |row| row.houses.into()),
        C::new("k", "rank", Unit::Plain, |row| row.k.into()),
        C::new("fresh", "fresh houses", Unit::Plain, |row| row.fresh.into()),
        C::new("covered", "all true items kept", share, |row| row.covered.into()),
        C::new("law", "by the law (interval)", share, |row| Cell::Within(row.law, row.within)),
        C::new("is_within", "not below the interval", Unit::Plain, |row| Cell::Flag(row.is_within())),
        C::new("redrawn", "mean of 2,000 redraws", share, |row| row.redrawn.into()),
        C::new("untied", "with ties broken at random", share, |row| row.untied.into()),
        C::new("tolerance", "its tolerance", share, |row| row.tolerance.into()),
        C::new("tied", "houses with equal scores", Unit::Percent(0), |row| row.tied.into()),
        C::new("said", "true items said, with the bound on false ones", share, |row| row.said.into()),
        C::new("misled", "houses with a false item said", share, |row| row.misled.into()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tied_scores_are_those_that_occur_more_than_once() {
        assert_eq!(tied(vec![0.5, 0.1, 0.5, 0.2, 0.5]), 0.6);
        assert_eq!(tied(vec![0.5, 0.1]), 0.0);
    }
}
