use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use surefleet_fleet::{Digest, RobotId};
use surefleet_world::{Domain, ObjectId, Robot, World, WorldError};

use crate::{
    NoTransport, Options,
    grouping::Grouping,
    objects::{Item, ItemId, Kind, MAX_ITEMS, MAX_PLACES, MAX_TEAM, Place, PlaceId, Target},
    recognition::{Recognition, Stored},
    vocabulary::{Group, Vocabulary},
};

const HOUSEHOLD: &str = include_str!("../../../config/domains/household.yaml");

/// A domain whose robots go to items, take them, put them down at surfaces and open containers: immutable, meant to be
/// shared in an `Arc`.
///
/// It is recognised from what the skills need and change, never from names.
#[derive(Debug)]
pub struct Transport {
    pub(crate) domain: Arc<Domain>,
    pub(crate) stored: Stored,
    pub(crate) items: Vec<Item>,
    pub(crate) places: Vec<Place>,
    pub(crate) containers: usize,
    pub(crate) groups: Vec<Group>,
    pub(crate) options: Options,
    pub(crate) vocabulary: Vocabulary,
    /// The object of each item, then of each place.
    pub(crate) objects: Vec<ObjectId>,
    /// Worlds of teams whose robots have no names of their own, by their size: they find the words of refusals.
    worlds: Mutex<BTreeMap<usize, Arc<World>>>,
}

impl Transport {
    /// Recognises the transport in a domain.
    ///
    /// # Errors
    /// [`NoTransport`], with the first thing that a transport has not, or has otherwise, and the correction to make.
    pub fn of(domain: &Arc<Domain>) -> Result<Self, NoTransport> {
        let known = Recognition::of(domain)?;
        let (items, places) = (known.items.len(), known.containers.len() + known.surfaces.len());
        let surfaces = known.surfaces.len();
        let name = || domain.name().to_owned();
        if items == 0 || surfaces == 0 || items > MAX_ITEMS || places > MAX_PLACES {
            return Err(NoTransport::Size { domain: name(), items, places, surfaces });
        }
        let mut taken = nameless(MAX_TEAM).filter(|robot| domain.find_object(robot.as_str()).is_some());
        if let Some(robot) = taken.next() {
            return Err(WorldError::NameTaken { robot: robot.as_str().to_owned() }.into());
        }
        let all = known.items.iter().chain(&known.containers).chain(&known.surfaces);
        let objects: Vec<ObjectId> =
            all.filter_map(|&place| domain.find_object(&domain.objects()[place].name)).collect();
        let target = |object: ObjectId| {
            let place = objects.iter().position(|&one| one == object)?;
            Some(match place.checked_sub(items) {
                None => Target::Item(ItemId(place as u8)),
                Some(place) => Target::Place(PlaceId(place as u8)),
            })
        };
        let options = Options::of_world(&*world_of(domain, 1)?, &known.roles, target);
        let Grouping { items, places, groups } = Grouping::of(domain, &known);
        let vocabulary = Vocabulary::new(&items, &places, &groups).map_err(|(phrase, why)| NoTransport::Words {
            domain: name(),
            phrase,
            why,
        })?;
        Ok(Self {
            domain: Arc::clone(domain),
            stored: known.stored,
            items,
            places,
            containers: known.containers.len(),
            groups,
            options,
            vocabulary,
            objects,
            worlds: Mutex::default(),
        })
    }

    /// The household that comes with surefleet: `config/domains/household.yaml`.
    pub fn household() -> Self {
        let domain = Domain::parse(HOUSEHOLD, "config/domains/household.yaml").expect("the tests read this very text");
        Self::of(&Arc::new(domain)).expect("the tests recognise it")
    }

    /// The domain.
    pub fn domain(&self) -> &Arc<Domain> {
        &self.domain
    }

    /// The domain's name.
    pub fn name(&self) -> &str {
        self.domain.name()
    }

    /// A hash of the domain's content; comments and layout of the file do not count.
    pub fn digest(&self) -> Digest {
        self.domain.digest()
    }

    /// The decision set S.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// All items, in the order of their ids.
    pub fn items(&self) -> impl ExactSizeIterator<Item = ItemId> + Clone + use<> {
        (0..self.items.len() as u8).map(ItemId)
    }

    /// All places, in the order of their ids: containers, then surfaces.
    pub fn places(&self) -> impl ExactSizeIterator<Item = PlaceId> + Clone + use<> {
        (0..self.places.len() as u8).map(PlaceId)
    }

    /// Words for one of several objects, with the names on the wire of all objects they may mean: labels and types.
    pub fn sorts(&self) -> impl Iterator<Item = (&[String], Vec<&str>)> {
        self.groups.iter().map(|group| {
            let name = |&member: &u8| match group.kind {
                Kind::Item => self.items[usize::from(member)].name.as_str(),
                Kind::Container | Kind::Surface => self.places[usize::from(member)].name.as_str(),
            };
            (group.singulars.as_slice(), group.members.iter().map(name).collect())
        })
    }

    /// The places that can be closed.
    pub fn containers(&self) -> impl ExactSizeIterator<Item = PlaceId> + Clone + use<> {
        (0..self.containers as u8).map(PlaceId)
    }

    /// The places that cannot be closed.
    pub fn surfaces(&self) -> impl ExactSizeIterator<Item = PlaceId> + Clone + use<> {
        (self.containers as u8..self.places.len() as u8).map(PlaceId)
    }

    /// The item's declaration in the domain.
    ///
    /// # Panics
    /// If the id belongs to another domain.
    pub fn item(&self, item: ItemId) -> &Item {
        &self.items[item.index()]
    }

    /// The place's declaration in the domain.
    ///
    /// # Panics
    /// If the id belongs to another domain.
    pub fn place(&self, place: PlaceId) -> &Place {
        &self.places[place.index()]
    }

    /// The item with this name on the wire.
    pub fn find_item(&self, name: &str) -> Option<ItemId> {
        self.items().find(|&item| self.item(item).name == name)
    }

    /// The place with this name on the wire.
    pub fn find_place(&self, name: &str) -> Option<PlaceId> {
        self.places().find(|&place| self.place(place).name == name)
    }

    pub(crate) fn always_open(&self) -> u64 {
        self.surfaces().fold(0, |open, place| open | 1 << place.0)
    }

    /// A world of this domain with a team of this size.
    ///
    /// # Panics
    /// If the team is empty or too large.
    pub fn world(&self, team_size: usize) -> Arc<World> {
        let mut worlds = self.worlds.lock().unwrap_or_else(PoisonError::into_inner);
        let make = || world_of(&self.domain, team_size).expect("a smaller team and all names were tried");
        Arc::clone(worlds.entry(team_size).or_insert_with(make))
    }
}

fn world_of(domain: &Arc<Domain>, team_size: usize) -> Result<Arc<World>, WorldError> {
    // All kinds have all skills, so any of them will do.
    let kind = domain.kinds().next().map(|kind| domain.types()[kind.index()].name.clone());
    let robots: Vec<Robot> = nameless(team_size).map(|id| Robot { id, kind: kind.clone() }).collect();
    World::new(Arc::clone(domain), &robots).map(Arc::new)
}

/// Robots that are called by their numbers.
fn nameless(count: usize) -> impl Iterator<Item = RobotId> {
    (1..=count).map(|number| RobotId::new(&format!("robot_{number}")).expect("a plain name"))
}
