//! Values that conditions settle.
//!
//! Where a skill needs `holding(robot) != nothing`, the thing that is held becomes a parameter of the action: a functional
//! predicate has one value, so that there is one such action in every state. What then reads or changes the value needs
//! no search for it. In the same way the condition of an effect settles values for what it leads to.

use surefleet_world::{Formula, Term as WorldTerm};

use super::conditions::{Scope, Writer};
use crate::syntax::{Condition, Term, Typed};

impl Writer<'_> {
    /// Settles the values that a formula which holds speaks of: the variables that this adds, and the conditions that say
    /// what they are.
    pub fn settle(&mut self, formula: &Formula, is_true: bool, scope: &mut Scope) -> (Vec<Typed>, Vec<Condition>) {
        let depth = scope.depth();
        let mut equations = Vec::new();
        if is_true {
            collect_equations(formula, &mut equations);
        }
        let mut present = somethings(formula, is_true, depth);
        // What equals something is something.
        while let Some(more) = equations.iter().find_map(|&(one, other)| {
            let is_news = |term: &WorldTerm| is_value(term) && is_outer(term, depth) && !present.contains(term);
            match (is_news(one), is_news(other)) {
                (true, false) if present.contains(other) => Some(one),
                (false, true) if present.contains(one) => Some(other),
                _ => None,
            }
        }) {
            add(more, depth, &mut present);
        }
        let (mut variables, mut conditions) = (Vec::new(), Vec::new());
        for term in &present {
            let WorldTerm::Value(predicate, arguments) = term else { continue };
            if scope.settled(term).is_some() {
                continue;
            }
            let equal = equations.iter().filter_map(|&(one, other)| match term {
                _ if one == term => Some(other),
                _ if other == term => Some(one),
                _ => None,
            });
            let mut equal = equal.filter(|other| is_outer(other, depth)).filter_map(|other| self.simple(other, scope));
            let value = equal.next().unwrap_or_else(|| {
                let types = self.world.domain().predicate(*predicate).value.clone().expect("it is functional");
                let name = self.name(term, scope);
                variables.push(self.sorts.variable(&name, &types).0);
                let value = Term::Variable(name);
                scope.values.push((value.clone(), types));
                value
            });
            conditions.push(self.has_value(*predicate, arguments, &value, scope));
            scope.settled.push((term.clone(), Some(value)));
        }
        for &(one, other) in &equations {
            let nothing = match (one, other) {
                (term, WorldTerm::Nothing) | (WorldTerm::Nothing, term) if is_value(term) => term,
                _ => continue,
            };
            if scope.settled(nothing).is_none() {
                conditions.push(self.is_something(nothing, scope).negated());
                scope.settled.push((nothing.clone(), None));
            }
        }
        (variables, conditions)
    }

    /// A name that tells what a parameter is: `holding-of-robot`. Names of a domain have no hyphen.
    fn name(&self, term: &WorldTerm, scope: &Scope) -> String {
        match term {
            WorldTerm::Value(predicate, arguments) => {
                let arguments: Vec<String> = arguments.iter().map(|argument| self.name(argument, scope)).collect();
                format!("{}-of-{}", self.world.domain().predicate(*predicate).name, arguments.join("-and-"))
            }
            simple => match self.simple(simple, scope) {
                Some(Term::Variable(name) | Term::Object(name)) => name,
                None => "nothing".to_owned(),
            },
        }
    }
}

fn is_value(term: &WorldTerm) -> bool {
    matches!(term, WorldTerm::Value(..))
}

/// The equations that hold if the formula does.
fn collect_equations<'f>(formula: &'f Formula, all: &mut Vec<(&'f WorldTerm, &'f WorldTerm)>) {
    match formula {
        Formula::And(parts) => parts.iter().for_each(|part| collect_equations(part, all)),
        Formula::Equal(one, other) => all.push((one, other)),
        _ => {}
    }
}

/// The terms that stand for something if the formula is true, or is false; those in others come first. `depth` variables
/// are bound outside.
fn somethings(formula: &Formula, is_true: bool, depth: usize) -> Vec<WorldTerm> {
    let mut all = Vec::new();
    let mut each = |terms: &[WorldTerm]| terms.iter().for_each(|term| add(term, depth, &mut all));
    match (formula, is_true) {
        (Formula::Holds(_, arguments), true) => each(arguments),
        (Formula::IsOf(term, _), true) => each(std::slice::from_ref(term)),
        (Formula::Equal(term, WorldTerm::Nothing) | Formula::Equal(WorldTerm::Nothing, term), false) => {
            each(std::slice::from_ref(term));
        }
        (Formula::Equal(value, simple) | Formula::Equal(simple, value), true)
            if is_value(value) && matches!(simple, WorldTerm::Variable(_) | WorldTerm::Constant(_)) =>
        {
            each(std::slice::from_ref(value));
        }
        (Formula::Not(inner), _) => return somethings(inner, !is_true, depth),
        (Formula::And(parts), true) | (Formula::Or(parts), false) => {
            parts.iter().for_each(|part| each(&somethings(part, is_true, depth)));
        }
        (Formula::Or(parts), true) | (Formula::And(parts), false) => {
            let mut of_parts = parts.iter().map(|part| somethings(part, is_true, depth));
            let mut common = of_parts.next().unwrap_or_default();
            of_parts.for_each(|others| common.retain(|term| others.contains(term)));
            return common;
        }
        (Formula::Exists(_, body), true) => return somethings(body, true, depth),
        _ => {}
    }
    all
}

/// Adds a value and those in it, if they speak only of variables that are bound outside.
fn add(term: &WorldTerm, depth: usize, all: &mut Vec<WorldTerm>) {
    if let WorldTerm::Value(_, arguments) = term {
        arguments.iter().for_each(|argument| add(argument, depth, all));
        if is_outer(term, depth) && !all.contains(term) {
            all.push(term.clone());
        }
    }
}

fn is_outer(term: &WorldTerm, depth: usize) -> bool {
    match term {
        WorldTerm::Variable(place) => *place < depth,
        WorldTerm::Value(_, arguments) => arguments.iter().all(|argument| is_outer(argument, depth)),
        WorldTerm::Nothing | WorldTerm::Constant(_) => true,
    }
}
