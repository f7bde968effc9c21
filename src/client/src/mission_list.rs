//! The missions of a fleet, as its safety monitor lists them.

use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use r2r::surefleet::msg::{MissionStatus, Missions};
use serde::Serialize;
use surefleet_ros::{Inbox, NodeError, topics::MISSIONS, wire};
use surefleet_site::Access;

use crate::fleet_client::FleetClient;

/// A mission of a fleet, as its safety monitor reports it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ListedMission {
    /// UUID, 32 hexadecimal digits.
    pub id: String,
    /// The mission in plain language; empty: the monitor knows it only from others.
    pub text: String,
    /// The robots that take part.
    pub team: Vec<String>,
    /// `waiting`, `running`, `succeeded`, `failed` or `corrected`.
    pub state: &'static str,
    /// While the mission runs, the step that is being decided; else the number of executed steps.
    pub step: u32,
    /// The error code of ExecuteMission; 0: none.
    pub error_code: u16,
    /// Why it failed; empty: it did not.
    pub error_msg: String,
    /// The approved joint steps in words.
    pub plan: Vec<String>,
    /// Decisions that people answered.
    pub help_count: u32,
    /// Decisions made.
    pub decisions: u32,
    /// The corrected words with which it goes on; empty: nobody corrected it.
    pub corrected: String,
    /// The mission that replaced it after a correction; empty: none.
    pub successor: String,
    /// When it was requested, in seconds since the epoch; 0: unknown.
    pub since: f64,
    /// When it ended, likewise; 0: it has not, or the time is unknown.
    pub ended: f64,
}

impl ListedMission {
    /// Whether it is waiting or running.
    pub fn is_open(&self) -> bool {
        matches!(self.state, "waiting" | "running")
    }

    /// Whether it ended before anything was decided in it: it was refused, or withdrawn.
    pub fn never_began(&self) -> bool {
        self.state == "failed" && self.step == 0 && self.decisions == 0
    }
}

/// The missions of a fleet: ended ones first, oldest first, then running ones, then waiting ones.
///
/// # Errors
/// No report from a safety monitor within `patience`.
pub fn list_missions(
    access: &Access,
    patience: Duration,
    interrupted: &AtomicBool,
) -> Result<Vec<ListedMission>, NodeError> {
    let mut fleet = FleetClient::create(access, "missions", patience, interrupted)?;
    let mut missions = Inbox::<Missions>::subscribe(&mut fleet.node, &MISSIONS)?;
    let end = Instant::now() + patience;
    loop {
        fleet.node.spin_once(Duration::from_millis(20));
        if let Some(list) = missions.take() {
            return Ok(list.missions.iter().map(listed).collect());
        }
        if fleet.is_interrupted() {
            return Err(NodeError::Interrupted("nothing was heard".into()));
        }
        if Instant::now() >= end {
            let monitor = fleet.node.fleet().name("safety_monitor");
            return Err(fleet.unbelieved("safety_monitor").unwrap_or_else(|| NodeError::NoAnswer {
                who: "the safety monitor".into(),
                seconds: patience.as_secs_f64(),
                mend: format!(
                    "it is not there, or not active (ros2 lifecycle get {monitor}): start the fleet (surefleet up), or look at its logs"
                ),
            }));
        }
    }
}

fn listed(message: &MissionStatus) -> ListedMission {
    let id = |bytes: &[u8]| wire::mission_id(bytes).map(|mission| mission.to_string()).unwrap_or_default();
    let seconds = |time| wire::stamp(time).as_nanos() as f64 / 1e9;
    let state = match i64::from(message.state) {
        state if state == MissionStatus::WAITING as i64 => "waiting",
        state if state == MissionStatus::RUNNING as i64 => "running",
        _ if !message.corrected.is_empty() => "corrected",
        _ if message.error_code == 0 => "succeeded",
        _ => "failed",
    };
    ListedMission {
        id: id(&message.mission_id),
        text: message.text.clone(),
        team: message.team.clone(),
        state,
        step: if state == "running" { message.step } else { message.plan.len() as u32 },
        error_code: message.error_code,
        error_msg: message.reason.clone(),
        plan: message.plan.clone(),
        help_count: message.help_count,
        decisions: message.decisions,
        corrected: message.corrected.clone(),
        successor: if message.corrected.is_empty() { String::new() } else { id(&message.successor) },
        since: seconds(&message.since),
        ended: seconds(&message.ended),
    }
}
