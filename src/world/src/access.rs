//! What others may read of a domain.

use surefleet_fleet::Digest;

use crate::{
    domain::{Domain, Example, Ground, Law, Object, Predicate, Skill, Type},
    ids::{ObjectId, PredicateId, SkillId, TypeId},
};

impl Domain {
    /// The type of everything.
    pub const OBJECT: TypeId = TypeId(0);
    /// The type of all robots. Its sub-types are the kinds of robots.
    pub const ROBOT: TypeId = TypeId(1);

    /// The domain's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A hash of the domain's content; comments and layout of the file do not count.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// All types; [`Domain::OBJECT`] and [`Domain::ROBOT`] are the first two.
    pub fn types(&self) -> &[Type] {
        &self.types
    }

    /// The objects that the file declares.
    pub fn objects(&self) -> &[Object] {
        &self.objects
    }

    /// All predicates, stored and derived.
    pub fn predicates(&self) -> &[Predicate] {
        &self.predicates
    }

    /// The facts of fixed predicates.
    pub fn always(&self) -> &[Ground] {
        &self.always
    }

    /// All skills.
    pub fn skills(&self) -> &[Skill] {
        &self.skills
    }

    /// All laws.
    pub fn laws(&self) -> &[Law] {
        &self.laws
    }

    /// Sentences about the site for whoever plans in words, one thought each.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// An example of a mission and its plan.
    pub fn example(&self) -> Option<&Example> {
        self.example.as_ref()
    }

    /// The skill of doing nothing.
    pub fn stay(&self) -> SkillId {
        self.stay
    }

    /// The skill with this id.
    ///
    /// # Panics
    /// If the id belongs to another domain.
    pub fn skill(&self, id: SkillId) -> &Skill {
        &self.skills[id.index()]
    }

    /// The predicate with this id.
    ///
    /// # Panics
    /// If the id belongs to another domain.
    pub fn predicate(&self, id: PredicateId) -> &Predicate {
        &self.predicates[id.index()]
    }

    /// The type with this name.
    pub fn find_type(&self, name: &str) -> Option<TypeId> {
        self.types.iter().position(|one| one.name == name).map(|place| TypeId(place as u16))
    }

    /// The declared object with this name on the wire.
    pub fn find_object(&self, name: &str) -> Option<ObjectId> {
        self.objects.iter().position(|one| one.name == name).map(|place| ObjectId(place as u16))
    }

    /// The predicate with this name.
    pub fn find_predicate(&self, name: &str) -> Option<PredicateId> {
        self.predicates.iter().position(|one| one.name == name).map(|place| PredicateId(place as u16))
    }

    /// The skill with this name.
    pub fn find_skill(&self, name: &str) -> Option<SkillId> {
        self.skills.iter().position(|one| one.name == name).map(|place| SkillId(place as u16))
    }

    /// Whether one type is the other, or below it.
    pub fn is_within(&self, one: TypeId, of: TypeId) -> bool {
        one == of
            || of == Self::OBJECT
            || self.types[one.index()].parents.iter().any(|&above| self.is_within(above, of))
    }

    /// The kinds of robots that have no kinds below them.
    pub fn kinds(&self) -> impl Iterator<Item = TypeId> + '_ {
        let is_leaf = move |&one: &TypeId| self.type_ids().all(|other| other == one || !self.is_within(other, one));
        self.type_ids().filter(|&one| self.is_within(one, Self::ROBOT)).filter(is_leaf)
    }

    /// All types, in the order of their numbers.
    pub fn type_ids(&self) -> impl Iterator<Item = TypeId> + use<> {
        (0..self.types.len() as u16).map(TypeId)
    }
}
