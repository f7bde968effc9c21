use std::ops::Add;

use crate::{ActionOutcome, ActionVerdict};

/// Counts of a detector's verdicts on actions with known truth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Verdicts on actions that truly succeeded.
    pub successes: ClassTally,
    /// Verdicts on actions that truly failed.
    pub failures: ClassTally,
}

/// Counts of verdicts within one true class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ClassTally {
    /// Judged right without asking.
    pub right: u64,
    /// Judged wrong without asking: a missed failure, or a false alarm.
    pub wrong: u64,
    /// Left to a person.
    pub asked: u64,
}

impl Add for ClassTally {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { right: self.right + other.right, wrong: self.wrong + other.wrong, asked: self.asked + other.asked }
    }
}

impl Add for Tally {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { successes: self.successes + other.successes, failures: self.failures + other.failures }
    }
}

impl ClassTally {
    /// All actions of the class.
    pub fn all(&self) -> u64 {
        self.right + self.wrong + self.asked
    }

    /// Share that was wrong and not asked, as bounded by [`DecisionRule::Conformal`](crate::DecisionRule::Conformal); `None` if empty.
    pub fn wrong_unasked(&self) -> Option<f64> {
        share(self.wrong, self.all())
    }
}

impl Tally {
    /// Counts a verdict on an action with this truth.
    pub fn note(&mut self, truth: ActionOutcome, verdict: &ActionVerdict) {
        let class = match truth {
            ActionOutcome::Success => &mut self.successes,
            ActionOutcome::Failure => &mut self.failures,
        };
        match (verdict, truth) {
            (ActionVerdict::Uncertain { .. }, _) => class.asked += 1,
            (ActionVerdict::Success, ActionOutcome::Success) | (ActionVerdict::Failure(_), ActionOutcome::Failure) => {
                class.right += 1
            }
            (ActionVerdict::Success, ActionOutcome::Failure) | (ActionVerdict::Failure(_), ActionOutcome::Success) => {
                class.wrong += 1
            }
        }
    }

    /// Share of right verdicts among those made without asking (KnowLoop, IV-B.d); `None` if all were asked.
    pub fn detection_accuracy(&self) -> Option<f64> {
        let right = self.successes.right + self.failures.right;
        share(right, right + self.successes.wrong + self.failures.wrong)
    }

    /// Share of all actions that was left to a person (KnowLoop, IV-B.e); `None` if there are none.
    pub fn human_involvement(&self) -> Option<f64> {
        share(self.successes.asked + self.failures.asked, self.successes.all() + self.failures.all())
    }
}

fn share(part: u64, all: u64) -> Option<f64> {
    (all > 0).then(|| part as f64 / all as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_leave_out_what_a_person_judged() {
        let mut tally = Tally::default();
        assert_eq!((tally.detection_accuracy(), tally.human_involvement()), (None, None));
        let uncertain = || ActionVerdict::Uncertain { why: "dark".into(), readings: Vec::new() };
        let failure = || ActionVerdict::Failure("on the floor".into());
        for verdict in [ActionVerdict::Success, ActionVerdict::Success, failure(), uncertain()] {
            tally.note(ActionOutcome::Success, &verdict);
        }
        for verdict in [
            failure(),
            ActionVerdict::Success,
            ActionVerdict::Success,
            ActionVerdict::Success,
            uncertain(),
            uncertain(),
        ] {
            tally.note(ActionOutcome::Failure, &verdict);
        }
        assert_eq!(tally.successes, ClassTally { right: 2, wrong: 1, asked: 1 });
        assert_eq!(tally.failures, ClassTally { right: 1, wrong: 3, asked: 2 });
        assert_eq!((tally.detection_accuracy(), tally.human_involvement()), (Some(3.0 / 7.0), Some(0.3)));
        assert_eq!((tally.successes.wrong_unasked(), tally.failures.wrong_unasked()), (Some(0.25), Some(0.5)));
    }
}
