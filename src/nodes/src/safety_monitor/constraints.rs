use r2r::surefleet::{
    msg::Constraint,
    srv::{ConfirmConstraint, ExplainVerdict, ListConstraints, TranslateConstraint},
};
use surefleet_english::Grounding;
use surefleet_identity::IdentityError;
use surefleet_ros::{FleetNode, NodeError, Requests, wire};
use surefleet_safety::{ConstraintReport, Proposal, ProposalError, Stage, Verdict};

use super::translator::Call;

/// The services about constraints.
pub(super) struct ConstraintServices {
    pub translations: Requests<TranslateConstraint::Service>,
    pub confirmations: Requests<ConfirmConstraint::Service>,
    pub lists: Requests<ListConstraints::Service>,
    pub explanations: Requests<ExplainVerdict::Service>,
}

impl ConstraintServices {
    pub fn serve(node: &mut FleetNode) -> Result<Self, NodeError> {
        Ok(Self {
            translations: Requests::serve(node, "safety_monitor/translate_constraint")?,
            confirmations: Requests::serve(node, "safety_monitor/confirm_constraint")?,
            lists: Requests::serve(node, "safety_monitor/list_constraints")?,
            explanations: Requests::serve(node, "safety_monitor/explain")?,
        })
    }
}

pub(super) fn translation_response(
    call: &Call,
    proposed: Result<Proposal, ProposalError>,
) -> TranslateConstraint::Response {
    let response = match proposed {
        Ok(proposal) => proposal_response(proposal),
        Err(reason) => TranslateConstraint::Response { reason: reason.to_string(), ..Default::default() },
    };
    let (text, formula, reason) = (&call.message.text, &response.formula, &response.reason);
    tracing::info!(text, formula, reason, "read a constraint");
    response
}

pub(super) fn not_proved(error: &IdentityError) -> String {
    format!(
        "who asks is not proved: {error}; surefleet signs with the key of this machine's local user, or --operator's"
    )
}

fn proposal_response(proposal: Proposal) -> TranslateConstraint::Response {
    let Proposal { id, translation, reworded, remarks, objection } = proposal;
    let reworded = reworded.iter().map(|by| format!("reworded by {} as: {:?}", by.model, by.words));
    let moments =
        |trace: Option<surefleet_safety::Trace>| trace.map(|trace| trace.words().to_vec()).unwrap_or_default();
    TranslateConstraint::Response {
        accepted: true,
        reason: String::new(),
        id: id.to_string(),
        formula: translation.formula.to_string(),
        paraphrase: translation.paraphrase,
        groundings: reworded.chain(translation.groundings.iter().map(grounding)).collect(),
        remarks: translation.remarks.iter().map(ToString::to_string).chain(remarks).collect(),
        allowed_example: moments(translation.allowed),
        refused_example: moments(translation.refused),
        objection: objection.unwrap_or_default(),
        ..Default::default()
    }
}

/// Example: `"top drawer" is drawer_1`.
fn grounding(grounding: &Grounding) -> String {
    format!("{:?} is {}", grounding.words, grounding.meaning.join(" or "))
}

pub(super) fn constraint_message(report: ConstraintReport) -> Constraint {
    Constraint {
        id: report.id.to_string(),
        stage: match report.stage {
            Stage::Proposed => Constraint::PROPOSED as u8,
            Stage::Active => Constraint::ACTIVE as u8,
            Stage::Retired => Constraint::RETIRED as u8,
            Stage::Broken => Constraint::BROKEN as u8,
        },
        // The person who confirms by name must see that a model chose the words.
        words: match report.reworded {
            Some(by) => format!("{} (reworded by {} as: {:?})", report.words, by.model, by.words),
            None => report.words,
        },
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
