//! Converts between the help desk's messages and the values of its core.

use r2r::{
    geometry_msgs::msg::{Point, Pose as PoseMessage, PoseStamped, Quaternion},
    sensor_msgs::msg::CompressedImage,
    std_msgs::msg::Header,
    surefleet::{
        msg::{HelpAnswer, HelpOption, HelpQueue, HelpRequest, HelpStatistics, HelpSummary},
        srv::{AnswerHelp, HelpHistory},
    },
};
use surefleet_fleet::{Attempt, RobotId, SafeDefault, Stamp};
use surefleet_help::{
    Answer, Desk, Enclosure, EndedRequest, Ending, Found, OfferedOption, OpenRequest, OptionId, Pose, QuestionKind,
    Reply, Request, RobotStatistics, Score,
};
use surefleet_ros::{
    Timeline,
    wire::{self, WireError},
};

/// A picture with more bytes is left out, so that a thousand requests fit on the disk and the network.
const LARGEST_PICTURE: usize = 1_000_000;
/// In a longer queue, a person does not read all questions.
const LONG_QUEUE: usize = 200;
/// Number of requests in a history, if the caller gives no limit.
const HISTORY: usize = 100;

pub(super) fn read_request(timeline: &Timeline, message: &HelpRequest) -> Result<(Request, Enclosure), WireError> {
    let deadline = wire::stamp(&message.deadline);
    let kind = wire::question_kind(message.kind)?;
    if kind == QuestionKind::Outcome {
        wire::check_outcome_options(message)?;
    }
    let request = Request {
        key: message.key.clone(),
        robot: RobotId::new(&message.robot)?,
        mission: wire::mission_id(&message.mission_id)?,
        step: wire::step_index(message.step)?,
        attempt: Attempt(message.attempt),
        kind,
        question: message.question.clone(),
        options: message.options.iter().map(read_option).collect(),
        deadline: (deadline != Stamp::ZERO).then(|| timeline.of_ros(deadline)),
        default: wire::safe_default(message.default_action)?,
        priority: message.priority,
    };
    let enclosure = Enclosure {
        mission_text: message.mission_text.clone(),
        team: message.team.iter().map(|name| RobotId::new(name)).collect::<Result<_, _>>()?,
        world: message.world.clone(),
        prompt: message.prompt.clone(),
        threshold: Score::new(message.threshold),
        picture: read_picture(&message.picture),
        pose: read_pose(&message.pose),
    };
    Ok((request, enclosure))
}

fn read_option(option: &HelpOption) -> OfferedOption {
    OfferedOption {
        id: OptionId::new(option.id),
        decision: wire::decision(option.decision),
        text: option.text.clone(),
        score: Score::new(option.score),
        in_set: option.in_set,
        refusal: (!option.allowed).then(|| option.reason.clone()),
        lasting: option.lasting,
    }
}

fn read_picture(picture: &CompressedImage) -> (String, Vec<u8>) {
    let bytes = picture.data.len();
    if bytes > LARGEST_PICTURE {
        tracing::warn!(bytes, most = LARGEST_PICTURE, "a picture was left out of a request: send a smaller one");
        return (format!("left out: {bytes} bytes, and {LARGEST_PICTURE} at most are kept"), Vec::new());
    }
    (picture.format.clone(), picture.data.clone())
}

fn read_pose(pose: &PoseStamped) -> Option<Pose> {
    let (Point { x, y, z }, turned) = (&pose.pose.position, &pose.pose.orientation);
    let (position_m, orientation) = ([*x, *y, *z], [turned.x, turned.y, turned.z, turned.w]);
    let is_finite = position_m.iter().chain(&orientation).all(|number| number.is_finite());
    if !is_finite {
        tracing::warn!(frame = pose.header.frame_id, "a pose that is no number was left out of a request");
    }
    let is_known = is_finite && !pose.header.frame_id.is_empty();
    is_known.then(|| Pose { frame: pose.header.frame_id.clone(), position_m, orientation })
}

pub(super) fn read_reply(call: &AnswerHelp::Request) -> Result<Reply, String> {
    match i64::from(call.kind) {
        kind if kind == HelpAnswer::OPTION as i64 && call.for_mission => {
            Ok(Reply::ForMission(OptionId::new(call.option)))
        }
        kind if kind == HelpAnswer::OPTION as i64 => Ok(Reply::Option(OptionId::new(call.option))),
        kind if kind == HelpAnswer::MEANT as i64 => Ok(Reply::Meant),
        kind if kind == HelpAnswer::NONE_OF_THESE as i64 => Ok(Reply::NoneOfThese),
        kind if kind == HelpAnswer::HALT as i64 => Ok(Reply::Halt),
        kind => Err(format!("kind {kind} is no answer: send OPTION (1), NONE_OF_THESE (2), HALT (3) or MEANT (5)")),
    }
}

/// A whole request.
pub(super) fn request_message(found: Found<'_>, enclosure: Enclosure) -> HelpRequest {
    let HelpSummary { id, state, since, kind, claimed_by, claimed_until, escalated, deadline, default_action, .. } =
        match found {
            Found::Open(open) => open_summary(open),
            Found::Ended(ended) => ended_summary(ended),
        };
    let (request, Enclosure { mission_text, team, world, prompt, threshold, picture: (format, data), pose }) =
        (found.request(), enclosure);
    let header = Header { stamp: since.clone(), frame_id: String::new() };
    HelpRequest {
        id,
        key: request.key.clone(),
        robot: request.robot.to_string(),
        mission_id: wire::mission_bytes(request.mission),
        mission_text,
        step: request.step.get(),
        attempt: request.attempt.0,
        kind,
        question: request.question.clone(),
        world,
        team: team.iter().map(ToString::to_string).collect(),
        prompt,
        options: request.options.iter().map(option_message).collect(),
        threshold: threshold.get(),
        picture: CompressedImage { header: header.clone(), format, data },
        pose: pose.map(|pose| pose_message(&header, pose)).unwrap_or_default(),
        header,
        state,
        claimed_by,
        claimed_until,
        deadline,
        default_action,
        priority: request.priority,
        escalated,
    }
}

fn option_message(option: &OfferedOption) -> HelpOption {
    HelpOption {
        id: option.id.get(),
        text: option.text.clone(),
        decision: wire::decision_code(option.decision),
        score: option.score.get(),
        in_set: option.in_set,
        allowed: option.refusal.is_none(),
        reason: option.refusal.clone().unwrap_or_default(),
        lasting: option.lasting,
    }
}

fn pose_message(header: &Header, pose: Pose) -> PoseStamped {
    let Pose { frame, position_m: [x, y, z], orientation } = pose;
    let [turned_x, turned_y, turned_z, turned_w] = orientation;
    let orientation = Quaternion { x: turned_x, y: turned_y, z: turned_z, w: turned_w };
    PoseStamped {
        header: Header { stamp: header.stamp.clone(), frame_id: frame },
        pose: PoseMessage { position: Point { x, y, z }, orientation },
    }
}

/// All open requests; a long list has no question texts, since every panel reads it at every change.
pub(super) fn queue_message(desk: &Desk, now: Stamp) -> HelpQueue {
    let queue = desk.queue();
    let is_long = queue.len() > LONG_QUEUE;
    let line = |open| {
        let whole = open_summary(open);
        if is_long { HelpSummary { question: String::new(), ..whole } } else { whole }
    };
    HelpQueue { header: wire::header(now), requests: queue.into_iter().map(line).collect(), ..Default::default() }
}

/// A line of the queue.
pub(super) fn open_summary(open: &OpenRequest) -> HelpSummary {
    let state = if open.claim.is_some() { HelpRequest::CLAIMED as u8 } else { HelpRequest::OPEN as u8 };
    HelpSummary {
        state,
        escalated: open.escalated,
        claimed_by: open.claim.as_ref().map(|claim| claim.operator.clone()).unwrap_or_default(),
        claimed_until: wire::time(open.claim.as_ref().map_or(Stamp::ZERO, |claim| claim.until)),
        ..summary(open.id.to_string(), &open.request, open.since)
    }
}

/// A line of the history.
fn ended_summary(ended: &EndedRequest) -> HelpSummary {
    let (state, answer, operator) = match &ended.ending {
        Ending::Answered { reply, text, operator } => {
            (HelpRequest::ANSWERED as u8, reply.words(&ended.request, text), operator.clone())
        }
        Ending::Expired { .. } => (HelpRequest::EXPIRED as u8, String::new(), String::new()),
        Ending::Withdrawn => (HelpRequest::WITHDRAWN as u8, String::new(), String::new()),
    };
    HelpSummary {
        state,
        ended: wire::time(ended.at),
        answer,
        operator_name: operator,
        ..summary(ended.id.to_string(), &ended.request, ended.since)
    }
}

fn summary(id: String, request: &Request, since: Stamp) -> HelpSummary {
    HelpSummary {
        id,
        robot: request.robot.to_string(),
        mission_id: wire::mission_bytes(request.mission),
        step: request.step.get(),
        kind: wire::question_kind_code(request.kind),
        question: request.question.clone(),
        priority: request.priority,
        since: wire::time(since),
        deadline: wire::time(request.deadline.unwrap_or(Stamp::ZERO)),
        default_action: wire::safe_default_code(request.default),
        ..Default::default()
    }
}

pub(super) fn history_message(desk: &Desk, now: Stamp, call: &HelpHistory::Request) -> HelpHistory::Response {
    let is_asked_for = |robot: &RobotId| call.robot.is_empty() || robot.as_str() == call.robot;
    let limit = if call.limit == 0 { HISTORY } else { call.limit as usize };
    let statistics = desk.statistics(now);
    HelpHistory::Response {
        requests: desk
            .history()
            .filter(|ended| is_asked_for(&ended.request.robot))
            .take(limit)
            .map(ended_summary)
            .collect(),
        robots: statistics.robots.iter().filter(|(robot, _)| is_asked_for(robot)).map(statistics_message).collect(),
        ..Default::default()
    }
}

fn statistics_message((robot, numbers): (&RobotId, &RobotStatistics)) -> HelpStatistics {
    let count = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    let seconds = |span: Option<std::time::Duration>| span.map_or(f64::NAN, |span| span.as_secs_f64());
    HelpStatistics {
        robot: robot.to_string(),
        asked: count(numbers.asked()),
        answered: count(numbers.answered),
        expired: count(numbers.expired),
        withdrawn: count(numbers.withdrawn),
        mean_wait_s: seconds(numbers.mean_wait()),
        longest_wait_s: numbers.longest_wait.as_secs_f64(),
        mean_work_s: seconds(numbers.mean_work()),
        agreed: count(numbers.agreed),
        decisions: count(numbers.decisions),
        asked_since_start: count(numbers.asked_since_start),
    }
}

pub(super) fn answer_message(answer: &Answer) -> HelpAnswer {
    let (kind, text, operator) = match &answer.ending {
        Ending::Answered { reply, text, operator } => (wire::reply_code(*reply), text.as_str(), operator.as_str()),
        Ending::Expired { default: SafeDefault::Halt } => (HelpAnswer::HALT as u8, UNANSWERED, ""),
        Ending::Expired { .. } | Ending::Withdrawn => (HelpAnswer::EXPIRED as u8, "", ""),
    };
    HelpAnswer {
        header: wire::header(answer.at),
        request_id: answer.request.to_string(),
        key: answer.key.clone(),
        robot: answer.robot.to_string(),
        mission_id: wire::mission_bytes(answer.mission),
        step: answer.step.get(),
        attempt: answer.attempt.0,
        question_kind: wire::question_kind_code(answer.kind),
        kind,
        option: answer.chosen.as_ref().map(option_message).unwrap_or_default(),
        for_mission: matches!(answer.ending, Ending::Answered { reply: Reply::ForMission(_), .. }),
        instead_of: answer.instead_of.iter().map(option_message).collect(),
        text: text.to_owned(),
        operator_name: operator.to_owned(),
        ..Default::default()
    }
}

const UNANSWERED: &str = "nobody answered before the deadline";
