//! Measures how long a turn takes from one robot to the next.

use std::{
    collections::{BTreeMap, BTreeSet},
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use r2r::{
    lifecycle_msgs::srv::GetState,
    surefleet::{
        action::ExecuteMission,
        msg::{DecisionRecord, Heartbeat, Turn as TurnMessage},
    },
};
use surefleet_client::{MissionClient, MissionGoal};
use surefleet_fleet::Stamp;
use surefleet_identity::{Freshness, IdentityError, Participant, Roster, SecretKey, Signet};
use surefleet_ros::{
    Identity, Inbox, NodeError, service_qos, take,
    topics::{BARE_RING, BARE_RING_FROM_NOW, DECISIONS, HEARTBEAT, RING_FROM_NOW},
    wire,
};
use surefleet_site::Access;

/// The name of a turn on the wire: mission, step, attempt, position.
type TurnName = (Vec<u8>, u32, u32, usize);

/// The cost of passing turns, in microseconds.
#[derive(Debug, Default)]
pub struct Hops {
    /// From one robot publishing a turn to the next one holding it.
    pub hop_us: Vec<f64>,
    /// From one robot publishing a turn to the next one publishing the next: scoring, verdict and records included.
    pub turn_us: Vec<f64>,
}

/// Waits until all robots of a running fleet are heard, runs missions on it and measures its hops.
///
/// A turn's message says when it was sent, a decision's record when it was made and how long after its robot held the
/// turn. The first turn of a step is left out, since the robot that begins a step holds it at once.
///
/// # Errors
/// No fleet, or a mission that it refuses.
pub fn measure_hops(
    robots: usize,
    missions: &[MissionGoal],
    patience: Duration,
    interrupted: &Arc<AtomicBool>,
    mut on_mission: impl FnMut(usize),
) -> Result<Hops, NodeError> {
    let mut client = MissionClient::create(&Access::default(), "hops", patience, interrupted)?;
    let mut ring = Inbox::<TurnMessage>::subscribe(&mut client.fleet.node, &RING_FROM_NOW)?;
    let mut records = Inbox::<DecisionRecord>::subscribe(&mut client.fleet.node, &DECISIONS)?;
    let mut heartbeats = Inbox::<Heartbeat>::subscribe(&mut client.fleet.node, &HEARTBEAT)?;
    let mut heard = BTreeSet::new();
    let deadline = Instant::now() + patience;
    while heard.len() < robots {
        if interrupted.load(Ordering::Relaxed) || Instant::now() > deadline {
            let who = format!("{} of {robots} robots", robots - heard.len());
            let mend = "look at the logs of their planners".into();
            return Err(NodeError::NoAnswer { who, seconds: patience.as_secs_f64(), mend });
        }
        client.fleet.node.spin_once(Duration::from_millis(20));
        heard.extend(std::iter::from_fn(|| heartbeats.take()).map(|heartbeat| heartbeat.robot));
    }
    let mut published: BTreeMap<TurnName, Stamp> = BTreeMap::new();
    let mut held: BTreeMap<TurnName, Stamp> = BTreeMap::new();
    for (index, goal) in missions.iter().enumerate() {
        let mut mission = client.send(goal)?;
        let mut settled: Option<Instant> = None;
        let deadline = Instant::now() + patience;
        // A moment longer than the mission: its last records are still on their way.
        while settled.is_none_or(|at| at.elapsed() < Duration::from_millis(300)) {
            if interrupted.load(Ordering::Relaxed) || Instant::now() > deadline {
                return Err(client.silence());
            }
            client.fleet.node.spin_once(Duration::from_millis(20));
            while let Some(turn) = ring.take() {
                if turn.kind == TurnMessage::TURN as u8 {
                    let name = (turn.brief.mission_id, turn.step, turn.attempt, turn.decided.len());
                    published.insert(name, wire::stamp(&turn.header.stamp));
                }
            }
            while let Some(record) = records.take() {
                let name = (record.mission_id, record.step, record.attempt, place_of(&record.robot));
                let decided = wire::stamp(&record.header.stamp).as_nanos();
                held.insert(name, Stamp::from_nanos(decided.saturating_sub((record.elapsed_ms * 1e6) as u64)));
            }
            if settled.is_none()
                && let Some(report) = mission.ended()?
            {
                match report.error {
                    Some((code, reason)) if code != ExecuteMission::Result::OUT_OF_HORIZON as u16 => {
                        return Err(NodeError::Refused(reason));
                    }
                    _ => settled = Some(Instant::now()),
                }
            }
        }
        on_mission(index + 1);
    }
    Ok(hops(&published, &held))
}

/// Robots of a benchmark are named robot_1, robot_2, ... in ring order.
fn place_of(robot: &str) -> usize {
    robot
        .rsplit('_')
        .next()
        .and_then(|number| number.parse::<usize>().ok())
        .map_or(0, |number| number.saturating_sub(1))
}

fn hops(published: &BTreeMap<TurnName, Stamp>, held: &BTreeMap<TurnName, Stamp>) -> Hops {
    let micros = |from: Stamp, to: Stamp| (to - from).as_nanos() as f64 / 1e3;
    let mut hops = Hops::default();
    for (name, at) in published {
        let (mission, step, attempt, position) = name;
        let next = (mission.clone(), *step, *attempt, position + 1);
        if let (true, Some(holding), Some(then)) = (*position > 0, held.get(name), published.get(&next)) {
            hops.hop_us.push(micros(*at, *holding));
            hops.turn_us.push(micros(*at, *then));
        }
    }
    hops
}

/// Runs robot `place` of a ring of `robots` bare r2r processes that pass a message of a turn's size round `rounds`
/// times; the process at place 0 begins, and `listeners` processes at places beyond the ring only listen. Returns the
/// hops it received, in microseconds.
///
/// Each process has a publisher, a subscriber and, if asked to, a number of services that nobody calls. This measures
/// the cost of r2r and the middleware with the same number of subscribers, and the extra cost if a process waits on
/// more endpoints.
///
/// # Errors
/// No ROS, or a ring that does not come together and make all its rounds within `patience`.
pub fn bare_hops(
    place: usize,
    robots: usize,
    listeners: usize,
    rounds: u32,
    services: usize,
    patience: Duration,
) -> Result<Vec<f64>, NodeError> {
    let context = r2r::Context::create().map_err(NodeError::ros("start ROS"))?;
    let mut node = r2r::Node::create(context, &format!("bare_{place}"), "").map_err(NodeError::ros("create a node"))?;
    let heard = BARE_RING_FROM_NOW;
    let said = BARE_RING;
    let mut stream = pin!(node.subscribe::<TurnMessage>(heard.name, heard.qos()).map_err(NodeError::ros("subscribe"))?);
    let publisher = node.create_publisher::<TurnMessage>(said.name, said.qos()).map_err(NodeError::ros("publish"))?;
    let mut uncalled = Vec::new();
    for number in 0..services {
        let name = format!("/bare_{place}/service_{number}");
        let service = node.create_service::<GetState::Service>(&name, service_qos());
        uncalled.push(service.map_err(NodeError::ros("offer a service"))?);
    }
    let deadline = Instant::now() + patience;
    let all = |count: usize| count >= robots + listeners;
    // A process that only listens may come later, and leave when the others have left.
    while place < robots
        && !all(publisher.get_inter_process_subscription_count().map_err(NodeError::ros("count subscribers"))?)
    {
        if Instant::now() > deadline {
            return Err(NodeError::Refused(format!("a bare ring of {robots} did not come together")));
        }
        node.spin_once(Duration::from_millis(10));
    }
    // Each has found all others; the others may still be looking, so a message that nobody passes on is said again.
    let mut said = (place == 0).then(|| TurnMessage { attempt: 1, ..typical_turn(robots) });
    let mut hops = Vec::new();
    let last = rounds * robots as u32;
    // The last message is only heard, and the first one only sent by place 0: neither is a hop.
    let wanted = (1..last).filter(|attempt| *attempt as usize % robots == place).count();
    let mut newest = 0;
    let mut heard = Instant::now();
    let mut say_again = Instant::now() + SAY_AGAIN;
    // A process that has made its hops stays until it is quiet: its last message may still be in flight.
    while (newest == 0 || hops.len() < wanted || heard.elapsed() < QUIET) && Instant::now() < deadline {
        if let Some(message) = said.as_mut().filter(|message| newest <= message.attempt && message.attempt < last)
            && Instant::now() > say_again
        {
            say_again = Instant::now() + SAY_AGAIN;
            send(&publisher, message)?;
        }
        node.spin_once(Duration::from_millis(20));
        while let Some(mut received) = take(stream.as_mut()) {
            let arrived = unix_now();
            heard = Instant::now();
            let is_new = received.attempt > newest;
            newest = newest.max(received.attempt);
            if is_new && received.attempt as usize % robots == place && received.attempt < last {
                hops.push((arrived - wire::stamp(&received.header.stamp)).as_nanos() as f64 / 1e3);
                received.attempt += 1;
                send(&publisher, &mut received)?;
                say_again = Instant::now() + SAY_AGAIN;
                said = Some(received);
            }
        }
    }
    if hops.len() < wanted {
        let made = hops.len();
        let seconds = patience.as_secs();
        return Err(NodeError::Refused(format!(
            "place {place} of a bare ring of {robots} received {made} of {wanted} hops within {seconds} s"
        )));
    }
    Ok(hops)
}

/// A message counts as lost if nobody passes it on for this long.
const SAY_AGAIN: Duration = Duration::from_millis(500);

/// A process that has passed on all its messages takes the ring as ended if it hears nothing for this long.
const QUIET: Duration = Duration::from_secs(1);

fn send(publisher: &r2r::Publisher<TurnMessage>, message: &mut TurnMessage) -> Result<(), NodeError> {
    message.header = wire::header(unix_now());
    publisher.publish(message).map_err(NodeError::ros("publish"))
}

fn unix_now() -> Stamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Stamp::from_nanos(u64::try_from(since.as_nanos()).unwrap_or(u64::MAX))
}

/// Seals and proves the turn of a team of the given size repeatedly; returns the microseconds of each sealing and of
/// each proof. Every hop costs one of each, beside the cost of the middleware.
///
/// # Errors
/// A key that cannot be made, or a seal that is not believed.
pub fn measure_seals(robots: usize, rounds: usize) -> Result<(Vec<f64>, Vec<f64>), NodeError> {
    let refused = |error: IdentityError| NodeError::Refused(error.to_string());
    let fleet = SecretKey::from_seed(&rand::random());
    let key = SecretKey::from_seed(&rand::random());
    let me: Participant = "planner/robot_1".parse().map_err(refused)?;
    let roster = Roster::new([(me.clone(), key.public())]).signed(&fleet);
    let identity = Identity::of(Signet::new(me, key, fleet.public()), roster);
    let mut turn = typical_turn(robots);
    let mut freshness = Freshness::default();
    let mut seal_us = Vec::new();
    let mut prove_us = Vec::new();
    for attempt in 0..rounds {
        turn.attempt = attempt as u32;
        let begin = Instant::now();
        identity.seal(&[], &mut turn);
        let sealed = Instant::now();
        identity.prove(&[], &mut freshness, &mut turn).map_err(refused)?;
        seal_us.push((sealed - begin).as_nanos() as f64 / 1e3);
        prove_us.push(sealed.elapsed().as_nanos() as f64 / 1e3);
    }
    Ok((seal_us, prove_us))
}

/// A turn of the household demo in the middle of a mission.
fn typical_turn(robots: usize) -> TurnMessage {
    let mut turn = TurnMessage {
        kind: TurnMessage::TURN as u8,
        sender: "robot_1".into(),
        order: (1..=robots).map(|robot| format!("robot_{robot}")).collect(),
        history: vec![0; 4 * robots],
        facts: (0..12 + robots).map(|fact| format!("located(tomato_{fact}, counter)")).collect(),
        ..Default::default()
    };
    turn.brief.mission_id = vec![0; 16];
    turn.brief.text = "Move apple 1 to the table or the counter. Robot 2 should never open the fridge.".into();
    turn.brief.team.clone_from(&turn.order);
    turn
}
