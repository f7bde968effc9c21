//! A whole fleet on virtual time, under seeded fault schedules: a ring core a robot, the safety monitor's core, the household
//! world as the skill servers, models of planners and the network. Nothing here sleeps, and a seed says all.
//!
//! A model fakes a process boundary and no more: messages are lost, repeated, late and out of order; processes are
//! killed between any two of their outputs, lose their journals, start late or never come back. As over DDS with
//! volatile topics, a process that lost its journal is not sent what was published before it started.
//!
//! [`run`] holds every output against the invariants as it comes; on a violation run the seed again with a trace.

mod exchange;
mod fleet;
mod invariants;
mod message;
mod monitor;
mod network;
mod process;
mod queue;
mod robot;
mod schedule;
mod trace;
mod world;

pub use fleet::{Report, Violation, run};
pub use schedule::{Conditions, Conduct, Kill, LEASE, LostTurn, MissionPlan, Partition, Schedule, at};
