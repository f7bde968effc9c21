//! States as facts on the wire, and back.

use smallvec::SmallVec;
use surefleet_fleet::Facts;

use crate::{
    WorldError,
    domain::Origin,
    error::nearest,
    evaluate::Eyes,
    ids::{ObjectId, PredicateId},
    state::{Slot, State, Value, Written},
    truth::Truth,
    world::{Keeps, World},
};

/// The mark before a fact whose truth or value nobody knows.
const UNKNOWN: char = '?';

/// A proposition about the world: a predicate, stored or derived, of named objects, with the value if it is functional.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Atom {
    /// The predicate.
    pub predicate: PredicateId,
    /// Its arguments.
    pub arguments: SmallVec<[ObjectId; 4]>,
    /// The value of a functional one.
    pub value: Option<ObjectId>,
}

impl World {
    /// Reads a state from facts. `?located(apple_1)` and `?open(fridge)` say that nobody knows; all that no fact tells
    /// is false, or has no value.
    ///
    /// # Errors
    /// [`WorldError::UnknownFact`], [`WorldError::Contradiction`] and [`WorldError::Unlawful`].
    pub fn read(&self, facts: &Facts) -> Result<State, WorldError> {
        let mut state = self.empty();
        let mut said: Vec<(Slot, &str)> = Vec::new();
        for fact in facts.iter() {
            let (slot, written) = self.read_fact(fact)?;
            let before = state.read(&self.layout, slot);
            let is_new = matches!(before, Written::Value(Value::Nothing) | Written::Truth(Truth::False));
            if !is_new && before != written {
                let first = said.iter().find(|(of, _)| *of == slot).map_or("", |(_, fact)| fact).to_owned();
                return Err(WorldError::Contradiction { first, second: fact.to_owned() });
            }
            state.write(&self.layout, slot, written);
            said.push((slot, fact));
        }
        self.check_laws(&state)?;
        Ok(state)
    }

    /// Checks that a state breaks no law.
    ///
    /// # Errors
    /// [`WorldError::Unlawful`].
    pub fn check_laws(&self, state: &State) -> Result<(), WorldError> {
        match self.lawbook.first_breach(self, state) {
            None => Ok(()),
            Some(breach) => Err(WorldError::Unlawful { law: breach.law(self), found: breach.found(self, state) }),
        }
    }

    pub(crate) fn read_fact(&self, fact: &str) -> Result<(Slot, Written), WorldError> {
        let is_unknown = fact.starts_with(UNKNOWN);
        let name = fact.strip_prefix(UNKNOWN).unwrap_or(fact);
        let atom = if is_unknown { self.parse(name, false) } else { self.parse(name, true) };
        let unknown =
            |mend| WorldError::UnknownFact { fact: fact.to_owned(), domain: self.domain().name().to_owned(), mend };
        let atom = atom.map_err(&unknown)?;
        let table = self.table(atom.predicate);
        let place = table.place(&atom.arguments).expect("an atom's arguments fit its predicate");
        Ok(match table.keeps {
            Keeps::Values => {
                let value =
                    if is_unknown { Value::Unknown } else { Value::Object(atom.value.expect("it is functional")) };
                (Slot::Value(place as u32), Written::Value(value))
            }
            Keeps::Truths => {
                let truth = if is_unknown { Truth::Unknown } else { Truth::True };
                (Slot::Truth(place as u32), Written::Truth(truth))
            }
            Keeps::Fixed(_) => return Err(unknown("the domain tells it, so leave it out".to_owned())),
            Keeps::Derived { .. } => return Err(unknown("it follows from other facts: report those".to_owned())),
        })
    }

    /// The facts that are true in a state, and with a question mark those that are not known.
    pub fn facts(&self, state: &State) -> Facts {
        let values = (0..self.layout.values as u32).map(Slot::Value);
        let truths = (0..self.layout.truths as u32).map(Slot::Truth);
        Facts::new(values.chain(truths).filter_map(|slot| self.slot_fact(state, slot)))
    }

    /// The slot of a stored atom, and its value.
    pub(crate) fn slot_of(&self, atom: &Atom) -> Option<(Slot, Option<ObjectId>)> {
        let table = self.table(atom.predicate);
        let place = table.place(&atom.arguments)? as u32;
        match table.keeps {
            Keeps::Values => Some((Slot::Value(place), atom.value)),
            Keeps::Truths => Some((Slot::Truth(place), None)),
            Keeps::Fixed(_) | Keeps::Derived { .. } => None,
        }
    }

    /// What a state says in a slot; `None`: nothing.
    pub(crate) fn slot_fact(&self, state: &State, slot: Slot) -> Option<String> {
        let written = state.read(&self.layout, slot);
        let (is_unknown, value) = match written {
            Written::Value(Value::Nothing) | Written::Truth(Truth::False) => return None,
            Written::Value(Value::Object(object)) => (false, Some(object)),
            Written::Truth(Truth::True) => (false, None),
            Written::Value(Value::Unknown) | Written::Truth(Truth::Unknown) => (true, None),
        };
        let (predicate, arguments) = self.slot_atom(slot);
        let fact = self.atom_name(&Atom { predicate, arguments, value });
        Some(if is_unknown { format!("{UNKNOWN}{fact}") } else { fact })
    }

    /// The predicate and the arguments that a slot keeps.
    pub(crate) fn slot_atom(&self, slot: Slot) -> (PredicateId, SmallVec<[ObjectId; 4]>) {
        let tables = self.layout.tables.iter().enumerate();
        let mut of_slot = tables.filter_map(|(number, table)| {
            let place = match (slot, &table.keeps) {
                (Slot::Value(place), Keeps::Values) | (Slot::Truth(place), Keeps::Truths) => place as usize,
                _ => return None,
            };
            let inside = place.checked_sub(table.base()).filter(|inside| *inside < table.size())?;
            Some((PredicateId(number as u16), table.arguments(inside)))
        });
        of_slot.next().expect("each slot belongs to a predicate")
    }

    /// The atom's name on the wire: `located(apple_1, table)`.
    pub fn atom_name(&self, atom: &Atom) -> String {
        let mut name = self.domain().predicate(atom.predicate).name.clone();
        let objects = atom.arguments.iter().chain(&atom.value);
        for (place, object) in objects.enumerate() {
            name.push_str(if place == 0 { "(" } else { ", " });
            name.push_str(&self.object(*object).name);
        }
        if !atom.arguments.is_empty() || atom.value.is_some() {
            name.push(')');
        }
        name
    }

    /// The atom with this name, stored, fixed or derived.
    ///
    /// # Errors
    /// [`WorldError::UnknownFact`], with the correction to make.
    pub fn atom(&self, name: &str) -> Result<Atom, WorldError> {
        let unknown =
            |mend| WorldError::UnknownFact { fact: name.to_owned(), domain: self.domain().name().to_owned(), mend };
        self.parse(name, true).map_err(unknown)
    }

    /// The truth of an atom.
    pub fn truth_of(&self, state: &State, atom: &Atom) -> Truth {
        let mut eyes = Eyes::new(self, state);
        match atom.value {
            None => eyes.atom(atom.predicate, &atom.arguments),
            Some(value) => match eyes.value_of(atom.predicate, &atom.arguments) {
                Value::Unknown => Truth::Unknown,
                found => Truth::from(found == Value::Object(value)),
            },
        }
    }

    /// Every atom that a state can make true by itself, sorted by name: derived ones are left out.
    pub fn atoms(&self) -> Vec<Atom> {
        let mut all = Vec::new();
        for (number, (table, predicate)) in self.layout.tables.iter().zip(self.domain().predicates()).enumerate() {
            if !matches!(table.keeps, Keeps::Values | Keeps::Truths) {
                continue;
            }
            let values: Vec<Option<ObjectId>> = match &predicate.value {
                Some(types) => self.members(types).into_iter().map(Some).collect(),
                None => vec![None],
            };
            for place in 0..table.size() {
                let arguments = table.arguments(place);
                let predicate = PredicateId(number as u16);
                all.extend(values.iter().map(|&value| Atom { predicate, arguments: arguments.clone(), value }));
            }
        }
        all.sort_by_cached_key(|atom| self.atom_name(atom));
        all
    }

    /// Reads an atom; the error is the correction to make.
    fn parse(&self, fact: &str, has_value: bool) -> Result<Atom, String> {
        let (name, inside) = match fact.split_once('(') {
            Some((name, rest)) => {
                // A list in brackets ends its entries at commas.
                let mend =
                    "its bracket is not closed: write it as predicate(name, name), and in quotation marks within [...]";
                let inside = rest.strip_suffix(')').ok_or(mend)?;
                (name.trim(), inside.split(',').map(str::trim).collect::<Vec<_>>())
            }
            None => (fact.trim(), Vec::new()),
        };
        let domain = self.domain();
        let Some(predicate) = domain.find_predicate(name) else {
            let known = domain.predicates().iter().map(|one| one.name.as_str());
            let all = || domain.predicates().iter().map(|one| one.name.as_str()).collect::<Vec<_>>().join(", ");
            return Err(match nearest(name, known) {
                Some(near) => format!("did you mean {near:?}?"),
                None => format!("predicates are {}", all()),
            });
        };
        let of = domain.predicate(predicate);
        let is_derived = matches!(of.origin, Origin::Derived(_) | Origin::Cases(_));
        let wants_value = of.value.is_some() && has_value;
        if inside.len() != of.arguments.len() + usize::from(wants_value) {
            return Err("mind the number of its arguments".to_owned());
        }
        let find = |name: &&str| match self.find(name) {
            Some(object) => Ok(object),
            None => Err(match nearest(name, self.objects().iter().map(|object| object.name.as_str())) {
                Some(near) => format!("did you mean {near:?}?"),
                None => format!("there is no {name:?} in it"),
            }),
        };
        let mut objects = inside.iter().map(find).collect::<Result<SmallVec<[ObjectId; 4]>, String>>()?;
        let types = of.arguments.iter().chain(of.value.iter().filter(|_| wants_value));
        for (object, types) in objects.iter().zip(types) {
            if !self.is_of(*object, types) && !is_derived {
                return Err(format!("{:?} cannot stand there", self.object(*object).name));
            }
        }
        let value = if wants_value { objects.pop() } else { None };
        Ok(Atom { predicate, arguments: objects, value })
    }
}
