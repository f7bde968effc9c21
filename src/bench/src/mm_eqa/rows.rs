//! The rows of the tables.

use anyhow::Result;
use surefleet_houses::SizeClass;

use super::{
    measures::{Estimate, SceneEnds, success_of},
    method::Method,
};
use crate::measurement::{Cell, Column, Unit};

/// Shares of `T_max` at which the paper gives success rates.
const SHARES: [f64; 3] = [0.4, 0.8, 1.0];

/// One method on the scenes of a size, or on all.
pub struct MethodRow {
    method: Method,
    size: &'static str,
    scenes: usize,
    success: [Estimate; 3],
    wrong: f64,
    time_cost: Estimate,
    seconds: f64,
    messages: f64,
    findings: f64,
    answers: f64,
    bytes: f64,
    driven_m: f64,
}

/// Ours minus another method.
pub struct GainRow {
    over: Method,
    size: &'static str,
    success: [Estimate; 3],
    time_cost: Estimate,
}

/// Success by a share of `T_max`.
pub struct CurveRow {
    pub method: Method,
    pub share: f64,
    pub success: Estimate,
}

/// The name of a size; `None` for all.
fn size_name(size: Option<SizeClass>) -> &'static str {
    match size {
        None => "all",
        Some(SizeClass::Small) => "1",
        Some(SizeClass::Medium) => "2",
        Some(SizeClass::Large) => "3",
    }
}

/// The scenes of each size that there is, all of them first.
fn by_size(scenes: &[SceneEnds]) -> Vec<(&'static str, Vec<&SceneEnds>)> {
    let sizes = std::iter::once(None).chain(SizeClass::ALL.map(Some));
    let of = |size: Option<SizeClass>| {
        let such = scenes.iter().filter(|scene| size.is_none_or(|size| scene.size == size));
        (size_name(size), such.collect::<Vec<_>>())
    };
    sizes.map(of).filter(|(_, scenes)| !scenes.is_empty()).collect()
}

impl MethodRow {
    /// All rows, by size.
    ///
    /// # Errors
    /// No scenes.
    pub fn all(scenes: &[SceneEnds], methods: &[Method]) -> Result<Vec<Self>> {
        let mut rows = Vec::new();
        for (size, scenes) in by_size(scenes) {
            for &method in methods {
                rows.push(Self::of(&scenes, size, method)?);
            }
        }
        Ok(rows)
    }

    fn of(scenes: &[&SceneEnds], size: &'static str, method: Method) -> Result<Self> {
        let success = |by| Estimate::success(scenes, method, by);
        let mean = |of: fn(&super::episode::EpisodeEnd) -> f64| {
            Ok::<f64, anyhow::Error>(Estimate::mean(scenes, method, of)?.mean)
        };
        Ok(Self {
            method,
            size,
            scenes: scenes.len(),
            success: [success(SHARES[0])?, success(SHARES[1])?, success(SHARES[2])?],
            wrong: mean(|end| end.wrong() as f64 / end.questions.len() as f64)?,
            time_cost: Estimate::mean(scenes, method, |end| end.time_cost())?,
            seconds: mean(|end| end.seconds)?,
            messages: mean(|end| end.said.messages() as f64)?,
            findings: mean(|end| end.said.findings as f64)?,
            answers: mean(|end| end.said.answers as f64)?,
            bytes: mean(|end| end.said.bytes as f64)?,
            driven_m: mean(|end| end.driven_m)?,
        })
    }

    /// The paper's success rate at a place of [`SHARES`], for all sizes (Section V-D).
    fn paper_success(&self, place: usize) -> Option<f64> {
        match (self.method, self.size, place) {
            (Method::Ours, "all", 0) => Some(0.68),
            (Method::PlainFrontiers, "all", 1) => Some(0.65),
            _ => None,
        }
    }

    /// The paper's seconds until all questions are answered.
    fn paper_seconds(&self) -> Option<f64> {
        match (self.method, self.size) {
            (Method::Ours, "all") => Some(445.0),
            (Method::PlainFrontiers, "all") => Some(594.0),
            _ => None,
        }
    }
}

impl GainRow {
    /// Ours beside each other method, by size.
    ///
    /// # Errors
    /// No scenes.
    pub fn all(scenes: &[SceneEnds], methods: &[Method]) -> Result<Vec<Self>> {
        let mut rows = Vec::new();
        for (size, scenes) in by_size(scenes) {
            for &over in methods.iter().filter(|&&method| method != Method::Ours) {
                let success = |by| Estimate::gain(&scenes, over, move |end| success_of(end, by));
                let success = [success(SHARES[0])?, success(SHARES[1])?, success(SHARES[2])?];
                let time_cost = Estimate::gain(&scenes, over, |end| end.time_cost())?;
                rows.push(Self { over, size, success, time_cost });
            }
        }
        Ok(rows)
    }
}

impl CurveRow {
    /// Twenty points of each method's curve.
    ///
    /// # Errors
    /// No scenes.
    pub fn all(scenes: &[SceneEnds], methods: &[Method]) -> Result<Vec<Self>> {
        let scenes: Vec<&SceneEnds> = scenes.iter().collect();
        let points = methods.iter().flat_map(|&method| (0..=20).map(move |step| (method, f64::from(step) / 20.0)));
        points
            .map(|(method, share)| Ok(Self { method, share, success: Estimate::success(&scenes, method, share)? }))
            .collect()
    }
}

fn within(estimate: Estimate) -> Cell {
    Cell::Within(estimate.mean, estimate.within)
}

/// The columns of [`MethodRow`].
pub fn method_columns() -> Vec<Column<MethodRow>> {
    type C = Column<MethodRow>;
    let (share, few) = (Unit::Percent(0), Unit::Digits(1));
    vec![
        C::new("size", "size of houses", Unit::Plain, |row| row.size.into()),
        C::new("method", "method", Unit::Plain, |row| row.method.name().into()),
        C::new("paper_method", "in the paper", Unit::Plain, |row| row.method.paper_name().into()),
        C::new("scenes", "scenes", Unit::Plain, |row| row.scenes.into()),
        C::new("sr_40", "SR at NTC 0.4", share, |row| within(row.success[0])),
        C::new("paper_sr_40", "paper", share, |row| row.paper_success(0).into()),
        C::new("sr_80", "SR at NTC 0.8", share, |row| within(row.success[1])),
        C::new("paper_sr_80", "paper", share, |row| row.paper_success(1).into()),
        C::new("sr", "SR at the end", share, |row| within(row.success[2])),
        C::new("wrong", "answered wrong", share, |row| row.wrong.into()),
        C::new("ntc", "NTC", Unit::Digits(2), |row| within(row.time_cost)),
        C::new("seconds", "seconds", Unit::Digits(0), |row| row.seconds.into()),
        C::new("paper_seconds", "paper", Unit::Digits(0), |row| row.paper_seconds().into()),
        C::new("messages", "messages", few, |row| row.messages.into()),
        C::new("findings", "of them findings", few, |row| row.findings.into()),
        C::new("answers", "answers", few, |row| row.answers.into()),
        C::new("bytes", "bytes", Unit::Digits(0), |row| row.bytes.into()),
        C::new("driven_m", "metres driven", Unit::Digits(0), |row| row.driven_m.into()),
    ]
}

/// The columns of [`GainRow`].
pub fn gain_columns() -> Vec<Column<GainRow>> {
    type C = Column<GainRow>;
    let share = Unit::Percent(0);
    vec![
        C::new("size", "size of houses", Unit::Plain, |row| row.size.into()),
        C::new("over", "ours minus", Unit::Plain, |row| row.over.name().into()),
        C::new("sr_40", "SR at NTC 0.4", share, |row| within(row.success[0])),
        C::new("sr_80", "SR at NTC 0.8", share, |row| within(row.success[1])),
        C::new("sr", "SR at the end", share, |row| within(row.success[2])),
        C::new("ntc", "NTC (Advantage)", Unit::Digits(2), |row| within(row.time_cost)),
    ]
}

/// The columns of [`CurveRow`].
pub fn curve_columns() -> Vec<Column<CurveRow>> {
    type C = Column<CurveRow>;
    vec![
        C::raw("method", |row| row.method.name().into()),
        C::raw("ntc", |row| row.share.into()),
        C::raw("sr", |row| within(row.success)),
    ]
}
