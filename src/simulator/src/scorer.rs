//! A scorer that needs no model: the oracle's judgement, blurred by seeded noise.

mod missions;
mod noise;
mod situation;

use std::sync::Arc;

use surefleet_fleet::{Decision, Digest, RobotId, Turn};
use surefleet_grounded::{COST_SCALE, cost};
use surefleet_language::{OptionScorer, Question, ScoreError, ScorerIdentity, Scores, Usage};
use surefleet_mission::Transport;

pub(crate) use missions::Missions;
pub(crate) use noise::stream;

/// Name of what its scores are made of; it is part of its identity.
fn scale() -> String {
    format!("simulated scorer, {COST_SCALE}")
}

/// A toy language model: it knows every mission exactly and errs by seeded noise.
///
/// The logit of option s is `-quality * cost(s) + noise(s)`, scores are the logits' log-softmax. The cost is 0
/// for the oracle's canonical choice and grows over other acceptable options to permitted ones that lose the
/// mission and ones that cannot be carried out. The noise is Gumbel distributed, so that the best option is a
/// draw from `softmax(-quality * cost)`; it is seeded by what the turn says, so that the same turn of the same
/// mission always gets the same scores. No language is understood: reports must say `simulated`.
///
/// How often missions succeed when every robot takes its best-scored option and nobody is asked, measured on 2,000
/// household missions a class (standard error at most 0.011) with
/// `cargo run -p surefleet-simulator --example scorer_quality -- 2000 2 3 4 5 6 8`:
///
/// | quality | 1 robot | 3 robots | 10 robots | 15 robots |
/// |---|---|---|---|---|
/// | 2 | .011 | .015 | .013 | .001 |
/// | 3 | .489 | .484 | .479 | .333 |
/// | 4 | .931 | .900 | .898 | .859 |
/// | 5 | .994 | .985 | .980 | .973 |
/// | 6 | .999 | .998 | .997 | .995 |
/// | 8 | 1.000 | 1.000 | 1.000 | .999 |
///
/// S-ATLAS (Section V) reports .925, .833, .95 and .875 for a large language model.
#[derive(Debug)]
pub struct SimulatedScorer {
    missions: Missions,
    quality: f64,
    seed: u64,
}

impl SimulatedScorer {
    /// With a quality above 0; the same seed gives the same scores everywhere.
    ///
    /// # Errors
    /// [`ScoreError::Setting`] where the quality is not finite and above 0.
    pub fn new(domain: Arc<Transport>, quality: f64, seed: u64) -> Result<Self, ScoreError> {
        if !(quality.is_finite() && quality > 0.0) {
            let mend = "choose a finite number above 0, such as 4";
            return Err(ScoreError::Setting { name: "quality", value: quality.to_string(), mend });
        }
        Ok(Self { missions: Missions::new(domain), quality, seed })
    }

    /// Scores every option of S for `robot`; what [`OptionScorer::score`] does, without a prompt.
    ///
    /// # Errors
    /// [`ScoreError::Mission`] for a mission that cannot be read, [`ScoreError::Turn`] for a turn that does not
    /// fit the domain.
    pub fn scores(&self, turn: &Turn, robot: &RobotId) -> Result<Scores, ScoreError> {
        let situation = self.missions.judge(turn, robot, turn.brief.formulas.is_empty())?;
        let place = (situation.place as u64).to_le_bytes();
        let mut noise = stream("scores", self.seed, &[situation.content.as_bytes(), &place]);
        let options = self.missions.domain().options().iter();
        let logit = |option: Decision| -self.quality * cost(&situation.judgement, option) + noise::gumbel(&mut noise);
        let logits: Vec<f64> = options.map(logit).collect();
        Scores::from_logits(&logits, Usage { model_calls: 1, ..Usage::default() })
    }
}

impl OptionScorer for SimulatedScorer {
    fn identity(&self) -> ScorerIdentity {
        let id = format!("simulated(quality={}, seed={})", self.quality, self.seed);
        let quality = self.quality.to_bits().to_le_bytes();
        let weights = Digest::of([
            scale().as_bytes(),
            quality.as_slice(),
            &self.seed.to_le_bytes(),
            self.missions.domain().digest().as_bytes(),
        ]);
        ScorerIdentity {
            kind: "simulated".into(),
            id,
            weights,
            tokenizer: Digest::of([scale().as_bytes()]),
            quantisation: "none".into(),
            backend: "surefleet-simulator".into(),
            backend_version: env!("CARGO_PKG_VERSION").into(),
            dtype: "f64".into(),
            batch_mode: "one call".into(),
            score_definition: "log-softmax of -quality * cost-to-go with Gumbel noise".into(),
            temperature: 1.0,
            normalisation: "over S".into(),
            option_labels: "none".into(),
        }
    }

    async fn score(&self, question: &Question) -> Result<Scores, ScoreError> {
        let (asked, known) = (question.options.len(), self.missions.domain().options().len());
        if asked != known {
            return Err(ScoreError::Turn(format!("it has {asked} options, but the domain has {known}")));
        }
        self.scores(&question.turn, &question.robot)
    }
}
