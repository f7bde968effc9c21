//! The judgement of a reading: it says what was meant, or something else, in all worlds that the laws admit.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use surefleet_english::{EnglishError, Partial, Reading, Vocabulary, partial, read};
use surefleet_grounded::{Meaning, Rewriter};
use surefleet_ltl::{Formula, Proposition};
use surefleet_mission::{Forms, SiteNames};
use surefleet_onnx::OnnxModel;
use surefleet_safety::{Comparison, compare};
use surefleet_world::World;

use super::{
    later,
    notation::Notation,
    same,
    sentence::{Expect, Kind, Sentence},
};

/// Formulas with more pairs of parts are not compared.
const MOST_PAIRS: usize = 400;

/// What became of a sentence; in the order of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    Right,
    Stricter,
    Asked,
    AskedOther,
    Refused,
    RightlyRefused,
    Misread,
    Chosen,
    Invented,
    Untold,
}

impl Ending {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Stricter => "stricter",
            Self::Asked => "asked",
            Self::AskedOther => "asked_other",
            Self::Refused => "refused",
            Self::RightlyRefused => "rightly_refused",
            Self::Misread => "misread",
            Self::Chosen => "chosen",
            Self::Invented => "invented",
            Self::Untold => "untold",
        }
    }

    pub fn is_misread(self) -> bool {
        matches!(self, Self::Misread | Self::Chosen | Self::Invented)
    }
}

/// What became of a sentence.
pub struct Heard {
    pub ending: Ending,
    /// What was read, or why nothing was.
    pub because: String,
    /// What people are told that it was read as, where that is one thing.
    pub words: Option<String>,
    /// The time that reading took.
    pub took: Duration,
}

/// How much people are asked about a mission beside what its robots are unsure of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asks {
    /// It looks like the missions of the fleet's calibration.
    Nobody,
    /// Once whether it means what it was read as, since the words for that look so.
    Once,
    /// About each decision.
    All,
}

impl Asks {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nobody => "nobody",
            Self::Once => "once",
            Self::All => "all",
        }
    }
}

/// A site with its words.
pub struct Judge {
    world: Arc<World>,
    vocabulary: Vocabulary,
    notation: Notation,
    /// What the missions of the fleet's calibration look like; `None`: it has none that counts.
    calibrated: Option<(Forms, SiteNames)>,
}

impl Judge {
    pub fn of(world: Arc<World>, forms: Option<Forms>) -> Self {
        let calibrated = forms.map(|forms| (forms, SiteNames::of(&world)));
        Self { vocabulary: Vocabulary::of(&world), notation: Notation::of(world.clone()), world, calibrated }
    }

    /// The site.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// How much people are asked about a mission that was heard so.
    pub fn asks(&self, sentence: &Sentence, heard: &Heard) -> Asks {
        let Heard { ending, words, .. } = heard;
        let is_read = matches!(ending, Ending::Right | Ending::Stricter | Ending::Untold) || ending.is_misread();
        let (Some((forms, names)), Some(words), true) = (&self.calibrated, words, is_read) else { return Asks::All };
        let looks_alike = |text: &str| sentence.kind == Kind::Mission && forms.check_at(text, names).is_ok();
        if looks_alike(&sentence.text) {
            Asks::Nobody
        } else if looks_alike(words) {
            Asks::Once
        } else {
            Asks::All
        }
    }

    /// What became of a sentence.
    ///
    /// # Errors
    /// A meaning that is no formula of this world.
    pub fn hear(&self, sentence: &Sentence) -> Result<Heard> {
        let began = Instant::now();
        let found = match sentence.kind {
            Kind::Mission => partial(&sentence.text, &self.vocabulary),
            Kind::Constraint => read(&sentence.text, &self.vocabulary)
                .map(|reading| Partial { readings: vec![reading], unread: Vec::new() }),
        };
        let took = began.elapsed();
        let mut words = None;
        let (ending, because) = match found {
            Ok(Partial { readings, unread }) if readings.len() == 1 && unread.is_empty() => {
                words = Some(readings[0].words());
                self.judge(sentence, Ok(readings[0].formula()))?
            }
            Ok(shown) => self.shown(sentence, &shown)?,
            Err(error) => self.judge(sentence, Err(error))?,
        };
        Ok(Heard { ending, because, words, took })
    }

    /// What became of a mission that people are asked about before anybody acts on it.
    fn shown(&self, sentence: &Sentence, shown: &Partial) -> Result<(Ending, String)> {
        if sentence.expect != Expect::Formula {
            let words: Vec<String> = shown.readings.iter().map(Reading::words).collect();
            return Ok((Ending::RightlyRefused, words.join("; or: ")));
        }
        let mut ending = Ending::AskedOther;
        let mut says = Vec::new();
        for reading in &shown.readings {
            let (judged, formula) = self.judge(sentence, Ok(reading.formula()))?;
            ending = if matches!(judged, Ending::Right | Ending::Stricter) { Ending::Asked } else { ending };
            says.push(formula);
        }
        Ok((ending, says.join("; or: ")))
    }

    /// The likeliest meaning of a sentence in which a model rewrites it, with its probability; `None` if it has none.
    ///
    /// # Errors
    /// A model that does not run.
    pub fn rewritten(&self, sentence: &Sentence, rewriter: &mut Rewriter<OnnxModel>) -> Result<Option<(Meaning, f64)>> {
        Ok(rewriter.meanings(&sentence.text, &self.vocabulary)?.meanings.into_iter().next())
    }

    /// What became of a sentence that was read so.
    ///
    /// # Errors
    /// As [`Self::hear`].
    pub fn judge(
        &self,
        sentence: &Sentence,
        read: std::result::Result<Formula, EnglishError>,
    ) -> Result<(Ending, String)> {
        let notation = |text: &String| self.notation.read(text).with_context(|| format!("{:?}: {text}", sentence.text));
        let meant = sentence.meant.iter().map(notation).collect::<Result<Vec<Formula>>>()?;
        let formula = match read {
            Ok(formula) => formula,
            Err(error) => {
                let ending = match sentence.expect {
                    Expect::Formula => Ending::Refused,
                    Expect::Either | Expect::Readings | Expect::Refuse => Ending::RightlyRefused,
                };
                return Ok((ending, error.to_string()));
            }
        };
        let says = formula.to_string();
        let objection = match sentence.kind {
            Kind::Constraint => self.objection(&formula),
            // As the safety monitor refuses it: nothing done would do.
            Kind::Mission => (!formula.must_come_about()).then_some("it asks for nothing to be done"),
        };
        if let Some(objection) = objection {
            let is_right = sentence.expect != Expect::Formula;
            let ending = if is_right { Ending::RightlyRefused } else { Ending::Refused };
            return Ok((ending, format!("{objection}: {says}")));
        }
        Ok(match sentence.expect {
            Expect::Refuse => (Ending::Invented, says),
            Expect::Readings => (Ending::Chosen, says),
            Expect::Formula | Expect::Either => (self.ending(&formula, &meant), says),
        })
    }

    /// Why a constraint is not enforced: nothing can violate it, or nothing can keep it.
    fn objection(&self, formula: &Formula) -> Option<&'static str> {
        let is = |value| compare(&self.world, formula, &Formula::constant(value)) == Ok(Some(Comparison::Same));
        if is(true) {
            return Some("nothing can violate it");
        }
        is(false).then_some("nothing can keep it")
    }

    /// It means the same as one of the meanings, or lies between two of them.
    fn ending(&self, formula: &Formula, meant: &[Formula]) -> Ending {
        let is_one_of =
            |meant: &[Formula], formula: &Formula| meant.iter().any(|meant| self.are_plainly_same(formula, meant));
        if is_one_of(meant, formula) {
            return Ending::Right;
        }
        let tell = |meant: &[Formula]| -> Vec<Option<Comparison>> {
            meant.iter().map(|meant| self.compared(formula, meant)).collect()
        };
        let fits = |told: &[Option<Comparison>]| {
            let is = |comparison| told.contains(&Some(comparison));
            is(Comparison::Same) || (is(Comparison::Weaker) && is(Comparison::Stronger))
        };
        let told = tell(meant);
        if fits(&told) {
            return Ending::Right;
        }
        let is_deed = |name: &Proposition| self.world.find_deed(name.as_str()).is_some();
        let stricter: Vec<Formula> = meant.iter().flat_map(|meant| later::stricter(meant, &is_deed)).collect();
        let stays = || {
            let fits = |less: Formula| is_one_of(meant, &less) || is_one_of(&stricter, &less);
            later::without_lasting(formula).is_some_and(fits)
        };
        if is_one_of(&stricter, formula) || stays() || fits(&[told.as_slice(), &tell(&stricter)].concat()) {
            Ending::Stricter
        } else if told.contains(&None) {
            Ending::Untold
        } else {
            Ending::Misread
        }
    }

    /// The same as a whole, or part by part.
    fn are_plainly_same(&self, one: &Formula, other: &Formula) -> bool {
        if same::are_same(one, other) {
            return true;
        }
        let (one, other) = (same::split(one), same::split(other));
        if one.len() * other.len() > MOST_PAIRS {
            return false;
        }
        let is_enough = |part: &Formula, other: &Formula| {
            let told = || compare(&self.world, part, other);
            part == other || matches!(told(), Ok(Some(Comparison::Same | Comparison::Stronger)))
        };
        let implies = |parts: &[Formula], others: &[Formula]| {
            others.iter().all(|other| parts.iter().any(|part| is_enough(part, other)))
        };
        implies(&one, &other) && implies(&other, &one)
    }

    fn compared(&self, one: &Formula, other: &Formula) -> Option<Comparison> {
        let is_large = same::split(one).len() * same::split(other).len() > MOST_PAIRS;
        if is_large { None } else { compare(&self.world, one, other).ok().flatten() }
    }
}
