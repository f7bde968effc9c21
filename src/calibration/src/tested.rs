use std::collections::BTreeMap;

use surefleet_conformal::{Calibration, CalibrationFile, Certainty, QuestionCounts, Team, Tested};
use surefleet_language::OptionScorer;
use surefleet_mission::Forms;

use crate::{
    CalibrateError, CalibrationRequest, Episode, Method, MissionTrial, Missions, Split, Workers, identity::running,
    survey::survey_of,
};

/// Missions, of them those covered, those with a wrong decision alone, those that a random option gets wrong; and their questions.
type Counts = ([usize; 4], QuestionCounts);

/// Of the draws of random allowed options.
const SEED: u64 = 1;

/// The file with what its thresholds do on so many missions of the test split: clear ones and, if the fleet's may be, as many vague
/// ones.
pub(crate) fn with_tests<S: OptionScorer + Sync>(
    file: CalibrationFile,
    (missions, forms): (&dyn Missions, &Forms),
    scorer: &S,
    (request, count): (&CalibrationRequest, u32),
    workers: Workers<'_>,
) -> Result<CalibrationFile, CalibrateError> {
    let sorts = missions.sorts();
    let mut statistics = file.statistics.clone();
    for team in &request.teams {
        let running = running(missions, &scorer.identity(), request.reorders, team);
        let calibration = file.verify(&running, request.created_unix_s)?;
        let mut episodes = Vec::new();
        for sort in &sorts {
            episodes.extend(survey_of(sort.as_ref(), Some(forms), scorer, team, Split::Test, 0..count, workers)?);
        }
        let sizes = (team, running.options);
        for of_class in statistics.classes.iter_mut().filter(|it| it.key.is_of_team(team)) {
            let certainty = of_class.key.certainty();
            let own = episodes.iter().filter(|episode| Certainty::of(episode.understood) == certainty);
            of_class.tested = test(own, &calibration, sizes)?;
        }
    }
    let CalibrationFile { provenance, models, task, scope, golden, .. } = file;
    Ok(CalibrationFile::new(provenance, models, task, statistics, scope, golden))
}

/// Tests a calibrated fleet in these missions, and counts by the number of vague parts in a mission.
fn test<'a>(
    episodes: impl Iterator<Item = &'a Episode>,
    calibration: &Calibration,
    sizes: (&Team, usize),
) -> Result<Vec<Tested>, CalibrateError> {
    let mut by_parts: BTreeMap<usize, Counts> = BTreeMap::new();
    for episode in episodes {
        let method = Method::calibrated(episode, calibration, calibration.alpha(), sizes);
        let trial = MissionTrial::of(episode, method);
        let random = MissionTrial::of(episode, Method::RandomAllowed { seed: SEED });
        let counts = [true, trial.covered, trial.wrong_unasked, random.wrong_unasked];
        let (sums, questions) = by_parts.entry(episode.vague_parts).or_default();
        sums.iter_mut().zip(counts).for_each(|(sum, counts)| *sum += usize::from(counts));
        questions.decisions += trial.decisions as usize;
        questions.asked += trial.asked as usize;
        questions.asked_all += trial.asked_all as usize;
        questions.uncovered += if method == Method::Asking { trial.asked as usize } else { 0 };
    }
    let tested = |(parts, ([missions, covered, wrong, random], questions)): (usize, Counts)| {
        Ok(Tested::new(parts, missions, [covered, wrong, random])?.with_questions(questions))
    };
    by_parts.into_iter().map(tested).collect()
}

/// How tables call missions with so many vague parts.
pub const fn words_of(vague_parts: usize) -> &'static str {
    match vague_parts {
        0 => "clear",
        _ => "vague",
    }
}
