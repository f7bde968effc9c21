use std::collections::BTreeSet;

use rand::{Rng, seq::IndexedRandom};
use surefleet_conformal::{
    CalibrationError, CalibrationFile, Certainty, ClassKey, ClassStatistics, SequenceRecord, Team, Understood,
};
use surefleet_language::OptionScorer;
use surefleet_mission::Forms;

use crate::{Missions, Split, episode::Begun, identity::sha256};

/// Draws and scores missions of a file's classes again, before a team acts by it: some of each of its classes
/// ([`Missions::spot_checked`]), picked by `random`.
///
/// All that a file says of itself can be made to fit itself, its digest too. This asks what the file cannot answer:
/// whether the missions that it names give those scores here. First, without the scorer: every seed is of the calibration split and
/// of the class's team; and a mission that was passed over while the class was filled ([`Missions::redrawn`] of them) looks strange by
/// its words. Where it does not, the scorer says whether it was mostly not understood or belongs to another class; as many of these are asked about.
///
/// Of scores that were changed a share `f` escapes `n` missions with probability `(1 - f)^n` at each check; every robot checks at every start.
///
/// # Errors
/// [`CalibrationError::ForeignSeed`], [`CalibrationError::LeftOut`], [`CalibrationError::Redrawn`]; [`CalibrationError::Absent`]
/// where the scorer fails.
pub async fn spot_check<S: OptionScorer>(
    missions: &dyn Missions,
    scorer: &S,
    file: &CalibrationFile,
    team: &Team,
    random: &mut impl Rng,
) -> Result<(), CalibrationError> {
    let teams = missions.teams();
    for statistics in &file.statistics.classes {
        check_seeds(statistics, &teams)?;
    }
    let Some((number, team)) = teams.iter().find(|(_, known)| known == team) else {
        return Err(CalibrationError::Absent(format!("no mission is drawn for a team of {team}")));
    };
    let check = SpotCheck { missions, scorer, file, team, number: *number };
    check.left_out(random).await?;
    for statistics in check.classes() {
        for record in statistics.scores.sample(random, missions.spot_checked()) {
            check.redraw(&statistics.key, record).await?;
        }
    }
    Ok(())
}

/// Every seed of a class is of the calibration split and of its team.
fn check_seeds(statistics: &ClassStatistics, teams: &[(u16, Team)]) -> Result<(), CalibrationError> {
    let team = |number: u16| teams.iter().find(|(known, _)| *known == number).map(|(_, team)| team);
    for record in &statistics.scores {
        let of = match Split::of(record.seed) {
            Some((Split::Calibration, number)) => match team(number) {
                Some(team) if statistics.key.is_of_team(team) => continue,
                Some(team) => format!("of missions for teams of {team}"),
                None => "of missions for no team".to_owned(),
            },
            Some((split, _)) => format!("of another split, {}", split.name()),
            None => "of no split".to_owned(),
        };
        return Err(CalibrationError::ForeignSeed { class: statistics.key.clone(), seed: record.seed, of });
    }
    Ok(())
}

/// A file beside what it is about, for the missions of one team.
struct SpotCheck<'a, S> {
    missions: &'a dyn Missions,
    scorer: &'a S,
    file: &'a CalibrationFile,
    team: &'a Team,
    number: u16,
}

impl<S: OptionScorer> SpotCheck<'_, S> {
    /// The classes of the team.
    fn classes(&self) -> impl Iterator<Item = &ClassStatistics> {
        self.file.statistics.classes.iter().filter(|of| of.key.is_of_team(self.team))
    }

    /// No mission of a class is missing between its first and its last.
    async fn left_out(&self, random: &mut impl Rng) -> Result<(), CalibrationError> {
        let forms = &self.file.scope.forms;
        let forms = Forms::new(forms.runs.iter().cloned(), forms.most_open);
        let seeds: BTreeSet<u64> = self.classes().flat_map(|of| of.scores.iter().map(|record| record.seed)).collect();
        let ends: Vec<(&ClassKey, u64)> = self
            .classes()
            .filter_map(|of| Some((&of.key, of.scores.iter().map(|record| record.seed).max()?)))
            .collect();
        let Some(end) = ends.iter().map(|(_, end)| *end).max() else { return Ok(()) };
        let first = Split::Calibration.seed_of(self.number, 0);
        // While every class was still being filled, a mission that is in none was strange or not understood, which its words tell.
        // Afterwards most belong to the class that was full.
        let filling = ends.iter().map(|(_, end)| *end).min().unwrap_or(first);
        let (early, late): (Vec<u64>, Vec<u64>) =
            (first..end).filter(|seed| !seeds.contains(seed)).partition(|seed| *seed < filling);
        let mut unexplained = Vec::new();
        for seed in early.sample(random, self.missions.redrawn()).copied() {
            let course = self.missions.begin(self.team, seed).map_err(|error| failed(&error))?;
            if course.uncovered(&forms).is_none() {
                unexplained.push(seed);
            }
        }
        let most = self.missions.spot_checked();
        let picked: Vec<u64> =
            [&unexplained, &late].iter().flat_map(|seeds| seeds.sample(random, most)).copied().collect();
        for seed in picked {
            let begun = Begun::drawn(self.missions, Some(&forms), (self.team, seed), self.scorer).await;
            let begun = begun.map_err(|error| failed(&error))?;
            let certainty = begun.certainty();
            let its = ends.iter().find(|(key, end)| key.certainty() == certainty && seed < *end);
            if let Some((key, _)) = its.filter(|_| begun.is_covered()) {
                return Err(CalibrationError::LeftOut { class: (*key).clone(), seed });
            }
        }
        Ok(())
    }

    /// The mission gives its record again.
    async fn redraw(&self, key: &ClassKey, record: &SequenceRecord) -> Result<(), CalibrationError> {
        let other = |what, recorded: String, redrawn: String| {
            Err(CalibrationError::Redrawn { class: Box::new(key.clone()), seed: record.seed, what, recorded, redrawn })
        };
        let begun = Begun::drawn(self.missions, None, (self.team, record.seed), self.scorer).await;
        let begun = begun.map_err(|error| failed(&error))?;
        let episode = begun.finish(self.scorer).await.map_err(|error| failed(&error))?;
        let scenario = sha256(episode.scenario);
        if scenario != record.scenario_sha256 {
            return other("scenario", record.scenario_sha256.to_string(), scenario.to_string());
        }
        let tolerance = self.file.golden.tolerance;
        let in_words = |understood: Option<Understood>| match understood {
            Some(it) => format!(
                "{} (likeliest meaning {}, not understood {})",
                Certainty::of(understood),
                it.top(),
                it.unexplained()
            ),
            None => Certainty::of(None).to_string(),
        };
        let is_near = match (record.understood, episode.understood) {
            (Some(recorded), Some(redrawn)) => recorded.is_near(redrawn, tolerance),
            (recorded, redrawn) => recorded.is_none() && redrawn.is_none(),
        };
        if !is_near {
            return other("understanding", in_words(record.understood), in_words(episode.understood));
        }
        let (score, redrawn) = (record.score.get(), episode.score_of(self.file.statistics.bound));
        // Equality first: the difference of two equal infinities is NaN.
        if score == redrawn || (score - redrawn).abs() <= tolerance {
            return Ok(());
        }
        other("score", score.to_string(), redrawn.to_string())
    }
}

fn failed(error: &crate::CalibrateError) -> CalibrationError {
    CalibrationError::Absent(format!("missions that are drawn again: {error}"))
}
