//! The single writes of operators, each with the conditions under which it comes about.

use crate::{
    codes::{Code, CodeSet, NONE, UNKNOWN},
    expression::{Atoms, Condition, Definition, Entries, Term, Var},
    operator::{Change, Operator, Target},
};

/// One possible write of an operator.
#[derive(Debug, Clone)]
pub(crate) struct FlatWrite<'a> {
    pub operator: usize,
    /// Conditions, and whether they must be true or false.
    pub when: Vec<(&'a Condition, bool)>,
    pub target: &'a Target,
    pub value: &'a Term,
}

impl<'a> FlatWrite<'a> {
    /// All writes of an operator.
    pub fn of(number: usize, operator: &'a Operator) -> Vec<Self> {
        let mut all = Vec::new();
        flatten(number, &operator.first, &mut Vec::new(), &mut all);
        flatten(number, &operator.effects, &mut Vec::new(), &mut all);
        all
    }

    /// The variables that it may write, each with the terms that must have these codes for that.
    pub fn variables(&self, atoms: &Atoms) -> Vec<(Var, Vec<(&'a Term, Code)>)> {
        match self.target {
            Target::Variable { var, .. } => vec![(*var, Vec::new())],
            Target::Open { predicate, arguments } => {
                let content = atoms.tables[*predicate].content.iter();
                let fits = content.filter_map(|&var| {
                    let objects = &atoms.variables[var as usize].1;
                    let mut terms = Vec::new();
                    for (argument, &object) in arguments.iter().zip(objects) {
                        let code = Code::try_from(object + 2).expect("objects have codes");
                        match argument {
                            Term::Constant(constant) if *constant == code => {}
                            Term::Constant(_) => return None,
                            term => terms.push((term, code)),
                        }
                    }
                    Some((var, terms))
                });
                fits.collect()
            }
        }
    }
}

fn flatten<'a>(
    operator: usize,
    changes: &'a [Change],
    when: &mut Vec<(&'a Condition, bool)>,
    all: &mut Vec<FlatWrite<'a>>,
) {
    for change in changes {
        match change {
            Change::Write(target, value) => {
                all.push(FlatWrite { operator, when: when.clone(), target, value });
            }
            Change::If(condition, then, otherwise) => {
                for (branch, wanted) in [(then, true), (otherwise, false)] {
                    when.push((condition, wanted));
                    flatten(operator, branch, when, all);
                    when.pop();
                }
            }
        }
    }
}

/// What a term can be in any state, [`UNKNOWN`] left out.
pub(crate) fn codes(atoms: &Atoms, term: &Term) -> CodeSet {
    let mut all = Vec::new();
    collect(atoms, term, &mut all);
    all.into_iter().filter(|&code| code != UNKNOWN).collect()
}

fn collect(atoms: &Atoms, term: &Term, all: &mut Vec<Code>) {
    let variable = |var: Var, all: &mut Vec<Code>| all.extend(atoms.domains[var as usize].iter());
    match term {
        Term::Constant(code) => all.push(*code),
        Term::Variable(var) => variable(*var, all),
        Term::Derived(atom) => derived(atoms, *atom, all),
        Term::Value(predicate, _) => {
            all.push(NONE);
            let table = &atoms.tables[*predicate];
            match table.entries {
                // All values of a predicate have the same types.
                Entries::Stored => table.content.first().into_iter().for_each(|&var| variable(var, all)),
                Entries::Fixed => {
                    all.extend(table.content.iter().map(|&code| Code::try_from(code).expect("fixed atoms have codes")));
                }
                Entries::Derived => table.content.iter().for_each(|&atom| derived(atoms, atom, all)),
            }
        }
    }
}

fn derived(atoms: &Atoms, atom: u32, all: &mut Vec<Code>) {
    all.push(NONE);
    if let Definition::Cases(cases) = &atoms.derived[atom as usize].0 {
        for (_, value) in cases {
            collect(atoms, value, all);
        }
    }
}
