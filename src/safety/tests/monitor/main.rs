//! What a fleet may rely on in its safety monitor.

mod admission;
mod candidates;
mod constraints;
mod correcting;
mod ending;
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
