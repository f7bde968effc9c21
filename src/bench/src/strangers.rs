//! `surefleet bench strangers`: what a calibrated fleet does alone with missions in other people's words.

mod meant;
mod trial;

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use surefleet_cli::{fleet::Fleet, place::Place, work::bar};
use surefleet_conformal::{Interval, exact_interval};

use self::{
    meant::Sentence,
    trial::{MissionEnding, Strangers},
};
use super::sentences::Sentences;
use crate::measurement::{Cell, Column, Detail, Measurement, Sheet, Unit};

/// The fields of `--json`, for `--help`.
const FIELDS: &str = "\
The sentences are yours: a file with one JSON object a line,
  id, text           a name for it, and the mission
  kind, class        words to group by
  expect             do: a reasonable person would know what to do, and the robots can do it; ask: otherwise
  meaning            for do, an object of what is meant; what does not apply is left out
    deliver          [{any_of: [items], to: [places]}]: one of the items is at one of the places in the end; nothing
                     else is moved
    forbid           [{robot: name or null, verb: grab|go_to|open|put_down, what: [names]}]
    by               [{item, robot}]: who is to carry it
    order            [[first, second]]: the first is put down before the second is picked up
    open             [containers]: open in the end

Every sentence is a mission in the world of the fleet's simulator. The planners that decide are those of the fleet,
with its model and its calibration; what they decide succeeds. The mission ends with the first question to a person.
  right              done as meant, and nobody was asked
  asked              a person was asked, and nothing had been done otherwise than meant
  refused            nothing was done: the mission was not admitted, or ended without a claim of success; a text of
                     several meanings is not admitted here, while a fleet that runs may ask which is meant
  wrong              something was done that is not meant, or success was claimed that is none, and nobody had been
                     asked

With --json, one object: schema, machine, date, command, scorer, and
  groups             an array: kind, class (all: of the kind), sentences, right, asked, refused, wrong, wrong_95
                     (exact interval of its share)
  sentences          an array: id, kind, class, text, ended (right, asked, refused, wrong), because";

/// The options of the strangers benchmark: the source of the sentences, and the fleet.
#[derive(clap::Args)]
#[command(after_long_help = FIELDS)]
pub struct Arguments {
    #[command(flatten)]
    of: Sentences,
}

/// Sentences of a kind and class, by what became of them.
struct ClassTally {
    kind: String,
    class: String,
    sentences: usize,
    right: usize,
    asked: usize,
    refused: usize,
    wrong: usize,
    wrong_95: [f64; 2],
}

struct HeardSentence {
    id: String,
    kind: String,
    class: String,
    text: String,
    ended: MissionEnding,
    because: String,
}

/// Tries every sentence.
///
/// # Errors
/// A file or a fleet with a mistake, a fleet that may not act alone, or a scorer that fails.
pub fn run(arguments: &Arguments, place: &Place) -> Result<Measurement> {
    let fleet = Fleet::read(&arguments.of.fleet, &place.share)?;
    let domain = fleet.file.read_transport()?;
    let read = |line: &str| Sentence::read(line, &domain, &fleet.file.order);
    let sentences = arguments.of.read(read)?;
    // A model behind HTTP has its connections driven here.
    let runtime = tokio::runtime::Runtime::new().context("cannot start a thread for the scorer's connections")?;
    let _inside = runtime.enter();
    let strangers = Strangers::new(&fleet)?;
    let progress = bar(sentences.len() as u64, "sentences");
    let mut heard = Vec::new();
    for sentence in &sentences {
        let (ended, because) = strangers.hear(sentence)?;
        let Sentence { id, kind, class, text, .. } = sentence.clone();
        heard.push(HeardSentence { id, kind, class, text, ended, because });
        progress.inc(1);
    }
    progress.finish_and_clear();
    let wrong = heard.iter().filter(|sentence| sentence.ended == MissionEnding::Wrong);
    let note = |HeardSentence { id, text, because, .. }: &HeardSentence| {
        format!("wrong, and nobody was asked: {id} {text:?}: {because}")
    };
    let notes = wrong.map(note).collect();
    let sheets = vec![
        Sheet::new("groups", "", &tallies(&heard)?, tally_columns()),
        Sheet::new("sentences", "", &heard, sentence_columns()).raw(),
    ];
    let details = vec![Detail::new("scorer", "scorer", Unit::Plain, strangers.scorer())];
    Ok(Measurement { details, notes, ..Measurement::new("Missions in other people's words", sheets) })
}

fn tally_columns() -> Vec<Column<ClassTally>> {
    type C = Column<ClassTally>;
    vec![
        C::new("kind", "kind", Unit::Plain, |of| of.kind.as_str().into()),
        C::new("class", "class", Unit::Plain, |of| of.class.as_str().into()),
        C::new("sentences", "sentences", Unit::Plain, |of| of.sentences.into()),
        C::new("right", "right alone", Unit::Plain, |of| of.right.into()),
        C::new("asked", "asked", Unit::Plain, |of| of.asked.into()),
        C::new("refused", "refused", Unit::Plain, |of| of.refused.into()),
        C::new("wrong", "wrong, not asked", Unit::Plain, |of| of.wrong.into()),
        C::new("wrong_95", "of all (95 %)", Unit::Percent(1), |of| Cell::Interval(of.wrong_95)),
    ]
}

fn sentence_columns() -> Vec<Column<HeardSentence>> {
    type C = Column<HeardSentence>;
    vec![
        C::raw("id", |of| of.id.as_str().into()),
        C::raw("kind", |of| of.kind.as_str().into()),
        C::raw("class", |of| of.class.as_str().into()),
        C::raw("text", |of| of.text.as_str().into()),
        C::raw("ended", |of| of.ended.name().into()),
        C::raw("because", |of| of.because.as_str().into()),
    ]
}

fn tallies(heard: &[HeardSentence]) -> Result<Vec<ClassTally>> {
    let mut by_name: BTreeMap<(&str, &str), Vec<MissionEnding>> = BTreeMap::new();
    for sentence in heard {
        by_name.entry((&sentence.kind, "all")).or_default().push(sentence.ended);
        by_name.entry((&sentence.kind, &sentence.class)).or_default().push(sentence.ended);
    }
    let tally = |((kind, class), endings): ((&str, &str), Vec<MissionEnding>)| {
        let count = |ending: MissionEnding| endings.iter().filter(|each| **each == ending).count();
        let wrong = count(MissionEnding::Wrong);
        let Interval { low, high } = exact_interval(wrong, endings.len(), 0.95)?;
        Ok(ClassTally {
            kind: kind.to_owned(),
            class: class.to_owned(),
            sentences: endings.len(),
            right: count(MissionEnding::Right),
            asked: count(MissionEnding::Asked),
            refused: count(MissionEnding::Refused),
            wrong,
            wrong_95: [low, high],
        })
    };
    by_name.into_iter().map(tally).collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn shipped() -> Fleet {
        let share = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        Fleet::read("household-demo", &share).expect("a fleet that is shipped")
    }

    fn heard(fleet: &Fleet, line: &str) -> (MissionEnding, String) {
        let domain = fleet.file.read_transport().expect("it is the household's");
        let sentence = Sentence::read(line, &domain, &fleet.file.order).expect("a sentence");
        Strangers::new(fleet).and_then(|strangers| strangers.hear(&sentence)).expect("scores")
    }

    #[test]
    fn the_demos_fleet_does_a_clear_mission_alone() {
        let delivery = |item: &str, to: &[&str]| serde_json::json!({"any_of": [item], "to": to});
        let deliver = [
            delivery("apple_1", &["sink"]),
            delivery("tomato_1", &["shelf"]),
            delivery("potato_1", &["sink"]),
            delivery("bread_2", &["counter"]),
        ];
        let text = "Move apple 1 to the sink. Move tomato 1 to the shelf. Move potato 1 to the sink. \
                    Move bread 2 to the counter. Robot 2 must never open the fridge.";
        let line = serde_json::json!({
            "id": "demo", "kind": "clear", "class": "demo", "text": text, "expect": "do",
            "meaning": {"deliver": deliver},
        });
        let (ending, because) = heard(&shipped(), &line.to_string());
        assert_eq!(ending, MissionEnding::Right, "{because}");
    }

    #[test]
    fn each_shipped_sentence_can_be_read() {
        let fleet = shipped();
        let domain = fleet.file.read_transport().expect("it is the household's");
        for line in include_str!("../../../examples/strangers-missions.jsonl").lines() {
            Sentence::read(line, &domain, &fleet.file.order).unwrap_or_else(|error| panic!("{line}: {error:#}"));
        }
    }

    #[test]
    fn the_examples_are_done_as_meant_or_asked_about() {
        let fleet = shipped();
        for line in include_str!("../../../examples/sentences.jsonl").lines() {
            let (ending, because) = heard(&fleet, line);
            let expected = if line.contains("\"id\": \"plain\"") {
                ending == MissionEnding::Right
            } else {
                ending != MissionEnding::Wrong
            };
            assert!(expected, "{line}: {ending:?}, {because}");
        }
    }

    #[test]
    fn something_else_than_meant_is_wrong_though_nobody_was_asked() {
        let to_table = r#"{"id": "a", "kind": "k", "class": "c", "text": "Bring apple 1 to the sink.", "expect": "do",
            "meaning": {"deliver": [{"any_of": ["apple_1"], "to": ["table"]}]}}"#;
        let (ending, because) = heard(&shipped(), &to_table.replace('\n', " "));
        assert_eq!((ending, because.as_str()), (MissionEnding::Wrong, "apple 1 is not where it should be"));
        let nothing =
            r#"{"id": "a", "kind": "k", "class": "c", "text": "Bring apple 1 to the sink.", "expect": "ask"}"#;
        assert_eq!(heard(&shipped(), nothing).0, MissionEnding::Wrong);
    }
}
