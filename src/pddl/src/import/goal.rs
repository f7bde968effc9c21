//! The goal as a formula of missions, and the facts of the initial state.

use std::collections::HashSet;

use super::{
    formulas::{Task, application},
    model::Variable,
};
use crate::{
    error::{PddlError, SourcePlace},
    syntax::{Condition, Problem, Term, Typed},
};

/// A goal has at most so many atoms, its quantifiers spelt out.
const MOST: usize = 20_000;

/// A formula of missions without temporal operators. Constants never stand inside others.
enum Goal {
    Constant(bool),
    Atom(String),
    Not(Box<Goal>),
    And(Vec<Goal>),
    Or(Vec<Goal>),
}

impl Task {
    /// "In the end the goal holds".
    pub fn mission(&self, goal: &Condition) -> Result<String, PddlError> {
        let mut left = MOST;
        Ok(match self.goal(goal, &[], &[], true, &mut left)? {
            Goal::Constant(truth) => truth.to_string(),
            goal => {
                let mut text = String::from("F G ");
                goal.write(true, &mut text);
                text
            }
        })
    }

    /// The goal where it is meant to be true, or its negation.
    fn goal(
        &self,
        goal: &Condition,
        scope: &[Variable],
        bound: &[(String, usize)],
        is_positive: bool,
        left: &mut usize,
    ) -> Result<Goal, PddlError> {
        let mut joined = |parts: &mut dyn Iterator<Item = (&Condition, bool)>, is_and: bool| {
            let parts = parts.map(|(part, positive)| self.goal(part, scope, bound, positive == is_positive, left));
            Ok(Goal::joined(parts.collect::<Result<Vec<_>, PddlError>>()?, is_and == is_positive))
        };
        match goal {
            Condition::Not(inner) => self.goal(inner, scope, bound, !is_positive, left),
            Condition::And(parts) => joined(&mut parts.iter().map(|part| (part, true)), true),
            Condition::Or(parts) => joined(&mut parts.iter().map(|part| (part, true)), false),
            Condition::Implies(one, other) => joined(&mut [(&**one, false), (&**other, true)].into_iter(), false),
            Condition::ForAll(variables, body) => {
                self.spelt_out(variables, body, scope, bound, (is_positive, true), left)
            }
            Condition::Exists(variables, body) => {
                self.spelt_out(variables, body, scope, bound, (is_positive, false), left)
            }
            Condition::Equal(at, one, other) => {
                let [one, other] = [one, other].map(|term| self.ground(*at, term, bound));
                Ok(Goal::Constant((one? == other?) == is_positive))
            }
            Condition::Holds(atom) => {
                let predicate = self.model.check(atom, scope)?;
                *left = left.checked_sub(1).ok_or(PddlError::TooMuch {
                    at: atom.at,
                    what: "atoms of the goal",
                    limit: MOST,
                })?;
                let objects = atom.arguments.iter().map(|term| self.ground(atom.at, term, bound));
                let objects = objects.collect::<Result<Vec<_>, _>>()?;
                let arguments = &self.model.predicates[predicate].arguments;
                // A predicate is false of what it is not about.
                if objects.iter().zip(arguments).any(|(object, (_, types))| !self.model.members(types).contains(object))
                {
                    return Ok(Goal::Constant(!is_positive));
                }
                let names: Vec<String> = objects.into_iter().map(|object| self.objects[object].clone()).collect();
                let atom = Goal::Atom(application(&self.predicates[predicate], &names));
                Ok(if is_positive { atom } else { Goal::Not(Box::new(atom)) })
            }
        }
    }

    fn spelt_out(
        &self,
        variables: &[Typed],
        body: &Condition,
        scope: &[Variable],
        bound: &[(String, usize)],
        (is_positive, is_all): (bool, bool),
        left: &mut usize,
    ) -> Result<Goal, PddlError> {
        let Some((first, rest)) = variables.split_first() else {
            return self.goal(body, scope, bound, is_positive, left);
        };
        let types = self.model.types_of(first)?;
        let mut parts = Vec::new();
        let mut scope = scope.to_vec();
        scope.push((first.name.clone(), first.name.clone(), types.clone()));
        for object in self.model.members(&types) {
            *left = left.checked_sub(1).ok_or(PddlError::TooMuch {
                at: first.at,
                what: "parts of the goal",
                limit: MOST,
            })?;
            let mut bound = bound.to_vec();
            bound.push((first.name.clone(), object));
            parts.push(self.spelt_out(rest, body, &scope, &bound, (is_positive, is_all), left)?);
        }
        Ok(Goal::joined(parts, is_all == is_positive))
    }

    fn ground(&self, at: SourcePlace, term: &Term, bound: &[(String, usize)]) -> Result<usize, PddlError> {
        match term {
            Term::Object(name) => self.model.object(at, name),
            Term::Variable(name) => {
                let unbound = || PddlError::Unknown { at, what: "variable", name: name.clone(), nearest: None };
                bound.iter().rev().find(|(known, _)| known == name).map(|(_, object)| *object).ok_or_else(unbound)
            }
        }
    }

    /// The facts that hold at the start: those that never change, and the others.
    pub fn facts(&self, problem: &Problem) -> Result<(Vec<String>, Vec<String>), PddlError> {
        let (mut fixed, mut changing, mut seen) = (Vec::new(), Vec::new(), HashSet::new());
        for fact in &problem.facts {
            let predicate = self.model.check(fact, &[])?;
            if self.model.predicates[predicate].is_derived {
                return Err(PddlError::Unsupported {
                    at: fact.at,
                    what: format!("a fact of the derived predicate {:?}", fact.predicate),
                    mend: "leave it out, it follows from others",
                });
            }
            let objects = fact.arguments.iter().map(|term| self.ground(fact.at, term, &[]));
            let objects = objects.collect::<Result<Vec<_>, _>>()?;
            let arguments = &self.model.predicates[predicate].arguments;
            for (object, (_, wanted)) in objects.iter().zip(arguments) {
                if !self.model.members(wanted).contains(object) {
                    let [wanted, found] =
                        [wanted, &self.model.objects[*object].types].map(|types| self.model.type_words(types));
                    return Err(PddlError::Mismatch { at: fact.at, predicate: fact.predicate.clone(), wanted, found });
                }
            }
            let names: Vec<String> = objects.into_iter().map(|object| self.objects[object].clone()).collect();
            let text = application(&self.predicates[predicate], &names);
            if seen.insert(text.clone()) {
                (if self.is_fixed[predicate] { &mut fixed } else { &mut changing }).push(text);
            }
        }
        Ok((fixed, changing))
    }
}

impl Goal {
    fn joined(parts: Vec<Self>, is_and: bool) -> Self {
        let mut flat = Vec::new();
        for part in parts {
            match (part, is_and) {
                (Self::Constant(truth), _) if truth == is_and => {}
                (Self::Constant(truth), _) => return Self::Constant(truth),
                (Self::And(inner), true) | (Self::Or(inner), false) => flat.extend(inner),
                (other, _) => flat.push(other),
            }
        }
        match (flat.len(), is_and) {
            (0, _) => Self::Constant(is_and),
            (1, _) => flat.remove(0),
            (_, true) => Self::And(flat),
            (_, false) => Self::Or(flat),
        }
    }

    fn write(&self, is_operand: bool, out: &mut String) {
        match self {
            Self::Constant(truth) => out.push_str(if *truth { "true" } else { "false" }),
            Self::Atom(name) => out.push_str(name),
            Self::Not(inner) => {
                out.push('!');
                inner.write(true, out);
            }
            Self::And(parts) | Self::Or(parts) => {
                let sign = if matches!(self, Self::And(_)) { " & " } else { " | " };
                out.push_str(if is_operand { "(" } else { "" });
                for (place, part) in parts.iter().enumerate() {
                    out.push_str(if place == 0 { "" } else { sign });
                    part.write(true, out);
                }
                out.push_str(if is_operand { ")" } else { "" });
            }
        }
    }
}
