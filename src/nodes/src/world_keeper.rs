//! The node `world_keeper`: makes one world state of what all robots have mapped, and reports the questions of those that are silent.

mod belief;

use std::{collections::BTreeMap, time::Duration};

use r2r::surefleet::msg::{Request, SemanticMap, WorldState};
use surefleet_fleet::{RobotId, Stamp};
use surefleet_identity::Participant;
use surefleet_mapping::GroundPoint;
use surefleet_ros::{
    Diagnosis, Identity, Inbox, NodeError, NodeLoop, Outbox, Room, SealOrder, Timeline,
    topics::{REQUESTS, SEMANTIC_MAP, WORLD_STATE},
    wire,
};
use surefleet_site::{SearchSite, Site, parameters};

use self::belief::{Belief, MappedThing, RobotMap};

/// Runs the node `world_keeper` until it is asked to end.
///
/// # Errors
/// Bad parameters, a fleet that does not explore, or no ROS.
pub fn run_world_keeper() -> Result<(), NodeError> {
    let mut runtime = NodeLoop::start("world_keeper", parameters::WORLD_KEEPER)?;
    let site = Site::read(runtime.parameters(), runtime.fleet())?;
    let search = SearchSite::of(&site.fleet, &site.world)?;
    let parameters = runtime.parameters();
    let period = parameters.millis("state_period_ms")?;
    let silent_after = Duration::from_secs_f64(parameters.number("silent_after_s")?);
    runtime.identify(Identity::read(&site.state, Participant::world())?);
    runtime.watch_for_others("world publishers", &WORLD_STATE);
    let timeline = runtime.timeline();
    let node = runtime.node();
    let mut maps = Vec::new();
    for robot in &site.fleet.order {
        maps.push(RobotMaps {
            robot: robot.clone(),
            inbox: Inbox::subscribe_of(node, robot, &SEMANTIC_MAP)?,
            order: SealOrder::default(),
        });
    }
    let room = KeeperRoom {
        timeline,
        belief: Belief::new(search, site.fleet.order.clone(), silent_after),
        maps,
        requests: Inbox::subscribe(node, &REQUESTS)?,
        states: Outbox::advertise(node, &WORLD_STATE)?,
        domain_sha256: site.world.domain().digest().to_string(),
        period,
        told: (Stamp::ZERO, Vec::new()),
        questions: BTreeMap::new(),
        silent_after,
        active: false,
    };
    runtime.run(room)
}

struct RobotMaps {
    robot: RobotId,
    inbox: Inbox<SemanticMap>,
    /// Only the newest map counts.
    order: SealOrder,
}

/// The last request of a robot.
struct Questions {
    number: u64,
    heard: Stamp,
    /// What each open question is about.
    open: Vec<String>,
}

struct KeeperRoom {
    timeline: Timeline,
    belief: Belief,
    maps: Vec<RobotMaps>,
    requests: Inbox<Request>,
    states: Outbox<WorldState>,
    domain_sha256: String,
    period: Duration,
    /// When the world state was published last, and its facts.
    told: (Stamp, Vec<String>),
    questions: BTreeMap<RobotId, Questions>,
    silent_after: Duration,
    active: bool,
}

impl Room for KeeperRoom {
    fn work(&mut self, now: Stamp) -> Result<(), NodeError> {
        for RobotMaps { robot, inbox, order } in &mut self.maps {
            while let Some(map) = inbox.take() {
                if map.robot == robot.as_str() && order.admits(&map.seal) {
                    self.belief.hear(now, robot, robot_map(&map));
                }
            }
        }
        while let Some(request) = self.requests.take() {
            self.note(now, &request);
        }
        let facts = self.belief.facts(now);
        let (at, told) = &self.told;
        if self.active && (facts != *told || now >= *at + self.period) {
            self.states.publish(WorldState {
                header: wire::header(self.timeline.ros()),
                domain_sha256: self.domain_sha256.clone(),
                facts: facts.clone(),
                ..Default::default()
            });
            self.told = (now, facts);
        }
        Ok(())
    }

    fn next_deadline(&self) -> Option<Stamp> {
        Some(self.told.0 + self.period)
    }

    fn set_active(&mut self, _: Stamp, active: bool) {
        self.active = active;
    }

    fn diagnose(&self, now: Stamp) -> Vec<Diagnosis> {
        let silent: Vec<&str> = self.belief.silent(now).map(RobotId::as_str).collect();
        let maps = match silent.as_slice() {
            [] => Diagnosis::ok("maps", "all robots tell what they see"),
            silent => Diagnosis::error("maps", format!("nothing is heard of {}", silent.join(", "))),
        };
        vec![maps, self.diagnose_questions(now)]
    }
}

impl KeeperRoom {
    /// Keeps the newest request of a robot.
    fn note(&mut self, now: Stamp, request: &Request) {
        let Ok(robot) = RobotId::new(&request.robot) else { return };
        let open = request.questions.iter().map(|question| question.sought.join(", ")).collect();
        let questions = Questions { number: request.number, heard: now, open };
        let known = self.questions.get(&robot);
        if known.is_none_or(|known| known.number < questions.number) {
            self.questions.insert(robot, questions);
        }
    }

    /// The questions that are open, and those of robots that are silent: nobody looks for an answer to them any more.
    fn diagnose_questions(&self, now: Stamp) -> Diagnosis {
        let open = self.questions.iter().filter(|(_, questions)| !questions.open.is_empty());
        let (silent, asked): (Vec<_>, Vec<_>) = open.partition(|(_, it)| now - it.heard >= self.silent_after);
        let words = |all: &[(&RobotId, &Questions)]| -> String {
            let one = |(robot, it): &(&RobotId, &Questions)| format!("{robot} looks for {}", it.open.join("; "));
            all.iter().map(one).collect::<Vec<_>>().join("; ")
        };
        match (silent.as_slice(), asked.as_slice()) {
            ([], []) => Diagnosis::ok("questions", "none is open"),
            ([], asked) => Diagnosis::ok("questions", words(asked)),
            (silent, _) => {
                Diagnosis::error("questions", format!("open, and their robots are silent: {}", words(silent)))
            }
        }
    }
}

/// What counts of a map on the wire.
fn robot_map(map: &SemanticMap) -> RobotMap {
    let place = |x: f64, y: f64| (x.is_finite() && y.is_finite()).then(|| GroundPoint::new(x, y));
    let thing = |object: &r2r::surefleet::msg::MapObject| {
        let at = place(object.position.x, object.position.y)?;
        Some(MappedThing {
            class: object.name.clone(),
            at,
            confidence: object.confidence,
            sightings: object.sightings.into(),
        })
    };
    RobotMap {
        at: wire::on_floor(&map.pose).map(|(at, _)| at),
        has_seen: map.known_m2 > 0.0,
        things: map.objects.iter().filter_map(thing).collect(),
        open: map.areas.iter().map(|area| area.area.clone()).collect(),
    }
}
