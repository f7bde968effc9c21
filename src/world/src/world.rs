use std::{collections::HashMap, sync::Arc};

use smallvec::SmallVec;
use surefleet_fleet::RobotId;

use crate::{
    WorldError, dependencies,
    domain::{Domain, Object, Origin},
    error::nearest,
    ids::{MAX_TEAM, ObjectId, PredicateId, TypeId},
    lawbook::Lawbook,
    options::Options,
    resolve::phrase,
    state::Slot,
};

/// The preposition of a robot whose kind says none.
const WITH_ROBOTS: &str = "with";

/// A robot of a fleet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Robot {
    /// Its name.
    pub id: RobotId,
    /// Its kind, a type of the domain below `robot`; `None` if the domain has only one kind.
    pub kind: Option<String>,
}

/// A domain together with the robots of a fleet: its objects, its decision set S, and the layout of its states.
///
/// Objects are those of the domain, with the same ids, and then the robots, in the order of the fleet. Robots are also
/// counted by their place in the fleet, from 0.
#[derive(Debug)]
pub struct World {
    domain: Arc<Domain>,
    objects: Vec<Object>,
    names: HashMap<String, ObjectId>,
    robots: Vec<RobotId>,
    /// For each object, whether it is of each type.
    is_of: Vec<Vec<bool>>,
    /// For each type its objects, ascending.
    members: Vec<Vec<ObjectId>>,
    pub(crate) layout: Layout,
    pub(crate) lawbook: Lawbook,
    options: Options,
}

/// Where a state keeps the truth of each stored predicate, and the truth of the fixed ones.
#[derive(Debug)]
pub(crate) struct Layout {
    /// By predicate.
    pub tables: Vec<Table>,
    /// The number of values of functional predicates.
    pub values: usize,
    /// The number of truths of plain predicates.
    pub truths: usize,
}

/// The place of a predicate's atoms in a state.
#[derive(Debug)]
pub(crate) struct Table {
    pub keeps: Keeps,
    /// For each argument, by object: its place among those that the argument may have, plus one; 0 if it may not.
    places: Vec<Box<[u16]>>,
    /// For each argument the objects it may have.
    pub members: Vec<Vec<ObjectId>>,
    /// The first atom.
    base: usize,
}

/// How a predicate's atoms are kept.
#[derive(Debug)]
pub(crate) enum Keeps {
    /// As values of the state.
    Values,
    /// As truths of the state.
    Truths,
    /// In the domain: by place the value, or 1 for true.
    Fixed(Vec<u16>),
    /// They are not kept, but follow from others.
    Derived {
        /// Whether they follow from one another.
        is_recursive: bool,
    },
}

impl Table {
    /// The place of the atom with these arguments; `None` if the predicate cannot be about them.
    pub fn place(&self, arguments: &[ObjectId]) -> Option<usize> {
        let mut place = 0;
        for ((argument, places), members) in arguments.iter().zip(&self.places).zip(&self.members) {
            let of = places[argument.index()];
            place = place * members.len() + usize::from(of.checked_sub(1)?);
        }
        Some(self.base + place)
    }

    /// The slot of the atom with these arguments; `None` if states keep no such atom.
    pub fn slot(&self, arguments: &[ObjectId]) -> Option<Slot> {
        let place = self.place(arguments)? as u32;
        match self.keeps {
            Keeps::Values => Some(Slot::Value(place)),
            Keeps::Truths => Some(Slot::Truth(place)),
            Keeps::Fixed(_) | Keeps::Derived { .. } => None,
        }
    }

    /// The number of atoms.
    pub fn size(&self) -> usize {
        self.members.iter().map(Vec::len).product()
    }

    /// The first atom's place.
    pub fn base(&self) -> usize {
        self.base
    }

    /// The arguments of an atom, by its place after the first.
    pub fn arguments(&self, mut place: usize) -> SmallVec<[ObjectId; 4]> {
        let mut arguments = SmallVec::new();
        for members in self.members.iter().rev() {
            arguments.push(members[place % members.len()]);
            place /= members.len();
        }
        arguments.reverse();
        arguments
    }
}

impl World {
    /// Puts robots into a domain.
    ///
    /// # Errors
    /// [`WorldError`] for a kind that the domain does not have, a name that is taken, an empty or too large team, and
    /// for more than 65,534 decisions.
    pub fn new(domain: Arc<Domain>, robots: &[Robot]) -> Result<Self, WorldError> {
        if robots.is_empty() || robots.len() > MAX_TEAM {
            return Err(WorldError::TeamSize(robots.len()));
        }
        let mut objects = domain.objects.clone();
        let mut names: HashMap<String, ObjectId> =
            objects.iter().zip(0..).map(|(object, place)| (object.name.clone(), ObjectId(place))).collect();
        for robot in robots {
            let kind = kind_of(&domain, robot)?;
            let preposition = domain.types[kind.index()].preposition.as_deref().unwrap_or(WITH_ROBOTS);
            let id = ObjectId(objects.len() as u16);
            if names.insert(robot.id.as_str().to_owned(), id).is_some() {
                return Err(WorldError::NameTaken { robot: robot.id.as_str().to_owned() });
            }
            objects.push(Object {
                name: robot.id.as_str().to_owned(),
                types: vec![kind],
                phrase: robot_phrase(&domain, robot.id.as_str()),
                words: Vec::new(),
                preposition: preposition.to_owned(),
                pose: None,
            });
        }
        let all_types = || (0..domain.types.len() as u16).map(TypeId);
        let has_type = |object: &Object, of| object.types.iter().any(|&one| domain.is_within(one, of));
        let is_of: Vec<Vec<bool>> =
            objects.iter().map(|object| all_types().map(|of| has_type(object, of)).collect()).collect();
        let all_objects = || (0..objects.len() as u16).map(ObjectId);
        let members = all_types().map(|of| all_objects().filter(|one| is_of[one.index()][of.index()]).collect());
        let members = members.collect();
        let robots = robots.iter().map(|robot| robot.id.clone()).collect();
        let layout = Layout { tables: Vec::new(), values: 0, truths: 0 };
        let options = Options::none();
        let mut world =
            Self { domain, objects, names, robots, is_of, members, layout, lawbook: Lawbook::default(), options };
        world.layout = Layout::of(&world);
        world.options = Options::of(&world)?;
        world.lawbook = Lawbook::of(&world);
        Ok(world)
    }

    /// The domain.
    pub fn domain(&self) -> &Arc<Domain> {
        &self.domain
    }

    /// The decision set S.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// All objects, robots last.
    pub fn objects(&self) -> &[Object] {
        &self.objects
    }

    /// An object.
    ///
    /// # Panics
    /// If the id belongs to another world, as in all methods that take one.
    pub fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id.index()]
    }

    /// The object or robot with this name on the wire.
    pub fn find(&self, name: &str) -> Option<ObjectId> {
        self.names.get(name).copied()
    }

    /// The words for a robot, as missions use them: "robot 2".
    pub fn robot_words(&self, robot: &RobotId) -> String {
        self.find(robot.as_str()).map_or_else(|| robot.to_string(), |robot| self.object(robot).phrase.clone())
    }

    /// Whether an object is of one of these types.
    pub fn is_of(&self, object: ObjectId, types: &[TypeId]) -> bool {
        types.iter().any(|of| self.is_of[object.index()][of.index()])
    }

    /// The objects of these types, ascending.
    pub fn members(&self, types: &[TypeId]) -> Vec<ObjectId> {
        match types {
            [one] => self.members[one.index()].clone(),
            _ => (0..self.objects.len() as u16).map(ObjectId).filter(|&object| self.is_of(object, types)).collect(),
        }
    }

    /// The objects of one type, ascending.
    pub fn members_of(&self, of: TypeId) -> &[ObjectId] {
        &self.members[of.index()]
    }

    /// The number of robots.
    pub fn team_size(&self) -> usize {
        self.robots.len()
    }

    /// The robots, in the order of the fleet.
    pub fn robots(&self) -> &[RobotId] {
        &self.robots
    }

    /// The robot at this place.
    ///
    /// # Panics
    /// If there is no such robot.
    pub fn robot(&self, place: usize) -> ObjectId {
        assert!(place < self.robots.len(), "robot {place} is of the team");
        ObjectId((self.domain.objects.len() + place) as u16)
    }

    /// The place of the robot with this name.
    pub fn place(&self, robot: &RobotId) -> Option<usize> {
        self.robots.iter().position(|one| one == robot)
    }

    /// The place of a robot; `None` if the object is no robot.
    pub fn place_of(&self, robot: ObjectId) -> Option<usize> {
        robot.index().checked_sub(self.domain.objects.len())
    }

    pub(crate) fn table(&self, predicate: PredicateId) -> &Table {
        &self.layout.tables[predicate.index()]
    }
}

/// The phrase for a robot: "robot 1", "the drone", "Pip". A name is a proper one if it has no digit, does not begin with "the", and none
/// of its words stands for a sort of the domain.
fn robot_phrase(domain: &Domain, name: &str) -> String {
    let is_of_a_sort = |word: &str| {
        let mut words = domain.types.iter().flat_map(|one| one.words.iter().chain([&one.name]));
        words.any(|known| known.split([' ', '_']).any(|part| part == word))
    };
    let is_proper = !name.contains(|c: char| c.is_ascii_digit()) && !name.starts_with("the_");
    if !is_proper || name.split('_').any(is_of_a_sort) {
        return phrase(name, None);
    }
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    name.split('_').filter(|word| !word.is_empty()).map(capital).collect::<Vec<_>>().join(" ")
}

/// The kind of a robot.
fn kind_of(domain: &Domain, robot: &Robot) -> Result<TypeId, WorldError> {
    let leaves: Vec<TypeId> = domain.kinds().collect();
    let names = || leaves.iter().map(|kind| domain.types[kind.index()].name.as_str());
    let unknown = |kind: &str| WorldError::Kind {
        robot: robot.id.as_str().to_owned(),
        kind: kind.to_owned(),
        domain: domain.name.clone(),
        known: match nearest(kind, names()) {
            Some(near) => format!("{}; did you mean {near:?}?", names().collect::<Vec<_>>().join(", ")),
            None => names().collect::<Vec<_>>().join(", "),
        },
    };
    match (&robot.kind, leaves.as_slice()) {
        (None, [only]) => Ok(*only),
        (None, _) => Err(unknown("")),
        (Some(kind), _) => {
            let found = domain.find_type(kind).filter(|&kind| domain.is_within(kind, Domain::ROBOT));
            found.ok_or_else(|| unknown(kind))
        }
    }
}

impl Layout {
    fn of(world: &World) -> Self {
        let domain = world.domain();
        let origins: Vec<&Origin> = domain.predicates.iter().map(|one| &one.origin).collect();
        let mut layout = Self { tables: Vec::new(), values: 0, truths: 0 };
        for (number, predicate) in domain.predicates.iter().enumerate() {
            let members: Vec<Vec<ObjectId>> = predicate.arguments.iter().map(|types| world.members(types)).collect();
            let places = members.iter().map(|members| {
                let mut places = vec![0; world.objects.len()].into_boxed_slice();
                members.iter().zip(1..).for_each(|(object, place)| places[object.index()] = place);
                places
            });
            let mut table = Table { keeps: Keeps::Values, places: places.collect(), members, base: 0 };
            let size = table.size();
            table.keeps = match (&predicate.origin, &predicate.value) {
                (Origin::State, Some(_)) => {
                    table.base = layout.values;
                    layout.values += size;
                    Keeps::Values
                }
                (Origin::State, None) => {
                    table.base = layout.truths;
                    layout.truths += size;
                    Keeps::Truths
                }
                (Origin::Fixed, _) => {
                    let mut kept = vec![0; size];
                    for fact in domain.always.iter().filter(|fact| fact.predicate.index() == number) {
                        if let Some(place) = table.place(&fact.arguments) {
                            kept[place] = fact.value.map_or(1, |value| value.0 + 1);
                        }
                    }
                    Keeps::Fixed(kept)
                }
                (Origin::Derived(_) | Origin::Cases(_), _) => {
                    Keeps::Derived { is_recursive: dependencies::is_recursive(&origins, number) }
                }
            };
            layout.tables.push(table);
        }
        layout
    }
}
