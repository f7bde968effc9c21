use std::{
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

use surefleet_calibration::{forms_of, replay_golden, running};
use surefleet_conformal::{Autonomy, Calibration, CalibrationError, CalibrationFile, Running};
use surefleet_language::ScorerIdentity;
use surefleet_mission::{Distribution, Domain, Forms};

use crate::{FleetFile, scoring::Scoring};

/// The calibration file that a fleet names, as it was made. Whether it is about what runs is for planners to say.
pub(crate) fn calibration_file(fleet: &FleetFile) -> Result<CalibrationFile, CalibrationError> {
    let file = read(fleet)?;
    file.check_digest()?;
    Ok(file)
}

fn read(fleet: &FleetFile) -> Result<CalibrationFile, CalibrationError> {
    let absent = CalibrationError::Absent;
    let path = fleet.calibration_path().ok_or_else(|| absent("the fleet file names none".into()))?;
    let text = std::fs::read_to_string(&path).map_err(|error| absent(format!("{}: {error}", path.display())))?;
    CalibrationFile::from_json(&text)
}

/// The calibration file that a fleet names, beside what runs.
pub struct Calibrated {
    file: CalibrationFile,
    calibration: Calibration,
    running: Running,
    distribution: Distribution,
    now_unix_s: u64,
}

impl Calibrated {
    /// Reads the file and finds that it is about what runs; the golden prompts are left out, since scoring them may take
    /// a model's time.
    ///
    /// # Errors
    /// Why no robot may act alone.
    pub fn read(fleet: &FleetFile, domain: Arc<Domain>, scorer: &ScorerIdentity) -> Result<Self, CalibrationError> {
        let file = read(fleet)?;
        let name = domain.name().to_owned();
        let distribution = Distribution::household(domain)
            .and_then(|distribution| distribution.with_vague(fleet.vague_missions))
            .map_err(|error| CalibrationError::Absent(format!("{name}: {error}")))?;
        let running = running(&distribution, scorer, fleet.ring.reorders, fleet.order.len());
        let now_unix_s = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let calibration = file.verify(&running, now_unix_s)?;
        Ok(Self { file, calibration, running, distribution, now_unix_s })
    }

    /// The thresholds of the file.
    pub fn into_calibration(self) -> Calibration {
        self.calibration
    }

    /// What the missions look like that the file is about.
    pub(crate) fn forms(&self) -> Forms {
        forms_of(&self.calibration)
    }

    /// What the scorer may do alone, once it has scored the golden prompts as the file says.
    pub(crate) fn replayed(self, scoring: &Scoring) -> Autonomy {
        match scoring.block_on(async |scorer| replay_golden(&self.distribution, scorer).await) {
            Ok(replays) => Autonomy::at_start(Ok(self.file), &self.running, self.now_unix_s, &replays),
            Err(error) => Autonomy::Off(CalibrationError::Absent(format!("golden prompts: {error}"))),
        }
    }
}
