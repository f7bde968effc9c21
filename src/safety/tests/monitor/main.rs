//! Guarantees of the safety monitor to its fleet.

mod admission;
mod candidates;
mod constraints;
mod correcting;
mod ending;
mod gates;
mod issue;
mod joint_steps;
mod kitchen;
mod known;
mod laws;
mod restart;
mod rewording;
mod substance;
mod team_wide;
mod under_way;
mod waiting;
