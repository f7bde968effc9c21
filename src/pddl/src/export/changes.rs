use surefleet_world::{Effect, PredicateId, Skill, Term as WorldTerm, TypeId};

use super::{
    conditions::{Scope, Writer, exists, same},
    sorts::NOWHERE,
};
use crate::syntax::{Atom, Axiom, Change, Condition, Signature, Term, Typed};

/// Something that an effect writes, for all its variables for which the condition holds.
#[derive(Clone)]
struct Write {
    variables: Vec<Typed>,
    when: Condition,
    predicate: PredicateId,
    arguments: Vec<Term>,
    becomes: Becomes,
}

#[derive(Clone)]
enum Becomes {
    Truth(bool),
    /// A value or none, and what is known of the value before.
    Value(Option<Term>, Before),
}

#[derive(Clone)]
enum Before {
    Anything,
    Nothing,
    Value(Term),
}

/// The variables and the condition around an effect.
#[derive(Clone)]
struct Around {
    scope: Scope,
    variables: Vec<Typed>,
    when: Condition,
}

impl Writer<'_> {
    /// The effects of a skill as one change.
    pub fn change(&mut self, skill: &Skill, parameters: &[Typed], scope: &Scope) -> Change {
        let around = Around { scope: scope.clone(), variables: Vec::new(), when: Condition::TRUE };
        let mut writes = Vec::new();
        self.writes(&skill.first, &around, &mut writes);
        self.writes(&skill.effects, &around, &mut writes);
        let mut changes: Vec<(Vec<Typed>, Condition, Vec<Change>)> = Vec::new();
        for (place, write) in writes.iter().enumerate() {
            let Some(write) = overwritten(write, &writes[place + 1..]) else { continue };
            for (variables, when, change) in self.literals(write) {
                let (variables, when) = self.without_search(skill, parameters, variables, when, &change);
                match changes.last_mut() {
                    Some(last) if last.0 == variables && last.1 == when => last.2.push(change),
                    _ => changes.push((variables, when, vec![change])),
                }
            }
        }
        let around = |(variables, when, mut changes): (Vec<Typed>, Condition, Vec<Change>)| {
            let mut change = if changes.len() == 1 { changes.remove(0) } else { Change::All(changes) };
            if when != Condition::TRUE {
                change = Change::When(when, Box::new(change));
            }
            if variables.is_empty() { change } else { Change::ForAll(variables, Box::new(change)) }
        };
        let parts = changes.into_iter().map(around).flat_map(|change| match change {
            Change::All(parts) => parts,
            other => vec![other],
        });
        Change::All(parts.collect())
    }

    /// Gives a condition that searches for objects beside those of the atom that it changes a derived predicate of its
    /// own. Otherwise each find would be an effect, and to tell which of them delete what others add takes planners long.
    fn without_search(
        &mut self,
        skill: &Skill,
        parameters: &[Typed],
        variables: Vec<Typed>,
        when: Condition,
        change: &Change,
    ) -> (Vec<Typed>, Condition) {
        let (Change::Add(atom) | Change::Delete(atom)) = change else { return (variables, when) };
        let is_told = |one: &Typed| atom.arguments.contains(&Term::Variable(one.name.clone()));
        let (told, sought): (Vec<Typed>, Vec<Typed>) = variables.into_iter().partition(is_told);
        if sought.is_empty() {
            return (told, when);
        }
        let body = exists(sought, when);
        let free = body.free_variables();
        let arguments: Vec<Typed> =
            parameters.iter().chain(&told).filter(|one| free.contains(&one.name)).cloned().collect();
        let terms = arguments.iter().map(|one| Term::Variable(one.name.clone())).collect();
        let known = self.axioms.iter().find(|axiom| axiom.body == body && axiom.head.arguments == arguments);
        let name = known.map(|axiom| axiom.head.name.clone()).unwrap_or_else(|| {
            let name = format!("{}-case-{}", skill.name, self.axioms.len() + 1);
            self.axioms.push(Axiom { head: Signature { at: NOWHERE, name: name.clone(), arguments }, body });
            name
        });
        (told, Condition::Holds(Atom { at: NOWHERE, predicate: name, arguments: terms }))
    }

    fn writes(&mut self, effects: &[Effect], around: &Around, out: &mut Vec<Write>) {
        for effect in effects {
            match effect {
                Effect::Set(predicate, terms, truth) => {
                    self.write(*predicate, terms, around, Becomes::Truth(*truth), out);
                }
                Effect::Assign(predicate, terms, WorldTerm::Nothing) => {
                    let before = self.before(*predicate, terms, around);
                    self.write(*predicate, terms, around, Becomes::Value(None, before.clone()), out);
                }
                Effect::Assign(predicate, terms, value) => {
                    let before = self.before(*predicate, terms, around);
                    // Where the value to take is nothing.
                    let nothing = self.is_something(value, &around.scope).negated();
                    if nothing != Condition::FALSE {
                        let mut around = around.clone();
                        around.when = Condition::all([around.when, nothing]);
                        self.write(*predicate, terms, &around, Becomes::Value(None, before.clone()), out);
                    }
                    if let Some((around, value)) = self.each_value(value, around) {
                        self.write(*predicate, terms, &around, Becomes::Value(Some(value), before), out);
                    }
                }
                Effect::Forget(predicate, terms) => {
                    let is_functional = self.world.domain().predicate(*predicate).value.is_some();
                    let becomes =
                        if is_functional { Becomes::Value(None, Before::Anything) } else { Becomes::Truth(false) };
                    self.write(*predicate, terms, around, becomes, out);
                }
                Effect::If(condition, then, otherwise) => {
                    for (is_true, effects) in [(true, then), (false, otherwise)] {
                        if effects.is_empty() {
                            continue;
                        }
                        let mut inner = around.clone();
                        let (variables, settled) = self.settle(condition, is_true, &mut inner.scope);
                        inner.variables.extend(variables);
                        let condition = self.condition(condition, &inner.scope);
                        let condition = if is_true { condition } else { condition.negated() };
                        let all = [inner.when].into_iter().chain(settled).chain([condition]);
                        inner.when = Condition::all(all);
                        if inner.when != Condition::FALSE {
                            self.writes(effects, &inner, out);
                        }
                    }
                }
                Effect::Each(types, effects) => {
                    let name = self.fresh();
                    let (variable, guard) = self.sorts.variable(&name, types);
                    let mut inner = around.clone();
                    inner.scope = inner.scope.with(&name, types);
                    inner.variables.push(variable);
                    inner.when = Condition::all([inner.when, guard]);
                    self.writes(effects, &inner, out);
                }
            }
        }
    }

    fn before(&self, predicate: PredicateId, terms: &[WorldTerm], around: &Around) -> Before {
        match around.scope.settled(&WorldTerm::Value(predicate, terms.to_vec())) {
            Some(Some(value)) => Before::Value(value.clone()),
            Some(None) => Before::Nothing,
            None => Before::Anything,
        }
    }

    /// Writes an atom, where all its terms stand for objects that the predicate can be about.
    fn write(
        &mut self,
        predicate: PredicateId,
        terms: &[WorldTerm],
        around: &Around,
        becomes: Becomes,
        out: &mut Vec<Write>,
    ) {
        let mut around = around.clone();
        let mut arguments = Vec::new();
        let world = self.world;
        for (term, types) in terms.iter().zip(&world.domain().predicate(predicate).arguments) {
            let Some((inner, argument)) = self.each_value(term, &around) else { return };
            around = inner;
            let is_of = self.sorts.is_of(&argument, &around.scope.known(&argument), types);
            around.when = Condition::all([around.when, is_of]);
            arguments.push(argument);
        }
        if around.when != Condition::FALSE {
            let Around { variables, when, .. } = around;
            out.push(Write { variables, when, predicate, arguments, becomes });
        }
    }

    /// The term's object, as a variable for all objects that it may be where it stands for a value.
    fn each_value(&mut self, term: &WorldTerm, around: &Around) -> Option<(Around, Term)> {
        match (self.simple(term, &around.scope), term) {
            (Some(object), _) => Some((around.clone(), object)),
            (None, WorldTerm::Value(predicate, _)) if around.scope.settled(term).is_none() => {
                let name = self.fresh();
                let types: Vec<TypeId> =
                    self.world.domain().predicate(*predicate).value.clone().expect("it is functional");
                let (variable, _) = self.sorts.variable(&name, &types);
                let value = Term::Variable(name);
                let is_value = self.is(term, &value, &around.scope);
                let mut inner = around.clone();
                inner.scope.values.push((value.clone(), types));
                inner.scope.settled.push((term.clone(), Some(value.clone())));
                inner.variables.push(variable);
                inner.when = Condition::all([inner.when, is_value]);
                Some((inner, value))
            }
            (None, _) => None,
        }
    }

    /// What is added and deleted for a write.
    fn literals(&mut self, write: Write) -> Vec<(Vec<Typed>, Condition, Change)> {
        let Write { variables, when, predicate, arguments, becomes } = write;
        let atom = self.atom(predicate, arguments);
        let with = |value: Term| {
            let mut atom = atom.clone();
            atom.arguments.push(value);
            atom
        };
        match becomes {
            Becomes::Truth(true) => vec![(variables, when, Change::Add(atom))],
            Becomes::Truth(false) => vec![(variables, when, Change::Delete(atom))],
            Becomes::Value(value, before) => {
                let mut changes = Vec::new();
                let differs = |old: Term| value.clone().map_or(Condition::TRUE, |new| same(old, new).negated());
                match before {
                    Before::Nothing => {}
                    Before::Value(old) => {
                        let when = Condition::all([when.clone(), differs(old.clone())]);
                        if when != Condition::FALSE {
                            changes.push((variables.clone(), when, Change::Delete(with(old))));
                        }
                    }
                    Before::Anything => {
                        let name = self.fresh();
                        let types = self.world.domain().predicate(predicate).value.clone().expect("it is functional");
                        let (variable, _) = self.sorts.variable(&name, &types);
                        let old = Term::Variable(name);
                        let when = Condition::all([when.clone(), differs(old.clone())]);
                        let variables = variables.iter().cloned().chain([variable]).collect();
                        changes.push((variables, when, Change::Delete(with(old))));
                    }
                }
                changes.extend(value.map(|value| (variables, when, Change::Add(with(value)))));
                changes
            }
        }
    }
}

/// The write as far as none of the later ones concerns the same atom; `None` if one always does.
fn overwritten(write: &Write, later: &[Write]) -> Option<Write> {
    let mut write = write.clone();
    for other in later.iter().filter(|other| other.predicate == write.predicate) {
        // Effects for each of some objects share their variables: here those of the other write are others.
        let is_of_other = |name: &str| other.variables.iter().any(|variable| variable.name == name);
        let rename = |name: &str| if is_of_other(name) { format!("{name}-other") } else { name.to_owned() };
        let are_same = write.arguments.iter().zip(&other.arguments);
        let are_same = are_same.map(|(one, other)| same(one.clone(), other.renamed(&rename)));
        let meets = Condition::all(are_same.chain([other.when.renamed(&rename)]));
        let variables = other.variables.iter().map(|one| Typed { name: rename(&one.name), ..one.clone() }).collect();
        let meets = exists(variables, meets);
        // What is written in the same way, or is added after it was deleted, needs no care: PDDL adds last.
        let is_harmless = match (&write.becomes, &other.becomes) {
            (Becomes::Truth(one), Becomes::Truth(other)) => !one || one == other,
            (Becomes::Value(one, _), Becomes::Value(other, _)) => one.is_none() || one == other,
            _ => false,
        };
        if meets == Condition::TRUE {
            return None;
        }
        if !is_harmless && meets != Condition::FALSE {
            write.when = Condition::all([write.when, meets.negated()]);
        }
    }
    Some(write)
}
