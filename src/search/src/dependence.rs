//! Which variables conditions, terms and changes may read or write.

use std::collections::BTreeSet;

use crate::{
    expression::{Atoms, Condition, Definition, Entries, Term, Var},
    operator::{Change, Operator, Target},
};

/// Collects variables, through derived atoms too.
pub(crate) struct Dependence<'a> {
    atoms: &'a Atoms,
    seen: BTreeSet<u32>,
    pub found: BTreeSet<Var>,
}

impl<'a> Dependence<'a> {
    pub fn new(atoms: &'a Atoms) -> Self {
        Self { atoms, seen: BTreeSet::new(), found: BTreeSet::new() }
    }

    pub fn condition(&mut self, condition: &Condition) {
        match condition {
            Condition::Constant(_) => {}
            Condition::Is(var, _) => {
                self.found.insert(*var);
            }
            Condition::Equal(left, right) => {
                self.term(left);
                self.term(right);
            }
            Condition::IsIn(term, _) => self.term(term),
            Condition::Holds(predicate, arguments) => self.open(*predicate, arguments),
            Condition::Derived(atom) => self.derived(*atom),
            Condition::Not(inner) => self.condition(inner),
            Condition::And(parts) | Condition::Or(parts) => parts.iter().for_each(|part| self.condition(part)),
        }
    }

    pub fn term(&mut self, term: &Term) {
        match term {
            Term::Constant(_) => {}
            Term::Variable(var) => {
                self.found.insert(*var);
            }
            Term::Value(predicate, arguments) => self.open(*predicate, arguments),
            Term::Derived(atom) => self.derived(*atom),
        }
    }

    fn open(&mut self, predicate: usize, arguments: &[Term]) {
        arguments.iter().for_each(|argument| self.term(argument));
        let table = &self.atoms.tables[predicate];
        match table.entries {
            Entries::Stored => self.found.extend(&table.content),
            Entries::Fixed => {}
            Entries::Derived => table.content.iter().for_each(|&atom| self.derived(atom)),
        }
    }

    fn derived(&mut self, atom: u32) {
        if !self.seen.insert(atom) {
            return;
        }
        match &self.atoms.derived[atom as usize].0 {
            Definition::Formula(formula) => self.condition(formula),
            Definition::Cases(cases) => {
                for (when, value) in cases {
                    self.condition(when);
                    self.term(value);
                }
            }
        }
    }
}

/// The variables that a condition may read.
pub(crate) fn read_by(atoms: &Atoms, condition: &Condition) -> BTreeSet<Var> {
    let mut dependence = Dependence::new(atoms);
    dependence.condition(condition);
    dependence.found
}

/// The variables that an operator may write.
pub(crate) fn written_by(atoms: &Atoms, operator: &Operator) -> BTreeSet<Var> {
    written(atoms, operator.first.iter().chain(&operator.effects))
}

/// The variables that changes may write.
pub(crate) fn written<'c>(atoms: &Atoms, changes: impl IntoIterator<Item = &'c Change>) -> BTreeSet<Var> {
    let mut all = BTreeSet::new();
    changes.into_iter().for_each(|change| add_written(atoms, change, &mut all));
    all
}

fn add_written(atoms: &Atoms, change: &Change, all: &mut BTreeSet<Var>) {
    match change {
        Change::Write(Target::Variable { var, .. }, _) => {
            all.insert(*var);
        }
        Change::Write(Target::Open { predicate, .. }, _) => all.extend(&atoms.tables[*predicate].content),
        Change::If(_, then, otherwise) => {
            then.iter().chain(otherwise).for_each(|change| add_written(atoms, change, all));
        }
    }
}
