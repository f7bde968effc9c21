//! Between the crates' values and the messages on the wire: parse on the way in, render on the way out.

use std::sync::Arc;

use r2r::{builtin_interfaces::msg::Time, std_msgs::msg::Header, surefleet::msg};
use surefleet_fleet::{
    Attempt, Brief, Decided, Decision, Facts, FleetError, Incarnation, JointStep, MissionId, Outcome, RobotId,
    SkillOutcome, Stamp, StepIndex, Turn, TurnKey,
};
use surefleet_ring::Heartbeat;
use thiserror::Error;

/// Why a message is not what it should be; such a message is counted and ignored.
#[derive(Debug, Error)]
pub enum WireError {
    /// A name or number is malformed.
    #[error(transparent)]
    Fleet(#[from] FleetError),
    /// A field is out of range.
    #[error("field {field} is {value}: {wrong}")]
    Field {
        /// The field.
        field: &'static str,
        /// Its value.
        value: String,
        /// What is wrong with it.
        wrong: &'static str,
    },
}

/// What a message on the ring says.
#[derive(Debug)]
pub enum RingMessage {
    /// A turn.
    Turn(Arc<Turn>),
    /// A robot finished its part of a step.
    Outcome {
        /// The mission.
        mission: MissionId,
        /// The step.
        step: StepIndex,
        /// The robot.
        robot: RobotId,
    },
    /// A mission is over.
    End {
        /// The mission.
        mission: MissionId,
        /// How it ended.
        outcome: Outcome,
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

/// A header with a time and no frame.
pub fn header(now: Stamp) -> Header {
    Header { stamp: time(now), frame_id: String::new() }
}

/// A mission's identity as 16 bytes.
pub fn mission_bytes(mission: MissionId) -> Vec<u8> {
    mission.as_bytes().to_vec()
}

/// A mission's identity from 16 bytes.
///
/// # Errors
/// Where there are not 16.
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
/// For step 0.
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

/// A brief on the wire.
pub fn brief_message(brief: &Brief) -> msg::Brief {
    msg::Brief {
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

/// A turn on the wire.
pub fn turn_message(now: Stamp, sender: &str, turn: &Turn) -> msg::Turn {
    msg::Turn {
        header: header(now),
        kind: msg::Turn::TURN as u8,
        sender: sender.to_owned(),
        brief: brief_message(&turn.brief),
        step: turn.step.get(),
        attempt: turn.attempt.0,
        order: turn.order.iter().map(ToString::to_string).collect(),
        decided: decided_message(&turn.decided),
        history: turn.history.iter().flatten().map(|&decision| decision_code(decision)).collect(),
        facts: turn.facts.iter().map(str::to_owned).collect(),
        reorders: turn.reorders,
        refusals: turn.refusals.to_vec(),
        ..Default::default()
    }
}

/// A robot's outcome on the wire.
pub fn outcome_message(
    now: Stamp,
    sender: &str,
    mission: MissionId,
    step: StepIndex,
    outcome: &SkillOutcome,
) -> msg::Turn {
    let (skill_done, reason) = match outcome {
        SkillOutcome::Done => (true, String::new()),
        SkillOutcome::Failed(reason) => (false, reason.clone()),
    };
    msg::Turn {
        header: header(now),
        kind: msg::Turn::OUTCOME as u8,
        sender: sender.to_owned(),
        brief: msg::Brief { mission_id: mission_bytes(mission), ..Default::default() },
        step: step.get(),
        skill_done,
        reason,
        ..Default::default()
    }
}

/// A mission's end on the wire.
pub fn end_message(now: Stamp, sender: &str, mission: MissionId, outcome: &Outcome) -> msg::Turn {
    let (code, reason) = outcome_code(outcome);
    msg::Turn {
        header: header(now),
        kind: msg::Turn::END as u8,
        sender: sender.to_owned(),
        brief: msg::Brief { mission_id: mission_bytes(mission), ..Default::default() },
        outcome: code,
        reason,
        ..Default::default()
    }
}

/// Reads messages of the ring, and shares with the turn before what has not changed: brief, names and facts.
///
/// Every planner reads every turn, so on a busy machine this is what a hop costs beside the middleware.
#[derive(Debug, Default)]
pub struct RingReader {
    newest: Option<Arc<Turn>>,
}

impl RingReader {
    /// What a message says.
    ///
    /// # Errors
    /// Whatever is malformed.
    pub fn read(&mut self, message: msg::Turn) -> Result<RingMessage, WireError> {
        match u32::from(message.kind) {
            kind if kind == msg::Turn::TURN as u32 => {
                let turn = Arc::new(turn(message, self.newest.as_deref())?);
                self.newest = Some(turn.clone());
                Ok(RingMessage::Turn(turn))
            }
            kind if kind == msg::Turn::OUTCOME as u32 => Ok(RingMessage::Outcome {
                mission: mission_id(&message.brief.mission_id)?,
                step: step_index(message.step)?,
                robot: RobotId::new(&message.sender)?,
            }),
            kind if kind == msg::Turn::END as u32 => Ok(RingMessage::End {
                mission: mission_id(&message.brief.mission_id)?,
                outcome: mission_outcome(message.outcome, message.reason)?,
            }),
            kind => Err(WireError::Field {
                field: "kind",
                value: kind.to_string(),
                wrong: "must be TURN, OUTCOME or END; the sender has another version of the interfaces",
            }),
        }
    }
}

fn turn(message: msg::Turn, newest: Option<&Turn>) -> Result<Turn, WireError> {
    let known = newest.filter(|turn| is_brief(&turn.brief, &message.brief));
    let brief = match known {
        Some(turn) => turn.brief.clone(),
        None => Arc::new(brief(message.brief)?),
    };
    let width = brief.team.len();
    if !message.history.len().is_multiple_of(width) {
        return Err(WireError::Field {
            field: "history",
            value: format!("{} entries", message.history.len()),
            wrong: "must be a whole number of rows, one column a robot of the team",
        });
    }
    let history = match known.filter(|turn| turn.history.len() == message.history.len() / width) {
        Some(turn)
            if turn.history.iter().flatten().map(|&made| decision_code(made)).eq(message.history.iter().copied()) =>
        {
            turn.history.clone()
        }
        _ => message.history.chunks_exact(width).map(|row| row.iter().map(|&code| decision(code)).collect()).collect(),
    };
    let order = match known.filter(|turn| are_names(&turn.order, &message.order)) {
        Some(turn) => turn.order.clone(),
        None => message.order.iter().map(|name| RobotId::new(name)).collect::<Result<_, _>>()?,
    };
    let facts = match known.filter(|turn| turn.facts.iter().eq(message.facts.iter().map(String::as_str))) {
        Some(turn) => turn.facts.clone(),
        None => Facts::new(message.facts),
    };
    let decided = message
        .decided
        .iter()
        .zip(0..)
        .map(|(made, place)| {
            let robot = order.get::<usize>(place).filter(|robot| robot.as_str() == made.robot);
            Ok(Decided {
                robot: robot.map_or_else(|| RobotId::new(&made.robot), |robot| Ok(robot.clone()))?,
                decision: decision(made.decision),
                attempt: Attempt(made.attempt),
            })
        })
        .collect::<Result<_, WireError>>()?;
    Ok(Turn {
        brief,
        step: step_index(message.step)?,
        attempt: Attempt(message.attempt),
        order,
        decided,
        history,
        facts,
        reorders: message.reorders,
        refusals: message.refusals.into(),
    })
}

fn is_brief(brief: &Brief, message: &msg::Brief) -> bool {
    brief.id.as_bytes().as_slice() == message.mission_id.as_slice()
        && brief.text == message.text
        && brief.constraints == message.constraints
        && brief.horizon == message.horizon
        && brief.alpha == message.alpha
        && are_names(&brief.team, &message.team)
}

fn are_names(robots: &[RobotId], names: &[String]) -> bool {
    robots.iter().map(RobotId::as_str).eq(names.iter().map(String::as_str))
}

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
/// Whatever is malformed.
pub fn joint_step(message: &msg::JointStep) -> Result<JointStep, WireError> {
    Ok(JointStep {
        mission: mission_id(&message.mission_id)?,
        step: step_index(message.step)?,
        attempt: Attempt(message.attempt),
        decided: decided(&message.decided)?,
    })
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
        code => {
            return Err(WireError::Field {
                field: "outcome",
                value: code.to_string(),
                wrong: "must be one of SUCCEEDED to REFUSED",
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

/// How a heartbeat says that its robot takes part in no mission.
const NO_MISSION: MissionId = MissionId::new([0; 16]);
