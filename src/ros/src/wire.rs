//! Converts between the crates' values and the messages on the wire: parses incoming ones, renders outgoing ones.

mod exploration;
mod joint_step;
mod outcome;
mod question;
mod ring;

use std::time::Duration;

pub use exploration::{finding, finding_message, floor_pose, on_floor, request, request_message};
pub use joint_step::{approval_message, joint_step, joint_step_message, signed_approval, stop_message};
pub use outcome::{check_outcome_options, outcome_key, outcome_option, outcome_option_id, outcome_said};
pub use question::{is_of_its_key, question_digest, question_key};
use r2r::{
    builtin_interfaces::msg::{Duration as DurationMessage, Time},
    std_msgs::msg::Header,
    surefleet::msg,
};
pub use ring::{RingMessage, RingReader, end_message, outcome_message, turn_message};
use surefleet_fleet::{
    Attempt, Brief, Decided, Decision, FleetError, Incarnation, MissionId, Outcome, RobotId, SafeDefault, Stamp,
    StepIndex, TurnKey,
};
use surefleet_help::{QuestionKind, Reply};
use surefleet_ring::Heartbeat;
use surefleet_safety::ApprovalError;
use thiserror::Error;

/// Why a message is invalid; such a message is counted and ignored.
#[derive(Debug, Error)]
pub enum WireError {
    /// A name or number is malformed.
    #[error(transparent)]
    Fleet(#[from] FleetError),
    /// An approval for which nothing may move.
    #[error(transparent)]
    Approval(#[from] ApprovalError),
    /// A field is out of range.
    #[error("field {field} is {value}: {wrong}")]
    Field {
        /// The field.
        field: &'static str,
        /// Its value.
        value: String,
        /// The error in the value.
        wrong: &'static str,
    },
}

/// A stamp as a ROS time.
pub fn time(stamp: Stamp) -> Time {
    let nanos = stamp.as_nanos();
    Time { sec: (nanos / 1_000_000_000) as i32, nanosec: (nanos % 1_000_000_000) as u32 }
}

/// A ROS time as a stamp; times before the epoch are the epoch.
pub fn stamp(time: &Time) -> Stamp {
    let seconds = u64::try_from(time.sec).unwrap_or(0);
    Stamp::from_nanos(seconds * 1_000_000_000 + u64::from(time.nanosec))
}

/// A span of time for the wire.
pub fn duration(span: Duration) -> DurationMessage {
    let sec = i32::try_from(span.as_secs()).unwrap_or(i32::MAX);
    DurationMessage { sec, nanosec: span.subsec_nanos() }
}

/// A span of time from the wire; a negative one becomes zero.
pub fn span(duration: &DurationMessage) -> Duration {
    u64::try_from(duration.sec).map_or(Duration::ZERO, |seconds| Duration::new(seconds, duration.nanosec))
}

/// A header with a time and no frame.
pub fn header(now: Stamp) -> Header {
    Header { stamp: time(now), frame_id: String::new() }
}

/// A mission's id as 16 bytes.
pub fn mission_bytes(mission: MissionId) -> Vec<u8> {
    mission.as_bytes().to_vec()
}

/// A mission's id from 16 bytes.
///
/// # Errors
/// There are not 16 bytes.
pub fn mission_id(bytes: &[u8]) -> Result<MissionId, WireError> {
    bytes.try_into().map(MissionId::new).map_err(|_| WireError::Field {
        field: "mission_id",
        value: format!("{} bytes", bytes.len()),
        wrong: "a UUID has 16",
    })
}

/// A step from the wire.
///
/// # Errors
/// Step 0.
pub fn step_index(step: u32) -> Result<StepIndex, WireError> {
    StepIndex::new(step).ok_or(WireError::Field { field: "step", value: "0".into(), wrong: "steps count from 1" })
}

/// A decision from the wire; `None`: absent.
pub fn decision(code: u16) -> Option<Decision> {
    (code != msg::RobotDecision::ABSENT as u16).then(|| Decision::new(code))
}

/// A decision on the wire.
pub fn decision_code(decision: Option<Decision>) -> u16 {
    decision.map_or(msg::RobotDecision::ABSENT as u16, Decision::get)
}

/// The kind of a question, on the wire.
pub fn question_kind_code(kind: QuestionKind) -> u8 {
    match kind {
        QuestionKind::Decision => msg::HelpRequest::DECISION as u8,
        QuestionKind::Outcome => msg::HelpRequest::OUTCOME as u8,
    }
}

/// The kind of a question, from the wire.
///
/// # Errors
/// A kind of a later version, or no kind.
pub fn question_kind(code: u8) -> Result<QuestionKind, WireError> {
    let named = QuestionKind::ALL.into_iter().find(|kind| question_kind_code(*kind) == code);
    named.ok_or_else(|| WireError::Field {
        field: "kind",
        value: code.to_string(),
        wrong: "known are DECISION (1) and OUTCOME (2)",
    })
}

/// The kind of an operator's reply on the wire.
pub fn reply_code(reply: Reply) -> u8 {
    match reply {
        Reply::Option(_) | Reply::ForMission(_) => msg::HelpAnswer::OPTION as u8,
        Reply::NoneOfThese => msg::HelpAnswer::NONE_OF_THESE as u8,
        Reply::Meant => msg::HelpAnswer::MEANT as u8,
        Reply::Halt => msg::HelpAnswer::HALT as u8,
    }
}

/// The default if nobody answers, on the wire.
pub fn safe_default_code(default: SafeDefault) -> u8 {
    match default {
        SafeDefault::Idle => msg::HelpRequest::IDLE as u8,
        SafeDefault::Hold => msg::HelpRequest::HOLD as u8,
        SafeDefault::Halt => msg::HelpRequest::HALT as u8,
    }
}

/// The default if nobody answers, from the wire.
///
/// # Errors
/// A number without a meaning.
pub fn safe_default(code: u8) -> Result<SafeDefault, WireError> {
    let named = SafeDefault::ALL.into_iter().find(|default| safe_default_code(*default) == code);
    named.ok_or_else(|| WireError::Field {
        field: "default_action",
        value: code.to_string(),
        wrong: "send IDLE (0), HOLD (1) or HALT (2)",
    })
}

/// A brief on the wire.
pub fn brief_message(brief: &Brief) -> msg::Brief {
    msg::Brief {
        formulas: brief.formulas.clone(),
        meanings: brief.meanings.clone(),
        unread: brief.unread.clone(),
        rules: brief.rules.clone(),
        mission_id: mission_bytes(brief.id),
        text: brief.text.clone(),
        constraints: brief.constraints.clone(),
        horizon: brief.horizon,
        alpha: brief.alpha.clone(),
        team: brief.team.iter().map(ToString::to_string).collect(),
    }
}

/// A brief from the wire.
///
/// # Errors
/// Malformed names, an empty team, a horizon out of range.
pub fn brief(message: msg::Brief) -> Result<Brief, WireError> {
    let team = message.team.iter().map(|name| RobotId::new(name)).collect::<Result<_, _>>()?;
    let brief = Brief {
        formulas: message.formulas,
        meanings: message.meanings,
        unread: message.unread,
        rules: message.rules,
        id: mission_id(&message.mission_id)?,
        text: message.text,
        constraints: message.constraints,
        horizon: message.horizon,
        alpha: message.alpha,
        team,
    };
    Ok(brief.check()?)
}

/// Decisions of a joint step on the wire.
pub fn decided_message(decided: &[Decided]) -> Vec<msg::RobotDecision> {
    decided
        .iter()
        .map(|decided| msg::RobotDecision {
            robot: decided.robot.to_string(),
            decision: decision_code(decided.decision),
            attempt: decided.attempt.0,
        })
        .collect()
}

/// Decisions of a joint step from the wire.
///
/// # Errors
/// A malformed robot name.
pub fn decided(messages: &[msg::RobotDecision]) -> Result<Vec<Decided>, WireError> {
    messages
        .iter()
        .map(|message| {
            Ok(Decided {
                robot: RobotId::new(&message.robot)?,
                decision: decision(message.decision),
                attempt: Attempt(message.attempt),
            })
        })
        .collect()
}

/// How a mission ended, from its code on the wire.
///
/// # Errors
/// An unknown code.
pub fn mission_outcome(code: u8, reason: String) -> Result<Outcome, WireError> {
    Ok(match i64::from(code) {
        code if code == msg::Turn::SUCCEEDED as i64 => Outcome::Succeeded,
        code if code == msg::Turn::IMPOSSIBLE as i64 => Outcome::Impossible(reason),
        code if code == msg::Turn::OUT_OF_HORIZON as i64 => Outcome::OutOfHorizon,
        code if code == msg::Turn::HALTED as i64 => Outcome::Halted(reason),
        code if code == msg::Turn::REFUSED as i64 => Outcome::Refused(reason),
        code if code == msg::Turn::CORRECTED as i64 => Outcome::Corrected(reason),
        code => {
            return Err(WireError::Field {
                field: "outcome",
                value: code.to_string(),
                wrong: "must be one of SUCCEEDED to CORRECTED",
            });
        }
    })
}

fn outcome_code(outcome: &Outcome) -> (u8, String) {
    let (code, reason) = match outcome {
        Outcome::Succeeded => (msg::Turn::SUCCEEDED as i64, ""),
        Outcome::Impossible(reason) => (msg::Turn::IMPOSSIBLE as i64, reason.as_str()),
        Outcome::OutOfHorizon => (msg::Turn::OUT_OF_HORIZON as i64, ""),
        Outcome::Halted(reason) => (msg::Turn::HALTED as i64, reason.as_str()),
        Outcome::Refused(reason) => (msg::Turn::REFUSED as i64, reason.as_str()),
        Outcome::Corrected(words) => (msg::Turn::CORRECTED as i64, words.as_str()),
    };
    (code as u8, reason.to_owned())
}

/// A heartbeat on the wire.
pub fn heartbeat_message(now: Stamp, heartbeat: &Heartbeat) -> msg::Heartbeat {
    let key = heartbeat.seen;
    msg::Heartbeat {
        header: header(now),
        robot: heartbeat.robot.to_string(),
        incarnation: heartbeat.incarnation.0,
        mission_id: mission_bytes(heartbeat.mission.unwrap_or(NO_MISSION)),
        holding: heartbeat.holding,
        waiting_for_help: heartbeat.waiting_for_help,
        step: key.map_or(0, |key| key.step.get()),
        attempt: key.map_or(0, |key| key.attempt.0),
        position: key.map_or(0, |key| key.position),
        finished_step: heartbeat.finished.map_or(0, |(step, _)| step.get()),
        finished_done: heartbeat.finished.is_some_and(|(_, done)| done),
        // The skill server's state is not the ring's concern: the planner adds it.
        without_skill_server: false,
        ..Default::default()
    }
}

/// A heartbeat from the wire.
///
/// # Errors
/// A malformed name or mission.
pub fn heartbeat(message: &msg::Heartbeat) -> Result<Heartbeat, WireError> {
    let mission = mission_id(&message.mission_id)?;
    let (attempt, position) = (Attempt(message.attempt), message.position);
    Ok(Heartbeat {
        robot: RobotId::new(&message.robot)?,
        incarnation: Incarnation(message.incarnation),
        mission: (mission != NO_MISSION).then_some(mission),
        holding: message.holding,
        waiting_for_help: message.waiting_for_help,
        seen: StepIndex::new(message.step).map(|step| TurnKey { step, attempt, position }),
        finished: StepIndex::new(message.finished_step).map(|step| (step, message.finished_done)),
    })
}

/// The mission in the heartbeat of a robot that takes part in none.
const NO_MISSION: MissionId = MissionId::new([0; 16]);
