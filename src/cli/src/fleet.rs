//! A fleet file with its scorer and calibration.

use std::path::Path;

use anyhow::{Context, Result};
use surefleet_calibration::Missions;
use surefleet_conformal::{Calibration, CalibrationError};
use surefleet_language::OptionScorer;
use surefleet_mission::Distribution;
use surefleet_site::{Calibrated, FleetFile, Scorer, deliveries_of, missions_of};

/// A fleet as calibration needs it: its missions and its scorer, without ROS.
pub struct Fleet {
    /// W: how many times team mates are asked before a person is asked.
    pub reorders: u32,
    /// Missions like those that the fleet will do.
    pub missions: Box<dyn Missions>,
    /// The same as deliveries; `None` where they are those of any site.
    deliveries: Option<Distribution>,
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
        let world = file.read_world()?;
        let scorer = Scorer::choose(&file, &world)?;
        let (missions, deliveries) = (missions_of(&file, &world)?, deliveries_of(&file, &world)?);
        Ok(Self { reorders: file.ring.reorders, missions, deliveries, scorer, file })
    }

    /// Its missions as deliveries.
    ///
    /// # Errors
    /// They are those of any site.
    pub fn deliveries(&self) -> Result<&Distribution> {
        let other = "it is measured on deliveries, and the fleet's missions are those of any site; name a fleet with another scorer";
        self.deliveries.as_ref().context(other)
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
