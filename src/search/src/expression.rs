//! Conditions and terms without variables, and their evaluation in a compact state.

use std::sync::Arc;

use smallvec::SmallVec;
use surefleet_world::{ObjectId, Truth};

use crate::codes::{self, Code, CodeSet, NONE, UNKNOWN};

/// A place of a compact state: the truth or value of one stored atom.
pub(crate) type Var = u32;

/// A ground condition.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Condition {
    Constant(Truth),
    /// The variable has this content.
    Is(Var, Code),
    Equal(Term, Term),
    /// The term is an object of this set.
    IsIn(Term, Arc<CodeSet>),
    /// A plain predicate, stored, fixed or derived, of terms that depend on the state.
    Holds(usize, Vec<Term>),
    /// A derived atom.
    Derived(u32),
    Not(Box<Condition>),
    And(Vec<Condition>),
    Or(Vec<Condition>),
}

/// A ground term.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Term {
    Constant(Code),
    Variable(Var),
    /// The value of a functional predicate, stored, fixed or derived, of terms that depend on the state.
    Value(usize, Vec<Term>),
    /// The value of a derived atom.
    Derived(u32),
}

/// The definition of a derived atom.
#[derive(Debug, Clone)]
pub(crate) enum Definition {
    Formula(Condition),
    Cases(Vec<(Condition, Term)>),
}

/// What the entries of a predicate's table mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Entries {
    /// Variables.
    Stored,
    /// Codes.
    Fixed,
    /// Numbers of derived atoms.
    Derived,
}

/// The atoms of a predicate by their arguments.
#[derive(Debug, Clone)]
pub(crate) struct Table {
    pub entries: Entries,
    pub is_functional: bool,
    /// For each argument the objects it may have.
    pub members: Vec<Vec<ObjectId>>,
    /// For each argument, by object: its place among the members plus one; 0 if it is none.
    places: Vec<Box<[u16]>>,
    /// By place of the arguments; [`Table::ABSENT`] where nothing was asked for.
    pub content: Vec<u32>,
}

impl Table {
    pub const ABSENT: u32 = u32::MAX;

    pub fn new(entries: Entries, is_functional: bool, members: Vec<Vec<ObjectId>>, objects: usize) -> Self {
        let places = members.iter().map(|members| {
            let mut places = vec![0; objects].into_boxed_slice();
            for (object, place) in members.iter().zip(1..) {
                places[object.index()] = place;
            }
            places
        });
        let places = places.collect();
        Self { entries, is_functional, members, places, content: Vec::new() }
    }

    /// The number of atoms.
    pub fn size(&self) -> usize {
        self.members.iter().map(Vec::len).fold(1, usize::saturating_mul)
    }

    /// The place of the atom with these objects, given by index; `None` if the predicate cannot be about them.
    #[inline]
    pub fn place(&self, arguments: &[usize]) -> Option<usize> {
        let mut place = 0;
        for ((&argument, places), members) in arguments.iter().zip(&self.places).zip(&self.members) {
            place = place * members.len() + usize::from(places[argument].checked_sub(1)?);
        }
        Some(place)
    }
}

/// Everything that conditions refer to.
#[derive(Debug, Default)]
pub(crate) struct Atoms {
    /// By predicate.
    pub tables: Vec<Table>,
    /// By variable: its predicate and the indices of its arguments.
    pub variables: Vec<(usize, SmallVec<[usize; 3]>)>,
    /// By variable: what it can be, [`UNKNOWN`] left out.
    pub domains: Vec<Arc<CodeSet>>,
    /// By derived atom: its definition, and the circle of predicates it belongs to.
    pub derived: Vec<(Definition, Option<u32>)>,
    /// Whether there are circles.
    pub has_circles: bool,
}

/// The arguments of an atom, evaluated.
enum Arguments {
    Objects(SmallVec<[usize; 4]>),
    Nothing,
    Unknown,
}

/// What is known of a derived atom that belongs to a circle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Settled {
    /// Nobody has asked.
    Unread,
    /// So much is certain: it is at least this true.
    AtLeast(Truth),
    Is(Truth),
}

/// Reads conditions in one compact state.
pub(crate) struct Reader<'a> {
    atoms: &'a Atoms,
    state: &'a [Code],
    /// By derived atom, if there are circles.
    settled: Vec<Settled>,
    /// The circle that is being settled, and its atoms that are not settled, in the order in which they were asked for.
    circle: Option<u32>,
    open: Vec<u32>,
    /// Whether an atom that is not settled was read.
    is_tentative: bool,
}

impl<'a> Reader<'a> {
    pub fn new(atoms: &'a Atoms, state: &'a [Code]) -> Self {
        let settled = if atoms.has_circles { vec![Settled::Unread; atoms.derived.len()] } else { Vec::new() };
        Self { atoms, state, settled, circle: None, open: Vec::new(), is_tentative: false }
    }

    pub fn truth(&mut self, condition: &Condition) -> Truth {
        match condition {
            Condition::Constant(truth) => *truth,
            Condition::Is(var, code) => match self.state[*var as usize] {
                UNKNOWN => Truth::Unknown,
                content => Truth::from(content == *code),
            },
            Condition::Equal(left, right) => match (self.code(left), self.code(right)) {
                (UNKNOWN, _) | (_, UNKNOWN) => Truth::Unknown,
                (left, right) => Truth::from(left == right),
            },
            Condition::IsIn(term, set) => match self.code(term) {
                UNKNOWN => Truth::Unknown,
                code => Truth::from(set.contains(code)),
            },
            Condition::Holds(predicate, arguments) => codes::truth_of(self.entry(*predicate, arguments)),
            Condition::Derived(atom) => self.derived_truth(*atom),
            Condition::Not(inner) => !self.truth(inner),
            Condition::And(parts) => {
                let mut least = Truth::True;
                for part in parts {
                    least = least.min(self.truth(part));
                    if least == Truth::False {
                        break;
                    }
                }
                least
            }
            Condition::Or(parts) => {
                let mut greatest = Truth::False;
                for part in parts {
                    greatest = greatest.max(self.truth(part));
                    if greatest == Truth::True {
                        break;
                    }
                }
                greatest
            }
        }
    }

    pub fn code(&mut self, term: &Term) -> Code {
        match term {
            Term::Constant(code) => *code,
            Term::Variable(var) => self.state[*var as usize],
            Term::Value(predicate, arguments) => self.entry(*predicate, arguments),
            Term::Derived(atom) => self.derived_code(*atom),
        }
    }

    /// The content of the atom of a predicate with these arguments.
    fn entry(&mut self, predicate: usize, arguments: &[Term]) -> Code {
        let objects = match self.arguments(arguments) {
            Arguments::Nothing => return NONE,
            Arguments::Unknown => return UNKNOWN,
            Arguments::Objects(objects) => objects,
        };
        let table = &self.atoms.tables[predicate];
        let Some(place) = table.place(&objects) else { return NONE };
        let content = table.content[place];
        match (table.entries, table.is_functional) {
            (Entries::Stored, _) => self.state[content as usize],
            (Entries::Fixed, _) => content as Code,
            (Entries::Derived, true) => self.derived_code(content),
            (Entries::Derived, false) => codes::of_truth(self.derived_truth(content)),
        }
    }

    fn arguments(&mut self, terms: &[Term]) -> Arguments {
        let mut objects = SmallVec::new();
        let mut is_unknown = false;
        for term in terms {
            match self.code(term) {
                NONE => return Arguments::Nothing,
                UNKNOWN => is_unknown = true,
                code => objects.push(usize::from(code) - 2),
            }
        }
        if is_unknown { Arguments::Unknown } else { Arguments::Objects(objects) }
    }

    /// The variable of a stored atom whose arguments depend on the state. `Ok(None)`: there is none; `Err`: unknown.
    pub fn place(&mut self, predicate: usize, arguments: &[Term]) -> Result<Option<Var>, Unknown> {
        match self.arguments(arguments) {
            Arguments::Nothing => Ok(None),
            Arguments::Unknown => Err(Unknown),
            Arguments::Objects(objects) => {
                let table = &self.atoms.tables[predicate];
                Ok(table.place(&objects).map(|place| table.content[place]))
            }
        }
    }

    fn derived_truth(&mut self, atom: u32) -> Truth {
        let (definition, circle) = &self.atoms.derived[atom as usize];
        let Definition::Formula(formula) = definition else { unreachable!("a plain derived atom has a formula") };
        let Some(circle) = *circle else { return self.truth(formula) };
        match self.settled[atom as usize] {
            Settled::Is(truth) => return truth,
            Settled::AtLeast(truth) => {
                self.is_tentative = true;
                return truth;
            }
            Settled::Unread => {}
        }
        if self.circle != Some(circle) {
            // Circles that this one rests on are settled on their own, so that what they deny is certain.
            let outer = (self.circle.replace(circle), std::mem::take(&mut self.open), self.is_tentative);
            let mut truth = self.tentative(atom, formula);
            if !self.open.is_empty() {
                truth = self.settle(atom);
            }
            (self.circle, self.open, self.is_tentative) = outer;
            return truth;
        }
        let before = self.is_tentative;
        let truth = self.tentative(atom, formula);
        self.is_tentative |= before;
        truth
    }

    /// The truth of an atom's definition as far as it is known; the atom stays open if that rests on open atoms.
    fn tentative(&mut self, atom: u32, formula: &'a Condition) -> Truth {
        self.settled[atom as usize] = Settled::AtLeast(Truth::False);
        self.open.push(atom);
        self.is_tentative = false;
        let truth = self.truth(formula);
        if self.is_tentative {
            self.settled[atom as usize] = Settled::AtLeast(truth);
        } else {
            // So does nothing that was asked for on the way.
            self.open.pop();
            self.settled[atom as usize] = Settled::Is(truth);
        }
        truth
    }

    /// The least truths that satisfy the definitions of all open atoms; gives the one of this atom.
    fn settle(&mut self, of: u32) -> Truth {
        let atoms = self.atoms;
        let mut is_stable = false;
        while !std::mem::replace(&mut is_stable, true) {
            let mut at = 0;
            while let Some(&atom) = self.open.get(at) {
                at += 1;
                let Definition::Formula(formula) = &atoms.derived[atom as usize].0 else {
                    unreachable!("circles are of plain predicates")
                };
                let truth = self.truth(formula);
                if self.settled[atom as usize] != Settled::AtLeast(truth) {
                    self.settled[atom as usize] = Settled::AtLeast(truth);
                    is_stable = false;
                }
            }
        }
        for atom in std::mem::take(&mut self.open) {
            if let Settled::AtLeast(truth) = self.settled[atom as usize] {
                self.settled[atom as usize] = Settled::Is(truth);
            }
        }
        match self.settled[of as usize] {
            Settled::Is(truth) => truth,
            Settled::Unread | Settled::AtLeast(_) => unreachable!("all open atoms are settled now"),
        }
    }

    fn derived_code(&mut self, atom: u32) -> Code {
        let atoms = self.atoms;
        let Definition::Cases(cases) = &atoms.derived[atom as usize].0 else {
            unreachable!("a functional derived atom has cases")
        };
        for (when, value) in cases {
            match self.truth(when) {
                Truth::True => return self.code(value),
                Truth::Unknown => return UNKNOWN,
                Truth::False => {}
            }
        }
        NONE
    }
}

/// It is unknown which atom is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unknown;
