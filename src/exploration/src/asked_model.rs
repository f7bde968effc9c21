use serde::{Deserialize, Serialize};
use surefleet_conformal::{ModelIdentity, Sha256};
use surefleet_language::{ModelFingerprint, ScorerIdentity};

use crate::{OptionTurns, relevance_template};

/// A model as it is asked. The same model with other words, or in other turns, is another one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedModel {
    /// The model that gives the probabilities.
    pub model: ModelIdentity,
    /// Name of the model that writes the analysis before; empty if nobody does.
    pub reasoner: String,
    /// Hash of the prompts' words.
    pub prompt_template_sha256: Sha256,
    /// The turns of the options; empty if there is one order.
    pub option_turns: String,
    /// How the model's answer becomes a score.
    pub score_definition: String,
    /// Name of the distribution of scenes.
    pub distribution: String,
    /// Hash of the generator of the scenes: code version and parameters.
    pub generator_sha256: Sha256,
}

impl AskedModel {
    /// A scorer that is asked about pairs, after `reasoner` has written an analysis. The template is that of this build.
    pub fn of_relevance(
        scorer: &ScorerIdentity,
        reasoner: &str,
        turns: OptionTurns,
        (distribution, generator_sha256): (&str, Sha256),
    ) -> Self {
        let model = ModelIdentity {
            id: scorer.id.clone(),
            weights_sha256: sha256(scorer.weights),
            tokenizer_sha256: sha256(scorer.tokenizer),
            quantisation: scorer.quantisation.clone(),
            backend: scorer.backend.clone(),
            backend_version: scorer.backend_version.clone(),
            dtype: scorer.dtype.clone(),
            batch_mode: scorer.batch_mode.clone(),
        };
        Self {
            model,
            reasoner: reasoner.to_owned(),
            prompt_template_sha256: relevance_template(),
            option_turns: turns.name(),
            score_definition: format!(
                "mean over turns of the probability of the letter: {}, at temperature {}, {}",
                scorer.score_definition, scorer.temperature, scorer.normalisation
            ),
            distribution: distribution.to_owned(),
            generator_sha256,
        }
    }

    /// A model that looks at pictures and answers questions, asked with the words of this template.
    pub fn of_answers(
        model: &ModelFingerprint,
        prompt_template_sha256: Sha256,
        (distribution, generator_sha256): (&str, Sha256),
    ) -> Self {
        let model = ModelIdentity {
            id: model.name.clone(),
            weights_sha256: sha256(model.weights),
            tokenizer_sha256: sha256(model.tokenizer),
            quantisation: model.quantisation.clone(),
            backend: model.backend.clone(),
            backend_version: model.backend_version.clone(),
            dtype: model.dtype.clone(),
            batch_mode: "one question at a time".to_owned(),
        };
        Self {
            model,
            reasoner: String::new(),
            prompt_template_sha256,
            option_turns: String::new(),
            score_definition: "probability of the likeliest answer times the relevance of the view".to_owned(),
            distribution: distribution.to_owned(),
            generator_sha256,
        }
    }
}

fn sha256(digest: surefleet_fleet::Digest) -> Sha256 {
    Sha256::from_bytes(*digest.as_bytes())
}
