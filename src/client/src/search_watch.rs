//! Listens to robots that explore, for a recorder: their maps, and what they tell one another.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use r2r::{
    nav_msgs::msg::OccupancyGrid as GridMessage,
    surefleet::msg::{Finding, Request, SemanticMap},
};
use surefleet_exploration::ExplorerMessage;
use surefleet_fleet::{RobotId, Stamp};
use surefleet_ros::{
    FleetNode, Inbox, NodeError,
    topics::{FINDINGS, MAP, REQUESTS, SEMANTIC_MAP},
    wire,
};
use surefleet_site::Access;

/// Something that was heard of a search.
#[derive(Debug, Clone, PartialEq)]
pub enum SearchHeard {
    /// A robot's map.
    Mapped(Box<MapSnapshot>),
    /// A message of a robot to the others.
    Said {
        /// When it was sent.
        at: Stamp,
        /// The message.
        message: ExplorerMessage,
    },
}

/// A robot's map at one time.
#[derive(Debug, Clone, PartialEq)]
pub struct MapSnapshot {
    /// The robot.
    pub robot: RobotId,
    /// When it was told.
    pub at: Stamp,
    /// Where the robot believed to be: x and y in metres.
    pub place: [f64; 2],
    /// Ground of which it knows whether it is free, in square metres.
    pub known_m2: f64,
    /// Its objects: class, x and y in metres.
    pub objects: Vec<(String, [f64; 2])>,
    /// The ground; `None`: it has not come.
    pub ground: Option<GroundSnapshot>,
}

/// The ground as a robot knew it.
#[derive(Debug, Clone, PartialEq)]
pub struct GroundSnapshot {
    /// The corner with the smallest x and y, in metres.
    pub origin_m: [f64; 2],
    /// The side of a cell in metres.
    pub cell_m: f64,
    /// Cells of a row.
    pub width: usize,
    /// By row from the smallest y: -1 unknown, 0 free, 100 occupied.
    pub cells: Vec<i8>,
}

/// Listens to what explorers say and map; sends nothing itself.
pub struct SearchWatch {
    node: FleetNode,
    requests: Inbox<Request>,
    findings: Inbox<Finding>,
    maps: Vec<(RobotId, Inbox<SemanticMap>, Inbox<GridMessage>)>,
    grounds: BTreeMap<RobotId, GroundSnapshot>,
    heard: Vec<SearchHeard>,
}

impl SearchWatch {
    /// Makes the node `surefleet_search_<process>`, for these robots.
    ///
    /// # Errors
    /// ROS is not available.
    pub fn open(access: &Access, robots: &[RobotId]) -> Result<Self, NodeError> {
        let mut node = FleetNode::of_client("search", access)?;
        let maps = robots.iter().map(|robot| {
            let maps = Inbox::subscribe_of(&mut node, robot, &SEMANTIC_MAP)?;
            Ok((robot.clone(), maps, Inbox::subscribe_of(&mut node, robot, &MAP)?))
        });
        let maps = maps.collect::<Result<_, NodeError>>()?;
        let (requests, findings) = (Inbox::subscribe(&mut node, &REQUESTS)?, Inbox::subscribe(&mut node, &FINDINGS)?);
        Ok(Self { requests, findings, maps, grounds: BTreeMap::new(), heard: Vec::new(), node })
    }

    /// Receives messages until this time has passed, and returns what was heard. Malformed messages are left out.
    pub fn look(&mut self, span: Duration) -> Vec<SearchHeard> {
        let end = Instant::now() + span;
        loop {
            // One message of each topic at a time.
            self.node.spin_once(end.saturating_duration_since(Instant::now()));
            self.take();
            if Instant::now() >= end {
                return std::mem::take(&mut self.heard);
            }
        }
    }

    fn take(&mut self) {
        while let Some(message) = self.requests.take() {
            let at = wire::stamp(&message.header.stamp);
            let said = wire::request(&message).map(ExplorerMessage::Request);
            self.heard.extend(said.ok().map(|message| SearchHeard::Said { at, message }));
        }
        while let Some(message) = self.findings.take() {
            let at = wire::stamp(&message.header.stamp);
            self.heard.extend(wire::finding(&message).ok().map(|message| SearchHeard::Said { at, message }));
        }
        for (robot, maps, grids) in &mut self.maps {
            while let Some(grid) = grids.take() {
                let (origin, width) = (&grid.info.origin.position, grid.info.width as usize);
                let is_whole = width > 0 && grid.data.len() == width * grid.info.height as usize;
                let (origin_m, cell_m) = ([origin.x, origin.y], f64::from(grid.info.resolution));
                if is_whole && cell_m > 0.0 {
                    self.grounds.insert(robot.clone(), GroundSnapshot { origin_m, cell_m, width, cells: grid.data });
                }
            }
            while let Some(map) = maps.take() {
                if map.robot != robot.as_str() {
                    continue;
                }
                let object = |it: &r2r::surefleet::msg::MapObject| (it.name.clone(), [it.position.x, it.position.y]);
                self.heard.push(SearchHeard::Mapped(Box::new(MapSnapshot {
                    robot: robot.clone(),
                    at: wire::stamp(&map.header.stamp),
                    place: [map.pose.position.x, map.pose.position.y],
                    known_m2: map.known_m2,
                    objects: map.objects.iter().map(object).collect(),
                    ground: self.grounds.get(robot).cloned(),
                })));
            }
        }
    }
}
