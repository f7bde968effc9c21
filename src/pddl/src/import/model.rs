//! What the names of a task mean: types, objects and predicates, checked.

use std::collections::HashMap;

use crate::{
    error::{PddlError, SourcePlace},
    syntax::{Atom, Change, Condition, Domain, Problem, Term, Typed},
};

/// The type of all objects.
pub(super) const OBJECT: usize = 0;

/// A type, by its place among all.
pub(super) type TypeIndex = usize;

pub(super) struct Model {
    pub types: Vec<Type>,
    /// Whether one type is the other, or below it.
    within: Vec<Vec<bool>>,
    pub objects: Vec<Object>,
    pub predicates: Vec<Predicate>,
    object_of: HashMap<String, usize>,
    predicate_of: HashMap<String, usize>,
    /// The type that acts, if the caller named one.
    pub actor: Option<TypeIndex>,
}

/// A type; its parents come before it.
pub(super) struct Type {
    pub name: String,
    pub parents: Vec<TypeIndex>,
}

pub(super) struct Object {
    pub name: String,
    pub types: Vec<TypeIndex>,
}

pub(super) struct Predicate {
    pub name: String,
    /// The names and types of its arguments.
    pub arguments: Vec<(String, Vec<TypeIndex>)>,
    pub is_derived: bool,
    /// Whether some action changes it.
    pub is_changed: bool,
}

/// A variable in reach: its name in the file, its name in the domain file that is written, and its types.
pub(super) type Variable = (String, String, Vec<TypeIndex>);

impl Model {
    pub fn of(domain: &Domain, problem: Option<&Problem>, actor: Option<&str>) -> Result<Self, PddlError> {
        let (types, within) = types(domain)?;
        let mut model = Self {
            types,
            within,
            objects: Vec::new(),
            predicates: Vec::new(),
            object_of: HashMap::new(),
            predicate_of: HashMap::new(),
            actor: None,
        };
        if let Some(actor) = actor {
            let place = model.types.iter().position(|one| one.name == actor.to_lowercase());
            let types = || model.types[1..].iter().map(|one| one.name.clone()).collect();
            let place = place.filter(|&place| place != OBJECT);
            model.actor = Some(place.ok_or_else(|| PddlError::NoActor { actor: actor.to_owned(), types: types() })?);
        }
        for object in domain.constants.iter().chain(problem.into_iter().flat_map(|problem| &problem.objects)) {
            let types = model.types_of(object)?;
            let place = *model.object_of.entry(object.name.clone()).or_insert(model.objects.len());
            match model.objects.get(place) {
                None => model.objects.push(Object { name: object.name.clone(), types }),
                // Some files repeat the constants among the objects.
                Some(known) if known.types == types => {}
                Some(_) => return Err(PddlError::Twice { at: object.at, what: "object", name: object.name.clone() }),
            }
        }
        for one in &domain.predicates {
            let mut arguments = Vec::new();
            for argument in &one.arguments {
                arguments.push((argument.name.clone(), model.types_of(argument)?));
            }
            if model.predicate_of.insert(one.name.clone(), model.predicates.len()).is_some() {
                return Err(PddlError::Twice { at: one.at, what: "predicate", name: one.name.clone() });
            }
            let name = one.name.clone();
            model.predicates.push(Predicate { name, arguments, is_derived: false, is_changed: false });
        }
        for axiom in &domain.axioms {
            let place = model.predicate(axiom.head.at, &axiom.head.name)?;
            model.check_count(axiom.head.at, place, axiom.head.arguments.len())?;
            model.predicates[place].is_derived = true;
        }
        for action in &domain.actions {
            model.note_changes(&action.first)?;
            model.note_changes(&action.effect)?;
        }
        Ok(model)
    }

    fn note_changes(&mut self, change: &Change) -> Result<(), PddlError> {
        match change {
            Change::All(parts) => parts.iter().try_for_each(|part| self.note_changes(part)),
            Change::When(_, inner) | Change::ForAll(_, inner) => self.note_changes(inner),
            Change::Add(atom) | Change::Delete(atom) => {
                let place = self.predicate(atom.at, &atom.predicate)?;
                if self.predicates[place].is_derived {
                    return Err(PddlError::Unsupported {
                        at: atom.at,
                        what: format!("an effect on the derived predicate {:?}", atom.predicate),
                        mend: "change what it follows from",
                    });
                }
                self.predicates[place].is_changed = true;
                Ok(())
            }
        }
    }

    pub fn is_within(&self, one: TypeIndex, of: TypeIndex) -> bool {
        self.within[one][of]
    }

    /// Whether some object could be of one of these types and of one of those.
    pub fn may_meet(&self, these: &[TypeIndex], those: &[TypeIndex]) -> bool {
        let is_in = |one: usize, types: &[TypeIndex]| types.iter().any(|&of| self.is_within(one, of));
        (0..self.types.len()).any(|one| is_in(one, these) && is_in(one, those))
    }

    /// Whether every object of these types is of one of those.
    pub fn are_all(&self, these: &[TypeIndex], those: &[TypeIndex]) -> bool {
        these.iter().all(|&one| those.iter().any(|&of| self.is_within(one, of)))
    }

    /// Whether the object acts.
    pub fn is_robot(&self, object: usize) -> bool {
        self.actor.is_some_and(|actor| self.are_all(&self.objects[object].types, &[actor]))
    }

    /// The objects of these types.
    pub fn members(&self, types: &[TypeIndex]) -> Vec<usize> {
        let is_of = |object: &Object| object.types.iter().any(|&one| types.iter().any(|&of| self.is_within(one, of)));
        (0..self.objects.len()).filter(|&place| is_of(&self.objects[place])).collect()
    }

    /// The types of a declared name.
    pub fn types_of(&self, declared: &Typed) -> Result<Vec<TypeIndex>, PddlError> {
        if declared.types.is_empty() {
            return Ok(vec![OBJECT]);
        }
        let find = |name: &String| {
            let names = self.types.iter().map(|one| one.name.as_str());
            let place = self.types.iter().position(|one| one.name == *name);
            place.ok_or_else(|| unknown(declared.at, "type", name, names))
        };
        declared.types.iter().map(find).collect()
    }

    pub fn predicate(&self, at: SourcePlace, name: &str) -> Result<usize, PddlError> {
        let names = self.predicates.iter().map(|one| one.name.as_str());
        self.predicate_of.get(name).copied().ok_or_else(|| unknown(at, "predicate", name, names))
    }

    pub fn object(&self, at: SourcePlace, name: &str) -> Result<usize, PddlError> {
        let names = self.objects.iter().map(|one| one.name.as_str());
        self.object_of.get(name).copied().ok_or_else(|| unknown(at, "object", name, names))
    }

    fn check_count(&self, at: SourcePlace, predicate: usize, given: usize) -> Result<(), PddlError> {
        let wanted = self.predicates[predicate].arguments.len();
        let predicate = self.predicates[predicate].name.clone();
        if given == wanted { Ok(()) } else { Err(PddlError::Arity { at, predicate, wanted, given }) }
    }

    /// The types that a term's object may have.
    pub fn term_types(&self, at: SourcePlace, term: &Term, scope: &[Variable]) -> Result<Vec<TypeIndex>, PddlError> {
        match term {
            Term::Object(name) => Ok(self.objects[self.object(at, name)?].types.clone()),
            Term::Variable(name) => Ok(variable(at, name, scope)?.2.clone()),
        }
    }

    /// The predicate of an atom that is well formed.
    pub fn check(&self, atom: &Atom, scope: &[Variable]) -> Result<usize, PddlError> {
        let place = self.predicate(atom.at, &atom.predicate)?;
        self.check_count(atom.at, place, atom.arguments.len())?;
        for (term, (_, wanted)) in atom.arguments.iter().zip(&self.predicates[place].arguments) {
            let found = self.term_types(atom.at, term, scope)?;
            if !self.may_meet(&found, wanted) {
                let [found, wanted] = [&found, wanted].map(|types| self.type_words(types));
                return Err(PddlError::Mismatch { at: atom.at, predicate: atom.predicate.clone(), wanted, found });
            }
        }
        Ok(place)
    }

    pub fn type_words(&self, types: &[TypeIndex]) -> String {
        types.iter().map(|&one| self.types[one].name.as_str()).collect::<Vec<_>>().join(" or ")
    }

    /// Whether some name of the task has the type of all objects.
    pub fn speaks_of_everything(&self, domain: &Domain, problem: Option<&Problem>) -> bool {
        let is_everything =
            |one: &Typed| one.types.is_empty() || one.types.iter().any(|name| *name == self.types[OBJECT].name);
        let are = |all: &[Typed]| all.iter().any(is_everything);
        are(&domain.constants)
            || problem.is_some_and(|problem| are(&problem.objects) || binds(&problem.goal, &are))
            || domain.predicates.iter().any(|one| are(&one.arguments))
            || domain.axioms.iter().any(|one| are(&one.head.arguments) || binds(&one.body, &are))
            || domain.actions.iter().any(|one| are(&one.parameters) || binds(&one.precondition, &are))
            || domain.actions.iter().any(|one| change_binds(&one.first, &are) || change_binds(&one.effect, &are))
    }
}

fn binds(condition: &Condition, are: &dyn Fn(&[Typed]) -> bool) -> bool {
    match condition {
        Condition::Holds(_) | Condition::Equal(..) => false,
        Condition::Not(inner) => binds(inner, are),
        Condition::And(parts) | Condition::Or(parts) => parts.iter().any(|part| binds(part, are)),
        Condition::Implies(one, other) => binds(one, are) || binds(other, are),
        Condition::ForAll(variables, body) | Condition::Exists(variables, body) => are(variables) || binds(body, are),
    }
}

fn change_binds(change: &Change, are: &dyn Fn(&[Typed]) -> bool) -> bool {
    match change {
        Change::Add(_) | Change::Delete(_) => false,
        Change::All(parts) => parts.iter().any(|part| change_binds(part, are)),
        Change::When(when, then) => binds(when, are) || change_binds(then, are),
        Change::ForAll(variables, body) => are(variables) || change_binds(body, are),
    }
}

/// The variable with this name that was bound last.
pub(super) fn variable<'s>(at: SourcePlace, name: &str, scope: &'s [Variable]) -> Result<&'s Variable, PddlError> {
    let names = scope.iter().map(|(known, ..)| known.as_str());
    scope.iter().rev().find(|(known, ..)| known == name).ok_or_else(|| unknown(at, "variable", name, names))
}

fn unknown<'n>(at: SourcePlace, what: &'static str, name: &str, known: impl Iterator<Item = &'n str>) -> PddlError {
    let near = known.map(|one| (strsim::jaro_winkler(name, one), one)).filter(|(likeness, _)| *likeness > 0.75);
    let nearest = near.max_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, one)| one.to_owned());
    PddlError::Unknown { at, what, name: name.to_owned(), nearest }
}

/// All types with parents before their children, and which lies within which. A type that only stands as a parent is
/// declared by that.
fn types(domain: &Domain) -> Result<(Vec<Type>, Vec<Vec<bool>>), PddlError> {
    let mut declared: Vec<(&str, SourcePlace, Vec<&str>)> = Vec::new();
    for one in &domain.types {
        for (name, parents) in
            std::iter::once((&one.name, one.types.as_slice())).chain(one.types.iter().map(|parent| (parent, &[][..])))
        {
            let parents = parents.iter().map(String::as_str).filter(|parent| *parent != "object");
            match declared.iter_mut().find(|(known, ..)| known == name) {
                Some((.., known)) => known.extend(parents),
                None => declared.push((name, one.at, parents.collect())),
            }
        }
    }
    declared.retain(|(name, ..)| *name != "object");
    let mut types = vec![Type { name: "object".to_owned(), parents: Vec::new() }];
    let mut within = vec![vec![true]];
    while !declared.is_empty() {
        let place_of = |name: &str, types: &[Type]| types.iter().position(|one| one.name == name);
        let ready = declared.iter().position(|(.., parents)| parents.iter().all(|one| place_of(one, &types).is_some()));
        let Some(ready) = ready else {
            let (name, at, _) = declared[0];
            return Err(PddlError::CircularType { at, name: name.to_owned() });
        };
        let (name, _, parents) = declared.remove(ready);
        let mut parents: Vec<usize> = parents.into_iter().filter_map(|one| place_of(one, &types)).collect();
        parents.dedup();
        let place = types.len();
        within.iter_mut().for_each(|row: &mut Vec<bool>| row.push(false));
        let mut row = vec![false; place + 1];
        (row[OBJECT], row[place]) = (true, true);
        for &parent in &parents {
            (0..place).for_each(|above| row[above] |= within[parent][above]);
        }
        within.push(row);
        types.push(Type { name: name.to_owned(), parents });
    }
    Ok((types, within))
}
