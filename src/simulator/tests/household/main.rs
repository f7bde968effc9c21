//! Guarantees of the simulated household that robots and the monitor may rely on.

mod approval;
mod effects;
mod house;
mod mishaps;
mod settings;
