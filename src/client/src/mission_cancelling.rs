//! Cancels a mission by its id, no matter who sent it.

use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use r2r::surefleet::srv::CancelMission;
use surefleet_fleet::{MissionId, Stamp};
use surefleet_ros::{Calls, FleetNode, NodeError, topics::CANCEL_MISSION, wire};
use surefleet_site::Access;

use crate::fleet_client::{FleetClient, LAST_WORD};

/// Cancels a mission, no matter who sent it and how often the safety monitor was restarted since.
///
/// # Errors
/// [`NodeError::Refused`] with the monitor's reason, or no answer within `patience`.
pub fn cancel_mission(
    access: &Access,
    mission: MissionId,
    patience: Duration,
    interrupted: &AtomicBool,
) -> Result<(), NodeError> {
    let mut fleet = FleetClient::create(access, "cancel", patience, interrupted)?;
    let response = fleet.call::<CancelMission::Service>(CANCEL_MISSION, &cancel_request(mission))?;
    if response.accepted { Ok(()) } else { Err(NodeError::Refused(response.reason)) }
}

/// A request to cancel a mission.
fn cancel_request(mission: MissionId) -> CancelMission::Request {
    CancelMission::Request { mission_id: wire::mission_bytes(mission), ..Default::default() }
}

/// A pending request to cancel a mission, repeated until it is answered.
pub(crate) struct Cancelling {
    calls: Calls<CancelMission::Service, ()>,
    since: Instant,
    asked: Option<Instant>,
    /// The monitor's refusal, or why its answer does not count.
    refused: Option<String>,
    called: Stamp,
    is_unanswered: bool,
}

impl Cancelling {
    pub fn create(node: &mut FleetNode) -> Result<Self, NodeError> {
        let calls = Calls::to(node, CANCEL_MISSION, ASK_AGAIN)?;
        Ok(Self { calls, since: Instant::now(), asked: None, refused: None, called: Stamp::ZERO, is_unanswered: false })
    }

    fn now(&self) -> Stamp {
        Stamp::ZERO + self.since.elapsed()
    }

    /// Asks to cancel a mission. Later calls do nothing.
    pub fn ask(&mut self, mission: MissionId) {
        if self.asked.is_none() {
            self.asked = Some(Instant::now());
            self.call(mission);
        }
    }

    fn call(&mut self, mission: MissionId) {
        (self.called, self.is_unanswered) = (self.now(), false);
        self.calls.call(self.called, (), cancel_request(mission));
    }

    /// Asks again if no answer came.
    pub fn go_on(&mut self, mission: MissionId) {
        let now = self.now();
        // An answer that is not believed comes at once each time, so a repeat is no use.
        if self.is_unanswered && now >= self.called + ASK_AGAIN {
            self.call(mission);
        }
        while let Some(((), answer)) = self.calls.take(now) {
            match answer {
                Ok(response) if response.accepted => self.refused = None,
                Ok(response) => self.refused = Some(response.reason),
                Err(reason) => (self.refused, self.is_unanswered) = (Some(reason), true),
            }
        }
    }

    /// Why the cancel cannot be confirmed, once this patience is over.
    pub fn unconfirmed(&self, patience: Duration) -> Option<NodeError> {
        let asked = self.asked?;
        (asked.elapsed() > patience.max(LAST_WORD)).then(|| {
            let why = self.refused.clone().unwrap_or_else(|| "its monitor is being restarted, or is gone".into());
            NodeError::Interrupted(format!(
                "the fleet did not confirm the cancel: {why}; the mission may go on once the monitor is back: \
                 surefleet cancel ends it then"
            ))
        })
    }
}

/// A cancel without an answer is repeated after this time.
const ASK_AGAIN: Duration = Duration::from_secs(1);
