use std::collections::BTreeMap;

use surefleet_fleet::{Facts, MissionId};

/// What is true: how many skills were tried and done in each mission.
#[derive(Debug, Default)]
pub(crate) struct World {
    missions: BTreeMap<MissionId, Progress>,
    facts: Facts,
}

#[derive(Debug, Default)]
struct Progress {
    goal: u32,
    tried: u32,
    done: u32,
}

impl World {
    pub fn add(&mut self, mission: MissionId, goal: u32) {
        self.missions.insert(mission, Progress { goal, ..Progress::default() });
        self.observe();
    }

    pub fn skill_ended(&mut self, mission: MissionId, is_done: bool) {
        if let Some(progress) = self.missions.get_mut(&mission) {
            progress.tried += 1;
            progress.done += u32::from(is_done);
        }
        self.observe();
    }

    fn observe(&mut self) {
        let tried = self.missions.iter().map(|(id, progress)| format!("{id} tried {}", progress.tried));
        let achieved = self.missions.iter().filter(|(_, progress)| progress.done >= progress.goal);
        self.facts = Facts::new(tried.chain(achieved.map(|(id, _)| achieved_fact(*id))));
    }

    pub fn facts(&self) -> Facts {
        self.facts.clone()
    }

    /// Whether the facts say of the mission what is true.
    pub fn agrees(&self, mission: MissionId, facts: &Facts) -> bool {
        let id = mission.to_string();
        let of = |facts: &Facts| -> Vec<String> {
            facts.iter().filter(|fact| fact.starts_with(&id)).map(str::to_owned).collect()
        };
        *facts == self.facts || of(facts) == of(&self.facts)
    }

    pub fn is_achieved(&self, mission: MissionId) -> bool {
        is_achieved(&self.facts, mission)
    }
}

/// Whether the facts say that the mission is achieved.
pub(crate) fn is_achieved(facts: &Facts, mission: MissionId) -> bool {
    facts.holds(&achieved_fact(mission))
}

fn achieved_fact(mission: MissionId) -> String {
    format!("{mission} achieved")
}
