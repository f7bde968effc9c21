//! `surefleet calibrate`: makes a calibration file from a fleet's scorer and missions.

use std::{path::PathBuf, process::Command, time::SystemTime};

use anyhow::{Context, Result, bail};
use surefleet_calibration::{
    CalibrationRequest, Drawn, Made, Missions, able_teams, calibrate, running, team_named, words_of,
};
use surefleet_conformal::{Bound, Calibration, Certainty, Fraction, Mode, QuestionCounts, Rank, Team, Threshold};
use surefleet_language::OptionScorer;
use surefleet_mission::Forms;
use surefleet_site::{PUBLIC, write_whole};

use crate::{
    fleet::Fleet,
    place::Place,
    scored::{Origin, Scored},
    table::Table,
    work::Work,
};

/// A year: models, prompts and households change unnoticed.
pub const LIFETIME_S: u64 = 365 * 24 * 3600;

/// Arguments of `surefleet calibrate`.
#[derive(clap::Args)]
pub struct Arguments {
    /// A fleet file, or the name of one in config/fleets; its domain, its scorer and its W are used.
    #[arg(long)]
    fleet: String,
    /// M: for each team, this many missions of which the scorer is sure, and as many of which it is not. A scorer
    /// that does not tell its certainty gets M missions of each team. In PAC mode use 300 or more to keep the sets
    /// small.
    #[arg(long, default_value_t = 1000)]
    scenarios: u32,
    /// At most this many missions of a team are drawn to find these; none: 20 times M. If too few missions of a
    /// kind are found for the level, or the right decision of too many is not known, the file has no class for them, and people are
    /// asked about such missions.
    #[arg(long)]
    most_draws: Option<u32>,
    /// Other missions of each team, clear ones and as many vague ones, to test the thresholds; 0: none.
    #[arg(long, default_value_t = 300)]
    tested: u32,
    /// What is bounded. coverage: the right decision is missing from a set. wrong-unasked: a robot does wrong and nobody
    /// was asked, or nothing is left in a set. coverage implies wrong-unasked, and asks more.
    #[arg(long, value_enum, default_value_t = BoundName::Coverage)]
    bound: BoundName,
    /// Error level, as a fraction or a decimal: 1/50 aims at 98 % of the missions. A mission may name a smaller level.
    #[arg(long, default_value = "1/50")]
    alpha: Fraction,
    /// pac: this very file covers, with probability 1 - delta; marginal: files cover on average.
    #[arg(long, value_enum, default_value_t = ModeName::Pac)]
    mode: ModeName,
    /// Probability that a PAC file does not cover.
    #[arg(long, default_value = "1/20")]
    delta: Fraction,
    /// Missions of each team that the forms of missions are learnt from. Default: 20000 at a site of deliveries, else 10000.
    #[arg(long)]
    forms: Option<u64>,
    /// Teams, each of which makes a class: numbers of robots or, where the fleet's robots are of several kinds, kinds, as in
    /// "arm x2, dog". Several are parted by semicolons, numbers by commas too. Default: all teams that missions are drawn for,
    /// which are those that the fleet can form, and at a site of deliveries teams of 1, 3, 10 and 15.
    #[arg(long, value_delimiter = ';')]
    classes: Vec<String>,
    /// The calibration file to write. Until it is complete, the scorer's answers are kept beside it (`.scored.jsonl`).
    /// The same command, run again, continues from there if model, domain and program version are the same. Only one
    /// calibration at a time may write it.
    #[arg(long)]
    out: PathBuf,
    /// Threads; none: one per core, or one for `scorer: choice`, whose model remembers one mission. For a scorer behind
    /// HTTP, more threads than cores help.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print a summary as one JSON object: `file`, `digest`, `scorer`, `bound`, `alpha`, `mode`, `expires_unix_s`, `drawn` (one
    /// row per team: `class`, `draws`, `uncovered`, `found` by certainty, and, for a scorer that says how it
    /// understood a mission, `read` of `walked`: how many missions it read without any mistake) and `classes`, each
    /// with `class` (the number of robots, or their kinds), `certainty`, `m`, `k`, `threshold` (hex float of a log-probability), `threshold_p`,
    /// `coverage_expected` (where `bound` is wrong_unasked `right_or_asked_expected`: the share of missions in which no
    /// robot does wrong unasked and no set is empty), `most_unexplained` and `tested`, as in the file.
    #[arg(long)]
    json: bool,
}

/// A bound's name on the command line.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum BoundName {
    /// Every set holds a right decision.
    Coverage,
    /// No robot does wrong without asking, and no set is empty.
    WrongUnasked,
}

/// A mode's name on the command line.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum ModeName {
    /// Guarantee with probability 1 - delta over the draw of the calibration missions.
    Pac,
    /// Guarantee on average over calibrations.
    Marginal,
}

/// Calibrates and writes the file.
///
/// # Errors
/// Arguments, a fleet file or a scorer with a mistake; too few missions for the level; a file that cannot be written.
pub fn run(arguments: &Arguments, place: &Place) -> Result<()> {
    let fleet = Fleet::read(&arguments.fleet, &place.share)?;
    let request = request(arguments, &fleet, place)?;
    request.check().context("--scenarios, --alpha or --classes")?;
    let work = Work::new(arguments.threads, &fleet.scorer)?;
    let out = arguments.out.display();
    if let Some(folder) = arguments.out.parent() {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    let origin =
        Origin { scorer: fleet.scorer.identity(), domain: fleet.missions.digest(), program: request.commit.clone() };
    let scored = Scored::beside(&arguments.out, &fleet.scorer, &origin)?;
    let made = work.with("calibrating", |workers| calibrate(fleet.missions.as_ref(), &scored, &request, workers))?;
    drop(work);
    made.drawn.iter().filter_map(warning).for_each(|warning| eprintln!("warning: {warning}"));
    let file = &made.file;
    let verified = request.teams.iter().map(|team| {
        let running = running(fleet.missions.as_ref(), &fleet.scorer.identity(), request.reorders, team);
        Ok((team.clone(), file.verify(&running, request.created_unix_s)?))
    });
    let verified: Vec<(Team, Calibration)> =
        verified.collect::<Result<_>>().context("the new file is of no use, so it was not written")?;
    write_whole(&arguments.out, PUBLIC, &(file.to_json() + "\n")).with_context(|| format!("cannot write {out}"))?;
    if let Err(less) = fleet.file.guarantee.check(file) {
        eprintln!("note: by this file the fleet's robots will not act alone: {less}");
    }
    scored.done()?;
    let (options, _) = fleet.missions.options();
    if arguments.json {
        println!("{:#}", summary(arguments, &made, &verified, options)?);
    } else {
        print(arguments, &made, &verified, options)?;
    }
    Ok(())
}

fn request(arguments: &Arguments, fleet: &Fleet, place: &Place) -> Result<CalibrationRequest> {
    let now = now_unix_s()?;
    let missions = fleet.missions.as_ref();
    Ok(CalibrationRequest {
        bound: match arguments.bound {
            BoundName::Coverage => Bound::Coverage,
            BoundName::WrongUnasked => Bound::WrongUnasked,
        },
        alpha: arguments.alpha,
        mode: match arguments.mode {
            ModeName::Pac => Mode::Pac { delta: arguments.delta },
            ModeName::Marginal => Mode::Marginal,
        },
        reorders: fleet.reorders,
        teams: teams(&arguments.classes, missions).context("--classes")?,
        scenarios: arguments.scenarios,
        forms: arguments.forms.unwrap_or(usual_forms(missions)),
        most_draws: arguments.most_draws.unwrap_or(arguments.scenarios.saturating_mul(20)),
        tested: arguments.tested,
        created_unix_s: now,
        expires_unix_s: now + LIFETIME_S,
        commit: commit(place),
    })
}

/// The teams of these words; none: all that missions can be drawn for.
///
/// # Errors
/// A team that no missions are drawn for, or a site that has none.
pub fn teams(words: &[String], missions: &dyn Missions) -> Result<Vec<Team>> {
    if words.is_empty() {
        let able = able_teams(missions)?;
        for (_, team) in missions.teams().iter().filter(|team| !able.contains(team)) {
            eprintln!(
                "note: no missions for {}: alone it brings about nothing that can be asked for",
                team_words(team)
            );
        }
        return Ok(able.into_iter().map(|(_, team)| team).collect());
    }
    // Numbers are parted by commas too, and kinds within a team.
    let is_number = |word: &str| word.trim().parse::<usize>().is_ok();
    let parted = words.iter().flat_map(|words| match words.split(',').all(is_number) {
        true => words.split(',').collect::<Vec<_>>(),
        false => vec![words.as_str()],
    });
    Ok(parted.map(|words| team_named(words, missions)).collect::<Result<_, _>>()?)
}

/// The missions of each team that forms are learnt from.
fn usual_forms(missions: &dyn Missions) -> u64 {
    if missions.forms_rule() == Forms::RULE { CalibrationRequest::FORMS } else { CalibrationRequest::FORMS_OF_SITES }
}

/// Unix time in seconds.
pub fn now_unix_s() -> Result<u64> {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).context("the clock stands before 1970")?;
    Ok(now.as_secs())
}

/// The checkout's commit; without a checkout, the program's version.
pub fn commit(place: &Place) -> String {
    let git = Command::new("git")
        .args(["describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"])
        .current_dir(&place.share)
        .output();
    match git {
        Ok(output) if output.status.success() => String::from_utf8_lossy(&output.stdout).trim().to_owned(),
        _ => format!("version {}", env!("CARGO_PKG_VERSION")),
    }
}

fn print(arguments: &Arguments, made: &Made, verified: &[(Team, Calibration)], options: usize) -> Result<()> {
    let file = &made.file;
    let expected = match file.statistics.bound {
        Bound::Coverage => "expected coverage",
        Bound::WrongUnasked => "expected right or asked",
    };
    let columns = ["class", "scorer", "missions", "alpha", "rank", "threshold", expected, "not understood, at most"];
    let mut table = Table::new(&columns);
    let tested = [
        "class",
        "scorer",
        "words",
        "missions",
        "coverage",
        "wrong and nobody asked",
        "random allowed: wrong",
        "questions a mission",
        "of them with an empty set",
        "in missions not covered",
    ];
    let mut tested = Table::new(&tested);
    for (team, calibration) in verified {
        let robots = team_words(team);
        for alpha in levels(arguments.alpha)? {
            for (statistics, level) in calibration.classes_at_alpha(alpha, team, options) {
                // A level for which there are too few missions is not offered.
                let Ok((rank, threshold)) = level else { continue };
                table.row([
                    robots.clone(),
                    statistics.key.certainty().to_string(),
                    rank.m().to_string(),
                    alpha.to_string(),
                    rank.k().to_string(),
                    least_probability(threshold),
                    format!("{:.3}", kept(rank)),
                    statistics.most_unexplained.map_or_else(String::new, |most| format!("{:.4}", most.get())),
                ]);
            }
        }
        for (statistics, _) in calibration.classes_at_alpha(arguments.alpha, team, options) {
            for of in &statistics.tested {
                let [low, high] = of.wrong_unasked_95.unwrap_or([0.0, 1.0]);
                tested.row([
                    robots.clone(),
                    statistics.key.certainty().to_string(),
                    words_of(of.vague_parts).to_owned(),
                    of.missions.to_string(),
                    share(of.covered, of.missions),
                    format!("{} ({low:.4} to {high:.4})", share(of.wrong_unasked, of.missions)),
                    share(of.random_allowed_wrong, of.missions),
                    of.questions.map_or_else(String::new, |it| format!("{:.2}", ratio(it.asked, of.missions))),
                    of.questions.map_or_else(String::new, |it| share_of_questions(it.asked_all, it)),
                    of.questions.map_or_else(String::new, |it| share_of_questions(it.uncovered, it)),
                ]);
            }
        }
    }
    println!("{table}");
    if arguments.tested > 0 {
        println!("tested on other missions, at alpha {}; intervals of 95 %:\n{tested}", file.statistics.alpha);
    }
    made.drawn.iter().for_each(|drawn| println!("{}", drawn_words(drawn)));
    let scorer = &file.models[0];
    let statistics = &file.statistics;
    println!("scorer {}, bound {}, {}, alpha {}", scorer.id, statistics.bound, statistics.mode, statistics.alpha);
    println!("wrote {} (digest {})", arguments.out.display(), file.digest());
    Ok(())
}

/// Expected share of the missions in which what is bounded does not happen.
fn kept(rank: Rank) -> f64 {
    rank.coverage().map_or(1.0, |law| law.mean())
}

fn share(count: usize, of: usize) -> String {
    format!("{:.4}", ratio(count, of))
}

fn share_of_questions(count: usize, of: QuestionCounts) -> String {
    if of.asked == 0 { "none asked".to_owned() } else { share(count, of.asked) }
}

fn ratio(count: usize, of: usize) -> f64 {
    count as f64 / of as f64
}

/// The missions drawn for a team, in words.
fn drawn_words(drawn: &Drawn) -> String {
    let found = drawn.found.iter().map(|(certainty, count)| match certainty {
        Certainty::Sure => format!("{count} that the scorer is sure of"),
        Certainty::Unsure => format!("{count} that it is not sure of"),
        Certainty::Any => format!("{count}"),
    });
    let found: Vec<String> = found.collect();
    let left = if drawn.uncovered > 0 {
        format!("; left out {} that look strange or were mostly not understood", drawn.uncovered)
    } else {
        String::new()
    };
    let read = drawn.read.map_or_else(String::new, |read| format!("; {}", read_words(read)));
    format!("{}: of {} missions drawn took {}{left}{read}", team_words(&drawn.team), drawn.draws, found.join(" and "))
}

/// How many missions the scorer read, in words.
fn read_words((read, walked): (usize, usize)) -> String {
    format!(
        "the scorer read {:.1} % of them: it was right throughout in {read} of {walked}",
        100.0 * read as f64 / walked.max(1) as f64
    )
}

/// A warning for the user if the scorer does not understand most of the missions.
fn warning(drawn: &Drawn) -> Option<String> {
    let (read, walked) = drawn.read.filter(|(read, walked)| read * 2 < *walked)?;
    Some(format!(
        "{}: {}. People will be asked about most decisions; train a model for this site, or take another",
        team_words(&drawn.team),
        read_words((read, walked))
    ))
}

/// The file's level, and smaller ones that missions may request.
fn levels(of_file: Fraction) -> Result<Vec<Fraction>> {
    let others = [(1, 20), (1, 50), (1, 100)].map(|(numerator, denominator)| Fraction::new(numerator, denominator));
    let mut levels: Vec<Fraction> = others.into_iter().collect::<Result<_, _>>()?;
    levels.retain(|level| *level < of_file);
    levels.push(of_file);
    levels.sort_unstable_by(|a, b| b.cmp(a));
    Ok(levels)
}

/// "N = 3", or the team's kinds.
fn team_words(team: &Team) -> String {
    match team.kinds() {
        Some(kinds) => kinds.to_string(),
        None => format!("N = {}", team.size()),
    }
}

/// The team's number of robots, or its kinds in words.
fn class_in_json(team: &Team) -> serde_json::Value {
    team.kinds().map_or_else(|| team.size().into(), |kinds| kinds.to_string().into())
}

fn least_probability(threshold: Threshold) -> String {
    match threshold {
        Threshold::Finite(t) => format!("p >= {:.2e}", t.exp()),
        Threshold::Infinite => "none: always asks".to_owned(),
    }
}

fn summary(
    arguments: &Arguments,
    made: &Made,
    verified: &[(Team, Calibration)],
    options: usize,
) -> Result<serde_json::Value> {
    let file = &made.file;
    let expected = match file.statistics.bound {
        Bound::Coverage => "coverage_expected",
        Bound::WrongUnasked => "right_or_asked_expected",
    };
    let mut classes = Vec::new();
    for (team, calibration) in verified {
        for (statistics, level) in calibration.classes_at_alpha(arguments.alpha, team, options) {
            let (rank, threshold) = level?;
            let Threshold::Finite(t) = threshold else {
                bail!("class {team}: the threshold is infinite, which verifying should have refused")
            };
            classes.push(serde_json::json!({
                "class": class_in_json(team),
                "certainty": statistics.key.certainty(),
                "m": rank.m(),
                "k": rank.k(),
                "threshold": threshold.to_string(),
                "threshold_p": t.exp(),
                expected: kept(rank),
                "most_unexplained": statistics.most_unexplained.map(|most| most.get()),
                "tested": statistics.tested,
            }));
        }
    }
    let drawn = made.drawn.iter().map(|drawn| {
        let found: serde_json::Map<_, _> =
            drawn.found.iter().map(|(certainty, count)| (certainty.to_string(), (*count).into())).collect();
        serde_json::json!({
            "class": class_in_json(&drawn.team),
            "draws": drawn.draws,
            "uncovered": drawn.uncovered,
            "found": found,
            "read": drawn.read.map(|(read, _)| read),
            "walked": drawn.read.map(|(_, walked)| walked),
        })
    });
    Ok(serde_json::json!({
        "file": arguments.out,
        "digest": file.digest(),
        "scorer": file.models[0].id,
        "bound": file.statistics.bound,
        "alpha": file.statistics.alpha,
        "mode": file.statistics.mode,
        "expires_unix_s": file.provenance.expires_unix_s,
        "drawn": drawn.collect::<Vec<_>>(),
        "classes": classes,
    }))
}
