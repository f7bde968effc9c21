use std::{
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use r2r::surefleet::action::ExecuteMission;

use crate::{
    NodeError,
    endpoints::{ready, take},
};

/// What a mission's client asks for.
#[derive(Debug, Clone, Default)]
pub struct MissionGoal {
    /// The mission in plain language.
    pub mission: String,
    /// Safety requirements beside those in the mission.
    pub constraints: Vec<String>,
    /// H; 0: the fleet's default.
    pub horizon: u32,
    /// Miscoverage level; 0: the calibration's default.
    pub alpha: f64,
    /// Robots; empty: the whole fleet.
    pub robots: Vec<String>,
}

/// A decision as the mission's client hears of it.
#[derive(Debug, Clone)]
pub struct Progress {
    /// Step, from 1.
    pub step: u32,
    /// Who decided.
    pub robot: String,
    /// What, in words.
    pub decision: String,
    /// Texts and scores of the prediction set, best first.
    pub set: Vec<(String, f64)>,
    /// Whether a person was asked.
    pub helped: bool,
}

/// How a mission ended for its client.
#[derive(Debug, Clone)]
pub struct MissionReport {
    /// `None`: succeeded; else the error code of the action and what it says.
    pub error: Option<(u16, String)>,
    /// The executed steps in words.
    pub plan: Vec<String>,
    /// Decisions that people answered.
    pub help_count: u32,
    /// Steps executed.
    pub steps: u32,
    /// Decisions made.
    pub decisions: u32,
}

/// Sends one mission to `/fleet/mission` and follows it to its end; an interrupt cancels the mission.
///
/// # Errors
/// Where no fleet answers within `patience`, or it refuses the goal outright.
pub fn run_mission(
    goal: &MissionGoal,
    patience: Duration,
    interrupted: &Arc<AtomicBool>,
    mut on_progress: impl FnMut(&Progress),
) -> Result<MissionReport, NodeError> {
    let context = r2r::Context::create().map_err(NodeError::ros("start ROS"))?;
    let name = format!("surefleet_mission_{}", std::process::id());
    let mut node = r2r::Node::create(context, &name, "").map_err(NodeError::ros("create a node"))?;
    let client = node
        .create_action_client::<ExecuteMission::Action>("/fleet/mission")
        .map_err(NodeError::ros("create the mission client"))?;
    let silent = || NodeError::NoAnswer {
        who: "/fleet/mission".into(),
        seconds: patience.as_secs_f64(),
        mend: "start a fleet first: surefleet up household-demo".into(),
    };

    let available = r2r::Node::is_available(&client).map_err(NodeError::ros("look for the fleet"))?;
    spin_until(&mut node, pin!(available), patience, interrupted)
        .ok_or_else(silent)?
        .map_err(NodeError::ros("look for the fleet"))?;
    let request = client
        .send_goal_request(ExecuteMission::Goal {
            mission: goal.mission.clone(),
            constraints: goal.constraints.clone(),
            horizon: goal.horizon,
            alpha: goal.alpha,
            robots: goal.robots.clone(),
        })
        .map_err(NodeError::ros("send the mission"))?;
    let accepted = spin_until(&mut node, pin!(request), patience, interrupted).ok_or_else(silent)?;
    let (handle, result, feedback) = accepted.map_err(|_| {
        NodeError::Refused(
            "the fleet's monitor is not active; activate it: ros2 lifecycle set /safety_monitor activate".into(),
        )
    })?;
    let (mut result, mut feedback) = (pin!(result), pin!(feedback));
    let mut cancel_sent = false;
    loop {
        node.spin_once(Duration::from_millis(20));
        while let Some(message) = take(feedback.as_mut()) {
            on_progress(&Progress {
                step: message.step,
                robot: message.robot,
                decision: message.decision,
                set: message.prediction_set.into_iter().map(|option| (option.text, option.score)).collect(),
                helped: message.helped,
            });
        }
        if let Some(ended) = ready(result.as_mut()) {
            let (_, result) = ended.map_err(NodeError::ros("receive the mission's result"))?;
            return Ok(MissionReport {
                error: (result.error_code != 0).then_some((result.error_code, result.error_msg)),
                plan: result.plan,
                help_count: result.help_count,
                steps: result.steps,
                decisions: result.decisions,
            });
        }
        if interrupted.load(Ordering::Relaxed) && !cancel_sent {
            cancel_sent = true;
            // The response tells nothing that the result does not.
            drop(handle.cancel().map_err(NodeError::ros("cancel the mission"))?);
        }
    }
}

pub(crate) fn spin_until<T>(
    node: &mut r2r::Node,
    mut future: std::pin::Pin<&mut impl Future<Output = T>>,
    patience: Duration,
    interrupted: &AtomicBool,
) -> Option<T> {
    let end = Instant::now() + patience;
    while Instant::now() < end && !interrupted.load(Ordering::Relaxed) {
        if let Some(value) = ready(future.as_mut()) {
            return Some(value);
        }
        node.spin_once(Duration::from_millis(10));
    }
    ready(future)
}
