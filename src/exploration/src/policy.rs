use std::time::Duration;

use surefleet_mapping::{GridLayout, Metres, ValueRule};

use crate::{ConfidenceCheck, ExplorationError, MessageBudget, RelevanceCriterion};

/// What decides about an explorer's messages and answers: its calibrations.
#[derive(Debug, Clone, PartialEq)]
pub struct ExplorerRules {
    /// Which sightings are relevant to the search of another; without one the robot tells nobody what is relevant.
    pub relevance: Option<RelevanceCriterion>,
    /// Which answers count.
    pub answers: ConfidenceCheck,
}

/// The constants of an explorer.
#[derive(Debug, Clone, PartialEq)]
pub struct ExplorerPolicy {
    /// After this long a robot gives up what is open.
    pub time_limit: Duration,
    /// How often a robot repeats what it looks for, so that a lost message costs only time.
    pub request_every: Duration,
    /// A robot that has not been heard for this long no longer looks for anything.
    pub forget_after: Duration,
    /// The most messages a second.
    pub budget: MessageBudget,
    /// A message that has waited this long for the budget is dropped.
    pub longest_wait: Duration,
    /// An object of the same class within this distance of one that was said is the same object.
    pub gate: Metres,
    /// The number of views that are remembered, for searches that begin later.
    pub views: usize,
    /// The grid of the values of places; frontiers must come from a grid with it.
    pub layout: GridLayout,
    /// The constants of these values.
    pub values: ValueRule,
}

impl ExplorerPolicy {
    /// Checks the numbers.
    ///
    /// # Errors
    /// [`ExplorationError::Setting`] names the first outside its range.
    pub fn check(&self) -> Result<(), ExplorationError> {
        let refuse = |name, value: String, mend| Err(ExplorationError::Setting { name, value, mend });
        let spans = [
            ("the time limit", self.time_limit),
            ("the pause between requests", self.request_every),
            ("the longest wait of a message", self.longest_wait),
        ];
        if let Some((name, span)) = spans.into_iter().find(|(_, span)| span.is_zero()) {
            return refuse(name, format!("{span:?}"), "give more than nothing");
        }
        if self.forget_after < 2 * self.request_every {
            let mend = "give at least two pauses between requests, so that one lost request is no farewell";
            return refuse("the time until a silent robot is forgotten", format!("{:?}", self.forget_after), mend);
        }
        if !(self.gate.get().is_finite() && self.gate.get() > 0.0) {
            return refuse("the gate of objects", self.gate.to_string(), "give metres above 0");
        }
        if !(1..=10_000).contains(&self.views) {
            return refuse("the number of remembered views", self.views.to_string(), "give 1 to 10,000");
        }
        Ok(())
    }
}
