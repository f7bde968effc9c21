//! What robots and the monitor may rely on in the simulated household.

mod approval;
mod effects;
mod house;
mod mishaps;
mod settings;
