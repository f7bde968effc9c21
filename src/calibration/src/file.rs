use surefleet_conformal::{
    CalibrationFile, ClassKey, Fraction, HexFloat, Mode, Provenance, Rank, SCHEMA, SequenceRecord, SizeRange,
    Statistics,
};
use surefleet_language::OptionScorer;
use surefleet_mission::{Distribution, TeamClass};

use crate::{
    CalibrateError, Episode, Split, Workers,
    golden::golden,
    identity::{running, scope_of, sha256},
    survey,
};

/// What is to be calibrated, and at which level.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// Error level; a planner can take other levels from the same file.
    pub alpha: Fraction,
    /// What the guarantee averages over.
    pub mode: Mode,
    /// W: the level is divided by W + 1.
    pub reorders: u32,
    /// Classes, each once.
    pub classes: Vec<TeamClass>,
    /// M: scenarios of each class.
    pub scenarios: u32,
    /// Unix time in seconds.
    pub created_unix_s: u64,
    /// Unix time in seconds from which the file is refused.
    pub expires_unix_s: u64,
    /// Commit of the program that makes the file.
    pub commit: String,
}

impl Request {
    /// Checks that every class will get a finite threshold.
    ///
    /// # Errors
    /// [`CalibrateError::RepeatedClass`], [`CalibrateError::TooFewScenarios`] with the least number that serves.
    pub fn check(&self) -> Result<(), CalibrateError> {
        for (index, class) in self.classes.iter().enumerate() {
            if self.classes[..index].contains(class) {
                return Err(CalibrateError::RepeatedClass(class.team_size()));
            }
        }
        let alpha = self.alpha.split_over_orders(self.reorders)?;
        if !Rank::new(self.scenarios as usize, alpha, self.mode).is_finite() {
            return Err(CalibrateError::TooFewScenarios {
                scenarios: self.scenarios,
                alpha,
                mode: self.mode,
                fewest: Rank::fewest_sequences(alpha, self.mode),
            });
        }
        Ok(())
    }
}

/// Makes a calibration file: walks the scenarios of every class and scores the golden prompts.
///
/// # Errors
/// As [`Request::check`], [`survey`] and [`golden_questions`](crate::golden_questions).
pub fn calibrate<S: OptionScorer + Sync>(
    distribution: &Distribution,
    scorer: &S,
    request: &Request,
    workers: Workers<'_>,
) -> Result<CalibrationFile, CalibrateError> {
    request.check()?;
    let running = running(distribution, &scorer.identity(), request.reorders, 1);
    // First, for it is quick: a scorer that cannot be asked says so before an hour of scenarios.
    let golden = workers.runtime.block_on(golden(distribution, scorer))?;
    let mut classes = Vec::new();
    for &class in &request.classes {
        let episodes = survey(distribution, scorer, class, Split::Calibration, request.scenarios, workers)?;
        let (team, options) = (class.team_size(), running.options);
        let key = ClassKey::new(SizeRange::new(team, team)?, SizeRange::new(options, options)?, &running.team_models)?;
        classes.push((key, episodes.iter().map(record).collect::<Result<Vec<_>, _>>()?));
    }
    let statistics = Statistics::calibrate(request.alpha, request.reorders, request.mode, classes)?;
    let provenance = Provenance {
        schema: SCHEMA,
        created_unix_s: request.created_unix_s,
        expires_unix_s: request.expires_unix_s,
        commit: request.commit.clone(),
    };
    let scope = scope_of(&running);
    Ok(CalibrationFile::new(provenance, vec![running.model], running.task, statistics, scope, golden))
}

/// The class whose teams have so many robots, as written on a command line.
///
/// # Errors
/// [`CalibrateError::UnknownClass`].
pub fn class_of(team_size: &str) -> Result<TeamClass, CalibrateError> {
    let known = TeamClass::ALL.into_iter().find(|class| class.team_size().to_string() == team_size.trim());
    known.ok_or_else(|| CalibrateError::UnknownClass(team_size.to_owned()))
}

fn record(episode: &Episode) -> Result<SequenceRecord, CalibrateError> {
    let score = HexFloat::new(episode.score)?;
    Ok(SequenceRecord { score, scenario_sha256: sha256(episode.scenario), seed: episode.seed })
}
