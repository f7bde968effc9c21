//! The names of a domain file: objects and types become ids; impossible declarations are refused with their line.

use std::collections::HashMap;

use crate::{
    MissionError,
    declaration::{Declaration, LabelDeclaration, PlaceDeclaration},
    error::nearest,
    objects::{Item, ItemId, Kind, MAX_ITEMS, MAX_PLACES, Place, PlaceId, Preposition},
    term::Value,
    vocabulary::Group,
};

/// The parts of the file known so far.
pub(crate) struct Resolver<'a> {
    yaml: &'a str,
    file: &'a str,
    objects: HashMap<String, Value>,
    /// Types and kinds, with their objects.
    members: HashMap<String, (Kind, Vec<Value>)>,
}

/// The objects of a domain, before skills are looked at.
pub(crate) type Objects = (Vec<Item>, Vec<Place>, Vec<Group>);

impl<'a> Resolver<'a> {
    /// Starts empty, with only the text for errors.
    pub fn new(yaml: &'a str, file: &'a str) -> Self {
        Self { yaml, file, objects: HashMap::new(), members: HashMap::new() }
    }

    /// An error at the first line that mentions `word` in or after the entry of `owner`.
    pub fn fault(&self, owner: &str, word: &str, problem: String, mend: impl Into<String>) -> MissionError {
        let line = line_of(self.yaml, owner, word);
        MissionError::Domain { file: self.file.to_owned(), line, problem, mend: mend.into() }
    }

    /// Registers the declared objects, and gives them in canonical order.
    pub fn objects(&mut self, declared: &Declaration) -> Result<Objects, MissionError> {
        for (name, kind) in [("item", Kind::Item), ("container", Kind::Container), ("surface", Kind::Surface)] {
            self.members.insert(name.to_owned(), (kind, Vec::new()));
        }
        for declared in &declared.types {
            if self.members.insert(declared.name.clone(), (declared.is, Vec::new())).is_some() {
                return Err(self.fault(
                    "types",
                    &declared.name,
                    format!("type {:?} is there twice", declared.name),
                    "rename one",
                ));
            }
        }
        let mut items = Vec::new();
        let mut places = Vec::new();
        let mut groups = Vec::new();
        for label in &declared.items {
            self.label(label, &mut items, &mut groups)?;
        }
        for (declared, kind) in declared
            .containers
            .iter()
            .map(|place| (place, Kind::Container))
            .chain(declared.surfaces.iter().map(|place| (place, Kind::Surface)))
        {
            self.place(declared, kind, &mut places)?;
        }
        if items.len() > MAX_ITEMS || places.len() > MAX_PLACES || declared.surfaces.is_empty() || items.is_empty() {
            let found = format!(
                "{} items and {} places, {} of them surfaces",
                items.len(),
                places.len(),
                declared.surfaces.len()
            );
            let mend = format!("give it 1 to {MAX_ITEMS} items, at least a surface, and at most {MAX_PLACES} places");
            return Err(self.fault("items", "items", format!("the domain has {found}"), mend));
        }
        self.type_groups(declared, &mut groups);
        Ok((items, places, groups))
    }

    fn label(
        &mut self,
        label: &LabelDeclaration,
        items: &mut Vec<Item>,
        groups: &mut Vec<Group>,
    ) -> Result<(), MissionError> {
        let mut members = Vec::new();
        let owner = format!("label: {}", label.label);
        for (number, each) in (1..).zip(&label.each) {
            let id = u8::try_from(items.len()).unwrap_or(u8::MAX);
            self.object(&each.name, Value::Item(ItemId(id)), Kind::Item, label.kind.as_deref(), &owner)?;
            let phrase = if label.each.len() == 1 {
                format!("the {}", label.label)
            } else {
                format!("{} {number}", label.label)
            };
            let name = each.name.clone();
            let words = each.words.clone();
            items.push(Item { name, label: label.label.clone(), phrase, words });
            members.push(id);
        }
        let singulars = std::iter::once(&label.label).chain(&label.words).cloned().collect();
        let usual = || vec![format!("{}s", label.label)];
        let plurals = if label.plurals.is_empty() { usual() } else { label.plurals.clone() };
        groups.push(Group { kind: Kind::Item, singulars, plurals, is_label: true, members });
        Ok(())
    }

    fn place(&mut self, place: &PlaceDeclaration, kind: Kind, places: &mut Vec<Place>) -> Result<(), MissionError> {
        let id = u8::try_from(places.len()).unwrap_or(u8::MAX);
        self.object(&place.name, Value::Place(PlaceId(id)), kind, place.kind.as_deref(), &entry(&place.name))?;
        let is_numbered = place.label.ends_with(|c: char| c.is_ascii_digit());
        let phrase = if is_numbered { place.label.clone() } else { format!("the {}", place.label) };
        let usual = if kind == Kind::Container { Preposition::In } else { Preposition::On };
        places.push(Place {
            name: place.name.clone(),
            phrase,
            words: place.words.clone(),
            preposition: place.at.unwrap_or(usual),
            is_container: kind == Kind::Container,
        });
        Ok(())
    }

    /// Registers an object under its name, its kind and its type; `owner` begins the entry that declares the type.
    fn object(
        &mut self,
        name: &str,
        value: Value,
        kind: Kind,
        declared: Option<&str>,
        owner: &str,
    ) -> Result<(), MissionError> {
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(is_plain) {
            let mend = "use a-z, 0-9 and _, a letter first: it is a name on the wire";
            return Err(self.fault(&entry(name), name, format!("{name:?} is not a usable name"), mend));
        }
        if self.objects.insert(name.to_owned(), value).is_some() {
            return Err(self.fault(&entry(name), name, format!("{name:?} names two objects"), "rename one"));
        }
        let kind_name = match kind {
            Kind::Item => "item",
            Kind::Container => "container",
            Kind::Surface => "surface",
        };
        for type_name in std::iter::once(kind_name).chain(declared.filter(|&declared| declared != kind_name)) {
            match self.members.get_mut(type_name) {
                Some((of, members)) if *of == kind => members.push(value),
                Some((of, _)) => {
                    let problem = format!("{name:?} is a {kind_name}, but type {type_name:?} is of kind {of:?}");
                    return Err(self.fault(owner, type_name, problem, "give it a type of its own kind"));
                }
                None => return Err(self.unknown_type(owner, type_name)),
            }
        }
        Ok(())
    }

    fn type_groups(&self, declared: &Declaration, groups: &mut Vec<Group>) {
        let built_in =
            ["item", "container", "surface"].map(|name| (name, vec![name.to_owned()], vec![format!("{name}s")]));
        let declared = declared.types.iter().map(|of| (of.name.as_str(), of.words.clone(), of.plurals.clone()));
        for (name, singulars, plurals) in built_in.into_iter().chain(declared) {
            let (kind, values) = &self.members[name];
            let member = |value: &Value| match value {
                Value::Item(item) => Some(item.0),
                Value::Place(place) => Some(place.0),
                _ => None,
            };
            let members: Vec<u8> = values.iter().filter_map(member).collect();
            if !members.is_empty() {
                groups.push(Group { kind: *kind, singulars, plurals, is_label: false, members });
            }
        }
    }

    /// The objects of a type, in canonical order.
    pub fn of_type(&self, owner: &str, name: &str) -> Result<&[Value], MissionError> {
        match self.members.get(name) {
            Some((_, members)) => Ok(members),
            None => Err(self.unknown_type(owner, name)),
        }
    }

    /// The object with this name.
    pub fn find(&self, name: &str) -> Option<Value> {
        self.objects.get(name).copied()
    }

    /// An error about an unknown name, with the nearest of `known`.
    pub fn unknown(&self, owner: &str, name: &str, what: &str, known: &[&str]) -> MissionError {
        let mend = match nearest(name, known.iter().copied()) {
            Some(near) => format!("did you mean {near:?}?"),
            None => format!("known: {}", known.join(", ")),
        };
        self.fault(owner, name, format!("{name:?} is not a known {what}"), mend)
    }

    fn unknown_type(&self, owner: &str, name: &str) -> MissionError {
        let mut known: Vec<&str> = self.members.keys().map(String::as_str).collect();
        known.sort_unstable();
        self.unknown(owner, name, "type", &known)
    }
}

/// The beginning of the entry of this name in the file.
pub(crate) fn entry(name: &str) -> String {
    format!("name: {name}")
}

/// The line, from 1, of the first mention of `word` at or after the first mention of `owner`.
///
/// The YAML library gives no positions of values it has read, so names are looked up in the text again.
fn line_of(yaml: &str, owner: &str, word: &str) -> usize {
    let mentions = |line: &str, word: &str| {
        let line = line.split(" #").next().unwrap_or(line);
        line.match_indices(word).any(|(at, _)| {
            let joins = |c: char| c.is_alphanumeric() || c == '_';
            !line[..at].ends_with(joins) && !line[at + word.len()..].starts_with(joins)
        })
    };
    let is_comment = |line: &str| line.trim_start().starts_with('#');
    let find = |from: usize, word: &str| {
        let found = yaml.lines().enumerate().skip(from).find(|(_, line)| !is_comment(line) && mentions(line, word));
        found.map(|(index, _)| index)
    };
    let start = find(0, owner).unwrap_or(0);
    find(start, word).unwrap_or(start) + 1
}
