//! The truth of formulas and the values of terms in a state.

use std::borrow::Cow;

use smallvec::SmallVec;

use crate::{
    domain::{Case, Origin},
    formula::{Formula, Term},
    ids::{ObjectId, PredicateId, TypeId},
    state::{State, Value},
    truth::Truth,
    world::{Keeps, World},
};

/// Objects that variables are bound to.
pub(crate) type Bindings = SmallVec<[ObjectId; 8]>;

/// Reads formulas in one state.
pub(crate) struct Eyes<'a> {
    pub world: &'a World,
    pub state: &'a State,
    /// The atoms of predicates that follow from themselves and are being looked at. To look at one of them again inside
    /// of itself proves nothing, so it counts as false there: the least truth is meant.
    open: Vec<(PredicateId, SmallVec<[ObjectId; 4]>)>,
    /// Whether a value that nobody knows still is of its type.
    heeds_types: bool,
}

impl<'a> Eyes<'a> {
    pub fn new(world: &'a World, state: &'a State) -> Self {
        Self { world, state, open: Vec::new(), heeds_types: false }
    }

    /// An unknown value differs from what is of another type.
    pub fn heeding_types(self) -> Self {
        Self { heeds_types: true, ..self }
    }

    /// The truth of a formula.
    pub fn truth(&mut self, formula: &Formula, bindings: &mut Bindings) -> Truth {
        match formula {
            Formula::Constant(truth) => Truth::from(*truth),
            Formula::Holds(predicate, arguments) => match self.arguments(arguments, bindings) {
                Arguments::Objects(objects) => self.atom(*predicate, &objects),
                Arguments::Nothing => Truth::False,
                Arguments::Unknown => Truth::Unknown,
            },
            Formula::Equal(left, right) => match (self.value(left, bindings), self.value(right, bindings)) {
                (Value::Unknown, Value::Object(object)) => self.may_be(left, object),
                (Value::Object(object), Value::Unknown) => self.may_be(right, object),
                (Value::Unknown, _) | (_, Value::Unknown) => Truth::Unknown,
                (left, right) => Truth::from(left == right),
            },
            Formula::IsOf(term, types) => match self.value(term, bindings) {
                Value::Nothing => Truth::False,
                Value::Unknown => Truth::Unknown,
                Value::Object(object) => Truth::from(self.world.is_of(object, types)),
            },
            Formula::Not(inner) => !self.truth(inner, bindings),
            Formula::And(parts) => self.least(parts.iter(), |eyes, part| eyes.truth(part, bindings)),
            Formula::Or(parts) => !self.least(parts.iter(), |eyes, part| !eyes.truth(part, bindings)),
            Formula::ForAll(types, body) => {
                let members = listed(self.world, types);
                self.least(members.iter(), |eyes, &object| eyes.with(object, body, bindings))
            }
            Formula::Exists(types, body) => {
                let members = listed(self.world, types);
                !self.least(members.iter(), |eyes, &object| !eyes.with(object, body, bindings))
            }
        }
    }

    /// Whether a term whose value is unknown may have this one.
    fn may_be(&self, term: &Term, object: ObjectId) -> Truth {
        let Term::Value(predicate, _) = term else { return Truth::Unknown };
        let of = &self.world.domain().predicate(*predicate).value;
        let is_other = self.heeds_types && of.as_ref().is_some_and(|types| !self.world.is_of(object, types));
        if is_other { Truth::False } else { Truth::Unknown }
    }

    fn with(&mut self, object: ObjectId, body: &Formula, bindings: &mut Bindings) -> Truth {
        bindings.push(object);
        let truth = self.truth(body, bindings);
        bindings.pop();
        truth
    }

    fn least<T>(&mut self, parts: impl Iterator<Item = T>, mut truth: impl FnMut(&mut Self, T) -> Truth) -> Truth {
        let mut least = Truth::True;
        for part in parts {
            least = least.min(truth(self, part));
            if least == Truth::False {
                break;
            }
        }
        least
    }

    /// The value of a term.
    pub fn value(&mut self, term: &Term, bindings: &mut Bindings) -> Value {
        match term {
            Term::Nothing => Value::Nothing,
            Term::Variable(place) => Value::Object(bindings[*place]),
            Term::Constant(object) => Value::Object(*object),
            Term::Value(predicate, arguments) => match self.arguments(arguments, bindings) {
                Arguments::Objects(objects) => self.value_of(*predicate, &objects),
                Arguments::Nothing => Value::Nothing,
                Arguments::Unknown => Value::Unknown,
            },
        }
    }

    /// The arguments of a predicate.
    pub fn arguments(&mut self, terms: &[Term], bindings: &mut Bindings) -> Arguments {
        let mut objects = SmallVec::new();
        let mut is_unknown = false;
        for term in terms {
            match self.value(term, bindings) {
                Value::Object(object) => objects.push(object),
                Value::Nothing => return Arguments::Nothing,
                Value::Unknown => is_unknown = true,
            }
        }
        if is_unknown { Arguments::Unknown } else { Arguments::Objects(objects) }
    }

    /// The truth of a predicate that is not functional.
    pub fn atom(&mut self, predicate: PredicateId, arguments: &[ObjectId]) -> Truth {
        let table = self.world.table(predicate);
        let Some(place) = table.place(arguments) else { return Truth::False };
        match &table.keeps {
            Keeps::Truths => self.state.truth(&self.world.layout, place),
            Keeps::Fixed(kept) => Truth::from(kept[place] == 1),
            Keeps::Derived { is_recursive } => {
                let Origin::Derived(formula) = &self.world.domain().predicate(predicate).origin else {
                    unreachable!("a derived predicate that is not functional has a formula")
                };
                if !is_recursive {
                    return self.truth(formula, &mut arguments.iter().copied().collect());
                }
                let is_open = |(open, of): &(PredicateId, SmallVec<[ObjectId; 4]>)| {
                    *open == predicate && of.as_slice() == arguments
                };
                if self.open.iter().any(is_open) {
                    return Truth::False;
                }
                self.open.push((predicate, arguments.iter().copied().collect()));
                let truth = self.truth(formula, &mut arguments.iter().copied().collect());
                self.open.pop();
                truth
            }
            Keeps::Values => unreachable!("a functional predicate is read as a value"),
        }
    }

    /// The value of a case, if it applies or may apply.
    fn case(&mut self, case: &Case, some: &[Vec<TypeId>], bindings: &mut Bindings) -> Option<Value> {
        let Some((types, rest)) = some.split_first() else {
            return match self.truth(&case.when, bindings) {
                Truth::True => Some(self.value(&case.value, bindings)),
                Truth::Unknown => Some(Value::Unknown),
                Truth::False => None,
            };
        };
        let members = listed(self.world, types);
        members.iter().find_map(|&object| {
            bindings.push(object);
            let value = self.case(case, rest, bindings);
            bindings.pop();
            value
        })
    }

    /// The value of a functional predicate.
    pub fn value_of(&mut self, predicate: PredicateId, arguments: &[ObjectId]) -> Value {
        let table = self.world.table(predicate);
        let Some(place) = table.place(arguments) else { return Value::Nothing };
        match &table.keeps {
            Keeps::Values => self.state.value(place),
            Keeps::Fixed(kept) => Value::of(kept[place]),
            Keeps::Derived { .. } => {
                let Origin::Cases(cases) = &self.world.domain().predicate(predicate).origin else {
                    unreachable!("a derived functional predicate has cases")
                };
                let mut bindings: Bindings = arguments.iter().copied().collect();
                cases.iter().find_map(|case| self.case(case, &case.some, &mut bindings)).unwrap_or(Value::Nothing)
            }
            Keeps::Truths => unreachable!("a plain predicate is read as a truth"),
        }
    }
}

/// The objects of these types, without a copy where it is one type.
pub(crate) fn listed<'w>(world: &'w World, types: &[TypeId]) -> Cow<'w, [ObjectId]> {
    match types {
        [one] => Cow::Borrowed(world.members_of(*one)),
        _ => Cow::Owned(world.members(types)),
    }
}

/// The arguments of a predicate, evaluated.
pub(crate) enum Arguments {
    Objects(SmallVec<[ObjectId; 4]>),
    /// One of them is nothing.
    Nothing,
    /// One of them is not known.
    Unknown,
}

impl World {
    /// The truth of a formula whose variables are bound to these objects.
    ///
    /// # Panics
    /// If the formula has a variable that is not bound, or if the state belongs to another world.
    pub fn truth(&self, state: &State, formula: &Formula, bindings: &[ObjectId]) -> Truth {
        Eyes::new(self, state).truth(formula, &mut bindings.iter().copied().collect())
    }

    /// The value of a term whose variables are bound to these objects.
    ///
    /// # Panics
    /// As [`World::truth`].
    pub fn value(&self, state: &State, term: &Term, bindings: &[ObjectId]) -> Value {
        Eyes::new(self, state).value(term, &mut bindings.iter().copied().collect())
    }
}
