//! One line about each command of `surefleet-live`; `surefleet --help` lists them too.

/// `up`
pub const UP: &str = "Start a fleet as separate processes and keep it running until Ctrl-C";
/// The long help of `up`
pub const UP_AT_LENGTH: &str = "\
    Start a fleet as separate processes and keep it running until Ctrl-C.\n\n\
    A world is simulated only where the fleet file has `simulator:`; else robots bring their own skill \
    servers and world state (docs/integration.md). The processes meet as ROS lets them: by ROS_DOMAIN_ID \
    and ROS_AUTOMATIC_DISCOVERY_RANGE, over the network without shared memory unless you choose Fast \
    DDS's transports (config/dds/network.xml tells why). More than 25 robots on one machine need \
    config/dds/one_machine.xml, which tells how.";
/// `mission`
pub const MISSION: &str = "Send a mission to a running fleet and follow it; Ctrl-C cancels it";
/// `missions`
pub const MISSIONS: &str = "List the missions of a running fleet: those that run or wait, and those that ended last";
/// `follow`
pub const FOLLOW: &str = "Follow a mission of a running fleet to its end, whoever sent it; Ctrl-C leaves it running";
/// `cancel`
pub const CANCEL: &str = "Cancel a mission of a running fleet, or all, whoever sent them";
/// `constraint`
pub const CONSTRAINT: &str = "Add, confirm, retire and show the safety constraints of a running fleet";
/// `help-desk`
pub const HELP_DESK: &str =
    "Answer the robots that ask: the inbox of a running fleet's help desk, in this terminal or with one command";
/// `explain`
pub const EXPLAIN: &str = "Say why a running fleet's safety monitor refused a joint step";
/// `demo`
pub const DEMO: &str = "Run a fleet and a mission from nothing, and write a report of it";
/// `record-checks`
pub const RECORD_CHECKS: &str =
    "Record what a running fleet's robots see of their actions and what people say of it, to calibrate a detector with";
