use std::{collections::BTreeMap, time::Duration};

use surefleet_fleet::RobotId;

use crate::{Account, Ending};

/// How busy the desk is, and how long robots wait.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Statistics {
    /// Requests in the queue, claimed ones included.
    pub open: usize,
    /// Requests in the queue that somebody works on.
    pub claimed: usize,
    /// How long the oldest request in the queue has waited so far.
    pub oldest_open: Duration,
    /// Requests, claims and answers that were not accepted, in this life of the desk.
    pub refused: u64,
    /// Robot by robot, those that ever asked.
    pub robots: BTreeMap<RobotId, RobotStatistics>,
}

/// How one robot's requests ended, or all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RobotStatistics {
    /// Requests in the queue.
    pub open: u64,
    /// Requests that people answered.
    pub answered: u64,
    /// Requests whose deadline passed.
    pub expired: u64,
    /// Requests that nobody waited for any more.
    pub withdrawn: u64,
    /// How long the requests that people answered had waited, together.
    pub waited: Duration,
    /// How long the slowest of them had waited.
    pub longest_wait: Duration,
    /// Answers by people who had claimed the request.
    pub worked_on: u64,
    /// How long they had held the claim, together.
    pub worked: Duration,
    /// Answers that chose the option with the best score.
    pub agreed: u64,
    /// Decisions of the robot that were heard of, in this life of the desk.
    pub decisions: u64,
    /// Requests in this life of the desk.
    pub asked_since_start: u64,
}

impl Statistics {
    /// Of all robots together.
    pub fn total(&self) -> RobotStatistics {
        self.robots.values().fold(RobotStatistics::default(), |sum, robot| RobotStatistics {
            open: sum.open + robot.open,
            answered: sum.answered + robot.answered,
            expired: sum.expired + robot.expired,
            withdrawn: sum.withdrawn + robot.withdrawn,
            waited: sum.waited.saturating_add(robot.waited),
            longest_wait: sum.longest_wait.max(robot.longest_wait),
            worked_on: sum.worked_on + robot.worked_on,
            worked: sum.worked.saturating_add(robot.worked),
            agreed: sum.agreed + robot.agreed,
            decisions: sum.decisions + robot.decisions,
            asked_since_start: sum.asked_since_start + robot.asked_since_start,
        })
    }
}

impl RobotStatistics {
    /// Requests, open ones included.
    pub fn asked(&self) -> u64 {
        self.open + self.answered + self.expired + self.withdrawn
    }

    /// How long a request waits for a person on average; `None`: none was answered yet.
    pub fn mean_wait(&self) -> Option<Duration> {
        mean(self.waited, self.answered)
    }

    /// How long people work on a request that they claimed on average; `None`: none of those was answered yet.
    pub fn mean_work(&self) -> Option<Duration> {
        mean(self.worked, self.worked_on)
    }

    pub(crate) fn count(&mut self, ending: &Ending, account: &Account) {
        match ending {
            Ending::Answered { .. } => {
                self.answered += 1;
                self.waited = self.waited.saturating_add(account.waited);
                self.longest_wait = self.longest_wait.max(account.waited);
                self.worked_on += u64::from(account.worked.is_some());
                self.worked = self.worked.saturating_add(account.worked.unwrap_or_default());
                self.agreed += u64::from(account.agreed);
            }
            Ending::Expired { .. } => self.expired += 1,
            Ending::Withdrawn => self.withdrawn += 1,
        }
    }
}

fn mean(sum: Duration, count: u64) -> Option<Duration> {
    sum.checked_div(u32::try_from(count).unwrap_or(u32::MAX))
}
