use surefleet_conformal::{Calibration, MissionForms, ModelIdentity, Running, Scope, Sha256, TaskIdentity, Team};
use surefleet_fleet::Digest;
use surefleet_language::ScorerIdentity;
use surefleet_mission::Forms;
use surefleet_planner::template_digest;

use crate::{CalibrateError, Missions, Split};

/// How the robots' order is drawn: the ring starts every step with the team as it was named.
const ORDER_POLICY: &str = "team order";
/// How S is ordered.
const CANONICAL_ORDER: &str = "skills as declared, then objects as declared";
/// How operators are shown a set and choose from it.
const OPERATOR_POLICY: &str = "first acceptable from the top";

/// The running system, in the words of a calibration file.
///
/// The one place that computes them: `surefleet calibrate` writes them down and a planner compares them at its start.
/// All robots of the team score with the same scorer, and a step is reordered `reorders` (W) times at most.
pub fn running(missions: &dyn Missions, scorer: &ScorerIdentity, reorders: u32, team: impl Into<Team>) -> Running {
    let model = model_identity(scorer);
    Running {
        team_models: vec![model.weights_sha256],
        model,
        task: task_identity(missions, scorer),
        scenario_distribution: missions.id(),
        generator_sha256: sha256(missions.digest()),
        order_policy: ORDER_POLICY.to_owned(),
        reorders,
        truth_oracle_version: missions.truth(),
        operator_policy: OPERATOR_POLICY.to_owned(),
        forms_rule: missions.forms_rule().to_owned(),
        team: team.into(),
        options: missions.options().0,
    }
}

/// The scope of a file for what runs.
pub(crate) fn scope_of(running: &Running, forms: MissionForms) -> Scope {
    Scope {
        scenario_distribution: running.scenario_distribution.clone(),
        generator_sha256: running.generator_sha256,
        order_policy: running.order_policy.clone(),
        reorders: running.reorders,
        truth_oracle_version: running.truth_oracle_version.clone(),
        operator_policy: running.operator_policy.clone(),
        calibration_split: Split::Calibration.name().to_owned(),
        test_split: Split::Test.name().to_owned(),
        forms,
    }
}

/// The forms of missions, learnt from `count` missions of each team.
pub(crate) fn learn_forms(
    missions: &dyn Missions,
    count: u64,
    on_learnt: &(dyn Fn(u64) + Sync),
) -> Result<MissionForms, CalibrateError> {
    let forms = missions.forms(count, on_learnt)?;
    let runs = forms.runs().map(str::to_owned).collect();
    Ok(MissionForms { rule: missions.forms_rule().to_owned(), missions: count, most_open: forms.most_open(), runs })
}

/// The forms of missions, as a verified file states them.
pub fn forms_of(calibration: &Calibration) -> Forms {
    let MissionForms { runs, most_open, .. } = calibration.forms();
    Forms::new(runs.iter().cloned(), *most_open)
}

/// The same hash in the words of `surefleet_conformal`.
pub(crate) fn sha256(digest: Digest) -> Sha256 {
    Sha256::from_bytes(*digest.as_bytes())
}

fn model_identity(scorer: &ScorerIdentity) -> ModelIdentity {
    ModelIdentity {
        id: scorer.id.clone(),
        weights_sha256: sha256(scorer.weights),
        tokenizer_sha256: sha256(scorer.tokenizer),
        quantisation: scorer.quantisation.clone(),
        backend: scorer.backend.clone(),
        backend_version: scorer.backend_version.clone(),
        dtype: scorer.dtype.clone(),
        batch_mode: scorer.batch_mode.clone(),
    }
}

fn task_identity(missions: &dyn Missions, scorer: &ScorerIdentity) -> TaskIdentity {
    TaskIdentity {
        prompt_template_sha256: sha256(template_digest()),
        action_space_sha256: sha256(missions.options().1),
        canonical_order: CANONICAL_ORDER.to_owned(),
        option_labels: scorer.option_labels.clone(),
        score_definition: scorer.score_definition.clone(),
        temperature: scorer.temperature,
        normalisation: scorer.normalisation.clone(),
    }
}
