//! Skills that put a thing somewhere, found by their effects.

use surefleet_world::{Effect, Skill, Term, World};

/// A skill of which one effect is that a functional predicate of `thing` takes the value `place`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mover {
    pub skill: usize,
    pub predicate: usize,
    pub thing: Carried,
    /// The parameter, counted with the robot as 0.
    pub place: usize,
}

/// What a skill moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Carried {
    /// The object in this place; 0 is the robot.
    Place(usize),
    /// The value of this functional predicate for the robot: what it holds.
    Held { predicate: usize },
}

/// The skills that put something somewhere, whatever the state.
pub(crate) fn movers(world: &World) -> Vec<Mover> {
    let skills = world.domain().skills().iter().enumerate();
    skills.flat_map(|(place, skill)| of(place, skill)).collect()
}

fn of(place: usize, skill: &Skill) -> Vec<Mover> {
    let mover = |effect: &Effect| {
        let Effect::Assign(predicate, arguments, Term::Variable(to)) = effect else { return None };
        let thing = match arguments.as_slice() {
            [Term::Variable(thing)] => Carried::Place(*thing),
            [Term::Value(held, of)] if of.as_slice() == [Term::Variable(0)] => {
                Carried::Held { predicate: held.index() }
            }
            _ => return None,
        };
        Some(Mover { skill: place, predicate: predicate.index(), thing, place: *to })
    };
    skill.first.iter().chain(&skill.effects).filter_map(mover).collect()
}
