//! Requests for help as an operator sees them.

use r2r::surefleet::{
    msg::{HelpOption, HelpQueue, HelpRequest, HelpStatistics, HelpSummary},
    srv::ReadMission,
};
use serde::Serialize;
use surefleet_fleet::{Decision, MissionId, SafeDefault, Stamp};
use surefleet_help::{OptionId, QuestionKind};
use surefleet_ros::wire;

/// A line of the help desk's queue or history.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct QueueLine {
    /// Its id, given by the help desk.
    pub id: String,
    /// The robot that asks.
    pub robot: String,
    /// The mission.
    pub mission: MissionId,
    /// Step, from 1.
    pub step: u32,
    /// Kind of the question: `decision` or `outcome`; null: this version does not know the kind.
    pub kind: Option<QuestionKind>,
    /// The question in words.
    pub question: String,
    /// From 0 (lowest) to 255.
    pub priority: u8,
    /// `open`, `claimed`, `answered`, `expired` or `withdrawn`.
    pub state: &'static str,
    /// Time of the request, in nanoseconds since the epoch, like all times here.
    pub since: Stamp,
    /// Time when the default applies; null: never.
    pub deadline: Option<Stamp>,
    /// The default: `idle`, `hold` or `halt`.
    pub default: SafeDefault,
    /// Whether no operator claimed it in time.
    pub escalated: bool,
    /// The operator who works on it; empty: nobody.
    pub claimed_by: String,
    /// End of the claim unless it is renewed; null: nobody holds it.
    pub claimed_until: Option<Stamp>,
    /// Time when it ended; null: it is open.
    pub ended: Option<Stamp>,
    /// The answer in words; empty: there is none.
    pub answer: String,
    /// The operator who answered; empty: nobody.
    pub operator_name: String,
}

/// The whole of a request.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DeskQuestion {
    /// Its id, given by the help desk.
    pub id: String,
    /// Digest of the question and its options as given here: an answer holds for this question alone.
    pub sha256: String,
    /// The robot that asks.
    pub robot: String,
    /// The mission.
    pub mission: MissionId,
    /// The mission in plain language.
    pub mission_text: String,
    /// Step, from 1.
    pub step: u32,
    /// Attempt of the step, from 0.
    pub attempt: u32,
    /// Kind of the question: `decision` or `outcome`; null: this version does not know the kind.
    pub kind: Option<QuestionKind>,
    /// The question in words.
    pub question: String,
    /// The prompt with which the options were scored.
    pub prompt: String,
    /// The robot's belief about the world, in words: first the facts that the options are about, then the rest.
    pub world: Vec<String>,
    /// Whether a corrected mission is accepted as an answer.
    pub takes_mission: bool,
    /// The options: allowed ones first, best score first, and then refused ones.
    pub options: Vec<QuestionOption>,
    /// Whether there is a prediction set; without one the robot may not decide alone, at any score.
    pub has_set: bool,
    /// Lowest score in the prediction set; null: there is no set, or every option is in it.
    pub threshold: Option<f64>,
    /// The picture's format and its size in bytes; null: there is no picture.
    pub picture: Option<(String, usize)>,
    /// The map's frame, and x, y, z in metres; null: the pose is unknown.
    pub pose: Option<(String, [f64; 3])>,
}

/// One option of a question.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct QuestionOption {
    /// Its number within the question, which an answer names.
    pub id: OptionId,
    /// Index into the decision set S of the decision that it stands for; null: none.
    pub decision: Option<u16>,
    /// In words.
    pub text: String,
    /// Its probability, exp(score); null: no score.
    pub probability: Option<f64>,
    /// Whether it is in the prediction set.
    pub in_set: bool,
    /// Why the safety monitor refuses it; null: it is an allowed answer.
    pub refused: Option<String>,
    /// Whether it may be chosen for the whole mission.
    pub lasting: bool,
}

/// A corrected mission as the help desk reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissionReading {
    /// The mission in the grammar's own words, which an answer has to repeat.
    pub words: String,
    /// Prohibitions of the mission so far that this one lacks.
    pub dropped: Vec<String>,
}

/// How many times a robot asked, and how it was answered.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RobotHelp {
    /// The robot.
    pub robot: String,
    /// Requests, including open ones.
    pub asked: u32,
    /// Answered by operators.
    pub answered: u32,
    /// Ended by their deadline.
    pub expired: u32,
    /// Withdrawn because nobody waited for the answer any longer.
    pub withdrawn: u32,
    /// Mean seconds from the request to the answer; null: none was answered.
    pub mean_wait_s: Option<f64>,
    /// The longest such wait, in seconds.
    pub longest_wait_s: f64,
    /// Mean seconds from the claim to the answer; null: no claimed request was answered.
    pub mean_work_s: Option<f64>,
    /// Answers that chose the option with the best score.
    pub agreed: u32,
    /// Requests per decision since the help desk started; null: no decision was heard.
    pub help_rate: Option<f64>,
}

pub(super) fn lines(queue: HelpQueue) -> Vec<QueueLine> {
    queue.requests.into_iter().filter_map(line).collect()
}

/// `None`: the mission's id is malformed; the help desk sends no such line.
pub(super) fn line(summary: HelpSummary) -> Option<QueueLine> {
    let time = |time| Some(wire::stamp(time)).filter(|stamp| *stamp != Stamp::ZERO);
    Some(QueueLine {
        mission: wire::mission_id(&summary.mission_id).ok()?,
        kind: wire::question_kind(summary.kind).ok(),
        state: state(summary.state),
        since: wire::stamp(&summary.since),
        deadline: time(&summary.deadline),
        default: wire::safe_default(summary.default_action).ok()?,
        claimed_until: time(&summary.claimed_until),
        ended: time(&summary.ended),
        id: summary.id,
        robot: summary.robot,
        step: summary.step,
        question: summary.question,
        priority: summary.priority,
        escalated: summary.escalated,
        claimed_by: summary.claimed_by,
        answer: summary.answer,
        operator_name: summary.operator_name,
    })
}

fn state(code: u8) -> &'static str {
    match i64::from(code) {
        code if code == HelpRequest::OPEN as i64 => "open",
        code if code == HelpRequest::CLAIMED as i64 => "claimed",
        code if code == HelpRequest::ANSWERED as i64 => "answered",
        code if code == HelpRequest::EXPIRED as i64 => "expired",
        code if code == HelpRequest::WITHDRAWN as i64 => "withdrawn",
        _ => "unknown",
    }
}

/// `None`: the mission's id is malformed; the help desk sends no such request.
pub(super) fn question(request: HelpRequest) -> Option<DeskQuestion> {
    let position = &request.pose.pose.position;
    let has_set = !request.threshold.is_nan();
    let kind = wire::question_kind(request.kind).ok();
    let pose = Some(request.pose.header.frame_id.clone()).filter(|frame| !frame.is_empty());
    Some(DeskQuestion {
        sha256: wire::question_digest(&request).to_string(),
        mission: wire::mission_id(&request.mission_id).ok()?,
        options: choices(request.options, has_set),
        world: request.world,
        takes_mission: kind == Some(QuestionKind::Decision) && !request.team.is_empty(),
        kind,
        has_set,
        threshold: Some(request.threshold).filter(|threshold| threshold.is_finite()),
        picture: Some((request.picture.format, request.picture.data.len())).filter(|(format, _)| !format.is_empty()),
        pose: pose.map(|frame| (frame, [position.x, position.y, position.z])),
        id: request.id,
        robot: request.robot,
        mission_text: request.mission_text,
        step: request.step,
        attempt: request.attempt,
        question: request.question,
        prompt: request.prompt,
    })
}

/// Allowed answers come first; apart from that, the options keep their order.
fn choices(options: Vec<HelpOption>, has_set: bool) -> Vec<QuestionOption> {
    let (allowed, refused): (Vec<_>, Vec<_>) = options.into_iter().partition(|option| option.allowed);
    allowed.into_iter().chain(refused).map(|option| choice(option, has_set)).collect()
}

pub(super) fn reading(reply: ReadMission::Response) -> Result<MissionReading, String> {
    if !reply.read {
        return Err(reply.reason);
    }
    Ok(MissionReading { words: reply.words, dropped: reply.dropped })
}

fn choice(option: HelpOption, has_set: bool) -> QuestionOption {
    QuestionOption {
        id: OptionId::new(option.id),
        decision: wire::decision(option.decision).map(Decision::get),
        text: option.text,
        probability: Some(option.score.exp()).filter(|probability| !probability.is_nan()),
        in_set: has_set && option.in_set,
        refused: (!option.allowed).then_some(option.reason),
        lasting: option.lasting,
    }
}

pub(super) fn robot_help(statistics: HelpStatistics) -> RobotHelp {
    let number = |number: f64| Some(number).filter(|number| !number.is_nan());
    let HelpStatistics { decisions, asked_since_start, .. } = statistics;
    RobotHelp {
        asked: statistics.asked,
        answered: statistics.answered,
        expired: statistics.expired,
        withdrawn: statistics.withdrawn,
        mean_wait_s: number(statistics.mean_wait_s),
        longest_wait_s: statistics.longest_wait_s,
        mean_work_s: number(statistics.mean_work_s),
        agreed: statistics.agreed,
        help_rate: (decisions > 0).then(|| f64::from(asked_since_start) / f64::from(decisions)),
        robot: statistics.robot,
    }
}
