//! Rows of one class by level, mode and method.

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use surefleet_calibration::{Episode, Method, MissionTrial};
use surefleet_conformal::{Certainty, Fraction, Mode, Rank, Redraws, Team};

use super::{
    baselines::{SimpleSets, no_help},
    totals::{OPERATOR_ERRORS, Totals},
};
use crate::measurement::{Cell, Column, Unit};

/// How coverage is measured: one pool of episodes is split again and again into calibration and test.
#[derive(Debug, Clone, PartialEq)]
pub struct Protocol {
    /// Random splits.
    pub redraws: u32,
    /// M: missions that calibrate in each split; the rest is tested.
    pub calibration: usize,
    /// Error levels.
    pub alphas: Vec<Fraction>,
    /// Modes.
    pub modes: Vec<Mode>,
    /// Seed of the splits, which are the same for every level, mode and method.
    pub seed: u64,
}

impl Protocol {
    /// Checks that every split of a pool of `missions` leaves something to calibrate on and something to test.
    ///
    /// # Errors
    /// The number that leaves nothing.
    pub fn check(&self, missions: usize) -> Result<()> {
        if self.redraws == 0 {
            bail!("redraws 0: give at least 1");
        }
        if self.calibration == 0 {
            bail!("calibration missions 0: give at least 1, and at least 2 scenarios");
        }
        if self.calibration >= missions {
            bail!("calibration missions {}: give more scenarios, so that some are left for test", self.calibration);
        }
        Ok(())
    }
}

/// A method at one level, mode and class.
#[derive(Debug, Clone, PartialEq)]
pub struct CoverageRow {
    /// `surefleet`, `no-help`, `random-allowed`, `simple-set` or `shipped`.
    pub method: &'static str,
    /// The team.
    pub class: Team,
    /// Error level that was asked for.
    pub alpha: f64,
    /// `marginal` or `pac`.
    pub mode: &'static str,
    /// The row's missions: `all`; `sure` or `unsure`, by the scorer's certainty; `clear` or `vague`, by whether their
    /// words leave something open.
    pub words: &'static str,
    /// Missions in the pool; each is tested in about (missions - calibration_missions) / missions of the redraws.
    pub missions: usize,
    /// Share of the tested missions all of whose sets hold an acceptable decision; its mean over the redraws.
    pub coverage: f64,
    /// Share of the tested missions that are achieved, with an operator who answers rightly.
    pub success: f64,
    /// Share of the robots' decisions in which a person was asked, up to the first wrong one of a mission.
    pub help_per_step: f64,
    /// The same share if the set were not intersected with the options that the safety monitor allows. The mask cannot
    /// cost coverage, because right options are allowed, and it saves questions.
    pub help_per_step_unmasked: f64,
    /// Decisions of a mission in which a person was asked.
    pub help_per_mission: f64,
    /// Share of these in which the set had no allowed member, so that all of S was offered; 0 where nobody was asked.
    pub help_empty: f64,
    /// Members of a decision's prediction set.
    pub set_size_mean: f64,
    /// Bootstrap 95 % interval of `help_per_step` over missions.
    pub help_per_step_95: [f64; 2],
    /// Share of the missions in which a robot made a wrong decision alone, before anybody else did anything wrong.
    pub wrong_unasked_per_mission: f64,
    /// Exact (Clopper-Pearson) 95 % interval of it.
    pub wrong_unasked_per_mission_95: [f64; 2],
    /// Share of the decisions that were made alone and wrong.
    pub wrong_unasked_per_step: f64,
    /// Share of the missions that the calibration does not cover, so that all of their decisions are asked about; only
    /// for `shipped`.
    pub not_covered: f64,
    /// Expected `success` with an operator whose answers are wrong in 2 % of the questions.
    pub success_operator_errs_2pct: f64,
    /// The same for 5 %.
    pub success_operator_errs_5pct: f64,
    /// M of each redraw.
    pub calibration_missions: usize,
    /// Random splits of the pool.
    pub redraws: u32,
    /// The scorer of the options.
    pub scorer: String,
    /// Only for `surefleet` and `shipped`, on all missions of one calibration class: the check of their coverage.
    pub check: Option<CoverageCheck>,
    /// Only for `simple-set`: probability left outside the sets, at which `success` is that of `surefleet`.
    pub simple_set_miss: Option<f64>,
}

/// The team's number of robots, or their kinds.
fn class_cell(team: &Team) -> Cell {
    team.kinds().map_or_else(|| team.size().into(), |kinds| kinds.to_string().into())
}

/// The columns of a row; the check's only where there is one.
pub fn columns() -> Vec<Column<CoverageRow>> {
    type C = Column<CoverageRow>;
    vec![
        C::new("class", "class", Unit::Plain, |row| class_cell(&row.class)),
        C::new("alpha", "alpha", Unit::Plain, |row| row.alpha.into()),
        C::new("mode", "mode", Unit::Plain, |row| row.mode.into()),
        C::new("method", "method", Unit::Plain, |row| row.method.into()),
        C::new("missions", "missions", Unit::Plain, |row| row.missions.into()),
        C::new("words", "of them", Unit::Plain, |row| row.words.into()),
        C::new("coverage", "coverage", Unit::Digits(4), |row| row.coverage.into()),
        C::new("coverage_expected", "expected", Unit::Digits(4), |row| checked(row, |it| it.coverage_expected.into())),
        C::new("tolerance", "± 4 SE", Unit::Digits(4), |row| checked(row, |it| it.tolerance.into())),
        C::new("success", "success", Unit::Digits(3), |row| row.success.into()),
        C::new("wrong_unasked_per_mission", "wrong, nobody asked (95 %)", Unit::Digits(4), |row| {
            Cell::Within(row.wrong_unasked_per_mission, row.wrong_unasked_per_mission_95)
        }),
        C::new("not_covered", "not covered", Unit::Digits(3), |row| row.not_covered.into()),
        C::new("help_per_step", "help per step (95 %)", Unit::Digits(3), |row| {
            Cell::Within(row.help_per_step, row.help_per_step_95)
        }),
        C::new("help_per_step_unmasked", "without the monitor's word", Unit::Digits(3), |row| {
            row.help_per_step_unmasked.into()
        }),
        C::new("help_per_mission", "help per mission", Unit::Digits(2), |row| row.help_per_mission.into()),
        C::new("help_empty", "of it with an empty set", Unit::Percent(0), |row| row.help_empty.into()),
        C::new("set_size_mean", "mean set", Unit::Digits(2), |row| row.set_size_mean.into()),
        C::raw("wrong_unasked_per_step", |row| row.wrong_unasked_per_step.into()),
        C::raw("success_operator_errs_2pct", |row| row.success_operator_errs_2pct.into()),
        C::raw("success_operator_errs_5pct", |row| row.success_operator_errs_5pct.into()),
        C::raw("calibration_missions", |row| row.calibration_missions.into()),
        C::raw("redraws", |row| row.redraws.into()),
        C::raw("scorer", |row| row.scorer.as_str().into()),
        C::raw("rank", |row| checked(row, |it| it.rank.into())),
        C::raw("within_tolerance", |row| checked(row, |it| it.within_tolerance.into())),
        C::raw("coverage_sd", |row| checked(row, |it| it.coverage_sd.into())),
        C::raw("coverage_sd_expected", |row| checked(row, |it| it.coverage_sd_expected.into())),
        C::raw("redraws_at_level", |row| checked(row, |it| it.redraws_at_level.into())),
        C::raw("redraws_at_level_expected", |row| checked(row, |it| it.redraws_at_level_expected.into())),
        C::raw("simple_set_miss", |row| row.simple_set_miss.map_or(Cell::Absent, Cell::from)),
    ]
}

fn checked(row: &CoverageRow, of: fn(&CoverageCheck) -> Cell) -> Cell {
    row.check.as_ref().map_or(Cell::Absent, of)
}

/// The measured coverage beside its exact law.
///
/// In a pool without ties the number of covered test missions of a random split depends on ranks alone: it is
/// `BetaBinomial(n, k, M + 1 - k)`, whatever the scores (negative hypergeometric; n missions tested). Redraws of one
/// pool are independent given the pool, so sharing it costs nothing: the mean over R redraws has expectation `k / (M +
/// 1)` and standard error `sd / sqrt(R)`. What this can show is a wrong rank, a strict `>` or a leak between the
/// halves; it says nothing about missions from another distribution.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CoverageCheck {
    /// `k` of the rank; `M + 1` where the threshold is infinite and every decision asks.
    pub rank: usize,
    /// `k / (M + 1)`.
    pub coverage_expected: f64,
    /// Four standard errors of the mean over the redraws.
    pub tolerance: f64,
    /// Whether the mean is within `tolerance` of the expectation. With tied scores, a mean above it is right as well.
    pub within_tolerance: bool,
    /// Standard deviation of the coverage over redraws.
    pub coverage_sd: f64,
    /// The same by the exact law.
    pub coverage_sd_expected: f64,
    /// Share of the redraws whose coverage is at least `1 - alpha`.
    pub redraws_at_level: f64,
    /// The same by the exact law.
    pub redraws_at_level_expected: f64,
}

/// Measures one class: for each level and mode `surefleet` and, beside it, `no-help`, `random-allowed` and, at equal
/// success, `simple-set`.
///
/// Each certainty of the scorer is calibrated by itself, with M missions of its own or half of those that the pool has.
/// If the pool has several certainties, rows of `surefleet` for each of them follow.
///
/// # Errors
/// No redraw, or a split that leaves nothing to calibrate on or to test.
pub fn coverage_rows(
    class: &Team,
    episodes: &[Episode],
    scorer: &str,
    protocol: &Protocol,
) -> Result<Vec<CoverageRow>> {
    protocol.check(episodes.len())?;
    let chance = Method::RandomAllowed { seed: protocol.seed };
    let alone: Vec<Totals> = episodes.iter().map(|episode| no_help(episode).into()).collect();
    let random: Vec<Totals> = episodes.iter().map(|episode| MissionTrial::of(episode, chance).into()).collect();
    let simple = SimpleSets::of(episodes);
    let groups = groups(episodes, protocol);
    let mut rows = Vec::new();
    for &alpha in &protocol.alphas {
        for &mode in &protocol.modes {
            let mut missions = vec![Totals::default(); episodes.len()];
            let mut told = Vec::new();
            for group in &groups {
                let measured = measure(episodes, group, alpha, mode, protocol)?;
                let own: Vec<Totals> = group.places.iter().map(|&place| measured.missions[place]).collect();
                missions.iter_mut().zip(measured.missions).for_each(|(sum, more)| *sum += more);
                told.push((group, own, measured.check));
            }
            let weights: Vec<f64> = missions.iter().map(|mission| mission.trials).collect();
            let weighed = |trials: &[Totals]| -> Vec<Totals> {
                trials.iter().zip(&weights).map(|(trial, weight)| *trial * *weight).collect()
            };
            let matched = simple.matching(&weights, Totals::sum(&missions).succeeded);
            let calibration = groups.iter().map(|group| group.calibration).sum();
            let row = |method, missions: &[Totals]| {
                CoverageRow::new(method, class, (alpha, mode), missions, scorer, (protocol, calibration))
            };
            let check = if let [(_, _, check)] = &told[..] { Some(*check) } else { None };
            rows.push(CoverageRow { check, ..row("surefleet", &missions)? });
            if told.len() > 1 {
                for (group, own, check) in &told {
                    let row = CoverageRow::new(
                        "surefleet",
                        class,
                        (alpha, mode),
                        own,
                        scorer,
                        (protocol, group.calibration),
                    )?;
                    rows.push(CoverageRow { words: group.certainty.name(), check: Some(*check), ..row });
                }
            }
            rows.push(row("no-help", &weighed(&alone))?);
            rows.push(row("random-allowed", &weighed(&random))?);
            rows.push(CoverageRow { simple_set_miss: Some(matched.miss), ..row("simple-set", &matched.missions)? });
        }
    }
    Ok(rows)
}

/// Missions of one certainty in a pool, by their places.
struct Group {
    certainty: Certainty,
    places: Vec<usize>,
    /// M of each split.
    calibration: usize,
}

fn groups(episodes: &[Episode], protocol: &Protocol) -> Vec<Group> {
    let mut by_certainty: BTreeMap<Certainty, Vec<usize>> = BTreeMap::new();
    for (place, episode) in episodes.iter().enumerate() {
        by_certainty.entry(Certainty::of(episode.understood)).or_default().push(place);
    }
    let is_one = by_certainty.len() == 1;
    let group = |(certainty, places): (Certainty, Vec<usize>)| {
        let half = places.len() / 2;
        let calibration = if is_one { protocol.calibration } else { protocol.calibration.min(half) };
        Group { certainty, places, calibration }
    };
    by_certainty.into_iter().map(group).collect()
}

struct Measured {
    /// One entry a mission of the pool; nothing for those of other groups.
    missions: Vec<Totals>,
    check: CoverageCheck,
}

fn measure(episodes: &[Episode], group: &Group, alpha: Fraction, mode: Mode, protocol: &Protocol) -> Result<Measured> {
    let scores: Vec<f64> = group.places.iter().map(|&place| episodes[place].score).collect();
    let mut redraws = Redraws::new(&scores, group.calibration, alpha, mode, protocol.seed)?;
    let mut missions = vec![Totals::default(); episodes.len()];
    let mut coverages = Vec::with_capacity(protocol.redraws as usize);
    for _ in 0..protocol.redraws {
        let redraw = redraws.next().expect("redraws have no end");
        coverages.push(redraw.coverage);
        for &mission in redraws.split().1 {
            let place = group.places[mission as usize];
            let method = match episodes[place].uncovered {
                None => Method::Surefleet(redraw.threshold),
                Some(_) => Method::Asking,
            };
            missions[place] += MissionTrial::of(&episodes[place], method).into();
        }
    }
    let tested = scores.len() - group.calibration;
    Ok(Measured { missions, check: check(&coverages, redraws.rank(), tested, alpha, is_tied(&scores)) })
}

pub fn check(coverages: &[f64], rank: Rank, tested: usize, alpha: Fraction, is_tied: bool) -> CoverageCheck {
    let count = coverages.len() as f64;
    let n = tested as f64;
    let mean = coverages.iter().sum::<f64>() / count;
    let variance = coverages.iter().map(|coverage| (coverage - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    // The least number of covered missions that is a share of 1 - alpha.
    let enough = tested - alpha.floor_of(tested);
    let reached = coverages.iter().filter(|&&coverage| (coverage * n).round() as usize >= enough).count();
    let law = rank.coverage();
    let expected = law.map_or(1.0, |law| law.mean());
    // Var of BetaBinomial(n, a, b) / n = p (1 - p) / (a + b + 1) * (a + b + n) / n, with a + b = M + 1.
    let sd = law.map_or(0.0, |law| law.sd() * ((rank.m() as f64 + 1.0 + n) / n).sqrt());
    let tolerance = 4.0 * sd / count.sqrt();
    let off = mean - expected;
    // A strict bound would trip over the rounding of the sum where the tolerance is 0.
    let within = off.abs() <= tolerance + 1e-12 || (is_tied && off > 0.0);
    CoverageCheck {
        rank: rank.k(),
        coverage_expected: expected,
        tolerance,
        within_tolerance: within,
        coverage_sd: variance.sqrt(),
        coverage_sd_expected: sd,
        redraws_at_level: reached as f64 / count,
        redraws_at_level_expected: match law {
            Some(law) if enough > 0 => 1.0 - law.covered_among(tested).cdf(enough - 1),
            _ => 1.0,
        },
    }
}

pub fn is_tied(scores: &[f64]) -> bool {
    let mut sorted = scores.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}

impl CoverageRow {
    pub fn new(
        method: &'static str,
        class: &Team,
        (alpha, mode): (Fraction, Mode),
        missions: &[Totals],
        scorer: &str,
        (protocol, calibration): (&Protocol, usize),
    ) -> Result<Self> {
        let sum = Totals::sum(missions);
        let wrong = Totals::wrong_unasked_interval(missions)?;
        let interval = Totals::asked_interval(missions, protocol.seed)?;
        let [errs_2pct, errs_5pct] = sum.with_errors.map(|expected| expected / sum.trials);
        const { assert!(OPERATOR_ERRORS[0] == 0.02 && OPERATOR_ERRORS[1] == 0.05) };
        Ok(Self {
            method,
            class: class.clone(),
            alpha: alpha.to_f64(),
            mode: match mode {
                Mode::Marginal => "marginal",
                Mode::Pac { .. } => "pac",
            },
            words: "all",
            missions: missions.len(),
            coverage: sum.covered / sum.trials,
            success: sum.succeeded / sum.trials,
            help_per_step: sum.asked / sum.decisions,
            help_per_step_unmasked: sum.asked_unmasked / sum.decisions,
            help_per_mission: sum.asked / sum.trials,
            help_empty: if sum.asked == 0.0 { 0.0 } else { sum.asked_all / sum.asked },
            set_size_mean: sum.members / sum.decisions,
            help_per_step_95: [interval.low, interval.high],
            wrong_unasked_per_mission: sum.wrong_unasked / sum.trials,
            wrong_unasked_per_mission_95: [wrong.low, wrong.high],
            wrong_unasked_per_step: sum.wrong_unasked / sum.decisions,
            not_covered: 0.0,
            success_operator_errs_2pct: errs_2pct,
            success_operator_errs_5pct: errs_5pct,
            calibration_missions: calibration,
            redraws: protocol.redraws,
            scorer: scorer.to_owned(),
            check: None,
            simple_set_miss: None,
        })
    }
}

#[cfg(test)]
mod tests;
