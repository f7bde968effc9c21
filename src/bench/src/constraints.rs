//! `surefleet bench constraints`: what the safety monitor makes of constraints in other people's words.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use surefleet_cli::{fleet::Fleet, place::Place, work::bar};
use surefleet_conformal::{Interval, exact_interval};
use surefleet_english::{EnglishError, Vocabulary, paraphrase};
use surefleet_fleet::{RobotId, Stamp};
use surefleet_ltl::Formula;
use surefleet_mission::Transport;
use surefleet_safety::{Comparison, Monitor, Policy, ProposalError, Timing, compare};
use surefleet_world::World;

use super::sentences::Sentences;
use crate::measurement::{Cell, Column, Measurement, Sheet, Unit};

/// The fields of `--json`, for `--help`.
const FIELDS: &str = "\
The sentences are yours: a file with one JSON object a line,
  id, text           a name for it, and the constraint
  class              a word to group by
  expect             read: a careful reader would give it one meaning; refuse: otherwise
  ltl                for read, that meaning as a formula in infix syntax; several in an array: all of them are fair
                     readings

Every sentence is proposed to a safety monitor of its own, as `surefleet constraint add` does. What it reads is
compared with what was meant in all worlds that the laws of the domain admit; nobody looks at the words again.
  exact              it means the same
  weaker             it allows what was meant to be forbidden
  stronger           it forbids what was meant to be allowed
  different          both
  untold             it took too much work to tell
  refused            it was refused, though it has a meaning
  rightly_refused    it was refused, and should be
  invented           it was read, and should have been refused

With --json, one object: schema, machine, date, command, and
  groups             an array: class (all: of all), sentences, the counts above, misread_95 (exact interval of the
                     share of weaker, stronger, different and invented)
  sentences          an array: id, class, text, ended (one of the above), because (what was read, or why it was
                     refused)";

/// The options of the constraints benchmark: the source of the sentences, and the fleet.
#[derive(clap::Args)]
#[command(after_long_help = FIELDS)]
pub struct Arguments {
    #[command(flatten)]
    of: Sentences,
}

/// A sentence with its fair meanings; none: it should be refused.
struct Sentence {
    id: String,
    class: String,
    text: String,
    meant: Vec<Formula>,
}

impl Sentence {
    fn read(line: &str) -> Result<Self> {
        let Line { id, class, text, expect, ltl, .. } = serde_json::from_str(line)?;
        let formulas = match ltl {
            Readings::One(formula) => vec![formula],
            Readings::Several(formulas) => formulas,
        };
        let parse = |formula: &String| Formula::parse(formula).with_context(|| format!("{id}: ltl {formula:?}"));
        let meant = formulas.iter().map(parse).collect::<Result<Vec<Formula>>>()?;
        if (expect == Expect::Read) == meant.is_empty() {
            bail!("{id}: \"ltl\" is the meaning of what is to be read, and of nothing else");
        }
        Ok(Self { id, class, text, meant })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    id: String,
    class: String,
    text: String,
    expect: Expect,
    #[serde(default)]
    ltl: Readings,
    /// A note for people; the program does not use it.
    #[serde(default, rename = "note")]
    _note: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Expect {
    Read,
    Refuse,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Readings {
    One(String),
    Several(Vec<String>),
}

impl Default for Readings {
    fn default() -> Self {
        Self::Several(Vec::new())
    }
}

/// The result for a sentence; in the order of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Ending {
    Exact,
    Weaker,
    Stronger,
    Different,
    Untold,
    Refused,
    RightlyRefused,
    Invented,
}

impl Ending {
    const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Weaker => "weaker",
            Self::Stronger => "stronger",
            Self::Different => "different",
            Self::Untold => "untold",
            Self::Refused => "refused",
            Self::RightlyRefused => "rightly_refused",
            Self::Invented => "invented",
        }
    }

    fn is_misread(self) -> bool {
        matches!(self, Self::Weaker | Self::Stronger | Self::Different | Self::Invented)
    }
}

/// Sentences of a class, by what became of them.
struct ClassTally {
    class: String,
    endings: Vec<Ending>,
    misread_95: [f64; 2],
}

impl ClassTally {
    fn count(&self, ending: Ending) -> Cell {
        self.endings.iter().filter(|each| **each == ending).count().into()
    }
}

struct HeardSentence {
    id: String,
    class: String,
    text: String,
    ended: Ending,
    because: String,
}

/// Proposes every sentence.
///
/// # Errors
/// A file with a mistake, or a fleet with one.
pub fn run(arguments: &Arguments, place: &Place) -> Result<Measurement> {
    let fleet = Fleet::read(&arguments.of.fleet, &place.share)?;
    let desk = Desk::of(fleet.file.read_transport()?, &fleet.file.order);
    let sentences = arguments.of.read(Sentence::read)?;
    let progress = bar(sentences.len() as u64, "sentences");
    let mut heard = Vec::new();
    for sentence in sentences {
        heard.push(desk.hear(sentence)?);
        progress.inc(1);
    }
    progress.finish_and_clear();
    let misread = heard.iter().filter(|sentence| sentence.ended.is_misread());
    let note = |sentence: &HeardSentence| {
        let HeardSentence { id, text, ended, because, .. } = sentence;
        format!("{}: {id} {text:?} was read as {because}", ended.name())
    };
    let notes = misread.map(note).collect();
    let sheets = vec![
        Sheet::new("groups", "", &tallies(&heard)?, tally_columns()),
        Sheet::new("sentences", "", &heard, sentence_columns()).raw(),
    ];
    Ok(Measurement { notes, ..Measurement::new("Constraints in other people's words", sheets) })
}

fn tally_columns() -> Vec<Column<ClassTally>> {
    type C = Column<ClassTally>;
    vec![
        C::new("class", "class", Unit::Plain, |of| of.class.as_str().into()),
        C::new("sentences", "sentences", Unit::Plain, |of| of.endings.len().into()),
        C::new("exact", "exact", Unit::Plain, |of| of.count(Ending::Exact)),
        C::new("weaker", "weaker", Unit::Plain, |of| of.count(Ending::Weaker)),
        C::new("stronger", "stronger", Unit::Plain, |of| of.count(Ending::Stronger)),
        C::new("different", "different", Unit::Plain, |of| of.count(Ending::Different)),
        C::new("untold", "untold", Unit::Plain, |of| of.count(Ending::Untold)),
        C::new("refused", "refused", Unit::Plain, |of| of.count(Ending::Refused)),
        C::new("rightly_refused", "rightly refused", Unit::Plain, |of| of.count(Ending::RightlyRefused)),
        C::new("invented", "invented", Unit::Plain, |of| of.count(Ending::Invented)),
        C::new("misread_95", "misread (95 %)", Unit::Percent(1), |of| Cell::Interval(of.misread_95)),
    ]
}

fn sentence_columns() -> Vec<Column<HeardSentence>> {
    type C = Column<HeardSentence>;
    vec![
        C::raw("id", |of| of.id.as_str().into()),
        C::raw("class", |of| of.class.as_str().into()),
        C::raw("text", |of| of.text.as_str().into()),
        C::raw("ended", |of| of.ended.name().into()),
        C::raw("because", |of| of.because.as_str().into()),
    ]
}

/// A desk that accepts proposed constraints.
struct Desk {
    domain: Arc<Transport>,
    world: Arc<World>,
    vocabulary: Vocabulary,
}

impl Desk {
    fn of(domain: Arc<Transport>, fleet: &[RobotId]) -> Self {
        let world = domain.world(fleet.len());
        Self { vocabulary: Vocabulary::of(&world), domain, world }
    }

    fn hear(&self, Sentence { id, class, text, meant }: Sentence) -> Result<HeardSentence> {
        for formula in &meant {
            // A name that the world does not have would compare as another one.
            if let Err(error @ EnglishError::UnknownProposition { .. }) = paraphrase(formula, &self.vocabulary) {
                return Err(error).with_context(|| format!("{id}: ltl {formula}"));
            }
        }
        let (ended, because) = match (self.propose(&text)?, meant.is_empty()) {
            (Err(reason), false) => (Ending::Refused, reason),
            (Err(reason), true) => (Ending::RightlyRefused, reason),
            (Ok(read), true) => (Ending::Invented, read.to_string()),
            (Ok(read), false) => (self.closest(&read, &meant)?, read.to_string()),
        };
        Ok(HeardSentence { id, class, text, ended, because })
    }

    /// The formula that a fresh monitor reads from the words, or its reason to refuse them.
    fn propose(&self, text: &str) -> Result<Result<Formula, String>> {
        let second = Duration::from_secs(1);
        let timing = Timing { world_timeout: second, lease: second, start_patience: second };
        let mut monitor = Monitor::new(Policy::new(Arc::clone(&self.world), Some(self.domain.clone()), timing, true)?);
        Ok(match monitor.propose_constraint(Stamp::default(), text, "bench") {
            Ok(proposal) => proposal.objection.map_or(Ok(proposal.translation.formula), Err),
            Err(ProposalError::Inactive(inactive)) => return Err(inactive.into()),
            Err(ProposalError::Constraint(error)) => Err(error.to_string()),
        })
    }

    /// Compares the reading with each fair meaning and returns the closest result.
    fn closest(&self, read: &Formula, meant: &[Formula]) -> Result<Ending> {
        let mut endings = Vec::new();
        for meant in meant {
            endings.push(match compare(&self.world, read, meant) {
                Ok(Some(Comparison::Same)) => Ending::Exact,
                Ok(Some(Comparison::Weaker)) => Ending::Weaker,
                Ok(Some(Comparison::Stronger)) => Ending::Stronger,
                Ok(Some(Comparison::Different)) => Ending::Different,
                Ok(None) | Err(_) => Ending::Untold,
            });
        }
        endings.into_iter().min().context("it has a meaning")
    }
}

fn tallies(heard: &[HeardSentence]) -> Result<Vec<ClassTally>> {
    let mut by_class: BTreeMap<&str, Vec<Ending>> = BTreeMap::new();
    for sentence in heard {
        by_class.entry("all").or_default().push(sentence.ended);
        by_class.entry(&sentence.class).or_default().push(sentence.ended);
    }
    let tally = |(class, endings): (&str, Vec<Ending>)| {
        let misread = endings.iter().filter(|ending| ending.is_misread()).count();
        let Interval { low, high } = exact_interval(misread, endings.len(), 0.95)?;
        Ok(ClassTally { class: class.to_owned(), endings, misread_95: [low, high] })
    };
    by_class.into_iter().map(tally).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn desk(robots: usize) -> Desk {
        let fleet: Vec<RobotId> =
            (1..=robots).map(|robot| RobotId::new(&format!("robot_{robot}")).expect("a name")).collect();
        Desk::of(Arc::new(Transport::household()), &fleet)
    }

    fn heard(text: &str, ltl: &str) -> Result<Ending> {
        let expect = if ltl.is_empty() { "refuse" } else { "read" };
        let mut line = serde_json::json!({"id": "a", "class": "c", "text": text, "expect": expect});
        if !ltl.is_empty() {
            line["ltl"] = ltl.into();
        }
        Ok(desk(2).hear(Sentence::read(&line.to_string())?)?.ended)
    }

    fn ended(text: &str, ltl: &str) -> Ending {
        heard(text, ltl).expect("a sound line")
    }

    #[test]
    fn a_meaning_about_what_the_world_does_not_have_is_named() {
        let error = heard("Robot 1 must never go to the stove.", "G !at(robot_1, drawer)").expect_err("no such drawer");
        assert!(
            format!("{error:#}").contains("this world has no proposition \"at(robot_1, drawer)\": did you mean"),
            "{error:#}"
        );
    }

    #[test]
    fn what_was_read_is_compared_with_what_was_meant_under_the_laws() {
        let never = "Robot 1 must never go to the stove.";
        assert_eq!(ended(never, "G !at(robot_1, stove)"), Ending::Exact);
        assert_eq!(ended(never, "G !(at(robot_1, stove) | at(robot_2, stove))"), Ending::Weaker);
        assert_eq!(ended(never, "G (at(robot_1, stove) -> at(robot_2, stove))"), Ending::Stronger);
        assert_eq!(ended(never, "G !at(robot_2, stove)"), Ending::Different);
        // A robot is at one place at a time.
        assert_eq!(ended(never, "G (!at(robot_1, stove) & !(at(robot_1, stove) & at(robot_1, sink)))"), Ending::Exact);
        assert_eq!(ended("Is robot 1 at the stove?", ""), Ending::RightlyRefused);
        assert_eq!(ended("Is robot 1 at the stove?", "F at(robot_1, stove)"), Ending::Refused);
        assert_eq!(ended(never, ""), Ending::Invented);
    }

    #[test]
    fn the_examples_are_read_as_they_are_meant() {
        let desk = desk(3);
        for line in include_str!("../../../examples/constraints.jsonl").lines() {
            let row = Sentence::read(line).and_then(|sentence| desk.hear(sentence)).expect("a sound line");
            assert!(!row.ended.is_misread(), "{line}: {:?}, {}", row.ended, row.because);
        }
    }
}
