use std::time::Duration;

use r2r::surefleet::{
    action::ExecuteMission,
    msg::{MissionStatus, Missions},
    srv::CancelMission,
};
use surefleet_fleet::{Digest, MissionId, Outcome, Stamp};
use surefleet_ros::{
    ActionServer, FleetNode, GoalId, NodeError, Outbox, Requests,
    topics::{self, MISSIONS},
    wire,
};
use surefleet_safety::{KnownMission, MissionReport, MissionStage, Monitor};

use super::messages::{fault_code, result_message};

/// A change with every decision is announced at most this often; a beginning or an end, at once.
const PAUSE: Duration = Duration::from_millis(500);
/// The list is repeated this often without changes: a late listener believes none that is older than ten seconds.
const REPEAT: Duration = Duration::from_secs(1);

/// The action by which clients request missions.
pub(super) type Goals = ActionServer<ExecuteMission::Action>;

/// A mission's client.
pub(super) struct Client {
    pub goal: GoalId,
    /// Digest of the goal; the result is bound to it.
    pub asked: Digest,
    /// The report from before a person corrected the mission, and the corrected words; `None`: nobody corrected it.
    pub before: Option<(MissionReport, String)>,
}

/// Announces how missions stand, and takes requests to cancel them.
pub(super) struct MissionBoard {
    pub cancels: Requests<CancelMission::Service>,
    publisher: Outbox<Missions>,
    incarnation: u64,
    said: Option<Said>,
}

/// The last announcement.
struct Said {
    at: Stamp,
    revision: u64,
    stages: Vec<(Vec<u8>, u8)>,
}

impl MissionBoard {
    pub fn open(node: &mut FleetNode) -> Result<Self, NodeError> {
        Ok(Self {
            cancels: Requests::serve(node, topics::CANCEL_MISSION)?,
            publisher: Outbox::advertise(node, &MISSIONS)?,
            incarnation: rand::random(),
            said: None,
        })
    }

    /// Announces how missions stand, after a change or a long silence; an inactive monitor announces nothing.
    pub fn say(&mut self, now: Stamp, monitor: &Monitor) {
        let revision = monitor.revision();
        let is_said = |said: &Said| said.revision == revision && now < said.at + REPEAT;
        if !monitor.is_active() || self.said.as_ref().is_some_and(is_said) {
            return;
        }
        let missions: Vec<MissionStatus> = monitor.missions().into_iter().map(status_message).collect();
        let stages: Vec<(Vec<u8>, u8)> =
            missions.iter().map(|mission| (mission.mission_id.clone(), mission.state)).collect();
        if self.said.as_ref().is_some_and(|said| said.stages == stages && now < said.at + PAUSE) {
            return;
        }
        self.publisher.publish(Missions {
            header: wire::header(now),
            incarnation: self.incarnation,
            missions,
            ..Default::default()
        });
        self.said = Some(Said { at: now, revision, stages });
    }

    /// Time of the next announcement.
    pub fn next_deadline(&self, monitor: &Monitor) -> Option<Stamp> {
        let said = self.said.as_ref().filter(|_| monitor.is_active())?;
        Some(said.at + if said.revision == monitor.revision() { REPEAT } else { PAUSE })
    }
}

pub(super) const NO_MISSION: MissionId = MissionId::new([0; 16]);

fn status_message(known: KnownMission) -> MissionStatus {
    let KnownMission { mission, brief, since, stage, plan, helped, decisions } = known;
    let stamp = |at: Option<Stamp>| wire::time(at.unwrap_or_default());
    let message = MissionStatus {
        mission_id: wire::mission_bytes(mission),
        text: brief.as_ref().map(|brief| brief.text.clone()).unwrap_or_default(),
        team: brief.iter().flat_map(|brief| &brief.team).map(ToString::to_string).collect(),
        plan,
        help_count: helped,
        decisions,
        successor: wire::mission_bytes(NO_MISSION),
        since: stamp(since),
        ..Default::default()
    };
    match stage {
        MissionStage::Waiting => MissionStatus { state: MissionStatus::WAITING as u8, ..message },
        MissionStage::Running { step } => {
            MissionStatus { state: MissionStatus::RUNNING as u8, step: step.get(), ..message }
        }
        MissionStage::Ended { outcome, at, fault } => {
            let (corrected, successor) = match &outcome {
                Outcome::Corrected(words) => (words.clone(), mission.corrected(words)),
                _ => (String::new(), NO_MISSION),
            };
            let report = MissionReport { mission, outcome, plan: message.plan, helped, decisions };
            let ExecuteMission::Result { error_code, error_msg, plan, .. } = result_message(report);
            MissionStatus {
                state: MissionStatus::ENDED as u8,
                error_code: fault.map_or(error_code, fault_code),
                reason: error_msg,
                plan,
                corrected,
                successor: wire::mission_bytes(successor),
                ended: stamp(at),
                ..message
            }
        }
    }
}
