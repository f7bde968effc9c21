/// The peak of a process's resident memory so far, in MiB; `None` if `/proc` does not say.
pub fn peak_memory_mb(process: u32) -> Option<f64> {
    memory_mb(process, "VmHWM:")
}

/// A process's current resident memory, in MiB; `None` if `/proc` does not say.
pub fn resident_memory_mb(process: u32) -> Option<f64> {
    memory_mb(process, "VmRSS:")
}

fn memory_mb(process: u32, field: &str) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with(field))?;
    line.split_whitespace().nth(1)?.parse::<f64>().ok().map(|kilobytes| kilobytes / 1024.0)
}
