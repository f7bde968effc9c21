//! Which fleet a command means.

use surefleet_nodes::FleetNamespace;

/// The namespace of a fleet, for commands that speak to one.
#[derive(clap::Args)]
pub struct Named {
    /// ROS namespace of the fleet, such as /north, where several share a ROS domain.
    #[arg(long, global = true, env = "SUREFLEET_NAMESPACE", default_value = "/")]
    pub namespace: FleetNamespace,
}
