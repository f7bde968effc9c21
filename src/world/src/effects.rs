//! What a decision changes.

use smallvec::SmallVec;
use surefleet_fleet::Decision;

use crate::{
    evaluate::{Arguments, Bindings, Eyes, listed},
    formula::{Effect, Term},
    ids::{ObjectId, PredicateId},
    state::{Slot, State, Value, Written},
    truth::Truth,
    world::{Keeps, World},
};

/// A change of one slot.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Write {
    pub slot: Slot,
    pub written: Written,
    /// Whether it is about the robot that acts: such a change holds against those of others.
    pub is_own: bool,
}

/// The changes that a decision makes, at most one for each slot.
pub(crate) type Writes = SmallVec<[Write; 6]>;

/// How much of a skill is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// Only the effects that come about on the way.
    First,
    /// All effects.
    Whole,
}

/// The changes that a robot's decision makes if it is begun in this state.
pub(crate) fn of(world: &World, state: &State, robot: usize, decision: Decision, extent: Extent) -> Writes {
    let skill = world.domain().skill(world.options().skill(decision));
    let actor = world.robot(robot);
    let mut bindings: Bindings =
        std::iter::once(actor).chain(world.options().arguments(decision).iter().copied()).collect();
    let mut hand = Hand { eyes: Eyes::new(world, state), actor, writes: Writes::new() };
    hand.all(&skill.first, &mut bindings);
    if extent == Extent::Whole {
        hand.all(&skill.effects, &mut bindings);
    }
    hand.writes
}

struct Hand<'a> {
    eyes: Eyes<'a>,
    actor: ObjectId,
    writes: Writes,
}

impl Hand<'_> {
    fn all(&mut self, effects: &[Effect], bindings: &mut Bindings) {
        effects.iter().for_each(|effect| self.one(effect, bindings));
    }

    fn one(&mut self, effect: &Effect, bindings: &mut Bindings) {
        match effect {
            Effect::Set(predicate, arguments, truth) => {
                self.set(*predicate, arguments, Written::Truth(Truth::from(*truth)), bindings);
            }
            Effect::Assign(predicate, arguments, value) => {
                let value = self.eyes.value(value, bindings);
                self.set(*predicate, arguments, Written::Value(value), bindings);
            }
            Effect::Forget(predicate, arguments) => {
                let is_functional = self.eyes.world.domain().predicate(*predicate).value.is_some();
                self.set(*predicate, arguments, unknown(is_functional), bindings);
            }
            Effect::If(condition, then, otherwise) => match self.eyes.truth(condition, bindings) {
                Truth::True => self.all(then, bindings),
                Truth::False => self.all(otherwise, bindings),
                Truth::Unknown => {
                    for branch in [then, otherwise] {
                        let before = self.writes.clone();
                        self.all(branch, bindings);
                        let possible = std::mem::replace(&mut self.writes, before);
                        // What would not change by it stays as it is.
                        for write in possible {
                            if self.now(write.slot) != write.written {
                                let is_functional = matches!(write.slot, Slot::Value(_));
                                self.put(Write { written: unknown(is_functional), ..write });
                            }
                        }
                    }
                }
            },
            Effect::Each(types, effects) => {
                for &object in listed(self.eyes.world, types).iter() {
                    bindings.push(object);
                    self.all(effects, bindings);
                    bindings.pop();
                }
            }
        }
    }

    fn set(&mut self, predicate: PredicateId, arguments: &[Term], written: Written, bindings: &mut Bindings) {
        let world = self.eyes.world;
        let table = world.table(predicate);
        let slot = |place: usize| match table.keeps {
            Keeps::Values => Slot::Value(place as u32),
            _ => Slot::Truth(place as u32),
        };
        match self.eyes.arguments(arguments, bindings) {
            Arguments::Nothing => {}
            Arguments::Objects(objects) => {
                let Some(place) = table.place(&objects) else { return };
                let is_own = objects.first() == Some(&self.actor);
                self.put(Write { slot: slot(place), written, is_own });
            }
            // It may be about anything.
            Arguments::Unknown => {
                let is_functional = matches!(table.keeps, Keeps::Values);
                for place in table.base()..table.base() + table.size() {
                    self.put(Write { slot: slot(place), written: unknown(is_functional), is_own: false });
                }
            }
        }
    }

    /// What a slot holds after the changes so far.
    fn now(&self, slot: Slot) -> Written {
        let changed = self.writes.iter().find(|write| write.slot == slot).map(|write| write.written);
        changed.unwrap_or_else(|| self.eyes.state.read(&self.eyes.world.layout, slot))
    }

    /// Of two changes of one slot the later holds.
    fn put(&mut self, write: Write) {
        match self.writes.iter_mut().find(|earlier| earlier.slot == write.slot) {
            Some(earlier) => *earlier = write,
            None => self.writes.push(write),
        }
    }
}

fn unknown(is_functional: bool) -> Written {
    if is_functional { Written::Value(Value::Unknown) } else { Written::Truth(Truth::Unknown) }
}
