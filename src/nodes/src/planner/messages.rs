//! Converts between a planner's messages and the values of its cores.

use std::sync::Arc;

use r2r::surefleet::{
    msg::{
        DecisionRecord as RecordMessage, HelpAnswer, HelpOption, HelpRequest as HelpMessage,
        JointStep as JointStepMessage, ScoredOption, SubgoalVerdict,
    },
    srv::{CheckDecisions, CheckSubgoal},
};
use surefleet_fleet::{Decision, RobotId, SafeDefault, Stamp, Turn};
use surefleet_perception::{ActionVerdict, Check, Execution};
use surefleet_planner::{
    Choice, Coverage, DecisionRecord, HelpKey, HelpRequest, Lasting, Permit, PersonAnswer, ShownOption, Source,
    Verdicts,
};
use surefleet_robot::{Checked, Doubt, HelpReply, Input, QuestionKey, Sight};
use surefleet_ros::{
    Timeline,
    wire::{self, RingMessage, WireError},
};

pub(super) fn ring_input(message: RingMessage) -> Input {
    match message {
        RingMessage::Turn(turn) => Input::Turn(turn),
        RingMessage::Outcome { mission, step, robot, outcome } => Input::Outcome { mission, step, robot, outcome },
        RingMessage::End { mission, outcome } => Input::End { mission, outcome },
    }
}

/// `None`: an accepted stop, which the END on the ring reports as well.
pub(super) fn read_verdict(message: &JointStepMessage) -> Result<Option<Input>, WireError> {
    let joint = wire::joint_step(message)?;
    let verdict = match message.verdict == JointStepMessage::APPROVED as u8 {
        true => Ok(()),
        false => Err(message.reasons.clone()),
    };
    Ok(match (message.stop, verdict) {
        (false, verdict) => Some(Input::Verdict { joint, verdict }),
        (true, Ok(())) => None,
        (true, Err(reasons)) => {
            let (mission, step, attempt) = (joint.mission, joint.step, joint.attempt);
            Some(Input::StopRefused { mission, step, attempt, reasons })
        }
    })
}

pub(super) fn check_request(me: &RobotId, turn: &Turn, candidates: &Arc<[Decision]>) -> CheckDecisions::Request {
    CheckDecisions::Request {
        mission_id: wire::mission_bytes(turn.mission()),
        step: turn.step.get(),
        attempt: turn.attempt.0,
        robot: me.to_string(),
        facts: turn.facts.iter().map(str::to_owned).collect(),
        decided: wire::decided_message(&turn.decided),
        candidates: candidates.iter().map(|decision| decision.get()).collect(),
        ..Default::default()
    }
}

pub(super) fn read_check_reply(reply: CheckDecisions::Response) -> Result<Checked, String> {
    if !reply.judged {
        return Err(reply.reasons.into_iter().next().unwrap_or_else(|| "the monitor gave no reason".to_owned()));
    }
    if reply.allowed.len() != reply.reasons.len() {
        return Err(format!("{} verdicts but {} reasons", reply.allowed.len(), reply.reasons.len()));
    }
    let verdicts = reply.allowed.iter().zip(reply.reasons);
    let candidates = verdicts.map(|(&allowed, reason)| if allowed { Ok(()) } else { Err(reason) }).collect();
    let verdicts = Verdicts { candidates, audited: reply.audited };
    Ok(Checked { verdicts, alarm: reply.autonomy_off, calibration: reply.calibration_sha256 })
}

/// A person's answer for the whole mission, no matter which robot asked; `None`: an answer to its own question only.
pub(super) fn read_lasting(message: &HelpAnswer) -> Result<Option<Lasting>, String> {
    if !message.for_mission || i64::from(message.kind) != HelpAnswer::OPTION as i64 {
        return Ok(None);
    }
    Ok(Some(Lasting {
        mission: wire::mission_id(&message.mission_id).map_err(|error| error.to_string())?,
        at: wire::stamp(&message.header.stamp),
        chosen: decision_of(&message.option)?,
        instead_of: message.instead_of.iter().map(decision_of).collect::<Result<_, _>>()?,
        operator: message.operator_name.clone(),
        request_id: message.request_id.clone(),
    }))
}

fn decision_of(option: &HelpOption) -> Result<Decision, String> {
    wire::decision(option.decision).ok_or_else(|| format!("option {} ({:?}) names no decision", option.id, option.text))
}

/// A person's answer to a question what to decide.
fn read_answer(key: &HelpKey, message: HelpAnswer) -> Result<PersonAnswer, String> {
    let choice = match i64::from(message.kind) {
        kind if kind == HelpAnswer::OPTION as i64 && message.for_mission => {
            Choice::ForMission(decision_of(&message.option)?)
        }
        kind if kind == HelpAnswer::OPTION as i64 => Choice::Option(decision_of(&message.option)?),
        kind if kind == HelpAnswer::MEANT as i64 => Choice::Meant,
        kind if kind == HelpAnswer::NONE_OF_THESE as i64 => Choice::NoneOfThese,
        kind if kind == HelpAnswer::HALT as i64 => Choice::Halt,
        kind if kind == HelpAnswer::EXPIRED as i64 => Choice::Expired,
        kind => return Err(format!("kind {kind} is no answer")),
    };
    let (text, operator, request_id) = (message.text, message.operator_name, message.request_id);
    Ok(PersonAnswer { round: key.round, choice, text, operator, request_id })
}

/// `anew`: how many times the question was withdrawn and asked again; each time it gets another key.
pub(super) fn help_message(timeline: &Timeline, me: &RobotId, request: &HelpRequest, anew: u32) -> HelpMessage {
    let key = &request.key.decision;
    let mut message = HelpMessage {
        header: wire::header(timeline.ros()),
        robot: me.to_string(),
        mission_id: wire::mission_bytes(key.mission),
        mission_text: request.mission_text.clone(),
        step: key.step.get(),
        attempt: key.attempt.0,
        kind: HelpMessage::DECISION as u8,
        question: request.question.clone(),
        world: request.world.clone(),
        team: request.team.iter().map(ToString::to_string).collect(),
        prompt: request.prompt.clone(),
        options: (1..).zip(&request.options).map(|(id, option)| help_option(id, option, &request.lasting)).collect(),
        threshold: request.threshold.unwrap_or(f64::NAN),
        deadline: wire::time(request.deadline.map_or(Stamp::ZERO, |deadline| timeline.to_ros(deadline))),
        default_action: wire::safe_default_code(request.default),
        priority: request.priority,
        ..Default::default()
    };
    message.key = wire::question_key(&request.key.to_string(), anew, &message);
    message
}

fn help_option(id: u16, option: &ShownOption, lasting: &[Decision]) -> HelpOption {
    let lasting = lasting.contains(&option.decision);
    let ScoredOption { decision, text, score, in_set, allowed, reason } = option_message(option);
    HelpOption { id, text, decision, score, in_set, allowed, reason, lasting }
}

fn option_message(option: &ShownOption) -> ScoredOption {
    ScoredOption {
        decision: option.decision.get(),
        text: option.text.to_string(),
        score: option.score.unwrap_or(f64::NAN),
        in_set: option.in_set,
        allowed: option.refusal.is_none(),
        reason: option.refusal.clone().unwrap_or_default(),
    }
}

pub(super) fn record_message(now: Stamp, record: &DecisionRecord, json: String) -> RecordMessage {
    let (calibration_sha256, autonomy_reason) = match record.evidence.permit() {
        Permit::On { calibration, .. } => (calibration.to_string(), String::new()),
        Permit::Off { reason } => (String::new(), reason.clone()),
    };
    let answer = record.evidence.answers().last();
    // The author of an earlier answer that still holds, if nobody was asked this time.
    let standing = || {
        let word = record.evidence.standing().words().last().filter(|_| record.source == Source::Human);
        word.map(|word| word.operator.clone())
    };
    RecordMessage {
        header: wire::header(now),
        mission_id: wire::mission_bytes(record.key.mission),
        step: record.key.step.get(),
        attempt: record.key.attempt.0,
        robot: record.key.robot.to_string(),
        decision: record.decision.get(),
        text: record.text.to_string(),
        source: match record.source {
            Source::Singleton => RecordMessage::SINGLETON as u8,
            Source::TeamStep => RecordMessage::TEAM_STEP as u8,
            Source::Human => RecordMessage::HUMAN as u8,
            Source::SafeDefault => RecordMessage::SAFE_DEFAULT as u8,
        },
        prompt_sha256: record.prompt_sha256.to_string(),
        threshold: record.threshold(),
        options: record.shown().iter().map(option_message).collect(),
        autonomy: autonomy_reason.is_empty(),
        autonomy_reason,
        calibration_sha256,
        audited: record.evidence.is_audited(),
        coverage: match record.coverage {
            Coverage::NoSet => RecordMessage::NO_SET as u8,
            Coverage::Unseen => RecordMessage::UNSEEN as u8,
            Coverage::Covered => RecordMessage::COVERED as u8,
            Coverage::Missed => RecordMessage::MISSED as u8,
            Coverage::Suspected => RecordMessage::SUSPECTED as u8,
        },
        help_request_id: answer.map(|answer| answer.request_id.clone()).unwrap_or_default(),
        operator_name: answer.map_or_else(standing, |answer| Some(answer.operator.clone())).unwrap_or_default(),
        scorer: record.scorer.to_string(),
        elapsed_ms: record.elapsed_ns as f64 / 1e6,
        json,
        ..Default::default()
    }
}

pub(super) fn look_request(execution: Execution, check: &Check, not_before: Stamp) -> CheckSubgoal::Request {
    CheckSubgoal::Request {
        mission_id: wire::mission_bytes(execution.mission),
        step: execution.step.get(),
        task: check.task().to_owned(),
        subtask: check.subtask().to_owned(),
        expected: check.expected().to_owned(),
        plan: check.plan().to_vec(),
        place: check.place() as u32,
        not_before: wire::time(not_before),
        ..Default::default()
    }
}

/// Asks a person whether the action worked, with perception's readings; `anew`: as in [`help_message`].
pub(super) fn outcome_message(
    timeline: &Timeline,
    me: &RobotId,
    (doubt, anew): (&Doubt, u32),
    seen: Option<&SubgoalVerdict>,
) -> HelpMessage {
    let Doubt { execution: Execution { mission, step, attempt }, check, why, mission_text, .. } = doubt;
    let readings = seen.map(|seen| seen.readings.as_slice()).unwrap_or_default();
    let p = readings.first().map_or(f64::NAN, |reading| reading.p_success);
    // Always in this order: an operator with many questions does not read the numbers each time.
    let options = vec![
        wire::outcome_option(true, format!("it worked: {}", check.expected()), p.ln()),
        wire::outcome_option(false, format!("it failed: it is not so that {}", check.expected()), (1.0 - p).ln()),
    ];
    let told = readings.iter().map(|reading| {
        let analysis = match reading.analysis.as_str() {
            "" => String::new(),
            words => format!(", having seen: {words}"),
        };
        format!("{}: worked with probability {:.3}{analysis}", reading.strategy, reading.p_success)
    });
    let mut message = HelpMessage {
        header: wire::header(timeline.ros()),
        robot: me.to_string(),
        mission_id: wire::mission_bytes(*mission),
        mission_text: mission_text.clone(),
        step: step.get(),
        attempt: attempt.0,
        kind: HelpMessage::OUTCOME as u8,
        question: format!(
            "{me} tried to {}. Is it so that {}? It is not sure: {why}.",
            check.subtask(),
            check.expected()
        ),
        prompt: told.collect::<Vec<_>>().join("\n"),
        options,
        threshold: f64::NAN,
        picture: seen.map(|seen| seen.picture.clone()).unwrap_or_default(),
        default_action: wire::safe_default_code(SafeDefault::Hold),
        ..Default::default()
    };
    message.key = wire::question_key(&wire::outcome_key(me, *mission, *step, *attempt), anew, &message);
    message
}

/// A person halted the mission when asked about an action, whichever life of the robot asked; who and what for, in words.
pub(super) fn read_halt(message: &HelpAnswer) -> Result<Option<(Execution, String)>, String> {
    if i64::from(message.kind) != HelpAnswer::HALT as i64 {
        return Ok(None);
    }
    let said = wire::outcome_said(message).map_err(|error| error.to_string())?;
    let by = format!("halted by {}", message.operator_name);
    let reason = if message.text.is_empty() { by } else { format!("{by}: {}", message.text) };
    Ok(said.map(|(execution, _)| (execution, reason)))
}

/// A person's answer to this question; one about something else is refused.
pub(super) fn read_reply(question: &QuestionKey, message: HelpAnswer) -> Result<HelpReply, String> {
    let said = wire::outcome_said(&message).map_err(|error| error.to_string())?;
    let step = wire::mission_id(&message.mission_id).ok().map(|mission| (mission, message.step, message.attempt));
    match (question, said) {
        (QuestionKey::Outcome { execution, .. }, Some((about, said))) if about == *execution => {
            Ok(HelpReply::Outcome(said))
        }
        (QuestionKey::Decision { key, .. }, None)
            if step == Some((key.decision.mission, key.decision.step.get(), key.decision.attempt.0)) =>
        {
            read_answer(key, message).map(HelpReply::Decision)
        }
        _ => Err("it is about something else than the question with its key".to_owned()),
    }
}

/// Perception's verdict on an action, and whether it has a picture.
pub(super) fn read_sight(timeline: &Timeline, message: &SubgoalVerdict) -> Sight {
    let verdict = match i64::from(message.verdict) {
        code if code == SubgoalVerdict::SUCCESS as i64 => ActionVerdict::Success,
        code if code == SubgoalVerdict::FAILURE as i64 => ActionVerdict::Failure(message.reason.clone()),
        _ => ActionVerdict::Uncertain { why: message.reason.clone(), readings: Vec::new() },
    };
    let is_shown = !message.picture.data.is_empty();
    Sight { verdict, pictured: is_shown.then(|| timeline.of_ros(wire::stamp(&message.header.stamp))) }
}
