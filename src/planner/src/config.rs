//! A planner's settings at start: its domain and calibration, how long it waits, and how it asks people.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use surefleet_conformal::Autonomy;
use surefleet_fleet::{RobotId, SafeDefault};
use surefleet_language::ScorerIdentity;
use surefleet_mission::{Forms, Transport};
use surefleet_world::World;

use crate::{Evidence, Link, PlannerError, Round};

/// The settings of one robot's planner at start.
#[derive(Debug)]
pub struct PlannerConfig {
    /// This robot.
    pub me: RobotId,
    /// The site, with the robots of the fleet.
    pub world: Arc<World>,
    /// The site as deliveries see it; `None` for a site of another kind.
    pub transport: Option<Arc<Transport>>,
    /// Whether the calibration matches what runs, as verified at start.
    pub autonomy: Autonomy,
    /// The forms of the missions that it was calibrated on: a mission that looks otherwise is not covered.
    pub forms: Forms,
    /// The scorer of the options, for the records.
    pub scorer: ScorerIdentity,
    /// How long to wait for others.
    pub patience: Patience,
    /// How to ask people.
    pub help: HelpTerms,
    /// The place of the next record: after the last kept record.
    pub link: Link,
}

/// Counts for diagnostics, since the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PlannerCounts {
    /// Turns taken up.
    pub turns: u64,
    /// Prompts rendered.
    pub prompts: u64,
    /// Replies to requests that are superseded; harmless.
    pub late: u64,
    /// Bad inputs that were refused.
    pub refused: u64,
}

/// How long a planner waits for each of the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// For scores; then the scorer counts as failed and a person is asked.
    pub scores: Duration,
    /// For one reply of the safety monitor; then it counts as unable to judge.
    pub verdicts: Duration,
    /// For a monitor that cannot judge, all tries together; then the planner asks to halt the mission.
    pub monitor: Duration,
    /// Between a failed request to the monitor or the help desk and its first repetition; doubles every time.
    pub first_retry: Duration,
    /// The longest pause between repetitions.
    pub longest_retry: Duration,
    /// Between repetitions of a help request that the desk has accepted, in case the desk forgot it.
    pub repeat_help: Duration,
    /// For a person; then the safe default applies. `None`: waits for ever.
    pub help: Option<Duration>,
}

impl Default for Patience {
    /// One minute for scores, two seconds for a verdict, five minutes for the monitor; for a person it waits for ever.
    fn default() -> Self {
        Self {
            scores: Duration::from_secs(60),
            verdicts: Duration::from_secs(2),
            monitor: Duration::from_secs(300),
            first_retry: Duration::from_millis(250),
            longest_retry: Duration::from_secs(8),
            repeat_help: Duration::from_secs(30),
            help: None,
        }
    }
}

impl Patience {
    /// The pause after the `failures`-th failure in a row, from 1.
    pub(crate) fn pause(&self, failures: u32) -> Duration {
        let doublings = failures.saturating_sub(1).min(16);
        self.first_retry.saturating_mul(1 << doublings).min(self.longest_retry)
    }
}

/// How a robot asks people.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HelpTerms {
    priority: u8,
    default: SafeDefault,
    by_skill: BTreeMap<String, SafeDefault>,
}

impl HelpTerms {
    /// `priority` runs from 0 (lowest). The default applies when nobody answers in time. Another default can apply when
    /// the robot is most likely to use a certain skill.
    ///
    /// # Errors
    /// [`PlannerError::UnknownSkill`] for a skill that the domain does not have.
    pub fn new(
        priority: u8,
        default: SafeDefault,
        by_skill: BTreeMap<String, SafeDefault>,
        world: &World,
    ) -> Result<Self, PlannerError> {
        let known = || world.domain().skills().iter().map(|skill| skill.name.as_str());
        if let Some(skill) = by_skill.keys().find(|skill| known().all(|known| known != skill.as_str())) {
            let known: Vec<&str> = known().collect();
            return Err(PlannerError::UnknownSkill { skill: skill.clone(), known: known.join(", ") });
        }
        Ok(Self { priority, default, by_skill })
    }

    /// From 0 (lowest) to 255.
    pub fn priority(&self) -> u8 {
        self.priority
    }

    /// The default when nobody answers in time: the one for the skill of the best option that the monitor allows.
    /// Without scores nobody knows that skill, so the strictest of all defaults applies.
    pub fn default_of(&self, evidence: &Evidence, world: &World) -> SafeDefault {
        if evidence.score(0).is_none() {
            return self.by_skill.values().copied().fold(self.default, SafeDefault::max);
        }
        let best = evidence.shown(Round::All).into_iter().find(|&option| evidence.allows(option));
        let skill = |best| world.domain().skill(world.options().skill(best)).name.as_str();
        best.and_then(|best| self.by_skill.get(skill(best)).copied()).unwrap_or(self.default)
    }
}
