use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use r2r::{
    action_msgs::srv::CancelGoal,
    surefleet::{action::ExecuteMission, msg::DecisionRecord},
};
use surefleet_fleet::{Digest, MissionId};
use surefleet_ros::{
    ActionClient, CANCEL_GOAL, GoalEnding, GoalId, Identity, NodeError, Sent, believed, cancel_request, digest_of,
    ready, wire,
};
use surefleet_site::Access;

use crate::{
    fleet_client::{FleetClient, LAST_WORD},
    mission_cancelling::Cancelling,
    mission_following::Following,
};

/// A client's request for a mission.
#[derive(Debug, Clone, Default)]
pub struct MissionGoal {
    /// The mission in plain language.
    pub mission: String,
    /// Safety requirements in addition to those in the mission.
    pub constraints: Vec<String>,
    /// H; 0: the fleet's default.
    pub horizon: u32,
    /// Miscoverage level; 0: the calibration's default.
    pub alpha: f64,
    /// Robots; empty: the whole fleet.
    pub robots: Vec<String>,
}

impl MissionGoal {
    fn message(&self) -> ExecuteMission::Goal {
        ExecuteMission::Goal {
            mission: self.mission.clone(),
            constraints: self.constraints.clone(),
            horizon: self.horizon,
            alpha: self.alpha,
            robots: self.robots.clone(),
            ..Default::default()
        }
    }
}

/// Progress of a mission, as its client hears it.
#[derive(Debug, Clone)]
pub enum Progress {
    /// The fleet accepted the goal; the mission's id.
    Accepted(String),
    /// A robot decided.
    Decided(DecisionHeard),
    /// A robot's action failed.
    Failed {
        /// Step, from 1.
        step: u32,
        /// The robot.
        robot: String,
        /// The reason, in words.
        reason: String,
    },
    /// A person corrected the mission; it goes on with these words.
    Corrected(String),
}

/// A decision as the mission's client hears of it.
#[derive(Debug, Clone)]
pub struct DecisionHeard {
    /// Step, from 1.
    pub step: u32,
    /// The robot that decided.
    pub robot: String,
    /// The decision, in words.
    pub decision: String,
    /// Texts and scores of the prediction set, best first.
    pub set: Vec<(String, f64)>,
    /// Whether a person was asked.
    pub helped: bool,
    /// Whether the mission was drawn for an audit, in which people see every decision.
    pub audited: bool,
}

/// How a mission ended, as its client sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct MissionResult {
    /// UUID of the mission that was carried out at the end, 32 hexadecimal digits; `surefleet explain` takes it.
    pub id: String,
    /// The corrected words, if a person corrected the mission; empty: nobody did.
    pub corrected: String,
    /// `None`: success; else the error code and message of the action's result.
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

impl DecisionHeard {
    /// Converts a decision record.
    pub(crate) fn of(record: DecisionRecord) -> Self {
        let mut set: Vec<(String, f64)> = record
            .options
            .into_iter()
            .filter(|option| option.in_set)
            .map(|option| (option.text, option.score))
            .collect();
        set.sort_by(|one, other| other.1.total_cmp(&one.1));
        Self {
            step: record.step,
            robot: record.robot,
            decision: record.text,
            set,
            helped: !record.help_request_id.is_empty(),
            audited: record.audited,
        }
    }
}

impl MissionResult {
    fn of(id: MissionId, result: ExecuteMission::Result) -> Self {
        Self {
            id: wire::mission_id(&result.mission_id).unwrap_or(id).to_string(),
            corrected: result.corrected,
            error: (result.error_code != 0).then_some((result.error_code, result.error_msg)),
            plan: result.plan,
            help_count: result.help_count,
            steps: result.steps,
            decisions: result.decisions,
        }
    }
}

/// Sends one mission to `/fleet/mission` and follows it to its end, across restarts of the safety monitor; an
/// interrupt cancels the mission.
///
/// # Errors
/// No answer within `patience`; a fleet that rejects the goal, forgets it, or does not confirm a cancel.
pub fn run_mission(
    access: &Access,
    goal: &MissionGoal,
    patience: Duration,
    interrupted: &AtomicBool,
    mut on_progress: impl FnMut(&Progress),
) -> Result<MissionResult, NodeError> {
    let mut client = MissionClient::create(access, "mission", patience, interrupted)?;
    let mut following = Following::open(&mut client.fleet.node)?;
    let mut cancelling = Cancelling::create(&mut client.fleet.node)?;
    let mut sent = client.send(goal)?;
    let id = sent.id();
    following.forget();
    following.begin(id);
    on_progress(&Progress::Accepted(id.to_string()));
    // Whether the action server still holds the goal's own result.
    let mut is_held = true;
    let sent_at = Instant::now();
    loop {
        client.fleet.node.spin_once(Duration::from_millis(20));
        following.hear(&mut on_progress);
        match is_held.then(|| sent.ended()).transpose() {
            Ok(Some(Some(report))) => {
                following.conclude(report);
                is_held = false;
            }
            Ok(_) => {}
            Err(error) => {
                tracing::debug!(%error, "the goal has no result any more");
                is_held = false;
            }
        }
        if let Some(ended) = following.ended() {
            return ended;
        }
        // The mission was sent with the keys of another fleet: neither side would ever believe the other.
        if !is_held
            && !following.is_heard()
            && sent_at.elapsed() > patience.min(UNPROVED)
            && let Some(error) = client.fleet.unbelieved(MISSION)
        {
            return Err(error);
        }
        if client.fleet.is_interrupted() {
            cancelling.ask(following.mission().unwrap_or(id));
            cancelling.go_on(following.mission().unwrap_or(id));
            if let Some(error) = cancelling.unconfirmed(patience) {
                return Err(error);
            }
        }
    }
}

/// A monitor reports each second how missions stand. If no report is believed, the client waits this long at most.
const UNPROVED: Duration = Duration::from_secs(5);

/// A client of `/fleet/mission`.
pub struct MissionClient<'a> {
    /// The connection to the fleet.
    pub fleet: FleetClient<'a>,
    client: ActionClient<ExecuteMission::Action>,
    /// Whether the fleet has found this client.
    is_found: bool,
}

const MISSION: &str = "fleet/mission";

/// A mission that was accepted.
pub struct SentMission {
    sent: Sent<ExecuteMission::Action>,
    asked: Digest,
    identity: Option<Identity>,
}

impl<'a> MissionClient<'a> {
    /// Makes the node `surefleet_<name>_<process>`.
    pub fn create(
        access: &Access,
        name: &str,
        patience: Duration,
        interrupted: &'a AtomicBool,
    ) -> Result<Self, NodeError> {
        let mut fleet = FleetClient::create(access, name, patience, interrupted)?;
        let mission = fleet.node.fleet().name(MISSION);
        let client = ActionClient::create(&mut fleet.node, &mission)?;
        Ok(Self { fleet, client, is_found: false })
    }

    /// Waits for the fleet, then for its acceptance of the goal.
    pub fn send(&mut self, goal: &MissionGoal) -> Result<SentMission, NodeError> {
        let available = self.client.available();
        self.fleet.wait_for(MISSION, available, Duration::ZERO)?.map_err(NodeError::Refused)?;
        self.be_found()?;
        let identity = self.fleet.node.identity().cloned();
        let mut goal = goal.message();
        if let Some(identity) = &identity {
            identity.seal(&[], &mut goal);
        }
        let asked = digest_of(&goal);
        let accepted = self.client.send(goal);
        // Once the goal is sent, it can be cancelled only after its acceptance: an interrupt waits for that.
        let sent = self.fleet.wait_for(MISSION, accepted, LAST_WORD)?.map_err(|_| {
            NodeError::Refused(format!(
                "the fleet's monitor is not active; activate it: ros2 lifecycle set {} activate",
                self.fleet.node.fleet().name("safety_monitor")
            ))
        })?;
        Ok(SentMission { sent, asked, identity })
    }

    /// Waits until the fleet has found this client. A server drops an answer to an undiscovered client after 100 ms:
    /// the acceptance of a goal, or its result, would be lost.
    ///
    /// DDS announces endpoints in the order of their creation: an answer on a later one proves that all were found.
    fn be_found(&mut self) -> Result<(), NodeError> {
        if self.is_found {
            return Ok(());
        }
        let nobodys = cancel_request(rand::random::<GoalId>());
        self.fleet.probe::<CancelGoal::Service>(&format!("{MISSION}/{CANCEL_GOAL}"), &nobodys)?;
        self.is_found = true;
        Ok(())
    }

    /// The error for no answer in time.
    pub fn silence(&self) -> NodeError {
        self.fleet.silence(MISSION)
    }
}

impl SentMission {
    /// The mission's id.
    pub fn id(&self) -> MissionId {
        MissionId::new(self.sent.id)
    }

    /// How the mission ended, once it has.
    pub fn ended(&mut self) -> Result<Option<MissionResult>, NodeError> {
        let Some(ended) = ready(self.sent.result.as_mut()) else { return Ok(None) };
        let (ending, result): (Option<GoalEnding>, _) = ended.map_err(NodeError::Refused)?;
        if ending.is_none() {
            return Err(NodeError::Refused("the action server does not know the goal: it was restarted".into()));
        }
        let result = believed(self.identity.as_ref(), MISSION, &self.asked, result).map_err(NodeError::Refused)?;
        Ok(Some(MissionResult::of(self.id(), result)))
    }
}
