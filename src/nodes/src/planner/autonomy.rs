use std::time::{SystemTime, UNIX_EPOCH};

use surefleet_calibration::{replay_golden, running};
use surefleet_conformal::{Autonomy, CalibrationError, CalibrationFile};
use surefleet_mission::Distribution;

use crate::{scoring::Scoring, site::Site};

/// Checks the calibration against what runs; any mismatch leaves autonomy off, which the diagnostics show.
pub(super) fn read_autonomy(site: &Site, scoring: &Scoring) -> Autonomy {
    let Some(path) = site.fleet.calibration_path() else {
        return Autonomy::Off(CalibrationError::Absent("the fleet file names none".into()));
    };
    let read = || -> Result<Autonomy, CalibrationError> {
        let text = std::fs::read_to_string(&path)
            .map_err(|error| CalibrationError::Absent(format!("{}: {error}", path.display())))?;
        let distribution = Distribution::household(site.domain.clone())
            .map_err(|error| CalibrationError::Absent(format!("{}: {error}", site.domain.name())))?;
        let team = site.fleet.order.len();
        let running = running(&distribution, &scoring.identity(), site.fleet.ring.reorders, team);
        let replays = scoring
            .block_on(async |scorer| replay_golden(&distribution, scorer).await)
            .map_err(|error| CalibrationError::Absent(format!("golden prompts: {error}")))?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        Ok(Autonomy::at_start(CalibrationFile::from_json(&text), &running, now, &replays))
    };
    let autonomy = read().unwrap_or_else(Autonomy::Off);
    if let Autonomy::Off(reason) = &autonomy {
        tracing::error!(%reason, "autonomy is off: every decision asks a person");
    }
    autonomy
}
