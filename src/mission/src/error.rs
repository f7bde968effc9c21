use thiserror::Error;

/// A mistake in a world state, a mission or a distribution of missions.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MissionError {
    /// A proposition that the domain does not have.
    #[error("fact {fact:?} is not a proposition of domain {domain:?}: {mend}")]
    UnknownFact {
        /// The proposition as received.
        fact: String,
        /// The domain's name.
        domain: String,
        /// The correction to make.
        mend: String,
    },
    /// Two facts that cannot both be true.
    #[error("facts {first:?} and {second:?} contradict each other: report only the one that holds")]
    Contradiction {
        /// The fact that was read first.
        first: String,
        /// The fact that contradicts it.
        second: String,
    },
    /// An item without a place or a robot that holds it.
    #[error(
        "no fact says where {item:?} is: report {located}({item}, a place) or {holding}(a robot of the team, {item})"
    )]
    Missing {
        /// The item's name.
        item: String,
        /// The predicate of where an item is.
        located: String,
        /// The predicate of what a robot has.
        holding: String,
    },
    /// More robots than a state can hold.
    #[error("a team of {0} robots is not between 1 and {max}: split the mission", max = crate::objects::MAX_TEAM)]
    TeamSize(usize),
    /// A number that no object of its kind has.
    #[error("there is no {written:?}: there are {known}")]
    NoSuchThing {
        /// The thing as written.
        written: String,
        /// The known ones of its kind.
        known: String,
    },
    /// A robot that is not in the team.
    #[error("robot {robot:?} is not of the team: use \"robot 1\" to \"robot {team_size}\"")]
    UnknownRobot {
        /// The robot as written.
        robot: String,
        /// How many robots there are.
        team_size: usize,
    },
    /// Two sub-tasks that could take the same item.
    #[error("sub-tasks {first} and {second} may both take {item}: name the item that each of them is to take")]
    SharedItem {
        /// The earlier sub-task, from 1.
        first: usize,
        /// The later sub-task, from 1.
        second: usize,
        /// How a sentence names the item.
        item: String,
    },
    /// A domain too small for a scenario distribution.
    #[error("domain {domain:?} has {found} {what}, but the distribution needs {needed}: choose a larger domain")]
    TooSmall {
        /// The domain's name.
        domain: String,
        /// The kind of object that is too rare.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many are needed.
        needed: usize,
    },
    /// A property that the exact oracle does not reason about.
    #[error("the oracle cannot judge {what}: {mend}")]
    BeyondOracle {
        /// The property, with its name.
        what: String,
        /// The correction to make.
        mend: String,
    },
}

/// The reason why a domain is no transport, so that neither the exact oracle nor missions of deliveries in words fit it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NoTransport {
    /// A predicate that a transport does not need, or that is about other objects.
    #[error(
        "domain {domain:?} is no transport: its predicate {what:?} says something else than where robots and items are, \
         what robots hold and what is open; let it be about all items or places, or plan without the exact oracle"
    )]
    Predicate {
        /// The domain's name.
        domain: String,
        /// The predicate.
        what: String,
    },
    /// A predicate that is missing.
    #[error("domain {domain:?} is no transport: no predicate of it says {what}; declare one")]
    NoPredicate {
        /// The domain's name.
        domain: String,
        /// What no predicate says.
        what: &'static str,
    },
    /// A skill that needs or changes something else than its role asks for.
    #[error(
        "domain {domain:?} is no transport: skill {skill:?} would be the one to {role}, but has other {parts}; give it \
         those of that skill in config/domains/household.yaml, or plan without the exact oracle"
    )]
    Skill {
        /// The domain's name.
        domain: String,
        /// The skill.
        skill: String,
        /// The parts that differ: "needs, effects".
        parts: String,
        /// What it would be for.
        role: &'static str,
    },
    /// A skill beyond those of a transport.
    #[error(
        "domain {domain:?} is no transport: skill {skill:?} is one too many; drop it, or plan without the exact oracle"
    )]
    MoreSkills {
        /// The domain's name.
        domain: String,
        /// The skill.
        skill: String,
    },
    /// A skill that is missing.
    #[error("domain {domain:?} is no transport: no skill of it lets a robot {role}; declare one")]
    NoSkill {
        /// The domain's name.
        domain: String,
        /// What it would be for.
        role: &'static str,
    },
    /// A law that forbids more than carrying does by itself.
    #[error("domain {domain:?} is no transport: the exact oracle does not know of the law {law:?}; plan without it")]
    Law {
        /// The domain's name.
        domain: String,
        /// The law in words.
        law: String,
    },
    /// Too few or too many objects.
    #[error(
        "domain {domain:?} has {items} items and {places} places, {surfaces} of them open to all: a transport has 1 to \
         {max_items} items, at least one such place, and at most {max_places} places",
        max_items = crate::objects::MAX_ITEMS,
        max_places = crate::objects::MAX_PLACES
    )]
    Size {
        /// The domain's name.
        domain: String,
        /// The number of items.
        items: usize,
        /// The number of places.
        places: usize,
        /// The places that cannot be closed.
        surfaces: usize,
    },
    /// Words with no meaning or two.
    #[error("in domain {domain:?} {phrase:?} {why}; every phrase means one thing")]
    Words {
        /// The domain's name.
        domain: String,
        /// The words.
        phrase: String,
        /// The mistake.
        why: &'static str,
    },
    /// The domain does not hold robots, or not so many things to do.
    #[error(transparent)]
    World(#[from] surefleet_world::WorldError),
}

/// The known name nearest to `word`, if one is near enough to be meant.
pub(crate) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    known
        .into_iter()
        .map(|name| (strsim::jaro_winkler(word, name), name))
        .filter(|(likeness, _)| *likeness > 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| b.1.cmp(a.1)))
        .map(|(_, name)| name.to_owned())
}
