//! The rows of the tables.

use anyhow::Result;
use surefleet_houses::SizeClass;

use super::{
    episode::EpisodeEnd,
    measures::{Estimate, SceneEnds, success_of},
    method::Method,
};
use crate::measurement::{Cell, Column, Unit};

/// Shares of `T_max` at which the paper gives success rates.
const SHARES: [f64; 3] = [0.4, 0.8, 1.0];

/// The episodes of teams of one size at one rate of messages: the same scenes for all methods.
pub struct Round {
    pub robots: usize,
    /// Messages a second.
    pub rate: f64,
    pub methods: Vec<Method>,
    pub scenes: Vec<SceneEnds>,
}

/// One method on the scenes of a size, or on all.
pub struct MethodRow {
    robots: usize,
    rate: f64,
    method: Method,
    size: &'static str,
    scenes: usize,
    success: [Estimate; 3],
    over_time: Estimate,
    wrong: f64,
    time_cost: Estimate,
    seconds: f64,
    euclidean: f64,
    frontier: Option<f64>,
    messages: f64,
    findings: f64,
    answers: f64,
    bytes: f64,
    driven_m: f64,
}

/// Ours minus another method.
pub struct GainRow {
    pub robots: usize,
    pub over: Method,
    pub size: &'static str,
    success: [Estimate; 3],
    over_time: Estimate,
    pub time_cost: Estimate,
}

/// Success by a share of `T_max`.
pub struct CurveRow {
    pub robots: usize,
    pub rate: f64,
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
    pub fn all(round: &Round) -> Result<Vec<Self>> {
        let mut rows = Vec::new();
        for (size, scenes) in by_size(&round.scenes) {
            for &method in &round.methods {
                rows.push(Self::of(round, &scenes, size, method)?);
            }
        }
        Ok(rows)
    }

    /// Whether the row is about all sizes together.
    pub fn is_of_all_sizes(&self) -> bool {
        self.size == "all"
    }

    fn of(round: &Round, scenes: &[&SceneEnds], size: &'static str, method: Method) -> Result<Self> {
        let success = |by| Estimate::success(scenes, method, by);
        let estimate = |of: fn(&EpisodeEnd) -> f64| Estimate::mean(scenes, method, of);
        let mean = |of: fn(&EpisodeEnd) -> f64| Ok::<f64, anyhow::Error>(estimate(of)?.mean);
        let seconds = mean(|end| end.seconds)?;
        let plain = Estimate::mean(scenes, Method::PlainFrontiers, |end| end.seconds).ok();
        Ok(Self {
            robots: round.robots,
            rate: round.rate,
            method,
            size,
            scenes: scenes.len(),
            success: [success(SHARES[0])?, success(SHARES[1])?, success(SHARES[2])?],
            over_time: estimate(EpisodeEnd::success_over_time)?,
            wrong: mean(|end| end.wrong() as f64 / end.questions.len() as f64)?,
            time_cost: estimate(EpisodeEnd::time_cost)?,
            seconds,
            euclidean: mean(|end| end.straight_m)? / mean(|end| end.driven_m)?,
            frontier: plain.map(|plain| plain.mean / seconds),
            messages: mean(|end| end.said.messages() as f64)?,
            findings: mean(|end| end.said.findings as f64)?,
            answers: mean(|end| end.said.answers as f64)?,
            bytes: mean(|end| end.said.bytes as f64)?,
            driven_m: mean(|end| end.driven_m)?,
        })
    }

    fn is_of_the_paper(&self) -> bool {
        self.size == "all" && self.robots == 2 && self.rate == 1.0
    }

    /// The paper's success rate at a place of [`SHARES`], for all sizes (Section V-D).
    fn paper_success(&self, place: usize) -> Option<f64> {
        match (self.method, place) {
            (Method::Ours, 0) => Some(0.68),
            (Method::PlainFrontiers, 1) => Some(0.65),
            _ => None,
        }
        .filter(|_| self.is_of_the_paper())
    }

    /// The paper's seconds until all questions are answered.
    fn paper_seconds(&self) -> Option<f64> {
        match self.method {
            Method::Ours => Some(445.0),
            Method::PlainFrontiers => Some(594.0),
            _ => None,
        }
        .filter(|_| self.is_of_the_paper())
    }
}

impl GainRow {
    /// Ours beside each other method, by size.
    ///
    /// # Errors
    /// No scenes.
    pub fn all(round: &Round) -> Result<Vec<Self>> {
        let mut rows = Vec::new();
        for (size, scenes) in by_size(&round.scenes) {
            for &over in round.methods.iter().filter(|&&method| method != Method::Ours) {
                let success = |by| Estimate::gain(&scenes, over, move |end| success_of(end, by));
                let success = [success(SHARES[0])?, success(SHARES[1])?, success(SHARES[2])?];
                let over_time = Estimate::gain(&scenes, over, EpisodeEnd::success_over_time)?;
                let time_cost = Estimate::gain(&scenes, over, EpisodeEnd::time_cost)?;
                rows.push(Self { robots: round.robots, over, size, success, over_time, time_cost });
            }
        }
        Ok(rows)
    }

    /// The paper's Advantage of its largest houses (Section V-D), of which it says 0.6.
    fn paper_advantage(&self) -> Option<f64> {
        let is_given = self.over == Method::PlainFrontiers && self.size == "3" && self.robots == 2;
        is_given.then_some(-0.6)
    }
}

impl CurveRow {
    /// Forty points of each method's curve.
    ///
    /// # Errors
    /// No scenes.
    pub fn all(round: &Round) -> Result<Vec<Self>> {
        let scenes: Vec<&SceneEnds> = round.scenes.iter().collect();
        let methods = round.methods.iter();
        let points = methods.flat_map(|&method| (0..=40).map(move |step| (method, f64::from(step) / 40.0)));
        points
            .map(|(method, share)| {
                let success = Estimate::success(&scenes, method, share)?;
                Ok(Self { robots: round.robots, rate: round.rate, method, share, success })
            })
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
        C::new("robots", "robots", Unit::Plain, |row| row.robots.into()),
        C::new("message_rate", "messages a second", Unit::Plain, |row| row.rate.into()),
        C::new("size", "size of houses", Unit::Plain, |row| row.size.into()),
        C::new("method", "method", Unit::Plain, |row| row.method.name().into()),
        C::new("paper_method", "in the paper", Unit::Plain, |row| row.method.paper_name().into()),
        C::new("scenes", "scenes", Unit::Plain, |row| row.scenes.into()),
        C::new("sr_40", "SR at NTC 0.4", share, |row| within(row.success[0])),
        C::new("paper_sr_40", "paper", share, |row| row.paper_success(0).into()),
        C::new("sr_80", "SR at NTC 0.8", share, |row| within(row.success[1])),
        C::new("paper_sr_80", "paper", share, |row| row.paper_success(1).into()),
        C::new("sr", "SR at the end", share, |row| within(row.success[2])),
        C::new("sr_mean", "mean SR over NTC", Unit::Percent(1), |row| within(row.over_time)),
        C::new("wrong", "answered wrong", share, |row| row.wrong.into()),
        C::new("ntc", "NTC", Unit::Digits(2), |row| within(row.time_cost)),
        C::new("seconds", "seconds", Unit::Digits(0), |row| row.seconds.into()),
        C::new("paper_seconds", "paper", Unit::Digits(0), |row| row.paper_seconds().into()),
        C::new("euclidean_efficiency", "Euclidean efficiency", Unit::Digits(2), |row| row.euclidean.into()),
        C::new("frontier_efficiency", "frontier-based efficiency", Unit::Digits(2), |row| row.frontier.into()),
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
        C::new("robots", "robots", Unit::Plain, |row| row.robots.into()),
        C::new("size", "size of houses", Unit::Plain, |row| row.size.into()),
        C::new("over", "ours minus", Unit::Plain, |row| row.over.name().into()),
        C::new("sr_40", "SR at NTC 0.4", share, |row| within(row.success[0])),
        C::new("sr_80", "SR at NTC 0.8", share, |row| within(row.success[1])),
        C::new("sr", "SR at the end", share, |row| within(row.success[2])),
        C::new("sr_mean", "mean SR over NTC", Unit::Percent(1), |row| within(row.over_time)),
        C::new("ntc", "NTC (Advantage)", Unit::Digits(2), |row| within(row.time_cost)),
        C::new("paper_ntc", "paper", Unit::Digits(2), |row| row.paper_advantage().into()),
    ]
}

/// The columns of [`CurveRow`].
pub fn curve_columns() -> Vec<Column<CurveRow>> {
    type C = Column<CurveRow>;
    vec![
        C::raw("robots", |row| row.robots.into()),
        C::raw("message_rate", |row| row.rate.into()),
        C::raw("method", |row| row.method.name().into()),
        C::raw("ntc", |row| row.share.into()),
        C::raw("sr", |row| within(row.success)),
    ]
}
