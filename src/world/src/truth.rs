/// A truth of three values, ordered: false, unknown, true.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Truth {
    /// Known to be false.
    False,
    /// Not known.
    Unknown,
    /// Known to be true.
    True,
}

impl Truth {
    /// Whether it is known to be true.
    pub const fn is_true(self) -> bool {
        matches!(self, Self::True)
    }

    /// Whether it is known to be false.
    pub const fn is_false(self) -> bool {
        matches!(self, Self::False)
    }
}

impl std::ops::Not for Truth {
    type Output = Self;
    fn not(self) -> Self {
        match self {
            Self::False => Self::True,
            Self::Unknown => Self::Unknown,
            Self::True => Self::False,
        }
    }
}

impl From<bool> for Truth {
    fn from(truth: bool) -> Self {
        if truth { Self::True } else { Self::False }
    }
}
