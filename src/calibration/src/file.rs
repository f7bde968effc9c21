use surefleet_conformal::{
    Bound, CalibrationFile, Certainty, ClassKey, ClassStatistics, Fraction, HexFloat, Mode, Provenance, Rank, SCHEMA,
    SequenceRecord, SizeRange, Statistics, Team, Threshold,
};
use surefleet_language::OptionScorer;
use surefleet_mission::Forms;

use crate::{
    CalibrateError, Draw, Episode, Missions, Split, Workers,
    golden::golden,
    identity::{learn_forms, running, scope_of, sha256},
    missions::number_of,
    survey_by_certainty,
    tested::with_tests,
};

/// A calibration request: the classes to calibrate, and the level.
#[derive(Debug, Clone, PartialEq)]
pub struct CalibrationRequest {
    /// The event that is bounded.
    pub bound: Bound,
    /// Error level; a planner can take smaller ones from the same file.
    pub alpha: Fraction,
    /// The draws that the guarantee averages over.
    pub mode: Mode,
    /// W: the level is divided by W + 1.
    pub reorders: u32,
    /// Teams, each once; each makes a class.
    pub teams: Vec<Team>,
    /// M: scenarios of each team and certainty of the scorer.
    pub scenarios: u32,
    /// Missions of each team that its forms are learnt from ([`CalibrationRequest::FORMS`]).
    pub forms: u64,
    /// Scenarios of a team that are drawn at most to find them.
    pub most_draws: u32,
    /// Other scenarios of each team that the thresholds are tested on: so many clear ones and so many vague ones; 0: none.
    pub tested: u32,
    /// Unix time in seconds.
    pub created_unix_s: u64,
    /// Unix time in seconds from which the file is refused.
    pub expires_unix_s: u64,
    /// Commit of the program that makes the file.
    pub commit: String,
}

impl CalibrationRequest {
    /// Of 4 x 20,000 missions, fresh ones look strange about once in a thousand times.
    pub const FORMS: u64 = 20_000;
    /// At a site that is not one of deliveries, of which fewer words are to be learnt.
    pub const FORMS_OF_SITES: u64 = 10_000;

    /// Checks that every class will get a finite threshold.
    ///
    /// # Errors
    /// [`CalibrateError::RepeatedClass`], [`CalibrateError::TooFewScenarios`] with the least number that serves.
    pub fn check(&self) -> Result<(), CalibrateError> {
        for (index, team) in self.teams.iter().enumerate() {
            if self.teams[..index].contains(team) {
                return Err(CalibrateError::RepeatedClass(team.to_string()));
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

/// A new calibration file, and what it took.
#[derive(Debug, Clone, PartialEq)]
pub struct Made {
    /// The file.
    pub file: CalibrationFile,
    /// One entry a team, in the order of the request.
    pub drawn: Vec<Drawn>,
}

/// The missions drawn for the classes of a team.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawn {
    /// The team.
    pub team: Team,
    /// Missions that were drawn.
    pub draws: u32,
    /// Of them, those that no calibration is about, as they look strange or were mostly not understood.
    pub uncovered: u32,
    /// Missions found of each certainty; one with fewer than the level needs, or of which nothing could be excluded, has no class in
    /// the file, and such missions are asked about.
    pub found: Vec<(Certainty, usize)>,
    /// Of the missions that were walked, those in which the scorer's first choice was right throughout, and all of them; `None` for a
    /// scorer that does not say how it understood a mission.
    pub read: Option<(usize, usize)>,
}

/// Makes a calibration file: walks scenarios of every team and certainty, scores the golden prompts, and tests the thresholds on
/// other missions.
///
/// # Errors
/// As [`CalibrationRequest::check`], [`survey_by_certainty`] and [`golden_questions`](crate::golden_questions);
/// [`CalibrateError::NoClass`] for a team of which no certainty has enough missions.
pub fn calibrate<S: OptionScorer + Sync>(
    missions: &dyn Missions,
    scorer: &S,
    request: &CalibrationRequest,
    workers: Workers<'_>,
) -> Result<Made, CalibrateError> {
    request.check()?;
    let running = running(missions, &scorer.identity(), request.reorders, 1);
    // First, for it is quick: a scorer that cannot be asked says so before an hour of scenarios.
    let golden = workers.runtime.block_on(golden(missions, scorer))?;
    let learnt = learn_forms(missions, request.forms, workers.on_learnt)?;
    let forms = Forms::new(learnt.runs.iter().cloned(), learnt.most_open);
    let alpha = request.alpha.split_over_orders(request.reorders)?;
    let fewest = Rank::fewest_sequences(alpha, request.mode);
    let draw = Draw { each: request.scenarios, most: request.most_draws.max(request.scenarios) };
    let (mut classes, mut drawn) = (Vec::new(), Vec::new());
    for team in &request.teams {
        let sorted = survey_by_certainty(missions, &forms, scorer, team, Split::Calibration, draw, workers)?;
        let found: Vec<_> = sorted.episodes.iter().map(|(certainty, episodes)| (*certainty, episodes.len())).collect();
        if found.iter().all(|(_, count)| *count < fewest) {
            return Err(CalibrateError::NoClass { class: team.to_string(), draws: sorted.draws, fewest });
        }
        for (certainty, episodes) in sorted.episodes.iter().filter(|(_, episodes)| episodes.len() >= fewest) {
            let (size, options) = (team.size(), running.options);
            let (size, options) = (SizeRange::new(size, size)?, SizeRange::new(options, options)?);
            let key = ClassKey::new(size, options, *certainty, &running.team_models)?;
            let key = key.with_kinds(team.kinds().cloned())?;
            classes
                .push((key, episodes.iter().map(|episode| record(episode, request.bound)).collect::<Result<_, _>>()?));
        }
        let read = sorted.read();
        drawn.push(Drawn { team: team.clone(), draws: sorted.draws, uncovered: sorted.uncovered, found, read });
    }
    let mut statistics = Statistics::calibrate(request.bound, request.alpha, request.reorders, request.mode, classes)?;
    statistics.classes = of_use(statistics.classes);
    let provenance = Provenance {
        schema: SCHEMA,
        created_unix_s: request.created_unix_s,
        expires_unix_s: request.expires_unix_s,
        commit: request.commit.clone(),
    };
    let scope = scope_of(&running, learnt);
    let file = CalibrationFile::new(provenance, vec![running.model], running.task, statistics, scope, golden);
    let file = match request.tested {
        0 => file,
        count => with_tests(file, (missions, &forms), scorer, (request, count), workers)?,
    };
    Ok(Made { file, drawn })
}

/// The team of these words, as on a command line: a number of robots, or kinds such as `arm x2, dog`.
///
/// # Errors
/// [`CalibrateError::UnknownTeam`], with those that missions are drawn for.
pub fn team_named(words: &str, missions: &dyn Missions) -> Result<Team, CalibrateError> {
    let kinds = words.parse().map(Team::of_kinds);
    let team = words.trim().parse().map_or(kinds.ok(), |size| Some(Team::of_size(size)));
    let team = team.unwrap_or(Team::of_size(0));
    number_of(missions, &team).map(|_| team).map_err(|error| match error {
        CalibrateError::UnknownTeam { known, .. } => CalibrateError::UnknownTeam { team: words.to_owned(), known },
        error => error,
    })
}

/// The classes whose threshold excludes something. Of missions whose truth nobody knows or may choose too often nothing can be
/// excluded, and people decide. A team without any class of use keeps its classes: then the file is refused, and says why.
fn of_use(classes: Vec<ClassStatistics>) -> Vec<ClassStatistics> {
    let excludes = |class: &ClassStatistics| class.t != Threshold::Infinite;
    let useful: Vec<ClassKey> = classes.iter().filter(|class| excludes(class)).map(|class| class.key.clone()).collect();
    let team = |key: &ClassKey| (key.team_size(), key.kinds().cloned());
    let has_other = |key: &ClassKey| useful.iter().any(|other| team(other) == team(key));
    classes.into_iter().filter(|class| excludes(class) || !has_other(&class.key)).collect()
}

fn record(episode: &Episode, bound: Bound) -> Result<SequenceRecord, CalibrateError> {
    let score = HexFloat::new(episode.score_of(bound))?;
    Ok(SequenceRecord {
        score,
        scenario_sha256: sha256(episode.scenario),
        seed: episode.seed,
        understood: episode.understood,
    })
}

#[cfg(test)]
mod tests {
    use surefleet_conformal::Sha256;

    use super::*;

    /// A class of 20 missions of a team, of which so many have no right option that anybody knows.
    fn class(robots: usize, certainty: Certainty, masked: usize) -> (ClassKey, Vec<SequenceRecord>) {
        let size = SizeRange::new(robots, robots).expect("a range");
        let key = ClassKey::new(size, size, certainty, &[Sha256::of("model")]).expect("a model");
        let record = |number: usize| SequenceRecord {
            score: HexFloat::new(if number < masked { f64::NEG_INFINITY } else { -1.0 }).expect("a number"),
            scenario_sha256: Sha256::of("scenario"),
            seed: number as u64,
            understood: None,
        };
        (key, (0..20).map(record).collect())
    }

    #[test]
    fn a_class_that_excludes_nothing_is_left_out_unless_its_team_has_no_other() {
        let (sure, unsure) = (Certainty::Sure, Certainty::Unsure);
        let classes =
            vec![class(1, sure, 0), class(1, unsure, 5), class(2, sure, 0), class(2, unsure, 1), class(3, sure, 5)];
        let alpha: Fraction = "1/10".parse().expect("a fraction");
        let statistics = Statistics::calibrate(Bound::Coverage, alpha, 0, Mode::Marginal, classes).expect("scores");
        let kept = of_use(statistics.classes)
            .into_iter()
            .map(|class| (class.key.team_size().to_string(), class.key.certainty()));
        let expected = [("1", sure), ("2", sure), ("2", unsure), ("3", sure)];
        assert_eq!(kept.collect::<Vec<_>>(), expected.map(|(team, certainty)| (team.to_owned(), certainty)));
    }
}
