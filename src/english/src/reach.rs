//! What skills can bring about, as far as types tell: a goal that no skill reaches is named when it is read.

use surefleet_world::{Effect, Term, TypeId, World};

use crate::{
    logic::{Atom, Ltl},
    moving::range,
};

/// An effect: which facts it can make true, or untrue.
#[derive(Debug)]
pub(crate) struct Outcome {
    predicate: usize,
    holds: bool,
    /// By place of the predicate and by object, whether the object can stand there.
    fits: Vec<Vec<bool>>,
}

/// All outcomes of all skills.
pub(crate) fn outcomes(world: &World) -> Vec<Outcome> {
    let mut found = Vec::new();
    for skill in world.domain().skills() {
        let mut types: Vec<Vec<TypeId>> = vec![skill.by.clone()];
        types.extend(skill.parameters.iter().map(|(_, types)| types.clone()));
        for effect in skill.first.iter().chain(&skill.effects) {
            collect(world, effect, &mut types, &mut found);
        }
    }
    found
}

fn collect(world: &World, effect: &Effect, types: &mut Vec<Vec<TypeId>>, found: &mut Vec<Outcome>) {
    let ranges = |terms: &[Term], types: &[Vec<TypeId>]| -> Vec<Vec<bool>> {
        terms.iter().map(|term| range(world, term, types)).collect()
    };
    match effect {
        Effect::Set(predicate, arguments, holds) => {
            found.push(Outcome { predicate: predicate.index(), holds: *holds, fits: ranges(arguments, types) });
        }
        Effect::Assign(predicate, arguments, value) => {
            let predicate = predicate.index();
            let mut fits = ranges(arguments, types);
            // Whatever value it had is no longer its value.
            found.push(Outcome { predicate, holds: false, fits: fits.clone() });
            fits.push(range(world, value, types));
            found.push(Outcome { predicate, holds: true, fits });
        }
        Effect::Forget(predicate, arguments) => {
            for holds in [true, false] {
                found.push(Outcome { predicate: predicate.index(), holds, fits: ranges(arguments, types) });
            }
        }
        Effect::If(_, then, otherwise) => {
            then.iter().chain(otherwise).for_each(|effect| collect(world, effect, types, found));
        }
        Effect::Each(of, effects) => {
            types.push(of.clone());
            effects.iter().for_each(|effect| collect(world, effect, types, found));
            types.pop();
        }
    }
}

/// Whether some outcome makes the condition true where it is not. `is_known`: of which atoms outcomes tell.
pub(crate) fn can_become(formula: &Ltl, outcomes: &[Outcome], is_known: &dyn Fn(&Atom) -> bool) -> bool {
    let made = |atom: &Atom, holds: bool| {
        let makes = |outcome: &Outcome| {
            let fits = outcome.fits.iter().zip(&atom.arguments).all(|(fits, object)| fits[usize::from(*object)]);
            outcome.predicate == usize::from(atom.name) && outcome.holds == holds && fits
        };
        !is_known(atom) || outcomes.iter().any(makes)
    };
    match formula {
        Ltl::Atom(atom) => made(atom, true),
        Ltl::Not(inner) => !matches!(inner.as_ref(), Ltl::Atom(atom) if !made(atom, false)),
        Ltl::And(parts) => parts.iter().all(|part| can_become(part, outcomes, is_known)),
        Ltl::Or(parts) => parts.iter().any(|part| can_become(part, outcomes, is_known)),
        _ => true,
    }
}
