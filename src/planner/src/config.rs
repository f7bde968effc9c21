use std::sync::Arc;

use surefleet_conformal::Autonomy;
use surefleet_fleet::RobotId;
use surefleet_language::ScorerIdentity;
use surefleet_mission::{Domain, Forms};

use crate::{HelpTerms, Link, Patience};

/// What one robot's planner needs to know before it starts.
#[derive(Debug)]
pub struct PlannerConfig {
    /// This robot.
    pub me: RobotId,
    /// What robots can do.
    pub domain: Arc<Domain>,
    /// Whether the calibration matches what runs, as verified at start.
    pub autonomy: Autonomy,
    /// What the missions look like that it was calibrated on: one that looks otherwise is not covered.
    pub forms: Forms,
    /// What scores the options, for the records.
    pub scorer: ScorerIdentity,
    /// How long to wait for others.
    pub patience: Patience,
    /// On what terms to ask people.
    pub help: HelpTerms,
    /// The place of the next record: after the last one that was kept.
    pub link: Link,
}

/// Counts for diagnostics, since the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Turns taken up.
    pub turns: u64,
    /// Prompts rendered.
    pub prompts: u64,
    /// Replies to requests that are superseded; harmless.
    pub late: u64,
    /// Inputs that were refused as bad.
    pub refused: u64,
}
