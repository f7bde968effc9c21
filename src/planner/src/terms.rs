use std::collections::BTreeMap;

use surefleet_fleet::SafeDefault;
use surefleet_mission::Options;

use crate::{Evidence, PlannerError, Round};

/// On what terms a robot asks people.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HelpTerms {
    priority: u8,
    default: SafeDefault,
    by_skill: BTreeMap<String, SafeDefault>,
}

impl HelpTerms {
    /// With this priority, from 0 (lowest); with this default when nobody answers in time, or another one where the robot is most
    /// likely to use a certain skill.
    ///
    /// # Errors
    /// [`PlannerError::UnknownSkill`] for one that no decision of S uses.
    pub fn new(
        priority: u8,
        default: SafeDefault,
        by_skill: BTreeMap<String, SafeDefault>,
        options: &Options,
    ) -> Result<Self, PlannerError> {
        let known = || options.iter().map(|option| options.skill(option));
        if let Some(skill) = by_skill.keys().find(|skill| known().all(|known| known != skill.as_str())) {
            let mut known: Vec<&str> = known().collect();
            known.dedup();
            return Err(PlannerError::UnknownSkill { skill: skill.clone(), known: known.join(", ") });
        }
        Ok(Self { priority, default, by_skill })
    }

    /// From 0 (lowest) to 255.
    pub fn priority(&self) -> u8 {
        self.priority
    }

    /// What happens when nobody answers in time: what goes for the skill of the best option that the monitor allows. Without
    /// scores nobody knows which that is, and the strictest default of all applies.
    pub fn default_of(&self, evidence: &Evidence, options: &Options) -> SafeDefault {
        if evidence.score(0).is_none() {
            return self.by_skill.values().copied().fold(self.default, SafeDefault::max);
        }
        let best = evidence.shown(Round::All).into_iter().find(|&option| evidence.allows(option));
        best.and_then(|best| self.by_skill.get(options.skill(best)).copied()).unwrap_or(self.default)
    }
}
