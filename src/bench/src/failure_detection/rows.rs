//! Rows of the tables.

use anyhow::{Result, bail};
use surefleet_conformal::{Fraction, exact_interval};
use surefleet_perception::{
    ActionEvidence, ActionOutcome, ActionReading, Criterion, DetectorCalibration, EmptyAccuracy, Judged, Levels,
    Strategy, Uncertainty, accuracy, balanced_accuracy, calibration_area, calibration_roc_auc, generation_rate,
    selective_auc,
};

use super::scenes::{Conditions, SeenTrial};
use crate::measurement::{Column, Unit};

/// Trials in one sort of pictures, asked one way.
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
    pub paper: Paper,
}

/// KnowLoop's Table II: LLaVA on 142 photographs of five tasks.
pub struct Paper {
    pub paper_accuracy: f64,
    pub paper_selective_auc: f64,
    pub paper_calibration_area: Option<f64>,
    pub paper_generation_rate: Option<f64>,
}

/// Fresh trials of one truth under the calibration file.
pub struct GuaranteeRow {
    pub truth: &'static str,
    pub level: Fraction,
    pub checks: u64,
    pub wrong_unasked: u64,
    pub rate: Option<f64>,
    pub rate_upper: Option<f64>,
    pub asked: u64,
}

/// The answers of one strategy, each with its uncertainty. Answers without a confidence have none and are left out.
pub fn judged(seen: &[SeenTrial], strategy: Strategy, uncertainty: Uncertainty) -> Vec<Judged> {
    let of = |seen: &SeenTrial| {
        let reading = reading(seen, strategy)?;
        Some(Judged { uncertainty: reading.uncertainty(uncertainty)?, is_right: reading.says == seen.truth })
    };
    seen.iter().filter_map(of).collect()
}

fn reading(seen: &SeenTrial, strategy: Strategy) -> Option<&ActionReading> {
    seen.readings.iter().find(|reading| reading.strategy == strategy)
}

pub fn detector_rows(model: &str, of: Conditions, seen: &[SeenTrial]) -> Vec<DetectorRow> {
    let ways =
        Strategy::ALL.into_iter().flat_map(|strategy| Uncertainty::ALL.map(|uncertainty| (strategy, uncertainty)));
    let row = |(strategy, uncertainty)| {
        let judged = judged(seen, strategy, uncertainty);
        let with_doubt =
            |seen: &&SeenTrial| reading(seen, strategy).is_some_and(|one| one.uncertainty(uncertainty).is_some());
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
pub fn guarantee_rows(
    criterion: &Criterion,
    file: &DetectorCalibration,
    seen: &[SeenTrial],
) -> Result<Vec<GuaranteeRow>> {
    let Levels::Conformal { alpha_failure, alpha_success, .. } = file.statistics.levels else {
        bail!("the calibration is not class-conditional: there is no level for each class to hold it to");
    };
    let row = |name, truth, level: Fraction| {
        let decided = seen.iter().filter(|seen| seen.truth == truth).filter_map(|seen| {
            let evidence =
                ActionEvidence::of(reading(seen, criterion.strategy)?, criterion.uncertainty, criterion.least_mass);
            Some(criterion.rule.decide(&evidence).ok())
        });
        let decided: Vec<Option<ActionOutcome>> = decided.collect();
        let wrong = decided.iter().flatten().filter(|said| **said != truth).count();
        let all = decided.len();
        let interval = (all > 0).then(|| exact_interval(wrong, all, 0.95)).transpose()?;
        Ok::<GuaranteeRow, anyhow::Error>(GuaranteeRow {
            truth: name,
            level,
            checks: decided.len() as u64,
            wrong_unasked: wrong as u64,
            rate: (all > 0).then(|| wrong as f64 / all as f64),
            rate_upper: interval.map(|interval| interval.high),
            asked: decided.iter().filter(|said| said.is_none()).count() as u64,
        })
    };
    Ok(vec![
        row("failed", ActionOutcome::Failure, alpha_failure)?,
        row("worked", ActionOutcome::Success, alpha_success)?,
    ])
}

pub fn detector_columns() -> Vec<Column<DetectorRow>> {
    type C = Column<DetectorRow>;
    vec![
        C::raw("method", |row| row.method.as_str().into()),
        C::new("pictures", "pictures", Unit::Plain, |row| row.pictures.into()),
        C::new("strategy", "asked", Unit::Plain, |row| row.strategy.to_string().into()),
        C::new("uncertainty", "uncertainty", Unit::Plain, |row| row.uncertainty.to_string().into()),
        C::new("checks", "trials", Unit::Plain, |row| row.checks.into()),
        C::new("accuracy", "accuracy", Unit::Percent(1), |row| row.accuracy.into()),
        C::new("balanced_accuracy", "balanced", Unit::Percent(1), |row| row.balanced_accuracy.into()),
        C::new("selective_auc", "selective area", Unit::Digits(3), |row| row.selective_auc.into()),
        C::new("calibration_auc_roc", "ROC area", Unit::Digits(3), |row| row.calibration_auc_roc.into()),
        C::new("calibration_area", "calibration area", Unit::Digits(3), |row| row.calibration_area.into()),
        C::new("generation_rate", "confidence named", Unit::Percent(1), |row| row.generation_rate.into()),
        C::new("paper_accuracy", "paper: accuracy", Unit::Percent(1), |row| row.paper.paper_accuracy.into()),
        C::new("paper_selective_auc", "selective area", Unit::Digits(3), |row| row.paper.paper_selective_auc.into()),
        C::new("paper_calibration_area", "calibration area", Unit::Digits(3), |row| {
            row.paper.paper_calibration_area.into()
        }),
        C::new("paper_generation_rate", "named", Unit::Percent(1), |row| row.paper.paper_generation_rate.into()),
    ]
}

pub fn guarantee_columns() -> Vec<Column<GuaranteeRow>> {
    type C = Column<GuaranteeRow>;
    vec![
        C::new("truth", "actions that", Unit::Plain, |row| row.truth.into()),
        C::new("level", "level", Unit::Plain, |row| row.level.to_string().into()),
        C::new("checks", "checks", Unit::Plain, |row| row.checks.into()),
        C::new("wrong_unasked", "wrong and nobody asked", Unit::Plain, |row| row.wrong_unasked.into()),
        C::new("rate", "rate", Unit::Percent(2), |row| row.rate.into()),
        C::new("rate_upper", "at most (target)", Unit::Percent(2), |row| row.rate_upper.into())
            .at_most(|row| Some(row.level.to_f64())),
        C::new("asked", "asked", Unit::Plain, |row| row.asked.into()),
    ]
}
