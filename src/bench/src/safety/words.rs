//! From a constraint as somebody writes it to the formula that is enforced.

use anyhow::{Context, Result};
use rand::RngExt;
use rand_chacha::ChaCha12Rng;
use surefleet_ltl::{Automaton, Binary, Budget, Constraint, Formula, Verdict, Vocabulary};

use super::{home::Home, rule::WordedRule};

/// Share of constraints that are written with a slip; an assumption.
pub const SLIP_RATE: f64 = 0.1;

/// A constraint as it was written before and after somebody confirmed it.
#[derive(Debug, Clone)]
pub struct RuleReading {
    /// As first written. If a reader must refuse that, the words that were meant replace it.
    pub unconfirmed: Constraint,
    /// After a (simulated) person compared it with what was meant, and had every wrong one written again.
    pub confirmed: Constraint,
    /// Whether the two differ in meaning.
    pub is_wrong: bool,
}

/// What is enforced of a rule, with a slip at the stated rate. Each rule is enforced as its writer means it: how well
/// words are read is measured elsewhere (`surefleet bench constraints`).
///
/// # Errors
/// A rule whose meaning is no formula.
pub fn read(rule: &WordedRule, home: &Home, rng: &mut ChaCha12Rng) -> Result<RuleReading> {
    let constraint = |rule: &WordedRule| -> Result<Constraint> {
        let formula = Formula::parse(&rule.meaning).context("the meaning of a rule")?;
        Ok(Constraint { words: rule.words.clone(), formula })
    };
    let meant = constraint(rule)?;
    let slipped = rng.random_bool(SLIP_RATE).then(|| rule.slipped(home, rng).0).flatten();
    let unconfirmed = slipped.as_ref().map_or_else(|| Ok(meant.clone()), constraint)?;
    let is_wrong = !are_equivalent(&unconfirmed.formula, &meant.formula)?;
    Ok(RuleReading { confirmed: if is_wrong { meant } else { unconfirmed.clone() }, unconfirmed, is_wrong })
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
    fn some_slips_mean_something_else_and_are_found_before_they_are_confirmed() {
        let mut rng = ChaCha12Rng::seed_from_u64(1);
        let mut seen = BTreeSet::<RulePattern>::new();
        let mut wrong = 0;
        for experiment in Experiment::ALL {
            let home = experiment.home();
            for _ in 0..400 {
                let rule = WordedRule::draw(&home, &[], &mut rng);
                let read = read(&rule, &home, &mut rng).expect("a formula");
                let meant = Formula::parse(&rule.meaning).expect("a formula");
                assert!(are_equivalent(&read.confirmed.formula, &meant).expect("it is small"), "{rule:?}");
                seen.insert(rule.pattern);
                wrong += usize::from(read.is_wrong);
            }
        }
        assert_eq!(seen.len(), RulePattern::ALL.len());
        // One rule in ten has a slip. A misspelt name is noticed at once.
        assert!((20..=80).contains(&wrong), "{wrong} of 800");
    }
}
