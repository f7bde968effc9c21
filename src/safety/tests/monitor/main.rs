//! Guarantees of the safety monitor to its fleet.

mod admission;
mod arm_laws;
mod arms;
mod bench;
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
mod rules;
mod substance;
mod team_wide;
mod under_way;
mod waiting;
