//! A fleet file with its scorer and calibration.

use std::path::Path;

use anyhow::{Context, Result};
use surefleet_conformal::{Calibration, CalibrationError};
use surefleet_language::OptionScorer;
use surefleet_mission::Distribution;
use surefleet_site::{Calibrated, FleetFile, Scorer};

/// A fleet as calibration needs it: its missions and its scorer, without ROS.
pub struct Fleet {
    /// W: how many times team mates are asked before a person is asked.
    pub reorders: u32,
    /// Missions like those that the fleet will do.
    pub distribution: Distribution,
    /// The scorer of the options.
    pub scorer: Scorer,
    /// The fleet file.
    pub file: FleetFile,
}

impl Fleet {
    /// Reads the fleet with this name or path.
    ///
    /// # Errors
    /// A fleet file, a domain or a scorer's settings with a mistake: the error names file, line and remedy.
    pub fn read(name_or_path: &str, share: &Path) -> Result<Self> {
        let path = FleetFile::find(name_or_path, share)?;
        let file = FleetFile::read(&path)?;
        let scorer = Scorer::choose(&file, &file.read_world()?)?;
        let distribution = Distribution::household(file.read_transport()?)
            .with_context(|| file.domain_path().display().to_string())?
            .with_vague(file.vague_missions)?;
        Ok(Self { reorders: file.ring.reorders, distribution, scorer, file })
    }

    /// The thresholds of the calibration file that the fleet file names.
    ///
    /// # Errors
    /// Why there are no thresholds that may be used.
    pub fn calibration(&self) -> Result<Calibration, CalibrationError> {
        let world = self.file.read_world().map_err(|error| CalibrationError::Absent(error.to_string()))?;
        Calibrated::read(&self.file, &world, &self.scorer.identity()).map(Calibrated::into_calibration)
    }
}
