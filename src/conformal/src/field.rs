use std::fmt;

/// Part of a calibration file that is compared with the running system; displayed as its path in the JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each variant is documented at the field of the same name")]
pub enum Field {
    ModelId,
    WeightsSha256,
    TokenizerSha256,
    Quantisation,
    Backend,
    BackendVersion,
    Dtype,
    BatchMode,
    PromptTemplateSha256,
    ActionSpaceSha256,
    CanonicalOrder,
    OptionLabels,
    ScoreDefinition,
    Temperature,
    Normalisation,
    ScenarioDistribution,
    GeneratorSha256,
    OrderPolicy,
    Reorders,
    TruthOracleVersion,
    OperatorPolicy,
    FormsRule,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ModelId => "models.id",
            Self::WeightsSha256 => "models.weights_sha256",
            Self::TokenizerSha256 => "models.tokenizer_sha256",
            Self::Quantisation => "models.quantisation",
            Self::Backend => "models.backend",
            Self::BackendVersion => "models.backend_version",
            Self::Dtype => "models.dtype",
            Self::BatchMode => "models.batch_mode",
            Self::PromptTemplateSha256 => "task.prompt_template_sha256",
            Self::ActionSpaceSha256 => "task.action_space_sha256",
            Self::CanonicalOrder => "task.canonical_order",
            Self::OptionLabels => "task.option_labels",
            Self::ScoreDefinition => "task.score_definition",
            Self::Temperature => "task.temperature",
            Self::Normalisation => "task.normalisation",
            Self::ScenarioDistribution => "scope.scenario_distribution",
            Self::GeneratorSha256 => "scope.generator_sha256",
            Self::OrderPolicy => "scope.order_policy",
            Self::Reorders => "scope.reorders",
            Self::TruthOracleVersion => "scope.truth_oracle_version",
            Self::OperatorPolicy => "scope.operator_policy",
            Self::FormsRule => "scope.forms.rule",
        })
    }
}
