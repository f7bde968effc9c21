use std::sync::{Arc, Mutex, PoisonError};

use surefleet_fleet::{Brief, Digest, RobotId, Turn};
use surefleet_language::ScoreError;
use surefleet_mission::{Domain, Judgement, Mission, MissionError, Oracle, State};

/// Missions whose oracles are kept; a fleet works on few at a time.
const KEPT: usize = 32;

/// What the exact oracle says about turns: missions are read from their briefs once and kept.
#[derive(Debug)]
pub(crate) struct Missions {
    domain: Arc<Domain>,
    // Most recently used last. Held only to find or to put away, never while an oracle thinks.
    kept: Mutex<Vec<(Digest, Arc<Oracle>)>>,
}

/// A robot's choice, seen by the oracle.
pub(crate) struct Situation {
    /// The robot's place in the team.
    pub place: usize,
    /// The world and what is decided, in words that do not depend on the robots' names.
    pub content: Digest,
    /// What the oracle says about each option.
    pub judgement: Judgement,
}

impl Missions {
    pub fn new(domain: Arc<Domain>) -> Self {
        Self { domain, kept: Mutex::new(Vec::new()) }
    }

    pub fn domain(&self) -> &Domain {
        &self.domain
    }

    /// Judges every option of S for `robot` in this turn.
    ///
    /// # Errors
    /// [`ScoreError::Mission`] for a brief that cannot be read, [`ScoreError::Turn`] for a turn that does not
    /// fit the brief or the domain.
    pub fn judge(&self, turn: &Turn, robot: &RobotId) -> Result<Situation, ScoreError> {
        let team = &turn.brief.team;
        let place_of = |robot: &RobotId| {
            let stranger = || ScoreError::Turn(format!("robot {robot} is not of the team {team:?}"));
            turn.brief.place_of(robot).ok_or_else(stranger)
        };
        let place = place_of(robot)?;
        let mut joint = Vec::with_capacity(turn.decided.len());
        for decided in &turn.decided {
            let foreign = decided.decision.filter(|decision| !self.domain.options().contains(*decision));
            if let Some(decision) = foreign {
                return Err(ScoreError::Turn(format!("decision {} is not of this domain", decision.get())));
            }
            joint.push((place_of(&decided.robot)?, decided.decision));
        }
        let state =
            State::from_facts(&self.domain, team, &turn.facts).map_err(|error| ScoreError::Turn(error.to_string()))?;
        let judgement = self.oracle(&turn.brief)?.judge(&state, turn.steps_left(), &joint, place);
        Ok(Situation { place, content: self.content(turn, &state)?, judgement })
    }

    /// The oracle of a brief.
    fn oracle(&self, brief: &Brief) -> Result<Arc<Oracle>, ScoreError> {
        let names = brief.team.iter().map(RobotId::as_str);
        let words = [brief.text.as_str()].into_iter().chain(brief.constraints.iter().map(String::as_str));
        let key = Digest::of(words.chain([""]).chain(names).map(str::as_bytes));
        if let Some(oracle) = self.find(key) {
            return Ok(oracle);
        }
        let mut mission =
            Mission::parse(&brief.text, &self.domain, &brief.team).map_err(|error| unread(&brief.text, error))?;
        // The monitor has read all of them; what is more than a prohibition it watches, and the oracle does not see it.
        let rules = brief.constraints.iter().map(|text| Mission::parse_rule(text, &self.domain, &brief.team));
        mission.rules.extend(rules.flatten());
        let oracle = Oracle::new(&self.domain, &mission, brief.team.len());
        let oracle = Arc::new(oracle.map_err(|error| unread(&brief.text, error))?);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() == KEPT {
            kept.remove(0);
        }
        kept.push((key, oracle.clone()));
        Ok(oracle)
    }

    fn find(&self, key: Digest) -> Option<Arc<Oracle>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.iter().position(|(known, _)| *known == key)?;
        let entry = kept.remove(found);
        let oracle = entry.1.clone();
        kept.push(entry);
        Some(oracle)
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
        turn.brief = Arc::new(Brief { team, ..Brief::clone(&turn.brief) });
        Ok(turn.content())
    }
}

fn unread(text: &str, error: MissionError) -> ScoreError {
    let phrase = match &error {
        MissionError::Unread { rest, .. } => rest.as_str(),
        MissionError::Ambiguous { phrase, .. } => phrase,
        MissionError::UnknownWord { word, .. } => word,
        MissionError::UnknownRobot { robot, .. } => robot,
        MissionError::SharedItem { item, .. } => item,
        _ => text,
    };
    ScoreError::Mission { phrase: phrase.to_owned(), reason: error.to_string() }
}
