//! Two states compared, and changes that come about one after the other: what robots of a joint step do that end at
//! different times, and what they find out about a world that they do not know whole.

use crate::{
    ids::ObjectId,
    state::{Slot, State, Value, Written},
    step::Expected,
    truth::Truth,
    world::World,
};

/// A stored fact that has another truth or value in one state than in another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Difference {
    slot: Slot,
    from: Written,
    to: Written,
}

impl Difference {
    /// Whether nobody knows it in the second state.
    pub fn is_to_unknown(&self) -> bool {
        matches!(self.to, Written::Value(Value::Unknown) | Written::Truth(Truth::Unknown))
    }

    /// Whether these changes are about the same fact.
    pub fn is_among(&self, expected: &Expected) -> bool {
        expected.writes().iter().any(|write| write.slot == self.slot)
    }
}

impl World {
    /// Each stored fact in which two states differ.
    pub fn differences(&self, from: &State, to: &State) -> Vec<Difference> {
        let values = (0..self.layout.values as u32).map(Slot::Value);
        let slots = values.chain((0..self.layout.truths as u32).map(Slot::Truth));
        let difference =
            |slot| Difference { slot, from: from.read(&self.layout, slot), to: to.read(&self.layout, slot) };
        slots.map(difference).filter(|one| one.from != one.to).collect()
    }

    /// A state with these facts as in the second of the two states that were compared.
    pub fn with<'d>(&self, state: &State, differences: impl IntoIterator<Item = &'d Difference>) -> State {
        let mut with = state.clone();
        differences.into_iter().for_each(|one| with.write(&self.layout, one.slot, one.to));
        with
    }

    /// A state with these facts as in the first of the two states that were compared, but for those that have changed
    /// again.
    pub fn without<'d>(&self, state: &State, differences: impl IntoIterator<Item = &'d Difference>) -> State {
        let mut without = state.clone();
        for one in differences {
            if without.read(&self.layout, one.slot) == one.to {
                without.write(&self.layout, one.slot, one.from);
            }
        }
        without
    }

    /// Whether a fact has one of these objects as an argument, or as its value in either state.
    pub fn is_about(&self, difference: &Difference, objects: &[ObjectId]) -> bool {
        let value = |written| matches!(written, Written::Value(Value::Object(object)) if objects.contains(&object));
        let (_, arguments) = self.slot_atom(difference.slot);
        value(difference.from) || value(difference.to) || arguments.iter().any(|object| objects.contains(object))
    }

    /// These objects, and those that functional facts of a state join to them: where they are, what they hold.
    pub fn joined(&self, state: &State, objects: &[ObjectId]) -> Vec<ObjectId> {
        let mut all = objects.to_vec();
        for place in 0..self.layout.values {
            let Value::Object(value) = state.value(place) else { continue };
            let (_, arguments) = self.slot_atom(Slot::Value(place as u32));
            if arguments.iter().any(|object| objects.contains(object)) && !all.contains(&value) {
                all.push(value);
            }
        }
        all
    }

    /// The state after changes that come about now. A change that a robot of `beside` has made of itself holds against
    /// them, as in a joint step.
    pub fn after(&self, state: &State, changes: &Expected, beside: &[Expected]) -> State {
        let is_held = |slot| beside.iter().flat_map(Expected::writes).any(|write| write.is_own && write.slot == slot);
        let mut after = state.clone();
        for write in changes.writes().iter().filter(|write| write.is_own || !is_held(write.slot)) {
            after.write(&self.layout, write.slot, write.written);
        }
        after
    }
}
