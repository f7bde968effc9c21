//! The items and places of a transport with their words, and the groups that types and labels make of them.

use surefleet_world::{Domain, Object, Type, TypeId};

use crate::{
    objects::{Item, Kind, Place, Preposition},
    recognition::Recognition,
    vocabulary::Group,
};

/// The items and places of a domain, and the words for several of them.
pub(crate) struct Grouping {
    pub items: Vec<Item>,
    pub places: Vec<Place>,
    /// Labels in the order of the items, then types in the order of the file.
    pub groups: Vec<Group>,
}

impl Grouping {
    /// Groups what was recognised.
    pub fn of(domain: &Domain, known: &Recognition) -> Self {
        let object = |&place: &usize| &domain.objects()[place];
        let labels: Vec<Option<TypeId>> = known.items.iter().map(|item| label_of(domain, object(item))).collect();
        let item = |(object, label): (&Object, &Option<TypeId>)| Item {
            name: object.name.clone(),
            label: match label {
                Some(label) => of(domain, *label).words[0].clone(),
                None => object.phrase.strip_prefix("the ").unwrap_or(&object.phrase).to_owned(),
            },
            phrase: object.phrase.clone(),
            words: object.words.clone(),
        };
        let items = known.items.iter().map(object).zip(&labels).map(item).collect();
        let place = |object: &Object, is_container| Place {
            name: object.name.clone(),
            phrase: object.phrase.clone(),
            words: object.words.clone(),
            preposition: Preposition::of(&object.preposition),
            is_container,
        };
        let containers = known.containers.iter().map(object).map(|object| place(object, true));
        let surfaces = known.surfaces.iter().map(object).map(|object| place(object, false));
        let places = containers.chain(surfaces).collect();

        let mut groups = Vec::new();
        let mut grouped: Vec<TypeId> = Vec::new();
        for label in labels.iter().copied().flatten() {
            if !grouped.contains(&label) {
                grouped.push(label);
                groups.extend(group(domain, known, label, true));
            }
        }
        let types = domain.types().iter().filter_map(|one| domain.find_type(&one.name));
        groups.extend(types.filter(|one| !grouped.contains(one)).filter_map(|one| group(domain, known, one, false)));
        Self { items, places, groups }
    }
}

fn of(domain: &Domain, id: TypeId) -> &Type {
    &domain.types()[id.index()]
}

/// The type that is an item's label: it has words, it is the item's own, and no other type is below it.
fn label_of(domain: &Domain, object: &Object) -> Option<TypeId> {
    let all = || domain.types().iter().filter_map(|one| domain.find_type(&one.name));
    let is_lowest = |one: TypeId| all().all(|other| other == one || !domain.is_within(other, one));
    object.types.iter().copied().find(|&one| is_lowest(one) && !of(domain, one).words.is_empty())
}

/// The items, or the places, of a type; `None` if it has no words, no members or members of both sorts.
fn group(domain: &Domain, known: &Recognition, id: TypeId, is_label: bool) -> Option<Group> {
    let Type { words, plurals, .. } = of(domain, id);
    let is_of = |place: &usize| domain.objects()[*place].types.iter().any(|&own| domain.is_within(own, id));
    let places = || known.containers.iter().chain(&known.surfaces);
    let containers = known.containers.iter().filter(|place| is_of(place)).count();
    let (kind, members) = match (known.items.iter().any(is_of), places().filter(|place| is_of(place)).count()) {
        (true, 0) => (Kind::Item, marked(known.items.iter().map(is_of))),
        (false, all) if all > 0 && all == containers => (Kind::Container, marked(places().map(is_of))),
        (false, all) if all > 0 => (Kind::Surface, marked(places().map(is_of))),
        _ => return None,
    };
    (!words.is_empty()).then(|| Group { kind, singulars: words.clone(), plurals: plurals.clone(), is_label, members })
}

fn marked(marks: impl Iterator<Item = bool>) -> Vec<u8> {
    (0..).zip(marks).filter(|(_, is_marked)| *is_marked).map(|(index, _)| index).collect()
}
