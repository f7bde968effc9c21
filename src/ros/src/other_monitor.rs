use std::time::{Duration, Instant};

use surefleet_site::FleetNamespace;

use crate::{error::NodeError, fleet_node::FleetNode, topics::GATE};

/// The gate topic of a safety monitor that is up for the fleet in this namespace, if one is found within `span`.
///
/// # Errors
/// ROS is not available.
pub fn other_monitor(fleet: &FleetNamespace, span: Duration) -> Result<Option<String>, NodeError> {
    // It only asks the graph, and trusts nobody: it needs no key.
    let mut node = FleetNode::create(&format!("surefleet_look_{}", std::process::id()), fleet)?;
    let gate = node.fleet().name(GATE.name);
    let end = Instant::now() + span;
    loop {
        let found = node.get_publishers_info_by_topic(&gate, false).map_err(NodeError::ros("look for a fleet"))?;
        if !found.is_empty() {
            return Ok(Some(gate));
        }
        if Instant::now() >= end {
            return Ok(None);
        }
        node.spin_once(Duration::from_millis(20));
    }
}
