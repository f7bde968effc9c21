use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use r2r::surefleet::{
    msg::Constraint as Message,
    srv::{ConfirmConstraint, ExplainVerdict, ListConstraints, TranslateConstraint},
};
use serde::Serialize;
use surefleet_fleet::MissionId;
use surefleet_ros::{NodeError, topics::REWORDING_LASTS, wire};
use surefleet_site::Access;

use crate::fleet_client::{FleetClient, LAST_WORD};

/// The system's understanding of a constraint, which a person confirms.
#[derive(Debug, Clone, Serialize)]
pub struct ProposedConstraint {
    /// Its name.
    pub id: String,
    /// The formula that would be enforced, in infix syntax.
    pub formula: String,
    /// The formula in plain words.
    pub paraphrase: String,
    /// The object or place that each phrase was taken for.
    pub groundings: Vec<String>,
    /// Oddities of the formula.
    pub remarks: Vec<String>,
    /// A short trace that the constraint allows, one moment per entry.
    pub allowed_example: Vec<String>,
    /// A short trace that the constraint refuses, one moment per entry.
    pub refused_example: Vec<String>,
    /// Why it cannot be confirmed now; empty: there is no objection.
    pub objection: String,
}

/// A constraint and its current stage.
#[derive(Debug, Clone, Serialize)]
pub struct ListedConstraint {
    /// Its name.
    pub id: String,
    /// `proposed`, `active`, `retired` or `broken`.
    pub stage: &'static str,
    /// The words in which a person stated it.
    pub words: String,
    /// The enforced formula, in infix syntax.
    pub formula: String,
    /// The formula in plain words.
    pub paraphrase: String,
    /// `none` (not watched), `satisfied`, `currently satisfied`, `currently violated` or `violated`.
    pub verdict: &'static str,
    /// The person who brought it to this stage.
    pub operator_name: String,
}

/// Why a joint step was refused.
#[derive(Debug, Clone, Serialize)]
pub struct ExplainedRefusal {
    /// The step.
    pub step: u32,
    /// The attempt at it.
    pub attempt: u32,
    /// The action of each robot; empty if constraints barred options before any robot decided.
    pub decided: Vec<String>,
    /// Reasons for the refusal.
    pub reasons: Vec<String>,
}

/// A client for a person who sets constraints on a fleet, over the services of its safety monitor.
pub struct ConstraintClient<'a>(FleetClient<'a>);

impl<'a> ConstraintClient<'a> {
    /// Makes the node `surefleet_constraints_<process>`.
    ///
    /// # Errors
    /// ROS is not available.
    pub fn open(access: &Access, patience: Duration, interrupted: &'a AtomicBool) -> Result<Self, NodeError> {
        Ok(Self(FleetClient::create(access, "constraints", patience, interrupted)?))
    }

    /// Proposes a constraint in words. Once the service is found, the answer may take as long as the fleet's language
    /// model needs to reword the text.
    ///
    /// # Errors
    /// [`NodeError::Refused`] with the part that was not understood, or no answer.
    pub fn propose(&mut self, text: &str) -> Result<ProposedConstraint, NodeError> {
        let request = TranslateConstraint::Request { text: text.to_owned(), ..Default::default() };
        let patience = self.0.patience.max(REWORDING_LASTS + LAST_WORD);
        let response = self.0.call_within::<TranslateConstraint::Service>(
            "safety_monitor/translate_constraint",
            &request,
            patience,
        )?;
        if !response.accepted {
            return Err(NodeError::Refused(response.reason));
        }
        Ok(ProposedConstraint {
            id: response.id,
            formula: response.formula,
            paraphrase: response.paraphrase,
            groundings: response.groundings,
            remarks: response.remarks,
            allowed_example: response.allowed_example,
            refused_example: response.refused_example,
            objection: response.objection,
        })
    }

    /// Has a constraint enforced, or no longer enforced with `retire`. `seen` is the formula that the person was shown.
    ///
    /// If the answer is lost, it reads the list before it asks again: another person may have decided meanwhile.
    ///
    /// # Errors
    /// [`NodeError::Refused`] with the reason, or no answer.
    pub fn decide(&mut self, id: &str, seen: &str, retire: bool) -> Result<(), NodeError> {
        let formula = seen.to_owned();
        let request = ConfirmConstraint::Request { id: id.to_owned(), formula, retire, ..Default::default() };
        let operator = self.0.node.identity().map(|identity| identity.me().name().to_owned()).unwrap_or_default();
        let before = self.stage(id)?;
        let end = Instant::now() + self.0.patience;
        loop {
            let service = "safety_monitor/confirm_constraint";
            match self.0.call_once::<ConfirmConstraint::Service>(service, &request)? {
                Some(response) if response.accepted => return Ok(()),
                Some(response) => return Err(NodeError::Refused(response.reason)),
                None => {}
            }
            let now = self.stage(id)?;
            if now != before {
                let (stage, whose) = now.unwrap_or(("gone", String::new()));
                let is_done = stage == if retire { "retired" } else { "active" } && whose == operator;
                let reason =
                    format!("{id} is {stage} by now, by {whose}: look at it again (surefleet constraint list)");
                return if is_done { Ok(()) } else { Err(NodeError::Refused(reason)) };
            }
            if Instant::now() >= end {
                return Err(self.0.silence(service));
            }
        }
    }

    /// The stage of a constraint, and the person who brought it there.
    fn stage(&mut self, id: &str) -> Result<Option<(&'static str, String)>, NodeError> {
        let all = self.list()?;
        Ok(all.into_iter().find(|constraint| constraint.id == id).map(|found| (found.stage, found.operator_name)))
    }

    /// All constraints.
    ///
    /// # Errors
    /// No answer.
    pub fn list(&mut self) -> Result<Vec<ListedConstraint>, NodeError> {
        let request = ListConstraints::Request::default();
        let response = self.0.call::<ListConstraints::Service>("safety_monitor/list_constraints", &request)?;
        Ok(response.constraints.into_iter().map(listed).collect())
    }

    /// Why a step of a mission was refused; without `step`, the last refused one. `None`: no refusal is on record.
    ///
    /// # Errors
    /// No answer.
    pub fn explain(&mut self, mission: MissionId, step: Option<u32>) -> Result<Option<ExplainedRefusal>, NodeError> {
        let request = ExplainVerdict::Request {
            mission_id: wire::mission_bytes(mission),
            step: step.unwrap_or_default(),
            ..Default::default()
        };
        let response = self.0.call::<ExplainVerdict::Service>("safety_monitor/explain", &request)?;
        let ExplainVerdict::Response { found, step, attempt, decided, reasons, .. } = response;
        Ok(found.then_some(ExplainedRefusal { step, attempt, decided, reasons }))
    }
}

fn listed(message: Message) -> ListedConstraint {
    let stage = match message.stage {
        code if code == Message::PROPOSED as u8 => "proposed",
        code if code == Message::ACTIVE as u8 => "active",
        code if code == Message::RETIRED as u8 => "retired",
        _ => "broken",
    };
    let verdict = match message.verdict {
        code if code == Message::NONE as u8 => "none",
        code if code == Message::SATISFIED as u8 => "satisfied",
        code if code == Message::CURRENTLY_SATISFIED as u8 => "currently satisfied",
        code if code == Message::CURRENTLY_VIOLATED as u8 => "currently violated",
        _ => "violated",
    };
    ListedConstraint {
        id: message.id,
        stage,
        words: message.words,
        formula: message.formula,
        paraphrase: message.paraphrase,
        verdict,
        operator_name: message.operator_name,
    }
}
