use surefleet_fleet::{Brief, Decision, Digest, RobotId, Turn};
use surefleet_language::ScoreError;
use surefleet_mission::{Judgement, Oracle, State, Transport};

/// A robot's choice, as the exact oracle sees it: the world, the decisions made already, the steps that are left.
#[derive(Debug, Clone)]
pub(super) struct Situation {
    /// The robot's place in the team.
    pub place: usize,
    /// The world.
    pub state: State,
    joint: Vec<(usize, Option<Decision>)>,
    steps_left: u32,
}

impl Situation {
    /// The situation of `robot` in its turn.
    ///
    /// # Errors
    /// [`ScoreError::Turn`] if the turn does not fit its brief or the domain.
    pub fn of(domain: &Transport, turn: &Turn, robot: &RobotId) -> Result<Self, ScoreError> {
        let team = &turn.brief.team;
        let place_of = |robot: &RobotId| {
            let stranger = || ScoreError::Turn(format!("robot {robot} is not of the team {team:?}"));
            turn.brief.place_of(robot).ok_or_else(stranger)
        };
        let place = place_of(robot)?;
        let mut joint = Vec::with_capacity(turn.decided.len());
        for decided in &turn.decided {
            let foreign = decided.decision.filter(|decision| !domain.options().contains(*decision));
            if let Some(decision) = foreign {
                return Err(ScoreError::Turn(format!("decision {} is not of this domain", decision.get())));
            }
            joint.push((place_of(&decided.robot)?, decided.decision));
        }
        let state =
            State::from_facts(domain, team, &turn.facts).map_err(|error| ScoreError::Turn(error.to_string()))?;
        Ok(Self { place, state, joint, steps_left: turn.steps_left() })
    }

    /// The judgement of a mission's oracle on each option.
    pub fn judge(&self, oracle: &Oracle) -> Judgement {
        oracle.judge(&self.state, self.steps_left, &self.joint, self.place)
    }
}

/// A hash of everything that determines the meaning of a mission: its words, its constraints, their formulas, its team.
pub(super) fn mission_key(brief: &Brief) -> Digest {
    let names = brief.team.iter().map(RobotId::as_str);
    let beside = brief.constraints.iter().chain(&brief.formulas).map(String::as_str);
    let words = [brief.text.as_str()].into_iter().chain(beside);
    Digest::of(words.chain([""]).chain(names).map(str::as_bytes))
}
