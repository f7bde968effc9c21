//! A mission of a site on its way, judged by search.

use std::sync::Arc;

use surefleet_fleet::{Brief, Decision, Digest, MissionId, RobotId, Turn};
use surefleet_language::{Prompt, Question, ScoreError};
use surefleet_ltl::Formula;
use surefleet_mission::Forms;
use surefleet_planner::{Reading, assess, prompt_prefix, prompt_suffix, uncovered_at};
use surefleet_search::{Judgement, Progress, Task, TaskError, Verdict};
use surefleet_world::State;

use super::{draft::Draft, ground::Ground};
use crate::{CalibrateError, Course, OptionKind};

/// A drawn mission, decided turn by turn. Turns, prompts and the end are those of the planner; what is done succeeds.
pub(super) struct SiteCourse<'a> {
    ground: &'a Ground,
    seed: u64,
    /// What is meant, as the judge is asked.
    meant: Arc<Brief>,
    task: Task,
    /// Of a mission of several meanings, what all of them forbid, if that is anything.
    kept: Option<(Task, Progress)>,
    state: State,
    progress: Progress,
    reading: Reading,
    prefix: Arc<str>,
    turn: Turn,
    is_over: bool,
}

impl<'a> SiteCourse<'a> {
    /// Before the first decision; robots decide in the order of the fleet.
    pub fn new(ground: &'a Ground, draft: Draft) -> Result<Self, CalibrateError> {
        let Draft { seed, robots, text, told: _, formulas, meanings, forbidden, state, horizon } = draft;
        let world = &ground.world;
        let in_words = |formulas: &[Formula]| formulas.iter().map(ToString::to_string).collect();
        let meant = Arc::new(Brief {
            formulas: in_words(&formulas),
            meanings: in_words(&meanings),
            // Decisions do not depend on the id.
            ..Brief::new(MissionId::new(u128::from(seed).to_be_bytes()), text, horizon, robots.clone())
        });
        let unsearched = |error: TaskError| CalibrateError::Site(error.to_string());
        let task = Task::of_brief(world, &meant).map_err(unsearched)?;
        // A fleet does not know what is meant, but what is forbidden in each case.
        let brief = match meanings.is_empty() {
            true => Arc::clone(&meant),
            false => Arc::new(Brief { formulas: Vec::new(), ..Brief::clone(&meant) }),
        };
        let kept = match forbidden.is_empty() {
            true => None,
            false => {
                let forbidden = Brief { formulas: in_words(&forbidden), ..Brief::clone(&meant) };
                let kept = Task::of_brief(world, &forbidden).map_err(unsearched)?;
                let progress = kept.begin(&state);
                Some((kept, progress))
            }
        };
        let mut course = Self {
            ground,
            seed,
            progress: task.begin(&state),
            meant,
            task,
            kept,
            reading: Reading::of(&brief, world, None),
            prefix: prompt_prefix(world, &brief, &ground.labels),
            turn: Turn::first(brief, world.facts(&state)),
            state,
            is_over: false,
        };
        course.is_over = course.stops();
        Ok(course)
    }

    fn stops(&mut self) -> bool {
        assess(&self.ground.world, &mut self.reading, &self.turn).is_some()
    }

    fn holder(&self) -> &RobotId {
        self.turn.holder().expect("a complete joint step is done at once, so somebody holds the turn")
    }

    /// What is decided in this step, by place in the fleet.
    fn joint(&self) -> Vec<Option<Decision>> {
        let world = &self.ground.world;
        let mut joint = vec![None; world.team_size()];
        for decided in &self.turn.decided {
            let place = world.place(&decided.robot).expect("the team is of the fleet");
            joint[place] = decided.decision;
        }
        joint
    }

    fn judgement(&self) -> Result<Judgement, CalibrateError> {
        let robot = self.holder();
        let failed = |error: ScoreError| {
            let (seed, step, robot) = (self.seed, self.turn.step, robot.clone());
            CalibrateError::Scorer { seed, step, robot, error }
        };
        let turn = Turn { brief: Arc::clone(&self.meant), ..self.turn.clone() };
        self.ground.judge.judge(&turn, robot).map_err(failed)
    }

    fn is_vague(&self) -> bool {
        !self.meant.meanings.is_empty()
    }

    /// Whether the monitor lets the joint step be: what it forbids is not lost by it.
    fn is_kept(&self, joint: &[Option<Decision>]) -> bool {
        let (task, progress) = match &self.kept {
            Some((task, progress)) => (task, progress),
            None if self.is_vague() => return true,
            None => (&self.task, &self.progress),
        };
        task.advance(&self.state, progress, joint).is_ok_and(|(_, progress)| !task.is_lost(&progress))
    }
}

impl Course for SiteCourse<'_> {
    fn seed(&self) -> u64 {
        self.seed
    }

    fn vague_parts(&self) -> usize {
        usize::from(self.is_vague())
    }

    fn turn(&self) -> Option<&Turn> {
        (!self.is_over).then_some(&self.turn)
    }

    fn content(&self) -> Digest {
        self.turn.content()
    }

    fn steps_done(&self) -> u32 {
        self.turn.history.len() as u32
    }

    fn uncovered(&self, forms: &Forms) -> Option<String> {
        uncovered_at(&self.turn.brief, &self.ground.names, forms)
    }

    fn question(&self) -> Question {
        let robot = self.holder();
        let suffix = prompt_suffix(&self.ground.world, &self.turn, robot);
        Question {
            prompt: Prompt { prefix: Arc::clone(&self.prefix), suffix },
            options: Arc::clone(&self.ground.labels),
            turn: self.turn.clone(),
            robot: robot.clone(),
        }
    }

    fn kinds(&self) -> Result<Vec<OptionKind>, CalibrateError> {
        let (world, judgement) = (&self.ground.world, self.judgement()?);
        let place = world.place(self.holder()).expect("the team is of the fleet");
        let mut kinds = vec![OptionKind::Refused; world.options().len()];
        for (decision, verdict) in &judgement.verdicts {
            let mut joint = self.joint();
            joint[place] = Some(*decision);
            // A robot that has not decided yet does nothing here: what is forbidden to do is lost by itself.
            kinds[decision.index()] = match verdict {
                _ if !self.is_kept(&joint) => OptionKind::Refused,
                Verdict::Yes { .. } => OptionKind::Acceptable,
                // What the budget leaves open is not known to be right.
                Verdict::No | Verdict::Open => OptionKind::Wrong,
            };
        }
        Ok(kinds)
    }

    fn preferred(&self) -> Result<Option<Decision>, CalibrateError> {
        Ok(self.judgement()?.preferred)
    }

    fn decide(&mut self, decision: Decision) -> Result<(), CalibrateError> {
        self.turn = self.turn.after(Some(decision));
        if self.turn.holder().is_some() {
            return Ok(());
        }
        let joint = self.joint();
        let advanced = self
            .task
            .advance(&self.state, &self.progress, &joint)
            .map_err(|refusal| CalibrateError::JointStep { seed: self.seed, step: self.turn.step, refusal })?;
        if let Some((kept, progress)) = &mut self.kept {
            let advanced = kept.advance(&self.state, progress, &joint);
            *progress = advanced.expect("the same joint step was done").1;
        }
        (self.state, self.progress) = advanced;
        let row: Vec<Option<Decision>> = self.turn.decided.iter().map(|decided| decided.decision).collect();
        self.turn.history = self.turn.history.iter().cloned().chain([row]).collect::<Vec<_>>().into();
        self.turn.step = self.turn.step.next();
        self.turn.decided.clear();
        self.turn.facts = self.ground.world.facts(&self.state);
        self.is_over = self.stops();
        Ok(())
    }
}
