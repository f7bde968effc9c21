//! The judge that a fleet file names. Its calibrations are checked against the running setup.

use std::sync::Arc;

use surefleet_calibration::{DetectionScenes, HOUSEHOLD_PICTURES, ONE_PER_MISSION, recorded_distribution};
use surefleet_language::VisionLanguageModel;
use surefleet_mission::Transport;
use surefleet_perception::{
    Criterion, DecisionRule, Detector, DetectorCalibration, Judge, PerceptionError, golden_prompts,
};

use crate::{
    clock::unix_s,
    error::SiteError,
    eyes::Eyes,
    fleet_file::{CriterionChoice, FleetFile, PerceptionChoice},
};

/// Loads the model that a fleet's robots look with. Returns why the detector will be off, if it will.
///
/// # Errors
/// A model cannot be loaded, or the domain has a mistake.
pub fn why_detector_off(fleet: &FleetFile) -> Result<Option<String>, SiteError> {
    let Some(choice) = &fleet.perception else { return Ok(None) };
    let mut eyes = Eyes::choose(fleet, &choice.eyes, Arc::default())?;
    let domain = fleet.read_transport()?;
    Ok(judge(fleet, &domain, choice, &mut eyes).why_off().map(str::to_owned))
}

/// The judge with the criteria of the fleet file; off if one has no calibration that fits the running setup.
pub fn judge(fleet: &FleetFile, domain: &Arc<Transport>, choice: &PerceptionChoice, eyes: &mut Eyes) -> Judge {
    Judge::new(choice.checks.iter().map(|way| criterion(fleet, domain, choice, way, eyes)).collect::<Vec<_>>())
}

fn criterion(
    fleet: &FleetFile,
    domain: &Arc<Transport>,
    choice: &PerceptionChoice,
    way: &CriterionChoice,
    eyes: &mut Eyes,
) -> Result<Criterion, String> {
    let (strategy, uncertainty, least_mass) = (way.strategy, way.uncertainty, choice.least_mass);
    let Some(path) = &way.calibration else {
        let rule = DecisionRule::Fixed { tau: way.tau.unwrap_or(f64::NAN) };
        return Ok(Criterion { strategy, uncertainty, rule, least_mass, expires_unix_s: None });
    };
    let path = fleet.full(path);
    let named = |wrong: &dyn std::fmt::Display| format!("{}: {wrong}", path.display());
    let text = std::fs::read_to_string(&path).map_err(|error| named(&error))?;
    let file = DetectorCalibration::from_json(&text).map_err(|error| named(&error))?;
    file.statistics.levels.check(way.levels.as_ref()).map_err(|error| named(&error))?;
    let (model, asked) = (eyes.fingerprint(), (strategy, uncertainty, choice.wording));
    let size = [choice.pictures.width, choice.pictures.height];
    let running = match choice.pictures.source.as_str() {
        HOUSEHOLD_PICTURES => {
            let known = DetectionScenes::household(domain.clone());
            known.detector(&model, asked, least_mass, size)
        }
        source => {
            let mut distribution = recorded_distribution(domain, choice.settle_ms);
            // Only the file knows which pictures were recorded, and which of them were used.
            if file.detector.distribution.ends_with(ONE_PER_MISSION) {
                distribution += ONE_PER_MISSION;
            }
            let recorded = file.detector.generator_sha256;
            Detector::new(&model, asked, least_mass, (source, size), (&distribution, recorded))
        }
    };
    let said = golden_prompts(eyes, strategy, choice.wording, size).map_err(|error| named(&error))?;
    let now_unix_s = unix_s().unwrap_or(0);
    let verified: Result<Criterion, PerceptionError> =
        file.verify(&running, now_unix_s, &said.iter().map(Into::into).collect::<Vec<_>>());
    let criterion = verified.map_err(|error| named(&error))?;
    // Recorded pictures of robots are not available here. Those of the simulated household can be drawn again.
    if choice.pictures.source == HOUSEHOLD_PICTURES {
        let checked = DetectionScenes::household(domain.clone()).spot_check(eyes, &file, &mut rand::rng());
        checked.map_err(|wrong| named(&wrong))?;
    }
    Ok(criterion)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::fleet_file::EyesChoice;

    fn shipped(change: impl Fn(&mut PerceptionChoice)) -> Result<Option<String>, SiteError> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../config/fleets/household-watch.yaml");
        let mut fleet = FleetFile::read(&path)?;
        fleet.perception.iter_mut().for_each(change);
        why_detector_off(&fleet)
    }

    #[test]
    fn the_shipped_detector_judges_and_another_camera_size_or_file_puts_it_off() -> Result<(), SiteError> {
        assert_eq!(shipped(|_| {})?, None);
        let size = shipped(|perception| perception.pictures.width = 64)?.unwrap_or_default();
        assert!(size.contains("detector.picture_size"), "{size}");
        let camera =
            shipped(|perception| perception.pictures.source = "another camera".to_owned())?.unwrap_or_default();
        assert!(camera.contains("household trials") && camera.contains("recorded checks"), "{camera}");
        let gone = shipped(|perception| perception.checks[0].calibration = Some("calibration/gone.json".into()))?;
        assert!(gone.is_some_and(|reason| reason.contains("calibration/gone.json")));
        Ok(())
    }

    #[test]
    fn a_model_that_cannot_be_loaded_is_a_mistake() {
        let gone = shipped(|perception| {
            if let EyesChoice::Local(model) = &mut perception.eyes {
                model.model = "models/gone".into();
            }
        });
        let wrong = gone.err().map(|error| error.to_string()).unwrap_or_default();
        assert!(wrong.contains("perception.eyes in the fleet file") && wrong.contains("models/gone"), "{wrong}");
    }
}
