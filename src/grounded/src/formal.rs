use std::sync::Arc;

use surefleet_fleet::{Decision, Digest, RobotId, Turn};
use surefleet_language::{OptionScorer, Question, ScoreError, ScorerIdentity, Scores, Understanding, Usage};
use surefleet_search::{Budget, Verdict};
use surefleet_world::World;

use crate::{COST_SCALE, FormalJudge, cost};

/// The rate at which an option's probability falls with its cost.
const SHARPNESS: f64 = 8.0;
/// The work of one turn.
const BUDGET: Budget = Budget(300_000);

/// Scores options by the formulas that the safety monitor has read a mission as: their one meaning counts with
/// probability one, and search says which options still achieve it ([`FormalJudge`]).
///
/// It needs no model and works for any site. Options that the search could not decide within its budget share their
/// mass as the worst that still achieve the mission: what is not known is not excluded.
#[derive(Debug)]
pub struct FormalScorer {
    judge: FormalJudge,
}

impl FormalScorer {
    /// A scorer for the missions of a world.
    pub fn new(world: Arc<World>) -> Self {
        Self::with_budget(world, BUDGET)
    }

    /// A scorer with other work for a turn.
    pub fn with_budget(world: Arc<World>, budget: Budget) -> Self {
        Self { judge: FormalJudge::new(world, budget) }
    }

    /// The number of decisions in S.
    pub fn options(&self) -> usize {
        self.judge.world().options().len()
    }
}

impl OptionScorer for FormalScorer {
    fn identity(&self) -> ScorerIdentity {
        let weights = Digest::of([self.judge.world().domain().digest().as_bytes().as_slice()]);
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
                self.judge.budget().0
            ),
            temperature: 1.0,
            normalisation: "over S".into(),
            option_labels: "none".into(),
        }
    }

    fn prepare(&self, turn: &Turn, robot: &RobotId) {
        // If that fails, the question will say why.
        drop(self.judge.prepare(turn, robot));
    }

    async fn score(&self, question: &Question) -> Result<Scores, ScoreError> {
        let options = self.judge.world().options();
        if question.options.len() != options.len() {
            let (asked, known) = (question.options.len(), options.len());
            return Err(ScoreError::Turn(format!("it has {asked} options, but the site has {known}")));
        }
        let judgement = self.judge.judge(&question.turn, &question.robot)?;
        let least = judgement.verdicts.iter().filter_map(|(_, verdict)| match verdict {
            Verdict::Yes { steps, .. } => Some(*steps),
            Verdict::No | Verdict::Open => None,
        });
        let least = least.min();
        let cost = |option: Decision| match judgement.verdict(option) {
            Some(Verdict::Yes { .. }) if judgement.preferred == Some(option) => cost::PREFERRED,
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
