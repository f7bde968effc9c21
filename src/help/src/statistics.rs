use std::{collections::BTreeMap, time::Duration};

use surefleet_fleet::RobotId;

use crate::{Account, Ending};

/// The desk's load, and the waiting times of robots.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DeskStatistics {
    /// Requests in the queue, claimed ones included.
    pub open: usize,
    /// Requests in the queue that an operator works on.
    pub claimed: usize,
    /// How long the oldest request in the queue has waited so far.
    pub oldest_open: Duration,
    /// Refused requests, claims and answers in this life of the desk.
    pub refused: u64,
    /// The statistics of each robot that ever asked.
    pub robots: BTreeMap<RobotId, RobotStatistics>,
}

/// How the requests of one robot, or of all robots, ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RobotStatistics {
    /// Requests in the queue.
    pub open: u64,
    /// Requests that people answered.
    pub answered: u64,
    /// Requests whose deadline passed.
    pub expired: u64,
    /// Requests that were withdrawn.
    pub withdrawn: u64,
    /// Total waiting time of the requests that people answered.
    pub waited: Duration,
    /// The longest of these waiting times.
    pub longest_wait: Duration,
    /// Answers by people who had claimed the request.
    pub worked_on: u64,
    /// Total time of these claims.
    pub worked: Duration,
    /// Answers that chose the option with the best score.
    pub agreed: u64,
    /// Decisions of the robot that the desk heard of in this life.
    pub decisions: u64,
    /// Requests in this life of the desk.
    pub asked_since_start: u64,
}

impl DeskStatistics {
    /// The sum over all robots.
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

    /// Average time that a request waits for a person; `None`: none was answered yet.
    pub fn mean_wait(&self) -> Option<Duration> {
        mean(self.waited, self.answered)
    }

    /// Average time that people work on a claimed request; `None`: none of those was answered yet.
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
