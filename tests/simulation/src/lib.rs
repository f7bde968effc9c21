//! A whole fleet on virtual time, under seeded fault schedules. It has whole robots (ring, planner, inspection, skill,
//! questions), the safety monitor with its signatures, the guard of the skill servers and the household world behind
//! it, the help desk and its people, perception's reports, and the network. Nothing here sleeps, and a seed determines
//! everything.
//!
//! Only process boundaries are faked. Messages, calls and replies are lost, repeated, late and out of order. Processes
//! are killed between any two of their outputs, lose their journals, start late or never come back. Strangers forge
//! approvals. As over DDS with volatile topics, a process that lost its journal does not receive messages from before
//! its start.
//!
//! [`run`] checks every output against the invariants as it comes; after a violation, run the seed again with a trace.

#[path = "../../../src/planner/tests/planner/calibrated.rs"]
mod calibrated;
mod desk;
mod exchange;
mod fleet;
mod helping;
mod invariants;
mod message;
mod mind;
mod monitor;
mod monitoring;
mod network;
mod process;
mod queue;
mod robot;
mod schedule;
mod skills;
mod trace;
mod watch;
mod world;
mod yard;

pub use fleet::{Report, Violation, run};
pub use schedule::{Conditions, Conduct, Kill, LEASE, LostTurn, MissionPlan, Partition, Schedule, at};
