mod cameras;
mod markers;

use std::{collections::BTreeMap, pin::Pin, sync::Arc, time::Duration};

use futures::Stream;
use r2r::{
    ActionServerCancelRequest, ActionServerGoal, ActionServerGoalRequest,
    surefleet::{
        action::ExecuteSkill,
        msg::{HelpQueue, JointStep as JointStepMessage, Turn as TurnMessage, WorldState},
    },
    visualization_msgs::msg::MarkerArray,
};
use surefleet_fleet::{Attempt, Decision, Digest, Facts, RobotId, SkillOutcome, Stamp};
use surefleet_identity::Participant;
use surefleet_mission::{Domain, State};
use surefleet_safety::Approval;
use surefleet_simulator::{
    Faults, GoalTicket, HouseholdWorld, Pace, SkillGoal, WorldError, WorldInput, WorldOutput, diagram, seeded_layout,
};

use self::cameras::Cameras;
use crate::{
    NodeError, OperatorChoice, Room, Runtime, SimulatorChoice,
    approvals::{APPROVAL_KEY, Approvals},
    diagnostics::Diagnosis,
    endpoints::{Inbox, Outbox, take},
    fleet_node::FleetNode,
    identity::{Identity, SIMULATED, digest_of},
    operator::OperatorDesk,
    parameters::{ParameterKind, ParameterSpec},
    site::{AUTOSTART, FLEET, LIFECYCLE_SERVICES, STATE_DIR, Site, USE_SIM_TIME},
    timeline::Timeline,
    topics::{APPROVED_STEP, HELP_QUEUE, RING, WORLD_MARKERS, WORLD_STATE},
    wire::{self, RingMessage, RingReader, WireError},
};

const PARAMETERS: &[ParameterSpec] = &[
    AUTOSTART,
    LIFECYCLE_SERVICES,
    USE_SIM_TIME,
    FLEET,
    STATE_DIR,
    APPROVAL_KEY,
    ParameterSpec {
        name: "state_period_ms",
        kind: ParameterKind::Whole { default: Some(200), least: 1, most: 60_000 },
        description: "the world state is published on every change, and at least this often",
    },
];

/// A goal waits so long for its approval: the two travel separately.
const APPROVAL_PATIENCE: Duration = Duration::from_secs(2);
/// Pictures a second of each camera, where the fleet has perception and its file says no more.
const CAMERA_HZ: f64 = 10.0;
/// Skills take up to this part more or less than their usual time.
const JITTER: f64 = 0.2;

/// Runs the node `world_simulator` until it is told to end.
///
/// # Errors
/// Bad parameters, a fleet that does not fit the domain, or no ROS.
pub fn run_world_simulator() -> Result<(), NodeError> {
    let mut runtime = Runtime::start("world_simulator", PARAMETERS)?;
    let site = Site::of(&runtime)?;
    let period = runtime.parameters().millis("state_period_ms")?;
    let choice = site.fleet.simulator.clone().ok_or_else(|| {
        let without = "the fleet file has no simulator: its robots are real, and this node would answer in their place";
        NodeError::Refused(without.into())
    })?;
    let world =
        build_world(&site, &choice, period).map_err(|error| NodeError::Refused(format!("simulator: {error}")))?;
    let approvals = Approvals::of(runtime.parameters(), &site.state)?;
    let hz = choice.camera_hz.unwrap_or(if site.fleet.perception.is_some() { CAMERA_HZ } else { 0.0 });
    let world_identity = Identity::read(&site.state, Participant::world())?;
    runtime.identify(world_identity.clone());
    let timeline = runtime.timeline();
    runtime.watch_for_others("world publishers", &WORLD_STATE);
    let node = runtime.node();
    let mut servers = Vec::new();
    for robot in &site.fleet.order {
        let name = node.fleet().robot_name(robot, "skill");
        let goals = node.create_action_server(&name).map_err(NodeError::ros(format!("offer {name}")))?;
        let identity = Identity::read(&site.state, Participant::skill_server(robot))?;
        servers.push(Server { robot: robot.clone(), identity, goals: Box::pin(goals) });
    }
    let operator = choice.operator.map(|choice| open_operator(node, &site, choice, &world_identity)).transpose()?;
    let room = SimulatorRoom {
        timeline,
        world,
        servers,
        under_way: BTreeMap::new(),
        tickets: 0,
        malformed: 0,
        active: false,
        operator,
        cameras: (hz > 0.0).then(|| Cameras::open(node, &site.fleet.order, hz, choice.seed)).transpose()?,
        approvals,
        verdicts: Inbox::subscribe(node, &APPROVED_STEP)?,
        turns: Inbox::subscribe(node, &RING)?,
        reader: RingReader::default(),
        queues: Inbox::subscribe(node, &HELP_QUEUE)?,
        states: Outbox::advertise(node, &WORLD_STATE)?,
        picture: Outbox::advertise(node, &WORLD_MARKERS)?,
        is_drawn: false,
        facts: Facts::default(),
        domain: site.domain.clone(),
        domain_sha256: site.domain.digest().to_string(),
    };
    runtime.run(room)
}

fn build_world(site: &Site, choice: &SimulatorChoice, period: Duration) -> Result<HouseholdWorld, WorldError> {
    let robots = site.fleet.order.clone();
    let state = seeded_layout(&site.domain, robots.len(), choice.seed).map_err(WorldError::Robots)?;
    let usual = Duration::from_millis(choice.skill_ms);
    let pace = Pace::new(&site.domain, usual, BTreeMap::new(), JITTER)?;
    let faults = Faults::new(choice.seed, choice.failure_rate, 0.0, 1.0)?.with_mishaps(choice.mishap_rate)?;
    HouseholdWorld::new(site.domain.clone(), robots, state, pace, faults, APPROVAL_PATIENCE, period)
}

/// The simulated operator answers with a key of its own.
fn open_operator(
    node: &mut FleetNode,
    site: &Site,
    choice: OperatorChoice,
    world: &Identity,
) -> Result<OperatorDesk, NodeError> {
    let me = Participant::operator(SIMULATED).map_err(|error| NodeError::Refused(error.to_string()))?;
    node.identify(Identity::read(&site.state, me)?);
    let desk = OperatorDesk::open(node, site, choice);
    node.identify(world.clone());
    desk
}

/// A robot's skill server.
struct Server {
    robot: RobotId,
    /// What it seals its results with.
    identity: Identity,
    goals: Goals,
}

type Goals = Pin<Box<dyn Stream<Item = ActionServerGoalRequest<ExecuteSkill::Action>>>>;

/// A goal under way, with its client.
struct UnderWay {
    robot: RobotId,
    identity: Identity,
    /// What its result is bound to.
    asked: Digest,
    decision: Decision,
    goal: ActionServerGoal<ExecuteSkill::Action>,
    cancels: Pin<Box<dyn Stream<Item = ActionServerCancelRequest>>>,
}

struct SimulatorRoom {
    timeline: Timeline,
    world: HouseholdWorld,
    servers: Vec<Server>,
    under_way: BTreeMap<GoalTicket, UnderWay>,
    tickets: u64,
    malformed: u64,
    active: bool,
    operator: Option<OperatorDesk>,
    cameras: Option<Cameras>,
    approvals: Approvals,
    verdicts: Inbox<JointStepMessage>,
    turns: Inbox<TurnMessage>,
    reader: RingReader,
    queues: Inbox<HelpQueue>,
    states: Outbox<WorldState>,
    picture: Outbox<MarkerArray>,
    /// Whether the picture shows the world as it is.
    is_drawn: bool,
    facts: Facts,
    domain: Arc<Domain>,
    domain_sha256: String,
}

impl Room for SimulatorRoom {
    fn work(&mut self, now: Stamp) -> Result<bool, NodeError> {
        let mut worked = false;
        if self.active {
            worked |= self.hear(now)?;
        } else {
            self.verdicts.hold(16);
            self.turns.hold(64);
            self.queues.hold(1);
        }
        worked |= self.take_goals(now);
        // What has begun goes on to its end, and the world is seen, whether new skills may begin or not.
        self.world.handle(now, WorldInput::Tick);
        worked |= self.speak();
        if !self.is_drawn {
            self.draw();
        }
        if let (true, Some(operator)) = (self.active, &mut self.operator) {
            let world = &self.world;
            worked |= operator.work(now, |mission, step, robot| world.worked(mission, step, robot));
        }
        if let Some(cameras) = &mut self.cameras {
            worked |= cameras.work(now, self.timeline.ros(), &self.domain, self.world.scene());
        }
        Ok(worked)
    }

    fn next_deadline(&self) -> Option<Stamp> {
        let operator = self.operator.as_ref().and_then(OperatorDesk::next_deadline);
        let cameras = self.cameras.as_ref().map(Cameras::next_deadline);
        self.world.next_deadline().into_iter().chain(operator).chain(cameras).min()
    }

    fn set_active(&mut self, _: Stamp, active: bool) {
        self.active = active;
    }

    fn diagnose(&self, _: Stamp) -> Vec<Diagnosis> {
        let world = Diagnosis::ok("world", "simulated: there are no robots here")
            .with("skills_under_way", self.under_way.len())
            .with("ignored", self.world.ignored())
            .with("malformed_messages", self.malformed);
        let operator = match &self.operator {
            Some(desk) => Diagnosis::warn("operator", "simulated: no person answers help requests")
                .with("answered", desk.answered()),
            None => Diagnosis::ok("operator", "people answer help requests"),
        };
        vec![world, self.approvals.diagnose(), operator]
    }
}

impl SimulatorRoom {
    fn hear(&mut self, now: Stamp) -> Result<bool, NodeError> {
        let mut worked = false;
        while let Some(message) = self.verdicts.take() {
            worked = true;
            if message.verdict != JointStepMessage::APPROVED as u8 || message.stop {
                continue;
            }
            if let Some(Approval { joint, expires, .. }) = self.approvals.admit(self.timeline.ros(), &message)? {
                self.world.handle(now, WorldInput::Approved { joint, until: self.timeline.of_ros(expires) });
            }
        }
        while let Some(message) = self.turns.take() {
            match self.reader.read(message) {
                Ok(RingMessage::Turn(turn)) => {
                    if let Some(operator) = &mut self.operator {
                        operator.see(turn);
                    }
                }
                Ok(RingMessage::End { mission, .. }) => self.world.handle(now, WorldInput::Ended(mission)),
                // Whoever found out that something failed has looked.
                Ok(RingMessage::Outcome { mission, step, robot, outcome: SkillOutcome::Failed(_) }) => {
                    self.world.handle(now, WorldInput::Noticed { mission, step, robot });
                }
                Ok(RingMessage::Outcome { .. }) => {}
                Err(error) => self.note_malformed(&error),
            }
        }
        while let Some(queue) = self.queues.take() {
            worked = true;
            if let Some(operator) = &mut self.operator {
                operator.look_at(now, queue);
            }
        }
        Ok(worked)
    }

    fn take_goals(&mut self, now: Stamp) -> bool {
        let mut worked = false;
        for Server { robot, identity, goals } in &mut self.servers {
            while let Some(request) = take(goals.as_mut()) {
                worked = true;
                if !self.active {
                    tracing::warn!(%robot, "a skill is rejected: the node is not active");
                    if let Err(error) = request.reject() {
                        tracing::warn!(%error, "the rejection could not be sent");
                    }
                    continue;
                }
                let goal = read_goal(robot, &request.goal);
                let asked = digest_of(&request.goal);
                let accepted = match request.accept() {
                    Ok(accepted) => accepted,
                    Err(error) => {
                        tracing::warn!(%robot, %error, "a skill goal could not be accepted");
                        continue;
                    }
                };
                let (mut handle, cancels) = accepted;
                match goal {
                    Ok(goal) => {
                        self.tickets += 1;
                        let ticket = GoalTicket(self.tickets);
                        self.is_drawn = false;
                        let (robot, identity, decision) = (robot.clone(), identity.clone(), goal.decision);
                        let cancels = Box::pin(cancels);
                        self.under_way
                            .insert(ticket, UnderWay { robot, identity, asked, decision, goal: handle, cancels });
                        self.world.handle(now, WorldInput::Goal { ticket, goal });
                    }
                    Err(error) => {
                        let error_code = ExecuteSkill::Result::BAD_SKILL as u16;
                        let mut result =
                            ExecuteSkill::Result { error_code, error_msg: error.to_string(), ..Default::default() };
                        identity.seal(asked.as_bytes(), &mut result);
                        if let Err(error) = handle.abort(result) {
                            tracing::warn!(%error, "a skill's result could not be sent");
                        }
                    }
                }
            }
        }
        for (ticket, under_way) in &mut self.under_way {
            while let Some(cancel) = take(under_way.cancels.as_mut()) {
                worked = true;
                cancel.accept();
                self.world.handle(now, WorldInput::Cancel { ticket: *ticket });
            }
        }
        worked
    }

    fn speak(&mut self) -> bool {
        let mut spoke = false;
        while let Some(output) = self.world.poll() {
            match output {
                WorldOutput::Facts(facts) => {
                    self.states.publish(WorldState {
                        header: wire::header(self.timeline.ros()),
                        domain_sha256: self.domain_sha256.clone(),
                        facts: facts.iter().map(str::to_owned).collect(),
                        ..Default::default()
                    });
                    self.is_drawn &= self.facts == facts;
                    self.facts = facts;
                }
                WorldOutput::SkillFinished { ticket, result } => {
                    spoke = true;
                    self.is_drawn = false;
                    if let Some(under_way) = self.under_way.remove(&ticket) {
                        finish(under_way, result);
                    }
                }
            }
        }
        spoke
    }

    /// Shows the world, and what robots are doing in it.
    fn draw(&mut self) {
        let team: Vec<RobotId> = self.servers.iter().map(|server| server.robot.clone()).collect();
        // Before the world has said anything there is nothing to show.
        let Ok(state) = State::from_facts(&self.domain, &team, &self.facts) else { return };
        let doing =
            |robot: &RobotId| self.under_way.values().find(|skill| skill.robot == *robot).map(|skill| skill.decision);
        let shapes = diagram(&self.domain, &team, &state, &team.iter().map(doing).collect::<Vec<_>>());
        self.picture.publish(markers::markers(self.timeline.ros(), &shapes));
        self.is_drawn = true;
    }

    fn note_malformed(&mut self, error: &WireError) {
        self.malformed += 1;
        tracing::warn!(%error, count = self.malformed, "a malformed message was ignored");
    }
}

fn read_goal(robot: &RobotId, goal: &ExecuteSkill::Goal) -> Result<SkillGoal, WireError> {
    Ok(SkillGoal {
        mission: wire::mission_id(&goal.mission_id)?,
        step: wire::step_index(goal.step)?,
        attempt: Attempt(goal.attempt),
        robot: robot.clone(),
        decision: Decision::new(goal.decision),
        skill: goal.skill.clone(),
        arguments: goal.arguments.clone(),
    })
}

fn finish(under_way: UnderWay, result: Result<(), WorldError>) {
    let UnderWay { identity, asked, mut goal, .. } = under_way;
    let canceled = result == Err(WorldError::Canceled);
    let mut message = result.map_or_else(failure, |()| ExecuteSkill::Result::default());
    let is_done = i64::from(message.error_code) == ExecuteSkill::Result::NONE as i64;
    identity.seal(asked.as_bytes(), &mut message);
    let sent = match is_done {
        true => goal.succeed(message),
        false if canceled => goal.cancel(message),
        false => goal.abort(message),
    };
    if let Err(error) = sent {
        tracing::warn!(%error, "a skill's result could not be sent; its client has probably gone");
    }
}

fn failure(error: WorldError) -> ExecuteSkill::Result {
    let error_code = match error {
        WorldError::NotApproved { .. }
        | WorldError::Superseded { .. }
        | WorldError::Lapsed { .. }
        | WorldError::MissionEnded { .. } => ExecuteSkill::Result::NOT_APPROVED as u16,
        WorldError::BadSkill { .. } | WorldError::UnknownRobot(_) => ExecuteSkill::Result::BAD_SKILL as u16,
        WorldError::Canceled => ExecuteSkill::Result::CANCELED as u16,
        _ => ExecuteSkill::Result::FAILED as u16,
    };
    ExecuteSkill::Result { error_code, error_msg: error.to_string(), ..Default::default() }
}
