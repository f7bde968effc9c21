use std::sync::{Arc, Mutex, PoisonError};

use surefleet_fleet::{Brief, Decision, Digest, RobotId, Turn};
use surefleet_language::{OptionScorer, Question, ScoreError, ScorerIdentity, Scores, Understanding, Usage};
use surefleet_search::{Budget, Judgement, Oracle, Task, Tracker, Verdict};
use surefleet_world::World;

use crate::{COST_SCALE, Kept, cost, mission_key};

/// The number of missions whose plans are kept; a fleet works on few at a time.
const KEPT: usize = 8;
/// The rate at which an option's probability falls with its cost.
const SHARPNESS: f64 = 8.0;
/// The work of one turn.
const BUDGET: Budget = Budget(300_000);

/// Scores options by the formulas that the safety monitor has read a mission as: their one meaning counts with
/// probability one, and search says which options still achieve it ([`Oracle`]).
///
/// It needs no model and works for any site. Options that the search could not decide within its budget share their
/// mass as the worst that still achieve the mission: what is not known is not excluded.
#[derive(Debug)]
pub struct FormalScorer {
    world: Arc<World>,
    missions: Kept<Mutex<Followed>>,
}

/// A mission that is followed.
#[derive(Debug)]
struct Followed {
    tracker: Tracker,
    oracle: Oracle,
}

impl FormalScorer {
    /// A scorer for the missions of a world.
    pub fn new(world: Arc<World>) -> Self {
        Self { world, missions: Kept::new(KEPT) }
    }

    /// The number of decisions in S.
    pub fn options(&self) -> usize {
        self.world.options().len()
    }

    fn followed(&self, brief: &Brief) -> Result<Arc<Mutex<Followed>>, ScoreError> {
        self.missions.get(mission_key(brief), || {
            let task = Task::of_brief(&self.world, brief).map_err(|error| ScoreError::Turn(error.to_string()))?;
            let task = Arc::new(task);
            Ok(Mutex::new(Followed { tracker: Tracker::new(Arc::clone(&task)), oracle: Oracle::new(task) }))
        })
    }

    /// The search's judgement of what a robot can do in a turn.
    ///
    /// # Errors
    /// [`ScoreError::Turn`] for a turn whose world or mission cannot be read, or a robot that is not of the fleet.
    pub fn judge(&self, turn: &Turn, robot: &RobotId) -> Result<Judgement, ScoreError> {
        let robot = self.world.place(robot);
        let robot = robot.ok_or_else(|| ScoreError::Turn("the robot is not of the fleet".to_owned()))?;
        let state = self.world.read(&turn.facts).map_err(|error| ScoreError::Turn(error.to_string()))?;
        let followed = self.followed(&turn.brief)?;
        let mut followed = followed.lock().unwrap_or_else(PoisonError::into_inner);
        let Followed { tracker, oracle } = &mut *followed;
        let progress = tracker.follow_turn(&state, turn);
        let place = |decided: &surefleet_fleet::Decided| Some((self.world.place(&decided.robot)?, decided.decision));
        let decided: Vec<(usize, Option<Decision>)> = turn.decided.iter().filter_map(place).collect();
        Ok(oracle.judge(&state, progress, turn.steps_left(), &decided, robot, BUDGET))
    }
}

impl OptionScorer for FormalScorer {
    fn identity(&self) -> ScorerIdentity {
        let weights = Digest::of([self.world.domain().digest().as_bytes().as_slice()]);
        ScorerIdentity {
            kind: "grounded".into(),
            id: "grounded(grammar)".into(),
            weights,
            tokenizer: weights,
            quantisation: "none".into(),
            backend: "surefleet-search".into(),
            backend_version: env!("CARGO_PKG_VERSION").into(),
            dtype: "f64".into(),
            batch_mode: "one meaning a mission".into(),
            score_definition: format!(
                "log-softmax of -{SHARPNESS} * cost ({COST_SCALE}) for the formulas of the mission, by search of {} units \
                 of work a turn",
                BUDGET.0
            ),
            temperature: 1.0,
            normalisation: "over S".into(),
            option_labels: "none".into(),
        }
    }

    async fn score(&self, question: &Question) -> Result<Scores, ScoreError> {
        let options = self.world.options();
        if question.options.len() != options.len() {
            let (asked, known) = (question.options.len(), options.len());
            return Err(ScoreError::Turn(format!("it has {asked} options, but the site has {known}")));
        }
        let judgement = self.judge(&question.turn, &question.robot)?;
        let least = judgement.verdicts.iter().filter_map(|(_, verdict)| match verdict {
            Verdict::Yes { steps, .. } => Some(*steps),
            Verdict::No | Verdict::Open => None,
        });
        let least = least.min();
        let cost = |option: Decision| match judgement.verdict(option) {
            _ if judgement.preferred == Some(option) => cost::PREFERRED,
            Some(Verdict::Yes { steps, .. }) => cost::acceptable(f64::from(steps - least.unwrap_or(steps))),
            Some(Verdict::Open) => cost::acceptable(f64::INFINITY),
            Some(Verdict::No) => cost::UNACCEPTABLE,
            None => cost::NOT_PERMITTED,
        };
        let logits: Vec<f64> = options.iter().map(|option| -SHARPNESS * cost(option)).collect();
        let scores = Scores::from_logits(&logits, Usage::default())?;
        let meaning = [(question.turn.brief.text.clone(), 1.0)];
        Ok(scores.understood(Understanding { top: 1.0, unexplained: 0.0 }).meaning(Arc::new(meaning)))
    }
}
