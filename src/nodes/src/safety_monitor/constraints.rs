use r2r::surefleet::{
    msg::Constraint,
    srv::{ConfirmConstraint, ExplainVerdict, ListConstraints, TranslateConstraint},
};
use surefleet_fleet::Stamp;
use surefleet_identity::{IdentityError, Participant};
use surefleet_ros::{FleetNode, NodeError, Requests, wire};
use surefleet_safety::{
    ConstraintError, ConstraintId, ConstraintReport, Grounding, Likeness, Proposal, ProposalError, Stage, Unreworded,
    Verdict,
};

use super::{
    MonitorRoom,
    translator::{Call, Reworded, Translator, Waiting},
};

/// The services about constraints.
pub(super) struct ConstraintServices {
    translator: Option<Translator>,
    translations: Requests<TranslateConstraint::Service>,
    confirmations: Requests<ConfirmConstraint::Service>,
    lists: Requests<ListConstraints::Service>,
    explanations: Requests<ExplainVerdict::Service>,
}

impl ConstraintServices {
    pub fn serve(node: &mut FleetNode, translator: Option<Translator>) -> Result<Self, NodeError> {
        Ok(Self {
            translator,
            translations: Requests::serve(node, "safety_monitor/translate_constraint")?,
            confirmations: Requests::serve(node, "safety_monitor/confirm_constraint")?,
            lists: Requests::serve(node, "safety_monitor/list_constraints")?,
            explanations: Requests::serve(node, "safety_monitor/explain")?,
        })
    }
}

/// Those who constrain the fleet.
impl MonitorRoom {
    /// Answers what was asked about constraints; what changes is journalled before it is answered.
    pub(super) fn answer_about_constraints(&mut self, now: Stamp) -> Result<(), NodeError> {
        // One a pass: what is costly to look at must not keep the gate silent.
        if let Some(call) = self.constraints.translations.take() {
            let by = match &call.by {
                Ok(by) => by.record_name(),
                Err(error) => {
                    let reason = not_proved(error);
                    call.respond(TranslateConstraint::Response { reason, ..Default::default() });
                    return Ok(());
                }
            };
            let proposed = self.monitor.propose_constraint(now, &call.message.text, &by);
            match (proposed, &mut self.constraints.translator) {
                (
                    Err(ProposalError::Constraint(ConstraintError::Unreadable {
                        problem,
                        unreworded: Unreworded::NoTranslator,
                        ..
                    })),
                    Some(translator),
                ) => translator.ask(Waiting::new(call, problem), self.monitor.lexicon()),
                (proposed, _) => {
                    let response = translation_response(&call, proposed);
                    self.speak()?;
                    call.respond(response);
                }
            }
        }
        while let Some((waiting, reworded)) = self.constraints.translator.as_mut().and_then(Translator::take) {
            self.answer_reworded(now, waiting, reworded)?;
        }
        if let Some(call) = self.constraints.confirmations.take() {
            let asked = &call.message;
            let by = match &call.by {
                Ok(by) => by.record_name(),
                Err(error) => {
                    let reason = not_proved(error);
                    call.respond(ConfirmConstraint::Response { accepted: false, reason, ..Default::default() });
                    return Ok(());
                }
            };
            let changed = asked.id.parse::<ConstraintId>().and_then(|id| {
                // Whoever decides has seen this formula, and not what somebody else showed in its place.
                let known = self.monitor.constraints().into_iter().find(|known| known.id == id);
                match known {
                    Some(known) if known.formula != asked.formula => {
                        Err(format!("{id} is {}, and another formula was shown: look at it again", known.formula))
                    }
                    _ if asked.retire => {
                        self.monitor.retire_constraint(now, id, &by).map_err(|error| error.to_string())
                    }
                    _ => self.monitor.confirm_constraint(now, id, &by).map_err(|error| error.to_string()),
                }
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
            self.speak()?;
            call.respond(ConfirmConstraint::Response { accepted, reason, ..Default::default() });
        }
        let monitor = &self.monitor;
        self.constraints.lists.answer(|_| ListConstraints::Response {
            constraints: monitor.constraints().into_iter().map(constraint_message).collect(),
            ..Default::default()
        });
        self.constraints.explanations.answer(|asked| {
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
                    ..Default::default()
                },
            }
        });
        Ok(())
    }

    /// Answers those who asked for words that a language model was to find.
    fn answer_reworded(&mut self, now: Stamp, waiting: Waiting, reworded: Reworded) -> Result<(), NodeError> {
        let Waiting { call, others, problem } = waiting;
        let asked = &call.message;
        // Nobody waits here who did not prove who it is.
        let by = call.by.as_ref().map(Participant::record_name).unwrap_or_default();
        let proposed = match reworded {
            Ok((rewording, model)) => self.monitor.propose_reworded(now, &rewording, &model, &by),
            Err(unreworded) => {
                Err(ConstraintError::Unreadable { text: asked.text.clone(), problem, unreworded }.into())
            }
        };
        let response = translation_response(&call, proposed);
        self.speak()?;
        for call in others.into_iter().chain([call]) {
            call.respond(response.clone());
        }
        Ok(())
    }
}

fn translation_response(call: &Call, proposed: Result<Proposal, ProposalError>) -> TranslateConstraint::Response {
    let response = match proposed {
        Ok(proposal) => proposal_response(proposal),
        Err(reason) => TranslateConstraint::Response { reason: reason.to_string(), ..Default::default() },
    };
    let (text, formula, reason) = (&call.message.text, &response.formula, &response.reason);
    tracing::info!(text, formula, reason, "read a constraint");
    response
}

fn not_proved(error: &IdentityError) -> String {
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
        paraphrase: translation.paraphrase.to_string(),
        groundings: reworded.chain(translation.groundings.iter().map(grounding)).collect(),
        remarks: translation.remarks.iter().map(ToString::to_string).chain(remarks).collect(),
        allowed_example: moments(translation.allowed),
        refused_example: moments(translation.refused),
        objection: objection.unwrap_or_default(),
        ..Default::default()
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
        // Who confirms by name must see that a model chose the words.
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
