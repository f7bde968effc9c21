//! What actions use up.
//!
//! All robots of a joint step act on the state at its start. In PDDL one action follows another, and what the first has used
//! up is gone for the second. So a skill occupies what it uses up, and no two robots use up one thing in one step.

use super::{formulas::Task, model::Variable};
use crate::{
    error::PddlError,
    syntax::{Action, Atom, Change, Condition, Term},
};

impl Task {
    /// What a skill occupies, and the facts without arguments that its action uses up, which nothing can occupy.
    pub fn occupied(&self, action: &Action, scope: &[Variable]) -> Result<(Vec<String>, Vec<String>), PddlError> {
        let (mut occupied, mut unguarded) = (Vec::new(), Vec::new());
        let acts = |term: &Term| matches!(term, Term::Variable(name) if scope.iter().any(|(known, called, _)| known == name && called == "robot"));
        // What is said of the robot itself, no other robot uses up.
        for atom in used_up(action).into_iter().filter(|atom| !atom.arguments.iter().any(acts)) {
            match atom.arguments.first() {
                Some(term) => occupied.push(self.term(atom.at, term, scope)?),
                None => unguarded.push(atom.predicate.clone()),
            }
        }
        for names in [&mut occupied, &mut unguarded] {
            names.sort();
            names.dedup();
        }
        Ok((occupied, unguarded))
    }
}

/// The atoms that an action needs to hold and then deletes, or needs not to hold and then adds.
fn used_up(action: &Action) -> Vec<&Atom> {
    let mut needed = Vec::new();
    literals(&action.precondition, true, &mut needed);
    let [mut first, mut last] = [Vec::new(), Vec::new()];
    writes(&action.first, &mut first);
    writes(&action.effect, &mut last);
    // An atom that is deleted and added at once holds.
    let is_lasting = |all: &[(&Atom, bool)], atom: &Atom| all.iter().any(|(other, adds)| *adds && is_same(other, atom));
    let is_used_up = |(atom, holds): &(&Atom, bool)| {
        [&first, &last].iter().any(|all| {
            let ends = |(other, adds): &(&Atom, bool)| adds != holds && is_same(other, atom);
            all.iter().any(ends) && !(*holds && is_lasting(all, atom))
        })
    };
    needed.iter().filter(|literal| is_used_up(literal)).map(|(atom, _)| *atom).collect()
}

fn is_same(one: &Atom, other: &Atom) -> bool {
    one.predicate == other.predicate && one.arguments == other.arguments
}

fn literals<'a>(condition: &'a Condition, is_true: bool, out: &mut Vec<(&'a Atom, bool)>) {
    match condition {
        Condition::Holds(atom) => out.push((atom, is_true)),
        Condition::Not(inner) => literals(inner, !is_true, out),
        Condition::And(parts) if is_true => parts.iter().for_each(|part| literals(part, true, out)),
        Condition::Or(parts) if !is_true => parts.iter().for_each(|part| literals(part, false, out)),
        _ => {}
    }
}

fn writes<'a>(change: &'a Change, out: &mut Vec<(&'a Atom, bool)>) {
    match change {
        Change::Add(atom) => out.push((atom, true)),
        Change::Delete(atom) => out.push((atom, false)),
        Change::All(parts) => parts.iter().for_each(|part| writes(part, out)),
        Change::When(_, inner) => writes(inner, out),
        Change::ForAll(bound, body) => {
            let mut inner = Vec::new();
            writes(body, &mut inner);
            let is_bound =
                |term: &Term| matches!(term, Term::Variable(name) if bound.iter().any(|one| one.name == *name));
            out.extend(inner.into_iter().filter(|(atom, _)| !atom.arguments.iter().any(is_bound)));
        }
    }
}
