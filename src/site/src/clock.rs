use std::time::{SystemTime, UNIX_EPOCH};

/// Unix time in seconds, which calibrations expire by; `None` for a clock before 1970.
pub fn unix_s() -> Option<u64> {
    SystemTime::now().duration_since(UNIX_EPOCH).ok().map(|since| since.as_secs())
}
