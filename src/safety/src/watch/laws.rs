//! A constraint under the laws of a domain: whether anything can violate it, and whether anything can keep it.

use std::collections::BTreeSet;

use surefleet_ltl::{Axioms, Budget, Constraint, Formula, Group, LtlError, Proposition, Spec, Unary};
use surefleet_world::World;

use super::alphabet::Alphabet;

/// The work allowed for one answer, some milliseconds; beyond it there is no answer.
pub(super) const BUDGET: Budget = Budget { states: 4096, operations: 1_000_000, work: 1 << 11 };

/// The effect of a constraint under the laws.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Substance {
    /// Something can violate it, and something can keep it.
    Whole,
    /// The same, but nothing can violate these conjuncts: each in infix syntax, with the laws that prevent it.
    Partly(Vec<(String, Vec<String>)>),
    /// Nothing can violate it, by these laws.
    Idle(Vec<String>),
    /// Nothing can keep it, by these laws.
    Hopeless(Vec<String>),
    /// Telling would take too much work.
    Undecided,
}

/// Judges a constraint alone, in every possible world.
///
/// # Errors
/// [`LtlError::TooLarge`].
pub(crate) fn substance(world: &World, formula: &Formula) -> Result<Substance, LtlError> {
    let conjuncts = formula.conjuncts();
    let alphabet = Alphabet::of(world, formula.propositions());
    let spec = compile(&conjuncts, &alphabet.axioms)?;
    if !spec.report().conflicts.is_empty() {
        let can_be_kept = |axioms: &Axioms| compile(&conjuncts, axioms).map(|spec| spec.report().conflicts.is_empty());
        return Ok(Substance::Hopeless(needed(&alphabet, |axioms| matches!(can_be_kept(axioms), Ok(false)))));
    }
    let mut is_undecided = spec.report().is_undetermined;
    let mut idle = Vec::new();
    for conjunct in &conjuncts {
        let alone = std::slice::from_ref(conjunct);
        let alphabet = Alphabet::of(world, conjunct.propositions());
        match compile(alone, &alphabet.axioms)?.can_violate(0) {
            Some(true) => {}
            Some(false) => {
                let is_idle = |axioms: &Axioms| compile(alone, axioms).map(|spec| spec.can_violate(0));
                let laws = needed(&alphabet, |axioms| matches!(is_idle(axioms), Ok(Some(false))));
                idle.push((conjunct.to_string(), laws));
            }
            None => is_undecided = true,
        }
    }
    Ok(if idle.len() == conjuncts.len() {
        let mut laws: Vec<String> = idle.into_iter().flat_map(|(_, laws)| laws).collect();
        laws.sort_unstable();
        laws.dedup();
        Substance::Idle(laws)
    } else if is_undecided {
        Substance::Undecided
    } else if idle.is_empty() {
        Substance::Whole
    } else {
        Substance::Partly(idle)
    })
}

/// One constraint compared with another, in all worlds that the laws of a domain admit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Comparison {
    /// They allow the same.
    Same,
    /// It allows more.
    Weaker,
    /// It allows less.
    Stronger,
    /// Each allows something that the other does not.
    Different,
}

/// Compares a constraint with `other`, where facts and deeds that can never be are false; `None`: it took too much work to
/// tell.
///
/// # Errors
/// [`LtlError`] for a formula that is too large.
pub fn compare(world: &World, constraint: &Formula, other: &Formula) -> Result<Option<Comparison>, LtlError> {
    let settled = world.settled();
    let can_be = |name: &Proposition| match (world.atom(name.as_str()), world.find_deed(name.as_str())) {
        (Ok(atom), _) => settled.truth(&atom) != Some(false),
        (Err(_), Some((robot, decision))) => !settled.is_impossible(robot, decision),
        (Err(_), None) => true,
    };
    let mentioned: BTreeSet<&Proposition> = constraint.propositions().chain(other.propositions()).collect();
    let never = |name: &&Proposition| {
        Formula::unary(Unary::Globally, &Formula::unary(Unary::Not, &Formula::proposition((*name).clone())))
    };
    let never: Vec<Formula> = mentioned.iter().filter(|name| !can_be(name)).map(never).collect();
    let mut alphabet = Alphabet::of(world, mentioned);
    alphabet.add_implied(world);
    let implies = |one: &Formula, other: &Formula| -> Result<Option<bool>, LtlError> {
        let mut is_told = true;
        for conjunct in other.conjuncts() {
            let mut all = [one.conjuncts(), never.clone()].concat();
            all.push(Formula::unary(Unary::Not, &conjunct));
            let constraint = |formula: Formula| Constraint { words: String::new(), formula };
            let spec = Spec::compile(all.into_iter().map(constraint).collect(), &alphabet.axioms, &Budget::default())?;
            let report = spec.report();
            if report.conflicts.is_empty() && !report.is_undetermined {
                return Ok(Some(false));
            }
            is_told &= !report.conflicts.is_empty();
        }
        Ok(is_told.then_some(true))
    };
    let allows_less = implies(constraint, other)?;
    let allows_more = implies(other, constraint)?;
    Ok(allows_less.zip(allows_more).map(|told| match told {
        (true, true) => Comparison::Same,
        (false, true) => Comparison::Weaker,
        (true, false) => Comparison::Stronger,
        (false, false) => Comparison::Different,
    }))
}

/// The propositions of a formula that exclude one another.
pub(crate) fn exclusions(world: &World, formula: &Formula) -> Vec<Group> {
    Alphabet::of(world, formula.propositions()).axioms.groups
}

fn compile(conjuncts: &[Formula], axioms: &Axioms) -> Result<Spec, LtlError> {
    let constraint = |formula: &Formula| Constraint { words: String::new(), formula: formula.clone() };
    Spec::compile(conjuncts.iter().map(constraint).collect(), axioms, &BUDGET)
}

/// The laws that are needed for a property. Each law in turn is left out for good if the property holds without it.
pub(super) fn needed(alphabet: &Alphabet, is_so: impl Fn(&Axioms) -> bool) -> Vec<String> {
    let mut kept: Vec<usize> = (0..alphabet.laws.len()).collect();
    for law in 0..alphabet.laws.len() {
        let others: Vec<usize> = kept.iter().copied().filter(|&other| other != law).collect();
        let groups = others.iter().map(|&law| alphabet.axioms.groups[law].clone()).collect();
        if is_so(&Axioms { groups, ..alphabet.axioms.clone() }) {
            kept = others;
        }
    }
    kept.into_iter().map(|law| alphabet.laws[law].clone()).collect()
}

/// The number of laws that are named.
const NAMED: usize = 3;

/// ", since robot_1 is at one place at a time"; empty if no law is involved.
pub(crate) fn under(laws: &[String]) -> String {
    let more = laws.len().saturating_sub(NAMED);
    let named = laws[..laws.len() - more].join(" and ");
    match laws.len() {
        0 => String::new(),
        _ if more > 0 => format!(", since {named} ({more} more such laws)"),
        _ => format!(", since {named}"),
    }
}
