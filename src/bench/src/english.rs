//! `surefleet bench sentences`: what the English of missions and constraints makes of sentences about any site.

pub mod judge;
mod large_team;
mod later;
mod notation;
pub mod same;
pub mod sentence;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use surefleet_calibration::forms_of;
use surefleet_cli::{fleet::Fleet, percentile::percentile, place::Place, work::bar};
use surefleet_conformal::{Interval, exact_interval};
use surefleet_grounded::Rewriter;
use surefleet_onnx::{OnnxModel, Provider, Runtime};
use surefleet_site::FleetFile;

use self::{
    judge::{Asks, Ending, Heard, Judge},
    large_team::LargeTeam,
    sentence::Sentence,
};
use crate::measurement::{Cell, Column, Measurement, Sheet, Unit};

/// The fields of `--json`, for `--help`.
const FIELDS: &str = "\
The sentences are yours: a file with one JSON object a line,
  site               whose robots and things are meant: a folder beside the file that holds a fleet.yaml, a name in
                     config/fleets, with or without -demo, or a path
  kind               mission or constraint
  text               the sentence, or several
  expect             formula: it means one of meant; either: one of meant, or it is refused; readings: it has the
                     meanings in meant, and the reader must not choose; refuse: it is to be refused
  meant              an array of formulas: LTL over the site's facts and deeds in infix syntax, and each x in {a, b}: f;
                     some x in {a, b}: f; atmost n x in {a, b}: f and atleast: so many at once; atmost n (f): in so many
                     moments; F[n] f: within n joint steps; N: weak next
  refuse, means, features   notes, which the program does not use

Every sentence is read with the English of the site. A constraint that nothing can violate or keep counts as refused,
and so does a mission that doing nothing achieves, as the safety monitor refuses them. What is read is compared with what was meant, in all worlds that the laws of the
domain admit.
  right              it means the same as one of meant, or lies between two of them
  stricter           it would be right if what comes \"then\", F (a & F b), were written to be later: not in the same moment,
                     or not yet so; or if what is brought somewhere before something else is done had to stay there; or both
  asked              a person is asked before anybody acts, and what was meant is among the meanings that are shown
  asked_other        a person is asked, and it is not among them
  refused            it was refused, though it has a meaning
  rightly_refused    it was refused, or several meanings were shown, and that is right
  misread            it was read, and means something else
  chosen             one of its readings was chosen
  invented           it was read, and should have been refused
  untold             it was read, and it took too much work to tell whether it is right
Of the missions that were read, robots act alone (right_alone, wrong_alone) on those that look like the missions of the fleet's
calibration. Where the words for what was read look so, a person is asked once whether that is meant (right_once, wrong_once: what
the person is shown is right or wrong). In others every decision is asked about.

With --json, one object: schema, machine, date, command, and
  groups             an array: site, kind (all: of all), sentences, the counts above, read_ms_median and read_ms_p99 (on one
                     core), misread_95 (exact interval of the
                     share of misread, chosen and invented)
  sentences          an array: site, kind, text, ended (one of the above), because (what was read, or why it was refused),
                     probability (of the likeliest meaning in which the rewriter put it, or null),
                     asks (how much people are asked about it beside what its robots are unsure of: nobody, once or all), read_ms
  large_team         an array: site (all: of all), robots, missions, and the time to read one on one core, formulas included:
                     read_ms_median, read_ms_p99, read_ms_max. Robots of the same kinds join the site's own until --team are there";

/// The options of the sentences benchmark.
#[derive(clap::Args)]
#[command(after_long_help = FIELDS)]
pub struct Arguments {
    /// Sentences with their meanings, one JSON object a line.
    sentences: PathBuf,
    /// A model that rewrites what the English refuses: a folder with an ONNX model.
    #[arg(long, value_name = "DIR")]
    rewriter: Option<PathBuf>,
    /// How likely a rewritten meaning must be to count as read.
    #[arg(long, default_value_t = 0.9)]
    sure: f64,
    /// The size of the team for which the missions are read once more, for the time alone.
    #[arg(long, default_value_t = 15)]
    team: usize,
}

/// Sentences of a site and kind, by what became of them.
struct GroupTally {
    site: String,
    kind: &'static str,
    endings: Vec<Ending>,
    /// Missions that robots act on alone, right and wrong, and those that they act on once a person has said what is meant.
    alone: [usize; 2],
    once: [usize; 2],
    /// Median and 99th percentile.
    read_ms: [f64; 2],
    misread_95: [f64; 2],
}

impl GroupTally {
    fn count(&self, ending: Ending) -> Cell {
        self.endings.iter().filter(|each| **each == ending).count().into()
    }
}

struct HeardSentence {
    site: String,
    kind: &'static str,
    text: String,
    ended: Ending,
    because: String,
    /// Of the likeliest meaning that the rewriter found, how likely it is.
    probability: Option<f64>,
    asks: Asks,
    /// The time to read it, on one core.
    read_ms: f64,
}

/// Reads every sentence.
///
/// # Errors
/// A file with a mistake, or a site with one.
pub fn run(arguments: &Arguments, place: &Place) -> Result<Measurement> {
    let sentences = crate::sentences::read(&arguments.sentences, Sentence::read)?;
    let progress = bar(sentences.len() as u64, "sentences");
    let mut judges: BTreeMap<String, Judge> = BTreeMap::new();
    let mut heard = Vec::new();
    let load = |folder: &PathBuf| -> Result<_> {
        Ok(Rewriter::new(OnnxModel::load(folder, "", &Runtime::from_environment(Provider::Cpu, 1)?)?))
    };
    let mut rewriter = arguments.rewriter.as_ref().map(load).transpose()?;
    for sentence in &sentences {
        if !judges.contains_key(&sentence.site) {
            judges.insert(sentence.site.clone(), judge(&sentence.site, &arguments.sentences, place)?);
        }
        let judge = &judges[&sentence.site];
        let heard_so = judge.hear(sentence)?;
        let mut asks = judge.asks(sentence, &heard_so);
        let Heard { ending: mut ended, mut because, took, .. } = heard_so;
        let mut probability = None;
        if let (Some(rewriter), Ending::Refused | Ending::RightlyRefused) = (&mut rewriter, ended)
            && let Some((meaning, likely)) = judge.rewritten(sentence, rewriter)?
        {
            (probability, asks) = (Some(likely), Asks::All);
            if likely >= arguments.sure {
                (ended, because) = judge.judge(sentence, Ok(meaning.formula))?;
                because = format!("{:?}: {because}", meaning.words);
            }
        }
        heard.push(HeardSentence {
            asks,
            read_ms: took.as_secs_f64() * 1e3,
            site: sentence.site.clone(),
            kind: sentence.kind.name(),
            text: sentence.text.clone(),
            ended,
            because,
            probability,
        });
        progress.inc(1);
    }
    progress.finish_and_clear();
    let doubtful = heard.iter().filter(|sentence| sentence.ended.is_misread() || sentence.ended == Ending::Untold);
    let note = |HeardSentence { site, text, ended, because, .. }: &HeardSentence| {
        format!("{}: {site}: {text:?} was read as {because}", ended.name())
    };
    let notes = doubtful.map(note).collect();
    let large = LargeTeam::read(&sentences, &judges, arguments.team)?;
    let sheets = vec![
        Sheet::new("groups", "", &tallies(&heard)?, tally_columns()),
        Sheet::new("sentences", "", &heard, sentence_columns()).raw(),
        Sheet::new("large_team", "Missions read for a large team", &large, LargeTeam::columns()),
    ];
    Ok(Measurement { notes, ..Measurement::new("Sentences about any site", sheets) })
}

/// The judge of a site: its fleet has the robots.
fn judge(site: &str, sentences: &Path, place: &Place) -> Result<Judge> {
    let beside = sentences.with_file_name(site);
    let path = match beside.is_dir() {
        true => FleetFile::find(&format!("{}/", beside.display()), &place.share),
        false => {
            FleetFile::find(&format!("{site}-demo"), &place.share).or_else(|_| FleetFile::find(site, &place.share))
        }
    };
    let path = path?;
    let fleet = FleetFile::read(&path).with_context(|| format!("site {site:?}"))?;
    // A fleet of which no mission can be drawn has no calibration either.
    let forms = Fleet::read(&path.display().to_string(), &place.share).ok().and_then(|fleet| fleet.calibration().ok());
    Ok(Judge::of(fleet.read_world()?, forms.as_ref().map(forms_of)))
}

fn tally_columns() -> Vec<Column<GroupTally>> {
    type C = Column<GroupTally>;
    vec![
        C::new("site", "site", Unit::Plain, |of| of.site.as_str().into()),
        C::new("kind", "kind", Unit::Plain, |of| of.kind.into()),
        C::new("sentences", "sentences", Unit::Plain, |of| of.endings.len().into()),
        C::new("right", "right", Unit::Plain, |of| of.count(Ending::Right)),
        C::new("stricter", "stricter", Unit::Plain, |of| of.count(Ending::Stricter)),
        C::new("asked", "asked", Unit::Plain, |of| of.count(Ending::Asked)),
        C::new("asked_other", "asked, not among them", Unit::Plain, |of| of.count(Ending::AskedOther)),
        C::new("refused", "refused", Unit::Plain, |of| of.count(Ending::Refused)),
        C::new("rightly_refused", "rightly refused", Unit::Plain, |of| of.count(Ending::RightlyRefused)),
        C::new("misread", "misread", Unit::Plain, |of| of.count(Ending::Misread)),
        C::new("chosen", "chosen", Unit::Plain, |of| of.count(Ending::Chosen)),
        C::new("invented", "invented", Unit::Plain, |of| of.count(Ending::Invented)),
        C::new("untold", "untold", Unit::Plain, |of| of.count(Ending::Untold)),
        C::new("right_alone", "right alone", Unit::Plain, |of| of.alone[0].into()),
        C::new("wrong_alone", "wrong alone", Unit::Plain, |of| of.alone[1].into()),
        C::new("right_once", "right, asked once", Unit::Plain, |of| of.once[0].into()),
        C::new("wrong_once", "wrong, asked once", Unit::Plain, |of| of.once[1].into()),
        C::new("read_ms_median", "read, median (ms)", Unit::Milliseconds(2), |of| of.read_ms[0].into()),
        C::new("read_ms_p99", "read, p99 (ms)", Unit::Milliseconds(1), |of| of.read_ms[1].into()),
        C::new("misread_95", "misread, chosen or invented (95 %)", Unit::Percent(1), |of| {
            Cell::Interval(of.misread_95)
        }),
    ]
}

fn sentence_columns() -> Vec<Column<HeardSentence>> {
    type C = Column<HeardSentence>;
    vec![
        C::raw("site", |of| of.site.as_str().into()),
        C::raw("kind", |of| of.kind.into()),
        C::raw("text", |of| of.text.as_str().into()),
        C::raw("ended", |of| of.ended.name().into()),
        C::raw("because", |of| of.because.as_str().into()),
        C::raw("probability", |of| of.probability.into()),
        C::raw("asks", |of| of.asks.name().into()),
        C::raw("read_ms", |of| of.read_ms.into()),
    ]
}

fn tallies(heard: &[HeardSentence]) -> Result<Vec<GroupTally>> {
    let mut by_group: BTreeMap<(&str, &'static str), Vec<&HeardSentence>> = BTreeMap::new();
    for sentence in heard {
        for site in ["all", &sentence.site] {
            for kind in ["all", sentence.kind] {
                by_group.entry((site, kind)).or_default().push(sentence);
            }
        }
    }
    let tally = |((site, kind), sentences): ((&str, &'static str), Vec<&HeardSentence>)| {
        let endings: Vec<Ending> = sentences.iter().map(|sentence| sentence.ended).collect();
        let misread = endings.iter().filter(|ending| ending.is_misread()).count();
        let Interval { low, high } = exact_interval(misread, endings.len(), 0.95)?;
        let count = |asks: Asks| {
            [false, true].map(|is_wrong| {
                let is_so = |one: &&&HeardSentence| one.asks == asks && one.ended.is_misread() == is_wrong;
                sentences.iter().filter(is_so).count()
            })
        };
        let times: Vec<f64> = sentences.iter().map(|sentence| sentence.read_ms).collect();
        Ok(GroupTally {
            site: site.to_owned(),
            kind,
            endings,
            alone: count(Asks::Nobody),
            once: count(Asks::Once),
            read_ms: [percentile(&times, 50)?, percentile(&times, 99)?],
            misread_95: [low, high],
        })
    };
    by_group.into_iter().map(tally).collect()
}
