//! The place, time and way in which figures were measured.

use std::{path::Path, time::SystemTime};

use serde::Serialize;

/// The place, time and way in which figures were measured: the head of every bench's JSON.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Circumstances {
    /// Layout of the JSON object.
    pub schema: u32,
    /// The machine that the figures were measured on.
    pub machine: Machine,
    /// UTC, such as `2025-11-21T10:00:00Z`.
    pub date: String,
    /// The command line.
    pub command: String,
}

/// A machine in words.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Machine {
    /// Model of the processor.
    pub cpu: String,
    /// Cores that this process may use.
    pub cores: usize,
    /// Memory in GiB.
    pub memory_gib: f64,
    /// Operating system and kernel.
    pub system: String,
}

impl Circumstances {
    /// As they are now.
    pub fn now() -> Self {
        let words = std::env::args().skip(1).map(|word| if word.contains(' ') { format!("{word:?}") } else { word });
        let command: Vec<String> = ["surefleet", "bench"].map(str::to_owned).into_iter().chain(words).collect();
        let since_epoch = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        Self { schema: 1, machine: Machine::here(), date: utc(since_epoch.as_secs()), command: command.join(" ") }
    }
}

impl Machine {
    fn here() -> Self {
        let unknown = || "unknown".to_owned();
        let memory_kib = field("/proc/meminfo", "MemTotal").and_then(|text| text.split(' ').next()?.parse().ok());
        let kernel = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
        let system = std::fs::read_to_string("/etc/os-release").ok().and_then(|text| {
            let name = text.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="))?;
            Some(name.trim_matches('"').to_owned())
        });
        Self {
            cpu: field("/proc/cpuinfo", "model name").unwrap_or_else(unknown),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            memory_gib: memory_kib.map_or(0.0, |kib: f64| (kib / (1 << 20) as f64 * 10.0).round() / 10.0),
            system: format!("{}, {} {}", system.unwrap_or_else(unknown), std::env::consts::OS, kernel.trim()),
        }
    }
}

/// The value of `name: value` in a file of the kernel.
fn field(path: impl AsRef<Path>, name: &str) -> Option<String> {
    let text = std::fs::read_to_string(path).ok()?;
    let mut pairs = text.lines().filter_map(|line| line.split_once(':'));
    pairs.find(|(key, _)| key.trim() == name).map(|(_, value)| value.trim().to_owned())
}

/// Unix time as a UTC date (H. Hinnant, "chrono-compatible low-level date algorithms", civil_from_days).
fn utc(unix_s: u64) -> String {
    let days = unix_s / 86_400;
    let second = unix_s % 86_400;
    // Counted from the first of March of year 0, so that a leap day is the last of its year.
    let shifted = days + 719_468;
    let era = shifted / 146_097;
    let day_of_era = shifted % 146_097;
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let hour = second / 3600;
    let minute = second / 60 % 60;
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{:02}Z", second % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_date_u() {
        // date -u -d @... +%FT%TZ
        for (unix_s, date) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_763_719_384, "2025-11-21T10:03:04Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(utc(unix_s), date);
        }
    }
}
