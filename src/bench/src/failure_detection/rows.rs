//! Rows of the tables.

use anyhow::{Result, bail};
use serde::Serialize;
use surefleet_cli::table::Table;
use surefleet_conformal::exact_interval;
use surefleet_perception::{
    Criterion, DetectorCalibration, EmptyAccuracy, Evidence, Judged, Levels, Outcome, Reading, Strategy, Uncertainty,
    accuracy, balanced_accuracy, calibration_area, calibration_roc_auc, generation_rate, selective_auc,
};

use super::{
    rounds::LoopRow,
    scenes::{Conditions, Seen},
};

/// A row of `results`.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Row {
    Detector(DetectorRow),
    Loop(LoopRow),
}

#[derive(Serialize)]
pub struct DetectorRow {
    pub method: String,
    pub pictures: &'static str,
    pub strategy: Strategy,
    pub uncertainty: Uncertainty,
    pub checks: usize,
    pub accuracy: Option<f64>,
    pub balanced_accuracy: Option<f64>,
    pub selective_auc: Option<f64>,
    pub calibration_auc_roc: Option<f64>,
    pub calibration_area: Option<f64>,
    pub generation_rate: Option<f64>,
    #[serde(flatten)]
    pub paper: Paper,
}

/// KnowLoop's Table II: LLaVA on 142 photographs of five tasks.
#[derive(Serialize)]
pub struct Paper {
    pub paper_accuracy: f64,
    pub paper_selective_auc: f64,
    pub paper_calibration_area: Option<f64>,
    pub paper_generation_rate: Option<f64>,
}

#[derive(Serialize)]
pub struct GuaranteeRow {
    pub truth: &'static str,
    pub level: String,
    pub checks: u64,
    pub wrong_unasked: u64,
    pub rate: Option<f64>,
    pub rate_upper: Option<f64>,
    pub asked: u64,
}

/// What was said one way, with its doubt: where the model names no confidence there is no doubt to go by.
pub fn judged(seen: &[Seen], strategy: Strategy, uncertainty: Uncertainty) -> Vec<Judged> {
    let of = |seen: &Seen| {
        let reading = reading(seen, strategy)?;
        Some(Judged { uncertainty: reading.uncertainty(uncertainty)?, is_right: reading.says == seen.truth })
    };
    seen.iter().filter_map(of).collect()
}

fn reading(seen: &Seen, strategy: Strategy) -> Option<&Reading> {
    seen.readings.iter().find(|reading| reading.strategy == strategy)
}

pub fn detector_rows(model: &str, of: Conditions, seen: &[Seen]) -> Vec<DetectorRow> {
    let ways =
        Strategy::ALL.into_iter().flat_map(|strategy| Uncertainty::ALL.map(|uncertainty| (strategy, uncertainty)));
    let row = |(strategy, uncertainty)| {
        let judged = judged(seen, strategy, uncertainty);
        let with_doubt =
            |seen: &&Seen| reading(seen, strategy).is_some_and(|one| one.uncertainty(uncertainty).is_some());
        let said = seen.iter().filter(with_doubt).filter_map(|seen| Some((seen.truth, reading(seen, strategy)?.says)));
        let confidences = seen.iter().filter_map(|seen| Some(reading(seen, strategy)?.self_explained));
        DetectorRow {
            method: model.to_owned(),
            pictures: of.name(),
            strategy,
            uncertainty,
            checks: judged.len(),
            accuracy: accuracy(&judged),
            balanced_accuracy: balanced_accuracy(said),
            selective_auc: selective_auc(&judged),
            calibration_auc_roc: calibration_roc_auc(&judged),
            calibration_area: calibration_area(&judged, EmptyAccuracy::Zero),
            generation_rate: (uncertainty == Uncertainty::SelfExplained)
                .then(|| generation_rate(confidences))
                .flatten(),
            paper: paper(strategy, uncertainty),
        }
    };
    ways.map(row).collect()
}

fn paper(strategy: Strategy, uncertainty: Uncertainty) -> Paper {
    use Strategy::{NextAction, SpatialAnalysis, StateComparison};
    use Uncertainty::{Entropy, SelfExplained, TokenProbability};
    // Accuracy, area, selective area, generation rate.
    let (accuracy, area, selective, generated) = match (strategy, uncertainty) {
        (StateComparison, TokenProbability) => (0.575, Some(0.58), 0.65, None),
        (StateComparison, Entropy) => (0.575, Some(0.67), 0.65, None),
        (StateComparison, SelfExplained) => (0.571, None, 0.44, Some(0.462)),
        (SpatialAnalysis, TokenProbability) => (0.660, Some(0.64), 0.68, None),
        (SpatialAnalysis, Entropy) => (0.660, Some(0.66), 0.68, None),
        (SpatialAnalysis, SelfExplained) => (0.590, None, 0.50, Some(0.689)),
        (NextAction, TokenProbability) => (0.292, Some(0.58), 0.49, None),
        (NextAction, Entropy) => (0.292, Some(0.49), 0.44, None),
        (NextAction, SelfExplained) => (0.032, None, 0.04, Some(0.585)),
    };
    Paper {
        paper_accuracy: accuracy,
        paper_selective_auc: selective,
        paper_calibration_area: area,
        paper_generation_rate: generated,
    }
}

/// How often a verdict was wrong and nobody was asked, by truth.
pub fn guarantee_rows(criterion: &Criterion, file: &DetectorCalibration, seen: &[Seen]) -> Result<Vec<GuaranteeRow>> {
    let Levels::Conformal { alpha_failure, alpha_success, .. } = file.statistics.levels else {
        bail!("the calibration is not class-conditional: there is no level for each class to hold it to");
    };
    let row = |name, truth, level: surefleet_conformal::Fraction| {
        let decided = seen.iter().filter(|seen| seen.truth == truth).filter_map(|seen| {
            let evidence =
                Evidence::of(reading(seen, criterion.strategy)?, criterion.uncertainty, criterion.least_mass);
            Some(criterion.rule.decide(&evidence).ok())
        });
        let decided: Vec<Option<Outcome>> = decided.collect();
        let wrong = decided.iter().flatten().filter(|said| **said != truth).count();
        let all = decided.len();
        let interval = (all > 0).then(|| exact_interval(wrong, all, 0.95)).transpose()?;
        Ok::<GuaranteeRow, anyhow::Error>(GuaranteeRow {
            truth: name,
            level: level.to_string(),
            checks: decided.len() as u64,
            wrong_unasked: wrong as u64,
            rate: (all > 0).then(|| wrong as f64 / all as f64),
            rate_upper: interval.map(|interval| interval.high),
            asked: decided.iter().filter(|said| said.is_none()).count() as u64,
        })
    };
    Ok(vec![row("failed", Outcome::Failure, alpha_failure)?, row("worked", Outcome::Success, alpha_success)?])
}

pub fn print_rows(rows: &[Row], guarantee: &[GuaranteeRow]) {
    let number = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| format!("{value:.3}"));
    let share = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| format!("{:.1} %", 100.0 * value));
    let mut table = Table::new(&[
        "pictures",
        "asked",
        "uncertainty",
        "accuracy",
        "balanced",
        "selective",
        "ROC",
        "area",
        "generated",
        "paper: accuracy",
    ]);
    let mut loops = Table::new(&[
        "method",
        "failure rate",
        "person errs",
        "missions",
        "success",
        "detection",
        "human",
        "missed failures",
        "false alarms",
        "paper: success",
        "human",
    ]);
    for row in rows {
        match row {
            Row::Detector(row) => table.row([
                row.pictures.to_owned(),
                row.strategy.to_string(),
                row.uncertainty.to_string(),
                share(row.accuracy),
                share(row.balanced_accuracy),
                number(row.selective_auc),
                number(row.calibration_auc_roc),
                number(row.calibration_area),
                share(row.generation_rate),
                share(Some(row.paper.paper_accuracy)),
            ]),
            Row::Loop(row) => loops.row([
                row.method.to_owned(),
                share(Some(row.failure_rate)),
                share(Some(row.person_errs)),
                row.missions.to_string(),
                share(Some(row.success)),
                share(row.detection_accuracy),
                share(row.human_rate),
                share(row.missed_failures),
                share(row.false_alarms),
                row.paper_success.to_owned(),
                row.paper_human_rate.to_owned(),
            ]),
        }
    }
    println!("{table}\n{loops}");
    let mut held = Table::new(&["actions that", "level", "checks", "wrong and not asked", "rate", "at most", "asked"]);
    for row in guarantee {
        held.row([
            row.truth.to_owned(),
            row.level.clone(),
            row.checks.to_string(),
            row.wrong_unasked.to_string(),
            share(row.rate),
            share(row.rate_upper),
            row.asked.to_string(),
        ]);
    }
    println!("{held}");
}
