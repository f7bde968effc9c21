//! Every decision of a measurement, for whoever wants to compute its figures again.

use std::{
    fs::File,
    io::{BufWriter, Write as _},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use serde::Serialize;
use surefleet_calibration::{Episode, Method, OptionKind};
use surefleet_conformal::{Calibration, Fraction, HexFloat, Team, Threshold, Understood};

/// A file of JSON lines; the fields are told in `--help` of `bench coverage`.
pub struct Dump {
    path: PathBuf,
    file: BufWriter<File>,
}

#[derive(Serialize)]
struct Line<'a> {
    class: serde_json::Value,
    options: usize,
    seed: u64,
    scenario_sha256: String,
    vague_parts: usize,
    understood: Option<Understood>,
    uncovered: Option<&'a str>,
    mission_score: HexFloat,
    decision: usize,
    of: usize,
    order: &'a [u16],
    scores: Vec<HexFloat>,
    kinds: Vec<&'static str>,
    truth: Option<u16>,
    sets: Vec<Set<'a>>,
}

#[derive(Serialize)]
struct Set<'a> {
    alpha: Fraction,
    threshold: Option<HexFloat>,
    set: &'a [u16],
}

impl Dump {
    /// Begins a file; one that is there is written over.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn create(path: &Path) -> Result<Self> {
        let named = || format!("cannot write {}", path.display());
        let file = File::create(path).with_context(named)?;
        Ok(Self { path: path.to_owned(), file: BufWriter::new(file) })
    }

    /// Adds the decisions of these missions, with the sets of a calibration at these levels.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn write(
        &mut self,
        team: &Team,
        options: usize,
        episodes: &[Episode],
        by: Option<(&Calibration, &[Fraction])>,
    ) -> Result<()> {
        for episode in episodes {
            let (calibration, levels) = by.unzip();
            let methods: Vec<(Fraction, Method)> = calibration.map_or_else(Vec::new, |calibration| {
                let method = |&alpha| (alpha, Method::calibrated(episode, calibration, alpha, (team, options)));
                levels.unwrap_or_default().iter().map(method).collect()
            });
            for (choice, number) in episode.choices.iter().zip(1..) {
                let set = |&(alpha, method): &(Fraction, Method)| {
                    let threshold = match method {
                        Method::Surefleet(Threshold::Finite(threshold)) => Some(HexFloat::new(threshold)),
                        _ => None,
                    };
                    let set = &choice.options[..method.members(choice)];
                    Ok(Set { alpha, threshold: threshold.transpose()?, set })
                };
                let exact = |score: &f64| HexFloat::new(*score);
                let line = Line {
                    class: team.kinds().map_or_else(|| team.size().into(), |kinds| kinds.to_string().into()),
                    options,
                    seed: episode.seed,
                    scenario_sha256: episode.scenario.to_string(),
                    vague_parts: episode.vague_parts,
                    understood: episode.understood,
                    uncovered: episode.uncovered.as_deref(),
                    mission_score: HexFloat::new(episode.score)?,
                    decision: number,
                    of: episode.choices.len(),
                    order: &choice.options,
                    scores: choice.scores.iter().map(exact).collect::<Result<_, _>>()?,
                    kinds: choice.kinds.iter().map(|kind| word(*kind)).collect(),
                    truth: choice.truth().map(|place| choice.options[place]),
                    sets: methods.iter().map(set).collect::<Result<_>>()?,
                };
                let json = serde_json::to_string(&line)?;
                writeln!(self.file, "{json}").with_context(|| format!("cannot write {}", self.path.display()))?;
            }
        }
        Ok(())
    }

    /// Writes the rest.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn finish(mut self) -> Result<()> {
        self.file.flush().with_context(|| format!("cannot write {}", self.path.display()))
    }
}

fn word(kind: OptionKind) -> &'static str {
    match kind {
        OptionKind::Acceptable => "right",
        OptionKind::Wrong => "wrong",
        OptionKind::Refused => "refused",
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, path::Path};

    use serde_json::Value;
    use surefleet_calibration::{Split, forms_of, survey};

    use super::*;
    use crate::coverage::shipped::shipped_rows;
    use surefleet_cli::{fleet::Fleet, work::Work};

    fn number(hex: &Value) -> f64 {
        serde_json::from_value::<HexFloat>(hex.clone()).expect("a hex float").get()
    }

    /// An auditor's own sums, from the lines alone.
    #[test]
    fn sets_and_coverage_can_be_computed_again_from_the_lines() -> Result<()> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let fleet = Fleet::read("household-simulated", &root)?;
        let calibration = fleet.calibration()?;
        let (team, alpha, options) = (Team::of_size(1), calibration.alpha(), 37);
        let forms = forms_of(&calibration);
        let work = Work::new(Some(1), &fleet.scorer)?;
        let walked = |draw| {
            let numbers = Split::numbers(draw, 60);
            work.with("", |workers| {
                survey(fleet.missions.as_ref(), Some(&forms), &fleet.scorer, &team, Split::Test, numbers, workers)
            })
        };
        let pool = walked(1)?;
        let other = walked(2)?;
        assert!(pool.iter().all(|episode| other.iter().all(|it| it.seed != episode.seed)), "other missions");
        let path = std::env::temp_dir().join(format!("surefleet-dump-{}.jsonl", std::process::id()));
        let mut dump = Dump::create(&path)?;
        dump.write(&team, options, &pool, Some((&calibration, &[alpha])))?;
        dump.finish()?;
        let text = std::fs::read_to_string(&path)?;
        std::fs::remove_file(path)?;
        let mut covered: BTreeMap<u64, bool> = BTreeMap::new();
        for line in text.lines() {
            let line: Value = serde_json::from_str(line)?;
            let list = |name: &str| line[name].as_array().cloned().unwrap_or_default();
            let (order, scores, set) = (list("order"), list("scores"), &line["sets"][0]);
            assert_eq!((order.len(), scores.len(), list("kinds").len()), (options, options, options));
            let threshold = set["threshold"].as_str().map(|_| number(&set["threshold"]));
            let is_in = |score: &Value| threshold.is_none_or(|threshold| number(score) >= threshold);
            let members: Vec<Value> =
                order.iter().zip(&scores).filter(|(_, score)| is_in(score)).map(|(option, _)| option.clone()).collect();
            assert_eq!(set["set"], Value::from(members.clone()));
            let right = list("kinds").iter().position(|kind| kind == "right").map(|place| order[place].clone());
            assert_eq!(right.clone().unwrap_or_default(), line["truth"]);
            let holds = right.is_some_and(|right| members.contains(&right));
            *covered.entry(line["seed"].as_u64().unwrap_or_default()).or_insert(true) &= holds;
        }
        let rows = shipped_rows(&team, &pool, "x", &calibration, (alpha, options), 1)?;
        let share = covered.values().filter(|covered| **covered).count() as f64 / covered.len() as f64;
        assert_eq!((covered.len(), share), (60, rows[0].coverage));
        Ok(())
    }
}
