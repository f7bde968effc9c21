//! Starts a fleet, and serves people who use a running one: `up`, `demo`, missions, constraints, help.

#[macro_use]
extern crate surefleet_cli;

pub mod apart;
mod arms_story;
pub mod constraint;
pub mod demo;
pub mod help_desk;
mod listener;
pub mod mission;
pub mod missions;
pub mod record_checks;
mod search_story;
pub mod up;
mod watch;
