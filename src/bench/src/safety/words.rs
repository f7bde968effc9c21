//! From the words of a constraint to the formula that is enforced.

use anyhow::{Context, Result, ensure};
use rand::RngExt;
use rand_chacha::ChaCha12Rng;
use surefleet_ltl::{Automaton, Binary, Budget, Constraint, Formula, Verdict, Vocabulary};
use surefleet_mission::{Kind, Preposition};
use surefleet_safety::{Lexicon, Predicate, Sense, Thing, translate};

use super::{home::Home, rule::WordedRule};

/// Share of constraints that are written or read with a slip; an assumption.
pub const SLIP_RATE: f64 = 0.1;

/// A constraint as it was read before and after somebody confirmed it.
#[derive(Debug, Clone)]
pub struct RuleReading {
    /// The first translation. If it was refused as unreadable, a correct one replaces it.
    pub unconfirmed: Constraint,
    /// After a (simulated) person compared it with what was meant, and had every wrong one written again.
    pub confirmed: Constraint,
    /// Whether the two differ in meaning.
    pub is_wrong: bool,
}

/// The words of a home: one robot that no proposition names, and the paper's seven predicates.
pub fn lexicon(home: &Home) -> Lexicon {
    let thing = |(name, kind): (&'static str, Kind)| Thing {
        name: name.to_owned(),
        phrase: format!("the {}", name.replace('_', " ")),
        words: vec![],
        kind,
        preposition: if kind == Kind::Container { Preposition::In } else { Preposition::On },
    };
    let predicate = |name: &str, sense, only| Predicate { name: name.to_owned(), sense, names_robot: false, only };
    let predicates = vec![
        predicate("agent_at", Sense::Position, None),
        predicate("is_switchedon", Sense::Power, None),
        predicate("is_open", Sense::Opening, None),
        predicate("is_grabbed", Sense::Possession, None),
        predicate("is_touched", Sense::Contact, None),
        predicate("is_on", Sense::Location, Some(Preposition::On)),
        predicate("is_in", Sense::Location, Some(Preposition::In)),
    ];
    Lexicon::new(vec![], home.names().map(thing).collect(), predicates)
}

/// Translates a rule, with a slip in its words at the stated rate.
///
/// # Errors
/// A rule whose own words do not mean what they should: then the translation or the rule is wrong, and so would be
/// every figure.
pub fn read(rule: &WordedRule, home: &Home, lexicon: &Lexicon, rng: &mut ChaCha12Rng) -> Result<RuleReading> {
    let meaning = Formula::parse(&rule.meaning).context("the meaning of a rule")?;
    let slipped = rng.random_bool(SLIP_RATE).then(|| rule.slipped(home, rng).0);
    let clean = || -> Result<Constraint> {
        let formula = translate(&rule.words, lexicon).with_context(|| rule.words.clone())?.formula;
        ensure!(are_equivalent(&formula, &meaning)?, "{:?} was read as {formula}, not as {meaning}", rule.words);
        Ok(Constraint { words: rule.words.clone(), formula })
    };
    let unconfirmed = match slipped.as_ref().map(|words| (words, translate(words, lexicon))) {
        Some((words, Ok(read))) => Constraint { words: words.clone(), formula: read.formula },
        Some((_, Err(_))) | None => clean()?,
    };
    let is_wrong = !are_equivalent(&unconfirmed.formula, &meaning)?;
    let confirmed = if is_wrong { clean()? } else { unconfirmed.clone() };
    Ok(RuleReading { unconfirmed, confirmed, is_wrong })
}

/// Whether the same finite traces satisfy both.
fn are_equivalent(one: &Formula, other: &Formula) -> Result<bool> {
    let differ = Formula::binary(Binary::Xor, one, other);
    let automaton = Automaton::compile(&differ, &mut Vocabulary::default(), &Budget::default())?;
    Ok(automaton.verdict(automaton.initial()) == Verdict::ViolatedForGood)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rand::SeedableRng;

    use super::*;
    use crate::safety::{experiment::Experiment, rule::RulePattern};

    #[test]
    fn the_words_of_every_sort_of_rule_mean_what_their_writer_means() {
        let mut rng = ChaCha12Rng::seed_from_u64(1);
        let mut seen = BTreeSet::<RulePattern>::new();
        let mut wrong = 0;
        for experiment in Experiment::ALL {
            let home = experiment.home();
            let lexicon = lexicon(&home);
            for _ in 0..400 {
                let rule = WordedRule::draw(&home, &[], &mut rng);
                let read = read(&rule, &home, &lexicon, &mut rng).unwrap_or_else(|error| panic!("{error:#}"));
                seen.insert(rule.pattern);
                wrong += usize::from(read.is_wrong);
            }
        }
        assert_eq!(seen.len(), RulePattern::ALL.len());
        // One rule in ten has a slip. The translation itself notices some of the slips.
        assert!((20..=80).contains(&wrong), "{wrong} of 800");
    }
}
