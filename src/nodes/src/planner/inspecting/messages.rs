//! An inspection's messages, to and from what its core understands.

use r2r::surefleet::{
    msg::{HelpRequest as HelpMessage, ScoredOption, SubgoalVerdict},
    srv::CheckSubgoal,
};
use surefleet_fleet::{RobotId, SafeDefault, Stamp};
use surefleet_perception::{Check, Execution, Verdict};
use surefleet_ros::wire;

pub(super) fn look_request(execution: Option<Execution>, check: &Check, not_before: Stamp) -> CheckSubgoal::Request {
    CheckSubgoal::Request {
        mission_id: execution.map_or_else(|| vec![0; 16], |execution| wire::mission_bytes(execution.mission)),
        step: execution.map_or(0, |execution| execution.step.get()),
        task: check.task().to_owned(),
        subtask: check.subtask().to_owned(),
        expected: check.expected().to_owned(),
        plan: check.plan().to_vec(),
        place: check.place() as u32,
        not_before: wire::time(not_before),
        ..Default::default()
    }
}

/// Whether the action worked, for a person, with what perception saw; `text`: the mission's words.
pub(super) fn question(
    me: &RobotId,
    (execution, round): (Execution, u32),
    (text, check): (&str, &Check),
    why: &str,
    seen: Option<&SubgoalVerdict>,
) -> HelpMessage {
    let Execution { mission, step, attempt } = execution;
    let readings = seen.map(|seen| seen.readings.as_slice()).unwrap_or_default();
    let p = readings.first().map_or(f64::NAN, |reading| reading.p_success);
    let option = |worked: bool, text: String, p: f64| ScoredOption {
        decision: wire::outcome_decision(worked),
        text,
        score: p.ln(),
        in_set: true,
        allowed: true,
        reason: String::new(),
    };
    // Always in this order: who answers many of them does not look at the numbers each time.
    let options = vec![
        option(true, format!("it worked: {}", check.expected()), p),
        option(false, format!("it failed: it is not so that {}", check.expected()), 1.0 - p),
    ];
    let told = readings.iter().map(|reading| {
        let analysis = match reading.analysis.as_str() {
            "" => String::new(),
            words => format!(", having seen: {words}"),
        };
        format!("{}: worked with probability {:.3}{analysis}", reading.strategy, reading.p_success)
    });
    HelpMessage {
        key: wire::outcome_key(me, mission, step, attempt, round),
        robot: me.to_string(),
        mission_id: wire::mission_bytes(mission),
        mission_text: text.to_owned(),
        step: step.get(),
        attempt: attempt.0,
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
    }
}

/// A verdict, as perception gave it; what is none, or names no picture from then on, is uncertain.
pub(super) fn read_verdict(message: &SubgoalVerdict, from: Option<Stamp>) -> Verdict {
    let uncertain = |why: &str| Verdict::Uncertain { why: why.to_owned(), readings: Vec::new() };
    let is_of_this = from.is_some_and(|from| wire::stamp(&message.header.stamp) >= from);
    match i64::from(message.verdict) {
        code if code == SubgoalVerdict::SUCCESS as i64 && (!is_of_this || message.picture.data.is_empty()) => {
            uncertain("perception speaks of success and shows no picture from after the action")
        }
        code if code == SubgoalVerdict::SUCCESS as i64 => Verdict::Success,
        code if code == SubgoalVerdict::FAILURE as i64 => Verdict::Failure(message.reason.clone()),
        _ => uncertain(&message.reason),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn success_counts_only_with_a_picture_from_after_the_action() {
        let after = Stamp::ZERO + Duration::from_secs(10);
        let of = |seconds: u64, data: Vec<u8>, verdict: i64| {
            let mut message = SubgoalVerdict { verdict: verdict as u8, ..Default::default() };
            message.header.stamp = wire::time(Stamp::ZERO + Duration::from_secs(seconds));
            message.picture.data = data;
            read_verdict(&message, Some(after))
        };
        let success = SubgoalVerdict::SUCCESS as i64;
        assert_eq!(of(10, vec![1], success), Verdict::Success);
        for (seconds, data) in [(9, vec![1]), (10, vec![]), (0, vec![1])] {
            assert!(matches!(of(seconds, data, success), Verdict::Uncertain { .. }));
        }
        assert!(matches!(of(0, vec![], SubgoalVerdict::FAILURE as i64), Verdict::Failure(_)));
        assert!(matches!(of(10, vec![1], 77), Verdict::Uncertain { .. }));
        let unasked = SubgoalVerdict { verdict: success as u8, ..Default::default() };
        assert!(matches!(read_verdict(&unasked, None), Verdict::Uncertain { .. }));
    }
}
