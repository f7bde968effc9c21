use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    thread::available_parallelism,
};

use surefleet_fleet::{Brief, Decided, Decision, Digest, RobotId, Turn};
use surefleet_language::ScoreError;
use surefleet_search::{Budget, Judgement, Oracle, Task, Tracker, Verdict};
use surefleet_world::World;

use crate::Kept;

/// The fewest missions that are kept; a fleet works on few at a time.
const KEPT: usize = 8;

/// Says by search which options are right for a robot in a turn, of missions that are read as formulas, at any site.
///
/// Each robot of each mission has an oracle of its own, which remembers what it has found out: in a fleet each robot runs
/// in its own process, so it knows no more than it was asked itself.
#[derive(Debug)]
pub struct FormalJudge {
    world: Arc<World>,
    budget: Budget,
    improves: bool,
    missions: Kept<Mission>,
}

/// A mission that is compiled, and how each of its robots follows it.
#[derive(Debug)]
struct Mission {
    task: Arc<Task>,
    by_robot: Mutex<HashMap<RobotId, Arc<Mutex<Followed>>>>,
}

/// A mission as a robot follows it.
#[derive(Debug)]
struct Followed {
    tracker: Tracker,
    oracle: Oracle,
}

impl FormalJudge {
    /// A judge of the missions of a world, with this work for one turn.
    pub fn new(world: Arc<World>, budget: Budget) -> Self {
        // Each thread of a calibration walks a mission of its own.
        let threads = available_parallelism().map_or(1, usize::from);
        Self { world, budget, improves: true, missions: Kept::new(KEPT.max(2 * threads)) }
    }

    /// The same, for whom any plan in time is enough: whether an option is right, not how good it is.
    #[must_use]
    pub fn content_with_any(self) -> Self {
        Self { improves: false, ..self }
    }

    /// The world.
    pub fn world(&self) -> &Arc<World> {
        &self.world
    }

    /// The work for one turn.
    pub fn budget(&self) -> Budget {
        self.budget
    }

    /// The search's judgement of what a robot can do in a turn.
    ///
    /// # Errors
    /// [`ScoreError::Turn`] for a turn whose world or mission cannot be read, or a robot that is not of the fleet.
    pub fn judge(&self, turn: &Turn, robot: &RobotId) -> Result<Judgement, ScoreError> {
        let place = self.world.place(robot);
        let place = place.ok_or_else(|| ScoreError::Turn("the robot is not of the fleet".to_owned()))?;
        let state = self.world.read(&turn.facts).map_err(|error| ScoreError::Turn(error.to_string()))?;
        let followed = self.followed(turn, robot)?;
        let mut followed = followed.lock().unwrap_or_else(PoisonError::into_inner);
        let Followed { tracker, oracle } = &mut *followed;
        let progress = tracker.follow_turn(&state, turn);
        let known = |decided: &Decided| Some((self.world.place(&decided.robot)?, decided.decision));
        let decided: Vec<(usize, Option<Decision>)> = turn.decided.iter().filter_map(known).collect();
        Ok(oracle.judge(&state, progress, turn.steps_left(), &decided, place, self.budget))
    }

    /// The offered options that are right, in their order: those after which a plan is known that achieves the mission in
    /// time. Those of which the budget does not tell are not.
    ///
    /// # Errors
    /// As [`judge`](Self::judge).
    pub fn right(&self, turn: &Turn, robot: &RobotId, offered: &[Decision]) -> Result<Vec<Decision>, ScoreError> {
        let judgement = self.judge(turn, robot)?;
        let is_right = |one: &Decision| matches!(judgement.verdict(*one), Some(Verdict::Yes { .. }));
        Ok(offered.iter().copied().filter(is_right).collect())
    }

    /// The mission as this robot follows it. At a mission's begin nothing is known of it, whatever was asked before.
    fn followed(&self, turn: &Turn, robot: &RobotId) -> Result<Arc<Mutex<Followed>>, ScoreError> {
        let mission = self.missions.get(hash(&turn.brief), || {
            let task = Task::of_brief(&self.world, &turn.brief);
            let task = Arc::new(task.map_err(|error| ScoreError::Turn(error.to_string()))?);
            Ok(Mission { task, by_robot: Mutex::default() })
        })?;
        let begin = || {
            let (tracker, oracle) = (Tracker::new(Arc::clone(&mission.task)), Oracle::new(Arc::clone(&mission.task)));
            let oracle = if self.improves { oracle } else { oracle.content_with_any() };
            Arc::new(Mutex::new(Followed { tracker, oracle }))
        };
        let mut by_robot = mission.by_robot.lock().unwrap_or_else(PoisonError::into_inner);
        if turn.history.is_empty() {
            by_robot.remove(robot);
        }
        Ok(Arc::clone(by_robot.entry(robot.clone()).or_insert_with(begin)))
    }
}

/// The hash of a mission: its id, what it is read as, and its team.
fn hash(brief: &Brief) -> Digest {
    let team = brief.team.iter().map(RobotId::as_str);
    let words = brief.formulas.iter().map(String::as_str).chain([""]).chain(team).map(str::as_bytes);
    Digest::of([brief.id.as_bytes().as_slice()].into_iter().chain(words))
}
