//! The order in which derived predicates follow from others.

use crate::{
    domain::Origin,
    formula::{Formula, Term},
    ids::PredicateId,
    names::{Names, Resolved},
};

/// A predicate that a definition uses; `is_positive`: only so that more of it can only mean more of the defined one.
struct Use {
    predicate: PredicateId,
    is_positive: bool,
}

/// Checks that no predicate follows from itself through a negation, a comparison or a case.
pub(crate) fn check(names: &Names<'_>) -> Resolved<()> {
    let uses: Vec<Vec<Use>> = names.predicates.iter().map(|one| uses_of(&one.origin)).collect();
    for (place, predicate) in names.predicates.iter().enumerate() {
        for one in &uses[place] {
            if !one.is_positive && reaches(&uses, one.predicate.index(), place) {
                let problem = format!("{:?} follows from itself through a negation or a value", predicate.name);
                let mend = "define it without, or by way of a predicate that does not follow from it";
                return Err(names.fault("predicates", &predicate.name, problem, mend));
            }
        }
    }
    Ok(())
}

/// Whether a predicate follows from itself.
pub(crate) fn is_recursive(origins: &[&Origin], of: usize) -> bool {
    let uses: Vec<Vec<Use>> = origins.iter().map(|origin| uses_of(origin)).collect();
    uses[of].iter().any(|one| reaches(&uses, one.predicate.index(), of))
}

fn reaches(uses: &[Vec<Use>], from: usize, to: usize) -> bool {
    let mut is_seen = vec![false; uses.len()];
    let mut open = vec![from];
    while let Some(next) = open.pop() {
        if next == to {
            return true;
        }
        if !std::mem::replace(&mut is_seen[next], true) {
            open.extend(uses[next].iter().map(|one| one.predicate.index()));
        }
    }
    false
}

fn uses_of(origin: &Origin) -> Vec<Use> {
    let mut uses = Vec::new();
    match origin {
        Origin::State | Origin::Fixed => {}
        Origin::Derived(formula) => in_formula(formula, true, &mut uses),
        Origin::Cases(cases) => {
            for case in cases {
                in_formula(&case.when, true, &mut uses);
                in_term(&case.value, &mut uses);
            }
            uses.iter_mut().for_each(|one| one.is_positive = false);
        }
    }
    uses
}

fn in_formula(formula: &Formula, is_positive: bool, uses: &mut Vec<Use>) {
    match formula {
        Formula::Constant(_) => {}
        Formula::Holds(predicate, arguments) => {
            uses.push(Use { predicate: *predicate, is_positive });
            arguments.iter().for_each(|argument| in_term(argument, uses));
        }
        Formula::Equal(left, right) => {
            in_term(left, uses);
            in_term(right, uses);
        }
        Formula::IsOf(term, _) => in_term(term, uses),
        Formula::Not(inner) => in_formula(inner, !is_positive, uses),
        Formula::And(parts) | Formula::Or(parts) => {
            parts.iter().for_each(|part| in_formula(part, is_positive, uses));
        }
        Formula::ForAll(_, body) | Formula::Exists(_, body) => in_formula(body, is_positive, uses),
    }
}

/// The value of a predicate in a term may change in any way, so its use is never positive.
fn in_term(term: &Term, uses: &mut Vec<Use>) {
    if let Term::Value(predicate, arguments) = term {
        uses.push(Use { predicate: *predicate, is_positive: false });
        arguments.iter().for_each(|argument| in_term(argument, uses));
    }
}
