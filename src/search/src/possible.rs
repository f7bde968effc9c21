//! What can be true at all: derived atoms that no state makes true, whatever its variables hold.

use smallvec::SmallVec;

use crate::{
    codes::{self, Code, CodeSet, NONE, TRUE},
    expression::{Atoms, Condition, Definition, Entries, Table, Term, Var},
};

/// Whether a condition may be true, and whether it may be false.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Chance {
    is_true: bool,
    is_false: bool,
}

const EITHER: Chance = Chance { is_true: true, is_false: true };

/// Finds, by derived atom, whether it may be true; of those with values, all may.
pub(crate) fn truths(atoms: &Atoms, fixed: &[Option<Code>]) -> Vec<bool> {
    let mut possible = Possible { atoms, fixed, may_be_true: vec![false; atoms.derived.len()] };
    let mut is_stable = false;
    while !std::mem::replace(&mut is_stable, true) {
        for (atom, (definition, _)) in atoms.derived.iter().enumerate().rev() {
            let is_news = !possible.may_be_true[atom]
                && match definition {
                    Definition::Formula(formula) => possible.condition(formula).is_true,
                    Definition::Cases(_) => true,
                };
            possible.may_be_true[atom] |= is_news;
            is_stable &= !is_news;
        }
    }
    possible.may_be_true
}

struct Possible<'a> {
    atoms: &'a Atoms,
    fixed: &'a [Option<Code>],
    may_be_true: Vec<bool>,
}

impl Possible<'_> {
    fn condition(&self, condition: &Condition) -> Chance {
        match condition {
            Condition::Constant(truth) => Chance { is_true: truth.is_true(), is_false: truth.is_false() },
            Condition::Is(var, code) => self.among(&self.variable(*var), |of| of == *code),
            Condition::Equal(left, right) => {
                let (left, right) = (self.term(left), self.term(right));
                let is_one = left.iter().take(2).count() == 1 && left == right;
                let is_true = left.iter().any(|code| right.contains(code));
                Chance { is_true, is_false: !is_one }
            }
            Condition::IsIn(term, set) => self.among(&self.term(term), |code| set.contains(code)),
            Condition::Holds(predicate, arguments) => self.entries(*predicate, arguments),
            Condition::Derived(atom) => self.derived(*atom),
            Condition::Not(inner) => {
                let Chance { is_true, is_false } = self.condition(inner);
                Chance { is_true: is_false, is_false: is_true }
            }
            Condition::And(parts) => parts.iter().map(|part| self.condition(part)).fold(
                Chance { is_true: true, is_false: false },
                |all, one| Chance { is_true: all.is_true && one.is_true, is_false: all.is_false || one.is_false },
            ),
            Condition::Or(parts) => parts.iter().map(|part| self.condition(part)).fold(
                Chance { is_true: false, is_false: true },
                |all, one| Chance { is_true: all.is_true || one.is_true, is_false: all.is_false && one.is_false },
            ),
        }
    }

    fn among(&self, codes: &CodeSet, fits: impl Fn(Code) -> bool) -> Chance {
        Chance { is_true: codes.iter().any(&fits), is_false: codes.iter().any(|code| !fits(code)) }
    }

    fn derived(&self, atom: u32) -> Chance {
        Chance { is_true: self.may_be_true[atom as usize], is_false: true }
    }

    fn variable(&self, var: Var) -> CodeSet {
        match self.fixed[var as usize] {
            Some(code) => [code].into_iter().collect(),
            None => self.atoms.domains[var as usize].as_ref().clone(),
        }
    }

    fn term(&self, term: &Term) -> CodeSet {
        match term {
            Term::Constant(code) => [*code].into_iter().collect(),
            Term::Variable(var) => self.variable(*var),
            Term::Value(..) | Term::Derived(_) => crate::flat::codes(self.atoms, term),
        }
    }

    /// A plain predicate of terms.
    fn entries(&self, predicate: usize, arguments: &[Term]) -> Chance {
        let table = &self.atoms.tables[predicate];
        let sets: SmallVec<[CodeSet; 4]> = arguments.iter().map(|argument| self.term(argument)).collect();
        let mut chance = Chance { is_true: false, is_false: sets.iter().any(|set| set.contains(NONE)) };
        self.fill(table, &sets, &mut SmallVec::new(), &mut chance);
        chance
    }

    fn fill(&self, table: &Table, sets: &[CodeSet], objects: &mut SmallVec<[usize; 4]>, chance: &mut Chance) {
        let Some(set) = sets.get(objects.len()) else {
            let content = table.place(objects).map(|place| table.content[place]).filter(|&of| of != Table::ABSENT);
            let of = match (content, table.entries) {
                (None, _) => Chance { is_true: false, is_false: true },
                (Some(var), Entries::Stored) => self.among(&self.variable(var), |code| code == TRUE),
                (Some(code), Entries::Fixed) => {
                    let is_true = code == u32::from(TRUE);
                    Chance { is_true, is_false: !is_true }
                }
                (Some(atom), Entries::Derived) => self.derived(atom),
            };
            chance.is_true |= of.is_true;
            chance.is_false |= of.is_false;
            return;
        };
        for object in set.iter().filter_map(codes::index) {
            if *chance == EITHER {
                return;
            }
            objects.push(object);
            self.fill(table, sets, objects, chance);
            objects.pop();
        }
    }
}
