//! Rows of the loop: missions in a world where actions go wrong.

use anyhow::{Result, bail};
use surefleet_cli::work::bar;
use surefleet_perception::{Criterion, DecisionRule, Judge, Strategy, Tally, Uncertainty};
use surefleet_site::Eyes;

use super::{
    round::{Detection, LoopRound, LoopTerms, walk_round},
    scenes::{Looker, in_threads},
};
use crate::measurement::{Column, Unit};

/// Missions of one method in a world where actions go wrong.
pub struct LoopRow {
    pub method: &'static str,
    pub failure_rate: f64,
    pub missions: u32,
    pub actions: u32,
    pub success: f64,
    pub detection_accuracy: Option<f64>,
    pub human_rate: Option<f64>,
    /// Share of the checks that were wrong while nobody was asked: of actions that failed here, that worked below.
    pub missed_failures: Option<f64>,
    pub false_alarms: Option<f64>,
    pub person_errs: f64,
    pub paper_success: &'static str,
    pub paper_detection_accuracy: &'static str,
    pub paper_human_rate: &'static str,
}

/// The loop with another threshold.
pub struct CurvePoint {
    pub tau: f64,
    pub success: f64,
    pub detection_accuracy: Option<f64>,
    pub human_rate: Option<f64>,
}

pub fn loop_columns() -> Vec<Column<LoopRow>> {
    type C = Column<LoopRow>;
    vec![
        C::new("method", "method", Unit::Plain, |row| row.method.into()),
        C::new("failure_rate", "failure rate", Unit::Percent(1), |row| row.failure_rate.into()),
        C::new("person_errs", "a person errs", Unit::Percent(1), |row| row.person_errs.into()),
        C::new("missions", "missions", Unit::Plain, |row| row.missions.into()),
        C::new("actions", "actions", Unit::Plain, |row| row.actions.into()),
        C::new("success", "success", Unit::Percent(1), |row| row.success.into()),
        C::new("detection_accuracy", "right alone", Unit::Percent(1), |row| row.detection_accuracy.into()),
        C::new("human_rate", "asked", Unit::Percent(1), |row| row.human_rate.into()),
        C::new("missed_failures", "missed failures", Unit::Percent(1), |row| row.missed_failures.into()),
        C::new("false_alarms", "false alarms", Unit::Percent(1), |row| row.false_alarms.into()),
        C::new("paper_success", "paper: success", Unit::Plain, |row| row.paper_success.into()),
        C::new("paper_detection_accuracy", "right", Unit::Plain, |row| row.paper_detection_accuracy.into()),
        C::new("paper_human_rate", "asked", Unit::Plain, |row| row.paper_human_rate.into()),
    ]
}

pub fn curve_columns() -> Vec<Column<CurvePoint>> {
    type C = Column<CurvePoint>;
    vec![
        C::new("tau", "threshold of entropy", Unit::Plain, |point| point.tau.into()),
        C::new("success", "success", Unit::Percent(1), |point| point.success.into()),
        C::new("detection_accuracy", "right alone", Unit::Percent(1), |point| point.detection_accuracy.into()),
        C::new("human_rate", "asked", Unit::Percent(1), |point| point.human_rate.into()),
    ]
}

/// KnowLoop's threshold of entropy (Section IV-D.2). Its Eq. 1 names no base of the logarithm; here it is of the
/// entropy over the greatest there can be.
const PAPER_TAU: f64 = 0.6;
/// Above every uncertainty: everything is believed.
const TRUST: f64 = 1.1;
const TAUS: [f64; 7] = [0.0, 0.001, 0.01, 0.05, 0.2, 0.6, TRUST];

/// Two items; enough tries that who notices everything hardly ever runs out.
fn terms(failure_rate: f64, person_errs: f64) -> LoopTerms {
    LoopTerms { failure_rate, items: 2, max_retries: 20, most_actions: 60, person_errs }
}

pub fn loop_rows(
    looker: &Looker,
    calibrated: &Criterion,
    failure_rates: &[f64],
    missions: u32,
) -> Result<(Vec<LoopRow>, Vec<CurvePoint>)> {
    if let Some(rate) = failure_rates.iter().find(|rate| !(0.0..=1.0).contains(*rate)) {
        bail!("--failure-rates: {rate} is not between 0 and 1");
    }
    let runs = failure_rates.len() * 6 + TAUS.len();
    let progress = bar(u64::from(missions) * runs as u64, "missions");
    let by_entropy = |tau: f64| Criterion {
        strategy: Strategy::StateComparison,
        uncertainty: Uncertainty::Entropy,
        rule: DecisionRule::Fixed { tau },
        least_mass: calibrated.least_mass,
        expires_unix_s: None,
    };
    let methods = [
        ("open-loop", None, 0.0, ("0 / 0 %", "-", "-")),
        ("trusted", Some(by_entropy(TRUST)), 0.0, ("30 / 50 %", "57.6 / 57.8 %", "-")),
        ("help", Some(by_entropy(PAPER_TAU)), 0.0, ("70 / 80 %", "78 / 81.4 %", "28 / 31.8 %")),
        ("help-conformal", Some(*calibrated), 0.0, ("-", "-", "-")),
        ("help-conformal", Some(*calibrated), 0.02, ("-", "-", "-")),
        ("help-conformal", Some(*calibrated), 0.05, ("-", "-", "-")),
    ];
    let mut rows = Vec::new();
    for &failure_rate in failure_rates {
        for (method, criterion, person_errs, (success, detection, human)) in methods {
            progress.set_message(method);
            let total = walk(looker, criterion, (failure_rate, person_errs), missions, || progress.inc(1))?;
            rows.push(LoopRow {
                method,
                failure_rate,
                missions,
                actions: total.actions,
                success: total.success(),
                detection_accuracy: total.tally.detection_accuracy(),
                human_rate: total.tally.human_involvement(),
                missed_failures: total.tally.failures.wrong_unasked(),
                false_alarms: total.tally.successes.wrong_unasked(),
                person_errs,
                paper_success: success,
                paper_detection_accuracy: detection,
                paper_human_rate: human,
            });
        }
    }
    progress.set_message("by threshold");
    let failure_rate = failure_rates.first().copied().unwrap_or(0.3);
    let mut curve = Vec::new();
    for tau in TAUS {
        let total = walk(looker, Some(by_entropy(tau)), (failure_rate, 0.0), missions, || progress.inc(1))?;
        let detection_accuracy = total.tally.detection_accuracy();
        let human_rate = total.tally.human_involvement();
        curve.push(CurvePoint { tau, success: total.success(), detection_accuracy, human_rate });
    }
    progress.finish_and_clear();
    Ok((rows, curve))
}

/// All missions of a method.
#[derive(Default)]
struct Total {
    missions: u32,
    succeeded: u32,
    actions: u32,
    tally: Tally,
}

impl Total {
    fn of(rounds: &[LoopRound]) -> Self {
        rounds.iter().fold(Self::default(), |total, round| Self {
            missions: total.missions + 1,
            succeeded: total.succeeded + u32::from(round.succeeded),
            actions: total.actions + round.actions,
            tally: total.tally + round.tally,
        })
    }

    fn success(&self) -> f64 {
        f64::from(self.succeeded) / f64::from(self.missions.max(1))
    }
}

/// Every method walks the missions with the same seeds.
fn walk(
    looker: &Looker,
    criterion: Option<Criterion>,
    (failure_rate, person_errs): (f64, f64),
    missions: u32,
    done: impl Fn() + Sync,
) -> Result<Total> {
    let rounds = in_threads(0..missions, |numbers| {
        let mut eyes = criterion.map(|_| looker.eyes()).transpose()?;
        let mut judge = Judge::new(criterion.map(Ok::<_, String>));
        let mut rounds = Vec::new();
        while let Some(number) = numbers() {
            let mut detection: Detection<'_, Eyes> = match &mut eyes {
                None => Detection::Open,
                Some(model) => Detection::Look { model, judge: &mut judge, wording: looker.perception.wording },
            };
            rounds.push(walk_round(
                &looker.domain,
                &terms(failure_rate, person_errs),
                u64::from(number),
                &mut detection,
            )?);
            done();
        }
        Ok(rounds)
    })?;
    Ok(Total::of(&rounds))
}
