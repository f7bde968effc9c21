mod arms;
mod cameras;
mod markers;
mod poses;

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use r2r::{
    surefleet::msg::{HelpQueue, JointStep as JointStepMessage, ObjectPose, Turn as TurnMessage, WorldState},
    visualization_msgs::msg::MarkerArray,
};
use surefleet_fleet::{Facts, SkillOutcome, Stamp};
use surefleet_identity::Participant;
use surefleet_mission::Transport;
use surefleet_ros::{
    Diagnosis, FleetNode, Identity, Inbox, NodeError, NodeLoop, Outbox, Room, Timeline,
    topics::{APPROVED_STEP, ARM_MARKERS, HELP_QUEUE, RING, WORLD_MARKERS, WORLD_STATE},
    wire::{self, RingMessage, RingReader, WireError},
};
use surefleet_safety::Approval;
use surefleet_simulator::{
    Faults, Pace, SimulatedArms, SimulatedWorld, WorldInput, WorldOutput, diagram, site_diagram,
};
use surefleet_site::{DrawnStart, OperatorChoice, SIMULATED, SimulatorChoice, Site, parameters};

use self::{arms::arms_of, cameras::Cameras, poses::fixed_poses};
use crate::{approvals::Approvals, operator::OperatorDesk, simulated_skills::Skills};

/// How long a goal waits for its approval: the two arrive separately.
const APPROVAL_PATIENCE: Duration = Duration::from_secs(2);
/// Default picture rate of each camera, per second, if the fleet has perception.
const CAMERA_HZ: f64 = 10.0;
/// A skill's duration varies by up to this share of its usual time.
const JITTER: f64 = 0.2;

/// Runs the node `world_simulator` until it is asked to end.
///
/// # Errors
/// Bad parameters, a fleet that does not fit the domain, or no ROS.
pub fn run_world_simulator() -> Result<(), NodeError> {
    let mut runtime = NodeLoop::start("world_simulator", parameters::WORLD_SIMULATOR)?;
    let site = Site::read(runtime.parameters(), runtime.fleet())?;
    let period = runtime.parameters().millis("state_period_ms")?;
    let choice = site.fleet.simulator.clone().ok_or_else(|| {
        let without = "the fleet file has no simulator: its robots are real, and this node would answer in their place";
        NodeError::Refused(without.into())
    })?;
    let world = build_world(&site, &choice, period)?;
    let approvals = Approvals::of(runtime.parameters(), &site.state)?;
    let hz = choice.camera_hz.unwrap_or(if site.fleet.perception.is_some() { CAMERA_HZ } else { 0.0 });
    if hz > 0.0 && world.scene().is_none() {
        let without = "its cameras see deliveries only, of which robots know everything at the start";
        return Err(NodeError::Refused(format!("simulator: {without}; leave out perception, and camera_hz")));
    }
    let world_identity = Identity::read(&site.state, Participant::world())?;
    runtime.identify(world_identity.clone());
    let timeline = runtime.timeline();
    runtime.watch_for_others("world publishers", &WORLD_STATE);
    let node = runtime.node();
    let mut skills = Vec::new();
    for robot in &site.fleet.order {
        skills.push(Skills::offer(node, &site, robot, &world_identity)?);
    }
    let operator = choice.operator.map(|choice| open_operator(node, &site, choice, &world_identity)).transpose()?;
    let room = SimulatorRoom {
        timeline,
        world,
        skills,
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
        arm_markers: site.cell.is_some().then(|| Outbox::advertise(node, &ARM_MARKERS)).transpose()?,
        is_drawn: false,
        facts: Facts::default(),
        transport: site.transport.clone(),
        poses: fixed_poses(&site.world),
        arms: arms_of(&site),
        domain_sha256: site.world.domain().digest().to_string(),
    };
    runtime.run(room)
}

fn build_world(site: &Site, choice: &SimulatorChoice, period: Duration) -> Result<SimulatedWorld, NodeError> {
    let refused = |error: &dyn std::fmt::Display| NodeError::Refused(format!("simulator: {error}"));
    let DrawnStart { drawn: start, without_demo } = site.fleet.draw_start(&site.world, choice.seed)?;
    if let Some(reason) = without_demo {
        tracing::info!(reason, "the start is drawn without the facts of its demo");
    }
    let pace = Pace::new(site.world.domain(), Duration::from_millis(choice.skill_ms), BTreeMap::new(), JITTER);
    let faults = Faults::new(choice.seed, choice.failure_rate, 0.0, 1.0);
    let faults = faults.and_then(|faults| faults.with_mishaps(choice.mishap_rate)).map_err(|error| refused(&error))?;
    let pace = pace.map_err(|error| refused(&error))?;
    let (world, transport) = (site.world.clone(), site.transport.clone());
    let simulated = SimulatedWorld::new(world, transport, start, pace, faults, APPROVAL_PATIENCE, period);
    simulated.map_err(|error| refused(&error))
}

/// Opens the simulated operator, which answers with a key of its own.
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

struct SimulatorRoom {
    timeline: Timeline,
    world: SimulatedWorld,
    /// One skill server per robot.
    skills: Vec<Skills>,
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
    /// The simulated arms for RViz, where the fleet has some.
    arm_markers: Option<Outbox<MarkerArray>>,
    /// Whether the diagram shows the current world.
    is_drawn: bool,
    facts: Facts,
    transport: Option<Arc<Transport>>,
    poses: Vec<ObjectPose>,
    /// The arms that share a space; `None`: the fleet has none.
    arms: Option<SimulatedArms>,
    domain_sha256: String,
}

impl Room for SimulatorRoom {
    fn work(&mut self, now: Stamp) -> Result<(), NodeError> {
        if self.active {
            self.hear(now)?;
        } else {
            self.verdicts.hold(16);
            self.turns.hold(64);
            self.queues.hold(1);
        }
        self.take_goals(now);
        // Skills in progress go on to their end, and the world stays visible, even while no new skill may begin.
        self.world.handle(now, WorldInput::Tick);
        self.speak(now);
        if !self.is_drawn {
            self.draw();
        }
        if let (true, Some(operator)) = (self.active, &mut self.operator) {
            let world = &self.world;
            operator.work(now, |mission, step, robot| world.worked(mission, step, robot));
        }
        if let (Some(cameras), Some(transport), Some(scene)) = (&mut self.cameras, &self.transport, self.world.scene())
        {
            cameras.work(now, self.timeline.ros(), transport, scene);
        }
        Ok(())
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
            .with("skills_under_way", self.skills.iter().map(Skills::under_way).sum::<usize>())
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
    fn hear(&mut self, now: Stamp) -> Result<(), NodeError> {
        while let Some(Approval { joint, expires, .. }) =
            self.approvals.take(self.timeline.ros(), &mut self.verdicts)?
        {
            self.world.handle(now, WorldInput::Approved { joint, until: self.timeline.of_ros(expires) });
        }
        while let Some(message) = self.turns.take() {
            match self.reader.read(message) {
                Ok(RingMessage::Turn(turn)) => {
                    if let Some(operator) = &mut self.operator {
                        operator.see(turn);
                    }
                }
                Ok(RingMessage::End { mission, .. }) => self.world.handle(now, WorldInput::Ended(mission)),
                // A robot that found a failure has looked at the world.
                Ok(RingMessage::Outcome { mission, step, robot, outcome: SkillOutcome::Failed(_) }) => {
                    self.world.handle(now, WorldInput::Noticed { mission, step, robot });
                }
                Ok(RingMessage::Outcome { .. }) => {}
                Err(error) => self.note_malformed(&error),
            }
        }
        while let Some(queue) = self.queues.take() {
            if let Some(operator) = &mut self.operator {
                operator.look_at(now, queue);
            }
        }
        Ok(())
    }

    fn take_goals(&mut self, now: Stamp) {
        for skills in &mut self.skills {
            while let Some(input) = skills.take(self.timeline.ros(), self.active, &mut self.tickets) {
                self.is_drawn = false;
                self.world.handle(now, input);
            }
        }
    }

    fn speak(&mut self, now: Stamp) {
        let outputs: Vec<WorldOutput> = std::iter::from_fn(|| self.world.poll()).collect();
        self.move_arms(now, &outputs);
        for output in outputs {
            match output {
                WorldOutput::Facts(facts) => {
                    if let Some((arms, markers)) = self.arms.as_ref().zip(self.arm_markers.as_ref()) {
                        markers.publish(arms::markers(arms, self.timeline.ros()));
                    }
                    self.states.publish(WorldState {
                        header: wire::header(self.timeline.ros()),
                        domain_sha256: self.domain_sha256.clone(),
                        facts: facts.iter().map(str::to_owned).collect(),
                        poses: self.poses.clone(),
                        arms: arms::positions(self.arms.as_ref(), self.timeline.ros()),
                        ..Default::default()
                    });
                    self.is_drawn &= self.facts == facts;
                    self.facts = facts;
                }
                WorldOutput::SkillFinished { ticket, result } => {
                    self.is_drawn = false;
                    if let Some(skills) = self.skills.iter_mut().find(|skills| skills.carries_out(ticket)) {
                        skills.finish(ticket, result);
                    }
                }
            }
        }
    }

    /// Moves the arms on to where they are now; what is published next tells of it.
    fn move_arms(&mut self, now: Stamp, outputs: &[WorldOutput]) {
        let Some(arms) = &mut self.arms else { return };
        let deed = |ticket| self.skills.iter().find_map(|skills| skills.deed(ticket));
        let doing = self.world.progress(now);
        let doing = doing.filter_map(|(ticket, part)| deed(ticket).map(|(robot, decision)| (robot, decision, part)));
        let ended = outputs.iter().filter_map(|output| match output {
            WorldOutput::SkillFinished { ticket, result } => Some((deed(*ticket)?.0, result.is_ok())),
            WorldOutput::Facts(_) => None,
        });
        arms::move_on(arms, doing, ended);
    }

    /// Draws the world, and the robots' actions in it.
    fn draw(&mut self) {
        let (world, state) = (self.world.world(), self.world.state());
        let doing: Vec<_> = self.skills.iter().map(Skills::decision).collect();
        let team: Vec<usize> = (0..world.team_size()).collect();
        let deliveries = self.transport.as_ref().zip(self.world.scene());
        let deliveries =
            deliveries.and_then(|(transport, _)| Some((transport, transport.abstracted(world, state, &team)?)));
        let shapes = match deliveries {
            Some((transport, state)) => diagram(transport, world.robots(), &state, &doing),
            None => site_diagram(world, state, &doing),
        };
        self.picture.publish(markers::markers(self.timeline.ros(), &shapes));
        self.is_drawn = true;
    }

    fn note_malformed(&mut self, error: &WireError) {
        self.malformed += 1;
        tracing::warn!(%error, count = self.malformed, "a malformed message was ignored");
    }
}
