use surefleet_world::{Case, Domain, Formula, Origin, PredicateId, Term as WorldTerm, TypeId, World};

use super::sorts::{NOWHERE, Sorts, pddl_name};
use crate::syntax::{Atom, Axiom, Condition, Signature, Term, Typed};

/// The meaning of a formula's variables.
#[derive(Clone, Default)]
pub(super) struct Scope {
    variables: Vec<(Term, Vec<TypeId>)>,
    /// Variables that stand for values: no formula counts them.
    pub values: Vec<(Term, Vec<TypeId>)>,
    /// Terms whose value is known: a variable or an object, or nothing.
    pub settled: Vec<(WorldTerm, Option<Term>)>,
}

impl Scope {
    pub fn with(&self, name: &str, types: &[TypeId]) -> Self {
        let mut inner = self.clone();
        inner.variables.push((Term::Variable(name.to_owned()), types.to_vec()));
        inner
    }

    /// The number of variables that formulas count.
    pub fn depth(&self) -> usize {
        self.variables.len()
    }

    /// The types that a term of PDDL is known to have.
    pub fn known(&self, term: &Term) -> Vec<TypeId> {
        let bound = self.values.iter().chain(&self.variables).find(|(bound, _)| bound == term);
        bound.map_or_else(|| vec![Domain::OBJECT], |(_, types)| types.clone())
    }

    /// The value of a term, if it is settled.
    pub fn settled(&self, term: &WorldTerm) -> Option<&Option<Term>> {
        self.settled.iter().find(|(known, _)| known == term).map(|(_, value)| value)
    }
}

/// Writes formulas of a world as conditions of PDDL. A term that stands for a value becomes a variable of its own:
/// `open(located(x))` is "there is a v with `(located ?x ?v)` and `(open ?v)`".
pub(super) struct Writer<'a> {
    pub world: &'a World,
    pub sorts: Sorts<'a>,
    /// Derived predicates for the conditions of effects.
    pub axioms: Vec<Axiom>,
    count: usize,
}

/// Does something with a term that stands for an object.
type Then<'t, 'a> = &'t mut dyn FnMut(&mut Writer<'a>, &Scope, Term) -> Condition;
type ThenAll<'t, 'a> = &'t mut dyn FnMut(&mut Writer<'a>, &Scope, Vec<Term>) -> Condition;

impl<'a> Writer<'a> {
    pub fn new(world: &'a World) -> Self {
        Self { world, sorts: Sorts::of(world), axioms: Vec::new(), count: 0 }
    }

    /// Starts to count variables anew, for the next action or axiom.
    pub fn begin(&mut self) {
        self.count = 0;
    }

    /// A variable that nothing else is called: names of a domain have no hyphen.
    pub fn fresh(&mut self) -> String {
        self.count += 1;
        format!("v-{}", self.count)
    }

    pub fn atom(&self, predicate: PredicateId, arguments: Vec<Term>) -> Atom {
        Atom { at: NOWHERE, predicate: pddl_name(&self.world.domain().predicate(predicate).name), arguments }
    }

    /// The formula as a condition.
    pub fn condition(&mut self, formula: &Formula, scope: &Scope) -> Condition {
        match formula {
            Formula::Constant(true) => Condition::TRUE,
            Formula::Constant(false) => Condition::FALSE,
            Formula::Holds(predicate, terms) => self.some_all(terms, scope, &mut |writer, _, arguments| {
                Condition::Holds(writer.atom(*predicate, arguments))
            }),
            Formula::Equal(one, other) => self.equal(one, other, scope),
            Formula::IsOf(term, types) => {
                self.some(term, scope, &mut |writer, scope, term| writer.sorts.is_of(&term, &scope.known(&term), types))
            }
            Formula::Not(inner) => self.condition(inner, scope).negated(),
            Formula::And(parts) => {
                Condition::all(parts.iter().map(|part| self.condition(part, scope)).collect::<Vec<_>>())
            }
            Formula::Or(parts) => {
                Condition::any(parts.iter().map(|part| self.condition(part, scope)).collect::<Vec<_>>())
            }
            Formula::ForAll(types, body) => {
                let name = self.fresh();
                let (variable, guard) = self.sorts.variable(&name, types);
                let body = self.condition(body, &scope.with(&name, types));
                for_all(vec![variable], Condition::any([guard.negated(), body]))
            }
            Formula::Exists(types, body) => {
                let name = self.fresh();
                let (variable, guard) = self.sorts.variable(&name, types);
                let body = self.settled(body, &scope.with(&name, types));
                exists(vec![variable], Condition::all([guard, body]))
            }
        }
    }

    /// The formula as a condition in which each value is looked for once.
    pub fn settled(&mut self, formula: &Formula, scope: &Scope) -> Condition {
        let mut inner = scope.clone();
        let (variables, conditions) = self.settle(formula, true, &mut inner);
        let condition = self.condition(formula, &inner);
        exists(variables, Condition::all(conditions.into_iter().chain([condition])))
    }

    fn equal(&mut self, one: &WorldTerm, other: &WorldTerm, scope: &Scope) -> Condition {
        let [is_one, is_other] = [one, other].map(|term| self.simple(term, scope));
        match (is_one, is_other) {
            (Some(object), _) => self.is(other, &object, scope),
            (_, Some(object)) => self.is(one, &object, scope),
            (None, None) => {
                let same = self.some(one, scope, &mut |writer, scope, value| writer.is(other, &value, scope));
                let nothing = [one, other].map(|term| self.is_something(term, scope).negated());
                Condition::any([same, Condition::all(nothing)])
            }
        }
    }

    pub fn is_something(&mut self, term: &WorldTerm, scope: &Scope) -> Condition {
        self.some(term, scope, &mut |_, _, _| Condition::TRUE)
    }

    /// That the term stands for this object.
    pub fn is(&mut self, term: &WorldTerm, object: &Term, scope: &Scope) -> Condition {
        match (self.simple(term, scope), term) {
            (Some(own), _) => same(object.clone(), own),
            (None, WorldTerm::Value(predicate, terms)) if scope.settled(term).is_none() => {
                self.has_value(*predicate, terms, object, scope)
            }
            (None, _) => Condition::FALSE,
        }
    }

    /// That a functional predicate has this value.
    pub fn has_value(&mut self, predicate: PredicateId, terms: &[WorldTerm], value: &Term, scope: &Scope) -> Condition {
        self.some_all(terms, scope, &mut |writer, _, mut arguments| {
            arguments.push(value.clone());
            Condition::Holds(writer.atom(predicate, arguments))
        })
    }

    /// The term without the search for a value.
    pub fn simple(&self, term: &WorldTerm, scope: &Scope) -> Option<Term> {
        match term {
            WorldTerm::Variable(place) => Some(scope.variables[*place].0.clone()),
            WorldTerm::Constant(object) => Some(Term::Object(pddl_name(&self.world.object(*object).name))),
            WorldTerm::Nothing => None,
            WorldTerm::Value(..) => scope.settled(term).cloned().flatten(),
        }
    }

    /// That the term stands for an object of which `then` is true.
    pub fn some(&mut self, term: &WorldTerm, scope: &Scope, then: Then<'_, 'a>) -> Condition {
        match (self.simple(term, scope), term) {
            (Some(object), _) => then(self, scope, object),
            (None, WorldTerm::Value(predicate, terms)) if scope.settled(term).is_none() => {
                let name = self.fresh();
                let types = self.world.domain().predicate(*predicate).value.clone().expect("it is functional");
                let (variable, _) = self.sorts.variable(&name, &types);
                let value = Term::Variable(name);
                let is_value = self.has_value(*predicate, terms, &value, scope);
                let mut inner = scope.clone();
                inner.values.push((value.clone(), types));
                let then = then(self, &inner, value);
                exists(vec![variable], Condition::all([is_value, then]))
            }
            (None, _) => Condition::FALSE,
        }
    }

    fn some_all(&mut self, terms: &[WorldTerm], scope: &Scope, then: ThenAll<'_, 'a>) -> Condition {
        self.some_rest(terms, Vec::new(), scope, then)
    }

    fn some_rest(&mut self, terms: &[WorldTerm], done: Vec<Term>, scope: &Scope, then: ThenAll<'_, 'a>) -> Condition {
        let Some((first, rest)) = terms.split_first() else { return then(self, scope, done) };
        self.some(first, scope, &mut |writer, _, term| {
            writer.some_rest(rest, done.iter().cloned().chain([term]).collect(), scope, then)
        })
    }

    /// The head of a predicate, with the value as its last argument, and its arguments' types as a condition.
    pub fn signature(&mut self, predicate: PredicateId) -> (Signature, Scope, Condition) {
        let of = self.world.domain().predicate(predicate).clone();
        let mut scope = Scope::default();
        let mut arguments = Vec::new();
        let mut guards = Vec::new();
        for (place, types) in of.arguments.iter().enumerate() {
            let name = format!("x{}", place + 1);
            let (variable, guard) = self.sorts.variable(&name, types);
            scope = scope.with(&name, types);
            arguments.push(variable);
            guards.push(guard);
        }
        if let Some(types) = &of.value {
            arguments.push(self.sorts.variable("value", types).0);
        }
        (Signature { at: NOWHERE, name: pddl_name(&of.name), arguments }, scope, Condition::all(guards))
    }

    /// The condition that a derived predicate follows from; `None` for a stored one.
    pub fn definition(&mut self, predicate: PredicateId, scope: &Scope, guard: Condition) -> Option<Condition> {
        self.begin();
        let world = self.world;
        match &world.domain().predicate(predicate).origin {
            Origin::State | Origin::Fixed => None,
            Origin::Derived(formula) => Some(Condition::all([guard, self.settled(formula, scope)])),
            Origin::Cases(cases) => {
                let mut earlier = Vec::new();
                let mut all = Vec::new();
                for case in cases {
                    let (applies, gives) = self.case(case, scope);
                    let excluded: Vec<_> = earlier.iter().cloned().map(Condition::negated).collect();
                    all.push(Condition::all(excluded.into_iter().chain([gives])));
                    earlier.push(applies);
                }
                Some(Condition::all([guard, Condition::any(all)]))
            }
        }
    }
}

impl Writer<'_> {
    /// That a case applies, and that it gives `?value`.
    fn case(&mut self, case: &Case, scope: &Scope) -> (Condition, Condition) {
        let (variables, guard, inner) = self.choice(case, scope);
        let applies = exists(variables, Condition::all([guard, self.settled(&case.when, &inner)]));
        let (variables, guard, mut inner) = self.choice(case, scope);
        let value = Term::Variable("value".to_owned());
        let is_value = self.is(&case.value, &value, &inner);
        if let WorldTerm::Value(..) = case.value {
            inner.settled.push((case.value.clone(), Some(value)));
        }
        let when = self.settled(&case.when, &inner);
        let mut all = vec![guard, is_value, when];
        if !variables.is_empty() {
            all.push(self.is_first(case, scope, &variables));
        }
        (applies, exists(variables, Condition::all(all)))
    }

    /// New variables for a choice of the case's own.
    fn choice(&mut self, case: &Case, scope: &Scope) -> (Vec<Typed>, Condition, Scope) {
        let mut inner = scope.clone();
        let mut variables = Vec::new();
        let mut guards = Vec::new();
        for types in &case.some {
            let name = self.fresh();
            let (variable, guard) = self.sorts.variable(&name, types);
            inner = inner.with(&name, types);
            variables.push(variable);
            guards.push(guard);
        }
        (variables, Condition::all(guards), inner)
    }

    /// That the case applies for no choice before this one: the order of objects decides.
    fn is_first(&mut self, case: &Case, scope: &Scope, chosen: &[Typed]) -> Condition {
        let (others, guard, inner) = self.choice(case, scope);
        let when = self.settled(&case.when, &inner);
        let mut is_before = Vec::new();
        for place in 0..chosen.len() {
            let [other, own] = [&others, chosen].map(|all: &[Typed]| {
                all[..=place].iter().map(|one| Term::Variable(one.name.clone())).collect::<Vec<_>>()
            });
            let equal = other[..place].iter().zip(&own[..place]).map(|(one, other)| same(one.clone(), other.clone()));
            let before = self.sorts.is_before(&other[place], &own[place], &case.some[place]);
            is_before.push(Condition::all(equal.chain([before])));
        }
        exists(others, Condition::all([guard, Condition::any(is_before), when])).negated()
    }
}

/// That two terms are the same object.
pub(super) fn same(one: Term, other: Term) -> Condition {
    Condition::same(NOWHERE, one, other)
}

/// Nested quantifiers become one. A body that is false stays false.
pub(super) fn exists(mut variables: Vec<Typed>, body: Condition) -> Condition {
    match body {
        body if variables.is_empty() => body,
        Condition::Or(parts) if parts.is_empty() => Condition::FALSE,
        Condition::Exists(inner, body) => {
            variables.extend(inner);
            Condition::Exists(variables, body)
        }
        body => Condition::Exists(variables, Box::new(body)),
    }
}

pub(super) fn for_all(mut variables: Vec<Typed>, body: Condition) -> Condition {
    match body {
        body if variables.is_empty() => body,
        Condition::And(parts) if parts.is_empty() => Condition::TRUE,
        Condition::ForAll(inner, body) => {
            variables.extend(inner);
            Condition::ForAll(variables, body)
        }
        body => Condition::ForAll(variables, Box::new(body)),
    }
}
