use surefleet_fleet::{Decision, Facts, RobotId};
use surefleet_mission::{State, Transport, apply};

/// The changes of one robot's skill: fixed when its step begins, carried out when the skill ends.
#[derive(Debug, Clone)]
pub(super) struct Effect {
    /// How facts about where the robot is begin; a robot is in one place.
    at: String,
    gone: Vec<String>,
    new: Vec<String>,
}

impl Effect {
    /// The difference that the decision alone makes to the state before the step, or why it cannot be carried out.
    pub fn of(
        domain: &Transport,
        robots: &[RobotId],
        before: &State,
        place: usize,
        decision: Decision,
    ) -> Result<Self, String> {
        let mut joint = vec![None; robots.len()];
        joint[place] = Some(decision);
        let after = apply(domain, before, &joint).map_err(|refusal| refusal.naming(robots))?;
        let (before, after) = (before.to_facts(domain, robots), after.to_facts(domain, robots));
        let at = format!("at({}, ", robots[place]);
        // Where others end up follows from where items are, so that is left to the state itself.
        let matters = |fact: &&str| !fact.starts_with("at(") || fact.starts_with(&at);
        let only_in = |one: &Facts, other: &Facts| -> Vec<String> {
            one.iter().filter(matters).filter(|fact| !other.holds(fact)).map(str::to_owned).collect()
        };
        let (gone, new) = (only_in(&before, &after), only_in(&after, &before));
        Ok(Self { at, gone, new })
    }

    /// The state after the skill ended, or why it came to nothing.
    pub fn on(&self, domain: &Transport, robots: &[RobotId], now: &State) -> Result<State, String> {
        let facts = now.to_facts(domain, robots);
        let is_where = |fact: &str| fact.starts_with(&self.at);
        if let Some(missing) = self.gone.iter().find(|fact| !is_where(fact) && !facts.holds(fact)) {
            return Err(format!("{missing} no longer holds: somebody was faster"));
        }
        let moves = self.gone.iter().chain(&self.new).any(|fact| is_where(fact));
        let stays = |fact: &&str| !(self.gone.iter().any(|gone| gone == fact) || moves && is_where(fact));
        let next = facts.iter().filter(stays).chain(self.new.iter().map(String::as_str)).map(str::to_owned);
        State::from_facts(domain, robots, &Facts::new(next)).map_err(|error| error.to_string())
    }
}
