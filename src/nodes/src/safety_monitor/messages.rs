//! Converts between the monitor's values and the messages that only it reads or writes.

use r2r::surefleet::{
    action::ExecuteMission,
    msg::{ArmPosition as ArmPositionMessage, DecisionRecord, Heartbeat, JointStep as JointStepMessage},
    srv::CheckDecisions,
};
use surefleet_conformal::Fraction;
use surefleet_fleet::{Attempt, Decision, DecisionKey, Facts, Outcome, RobotId};
use surefleet_ros::{
    Timeline,
    wire::{self, WireError},
};
use surefleet_safety::{
    ArmPosition, CheckRequest, DecisionNote, Fault, Input, MissionReport, NotedOption, StopProposal,
};

/// The position of an arm; `None`: of nobody who could be a robot.
pub(super) fn read_arm(message: ArmPositionMessage, timeline: &Timeline) -> Option<ArmPosition> {
    let measured = timeline.of_ros(wire::stamp(&message.stamp));
    Some(ArmPosition { robot: RobotId::new(&message.robot).ok()?, joints: message.joints, measured })
}

pub(super) fn read_check(request: &CheckDecisions::Request) -> Result<CheckRequest, WireError> {
    Ok(CheckRequest {
        mission: wire::mission_id(&request.mission_id)?,
        step: wire::step_index(request.step)?,
        robot: RobotId::new(&request.robot)?,
        facts: Facts::new(request.facts.iter().cloned()),
        decided: wire::decided(&request.decided)?,
        candidates: request.candidates.iter().map(|&index| Decision::new(index)).collect(),
    })
}

/// Inputs from a sign of life: about the robot, and about its skill server.
pub(super) fn read_heartbeat(message: &Heartbeat) -> Result<[Input; 2], WireError> {
    let heartbeat = wire::heartbeat(message)?;
    let (robot, are_served) = (heartbeat.robot.clone(), !message.without_skill_server);
    let skills = Input::Skills { robot, are_served };
    let alive = Input::Heartbeat {
        robot: heartbeat.robot,
        at: heartbeat.mission.zip(heartbeat.seen.map(|seen| seen.step)),
        finished: heartbeat.finished,
    };
    Ok([skills, alive])
}

pub(super) fn read_record(message: &DecisionRecord) -> Result<Input, WireError> {
    let mut set: Vec<NotedOption> = message
        .options
        .iter()
        .filter(|option| option.in_set)
        .map(|option| NotedOption {
            decision: Decision::new(option.decision),
            score: option.score,
            refusal: (!option.allowed).then(|| option.reason.clone()),
        })
        .collect();
    set.sort_by(|one, other| other.score.total_cmp(&one.score));
    Ok(Input::Decision(DecisionNote {
        key: DecisionKey {
            mission: wire::mission_id(&message.mission_id)?,
            step: wire::step_index(message.step)?,
            attempt: Attempt(message.attempt),
            robot: RobotId::new(&message.robot)?,
        },
        decision: Decision::new(message.decision),
        set,
        helped: !message.help_request_id.is_empty(),
    }))
}

pub(super) fn read_proposal(message: JointStepMessage) -> Result<Input, WireError> {
    if message.stop {
        let reason = message.reasons.join("; ");
        return Ok(Input::ProposeStop(StopProposal {
            mission: wire::mission_id(&message.mission_id)?,
            step: wire::step_index(message.step)?,
            attempt: Attempt(message.attempt),
            outcome: wire::mission_outcome(message.outcome, reason)?,
        }));
    }
    Ok(Input::Propose { joint: wire::joint_step(&message)?, facts: Facts::new(message.facts) })
}

/// The client's alpha as an exact fraction; 0: the calibration's default.
pub(super) fn read_alpha(alpha: f64) -> Result<String, String> {
    if alpha == 0.0 {
        return Ok(String::new());
    }
    // The client wrote the shortest decimal that reads back as this number.
    let text = format!("{alpha}");
    text.parse::<Fraction>().map(|_| text).map_err(|error| error.to_string())
}

pub(super) fn result_message(report: MissionReport) -> ExecuteMission::Result {
    use ExecuteMission::Result as Codes;
    let (error_code, error_msg) = match report.outcome {
        Outcome::Succeeded => (Codes::NONE as u16, String::new()),
        Outcome::Impossible(reason) => (Codes::IMPOSSIBLE as u16, reason),
        Outcome::OutOfHorizon => (
            Codes::OUT_OF_HORIZON as u16,
            format!("not achieved after {} steps: allow a longer horizon", report.plan.len()),
        ),
        Outcome::Halted(reason) => (Codes::HALTED as u16, reason),
        // A corrected mission goes on, so normally no client gets this result; one that does can read the new words.
        Outcome::Corrected(words) => (Codes::HALTED as u16, words),
        Outcome::Refused(reason) => (Codes::BAD_MISSION as u16, reason),
    };
    ExecuteMission::Result {
        error_code,
        error_msg,
        steps: report.plan.len() as u32,
        plan: report.plan,
        help_count: report.helped,
        decisions: report.decisions,
        ..Default::default()
    }
}

pub(super) fn fault_code(fault: Fault) -> u16 {
    use ExecuteMission::Result as Codes;
    match fault {
        Fault::Mission => Codes::BAD_MISSION as u16,
        Fault::Team => Codes::BAD_TEAM as u16,
        Fault::Parameter => Codes::BAD_PARAMETER as u16,
        Fault::Impossible => Codes::IMPOSSIBLE as u16,
        Fault::NoWorldState => Codes::NO_WORLD_STATE as u16,
    }
}

pub(super) fn verdict_code(approved: bool) -> u8 {
    if approved { JointStepMessage::APPROVED as u8 } else { JointStepMessage::REFUSED as u8 }
}
