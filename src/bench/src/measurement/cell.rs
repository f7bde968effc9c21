//! Values of a row, and how people read them.

/// A value of a row.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    Text(String),
    Count(u64),
    Number(f64),
    Flag(bool),
    /// A share with its 95 % interval, which JSON has under the same name with `_95`.
    Within(f64, [f64; 2]),
    /// A 95 % interval alone.
    Interval([f64; 2]),
    /// Numbers by what was counted.
    Counts(Vec<(String, u64)>),
    /// It was not measured: null in JSON.
    Missing,
    /// The row has no such field.
    Absent,
}

impl Cell {
    pub(super) fn is_there(&self) -> bool {
        !matches!(self, Self::Missing | Self::Absent)
    }

    pub(super) fn number(&self) -> Option<f64> {
        match self {
            Self::Count(count) => Some(*count as f64),
            Self::Number(number) | Self::Within(number, _) => Some(*number),
            _ => None,
        }
    }
}

/// The unit of a number, and how many of its digits are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Shown without change.
    Plain,
    /// A number without a unit, with this many digits after the point.
    Digits(usize),
    /// A share from 0 to 1, shown in percent.
    Percent(usize),
    Microseconds(usize),
    Milliseconds(usize),
    Seconds(usize),
    Megabytes(usize),
    /// A number that may be beyond all measure.
    Large,
}

impl Unit {
    /// A number with its unit.
    pub fn figure(self, value: f64) -> String {
        match self {
            Self::Plain => value.to_string(),
            Self::Digits(digits) => format!("{value:.digits$}"),
            Self::Percent(digits) => format!("{:.digits$} %", 100.0 * value),
            Self::Microseconds(digits) => format!("{value:.digits$} us"),
            Self::Milliseconds(digits) => format!("{value:.digits$} ms"),
            Self::Seconds(digits) => format!("{value:.digits$} s"),
            Self::Megabytes(digits) => format!("{value:.digits$} MB"),
            Self::Large if value < 1e6 => format!("{value:.0}"),
            Self::Large => format!("{value:.3e}"),
        }
    }

    pub(super) fn show(self, cell: &Cell) -> String {
        let range = |[low, high]: [f64; 2]| format!("{} to {}", self.figure(low), self.figure(high));
        match cell {
            Cell::Text(text) => text.clone(),
            Cell::Count(count) if self == Self::Plain => count.to_string(),
            Cell::Count(count) => self.figure(*count as f64),
            Cell::Number(number) => self.figure(*number),
            Cell::Flag(is_so) => if *is_so { "yes" } else { "no" }.to_owned(),
            Cell::Within(value, interval) => format!("{} ({})", self.figure(*value), range(*interval)),
            Cell::Interval(interval) => range(*interval),
            Cell::Counts(counts) => {
                counts.iter().map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>().join(", ")
            }
            Cell::Missing | Cell::Absent => String::new(),
        }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<u64> for Cell {
    fn from(count: u64) -> Self {
        Self::Count(count)
    }
}

impl From<usize> for Cell {
    fn from(count: usize) -> Self {
        Self::Count(count as u64)
    }
}

impl From<u32> for Cell {
    fn from(count: u32) -> Self {
        Self::Count(count.into())
    }
}

impl From<u16> for Cell {
    fn from(count: u16) -> Self {
        Self::Count(count.into())
    }
}

impl From<f64> for Cell {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<bool> for Cell {
    fn from(is_so: bool) -> Self {
        Self::Flag(is_so)
    }
}

impl<T: Into<Self>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Missing, Into::into)
    }
}
