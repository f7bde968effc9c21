use std::{sync::Arc, time::Instant};

use surefleet_calibration::{Missions, forms_of, replay_golden, running, spot_check};
use surefleet_conformal::{Autonomy, Calibration, CalibrationError, CalibrationFile, Running};
use surefleet_language::ScorerIdentity;
use surefleet_mission::Forms;
use surefleet_planner::team_of;
use surefleet_world::World;

use crate::{clock::unix_s, fleet_file::FleetFile, missions::missions_of, scoring::Scoring};

/// The calibration file that a fleet names, checked in itself. Planners check whether it fits the running setup.
pub fn calibration_file(fleet: &FleetFile) -> Result<CalibrationFile, CalibrationError> {
    let file = read(fleet)?;
    file.recompute()?;
    Ok(file)
}

fn read(fleet: &FleetFile) -> Result<CalibrationFile, CalibrationError> {
    let absent = CalibrationError::Absent;
    let path = fleet.calibration_path().ok_or_else(|| absent("the fleet file names none".into()))?;
    let text = std::fs::read_to_string(&path).map_err(|error| absent(format!("{}: {error}", path.display())))?;
    CalibrationFile::from_json(&text)
}

/// The calibration file that a fleet names, together with the running setup.
pub struct Calibrated {
    file: CalibrationFile,
    calibration: Calibration,
    running: Running,
    missions: Box<dyn Missions>,
    now_unix_s: u64,
}

impl Calibrated {
    /// Reads the file and checks that it fits the running setup and promises what the fleet wants. It does not score
    /// golden prompts and missions, which may take a model some time.
    ///
    /// # Errors
    /// The reason why no robot may act alone.
    pub fn read(fleet: &FleetFile, world: &Arc<World>, scorer: &ScorerIdentity) -> Result<Self, CalibrationError> {
        let file = read(fleet)?;
        fleet.guarantee.check(&file)?;
        let missions = missions_of(fleet, world).map_err(|error| CalibrationError::Absent(error.to_string()))?;
        let transport = fleet.deliveries(world.domain());
        let team = team_of(world, transport.as_ref(), &fleet.order);
        let running = running(missions.as_ref(), scorer, fleet.ring.reorders, team);
        let now_unix_s = unix_s().unwrap_or(0);
        let calibration = file.verify(&running, now_unix_s)?;
        Ok(Self { file, calibration, running, missions, now_unix_s })
    }

    /// The thresholds of the file.
    pub fn into_calibration(self) -> Calibration {
        self.calibration
    }

    /// The forms of mission that the file covers.
    pub fn forms(&self) -> Forms {
        forms_of(&self.calibration)
    }

    /// Scores the golden prompts and some of the file's missions again. Returns the autonomy that the results permit.
    pub fn replayed(self, scoring: &Scoring) -> Autonomy {
        let began = Instant::now();
        let replays = match scoring.block_on(async |scorer| replay_golden(self.missions.as_ref(), scorer).await) {
            Ok(replays) => replays,
            Err(error) => return Autonomy::Off(CalibrationError::Absent(format!("golden prompts: {error}"))),
        };
        let mut autonomy = Autonomy::at_start(Ok(self.file.clone()), &self.running, self.now_unix_s, &replays);
        if matches!(autonomy, Autonomy::On(_)) {
            // The random choice keeps a forger of the file from knowing which missions are checked.
            let (mut random, team) = (rand::rng(), &self.running.team);
            let checked = scoring.block_on(async |scorer| {
                spot_check(self.missions.as_ref(), scorer, &self.file, team, &mut random).await
            });
            if let Err(reason) = checked {
                autonomy.latch_off(reason);
            }
            let seconds = began.elapsed().as_secs_f64();
            tracing::info!(seconds, "golden prompts and missions of the calibration file were scored again");
        }
        autonomy
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use surefleet_conformal::Sha256;
    use surefleet_language::OptionScorer;
    use surefleet_mission::SiteNames;

    use super::*;
    use crate::scoring::Scorer;

    /// Uses the models that the fleets name. With three robots, it walks some missions of each class again.
    #[test]
    fn fleets_act_alone_by_the_files_that_they_ship_with_and_not_by_a_weaker_one() -> Result<(), crate::SiteError> {
        let households = ["household-simulated", "household-demo", "household-choice"].map(|name| (name, "1/50"));
        let others = ["hospital-demo", "warehouse-demo", "laboratory-demo", "flat-demo"].map(|name| (name, "1/20"));
        for (name, alpha) in households.into_iter().chain(others) {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../config/fleets/{name}.yaml"));
            let mut fleet = FleetFile::read(&path)?;
            let world = fleet.read_world()?;
            let scoring = Scoring::start(Scorer::choose(&fleet, &world)?)?;
            let read = |fleet: &FleetFile| Calibrated::read(fleet, &world, &scoring.identity());
            let began = Instant::now();
            let autonomy = read(&fleet).map_or_else(Autonomy::Off, |calibrated| calibrated.replayed(&scoring));
            println!("{name}: {:.1} s", began.elapsed().as_secs_f64());
            assert!(matches!(autonomy, Autonomy::On(_)), "{name}: {autonomy:?}");
            fleet.guarantee.alpha = "1/100".parse().ok();
            let weaker = read(&fleet).err().map(|error| error.to_string()).unwrap_or_default();
            let less = format!("at alpha {alpha}, but the fleet wants pac (delta 1/20) at alpha 1/100");
            assert!(weaker.contains(&less), "{name}: {weaker}");
        }
        Ok(())
    }

    /// What the spot check picks some missions for, of all of them: an English that reads a drawn sentence otherwise, or a generator that
    /// was changed, invalidates the shipped files. Minutes of work, so it is run by hand before such a change lands:
    /// `cargo test --release -p surefleet-site --lib every_mission -- --ignored --nocapture`
    #[test]
    #[ignore = "takes minutes"]
    fn every_mission_of_a_shipped_calibration_is_drawn_again_as_it_was() -> Result<(), crate::SiteError> {
        let mut all = Vec::new();
        for name in ["household-demo", "hospital-demo", "warehouse-demo", "laboratory-demo", "flat-demo"] {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../config/fleets/{name}.yaml"));
            let fleet = FleetFile::read(&path)?;
            let world = fleet.read_world()?;
            let (file, missions) = (super::read(&fleet).expect("a file"), missions_of(&fleet, &world)?);
            let teams = missions.teams();
            let (mut drawn, mut other) = (0, Vec::new());
            for class in &file.statistics.classes {
                for record in &class.scores {
                    let team = teams.iter().find(|(_, team)| class.key.is_of_team(team));
                    let (_, team) = team.expect("missions are drawn for it");
                    let course = missions.begin(team, record.seed).expect("a mission");
                    drawn += 1;
                    if Sha256::from_bytes(*course.content().as_bytes()) != record.scenario_sha256 {
                        let text = course.turn().map(|turn| turn.brief.text.clone());
                        other.push(format!("{} of {team}: {text:?}", record.seed));
                    }
                }
            }
            println!("{name}: {} of {drawn} are drawn otherwise", other.len());
            all.extend(other.into_iter().map(|one| format!("{name}: {one}")));
        }
        assert!(all.is_empty(), "calibrate again: {all:#?}");
        Ok(())
    }

    #[test]
    fn a_site_s_calibration_covers_what_its_missions_say_and_nothing_else() -> Result<(), crate::SiteError> {
        for (name, said) in [
            ("hospital-demo", "Bring the insulin to bedside table 2. Porter 1 should be charged in the end."),
            ("warehouse-demo", "Move pallet 2 to loading bay 1. Two gates must never be open at once."),
            ("laboratory-demo", "Put the used tip into the waste bin. Never open the freezer."),
        ] {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../config/fleets/{name}.yaml"));
            let fleet = FleetFile::read(&path)?;
            let world = fleet.read_world()?;
            let scorer = Scorer::choose(&fleet, &world)?.identity();
            let (forms, names) =
                (Calibrated::read(&fleet, &world, &scorer).expect("it fits").forms(), SiteNames::of(&world));
            assert_eq!(forms.check_at(said, &names), Ok(()), "{name}");
            assert!(forms.check_at(&said.replace(". ", " as well. "), &names).is_err(), "{name}");
        }
        Ok(())
    }
}
