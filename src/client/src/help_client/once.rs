//! One question to the help desk, and its answer.

use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use r2r::surefleet::{
    msg::HelpQueue,
    srv::{AnswerHelp, HelpHistory, ReadMission, ShowHelp},
};
use surefleet_help::Reply;
use surefleet_ros::{Inbox, NodeError, topics::HELP_QUEUE};
use surefleet_site::Access;

use super::{
    DeskQuestion, MissionReading, QueueLine, RobotHelp, answer_request,
    question::{line, lines, question, reading, robot_help},
};
use crate::fleet_client::FleetClient;

/// All open requests.
///
/// # Errors
/// No help desk within the patience, or an interrupt.
pub fn help_queue(access: &Access, patience: Duration, interrupted: &AtomicBool) -> Result<Vec<QueueLine>, NodeError> {
    let mut client = FleetClient::create(access, "help_desk", patience, interrupted)?;
    let mut queue = Inbox::<HelpQueue>::subscribe(&mut client.node, &HELP_QUEUE)?;
    let end = Instant::now() + patience;
    while Instant::now() < end && !client.is_interrupted() {
        client.node.spin_once(Duration::from_millis(20));
        if let Some(queue) = queue.take() {
            return Ok(lines(queue));
        }
    }
    Err(client.silence("help_desk/queue"))
}

/// The whole of a request.
///
/// # Errors
/// No help desk within the patience, an interrupt, or an id that it does not know.
pub fn help_question(
    access: &Access,
    id: &str,
    patience: Duration,
    interrupted: &AtomicBool,
) -> Result<DeskQuestion, NodeError> {
    let mut client = FleetClient::create(access, "help_desk", patience, interrupted)?;
    let request = ShowHelp::Request { request_id: id.to_owned(), ..Default::default() };
    let shown = client.call::<ShowHelp::Service>("help_desk/show", &request)?;
    let found = shown.found.then(|| question(shown.request)).flatten();
    found.ok_or(NodeError::Refused(shown.reason))
}

/// Answers a request.
///
/// # Errors
/// No help desk within the patience, an interrupt, or an answer that the desk refuses, with the reason.
pub fn answer_help(
    access: &Access,
    question: &DeskQuestion,
    reply: Reply,
    text: &str,
    patience: Duration,
    interrupted: &AtomicBool,
) -> Result<(), NodeError> {
    let mut client = FleetClient::create(access, "help_desk", patience, interrupted)?;
    let request = answer_request((&question.id, &question.sha256), question.mission, reply, text);
    let answered = client.call::<AnswerHelp::Service>("help_desk/answer", &request)?;
    if answered.accepted { Ok(()) } else { Err(NodeError::Refused(answered.reason)) }
}

/// How an operator's words for a whole mission would be understood, as an answer to a request.
///
/// # Errors
/// No help desk within the patience, an interrupt, or words that are not understood, with the reason.
pub fn read_mission(
    access: &Access,
    id: &str,
    text: &str,
    patience: Duration,
    interrupted: &AtomicBool,
) -> Result<MissionReading, NodeError> {
    let mut client = FleetClient::create(access, "help_desk", patience, interrupted)?;
    let request = ReadMission::Request { request_id: id.to_owned(), text: text.to_owned(), ..Default::default() };
    reading(client.call::<ReadMission::Service>("help_desk/read_mission", &request)?).map_err(NodeError::Refused)
}

/// Past requests, the last one first, and statistics by robot.
///
/// # Errors
/// No help desk within the patience, or an interrupt.
pub fn help_history(
    access: &Access,
    limit: u32,
    patience: Duration,
    interrupted: &AtomicBool,
) -> Result<(Vec<QueueLine>, Vec<RobotHelp>), NodeError> {
    let mut client = FleetClient::create(access, "help_desk", patience, interrupted)?;
    let request = HelpHistory::Request { limit, ..Default::default() };
    let history = client.call::<HelpHistory::Service>("help_desk/history", &request)?;
    let requests = history.requests.into_iter().filter_map(line).collect();
    Ok((requests, history.robots.into_iter().map(robot_help).collect()))
}
