//! The node `house_simulator`: robots in a simulated house, with cameras, odometry and skill servers.

mod cameras;

use std::{collections::BTreeMap, time::Duration};

use r2r::surefleet::msg::{JointStep as JointStepMessage, SemanticMap, Turn as TurnMessage};
use surefleet_fleet::{RobotId, Stamp};
use surefleet_identity::Participant;
use surefleet_mapping::GroundPoint;
use surefleet_ros::{
    Diagnosis, Identity, Inbox, NodeError, NodeLoop, Room, Timeline,
    topics::{APPROVED_STEP, RING, SEMANTIC_MAP},
    wire::{RingMessage, RingReader},
};
use surefleet_safety::Approval;
use surefleet_simulator::{HouseSetting, SimulatedHouse, WorldInput};
use surefleet_site::{SearchSite, Site, parameters};

use self::cameras::Cameras;
use crate::{approvals::Approvals, simulated_skills::Skills};

/// How long a goal waits for its approval: the two arrive separately.
const APPROVAL_PATIENCE: Duration = Duration::from_secs(2);

/// Runs the node `house_simulator` until it is asked to end.
///
/// # Errors
/// Bad parameters, a fleet file without a house, or no ROS.
pub fn run_house_simulator() -> Result<(), NodeError> {
    let mut runtime = NodeLoop::start("house_simulator", parameters::HOUSE_SIMULATOR)?;
    let site = Site::read(runtime.parameters(), runtime.fleet())?;
    let choice = site.fleet.simulator.as_ref().and_then(|simulator| simulator.house.clone());
    let without = || NodeError::Refused("the fleet file has no house: name one under simulator.house".into());
    let choice = choice.ok_or_else(without)?;
    let search = SearchSite::of(&site.fleet, &site.world)?;
    let parameters = runtime.parameters();
    let mounting = (parameters.number("camera_z_m")?, parameters.number("camera_pitch_rad")?);
    let approvals = Approvals::of(parameters, &site.state)?;
    let areas = search.areas();
    let squares = (0..areas.names().len()).filter_map(|area| Some((search.decision(area)?, areas.middle(area))));
    let setting =
        HouseSetting { seed: choice.seed, side_m: areas.side_m(), speed: choice.speed, patience: APPROVAL_PATIENCE };
    let house = SimulatedHouse::new(site.world.clone(), choice.house(), squares.collect(), setting);
    // All servers are in this process; it listens as the first of them.
    let first = site.fleet.order.first().ok_or_else(|| NodeError::Refused("the fleet has no robots".into()))?;
    let identity = Identity::read(&site.state, Participant::skill_server(first))?;
    runtime.identify(identity.clone());
    let timeline = runtime.timeline();
    let node = runtime.node();
    let mut robots = Vec::new();
    for robot in &site.fleet.order {
        robots.push(SimulatedRobot {
            id: robot.clone(),
            skills: Skills::offer(node, &site, robot, &identity)?,
            maps: Inbox::subscribe_of(node, robot, &SEMANTIC_MAP)?,
        });
    }
    let room = HouseRoom {
        timeline,
        house,
        robots,
        cameras: Cameras::open(node, &site.fleet.order, choice.camera_hz, mounting)?,
        search,
        tickets: 0,
        active: false,
        approvals,
        verdicts: Inbox::subscribe(node, &APPROVED_STEP)?,
        turns: Inbox::subscribe(node, &RING)?,
        reader: RingReader::default(),
        malformed: 0,
    };
    runtime.run(room)
}

struct SimulatedRobot {
    id: RobotId,
    skills: Skills,
    /// What its explorer maps: it says from where in an area it would look.
    maps: Inbox<SemanticMap>,
}

struct HouseRoom {
    timeline: Timeline,
    house: SimulatedHouse,
    robots: Vec<SimulatedRobot>,
    cameras: Cameras,
    search: SearchSite,
    tickets: u64,
    active: bool,
    approvals: Approvals,
    verdicts: Inbox<JointStepMessage>,
    turns: Inbox<TurnMessage>,
    reader: RingReader,
    malformed: u64,
}

impl Room for HouseRoom {
    fn work(&mut self, now: Stamp) -> Result<(), NodeError> {
        if self.active {
            self.hear(now)?;
        } else {
            self.verdicts.hold(16);
            self.turns.hold(64);
        }
        for robot in &mut self.robots {
            while let Some(map) = robot.maps.take() {
                if map.robot == robot.id.as_str() {
                    self.house.wish(&robot.id, wishes(&self.search, &map));
                }
            }
            while let Some(input) = robot.skills.take(self.timeline.ros(), self.active, &mut self.tickets) {
                self.house.handle(now, input);
            }
        }
        self.house.handle(now, WorldInput::Tick);
        while let Some((ticket, result)) = self.house.poll() {
            if let Some(robot) = self.robots.iter_mut().find(|robot| robot.skills.carries_out(ticket)) {
                robot.skills.finish(ticket, result);
            }
        }
        self.cameras.work(now, self.timeline.ros(), &self.house);
        Ok(())
    }

    fn next_deadline(&self) -> Option<Stamp> {
        self.house.next_deadline().into_iter().chain([self.cameras.next_deadline()]).min()
    }

    fn set_active(&mut self, _: Stamp, active: bool) {
        self.active = active;
    }

    fn diagnose(&self, _: Stamp) -> Vec<Diagnosis> {
        let under_way = self.robots.iter().map(|robot| robot.skills.under_way()).sum::<usize>();
        let house = Diagnosis::ok("house", "simulated: there are no robots here")
            .with("skills_under_way", under_way)
            .with("malformed_messages", self.malformed);
        vec![house, self.approvals.diagnose()]
    }
}

impl HouseRoom {
    fn hear(&mut self, now: Stamp) -> Result<(), NodeError> {
        while let Some(Approval { joint, expires, .. }) =
            self.approvals.take(self.timeline.ros(), &mut self.verdicts)?
        {
            self.house.handle(now, WorldInput::Approved { joint, until: self.timeline.of_ros(expires) });
        }
        while let Some(message) = self.turns.take() {
            match self.reader.read(message) {
                Ok(RingMessage::End { mission, .. }) => self.house.handle(now, WorldInput::Ended(mission)),
                Ok(RingMessage::Turn(_) | RingMessage::Outcome { .. }) => {}
                Err(error) => {
                    self.malformed += 1;
                    tracing::warn!(%error, count = self.malformed, "a malformed message was ignored");
                }
            }
        }
        Ok(())
    }
}

/// Where a robot would look from, by decision.
fn wishes(search: &SearchSite, map: &SemanticMap) -> BTreeMap<surefleet_fleet::Decision, GroundPoint> {
    let wish = |area: &r2r::surefleet::msg::AreaWorth| {
        let decision = search.areas().find(&area.area).and_then(|number| search.decision(number))?;
        let place = GroundPoint::new(area.place.x, area.place.y);
        (place.x.is_finite() && place.y.is_finite()).then_some((decision, place))
    };
    map.areas.iter().filter_map(wish).collect()
}
