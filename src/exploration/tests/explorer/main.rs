//! Explorers on virtual time: alone, against messages in any order, and in fleets with a bad network.

#![allow(clippy::unwrap_used, reason = "a failed unwrap in a test is a failed test")]

mod answers;
mod findings;
mod fleet;
mod house;
mod order;
mod search;
mod setting;
mod travel;
