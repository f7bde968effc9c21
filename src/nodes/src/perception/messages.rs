//! Converts between perception's messages and the values of its core.

use r2r::{
    sensor_msgs::msg::CompressedImage,
    surefleet::{
        msg::{SubgoalReading, SubgoalVerdict},
        srv::CheckSubgoal,
    },
};
use surefleet_language::Picture;
use surefleet_perception::{ActionReading, ActionVerdict, Check, PerceptionError, Uncertainty};
use surefleet_ros::annotated;

/// The check that a request asks for.
pub(super) fn read_check(request: &CheckSubgoal::Request) -> Result<Check, PerceptionError> {
    let check = Check::new(&request.task, &request.subtask, &request.expected)?;
    if request.plan.is_empty() {
        return Ok(check);
    }
    check.in_plan(request.plan.iter().map(String::as_str), request.place as usize)
}

/// A verdict without a picture, with the reason.
pub(super) fn unseen(robot: &str, request: &CheckSubgoal::Request, reason: String) -> SubgoalVerdict {
    SubgoalVerdict {
        robot: robot.to_owned(),
        mission_id: request.mission_id.clone(),
        step: request.step,
        task: request.task.clone(),
        subtask: request.subtask.clone(),
        expected: request.expected.clone(),
        verdict: SubgoalVerdict::UNCERTAIN as u8,
        picture: CompressedImage { format: reason.clone(), ..Default::default() },
        reason,
        ..Default::default()
    }
}

/// The verdict as a message; the caller adds the picture.
pub(super) fn verdict_message(
    before: SubgoalVerdict,
    verdict: &ActionVerdict,
    readings: &[ActionReading],
) -> SubgoalVerdict {
    let (code, reason) = match verdict {
        ActionVerdict::Success => (SubgoalVerdict::SUCCESS as u8, String::new()),
        ActionVerdict::Failure(reason) => (SubgoalVerdict::FAILURE as u8, reason.clone()),
        ActionVerdict::Uncertain { why, .. } => (SubgoalVerdict::UNCERTAIN as u8, why.clone()),
    };
    let readings = readings.iter().map(reading_message).collect();
    SubgoalVerdict { verdict: code, reason, readings, picture: CompressedImage::default(), ..before }
}

fn reading_message(reading: &ActionReading) -> SubgoalReading {
    let known: Vec<(String, f64)> =
        Uncertainty::ALL.into_iter().filter_map(|of| Some((of.to_string(), reading.uncertainty(of)?))).collect();
    SubgoalReading {
        strategy: reading.strategy.to_string(),
        question: reading.question.clone(),
        analysis: reading.analysis.clone().unwrap_or_default(),
        answers: reading.answers.iter().map(|(answer, _)| answer.clone()).collect(),
        probabilities: reading.answers.iter().map(|(_, probability)| *probability).collect(),
        mass: reading.mass,
        p_success: reading.p_success,
        uncertainty_names: known.iter().map(|(name, _)| name.clone()).collect(),
        uncertainties: known.iter().map(|(_, uncertainty)| *uncertainty).collect(),
    }
}

const GREEN: [u8; 3] = [40, 180, 70];
const RED: [u8; 3] = [220, 40, 40];
const AMBER: [u8; 3] = [240, 170, 0];

/// The picture with the verdict drawn in it, for people.
pub(super) fn annotate(picture: &Picture, message: &SubgoalVerdict) -> Option<Picture> {
    let (colour, word) = match i64::from(message.verdict) {
        code if code == SubgoalVerdict::SUCCESS as i64 => (GREEN, "worked"),
        code if code == SubgoalVerdict::FAILURE as i64 => (RED, "failed"),
        _ => (AMBER, "not sure: a person is asked"),
    };
    let mut lines = vec![format!("{}: {}", message.subtask, word)];
    lines.extend(message.readings.iter().map(|reading| {
        let doubts: Vec<String> = reading
            .uncertainty_names
            .iter()
            .zip(&reading.uncertainties)
            .map(|(name, doubt)| format!("{name} {doubt:.3}"))
            .collect();
        format!("{}: worked with {:.3}; {}", reading.strategy, reading.p_success, doubts.join(", "))
    }));
    if !message.reason.is_empty() {
        lines.push(message.reason.clone());
    }
    match annotated(picture, colour, &lines) {
        Ok(shown) => Some(shown),
        Err(error) => {
            tracing::warn!(%error, "a judged picture cannot be shown");
            None
        }
    }
}
