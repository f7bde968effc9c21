//! Rows of a calibration that is already made.

use std::collections::BTreeMap;

use anyhow::{Result, ensure};
use surefleet_calibration::{Episode, Method, MissionTrial, words_of};
use surefleet_conformal::{Bound, Calibration, CalibrationError, Certainty, Fraction, Rank, Team};

use super::{
    rows::{CoverageRow, Protocol, check, is_tied},
    totals::Totals,
};

/// Measures one class at one level with a calibration that is already made: every episode is tested.
///
/// Its missions are those of the calibration's file, so one draw is all there is: the coverage is that of this very
/// file, `BetaBinomial(n, k, M + 1 - k)` over files and episodes, in each class of the file by itself. Episodes that
/// the calibration does not cover are asked about, as planners do. A file with another [`Bound`] than coverage promises
/// none, so its coverage is shown but not checked.
///
/// Rows for each certainty, and for clear and vague missions, follow where there are several; and beside all of these
/// what any allowed option at random would do.
///
/// # Errors
/// As [`Calibration::at_alpha`], but missions of a class that is too small for the level are asked about instead;
/// no episodes.
pub fn shipped_rows(
    class: &Team,
    episodes: &[Episode],
    scorer: &str,
    calibration: &Calibration,
    (alpha, options): (Fraction, usize),
    seed: u64,
) -> Result<Vec<CoverageRow>> {
    ensure!(!episodes.is_empty(), "missions 0: give at least 1");
    let shipped = Shipped { class, scorer, calibration, alpha, options, seed };
    let ranks = shipped.ranks();
    if ranks.values().all(Result::is_err) {
        // This error gives the reason.
        calibration.at_alpha(alpha, &episodes[0].features(class, options))?;
    }
    let all: Vec<&Episode> = episodes.iter().collect();
    let mut rows = vec![shipped.row("all", shipped.calibration_missions(), &all)?];
    for (&certainty, rank) in &ranks {
        let is_its = |episode: &&&Episode| Certainty::of(episode.understood) == certainty;
        let own: Vec<&Episode> = all.iter().filter(is_its).copied().collect();
        let (Ok(rank), false) = (rank, own.is_empty()) else { continue };
        let told = shipped.row(certainty.name(), rank.m(), &own)?;
        let scores: Vec<f64> = own.iter().map(|episode| episode.score).collect();
        let check = check(&[told.coverage], *rank, own.len(), alpha, is_tied(&scores));
        let check = (calibration.bound() == Bound::Coverage).then_some(check);
        if own.len() == all.len() {
            rows[0].check = check;
        } else {
            rows.push(CoverageRow { check, ..told });
        }
    }
    rows.push(shipped.random("all", &all)?);
    if all.iter().any(|episode| episode.vague_parts != all[0].vague_parts) {
        rows.extend(shipped.by_parts(&all)?);
    }
    Ok(rows)
}

/// A calibration at a level, and what it is measured with.
struct Shipped<'a> {
    class: &'a Team,
    scorer: &'a str,
    calibration: &'a Calibration,
    alpha: Fraction,
    options: usize,
    seed: u64,
}

impl Shipped<'_> {
    fn ranks(&self) -> BTreeMap<Certainty, Result<Rank, CalibrationError>> {
        let classes = self.calibration.classes_at_alpha(self.alpha, self.class, self.options);
        classes.map(|(class, level)| (class.key.certainty(), level.map(|(rank, _)| rank))).collect()
    }

    fn calibration_missions(&self) -> usize {
        self.ranks().values().flatten().map(|rank| rank.m()).sum()
    }

    /// The fleet's own row; `m` missions of the file calibrate these episodes.
    fn row(&self, words: &'static str, m: usize, episodes: &[&Episode]) -> Result<CoverageRow> {
        let sizes = (self.class, self.options);
        let method = |episode: &Episode| Method::calibrated(episode, self.calibration, self.alpha, sizes);
        let methods: Vec<Method> = episodes.iter().map(|episode| method(episode)).collect();
        let asking = methods.iter().filter(|method| **method == Method::Asking).count();
        let trials = episodes.iter().zip(methods).map(|(episode, method)| MissionTrial::of(episode, method).into());
        let row = self.row_of("shipped", &trials.collect::<Vec<_>>(), m)?;
        Ok(CoverageRow { words, not_covered: asking as f64 / episodes.len() as f64, ..row })
    }

    /// The row of a baseline that takes any allowed option at random.
    fn random(&self, words: &'static str, episodes: &[&Episode]) -> Result<CoverageRow> {
        let method = Method::RandomAllowed { seed: self.seed };
        let trials: Vec<Totals> = episodes.iter().map(|episode| MissionTrial::of(episode, method).into()).collect();
        Ok(CoverageRow { words, ..self.row_of("random-allowed", &trials, 0)? })
    }

    fn by_parts(&self, episodes: &[&Episode]) -> Result<Vec<CoverageRow>> {
        let mut by_parts: BTreeMap<usize, Vec<&Episode>> = BTreeMap::new();
        episodes.iter().for_each(|episode| by_parts.entry(episode.vague_parts).or_default().push(episode));
        let mut rows = Vec::new();
        for (parts, own) in by_parts {
            rows.push(self.row(words_of(parts), self.calibration_missions(), &own)?);
            rows.push(self.random(words_of(parts), &own)?);
        }
        Ok(rows)
    }

    fn row_of(&self, method: &'static str, missions: &[Totals], m: usize) -> Result<CoverageRow> {
        let mode = self.calibration.mode();
        let protocol =
            Protocol { redraws: 1, calibration: m, alphas: vec![self.alpha], modes: vec![mode], seed: self.seed };
        CoverageRow::new(method, self.class, (self.alpha, mode), missions, self.scorer, (&protocol, m))
    }
}

#[cfg(test)]
mod tests;
