use crate::Attempt;

/// The maker of an attempt's first turn. Attempts are divided among issuers, so that no two make the same one.
///
/// A team of n robots has n + 1 issuers. Attempt a belongs to the robot at place a mod (n + 1) of the team, or to the
/// monitor if that place is n. Paxos numbers its ballots in this way (Lamport, "The part-time parliament", section
/// 2.2): if two robots regenerate a lost turn at once, they make two attempts, and the later one counts. The one
/// exception is attempt 0 of step 1, which the monitor makes; the first robot has no use for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Issuer {
    /// The safety monitor.
    Monitor,
    /// The robot at this place in the team, from 0.
    Robot(usize),
}

impl Issuer {
    /// The issuer's first attempt after `after`, or its first attempt at all if the step has none yet.
    ///
    /// `None` if the step was tried more often than attempts can count.
    pub fn next_attempt(self, team: usize, after: Option<Attempt>) -> Option<Attempt> {
        self.attempt_past(team, after, 0)
    }

    /// The issuer's first attempt after `after` once it has skipped `rounds` of its attempts.
    ///
    /// `None` if the step was tried more often than attempts can count.
    pub fn attempt_past(self, team: usize, after: Option<Attempt>, rounds: u32) -> Option<Attempt> {
        let issuers = u32::try_from(team).ok()?.checked_add(1)?;
        let slot = match self {
            Self::Monitor => issuers - 1,
            Self::Robot(place) => u32::try_from(place).ok()?,
        };
        let least = after.map_or(0, |after| after.0.saturating_add(1));
        let up = (slot + issuers - least % issuers) % issuers;
        let attempt = least.checked_add(up)?.checked_add(issuers.checked_mul(rounds)?)?;
        Some(Attempt(attempt)).filter(|attempt| *attempt < Attempt::LIMIT)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_first_robot_of_a_team_of_three_issues_attempts_0_4_8() {
        let first = Issuer::Robot(0).next_attempt(3, None);
        assert_eq!(first, Some(Attempt(0)));
        assert_eq!(Issuer::Robot(0).next_attempt(3, first), Some(Attempt(4)));
        assert_eq!(Issuer::Robot(0).attempt_past(3, first, 2), Some(Attempt(12)));
        assert_eq!(Issuer::Monitor.next_attempt(3, first), Some(Attempt(3)));
        assert_eq!(Issuer::Robot(0).next_attempt(3, Some(Attempt(Attempt::LIMIT.0 - 1))), None);
    }

    proptest! {
        #[test]
        fn no_two_issuers_make_the_same_attempt(team in 1..101_usize, one in 0..101_usize, two in 0..101_usize, after in 0..1000_u32, rounds in 0..9_u32) {
            prop_assume!(one < team && two < team && one != two);
            let of = |place| Issuer::Robot(place).attempt_past(team, Some(Attempt(after)), rounds);
            prop_assert!(of(one) > Some(Attempt(after)));
            prop_assert_ne!(of(one), of(two));
            prop_assert_ne!(of(one).map(|a| a.0 as usize % (team + 1)), Issuer::Monitor.next_attempt(team, None).map(|a| a.0 as usize % (team + 1)));
        }
    }
}
