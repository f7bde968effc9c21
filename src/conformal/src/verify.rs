use std::collections::HashSet;
use std::fmt::Display;

use crate::calibration::{CalibratedClass, check_expiry};
use crate::file::most_unexplained;
use crate::{
    Calibration, CalibrationError, CalibrationFile, Certainty, ClassStatistics, Field, Fraction, GoldenReplay,
    HexFloat, Mode, ModelIdentity, Recomputed, Sha256, TaskIdentity, Team, Tested,
};

/// The running system, as the node itself measured it: the counterpart of a [`CalibrationFile`].
#[derive(Clone, Debug, PartialEq)]
pub struct Running {
    /// The model of this robot.
    pub model: ModelIdentity,
    /// The question to it.
    pub task: TaskIdentity,
    /// Name of the scenario distribution the fleet is configured for.
    pub scenario_distribution: String,
    /// Hash of its generator.
    pub generator_sha256: Sha256,
    /// How the robots' order is drawn.
    pub order_policy: String,
    /// `W`.
    pub reorders: u32,
    /// Version of the truth oracle in this build.
    pub truth_oracle_version: String,
    /// How operators see a set and choose from it.
    pub operator_policy: String,
    /// The rule by which a mission's text becomes runs of words.
    pub forms_rule: String,
    /// The team of the fleet.
    pub team: Team,
    /// Size of the decision set S.
    pub options: usize,
    /// Weights hashes of the models of the team, any order; this robot's own is always counted in.
    pub team_models: Vec<Sha256>,
}

impl CalibrationFile {
    /// Checks the file against the running system at `now_unix_s` (Unix time in seconds) and returns its thresholds.
    ///
    /// Order of the checks: dates, model, task, scope, golden prompts as recorded, statistics, class of the running
    /// team, digest. For statistics, it recomputes rank, threshold and the largest share not understood from the raw
    /// records, and compares them bit for bit.
    ///
    /// # Errors
    /// The first check that fails, as its own variant. The caller latches autonomy off: see
    /// [`Autonomy`](crate::Autonomy).
    pub fn verify(&self, running: &Running, now_unix_s: u64) -> Result<Calibration, CalibrationError> {
        self.check_dates(now_unix_s)?;
        self.check_model(&running.model)?;
        self.check_task(&running.task)?;
        self.check_scope(running)?;
        self.golden.check()?;
        let classes = self.check_statistics()?;
        let team_models = [&running.team_models[..], &[running.model.weights_sha256]].concat();
        let calibration = Calibration::of_models(self, classes, &team_models);
        calibration.check_team(&running.team, running.options)?;
        self.check_digest()?;
        Ok(calibration)
    }

    /// Makes all checks that are possible without a running system, and returns the thresholds for an audit.
    ///
    /// # Errors
    /// As [`verify`](Self::verify) for golden prompts as recorded, statistics and digest.
    pub fn recompute(&self) -> Result<Recomputed<'_>, CalibrationError> {
        self.golden.check()?;
        let classes = self.check_statistics()?;
        self.check_digest()?;
        Ok(Recomputed::new(self, classes))
    }

    fn check_digest(&self) -> Result<(), CalibrationError> {
        let (recorded, recomputed) = (self.digest(), self.content_digest());
        if recomputed == recorded { Ok(()) } else { Err(CalibrationError::Digest { recorded, recomputed }) }
    }

    /// Checks the golden prompts against the running model's scores.
    ///
    /// # Errors
    /// As [`Golden::verify`](crate::Golden::verify).
    pub fn verify_golden(&self, replays: &[GoldenReplay]) -> Result<(), CalibrationError> {
        self.golden.verify(replays)
    }

    fn check_dates(&self, now_unix_s: u64) -> Result<(), CalibrationError> {
        let (created_unix_s, expires_unix_s) = (self.provenance.created_unix_s, self.provenance.expires_unix_s);
        if now_unix_s < created_unix_s {
            return Err(CalibrationError::NotYetValid { created_unix_s, now_unix_s });
        }
        check_expiry(expires_unix_s, now_unix_s)
    }

    fn check_model(&self, running: &ModelIdentity) -> Result<(), CalibrationError> {
        let Some(model) = self.models.iter().find(|model| model.id == running.id) else {
            let known: Vec<&str> = self.models.iter().map(|model| model.id.as_str()).collect();
            return Err(CalibrationError::Mismatch {
                field: Field::ModelId,
                calibrated: known.join(", "),
                running: running.id.clone(),
            });
        };
        same(Field::WeightsSha256, &model.weights_sha256, &running.weights_sha256)?;
        same(Field::TokenizerSha256, &model.tokenizer_sha256, &running.tokenizer_sha256)?;
        same(Field::Quantisation, &model.quantisation, &running.quantisation)?;
        same(Field::Backend, &model.backend, &running.backend)?;
        same(Field::BackendVersion, &model.backend_version, &running.backend_version)?;
        same(Field::Dtype, &model.dtype, &running.dtype)?;
        same(Field::BatchMode, &model.batch_mode, &running.batch_mode)
    }

    fn check_task(&self, running: &TaskIdentity) -> Result<(), CalibrationError> {
        let task = &self.task;
        same(Field::PromptTemplateSha256, &task.prompt_template_sha256, &running.prompt_template_sha256)?;
        same(Field::ActionSpaceSha256, &task.action_space_sha256, &running.action_space_sha256)?;
        same(Field::CanonicalOrder, &task.canonical_order, &running.canonical_order)?;
        same(Field::OptionLabels, &task.option_labels, &running.option_labels)?;
        same(Field::ScoreDefinition, &task.score_definition, &running.score_definition)?;
        same(Field::Temperature, &task.temperature, &running.temperature)?;
        same(Field::Normalisation, &task.normalisation, &running.normalisation)
    }

    fn check_scope(&self, running: &Running) -> Result<(), CalibrationError> {
        let scope = &self.scope;
        same(Field::ScenarioDistribution, &scope.scenario_distribution, &running.scenario_distribution)?;
        same(Field::GeneratorSha256, &scope.generator_sha256, &running.generator_sha256)?;
        same(Field::OrderPolicy, &scope.order_policy, &running.order_policy)?;
        same(Field::Reorders, &scope.reorders, &running.reorders)?;
        same(Field::TruthOracleVersion, &scope.truth_oracle_version, &running.truth_oracle_version)?;
        same(Field::OperatorPolicy, &scope.operator_policy, &running.operator_policy)?;
        same(Field::FormsRule, &scope.forms.rule, &running.forms_rule)?;
        if scope.forms.runs.is_empty() {
            return Err(CalibrationError::NoForms);
        }
        if scope.calibration_split == scope.test_split {
            return Err(CalibrationError::SharedSplit { split: scope.test_split.clone() });
        }
        Ok(())
    }

    fn check_statistics(&self) -> Result<Vec<CalibratedClass>, CalibrationError> {
        let statistics = &self.statistics;
        let recomputed = statistics.alpha.split_over_orders(self.scope.reorders)?;
        if recomputed != statistics.effective_alpha {
            return Err(CalibrationError::EffectiveAlpha { recorded: statistics.effective_alpha, recomputed });
        }
        if statistics.classes.is_empty() {
            return Err(CalibrationError::NoClasses);
        }
        let mut seeds = HashSet::new();
        for (index, class) in statistics.classes.iter().enumerate() {
            if let Some(first) = statistics.classes[..index].iter().find(|first| first.key.overlaps(&class.key)) {
                return Err(CalibrationError::ClassOverlap {
                    first: Box::new(first.key.clone()),
                    second: Box::new(class.key.clone()),
                });
            }
            if let Some(record) = class.scores.iter().find(|record| !seeds.insert(record.seed)) {
                return Err(CalibrationError::DuplicateSeed { seed: record.seed });
            }
        }
        let recompute = |class: &ClassStatistics| class.recompute(recomputed, statistics.mode);
        statistics.classes.iter().map(recompute).collect()
    }
}

impl ClassStatistics {
    fn recompute(&self, alpha: Fraction, mode: Mode) -> Result<CalibratedClass, CalibrationError> {
        if self.m != self.scores.len() {
            return Err(CalibrationError::SizeMismatch {
                class: self.key.clone(),
                recorded: self.m,
                counted: self.scores.len(),
            });
        }
        for record in &self.scores {
            let certainty = Certainty::of(record.understood);
            if certainty != self.key.certainty() {
                return Err(CalibrationError::Certainty { class: self.key.clone(), seed: record.seed, certainty });
            }
            if let Some(lost) = record.understood.filter(|understood| understood.is_lost()) {
                let (seed, unexplained) = (record.seed, lost.unexplained());
                return Err(CalibrationError::Lost { class: self.key.clone(), seed, unexplained });
            }
        }
        let most = most_unexplained(&self.scores);
        if most != self.most_unexplained {
            let written = |most: Option<HexFloat>| most.map_or_else(|| "none".to_owned(), |most| most.to_string());
            return Err(CalibrationError::MostUnexplained {
                class: self.key.clone(),
                recorded: written(self.most_unexplained),
                recomputed: written(most),
            });
        }
        if !self.tested.iter().all(Tested::follows) {
            return Err(CalibrationError::TestedInterval { class: self.key.clone() });
        }
        let class = CalibratedClass::new(self.clone(), alpha, mode)?;
        if class.rank().k() != self.k {
            return Err(CalibrationError::RankMismatch {
                class: self.key.clone(),
                recorded: self.k,
                recomputed: class.rank().k(),
            });
        }
        if !class.threshold().same_bits(self.t) {
            return Err(CalibrationError::ThresholdMismatch {
                class: self.key.clone(),
                recorded: self.t.to_string(),
                recomputed: class.threshold().to_string(),
            });
        }
        class.usable(alpha, mode)
    }
}

fn same<T: PartialEq + Display>(field: Field, calibrated: &T, running: &T) -> Result<(), CalibrationError> {
    if calibrated == running {
        return Ok(());
    }
    Err(CalibrationError::Mismatch { field, calibrated: calibrated.to_string(), running: running.to_string() })
}
