//! The needs of a skill, cut into conjuncts that can be checked as soon as their parameters are chosen.

use crate::{
    domain::{Domain, Origin, Skill},
    formula::{Formula, Term},
    ids::PredicateId,
};

/// A part of a skill's needs.
#[derive(Debug)]
pub(crate) struct Conjunct<'d> {
    pub formula: &'d Formula,
    /// The last parameter that it mentions, as a variable; 0 if it mentions none. With a quantifier: the last of all.
    pub last: usize,
    /// Whether only the domain decides it, whichever robot acts.
    pub is_fixed: bool,
}

/// All conjuncts of a skill's needs.
pub(crate) fn of<'d>(domain: &'d Domain, skill: &'d Skill) -> Vec<Conjunct<'d>> {
    let mut all = Vec::new();
    for need in &skill.needs {
        split(domain, &need.that, skill.parameters.len(), &mut all);
    }
    all
}

fn split<'d>(domain: &'d Domain, formula: &'d Formula, parameters: usize, all: &mut Vec<Conjunct<'d>>) {
    if let Formula::And(parts) = formula {
        return parts.iter().for_each(|part| split(domain, part, parameters, all));
    }
    let mut seen = Seen { domain, last: 0, most: parameters, names_robot: false, is_fixed: true, visited: Vec::new() };
    seen.formula(formula);
    all.push(Conjunct { formula, last: seen.last, is_fixed: seen.is_fixed && !seen.names_robot });
}

/// The last parameter that a term mentions; 0 if it mentions none.
pub(crate) fn last_parameter(domain: &Domain, term: &Term, parameters: usize) -> usize {
    let mut seen = Seen { domain, last: 0, most: parameters, names_robot: false, is_fixed: true, visited: Vec::new() };
    seen.term(term);
    seen.last
}

struct Seen<'d> {
    domain: &'d Domain,
    last: usize,
    most: usize,
    names_robot: bool,
    is_fixed: bool,
    visited: Vec<PredicateId>,
}

impl Seen<'_> {
    fn formula(&mut self, formula: &Formula) {
        match formula {
            Formula::Constant(_) => {}
            Formula::Holds(predicate, arguments) => {
                self.predicate(*predicate);
                arguments.iter().for_each(|argument| self.term(argument));
            }
            Formula::Equal(left, right) => {
                self.term(left);
                self.term(right);
            }
            Formula::IsOf(term, _) => self.term(term),
            Formula::Not(inner) => self.formula(inner),
            Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| self.formula(part)),
            // The variable of a quantifier comes after all parameters, so these must be chosen before.
            Formula::ForAll(_, body) | Formula::Exists(_, body) => {
                self.last = self.most;
                self.formula(body);
            }
        }
    }

    fn term(&mut self, term: &Term) {
        match term {
            Term::Nothing | Term::Constant(_) => {}
            Term::Variable(0) => self.names_robot = true,
            Term::Variable(place) if *place <= self.most => self.last = self.last.max(*place),
            Term::Variable(_) => {}
            Term::Value(predicate, arguments) => {
                self.predicate(*predicate);
                arguments.iter().for_each(|argument| self.term(argument));
            }
        }
    }

    /// Whether a predicate is fixed, or follows from fixed ones only.
    fn predicate(&mut self, predicate: PredicateId) {
        if !self.visited.contains(&predicate) {
            self.visited.push(predicate);
            let is_state = |ground: &PredicateId| self.domain.predicate(*ground).origin == Origin::State;
            let is_fixed = !self.domain.grounds(predicate).iter().any(is_state);
            self.is_fixed &= is_fixed;
        }
    }
}

impl Domain {
    /// The predicates that the definition of a derived one mentions.
    fn mentioned(&self, predicate: PredicateId) -> Vec<PredicateId> {
        let mut all = Vec::new();
        match &self.predicate(predicate).origin {
            Origin::State | Origin::Fixed => {}
            Origin::Derived(formula) => in_formula(formula, &mut all),
            Origin::Cases(cases) => {
                for case in cases {
                    in_formula(&case.when, &mut all);
                    in_term(&case.value, &mut all);
                }
            }
        }
        all
    }

    /// Whether a predicate is defined by itself, as what is within a room is if it is on something within it.
    pub fn is_recursive(&self, predicate: PredicateId) -> bool {
        self.mentioned(predicate).contains(&predicate)
    }

    /// The predicates that are not derived from which one follows: itself, if it is not derived.
    pub fn grounds(&self, predicate: PredicateId) -> Vec<PredicateId> {
        let (mut seen, mut open) = (vec![predicate], vec![predicate]);
        while let Some(one) = open.pop() {
            for one in self.mentioned(one) {
                if !seen.contains(&one) {
                    seen.push(one);
                    open.push(one);
                }
            }
        }
        seen.retain(|one| matches!(self.predicate(*one).origin, Origin::State | Origin::Fixed));
        seen
    }
}

/// The predicates that a formula mentions.
pub(crate) fn mentioned(formula: &Formula) -> Vec<PredicateId> {
    let mut all = Vec::new();
    in_formula(formula, &mut all);
    all
}

fn in_formula(formula: &Formula, all: &mut Vec<PredicateId>) {
    match formula {
        Formula::Constant(_) => {}
        Formula::Holds(predicate, arguments) => {
            all.push(*predicate);
            arguments.iter().for_each(|argument| in_term(argument, all));
        }
        Formula::Equal(left, right) => {
            in_term(left, all);
            in_term(right, all);
        }
        Formula::IsOf(term, _) => in_term(term, all),
        Formula::Not(inner) => in_formula(inner, all),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| in_formula(part, all)),
        Formula::ForAll(_, body) | Formula::Exists(_, body) => in_formula(body, all),
    }
}

fn in_term(term: &Term, all: &mut Vec<PredicateId>) {
    if let Term::Value(predicate, arguments) = term {
        all.push(*predicate);
        arguments.iter().for_each(|argument| in_term(argument, all));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use surefleet_fleet::RobotId;

    use crate::{Domain, Robot, World};

    #[test]
    fn a_need_that_quantifies_waits_for_all_parameters() {
        let yaml = r#"
domain: shop
types: [{name: load}, {name: slot}]
objects: [{type: load, each: [{name: one}, {name: two}]}, {type: slot, each: [{name: here}, {name: there}]}]
predicates: [{is: on(load) = robot}, {is: "full(slot)", fixed: true}]
always: [full(here)]
skills:
  - is: "take(what: load)"
    text: take {what}
    needs: [{that: "not exists l: load. on(l) = robot"}]
    effects: [on(what) = robot]
  - is: "fill(what: slot)"
    text: fill {what}
    needs: [{that: "forall s: slot. full(s) implies s != what"}]
  - {is: idle, text: stay}
"#;
        let domain = Domain::parse(yaml, "shop.yaml").unwrap();
        let robot = Robot { id: RobotId::new("robot_1").unwrap(), kind: None };
        let world = World::new(Arc::new(domain), &[robot]).unwrap();
        let symbols: Vec<String> = world.options().iter().map(|one| world.symbol(one)).collect();
        assert_eq!(symbols, ["take(one)", "take(two)", "fill(there)", "idle"]);
        let start = world.empty();
        assert_eq!(world.applicable(&start, 0).len(), 4);
        let after = world.apply(&start, &[world.find_decision("take(one)")]).unwrap();
        let left: Vec<String> = world.applicable(&after, 0).into_iter().map(|one| world.symbol(one)).collect();
        assert_eq!(left, ["fill(there)", "idle"]);
    }
}
