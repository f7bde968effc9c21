//! Comparison of formulas and effects of two domains: whether they say the same, whatever the names are.

use surefleet_world::{Case, Domain, Effect, Formula, Origin, PredicateId, Term, TypeId};

use crate::classes::Classes;

/// Two domains whose objects are in classes, and whose stored predicates are told to be the same.
pub(crate) struct Likeness<'a> {
    /// The model.
    pub model: (&'a Domain, &'a Classes),
    /// The domain that is compared with it.
    pub other: (&'a Domain, &'a Classes),
    /// Stored predicates of the model, each with the other domain's.
    pub same: &'a [(PredicateId, PredicateId)],
}

impl Likeness<'_> {
    /// Whether both types mean objects of the same classes.
    pub fn types(&self, these: &[TypeId], those: &[TypeId]) -> bool {
        self.other.1.is_exactly(those, self.model.1.touched(these))
    }

    /// Whether both terms stand for the same, if variables with the same number do.
    pub fn terms(&self, these: &[Term], those: &[Term]) -> bool {
        these.len() == those.len() && these.iter().zip(those).all(|(this, that)| self.term(this, that))
    }

    /// Whether both terms stand for the same.
    pub fn term(&self, this: &Term, that: &Term) -> bool {
        match (this, that) {
            (Term::Nothing, Term::Nothing) => true,
            (Term::Variable(this), Term::Variable(that)) => this == that,
            (Term::Value(this, these), Term::Value(that, those)) => {
                self.predicates(*this, *that) && self.terms(these, those)
            }
            _ => false,
        }
    }

    /// Whether both lists of conditions, all of which must hold, say the same.
    pub fn conditions<'f>(
        &self,
        these: impl IntoIterator<Item = &'f Formula>,
        those: impl IntoIterator<Item = &'f Formula>,
    ) -> bool {
        let all = |formulas: Vec<Formula>| simple(&Formula::And(formulas), true);
        let these = all(these.into_iter().cloned().collect());
        let those = all(those.into_iter().cloned().collect());
        self.formulas(&these, &those)
    }

    /// Whether both formulas, in their simple form, say the same.
    fn formulas(&self, this: &Formula, that: &Formula) -> bool {
        match (this, that) {
            (Formula::Constant(this), Formula::Constant(that)) => this == that,
            (Formula::Holds(this, these), Formula::Holds(that, those)) => {
                self.predicates(*this, *that) && self.terms(these, those)
            }
            (Formula::Equal(left, right), Formula::Equal(first, second)) => {
                self.term(left, first) && self.term(right, second) || self.term(left, second) && self.term(right, first)
            }
            (Formula::IsOf(this, these), Formula::IsOf(that, those)) => {
                self.term(this, that) && self.types(these, those)
            }
            (Formula::Not(this), Formula::Not(that)) => self.formulas(this, that),
            (Formula::And(these), Formula::And(those)) | (Formula::Or(these), Formula::Or(those)) => {
                are_paired(these, those, &|this, that| self.formulas(this, that))
            }
            (Formula::ForAll(these, this), Formula::ForAll(those, that))
            | (Formula::Exists(these, this), Formula::Exists(those, that)) => {
                self.types(these, those) && self.formulas(this, that)
            }
            _ => false,
        }
    }

    /// Whether both lists of effects, which come about at once, change the same.
    pub fn effects(&self, these: &[Effect], those: &[Effect]) -> bool {
        let (these, those) = (flat(these), flat(those));
        are_paired(&these, &those, &|this, that| self.effect(this, that))
    }

    fn effect(&self, this: &Effect, that: &Effect) -> bool {
        match (this, that) {
            (Effect::Set(this, these, one), Effect::Set(that, those, other)) => {
                one == other && self.predicates(*this, *that) && self.terms(these, those)
            }
            (Effect::Assign(this, these, one), Effect::Assign(that, those, other)) => {
                self.predicates(*this, *that) && self.terms(these, those) && self.term(one, other)
            }
            (Effect::Forget(this, these), Effect::Forget(that, those)) => {
                self.predicates(*this, *that) && self.terms(these, those)
            }
            (Effect::If(this, then, otherwise), Effect::If(that, then_other, otherwise_other)) => {
                self.conditions([this], [that])
                    && self.effects(then, then_other)
                    && self.effects(otherwise, otherwise_other)
            }
            (Effect::Each(these, this), Effect::Each(those, that)) => {
                self.types(these, those) && self.effects(this, that)
            }
            _ => false,
        }
    }

    /// Whether both predicates are told to be the same, or follow in the same way from such.
    ///
    /// Nothing in the model follows from itself, so this ends.
    pub fn predicates(&self, this: PredicateId, that: PredicateId) -> bool {
        let (this_of, that_of) = (self.model.0.predicate(this), self.other.0.predicate(that));
        let covers =
            |(these, those): (&Vec<TypeId>, &Vec<TypeId>)| self.other.1.covers(those, self.model.1.touched(these));
        let about = || {
            this_of.arguments.len() == that_of.arguments.len()
                && this_of.value.is_some() == that_of.value.is_some()
                && this_of.arguments.iter().zip(&that_of.arguments).all(covers)
                && this_of.value.iter().zip(&that_of.value).all(covers)
        };
        match (&this_of.origin, &that_of.origin) {
            (Origin::State, Origin::State) => self.same.contains(&(this, that)),
            (Origin::Derived(this), Origin::Derived(that)) => about() && self.conditions([this], [that]),
            (Origin::Cases(these), Origin::Cases(those)) => {
                about()
                    && these.len() == those.len()
                    && these.iter().zip(those).all(|(this, that)| self.case(this, that))
            }
            _ => false,
        }
    }

    fn case(&self, this: &Case, that: &Case) -> bool {
        this.some.len() == that.some.len()
            && this.some.iter().zip(&that.some).all(|(these, those)| self.types(these, those))
            && self.conditions([&this.when], [&that.when])
            && self.term(&this.value, &that.value)
    }
}

/// Whether the entries of two lists can be paired so that each pair is alike.
pub(crate) fn are_paired<T>(these: &[T], those: &[T], alike: &dyn Fn(&T, &T) -> bool) -> bool {
    fn rest<T>(these: &[T], those: &mut Vec<&T>, alike: &dyn Fn(&T, &T) -> bool) -> bool {
        let Some((this, others)) = these.split_first() else { return true };
        (0..those.len()).any(|place| {
            if !alike(this, those[place]) {
                return false;
            }
            let that = those.remove(place);
            let is_done = rest(others, those, alike);
            those.insert(place, that);
            is_done
        })
    }
    these.len() == those.len() && rest(these, &mut those.iter().collect(), alike)
}

/// The formula, or its negation, with `not` before atoms only and without `and` in `and` or `or` in `or`.
fn simple(formula: &Formula, holds: bool) -> Formula {
    match formula {
        Formula::Constant(truth) => Formula::Constant(*truth == holds),
        Formula::Not(inner) => simple(inner, !holds),
        Formula::And(parts) => joined(parts, holds, holds),
        Formula::Or(parts) => joined(parts, holds, !holds),
        Formula::ForAll(types, body) if holds => Formula::ForAll(types.clone(), Box::new(simple(body, true))),
        Formula::ForAll(types, body) => Formula::Exists(types.clone(), Box::new(simple(body, false))),
        Formula::Exists(types, body) if holds => Formula::Exists(types.clone(), Box::new(simple(body, true))),
        Formula::Exists(types, body) => Formula::ForAll(types.clone(), Box::new(simple(body, false))),
        atom if holds => atom.clone(),
        atom => Formula::Not(Box::new(atom.clone())),
    }
}

/// The simple forms of these, or of their negations, joined by `and` if `by_and`, else by `or`.
fn joined(parts: &[Formula], holds: bool, by_and: bool) -> Formula {
    let mut all = Vec::new();
    for part in parts.iter().map(|part| simple(part, holds)) {
        match part {
            Formula::And(inner) if by_and => all.extend(inner),
            Formula::Or(inner) if !by_and => all.extend(inner),
            Formula::Constant(truth) if truth == by_and => {}
            part => all.push(part),
        }
    }
    match all.pop() {
        None => Formula::Constant(by_and),
        Some(only) if all.is_empty() => only,
        Some(last) => {
            all.push(last);
            if by_and { Formula::And(all) } else { Formula::Or(all) }
        }
    }
}

/// The effects without those that only hold several together.
fn flat(effects: &[Effect]) -> Vec<Effect> {
    let inside = |effect: &Effect| match effect {
        Effect::If(Formula::Constant(true), then, _) => flat(then),
        Effect::If(Formula::Constant(false), _, otherwise) => flat(otherwise),
        effect => vec![effect.clone()],
    };
    effects.iter().flat_map(inside).collect()
}
