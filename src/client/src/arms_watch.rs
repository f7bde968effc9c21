//! Listens to where arms and what they carry are, for a recorder.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use r2r::surefleet::msg::WorldState;
use surefleet_fleet::Stamp;
use surefleet_ros::{FleetNode, Inbox, NodeError, topics::WORLD_STATE, wire};
use surefleet_site::Access;

/// A world state with arms in it.
#[derive(Debug, Clone, PartialEq)]
pub struct ArmsSnapshot {
    /// When it was observed.
    pub at: Stamp,
    /// The facts that are true.
    pub facts: Vec<String>,
    /// The angles of each arm's six joints in radians, by the name of its robot.
    pub joints: BTreeMap<String, [f64; 6]>,
}

/// Listens to the world state; sends nothing itself.
pub struct ArmsWatch {
    node: FleetNode,
    states: Inbox<WorldState>,
}

impl ArmsWatch {
    /// Makes the node `surefleet_arms_<process>`.
    ///
    /// # Errors
    /// ROS is not available.
    pub fn open(access: &Access) -> Result<Self, NodeError> {
        let mut node = FleetNode::of_client("arms", access)?;
        Ok(Self { states: Inbox::subscribe(&mut node, &WORLD_STATE)?, node })
    }

    /// Receives messages until this time has passed, and returns what was heard.
    pub fn look(&mut self, span: Duration) -> Vec<ArmsSnapshot> {
        let (end, mut heard) = (Instant::now() + span, Vec::new());
        loop {
            self.node.spin_once(end.saturating_duration_since(Instant::now()));
            while let Some(state) = self.states.take() {
                let arm = |arm: &r2r::surefleet::msg::ArmPosition| {
                    Some((arm.robot.clone(), <[f64; 6]>::try_from(arm.joints.as_slice()).ok()?))
                };
                let (at, joints) = (wire::stamp(&state.header.stamp), state.arms.iter().filter_map(arm).collect());
                heard.push(ArmsSnapshot { at, facts: state.facts, joints });
            }
            if Instant::now() >= end {
                return heard;
            }
        }
    }
}
