//! `surefleet bench`: measurements that the README quotes.

mod circumstances;
mod coverage;
mod ring;

use std::sync::{Arc, atomic::AtomicBool};

use anyhow::Result;

use crate::place::Place;

pub use circumstances::Circumstances;
pub use ring::run_bare;

/// What to measure.
#[derive(clap::Subcommand)]
pub enum Bench {
    /// Coverage, success, help and set sizes, beside no help and the simple set at equal success.
    Coverage(coverage::Arguments),
    /// Time per hop of the ring over real DDS, beside a bare one in the same run.
    Ring(ring::Arguments),
}

/// Measures.
///
/// # Errors
/// Bad arguments, or a measurement that cannot be made.
pub fn run(bench: &Bench, place: &Place, interrupted: &Arc<AtomicBool>) -> Result<()> {
    match bench {
        Bench::Coverage(arguments) => coverage::run(arguments, place),
        Bench::Ring(arguments) => ring::run(arguments, place, interrupted),
    }
}
