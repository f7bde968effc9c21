use r2r::surefleet::msg;
use surefleet_fleet::{Attempt, Facts, JointStep, MissionId, Outcome, Stamp, StepIndex};
use surefleet_safety::SignedApproval;

use super::{
    WireError, decided, decided_message, header, mission_bytes, mission_id, outcome_code, stamp, step_index, time,
};

/// A joint step with its verdict on the wire.
pub fn joint_step_message(
    now: Stamp,
    verdict: u8,
    joint: &JointStep,
    facts: &Facts,
    reasons: &[String],
) -> msg::JointStep {
    msg::JointStep {
        header: header(now),
        verdict,
        mission_id: mission_bytes(joint.mission),
        step: joint.step.get(),
        attempt: joint.attempt.0,
        decided: decided_message(&joint.decided),
        facts: facts.iter().map(str::to_owned).collect(),
        reasons: reasons.to_vec(),
        ..Default::default()
    }
}

/// An approval on the wire.
pub fn approval_message(now: Stamp, signed: &SignedApproval, facts: &Facts) -> msg::JointStep {
    let approval = &signed.approval;
    msg::JointStep {
        expires: time(approval.expires),
        nonce: approval.nonce.as_bytes().to_vec(),
        signature: signed.signature.to_vec(),
        ..joint_step_message(now, msg::JointStep::APPROVED as u8, &approval.joint, facts, &[])
    }
}

/// The approval in a message; its signature is not checked.
///
/// # Errors
/// A malformed or missing field.
pub fn signed_approval(message: &msg::JointStep) -> Result<SignedApproval, WireError> {
    let joint = joint_step(message)?;
    let expires = stamp(&message.expires);
    if time(expires) != message.expires {
        let value = format!("{} s and {} ns", message.expires.sec, message.expires.nanosec);
        return Err(WireError::Field { field: "expires", value, wrong: "is no time since the epoch" });
    }
    Ok(SignedApproval::parse(joint, &message.nonce, expires, &message.signature)?)
}

/// A stop with its verdict on the wire.
pub fn stop_message(
    now: Stamp,
    verdict: u8,
    mission: MissionId,
    (step, attempt): (StepIndex, Attempt),
    outcome: &Outcome,
    reasons: &[String],
) -> msg::JointStep {
    let (code, reason) = outcome_code(outcome);
    let reasons = if reasons.is_empty() && !reason.is_empty() { vec![reason] } else { reasons.to_vec() };
    msg::JointStep {
        header: header(now),
        verdict,
        mission_id: mission_bytes(mission),
        step: step.get(),
        attempt: attempt.0,
        stop: true,
        outcome: code,
        reasons,
        ..Default::default()
    }
}

/// The joint step in a message.
///
/// # Errors
/// A malformed field.
pub fn joint_step(message: &msg::JointStep) -> Result<JointStep, WireError> {
    Ok(JointStep {
        mission: mission_id(&message.mission_id)?,
        step: step_index(message.step)?,
        attempt: Attempt(message.attempt),
        decided: decided(&message.decided)?,
    })
}
