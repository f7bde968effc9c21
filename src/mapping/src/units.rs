use std::{
    fmt,
    ops::{Add, Div, Mul, Sub},
};

use serde::{Deserialize, Serialize};

/// A length in metres (REP 103).
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Metres(f64);

impl Metres {
    /// No length.
    pub const ZERO: Self = Self(0.0);

    /// From a number of metres. Whoever takes a length checks it.
    pub const fn new(metres: f64) -> Self {
        Self(metres)
    }

    /// The number of metres.
    pub const fn get(self) -> f64 {
        self.0
    }

    pub(crate) fn is_length(self) -> bool {
        self.0.is_finite() && self.0 > 0.0
    }
}

impl Add for Metres {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Metres {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Mul<f64> for Metres {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        Self(self.0 * factor)
    }
}

impl Div for Metres {
    type Output = f64;
    fn div(self, other: Self) -> f64 {
        self.0 / other.0
    }
}

impl fmt::Display for Metres {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} m", self.0)
    }
}
