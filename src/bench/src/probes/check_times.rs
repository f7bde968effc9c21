//! Measures how long the safety monitor takes to judge a turn's candidates, through its service.

use std::{
    sync::{Arc, atomic::AtomicBool},
    time::{Duration, Instant},
};

use r2r::{
    Client,
    surefleet::{
        msg::{RobotDecision, Turn as TurnMessage},
        srv::CheckDecisions,
    },
};
use surefleet_client::{FleetClient, MissionClient, MissionGoal, SentMission};
use surefleet_fleet::RobotId;
use surefleet_identity::Participant;
use surefleet_ros::{Identity, Inbox, NodeError, Requests, topics::RING};
use surefleet_site::Access;

/// Microseconds from a request to its answer, a call an entry.
#[derive(Debug, Default)]
pub struct CheckTimes {
    /// Through `/safety_monitor/check`.
    pub check_us: Vec<f64>,
    /// The same requests to a process that looks at nothing.
    pub bare_us: Vec<f64>,
    /// Candidates that were judged.
    pub judged: usize,
    /// Judged candidates that were allowed.
    pub allowed: usize,
}

const CHECK: &str = "safety_monitor/check";
const BARE_CHECK: &str = "/bare_check";

/// Sends a running fleet a mission whose first turn waits for a person, and asks its monitor and a [`bare_check`] about
/// `candidates` decisions of each robot in turn, `calls` times. The robots before it have each chosen one of their
/// allowed decisions.
///
/// # Errors
/// No fleet or no bare check, or a mission that the fleet refuses.
pub fn measure_checks(
    goal: &MissionGoal,
    candidates: u16,
    calls: usize,
    patience: Duration,
    interrupted: &Arc<AtomicBool>,
) -> Result<CheckTimes, NodeError> {
    let mut client = MissionClient::create(&Access::default(), "checks", patience, interrupted)?;
    let mut ring = Inbox::<TurnMessage>::subscribe(&mut client.fleet.node, &RING)?;
    let mut mission = client.send(goal)?;
    let turn = first_turn(&mut client, &mut ring, &mut mission, patience)?;
    let fleet = &mut client.fleet;
    let monitor = Service::find(fleet, CHECK)?;
    let bare = Service::find(fleet, BARE_CHECK)?;
    // Each robot asks for itself.
    let planners = turn.order.iter().map(|robot| {
        let robot = RobotId::new(robot).map_err(|error| NodeError::Refused(error.to_string()))?;
        Identity::of_person(&Access { signer: Some(Participant::planner(&robot)), ..Access::default() })
    });
    let planners = planners.collect::<Result<Vec<Identity>, NodeError>>()?;
    let mut times = CheckTimes::default();
    let mut decided: Vec<RobotDecision> = Vec::new();
    for call in 0..calls {
        let request = CheckDecisions::Request {
            mission_id: turn.brief.mission_id.clone(),
            step: turn.step,
            attempt: turn.attempt,
            robot: turn.order[decided.len()].clone(),
            facts: turn.facts.clone(),
            decided: decided.clone(),
            candidates: (0..candidates).collect(),
            ..Default::default()
        };
        fleet.node.identify(planners[decided.len()].clone());
        let (micros, reply) = monitor.call(fleet, &request)?;
        times.check_us.push(micros);
        times.bare_us.push(bare.call(fleet, &request)?.0);
        if !reply.judged {
            return Err(NodeError::Refused(reply.reasons.concat()));
        }
        let allowed: Vec<u16> =
            (0..).zip(&reply.allowed).filter(|(_, is)| **is).map(|(decision, _)| decision).collect();
        times.judged += reply.allowed.len();
        times.allowed += allowed.len();
        // Another one each time; where nothing is allowed the robots begin again.
        match allowed.get(call % allowed.len().max(1)) {
            Some(&decision) if decided.len() + 1 < turn.order.len() => {
                decided.push(RobotDecision { robot: request.robot, decision, attempt: turn.attempt });
            }
            _ => decided.clear(),
        }
    }
    Ok(times)
}

fn first_turn(
    client: &mut MissionClient<'_>,
    ring: &mut Inbox<TurnMessage>,
    mission: &mut SentMission,
    patience: Duration,
) -> Result<TurnMessage, NodeError> {
    let deadline = Instant::now() + patience;
    loop {
        client.fleet.node.spin_once(Duration::from_millis(20));
        if let Some(turn) = ring.take().filter(|turn| turn.kind == TurnMessage::TURN as u8 && !turn.order.is_empty()) {
            return Ok(turn);
        }
        if let Some((_, why)) = mission.ended()?.and_then(|report| report.error) {
            return Err(NodeError::Refused(why));
        }
        if client.fleet.is_interrupted() || Instant::now() > deadline {
            return Err(client.silence());
        }
    }
}

/// A service that judges candidates, or says that it does.
struct Service {
    name: &'static str,
    client: Client<CheckDecisions::Service>,
}

impl Service {
    fn find(fleet: &mut FleetClient<'_>, name: &'static str) -> Result<Self, NodeError> {
        Ok(Self { name, client: fleet.find(name)? })
    }

    /// Microseconds to the answer, and the answer.
    fn call(
        &self,
        fleet: &mut FleetClient<'_>,
        request: &CheckDecisions::Request,
    ) -> Result<(f64, CheckDecisions::Response), NodeError> {
        let (took, reply) = fleet.repeat(&self.client, self.name, request, fleet.patience, Duration::ZERO)?;
        Ok((took.as_secs_f64() * 1e6, reply))
    }
}

/// Answers the requests of [`measure_checks`] without looking at them, until no request came for `patience` or an
/// interrupt came.
///
/// # Errors
/// No ROS.
pub fn bare_check(patience: Duration, interrupted: &AtomicBool) -> Result<(), NodeError> {
    // It stands in for the monitor, so it answers with the monitor's key.
    let access = Access { signer: Some(Participant::safety_monitor()), ..Access::default() };
    let mut fleet = FleetClient::create(&access, "bare_check", patience, interrupted)?;
    let mut requests = Requests::<CheckDecisions::Service>::serve(&mut fleet.node, BARE_CHECK)?;
    let mut asked = Instant::now();
    while !fleet.is_interrupted() && asked.elapsed() < patience {
        fleet.node.spin_once(Duration::from_millis(10));
        requests.answer(|request| {
            asked = Instant::now();
            CheckDecisions::Response {
                judged: true,
                allowed: vec![true; request.candidates.len()],
                reasons: vec![String::new(); request.candidates.len()],
                ..Default::default()
            }
        });
    }
    Ok(())
}
