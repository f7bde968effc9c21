//! The safety monitor: admits missions, judges decisions, approves joint steps as a whole, ends missions.

mod admission;
mod error;
mod judge;
mod monitor;
mod output;
mod past;
mod policy;
mod running;
mod world;

pub use error::{Fault, SafetyError};
pub use monitor::Monitor;
pub use output::{
    CheckReply, CheckRequest, Counts, DecisionNote, Diagnosis, Entry, Input, MissionReport, MissionStatus, Output,
    StopProposal,
};
pub use policy::Policy;
