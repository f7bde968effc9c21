//! The planner's progress with the turn that it holds: it weighs the replies, then perhaps asks a person.

use surefleet_fleet::Stamp;
use surefleet_language::Scores;

use super::{asking::Asking, turn::Held};
use crate::{HelpKey, Patience, Ticket, Verdicts};

/// The planner's progress with the turn that it holds.
#[derive(Debug)]
pub(crate) enum Phase {
    /// It holds no turn, or the turn is finished.
    Free,
    /// Scores and verdicts are on their way.
    Weighing(Box<(Held, Weighing)>),
    /// A person is asked.
    Asking(Box<(Held, Asking)>),
}

impl Phase {
    pub fn held(&self) -> Option<&Held> {
        match self {
            Self::Free => None,
            Self::Weighing(at) => Some(&at.0),
            Self::Asking(at) => Some(&at.0),
        }
    }

    pub fn question(&self) -> Option<&HelpKey> {
        match self {
            Self::Asking(at) => Some(&at.1.key),
            _ => None,
        }
    }

    pub fn next_deadline(&self) -> Option<Stamp> {
        match self {
            Self::Free => None,
            Self::Weighing(at) => at.1.next_deadline(),
            Self::Asking(at) => Some(at.1.next_deadline()),
        }
    }
}

/// The replies for a turn: scores and verdicts are requested at the same time and may arrive in either order.
#[derive(Debug)]
pub(crate) struct Weighing {
    patience: Patience,
    scoring: Scoring,
    checking: Checking,
    /// When the planner stops waiting for the monitor.
    give_up: Stamp,
    /// Checks in a row that failed.
    failures: u32,
}

#[derive(Debug)]
enum Scoring {
    Asked { ticket: Ticket, until: Stamp },
    Heard(Result<Scores, String>),
}

#[derive(Debug)]
enum Checking {
    Asked { ticket: Ticket, until: Stamp },
    Resting { until: Stamp },
    Heard(Verdicts),
    GivenUp(String),
}

/// The progress of a weighing.
pub(crate) enum Weighed {
    /// Something is still on its way.
    Open(Weighing),
    /// Everything is here.
    Whole { scores: Result<Scores, String>, verdicts: Verdicts },
    /// The monitor could not judge for too long, and why.
    GivenUp(String),
}

impl Weighing {
    pub fn new(now: Stamp, scores: Ticket, verdicts: Ticket, patience: Patience) -> Self {
        Self {
            patience,
            scoring: Scoring::Asked { ticket: scores, until: now + patience.scores },
            checking: Checking::Asked { ticket: verdicts, until: now + patience.verdicts },
            give_up: now + patience.monitor,
            failures: 0,
        }
    }

    /// Takes scores; `false`: nothing waits for this ticket.
    pub fn scores(&mut self, heard: Ticket, result: Result<Scores, String>) -> bool {
        let awaited = matches!(self.scoring, Scoring::Asked { ticket, .. } if ticket == heard);
        if awaited {
            self.scoring = Scoring::Heard(result);
        }
        awaited
    }

    /// Takes verdicts on `options` candidates; `false`: nothing waits for this ticket.
    pub fn verdicts(&mut self, now: Stamp, heard: Ticket, options: usize, result: Result<Verdicts, String>) -> bool {
        if !matches!(self.checking, Checking::Asked { ticket, .. } if ticket == heard) {
            return false;
        }
        match result {
            Ok(verdicts) if verdicts.candidates.len() == options => self.checking = Checking::Heard(verdicts),
            Ok(Verdicts { candidates, .. }) => {
                self.fail(now, format!("{} verdicts for {options} candidates", candidates.len()));
            }
            Err(reason) => self.fail(now, reason),
        }
        true
    }

    /// Applies expired deadlines; `true`: ask the monitor again, under the ticket.
    pub fn run_out(&mut self, now: Stamp, ticket: Ticket) -> bool {
        if matches!(self.scoring, Scoring::Asked { until, .. } if until <= now) {
            let waited = self.patience.scores;
            self.scoring = Scoring::Heard(Err(format!("no scores within {waited:?}: check the scorer")));
        }
        match self.checking {
            Checking::Asked { until, .. } if until <= now => {
                let waited = self.patience.verdicts;
                self.fail(now, format!("no verdict within {waited:?}: check that the safety monitor runs"));
                false
            }
            Checking::Resting { until } if until <= now => {
                self.checking = Checking::Asked { ticket, until: now + self.patience.verdicts };
                true
            }
            _ => false,
        }
    }

    pub fn weighed(self) -> Weighed {
        match (self.scoring, self.checking) {
            (_, Checking::GivenUp(reason)) => Weighed::GivenUp(reason),
            (Scoring::Heard(scores), Checking::Heard(verdicts)) => Weighed::Whole { scores, verdicts },
            (scoring, checking) => Weighed::Open(Self { scoring, checking, ..self }),
        }
    }

    pub fn next_deadline(&self) -> Option<Stamp> {
        let scoring = match self.scoring {
            Scoring::Asked { until, .. } => Some(until),
            Scoring::Heard(_) => None,
        };
        let checking = match self.checking {
            Checking::Asked { until, .. } | Checking::Resting { until } => Some(until),
            Checking::Heard(_) | Checking::GivenUp(_) => None,
        };
        scoring.into_iter().chain(checking).min()
    }

    /// The monitor cannot judge: nothing is allowed, and the planner asks it again after a pause.
    fn fail(&mut self, now: Stamp, reason: String) {
        self.failures += 1;
        let again = now + self.patience.pause(self.failures);
        self.checking = if again < self.give_up {
            Checking::Resting { until: again }
        } else {
            Checking::GivenUp(format!("the safety monitor cannot judge, asked {} times: {reason}", self.failures))
        };
    }
}
