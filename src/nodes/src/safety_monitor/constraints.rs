use r2r::surefleet::{
    msg::Constraint,
    srv::{ConfirmConstraint, ExplainVerdict, ListConstraints, TranslateConstraint},
};
use surefleet_fleet::Stamp;
use surefleet_safety::{ConstraintId, ConstraintReport, Grounding, Likeness, Proposal, Stage, Verdict};

use super::MonitorRoom;
use crate::{
    NodeError,
    endpoints::{Requests, respond},
    wire,
};

/// The services about constraints.
pub(super) struct ConstraintServices {
    translations: Requests<TranslateConstraint::Service>,
    confirmations: Requests<ConfirmConstraint::Service>,
    lists: Requests<ListConstraints::Service>,
    explanations: Requests<ExplainVerdict::Service>,
}

impl ConstraintServices {
    pub fn serve(node: &mut r2r::Node) -> Result<Self, NodeError> {
        Ok(Self {
            translations: Requests::serve(node, "/safety_monitor/translate_constraint")?,
            confirmations: Requests::serve(node, "/safety_monitor/confirm_constraint")?,
            lists: Requests::serve(node, "/safety_monitor/list_constraints")?,
            explanations: Requests::serve(node, "/safety_monitor/explain")?,
        })
    }
}

/// Those who constrain the fleet.
impl MonitorRoom {
    /// Answers what was asked about constraints; what changes is journalled before it is answered.
    pub(super) fn answer_about_constraints(&mut self, now: Stamp) -> Result<bool, NodeError> {
        let mut worked = false;
        while let Some(call) = self.constraints.translations.take() {
            worked = true;
            let asked = &call.message;
            let response = match self.monitor.propose_constraint(now, &asked.text, operator(&asked.operator_name)) {
                Ok(proposal) => proposal_response(proposal),
                Err(reason) => TranslateConstraint::Response { reason: reason.to_string(), ..Default::default() },
            };
            tracing::info!(
                text = asked.text,
                formula = response.formula,
                reason = response.reason,
                "read a constraint"
            );
            self.speak(now)?;
            respond(call, response);
        }
        while let Some(call) = self.constraints.confirmations.take() {
            worked = true;
            let asked = &call.message;
            let by = operator(&asked.operator_name);
            let changed = asked.id.parse::<ConstraintId>().and_then(|id| {
                let changed = match asked.retire {
                    true => self.monitor.retire_constraint(now, id, by),
                    false => self.monitor.confirm_constraint(now, id, by),
                };
                changed.map_err(|error| error.to_string())
            });
            let (accepted, reason) = (changed.is_ok(), changed.err().unwrap_or_default());
            tracing::info!(
                id = asked.id,
                retire = asked.retire,
                by,
                accepted,
                reason,
                "a person decided on a constraint"
            );
            self.speak(now)?;
            respond(call, ConfirmConstraint::Response { accepted, reason });
        }
        let monitor = &self.monitor;
        worked |= self.constraints.lists.answer(|_| ListConstraints::Response {
            constraints: monitor.constraints().into_iter().map(constraint_message).collect(),
        });
        worked |= self.constraints.explanations.answer(|asked| {
            let mission = wire::mission_id(&asked.mission_id);
            let step = (asked.step > 0).then_some(asked.step);
            match mission.ok().and_then(|mission| monitor.explain(mission, step)) {
                None => ExplainVerdict::Response::default(),
                Some(refusal) => ExplainVerdict::Response {
                    found: true,
                    step: refusal.step.get(),
                    attempt: refusal.attempt.0,
                    stamp: wire::time(refusal.at),
                    decided: refusal.decided.clone(),
                    reasons: refusal.reasons.clone(),
                },
            }
        });
        Ok(worked)
    }
}

fn operator(name: &str) -> &str {
    if name.is_empty() { "somebody who gave no name" } else { name }
}

fn proposal_response(proposal: Proposal) -> TranslateConstraint::Response {
    let Proposal { id, translation, objection } = proposal;
    let moments =
        |trace: Option<surefleet_safety::Trace>| trace.map(|trace| trace.words().to_vec()).unwrap_or_default();
    TranslateConstraint::Response {
        accepted: true,
        reason: String::new(),
        id: id.to_string(),
        formula: translation.formula.to_string(),
        paraphrase: translation.paraphrase.to_string(),
        groundings: translation.groundings.iter().map(grounding).collect(),
        remarks: translation.remarks.iter().map(ToString::to_string).collect(),
        allowed_example: moments(translation.allowed),
        refused_example: moments(translation.refused),
        objection: objection.unwrap_or_default(),
    }
}

/// `"top drawer" is drawer_1 (another word for it)`.
fn grounding(grounding: &Grounding) -> String {
    let Grounding { words, means, likeness, .. } = grounding;
    let how = match likeness {
        Likeness::Exact => "its own name".to_owned(),
        Likeness::Alias => "another word for it".to_owned(),
        Likeness::Similar { to, percent } => format!("{percent} % like {to:?}: is that meant?"),
    };
    format!("{words:?} is {} ({how})", means.join(" or "))
}

fn constraint_message(report: ConstraintReport) -> Constraint {
    Constraint {
        id: report.id.to_string(),
        stage: match report.stage {
            Stage::Proposed => Constraint::PROPOSED as u8,
            Stage::Active => Constraint::ACTIVE as u8,
            Stage::Retired => Constraint::RETIRED as u8,
            Stage::Broken => Constraint::BROKEN as u8,
        },
        words: report.words,
        formula: report.formula,
        paraphrase: report.paraphrase,
        verdict: match report.verdict {
            None => Constraint::NONE as u8,
            Some(Verdict::SatisfiedForGood) => Constraint::SATISFIED as u8,
            Some(Verdict::CurrentlySatisfied) => Constraint::CURRENTLY_SATISFIED as u8,
            Some(Verdict::CurrentlyViolated) => Constraint::CURRENTLY_VIOLATED as u8,
            Some(Verdict::ViolatedForGood) => Constraint::VIOLATED as u8,
        },
        operator_name: report.by,
        since: wire::time(report.since),
    }
}
