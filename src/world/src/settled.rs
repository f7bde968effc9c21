//! What never changes, beside the facts of fixed predicates: in which room a thing stands, if no skill moves such things.

use crate::{
    domain::Predicate,
    evaluate::Eyes,
    facts::Atom,
    state::{State, Value},
    truth::Truth,
    world::World,
};

/// The atoms of a world that fixed facts and types decide, whatever else holds.
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
        let mut eyes = Eyes::new(self.world, &self.unknown).heeding_types();
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

    fn can_have(&self, predicate: &Predicate, value: crate::ObjectId) -> bool {
        predicate.value.as_ref().is_some_and(|types| self.world.is_of(value, types))
    }
}
