use surefleet_site::peak_memory_mb;

use crate::measurement::{Column, Unit};

/// Figures of a case.
pub struct CaseRow {
    pub case: String,
    pub constraints: usize,
    pub robots: usize,
    pub turns: usize,
    pub compile_ms: Option<f64>,
    pub propose_ms: Option<f64>,
    pub confirm_ms: Option<f64>,
    pub admit_ms: Option<f64>,
    pub check_us_median: Option<f64>,
    pub check_us_p99: Option<f64>,
    pub undetermined_share: Option<f64>,
    pub rss_mb: Option<f64>,
    pub is_stalled: bool,
}

impl CaseRow {
    /// Only this process's memory is measured yet.
    pub fn new(case: String, constraints: usize, robots: usize) -> Self {
        Self {
            case,
            constraints,
            robots,
            turns: 0,
            compile_ms: None,
            propose_ms: None,
            confirm_ms: None,
            admit_ms: None,
            check_us_median: None,
            check_us_p99: None,
            undetermined_share: None,
            rss_mb: peak_memory_mb(std::process::id()),
            is_stalled: false,
        }
    }
}

/// The columns of every sort of case; a sheet shows those that were measured of its own.
pub fn columns() -> Vec<Column<CaseRow>> {
    type C = Column<CaseRow>;
    let tenth = |_: &CaseRow| Some(100.0);
    vec![
        C::new("case", "case", Unit::Plain, |row| row.case.as_str().into()),
        C::new("constraints", "constraints", Unit::Plain, |row| row.constraints.into()),
        C::new("robots", "robots", Unit::Plain, |row| row.robots.into()),
        C::new("turns", "turns", Unit::Plain, |row| row.turns.into()),
        C::new("compile_ms", "compile", Unit::Milliseconds(1), |row| row.compile_ms.into()).or("stalled"),
        C::new("propose_ms", "longest proposal", Unit::Milliseconds(0), |row| row.propose_ms.into()).at_most(tenth),
        C::new("confirm_ms", "longest confirmation", Unit::Milliseconds(0), |row| row.confirm_ms.into()).at_most(tenth),
        C::new("admit_ms", "admission", Unit::Milliseconds(0), |row| row.admit_ms.into()).at_most(tenth),
        C::new("check_us_median", "turn: median (target)", Unit::Microseconds(0), |row| row.check_us_median.into())
            .at_most(median_limit),
        C::new("check_us_p99", "p99 (target)", Unit::Microseconds(0), |row| row.check_us_p99.into()).at_most(p99_limit),
        C::new("undetermined_share", "undetermined", Unit::Percent(1), |row| row.undetermined_share.into()),
        C::new("rss_mb", "peak memory", Unit::Megabytes(0), |row| row.rss_mb.into()),
        C::raw("stalled", |row| row.is_stalled.into()),
    ]
}

/// The limit of a live turn in this process, or through a monitor's service. Of a service, only the memory is known.
fn median_limit(row: &CaseRow) -> Option<f64> {
    let is_served = row.undetermined_share.is_none() && row.propose_ms.is_none() && row.rss_mb.is_some();
    if row.case.ends_with("live") { Some(50.0) } else { is_served.then_some(3000.0) }
}

/// A turn in this process: one with dead ends may take longer.
fn p99_limit(row: &CaseRow) -> Option<f64> {
    let limit = if row.case.ends_with("live") { 1000.0 } else { 15_000.0 };
    row.undetermined_share.map(|_| limit)
}
