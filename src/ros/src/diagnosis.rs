/// How well one part of a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// As it should be.
    Ok,
    /// Works, but somebody should look.
    Warn,
    /// Does not do what it is there for.
    Error,
}

/// One line of `/diagnostics`.
#[derive(Debug, Clone)]
pub struct Diagnosis {
    /// The part, such as "calibration".
    pub part: &'static str,
    /// How well it is.
    pub level: Level,
    /// In a sentence.
    pub message: String,
    /// Figures by name.
    pub values: Vec<(&'static str, String)>,
}

impl Diagnosis {
    /// A part that is well.
    pub fn ok(part: &'static str, message: impl Into<String>) -> Self {
        Self { part, level: Level::Ok, message: message.into(), values: Vec::new() }
    }

    /// A part somebody should look at.
    pub fn warn(part: &'static str, message: impl Into<String>) -> Self {
        Self { level: Level::Warn, ..Self::ok(part, message) }
    }

    /// A part that does not do what it is there for.
    pub fn error(part: &'static str, message: impl Into<String>) -> Self {
        Self { level: Level::Error, ..Self::ok(part, message) }
    }

    /// With a figure.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl ToString) -> Self {
        self.values.push((name, value.to_string()));
        self
    }
}
