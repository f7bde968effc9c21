use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, PoisonError},
    thread::available_parallelism,
};

use surefleet_english::MOST_READINGS;
use surefleet_fleet::{Brief, Decided, Decision, Digest, RobotId, Turn};
use surefleet_language::ScoreError;
use surefleet_search::{Answer, Budget, Judgement, Oracle, Task, Tracker, Verdict, shortest};
use surefleet_world::{State, World};

use crate::Kept;

/// The fewest missions that are kept; a fleet works on few at a time.
const KEPT: usize = 8;

/// Says by search which options are right for a robot in a turn, of missions that are read as formulas, at any site.
///
/// An oracle remembers what it has found out about a mission. By default each robot of each mission has one of its own: in a
/// fleet each robot runs in its own process, so it knows no more than it was asked itself.
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
    /// By robot; `None`: for all of them.
    by_robot: Mutex<HashMap<Option<RobotId>, Arc<Mutex<Followed>>>>,
}

/// A mission as a robot follows it.
#[derive(Debug)]
struct Followed {
    tracker: Tracker,
    oracle: Oracle,
    /// Whether it has judged anything.
    is_asked: bool,
}

impl FormalJudge {
    /// A judge of the missions of a world, with this work for one turn.
    pub fn new(world: Arc<World>, budget: Budget) -> Self {
        // Each thread of a calibration walks a mission of its own, and follows each of its meanings.
        let threads = available_parallelism().map_or(1, usize::from);
        Self { world, budget, improves: true, missions: Kept::new(KEPT.max(2 * threads * MOST_READINGS)) }
    }

    /// The same as one who hears all robots, and for whom any plan in time is enough: whether an option is right, not how good
    /// it is.
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
    /// A brief with meanings beside its formulas is one of which the fleet does not know which meaning these are. Its mission ends
    /// when all robots stay idle in the same step. Once the formulas are achieved they have to; before that one of them has to do something in
    /// the step that is judged. Whether they might all stay in a later one is not looked at.
    ///
    /// # Errors
    /// [`ScoreError::Turn`] for a turn whose world or mission cannot be read, or a robot that is not of the fleet.
    pub fn judge(&self, turn: &Turn, robot: &RobotId) -> Result<Judgement, ScoreError> {
        let place = self.place(robot)?;
        let known = |decided: &Decided| Some((self.world.place(&decided.robot)?, decided.decision));
        let decided: Vec<(usize, Option<Decision>)> = turn.decided.iter().filter_map(known).collect();
        self.follow(turn, robot, true, |state, Followed { tracker, oracle, is_asked }| {
            *is_asked = true;
            let progress = tracker.follow_turn(state, turn);
            oracle.judge(state, progress, turn.steps_left(), &decided, place, self.budget)
        })
    }

    /// The verdict on a joint step for the whole team: how many joint steps a plan takes that begins with exactly this one. It is a search of its own, so that
    /// what [`judge`](Self::judge) finds stays as it was. `None`: the world does not permit the step, or it has a part that is not of S.
    ///
    /// # Errors
    /// As [`judge`](Self::judge).
    pub fn judge_whole(
        &self,
        turn: &Turn,
        parts: &BTreeMap<RobotId, Decision>,
        robot: &RobotId,
    ) -> Result<Option<Verdict>, ScoreError> {
        if !parts.values().all(|part| self.world.options().contains(*part)) {
            return Ok(None);
        }
        let mut joint = vec![None; self.world.team_size()];
        for (each, part) in parts {
            joint[self.place(each)?] = Some(*part);
        }
        self.follow(turn, robot, false, |state, Followed { tracker, .. }| {
            let progress = tracker.follow_turn(state, turn).clone();
            let task = tracker.task();
            let (after, progress) = task.advance(state, &progress, &joint).ok()?;
            let most = turn.steps_left().saturating_sub(1);
            Some(match shortest(task, &after, &progress, most, self.budget) {
                Answer::Found { plan, is_shortest } => {
                    Verdict::Yes { steps: 1 + plan.steps.len() as u32, is_least: is_shortest }
                }
                Answer::Impossible => Verdict::No,
                Answer::OutOfBudget => Verdict::Open,
            })
        })
    }

    /// Does ahead what a robot's first question about a mission needs: from its first turn, whoever holds it. What is judged is
    /// the same.
    ///
    /// # Errors
    /// As [`judge`](Self::judge).
    pub fn prepare(&self, turn: &Turn, robot: &RobotId) -> Result<(), ScoreError> {
        self.follow(turn, robot, true, |state, Followed { tracker, oracle, .. }| {
            oracle.prepare(state, tracker.follow_turn(state, turn), turn.steps_left(), self.budget);
        })
    }

    fn place(&self, robot: &RobotId) -> Result<usize, ScoreError> {
        let place = self.world.place(robot);
        place.ok_or_else(|| ScoreError::Turn("the robot is not of the fleet".to_owned()))
    }

    /// Does something with the mission as a robot follows it, in the world of a turn. `anew`: at a mission's begin nothing is known of it, whatever was
    /// asked before.
    fn follow<R>(
        &self,
        turn: &Turn,
        robot: &RobotId,
        anew: bool,
        act: impl FnOnce(&State, &mut Followed) -> R,
    ) -> Result<R, ScoreError> {
        let state = self.world.read(&turn.facts).map_err(|error| ScoreError::Turn(error.to_string()))?;
        let followed = self.followed(turn, robot, anew)?;
        let mut followed = followed.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(act(&state, &mut followed))
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

    /// The mission as this robot follows it.
    fn followed(&self, turn: &Turn, robot: &RobotId, anew: bool) -> Result<Arc<Mutex<Followed>>, ScoreError> {
        let mission = self.missions.get(hash(&turn.brief), || {
            let task = Task::of_brief(&self.world, &turn.brief);
            let task = Arc::new(task.map_err(|error| ScoreError::Turn(error.to_string()))?);
            Ok(Mission { task, by_robot: Mutex::default() })
        })?;
        let begin = || {
            let (tracker, oracle) = (Tracker::new(Arc::clone(&mission.task)), Oracle::new(Arc::clone(&mission.task)));
            let oracle = if self.improves { oracle } else { oracle.content_with_any() };
            let oracle = if turn.brief.meanings.is_empty() { oracle } else { oracle.ended_by_idling() };
            Arc::new(Mutex::new(Followed { tracker, oracle, is_asked: false }))
        };
        let mut by_robot = mission.by_robot.lock().unwrap_or_else(PoisonError::into_inner);
        let whose = self.improves.then(|| robot.clone());
        if anew && turn.history.is_empty() && (whose.is_some() || turn.decided.is_empty()) {
            let is_asked = |known: &Arc<Mutex<Followed>>| known.lock().unwrap_or_else(PoisonError::into_inner).is_asked;
            if by_robot.get(&whose).is_some_and(is_asked) {
                by_robot.remove(&whose);
            }
        }
        Ok(Arc::clone(by_robot.entry(whose).or_insert_with(begin)))
    }
}

/// The hash of a mission: its id, what it is read as, what it has to keep, its team, and whether that is its only meaning.
fn hash(brief: &Brief) -> Digest {
    let team = brief.team.iter().map(RobotId::as_str);
    let formulas = brief.formulas.iter().map(String::as_str).chain([""]).chain(brief.rules.iter().map(String::as_str));
    let meanings = if brief.meanings.is_empty() { "one" } else { "several" };
    let words = formulas.chain([""]).chain(team).chain(["", meanings]).map(str::as_bytes);
    Digest::of([brief.id.as_bytes().as_slice()].into_iter().chain(words))
}
