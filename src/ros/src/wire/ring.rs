use std::sync::Arc;

use r2r::surefleet::msg;
use surefleet_fleet::{
    Attempt, Brief, Decided, Facts, MissionId, Outcome, RobotId, SkillOutcome, Stamp, StepIndex, TeamStep, Turn,
};

use super::{
    WireError, brief, brief_message, decided_message, decision, decision_code, header, mission_bytes, mission_id,
    mission_outcome, outcome_code, step_index,
};

/// The most characters of a model's name.
const MOST_OF_AUTHOR: usize = 200;

/// A message on the ring.
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
        /// How the part ended.
        outcome: SkillOutcome,
    },
    /// A mission is over.
    End {
        /// The mission.
        mission: MissionId,
        /// How the mission ended.
        outcome: Outcome,
    },
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
        failures: turn.failures.to_vec(),
        team_step: turn.team_step.iter().flat_map(|team_step| columns(team_step, &turn.brief)).collect(),
        team_step_owner: turn.team_step.as_ref().map(|team_step| team_step.owner.to_string()).unwrap_or_default(),
        team_step_by: turn.team_step.as_ref().map(|team_step| team_step.by.clone()).unwrap_or_default(),
        ..Default::default()
    }
}

fn columns(team_step: &TeamStep, brief: &Brief) -> Vec<u16> {
    brief.team.iter().map(|robot| decision_code(team_step.parts.get(robot).copied())).collect()
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

/// Reads messages of the ring; unchanged parts are shared with the previous turn: brief, names and facts.
///
/// Every planner reads every turn, so on a busy machine this is a hop's cost besides the middleware.
#[derive(Debug, Default)]
pub struct RingReader {
    newest: Option<Arc<Turn>>,
}

impl RingReader {
    /// Parses a message.
    ///
    /// # Errors
    /// A malformed field.
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
                outcome: match message.skill_done {
                    true => SkillOutcome::Done,
                    false => SkillOutcome::Failed(message.reason),
                },
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
    let team_step = team_step((message.team_step, message.team_step_owner, message.team_step_by), &brief)?;
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
        failures: message.failures.into(),
        team_step,
    })
}

fn team_step(
    (columns, owner, by): (Vec<u16>, String, String),
    brief: &Brief,
) -> Result<Option<Arc<TeamStep>>, WireError> {
    if columns.is_empty() && owner.is_empty() && by.is_empty() {
        return Ok(None);
    }
    if columns.len() != brief.team.len() {
        return Err(WireError::Field {
            field: "team_step",
            value: format!("{} entries", columns.len()),
            wrong: "must have one column a robot of the team, or be empty with its owner and its author",
        });
    }
    if !(1..=MOST_OF_AUTHOR).contains(&by.chars().count()) {
        return Err(WireError::Field {
            field: "team_step_by",
            value: format!("{} characters", by.chars().count()),
            wrong: "must be the name of a model, of 1 to 200 characters",
        });
    }
    let parts = brief.team.iter().zip(columns);
    let parts = parts.filter_map(|(robot, code)| Some((robot.clone(), decision(code)?))).collect();
    Ok(Some(Arc::new(TeamStep { owner: RobotId::new(&owner)?, by, parts })))
}

fn is_brief(brief: &Brief, message: &msg::Brief) -> bool {
    brief.id.as_bytes().as_slice() == message.mission_id.as_slice()
        && brief.text == message.text
        && brief.constraints == message.constraints
        && brief.formulas == message.formulas
        && brief.meanings == message.meanings
        && brief.unread == message.unread
        && brief.rules == message.rules
        && brief.horizon == message.horizon
        && brief.alpha == message.alpha
        && are_names(&brief.team, &message.team)
}

fn are_names(robots: &[RobotId], names: &[String]) -> bool {
    robots.iter().map(RobotId::as_str).eq(names.iter().map(String::as_str))
}

#[cfg(test)]
mod tests {
    use super::*;

    type Checked = Result<(), Box<dyn std::error::Error>>;

    /// A turn in which the first of two robots has decided.
    fn turn(team_step: &[(&str, u16)]) -> Result<Turn, Box<dyn std::error::Error>> {
        let [first, second] = [RobotId::new("robot_1")?, RobotId::new("robot_2")?];
        let brief = Arc::new(Brief::new(MissionId::new([1; 16]), "Tidy up.", 5, vec![first.clone(), second]));
        let part = |(name, part): &(&str, u16)| Ok((RobotId::new(name)?, surefleet_fleet::Decision::new(*part)));
        let parts = team_step.iter().map(part).collect::<Result<_, surefleet_fleet::FleetError>>()?;
        let first_turn = Turn::first(brief, Facts::default());
        let decided = first_turn.after(Some(surefleet_fleet::Decision::new(4)));
        Ok(Turn { team_step: Some(Arc::new(TeamStep { owner: first, by: "tiny".to_owned(), parts })), ..decided })
    }

    fn read(message: msg::Turn) -> Result<Turn, WireError> {
        match RingReader::default().read(message)? {
            RingMessage::Turn(turn) => Ok(Turn::clone(&turn)),
            RingMessage::Outcome { .. } | RingMessage::End { .. } => {
                Err(WireError::Field { field: "kind", value: String::new(), wrong: "is no turn" })
            }
        }
    }

    #[test]
    fn a_team_step_is_a_column_a_robot_and_is_read_as_it_was_written() -> Checked {
        let whole = turn(&[("robot_1", 4), ("robot_2", 7)])?;
        let message = turn_message(Stamp::ZERO, "robot_1", &whole);
        assert_eq!(message.team_step, [4, 7]);
        assert_eq!(read(message)?, whole);
        let partial = turn(&[("robot_1", 4)])?;
        let message = turn_message(Stamp::ZERO, "robot_1", &partial);
        assert_eq!(message.team_step, [4, msg::RobotDecision::ABSENT as u16]);
        assert_eq!(read(message)?, partial);
        Ok(())
    }

    #[test]
    fn half_of_a_team_step_and_one_of_another_width_are_refused() -> Checked {
        let message = turn_message(Stamp::ZERO, "robot_1", &turn(&[("robot_1", 4), ("robot_2", 7)])?);
        type Damage = fn(&mut msg::Turn);
        let damaged: [(&str, Damage); 6] = [
            ("team_step", |message| message.team_step.clear()),
            ("team_step", |message| message.team_step.push(1)),
            ("team_step_by", |message| message.team_step_by.clear()),
            ("team_step_by", |message| message.team_step_by = "x".repeat(201)),
            ("team_step", |message| (message.team_step, message.team_step_owner) = (Vec::new(), String::new())),
            ("robot", |message| message.team_step_owner.clear()),
        ];
        for (field, damage) in damaged {
            let mut message = message.clone();
            damage(&mut message);
            let wrong = read(message).err().map(|error| error.to_string()).unwrap_or_default();
            assert!(wrong.contains(field), "{field}: {wrong:?}");
        }
        Ok(())
    }
}
