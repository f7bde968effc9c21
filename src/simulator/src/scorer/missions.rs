use std::sync::Arc;

use surefleet_fleet::{Brief, Digest, RobotId, Turn};
use surefleet_grounded::Kept;
use surefleet_language::ScoreError;
use surefleet_mission::{Judgement, Mission, Oracle, State, Transport};

use super::situation::{Situation, mission_key};

/// Missions whose oracles are kept; a fleet works on few at a time.
const KEPT: usize = 32;

/// The exact oracle's judgement of turns: each mission is read from its brief once and kept.
#[derive(Debug)]
pub(crate) struct Missions {
    domain: Arc<Transport>,
    oracles: Kept<Oracle>,
}

/// A robot's choice, seen by the oracle.
pub(crate) struct Judged {
    /// The robot's place in the team.
    pub place: usize,
    /// The world and what is decided, in words that do not depend on the robots' names.
    pub content: Digest,
    /// The oracle's judgement of each option.
    pub judgement: Judgement,
}

impl Missions {
    pub fn new(domain: Arc<Transport>) -> Self {
        Self { domain, oracles: Kept::new(KEPT) }
    }

    pub fn domain(&self) -> &Transport {
        &self.domain
    }

    /// Judges every option of S for `robot` in this turn; `is_free`: only a language model reads the words of the mission.
    ///
    /// # Errors
    /// [`ScoreError::Mission`] for a brief that cannot be read, [`ScoreError::Turn`] for a turn that does not
    /// fit the brief or the domain.
    pub fn judge(&self, turn: &Turn, robot: &RobotId, is_free: bool) -> Result<Judged, ScoreError> {
        let situation = Situation::of(&self.domain, turn, robot)?;
        let oracle = self.oracles.get(mission_key(&turn.brief), || self.oracle(&turn.brief))?;
        let content = self.content(turn, &situation.state)?;
        let judgement = situation.judge(&oracle);
        let judgement = if is_free {
            let idle = self.domain.options().idle();
            judgement.of_free_text(idle, oracle.is_achieved(&situation.state), turn.ends_idle(idle))
        } else {
            judgement
        };
        Ok(Judged { place: situation.place, content, judgement })
    }

    /// The oracle of a brief.
    fn oracle(&self, brief: &Brief) -> Result<Oracle, ScoreError> {
        let refused = |reason: String| ScoreError::Mission { phrase: brief.text.clone(), reason };
        let mission = Mission::of_brief(brief, &self.domain)
            .ok_or_else(|| refused("nobody has read it as deliveries".to_owned()))?;
        Oracle::new(&self.domain, &mission, brief.team.len()).map_err(|error| refused(error.to_string()))
    }

    /// The turn's content after naming the team robot_1, robot_2, ...: a fleet that calls its robots otherwise
    /// meets the same noise.
    fn content(&self, turn: &Turn, state: &State) -> Result<Digest, ScoreError> {
        let plain = |place: usize| RobotId::new(&format!("robot_{}", place + 1)).expect("a plain name");
        let renamed = |robot: &RobotId| turn.brief.place_of(robot).map(plain);
        let stranger = || ScoreError::Turn("the order names a robot that is not of the team".into());
        let mut turn = turn.clone();
        let order: Option<Arc<[RobotId]>> = turn.order.iter().map(renamed).collect();
        turn.order = order.ok_or_else(stranger)?;
        for decided in &mut turn.decided {
            decided.robot = turn.brief.place_of(&decided.robot).map(plain).ok_or_else(stranger)?;
        }
        let team: Vec<RobotId> = (0..turn.brief.team.len()).map(plain).collect();
        turn.facts = state.to_facts(&self.domain, &team);
        // Formulas name the robots, and follow from the words.
        turn.brief = Arc::new(Brief { team, formulas: Vec::new(), ..Brief::clone(&turn.brief) });
        Ok(turn.content())
    }
}
