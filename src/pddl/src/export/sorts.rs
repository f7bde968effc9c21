use std::collections::{BTreeMap, BTreeSet};

use surefleet_world::{Domain, ObjectId, TypeId, World};

use crate::{
    error::{PddlFile, SourcePlace},
    syntax::{Atom, Condition, Signature, Term, Typed},
};

/// The place of what no file says.
pub(super) const NOWHERE: SourcePlace = SourcePlace { file: PddlFile::Domain, line: 0, column: 0 };

/// Words that PDDL itself uses.
const TAKEN: [&str; 14] = [
    "either",
    "when",
    "imply",
    "assign",
    "increase",
    "decrease",
    "minimize",
    "maximize",
    "number",
    "preference",
    "define",
    "domain",
    "problem",
    "undefined",
];

/// A name as PDDL may have it. No name of a domain ends with a hyphen, so no two become one.
pub(super) fn pddl_name(name: &str) -> String {
    if TAKEN.contains(&name) { format!("{name}-") } else { name.to_owned() }
}

/// How the types of a world become types of PDDL, of which each has one parent.
///
/// A type that some object has beside its first one, or that lies below several, becomes a predicate too: `is_tray`.
pub(super) struct Sorts<'a> {
    world: &'a World,
    all: Vec<TypeId>,
    objects: Vec<ObjectId>,
    /// For each type its objects by PDDL's tree of types.
    in_tree: Vec<Vec<ObjectId>>,
    /// The predicates that stand for types, by their names, with the objects they are true of.
    guards: BTreeMap<String, Vec<ObjectId>>,
    /// The objects whose order some condition asks for; `None` if none does.
    ordered: Option<BTreeSet<ObjectId>>,
}

/// Tells the order of objects.
const BEFORE: &str = "is-before";

/// A type of PDDL that holds some types of the world, and the predicate that tells their objects from its others.
pub(super) struct Sort {
    pub name: String,
    pub guard: Option<String>,
}

impl<'a> Sorts<'a> {
    pub fn of(world: &'a World) -> Self {
        let domain = world.domain();
        let find = |name: &str| domain.find_type(name).expect("the domain lists its types");
        let all: Vec<TypeId> = domain.types().iter().map(|one| find(&one.name)).collect();
        let objects = world.members(&[Domain::OBJECT]);
        let mut in_tree = vec![Vec::new(); all.len()];
        for &object in &objects {
            for of in Self::upwards(world, Self::own(world, object)) {
                in_tree[of.index()].push(object);
            }
        }
        Self { world, all, objects, in_tree, guards: BTreeMap::new(), ordered: None }
    }

    /// The type that PDDL knows the object by.
    fn own(world: &World, object: ObjectId) -> TypeId {
        world.object(object).types.first().copied().unwrap_or(Domain::OBJECT)
    }

    /// A type and those above it in PDDL.
    fn upwards(world: &World, of: TypeId) -> impl Iterator<Item = TypeId> {
        std::iter::successors(Some(of), |&of| Self::parent(world, of))
    }

    fn parent(world: &World, of: TypeId) -> Option<TypeId> {
        let parents = &world.domain().types()[of.index()].parents;
        (of != Domain::OBJECT).then(|| parents.first().copied().unwrap_or(Domain::OBJECT))
    }

    fn name(&self, of: TypeId) -> String {
        if of == Domain::OBJECT {
            "object".to_owned()
        } else {
            pddl_name(&self.world.domain().types()[of.index()].name)
        }
    }

    /// The declarations of all types but `object`, children of one parent together.
    pub fn declarations(&self) -> Vec<Typed> {
        let mut declared = Vec::new();
        for &parent in &self.all {
            let children = self.all.iter().filter(|&&of| Self::parent(self.world, of) == Some(parent));
            declared.extend(children.map(|&of| Typed {
                at: NOWHERE,
                name: self.name(of),
                types: vec![self.name(parent)],
            }));
        }
        declared
    }

    /// The declaration of an object.
    pub fn object(&self, object: ObjectId) -> Typed {
        let name = pddl_name(&self.world.object(object).name);
        Typed { at: NOWHERE, name, types: vec![self.name(Self::own(self.world, object))] }
    }

    /// The smallest type of PDDL that has all objects of these types, and all types below them: what may meet in the
    /// world meets in PDDL too, even where a type has no objects.
    pub fn sort(&mut self, types: &[TypeId]) -> Sort {
        let members = self.world.members(types);
        let is_meant = |of: &&TypeId| types.iter().any(|&above| self.world.domain().is_within(**of, above));
        let meant: Vec<TypeId> = self.all.iter().filter(is_meant).copied().collect();
        let has_all = |of: &&TypeId| {
            let is_below = |&one: &TypeId| Self::upwards(self.world, one).any(|above| above == **of);
            members.iter().all(|object| self.in_tree[of.index()].contains(object)) && meant.iter().all(is_below)
        };
        // With no more objects than any other, and then the one that the domain names.
        let best =
            self.all.iter().filter(has_all).min_by_key(|of| (self.in_tree[of.index()].len(), !types.contains(of)));
        let best = *best.expect("`object` has all");
        let name = self.name(best);
        if self.in_tree[best.index()].len() == members.len() {
            return Sort { name, guard: None };
        }
        Sort { name, guard: Some(self.guard(types, members)) }
    }

    fn guard(&mut self, types: &[TypeId], members: Vec<ObjectId>) -> String {
        let names: Vec<&str> = types.iter().map(|of| self.world.domain().types()[of.index()].name.as_str()).collect();
        // With a hyphen: no predicate of the domain has one.
        let name = format!("is-{}", names.join("-or-"));
        self.guards.insert(name.clone(), members);
        name
    }

    /// That a term of PDDL is an object of these types. `known`: types that it has anyway.
    pub fn is_of(&mut self, term: &Term, known: &[TypeId], types: &[TypeId]) -> Condition {
        let members = self.world.members(types);
        let candidates = match term {
            Term::Object(name) => {
                let is_it = |object: &&ObjectId| pddl_name(&self.world.object(**object).name) == *name;
                self.objects.iter().filter(is_it).copied().collect()
            }
            Term::Variable(_) => self.world.members(known),
        };
        if candidates.iter().all(|object| members.contains(object)) {
            return Condition::TRUE;
        }
        if candidates.iter().all(|object| !members.contains(object)) {
            return Condition::FALSE;
        }
        let guard = self.guard(types, members);
        Condition::Holds(Atom { at: NOWHERE, predicate: guard, arguments: vec![term.clone()] })
    }

    /// A variable of these types, and the condition that it is of them.
    pub fn variable(&mut self, name: &str, types: &[TypeId]) -> (Typed, Condition) {
        let Sort { name: sort, guard } = self.sort(types);
        let guard = guard.map_or(Condition::TRUE, |predicate| {
            Condition::Holds(Atom { at: NOWHERE, predicate, arguments: vec![Term::Variable(name.to_owned())] })
        });
        (Typed { at: NOWHERE, name: name.to_owned(), types: vec![sort] }, guard)
    }

    /// That one object of these types comes before another in the order of the world.
    pub fn is_before(&mut self, one: &Term, other: &Term, types: &[TypeId]) -> Condition {
        self.ordered.get_or_insert_default().extend(self.world.members(types));
        Condition::Holds(Atom {
            at: NOWHERE,
            predicate: BEFORE.to_owned(),
            arguments: vec![one.clone(), other.clone()],
        })
    }

    /// The predicates that stand for types and for the order of objects, as far as they were asked for.
    pub fn extra_predicates(&self) -> Vec<Signature> {
        let argument = |name: &str| Typed { at: NOWHERE, name: name.to_owned(), types: vec!["object".to_owned()] };
        let extra = |name: &str, arguments: &[&str]| Signature {
            at: NOWHERE,
            name: name.to_owned(),
            arguments: arguments.iter().map(|one| argument(one)).collect(),
        };
        let guards = self.guards.keys().map(|name| extra(name, &["x"]));
        guards.chain(self.ordered.iter().map(|_| extra(BEFORE, &["x", "y"]))).collect()
    }

    /// What is true of them, for ever.
    pub fn extra_facts(&self) -> Vec<Atom> {
        let fact = |name: &str, objects: &[ObjectId]| Atom {
            at: NOWHERE,
            predicate: name.to_owned(),
            arguments: objects.iter().map(|&one| Term::Object(pddl_name(&self.world.object(one).name))).collect(),
        };
        let guards = self.guards.iter().flat_map(|(name, objects)| objects.iter().map(|&one| fact(name, &[one])));
        let pairs = self
            .ordered
            .iter()
            .flat_map(|all| all.iter().flat_map(move |one| all.range(one..).skip(1).map(move |other| (*one, *other))));
        guards.chain(pairs.map(|(one, other)| fact(BEFORE, &[one, other]))).collect()
    }
}
