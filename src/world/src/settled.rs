//! What never changes, beside the facts of fixed predicates: in which room a thing stands, if no skill moves such things.

use surefleet_fleet::Decision;

use crate::{
    domain::Predicate,
    evaluate::{Bindings, Eyes},
    facts::Atom,
    state::{State, Value, Written},
    truth::Truth,
    world::World,
};

/// The atoms of a world that fixed facts, types and laws decide, whatever else holds.
pub struct Settled<'a> {
    world: &'a World,
    unknown: State,
}

impl World {
    /// What is the same in every state.
    pub fn settled(&self) -> Settled<'_> {
        Settled { world: self, unknown: State::unknown(&self.layout) }
    }
}

impl Settled<'_> {
    /// Whether the atom is true in every state, or false in every state. `None`: states differ, as far as can be told.
    pub fn truth(&self, atom: &Atom) -> Option<bool> {
        self.truth_in(&self.unknown, atom).or_else(|| self.is_banned(atom).then_some(false))
    }

    /// The same of all states in which another atom, a stored one, is true.
    pub fn truth_given(&self, given: &Atom, atom: &Atom) -> Option<bool> {
        self.truth_in(&self.with(given)?, atom)
    }

    fn truth_in(&self, state: &State, atom: &Atom) -> Option<bool> {
        let mut eyes = Eyes::new(self.world, state).heeding_types();
        let truth = match atom.value {
            None => eyes.atom(atom.predicate, &atom.arguments),
            Some(value) => match eyes.value_of(atom.predicate, &atom.arguments) {
                Value::Unknown if self.can_have(self.world.domain().predicate(atom.predicate), value) => Truth::Unknown,
                Value::Unknown => Truth::False,
                found => Truth::from(found == Value::Object(value)),
            },
        };
        (truth != Truth::Unknown).then(|| truth.is_true())
    }

    /// Whether some law forbids facts of a stored predicate, each alone.
    pub fn has_bans(&self, predicate: &Predicate) -> bool {
        self.world.domain().find_predicate(&predicate.name).is_some_and(|id| self.world.lawbook.bans_alone(id))
    }

    /// Whether a law of the domain forbids the atom alone.
    fn is_banned(&self, atom: &Atom) -> bool {
        if !self.world.lawbook.bans_alone(atom.predicate) {
            return false;
        }
        let Some(slot) = self.world.table(atom.predicate).slot(&atom.arguments) else { return false };
        self.with(atom).is_some_and(|state| self.world.lawbook.forbids(self.world, &state, slot))
    }

    /// The state in which only this is known. `None`: states keep no such atom.
    fn with(&self, atom: &Atom) -> Option<State> {
        let slot = self.world.table(atom.predicate).slot(&atom.arguments)?;
        let written = match atom.value {
            Some(value) => Written::Value(Value::Object(value)),
            None => Written::Truth(Truth::True),
        };
        let mut state = self.unknown.clone();
        state.write(&self.world.layout, slot, written);
        Some(state)
    }

    /// Whether the robot at this place can never do this: types and fixed facts keep a need of the skill from being met.
    pub fn is_impossible(&self, robot: usize, decision: Decision) -> bool {
        let options = self.world.options();
        let skill = self.world.domain().skill(options.skill(decision));
        let mut bindings: Bindings = std::iter::once(self.world.robot(robot)).collect();
        bindings.extend(options.arguments(decision).iter().copied());
        let mut eyes = Eyes::new(self.world, &self.unknown).heeding_types();
        skill.needs.iter().any(|need| eyes.truth(&need.that, &mut bindings).is_false())
    }

    fn can_have(&self, predicate: &Predicate, value: crate::ObjectId) -> bool {
        predicate.value.as_ref().is_some_and(|types| self.world.is_of(value, types))
    }
}
