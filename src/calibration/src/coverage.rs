use serde::Serialize;
use surefleet_conformal::{Calibration, Fraction, Mode, Rank, Redraws};
use surefleet_mission::TeamClass;

use crate::{
    CalibrateError, Episode, Method, Trial,
    simple_set::SimpleSets,
    totals::{OPERATOR_ERRORS, Totals},
};

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
    /// Of the splits, which are the same for every level, mode and method.
    pub seed: u64,
}

impl Protocol {
    /// Checks that every split of a pool of `missions` leaves something to calibrate on and something to test.
    ///
    /// # Errors
    /// [`CalibrateError::Bench`].
    pub fn check(&self, missions: usize) -> Result<(), CalibrateError> {
        let refuse = |what, value, mend| Err(CalibrateError::Bench { what, value, mend });
        if self.redraws == 0 {
            return refuse("redraws", 0, "give at least 1");
        }
        if self.calibration == 0 {
            return refuse("calibration missions", 0, "give at least 1, and at least 2 scenarios");
        }
        if self.calibration >= missions {
            return refuse(
                "calibration missions",
                self.calibration,
                "give more scenarios, so that some are left for test",
            );
        }
        Ok(())
    }
}

/// A method at one level, mode and class.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// `surefleet`, `no-help`, `simple-set` or `shipped`.
    pub method: &'static str,
    /// Robots in the team.
    pub class: usize,
    /// Error level that was asked for.
    pub alpha: f64,
    /// `marginal` or `pac`.
    pub mode: &'static str,
    /// Whose missions: `all`, or of a pool of which a share is vague only the `clear` or only the `vague` ones.
    pub words: &'static str,
    /// Missions in the pool; each is tested in about (missions - calibration_missions) / missions of the redraws.
    pub missions: usize,
    /// Share of the tested missions all of whose sets hold an acceptable decision; its mean over the redraws.
    pub coverage: f64,
    /// Share of the tested missions that are achieved, with an operator who answers rightly.
    pub success: f64,
    /// Share of the robots' decisions in which a person was asked, up to the first wrong one of a mission.
    pub help_per_step: f64,
    /// What it would be if the set were not intersected with what the safety monitor allows: a mask cannot cost coverage, as
    /// what is right is allowed, and it saves questions.
    pub help_per_step_unmasked: f64,
    /// Decisions of a mission in which a person was asked.
    pub help_per_mission: f64,
    /// Share of these in which the set had no allowed member, so that all of S was offered; 0 where nobody was asked.
    pub help_empty: f64,
    /// Members of a decision's prediction set.
    pub set_size_mean: f64,
    /// Bootstrap 95 % interval of `help_per_step` over missions.
    pub help_per_step_95: [f64; 2],
    /// Share of the decisions that were made alone and wrong.
    pub wrong_unasked_per_step: f64,
    /// Expected `success` with an operator whose answers are wrong in 2 % of the questions.
    pub success_operator_errs_2pct: f64,
    /// The same for 5 %.
    pub success_operator_errs_5pct: f64,
    /// M of each redraw.
    pub calibration_missions: usize,
    /// Random splits of the pool.
    pub redraws: u32,
    /// What scored the options.
    pub scorer: String,
    /// Only for `surefleet` and `shipped`, on all missions: the check of their coverage.
    #[serde(flatten)]
    pub check: Option<CoverageCheck>,
    /// Only for `simple-set`: probability left outside the sets, at which `success` is that of `surefleet`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub simple_set_miss: Option<f64>,
}

/// The measured coverage beside its exact law.
///
/// In a pool without ties the number of covered test missions of a random split depends on ranks alone: it is
/// `BetaBinomial(n, k, M + 1 - k)`, whatever the scores (negative hypergeometric; n missions tested). Redraws of one pool
/// are independent given the pool, so sharing it costs nothing: the mean over R redraws has expectation `k / (M + 1)`
/// and standard error `sd / sqrt(R)`. What this can show is a wrong rank, a strict `>` or a leak between the halves;
/// it says nothing about missions from another distribution.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct CoverageCheck {
    /// `k` of the rank; `M + 1` where the threshold is infinite and every decision asks.
    pub rank: usize,
    /// `k / (M + 1)`.
    pub coverage_expected: f64,
    /// Four standard errors of the mean over the redraws.
    pub tolerance: f64,
    /// Whether the mean is that near to the expectation; above it is right as well where scores are tied.
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

/// Measures one class: for each level and mode `surefleet`, `no-help` and, at equal success, `simple-set`.
///
/// # Errors
/// [`CalibrateError::Bench`] for no redraw or a split that leaves nothing to calibrate on or to test.
pub fn coverage_rows(
    class: TeamClass,
    episodes: &[Episode],
    scorer: &str,
    protocol: &Protocol,
) -> Result<Vec<Row>, CalibrateError> {
    protocol.check(episodes.len())?;
    let alone: Vec<Totals> = episodes.iter().map(|episode| Trial::of(episode, Method::NoHelp).into()).collect();
    let simple = SimpleSets::of(episodes);
    let mut rows = Vec::new();
    for &alpha in &protocol.alphas {
        for &mode in &protocol.modes {
            let measured = measure(episodes, alpha, mode, protocol)?;
            let weights: Vec<f64> = measured.missions.iter().map(|mission| mission.trials).collect();
            let without: Vec<Totals> = alone.iter().zip(&weights).map(|(trial, weight)| *trial * *weight).collect();
            let matched = simple.matching(&weights, Totals::sum(&measured.missions).succeeded);
            let row = |method, missions: &[Totals]| Row::new(method, class, (alpha, mode), missions, scorer, protocol);
            rows.push(Row { check: Some(measured.check), ..row("surefleet", &measured.missions)? });
            rows.push(row("no-help", &without)?);
            rows.push(Row { simple_set_miss: Some(matched.miss), ..row("simple-set", &matched.missions)? });
        }
    }
    Ok(rows)
}

/// Measures one class at one level with a calibration that is already made: every episode is tested.
///
/// Its missions are those of the calibration's file, so one draw is all there is: the coverage is that of this very file,
/// `BetaBinomial(n, k, M + 1 - k)` over files and episodes.
///
/// Where some episodes are vague, the clear and the vague ones follow in rows of their own: nothing is promised of either.
///
/// # Errors
/// As [`Calibration::at_alpha`], and [`CalibrateError::Bench`] without episodes.
pub fn shipped_rows(
    class: TeamClass,
    episodes: &[Episode],
    scorer: &str,
    calibration: &Calibration,
    (alpha, options): (Fraction, usize),
    seed: u64,
) -> Result<Vec<Row>, CalibrateError> {
    if episodes.is_empty() {
        return Err(CalibrateError::Bench { what: "missions", value: 0, mend: "give at least 1" });
    }
    let (rank, threshold) = calibration.at_alpha(alpha, class.team_size(), options)?;
    let mode = calibration.mode();
    let protocol = Protocol { redraws: 1, calibration: rank.m(), alphas: vec![alpha], modes: vec![mode], seed };
    let row = |words, is_in: &dyn Fn(&Episode) -> bool| {
        let of = episodes.iter().filter(|episode| is_in(episode));
        let missions: Vec<Totals> = of.map(|episode| Trial::of(episode, Method::Surefleet(threshold)).into()).collect();
        let row = Row::new("shipped", class, (alpha, mode), &missions, scorer, &protocol)?;
        Ok::<_, CalibrateError>(Row { words, ..row })
    };
    let all = row("all", &|_| true)?;
    let scores: Vec<f64> = episodes.iter().map(|episode| episode.score).collect();
    let check = check(&[all.coverage], rank, episodes.len(), alpha, is_tied(&scores));
    let mut rows = vec![Row { check: Some(check), ..all }];
    if (1..episodes.len()).contains(&episodes.iter().filter(|episode| episode.is_vague).count()) {
        rows.push(row("clear", &|episode| !episode.is_vague)?);
        rows.push(row("vague", &|episode| episode.is_vague)?);
    }
    Ok(rows)
}

struct Measured {
    missions: Vec<Totals>,
    check: CoverageCheck,
}

fn measure(episodes: &[Episode], alpha: Fraction, mode: Mode, protocol: &Protocol) -> Result<Measured, CalibrateError> {
    let scores: Vec<f64> = episodes.iter().map(|episode| episode.score).collect();
    let mut redraws = Redraws::new(&scores, protocol.calibration, alpha, mode, protocol.seed)?;
    let mut missions = vec![Totals::default(); episodes.len()];
    let mut coverages = Vec::with_capacity(protocol.redraws as usize);
    for _ in 0..protocol.redraws {
        let redraw = redraws.next().expect("redraws have no end");
        coverages.push(redraw.coverage);
        for &mission in redraws.split().1 {
            let mission = mission as usize;
            missions[mission] += Trial::of(&episodes[mission], Method::Surefleet(redraw.threshold)).into();
        }
    }
    let tested = episodes.len() - protocol.calibration;
    Ok(Measured { missions, check: check(&coverages, redraws.rank(), tested, alpha, is_tied(&scores)) })
}

fn check(coverages: &[f64], rank: Rank, tested: usize, alpha: Fraction, is_tied: bool) -> CoverageCheck {
    let (count, n) = (coverages.len() as f64, tested as f64);
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

fn is_tied(scores: &[f64]) -> bool {
    let mut sorted = scores.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}

impl Row {
    fn new(
        method: &'static str,
        class: TeamClass,
        (alpha, mode): (Fraction, Mode),
        missions: &[Totals],
        scorer: &str,
        protocol: &Protocol,
    ) -> Result<Self, CalibrateError> {
        let sum = Totals::sum(missions);
        let interval = Totals::asked_interval(missions, protocol.seed)?;
        let [errs_2pct, errs_5pct] = sum.with_errors.map(|expected| expected / sum.trials);
        const { assert!(OPERATOR_ERRORS[0] == 0.02 && OPERATOR_ERRORS[1] == 0.05) };
        Ok(Self {
            method,
            class: class.team_size(),
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
            wrong_unasked_per_step: (sum.trials - sum.succeeded) / sum.decisions,
            success_operator_errs_2pct: errs_2pct,
            success_operator_errs_5pct: errs_5pct,
            calibration_missions: protocol.calibration,
            redraws: protocol.redraws,
            scorer: scorer.to_owned(),
            check: None,
            simple_set_miss: None,
        })
    }
}
