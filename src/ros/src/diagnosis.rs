/// Health of one part of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// As it should be.
    Ok,
    /// Works, but a person should look at it.
    Warn,
    /// Does not do its job.
    Error,
}

/// One line of `/diagnostics`.
#[derive(Debug, Clone)]
pub struct Diagnosis {
    /// The part, such as "calibration".
    pub part: &'static str,
    /// Its health.
    pub level: Level,
    /// The finding in a sentence.
    pub message: String,
    /// Figures by name.
    pub values: Vec<(&'static str, String)>,
}

impl Diagnosis {
    /// A healthy part.
    pub fn ok(part: &'static str, message: impl Into<String>) -> Self {
        Self { part, level: Level::Ok, message: message.into(), values: Vec::new() }
    }

    /// A part that a person should look at.
    pub fn warn(part: &'static str, message: impl Into<String>) -> Self {
        Self { level: Level::Warn, ..Self::ok(part, message) }
    }

    /// A part that does not do its job.
    pub fn error(part: &'static str, message: impl Into<String>) -> Self {
        Self { level: Level::Error, ..Self::ok(part, message) }
    }

    /// Adds a figure.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl ToString) -> Self {
        self.values.push((name, value.to_string()));
        self
    }
}
