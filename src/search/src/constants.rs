//! The objects that a domain's rules name.

use surefleet_world::{Domain, Effect, Formula, ObjectId, Origin, Rule, Term};

/// All objects that skills, derived predicates and laws name.
pub(crate) fn of(domain: &Domain) -> Vec<ObjectId> {
    let mut all = Vec::new();
    for predicate in domain.predicates() {
        match &predicate.origin {
            Origin::State | Origin::Fixed => {}
            Origin::Derived(body) => formula(body, &mut all),
            Origin::Cases(cases) => {
                for case in cases {
                    formula(&case.when, &mut all);
                    term(&case.value, &mut all);
                }
            }
        }
    }
    for skill in domain.skills() {
        skill.needs.iter().for_each(|need| formula(&need.that, &mut all));
        skill.first.iter().chain(&skill.effects).for_each(|one| effect(one, &mut all));
        for one in &skill.occupies {
            term(&one.what, &mut all);
            formula(&one.when, &mut all);
        }
    }
    for law in domain.laws() {
        match &law.rule {
            Rule::OneOf { atoms, .. } => {
                for atom in atoms {
                    atom.arguments.iter().chain(&atom.value).for_each(|one| term(one, &mut all));
                }
            }
            Rule::Never(body) => formula(body, &mut all),
        }
    }
    all
}

fn term(of: &Term, all: &mut Vec<ObjectId>) {
    match of {
        Term::Nothing | Term::Variable(_) => {}
        Term::Constant(object) => all.push(*object),
        Term::Value(_, arguments) => arguments.iter().for_each(|argument| term(argument, all)),
    }
}

fn formula(of: &Formula, all: &mut Vec<ObjectId>) {
    match of {
        Formula::Constant(_) => {}
        Formula::Holds(_, arguments) => arguments.iter().for_each(|argument| term(argument, all)),
        Formula::Equal(left, right) => {
            term(left, all);
            term(right, all);
        }
        Formula::IsOf(of, _) => term(of, all),
        Formula::Not(inner) | Formula::ForAll(_, inner) | Formula::Exists(_, inner) => formula(inner, all),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| formula(part, all)),
    }
}

fn effect(of: &Effect, all: &mut Vec<ObjectId>) {
    match of {
        Effect::Set(_, arguments, _) | Effect::Forget(_, arguments) => {
            arguments.iter().for_each(|argument| term(argument, all));
        }
        Effect::Assign(_, arguments, value) => {
            arguments.iter().chain([value]).for_each(|argument| term(argument, all));
        }
        Effect::If(condition, then, otherwise) => {
            formula(condition, all);
            then.iter().chain(otherwise).for_each(|one| effect(one, all));
        }
        Effect::Each(_, effects) => effects.iter().for_each(|one| effect(one, all)),
    }
}
