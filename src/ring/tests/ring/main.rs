//! One robot's ring, driven by hand.

mod approval;
mod bench;
mod failures;
mod journal;
mod malformed;
mod team_steps;
mod turns;
