use std::ops::Range;

use surefleet_mission::TeamClass;

/// Disjoint ranges of scenario seeds: no mission is used for two purposes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Split {
    /// Thresholds are calibrated on these.
    Calibration,
    /// Coverage, success and help are measured on these.
    Test,
    /// The golden prompts come from these.
    Golden,
}

impl Split {
    /// The split's name in a calibration file.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Calibration => "seeds from 1 * 2^48",
            Self::Test => "seeds from 2 * 2^48",
            Self::Golden => "seeds from 3 * 2^48",
        }
    }

    /// The split that a seed is of, and the number of its mission's team; `None`: nothing draws it.
    pub const fn of(seed: u64) -> Option<(Self, u16)> {
        let split = match seed >> 48 {
            1 => Self::Calibration,
            2 => Self::Test,
            3 => Self::Golden,
            _ => return None,
        };
        Some((split, (seed >> 32 & 0xffff) as u16))
    }

    /// The numbers of the first `count` missions of a draw; draws 1 to 4096 have up to 2^20 missions each, and share none.
    ///
    /// # Panics
    /// For another draw, or more missions.
    pub fn numbers(draw: u32, count: u32) -> Range<u32> {
        assert!((1..=4096).contains(&draw) && count <= 1 << 20, "draw {draw} of {count} missions");
        let first = (draw - 1) << 20;
        // The last draw ends at the last number that there is.
        first..first.saturating_add(count)
    }

    /// The seed of a scenario of deliveries; classes have seeds of their own, as a calibration file demands.
    pub const fn seed(self, class: TeamClass, index: u32) -> u64 {
        self.seed_of(class.team_size() as u16, index)
    }

    /// The seed of a scenario of the team with this number ([`Missions::teams`](crate::Missions::teams)).
    pub const fn seed_of(self, team: u16, index: u32) -> u64 {
        let split: u64 = match self {
            Self::Calibration => 1,
            Self::Test => 2,
            Self::Golden => 3,
        };
        (split << 48) | ((team as u64) << 32) | index as u64
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn draws_share_no_mission() {
        assert_eq!(Split::numbers(1, 300), 0..300);
        assert_eq!(Split::numbers(1, 1 << 20).end, Split::numbers(2, 1).start);
        assert_eq!(Split::numbers(4096, 1 << 20), 4095 << 20..u32::MAX);
    }

    #[test]
    fn no_seed_serves_two_splits_or_two_classes() {
        let splits = [Split::Calibration, Split::Test, Split::Golden];
        let seeds = splits.iter().flat_map(|split| {
            TeamClass::ALL.into_iter().flat_map(move |class| [0, 1, u32::MAX].map(|index| split.seed(class, index)))
        });
        let seeds: Vec<u64> = seeds.collect();
        assert_eq!(seeds.len(), 36);
        assert_eq!(seeds.iter().collect::<HashSet<_>>().len(), 36);
        assert_eq!(Split::of(7), None);
        for split in splits {
            let start: u64 = split.seed(TeamClass::One, 0) >> 48;
            assert_eq!(split.name(), format!("seeds from {start} * 2^48"));
            for class in TeamClass::ALL {
                assert_eq!(Split::of(split.seed(class, u32::MAX)), Some((split, class.team_size() as u16)));
            }
        }
    }
}
