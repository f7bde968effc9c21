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
    /// Id given by the help desk.
    pub id: String,
    /// Who asks.
    pub robot: String,
    /// The mission.
    pub mission: MissionId,
    /// Step, from 1.
    pub step: u32,
    /// What is asked: `decision` or `outcome`; null: something that this version does not know.
    pub kind: Option<QuestionKind>,
    /// The question in words.
    pub question: String,
    /// From 0 (lowest) to 255.
    pub priority: u8,
    /// `open`, `claimed`, `answered`, `expired` or `withdrawn`.
    pub state: &'static str,
    /// When it was asked, in nanoseconds since the epoch, as all times here.
    pub since: Stamp,
    /// When the default applies; null: never.
    pub deadline: Option<Stamp>,
    /// What happens then: `idle`, `hold` or `halt`.
    pub default: SafeDefault,
    /// Whether nobody claimed it in time.
    pub escalated: bool,
    /// Who works on it; empty: nobody.
    pub claimed_by: String,
    /// When the claim ends unless it is renewed; null: nobody holds it.
    pub claimed_until: Option<Stamp>,
    /// When it ended; null: it is open.
    pub ended: Option<Stamp>,
    /// What was said, in words; empty: nothing.
    pub answer: String,
    /// Who said it; empty: nobody.
    pub operator_name: String,
}

/// The whole of a request.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Question {
    /// Id given by the help desk.
    pub id: String,
    /// Digest of the question and its options as they stand here: an answer is to this question and no other.
    pub sha256: String,
    /// Who asks.
    pub robot: String,
    /// The mission.
    pub mission: MissionId,
    /// The mission in plain language.
    pub mission_text: String,
    /// Step, from 1.
    pub step: u32,
    /// Attempt of the step, from 0.
    pub attempt: u32,
    /// What is asked: `decision` or `outcome`; null: something that this version does not know.
    pub kind: Option<QuestionKind>,
    /// The question in words.
    pub question: String,
    /// The prompt the options were scored on.
    pub prompt: String,
    /// What the robot believes of the world, in words: what the options are about, then the rest.
    pub world: Vec<String>,
    /// Whether a corrected mission is an answer.
    pub takes_mission: bool,
    /// The options: allowed ones, best score first, and then those that are refused.
    pub options: Vec<Choice>,
    /// Whether there is a prediction set; without one the robot may not decide alone, whatever the scores.
    pub has_set: bool,
    /// Least score that enters the prediction set; null: there is no set, or every option is in it.
    pub threshold: Option<f64>,
    /// The picture's format and how many bytes it has; null: there is none.
    pub picture: Option<(String, usize)>,
    /// The map's frame, and x, y, z in metres; null: not known.
    pub pose: Option<(String, [f64; 3])>,
}

/// One option of a question.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Choice {
    /// Its number within the question: what an answer names.
    pub id: OptionId,
    /// The member of the decision set S that it stands for, as an index into S; null: none.
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
    /// In the grammar's own words: what an answer with it has to say.
    pub words: String,
    /// What the mission so far forbids and this one no longer does.
    pub dropped: Vec<String>,
}

/// How often a robot asked, and how it was answered.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RobotHelp {
    /// Who.
    pub robot: String,
    /// Requests, open ones included.
    pub asked: u32,
    /// Answered by operators.
    pub answered: u32,
    /// Ended by their deadline.
    pub expired: u32,
    /// Of which nobody waited for the answer any more.
    pub withdrawn: u32,
    /// Mean seconds from the request to the answer; null: none was answered.
    pub mean_wait_s: Option<f64>,
    /// Longest of them, in seconds.
    pub longest_wait_s: f64,
    /// Mean seconds from the claim to the answer; null: none that was claimed was answered.
    pub mean_work_s: Option<f64>,
    /// Answers that chose the option with the best score.
    pub agreed: u32,
    /// Requests a decision since the help desk started; null: no decision was heard.
    pub help_rate: Option<f64>,
}

pub(super) fn lines(queue: HelpQueue) -> Vec<QueueLine> {
    queue.requests.into_iter().filter_map(line).collect()
}

/// `None`: no mission's id; the help desk sends none such.
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

/// `None`: no mission's id; the help desk sends none such.
pub(super) fn question(request: HelpRequest) -> Option<Question> {
    let position = &request.pose.pose.position;
    let has_set = !request.threshold.is_nan();
    let kind = wire::question_kind(request.kind).ok();
    let pose = Some(request.pose.header.frame_id.clone()).filter(|frame| !frame.is_empty());
    Some(Question {
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

/// Those that are an answer first; else in the order in which they came.
fn choices(options: Vec<HelpOption>, has_set: bool) -> Vec<Choice> {
    let (allowed, refused): (Vec<_>, Vec<_>) = options.into_iter().partition(|option| option.allowed);
    allowed.into_iter().chain(refused).map(|option| choice(option, has_set)).collect()
}

pub(super) fn reading(reply: ReadMission::Response) -> Result<MissionReading, String> {
    if !reply.read {
        return Err(reply.reason);
    }
    Ok(MissionReading { words: reply.words, dropped: reply.dropped })
}

fn choice(option: HelpOption, has_set: bool) -> Choice {
    Choice {
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
