use serde::Serialize;
use surefleet_site::peak_memory_mb;

/// What was measured of a case.
#[derive(Serialize)]
pub struct Row {
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
    #[serde(rename = "stalled")]
    pub is_stalled: bool,
}

impl Row {
    /// Nothing but this process's memory is measured yet.
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
