//! The names of a domain file: types, objects and predicates, and faults with the line where they stand.

use std::collections::HashMap;

use crate::{
    DomainError,
    domain::{Domain, Object, Predicate, Type},
    error::nearest,
    ids::{ObjectId, PredicateId, TypeId},
    lines::Lines,
};

/// Words of the language that nothing may be called.
const TAKEN: [&str; 13] = [
    "robot", "object", "nothing", "unknown", "true", "false", "and", "or", "not", "implies", "forall", "exists", "step",
];

/// What is known of a file so far.
pub(crate) struct Names<'a> {
    yaml: &'a str,
    file: &'a str,
    pub types: Vec<Type>,
    /// For each type, whether it is within each type.
    within: Vec<Vec<bool>>,
    pub objects: Vec<Object>,
    pub predicates: Vec<Predicate>,
    type_ids: HashMap<String, TypeId>,
    object_ids: HashMap<String, ObjectId>,
    predicate_ids: HashMap<String, PredicateId>,
}

/// The result of resolving a part of the file.
pub(crate) type Resolved<T> = Result<T, DomainError>;

impl<'a> Names<'a> {
    /// Only the types that every domain has.
    pub fn new(yaml: &'a str, file: &'a str) -> Self {
        let mut names = Self {
            yaml,
            file,
            types: Vec::new(),
            within: Vec::new(),
            objects: Vec::new(),
            predicates: Vec::new(),
            type_ids: HashMap::new(),
            object_ids: HashMap::new(),
            predicate_ids: HashMap::new(),
        };
        let words = |one: &[&str]| one.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        for (name, parents, singular, plural) in
            [("object", vec![], vec![], vec![]), ("robot", vec![TypeId(0)], vec!["robot"], vec!["robots"])]
        {
            names.insert_type(Type {
                name: name.to_owned(),
                parents,
                words: words(&singular),
                plurals: words(&plural),
                preposition: None,
            });
        }
        names
    }

    /// The names of a domain, for a text that is read later; `yaml` and `file` are that text's.
    pub fn of(domain: &Domain, yaml: &'a str, file: &'a str) -> Self {
        let mut names = Self::new(yaml, file);
        for one in domain.types.iter().skip(names.types.len()) {
            names.insert_type(one.clone());
        }
        names.objects.clone_from(&domain.objects);
        names.object_ids = domain.objects.iter().map(|one| one.name.clone()).zip((0..).map(ObjectId)).collect();
        names.predicates.clone_from(&domain.predicates);
        names.predicate_ids =
            domain.predicates.iter().map(|one| one.name.clone()).zip((0..).map(PredicateId)).collect();
        names
    }

    fn insert_type(&mut self, new: Type) -> TypeId {
        let id = TypeId(self.types.len() as u16);
        let mut within = vec![false; self.types.len() + 1];
        within[id.index()] = true;
        within[0] = true;
        for parent in &new.parents {
            let above = &self.within[parent.index()];
            above.iter().enumerate().for_each(|(place, &is_above)| within[place] |= is_above);
        }
        self.within.push(within);
        self.type_ids.insert(new.name.clone(), id);
        self.types.push(new);
        id
    }

    /// Declares a type; `owner` begins its entry.
    pub fn declare_type(&mut self, new: Type, owner: &str) -> Resolved<TypeId> {
        self.check_new(&new.name, owner)?;
        Ok(self.insert_type(new))
    }

    /// Declares an object.
    pub fn declare_object(&mut self, new: Object, owner: &str) -> Resolved<ObjectId> {
        self.check_new(&new.name, owner)?;
        let id = ObjectId(self.objects.len() as u16);
        self.object_ids.insert(new.name.clone(), id);
        self.objects.push(new);
        Ok(id)
    }

    /// Declares a predicate.
    pub fn declare_predicate(&mut self, new: Predicate, owner: &str) -> Resolved<PredicateId> {
        self.check_new(&new.name, owner)?;
        let id = PredicateId(self.predicates.len() as u16);
        self.predicate_ids.insert(new.name.clone(), id);
        self.predicates.push(new);
        Ok(id)
    }

    fn check_new(&self, name: &str, owner: &str) -> Resolved<()> {
        self.check_name(name, owner)?;
        let is_there = self.type_ids.contains_key(name)
            || self.object_ids.contains_key(name)
            || self.predicate_ids.contains_key(name);
        if is_there {
            return Err(self.fault_again(owner, format!("{name:?} is there twice"), "rename one"));
        }
        Ok(())
    }

    /// Checks that this can be a name.
    pub fn check_name(&self, name: &str, owner: &str) -> Resolved<()> {
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(is_plain) {
            let mend = "begin with a small letter, then use small letters, digits and _";
            return Err(self.fault(owner, name, format!("{name:?} cannot be a name"), mend));
        }
        if TAKEN.contains(&name) {
            return Err(self.fault(owner, name, format!("{name:?} is a word of the language"), "take another name"));
        }
        Ok(())
    }

    /// Whether one type is the other, or below it.
    pub fn is_within(&self, one: TypeId, of: TypeId) -> bool {
        self.within[one.index()].get(of.index()).copied().unwrap_or(false)
    }

    /// Whether some object could be of one of these types and of one of those.
    pub fn may_meet(&self, these: &[TypeId], those: &[TypeId]) -> bool {
        let all = || (0..self.types.len() as u16).map(TypeId);
        let is_in = |one: TypeId, types: &[TypeId]| types.iter().any(|&of| self.is_within(one, of));
        all().any(|one| is_in(one, these) && is_in(one, those))
    }

    /// The type with this name.
    pub fn find_type(&self, name: &str) -> Option<TypeId> {
        self.type_ids.get(name).copied()
    }

    /// The types with these names.
    pub fn types_of(&self, names: &[String], owner: &str) -> Resolved<Vec<TypeId>> {
        let find = |name: &String| {
            let known = self.types.iter().map(|one| one.name.as_str());
            self.find_type(name).ok_or_else(|| self.unknown(owner, name, "type", known))
        };
        names.iter().map(find).collect()
    }

    /// The object with this name.
    pub fn find_object(&self, name: &str) -> Option<ObjectId> {
        self.object_ids.get(name).copied()
    }

    /// The predicate with this name.
    pub fn find_predicate(&self, name: &str) -> Option<PredicateId> {
        self.predicate_ids.get(name).copied()
    }

    /// The declaration of a predicate.
    pub fn predicate(&self, id: PredicateId) -> &Predicate {
        &self.predicates[id.index()]
    }

    /// Types as people read them: "item or place".
    pub fn type_words(&self, types: &[TypeId]) -> String {
        let names: Vec<&str> = types.iter().map(|one| self.types[one.index()].name.as_str()).collect();
        names.join(" or ")
    }

    /// An error about a name that nothing has.
    pub fn unknown<'n>(
        &self,
        owner: &str,
        name: &str,
        what: &str,
        known: impl IntoIterator<Item = &'n str>,
    ) -> DomainError {
        self.fault(owner, name, format!("{name:?} is not a known {what}"), mend_unknown(name, what, known))
    }

    /// A predicate with its types: `at(robot) = room or hall`.
    pub fn head(&self, id: PredicateId) -> String {
        let Predicate { name, arguments, value, .. } = self.predicate(id);
        let arguments: Vec<String> = arguments.iter().map(|types| self.type_words(types)).collect();
        let head = if arguments.is_empty() { name.clone() } else { format!("{name}({})", arguments.join(", ")) };
        value.as_ref().map_or(head.clone(), |types| format!("{head} = {}", self.type_words(types)))
    }

    /// How the entry with this field begins in the file, however the text is quoted.
    pub fn entry(&self, field: &str, text: &str) -> String {
        let written = ["", "\"", "'"].map(|quote| format!("{field}: {quote}{text}"));
        written.into_iter().find(|written| self.yaml.contains(written.as_str())).unwrap_or_else(|| text.to_owned())
    }

    /// An error at the first line that mentions `word` in or after the entry of `owner`.
    pub fn fault(&self, owner: &str, word: &str, problem: String, mend: impl Into<String>) -> DomainError {
        self.fault_in(owner, None, word, problem, mend)
    }

    /// An error in a text of the entry of `owner`.
    pub fn fault_in(
        &self,
        owner: &str,
        text: Option<&str>,
        word: &str,
        problem: String,
        mend: impl Into<String>,
    ) -> DomainError {
        let line = Lines(self.yaml).of(owner, text, word);
        DomainError::Meaning { file: self.file.to_owned(), line, problem, mend: mend.into() }
    }

    /// An error in the second entry that begins as `owner`, or else in the first.
    pub fn fault_again(&self, owner: &str, problem: String, mend: impl Into<String>) -> DomainError {
        let line = Lines(self.yaml).again(owner);
        DomainError::Meaning { file: self.file.to_owned(), line, problem, mend: mend.into() }
    }
}

/// The correction to make where nothing has a name.
pub(crate) fn mend_unknown<'n>(name: &str, what: &str, known: impl IntoIterator<Item = &'n str>) -> String {
    match nearest(name, known) {
        Some(near) => format!("did you mean {near:?}?"),
        None => format!("declare it, or name a {what} that is declared"),
    }
}
