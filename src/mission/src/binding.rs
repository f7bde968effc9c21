//! Terms and literals evaluated in a [`State`].

use crate::{
    State, Transport,
    state::{Spot, Whereabouts},
    term::{Condition, Predicate, Term, Value},
};

/// The acting robot and its target, for evaluating terms.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Binding<'a> {
    pub domain: &'a Transport,
    pub state: &'a State,
    pub robot: usize,
    pub parameter: Value,
}

impl Binding<'_> {
    pub fn value(&self, term: &Term) -> Value {
        match term {
            Term::Robot => Value::Robot(self.robot),
            Term::Parameter => self.parameter,
            Term::Constant(value) => *value,
            Term::PlaceOf(inner) => match self.value(inner) {
                Value::Item(item) => match self.state.whereabouts(item) {
                    Whereabouts::Place(place) => Value::Place(place),
                    Whereabouts::Robot(_) => Value::Nothing,
                },
                Value::Place(place) => Value::Place(place),
                _ => Value::Nothing,
            },
            Term::SpotOf(inner) => match self.value(inner) {
                Value::Item(item) => self.state.spot_of(self.domain, item),
                other => other,
            },
            Term::HeldBy(inner) => match self.value(inner) {
                Value::Robot(robot) => self.state.held(robot).map_or(Value::Nothing, Value::Item),
                _ => Value::Nothing,
            },
            Term::HolderOf(inner) => match self.value(inner) {
                Value::Item(item) => match self.state.whereabouts(item) {
                    Whereabouts::Robot(robot) => Value::Robot(robot),
                    Whereabouts::Place(_) => Value::Nothing,
                },
                _ => Value::Nothing,
            },
        }
    }

    /// Whether one literal holds; a predicate of [`Value::Nothing`] is false.
    pub fn holds(&self, literal: &Condition) -> bool {
        let truth = match &literal.predicate {
            Predicate::At(x) => match (self.state.spot(self.robot), self.value(x)) {
                (Spot::Item(at), Value::Item(item)) => at == item,
                (Spot::Place(at), Value::Place(place)) => at == place,
                _ => false,
            },
            Predicate::HoldingAny => self.state.held(self.robot).is_some(),
            Predicate::Holding(x) => match self.value(x) {
                Value::Item(item) => self.state.held(self.robot) == Some(item),
                _ => false,
            },
            Predicate::Located(x, place) => match (self.value(x), self.value(place)) {
                (Value::Item(item), Value::Place(place)) => self.state.whereabouts(item) == Whereabouts::Place(place),
                _ => false,
            },
            Predicate::Open(x) => match self.value(x) {
                Value::Place(place) => self.state.is_open(place),
                _ => false,
            },
            Predicate::Placed(x) => match self.value(x) {
                Value::Item(item) => matches!(self.state.whereabouts(item), Whereabouts::Place(_)),
                Value::Place(_) => true,
                _ => false,
            },
        };
        truth != literal.negated
    }
}
