//! `surefleet check`: whether what a fleet file names is there, and where people will be asked.

use anyhow::Result;
use surefleet_site::{FleetFile, why_detector_off};

use crate::autonomy;

/// Reads what the fleet file names before anything starts, and says so where people will be asked about every decision or every action.
///
/// # Errors
/// A domain, scorer, calibration or model with a mistake.
pub fn check(fleet: &FleetFile) -> Result<()> {
    if let Some(reason) = autonomy::why_off(fleet)? {
        println!("autonomy is off: every decision asks a person; {reason}");
    }
    if let Some(reason) = why_detector_off(fleet)? {
        println!("the detector is off: a person is asked about every action; {reason}");
    }
    println!("what the fleet file names is there and can be read");
    Ok(())
}
