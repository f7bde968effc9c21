use surefleet_world::{Counted, Law, Rule, Term as WorldTerm};

use super::conditions::{Scope, Writer, exists, same};
use crate::syntax::{Atom, Condition, Term, Typed};

impl Writer<'_> {
    /// That a law is broken.
    pub fn broken(&mut self, law: &Law) -> Condition {
        let mut scope = Scope::default();
        let mut variables = Vec::new();
        let mut guards = Vec::new();
        for types in &law.about {
            let name = self.fresh();
            let (variable, guard) = self.sorts.variable(&name, types);
            scope = scope.with(&name, types);
            variables.push(variable);
            guards.push(guard);
        }
        let broken = match &law.rule {
            Rule::Never(formula) => self.settled(formula, &scope),
            Rule::OneOf { atoms, is_exact } => {
                let mut cases = Vec::new();
                for (place, one) in atoms.iter().enumerate() {
                    for other in &atoms[place..] {
                        // A pattern without variables has one atom, or one value.
                        if !std::ptr::eq(one, other) || !one.over.is_empty() {
                            cases.push(self.two_of(one, other, &scope));
                        }
                    }
                }
                if *is_exact {
                    let none = atoms.iter().map(|one| {
                        let (variables, guard, atom) = self.counted(one, &scope);
                        let holds = Condition::all([guard, Condition::Holds(atom)]);
                        exists(variables, holds).negated()
                    });
                    cases.push(Condition::all(none.collect::<Vec<_>>()));
                }
                Condition::any(cases)
            }
        };
        let broken = Condition::all(guards.into_iter().chain([broken]));
        exists(variables, broken)
    }

    /// A counted atom with variables of its own.
    fn counted(&mut self, one: &Counted, scope: &Scope) -> (Vec<Typed>, Condition, Atom) {
        let mut scope = scope.clone();
        let mut variables = Vec::new();
        let mut guards = Vec::new();
        for types in &one.over {
            let name = self.fresh();
            let (variable, guard) = self.sorts.variable(&name, types);
            scope = scope.with(&name, types);
            variables.push(variable);
            guards.push(guard);
        }
        let term = |term: &WorldTerm| self.simple(term, &scope).expect("laws count atoms of variables and objects");
        let mut arguments: Vec<Term> = one.arguments.iter().map(term).collect();
        match (&one.value, &self.world.domain().predicate(one.predicate).value) {
            (Some(value), _) => arguments.push(term(value)),
            (None, Some(types)) => {
                let types = types.clone();
                let name = self.fresh();
                variables.push(self.sorts.variable(&name, &types).0);
                arguments.push(Term::Variable(name));
            }
            (None, None) => {}
        }
        (variables, Condition::all(guards), self.atom(one.predicate, arguments))
    }

    /// That two different atoms of these patterns hold.
    fn two_of(&mut self, one: &Counted, other: &Counted, scope: &Scope) -> Condition {
        let (mut variables, guard, one) = self.counted(one, scope);
        let (more, other_guard, other) = self.counted(other, scope);
        variables.extend(more);
        let are_same = one.predicate == other.predicate;
        let pairs = one.arguments.iter().cloned().zip(other.arguments.iter().cloned());
        let differ = if are_same {
            Condition::any(pairs.map(|(one, other)| same(one, other).negated()))
        } else {
            Condition::TRUE
        };
        let both = Condition::all([guard, other_guard, Condition::Holds(one), Condition::Holds(other), differ]);
        exists(variables, both)
    }
}
