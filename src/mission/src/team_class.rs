use std::ops::RangeInclusive;

/// The four kinds of scenario of S-ATLAS, Section V-A, by the size of the team.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TeamClass {
    /// Case Study I: one robot.
    One,
    /// Case Study II: three robots.
    Three,
    /// Case Study III: ten robots.
    Ten,
    /// Case Study IV: fifteen robots.
    Fifteen,
}

impl TeamClass {
    /// All classes, small teams first.
    pub const ALL: [Self; 4] = [Self::One, Self::Three, Self::Ten, Self::Fifteen];

    /// N.
    pub const fn team_size(self) -> usize {
        match self {
            Self::One => 1,
            Self::Three => 3,
            Self::Ten => 10,
            Self::Fifteen => 15,
        }
    }

    /// The possible numbers of sub-tasks in a mission.
    pub const fn subtasks(self) -> RangeInclusive<usize> {
        match self {
            Self::One => 4..=4,
            Self::Three | Self::Ten => 4..=8,
            Self::Fifteen => 10..=10,
        }
    }

    /// H.
    pub const fn horizon(self) -> u32 {
        match self {
            Self::One => 15,
            Self::Three => 9,
            Self::Ten | Self::Fifteen => 4,
        }
    }

    /// The probability of the class in the paper's distribution, in tenths.
    pub const fn weight_tenths(self) -> u32 {
        match self {
            Self::One => 5,
            Self::Three | Self::Ten => 2,
            Self::Fifteen => 1,
        }
    }

    /// The probability of the class in the paper's distribution.
    pub fn weight(self) -> f64 {
        f64::from(self.weight_tenths()) / 10.0
    }
}
